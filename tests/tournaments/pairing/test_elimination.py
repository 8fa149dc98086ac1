"""Brackets: seeds, byes, third place, double elimination and the top cut."""

from __future__ import annotations

import pytest

from benchmarks.pairing_states import Dice
from tournaments.pairing import PairingError, Player
from tournaments.pairing.elimination import (
    Bracket,
    bracket_standings,
    double_elimination,
    places,
    playable_matches,
    seed_order,
    single_elimination,
    top_cut,
)


def play(bracket: Bracket, dice: Dice | None = None) -> dict[str, str]:
    """Play every match; the better seed wins, or the dice decide."""
    results: dict[str, str] = {}
    while ready := playable_matches(bracket, results):
        for standing in ready:
            assert standing.a is not None and standing.b is not None
            best = min(standing.a, standing.b, key=bracket.seeds.index)
            results[standing.match.key] = best if dice is None else (standing.a, standing.b)[dice.below(2)]
    return results


def seeds(count: int) -> list[str]:
    """Return s01, s02, ..."""
    return [f"s{place:02}" for place in range(1, count + 1)]


def test_seeds_of_eight_meet_as_one_eight_four_five_two_seven_three_six() -> None:
    assert seed_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    first = [(m.a.name, m.b.name) for m in single_elimination(seeds(8)).matches if m.round == 1]
    assert first == [("s01", "s08"), ("s04", "s05"), ("s02", "s07"), ("s03", "s06")]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32])
def test_the_best_two_seeds_of_any_half_can_only_meet_at_its_end(size: int) -> None:
    order = seed_order(size)
    assert sorted(order) == list(range(1, size + 1))
    assert all(order[i] + order[i + 1] == size + 1 for i in range(0, size, 2))
    assert (1 in order[: size // 2]) != (2 in order[: size // 2])


@pytest.mark.parametrize("count", range(2, 18))
def test_byes_go_to_the_best_seeds_and_one_champion_is_left(count: int) -> None:
    bracket = single_elimination(seeds(count))
    start = bracket_standings(bracket, {})
    resting = {s.a or s.b for s in start.values() if s.match.round == 1 and None in (s.a, s.b)}
    byes = 2 ** (count - 1).bit_length() - count
    assert resting == set(seeds(count)[:byes])
    results = play(bracket)
    assert len(results) == count - 1
    order = places(bracket, results)
    assert order[0] == (1, ("s01",))
    assert order[1] == (2, ("s02",))
    assert sorted(one for _, group in order for one in group) == seeds(count)


def test_the_match_for_third_place_separates_the_losers_of_the_semifinals() -> None:
    bracket = single_elimination(seeds(8), third_place=True)
    results = play(bracket)
    assert places(bracket, results)[:4] == ((1, ("s01",)), (2, ("s02",)), (3, ("s03",)), (4, ("s04",)))
    shared = places(single_elimination(seeds(8)), {k: v for k, v in results.items() if k != "T"})
    assert shared[2] == (3, ("s04", "s03"))


def test_places_are_given_as_soon_as_they_are_certain() -> None:
    bracket = single_elimination(seeds(4))
    assert places(bracket, {}) == ()
    assert places(bracket, {"M1.1": "s01"}) == ((4, ("s04",)),)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8, 11, 16, 23])
def test_in_double_elimination_everybody_but_the_champion_loses_twice(count: int) -> None:
    for seed in range(6):
        bracket = double_elimination(seeds(count))
        results = play(bracket, Dice(f"{count}.{seed}"))
        losses = dict.fromkeys(seeds(count), 0)
        for key, standing in bracket_standings(bracket, results).items():
            if key in results and standing.a is not None and standing.b is not None:
                losses[standing.b if standing.winner == standing.a else standing.a] += 1
        order = places(bracket, results)
        champion = order[0][1][0]
        assert losses[champion] <= 1
        assert all(count_ == 2 for one, count_ in losses.items() if one != champion)
        assert sorted(one for _, group in order for one in group) == seeds(count)
        assert [place for place, _ in order] == sorted(
            1 + sum(len(g) for p, g in order if p < place) for place, _ in order
        )


def test_the_second_final_is_only_played_when_the_unbeaten_player_lost_the_first() -> None:
    bracket = double_elimination(seeds(4))
    results = play(bracket)
    assert "R" not in results
    upset = {**results, "F": "s02"}
    (again,) = playable_matches(bracket, upset)
    assert again.match.key == "R"
    assert {again.a, again.b} == {"s01", "s02"}
    assert places(bracket, {**upset, "R": "s02"})[:2] == ((1, ("s02",)), (2, ("s01",)))


def test_no_rematch_in_the_first_losers_rounds_of_eight() -> None:
    bracket = double_elimination(seeds(8))
    for seed in range(20):
        results = play(bracket, Dice(f"lr{seed}"))
        met: set[frozenset[str | None]] = set()
        for standing in bracket_standings(bracket, results).values():
            pair = frozenset((standing.a, standing.b))
            if standing.match.part == "losers" and standing.match.round <= 2:
                assert pair not in met
            met.add(pair)


@pytest.mark.parametrize(
    ("count", "first", "most"), [(9, 4, 100), (12, 4, 200), (16, 4, 200), (32, 5, 50), (64, 7, 10)]
)
def test_who_met_meets_again_late_and_seldom_in_the_losers_part(count: int, first: int, most: int) -> None:
    """Of 600 brackets (fewer large ones) the first losers' round in which it happens at all, and how often there."""
    again: dict[int, int] = {}
    for seed in range(600 if count < 32 else 300 if count == 32 else 60):
        bracket = double_elimination(seeds(count))
        results = play(bracket, Dice(f"again{count}.{seed}"))
        met: set[frozenset[str | None]] = set()
        for standing in bracket_standings(bracket, results).values():
            pair = frozenset((standing.a, standing.b))
            if standing.match.part == "losers" and pair in met and None not in pair:
                again[standing.match.round] = again.get(standing.match.round, 0) + 1
            met.add(pair)
    assert min(again) >= first
    assert again[min(again)] <= most


def test_a_result_for_somebody_who_is_not_in_the_match_is_refused() -> None:
    with pytest.raises(PairingError) as caught:
        bracket_standings(single_elimination(seeds(4)), {"M1.1": "s02"})
    assert caught.value.code == "unknown_player"


@pytest.mark.parametrize(("bad", "code"), [(["A"], "bad_size"), (["A", "A"], "player_twice")])
def test_brackets_of_one_or_with_a_seed_twice_are_refused(bad: list[str], code: str) -> None:
    for build in (single_elimination, double_elimination):
        with pytest.raises(PairingError) as caught:
            build(bad)
        assert caught.value.code == code


def test_the_top_cut_takes_a_number_or_a_score_and_passes_over_the_dropped() -> None:
    players = [Player(f"p{i}", 30 - 3 * i, rank=i, active=i != 2) for i in range(1, 10)]
    assert top_cut(players, size=4) == ("p1", "p3", "p4", "p5")
    assert top_cut(players, points=18) == ("p1", "p3", "p4")
    assert top_cut(players, size=2, points=18) == ("p1", "p3")
    with pytest.raises(PairingError):
        top_cut(players)
