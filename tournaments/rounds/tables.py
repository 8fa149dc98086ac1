"""The tables of a round as plain data, and their way into the database and back."""

from dataclasses import dataclass

from tournaments.entries.keys import entry_key
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament

from .models import EntryRule, Match, Round, Seat


@dataclass(frozen=True)
class Table:
    """One table of a draft: entry keys in seat order; ``number`` is None for a bye.

    ``slot`` is the key in the knock-out; ``walkover`` the position that goes on because all others left; ``void``: a
    bye that counts for nothing, because the opponent's matches are void.
    """

    keys: tuple[str, ...]
    number: int | None
    slot: str = ""
    walkover: int | None = None
    void: bool = False

    @property
    def seating(self) -> tuple[tuple[str, ...], str, int | None]:
        """What must still be the same for a draft to stand: who sits there, for what, and whether it is played."""
        return (self.keys, self.slot, self.walkover)


def active_keys(tournament: Tournament) -> list[str]:
    """Everybody who plays on, in order of their numbers."""
    here = Entry.objects.filter(tournament=tournament, state=Entry.State.CHECKED_IN)
    here = here.exclude(rules__kind=EntryRule.Kind.DISQUALIFIED)
    return [entry_key(number) for number in here.order_by("number").values_list("number", flat=True)]


def seated(round_: Round) -> list[list[Seat]]:
    """The seats of a round by match, in the order in which the matches were stored; two queries at most."""
    grouped: dict[int, list[Seat]] = {}
    seats = Seat.objects.filter(round=round_).select_related("entry", "match")
    for seat in seats.order_by("match_id", "position"):
        grouped.setdefault(seat.match_id, []).append(seat)
    return list(grouped.values())


def stored_tables(round_: Round) -> list[Table]:
    """A stored round as tables."""
    return [
        Table(
            tuple(seat.entry.key for seat in seats),
            seats[0].match.table,
            seats[0].match.slot,
            _walkover(seats),
        )
        for seats in seated(round_)
    ]


def _walkover(seats: list[Seat]) -> int | None:
    """Who goes on from a table of a draft that is not played; a round that is played has forfeits of other kinds."""
    match = seats[0].match
    given_up = match.kind == Match.Kind.FORFEIT and match.outcome is not None
    return match.outcome.winner if given_up and match.outcome is not None else None
