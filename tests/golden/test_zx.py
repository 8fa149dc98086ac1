"""The golden games of Z/X: what an audit says of them does not change unless somebody means it to."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from rules_engine.zx.audit import audit
from rules_engine.zx.cursor import Cursor
from rules_engine.zx.rulebook import zx_rules
from rules_engine.zx.rulings import rulings
from tests.speeds import few_by_day

from . import zx

EXPECTED = json.loads(zx.EXPECTED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("number", few_by_day(zx.NUMBERS, 15, "golden games"))
def test_a_golden_game_of_zx_is_judged_as_before(number: int) -> None:
    assert zx.summary(number) == EXPECTED[number]


def test_the_golden_games_of_zx_are_of_many_kinds() -> None:
    """Legal and broken, won in several ways, drawn or lost by both at the end of time, with orders and without."""
    assert len(EXPECTED) == 50
    assert {row["verdict"] for row in EXPECTED} >= {"ok", "violation", "divergence"}
    assert {row["fidelity"] for row in EXPECTED} == {"exact", "consistent", "contradicted"}
    assert {"903.1", "Z19"} <= {row["result"]["rule"] for row in EXPECTED if row["result"]}
    found = [row["finding"] for row in EXPECTED if row["finding"]]
    assert len(found) == 12 and all(
        not one["rule"] or one["rule"] in zx_rules() or one["rule"] in rulings() for one in found
    )


def test_golden_games_go_back_and_forth() -> None:
    for number in (12, 25, 45):
        cursor = Cursor(zx.frozen()[number], zx.pool(number))
        spots = range(len(cursor.steps), 7, -11)
        marks = {}
        for spot in spots:
            cursor.seek(spot)
            marks[spot] = cursor.state.digest()
        for spot in reversed(spots):
            cursor.seek(spot)
            assert cursor.state.digest() == marks[spot]


def test_what_is_played_from_the_dynamis_is_in_golden_games() -> None:
    hits: Counter[str] = Counter()
    for number in zx.SETS["zx_dynamis"]:
        hits.update(audit(zx.frozen()[number], pool=zx.pool(number)).rule_hits)
    wanted = {"B.extra-1", "B.extra-2", "B.extra-4", "B.arc-2", "B.arc-4", "B.main-5", "912.1", "B.marker-6"}
    assert wanted <= set(hits)
