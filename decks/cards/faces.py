"""A card as people see it: every printed part, in the reader's language."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypedDict

import msgspec
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from ledger.shapes import Context
from ledger.web import language_of_page
from rules_engine.games import game_of
from rules_engine.kernel.cards import ListCard
from rules_engine.x610z.cards import CardRevision
from rules_engine.x610z.nodes import Energy
from rules_engine.x610z.pictures.art import art_alt, tone

from .pictures import Shown
from .printed import art_words, plain_face
from .words import ENERGIES, KIND_RULES, KINDS, PRODUCED, RARITIES

INFINITY = "∞"
ELEMENT_GLYPHS = ("Ember", "Tide", "Gale", "Stone")
"""Elements with a sign of their own in the sprite; any other element is shown by its word alone."""


@dataclass(frozen=True)
class Fact:
    """One printed part of a card in words, with the rule that explains it."""

    label: str
    value: str
    rule: str | None = None


def card_name(card: ListCard, language: str) -> str:
    """The name in ``"nl"`` when the card has one, else the printed name."""
    return card.name_nl if language == "nl" and card.name_nl else card.name


def card_text(card: CardRevision, language: str) -> str:
    """The action panel in ``"nl"`` when the card has one, else the printed text."""
    return card.text_nl if language == "nl" and card.text_nl else card.text


def short_number(card: CardRevision) -> str:
    """The collector's number without the size of the act and the rarity: "D1.1/008" (307.2)."""
    return short_of(card.number)


def short_of(number: str) -> str:
    """The number that addresses use: "D1.1/008"."""
    return "/".join(number.split("/")[:2])


def card_url(number: str) -> str:
    """The address of the page of a card of the catalogue."""
    return reverse("decks:card", args=[short_of(number)])


def restriction_text(card: CardRevision) -> str:
    """The deck restriction as printed: a number, or the sign for as many as you like (304.3b)."""
    return INFINITY if card.restriction is None else str(card.restriction)


class EnergyPart(TypedDict):
    """One kind of energy, how much of it, and its name in the reader's language."""

    kind: str
    count: int
    label: str


def energy_parts(energy: Energy, words: Any = ENERGIES) -> list[EnergyPart]:
    """An amount of energy by kind, only the kinds there are, for the cost row of a card face."""
    amounts = dict(zip(("mystic", "boost", "robiumm", "colorless"), energy.as_tuple(), strict=True))
    return [{"kind": kind, "count": count, "label": words[kind]} for kind, count in amounts.items() if count]


def energy_text(energy: Energy, words: object = ENERGIES) -> str:
    """An amount of energy in words: "2 Mystic, 1 any energy"; "nothing" when empty (204.2c)."""
    parts = [f"{part['count']} {part['label']}" for part in energy_parts(energy, words)]
    return ", ".join(parts) or _("nothing")


def card_face(
    card: CardRevision, language: str, *, link: bool = True, picture: Shown | None = None
) -> Context:
    """The context of ``parts/card_face.html`` for one card."""
    return {
        "name": card_name(card, language),
        "type": KINDS[card.kind],
        "class": card.card_class.lower().replace(" ", "_") if card.is_summon else "",
        "class_label": card.card_class,
        "element": card.element,
        "glyph": card.element.lower() if card.element in ELEMENT_GLYPHS else "",
        "cost": energy_parts(card.cost),
        "stats": _stats(card),
        "copies": restriction_text(card),
        "text": card_text(card, language),
        "flavor": card.flavor,
        "number": card.number,
        "rarity": RARITIES.get(card.rarity, card.rarity),
        "set": _("Act %(act)s") % {"act": card.act},
        "url": card_url(card.number) if link else "",
        "ours": card.ours,
        "picture": picture,
        **drawn_art(card, language),
    }


def drawn_art(card: CardRevision, language: str) -> dict[str, str]:
    """The address of the picture that is drawn from a card, what it shows in words, and the colour of its frame."""
    return {
        "art": reverse("decks:card_art", args=[short_number(card)]),
        "art_alt": art_alt(card, language),
        "tone": tone(card).lower().replace(" ", "_"),
    }


