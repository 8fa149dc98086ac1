"""Crews and teams: one pairing unit, several seats. Tables beside each other, seat against seat, majority wins.

A crew match takes as many tables as the crew has seats, next to each other and in one row of the hall (event
scenario S10). Seat one meets seat one; the order of a crew is fixed for the round.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.pairing.model import Pair, PairingError, Relaxation

Letter = Literal["w", "d", "l"]


@dataclass(frozen=True, slots=True)
class CrewSeat:
    """One table of a crew match: the member of either crew, None where a seat is empty."""

    table: int
    a: str | None
    b: str | None


@dataclass(frozen=True, slots=True)
class CrewMatch:
    """A crew match with its tables in seat order; a bye has none."""

    a: str
    b: str | None
    seats: tuple[CrewSeat, ...]


def seat_crews(
    pairs: Iterable[Pair],
    rosters: Mapping[str, Sequence[str | None]],
    *,
    rows: Sequence[int] = (),
    first_table: int = 1,
    closed_tables: Collection[int] = (),
) -> tuple[tuple[CrewMatch, ...], tuple[Relaxation, ...]]:
    """Give every crew match its tables and every member a seat.

    pairs: the drafted round of crews, matches in table order. rosters: the members of each crew in seat order,
    None for an empty seat (disqualified, or no substitute). rows: how many tables each row of the hall has, the
    first row from ``first_table`` on; after the last row, and without rows, tables go on in one line. A match
    that fits in no row is split and named (``crew_split``). Raises :class:`PairingError` for an unknown crew.
    """
    wanted: list[tuple[Pair, int]] = []
    for pair in pairs:
        for crew in (pair.a, pair.b):
            if crew is not None and crew not in rosters:
                raise PairingError("unknown_player", player=crew)
        size = 0 if pair.b is None else max(len(rosters[pair.a]), len(rosters[pair.b]))
        wanted.append((pair, size))
    hall = _Hall(rows, first_table, closed_tables, sum(size for _, size in wanted))
    matches: list[CrewMatch] = []
    notes: list[Relaxation] = []
    for pair, size in wanted:
        tables, whole = hall.take(size)
        if not whole:
            notes.append(Relaxation("crew_split", {"a": pair.a, "b": pair.b}))
        one, two = rosters[pair.a], rosters[pair.b] if pair.b is not None else ()
        seats = tuple(CrewSeat(table, _at(one, seat), _at(two, seat)) for seat, table in enumerate(tables))
        matches.append(CrewMatch(pair.a, pair.b, seats))
    return tuple(matches), tuple(notes)


def crew_score(seats: Iterable[tuple[Letter, Letter]]) -> tuple[int, int, int]:
    """Return the seats won by either crew and the seats drawn; a seat that both lost counts for nobody."""
    seats = list(seats)
    return (
        sum(first == "w" for first, _ in seats),
        sum(second == "w" for _, second in seats),
        sum(first == second == "d" for first, second in seats),
    )


def crew_winner(score: tuple[int, int, int]) -> int | None:
    """Return 0 or 1 for the crew that won more seats; None when both won as many."""
    return None if score[0] == score[1] else int(score[1] > score[0])


class _Hall:
    """Runs of neighbouring free tables, row by row."""

    def __init__(self, rows: Sequence[int], first: int, closed: Collection[int], needed: int) -> None:
        self.runs: list[list[int]] = []
        table = first
        # Whatever the rows do not hold continues behind them, as long as it must be.
        for length in (*rows, needed + len(closed)):
            run: list[int] = []
            for number in range(table, table + length):
                if number in closed:
                    self.runs.append(run)
                    run = []
                else:
                    run.append(number)
            self.runs.append(run)
            table += length

    def take(self, size: int) -> tuple[list[int], bool]:
        """Return the next tables for a match of ``size`` seats, and whether they are neighbours in one row."""
        for run in self.runs:
            if len(run) >= size:
                taken = run[:size]
                del run[:size]
                return taken, True
        loose: list[int] = []
        for run in self.runs:
            while run and len(loose) < size:
                loose.append(run.pop(0))
        return loose, False


def _at(roster: Sequence[str | None], seat: int) -> str | None:
    return roster[seat] if seat < len(roster) else None
