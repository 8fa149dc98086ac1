"""The price of a pair: levels above each other, each with just the room its largest sum needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tournaments.pairing import Options, Player
from tournaments.pairing.field import Field, Weights, fold_penalty, make_field, make_weights, stack_levels
from tournaments.pairing.kernel import Edge, default_kernel
from tournaments.pairing.randomness import edge_key
from tournaments.pairing.window import Window, solve_window

DRAW = 44


def bits(*largest: int) -> int:
    """The room of some levels together."""
    return sum(total.bit_length() for total in largest)


def test_levels_stand_above_the_draw_and_each_has_room_for_its_largest_sum() -> None:
    # Five pairs draw at most 5 · 2^44: three bits more than one draw.
    assert stack_levels(5, (0, 1, 4, 0, 255)) == [47, 47, 48, 51, 51, 59]
    assert stack_levels(1, ()) == [45]
    assert stack_levels(4, [3]) == [47, 49]


def test_every_level_has_room_for_what_all_pairs_can_reach_and_one_that_cannot_occur_has_none() -> None:
    full = make_weights(
        6, gap=25, bye=9, group=1, floats=5, position=18, strict=2, rematch=1, recency=7, second_bye=3
    )
    sums = (108, 30, 6, 9, 150, 12, 42, 6, 6, 3)
    shifts = [DRAW + 3 + bits(*sums[:level]) for level in range(len(sums) + 1)]
    assert full == Weights(*shifts)
    least = make_weights(6, gap=25)
    assert least == Weights(47, 47, 47, 47, 47, 55, 55, 55, 55, 55, 55)
    # One bye costs its place once, whatever the number of pairs.
    assert make_weights(6, gap=0, bye=9).gap == 47 + 4
    assert make_weights(6, gap=0, second_bye=3).forbidden == 47 + 2


def priced(
    players: Sequence[Player], window: dict[str, Any], *, relaxed: bool = False, **field: Any
) -> dict[tuple[int, int], int]:
    """The prices a window offers its kernel, by the places of the two in the window."""
    seen: dict[tuple[int, int], int] = {}

    def kernel(count: int, edges: list[Edge]) -> list[int] | None:
        # Where rules give way, a second call settles floats and the pattern.
        if not seen:
            seen.update({(one, two): cost for one, two, cost in edges})
        return default_kernel()(count, edges)

    known: dict[str, Any] = {"options": Options(), "number": 3} | field
    problem = make_field(players, seed="s", kernel=kernel, **known)
    solve_window(problem, Window(list(players), **window), relaxed=relaxed)
    return seen


def field_of(players: Sequence[Player], method: Any) -> Field:
    """A field with positions."""
    return make_field(players, seed="s", number=1, options=Options(method=method))


FOUR = [
    Player("a", 9, ("b", None, None, "d"), rank=1, group="red", floats=2),
    Player("b", 6, ("a",), rank=2, group="red", byes=2),
    Player("c", 3, (), rank=3, floats=3),
    Player("d", 0, ("x", "y", "a"), rank=4, byes=1),
]


def test_a_legal_window_takes_no_more_bits_than_gaps_floats_and_clans_need() -> None:
    # Two pairs: floats at most 2·3, one clan pair each, gaps at most 81.
    cost = priced(FOUR, {})
    gap = DRAW + bits(2, 12, 2)
    assert cost[0, 2] >> gap == 36 and (cost[1, 2] >> gap, cost[1, 3] >> gap, cost[2, 3] >> gap) == (9, 36, 9)
    assert set(cost) == {(0, 2), (1, 2), (1, 3), (2, 3)}
    floats = DRAW + bits(2)
    assert (cost[0, 2] >> floats) % 2**4 == 5
    assert cost[1, 2] >> floats == 9 * 2**6 + 3 and cost[1, 3] >> floats == 36 * 2**6
    plain = priced(FOUR, {}, options=Options(group_rule="off", avoid_repeat_floats=False))
    assert {pair: price >> (DRAW + bits(2)) for pair, price in plain.items()} == {
        (0, 2): 36,
        (1, 2): 9,
        (1, 3): 36,
        (2, 3): 9,
    }


def test_below_all_levels_a_price_is_the_draw_of_the_pair() -> None:
    options = Options(method="fold", avoid_repeat_floats=False)
    names = [player.id for player in FOUR]
    for window in ({}, {"above": (12, 2), "bye": True, "below": (-3, 1)}):
        for relaxed in (False, True):
            field = make_field(FOUR, seed="s", number=5, options=options)
            draws = [field.keys[name] for name in names]
            if window:
                draws += [field.key_of(name) for name in ("bye", "above 0", "above 1", "below 0")]
            cost = priced(FOUR, window, relaxed=relaxed, options=options, number=5)
            assert len(cost) > 3
            for (one, two), price in cost.items():
                assert price % 2**DRAW == edge_key(draws[one], draws[two])


def test_a_clan_pair_costs_one_above_the_floats() -> None:
    mates = [Player("a", 3, group="red", floats=1), Player("b", 0, group="red"), Player("c", 0, group="blue")]
    cost = priced([*mates, Player("d", 0)], {})
    clan = DRAW + bits(2, 4)
    assert cost[0, 1] >> clan == 9 * 2**2 + 1 and cost[0, 2] >> clan == 9 * 2**2
    assert cost[1, 2] >> clan == 0


def test_the_fold_pattern_has_room_for_twice_the_largest_group_squared() -> None:
    players = [Player(str(place), 3 * (place < 3), rank=place + 1) for place in range(4)]
    cost = priced(players, {}, options=Options(method="fold", avoid_repeat_floats=False))
    pattern, gap = DRAW + bits(2), DRAW + bits(2, 2 * 2 * 9)
    # The middle one of three is left over: first and last of them are the pattern.
    assert [cost[pair] >> pattern for pair in ((0, 1), (0, 2), (1, 2))] == [1, 0, 1]
    assert [cost[one, 3] >> gap for one in (0, 1, 2)] == [9, 9, 9]
    # Who stands lowest in the upper group goes down, each place above by the size of the group.
    assert [cost[one, 3] >> pattern for one in (0, 1, 2)] == [9 * 2 ** bits(36) + far for far in (6, 3, 0)]


def test_a_relaxed_window_takes_no_more_bits_than_its_rules_need() -> None:
    cost = priced(FOUR, {}, relaxed=True, forbidden_pairs=[("c", "b")], number=5)
    # Two pairs: no floats; one clan pair, gaps to 81, rematches of rounds up to 5, no bye.
    recency = DRAW + bits(2, 2, 162)
    rematch = recency + bits(10, 2)
    assert cost[1, 2] >> rematch == 2**2
    assert cost[0, 1] >> recency == 2 ** bits(10, 2) + 1
    # A rematch of the round just played costs one level more.
    assert cost[0, 3] >> recency == 2 ** bits(10, 2) + 2**4 + 4
    assert cost[0, 2] >> (recency - bits(162)) == 36
    strict = priced(FOUR, {}, relaxed=True, options=Options(group_rule="strict"), number=7)
    shift = DRAW + bits(2, 162)
    assert strict[0, 2] >> shift == 0 and strict[0, 2] >> (DRAW + bits(2)) == 36
    assert strict[0, 1] >> shift == 1 + 2 ** bits(2) + 2 ** bits(2, 14, 2)
    # In round seven a meeting in round four is not the last one.
    assert strict[0, 3] >> shift == 4 * 2 ** bits(2) + 2 ** bits(2, 14, 2)


def test_a_second_bye_costs_what_there_were_more_than_the_fewest_above_any_rematch() -> None:
    three = [replace(player, byes=byes) for player, byes in zip(FOUR[:3], (2, 3, 1), strict=True)]
    cost = priced(three, {"bye": True}, relaxed=True, options=Options(group_rule="off"))
    second = DRAW + bits(2, 4, 2 * 49, 2 * 4, 2, 2)
    assert [cost[node, 3] >> second for node in range(3)] == [1, 2, 0]
    bye, gap = DRAW + bits(2), DRAW + bits(2, 4)
    assert cost[2, 3] >> gap == 1 and cost[2, 3] >> bye == 2 ** bits(4)
    legal = priced(three, {"bye": True}, options=Options(group_rule="off"))
    assert (2, 3) in legal and (0, 3) not in legal and (1, 3) not in legal


def test_the_lowest_in_standing_has_the_cheapest_bye() -> None:
    players = [
        Player("a", 0, rank=4),
        Player("b", 0, rank=2),
        Player("c", 0, rank=2),
        Player("d", 0),
        Player("e", 3),
    ]
    cost = priced(players, {"bye": True})
    bye = DRAW + bits(3)
    assert [cost[node, 5] >> bye for node in range(5)] == [2 ** bits(6) + place for place in (1, 2, 2, 0)] + [
        16 * 2 ** bits(6) + 4
    ]
    drawn = priced(players, {"bye": True}, options=Options(bye_choice="random"))
    assert {drawn[node, 5] >> bye for node in range(4)} == {2 ** bits(6)}
    unranked = priced([Player(name, 0) for name in "abc"], {"bye": True})
    assert {unranked[node, 3] >> (DRAW + bits(2)) for node in range(3)} == {2 ** bits(4)}


def test_a_place_outside_costs_the_gap_the_floats_and_the_way_through_the_group() -> None:
    players = [Player(str(place), 3, rank=place + 1, floats=place) for place in range(3)]
    window = {"above": (6, 2), "below": (1, 2), "bye": True}
    cost = priced(players, window, options=Options(method="fold", group_rule="off"))
    # Eight nodes: three players, the bye, two places each.
    pattern = DRAW + bits(4)
    floats = pattern + bits(4 * 2 * 9)
    gap = floats + bits(4 * 4) + bits(4)
    for one in range(3):
        up, down = cost[one, 4], cost[one, 6]
        assert (up >> gap, down >> gap) == (9, 4)
        assert ((up >> floats) % 2**5, (down >> floats) % 2**5) == (one, one)
        assert ((up >> pattern) % 2**7, (down >> pattern) % 2**7) == (3 * one, 3 * (2 - one))
        assert cost[one, 5] >> pattern == up >> pattern and cost[one, 7] >> pattern == down >> pattern
    bye = gap - bits(4)
    assert cost[3, 4] >> bye == 16 * 2**3 + 3 and cost[3, 6] >> bye == 1 * 2**3 + 3
    assert cost[4, 5] >> DRAW == cost[6, 7] >> DRAW == 0
    assert (4, 6) not in cost and (4, 7) not in cost
    relaxed = priced(players, window, relaxed=True, options=Options(method="fold", group_rule="off"))
    wide = DRAW + bits(4)
    assert [relaxed[one, 4] >> wide for one in range(3)] == [9 * 2 ** bits(4)] * 3


@pytest.mark.parametrize(("method", "wanted"), [("fold", (9, 4, 0, 0)), ("slide", (4, 1, 1, 1))])
def test_the_pattern_is_measured_in_squared_places(method: Any, wanted: tuple[int, ...]) -> None:
    players = [Player(str(place), 0, rank=place + 1) for place in range(5)]
    field = field_of(players, method)
    made = [fold_penalty(field, players[0], players[other]) for other in (1, 2, 4)]
    made.append(fold_penalty(field, players[1], players[3]))
    assert tuple(made) == wanted
    upper = [Player(f"u{place}", 3, rank=place) for place in range(3)]
    both = field_of([*players, *upper], method)
    assert fold_penalty(both, upper[2], players[0]) == 0
    assert fold_penalty(both, players[1], upper[0]) == fold_penalty(both, upper[0], players[1]) == (2 + 1) * 5
    assert fold_penalty(field_of(players, "random"), players[0], players[1]) == 0
