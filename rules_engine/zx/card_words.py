"""The words printed on cards of Z/X: English, marked for the catalogues of the site."""

from rules_engine.kernel.games import gettext_noop

from .cards import ZxCard
from .cardtext import CardTextError, print_text, read_text

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


def text_in(card: ZxCard, language: str) -> str:
    """What a card says beyond its keywords, in Dutch where its text is one that the engine reads."""
    if language != "nl":
        return card.text
    try:
        return print_text(read_text(card.text), "nl")
    except CardTextError:
        return card.text
