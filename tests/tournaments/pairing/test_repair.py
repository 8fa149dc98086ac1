"""Repair plans: what a drop, a late arrival, an override or a correction costs, and that results survive."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.pairing_states import Dice, Season, states
from tests.speeds import amount
from tests.tournaments.pairing.builders import players_from
from tests.tournaments.pairing.oracle import every_round, meets
from tournaments.pairing import (
    CurrentPair,
    PairingError,
    Player,
    RepairPlan,
    check_round,
    pair_round,
    repair_plans,
)
from tournaments.pairing.kernel import Edge, default_kernel


def published(players: list[Player], number: int, finished: tuple[str, ...] = ()) -> list[CurrentPair]:
    """Pair a round and return it as published; matches of the named players are finished."""
    draft = pair_round(players, seed="s", number=number)
    return [
        CurrentPair(pair.a, pair.b, pair.table, finished=pair.a in finished or pair.b in finished)
        for pair in draft.pairs
    ]


def by_kind(plans: tuple[RepairPlan, ...]) -> dict[str, RepairPlan]:
    """Index the plans."""
    return {plan.kind: plan for plan in plans}


def test_a_drop_in_an_even_field_gives_the_opponent_the_bye_and_breaks_nothing_else() -> None:
    players = [Player(f"p{i}", 0) for i in range(8)]
    current = published(players, 1)
    gone = current[0].a
    left = current[0].b
    now = [replace(player, active=player.id != gone) for player in players]
    plans = by_kind(repair_plans(now, current, seed="s", number=1))
    smallest = plans["smallest"]
    assert (smallest.matches_broken, smallest.results_lost) == (0, 0)
    assert [(pair.a, pair.b) for pair in smallest.added] == [(left, None)]
    assert check_round(now, smallest.pairs).ok
    assert check_round(now, plans["full"].pairs).ok
    assert plans["leave"].matches_broken == 0
    assert plans["leave"].added == ()


def test_a_drop_in_an_odd_field_pairs_the_opponent_with_the_bye_at_the_freed_table() -> None:
    players = [Player(f"p{i}", 0) for i in range(9)]
    current = published(players, 1)
    gone, left, table = current[1].a, current[1].b, current[1].table
    bye = next(pair.a for pair in current if pair.b is None)
    now = [replace(player, active=player.id != gone) for player in players]
    smallest = by_kind(repair_plans(now, current, seed="s", number=1))["smallest"]
    (new,) = smallest.added
    assert {new.a, new.b} == {left, bye}
    assert new.table == table
    assert smallest.matches_broken == 0


def test_a_late_arrival_plays_the_player_with_the_bye() -> None:
    players = [Player(f"p{i:02}", 0) for i in range(27)]
    current = published(players, 1)
    bye = next(pair.a for pair in current if pair.b is None)
    plans = by_kind(repair_plans([*players, Player("late", 0)], current, seed="s", number=1))
    assert [{pair.a, pair.b} for pair in plans["smallest"].added] == [{"late", bye}]
    assert plans["leave"].unpaired == ("late",)


def test_when_the_two_free_players_have_met_one_more_match_is_broken_not_two() -> None:
    players = players_from(dict.fromkeys("ABCDEF", 3), [("A", "F")])
    current = [
        CurrentPair("A", "X", 1),
        CurrentPair("B", "C", 2),
        CurrentPair("D", "E", 3),
        CurrentPair("F", None),
    ]
    everybody = [*players, Player("X", 3, active=False)]
    smallest = by_kind(repair_plans(everybody, current, seed="s", number=3))["smallest"]
    assert smallest.matches_broken == 1
    assert smallest.rematches == 0
    assert check_round(everybody, smallest.pairs).ok


def test_a_finished_match_survives_every_plan_unless_the_head_judge_says_otherwise() -> None:
    players = [Player(f"p{i}", 0) for i in range(6)]
    current = published(players, 1, finished=("p0", "p1", "p2"))
    done = {frozenset((pair.a, pair.b)) for pair in current if pair.finished}
    open_match = next(pair for pair in current if not pair.finished) if len(done) < 3 else current[0]
    now = [replace(player, active=player.id != open_match.a) for player in players]
    for plan in repair_plans(now, current, seed="other", number=1):
        assert done <= {frozenset((pair.a, pair.b)) for pair in plan.pairs}
        assert plan.results_lost == 0
    broken = by_kind(repair_plans(now, current, seed="other", number=1, break_finished=True))["full"]
    kept = {frozenset((pair.a, pair.b)) for pair in broken.pairs}
    assert broken.results_lost == len(done - kept)


def test_the_finished_match_of_a_player_who_dropped_stays() -> None:
    players = [Player("A", 0, active=False), Player("B", 0), Player("C", 0), Player("D", 0)]
    current = [CurrentPair("A", "B", 1, finished=True), CurrentPair("C", "D", 2)]
    for plan in repair_plans(players, current, seed="s", number=1):
        assert {(pair.a, pair.b) for pair in plan.pairs} == {("A", "B"), ("C", "D")}


def test_a_locked_match_is_never_broken() -> None:
    players = [Player(f"p{i}", i) for i in range(6)]
    current = [
        CurrentPair("p0", "p5", 1, locked=True),
        CurrentPair("p1", "p2", 2),
        CurrentPair("p3", "p4", 3),
    ]
    plans = by_kind(repair_plans(players, current, seed="s", number=1, break_finished=True))
    for plan in plans.values():
        assert ("p0", "p5") in {(pair.a, pair.b) for pair in plan.pairs}
    assert plans["leave"].cost == 25 + 1 + 1 == plans["smallest"].cost


def test_an_override_keeps_the_decided_pair_and_rejoins_the_two_left_over() -> None:
    players = [Player(f"p{i}", 0) for i in range(8)]
    current = [CurrentPair(f"p{i}", f"p{i + 1}", i // 2 + 1) for i in range(0, 8, 2)]
    smallest = by_kind(repair_plans(players, current, seed="s", number=1, fixed_pairs=[("p0", "p2")]))[
        "smallest"
    ]
    assert {frozenset((pair.a, pair.b)) for pair in smallest.added} == {
        frozenset(("p0", "p2")),
        frozenset(("p1", "p3")),
    }
    assert smallest.matches_broken == 2
    assert check_round(players, smallest.pairs, fixed_pairs=[("p0", "p2")]).ok


def test_a_corrected_result_touches_nothing_by_itself_and_an_exchange_is_offered() -> None:
    players = [Player(f"p{i}", 3 * (i % 2)) for i in range(6)]
    current = published(players, 2)
    corrected = [replace(player, score=9) if player.id == "p0" else player for player in players]
    plans = by_kind(repair_plans(corrected, current, seed="s", number=2))
    leave, smallest = plans["leave"], plans["smallest"]
    assert leave.broken == leave.added == ()
    # Leaving it has its price too, and exchanging two players is offered.
    assert leave.worst_gap >= 6 and leave.cost > smallest.cost
    assert smallest.matches_broken == 2 and smallest.measure < leave.measure


def test_when_nothing_legal_is_left_the_repair_names_its_rematch() -> None:
    players = players_from(dict.fromkeys("AB", 3), [("A", "B")])
    smallest = by_kind(repair_plans(players, [], seed="s", number=2))["smallest"]
    assert smallest.rematches == 1
    assert [problem.code for problem in smallest.problems] == ["rematch"]


def test_contradicting_decisions_are_refused() -> None:
    with pytest.raises(PairingError):
        repair_plans([Player("A", 0)], [], seed="s", number=1, fixed_pairs=[("A", "Z")])


@pytest.mark.night(
    "large random rounds",
    short="tests/tournaments/pairing/test_small_events.py::test_a_small_event_is_answered_as_it_always_was",
)
def test_random_single_repairs_of_a_large_round_make_at_most_one_new_pair_and_break_no_match() -> None:
    dice = Dice("repair")
    players = []
    for number, field in states(Season(300, 6, seed="rep", drops=0)):
        players, last = field, number
    current = published(players, last)
    for _ in range(15):
        gone = players[dice.below(len(players))].id
        now = [replace(player, active=player.id != gone) for player in players]
        smallest = by_kind(repair_plans(now, current, seed="s", number=last))["smallest"]
        assert len(smallest.added) <= 2
        assert smallest.matches_broken <= 1
        assert smallest.rematches == smallest.second_byes == 0
        assert check_round(now, smallest.pairs).ok


def test_two_drops_who_leave_a_pair_behind_rejoin_it() -> None:
    players = [Player(f"p{i}", 0) for i in range(200)]
    current = [CurrentPair(f"p{i}", f"p{i + 1}", i // 2 + 1) for i in range(0, 200, 2)]
    now = [replace(player, active=player.id not in ("p10", "p150")) for player in players]
    smallest = by_kind(repair_plans(now, current, seed="s", number=1))["smallest"]
    assert [{pair.a, pair.b} for pair in smallest.added] == [{"p11", "p151"}]
    assert smallest.added[0].table == 6


def test_when_all_near_matches_are_of_no_use_the_search_widens() -> None:
    near = [f"n{i:03}" for i in range(90)]
    far = [f"f{i:03}" for i in range(20)]
    free = [Player("p", 0, (*near, "q")), Player("q", 0, (*near, "p"))]
    players = [*free, *(Player(one, 0, ("p", "q")) for one in near), *(Player(one, 9) for one in far)]
    current = [
        CurrentPair(group[i], group[i + 1], 1 + i) for group in (near, far) for i in range(0, len(group), 2)
    ]
    smallest = by_kind(repair_plans(players, current, seed="s", number=4))["smallest"]
    assert (smallest.rematches, smallest.matches_broken, smallest.worst_gap) == (0, 1, 9)
    assert {frozenset((pair.a[0], str(pair.b)[0])) for pair in smallest.added} == {
        frozenset("pf"),
        frozenset("qf"),
    }


def test_a_repair_that_cannot_be_legal_breaks_nothing_more_than_it_must() -> None:
    names = [f"n{i:03}" for i in range(100)]
    players = [Player(one, 0, tuple(other for other in names if other != one)) for one in names]
    current = [CurrentPair(names[i], names[i + 1], i // 2 + 1) for i in range(0, 98, 2)]
    smallest = by_kind(repair_plans(players, current, seed="s", number=150))["smallest"]
    assert (smallest.rematches, smallest.matches_broken) == (50, 0)
    assert len(smallest.added) == 1


@given(st.integers(0, 10**9))
@settings(max_examples=amount(20, 160, "examples of a property"), deadline=None)
def test_the_smallest_repair_matches_brute_force(seed: int) -> None:
    dice = Dice(f"repair{seed}")
    size = 4 + dice.below(5)
    met = {frozenset((f"p{i}", f"p{j}")) for i in range(size) for j in range(i) if dice.chance(300)}
    players = [
        Player(
            f"p{i}",
            3 * dice.below(3),
            tuple(f"p{j}" for j in range(size) if frozenset((f"p{i}", f"p{j}")) in met),
            active=i != 1,
        )
        for i in range(size)
    ]
    current = [CurrentPair(f"p{i}", f"p{i + 1}", i // 2 + 1) for i in range(0, size - 1, 2)]
    old = {frozenset((pair.a, pair.b)) for pair in current if "p1" not in (pair.a, pair.b)}
    there = [player for player in players if player.active]
    low = min(player.score for player in there) - 1

    def price(pairs: list[tuple[Player, Player | None]]) -> tuple[int, int, int]:
        fresh = [(one, two) for one, two in pairs if frozenset((one.id, two.id if two else None)) not in old]
        rematches = sum(two is not None and meets(one, two, set()) for one, two in fresh)
        gaps = sum((one.score - (two.score if two else low)) ** 2 for one, two in pairs)
        return rematches, len(fresh), gaps

    smallest = by_kind(repair_plans(players, current, seed="s", number=3))["smallest"]
    by_id = {player.id: player for player in players}
    made = [(by_id[pair.a], by_id[pair.b] if pair.b is not None else None) for pair in smallest.pairs]
    assert price(made) == min(price(pairs) for pairs in every_round(there))
    assert smallest.rematches == sum(two is not None and meets(one, two, set()) for one, two in made)


def test_no_plan_needs_a_table_that_a_standing_match_holds() -> None:
    """Two players whom the full plan pairs again stay at their table; moving them is neither broken nor added."""
    people = [Player(f"E{number}", 0, rank=number) for number in range(1, 9)]
    for number in range(60):
        draft = pair_round(people[:7], seed=f"s{number}", number=1)
        current = [CurrentPair(pair.a, pair.b, pair.table, locked=pair.table == 1) for pair in draft.pairs]
        for plan in repair_plans(people, current, seed=f"s{number}:repair", number=1):
            stays = {(pair.a, pair.b, pair.table) for pair in current} - {tuple(pair) for pair in plan.broken}
            assert stays | {tuple(pair) for pair in plan.added} == {tuple(pair) for pair in plan.pairs}
            tables = [pair.table for pair in plan.pairs if pair.table is not None]
            assert len(tables) == len(set(tables))


def test_who_had_the_bye_and_is_left_alone_costs_one_broken_match_and_no_large_search() -> None:
    sizes: list[int] = []

    def watched(count: int, edges: list[Edge]) -> list[int] | None:
        sizes.append(count)
        return default_kernel()(count, edges)

    players = [Player(f"p{i:03}", 0, byes=int(i == 0)) for i in range(400)]
    current = [CurrentPair(f"p{i:03}", f"p{i + 1:03}", i // 2 + 1) for i in range(0, 400, 2)]
    now = [replace(player, active=player.id != "p001") for player in players]
    smallest = by_kind(repair_plans(now, current, seed="s", number=2, kernel=watched))["smallest"]
    assert (smallest.matches_broken, len(smallest.added), smallest.second_byes) == (1, 2, 0)
    assert "p000" not in [pair.a for pair in smallest.pairs if pair.b is None]
    assert max(sizes) < 110
