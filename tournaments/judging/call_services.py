"""Calls for a judge: opened by a player or for a raised hand, claimed by one, sent on, answered with minutes.

A call is no secret (the whole hall sees a raised hand), so its rows stand in the tournament's own chain. What a judge
finds at the table is a case, and that stands in the judges' book.
"""

from datetime import datetime
from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from tournaments.entries.models import Entry
from tournaments.events.access import HEAD_JUDGE, JUDGE, Right, has_judge
from tournaments.events.models import Staff, Tournament
from tournaments.events.notices import announce
from tournaments.recordings.models import Recording
from tournaments.recordings.stops import game_goes_on, game_stops, held_games
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.services import locked_match, people_at, refuse_own_match
from tournaments.rounds.units import unit_of

from .models import OPEN_CALLS, JudgeCall

State, Reason = JudgeCall.State, JudgeCall.Reason
TAPS = (Reason.RULES, Reason.MISTAKE, Reason.RESULT, Reason.TIME, Reason.ALONE)
"""Why a player may call, one tap each."""
MINUTE = 60
MOST_MINUTES = 60


class CallIs(TypedDict):
    """A call, and where it stands."""

    call: int
    state: str


class CallClosed(TypedDict):
    """A call that is over, and the minutes its table got."""

    call: int
    state: str
    minutes: int


@command("call.open", public=True)
def call_open(cmd: Command, *, tournament: Tournament, match_id: int, reason: str) -> CallIs:
    """A player calls a judge to their own table. A table that has called already keeps that call.

    A game that is being recorded there stops at once: from now on nobody writes in it. An appeal calls the head judge.
    """
    return opened(cmd, tournament, match_id, reason)


def opened(cmd: Command, tournament: Tournament, match_id: int, reason: str) -> CallIs:
    """The call itself, inside a command."""
    match = locked_match(cmd, tournament, match_id)
    entry = _at_table(tournament, match, cmd)
    if reason not in (*TAPS, Reason.APPEAL, Reason.ABSENT):
        raise UserError("reason", _("Say in one tap why you call a judge."), field="reason")
    if match.kind == Match.Kind.BYE:
        raise UserError("no_table", _("You have no table in this round. Ask at the desk."))
    if not has_judge(tournament):
        raise UserError("no_judge", _("This tournament has no judge. Ask at the desk."))
    call = open_call(match)
    if call is None:
        call = _made(cmd, match, reason, entry)
    if reason == Reason.APPEAL and call.escalated_at is None:
        _send_on(cmd, call)
    return _answer(cmd, call)


@command("call.withdraw", public=True)
def call_withdraw(cmd: Command, *, tournament: Tournament, call_id: int) -> CallIs:
    """A player of the table withdraws a call that nobody has answered; a stopped game goes on by its own page."""
    call, match = _locked(cmd, tournament, call_id)
    _at_table(tournament, match, cmd)
    if call.state == State.WITHDRAWN:
        return _answer(cmd, call)
    if call.state != State.WAITING or call.escalated_at is not None:
        raise UserError("answered", _("A judge is on the way. Tell them that it is solved."))
    if held_games(match, Recording.State.FROZEN):
        raise UserError(
            "recorded", _("Your game is stopped. Withdraw the call on the page of the recording.")
        )
    _close(cmd, call, State.WITHDRAWN)
    return _answer(cmd, call)


@command("call.claim", public=True)
def call_claim(cmd: Command, *, tournament: Tournament, match_id: int, reason: str = Reason.HAND) -> CallIs:
    """A judge goes to a table: its open call is theirs from now on. Without one (a raised hand), one is opened.

    Of two judges at once one gets it, and the other is told who.
    """
    return claimed(cmd, tournament, match_id, reason)


def claimed(cmd: Command, tournament: Tournament, match_id: int, reason: str = Reason.HAND) -> CallIs:
    """The claim itself, inside a command."""
    match = locked_match(cmd, tournament, match_id)
    _require_judge(cmd)
    refuse_own_match(cmd, match, Right.RULE)
    if match.kind == Match.Kind.BYE:
        raise UserError("no_table", _("Nobody plays at this table."))
    call = open_call(match, lock=True)
    if call is None:
        call = _made(cmd, match, reason if reason in (Reason.HAND, Reason.RESULT) else Reason.HAND)
    if call.state == State.CLAIMED:
        if call.claimed_by_id != cmd.actor.user.pk:
            raise UserError("claimed", _("%(who)s is going there already.") % {"who": _name(call.claimed_by)})
        return _answer(cmd, call)
    if call.escalated_at is not None and cmd.actor.role != HEAD_JUDGE:
        raise UserError("head_judge", _("This table is waiting for the head judge."))
    call.state, call.claimed_by, call.claimed_at = State.CLAIMED, cmd.actor.user, cmd.at
    call.save(update_fields=["state", "claimed_by", "claimed_at"])
    announce(cmd, "call.claimed", people_at(match), round=match.round.number, table=match.table or 0)
    return _answer(cmd, call)


