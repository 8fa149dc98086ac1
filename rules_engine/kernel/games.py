"""What every game's engine offers to whoever replays, compares and shows logs, whichever game they are of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .report import Finding


@dataclass(frozen=True)
class Engine:
    """The engine of one game.

    ``audit``, ``cursor`` and ``compare_decks`` take the bytes of a log, a pool and the terms of its event. ``pool``
    makes a pool out of a name and cards, ``cards`` is what cards are decoded as. ``text`` puts a finding's code and
    parameters into words, ``step_text`` a line. ``finding`` makes a finding, ``semantics`` is raised whenever a verdict
    changes. ``rulings_hash`` is the hash of a ruleset with these choices; it raises ``LookupError`` for an unknown one.
    """

    key: str
    formats: tuple[str, ...]
    semantics: int
    audit: Callable[..., Any]
    cursor: Callable[..., Any]
    compare_decks: Callable[..., list[Any]]
    pool: Callable[[str, Any], Any]
    cards: Any
    text: Callable[..., str]
    step_text: Callable[..., str]
    finding: type[Finding]
    rulings_hash: Callable[..., str]
