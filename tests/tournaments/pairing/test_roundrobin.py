"""Round robins meet everybody exactly once (or twice) with balanced sides."""

from __future__ import annotations

from collections import Counter

import pytest

from tournaments.pairing import PairingError
from tournaments.pairing.roundrobin import most_rounds, round_robin


def test_the_first_rounds_for_six_are_those_of_the_berger_table() -> None:
    rounds = round_robin("123456")
    assert [[(pair.a, pair.b) for pair in one] for one in rounds] == [
        [("1", "6"), ("2", "5"), ("3", "4")],
        [("6", "4"), ("5", "3"), ("1", "2")],
        [("2", "6"), ("3", "1"), ("4", "5")],
        [("6", "5"), ("1", "4"), ("2", "3")],
        [("3", "6"), ("4", "2"), ("5", "1")],
    ]


@pytest.mark.parametrize("size", range(2, 20))
def test_everybody_meets_everybody_once_and_plays_once_a_round(size: int) -> None:
    ids = [f"p{i}" for i in range(size)]
    rounds = round_robin(ids)
    assert len(rounds) == most_rounds(size)
    met = Counter(frozenset((pair.a, pair.b)) for one in rounds for pair in one if pair.b is not None)
    assert len(met) == size * (size - 1) // 2
    assert set(met.values()) == {1}
    for one in rounds:
        assert sorted(who for pair in one for who in (pair.a, pair.b) if who is not None) == sorted(ids)
        assert [pair.table for pair in one if pair.b is not None] == list(range(1, size // 2 + 1))
    byes = Counter(pair.a for one in rounds for pair in one if pair.b is None)
    assert byes == (Counter(ids) if size % 2 else Counter())


@pytest.mark.parametrize("size", [4, 5, 8, 11])
def test_first_and_second_are_balanced_and_a_double_round_robin_exchanges_them(size: int) -> None:
    ids = [f"p{i}" for i in range(size)]
    first = Counter(pair.a for one in round_robin(ids) for pair in one if pair.b is not None)
    assert max(first[one] for one in ids) - min(first[one] for one in ids) <= 1
    both = round_robin(ids, double=True)
    assert len(both) == 2 * most_rounds(size)
    ordered = Counter((pair.a, pair.b) for one in both for pair in one if pair.b is not None)
    assert len(ordered) == size * (size - 1)
    assert set(ordered.values()) == {1}


def test_a_seed_draws_the_numbers_and_repeats_them() -> None:
    ids = [f"p{i}" for i in range(8)]
    assert round_robin(ids, seed="a") == round_robin(reversed(ids), seed="a")
    assert round_robin(ids, seed="a") != round_robin(ids, seed="b")


@pytest.mark.parametrize(("ids", "code"), [(["A"], "bad_size"), (["A", "B", "A"], "player_twice")])
def test_too_few_or_doubled_players_are_refused(ids: list[str], code: str) -> None:
    with pytest.raises(PairingError) as caught:
        round_robin(ids)
    assert caught.value.code == code
