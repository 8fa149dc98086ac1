"""The index of the numbered rules of X610Z, in our own words.

Every rule that the engine, a deck check or a judge's page can name has one entry here::

    >>> from rules_engine.rulebook import rule
    >>> rule("202.8").title
    'Keep the same direction'

Identifiers are the numbers of the Comprehensive Rules (``"202.8"``), with ``#n`` for the n-th unnumbered
bullet of a rule (``"106.3#2"``), ``"G."`` and a slug for a glossary term (``"G.sharp-turn"``) and ``"NL."``
and a slug for a statement that only the Dutch rule sheet makes (``"NL.richting"``).
"""

from rules_engine.games import game_of
from rules_engine.rulebook.index import (
    HOWS,
    KINDS,
    LANGUAGES,
    Heading,
    Rule,
    UnknownRule,
    headings,
    near,
    rule,
    rules,
)

__all__ = [
    "HOWS",
    "KINDS",
    "LANGUAGES",
    "Heading",
    "Rule",
    "UnknownRule",
    "headings",
    "rule",
    "rule_in",
    "rules",
]


def rule_in(game: str, number: str) -> Rule:
    """The rule of a game with this identifier; :class:`UnknownRule` if it has none."""
    known = game_of(game).rulebook.rules()
    if number not in known:
        raise UnknownRule(number, near(number, known))
    return known[number]
