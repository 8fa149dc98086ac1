"""What the cards of X610Z are called in the language of who reads."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from rules_engine.kernel.cards import CardPool

Seen: TypeAlias = dict[str, Any]
"""A view of a position."""


def said_in(pool: CardPool[Any], name: str, language: str) -> str:
    """What a card is called in a language by its number or printed name; any other name as it stands."""
    card = pool.find(name) if language == "nl" else None
    return card.name_nl or card.name if card is not None else name


def named_in(seen: Seen, said: Callable[[str], str]) -> Seen:
    """A view of a position whose cards are called so."""
    for card in _cards_of(seen):
        card["card"] = said(card["card"])
    return seen


def _cards_of(seen: Seen) -> Iterator[Seen]:
    for seat in seen["seats"]:
        for pile in ("discard", "removed", "play"):
            yield from seat[pile]
        yield from seat["hand"].get("cards") or ()
    yield from seen["pawns"]
    yield from (item for item in seen["stack"] if item.get("card"))
