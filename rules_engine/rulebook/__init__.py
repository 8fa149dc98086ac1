"""The index of the numbered rules of X610Z, in our own words.

Every rule that the engine, a deck check or a judge's page can name has one entry here::

    >>> from rules_engine.rulebook import rule
    >>> rule("202.8").title
    'Keep the same direction'

Identifiers are the numbers of the Comprehensive Rules (``"202.8"``), with ``#n`` for the n-th unnumbered
bullet of a rule (``"106.3#2"``), ``"G."`` and a slug for a glossary term (``"G.sharp-turn"``) and ``"NL."``
and a slug for a statement that only the Dutch rule sheet makes (``"NL.richting"``).
"""

from rules_engine.rulebook.index import (
    HOWS,
    KINDS,
    LANGUAGES,
    Heading,
    Rule,
    UnknownRule,
    headings,
    rule,
    rules,
)

__all__ = ["HOWS", "KINDS", "LANGUAGES", "Heading", "Rule", "UnknownRule", "headings", "rule", "rules"]
