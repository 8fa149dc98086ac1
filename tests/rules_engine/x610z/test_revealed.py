"""What has come out since a line: everything that anybody has learnt, and nothing of what only one player knows."""

from __future__ import annotations

import pytest

from rules_engine import Action, Cursor, Game
from rules_engine.testing import Stream, random_game
from rules_engine.x610z.random_games import answer
from rules_engine.x610z.revealed import KINDS, Revealed

SPARK = ["Spark", "Mystic Energy Crystal"] * 20


def kinds(found: list[Revealed]) -> list[tuple[str, int, int]]:
    return [(one.kind, one.seat, one.count) for one in found]


def opened(**options: object) -> Game:
    stream = Stream("revealed")
    game = Game([SPARK, SPARK], chooser=lambda need: answer(stream, need), players=["Ada", "Bob"], **options)  # type: ignore[arg-type]  # any
    game.push(Action(do="begin", seat=0))
    return game


def test_a_turn_brings_out_the_crystal_that_is_cast_and_the_card_that_is_drawn() -> None:
    game = opened()
    start = game.writer.n
    crystal = next(action for action in game.legal() if action.do == "cast")
    game.push(crystal)
    game.push(Action(do="end", seat=0))
    game.push(Action(do="proceed"))
    game.push(Action(do="proceed"))
    found = Cursor(game.log()).revealed_since(start)
    assert kinds(found) == [("named", 0, 1), ("drawn", 1, 1)]
    assert found[0].cards == ("Mystic Energy Crystal",) and found[1].cards == ()
    assert [one.n for one in found] == [start + 1, start + 4]
    assert Cursor(game.log()).revealed_since(game.writer.n) == []


def test_what_is_named_out_of_a_hidden_hand_has_come_out() -> None:
    game = opened(hidden=[0, 1])
    start = game.writer.n
    game.push(Action(do="cast", seat=0, card="Mystic Energy Crystal"))
    found = Cursor(game.log()).revealed_since(start)
    assert kinds(found) == [("named", 0, 1)]


def test_murphys_law_shuffles_and_draws() -> None:
    stream = Stream("murphy")
    game = Game([SPARK, SPARK], chooser=lambda need: answer(stream, need))
    game.push(Action(do="murphy", seat=1, x=5))
    found = Cursor(game.log()).revealed_since(0)
    assert kinds(found) == [("drawn", 0, 7), ("drawn", 1, 7), ("shuffled", 1, 1), ("drawn", 1, 5)]


def test_the_cursor_stays_where_it_was() -> None:
    cursor = Cursor(random_game(4, max_actions=60))
    cursor.seek(20)
    before = cursor.state.digest()
    cursor.revealed_since(0)
    assert cursor.position == 20 and cursor.state.digest() == before


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_every_kind_has_a_sentence_and_none_tells_what_was_drawn(lang: str) -> None:
    said: dict[str, str] = {}
    for seed in range(60):
        if len(said) == len(KINDS) - 1:
            break
        cursor = Cursor(random_game(seed, 3, max_actions=250))
        for one in cursor.revealed_since(0):
            assert one.player in one.text(lang) and "%(" not in one.text(lang) and "?" not in one.text(lang)
            if one.kind in ("drawn", "searched", "shuffled", "answered"):
                assert one.cards == ()
            said[one.kind] = one.text(lang)
    assert set(said) == set(KINDS) - {"looked"}  # no packaged card looks
    assert "2" in Revealed(1, 1, "looked", 0, "Ada", 2).text(lang)


def test_the_number_drawn_is_the_number_of_cards_that_left_the_deck() -> None:
    for seed in range(4):
        cursor = Cursor(random_game(seed, max_actions=120))
        found = cursor.revealed_since(0)
        events = [event for place in range(len(cursor.steps) + 1) for event in cursor.events(place)]
        drawn = sum(event["count"] for event in events if event["event"] == "draw")
        assert sum(one.count for one in found if one.kind == "drawn") == drawn