def entered_face(
    game: str, card: Any, *, link: bool = True, kept: bool = True, picture: Shown | None = None
) -> Context:
    """A card of a game without a catalogue; one that is not ``kept`` yet has no picture."""
    pools, language, where = game_of(game).pools, language_of_page(), [game, card.number]
    return plain_face(
        pools,
        card,
        language,
        url=reverse("decks:entered_card", args=where) if link else "",
        art=reverse("decks:entered_card_art", args=where) if kept and pools.art else "",
        art_alt=art_words(pools, card, language),
        picture=picture,
    )


def small_face(card: CardRevision, language: str, *, picture: Shown | None = None) -> Context:
    """The context of ``parts/card_small.html``: what a card looks like in a hand or on a pile."""
    return {
        "name": card_name(card, language),
        "number": card.number,
        "cost": energy_parts(card.cost),
        "url": card_url(card.number),
        "peek": reverse("decks:card_peek", args=[short_number(card)]),
        "picture": picture.small if picture is not None else "",
        **drawn_art(card, language),
    }


@lru_cache(maxsize=8192)
def drawn_face(face: str, language: str, picture: Shown | None = None) -> str:
    """A card face as HTML, from the JSON that a card revision stores; a face is read and drawn once per process."""
    card = msgspec.json.decode(face, type=CardRevision)
    with override(language):  # kept for every reader of this language, no matter who asks first
        return render_to_string("parts/card_face.html", {"card": card_face(card, language, picture=picture)})


def _stats(card: CardRevision) -> list[dict[str, str]]:
    """The basic stats of a summon (402.11)."""
    if not card.is_summon:
        return []
    return [
        {"label": _("Attack Power"), "value": str(card.attack)},
        {"label": _("Defense"), "value": str(card.defense)},
        {"label": _("Speed"), "value": str(card.speed)},
        {"label": _("Range"), "value": str(card.range)},
    ]


def card_facts(card: CardRevision, language: str) -> list[Fact]:
    """Every printed part in words, each with its rule, for the card's own page."""
    facts = [
        Fact(_("Type"), str(KINDS[card.kind]), "304.2a"),
        Fact(_("Casting cost"), energy_text(card.cost), "204.2a" if card.cost else "204.2c"),
        Fact(_("Deck restriction"), _restriction_words(card), "304.3a" if card.restriction else "304.3b"),
        Fact(_("Stays in play"), _("yes, permanent") if card.permanent else _("no, non permanent"), "304.4a"),
    ]
    if card.is_summon:
        facts += _summon_facts(card)
    elif card.card_class:
        facts.append(Fact(_("Class"), card.card_class, "401.3a"))
    if card.is_crystal:
        facts.append(Fact(_("Produces"), energy_text(card.produces, PRODUCED), "203.2"))
    if card.crew:
        facts.append(Fact(_("Crew"), card.crew, "304.2c"))
    if card.team_restriction is not None:
        facts.append(Fact(_("Team restriction"), str(card.team_restriction), "G.team-restriction"))
    facts += [
        Fact(_("Collector's number"), card.number, "307.2"),
        Fact(_("Rarity"), str(RARITIES.get(card.rarity, card.rarity)), "307.3"),
    ]
    other = card.name if language == "nl" else card.name_nl
    if other and other != card_name(card, language):
        facts.append(Fact(_("Name in English") if language == "nl" else _("Name in Dutch"), other))
    return facts


def _restriction_words(card: CardRevision) -> str:
    if card.restriction is None:
        return _("%(sign)s, as many as you like") % {"sign": INFINITY}
    return _("at most %(count)s in a deck") % {"count": card.restriction}


def _summon_facts(card: CardRevision) -> list[Fact]:
    facts = [Fact(_("Class"), card.card_class, "402.2")]
    if card.element:
        facts.append(Fact(_("Element"), card.element, "402.4"))
    return [
        *facts,
        Fact(_("Movement cost"), energy_text(card.movement), "402.7"),
        Fact(_("Attack Power"), str(card.attack), "402.11a"),
        Fact(_("Defense"), str(card.defense), "402.11b"),
        Fact(_("Speed"), str(card.speed), "402.11c"),
        Fact(_("Range"), str(card.range), "402.11d"),
    ]


def reading_list(card: CardRevision) -> tuple[str, ...]:
    """Rules worth reading about this card: those of its type, and of the Life Base for the Life Base."""
    if card.is_life_base:
        return ("105.2a", "402.5", "106.3#1")
    rules = KIND_RULES[card.kind]
    return (*rules, "206.1a" if card.permanent else "206.2a")
