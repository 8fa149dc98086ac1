"""Entering, checking in, dropping: each under the tournament's lock, so the last place is given once."""

import secrets
from datetime import datetime
from typing import Any, NotRequired, TypedDict

from django.contrib.auth import get_user_model
from django.db.models import Max
from django.utils.translation import gettext as _

from decks.registration.models import Registration
from ledger.commands import Command, command
from ledger.credentials import Happening, Hung, end
from ledger.errors import UserError
from ledger.hashing import digest
from ledger.names import clean_name, sort_name
from ledger.people import Account
from ledger.quotas import require_quota
from rules_engine.games import game_of
from tournaments.clans.selectors import clan_of
from tournaments.events.kinds import Late, first_format, kind_of, knock_out_kinds
from tournaments.events.models import Tournament
from tournaments.events.notices import announce
from tournaments.events.questions import rounds_so_far
from tournaments.events.services import lock, lock_person, refuse_rehearsal, require_state

from .admission import refuse_kept_out
from .crews import crews_fixed, has_crews, refuse_without_crew, substitutes_here
from .keys import entry_key
from .models import Entry
from .questions import draft_follows, kept_places, sits_in_draft, sits_in_open_match, takes_list
from .team_services import team_part
from .teams import require_restriction


class EntryIs(TypedDict):
    """An entry and how it stands after a command."""

    entry: int
    number: int
    state: str


class Started(TypedDict):
    """A tournament that is being played; ``players`` and ``rounds`` from the press that started it."""

    state: str
    players: NotRequired[int]
    rounds: NotRequired[int]


State = Entry.State
TAKES_A_PLACE = (State.ENTERED, State.CHECKED_IN)
MOST_GUESTS = 1_000
"""So many guests one person enters at desks within a day; a hall of them, and no more rows for a script."""


def _stored_random(tournament: Tournament, number: int) -> int:
    """The last tie-breaker of an entry, fixed when it enters and known to nobody before."""
    return int(digest([tournament.seed, "entry", number])[:15], 16)


