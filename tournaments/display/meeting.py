"""The seat of a player before the first round, for the wall and for their own screen."""

from django.core.cache import caches

from tournaments.entries.meeting import meeting_seats
from tournaments.events.models import Tournament

from .whole_pages import KEPT_SECONDS, SHELF, lock_of


def own_meeting_table(tournament: Tournament, version: int, entry_id: int) -> int | None:
    """The table at which an entry sits until round 1; made once for each version in this process."""
    key, shelf = f"meeting.{tournament.pk}", caches[SHELF]
    kept: tuple[int, dict[int, int]] | None = shelf.get(key)
    if kept is None or kept[0] < version:
        with lock_of(key):
            kept = (version, {seat.entry.pk: seat.table for seat in meeting_seats(tournament)})
            shelf.set(key, kept, KEPT_SECONDS)
    return kept[1].get(entry_id)
