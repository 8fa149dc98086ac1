"""What the cards of X610Z are called in the language of who reads."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules_engine.kernel.cards import CardPool


def said_in(pool: CardPool[Any], name: str, language: str) -> str:
    """What a card is called in a language by its number or printed name; any other name as it stands."""
    card = pool.find(name) if language == "nl" else None
    return card.name_nl or card.name if card is not None else name


def named_in(seen: dict[str, Any], said: Callable[[str], str]) -> dict[str, Any]:
    """A view of a position whose cards are called so."""
    for card in _cards_of(seen):
        card["card"] = said(card["card"])
    return seen


def _cards_of(seen: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for seat in seen["seats"]:
        for pile in ("discard", "removed", "play"):
            yield from seat[pile]
        yield from seat["hand"].get("cards") or ()
    yield from seen["pawns"]
    yield from (item for item in seen["stack"] if item.get("card"))
