"""Compact and full logs: every accepted full log comes back from its compact form byte for byte."""

from __future__ import annotations

import pytest

from rules_engine import audit
from rules_engine.kernel.errors import LogError
from rules_engine.testing import GameRecorder, random_game
from rules_engine.x610z.convert import to_compact, to_full
from rules_engine.x610z.log import Action, NoteLine, encode_line, read_lines

DECK = ["Discount", *["Grey Energy Crystal"] * 39]


def three(level: str = "full") -> GameRecorder:
    """A game of three in the first action phase, where every player has energy."""
    game = GameRecorder([DECK] * 3, level=level)
    game.act("begin", 0)
    game.judge([["pool", seat, "colorless", 3] for seat in range(3)])
    return game


def end_phase(game: GameRecorder) -> None:
    """The first player ends the action phase and both others pass."""
    game.act("end", 0)
    game.act("pass", 1)
    game.act("pass", 2)
    game.act("proceed")


def both_ways(full: bytes) -> bytes:
    """The compact form, which is in order and gives back the full log."""
    compact = to_compact(full)
    assert audit(full).verdict == audit(compact).verdict == "ok"
    assert to_full(compact) == full
    assert to_compact(to_full(compact)) == compact
    return compact


@pytest.mark.parametrize("seed", range(6))
def test_any_random_full_log_comes_back(seed: int) -> None:
    both_ways(random_game(seed, 2 + seed % 4, level="full", max_actions=150))


def test_passes_in_any_order_in_an_end_phase_come_back() -> None:
    game = three()
    end_phase(game)
    game.act("pass", 2)
    game.act("pass", 1)
    game.act("proceed")
    game.act("time")
    assert b'"passes":[2,1]' in both_ways(game.finish())


def test_a_pass_before_another_player_speaks_in_an_end_phase_comes_back() -> None:
    game = three()
    end_phase(game)
    game.act("pass", 1)
    game.act("cast", 2, card="Discount")
    for seat in (0, 1, 2):
        game.act("pass", seat)
    game.act("resolve")
    game.act("time")
    assert b'"passes":[1]' in both_ways(game.finish())


def test_passes_around_a_crystal_and_a_checkpoint_come_back() -> None:
    game = three()
    game.act("cast", 0, card="Discount")
    game.act("pass", 1)
    game.act("cast", 0, card="Grey Energy Crystal")
    game.act("pass", 2)
    game.checkpoint()
    game.act("pass", 0)
    game.act("resolve")
    game.act("time")
    both_ways(game.finish())


def test_passes_that_nothing_follows_come_back() -> None:
    game = three()
    game.act("cast", 0, card="Discount")
    game.act("pass", 1)
    game.act("time")
    assert b'"passes":[1]' in both_ways(game.finish())


def test_words_beside_a_pass_come_back() -> None:
    game = three()
    game.act("cast", 0, card="Discount")
    game.act("pass", 1, note="after a long think")
    game.act("pass", 2)
    game.act("pass", 0)
    game.act("resolve")
    game.act("time")
    assert b"after a long think" in both_ways(game.finish())


def test_an_ordinary_log_needs_no_notes() -> None:
    log = random_game(3, 4, max_actions=120)
    compact = to_compact(to_full(log))
    assert compact == log
    assert not any(isinstance(line, NoteLine) for _, _, line in read_lines(compact))


def test_passes_that_nobody_may_make_are_refused() -> None:
    compact = to_compact(_stack_log())
    wrong = compact.replace(b'{"kind":"act","n":4', b'{"kind":"note","passes":[0,0]}\n{"kind":"act","n":4')
    assert wrong != compact
    with pytest.raises(LogError, match="log_breaks_rule"):
        to_full(wrong)


def test_a_note_in_a_full_log_has_no_passes() -> None:
    full = _stack_log()
    assert audit(
        full.replace(b'{"kind":"act","n":1', b'{"kind":"note","passes":[0]}\n{"kind":"act","n":1')
    ).finding
    assert audit(full).finding is None


def _stack_log() -> bytes:
    game = three()
    game.act("cast", 0, card="Discount")
    for seat in (1, 2, 0):
        game.act("pass", seat)
    game.act("resolve")
    game.act("time")
    return game.finish()


def test_a_log_that_breaks_a_rule_still_loses_its_passes() -> None:
    game = three()
    game.act("cast", 0, card="Discount")
    game.plant("pass", 2)
    game.plant("activate", 0, card="#9999")
    game.plant("pass", 1)
    compact = to_compact(game.writer.data())
    assert not any(isinstance(line, Action) and line.do == "pass" for _, _, line in read_lines(compact))
    assert all(encode_line(line) in compact for _, _, line in read_lines(compact))
