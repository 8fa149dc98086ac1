"""The rule index of Z/X: documents 001 to 003 in our own words.

The basic rules have no numbers; their identifiers are ``B.``, a section and a number: ``"B.cost-3"``.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules_engine.kernel.games import Rulebook
from rules_engine.rulebook.index import KINDS, Book, Heading, Rule, headings_of, rules_of

GAP = "gap"
ZX_KINDS: Mapping[str, str] = MappingProxyType(
    {**KINDS, GAP: "The engine does not carry this out yet; it says so and never blames a player."}
)
BOOK = Book("zx", ("zones", "effects", "basic"), ("B",), ZX_KINDS)


def zx_rules() -> Mapping[str, Rule]:
    """Every rule by identifier."""
    return rules_of(BOOK)


def zx_headings() -> Mapping[str, Heading]:
    """Every heading by identifier."""
    return headings_of(BOOK)


RULEBOOK = Rulebook(rules=zx_rules)
