"""Cases of rules obeyed and broken: small functions on a fresh scene; ``test_rules.py`` runs them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules_engine.kernel.errors import Violation

from .scene import Scene

Kept = Callable[[Scene], None]
Broken = Callable[[Scene], Violation | None]

OBEYED: list[tuple[str, Kept]] = []
BROKEN: list[tuple[str, str, Broken]] = []


def obeyed(*rules: str) -> Callable[[Kept], Kept]:
    """Register a case that keeps these rules and asserts what they bring about."""

    def keep(case: Kept) -> Kept:
        OBEYED.extend((rule, case) for rule in rules)
        return case

    return keep


def broken(rule: str, code: str) -> Callable[[Any], Any]:
    """Register a case that breaks ``rule`` and is told so by ``code``."""

    def keep(case: Broken) -> Broken:
        BROKEN.append((rule, code, case))
        return case

    return keep
