"""Speed that must not be lost; limits are wide so that a busy machine does not fail them.

The honest clock is ``python -m benchmarks.pairing``.
"""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from benchmarks.pairing_states import Season, states
from tournaments.pairing import CurrentPair, Player, pair_round, repair_plans


def fastest(times: int, work: object) -> float:
    """Return the least processor time of several calls."""
    assert callable(work)
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)


@pytest.fixture(scope="module")
def late_round() -> tuple[int, list[Player]]:
    """Return 10,000 players before their sixth round."""
    *_, last = states(Season(10_000, 6, seed="speed"))
    return last


def test_ten_thousand_players_are_paired_in_a_fraction_of_a_second(
    late_round: tuple[int, list[Player]],
) -> None:
    number, players = late_round
    assert fastest(3, lambda: pair_round(players, seed="s", number=number)) < 0.25


def test_a_repair_among_two_thousand_players_takes_a_few_times_the_pairing() -> None:
    players = [Player(f"p{place:04}", 3 * (place % 4)) for place in range(2000)]
    draft = pair_round(players, seed="s", number=3)
    current = [CurrentPair(pair.a, pair.b, pair.table) for pair in draft.pairs]
    late = [*players, Player("late", 0)]
    pairing = fastest(3, lambda: pair_round(players, seed="s", number=3))
    assert fastest(3, lambda: repair_plans(late, current, seed="s", number=3)) < 40 * pairing


def test_ten_times_the_players_take_about_ten_times_as_long(late_round: tuple[int, list[Player]]) -> None:
    number, few = late_round
    few = [replace(player, opponents=player.opponents[:3]) for player in few]
    many = [replace(player, id=f"{player.id}-{copy}") for copy in range(10) for player in few]
    base = fastest(3, lambda: pair_round(few, seed="s", number=number))
    assert fastest(2, lambda: pair_round(many, seed="s", number=number)) < 25 * base


def test_a_pairing_and_a_repair_that_are_slow_are_found(
    late_round: tuple[int, list[Player]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: a round paired twenty times over, and a repair that is sixty pairings."""
    once = pair_round

    def paired(times: int, players: list[Player], number: int) -> None:
        for _time in range(times):
            once(players, seed="s", number=number)

    with monkeypatch.context() as patch:
        patch.setitem(
            globals(), "repair_plans", lambda players, *_now, seed, number: paired(60, players, number)
        )
        with pytest.raises(AssertionError):
            test_a_repair_among_two_thousand_players_takes_a_few_times_the_pairing()
    monkeypatch.setitem(globals(), "pair_round", lambda players, *, seed, number: paired(20, players, number))
    with pytest.raises(AssertionError):
        test_ten_thousand_players_are_paired_in_a_fraction_of_a_second(late_round)
