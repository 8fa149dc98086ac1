"""A Z/X Overboost by this referee: on a Square as any Z/X, taken apart when it leaves (911), and what is left open."""

from __future__ import annotations

import json
from typing import Any

import pytest

from . import games
from .compare import compare, printed_cards
from .dynamis import extra
from .judging import judged
from .moving import destroy, move
from .referee import Referee
from .table import PLAYER_SQUARE, Card, Game, Unsupported

LEFT_OPEN = {
    "whether a Player who is part of an Overboost can be attacked",
    "whether the Player card of an Overboost is on a Square",
}


def laid_before(log: bytes) -> list[dict[str, Any]]:
    """The lines of a log before the first action, with the lower part of an Overboost behind a Player card."""
    rows = [json.loads(line) for line in log.splitlines()]
    rows = rows[: next(at for at, row in enumerate(rows) if row["kind"] == "act")]
    for row in rows:
        if row["kind"] == "seat" and row["seat"] == 0:
            row.update(behind=games.OVERBOOST, dynamis=[games.OVERBOOST, *row["dynamis"][:15]])
    return rows


def on_a_square() -> tuple[Game, Card]:
    """A game in which one stands on the middle Square, with everything on it that a Z/X can have."""
    referee = Referee(printed_cards(games.cards()))
    for row in laid_before(games.play_one(3)):
        assert not referee.judge(row)
    for seat in (0, 1):
        assert not referee.judge({"kind": "act", "do": "keep", "seat": seat})
    game = referee.game
    assert game is not None
    card = game.zones[0]["dynamis"][0]
    card["label"] = "#upper"
    judged(game, {"do": "fix", "change": [["square", "#upper", "1,1"]]})
    card.update(state="sleep", damage=1000, until_end=[2000])
    game.player_state[0], game.behind[0]["face_up"] = "", True  # however it was played, they are part of it
    return game, card


@pytest.mark.parametrize("zone", ["charge", "trash", "hand", "resource", "remove", "deck", "life"])
def test_wherever_it_would_go_it_comes_apart(zone: str) -> None:
    game, card = on_a_square()
    before = len(game.zones[0][zone])
    if zone == "charge":
        destroy(game, [card])
    else:
        move(game, [card], zone)
    assert len(game.zones[0][zone]) == before and not game.squares["1,1"]
    assert (card["zone"], card["face_up"]) == ("dynamis", True), "911.1, the upper part"
    lower = game.behind[0]
    assert (lower["square"], lower["face_up"]) == (PLAYER_SQUARE[0], False), "911.1, the lower part"
    assert game.player_state[0] == "reboot" and game.player_card_of(0) == game.player_card[0]
    assert (card["state"], card["damage"], card["until_end"]) == ("", 0, []), "911.2 and 301.4"


def test_on_a_square_it_is_a_z_x_and_its_player_card_is_left_open() -> None:
    game, card = on_a_square()
    assert game.is_zx(card) and game.overboosted(0) and not game.overboosted(1)
    with pytest.raises(Unsupported, match="Player card of an Overboost"):
        game.player_card_of(0)


def test_how_one_is_played_is_left_open() -> None:
    game, card = on_a_square()
    destroy(game, [card])
    for face_up in (False, True):
        card["face_up"] = face_up
        with pytest.raises(Unsupported, match="how a Z/X Overboost is played"):
            extra(game, 0, {"card": games.OVERBOOST, "square": "1,1"})


def test_the_engine_stops_at_a_lower_part_that_the_preparation_allows() -> None:
    rows = [*laid_before(games.play_one(3)), {"kind": "act", "n": 1, "do": "keep", "seat": 0}]
    data = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    assert compare(data, games.cards()).unsupported == "the engine: behind_player_not_carried"


def test_games_whose_texts_a_judge_settles_are_judged_alike() -> None:
    tally = games.judge_said(range(4))
    assert not tally.differences, f"{tally.differences[0][0]}: {tally.differences[0][2]}"
    assert not tally.unsupported and tally.hits["Text by a judge"] > 10


def test_games_with_one_on_a_square_are_judged_alike() -> None:
    tally = games.judge_overboosts(range(14))
    assert not tally.differences, f"{tally.differences[0][0]}: {tally.differences[0][2]}"
    assert set(tally.unsupported) == LEFT_OPEN
    assert tally.hits["911.1"] > 3 and tally.hits["Overboost on a Square"] > 10
