"""Penalties: given by a judge, confirmed by a second person where that is needed, taken back with a reason.

Nothing here is ever called by a finding, a verdict or a clock: a person decides. Rows go into the judges' book.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from django.db.models import Max
from django.utils.translation import gettext as _

from ledger.commands import Actor, Command, command
from ledger.errors import UserError
from ledger.names import clean_name, reason_of
from tournaments.entries.models import Entry
from tournaments.events.access import HEAD_JUDGE, JUDGE, OFFICE
from tournaments.events.models import TOURNAMENT_LOCK, Tournament
from tournaments.events.services import require_state
from tournaments.rounds.models import Match, Round

from .infractions import TABLE, Level
from .judges_chain import judges_book
from .models import CheckedDeck, Penalty, PenaltyEvent
from .penalty_selectors import checked_deck, given_as, judges_can_confirm, proposal

if TYPE_CHECKING:
    from .case_models import Case


class PenaltyIs(TypedDict):
    """A penalty and whether it counts."""

    penalty: int
    state: str


@dataclass(frozen=True, kw_only=True)
class Punishment:
    """What a judge decides about one player: the infraction and the step, and what it follows from.

    An empty ``level`` is the step that the table proposes.
    """

    entry_number: int
    code: str
    level: str = ""
    worse: bool = False
    reason: str = ""
    note: str = ""
    match_id: int | None = None
    check: int | None = None
    other_number: int | None = None
    card: str = ""


State, Kind = Penalty.State, PenaltyEvent.Kind
NOTE_LENGTH = 300


@command("penalty.give", chain=judges_book)
def penalty_give(
    cmd: Command,
    *,
    tournament: Tournament,
    entry_number: int,
    code: str,
    level: str,
    worse: bool = False,
    reason: str = "",
    note: str = "",
    match_id: int | None = None,
    check: int | None = None,
    other_number: int | None = None,
    card: str = "",
) -> PenaltyIs:
    """A judge gives one player a penalty: an infraction of the table, and the step.

    Another step than the table proposes (repeats counted) is for the head judge, with a reason. ``check`` is the
    number of the deck check it follows from; ``other_number`` and ``card`` say whose opened card was found (T5). A
    disqualification waits for a second person.
    """
    said = Punishment(
        entry_number=entry_number,
        code=code,
        level=level,
        worse=worse,
        reason=reason,
        note=note,
        match_id=match_id,
        check=check,
        other_number=other_number,
        card=card,
    )
    penalty = given(cmd, begin(cmd, tournament), said)
    return {"penalty": penalty.number, "state": penalty.state}


def given(cmd: Command, tournament: Tournament, said: Punishment, case: "Case | None" = None) -> Penalty:
    """The penalty itself, inside a command that :func:`begin` has begun."""
    entry = _entry(tournament, said.entry_number, "entry")
    if entry.user_id == cmd.actor.user.pk:
        raise UserError("own_penalty", _("This is about you. Another judge decides."), field="entry")
    if said.code not in TABLE:
        raise UserError("code", _("Choose one of the infractions."), field="code")
    deck = _deck(tournament, said.check, entry)
    match = _match(tournament, entry, said.match_id if said.match_id is not None else _match_of(deck))
    proposed = proposal(tournament, entry, said.code, worse=said.worse).level
    level = said.level or proposed
    reason = reason_of(said.reason, most=NOTE_LENGTH)
    _require_step(cmd.actor, level, proposed, reason)
    other = _entry(tournament, said.other_number, "other") if said.other_number is not None else None
    if other is not None and other.pk == entry.pk:
        raise UserError("same", _("Choose two different players."), field="other")
    last = Penalty.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"]
    penalty = Penalty.objects.create(
        tournament=tournament,
        number=(last or 0) + 1,
        entry=entry,
        round=match.round if match is not None else _running_round(tournament),
        match=match,
        found_in=deck,
        other=other,
        card=clean_name(said.card)[:40],
        code=said.code,
        worse=said.worse,
        level=level,
        proposed=proposed,
        state=State.WAITING if level == Level.DISQUALIFICATION else State.GIVEN,
        note=clean_name(said.note)[:NOTE_LENGTH],
        case=case,
        given_by=cmd.actor.user,
        at=cmd.at,
    )
    _remember(cmd, penalty, Kind.GIVEN, reason)
    cmd.record(
        entry=entry.pk,
        match=match.pk if match is not None else None,
        deck=deck.pk if deck is not None else None,
        code=said.code,
        level=level,
        proposed=proposed,
        worse=said.worse,
    )
    return penalty


@command("penalty.confirm", chain=judges_book)
def penalty_confirm(cmd: Command, *, tournament: Tournament, number: int) -> PenaltyIs:
    """A second person confirms a disqualification; one of the two is the head judge. From now on it counts.

    Where no other judge could be the second, the office is, and stands for the head judge.
    """
    tournament = begin(cmd, tournament, JUDGE, HEAD_JUDGE, OFFICE)
    penalty = _penalty(tournament, number)
    if cmd.actor.role == OFFICE and penalty.level != Level.DISQUALIFICATION:
        raise not_a_judge()
    if penalty.state == State.GIVEN:
        return {"penalty": number, "state": penalty.state}
    if penalty.state != State.WAITING:
        raise UserError("withdrawn", _("This penalty has been withdrawn."))
    if cmd.actor.user.pk in (penalty.given_by_id, penalty.entry.user_id):
        raise UserError("second_person", _("Somebody else must confirm a disqualification."))
    if cmd.actor.role == OFFICE:
        if judges_can_confirm(penalty):
            raise UserError(
                "judges", _("A judge of this tournament can confirm this. The office does not decide it.")
            )
    elif HEAD_JUDGE not in (cmd.actor.role, given_as(penalty)):
        raise UserError("head_judge", _("The head judge must be one of the two who decide this."))
    penalty.state = State.GIVEN
    penalty.save(update_fields=["state"])
    _remember(cmd, penalty, Kind.CONFIRMED)
    return {"penalty": number, "state": penalty.state}


@command("penalty.withdraw", chain=judges_book)
def penalty_withdraw(cmd: Command, *, tournament: Tournament, number: int, reason: str) -> PenaltyIs:
    """Take a penalty back, with a reason: anyone who gave it, or the head judge. It stays readable for judges.

    What two people decided is for the head judge alone to take back.
    """
    tournament = begin(cmd, tournament)
    penalty = _penalty(tournament, number)
    if penalty.state == State.WITHDRAWN:
        return {"penalty": number, "state": penalty.state}
    reason = reason_of(reason, needed=_("Write down why you withdraw it."), most=NOTE_LENGTH)
    if not may_withdraw(cmd.actor, penalty):
        raise UserError("not_yours", _("Only the judge who gave it, or the head judge, can withdraw it."))
    penalty.state = State.WITHDRAWN
    penalty.save(update_fields=["state"])
    _remember(cmd, penalty, Kind.WITHDRAWN, reason)
    return {"penalty": number, "state": penalty.state}


def may_withdraw(actor: Actor, penalty: Penalty) -> bool:
    """Whether this judge may take this penalty back."""
    decided_by_two = penalty.level == Level.DISQUALIFICATION and penalty.state == State.GIVEN
    return actor.role == HEAD_JUDGE or (actor.user.pk == penalty.given_by_id and not decided_by_two)


def begin(cmd: Command, tournament: Tournament, *roles: str) -> Tournament:
    """Lock the tournament, and see that a judge (or one of ``roles``) acts."""
    cmd.lock(TOURNAMENT_LOCK, tournament.pk)
    fresh = Tournament.objects.get(pk=tournament.pk)
    cmd.tournament = fresh
    states = Tournament.State
    require_state(fresh, states.ENTRY, states.CHECK_IN, states.RUNNING, states.FINISHED)
    if cmd.actor.user is None or cmd.actor.role not in (roles or (JUDGE, HEAD_JUDGE)):
        raise not_a_judge()
    return fresh


def not_a_judge() -> UserError:
    """What is said to anyone who may not decide about penalties."""
    return UserError("not_a_judge", _("Only a judge of this tournament can decide about penalties."))


def _entry(tournament: Tournament, number: int | None, field: str) -> Entry:
    entry = Entry.objects.filter(tournament=tournament, number=number or 0).first()
    if entry is None:
        raise UserError("entry", _("Choose a player of this tournament."), field=field)
    return entry


def _deck(tournament: Tournament, check: int | None, entry: Entry) -> CheckedDeck | None:
    if check is None:
        return None
    deck = checked_deck(tournament, check, entry.number)
    if deck is None:
        raise UserError("no_check", _("This player's deck was not part of that check."), field="entry")
    return deck


def _match_of(deck: CheckedDeck | None) -> int | None:
    return deck.check_made.match_id if deck is not None else None


def _match(tournament: Tournament, entry: Entry, match_id: int | None) -> Match | None:
    if match_id is None:
        return None
    match = (
        Match.objects.filter(tournament=tournament, pk=match_id, seats__entry=entry)
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round")
        .first()
    )
    if match is None:
        raise UserError("no_match", _("This player does not sit at that table."), field="match")
    return match


def _running_round(tournament: Tournament) -> Round | None:
    return (
        Round.objects.filter(tournament=tournament)
        .exclude(state=Round.State.DRAFT)
        .order_by("-number")
        .first()
    )


def _require_step(actor: Actor, level: str, proposed: Level, reason: str) -> None:
    """The step is the proposed one, or the head judge says why it is another."""
    if level not in Level.values:
        raise UserError("level", _("Choose the penalty."), field="level")
    if level == proposed:
        return
    if actor.role != HEAD_JUDGE:
        text = _("The table of penalties says “%(level)s” here. Only the head judge may decide otherwise.")
        raise UserError("deviation", text % {"level": proposed.label}, field="level")
    text = _("The table of penalties says “%(level)s” here. Write down why you decide otherwise.")
    reason_of(reason, needed=text % {"level": proposed.label}, most=NOTE_LENGTH)


def _penalty(tournament: Tournament, number: int) -> Penalty:
    penalty = (
        Penalty.objects.select_for_update(of=("self",))
        .select_related("entry")
        .filter(tournament=tournament, number=number)
        .first()
    )
    if penalty is None:
        raise UserError("no_penalty", _("This penalty does not exist."))
    return penalty


def _remember(cmd: Command, penalty: Penalty, kind: str, reason: str = "") -> None:
    """A line in the penalty's history and the ids for the judges' chain."""
    PenaltyEvent.objects.create(
        penalty=penalty, kind=kind, by=cmd.actor.user, role=cmd.actor.role, at=cmd.at, reason=reason
    )
    cmd.record(penalty=penalty.pk, number=penalty.number, state=penalty.state)
    if reason:
        cmd.explain(reason)
