"""The seat of a player before the first round, for the wall and for their own screen."""

from django.core.cache import caches

from tournaments.entries.meeting import meeting_seats
from tournaments.entries.visit import Visit
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round

from .whole_pages import KEPT_SECONDS, SHELF, lock_of


def own_meeting_table(visit: Visit, round_: Round | None) -> int | None:
    """Where somebody who is here sits until round 1 is published; all are seated once for each version in a process."""
    entry, tournament, version = visit.entry, visit.tournament, visit.version
    if round_ is not None or entry is None or tournament.state != Tournament.State.RUNNING:
        return None
    key, shelf = f"meeting.{tournament.pk}", caches[SHELF]
    kept: tuple[int, dict[int, int]] | None = shelf.get(key)
    if kept is None or kept[0] < version:
        with lock_of(key):
            kept = (version, {seat.entry.pk: seat.table for seat in meeting_seats(tournament)})
            shelf.set(key, kept, KEPT_SECONDS)
    return kept[1].get(entry.pk)
