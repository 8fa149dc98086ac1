"""Who sees a forecast (its owner), and what was measured in the hall."""

from datetime import datetime, timedelta
from itertools import zip_longest
from typing import TypedDict

import msgspec
from django.db.models import QuerySet
from django.http import Http404

from ledger.people import Account, Person
from tournaments.rounds.formats import duel_kinds
from tournaments.rounds.models import Round

from .models import Forecast

ENOUGH_MEASURED = 10
MOST_MEASURED = 200
LONGEST = timedelta(hours=4)
LONGEST_WAIT = timedelta(hours=1)


def own_forecasts(user: Account) -> QuerySet[Forecast]:
    """What this person asked, newest first, without the sums."""
    return Forecast.objects.filter(owner=user).select_related("tournament").defer("totals")


def access_forecast(user: Person, forecast_id: int) -> Forecast:
    """A forecast of this person; for everybody else it does not exist."""
    if not user.is_authenticated:
        raise Http404
    forecast = Forecast.objects.select_related("tournament").filter(pk=forecast_id, owner=user).first()
    if forecast is None:
        raise Http404
    return forecast


def measured(minutes: int, games: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Lengths of rounds of this time limit and number of games that were played here, and the waits between them.

    Minutes, of the newest rounds before any cut; pauses are taken out. Nothing while there are fewer than ten lengths.
    Everybody can read on the public pages when a round began and ended.
    """
    rounds = _completed(minutes, games)
    lengths, waits = [], []
    for one, before in zip_longest(rounds, rounds[1:]):
        length = one["completed_at"] - one["started_at"] - timedelta(seconds=one["paused_seconds"])
        if timedelta() < length <= LONGEST:
            lengths.append(round(length / timedelta(minutes=1), 1))
        if before is not None and _follows(before, one):
            wait = one["started_at"] - before["completed_at"]
            if timedelta() <= wait <= LONGEST_WAIT:
                waits.append(round(wait / timedelta(minutes=1), 1))
    if len(lengths) < ENOUGH_MEASURED:
        return (), ()
    return tuple(lengths), tuple(waits) if len(waits) >= ENOUGH_MEASURED else ()


class CompletedRound(TypedDict):
    """When a round began and ended."""

    tournament_id: int
    number: int
    started_at: datetime
    completed_at: datetime
    paused_seconds: int


def _completed(minutes: int, games: int) -> list[CompletedRound]:
    rounds = (
        Round.objects.filter(state=Round.State.COMPLETED, minutes=minutes, tournament__policy__games=games)
        .filter(started_at__isnull=False, completed_at__isnull=False, tournament__demo=False)
        .filter(stage__kind__in=duel_kinds())
        .order_by("-tournament__starts_at", "-tournament_id", "-number")
    )
    columns = ("tournament_id", "number", "started_at", "completed_at", "paused_seconds")
    return [msgspec.convert(row, CompletedRound) for row in rounds.values(*columns)[:MOST_MEASURED]]


def _follows(before: CompletedRound, one: CompletedRound) -> bool:
    """Whether ``one`` is the round after ``before`` of the same tournament."""
    return before["tournament_id"] == one["tournament_id"] and before["number"] == one["number"] - 1
