"""Results: reported by players, disputed, ruled, entered and corrected by staff.

Every writer of a result holds the round's lock shared and the match's row alone. Anyone who closes the round
holds the round's lock alone, so a result is either in the standings or refused.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import StaleError, UserError
from ledger.names import reason_of
from ledger.shapes import Json
from ledger.sql import Statement, json_text, locking, moment
from tournaments.entries.lists import require_lists
from tournaments.events.access import Right, stands_by
from tournaments.events.models import TOURNAMENT_LOCK, Staff, Tournament
from tournaments.events.notices import announce

from .changes import by_late_slip, differing, late_slip
from .endings import checked_outcome, staff_outcome
from .formats import Said, format_of, knock_out_in
from .models import ROUND_LOCK, Dispute, Match, ResultChange, Round, Seat
from .outcomes import Outcome, plain
from .own import reported_table
from .statements import LOCK_ROUND, MATCH_CHANGED, REPORTED, REPORTS, SEATS, TABLE, TABLE_LOCKED
from .units import unit_of


class MatchIs(TypedDict):
    """A match, where it stands, and the version that the next writer must name."""

    match: int
    state: str
    version: int


State, Source, Kind = Match.State, Match.Source, Match.Kind


def match_ends_at(match: Match) -> datetime | None:
    """When time is called at this table: the room clock and the table's own extension."""
    ends = match.round.ends_at
    return ends + timedelta(minutes=match.extension_minutes) if ends is not None else None


def time_called(match: Match, at: datetime | None = None) -> bool:
    """Whether time has run out at this table (never while the clock is paused or not started)."""
    ends = match_ends_at(match)
    return ends is not None and match.round.paused_at is None and (at or timezone.now()) >= ends


def locked_match(cmd: Command, tournament: Tournament, match_id: int, *, open_round: bool = True) -> Match:
    """The match under the round's shared lock and its own row lock, in a round that is being played."""
    round_id = (
        Match.objects.filter(tournament=tournament, pk=match_id).values_list("round_id", flat=True).first()
    )
    if round_id is None:
        raise UserError("no_match", _("This match does not exist."))
    cmd.lock(ROUND_LOCK, round_id, shared=True)
    match = (
        Match.objects.select_for_update(of=("self",), no_key=True)
        .select_related("round__stage")
        .get(pk=match_id)
    )
    if open_round:
        _require_open(match)
    match.tournament = match.round.tournament = match.round.stage.tournament = tournament
    return match


def _require_open(match: Match) -> None:
    if match.round.state != Round.State.PUBLISHED:
        raise UserError("round_closed", _("This round is closed. Ask at the desk if the result is wrong."))


def refuse_own_match(cmd: Command, match: Match, right: Right) -> None:
    """Nobody decides their own match while another of the staff has the ``right``; who is alone stands in the ledger.

    Nor does a judge rule on it while an organizer who does not play stands by, who rules in place of judges who play.
    """
    user = cmd.actor.user
    if user is None or not Seat.objects.filter(match=match, entry__user=user).exists():
        return
    others = Staff.objects.filter(tournament=match.tournament_id, role__in=right.roles).exclude(user=user)
    if others.exists() or (right is Right.RULE and stands_by(match.tournament, Right.STAFF)):
        raise UserError("own_match", _("You are playing in this match. Somebody else on the staff decides."))
    cmd.record(own_match=True)


def store_result(
    cmd: Command, match: Match, outcome: Outcome, source: str, *, kind: str = Kind.PLAYED
) -> None:
    """Make this the result of a match that its command holds."""
    _ended(cmd, match, outcome, source, kind)
    match.save()


def _ended(cmd: Command, match: Match, outcome: Outcome, source: str, kind: str) -> None:
    before, match.outcome = match.outcome, outcome
    match.source, match.kind = source, kind
    _becomes(cmd, match, State.FINAL)
    cmd.record(match=match.pk, before=plain(before), outcome=plain(outcome), source=source, kind=kind)


