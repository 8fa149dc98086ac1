"""What an audit of Z/X leaves out because nothing can have changed: it is less work, and it changes no verdict."""

from __future__ import annotations

from functools import cache

import pytest

from rules_engine.zx import preprocessing
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import TEXTS_POOL, ZxCard, ZxPool, load_pool
from rules_engine.zx.model import EVERYWHERE, SQUARE, State
from rules_engine.zx.random_games import random_zx_game
from tests.referee_zx.games import play_shifts, shift_cards
from tests.worked import lines_run

from .scene import ME, Scene

POOL = load_pool(TEXTS_POOL)
AGAIN = {"Z23": "main_phase", "Z34": "while_it_holds"}


@cache
def games() -> list[tuple[bytes, ZxPool]]:
    """Random games, half of them with a Crisis that can go again, and some with many Shifts."""
    logs = [
        random_zx_game(f"marks/{seed}", pool=POOL, choices=AGAIN if seed % 2 else {}) for seed in range(4)
    ]
    return [*((log, POOL) for log in logs), *((play_shifts(seed), shift_cards(seed)) for seed in range(2))]


def test_looking_at_everything_after_each_line_finds_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    reports = [audit(log, pool=pool) for log, pool in games()]
    seldom, rounds = preprocessing._rule_effects, []

    def always(st: State) -> bool:
        st.moved, st.hurt, st.laid = EVERYWHERE, True, True
        rounds.append(st.turn)
        return seldom(st)

    monkeypatch.setattr(preprocessing, "_rule_effects", always)
    assert [audit(log, pool=pool) for log, pool in games()] == reports
    assert len(rounds) > sum(report.steps for report in reports)


def test_an_action_of_z_x_is_little_work() -> None:
    """Without its marks the engine ran 556 lines of its own for an action of this game, 391 before decision 890."""
    log, pool = games()[0]
    assert lines_run(lambda: audit(log, pool=pool)) < 385 * audit(log, pool=pool).steps


def test_a_crisis_that_asks_whose_turn_it_is_comes_with_the_turn() -> None:
    text = "[Crisis] <Condition> it is the opponent's turn\n[Always] <Effect> Every Z/X of yours gets +500 Power."
    t = Scene(None, ZxCard("R", "Regent", "player_extra", text=text))
    card = t.add(ME, "R", SQUARE, "1,0", face_up=False)
    t.st.behind = (int(card[1:]),)
    preprocessing.preprocess(t.st)
    assert not t.obj(card).face_up and not t.st.moved, "nothing is left to look at"
    t.ok("next")
    assert t.obj(card).face_up, "no card came to a Square or left one"


def test_a_crisis_is_asked_for_again_when_its_card_gets_a_name() -> None:
    t = Scene(None, ZxCard("R", "Regent", "player_extra", text="[Crisis] <Condition> it is your turn"))
    card = t.add(ME, "R", SQUARE, "1,0", face_up=False)
    rev = t.obj(card).rev
    t.st.change(int(card[1:]), rev=t.st.table.unseen_behind)
    t.st.behind = (int(card[1:]),)
    preprocessing.preprocess(t.st)
    assert not t.obj(card).face_up and not t.st.moved
    t.st.change(int(card[1:]), rev=rev)
    preprocessing.preprocess(t.st)
    assert t.obj(card).face_up
