"""The words printed on cards of Z/X, in the reader's language."""

from django.utils.translation import gettext_lazy as _

ZX_KINDS = {
    "zx": _("Z/X"),
    "event": _("Event"),
    "player": _("Player"),
    "player_extra": _("Player Extra"),
    "zx_extra": _("Z/X Extra"),
    "shift": _("Shift"),
    "event_extra": _("Event Extra"),
    "zx_overboost": _("Z/X OverBoost"),
    "token": _("Token"),
    "link": _("Link"),
}
"""The types of card: those of the deck, those beside it, those of the Dynamis, and the dedicated markers."""
ZX_COLOURS = {
    "red": _("red"),
    "blue": _("blue"),
    "white": _("white"),
    "black": _("black"),
    "green": _("green"),
}
"""The colours in the order in which a card names several."""
ZX_LABELS = {
    "number": _("Collector's number"),
    "name": _("Name in English"),
    "name_nl": _("Name in Dutch"),
    "type": _("Type"),
    "player_name": _("Player Name"),
    "colours": _("Colours"),
    "tribes": _("Tribe"),
    "cost": _("Cost"),
    "power": _("Power"),
    "ignition": _("Ignition icon"),
    "evol_seed": _("Evol Seed icon"),
    "multicolor": _("Multicolor indicator"),
    "keywords": _("Keywords"),
    "text": _("Text in English"),
    "manual": _("A judge decides"),
}
"""What a part of a card is called on pages, in the order of the files."""