def _refuse_other_winner(match: Match, before: str | None) -> None:
    """The next round of a knock-out is made of this one's winners: with it, who goes on cannot change."""
    if not match.slot or knock_out_in(match.round.stage).goes_on(match) == before:
        return
    if Round.objects.filter(tournament=match.tournament_id, number__gt=match.round.number).exists():
        raise UserError(
            "next_round_made",
            _("The next round is already made with the winner of this match. Undo that round first."),
        )


def change(cmd: Command, match: Match, state: str) -> None:
    """Store a match in its new state, with a new version."""
    _becomes(cmd, match, state)
    match.save()


def _becomes(cmd: Command, match: Match, state: str) -> None:
    match.state, match.version = state, match.version + 1
    match.ended_at = cmd.at if state == State.FINAL and match.ended_at is None else match.ended_at


def answer_of(match: Match) -> MatchIs:
    """What a result command answers."""
    return {"match": match.pk, "state": match.state, "version": match.version}


def table_opening(cmd: Command, match: int | None) -> list[Statement]:
    """The round's lock, shared; then the match, alone."""
    tournament = cmd.tournament.pk if cmd.tournament is not None else None
    return [
        *cmd.locks.ask_found(ROUND_LOCK, LOCK_ROUND, match, tournament),
        (locking(TABLE, TABLE_LOCKED), (match, tournament)),
    ]


def _report_opening(cmd: Command, params: Json) -> list[Statement]:
    """The locks, and, because only now nobody else writes them, seats and reports."""
    match = params["match_id"]
    return [*table_opening(cmd, match), (SEATS, [match]), (REPORTS, [match])]


@command("result.report", public=True, opening=_report_opening)
def result_report(
    cmd: Command, *, tournament: Tournament, match_id: int, said: Said, version: int | None = None
) -> MatchIs:
    """A player says how the table ended: (first, second, drawn) games, or a letter for every seat.

    The captain of a crew may say it for a member. Equal reports of everybody who must report make the result final,
    two different ones open a dispute. A changed report counts instead of the earlier one as long as the match is
    neither final nor disputed, and the page that changes it (``version``) showed the match as it is. When the first to
    report changes it, anyone who agreed to the earlier one is asked again. A table at which somebody has no list cannot
    start, so nobody reports of it: what happened there is the desk's to enter.
    """
    match, reports, listless = reported_table(tournament, cmd.opened)
    _require_open(match)
    seat = _own_seat(cmd, tournament, match)
    if match.state == State.FINAL:
        return _repeat(match, said)
    if match.state == State.DISPUTED:
        words = late_slip if by_late_slip(match, reports.values()) else differing
        raise UserError("disputed", words(tournament))
    require_lists(tournament, listless)
    outcome = checked_outcome(match, said, Kind.PLAYED, called=time_called(match, cmd.at))
    if version not in (None, match.version) and reports.get(seat.entry_id, outcome) != outcome:
        raise StaleError("stale", _("You have reported another score meanwhile. Look at it again."))
    if unconfirmed := _agreed_to_earlier(reports, seat.entry_id, outcome):
        match.reports.filter(entry__in=unconfirmed).delete()
        reports = {entry: said for entry, said in reports.items() if entry not in unconfirmed}
        cmd.record(unconfirmed=unconfirmed)
    reports[seat.entry_id] = outcome
    report_said(cmd, match, seat.entry_id, outcome)
    report_follows(cmd, match, reports, outcome)
    return answer_of(match)


def report_said(row: Command, match: Match, entry: int, outcome: Outcome) -> None:
    """Keep what an entry reports of a locked match, told in this row of the ledger."""
    row.write((REPORTED, (match.pk, entry, json_text(plain(outcome)), moment(row.at))))
    row.record(match=match.pk, entry=entry, outcome=plain(outcome))


def report_follows(cmd: Command, match: Match, reports: Mapping[int, Outcome], outcome: Outcome) -> None:
    """What a locked match becomes by the newest of its reports: disputed, waiting for the others, or final."""
    if any(other != outcome for other in reports.values()):
        Dispute.objects.create(match=match, opened_at=cmd.at)
        _becomes(cmd, match, State.DISPUTED)
        cmd.record(disputed=True)
    elif format_of(match.round.stage).ending.unsaid(match, reports):
        _becomes(cmd, match, State.REPORTED)
        silent = [seat.entry.user_id for seat in match.seats.all() if seat.entry_id not in reports]
        announce(cmd, "result.reported", silent, round=match.round.number, table=match.table or 0)
    else:
        _ended(cmd, match, outcome, Source.BOTH, Kind.PLAYED)
    cmd.write((MATCH_CHANGED, _changed(match)))


