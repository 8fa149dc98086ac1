"""Large score groups: when a group counts as large, who leaves it, and how the rest pair inside."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tournaments.pairing import Options, Player
from tournaments.pairing.field import Field, make_field
from tournaments.pairing.groups import Group, _inner_degree, _is_large, _settle_bye, make_groups, max_degree
from tournaments.pairing.large_groups import _nearby, pair_inside, take_member

STRICT = Options(group_rule="strict")


def field_of(
    players: Sequence[Player], options: Options | None = None, apart: Sequence[tuple[str, str]] = ()
) -> Field:
    """The problem of a round of these players."""
    return make_field(
        players, seed="s", number=3, options=options or Options(group_rule="off"), forbidden_pairs=apart
    )


def line(count: int, met: Mapping[int, Sequence[int]] | None = None, **more: Any) -> list[Player]:
    """Players of one score named by their place; ``met`` by place."""
    return [
        Player(str(place), 0, tuple(str(other) for other in (met or {}).get(place, ())), **more)
        for place in range(count)
    ]


def group_of(players: Sequence[Player]) -> Group:
    """The group of a field in which all have one score."""
    return Group(0, list(range(len(players))))


# --- when a group is large -----------------------------------------------------------------------------------


def test_the_degree_counts_rounds_orders_of_the_staff_and_strict_clans() -> None:
    players = [
        Player("a", 0, ("b", None, "c"), group="red"),
        Player("b", 0, ("a",), group="red"),
        Player("c", 0, (), group="red"),
        Player("d", 0, (), group="blue"),
        Player("e", 0),
        Player("f", 0),
    ]
    apart = [("d", "e"), ("d", "f"), ("a", "d")]
    assert max_degree(field_of(players)) == 3
    assert max_degree(field_of(players, None, apart)) == 6
    assert max_degree(field_of(players, STRICT)) == 5
    assert max_degree(field_of(players, STRICT, apart)) == 8
    assert max_degree(field_of(players[4:], STRICT)) == max_degree(field_of([])) == 0


def test_the_inner_degree_counts_only_those_of_the_group() -> None:
    players = [
        Player("a", 0, ("x", "y", "b"), group="red"),
        Player("b", 0, ("a", "c"), group="red"),
        Player("c", 0, ("b",)),
    ]
    group = group_of(players)
    assert _inner_degree(field_of(players), group) == 2
    assert _inner_degree(field_of(players, None, [("c", "a")]), group) == 2
    assert _inner_degree(field_of(players, None, [("c", "b"), ("b", "z")]), group) == 2
    assert _inner_degree(field_of(players, STRICT), group) == 4
    assert _inner_degree(field_of(players[2:], STRICT), group_of(players[2:])) == 1
    # Somebody outside counts as well: two members may not meet the same stranger.
    strangers = [Player("p", 0, ("z",)), Player("q", 0, ("z",))]
    assert _inner_degree(field_of(strangers), group_of(strangers)) == 2
    assert _inner_degree(field_of(line(4)), group_of(line(4))) == 0
    assert _inner_degree(field_of(line(4), STRICT), group_of(line(4))) == 0


@pytest.mark.parametrize(
    ("size", "degree", "inner", "large"),
    [
        (7, 0, 0, False),
        (8, 0, 0, True),
        (15, 4, 0, False),
        (16, 4, 0, True),
        (19, 4, 1, False),
        (20, 4, 1, True),
        (31, 4, 4, False),
        (32, 4, 4, True),
        (32, 4, 5, True),
        (13, 2, 1, False),
        (16, 2, 1, True),
        (19, 2, 2, False),
        (20, 2, 2, True),
    ],
)
def test_a_group_is_large_from_the_threshold_on(size: int, degree: int, inner: int, large: bool) -> None:
    # ``inner`` members may not meet one and the same stranger.
    players = [Player(str(place), 0, ("stranger",) if place < inner else ()) for place in range(size)]
    assert _is_large(field_of(players), group_of(players), degree) is large


def test_the_bye_needs_a_large_group_with_enough_players_who_may_have_it() -> None:
    def groups(*eligible: int) -> list[bool]:
        made = [
            Group(9 - place, list(range(20 * place, 20 * place + 20)), True) for place in range(len(eligible))
        ]
        made.insert(1, Group(20, [20 * len(eligible)]))
        players = [
            Player(f"{place}.{n}", 9 - place, byes=int(n >= may))
            for place, may in enumerate(eligible)
            for n in range(20)
        ]
        _settle_bye(field_of([*players, Player("lone", 20)]), made, 2)
        return [group.large for group in made]

    assert groups(20, 20) == [True, False, True]
    assert groups(20, 12) == [True, False, True]
    assert groups(20, 11) == [True, False, False]
    assert groups(11, 11) == [False, False, False]
    assert groups(11, 12) == [True, False, True]


def test_groups_stand_from_high_to_low_and_only_large_ones_are_marked() -> None:
    players = [
        Player(f"{score}.{n}", score) for score, count in ((0, 8), (5, 7), (3, 9)) for n in range(count)
    ]
    made = make_groups(field_of(players))
    assert [(group.score, len(group.places), group.large) for group in made] == [
        (5, 7, False),
        (3, 9, True),
        (0, 8, True),
    ]
    field = field_of(players)
    for group in made:
        draws = [field.draws[place] for place in group.places]
        assert draws == sorted(draws)
        assert {field.scores[place] for place in group.places} == {group.score}
    # An odd field: nine may have the bye where six are asked for, so both stay large.
    odd = make_groups(field_of([*players, Player("0.x", 0)]))
    assert [group.large for group in odd] == [False, True, True]
    used = [Player(p.id, p.score, byes=int(p.score == 0)) for p in (*players, Player("0.x", 0))]
    assert [group.large for group in make_groups(field_of(used))] == [False, True, False]


# --- who leaves it -------------------------------------------------------------------------------------------

WAYS: tuple[tuple[Options, bool, bool, bool], ...] = tuple(
    (options, who, upward, anyone)
    for options in (
        Options(),
        Options(group_rule="strict", method="fold"),
        Options(bye_choice="random", method="slide"),
        Options(avoid_repeat_floats=False),
    )
    for who in (True, False)
    for upward in (True, False)
    for anyone in (False, True)
    if not (who and anyone)
)


def _price(field: Field, one: Player, has_who: bool, upward: bool, anyone: bool) -> tuple[int, int, int]:
    """Clan, floats and pattern of a member who could go; a red one is a clan mate of the person who comes."""
    options, pattern = field.options, 0
    if not has_who and not anyone:
        pattern = -(one.rank or 1 << 60) if options.bye_choice == "standing" else 0
    elif options.method != "random":
        position, size = field.positions[one.id]
        pattern = size - position if upward else position
    floats = one.floats if options.avoid_repeat_floats and (has_who or anyone) else 0
    return int(has_who and one.group == "red"), floats, pattern


@pytest.mark.parametrize(("options", "has_who", "upward", "anyone"), WAYS)
def test_the_member_who_leaves_is_the_best_by_clan_floats_pattern_and_draw(
    options: Options, has_who: bool, upward: bool, anyone: bool
) -> None:
    dice = random.Random(f"{options} {has_who} {upward} {anyone}")
    for _ in range(60):
        members = [
            Player(
                f"m{place}",
                3,
                ("who",) if dice.random() < 0.3 else (),
                byes=dice.choice((0, 1)) if dice.random() < 0.5 else 0,
                group=dice.choice((None, "red")),
                rank=dice.choice((None, dice.randrange(1, 9))),
                floats=dice.choice((0, 1, 2)) if dice.random() < 0.6 else 0,
            )
            for place in range(8)
        ]
        # Somebody who surely can, last in the draw and with everything else against it.
        members.append(Player("last", 3, group="blue", floats=3))
        who = Player("who", 3 if dice.random() < 0.5 else 6, group="red") if has_who else None
        field = field_of([*members, Player("who", 6)], options, [("who", "m0")])
        taken = {place for place in range(8) if dice.random() < 0.2}

        possible = []
        for place, one in enumerate(members):
            if has_who:
                clan = options.group_rule == "strict" and one.group == "red"
                legal = "who" not in one.opponents and one.id != "m0" and not clan
            else:
                legal = anyone or one.byes == 0
            if legal and place not in taken:
                possible.append(place)
        marks = {
            place: (*_price(field, members[place], has_who, upward, anyone), place) for place in possible
        }
        best = min(possible, key=marks.__getitem__)
        assert take_member(field, who, range(9), taken, upward=upward, anyone=anyone) == best


def test_a_group_without_anybody_possible_is_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError, match="legal member"):
        take_member(field_of(line(2)), None, range(2), {0, 1}, upward=True)


# --- the rest ------------------------------------------------------------------------------------------------


def inside(players: list[Player], options: Options | None = None, apart: Any = ()) -> list[str]:
    """The pairs inside a group, players by their place."""
    made = pair_inside(field_of(players, options, apart), list(range(len(players))))
    return [f"{one.id}-{two.id}" for one, two in made.links()]


def test_neighbours_in_the_draw_are_paired() -> None:
    assert inside(line(6)) == ["0-1", "2-3", "4-5"]
    assert inside([]) == []


def test_a_pair_that_met_exchanges_with_the_nearest_pair() -> None:
    assert inside(line(8, {2: [3]})) == ["0-1", "2-4", "3-5", "6-7"]
    assert inside(line(8, {3: [2]})) == ["0-1", "2-4", "3-5", "6-7"]
    assert inside(line(8, {2: [3, 4]})) == ["0-1", "2-5", "3-4", "6-7"]
    # With a pair before it, the exchange names the new pairs in its place and in the other's.
    assert inside(line(8, {2: [3, 4, 5]})) == ["3-1", "2-0", "4-5", "6-7"]
    assert inside(line(8, {7: [6]})) == ["0-1", "2-3", "7-5", "6-4"]
    assert inside(line(8, {0: [1, 2, 3, 4]})) == ["0-5", "2-3", "1-4", "6-7"]


def test_two_pairs_that_met_are_mended_by_one_exchange() -> None:
    assert inside(line(4, {0: [1], 2: [3]})) == ["0-2", "1-3"]


def test_an_order_of_the_staff_and_a_strict_clan_are_mended_as_well() -> None:
    assert inside(line(4), None, [("1", "0")]) == ["0-2", "1-3"]
    clan = [Player(str(place), 0, group="red" if place < 2 else None) for place in range(4)]
    assert inside(clan, STRICT) == ["0-2", "1-3"]
    assert inside(clan) == ["0-1", "2-3"]


def test_clan_mates_part_when_that_makes_fewer_of_them() -> None:
    def clans(letters: str) -> list[Player]:
        return [Player(str(n), 0, group=None if one == "." else one) for n, one in enumerate(letters)]

    soft = Options()
    assert inside(clans("aabc"), soft) == ["0-2", "1-3"]
    assert inside(clans("aaab"), soft) == ["0-1", "2-3"]
    assert inside(clans("aabb"), soft) == ["0-2", "1-3"]
    assert inside(clans("..aa"), soft) == ["3-1", "2-0"]
    assert inside(clans("aaaaa."), soft) == ["0-1", "2-3", "4-5"]
    assert inside(clans("aa....bb"), soft) == ["0-2", "1-3", "7-5", "6-4"]


def test_a_repair_goes_past_a_clan_pair_when_another_exchange_makes_none() -> None:
    players = [
        Player("0", 0, ("1",), group="a"),
        Player("1", 0, ("0",)),
        Player("2", 0, group="a"),
        Player("3", 0, group="a"),
        Player("4", 0),
        Player("5", 0),
    ]
    assert inside(players, Options())[0] == "0-4"
    # Where every exchange makes one, the nearest is taken.
    only = [*players[:4], Player("4", 0, group="a"), Player("5", 0, group="a")]
    assert inside(only, Options(group_rule="soft"))[:2] == ["0-2", "1-3"]


def test_a_pair_nobody_can_part_is_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError, match="exchange"):
        inside(line(2, {0: [1]}))


def test_other_places_are_tried_from_near_to_far() -> None:
    assert list(_nearby(0, 4)) == [1, 2, 3]
    assert list(_nearby(3, 4)) == [2, 1, 0]
    assert list(_nearby(1, 5)) == [2, 0, 3, 4]
    assert list(_nearby(0, 1)) == []


def test_the_places_of_exchanged_pairs_are_told() -> None:
    def moved(players: list[Player], options: Options | None = None) -> set[int]:
        made = pair_inside(field_of(players, options), list(range(len(players))))
        drawn = list(zip(players[::2], players[1::2], strict=True))
        assert {n for n, pair in enumerate(made.links()) if pair != drawn[n]} <= set(made.moved)
        steady = [n for n in range(len(drawn)) if n not in made.moved]
        ids = [[one.id for one in drawn[n]] for n in steady]
        places, first, second = made.steady()
        assert (places, [*map(list, zip(first, second, strict=True))]) == ([2 * n for n in steady], ids)
        return set(made.moved)

    clans = [Player(str(n), 0, group=one) for n, one in enumerate("aabcdd")]
    met = [Player("0", 0, ("1",), group="a"), *(Player(str(n), 0, group="a") for n in range(1, 6))]
    assert moved(line(8)) == moved(clans, Options(group_rule="off")) == set()
    assert moved(line(8, {4: [5, 6]})) == {2, 3}
    assert moved(clans, Options()) == {0, 1, 2}
    # Every exchange makes a clan pair: the nearest is taken all the same, and told.
    assert moved(met, Options()) == {0, 1}


def test_fold_and_slide_pair_by_standing_and_not_by_draw() -> None:
    players = [Player(str(place), 0, rank=place) for place in range(8)]
    mixed = [players[n] for n in (3, 5, 0, 7, 2, 6, 1, 4)]
    fold, slide = Options(method="fold"), Options(method="slide")
    assert inside(mixed, fold) == ["0-7", "1-6", "2-5", "3-4"]
    assert inside(mixed, slide) == ["0-4", "1-5", "2-6", "3-7"]
    # Two have left the group: the others close the ranks.
    left = [3, 5, 7, 2, 1, 4]
    links = pair_inside(field_of(players, fold), left).links()
    assert [(a.id, b.id) for a, b in links] == [("1", "7"), ("2", "5"), ("3", "4")]
