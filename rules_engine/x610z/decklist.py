"""Deck lists of X610Z: what their parts and numbers look like, and the hash of the cards that a seat plays with."""

from collections import Counter
from collections.abc import Sequence

from rules_engine.kernel.decklist import DeckList, Headings, ParsedDeck
from rules_engine.kernel.decklist import parse_decklist as parse

from .cards import Pool, load_pool

HEADINGS = Headings(
    groups=frozenset(
        {
            "summon", "summons", "summon cards", "effect", "effects", "effect cards", "summon effects",
            "summon effect cards", "class specific effects", "class specific effect cards", "crystal", "crystals",
            "energy crystals", "energy crystal cards", "energy crystal effects", "energy crystal effect cards", "cards",
            "kaarten", "energy",
        }
    ),
    number=r"[^\s\[\]()]+/[^\s\[\]()]+",
)  # fmt: skip
"""A collector's number has a stroke in it (307.2)."""


def parse_decklist(text: str, pool: Pool) -> ParsedDeck:
    """Read a pasted deck list of X610Z. Never raises for any text."""
    return parse(text, pool, HEADINGS)


def deck_hash(cards: Sequence[str], pool: Pool | None = None) -> str:
    """The hash of the cards that a seat plays with: that of its :class:`DeckList` with a Life Base, no sideboard.

    ``cards`` are numbers, the Life Base left out. The same as the hash of a registered list without a sideboard.
    """
    return "sha256:" + DeckList({**Counter(cards), (pool or load_pool()).life_base.number: 1}).sha256()
