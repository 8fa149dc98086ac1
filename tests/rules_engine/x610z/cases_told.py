"""Rules that no action can break, broken by what the players wrote down: a checkpoint or a result.

A table that did not keep the rule writes what it saw; the replay keeps it and finds the difference, by its number.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from rules_engine import audit
from rules_engine.kernel.errors import Divergence, Violation
from rules_engine.testing import GameRecorder
from rules_engine.x610z.log import CheckLine, Public
from rules_engine.x610z.model import State
from rules_engine.x610z.replay import Replay

from .cases_turns import GREY, do, fresh
from .registry import ME, YOU, Table, broken, obeyed


def told(st: State, **public: Any) -> Violation | None:
    """What a checkpoint with these counts contradicts."""
    try:
        Replay()._compare(st, CheckLine(n=1, public=Public(**public)))
    except Divergence as found:
        return Violation(found.rule, found.code, None, dict(found.params))
    return None


def claimed(log: bytes, winner: int) -> Violation | None:
    """What an audit finds in a log after its claim was changed to ``winner``."""
    lines = log.decode().splitlines()[:-1]
    lines.append(f'{{"kind":"end","n":99999,"claim":{{"winners":[{winner}]}}}}')
    found = audit("\n".join(lines).encode()).finding
    return found and Violation(found.rule, found.code, found.seat, {})


@obeyed("203.4", "700.1", "703.4", "505.2")
def the_players_counted_what_the_rules_say(t: Table) -> None:
    t.st.pool[ME] = (1, 1, 0, 0)
    t.pile(ME, "Recall")
    t.end_turn()
    assert told(t.st, active=YOU, turn=2, round=1, pool=[[0] * 4] * 2, discard=[1, 0], phase="action") is None


@broken("700.1", "count_differs")
def the_players_say_that_the_same_player_has_the_turn_again(t: Table) -> Any:
    t.end_turn()
    return told(t.st, active=ME)


@broken("203.4", "count_differs")
def the_players_kept_energy_for_the_next_turn(t: Table) -> Any:
    t.st.pool[ME] = (1, 1, 0, 0)
    t.end_turn()
    return told(t.st, pool=[[1, 1, 0, 0], [0, 0, 0, 0]])


@cache
def _run_home() -> bytes:
    """A game that seat 0 wins by walking its Life Base to an Ending Dot."""
    game = GameRecorder([[GREY] * 40] * 2)
    game.act("begin", 0)
    game.judge([["pool", 0, "colorless", 9], ["dot", "#0", "5,1"]])
    game.act("move", 0, card="#0", path=["5,1", "6,0"], pay={"colorless": 2})
    game.resolve()
    return game.finish()


@cache
def _worn_out() -> bytes:
    """A game that seat 1 wins because the deck of seat 0 runs out."""
    game = GameRecorder([[GREY] * 8, [GREY] * 30])
    game.act("begin", 0)
    game.end_turn()
    game.end_turn()
    return game.finish()


@broken("106.2#1", "other_result")
def the_players_deny_a_win_on_an_ending_dot(t: Table) -> Any:
    return claimed(_run_home(), winner=1)


@broken("106.2#2", "other_result")
def the_players_deny_that_the_last_one_left_has_won(t: Table) -> Any:
    return claimed(_worn_out(), winner=0)


@obeyed("106.2#1", "106.2#2")
def the_players_claim_the_result_that_the_game_had(t: Table) -> None:
    assert claimed(_run_home(), winner=0) is None
    assert claimed(_worn_out(), winner=1) is None


@obeyed("106.3#2")
def the_replay_agrees_that_an_empty_deck_loses(t: Table) -> None:
    st = fresh(8)
    assert do(st, "begin", 0) is None
    assert do(st, "end", 0) is None
    assert st.result is None
