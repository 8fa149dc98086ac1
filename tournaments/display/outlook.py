"""When the next round starts, for the wall and for players who wait: made once a change, read at every moment."""

from dataclasses import dataclass
from hashlib import blake2b

from django.core.cache import caches
from django.utils import timezone
from django.utils.translation import get_language

from tournaments.events.models import Tournament
from tournaments.rounds.schedule import Day, Slot, day_of

from .whole_pages import KEPT_SECONDS, SHELF, lock_of


@dataclass(frozen=True)
class Outlook:
    """The day of a tournament, as it was at a version."""

    version: int
    day: Day | None
    weight: int = 5_000
    """About as many bytes of memory as it takes."""


def next_start(tournament: Tournament, version: int) -> Slot | None:
    """The round that is waited for, with the time at which it is expected; None when no round is to come.

    ``version`` is the public version of the tournament; while it is the same, nothing is asked of the database.
    """
    day = _day(tournament, version)
    return day.at(timezone.now()).next if day is not None else None


def _day(tournament: Tournament, version: int) -> Day | None:
    place = blake2b(f"{tournament.chain_key} {get_language()}".encode(), digest_size=16).hexdigest()
    shelf, key = caches[SHELF], f"outlook.{place}"
    kept: Outlook | None = shelf.get(key)
    if kept is None or kept.version < version:
        with lock_of(key):
            kept = shelf.get(key)
            if kept is None or kept.version < version:
                kept = Outlook(version, day_of(tournament))
                shelf.set(key, kept, KEPT_SECONDS)
    return kept.day