def _agreed_to_earlier(reports: Mapping[int, Outcome], entry: int, outcome: Outcome) -> list[int]:
    """Who agreed to what the first to report now takes back by saying ``outcome``; reports come in their order."""
    before = reports.get(entry)
    if before is None or before == outcome or next(iter(reports)) != entry:
        return []
    return [other for other, said in reports.items() if other != entry and said == before]


def _own_seat(cmd: Command, tournament: Tournament, match: Match) -> Seat:
    """The seat for which this person reports."""
    seat = unit_of(tournament).reporter(match, cmd.actor.user)
    if seat is None:
        raise UserError("not_your_match", _("This is not your match."))
    return seat


@command("result.take_back", public=True, opening=_report_opening)
def result_take_back(cmd: Command, *, tournament: Tournament, match_id: int) -> MatchIs:
    """A player takes their own report back, as long as nobody else at the table has reported; twice is once."""
    match, reports, _listless = reported_table(tournament, cmd.opened)
    _require_open(match)
    seat = _own_seat(cmd, tournament, match)
    if match.state in (State.FINAL, State.DISPUTED) or set(reports) - {seat.entry_id}:
        raise UserError(
            "answered", _("Others at your table have reported. Ask at the desk if your report was wrong.")
        )
    if seat.entry_id not in reports:
        return answer_of(match)
    match.reports.filter(entry=seat.entry_id).delete()
    cmd.record(match=match.pk, entry=seat.entry_id, before=plain(reports[seat.entry_id]))
    _becomes(cmd, match, State.OPEN)
    cmd.write((MATCH_CHANGED, _changed(match)))
    return answer_of(match)


def _changed(match: Match) -> tuple[object, ...]:
    """What a report can change of a match, for :data:`MATCH_CHANGED`."""
    outcome = None if match.outcome is None else json_text(plain(match.outcome))
    ended = None if match.ended_at is None else moment(match.ended_at)
    return (match.state, match.version, outcome, match.source, match.kind, ended, match.pk)


def _repeat(match: Match, said: Said, kind: str = Kind.PLAYED) -> MatchIs:
    """The same words again are no new fact; other ones need a judge."""
    format_ = format_of(match.round.stage)
    if format_.decide(match, format_.ending.read(said, match, kind), kind) == match.outcome:
        return answer_of(match)
    raise UserError("final", _("The result of this match is final. Ask at the desk if it is wrong."))


@command("result.enter", public=True)
def result_enter(
    cmd: Command,
    *,
    tournament: Tournament,
    match_id: int,
    said: Said,
    kind: str = "played",
    version: int | None = None,
    despite: bool = False,
    reason: str = "",
) -> MatchIs:
    """Staff enter a result from the slip, a forfeit or a double loss; ``version`` guards against a stale page.

    ``despite``: also one that no game could give, with a ``reason``.
    """
    match = locked_match(cmd, tournament, match_id)
    refuse_own_match(cmd, match, Right.RESULT)
    if version is not None and match.version != version:
        raise StaleError("stale", _("Somebody changed this match in the meantime. Look at it again."))
    if match.state == State.DISPUTED:
        raise UserError("disputed", _("This match is disputed: the dispute must be settled first."))
    if match.state == State.FINAL:
        return _repeat(match, said, kind)
    called = time_called(match, cmd.at)
    reason = reason_of(reason, most=300) if despite else ""
    outcome = staff_outcome(cmd, match, said, kind, called=called, despite=despite, reason=reason)
    if reason:
        cmd.explain(reason)
    store_result(cmd, match, outcome, Source.STAFF, kind=kind)
    return answer_of(match)


