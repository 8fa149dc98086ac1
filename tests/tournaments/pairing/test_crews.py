"""Crews: neighbouring tables in one row, seat against seat, and what an empty seat costs (event scenario S10b)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import Pair, PairingError, Player, pair_round
from tournaments.pairing.crews import (
    ALTERNATING_2V2,
    SHARED_TABLE,
    CrewMatch,
    CrewSeat,
    crew_result,
    seat_crews,
    shared_table,
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
    ("seats", "result"),
    [
        ([WON, WON, LOST], WON),
        ([WON, LOST, LOST], LOST),
        ([WON, LOST, DRAWN], DRAWN),
        ([WON, DRAWN, DRAWN], WON),
        ([DRAWN, DRAWN, DRAWN], DRAWN),
    ],
)
def test_the_majority_of_seats_wins(
    seats: list[tuple[Letter, Letter]], result: tuple[Letter, Letter]
) -> None:
    assert crew_result(MATCH, seats) == result


def test_an_empty_seat_is_lost_and_the_crew_plays_on() -> None:
    first, second, third = MATCH.seats
    short = replace(MATCH, seats=(first, replace(second, a=None), third))
    assert crew_result(short, [WON, WON, WON]) == WON
    assert crew_result(short, [WON, WON, DRAWN]) == DRAWN
    both = replace(MATCH, seats=(first, CrewSeat(2, None, None), third))
    assert crew_result(both, [WON, WON, LOST]) == DRAWN


def test_every_seat_needs_a_result() -> None:
    with pytest.raises(PairingError):
        crew_result(MATCH, [WON, WON])


@pytest.mark.parametrize("mode", ["3v3", "2v2v2"])
def test_around_a_shared_table_the_crews_alternate(mode: str) -> None:
    crews = [
        [f"{crew}{seat}" for seat in dots] for crew, dots in zip("ABC", SHARED_TABLE[mode], strict=False)
    ]
    around = [who[0] for _, who in shared_table(mode, crews)]
    assert all(one != two for one, two in zip(around, [*around[1:], around[0]], strict=True))


def test_in_2v2_every_base_faces_an_opponent_by_default() -> None:
    """Dots face each other across the table: 1-4, 2-5, 3-6 (105.2b)."""
    assert shared_table("2v2", [["A1", "A2"], ["B1", "B2"]]) == ((1, "A1"), (2, "B1"), (4, "B2"), (5, "A2"))
    crew_at = {dot: crew for crew, dots in enumerate(SHARED_TABLE["2v2"]) for dot in dots}
    assert crew_at[1] != crew_at[4]
    assert crew_at[2] != crew_at[5]
    assert sorted(dot for dots in ALTERNATING_2V2 for dot in dots) == [1, 2, 3, 4]


def test_a_shared_table_refuses_unknown_modes_and_crews_of_the_wrong_size() -> None:
    for mode, crews in (("4v4", [["a"], ["b"]]), ("2v2", [["a"], ["b", "c"]])):
        with pytest.raises(PairingError):
            shared_table(mode, crews)
