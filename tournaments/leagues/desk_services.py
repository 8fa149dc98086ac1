"""What staff decide in a league: more days for a window or a table, who was absent, who plays for whom, who stops."""

from datetime import UTC, timedelta
from typing import TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import StaleError, UserError
from ledger.names import reason_of
from tournaments.entries.models import Entry, Team
from tournaments.entries.services import EntryIs, drop_now
from tournaments.entries.teams import members_of
from tournaments.events.access import Right
from tournaments.events.models import Tournament
from tournaments.events.notices import announce
from tournaments.events.services import lock, require_state
from tournaments.events.setting_words import ONLY_OPEN, VOID_ALL
from tournaments.judging.call_services import call_settled
from tournaments.recordings.models import Recording
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import ROUND_LOCK, Match, ResultChange, Round, Seat
from tournaments.rounds.outcomes import Games, Outcome, plain
from tournaments.rounds.pairing_services import RoundTimed
from tournaments.rounds.selectors import placed
from tournaments.rounds.services import (
    MatchIs,
    answer_of,
    change,
    locked_match,
    people_at,
    refuse_own_match,
    store_result,
)
from tournaments.rounds.snapshot_services import snapshot_take
from tournaments.rounds.units import unit_of

from .models import Appointment
from .services import appointment_of, reopen, require_league

MOST_DAYS = 28
FIRST, SECOND, BOTH, NOBODY = "first", "second", "both", "nobody"
ABSENT = (FIRST, SECOND, BOTH, NOBODY)
"""Who did not come, by the seats of the table."""
Kind, State, Source = Match.Kind, Match.State, Match.Source


class Seated(TypedDict):
    """A match, and the entry that has the seat now."""

    match: int
    entry: int


def _days(days: int) -> int:
    if not 1 <= days <= MOST_DAYS:
        text = _("Enter between 1 and %(most)s days.") % {"most": MOST_DAYS}
        raise UserError("days", text, field="days")
    return days


@command("league.extend", public=True)
def window_extend(cmd: Command, *, tournament: Tournament, round_id: int, days: int) -> RoundTimed:
    """Give the window that is being played more days, for all its tables; it ends at midnight as before."""
    require_league(tournament)
    days = _days(days)
    tournament = lock(cmd, tournament)
    cmd.lock(ROUND_LOCK, round_id)
    round_ = Round.objects.filter(tournament=tournament, pk=round_id, state=Round.State.PUBLISHED).first()
    if round_ is None or round_.ends_at is None:
        raise UserError("not_published", _("This round is not being played."))
    ends = timezone.localtime(round_.ends_at)
    later = timezone.make_aware(ends.replace(tzinfo=None) + timedelta(days=days))
    round_.minutes += int((later.astimezone(UTC) - round_.ends_at).total_seconds()) // 60
    round_.save(update_fields=["minutes"])
    cmd.record(round=round_.pk, days=days, minutes=round_.minutes)
    _told_again(cmd, list(round_.matches.exclude(state=State.FINAL)), tournament)
    return {"round": round_.pk}


@command("league.extend_table", public=True)
def table_extend(cmd: Command, *, tournament: Tournament, match_id: int, days: int) -> MatchIs:
    """Give one table more days; the window waits for it."""
    require_league(tournament)
    match = locked_match(cmd, tournament, match_id)
    if match.state == State.FINAL:
        raise UserError("final", _("The result of this match is final."))
    match.extension_minutes += _days(days) * 24 * 60
    match.version += 1
    match.save(update_fields=["extension_minutes", "version"])
    cmd.record(match=match.pk, days=days, total=match.extension_minutes)
    _told_again(cmd, [match], tournament)
    return answer_of(match)


def _told_again(cmd: Command, matches: list[Match], tournament: Tournament) -> None:
    """Tell the players of these tables of their new days, and staff again when those are over."""
    Appointment.objects.filter(match__in=[match.pk for match in matches]).update(over_told_at=None)
    for match in matches:
        match.tournament = tournament
        announce(cmd, "league.extended", people_at(match), round=match.round.number, table=match.table or 0)


