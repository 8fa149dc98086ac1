"""Seating a round of crews: neighbouring tables, seat against seat, and back from stored seats to pairings of crews."""

from collections.abc import Collection, Iterable, Mapping

from tournaments.pairing import Pair
from tournaments.pairing.crews import seat_crews
from tournaments.rounds.tables import Table

from .field import Crew


def crew_tables(pairings: Iterable[Table], crews: Iterable[Crew], here: Collection[str]) -> list[Table]:
    """The tables of a round of crews; ``here`` are the members who play.

    The seat of a member who left or was disqualified is the substitute's, where the crew named one; else it is lost
    to the other crew without play. Where both seats are empty there is no table. A crew without an opponent has a bye
    for each of its members. A crew that goes on without play does so at every seat.
    """
    pairings = list(pairings)
    seated = {crew.key: crew.seated(here) for crew in crews}
    rosters = {key: [one for one, _plays in seats] for key, seats in seated.items()}
    present = {key: [one if plays else None for one, plays in seats] for key, seats in seated.items()}
    pairs = [Pair(one.keys[0], one.keys[1] if len(one.keys) > 1 else None, one.number) for one in pairings]
    matches, _notes = seat_crews(pairs, present)
    tables: list[Table] = []
    for pairing, match in zip(pairings, matches, strict=True):
        if match.b is None:
            tables += [Table((member,), None) for member in present[match.a] if member is not None]
            continue
        for place, seat in enumerate(match.seats):
            given = pairing.walkover is not None
            if seat.a is None and seat.b is None and not given:
                continue
            keys = (rosters[match.a][place], rosters[match.b][place])
            walkover = pairing.walkover if given else 0 if seat.b is None else 1 if seat.a is None else None
            tables.append(Table(keys, seat.table, pairing.slot, walkover))
    return tables


def crew_pairings(boards: Iterable[Table], crews: Iterable[Crew]) -> list[Table]:
    """Stored tables as pairings of crews, each with its first table; a crew that goes on without play says so."""
    owner = owners(crews)
    found: dict[tuple[str, ...], list[Table]] = {}
    for board in sorted(boards, key=lambda one: (one.number is None, one.number)):
        found.setdefault(tuple(owner[key] for key in board.keys), []).append(board)
    return [
        Table(keys, seats[0].number, seats[0].slot, _given(seats, keys) if seats[0].slot else None)
        for keys, seats in found.items()
    ]


def _given(seats: list[Table], keys: tuple[str, ...]) -> int | None:
    """Which crew goes on without play at all: the one that has every seat given to it."""
    ways = {seat.walkover for seat in seats}
    return ways.pop() if len(ways) == 1 and len(keys) > 1 else None


def owners(crews: Iterable[Crew]) -> Mapping[str, str]:
    """The crew of every member, both by key."""
    return {member: crew.key for crew in crews for member in crew.members}
