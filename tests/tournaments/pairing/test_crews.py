"""Crews: neighbouring tables in one row, seat against seat, and what an empty seat costs (event scenario S10b)."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import Pair, PairingError, Player, pair_round
from tournaments.pairing.crews import (
    CrewMatch,
    CrewSeat,
    crew_score,
    crew_winner,
    seat_crews,
)

Letter = Literal["w", "d", "l"]


def rosters(count: int, size: int = 3) -> dict[str, list[str | None]]:
    """Return crews c0, c1 ... of members c0-1, c0-2 ..."""
    return {f"c{crew}": [f"c{crew}-{seat + 1}" for seat in range(size)] for crew in range(count)}


def test_a_round_of_crews_is_paired_as_units_and_seated_seat_against_seat() -> None:
    crews = [Player(name, 0) for name in rosters(5)]
    draft = pair_round(crews, seed="s", number=1)
    matches, notes = seat_crews(draft.pairs, rosters(5))
    assert notes == ()
    for pair, match in zip(draft.pairs, matches, strict=True):
        assert (match.a, match.b) == (pair.a, pair.b)
        if pair.b is not None:
            assert [(seat.a, seat.b) for seat in match.seats] == [
                (f"{pair.a}-{seat}", f"{pair.b}-{seat}") for seat in (1, 2, 3)
            ]
    assert [seat.table for match in matches for seat in match.seats] == [1, 2, 3, 4, 5, 6]
    assert matches[-1].seats == ()


def test_a_match_is_not_split_over_two_rows_and_leaves_the_tables_at_the_end_of_a_row() -> None:
    pairs = [Pair("c0", "c1"), Pair("c2", "c3"), Pair("c4", "c5")]
    matches, notes = seat_crews(pairs, rosters(6), rows=(5, 6))
    assert [[seat.table for seat in match.seats] for match in matches] == [[1, 2, 3], [6, 7, 8], [9, 10, 11]]
    assert notes == ()


def test_a_closed_table_breaks_a_row_in_two() -> None:
    matches, _ = seat_crews([Pair("c0", "c1"), Pair("c2", "c3")], rosters(4), rows=(8,), closed_tables=(3,))
    assert [[seat.table for seat in match.seats] for match in matches] == [[4, 5, 6], [9, 10, 11]]


@given(
    st.integers(1, 8), st.integers(1, 4), st.lists(st.integers(0, 7), max_size=4), st.sets(st.integers(1, 30))
)
def test_every_match_has_neighbouring_tables_in_one_row_and_no_table_is_used_twice(
    matches: int, size: int, rows: list[int], closed: set[int]
) -> None:
    pairs = [Pair(f"c{2 * place}", f"c{2 * place + 1}") for place in range(matches)]
    made, notes = seat_crews(pairs, rosters(2 * matches, size), rows=rows, closed_tables=closed)
    split = {note.params["a"] for note in notes}
    used = [seat.table for match in made for seat in match.seats]
    assert len(used) == len(set(used)) == matches * size
    assert not closed & set(used)
    row_of: dict[int, int] = {}
    start = 1
    for row, length in enumerate(rows):
        row_of |= dict.fromkeys(range(start, start + length), row)
        start += length
    for match in made:
        tables = [seat.table for seat in match.seats]
        if match.a not in split:
            assert tables == list(range(tables[0], tables[0] + size))
            assert len({row_of.get(table, -1) for table in tables}) == 1


def test_a_match_that_fits_nowhere_in_one_piece_is_split_and_named() -> None:
    matches, notes = seat_crews([Pair("c0", "c1")], rosters(2), closed_tables=(2, 4, 6))
    assert [seat.table for seat in matches[0].seats] == [1, 3, 5]
    assert [(note.code, note.params["a"]) for note in notes] == [("crew_split", "c0")]


def test_an_unknown_crew_is_refused() -> None:
    with pytest.raises(PairingError) as error:
        seat_crews([Pair("c0", "who")], rosters(1))
    assert error.value.code == "unknown_player"


MATCH = CrewMatch("c0", "c1", tuple(CrewSeat(seat, f"a{seat}", f"b{seat}") for seat in (1, 2, 3)))
WON: tuple[Letter, Letter] = ("w", "l")
LOST: tuple[Letter, Letter] = ("l", "w")
DRAWN: tuple[Letter, Letter] = ("d", "d")


@pytest.mark.parametrize(
    ("seats", "score"),
    [
        ([WON, WON, LOST], (2, 1, 0)),
        ([WON, LOST, DRAWN], (1, 1, 1)),
        ([WON, DRAWN, DRAWN], (1, 0, 2)),
        ([WON, ("l", "l")], (1, 0, 0)),
        ([], (0, 0, 0)),
    ],
)
def test_seats_won_stand_where_games_stand_and_a_seat_that_both_lost_counts_for_nobody(
    seats: list[tuple[Letter, Letter]], score: tuple[int, int, int]
) -> None:
    assert crew_score(seats) == score


@pytest.mark.parametrize(
    ("score", "winner"),
    [((2, 1, 0), 0), ((1, 0, 2), 0), ((0, 1, 2), 1), ((1, 2, 0), 1), ((1, 1, 1), None), ((0, 0, 3), None)],
)
def test_the_majority_of_seats_wins(score: tuple[int, int, int], winner: int | None) -> None:
    assert crew_winner(score) == winner
