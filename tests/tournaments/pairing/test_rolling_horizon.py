"""The rolling horizon with small blocks: freezing, growing, thawing, and giving way only when it must."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.tournaments.pairing.window_oracle import Judge
from tournaments.pairing import Options, Player, horizon
from tournaments.pairing.field import Field, make_field
from tournaments.pairing.horizon import solve_long_window
from tournaments.pairing.window import Solved, Window, solve_window


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, Any, Any, Any, bool]]:
    """Blocks of six, and what each solved window was: size, reach, above, below, relaxed."""
    seen: list[tuple[int, Any, Any, Any, bool]] = []

    def solve(field: Field, window: Window, *, relaxed: bool = False) -> Solved | None:
        scores = [player.score for player in window.players]
        assert scores == sorted(scores, reverse=True)  # a window is promised from high to low
        seen.append((len(window.players), window.reach, window.above, window.below, relaxed))
        return solve_window(field, window, relaxed=relaxed)

    monkeypatch.setattr(horizon, "BLOCK", 6)
    monkeypatch.setattr(horizon, "solve_window", solve)
    return seen


def distinct(count: int, met: list[tuple[int, int]] | None = None, used: int = 0) -> Field:
    """Players 0, 1, ... from high to low; ``met`` pairs; the last ``used`` had a bye."""
    players = [
        Player(
            str(place),
            2 * (count - place),
            tuple(str(two) for one, two in met or () if one == place),
            byes=int(place >= count - used),
        )
        for place in range(count)
    ]
    return make_field(players[::-1], seed="s", number=3, options=Options())


def pairs_of(solved: Solved) -> list[str]:
    """The pairs by place, in their order."""
    return [f"{one.id}-{two.id if two else ''}" for one, two in solved.pairs]


def test_the_upper_half_of_each_block_is_frozen_and_the_last_takes_the_rest(windows: list[Any]) -> None:
    field = distinct(20)
    solved = solve_long_window(field, Window(field.players))
    assert pairs_of(solved) == [f"{n}-{n + 1}" for n in range(0, 20, 2)]
    assert solved.legal
    # Four go with every block of six: three of the upper half, and the partner of the third.
    assert [size for size, *_ in windows] == [6, 6, 6, 8]
    assert {reach for _, reach, *_ in windows[:3]} == {12} and windows[3][1] is None


def test_the_best_ninety_six_are_the_first_block(monkeypatch: pytest.MonkeyPatch) -> None:
    class Seen(Exception):
        pass

    def look(field: Field, window: Window, *, relaxed: bool = False) -> Solved | None:
        raise Seen(len(window.players), window.reach)

    monkeypatch.setattr(horizon, "solve_window", look)
    # Up to half a block more are left to the last one, which takes everybody and has no reach.
    for count, first in ((144, (144, None)), (145, (96, 12)), (300, (96, 12))):
        with pytest.raises(Seen) as caught:
            solve_long_window(distinct(count), Window(distinct(count).players))
        assert caught.value.args == first


def test_as_many_as_a_block_and_a_half_are_the_last_block(windows: list[Any]) -> None:
    solve_long_window(distinct(9, used=0), Window(distinct(9).players, bye=True))
    assert [size for size, *_ in windows] == [9]
    windows.clear()
    solve_long_window(distinct(10), Window(distinct(10).players))
    assert [size for size, *_ in windows] == [6, 6]


def test_the_places_above_are_for_the_first_block_and_those_below_for_the_last(windows: list[Any]) -> None:
    field = distinct(14)
    solved = solve_long_window(field, Window(field.players, above=(30, 2), below=(0, 2)))
    assert (solved.up, solved.down) == ([], [])
    assert [window[2] for window in windows] == [(30, 2), None, None]
    assert [window[3] for window in windows] == [None, None, (0, 2)]
    odd = distinct(13)
    windows.clear()
    solved = solve_long_window(odd, Window(odd.players, above=(27, 1)))
    assert [player.id for player in solved.up if player] == ["0"]
    assert pairs_of(solved) == [f"{n}-{n + 1}" for n in range(1, 13, 2)]
    # One more in the first block: with the place above it is even.
    assert windows[0][0] == 7
    windows.clear()
    solved = solve_long_window(odd, Window(odd.players, below=(1, 1)))
    assert [player.id for player in solved.down if player] == ["12"]
    assert windows[0][0] == 6


def test_a_top_that_has_all_met_is_solved_in_a_larger_block(windows: list[Any]) -> None:
    field = distinct(30, [(one, two) for one in range(6) for two in range(6) if one != two])
    solved = solve_long_window(field, Window(field.players))
    assert solved.legal
    # Without a reach the same block is tried again; then one twice as large, then small ones again.
    sizes = [(size, reach) for size, reach, *_ in windows]
    assert sizes[:3] == [(6, 17), (6, None), (12, 17)] and sizes[3] == (6, 17)
    best = solve_window(field, Window(sorted(field.players, key=lambda player: -player.score)))
    assert best is not None and gaps(best) == gaps(solved)


def test_a_bye_is_found_above_the_last_block(windows: list[Any]) -> None:
    field = distinct(21, used=15)
    solved = solve_long_window(field, Window(field.players, bye=True))
    (lone,) = [one.id for one, two in solved.pairs if two is None]
    assert lone == "5" and solved.legal
    assert Counter(relaxed for *_, relaxed in windows) == {False: len(windows)}


def gaps(solved: Solved) -> int:
    """The sum of the squared gaps of the pairs."""
    return sum((one.score - two.score) ** 2 for one, two in solved.pairs if two is not None)


def test_a_tail_that_has_met_takes_back_as_many_as_it_has(windows: list[Any]) -> None:
    field = distinct(40, [(one, two) for one in range(22, 40) for two in range(22, 40) if one != two])
    solved = solve_long_window(field, Window(field.players))
    assert solved.legal and len(solved.pairs) == 20
    reach = 17 + 12
    # Twenty are frozen before no block can be solved any more; then as many come back as the last block had.
    grown = [(6, reach), (6, None), (12, reach), (12, None), (20, None), (40, None)]
    assert [window[:2] for window in windows] == [(6, reach)] * 5 + grown


def test_no_more_comes_back_than_the_last_block_had(windows: list[Any]) -> None:
    field = distinct(60, [(one, two) for one in range(50, 60) for two in range(50, 60) if one != two])
    assert solve_long_window(field, Window(field.players)).legal
    assert [window[0] for window in windows if window[0] > 12] == [24]
    field = distinct(
        61, [(one, two) for one in range(50, 61) for two in range(50, 61) if one != two], used=11
    )
    assert solve_long_window(field, Window(field.players, bye=True)).legal
    assert [window[0] for window in windows if window[0] > 10] == [12, 24, 13, 27]


def test_a_block_is_as_long_as_asked_and_one_more_where_the_places_above_are_odd(
    windows: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(horizon, "BLOCK", 8)
    for places, size in ((0, 8), (1, 9), (2, 8), (3, 9)):
        windows.clear()
        field = distinct(24 + places % 2)
        assert solve_long_window(field, Window(field.players, above=(60, places))).legal
        assert windows[0][0] == size


def test_an_impossible_tail_takes_back_everything_before_a_rule_gives_way(windows: list[Any]) -> None:
    field = distinct(20, [(one, two) for one in range(8, 20) for two in range(8, 20) if one != two])
    solved = solve_long_window(field, Window(field.players, above=(41, 2), below=(0, 2)))
    assert solved.legal and len(solved.up) == len(solved.down) == 2
    windows.clear()
    closed = solve_long_window(field, Window(field.players))
    assert not closed.legal
    # Everybody is in the last block, and only then it is relaxed.
    assert windows[-2:] == [(20, None, None, None, False), (20, None, None, None, True)]
    judge = Judge(field, Window(sorted(field.players, key=lambda player: -player.score)), relaxed=True)
    assert judge.answered(closed)[2] == 2  # twelve who all met, eight others


def test_a_last_block_beyond_the_limit_gives_way_at_once(
    windows: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    everybody = [(one, two) for one in range(8, 20) for two in range(8, 20) if one != two]
    tried: dict[int, list[tuple[int, bool]]] = {}
    for limit in (11, 12, 13):
        monkeypatch.setattr(horizon, "LARGEST_BLOCK", limit)
        windows.clear()
        field = distinct(20, everybody)
        assert not solve_long_window(field, Window(field.players)).legal
        tried[limit] = [(size, relaxed) for size, *_, relaxed in windows if size > 6]
    assert tried[11] == [(12, False), (12, True)]
    assert tried[12] == tried[13] == [(12, False), (20, False), (20, True)]


def _mixed(dice: random.Random) -> Field:
    count = dice.randrange(10, 19)
    names = [str(place) for place in range(count)]
    clique = dice.sample(names, dice.randrange(0, count - 2)) if dice.random() < 0.6 else []
    players = [
        Player(
            name,
            dice.randrange(12),
            tuple(other for other in names if other != name and (name in clique) and other in clique),
            byes=int(dice.random() < 0.4),
        )
        for name in names
    ]
    return make_field(players, seed=str(dice.random()), number=4, options=Options())


def test_a_rule_gives_way_exactly_when_the_window_in_one_piece_has_no_legal_answer(
    windows: list[Any],
) -> None:
    dice = random.Random("rolling")
    seen: Counter[bool] = Counter()
    for _ in range(60):
        field = _mixed(dice)
        order = sorted(field.players, key=lambda player: -player.score)
        window = Window(order, field.odd)
        side = dice.choice(("", "above", "below"))
        if side == "above":
            window.above = (order[0].score + 2, 2)
        elif side == "below" and not field.odd:
            window.below = (order[-1].score - 2, 2)
        whole = solve_window(field, window)
        solved = solve_long_window(field, window)
        assert solved.legal == (whole is not None)
        there = Counter(who.id for pair in solved.pairs for who in pair if who)
        there += Counter(who.id for who in solved.up + solved.down if who)
        assert there == Counter(player.id for player in field.players)
        if whole is not None:
            judge = Judge(field, window)
            assert judge.answered(solved)[6] >= judge.answered(whole)[6]
        seen[solved.legal] += 1
    assert min(seen.values()) > 8