@command("call.release", public=True)
def call_release(cmd: Command, *, tournament: Tournament, call_id: int) -> CallIs:
    """A judge who cannot go after all puts a call back; the head judge may do so for another."""
    call, match = _locked(cmd, tournament, call_id)
    _require_judge(cmd)
    refuse_own_match(cmd, match, Right.RULE)
    _require_open(call)
    if call.claimed_by_id not in (None, cmd.actor.user.pk) and cmd.actor.role != HEAD_JUDGE:
        raise UserError("not_yours", _("Only the judge who goes there, or the head judge, can put it back."))
    call.state, call.claimed_by, call.claimed_at = State.WAITING, None, None
    call.save(update_fields=["state", "claimed_by", "claimed_at"])
    return _answer(cmd, call)


@command("call.escalate", public=True)
def call_escalate(cmd: Command, *, tournament: Tournament, call_id: int) -> CallIs:
    """A judge sends a call on to the head judge; the table waits on, and its time with it."""
    call, match = _locked(cmd, tournament, call_id)
    _require_judge(cmd)
    refuse_own_match(cmd, match, Right.RULE)
    _require_open(call)
    if call.escalated_at is not None:
        return _answer(cmd, call)
    head = Staff.objects.filter(tournament=tournament, role=HEAD_JUDGE).exclude(user=cmd.actor.user)
    if not head.exists():
        raise UserError("no_head_judge", _("This tournament has no other head judge. You decide."))
    _send_on(cmd, call)
    return _answer(cmd, call)


@command("call.resolve", public=True)
def call_resolve(cmd: Command, *, tournament: Tournament, call_id: int, minutes: int) -> CallClosed:
    """A judge is done at a table: it gets ``minutes`` back, and a game that was stopped goes on.

    What :func:`lost_minutes` counted is proposed by the page; another number is the judge's own and stands beside it.
    """
    return resolved(cmd, tournament, call_id, minutes)


def resolved(cmd: Command, tournament: Tournament, call_id: int, minutes: int) -> CallClosed:
    """The answer itself, inside a command."""
    call, match = _locked(cmd, tournament, call_id)
    _require_judge(cmd)
    refuse_own_match(cmd, match, Right.RULE)
    if not call.is_open:
        return {**_answer(cmd, call), "minutes": call.minutes}
    if not 0 <= minutes <= MOST_MINUTES:
        raise UserError("minutes", _("Enter between 0 and 60 minutes."), field="minutes")
    if call.claimed_by_id not in (None, cmd.actor.user.pk) and cmd.actor.role != HEAD_JUDGE:
        raise UserError("claimed", _("%(who)s is going there already.") % {"who": _name(call.claimed_by)})
    proposed = lost_minutes(call, match, cmd.at)
    if minutes and match.state != Match.State.FINAL:
        match.extension_minutes += minutes
        match.version += 1
        match.save(update_fields=["extension_minutes", "version"])
    call.minutes = minutes if match.state != Match.State.FINAL else 0
    _close(cmd, call, State.RESOLVED)
    cmd.record(minutes=call.minutes, proposed=proposed, total=match.extension_minutes)
    game_goes_on(cmd, match)
    return {**_answer(cmd, call), "minutes": call.minutes}


# --- what the rooms around it use -----------------------------------------------------------------------------------


def open_call(match: Match, *, lock: bool = False) -> JudgeCall | None:
    """The call of a table in which somebody still waits."""
    calls = JudgeCall.objects.filter(match=match, state__in=OPEN_CALLS)
    return (calls.select_for_update() if lock else calls).first()


def call_follows(cmd: Command, recording: Recording) -> None:
    """A recorded game has stopped: its table has a call, and whoever looks at the floor hears of it."""
    match = recording.match
    if match is None or open_call(match, lock=True) is not None:
        return
    _create(cmd, match, Reason.RECORDED, None)
    cmd.public = True


