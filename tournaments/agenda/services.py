"""Friendly games: proposing one, answering, moving, calling off, and what each of both keeps of it.

Only friends and clan mates ask each other (:func:`~tournaments.agenda.selectors.partner_ids`). An answer is to the
version that was read: of two answers at once, or an answer and a change, the second one reads what came first.
"""

import re
from datetime import datetime, timedelta
from typing import TypedDict

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.commands import SYSTEM, Command, command
from ledger.errors import StaleError, UserError
from ledger.names import clean_name
from ledger.quotas import require_quota
from ledger.shapes import Done
from rules_engine.games import games
from tournaments.events.policy import CONSTRUCTED, LIMITED
from tournaments.recordings.models import Recording

from .friend_services import gone, lock_people
from .models import PLACE_LENGTH, Friendly, FriendlyNote
from .selectors import partner_ids


class AboutFriendly(TypedDict):
    """The friendly game that a command was about, and how it stands."""

    friendly: int
    version: int
    state: str


State = Friendly.State
MOST_A_DAY = 20
"""So many games one person proposes within a day, and so often moves one."""
MOST_WAITING = 5
"""So many games proposed to one person wait for an answer."""
FURTHEST = timedelta(days=366)
PLAYS = (CONSTRUCTED, LIMITED)
FORMATS = {CONSTRUCTED: gettext_lazy("constructed"), LIMITED: gettext_lazy("limited")}
MOST_DIGITS = 8
"""A house number and a postcode have no more; a telephone number has."""
_ADDRESS = re.compile(r"@|://|www\.|\.(com|nl|be|net|org|gg|me|io|app)\b", re.IGNORECASE)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def place_of(text: str, longest: int = PLACE_LENGTH) -> str:
    """A place, short and fit to print. It is the one text that people send each other here: no way to reach somebody.

    Raises UserError for what looks like a telephone number or an address of mail or the web.
    """
    place = clean_name(text)[:longest]
    if _ADDRESS.search(place) or sum(char.isdigit() for char in place) > MOST_DIGITS:
        raise UserError(
            "place", _("Name the place only: no telephone number, e-mail or web address."), field="place"
        )
    return place


def _planned(cmd: Command, starts_at: datetime) -> datetime:
    if not cmd.at < starts_at <= cmd.at + FURTHEST:
        raise UserError("starts_at", _("Choose a moment within a year from now."), field="starts_at")
    return starts_at


@command("friendly.propose")
def friendly_propose(
    cmd: Command, *, user_id: int, starts_at: datetime, place: str, game: str, format: str
) -> AboutFriendly:
    """Propose a game to a friend or a clan mate. Whoever else is meant reads the same, whoever it is."""
    actor = cmd.actor.user
    require_quota(cmd, MOST_A_DAY)
    place = place_of(place)
    if game not in {one.key for one in games()} or format not in FORMATS:
        raise UserError("game", _("Choose a game."), field="game")
    lock_people(actor.pk, user_id)
    if user_id not in partner_ids(actor):
        raise UserError("user", _("Choose a friend or a clan mate."), field="user")
    waiting = Friendly.objects.filter(
        proposer=actor, asked=user_id, state=State.PROPOSED, starts_at__gt=cmd.at
    )
    if waiting.count() >= MOST_WAITING:
        raise UserError("too_many", _("This person has enough of your proposals to answer."), field="user")
    made = Friendly.objects.create(
        proposer=actor,
        asked_id=user_id,
        answers_id=user_id,
        starts_at=_planned(cmd, starts_at),
        place=place,
        game=game,
        format=format,
        proposed_at=cmd.at,
        changed_at=cmd.at,
    )
    FriendlyNote.objects.bulk_create(FriendlyNote(friendly=made, user_id=one) for one in (actor.pk, user_id))
    cmd.notify("friendly.proposed", [user_id], friendly=made.pk)
    return _said(cmd, made)


@command("friendly.accept")
def friendly_accept(cmd: Command, *, friendly_id: int, version: int) -> AboutFriendly:
    """Who must answer agrees to what they read; it stands in both agendas from now on. Twice is once."""
    made = _held(cmd, friendly_id)
    if made.state == State.ACCEPTED and version in (made.version, made.version - 1):
        return _said(cmd, made)
    _require_turn(cmd, made, version)
    if made.starts_at <= cmd.at:
        raise UserError("over", _("This moment has passed. Propose another one."))
    _require_partner(cmd, made)
    made.state, made.agreed = State.ACCEPTED, True
    return _changed(cmd, made, "friendly.accepted")


@command("friendly.decline")
def friendly_decline(cmd: Command, *, friendly_id: int, version: int) -> AboutFriendly:
    """Who must answer says no. Twice is once."""
    made = _held(cmd, friendly_id)
    if made.state == State.DECLINED:
        return _said(cmd, made)
    _require_turn(cmd, made, version)
    made.state = State.DECLINED
    return _changed(cmd, made, "friendly.declined")