@command("league.rule_absence", public=True)
def absence_rule(cmd: Command, *, tournament: Tournament, match_id: int, absent: str, reason: str) -> MatchIs:
    """A judge decides who did not come: they lose by forfeit, both do, or nobody, and the two find another time.

    It is decided whether or not somebody said so; a call that the table opened is over with it.
    """
    require_league(tournament)
    match = locked_match(cmd, tournament, match_id)
    refuse_own_match(cmd, match, Right.RULE)
    reason = reason_of(reason, needed=_("Write down why you rule this way."), most=300)
    if absent not in ABSENT:
        raise UserError("absent", _("Choose who did not come."), field="absent")
    if match.state in (State.FINAL, State.DISPUTED):
        raise StaleError("stale", _("This table has a result or a dispute meanwhile. Look at it again."))
    one = appointment_of(match)
    cmd.explain(reason)
    cmd.record(absent=absent)
    if absent == NOBODY:
        reopen(one)
        change(cmd, match, match.state)
        cmd.record(match=match.pk)
    else:
        won, lost = tournament.policy.bye_games
        games = {FIRST: (lost, won), SECOND: (won, lost), BOTH: (0, 0)}[absent]
        kind = Kind.DOUBLE_LOSS if absent == BOTH else Kind.FORFEIT
        outcome = format_of(match.round.stage).decide(match, Games(games), kind)
        store_result(cmd, match, outcome, Source.JUDGE, kind=kind)
    one.version += 1
    one.save()
    call_settled(cmd, match)
    announce(cmd, "result.ruled", people_at(match), round=match.round.number, table=match.table or 0)
    return answer_of(match)


@command("league.substitute", public=True)
def seat_substitute(
    cmd: Command, *, tournament: Tournament, match_id: int, entry_id: int, other_id: int
) -> Seated:
    """Let one of a crew who has no seat in this window play for a member, before anything was played or said of it.

    In the next window the seats are as the captain named them. What was agreed is to be found anew.
    """
    require_league(tournament)
    tournament = lock(cmd, tournament)
    require_state(tournament, Tournament.State.RUNNING)
    rows = Match.objects.filter(tournament=tournament, pk=match_id, round__state=Round.State.PUBLISHED)
    match = rows.select_related("round__stage").first()
    if match is None:
        raise UserError("no_match", _("This match does not exist."))
    cmd.lock(ROUND_LOCK, match.round_id)
    match = rows.select_related("round__stage").select_for_update(of=("self",)).get()
    crew = Team.objects.filter(tournament=tournament, clan__isnull=False, members=entry_id).first()
    mates = [one.pk for one in members_of(crew)] if crew is not None else []
    seat = Seat.objects.filter(match=match, entry=entry_id).first()
    if seat is None or other_id not in mates or Seat.objects.filter(round=match.round_id, entry=other_id):
        text = _("Choose somebody of the same crew who has no seat in this round.")
        raise UserError("substitute", text, field="other")
    if not Entry.objects.filter(pk=other_id, state=Entry.State.CHECKED_IN).exists():
        raise UserError("substitute", _("This player is not taking part."), field="other")
    if match.state != State.OPEN or Recording.objects.filter(match=match).exists():
        raise UserError("begun", _("This match has begun. Who sits there plays it."))
    match.tournament = match.round.tournament = tournament
    snapshot_take(cmd, tournament, match.round.number)
    seat.delete()
    Seat.objects.create(match=match, round=match.round, entry_id=other_id, position=seat.position)
    one = appointment_of(match)
    reopen(one)
    one.version += 1
    one.save()
    match.moved_at = cmd.at
    change(cmd, match, match.state)
    cmd.record(round=match.round_id, match=match.pk, entry=entry_id, other=other_id, **placed(match.round))
    people = {*people_at(match), *unit_of(tournament).people([entry_id])}
    announce(cmd, "round.table_changed", people, round=match.round.number)
    return {"match": match.pk, "entry": other_id}


