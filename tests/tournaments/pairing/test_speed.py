"""Work that must not grow, counted in lines that are run; seconds are ``python -m benchmarks.pairing``'s."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.pairing_states import Season, states
from tests.worked import lines_run
from tournaments.pairing import CurrentPair, Player, pair_round, repair_plans


@pytest.fixture(scope="module")
def late_round() -> tuple[int, list[Player]]:
    """Return 10,000 players before their sixth round."""
    *_, last = states(Season(10_000, 6, seed="speed"))
    return last


def test_ten_thousand_players_are_paired_in_a_few_lines_each(
    late_round: tuple[int, list[Player]],
) -> None:
    number, players = late_round
    assert lines_run(lambda: pair_round(players, seed="s", number=number)) < 25 * len(players)


def test_a_repair_among_two_thousand_players_takes_a_few_times_the_pairing() -> None:
    players = [Player(f"p{place:04}", 3 * (place % 4)) for place in range(2000)]
    draft = pair_round(players, seed="s", number=3)
    current = [CurrentPair(pair.a, pair.b, pair.table) for pair in draft.pairs]
    late = [*players, Player("late", 0)]
    pairing = lines_run(lambda: pair_round(players, seed="s", number=3))
    assert lines_run(lambda: repair_plans(late, current, seed="s", number=3)) < 20 * pairing


def test_ten_times_the_players_take_about_ten_times_the_work(late_round: tuple[int, list[Player]]) -> None:
    number, few = late_round
    few = [replace(player, opponents=player.opponents[:3]) for player in few]
    many = [replace(player, id=f"{player.id}-{copy}") for copy in range(10) for player in few]
    base = lines_run(lambda: pair_round(few, seed="s", number=number))
    assert lines_run(lambda: pair_round(many, seed="s", number=number)) < 15 * base


def test_a_pairing_and_a_repair_that_are_slow_are_found(
    late_round: tuple[int, list[Player]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: a round paired twice over, and a repair that is thirty pairings."""
    once = pair_round

    def paired(times: int, players: list[Player], number: int) -> None:
        for _time in range(times):
            once(players, seed="s", number=number)

    with monkeypatch.context() as patch:
        patch.setitem(
            globals(), "repair_plans", lambda players, *_now, seed, number: paired(30, players, number)
        )
        with pytest.raises(AssertionError):
            test_a_repair_among_two_thousand_players_takes_a_few_times_the_pairing()
    monkeypatch.setitem(globals(), "pair_round", lambda players, *, seed, number: paired(2, players, number))
    with pytest.raises(AssertionError):
        test_ten_thousand_players_are_paired_in_a_few_lines_each(late_round)
