"""Every rule of Z/X is missed when the engine is without it."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine import zx
from rules_engine.kernel.errors import EngineGap, GameOver, LogError, NeedAnswer, RuleBroken
from rules_engine.zx.rulebook import zx_rules
from tests.rules_engine.x610z.knockout import taken_out
from tests.tables import table

from . import coverage  # noqa: F401 - brings the cases
from .knockouts import WITHOUT
from .registry import BROKEN, OBEYED
from .scene import Scene

FAILURES: tuple[type[BaseException], ...] = (
    AssertionError,
    AttributeError,
    EngineGap,
    GameOver,
    LogError,
    LookupError,
    NeedAnswer,
    RuleBroken,
    TypeError,
    ValueError,
    pytest.fail.Exception,
)
"""How a case fails when a rule is out: its own expectation, or a game that makes no sense any more."""


def noticed(rule: str) -> bool:
    """Whether a case that keeps a rule fails when the rule is out of the engine."""
    for kept, case in OBEYED:
        if kept == rule:
            with taken_out(rule, (WITHOUT[rule],), zx):
                try:
                    case(Scene())
                except FAILURES:
                    return True
    return False


def test_every_rule_that_is_carried_out_can_be_taken_out() -> None:
    assert {rule.id for rule in zx_rules().values() if rule.how == "carried"} == set(WITHOUT)


@table("rule", WITHOUT)
def test_a_rule_that_the_engine_does_not_carry_out_is_missed(rule: str) -> None:
    assert noticed(rule)


@table(("rule", "case"), [row[::2] for row in BROKEN], ids=[f"{row[0]}-{row[2].__name__}" for row in BROKEN])
def test_a_rule_that_is_out_is_not_found_broken(rule: str, case: Any) -> None:
    with taken_out(rule, (), zx):
        try:
            found = case(Scene())
        except FAILURES:
            return
    assert found is None or found.rule != rule
