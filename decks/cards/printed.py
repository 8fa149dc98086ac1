"""A card of any game as its face shows it, made of what the game itself says; a phone without network makes it, too."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext as _

from ledger.shapes import Context
from rules_engine.kernel.decks import Pools, Reader

if TYPE_CHECKING:
    from .pictures import Shown


def reader(language: str = "") -> Reader:
    """Who reads this page: the language, and what looks up the words of a game."""
    return Reader(language or get_language() or "en", gettext)


def plain_face(
    pools: Pools,
    card: Any,
    language: str,
    *,
    art: str = "",
    art_alt: str = "",
    url: str = "",
    picture: "Shown | None" = None,
) -> Context:
    """The context of ``parts/card_face.html`` for a card of any game, as the game itself says what is printed on it."""
    face = pools.face(card, reader(language))
    return {
        "name": face.name,
        "name_lang": "en" if "name" in face.english else "",
        "text_lang": "en" if "text" in face.english else "",
        "type": face.type,
        "class": "",
        "class_label": "",
        "element": face.about,
        "tone": face.tone,
        "cost": [] if face.cost is None else [{"kind": "colorless", "count": face.cost, "label": _("Cost")}],
        "stats": [{"label": label, "value": value} for label, value in face.stats],
        "copies": face.copies,
        "text": face.text,
        "number": card.number,
        "url": url,
        "art": art,
        "art_alt": art_alt,
        "picture": picture,
    }


def art_words(pools: Pools, card: Any, language: str) -> str:
    """What the drawn picture of a card shows, in words; "" where the game draws none."""
    return str(import_module(pools.art).art_alt(card, language)) if pools.art else ""
