"""The words printed on cards of Z/X: English, marked for the catalogues of the site."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from rules_engine.kernel.cards import CardPool
from rules_engine.kernel.games import gettext_noop

from .cards import ZxCard
from .cardtext import CardTextError, print_text, read_text

Seen: TypeAlias = dict[str, object]
"""A view of a position."""

KINDS = {
    "zx": gettext_noop("Z/X"),
    "event": gettext_noop("Event"),
    "player": gettext_noop("Player"),
    "player_extra": gettext_noop("Player Extra"),
    "zx_extra": gettext_noop("Z/X Extra"),
    "shift": gettext_noop("Shift"),
    "event_extra": gettext_noop("Event Extra"),
    "zx_overboost": gettext_noop("Z/X OverBoost"),
    "token": gettext_noop("Token"),
    "link": gettext_noop("Link"),
}
"""The types of card: those of the deck, those beside it, those of the Dynamis, and the dedicated markers."""
COLOURS = {
    "red": gettext_noop("red"),
    "blue": gettext_noop("blue"),
    "white": gettext_noop("white"),
    "black": gettext_noop("black"),
    "green": gettext_noop("green"),
}
"""The colours in the order in which a card names several."""


def name_in(card: ZxCard, language: str) -> str:
    """The card's name in ``"nl"`` when it has one, else the printed name."""
    return card.name_nl if language == "nl" and card.name_nl else card.name


def said_in(pool: CardPool[ZxCard], name: str, language: str) -> str:
    """What a card is called in a language by its number or printed name; any other name as it stands."""
    card = pool.find(name)
    return name_in(card, language) if card is not None else name


def named_in(seen: Seen, said: Callable[[str], str]) -> Seen:
    """A view of a position whose cards are called so."""
    for card in _cards_of(seen):
        card["card"] = said(str(card["card"]))
    return seen


def _cards_of(seen: object) -> Iterator[dict[str, object]]:
    """Every card of a view that has a name, to be changed where it lies."""
    if isinstance(seen, dict):
        if "oid" in seen:
            yield seen
        seen = list(seen.values())
    if isinstance(seen, list | tuple):
        for one in seen:
            yield from _cards_of(one)


def text_in(card: ZxCard, language: str) -> str:
    """What a card says beyond its keywords, in Dutch where its text is one that the engine reads."""
    if language != "nl":
        return card.text
    try:
        return print_text(read_text(card.text), "nl")
    except CardTextError:
        return card.text
