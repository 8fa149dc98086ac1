"""Cases of rules obeyed and broken. Each is a small function on a fresh table; ``test_rules.py`` runs them all.

A broken case returns the violation it got. It also runs with its rule knocked out, where it must not be found any more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules_engine.kernel.errors import Violation
from tests.rules_engine.cards.table import ME, YOU, Table

__all__ = ["BROKEN", "ME", "OBEYED", "YOU", "Table", "broken", "obeyed", "rich"]

BROKEN: list[tuple[str, str, Callable[[Table], Violation | None]]] = []
OBEYED: list[tuple[str, Callable[[Table], Any]]] = []


def broken(rule: str, code: str) -> Any:
    """Register a case that breaks ``rule`` and is told so by ``code``."""

    def keep(case: Callable[[Table], Violation | None]) -> Callable[[Table], Violation | None]:
        BROKEN.append((rule, code, case))
        return case

    return keep


def obeyed(*rules: str) -> Any:
    """Register a case that keeps these rules; it asserts what they bring about."""

    def keep(case: Callable[[Table], Any]) -> Callable[[Table], Any]:
        OBEYED.extend((rule, case) for rule in rules)
        return case

    return keep


def rich(table: Table, seat: int = ME) -> None:
    """Plenty of energy of every type."""
    table.st.pool[seat] = (9, 9, 9, 9)
