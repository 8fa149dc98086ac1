"""The checker of pods against every division there is: it proves the best, names what is better, and nothing else."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from benchmarks.pairing_states import Dice
from tournaments.pairing.model import Problem
from tournaments.pairing.pod_model import Pod, PodOptions, PodPlayer, pod_sizes
from tournaments.pairing.pod_verdict import EXACT_LIMIT, PodVerdict, judge_pods
from tournaments.pairing.pods import check_pods, pair_pods

Tables = list[tuple[str, ...]]


def field(dice: Dice, count: int, most: int = 4) -> list[PodPlayer]:
    ids = [f"p{place:02}" for place in range(count)]
    met: dict[str, dict[str, int]] = {one: {} for one in ids}
    for one, two in combinations(ids, 2):
        if dice.chance(300):
            met[one][two] = met[two][one] = 1 + dice.below(2)
    return [
        PodPlayer(
            one,
            5 * dice.below(most),
            met[one],
            tuple(dice.below(3) for _seat in range(4)),
            uneven=dice.below(2),
        )
        for one in ids
    ]


def divisions(left: Sequence[str], sizes: Sequence[int]) -> Iterator[Tables]:
    """Every division into tables of these sizes, some more than once; nothing clever."""
    if not left:
        yield []
        return
    for size in set(sizes):
        rest_of_sizes = list(sizes)
        rest_of_sizes.remove(size)
        for others in combinations(left[1:], size - 1):
            pod = (left[0], *others)
            for rest in divisions([one for one in left if one not in pod], rest_of_sizes):
                yield [pod, *rest]


def price(people: dict[str, PodPlayer], pods: Tables, weight: int = 25) -> int:
    return sum(
        (people[a].score - people[b].score) ** 2 + weight * people[a].met.get(b, 0) ** 2
        for pod in pods
        for a, b in combinations(pod, 2)
    )


def in_turn(people: dict[str, PodPlayer], pods: Tables, options: PodOptions) -> bool:
    """Nobody sits at a table of another size before somebody whose turn it is more."""
    sign = 1 if options.uneven_at == "bottom" else -1
    marks = {one: (player.uneven, sign * player.score) for one, player in people.items()}
    odd = [marks[one] for pod in pods if len(pod) != options.target for one in pod]
    even = [marks[one] for pod in pods if len(pod) == options.target for one in pod]
    return not odd or not even or max(odd) <= min(even)


def shuffled(dice: Dice, players: list[PodPlayer], options: PodOptions) -> list[Pod]:
    names = [player.id for player in players]
    for place in range(len(names) - 1, 0, -1):
        other = dice.below(place + 1)
        names[place], names[other] = names[other], names[place]
    pods = []
    for table, size in enumerate(pod_sizes(len(players), options), 1):
        pods.append(Pod(table, tuple(names[:size])))
        del names[:size]
    return pods


OPTIONS = (PodOptions(), PodOptions(target=3), PodOptions(target=4, uneven="larger", uneven_at="top"))


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("count", [3, 4, 6, 7, 8, 9, 10])
def test_the_least_price_is_that_of_all_divisions_in_turn(count: int, options: PodOptions) -> None:
    for seed in range(6):
        dice = Dice(f"all{count}{seed}")
        players = field(dice, count)
        people = {player.id: player for player in players}
        sizes = pod_sizes(count, options)
        best = min(
            price(people, pods) for pods in divisions(list(people), sizes) if in_turn(people, pods, options)
        )
        for pods in (
            shuffled(dice, players, options),
            list(pair_pods(players, seed="s", number=2, options=options).pods),
        ):
            cost = price(people, [pod.seats for pod in pods])
            found = judge_pods(players, pods, options)
            assert found.exact and found.cost == cost
            assert found.bound == min(best, cost)
            if found.better:
                better = [tuple(pod) for pod in found.better]
                assert price(people, better) == best < cost
                assert sorted(one for pod in better for one in pod) == sorted(people)
                assert in_turn(people, better, options)
            assert bool(found.better) == (best < cost)


def codes(problems: Sequence[Problem]) -> set[str]:
    return {problem.code for problem in problems if problem.severity == "warning"}


@pytest.mark.parametrize("options", OPTIONS)
def test_what_the_solver_makes_is_proved_and_what_is_spoilt_is_named(options: PodOptions) -> None:
    """Rounds of up to sixteen: without a word of weakness as made; two players exchanged for the worse are named."""
    spoilt = named = 0
    for count in range(3, EXACT_LIMIT + 1):
        dice = Dice(f"made{count}{options.target}")
        players = field(dice, count)
        draft = pair_pods(players, seed="s", number=2, options=options)
        assert codes(check_pods(players, draft.pods, (), options)) == set()
        if len(draft.pods) < 2:
            continue
        first, second = draft.pods[0], draft.pods[-1]
        one, two = first.seats[0], second.seats[0]
        bad = [
            replace(pod, seats=tuple({one: two, two: one}.get(who, who) for who in pod.seats))
            for pod in draft.pods
        ]
        before, after = judge_pods(players, draft.pods, options), judge_pods(players, bad, options)
        problems = codes(check_pods(players, bad, (), options))
        spoilt += after.cost > before.cost
        if after.cost > before.cost:
            named += bool(problems & {"pod_exchange", "pod_cost_above", "pod_turn"})
    assert named == spoilt > 3


def test_each_exchange_it_names_saves_what_it_says() -> None:
    dice = Dice("exchanges")
    for count in (12, 24, 37):
        players = field(dice, count)
        people = {player.id: player for player in players}
        pods = shuffled(dice, players, PodOptions())
        found = judge_pods(players, pods, PodOptions())
        tables = [list(pod.seats) for pod in pods]
        assert found.exchanges
        for one, two, gain in found.exchanges:
            before = price(people, [tuple(pod) for pod in tables])
            tables = [[{one: two, two: one}.get(who, who) for who in pod] for pod in tables]
            assert before - price(people, [tuple(pod) for pod in tables]) == gain > 0
        if not found.exact:
            assert sorted(map(sorted, found.better)) == sorted(map(sorted, tables))


def test_a_large_field_is_refuted_by_an_exchange_or_left_between_two_figures_and_never_called_best() -> None:
    dice = Dice("large")
    players = field(dice, 60)
    people = {player.id: player for player in players}
    draft = pair_pods(players, seed="s", number=2)
    for pods in (draft.pods, tuple(shuffled(dice, players, PodOptions()))):
        found = judge_pods(players, pods, PodOptions())
        assert found.bound <= draft.certificate.cost
        assert found.cost == price(people, [pod.seats for pod in pods])
        if found.cost > found.bound:
            assert codes(check_pods(players, pods, (), PodOptions())) & {
                "pod_exchange",
                "pod_cost_not_proved",
            }
    assert not judge_pods(players, draft.pods, PodOptions()).exchanges, "the solver leaves no exchange"


def entries(count: int) -> list[PodPlayer]:
    return [PodPlayer(f"p{place:02}") for place in range(count)]


def test_wrong_sizes_turns_seats_and_byes_are_each_named_for_what_they_are() -> None:
    options = PodOptions()
    threes = [Pod(n + 1, tuple(f"p{place:02}" for place in range(3 * n, 3 * n + 3))) for n in range(4)]
    (problem,) = check_pods(entries(12), threes, (), options)
    assert (problem.code, problem.params) == ("pod_sizes", {"own": "3, 3, 3, 3", "wanted": "4, 4, 4"})
    seven = entries(7)
    seven[6] = replace(seven[6], uneven=1)
    turn = [Pod(1, ("p00", "p01", "p02", "p03")), Pod(2, ("p04", "p05", "p06"))]
    (problem,) = check_pods(seven, turn, (), options)
    assert problem.code == "pod_turn" and problem.params["a"] == "p06"
    four = entries(4)
    four[0] = replace(four[0], seats=(2, 0, 0, 0))
    sat = [Pod(9, ("p00", "p01", "p02", "p03"))]
    (problem,) = check_pods(four, sat, (), options)
    assert (problem.code, problem.params) == ("pod_seats", {"table": 9})
    (problem,) = check_pods(entries(5), [Pod(1, ("p00", "p01", "p02", "p03"))], ["p04"], options)
    assert (problem.code, problem.params) == ("pod_bye", {"player": "p04"})


def test_a_repeat_that_no_cheaper_round_avoids_is_a_note_and_one_that_is_avoidable_a_warning() -> None:
    six = [replace(one, met={"p00": 1} if one.id == "p01" else {}) for one in entries(6)]
    options = PodOptions(target=3)
    together = [Pod(1, ("p00", "p01", "p02")), Pod(2, ("p03", "p04", "p05"))]
    found = check_pods(six, together, (), options)
    assert {(one.code, one.severity) for one in found} == {
        ("pod_repeat", "warning"),
        ("pod_exchange", "warning"),
        ("pod_cost_above", "warning"),
    }
    three = [replace(one, met={"p00": 1} if one.id == "p01" else {}) for one in entries(3)]
    (problem,) = check_pods(three, [Pod(1, ("p00", "p01", "p02"))], (), options)
    assert (problem.code, problem.severity) == ("pod_repeat", "note")


def test_nothing_is_judged_of_a_round_that_is_not_valid_and_nobody_sits_nowhere() -> None:
    found = check_pods(entries(6), [Pod(1, ("p00", "p01", "p02"))], (), PodOptions(target=3))
    assert {problem.code for problem in found} == {"player_missing"}
    assert check_pods(entries(2), [], ["p00", "p01"], PodOptions()) == ()


def test_best_is_what_costs_the_bound() -> None:
    assert PodVerdict(3, 3, exact=True).best and not PodVerdict(4, 3, exact=True).best
