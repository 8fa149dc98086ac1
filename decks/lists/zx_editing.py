"""The deck editor for Z/X lists: finding cards, ready-made decks and buttons, as :mod:`editing` has them.

A search reads the pool itself, so it finds the cards that come with the engine and those that keepers entered.
"""

import re
from typing import cast

from django.utils.translation import gettext as _

from decks.cards.query import MAX_LENGTH, And, Node, Not, Or, Test, Word, parse
from decks.cards.query_words import error_text
from decks.cards.zx_faces import colour_words, zx_text
from decks.cards.zx_words import ZX_KINDS
from decks.registration.check import DYNAMIS
from decks.registration.lists import list_text
from ledger.names import fold
from ledger.shapes import Context
from rules_engine.x610z.cards import Pool
from rules_engine.zx.cards import BESIDE_KINDS, ZxCard, ZxPool, ready_decks

from .editing import FOUND_SHOWN, pressed

KINDS = {kind: words for kind, words in ZX_KINDS.items() if kind not in BESIDE_KINDS}
"""The types of card that lists hold, in the order of the deck and then the Dynamis."""
KEYS = ("name", "number", "type", "cost")
"""The search words that mean something for these cards."""
_TYPES = {"type": {word: kind for kind in KINDS for word in (kind, kind.replace("_", " "))}}
_SIDEBOARD = re.compile(r"^sideboard$", re.IGNORECASE | re.MULTILINE)


def zx_found_context(pool: Pool, query: str, language: str) -> Context:
    """The context of ``lists/found.html``: the first cards that a query finds, and what of it could not be read.

    Words stand anywhere on the card (name, number, type, colour, keyword, "ignition"); ``cost<=3``, ``type:event``,
    ``name:`` and ``number:`` work as in the catalogue, with minus, "or" and brackets.
    """
    parsed = parse(query, _TYPES)
    unknown = sorted({test.key for test in _tests(parsed.tree) if test.key not in KEYS})
    errors = [error_text(error) for error in parsed.errors]
    errors += [_("Z/X cards have no “%(word)s:”.") % {"word": word} for word in unknown]
    cards = cast(ZxPool, pool).cards
    # A Player card lies beside deck and Dynamis, and a marker is no card: no list can hold one, so none is offered.
    cards = tuple(card for card in cards if card.kind not in BESIDE_KINDS)
    found = [card for card in cards if _fits(card, parsed.tree)] if parsed and not unknown else []
    start = fold(parsed.words)
    found.sort(key=lambda card: not (start and fold(card.name).startswith(start)))
    return {
        "zx": True,
        "found": [_shown(card, language) for card in found[:FOUND_SHOWN]],
        "found_more": max(0, len(found) - FOUND_SHOWN),
        "found_errors": errors,
        "query_length": MAX_LENGTH,
    }


def _tests(node: Node) -> list[Test]:
    if isinstance(node, Test):
        return [node]
    if isinstance(node, Not):
        return _tests(node.node)
    return [test for part in node.nodes for test in _tests(part)] if isinstance(node, And | Or) else []


def _fits(card: ZxCard, node: Node) -> bool:
    """Whether a card is what a query asks for; its tests are all of :data:`KEYS`."""
    if isinstance(node, Word):
        return fold(node.text) in _words(card)
    if isinstance(node, Not):
        return not _fits(card, node.node)
    if isinstance(node, Or):
        return any(_fits(card, part) for part in node.nodes)
    if isinstance(node, And):
        return all(_fits(card, part) for part in node.nodes)
    return _passes(card, node) != (node.op == "!=")


def _passes(card: ZxCard, test: Test) -> bool:
    if test.key == "cost":
        cost, asked = card.cost.total, int(test.value)
        return {"<": cost < asked, "<=": cost <= asked, ">": cost > asked, ">=": cost >= asked}.get(
            test.op, cost == asked
        )
    if test.key == "type":
        return card.kind == test.value
    if test.key == "number":
        return card.number.startswith(test.value.upper())
    return fold(test.value) in fold(f"{card.name} / {card.name_nl}")


def _words(card: ZxCard) -> str:
    """Everything one can search a card by, in both languages where it has them."""
    parts = [card.name, card.name_nl, card.number, card.colour, colour_words(card)]
    parts += [card.kind.replace("_", " "), str(KINDS[card.kind]), *card.keywords]
    return fold(" ".join([*parts, "ignition" if card.ignition else ""]))


def _shown(card: ZxCard, language: str) -> Context:
    """A card as ``lists/found.html`` has it; ``side`` is the only part of a deck it may be in."""
    notes = [card.number, colour_words(card)]
    notes += [_("power %(power)s") % {"power": card.power}] if card.power is not None else []
    notes += [*(["Ignition"] if card.ignition else []), *card.keywords]
    notes += [zx_text(card, language)] if card.text else []
    return {
        "key": card.number,
        "name": card.name_nl if language == "nl" and card.name_nl else card.name,
        "type": KINDS[card.kind],
        "cost": [{"kind": "colorless", "count": card.cost.total, "label": _("Cost")}],
        "text": " · ".join(notes),
        "side": "sideboard" if card.in_dynamis else "main",
    }


def zx_ready_names(pool: Pool, text: str, language: str) -> list[str]:
    """Names of the decks to start from, only while the list is empty."""
    if text.strip():
        return []
    return [deck.name_nl if language == "nl" else deck.name for deck in ready_decks(cast(ZxPool, pool))]


def zx_pressed(text: str, pool: Pool, language: str, *, step: str = "", ready: str = "") -> str:
    """The list after a button was pressed, as :func:`editing.pressed`; the Dynamis keeps its heading."""
    decks = ready_decks(cast(ZxPool, pool))
    if ready and not text.strip() and ready in map(str, range(len(decks))):
        deck = decks[int(ready)]
        return _SIDEBOARD.sub("Dynamis", list_text(pool, deck.main, deck.dynamis, language))
    after = pressed(DYNAMIS.sub("Sideboard", text), pool, language, step=step)
    return _SIDEBOARD.sub("Dynamis", after)