@command("dispute.settle", public=True)
def dispute_settle(
    cmd: Command,
    *,
    tournament: Tournament,
    match_id: int,
    said: Said,
    reason: str,
    kind: str = "played",
    despite: bool = False,
) -> MatchIs:
    """A judge settles a dispute: the score that counts, and why; ``despite``: also one that no game could give."""
    return settled(cmd, tournament, match_id, said, reason, kind=kind, despite=despite)


def settled(
    cmd: Command,
    tournament: Tournament,
    match_id: int,
    said: Said,
    reason: str,
    *,
    kind: str = "played",
    despite: bool = False,
) -> MatchIs:
    """The settling itself, inside a command."""
    match = locked_match(cmd, tournament, match_id)
    refuse_own_match(cmd, match, Right.RULE)
    reason = reason_of(reason, needed=_("Write down why you rule this way."), most=300)
    dispute = match.disputes.filter(settled_at=None).first()
    if dispute is None:
        raise UserError("no_dispute", _("This match is no longer disputed."))
    called = time_called(match, cmd.at)
    outcome = staff_outcome(cmd, match, said, kind, called=called, despite=despite, reason=reason)
    dispute.settled_at, dispute.settled_by, dispute.reason = cmd.at, cmd.actor.user, reason
    dispute.save()
    store_result(cmd, match, outcome, Source.JUDGE, kind=kind)
    cmd.record(dispute=dispute.pk)
    cmd.explain(reason)
    announce(cmd, "result.ruled", people_at(match), round=match.round.number, table=match.table or 0)
    return answer_of(match)


@command("result.correct", public=True)
def result_correct(
    cmd: Command,
    *,
    tournament: Tournament,
    match_id: int,
    said: Said,
    reason: str,
    kind: str = "played",
    version: int,
    despite: bool = False,
) -> MatchIs:
    """Change a final result with a reason, also after its round closed; later pairings stay as they are.

    ``despite``: also to one that no game could give.
    """
    cmd.lock(TOURNAMENT_LOCK, tournament.pk)
    match = locked_match(cmd, tournament, match_id, open_round=False)
    refuse_own_match(cmd, match, Right.CORRECT)
    reason = reason_of(reason, needed=_("Write down why the result changes."), most=300)
    if match.version != version:
        raise StaleError("stale", _("Somebody changed this match in the meantime. Look at it again."))
    if match.state != State.FINAL or match.kind == Kind.BYE:
        raise UserError("not_final", _("Only a final result can be corrected."))
    outcome = staff_outcome(cmd, match, said, kind, called=True, despite=despite, reason=reason)
    format_ = format_of(match.round.stage)
    before = knock_out_in(match.round.stage).goes_on(match) if match.slot else None
    match.corrected_at, was, was_kind = cmd.at, match.outcome, match.kind
    store_result(cmd, match, outcome, Source.STAFF, kind=kind)
    _refuse_other_winner(match, before)
    format_.settle(cmd, tournament, match.round.stage)
    cmd.explain(reason)
    ResultChange.objects.create(
        match=match,
        at=cmd.at,
        by=cmd.actor.user,
        role=cmd.actor.role,
        before=was,
        before_kind=was_kind,
        after=outcome,
        after_kind=kind,
        reason=reason,
    )
    announce(cmd, "result.changed", people_at(match), round=match.round.number, table=match.table or 0)
    return answer_of(match)


def people_at(match: Match) -> list[int]:
    """The people (ids) who sit at a table, every member of a team."""
    sides = unit_of(match.tournament).sides(match.tournament, match)
    return [entry.user_id for entries in sides for entry in entries]


@command("match.extend", public=True)
def match_extend(cmd: Command, *, tournament: Tournament, match_id: int, minutes: int) -> MatchIs:
    """Give one table more time, or, below zero, as much of it less; no other table changes."""
    match = locked_match(cmd, tournament, match_id)
    if not 1 <= abs(minutes) <= 60:
        raise UserError("minutes", _("Enter between 1 and 60 minutes."), field="minutes")
    if match.extension_minutes + minutes < 0:
        raise UserError("minutes", _("This table was not given so many minutes."), field="minutes")
    match.extension_minutes += minutes
    match.version += 1
    match.save(update_fields=["extension_minutes", "version"])
    cmd.record(match=match.pk, minutes=minutes, total=match.extension_minutes)
    return answer_of(match)
