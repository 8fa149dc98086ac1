"""Cases of rules obeyed and broken. Each is a small function on a fresh table; ``test_rules.py`` runs them all.

A broken case returns the violation it got. It also runs with its rule knocked out, where it must not be found any more.
What the engine does by itself no line can break: such a rule is taken out of the engine (:func:`without`), and then one
of the cases that keep it must fail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules_engine.kernel.errors import Violation
from rules_engine.x610z.deckrules import DeckProblem
from tests.rules_engine.cards.table import ME, YOU, Table

from .knockout import Edit

__all__ = [
    "ALSO",
    "BROKEN",
    "ME",
    "OBEYED",
    "WITHOUT",
    "YOU",
    "Case",
    "Table",
    "broken",
    "obeyed",
    "rich",
    "without",
]

Case = Callable[[Table], Violation | DeckProblem | None]

BROKEN: list[tuple[str, str, Case]] = []
OBEYED: list[tuple[str, Callable[[Table], Any]]] = []
ALSO: list[tuple[str, str, Case]] = []
"""(rule, number, case): the case breaks ``rule`` too, and the engine answers with the more general ``number``."""

WITHOUT: dict[str, tuple[Edit, ...]] = {}
"""Rule -> what to change in the engine so that it does not carry the rule out any more."""


def broken(rule: str, code: str, *also: str) -> Any:
    """Register a case that breaks ``rule`` and is told so by ``code``; ``also`` are the rules that say the same."""

    def keep(case: Case) -> Case:
        BROKEN.append((rule, code, case))
        ALSO.extend((other, rule, case) for other in also)
        return case

    return keep


def obeyed(*rules: str) -> Any:
    """Register a case that keeps these rules; it asserts what they bring about."""

    def keep(case: Callable[[Table], Any]) -> Callable[[Table], Any]:
        OBEYED.extend((rule, case) for rule in rules)
        return case

    return keep


def without(rules: str, *edits: Edit) -> None:
    """Say how to take these rules (separated by spaces) out of the engine."""
    for rule in rules.split():
        assert rule not in WITHOUT, rule
        WITHOUT[rule] = edits


def rich(table: Table, seat: int = ME) -> None:
    """Plenty of energy of every type."""
    table.st.pool[seat] = (9, 9, 9, 9)
