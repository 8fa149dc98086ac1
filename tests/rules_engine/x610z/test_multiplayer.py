"""More than two players: leaving, places, teams (106.1, 106.1b, 106.3, ruling H19)."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import audit
from rules_engine.kernel.errors import LogError
from rules_engine.testing import GameRecorder, check_invariants
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.model import CAST, TRIGGER
from rules_engine.x610z.recorder import IllegalAction

GREY = "Grey Energy Crystal"
DECK = [GREY] * 30


def table(seats: int, **options: Any) -> GameRecorder:
    """A casual game in its first action phase."""
    game = GameRecorder([DECK] * seats, organized_play=False, **options)
    game.act("begin", 0)
    return game


def test_the_last_of_three_players_wins() -> None:
    game = table(3)
    game.act("concede", 1)
    assert game.state.result is None
    check_invariants(game.state)
    game.end_turn()
    assert game.state.active == 2, "the seat that left is passed over"
    game.act("concede", 0)
    assert game.state.result is not None
    assert (game.state.result.winners, game.state.result.rule) == ((2,), "106.2#2")
    assert audit(game.finish()).verdict == "ok"


def test_a_player_who_leaves_in_his_turn_ends_it_and_takes_his_cards_along() -> None:
    game = table(4)
    game.act("cast", 0, card=GREY)
    game.act("concede", 0)
    st = game.state
    assert (st.active, st.turn) == (1, 2)
    assert st.play[0] == ()
    assert 0 not in st.occ.values()
    check_invariants(st)
    with pytest.raises(IllegalAction) as caught:
        game.act("activate", 0, card="#5")
    assert caught.value.violation.rule == "106.3"


def test_what_triggers_after_the_active_player_left_waits_on_the_stack_of_the_others() -> None:
    deck = ["Grudge Ledger", "Discount", "Spark", *DECK]
    game = GameRecorder([DECK, deck, DECK], organized_play=False, pool=load_pool("demo-2"))
    game.act("begin", 0)
    game.end_turn()
    game.judge([["pool", 1, "robiumm", 2], ["pool", 1, "colorless", 1]])
    game.act("cast", 1, card="Grudge Ledger", pay={"robiumm": 2, "colorless": 1})
    game.resolve_all()
    game.end_turn()
    game.judge([["pool", 1, "mystic", 1], ["pool", 1, "colorless", 1]])
    game.act("cast", 1, card="Discount", pay={"colorless": 1})
    game.act("cast", 1, card="Spark", targets=["#1"], pay={"mystic": 1})
    game.act("concede", 2)
    game.resolve()
    assert [item.kind for item in game.state.stack] == [CAST, TRIGGER]
    assert game.state.active == 2, "his turn ends once the stack of the others is empty (H19)"
    game.resolve_all()
    assert game.state.active == 0


def test_actions_of_a_player_who_leaves_vanish_from_the_stack() -> None:
    deck = ["Discount", *DECK]
    game = GameRecorder([deck] * 3, organized_play=False)
    game.act("begin", 0)
    game.judge([["pool", seat, "colorless", 1] for seat in range(3)])
    game.act("cast", 0, card="Discount")
    game.act("cast", 1, card="Discount")
    game.act("concede", 1)
    assert [item.seat for item in game.state.stack] == [0]
    game.resolve()
    check_invariants(game.state)


def test_a_team_loses_with_its_first_player() -> None:
    game = table(6, teams=("a", "b", "c") * 2)
    game.act("concede", 1)
    assert [game.state.living(seat) for seat in range(6)] == [True, False, True, True, False, True]
    game.act("concede", 5)
    assert game.state.result is not None
    assert game.state.result.winners == (0, 3)


def test_a_team_wins_with_the_life_base_of_one_player() -> None:
    game = table(4, teams=("a", "b", "b", "a"))
    game.judge([["dot", "#0", "5,1"], ["pool", 0, "colorless", 9]])
    game.act("move", 0, card="#0", path=["5,1", "6,0"])
    game.resolve()
    assert game.state.result is not None
    assert (game.state.result.winners, game.state.result.losers) == ((0, 3), (1, 2))


def test_a_casual_game_goes_on_for_the_places() -> None:
    game = table(4, places=True)
    game.judge([["dot", "#0", "5,1"], ["pool", 0, "colorless", 9]])
    game.act("move", 0, card="#0", path=["5,1", "6,0"])
    game.resolve()
    st = game.state
    assert st.result is None
    assert st.active == 1
    check_invariants(st)
    game.act("concede", 3)
    game.act("concede", 1)
    assert st.result is not None
    assert st.result.places == ((0,), (2,), (1,), (3,))
    assert (st.result.winners, st.result.rule) == ((0,), "106.2#1")
    assert audit(game.finish()).verdict == "ok"


def test_places_are_not_played_for_in_organized_play() -> None:
    with pytest.raises(LogError):
        GameRecorder([DECK] * 4, places=True)


def test_a_turn_goes_clockwise_over_six_players() -> None:
    game = table(6)
    seen = []
    for _ in range(7):
        seen.append(game.state.active)
        game.end_turn()
    assert seen == [0, 1, 2, 3, 4, 5, 0]
    assert game.state.round == 2
