"""The rules engine: pure Python, knows the games; no Django, no database, no clock, no dice.

Ten minutes are enough for the whole interface::

    >>> from rules_engine import Action, Game, audit
    >>> game = Game([["Grey Energy Crystal"] * 40] * 2)
    >>> _ = game.push(Action(do="begin", seat=0))
    >>> game.legal()[-1]
    Action(do='end', seat=0)
    >>> _ = game.push(game.legal()[-1])
    >>> audit(game.finish([0])).finding.code
    'game_not_over'
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .kernel.errors import EngineGap, LogError, Need, NeedAnswer, RulingNeeded, Violation
    from .kernel.report import Report, Result
    from .x610z.audit import audit
    from .x610z.cards import load_pool
    from .x610z.cursor import Cursor
    from .x610z.finding import Finding
    from .x610z.log import Action
    from .x610z.playing import Game, IllegalAction

__all__ = [
    "Action",
    "Cursor",
    "EngineGap",
    "Finding",
    "Game",
    "IllegalAction",
    "LogError",
    "Need",
    "NeedAnswer",
    "Report",
    "Result",
    "RulingNeeded",
    "Violation",
    "audit",
    "load_pool",
]

_HOMES = {
    "audit": "rules_engine.x610z.audit",
    "Action": "rules_engine.x610z.log",
    "Cursor": "rules_engine.x610z.cursor",
    "EngineGap": "rules_engine.kernel.errors",
    "Game": "rules_engine.x610z.playing",
    "IllegalAction": "rules_engine.x610z.playing",
    "LogError": "rules_engine.kernel.errors",
    "Need": "rules_engine.kernel.errors",
    "NeedAnswer": "rules_engine.kernel.errors",
    "RulingNeeded": "rules_engine.kernel.errors",
    "Violation": "rules_engine.kernel.errors",
    "load_pool": "rules_engine.x610z.cards",
    "Finding": "rules_engine.x610z.finding",
    "Report": "rules_engine.kernel.report",
    "Result": "rules_engine.kernel.report",
}


def __getattr__(name: str) -> object:
    """Import the public names when they are first used: rooms below need not pay for the whole engine."""
    if name not in _HOMES:
        raise AttributeError(name)
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