def new_entry(cmd: Command, tournament: Tournament, user: Account, name: str, state: str) -> Entry:
    """Store an entry, inside the command that decided about it."""
    lock_person(user)
    refuse_kept_out(cmd, user, tournament)
    number = (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    registration = Registration.objects.create(
        owner=user, game=tournament.game, format=tournament.format, pool_key=tournament.pool_key
    )
    entry = Entry.objects.create(
        tournament=tournament,
        user=user,
        number=number,
        name=name,
        sort_name=sort_name(name)[:80],
        state=state,
        random=_stored_random(tournament, number),
        registration=registration,
        clan=clan_of(user),
        entered_at=cmd.at,
        checked_in_at=cmd.at if state == State.CHECKED_IN else None,
        joined_round=rounds_so_far(tournament).begun + 1,
    )
    cmd.record(entry=entry.pk, number=number, user=user.pk, state=state)
    return entry


def enter_invited(cmd: Command, tournament: Tournament, user: Account, state: str) -> Entry:
    """Let somebody in who was asked, inside the command that holds the tournament; who is in stays as they are.

    Who waits or had withdrawn comes in anew.
    """
    entry = Entry.objects.filter(tournament=tournament, user=user).first()
    if entry is None:
        return new_entry(cmd, tournament, user, user.display_name, state)
    if entry.state in (State.WITHDRAWN, State.WAITING):
        lock_person(user)
        refuse_kept_out(cmd, user, tournament)
        entry.state, entry.entered_at, entry.clan = state, cmd.at, clan_of(user)
        entry.save(update_fields=["state", "entered_at", "clan"])
        cmd.record(entry=entry.pk, state=state)
    return entry


def places_left(tournament: Tournament) -> int:
    """How many may still come in; below zero where there are more players than places.

    Places that are kept for people who are or will be invited are nobody else's.
    """
    taken = Entry.objects.filter(tournament=tournament, state__in=TAKES_A_PLACE).count()
    return tournament.capacity - taken - kept_places(tournament)


def _result(entry: Entry) -> EntryIs:
    return {"entry": entry.pk, "number": entry.number, "state": entry.state}


@command("entry.create", public=True)
def entry_create(cmd: Command, *, tournament: Tournament) -> EntryIs:
    """The actor enters; a full tournament puts them on the waiting list; twice is once."""
    tournament = lock(cmd, tournament)
    refuse_rehearsal(tournament)
    user = cmd.actor.user
    entry = Entry.objects.filter(tournament=tournament, user=user).first()
    if entry is not None and entry.state != State.WITHDRAWN:
        return _result(entry)
    require_state(tournament, Tournament.State.ENTRY, Tournament.State.CHECK_IN)
    state = State.ENTERED if places_left(tournament) > 0 else State.WAITING
    if entry is None:
        return _result(new_entry(cmd, tournament, user, user.display_name, state))
    lock_person(user)
    refuse_kept_out(cmd, user, tournament)
    entry.state, entry.entered_at, entry.clan = state, cmd.at, clan_of(user)
    entry.save(update_fields=["state", "entered_at", "clan"])
    cmd.record(entry=entry.pk, state=state)
    return _result(entry)


@command("entry.add_at_desk", public=True)
def entry_add_at_desk(cmd: Command, *, tournament: Tournament, name: str, text: str = "") -> EntryIs:
    """Staff enter a guest at the desk: a person of this tournament alone, without password or rights elsewhere.

    While check-in is open they are checked in at once; without a place left they wait. In a running tournament this
    is a late entry: it joins from the next round, missed rounds are lost. ``text``: the list they bring; when it is
    not legal nobody is entered.
    """
    tournament = lock(cmd, tournament)
    require_quota(cmd, MOST_GUESTS)
    name = clean_name(name)[:60]
    if len(name) < 2:
        raise UserError("name", _("Enter the player's name."), field="name")
    state = desk_state(tournament)
    if state == State.ENTERED and tournament.state == Tournament.State.CHECK_IN and not has_crews(tournament):
        state = State.CHECKED_IN  # anyone who stands at the desk on the day is here
    user = get_user_model().objects.create_user(
        username=f"guest-{secrets.token_hex(8)}", display_name=name, guest_of=tournament.chain_key
    )
    entry = new_entry(cmd, tournament, user, name, state)
    if text.strip():
        takes_list(cmd, entry, text)
    return _result(entry)


def desk_state(tournament: Tournament) -> str:
    """In which state somebody comes in whom staff let in now; refused when nobody can any more."""
    states = Tournament.State
    require_state(tournament, states.ENTRY, states.CHECK_IN, states.RUNNING)
    state: str = State.ENTERED
    if tournament.state == states.RUNNING:
        if has_crews(tournament):
            raise crews_fixed()
        _check_late(tournament)
        _require_place(tournament)
        state = State.CHECKED_IN
    elif places_left(tournament) <= 0:
        state = State.WAITING
    return state


def _require_place(tournament: Tournament) -> None:
    if places_left(tournament) <= 0:
        raise UserError("full", _("All places are taken. The organizer can add places."))


def _check_late(tournament: Tournament) -> None:
    """Refuse who comes later than the page of the tournament says (:class:`~tournaments.events.kinds.Late`)."""
    late, rounds = first_format(tournament.policy).late, rounds_so_far(tournament)
    if tournament.stages.filter(kind__in=knock_out_kinds()).exists():
        raise UserError("too_late", _("The cut is made; entry is closed."))
    if late is Late.NEVER:
        raise UserError("too_late", _("The tournament has started: teams can no longer change."))
    past = rounds.completed if late is Late.PLAYED else rounds.begun
    if past >= tournament.policy.late_until_round:
        raise UserError(
            "too_late",
            _("Late entry was possible until round %(round)s.")
            % {"round": tournament.policy.late_until_round},
        )


@command("entry.check_in", public=True)
def entry_check_in(cmd: Command, *, tournament: Tournament, entry_id: int) -> EntryIs:
    """Say that a player is here; a player who was away comes back for the next round, and into its draft."""
    tournament = lock(cmd, tournament)
    states = Tournament.State
    require_state(tournament, states.ENTRY, states.CHECK_IN, states.RUNNING)
    entry = _entry(tournament, entry_id)
    if entry.state == State.CHECKED_IN:
        return _result(entry)
    if entry.state == State.WAITING and places_left(tournament) <= 0:
        raise UserError("full", _("All places are taken; this player is on the waiting list."))
    if entry.state == State.WITHDRAWN:
        raise UserError("withdrawn", _("This player has withdrawn. Enter them again first."))
    if has_crews(tournament):
        if tournament.state != states.RUNNING:
            refuse_without_crew(entry)
        elif entry.state != State.DROPPED:
            raise crews_fixed()
    if entry.state in (State.DROPPED, State.NO_SHOW):
        _require_place(tournament)
        cmd.record(reinstated=True)
    elif tournament.state == states.RUNNING:
        _check_late(tournament)
    entry.state, entry.checked_in_at, entry.dropped_after = State.CHECKED_IN, cmd.at, None
    entry.clan = clan_of(entry.user)
    entry.save(update_fields=["state", "checked_in_at", "dropped_after", "clan"])
    cmd.record(entry=entry.pk)
    if tournament.state == states.RUNNING:
        draft_follows(cmd, tournament)
    return _result(entry)


@command("entry.withdraw", public=True)
def entry_withdraw(cmd: Command, *, tournament: Tournament, entry_id: int) -> EntryIs:
    """Leave before the start; the first on the waiting list moves up."""
    tournament = lock(cmd, tournament)
    require_state(tournament, Tournament.State.ENTRY, Tournament.State.CHECK_IN)
    entry = _entry(tournament, entry_id)
    if entry.state == State.WITHDRAWN:
        return _result(entry)
    team_part(entry)
    entry.state = State.WITHDRAWN
    entry.save(update_fields=["state"])
    left(cmd, entry)
    cmd.record(entry=entry.pk)
    move_up(cmd, tournament)
    return _result(entry)


@command("entry.put_back", public=True)
def entry_put_back(cmd: Command, *, tournament: Tournament, entry_id: int) -> EntryIs:
    """The desk takes a withdrawal back: entered again, or waiting where no place is left; twice is once.

    The place in the waiting list is a new one: somebody else may have moved up meanwhile.
    """
    tournament = lock(cmd, tournament)
    entry = _entry(tournament, entry_id)
    if entry.state != State.WITHDRAWN:
        return _result(entry)
    state = desk_state(tournament)
    lock_person(entry.user)
    refuse_kept_out(cmd, entry.user, tournament)
    entry.state, entry.entered_at, entry.clan = state, cmd.at, clan_of(entry.user)
    if state == State.CHECKED_IN:
        entry.checked_in_at, entry.joined_round = cmd.at, rounds_so_far(tournament).begun + 1
    entry.save(update_fields=["state", "entered_at", "clan", "checked_in_at", "joined_round"])
    cmd.record(entry=entry.pk, state=state)
    return _result(entry)


def move_up(cmd: Command, tournament: Tournament) -> list[int]:
    """Give the places that are free to the waiting list, the longest waiting first, and tell those who moved up."""
    free = max(0, places_left(tournament))
    waiting = Entry.objects.filter(tournament=tournament, state=State.WAITING)
    moved = list(waiting.order_by("entered_at", "number")[:free])
    for entry in moved:
        entry.state, entry.moved_up_at = State.ENTERED, cmd.at
        entry.save(update_fields=["state", "moved_up_at"])
    if moved:
        cmd.record(moved_up=[entry.pk for entry in moved])
        announce(cmd, "entry.moved_up", [entry.user_id for entry in moved])
    return [entry.pk for entry in moved]


@command("entry.drop", public=True)
def entry_drop(cmd: Command, *, tournament: Tournament, entry_id: int) -> EntryIs:
    """Leave a running tournament after the present round; results stay, an unfinished match must be reported."""
    tournament = lock(cmd, tournament)
    require_state(tournament, Tournament.State.RUNNING)
    entry = _entry(tournament, entry_id)
    return drop_now(cmd, entry)


def left(cmd: Command, entry: Entry) -> None:
    """End the phones, codes and links of an entry that is no longer in the tournament."""
    hung = Hung(person=entry.user_id, at=cmd.at, tournament=entry.tournament_id, entry=entry.pk)
    end(Happening.LEFT, hung)


def drop_now(cmd: Command, entry: Entry) -> EntryIs:
    """Drop an entry, in a command that holds the running tournament's lock."""
    if entry.state == State.DROPPED:
        return _result(entry)
    if sits_in_open_match(entry):
        raise UserError(
            "match_open",
            _("Your match is not finished. Report its result first, or let staff enter a forfeit."),
        )
    if sits_in_draft(entry):
        raise UserError("in_draft", _("The next round is being paired. Ask the desk to drop this player."))
    entry.state = State.DROPPED
    entry.dropped_after = rounds_so_far(entry.tournament).begun
    entry.save(update_fields=["state", "dropped_after"])
    left(cmd, entry)
    cmd.record(entry=entry.pk, after=entry.dropped_after)
    return _result(entry)


@command("tournament.start", public=True)
def tournament_start(cmd: Command, *, tournament: Tournament, casual: bool = False) -> Started:
    """Close check-in: who is not here did not come; decks lock; rounds follow from the number of players."""
    from decks.registration.services import registrations_lock
    from tournaments.events.plans import stage_plan
    from tournaments.events.setting_words import OPEN

    tournament = lock(cmd, tournament)
    if tournament.state == Tournament.State.RUNNING:
        return {"state": tournament.state}
    require_state(tournament, Tournament.State.CHECK_IN)
    present = Entry.objects.filter(tournament=tournament, state=State.CHECKED_IN)
    count = present.count()
    if count < 2:
        raise UserError("too_few", _("At least two players must be checked in."))
    if tournament.organized_play and count < tournament.policy.min_competitors:
        if not casual:
            raise UserError(
                "too_few_for_op",
                _("Organized Play needs at least %(count)s players. Wait, or run it as a casual tournament.")
                % {"count": tournament.policy.min_competitors},
                rule=game_of(tournament.game).law.rule("organized_play"),
            )
        tournament.approval = Tournament.Approval.NONE
    if tournament.policy.deck_required and not tournament.decks_after_start:
        _require_decks(present, cmd.at)
    if tournament.policy.teams:
        require_restriction(tournament)
    first_format(tournament.policy).require(tournament)
    absent = Entry.objects.filter(tournament=tournament, state__in=(State.ENTERED, State.WAITING))
    cmd.record(present=count, absent=list(absent.values_list("pk", flat=True)))
    absent.update(state=State.NO_SHOW)
    registrations_lock(list(present.values_list("registration_id", flat=True)), at=cmd.at)
    stage = tournament.stages.get(number=1)
    playing = count - substitutes_here(tournament) if has_crews(tournament) else count
    plan = stage_plan(tournament.policy, playing)
    stage.kind, stage.rounds, stage.cut = plan.kind, plan.rounds, plan.cut
    numbers = present.order_by("number").values_list("number", flat=True)
    kind_of(stage).start(stage, [entry_key(number) for number in numbers])
    if tournament.policy.lists == OPEN:
        stage.lists_opened_at = cmd.at
    stage.save(update_fields=["kind", "rounds", "cut", "seeds", "lists_opened_at"])
    tournament.state = Tournament.State.RUNNING
    tournament.save(update_fields=["state", "approval"])
    return {"state": tournament.state, "players": count, "rounds": stage.rounds}


def _require_decks(present: Any, at: datetime) -> None:
    """Everybody must have submitted a deck, but for who was given more time for it."""
    missing = present.filter(registration__current=None).exclude(registration__extended_until__gt=at)
    missing = missing.order_by("sort_name").values_list("name", flat=True)
    if missing:
        raise UserError(
            "decks_missing",
            _("No deck from: %(names)s. Take them out of check-in or help them submit a deck.")
            % {"names": ", ".join(missing[:20])},
            rule="101.1a",
        )


def _entry(tournament: Tournament, entry_id: int) -> Entry:
    entry = Entry.objects.filter(tournament=tournament, pk=entry_id).first()
    if entry is None:
        raise UserError("no_entry", _("This player is not in this tournament."))
    return entry
