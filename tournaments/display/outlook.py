"""When the next round starts, for the wall and for players who wait: made once a change, read at every moment."""

from django.utils import timezone
from django.utils.translation import get_language

from tournaments.events.models import Tournament
from tournaments.rounds.schedule import Day, Slot, day_of

from .shelf import Shelf

DAYS: Shelf[Day | None] = Shelf("day", lambda _day: 5_000)


def next_start(tournament: Tournament, version: int) -> Slot | None:
    """The round that is waited for, with the time at which it is expected; None when no round is to come.

    ``version`` is the public version of the tournament; while it is the same, nothing is asked of the database.
    """
    day = DAYS.get((tournament.chain_key, get_language()), version, lambda _version: day_of(tournament))
    return day.at(timezone.now()).next if day is not None else None
