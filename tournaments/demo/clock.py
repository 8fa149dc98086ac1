"""Setting the demo's times back, so that a tournament loaded in seconds has lasted an afternoon."""

from datetime import datetime, timedelta
from typing import TypedDict

from decks.registration.models import DeckRevision, Registration
from ledger.commands import Command, command
from ledger.errors import UserError
from tournaments.entries.models import Entry
from tournaments.events.models import TOURNAMENT_LOCK, Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.judging.case_models import Appeal, Case, CaseRevision
from tournaments.judging.models import JudgeCall, Penalty, PenaltyEvent
from tournaments.rounds.models import Dispute, Match, Report, Round


class SetBack(TypedDict):
    """When the tournament began by its new clock, as ISO text."""

    starts_at: str


MINUTES_IN = 22  # how long the last round has been going on
ROUND_EVERY = 74  # minutes from one round's start to the next: the round and the change-over


@command("demo.set_back", public=True)
def demo_set_back(cmd: Command, *, tournament: Tournament, at: datetime | None = None) -> SetBack:
    """Move every time of a demo tournament into the past; the ledger keeps the true ones.

    Its last round has been going on for a while now, or had at the moment ``at``.
    """
    now = at or cmd.at
    cmd.lock(TOURNAMENT_LOCK, tournament.pk)
    if not tournament.demo:
        raise UserError("not_demo", "only a demo tournament's clock can be set back")
    rounds = list(Round.objects.filter(tournament=tournament).order_by("number"))
    last = rounds[-1].number
    starts = {
        round_.number: now - timedelta(minutes=MINUTES_IN + (last - round_.number) * ROUND_EVERY)
        for round_ in rounds
    }
    doors = starts[1] - timedelta(minutes=7)
    Tournament.objects.filter(pk=tournament.pk).update(
        starts_at=doors, deck_deadline=doors - timedelta(minutes=15)
    )
    _entries(tournament, doors)
    for round_ in rounds:
        _round(round_, starts[round_.number])
        _judging(round_, starts[round_.number], now)
    cmd.record(minutes=MINUTES_IN, rounds=last, at=now)
    return {"starts_at": doors.isoformat()}


def _entries(tournament: Tournament, doors: datetime) -> None:
    for entry in Entry.objects.filter(tournament=tournament):
        entered = doors - timedelta(days=20 - entry.number, minutes=11 * entry.number)
        handed_in = doors - timedelta(hours=3 + entry.number)
        here = doors - timedelta(minutes=12 + entry.number)
        Entry.objects.filter(pk=entry.pk).update(entered_at=entered, checked_in_at=here)
        Registration.objects.filter(entry=entry).update(draft_saved_at=handed_in, locked_at=doors)
        DeckRevision.objects.filter(registration__entry=entry).update(at=handed_in)


def _judging(round_: Round, start: datetime, now: datetime) -> None:
    """Calls of the running round are some minutes old; what was ruled before lies in the middle of its round."""
    opened = max(start, now - timedelta(minutes=4))
    since = {"opened_at": opened, "clock_seconds": int((opened - start).total_seconds())}
    found = JudgeCall.objects.filter(round=round_)
    found.update(**since)
    found.exclude(claimed_at=None).update(claimed_at=opened + timedelta(minutes=1))
    ruled, decided = start + timedelta(minutes=31), start + timedelta(minutes=44)
    cases = Case.objects.filter(round=round_)
    CaseRevision.objects.filter(case__in=cases).update(at=ruled)
    Appeal.objects.filter(case__in=cases).update(at=start + timedelta(minutes=33), decided_at=decided)
    Penalty.objects.filter(round=round_).update(at=ruled)
    PenaltyEvent.objects.filter(penalty__round=round_).update(at=ruled)
    cases.update(ruled_at=ruled)


def _round(round_: Round, start: datetime) -> None:
    over = round_.state == Round.State.COMPLETED
    Round.objects.filter(pk=round_.pk).update(
        drafted_at=start - timedelta(minutes=5),
        published_at=start - timedelta(minutes=4),
        started_at=start,
        completed_at=start + timedelta(minutes=64) if over else None,
    )
    for match in Match.objects.filter(round=round_):
        table = match.table or 0
        # Some tables are quick and some need the whole hour; in the running round nobody can be later than now.
        end = start + timedelta(minutes=24 + table * 17 % 33 if over else 9 + table * 5 % 11)
        if match.ended_at is not None:
            Match.objects.filter(pk=match.pk).update(ended_at=end)
        Report.objects.filter(match=match).update(at=end - timedelta(minutes=1))
        Dispute.objects.filter(match=match).update(opened_at=end)
        GameLog.objects.filter(match=match).update(
            submitted_at=end + timedelta(minutes=1), checked_at=end + timedelta(minutes=1, seconds=2)
        )
