"""The rules engine: pure Python, knows the games; no Django, no database, no clock, no dice.

Ten minutes are enough for the whole interface::

    >>> from rules_engine import audit
    >>> from rules_engine.testing import random_game
    >>> report = audit(random_game(seed=7))
    >>> report.verdict, report.fidelity
    ('ok', 'exact')
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .kernel.report import Finding, Report, Result
    from .x610z.audit import audit
    from .x610z.cursor import Cursor

__all__ = ["Cursor", "Finding", "Report", "Result", "audit"]

_HOMES = {
    "audit": "rules_engine.x610z.audit",
    "Cursor": "rules_engine.x610z.cursor",
    "Finding": "rules_engine.kernel.report",
    "Report": "rules_engine.kernel.report",
    "Result": "rules_engine.kernel.report",
}


def __getattr__(name: str) -> Any:
    """Import the public names when they are first used: rooms below need not pay for the whole engine."""
    if name not in _HOMES:
        raise AttributeError(name)
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
