"""A deck list as the judge lays out the cards: one row a card, in the order of sorting."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from decks.cards.faces import card_name
from decks.cards.words import KINDS
from rules_engine.x610z.cards import CardRevision, Pool

from .models import CheckedDeck

MAIN, SIDEBOARD = "main", "sideboard"
SORTS = {"type": _("by type"), "cost": _("by cost"), "name": _("by name")}


@dataclass(frozen=True)
class Row:
    """One card of one side: what the list says, and how many copies were counted (None: not yet)."""

    key: str
    name: str
    kind: str
    cost: int
    count: int
    counted: int | None

    @property
    def done(self) -> bool:
        """Whether all copies were counted."""
        return self.counted == self.count


@dataclass(frozen=True)
class Block:
    """The rows of one side, with the number of cards listed and counted."""

    side: str
    rows: tuple[Row, ...]
    count: int
    counted: int


def sheet(deck: CheckedDeck, pool: Pool, sort: str, language: str) -> list[Block]:
    """Deck and sideboard as rows in the order ``sort``: by type, cost or name, then by name; empty without a list."""
    if deck.revision is None:
        return []
    sides = ((MAIN, deck.revision.main), (SIDEBOARD, deck.revision.sideboard))
    return [_block(side, cards, deck, pool, sort, language) for side, cards in sides if cards]


def _block(
    side: str, cards: Mapping[str, int], deck: CheckedDeck, pool: Pool, sort: str, language: str
) -> Block:
    rows = []
    for number, count in cards.items():
        card = pool.get(number)
        key = f"{side}:{number}"
        name = card_name(card, language) if card is not None else number
        kind = str(KINDS.get(card.kind, "")) if card is not None else ""
        rows.append((_order(card, sort), Row(key, name, kind, _cost(card), count, deck.ticks.get(key))))
    ordered = tuple(
        row for _order_of, row in sorted(rows, key=lambda item: (*item[0], item[1].name.casefold()))
    )
    counted = sum(row.counted or 0 for row in ordered)
    return Block(side, ordered, sum(row.count for row in ordered), counted)


def _cost(card: CardRevision | None) -> int:
    return card.cost.total if card is not None else 0


def _order(card: CardRevision | None, sort: str) -> tuple[int, ...]:
    """The Life Base first, then types in the order of the catalogue or costs from low to high."""
    if card is None:
        return (99, 0)
    types = list(KINDS)
    kind = -1 if card.is_life_base else types.index(card.kind) if card.kind in types else len(types)
    if sort == "cost":
        return (_cost(card), kind)
    return () if sort == "name" else (kind, _cost(card))
