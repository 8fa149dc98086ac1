"""What an audit of Z/X leaves out because nothing can have changed: it is less work, and it changes no verdict."""

from __future__ import annotations

from functools import cache

import pytest

from rules_engine.zx import preprocessing
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import TEXTS_POOL, ZxPool, load_pool
from rules_engine.zx.model import EVERYWHERE, State
from rules_engine.zx.random_games import random_zx_game
from tests.referee_zx.games import play_shifts, shift_cards
from tests.worked import lines_run

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
    """Without its marks the engine ran 556 lines of its own for an action of this game."""
    log, pool = games()[0]
    assert lines_run(lambda: audit(log, pool=pool)) < 420 * audit(log, pool=pool).steps
