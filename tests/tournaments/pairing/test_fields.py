"""One round as a problem: who met whom and when, what is legal, who may get the bye."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.pairing import Options, Player
from tournaments.pairing import field as fields
from tournaments.pairing.decompose import solve_field, solve_whole
from tournaments.pairing.field import Field, make_field, standing_key
from tournaments.pairing.groups import max_degree


def field_of(*players: Player, rule: str = "soft", apart: tuple[tuple[str, str], ...] = ()) -> Field:
    """A field in round six."""
    options = Options(group_rule=rule)  # type: ignore[arg-type]  # a rule's name
    return make_field(players, seed="s", number=6, options=options, forbidden_pairs=apart)


def test_the_last_meeting_is_the_latest_that_either_of_the_two_remembers() -> None:
    a = Player("a", 0, ("b", "c", None, "b", "d"))
    b = Player("b", 0, ("a", "c"))
    c = Player("c", 0, (None, None, "a"))
    d = Player("d", 0, frozenset({"a", "e"}))
    e = Player("e", 0, frozenset({"d"}))
    field = field_of(a, b, c, d, e)
    for one, two, last in ((a, b, 4), (a, c, 3), (a, d, 5), (b, c, 2), (d, e, 0), (b, e, 0), (c, d, 0)):
        assert field.last_met(one, two) == field.last_met(two, one) == last
    assert field.met(b, c) and field.met(c, b) and field.met(d, e) and not field.met(b, d)


def test_what_makes_a_pair_illegal() -> None:
    a, b = Player("a", 0, ("b",), group="red"), Player("b", 3)
    c, d = Player("c", 0, group="red"), Player("d", 0, group="blue")
    soft = field_of(a, b, c, d, apart=(("d", "b"),))
    assert not soft.legal(a, b) and not soft.legal(b, a)
    assert not soft.legal(b, d) and soft.kept_apart(d, b) and soft.kept_apart(b, d)
    assert soft.legal(a, c) and soft.same_group(a, c) and not soft.same_group(a, d)
    assert not soft.same_group(b, Player("e", 0))
    strict, off = field_of(a, b, c, d, rule="strict"), field_of(a, b, c, d, rule="off")
    assert not strict.legal(a, c) and strict.legal(a, d) and strict.legal(b, d)
    assert off.legal(a, c) and not off.same_group(a, c)
    assert (soft.grouped, strict.grouped, off.grouped) == (True, True, False)
    assert not field_of(b, d, rule="soft").same_group(b, d) and not field_of(b).grouped
    assert soft.foes(b) == {"d"} and soft.foes(a) == {"b"} and off.foes(c) == set()


def test_the_bye_is_for_those_with_the_fewest_and_stands_below_the_lowest() -> None:
    a, b, c = Player("a", 7, byes=1), Player("b", 3, byes=2), Player("c", 5, byes=1)
    field = field_of(a, b, c)
    assert [field.may_bye(player) for player in (a, b, c)] == [True, False, True]
    assert (field.bye_score, field.min_byes, field.odd) == (2, 1, True)
    wide = make_field([a, b], seed="s", number=1, options=Options(bye_step=4))
    assert (wide.bye_score, wide.odd) == (-1, False)


def test_the_standing_is_by_score_then_rank_then_draw_and_the_unranked_come_last() -> None:
    players = [
        Player("none", 3),
        Player("second", 3, rank=2),
        Player("first", 3, rank=1),
        Player("top", 4),
        Player("also", 3, rank=2),
    ]
    keys = {"none": 1, "second": 9, "first": 7, "top": 5, "also": 2}
    order = sorted(players, key=lambda player: standing_key(keys, player))
    assert [player.id for player in order] == ["top", "first", "also", "second", "none"]


def test_positions_are_counted_inside_each_score_and_only_for_fold_and_slide() -> None:
    players = [Player("a", 3, rank=2), Player("b", 3, rank=1), Player("c", 0), Player("d", 3)]
    for method, positions in (
        ("fold", {"b": (0, 3), "a": (1, 3), "d": (2, 3), "c": (0, 1)}),
        ("slide", {"b": (0, 3), "a": (1, 3), "d": (2, 3), "c": (0, 1)}),
        ("random", {}),
        ("power", {}),
    ):
        options = Options(method=method)  # type: ignore[arg-type]  # one of the four
        assert make_field(players, seed="s", number=1, options=options).positions == positions


@pytest.mark.parametrize("block", [1, 2, 3, 50])
def test_a_field_knows_the_same_of_its_players_however_they_are_read(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fields, "_BLOCK", block, raising=False)
    for size in range(7):
        for odd_one in range(size):
            players = [Player(str(place), place % 4, (None,) * 2, byes=2) for place in range(size)]
            plain = field_of(*players)
            assert plain.plain and not plain.grouped and (plain.min_byes, max_degree(plain)) == (2, 2)
            assert plain.scores == [player.score for player in players]
            assert plain.ids == [player.id for player in players]
            assert list(plain.draws) == [plain.keys[one] for one in plain.ids]
            away = field_of(*players, Player("away", 9, (None,) * 7, active=False, rank=1, group="red"))
            assert (away.players, away.ids, away.plain, away.grouped) == (players, plain.ids, True, False)
            assert plain.bye_score == -1
            known = {}
            for change in (
                {"byes": 1},
                {"opponents": (None,) * 5},
                {"group": "red"},
                {"rank": 1},
                {"fixed_table": 9},
                {"score": -4},
            ):
                changed = players.copy()
                changed[odd_one] = replace(players[odd_one], **change)
                field = field_of(*changed)
                known[next(iter(change))] = (
                    field.min_byes,
                    max_degree(field),
                    field.grouped,
                    field.plain,
                    field.bye_score,
                )
            assert known == {
                "byes": (1, 2, False, True, -1),
                "opponents": (2, 5, False, True, -1),
                "group": (2, 2, True, True, -1),
                "rank": (2, 2, False, False, -1),
                "fixed_table": (2, 2, False, False, -1),
                "score": (2, 2, False, True, -5),
            }
    nobody = field_of()
    assert (nobody.scores, max_degree(nobody), nobody.grouped, nobody.plain) == ([], 0, False, True)


def test_nobody_is_paired_with_nobody() -> None:
    nobody = field_of()
    assert not nobody.odd
    assert solve_field(nobody).everybody() == []
    whole = solve_whole(nobody)
    assert whole is not None and (whole.pairs, whole.windows, whole.legal) == ([], [0], True)


@pytest.mark.parametrize("relaxed", [False, True])
def test_a_field_in_one_piece_gives_way_only_when_told_to(relaxed: bool) -> None:
    field = field_of(Player("a", 0, ("b",)), Player("b", 1, ("a",)))
    whole = solve_whole(field, relaxed=relaxed)
    assert (whole is not None) == relaxed
    if whole is not None:
        assert [(one.id, two.id if two else None) for one, two in whole.pairs] == [("b", "a")]
        assert (whole.windows, whole.legal, whole.exact) == ([2], False, True)
