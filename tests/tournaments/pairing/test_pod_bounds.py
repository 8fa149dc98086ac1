"""Bounds of pods that count unavoidable repeats, held against every division of small fields."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest

from tournaments.pairing.pod_bounds import _least_spread, least_repeats, pod_bound
from tournaments.pairing.pod_model import PodOptions, PodPlayer, pod_sizes
from tournaments.pairing.pod_search import Division, PodProblem
from tournaments.pairing.pods import _make_problem, pair_pods

COUNTS = range(6, 12)


def some_field(dice: Random, count: int) -> tuple[list[PodPlayer], PodOptions]:
    """Return players with points, meetings and uneven pods drawn at random, and options."""
    thick = dice.choice([0.0, 0.2, 0.5, 0.8, 1.0])
    often = dice.choice([1, 2, 3])
    # Former tables make thick histories like those of real rounds.
    tables = dice.choice([0, 2, 3])
    seat = [dice.randrange(tables) if tables else place for place in range(count)]
    met: list[dict[str, int]] = [{} for _ in range(count)]
    for one, two in combinations(range(count), 2):
        if dice.random() < thick or seat[one] == seat[two]:
            met[one][f"p{two}"] = met[two][f"p{one}"] = dice.randint(1, often)
    points = dice.choice([1, 6, 12])
    players = [
        PodPlayer(f"p{place}", 5 * dice.randrange(points), met[place], uneven=dice.choice([0, 0, 1]))
        for place in range(count)
    ]
    options = PodOptions(
        target=dice.choice([3, 4, 4, 5, 6]),
        uneven=dice.choice(["smaller", "larger"]),
        uneven_at=dice.choice(["bottom", "top"]),
        repeat_weight=dice.choice([1, 25, 400]),
        allow_six=dice.random() < 0.3,
    )
    return players, options


def problem_of(players: list[PodPlayer], options: PodOptions) -> tuple[PodProblem, Division]:
    """Return the problem that a round of these players is."""
    order = sorted(players, key=lambda player: (-player.score, player.id))
    return _make_problem(order, list(pod_sizes(len(players), options)), options, "oracle")


def every_division(problem: PodProblem) -> Iterator[Division]:
    """Yield every division into pods of the sizes, with everybody in a kind that is open to him or her."""

    def fill(rest: list[int], left: list[tuple[int, int]]) -> Iterator[Division]:
        if not rest:
            yield []
            return
        for size, kind in sorted(set(left)):
            others = list(left)
            others.remove((size, kind))
            for chosen in combinations(rest[1:], size - 1):
                pod = [rest[0], *chosen]
                if any(problem.fixed_kind[one] not in (None, kind) for one in pod):
                    continue
                for more in fill([one for one in rest if one not in pod], others):
                    yield [pod, *more]

    return fill(list(range(len(problem.scores))), list(zip(problem.sizes, problem.kinds, strict=True)))


def parts(problem: PodProblem, division: Division) -> tuple[int, int]:
    """Return spread and squared meetings, counted pair by pair."""
    spread = again = 0
    for pod in division:
        for one, two in combinations(pod, 2):
            spread += (problem.scores[one] - problem.scores[two]) ** 2
            again += problem.met[one].get(two, 0) ** 2
    return spread, again


@pytest.mark.parametrize("count", COUNTS)
def test_no_division_costs_less_than_the_bound_and_the_round_is_the_cheapest(count: int) -> None:
    dice = Random(f"bounds {count}")
    met_exactly = repeats_counted = proved = 0
    for _ in range(25):
        players, options = some_field(dice, count)
        problem, start = problem_of(players, options)
        values = [parts(problem, division) for division in every_division(problem)]
        least = min(spread + options.repeat_weight * again for spread, again in values)
        assert _least_spread(problem, start) <= min(spread for spread, _ in values)
        assert least_repeats(problem) <= min(again for _, again in values)
        bound = pod_bound(problem, start)
        assert bound <= least
        certificate = pair_pods(players, seed="s", number=4, options=options).certificate
        assert certificate.exact
        assert certificate.cost == least
        assert certificate.certified is (certificate.cost == certificate.lower_bound)
        assert certificate.lower_bound == bound
        met_exactly += bound == least
        repeats_counted += least_repeats(problem) > 0
        proved += certificate.certified and certificate.repeats > 0
    assert met_exactly >= 5
    assert repeats_counted >= 5
    assert proved >= 2


@pytest.mark.parametrize(("tables", "forced"), [([4, 4], 4), ([4, 4, 4], 3), ([3, 3], 2), ([5, 5], 8)])
def test_a_second_round_of_few_pods_is_certified_with_its_forced_repeats(
    tables: list[int], forced: int
) -> None:
    # 8 players in two pods: each pod holds two of either former pod at best, and so two pairs again.
    seat = [table for table, size in enumerate(tables) for _ in range(size)]
    players = [
        PodPlayer(
            f"p{one}", met={f"p{two}": 1 for two, its in enumerate(seat) if its == table and two != one}
        )
        for one, table in enumerate(seat)
    ]
    options = PodOptions(target=tables[0])
    certificate = pair_pods(players, seed="s", number=2, options=options).certificate
    assert certificate.repeats == forced
    assert certificate.lower_bound == 25 * forced
    assert certificate.certified


def test_a_large_field_that_must_repeat_is_certified_where_the_spread_alone_proved_nothing() -> None:
    # Six old friends and thirty strangers, five pods of six: two friends share one pod at least.
    names = [f"p{one:02}" for one in range(30)]
    friends = names[:6]
    players = [
        PodPlayer(one, met={two: 2 for two in friends if two != one} if one in friends else {})
        for one in names
    ]
    certificate = pair_pods(players, seed="s", number=3, options=PodOptions(target=6)).certificate
    assert certificate.spread == 0
    assert certificate.repeats == 1
    assert certificate.lower_bound == certificate.cost == 25 * 4
    assert certificate.certified


def test_pods_of_several_sizes_among_the_uneven_ones_claim_no_spread_by_slices() -> None:
    # Three and six in one kind: the highest and the lowest fit best into the three, not into slices.
    scores = [10, *[5] * 7, 0]
    problem = PodProblem(scores, [{} for _ in scores], 25, [6, 3], [1, 1], [1] * 9, "s")
    slices = [list(range(6)), list(range(6, 9))]
    least = min(problem.spread(division) for division in every_division(problem))
    assert least < problem.spread(slices)
    assert pod_bound(problem, slices) <= least


def test_players_who_know_many_that_are_strangers_to_each_other_hide_no_set_that_must_meet_again() -> None:
    """Two sides of four met across, so no three all met; five who did are one more than four tables take."""
    met = [*product(range(4), range(4, 8)), *combinations(range(8, 13), 2)]
    players = [
        PodPlayer(f"p{one:02}", met={f"p{b if a == one else a:02}": 1 for a, b in met if one in (a, b)})
        for one in range(16)
    ]
    assert least_repeats(problem_of(players, PodOptions(target=4))[0]) == 1