@command("friendly.move")
def friendly_move(
    cmd: Command, *, friendly_id: int, version: int, starts_at: datetime, place: str
) -> AboutFriendly:
    """Either proposes another moment or place, before or after it was agreed; the other must answer."""
    require_quota(cmd, MOST_A_DAY)
    place = place_of(place)
    made = _held(cmd, friendly_id)
    if made.state not in (State.PROPOSED, State.ACCEPTED):
        raise _stale()
    _require_version(made, version)
    _require_partner(cmd, made)
    made.starts_at, made.place = _planned(cmd, starts_at), place
    made.state, made.answers_id = State.PROPOSED, made.other_of(cmd.actor.user.pk)
    made.day_told_at = made.hour_told_at = None
    return _changed(cmd, made, "friendly.moved")


@command("friendly.cancel")
def friendly_cancel(cmd: Command, *, friendly_id: int) -> AboutFriendly:
    """Either calls it off, whatever the other is doing with it at that moment. Twice is once."""
    made = _held(cmd, friendly_id)
    if made.state in (State.CANCELLED, State.DECLINED):
        return _said(cmd, made)
    made.state = State.CANCELLED
    return _changed(cmd, made, "friendly.called_off")


@command("friendly.note")
def friendly_note(cmd: Command, *, friendly_id: int, result: str) -> AboutFriendly:
    """The actor writes down for themselves how it went, or nothing any more; it counts nowhere."""
    made = _agreed(cmd, friendly_id)
    if result not in ("", *FriendlyNote.Result.values):
        raise UserError("result", _("Choose how it went."), field="result")
    FriendlyNote.objects.filter(friendly=made, user=cmd.actor.user).update(result=result)
    return _said(cmd, made)


@command("friendly.record")
def friendly_record(cmd: Command, *, friendly_id: int, recording_id: int) -> AboutFriendly:
    """The actor keeps a recorded game of their own with it, which nobody else opens."""
    made = _agreed(cmd, friendly_id)
    own = Recording.objects.filter(pk=recording_id, owner=cmd.actor.user, match=None)
    if not own.exists():
        raise gone()
    FriendlyNote.objects.filter(friendly=made, user=cmd.actor.user).update(recording=recording_id)
    return _said(cmd, made)


def _agreed(cmd: Command, friendly_id: int) -> Friendly:
    made = _held(cmd, friendly_id)
    if made.state != State.ACCEPTED:
        raise _stale()
    return made


def _held(cmd: Command, friendly_id: int) -> Friendly:
    """A game of the actor, its row held until commit; refused for everybody else's."""
    rows = Friendly.objects.filter(Q(proposer=cmd.actor.user) | Q(asked=cmd.actor.user))
    made = rows.select_for_update(no_key=True).filter(pk=friendly_id).first()
    if made is None:
        raise gone()
    return made


def _require_partner(cmd: Command, made: Friendly) -> None:
    """Refuse to plan on with somebody who is neither a friend nor a clan mate any more."""
    if made.other_of(cmd.actor.user.pk) not in partner_ids(cmd.actor.user):
        raise UserError("user", _("You are no longer friends or clan mates. You can only call it off."))


def _require_turn(cmd: Command, made: Friendly, version: int) -> None:
    if made.state != State.PROPOSED or made.answers_id != cmd.actor.user.pk:
        raise _stale()
    _require_version(made, version)


def _require_version(made: Friendly, version: int) -> None:
    if made.version != version:
        raise _stale()


def _stale() -> StaleError:
    return StaleError("stale", _("This game has changed meanwhile. Look at it again."))


def _changed(cmd: Command, made: Friendly, fact: str) -> AboutFriendly:
    """Keep a change, and tell the other of it."""
    made.version, made.changed_at = made.version + 1, cmd.at
    made.save()
    cmd.notify(fact, [made.other_of(cmd.actor.user.pk)], friendly=made.pk)
    return _said(cmd, made)


def _said(cmd: Command, made: Friendly) -> AboutFriendly:
    cmd.record(friendly=made.pk, state=made.state, version=made.version)
    return {"friendly": made.pk, "version": made.version, "state": made.state}


# --- reminders -------------------------------------------------------------------------------------------------


def friendlies_sweep() -> None:
    """Remind both of each game that was agreed and begins within a day, and again within an hour."""
    now = timezone.now()
    near = Friendly.objects.filter(state=State.ACCEPTED, starts_at__gt=now)
    late = Q(hour_told_at=None, starts_at__lte=now + HOUR)
    early = Q(day_told_at=None, starts_at__lte=now + DAY, starts_at__gt=now + HOUR)
    for number in near.filter(late | early).order_by("pk").values_list("pk", flat=True)[:200]:
        friendly_remind(actor=SYSTEM, friendly_id=number)


@command("friendly.remind")
def friendly_remind(cmd: Command, *, friendly_id: int) -> Done:
    """Tell both that their game begins soon: a day before and an hour before, unless they agreed just now."""
    made = Friendly.objects.select_for_update(no_key=True).filter(pk=friendly_id).first()
    if made is None or made.state != State.ACCEPTED or not cmd.at < made.starts_at <= cmd.at + DAY:
        return {}
    last = made.starts_at <= cmd.at + HOUR
    field, fact = ("hour_told_at", "friendly.hour") if last else ("day_told_at", "friendly.day")
    if getattr(made, field) is not None:
        return {}
    setattr(made, field, cmd.at)
    made.save(update_fields=[field])
    cmd.record(friendly=made.pk)
    if made.changed_at <= made.starts_at - (HOUR if last else DAY):
        cmd.notify(fact, [made.proposer_id, made.asked_id], friendly=made.pk)
    return {}
