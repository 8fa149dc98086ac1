"""The public game: what is listed is accepted, what is refused changes nothing, what is taken back is as it was."""

from __future__ import annotations

import pytest

from rules_engine import Action, Game, IllegalAction, LogError, NeedAnswer, audit
from rules_engine.testing import Stream
from rules_engine.x610z.random_games import answer, random_decks

GREY = ["Grey Energy Crystal"] * 40


def everything(game: Game) -> tuple[str, bytes, dict[str, int], dict[tuple[str, str], int], int]:
    """All that a failing push could have touched."""
    state = game.state
    return state.digest(), game.log(), dict(state.hits), dict(state.unknowns), game.replay.n


def played(actions: int, seed: int = 3) -> Game:
    stream = Stream(f"playing/{seed}")
    game = Game(random_decks(stream, 2), chooser=lambda need: answer(stream, need))
    game.push(Action(do="begin", seat=0))
    for _ in range(actions):
        if game.outcome() is None:
            options = [action for action in game.legal() if action.do != "concede"]
            game.push(stream.pick(options))
    return game


def test_every_action_that_is_listed_can_be_pushed_and_popped() -> None:
    kinds = set()
    for actions in range(20, 200, 8):
        game = played(actions)
        before = everything(game)
        for action in game.legal():
            kinds.add(action.do)
            done = game.push(action)
            assert game.pop() == done
            assert everything(game) == before
    assert {"cast", "move", "activate", "resolve", "end", "proceed"} <= kinds


def test_a_whole_game_is_taken_back_to_its_beginning() -> None:
    game = played(120)
    marks = []
    while len(game.history) > 1:
        marks.append((game.pop(), game.state.digest()))
    for action, digest in reversed(marks):
        assert game.state.digest() == digest
        game.push(action)
    assert len(game.history) == len(marks) + 1
    game.pop()
    assert game.state.digest() == marks[0][1]


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (Action(do="end", seat=1), IllegalAction),
        (Action(do="cast", seat=0, card="Spark"), IllegalAction),
        (Action(do="cast", seat=0, card="No Such Card"), LogError),
        (Action(do="fly", seat=0), LogError),
        (Action(do="end", seat=0, answers=["more"]), LogError),
        (Action(do="murphy", seat=0, x=6), IllegalAction),
        (Action(do="resolve"), IllegalAction),
    ],
)
def test_a_push_that_fails_changes_nothing(action: Action, error: type[Exception]) -> None:
    game = Game([GREY, GREY])
    game.push(Action(do="begin", seat=0))
    before = everything(game)
    with pytest.raises(error):
        game.push(action)
    assert everything(game) == before


def test_an_answer_that_breaks_a_rule_is_found_by_check_and_changes_nothing() -> None:
    game = Game([["Heal"] * 40, ["Heal"] * 40])
    wrong = Action(do="murphy", seat=0, x=6, answers=[["Spark"] * 40])
    before = everything(game)
    violation = game.check(wrong)
    assert violation is not None and violation.rule == "101.1a"
    with pytest.raises(IllegalAction) as refused:
        game.push(wrong)
    assert refused.value.violation == violation
    assert everything(game) == before


def test_an_open_choice_is_named_and_changes_nothing() -> None:
    game = Game([GREY, GREY])
    before = everything(game)
    murphy = Action(do="murphy", seat=1, x=3)
    need = game.need(murphy)
    assert need is not None and (need.seat, need.prompt, len(need.options)) == (1, "shuffle", 40)
    with pytest.raises(NeedAnswer):
        game.push(murphy)
    assert everything(game) == before
    assert game.push(Action(do="murphy", seat=1, x=3, answers=[list(need.options)])).answers is not None
    assert game.need(Action(do="begin", seat=0)) is None


def test_what_was_written_after_an_action_goes_with_it() -> None:
    game = played(10)
    log = game.log()
    game.push(Action(do="time"))
    game.checkpoint()
    game.note("Time is called.")
    assert game.outcome() is not None and game.outcome().draw  # type: ignore[union-attr]  # asked just before
    assert game.pop().do == "time"
    assert game.log() == log
    assert game.outcome() is None


def test_a_log_is_played_on_from_where_it_stops() -> None:
    game = played(80)
    again = Game.from_log(game.log(), pool=game.pool)
    assert everything(again) == everything(game)
    again.push(Action(do="time"))
    assert audit(again.finish()).verdict == "ok"
    assert len(Game.from_log(again.finish()).history) == len(game.history) + 1


def test_nothing_can_be_popped_before_the_first_action() -> None:
    with pytest.raises(IndexError):
        Game([GREY, GREY]).pop()
