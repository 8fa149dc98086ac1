"""An answer in a log may be anything that JSON can say; the engine refuses it in words and never breaks on it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import rules_engine
import rules_engine.zx.audit
from rules_engine.x610z.random_games import random_game
from rules_engine.zx.random_games import random_zx_game

SHAPES: tuple[Any, ...] = ([], ["6,2"], [[1]], {}, {"a": []}, None, -1, 2.5, 10**30, "", True)


def x610z(seed: int) -> bytes:
    """Among its answers are places of summoned pawns (402.6), orders, cards, yes and no."""
    return random_game(f"shapes {seed}", 2 + seed % 3, max_actions=150)


def zx(seed: int) -> bytes:
    return random_zx_game(f"shapes {seed}")


@pytest.mark.parametrize(("play", "audit"), [(x610z, rules_engine.audit), (zx, rules_engine.zx.audit.audit)])
@pytest.mark.parametrize("seed", range(4))
def test_an_answer_of_another_shape_is_refused_in_words(
    play: Callable[[int], bytes], audit: Callable[[bytes], Any], seed: int
) -> None:
    rows = [json.loads(line) for line in play(seed).splitlines()]
    asked = [at for at, row in enumerate(rows) if row.get("answers")][:12]
    said = set()
    for at in asked:
        for shape in SHAPES:
            answers = [shape, *rows[at]["answers"][1:]]
            if answers == rows[at]["answers"]:
                continue
            bent = [*rows[:at], rows[at] | {"answers": answers}]
            report = audit("\n".join(map(json.dumps, bent)).encode())
            assert report.finding is not None
            said.add(report.finding.code)
    assert asked
    assert "answer_shape" in said
    assert "internal_error" not in said
