"""Repairs worked out by hand: what the fewest new pairs are, which rule gives way first, what is named."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from tests.tournaments.pairing.builders import players_from
from tests.tournaments.pairing.test_repair import by_kind
from tournaments.pairing import CurrentPair, Options, Player, repair_plans
from tournaments.pairing.field import make_field
from tournaments.pairing.repair_search import _least_new


@pytest.mark.parametrize(
    ("free", "bye", "met", "new"),
    [
        ("AB", "", "", 1),
        ("AB", "", "AB", 2),  # each of the two needs somebody whose match is broken
        ("ABC", "", "", 2),
        ("ABC", "", "AB AC BC", 3),  # one gets the bye, the other two break a match each
        ("A", "", "", 1),
        ("A", "B", "", 1),
        ("A", "B", "AB", 2),
        ("AC", "B", "", 1),  # who has the bye keeps it at no price
        ("AC", "B", "AC", 2),
        ("ACD", "B", "AC CD AD", 3),
        ("ACD", "B", "AC CD AD AB CB DB", 4),
        ("ABCD", "", "AB AC AD", 3),
    ],
)
def test_no_repair_makes_fewer_new_pairs_than_those_without_a_match_need(
    free: str, bye: str, met: str, new: int
) -> None:
    names = free + bye
    alone = players_from(dict.fromkeys(names, 0), [(pair[0], pair[1]) for pair in met.split()])
    # Anyone who sits at a table has met nobody, so that the bound can be reached.
    seated = [Player(f"s{place}", 0) for place in range(8)]
    current = [CurrentPair(f"s{i}", f"s{i + 1}", i + 1) for i in range(0, 8, 2)]
    current += [CurrentPair(one, None) for one in bye]
    smallest = by_kind(repair_plans([*alone, *seated], current, seed="s", number=4))["smallest"]
    assert (len(smallest.added), smallest.rematches) == (new, 0)
    people = {player.id: player for player in alone}
    problem = make_field([*alone, *seated], seed="s", number=4, options=Options())
    least = _least_new(problem, [people[one] for one in free], [pair for pair in current if pair.b is None])
    assert least == new


def test_the_bye_of_whoever_had_more_byes_already_is_kept_but_not_given_anew() -> None:
    players = [Player("A", 0, byes=1), Player("B", 0), Player("C", 0)]
    field = make_field(players, seed="s", number=2, options=Options())
    assert _least_new(field, players[1:], [CurrentPair("A", None)]) == 1
    assert _least_new(field, players[:1], []) == 2  # a partner for A, and somebody for the bye


@pytest.mark.parametrize(("byes", "score"), [((1, 0), 0), ((1, 0), 9), ((3, 1), 9)])
def test_a_second_bye_gives_way_before_a_pair_the_staff_keeps_apart(
    byes: tuple[int, int], score: int
) -> None:
    players = [Player("A", score, byes=byes[0]), *(Player(one, 0, byes=byes[1]) for one in "BC")]
    for plan in repair_plans(players, [], seed="s", number=4, forbidden_pairs=[("A", "B"), ("C", "A")])[1:]:
        assert [pair[:2] for pair in plan.pairs] in ([("B", "C"), ("A", None)], [("C", "B"), ("A", None)])
        assert [(one.code, one.params["byes"]) for one in plan.problems] == [("second_bye", byes[0])]


def test_a_match_that_a_plan_leaves_keeps_its_sides_and_its_table() -> None:
    players = [Player(one, 0) for one in "abcdef"]
    current = [CurrentPair("d", "c", 3), CurrentPair("b", "a", 1)]
    for number in range(12):
        for plan in repair_plans(players, current, seed=f"s{number}", number=1):
            stays = {(pair.a, pair.b, pair.table) for pair in current} - {tuple(pair) for pair in plan.broken}
            assert {tuple(pair) for pair in plan.pairs} == stays | {tuple(pair) for pair in plan.added}


def test_two_byes_that_come_new_are_both_named() -> None:
    players = [Player("A", 0, byes=1), Player("B", 0, byes=2), Player("C", 0)]
    full = by_kind(repair_plans(players, [], seed="s", number=4, fixed_pairs=[("A", None), ("B", None)]))[
        "full"
    ]
    assert [(one.code, one.params["player"]) for one in full.problems] == [
        ("second_bye", "A"),
        ("second_bye", "B"),
    ]
    assert full.second_byes == 2


@pytest.mark.parametrize("kind", [tuple, frozenset])
def test_a_meeting_only_one_of_the_two_remembers_is_a_rematch(kind: type) -> None:
    for one, two in ("AB", "BA"):
        players = [Player(one, 0, kind([two])), Player(two, 0)]
        (problem,) = by_kind(repair_plans(players, [], seed="s", number=4))["smallest"].problems
        # The round is only known where the order of the opponents is.
        assert (problem.code, problem.params["last"]) == ("rematch", int(kind is tuple))


def test_a_round_that_everybody_left_is_mended_by_nothing() -> None:
    players = [Player(one, 0, byes=1, active=False) for one in "AB"]
    for plan in repair_plans(players, [CurrentPair("A", "B", 1)], seed="s", number=4)[1:]:
        assert (plan.pairs, plan.matches_broken, plan.problems) == ((), 0, ())


@pytest.mark.parametrize("chain", [1, 5])
def test_a_clan_rule_is_kept_at_the_price_of_any_number_of_new_pairs(chain: int) -> None:
    """A and B of one clan could meet; keeping them apart breaks every match between them, and P and Q meet again."""
    line = ["A", *(f"c{place:02}" for place in range(2 * chain)), "B"]
    score = {name: 5 * (place // 2) for place, name in enumerate(line)} | {"A": 0, "B": 0, "P": 0, "Q": 0}
    may_meet = {frozenset(pair) for pair in pairwise(line)} | {frozenset("AB")}
    players = [
        Player(
            one,
            score[one],
            tuple(two for two in score if two != one and frozenset((one, two)) not in may_meet),
            group="red" if one in "AB" else None,
        )
        for one in score
    ]
    current = [CurrentPair(line[i], line[i + 1], i) for i in range(1, 2 * chain, 2)]
    strict = by_kind(
        repair_plans(players, current, seed="s", number=30, options=Options(group_rule="strict"))
    )["smallest"]
    assert [problem.code for problem in strict.problems] == ["rematch"]
    assert (strict.matches_broken, len(strict.added)) == (chain, chain + 2)
    soft = by_kind(repair_plans(players, current, seed="s", number=30))["smallest"]
    assert sorted(problem.code for problem in soft.problems) == ["rematch", "same_group"]
    assert soft.matches_broken == 0


def test_clans_are_mixed_only_where_no_point_is_lost_by_it() -> None:
    players = [
        Player(f"p{place}", place // 4, group="red" if place % 4 < 2 else "blue") for place in range(8)
    ]
    for seed in range(8):
        smallest = by_kind(repair_plans(players, [], seed=str(seed), number=1))["smallest"]
        assert (smallest.worst_gap, smallest.problems) == (0, ())
        clans = [replace(player, group="red") for player in players]
        same = by_kind(repair_plans(clans, [], seed=str(seed), number=1))["smallest"]
        assert (same.worst_gap, len(same.problems)) == (0, 4)


def test_two_with_byes_who_have_met_break_a_match_of_their_own_points() -> None:
    low, high = ([f"{name}{place:02}" for place in range(90)] for name in ("low", "top"))
    players = [Player(one, 0) for one in low] + [Player(one, 9) for one in high]
    players += [Player("X", 9, ("Y",)), Player("Y", 9, ("X",))]
    current = [CurrentPair(one[i], one[i + 1]) for one in (low, high) for i in range(0, 90, 2)]
    current += [CurrentPair("X", None), CurrentPair("Y", None)]
    smallest = by_kind(repair_plans(players, current, seed="s", number=2))["smallest"]
    assert (smallest.matches_broken, len(smallest.added), smallest.worst_gap) == (1, 2, 0)
