"""What every game's engine offers to whoever replays, compares and shows logs, whichever game they are of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .report import Finding
from .rulings import Ruling


@dataclass(frozen=True)
class Engine:
    """The engine of one game.

    ``audit``, ``cursor`` and ``compare_decks`` take the bytes of a log, a pool and the terms of its event;
    ``known_cards`` counts by number what a state shows of the registered cards of a player. ``pool`` makes a pool out
    of a name and cards, ``cards`` is what cards are decoded as. ``text`` puts a finding's code and parameters into
    words, ``step_text`` a line. ``finding`` makes a finding, ``semantics`` is raised whenever a verdict changes.
    ``ruleset`` are the rules that an event goes by if nobody chose others. ``rulings_hash`` is the hash of a ruleset
    with these choices, ``ruling_changes`` are those of them that are no default, by id; both raise ``LookupError`` for
    an unknown ruleset. ``ruling`` finds a ruling by id or key, ``rulings`` are all of them by id.
    """

    key: str
    formats: tuple[str, ...]
    semantics: int
    audit: Callable[..., Any]
    cursor: Callable[..., Any]
    compare_decks: Callable[..., list[Any]]
    known_cards: Callable[[Any, str], Mapping[str, int]]
    pool: Callable[[str, Any], Any]
    cards: Any
    text: Callable[..., str]
    step_text: Callable[..., str]
    finding: type[Finding]
    ruleset: str
    rulings_hash: Callable[[str, Mapping[str, str]], str]
    ruling_changes: Callable[[str, Mapping[str, str]], dict[str, str]]
    ruling: Callable[[str], Ruling]
    rulings: Callable[[], Mapping[str, Ruling]]
