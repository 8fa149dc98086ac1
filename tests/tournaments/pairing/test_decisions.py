"""Where the engine chooses a way: in one piece or in windows, by Dirac's theorem or by asking, exact or not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tournaments.pairing import Options, Player, pair_round, swiss
from tournaments.pairing.decompose import _places, solve_field
from tournaments.pairing.field import make_field
from tournaments.pairing.groups import make_groups
from tournaments.pairing.power import _completable, _leaves_a_round, pair_leaders, solve_power
from tournaments.pairing.window import Window


def two_halves(half: int, *more: Player) -> list[Player]:
    """Two halves of one score in which everybody met everybody of the other half."""
    names = [[f"{side}{place}" for place in range(half)] for side in "ab"]
    return [
        *(Player(name, 0, tuple(names[1]), byes=1) for name in names[0]),
        *(Player(name, 0, tuple(names[0]), byes=1) for name in names[1]),
        *more,
    ]


def field_of(players: Sequence[Player], **options: Any) -> Any:
    """The problem of round three."""
    return make_field(players, seed="s", number=3, options=Options(**options))


def test_two_odd_halves_that_met_across_cannot_be_completed_and_a_pair_more_can() -> None:
    for half in (3, 5, 7):
        players = two_halves(half)
        assert not _completable(field_of(players), players, half)
        bridge = two_halves(half, Player("x", 0), Player("y", 0))
        assert _completable(field_of(bridge), bridge, half)
        assert solve_power(field_of(players, method="power")) is None
        assert pair_leaders(field_of(players, leaders=2)) == []
        draft = pair_round(players, seed="s", number=9, options=Options(method="power"))
        assert draft.certificate.rematches == 1
    even = two_halves(4)
    assert _completable(field_of(even), even, 4) and _completable(field_of([]), [], 0)


def test_the_first_two_part_where_the_halves_below_need_them() -> None:
    for half in (3, 5, 7):
        players = two_halves(half, Player("x", 9, byes=1), Player("y", 8, byes=1))
        power = solve_power(field_of(players, method="power"))
        assert power is not None and len(power.pairs) == half + 1
        (first, second), (third, fourth) = power.pairs[:2]
        assert (first.id, third.id) == ("x", "y")
        assert second is not None and fourth is not None and second.id[0] != fourth.id[0]


def test_a_round_is_left_when_somebody_who_may_have_the_bye_can_be_spared() -> None:
    for half in (3, 5, 7):
        # Only x may have the bye, and without x the halves cannot be paired.
        players = two_halves(half, Player("x", 0))
        assert not _leaves_a_round(field_of(players), players, half)
        # With three such strangers one takes the bye and two mend the halves.
        three = two_halves(half, *(Player(name, 0) for name in "xyz"))
        assert _leaves_a_round(field_of(three), three, half)
        # Nobody of the rest may have it: the one who may is already paired.
        others = [player for player in three if player.byes]
        assert not _leaves_a_round(field_of(three), [*others, Player("w", 0, byes=1)], half)
        assert not _leaves_a_round(field_of(players), two_halves(half), half)


def test_the_first_leader_takes_the_next_and_is_kept_from_whom_the_others_need() -> None:
    # a could meet b, but then c and d, who met, are left; so a meets c.
    players = [
        Player("a", 9, rank=1),
        Player("b", 6, rank=2),
        Player("c", 3, ("d",), rank=3),
        Player("d", 0, ("c",), rank=4),
    ]
    assert [(one.id, two.id) for one, two in pair_leaders(field_of(players, leaders=1))] == [("a", "c")]
    made = pair_leaders(field_of(players, leaders=4))
    assert [(one.id, two.id) for one, two in made] == [("a", "c"), ("b", "d")]
    assert pair_leaders(field_of(players, leaders=0)) == []
    power = solve_power(field_of(players, method="power"))
    assert power is not None
    assert [(one.id, two.id if two else None) for one, two in power.pairs] == [("a", "c"), ("b", "d")]


def test_a_window_as_large_as_the_limit_is_solved_in_one_piece_and_a_larger_one_is_not() -> None:
    players = [Player(str(place), 2 * place) for place in range(6)]
    for limit, exact in ((7, True), (6, True), (5, False)):
        outcome = solve_field(field_of(players, window_limit=limit))
        assert (outcome.exact, outcome.legal, outcome.windows) == (exact, True, [6])


def test_a_rolled_window_with_clan_pairs_is_not_called_exact() -> None:
    players = [Player(str(place), 2 * place, group="red") for place in range(20)]
    certificate = pair_round(players, seed="s", number=2, options=Options(window_limit=8)).certificate
    assert (certificate.exact, certificate.soft_conflicts, certificate.windows) == (False, 10, (20,))
    whole = pair_round(players, seed="s", number=2).certificate
    assert (whole.exact, whole.soft_conflicts, whole.windows) == (True, 10, (20,))


def test_clan_pairs_left_in_a_large_group_are_settled_in_one_piece_up_to_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players = [Player(str(place), 0, group="red" if place < 12 else None) for place in range(20)]
    for limit, windows in ((20, (20,)), (19, ())):
        monkeypatch.setattr(swiss, "EXACT_CLANS", limit)
        certificate = pair_round(players, seed="s", number=2).certificate
        assert (certificate.windows, certificate.soft_conflicts) == (windows, 2)
    # Without a clan pair left, or where clans do not count, nothing more is asked.
    fewer = [Player(player.id, 0, group=player.group if int(player.id) < 3 else None) for player in players]
    monkeypatch.setattr(swiss, "EXACT_CLANS", 400)
    assert pair_round(fewer, seed="s", number=2).certificate.windows == ()
    off = pair_round(players, seed="s", number=2, options=Options(group_rule="off"))
    assert off.certificate.windows == ()


def test_a_window_offers_as_many_places_as_its_players_can_be_kept_apart() -> None:
    def places(players: list[Player], *, bye: bool = False, apart: Any = (), **options: Any) -> int:
        others = [Player(f"other {place}", 9, group="red") for place in range(4)]
        field = make_field(
            [*players, *others], seed="s", number=3, options=Options(**options), forbidden_pairs=apart
        )
        return _places(field, Window(players, bye))

    free = [Player(str(place), 0, group="red" if place < 3 else None) for place in range(8)]
    assert places(free) == 2
    assert places(free[:1]) == 1 and places(free[:1], bye=True) == 2
    assert places(free, apart=[("0", "1"), ("0", "2"), ("5", "6")]) == 4
    # Only those of the window count, and a bye somebody may not have counts like an opponent.
    met = [Player("m", 0, ("0", "1", "other 1", "other 2", None)), *free]
    assert places(met) == 4
    assert places([Player("m", 0, ("0", "1"), byes=1), *free], bye=True) == 5
    assert places([Player("m", 0, ("0", "1")), *free], bye=True) == 4
    # Under the strict rule the largest clan of the window is added.
    assert places(free, group_rule="strict") == 5
    assert places(free[3:], group_rule="strict") == 2


def test_a_round_that_gives_way_in_one_window_is_exact() -> None:
    closed = [Player("x", 60, ("y",)), Player("y", 60, ("x",))]
    whole = pair_round([*closed], seed="s", number=3).certificate
    assert (whole.exact, whole.rematches, whole.windows) == (True, 1, (2,))


def test_a_bye_is_named_with_how_many_there_were() -> None:
    had = [Player(name, 0, (None,) * byes, byes=byes) for name, byes in (("a", 2), ("b", 3), ("c", 3))]
    first = pair_round(had, seed="s", number=4).certificate
    assert [(note.code, dict(note.params)) for note in first.relaxed] == [
        ("everyone_had_bye", {"player": "a", "byes": 2})
    ]
    assert (first.second_byes, first.cost) == (0, 1)
    # b and c may not meet, so a cannot be spared: one of the others gets another bye, which counts.
    apart = [replace(had[0]), *(replace(player, opponents=("b", "c", "a")) for player in had[1:])]
    again = pair_round(apart, seed="s", number=4, forbidden_pairs=[("b", "c")]).certificate
    (second,) = [note for note in again.relaxed if note.code == "second_bye"]
    assert second.params["player"] in ("b", "c") and second.params["byes"] == 3
    assert (again.second_byes, again.rematches, again.certified) == (1, 1, False)


def test_beside_a_large_group_no_rule_ever_gives_way() -> None:
    dice = random.Random("beside")
    for case in range(40):
        clique = [f"c{place}" for place in range(dice.randrange(2, 6))]
        rule = dice.choice(("soft", "strict"))
        players = [
            Player(
                name,
                dice.choice((0, 8, 8, 9)),
                tuple(other for other in clique if other != name),
                byes=dice.randrange(2),
                group=f"clan {place % 2}" if rule == "soft" or place < 3 else None,
            )
            for place, name in enumerate(clique)
        ]
        crowd = [Player(f"p{place:02}", 5, byes=int(place % 3 == 0)) for place in range(60 + case % 2)]
        field = field_of([*players, *crowd], group_rule=rule)
        assert [group.score for group in make_groups(field) if group.large] == [5]
        outcome = solve_field(field)
        assert (outcome.legal, outcome.exact) == (True, True)
        assert all(two is None or field.legal(one, two) for one, two in outcome.everybody())
