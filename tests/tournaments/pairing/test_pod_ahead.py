"""Pods that look ahead, held against all continuations of small fields."""

from __future__ import annotations

from itertools import combinations

import pytest

from benchmarks.pairing_states import Dice
from tests.tournaments.pairing.test_pod_bounds import every_division, problem_of
from tests.tournaments.pairing.test_pods import after, entries
from tournaments.pairing import pod_ahead
from tournaments.pairing.pod_ahead import _Fresh, _fresh, _without
from tournaments.pairing.pod_model import PodDraft, PodOptions, PodPlayer
from tournaments.pairing.pod_search import PodProblem
from tournaments.pairing.pods import pair_pods

Pairs = frozenset[tuple[int, int]]


def rounds_of(problem: PodProblem) -> list[Pairs]:
    """Return the pairs of every division of the field."""
    return [
        frozenset(pair for pod in division for pair in combinations(sorted(pod), 2))
        for division in every_division(problem)
    ]


def most_fresh(rounds: list[Pairs], met: Pairs, wanted: int) -> int:
    """Return how many rounds without a repeat can follow, by trying all."""
    best = 0
    fresh = [pairs for pairs in rounds if not pairs & met] if wanted else []
    for pairs in fresh:
        best = max(best, 1 + most_fresh(fresh, met | pairs, wanted - 1))
        if best == wanted:
            break
    return best


def play(
    count: int, target: int, rounds: int, seed: str, *, ahead: bool, lots: bool
) -> tuple[list[PodDraft], int]:
    """Play all rounds; return them and the repeats of the event. lots: somebody wins each pod."""
    players, dice, drafts = entries(count), Dice(f"ahead {seed}"), []
    options = PodOptions(target=target, rounds=rounds if ahead else None)
    for number in range(1, rounds + 1):
        drafts.append(pair_pods(players, seed=seed, number=number, options=options))
        players = after(players, drafts[-1], dice if lots else None, target)
    return drafts, sum(draft.certificate.repeats for draft in drafts)


@pytest.mark.parametrize(
    ("count", "target", "rounds"), [(9, 3, 4), (9, 3, 3), (8, 4, 3), (10, 5, 2), (7, 4, 3)]
)
@pytest.mark.parametrize("lots", [False, True])
def test_the_round_taken_leaves_as_many_rounds_as_any_equally_good_one(
    count: int, target: int, rounds: int, lots: bool
) -> None:
    players, dice = entries(count), Dice(f"best {count} {target}")
    options = PodOptions(target=target, rounds=rounds)
    for number in range(1, rounds + 1):
        draft = pair_pods(players, seed="s", number=number, options=options)
        problem, _ = problem_of(players, options)
        every = rounds_of(problem)
        met = frozenset((one, two) for one, row in enumerate(problem.met) for two in row if one < two)

        def price(pairs: Pairs, problem: PodProblem = problem) -> int:
            return sum(problem.pair_cost(one, two) for one, two in pairs)

        least = min(map(price, every))
        assert draft.certificate.cost == least
        if number < rounds and count < 10:
            equal = [pairs for pairs in every if price(pairs) == least]
            # Later rounds are free of points; the first sixty equally good ones are enough to refute.
            best = max(most_fresh(every, met | pairs, rounds - number) for pairs in equal[:60])
            assert draft.certificate.later is not None
            assert draft.certificate.later >= best
        players = after(players, draft, dice if lots else None, target)


@pytest.mark.parametrize(("count", "target", "rounds"), [(9, 3, 4), (12, 3, 4), (15, 3, 6), (16, 4, 5)])
def test_with_equal_points_every_announced_round_is_played_without_a_repeat(
    count: int, target: int, rounds: int
) -> None:
    greedy = 0
    for seed in ("a", "b", "c"):
        drafts, repeats = play(count, target, rounds, seed, ahead=True, lots=False)
        assert repeats == 0
        assert [draft.certificate.later for draft in drafts] == [*range(rounds - 1, 0, -1), None]
        greedy += play(count, target, rounds, seed, ahead=False, lots=False)[1]
    assert greedy or count < 15


def test_looking_ahead_costs_the_round_nothing() -> None:
    dice = Dice("same price")
    for count, target in [(12, 3), (12, 4), (14, 4), (20, 4)]:
        players = entries(count)
        for number in range(1, 5):
            plain = pair_pods(players, seed="s", number=number, options=PodOptions(target=target))
            ahead = pair_pods(players, seed="s", number=number, options=PodOptions(target=target, rounds=5))
            assert ahead.certificate.cost == plain.certificate.cost
            assert plain.certificate.later is None
            players = after(players, ahead, dice, target)


def test_played_with_winners_looking_ahead_repeats_no_more_than_the_greedy_round() -> None:
    greedy = ahead = 0
    for count, target, rounds in [(9, 3, 4), (12, 3, 4), (16, 4, 5)]:
        for seed in "abcdef":
            greedy += play(count, target, rounds, seed, ahead=False, lots=True)[1]
            ahead += play(count, target, rounds, seed, ahead=True, lots=True)[1]
    assert ahead <= greedy


def test_fresh_rounds_are_found_as_often_as_there_are_any() -> None:
    dice = Dice("fresh")
    answers = set()
    for case in range(40):
        count, target = [(6, 3), (7, 4), (8, 4), (9, 3)][case % 4]
        names = [f"p{one}" for one in range(count)]
        known = [pair for pair in combinations(range(count), 2) if dice.below(100) < 12]
        players = [
            PodPlayer(name, met={names[b if a == one else a]: 1 for a, b in known if one in (a, b)})
            for one, name in enumerate(names)
        ]
        problem, _ = problem_of(players, PodOptions(target=target))
        problem.kinds = [0] * len(problem.sizes)
        problem.fixed_kind = [None] * count
        most = most_fresh(rounds_of(problem), frozenset(known), 3)
        answers.add(most)
        assert _Fresh(problem.sizes, 100_000).most(_fresh(problem), 3) == most
    assert len(answers) > 1


def test_the_search_stops_after_the_counted_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[_Fresh] = []
    init = _Fresh.__init__

    def keep(search: _Fresh, sizes: list[int], limit: int) -> None:
        init(search, sizes, limit)
        made.append(search)

    monkeypatch.setattr(_Fresh, "__init__", keep)
    play(24, 4, 7, "s", ahead=True, lots=True)
    assert made
    assert all(search.steps <= search.limit + 1 for search in made)
    assert sum(search.steps for search in made) <= 6 * (pod_ahead._STEPS + pod_ahead._CANDIDATES)


def test_nothing_is_searched_where_somebody_has_not_enough_left_to_play_more_rounds() -> None:
    # The first has three others left: one pod of four, and that many rounds are known already.
    rows = [sum(1 << two for two in range(8) if two != one) for one in range(8)]
    rows = _without(rows, [(0, 4), (0, 5), (0, 6), (0, 7)])
    search = _Fresh([4, 4], 1_000)
    assert search.most(rows, 3, least=1) == 0 and search.steps == 0
    assert search.most(rows, 3) == 1 and search.steps > 0


def test_a_round_takes_its_pairs_from_those_who_have_not_met() -> None:
    rows = _without([0b1110, 0b1101, 0b1011, 0b0111], [(0, 1), (2, 3)])
    assert rows == [0b1100, 0b1100, 0b0011, 0b0011]
