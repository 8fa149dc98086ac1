"""A card of Z/X as pages draw it: its face, and everything printed on it."""

from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.shapes import Context
from rules_engine.zx.cards import PLAYER_KINDS, ZxCard
from rules_engine.zx.cardtext import CardTextError, print_text, read_text
from rules_engine.zx.deckrules import COPIES_BY_NAME
from rules_engine.zx.pictures.art import art_alt

from .zx_words import ZX_COLOURS, ZX_KINDS, ZX_LABELS


def zx_name(card: ZxCard, language: str) -> str:
    """The card's name in ``"nl"`` when it has one, else the printed name."""
    return card.name_nl if language == "nl" and card.name_nl else card.name


def zx_text(card: ZxCard, language: str) -> str:
    """What a card says beyond its keywords, in Dutch where its text is one that the engine reads."""
    if language != "nl":
        return card.text
    try:
        return print_text(read_text(card.text), "nl")
    except CardTextError:
        return card.text


def colour_words(card: ZxCard) -> str:
    """The colours of a card in words; a card without any is colourless."""
    return ", ".join(str(ZX_COLOURS.get(colour, colour)) for colour in card.colours) or _("colourless")


def zx_face(card: ZxCard, language: str, *, link: bool = True, kept: bool = True) -> Context:
    """The context of ``parts/card_face.html`` for a card of Z/X; one that is not ``kept`` yet has no picture."""
    signs = [*(["Ignition"] if card.ignition else []), *(["Evol Seed"] if card.evol_seed else [])]
    signs += [*(["Multicolor"] if card.multicolor else []), *card.keywords]
    text = zx_text(card, language)
    lines = [" · ".join(signs), text]
    cost = [{"kind": "colorless", "count": card.cost.total, "label": _("Cost")}]
    beside = card.kind in PLAYER_KINDS or card.kind in ("token", "link")
    return {
        "name": zx_name(card, language),
        "name_lang": "en" if language != "en" and not card.name_nl else "",
        "text_lang": "en" if language != "en" and text == card.text else "",
        "type": ZX_KINDS[card.kind],
        "class": "",
        "class_label": "",
        "element": " · ".join(filter(None, (colour_words(card), *card.tribes, card.player_name))),
        "tone": card.colours[0] if card.colours else "",
        "cost": [] if card.kind in PLAYER_KINDS or card.kind == "link" else cost,
        "stats": [{"label": _("Power"), "value": card.power}] if card.power is not None else [],
        "copies": 0 if beside else COPIES_BY_NAME,
        "text": "\n".join(line for line in lines if line),
        "number": card.number,
        "url": reverse("decks:zx_card", args=[card.number]) if link else "",
        "art": reverse("decks:zx_card_art", args=[card.number]) if kept else "",
        "art_alt": art_alt(card, language),
    }


def zx_facts(card: ZxCard) -> list[Context]:
    """Everything printed on a card, label by label; what it does not have is left out."""
    values = {
        "number": card.number,
        "type": ZX_KINDS[card.kind],
        "player_name": card.player_name,
        "colours": colour_words(card),
        "tribes": ", ".join(card.tribes),
        "cost": "" if card.kind in PLAYER_KINDS or card.kind == "link" else str(card.cost.total),
        "power": "" if card.power is None else str(card.power),
        "ignition": _("yes") if card.ignition else "",
        "evol_seed": _("yes") if card.evol_seed else "",
        "multicolor": _("yes") if card.multicolor else "",
        "keywords": ", ".join(card.keywords),
    }
    return [{"label": ZX_LABELS[name], "value": value} for name, value in values.items() if value]