def call_ends(cmd: Command, recording: Recording) -> None:
    """A stopped game goes on by its own page: the call of its table is over, unless another game stands still."""
    match = recording.match
    others = Recording.objects.filter(match=match, state=Recording.State.FROZEN).exclude(pk=recording.pk)
    call = open_call(match, lock=True) if match is not None and not others.exists() else None
    if call is not None:
        by_judge = cmd.actor.role in (JUDGE, HEAD_JUDGE)
        _close(cmd, call, State.RESOLVED if by_judge else State.WITHDRAWN)
        cmd.public = True


def call_settled(cmd: Command, match: Match) -> None:
    """What a table called for was decided in another way: its call is over, and a game that stands still goes on."""
    call = open_call(match, lock=True)
    if call is not None:
        _close(cmd, call, State.RESOLVED)
        game_goes_on(cmd, match)


def _made(cmd: Command, match: Match, reason: str, entry: Entry | None = None) -> JudgeCall:
    """A new call from a locked match, and the games recorded there stand still."""
    held_games(match, Recording.State.OPEN)  # their locks first, as whoever calls in a recording takes them
    call = _create(cmd, match, reason, entry)
    game_stops(cmd, match, entry)
    return call


def _create(cmd: Command, match: Match, reason: str, entry: Entry | None) -> JudgeCall:
    return JudgeCall.objects.create(
        tournament_id=match.tournament_id,
        match=match,
        round=match.round,
        table=match.table,
        entry=entry,
        reason=reason,
        opened_at=cmd.at,
        clock_seconds=clock_seconds(match.round, cmd.at),
    )


def clock_seconds(round_: Round, at: datetime) -> int | None:
    """How far the clock of a round has run by then, pauses left out; None before it starts and without a limit."""
    if round_.started_at is None or not round_.minutes:
        return None
    until = min(at, round_.paused_at) if round_.paused_at is not None else at
    return max(0, int((until - round_.started_at).total_seconds()) - round_.paused_seconds)


def lost_minutes(call: JudgeCall, match: Match, at: datetime) -> int:
    """The whole minutes that a call cost a table: what its clock ran meanwhile, at most what was left on it."""
    now = clock_seconds(match.round, at)
    if now is None or match.state == Match.State.FINAL:
        return 0
    since = call.clock_seconds or 0
    left = (match.round.minutes + match.extension_minutes) * MINUTE - since
    return max(0, -(-min(now - since, left) // MINUTE))


def _send_on(cmd: Command, call: JudgeCall) -> None:
    call.escalated_at, call.state, call.claimed_by, call.claimed_at = cmd.at, State.WAITING, None, None
    call.save(update_fields=["escalated_at", "state", "claimed_by", "claimed_at"])


def _at_table(tournament: Tournament, match: Match, cmd: Command) -> Entry:
    """Who calls: the player who sits here or whose team does, or a captain for a member; refused for others."""
    user, unit = cmd.actor.user, unit_of(tournament)
    entry = Entry.objects.filter(tournament=tournament, user=user).first()
    if entry is not None and Seat.objects.filter(match=match, entry=unit.entry_of(entry)).exists():
        return entry
    seat = unit.reporter(match, user)
    if seat is None:
        raise UserError("not_your_match", _("This is not your match."))
    return seat.entry


def _require_judge(cmd: Command) -> None:
    if cmd.actor.user is None or cmd.actor.role not in (JUDGE, HEAD_JUDGE):
        raise UserError("not_a_judge", _("Only a judge of this tournament can answer a call."))


def _require_open(call: JudgeCall) -> None:
    if not call.is_open:
        raise UserError("call_closed", _("This call is already over."))


def _locked(cmd: Command, tournament: Tournament, call_id: int) -> tuple[JudgeCall, Match]:
    """The call and its match, the match locked first, as whoever opens a call does."""
    found = JudgeCall.objects.filter(tournament=tournament, pk=call_id)
    match_id = found.values_list("match_id", flat=True).first()
    if match_id is None:
        raise UserError("no_call", _("This call no longer exists."))
    match = locked_match(cmd, tournament, match_id, open_round=False)
    held_games(match, Recording.State.FROZEN)
    return JudgeCall.objects.select_for_update(of=("self",)).select_related("claimed_by").get(
        pk=call_id
    ), match


def _close(cmd: Command, call: JudgeCall, state: str) -> None:
    call.state, call.closed_at, call.closed_by = state, cmd.at, cmd.actor.user
    call.save(update_fields=["state", "closed_at", "closed_by", "minutes"])


def _answer(cmd: Command, call: JudgeCall) -> CallIs:
    cmd.record(call=call.pk, match=call.match_id, state=call.state)
    return {"call": call.pk, "state": call.state}


def _name(user: object) -> str:
    return str(getattr(user, "display_name", ""))
