"""Seats for the meeting of all players before round 1: two to a table, by name, and nobody moves because of another.

Whoever was here when check-in closed sits in the order of the names, also after somebody has left; whoever comes later
takes the next seats at the end. No row is stored for it: the deck of a player who was here is locked by the start.
"""

from dataclasses import dataclass

from django.db.models import Q

from tournaments.events.models import Tournament

from .models import Entry

AT_A_TABLE = 2
State = Entry.State


@dataclass(frozen=True)
class MeetingSeat:
    """A player and the table they sit at until the first round is published."""

    entry: Entry
    table: int


def meeting_seats(tournament: Tournament) -> list[MeetingSeat]:
    """Who sits where, by name; before the start as it would be with those who are checked in now. One query."""
    was_here = Q(state=State.CHECKED_IN) | Q(state=State.DROPPED, registration__locked_at__isnull=False)
    rows = Entry.objects.filter(was_here, tournament=tournament).select_related("registration", "user")
    line = sorted(rows.order_by("sort_name", "number"), key=_came_late)
    seats = [MeetingSeat(entry, 1 + at // AT_A_TABLE) for at, entry in enumerate(line)]
    here = [seat for seat in seats if seat.entry.state == State.CHECKED_IN]
    return sorted(here, key=lambda seat: (seat.entry.sort_name, seat.entry.number))


def _came_late(entry: Entry) -> bool:
    """Whether they came in after the start; before it nobody did, and all are alike."""
    return entry.registration is None or entry.registration.locked_at is None
