"""Mending a round of pods: what a player who left before the start or arrived late costs (event scenario S10)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.speeds import amount
from tournaments.pairing.model import PairingError
from tournaments.pairing.pod_model import CurrentPod, PodOptions, PodPlan, PodPlayer
from tournaments.pairing.pod_repair import pod_plans, small_pod_plans
from tournaments.pairing.pods import check_pods, pair_pods


def field(count: int, *, score: int = 0) -> list[PodPlayer]:
    """Return players without history."""
    return [PodPlayer(f"p{place:03}", score) for place in range(count)]


def published(players: list[PodPlayer], *, finished: tuple[str, ...] = ()) -> list[CurrentPod]:
    """Make pods of the players; pods with a named player are finished."""
    draft = pair_pods(players, seed="s", number=2)
    return [
        CurrentPod(pod.table, pod.seats, finished=bool(set(finished) & set(pod.seats))) for pod in draft.pods
    ]


def without(players: list[PodPlayer], *gone: str) -> list[PodPlayer]:
    """Return the players with some of them gone."""
    return [replace(player, active=player.id not in gone) for player in players]


def plans(
    players: list[PodPlayer], current: list[CurrentPod], *, break_finished: bool = False
) -> dict[str, PodPlan]:
    """Return the plans by kind."""
    made = pod_plans(players, current, seed="s", number=2, break_finished=break_finished)
    return {plan.kind: plan for plan in made}


def test_a_pod_of_four_that_loses_one_plays_on_as_three_and_nobody_else_moves() -> None:
    players = field(12)
    current = published(players)
    gone = current[1].seats[2]
    smallest = plans(without(players, gone), current)["smallest"]
    assert smallest.pods_broken == 0
    assert [len(pod.seats) for pod in smallest.pods] == [4, 3, 4]
    assert [pod.seats for pod in smallest.added] == [tuple(one for one in current[1].seats if one != gone)]
    assert not smallest.problems


def test_a_pod_of_three_that_loses_one_is_joined_to_another_or_plays_with_two() -> None:
    players = field(7)
    current = published(players)
    short = next(pod for pod in current if len(pod.seats) == 3)
    now = without(players, short.seats[0])
    found = plans(now, current)
    assert [problem.code for problem in found["leave"].problems] == ["pod_size"]
    assert found["leave"].pods_broken == 0
    assert sorted(len(pod.seats) for pod in found["smallest"].pods) == [3, 3]
    assert not check_pods(now, found["smallest"].pods)


def test_two_left_over_take_one_from_a_single_pod_rather_than_making_two_pods_of_five() -> None:
    players = field(15)
    current = published(players)
    short = next(pod for pod in current if len(pod.seats) == 3)
    smallest = plans(without(players, short.seats[1]), current)["smallest"]
    assert sorted(len(pod.seats) for pod in smallest.pods) == [3, 3, 4, 4]
    assert smallest.pods_broken == 2  # their own, and the one that gives a player


def test_a_late_arrival_makes_one_pod_of_five_where_points_fit_best() -> None:
    players = [*field(4, score=10), *(PodPlayer(f"q{i}", 0) for i in range(4))]
    current = published(players)
    late = PodPlayer("late", 0)
    found = plans([*players, late], current)
    assert found["leave"].unpaired == ("late",)
    joined = next(pod for pod in found["smallest"].pods if "late" in pod.seats)
    assert len(joined.seats) == 5
    assert all(one.startswith("q") for one in joined.seats if one != "late")
    assert found["smallest"].pods_broken == 1


def test_who_met_the_late_arrival_before_is_spared_when_another_pod_costs_less() -> None:
    players = field(8)
    current = published(players)
    known = current[0].seats
    late = PodPlayer("late", 0, met=dict.fromkeys(known, 1))
    joined = next(pod for pod in plans([*players, late], current)["smallest"].pods if "late" in pod.seats)
    assert not set(known) & set(joined.seats)


def test_three_late_arrivals_get_a_pod_of_their_own() -> None:
    players = field(8)
    current = published(players)
    late = [PodPlayer(f"late{i}") for i in range(3)]
    smallest = plans([*players, *late], current)["smallest"]
    assert smallest.pods_broken == 0
    assert [sorted(pod.seats) for pod in smallest.added] == [["late0", "late1", "late2"]]


def test_a_finished_pod_survives_every_plan_unless_the_head_judge_says_so() -> None:
    players = field(8)
    current = published(players, finished=("p000",))
    done = next(pod for pod in current if pod.finished)
    late = PodPlayer("late")
    kept = plans([*players, late], current)
    assert all(done.seats in [pod.seats for pod in plan.pods] for plan in kept.values())
    assert all(plan.results_lost == 0 for plan in kept.values())
    broken = plans([*players, late], current, break_finished=True)["full"]
    assert done.seats not in [pod.seats for pod in broken.pods]
    assert broken.results_lost == 1


def test_a_locked_pod_is_never_touched() -> None:
    players = field(8)
    current = [replace(pod, locked=True) for pod in published(players)]
    found = plans([*players, PodPlayer("late")], current, break_finished=True)
    for plan in found.values():
        assert {pod.seats for pod in current} <= {pod.seats for pod in plan.pods}
    assert found["smallest"].byes == ("late",)


def test_a_player_at_two_tables_or_of_no_tournament_is_refused() -> None:
    players = field(4)
    with pytest.raises(PairingError) as twice:
        plans(players, [CurrentPod(1, ("p000", "p001", "p002")), CurrentPod(2, ("p002", "p003"))])
    assert twice.value.code == "player_twice"
    with pytest.raises(PairingError) as unknown:
        plans(players, [CurrentPod(1, ("p000", "p001", "who"))])
    assert unknown.value.code == "unknown_player"


@settings(max_examples=amount(20, 160, "examples of a property"), deadline=None)
@given(
    st.integers(3, 30),
    st.sets(st.integers(0, 29), max_size=4),
    st.integers(0, 4),
    st.sets(st.integers(0, 29), max_size=3),
    st.sampled_from([3, 4, 5, 6]),
)
def test_every_repaired_round_holds_everybody_once_and_keeps_what_is_finished(
    count: int, gone: set[int], late: int, finished: set[int], target: int
) -> None:
    options = PodOptions(target=target)
    players = field(count)
    draft = pair_pods(players, seed="s", number=2, options=options)
    done = {f"p{place:03}" for place in finished}
    current = [CurrentPod(pod.table, pod.seats, finished=bool(done & set(pod.seats))) for pod in draft.pods]
    now = without(players, *(f"p{place:03}" for place in gone))
    now += [PodPlayer(f"late{place}") for place in range(late)]
    found = pod_plans(now, current, draft.byes, seed="s", number=2, options=options)
    assert found == pod_plans(reversed(now), current, draft.byes, seed="s", number=2, options=options)
    leave, smallest, full = found
    here = Counter(player.id for player in now if player.active)
    for plan in (smallest, full):
        seats = Counter([one for pod in plan.pods for one in pod.seats if here[one]] + list(plan.byes))
        assert seats == here
        assert len({pod.table for pod in plan.pods}) == len(plan.pods)
        assert plan.results_lost == 0
        assert {pod.seats for pod in current if pod.finished} <= {pod.seats for pod in plan.pods}
    assert smallest.byes or smallest.pods_broken <= full.pods_broken
    assert leave.pods_broken == 0


def test_two_may_come_from_one_pod_that_can_spare_both() -> None:
    options = PodOptions(target=5)
    players = field(10)
    draft = pair_pods(players, seed="s", number=2, options=options)
    current = [CurrentPod(pod.table, pod.seats) for pod in draft.pods]
    _, smallest, _ = pod_plans([*players, PodPlayer("late")], current, seed="s", number=2, options=options)
    assert sorted(len(pod.seats) for pod in smallest.pods) == [3, 3, 5]
    assert smallest.pods_broken == 1


def smallest_of(pods: list[list[PodPlayer]], *free: PodPlayer, target: int = 4) -> PodPlan:
    """The smallest repair of these pods for somebody who comes."""
    current = [CurrentPod(place + 1, tuple(one.id for one in pod)) for place, pod in enumerate(pods)]
    players = [one for pod in pods for one in pod] + list(free)
    return pod_plans(players, current, seed="s", number=9, options=PodOptions(target=target))[1]


def of_scores(letter: str, *scores: int) -> list[PodPlayer]:
    """A pod of players with these scores."""
    return [PodPlayer(f"{letter}{place}", score) for place, score in enumerate(scores)]


def seated_with(plan: PodPlan, one: str) -> str:
    """The letters of those who sit with a player."""
    return "".join(sorted(who[0] for pod in plan.pods if one in pod.seats for who in pod.seats if who != one))


@pytest.mark.parametrize(
    ("target", "pods", "late", "sizes"),
    [
        (5, [5], 1, [3, 3]),  # six are too many, so two leave the five
        (4, [4], 2, [3, 3]),
        (4, [3], 2, [5]),
        (6, [5], 1, [6]),
        (6, [4], 2, [6]),
        (4, [5], 2, [3, 4]),
    ],
)
def test_a_pod_takes_no_more_than_the_event_allows(
    target: int, pods: list[int], late: int, sizes: list[int]
) -> None:
    made = smallest_of(
        [of_scores("p", *[0] * size) for size in pods], *of_scores("late", *[0] * late), target=target
    )
    assert sorted(len(pod.seats) for pod in made.pods) == sizes
    assert not made.byes and not made.problems


def test_two_join_the_pod_whose_price_rises_least_not_the_one_that_costs_least() -> None:
    # With the x: 10 from four others instead of two, 200 more. With the y: six pairs of 6, 216 more.
    made = smallest_of([of_scores("x", 0, 0, 10), of_scores("y", 6, 6, 6)], *of_scores("l", 0, 0))
    assert seated_with(made, "l0") == "lxxx"


def test_meeting_again_counts_by_the_square_of_how_often() -> None:
    late = PodPlayer("late", met={"x0": 3, "y0": 2, "y1": 2})
    made = smallest_of([of_scores("x", *[0] * 4), of_scores("y", *[0] * 4)], late)
    assert seated_with(made, "late") == "yyyy"
    less = PodPlayer("late", met={"x0": 3, "y0": 2, "y1": 2, "y2": 2})
    assert (
        seated_with(smallest_of([of_scores("x", *[0] * 4), of_scores("y", *[0] * 4)], less), "late") == "xxxx"
    )


# --- two who are left of a pod -----------------------------------------------------------------------------


def price_of(pod: list[PodPlayer], options: PodOptions) -> int:
    """What a pod costs, counted here once more: gaps and meetings squared, and its distance from the target."""
    pairs = sum(
        (one.score - two.score) ** 2 + options.repeat_weight * one.met.get(two.id, 0) ** 2
        for one, two in combinations(pod, 2)
    )
    return pairs + options.repeat_weight * abs(len(pod) - options.target)


@settings(max_examples=amount(15, 120, "examples of a property"), deadline=None)
@given(st.data(), st.sampled_from([3, 4, 5, 6]), st.integers(3, 22))
def test_two_who_are_left_are_spread_at_the_least_price_or_play_on_and_the_checker_finds_nothing_else(
    data: st.DataObject, target: int, count: int
) -> None:
    options = PodOptions(target=target)
    players = [PodPlayer(f"p{place:03}", data.draw(st.integers(0, 3)) * 5) for place in range(count)]
    current = [
        CurrentPod(pod.table, pod.seats)
        for pod in pair_pods(players, seed="s", number=2, options=options).pods
    ]
    if data.draw(st.booleans()):
        current[0] = replace(current[0], finished=True)
    small = data.draw(st.sampled_from(current))
    now = without(players, *small.seats[2:])
    found = {plan.kind: plan for plan in small_pod_plans(now, current, seed="s", number=2, options=options)}
    if small.finished:
        assert not found
        return
    left = [player for player in now if player.id in small.seats[:2]]
    others = [
        [player for player in now if player.id in pod.seats]
        for pod in current
        if pod is not small and not pod.finished
    ]
    # "two": they keep table and seats, everybody else stays; the checker names the table of two and nothing worse.
    two = found["two"]
    assert {pod.seats for pod in two.pods if pod.table == small.table} == {small.seats[:2]}
    assert {pod.seats for pod in current if pod is not small} <= {pod.seats for pod in two.pods}
    assert {problem.code for problem in check_pods(now, two.pods) if problem.severity == "error"} == {
        "pod_size"
    }
    assert all(problem.severity != "error" for problem in check_pods(now, two.pods, two=True))
    # "join": of all ways to put the two at other tables there is none that costs less.
    most = 6 if target == 6 else 5
    prices = []
    for places in product(range(len(others)), repeat=2):
        pods = [list(pod) for pod in others]
        for player, place in zip(left, places, strict=True):
            pods[place].append(player)
        if all(len(pod) <= most for pod in pods):
            prices.append(sum(price_of(pod, options) for pod in pods))
    assert ("join" in found) == bool(prices)
    if prices:
        by_id = {player.id: player for player in now}
        done = {pod.seats for pod in current if pod.finished}
        made = [[by_id[one] for one in pod.seats] for pod in found["join"].pods if pod.seats not in done]
        assert sum(price_of(pod, options) for pod in made) == min(prices)
        assert not [one for one in check_pods(now, found["join"].pods) if one.severity == "error"]
        assert not found["join"].byes and found["join"].results_lost == 0


def test_two_who_join_others_sit_where_they_add_least_whatever_those_tables_cost_already() -> None:
    apart, alike = (10, 10, 0, 0), (2, 2, 2, 2)
    tables = [(10, 10, 10, 10), *[alike] * 4, *[apart] * 2]
    players = [
        PodPlayer(f"{table}{seat}", score)
        for table, scores in enumerate(tables)
        for seat, score in enumerate(scores)
    ]
    current = [
        CurrentPod(table + 1, tuple(f"{table}{seat}" for seat in range(4))) for table in range(len(tables))
    ]
    found = {
        plan.kind: plan for plan in small_pod_plans(without(players, "00", "01"), current, seed="s", number=2)
    }
    joined = {pod.table: {"02", "03"} & set(pod.seats) for pod in found["join"].pods if len(pod.seats) == 5}
    assert joined.keys() == {6, 7}


def test_nothing_more_is_offered_where_no_pod_has_lost_all_but_two() -> None:
    players = field(8)
    current = published(players)
    assert small_pod_plans(without(players, current[0].seats[0]), current, seed="s", number=2) == ()
