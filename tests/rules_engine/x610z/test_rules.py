"""Every enforced rule: obeyed, broken with exactly its number, and proved to matter by switching it off."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from rules_engine import rulebook
from rules_engine.kernel.errors import EngineGap, LogError, NeedAnswer, RulingNeeded
from tests.tables import table

from . import (
    cases_board,
    cases_cards,
    cases_carried,
    cases_checks,
    cases_decks,
    cases_effects,
    cases_energy,
    cases_opening,
    cases_texts,
    cases_told,
    cases_turns,
    cases_views,
    mutants,
)
from .knockout import taken_out
from .registry import BROKEN, OBEYED, WITHOUT, Table

CASES = (
    cases_board,
    cases_cards,
    cases_carried,
    cases_checks,
    cases_decks,
    cases_effects,
    cases_energy,
    cases_opening,
    cases_texts,
    cases_told,
    cases_turns,
    cases_views,
    mutants,
)
ENGINE = Path(rulebook.__file__).parent.parent

FAILURES = (
    AssertionError,
    AttributeError,
    EngineGap,
    LogError,
    LookupError,
    NeedAnswer,
    RulingNeeded,
    TypeError,
    ValueError,
)
"""What a case runs into when the engine does not carry its rule out: a wrong outcome, or a line that fits no more."""


@table(("rule", "code", "case"), BROKEN, ids=[f"{rule}-{case.__name__}" for rule, _, case in BROKEN])
def test_a_broken_rule_is_named_by_its_number(rule: str, code: str, case: Any) -> None:
    violation = case(Table())
    assert violation is not None
    assert (violation.rule, violation.code) == (rule, code)


@table(("rule", "code", "case"), BROKEN, ids=[f"{rule}-{case.__name__}" for rule, _, case in BROKEN])
def test_a_rule_that_is_switched_off_is_not_found_any_more(rule: str, code: str, case: Any) -> None:
    assert switched_off(rule, case)


def switched_off(rule: str, case: Any) -> bool:
    """True if the case does not find ``rule`` broken any more when the rule is taken out of the engine."""
    with taken_out(rule, WITHOUT.get(rule, ())):
        try:
            violation = case(Table())
        except FAILURES:
            return True  # without the rule the line makes no sense at all: the rule mattered
    return violation is None or violation.rule != rule


@table(("rule", "case"), OBEYED, ids=[f"{rule}-{case.__name__}" for rule, case in OBEYED])
def test_a_rule_that_is_kept_has_its_effect(rule: str, case: Any) -> None:
    case(Table())


def noticed(rule: str) -> list[str]:
    """The cases that keep ``rule`` and fail when it is taken out of the engine."""
    found = []
    for kept, case in OBEYED:
        if kept == rule:
            with taken_out(rule, WITHOUT[rule]):
                try:
                    case(Table())
                except FAILURES:
                    found.append(case.__name__)
    return found


@table("rule", WITHOUT)
def test_a_rule_that_the_engine_does_not_carry_out_is_missed(rule: str) -> None:
    assert noticed(rule) or rule in {number for number, _, _ in BROKEN}


def checks() -> Iterator[tuple[str, str]]:
    """(rule, code) of every check of the engine; what is not written there plainly is ``*``."""
    for path in (ENGINE / "x610z").glob("*.py"):
        if path.stem in ("castable", "offers"):
            continue  # says beforehand why something cannot be done; what is done is checked elsewhere
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) and len(node.args) > 1 else None
            if isinstance(called, ast.Name) and called.id in ("broken", "forbid", "DeckProblem"):
                yield from product(_values(node.args[0]), _values(node.args[1]))


def _values(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    return [*_values(node.body), *_values(node.orelse)] if isinstance(node, ast.IfExp) else ["*"]


def cited() -> set[str]:
    """Every rule number in a check of the engine."""
    return {rule for rule, _ in checks()} - {"*"}


def test_every_check_of_the_engine_is_broken_by_a_case() -> None:
    tried = {(rule, code) for rule, code, _ in BROKEN}
    known = {*tried, *(("*", code) for _, code in tried), *((rule, "*") for rule, _ in tried), ("*", "*")}
    assert len(set(checks())) > 100
    assert set(checks()) - known == set()


def test_every_broken_rule_is_also_obeyed() -> None:
    assert {rule for rule, _, _ in BROKEN} - {rule for rule, _ in OBEYED} == set()


def applied() -> set[str]:
    """Every rule number that the engine counts as having taken effect, or asks an answer for."""
    found = set()
    for path in (ENGINE / "x610z").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'\bhit\((?:run\.)?st, "([^"]+)"', text))
        found |= set(re.findall(r'\b(?:win|lose|draw|destroy|_fizzle)\([^()]*"([0-9G][^"]*)"\)', text))
        found |= set(re.findall(r'\bask_\w+\([^()]*"([0-9]{3}[^"]*)"', text))
    return found


def test_every_rule_that_takes_effect_stands_in_the_rulebook() -> None:
    assert len(applied()) > 50
    for rule in applied():
        assert rulebook.rule(rule).text, rule


def test_every_rule_in_the_cases_stands_in_the_rulebook() -> None:
    for rule in {rule for rule, _, _ in BROKEN} | {rule for rule, _ in OBEYED} | cited():
        assert rulebook.rule(rule).text, rule
