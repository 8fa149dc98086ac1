"""The seat of a player before the first round, for their own screen."""

from tournaments.entries.meeting import meeting_seats
from tournaments.entries.visit import Visit
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round

from .shelf import Shelf

SEATS: Shelf[dict[int, int]] = Shelf("meeting", lambda seats: 500 + 100 * len(seats))


def own_meeting_table(visit: Visit, round_: Round | None) -> int | None:
    """Where somebody who is here sits until round 1 is published; all are seated once for each version in a process."""
    entry, tournament = visit.entry, visit.tournament
    if round_ is not None or entry is None or tournament.state != Tournament.State.RUNNING:
        return None
    return SEATS.get(tournament.pk, visit.version, lambda _version: _seats(tournament)).get(entry.pk)


def _seats(tournament: Tournament) -> dict[int, int]:
    return {seat.entry.pk: seat.table for seat in meeting_seats(tournament)}