@command("league.stop", public=True)
def entry_stop(cmd: Command, *, tournament: Tournament, entry_id: int) -> EntryIs:
    """Somebody stops in a league. What becomes of their matches the league chose (``stopping``); twice is once.

    The match that is open is lost by forfeit, or void where all of theirs are. Matches that were played stay, are lost
    by forfeit, or are void as well; each of those is a correction that the opponent can read. In a crew or a team, and
    once a knock-out has begun, what was played stays.
    """
    require_league(tournament)
    tournament = lock(cmd, tournament)
    require_state(tournament, Tournament.State.RUNNING)
    entry = Entry.objects.filter(tournament=tournament, pk=entry_id).select_related("user").first()
    if entry is None:
        raise UserError("no_entry", _("This player is not in this tournament."))
    if entry.state == Entry.State.DROPPED:
        return {"entry": entry.pk, "number": entry.number, "state": entry.state}
    matches = _matches_of(cmd, tournament, entry)
    snapshot_take(cmd, tournament)
    how = tournament.policy.stopping
    if not unit_of(tournament).alone or any(match.slot for match in matches):
        how = ONLY_OPEN
    told = [_given_up(cmd, match, entry, how) for match in matches]
    stored = [one for one in told if one is not None]
    if stored:
        cmd.record(played=stored, how=how)
        for stage in {match.round.stage_id: match.round.stage for match in matches}.values():
            format_of(stage).settle(cmd, tournament, stage)
    return drop_now(cmd, entry)


def _matches_of(cmd: Command, tournament: Tournament, entry: Entry) -> list[Match]:
    """The matches of an entry in order, with the locks of their rounds; refused while a judge must settle one."""
    rows = Match.objects.filter(tournament=tournament, seats__entry=entry, table__isnull=False)
    rows = rows.exclude(round__state=Round.State.DRAFT)
    for round_id in rows.order_by("round_id").values_list("round_id", flat=True):
        cmd.lock(ROUND_LOCK, round_id)
    matches = list(
        rows.order_by("round__number").select_related("round__stage").prefetch_related("seats__entry")
    )
    if any(match.state == State.DISPUTED for match in matches):
        raise UserError("disputed", _("A match of this player is disputed: that is settled first."))
    for match in matches:
        match.tournament = match.round.tournament = match.round.stage.tournament = tournament
    return matches


def _given_up(cmd: Command, match: Match, entry: Entry, how: str) -> dict[str, object] | None:
    """What becomes of one match of who stops, stored; as the ledger tells it, None where it stays."""
    final, before, was = match.state == State.FINAL, match.outcome, match.kind
    if final and (how == ONLY_OPEN or match.kind == Kind.BYE):
        return None
    kind = Kind.VOID if how == VOID_ALL else Kind.FORFEIT
    outcome = _lost(match, entry) if kind == Kind.FORFEIT else before or Games((0, 0))
    if final and (kind, outcome) == (was, before):
        return None
    match.corrected_at = cmd.at if final else None
    match.reports.all().delete()
    said = dict(cmd.data)
    store_result(cmd, match, outcome, Source.STAFF, kind=kind)
    cmd.data = said  # the row tells of all matches at once
    if final and before is not None:
        _corrected(cmd, match, before, was)
    others = [seat.entry_id for seat in match.seats.all() if seat.entry_id != entry.pk]
    people = unit_of(match.tournament).people(others)
    announce(cmd, "result.changed", people, round=match.round.number, table=match.table or 0)
    return {"match": match.pk, "outcome": plain(outcome), "source": Source.STAFF, "kind": kind}


def _corrected(cmd: Command, match: Match, before: Outcome, was: str) -> None:
    """Keep that the result of a match was another one."""
    ResultChange.objects.create(
        match=match,
        at=cmd.at,
        by=cmd.actor.user,
        role=cmd.actor.role,
        before=before,
        before_kind=was,
        after=match.outcome,
        after_kind=match.kind,
        reason="",
    )


def _lost(match: Match, entry: Entry) -> Outcome:
    """The outcome by which an entry loses a match of two that it did not play."""
    won, lost = match.tournament.policy.bye_games
    first = next(seat.position for seat in match.seats.all() if seat.entry_id == entry.pk) == 0
    return format_of(match.round.stage).decide(
        match, Games((lost, won) if first else (won, lost)), Kind.FORFEIT
    )
