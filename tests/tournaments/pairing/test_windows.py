"""Small windows answer the cheapest pairing, every level in its order, as trying all pairings finds it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.tournaments.pairing.window_oracle import Judge
from tournaments.pairing import Options, Player
from tournaments.pairing.field import Field, make_field
from tournaments.pairing.window import Solved, Window, solve_window

OPTIONS = (
    Options(),
    Options(group_rule="strict"),
    Options(method="fold"),
    Options(method="slide", group_rule="off"),
    Options(bye_choice="random", avoid_repeat_floats=False),
    Options(bye_step=3, method="fold", group_rule="strict"),
)
LARGE = (0, 0, 1, 3, 30)


def _field(dice: random.Random, size: int, number: int, options: Options) -> Field:
    """A field in which everything that can speak against a pair occurs often, sometimes in large amounts."""
    names = [f"p{place}" for place in range(size)]
    density = dice.choice((0.2, 0.5, 0.8))
    scores = dice.choice(((0, 1), (0, 1, 3), (0, 40), (0,)))
    fewest = dice.choice((0, 0, 1, 3))
    floats, byes = (0, dice.choice(LARGE)), (fewest, fewest, fewest + dice.choice((1, 2, 20)))
    players = []
    for name in names:
        foes = [other for other in names if other != name and dice.random() < density]
        met = [*foes, *[None] * dice.choice((0, 0, 2, 9))]
        dice.shuffle(met)
        players.append(
            Player(
                name,
                dice.choice(scores),
                frozenset(foes) if dice.random() < 0.1 else tuple(met[: number + 1]),
                byes=dice.choice(byes),
                group=dice.choice((None, "red", "red", "blue")),
                rank=dice.choice((None, dice.randrange(1, size + 1))),
                floats=dice.choice(floats),
            )
        )
    apart = [(one, two) for one in names for two in names if one < two and dice.random() < 0.15]
    return make_field(players, seed=str(dice.random()), number=number, options=options, forbidden_pairs=apart)


def _window(dice: random.Random, field: Field) -> Window:
    players = sorted(field.players, key=lambda player: -player.score)
    bye = dice.random() < 0.4
    above = (players[0].score + dice.choice((1, 3)), dice.choice((1, 2))) if dice.random() < 0.3 else None
    below = (players[-1].score - dice.choice((1, 3)), dice.choice((1, 2))) if dice.random() < 0.3 else None
    window = Window(players, bye, above, below)
    if window.size() % 2:
        window.bye = not bye
    if dice.random() < 0.2:
        window.reach = dice.choice((1, 2, 3))
    if dice.random() < 0.2:
        names = ["", *(player.id for player in players)]
        window.apart = frozenset(frozenset(dice.sample(names, 2)) for _ in range(2))
    return window


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("relaxed", [False, True])
def test_a_window_is_paired_at_the_least_price_of_all_pairings(options: Options, relaxed: bool) -> None:
    dice = random.Random(f"{options} {relaxed}")
    answered = 0
    for _ in range(250):
        field = _field(dice, dice.choice((1, 2, 3, 4, 4, 5)), dice.choice((2, 3, 6)), options)
        window = _window(dice, field)
        solved = solve_window(field, window, relaxed=relaxed)
        judge = Judge(field, window, relaxed)
        best = judge.best()
        assert (solved is None) == (best is None)
        if solved is None:
            continue
        answered += 1
        assert judge.answered(solved) == best
        assert solved.legal is not relaxed
        _everybody_once(window, solved)
    assert answered > 60


def _everybody_once(window: Window, solved: Solved) -> None:
    seen = [who for pair in solved.pairs for who in pair] + solved.up + solved.down
    assert len(seen) == len(window.players) + window.bye
    assert {who.id for who in seen if who} == {player.id for player in window.players}
    # A pair names the one who stands first in the window first, and the bye second.
    places = [player.id for player in window.players]
    for one, two in solved.pairs:
        assert two is None or places.index(one.id) < places.index(two.id)
    for side, used in ((window.above, solved.up), (window.below, solved.down)):
        assert len(used) <= (side[1] if side else 0)


def test_an_empty_window_is_answered_with_nothing() -> None:
    field = make_field([], seed="s", number=1, options=Options())
    assert solve_window(field, Window([])) == Solved([], [], [], True)


@pytest.mark.parametrize(
    ("window", "size"),
    [
        ({}, 2),
        ({"bye": True}, 3),
        ({"above": (9, 4)}, 6),
        ({"above": (9, 4), "below": (0, 1), "bye": True}, 8),
    ],
)
def test_the_size_of_a_window_counts_the_bye_and_the_places(window: dict[str, Any], size: int) -> None:
    assert Window([Player("a", 3), Player("b", 3)], **window).size() == size
