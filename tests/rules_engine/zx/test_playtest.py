"""How a card of Z/X plays, and that every card of every game can be played or is refused in a sentence."""

from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.games import games
from rules_engine.kernel import playtest
from rules_engine.kernel.games import Game
from rules_engine.kernel.playtest import play_card, play_part
from rules_engine.zx.cards import ZxCard, ZxCost, load_pool
from rules_engine.zx.playtest import PLAYTEST

POOL = load_pool("zx-texts")
PLAIN = ZxCard("X1", "Try", kind="zx", cost=ZxCost(0), power=5000)


def test_a_card_of_no_pool_is_played_and_counted() -> None:
    tally = play_part(PLAYTEST, POOL, PLAIN, seed="tests", first=0, count=12)
    assert tally.ended == 12 and tally.played_in > 2 and not tally.asked
    assert play_part(PLAYTEST, POOL, PLAIN, seed="tests", first=0, count=12) == tally


def test_a_card_that_nobody_can_pay_for_and_that_does_nothing_changes_nothing() -> None:
    empty = replace(PLAIN, power=0, cost=ZxCost(99))
    tally = play_part(PLAYTEST, POOL, empty, seed="tests", first=0, count=12)
    assert (tally.gained, tally.lost, tally.played, tally.had_in > 6) == (0, 0, 0, True)


def test_a_text_that_is_not_understood_reports_its_gap() -> None:
    found = play_card(PLAYTEST, POOL, replace(PLAIN, text="Win the next war."), 12, "tests")
    (asked,) = found.tally.asked
    assert (asked.question.code, dict(asked.question.params)) == ("manual_card", {"card": "X1"})
    assert asked.with_it > 0 and asked.without == 0 and found.says == playtest.HARDLY_PLAYED


def test_what_lies_beside_a_deck_is_refused() -> None:
    beside = next(card for card in POOL.cards if card.in_dynamis)
    assert "beside" in PLAYTEST.refusal(POOL, beside)
    small = type(POOL)("small", POOL.cards[:3])
    assert "ready-made" in PLAYTEST.refusal(small, PLAIN)


def cards(every: int) -> list[Any]:
    found = [(game, card) for game in games() if game.playtest for card in whole(game).cards]
    return [pytest.param(*one, id=f"{one[0].key} {one[1].number}") for one in found[::every]]


def whole(game: Game) -> Any:
    return game.pools.load(game.pools.whole or next(iter(game.pools.packaged)))


def played_or_refused(game: Game, card: Any, count: int) -> None:
    assert game.playtest is not None
    pool = whole(game)
    if game.playtest.refusal(pool, card):
        return
    tally = play_part(game.playtest, pool, card, seed="every card", first=0, count=count)
    assert tally.ended == count, tally.stuck


@pytest.mark.parametrize(("game", "card"), cards(17))
def test_a_card_in_seventeen_of_every_game_is_played_to_the_end(game: Game, card: Any) -> None:
    played_or_refused(game, card, 1)


@pytest.mark.night(
    "every card of every game in a dozen games",
    short="tests/rules_engine/zx/test_playtest.py::test_a_card_in_seventeen_of_every_game_is_played_to_the_end",
)
@pytest.mark.parametrize(("game", "card"), cards(1))
def test_every_card_of_every_game_is_played_to_the_end(game: Game, card: Any) -> None:
    played_or_refused(game, card, 6)
