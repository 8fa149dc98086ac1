"""A deck list as the judge lays out the cards: one row a card, in the order of sorting."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from decks.cards.printed import reader
from decks.registration.lists import group_place
from rules_engine.kernel.cards import ListPool
from rules_engine.kernel.decklist import BESIDE, MAIN
from rules_engine.kernel.decks import Pools
from rules_engine.kernel.games import Game

from .models import CheckedDeck

UNKNOWN = 99
"""The place of a card that nobody knows, behind every type."""
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
    """The rows of one side, what it is called, and the number of cards listed and counted."""

    side: str
    label: str
    rows: tuple[Row, ...]
    count: int
    counted: int


def sheet(deck: CheckedDeck, pool: ListPool, game: Game, sort: str, language: str) -> list[Block]:
    """Deck and what is beside it as rows in the order ``sort``: by type, cost or name, then by name; empty without."""
    if deck.revision is None:
        return []
    parts = ((MAIN, _("Deck"), deck.revision.main), (BESIDE, _(game.decks.beside), deck.revision.sideboard))
    return [
        _block(part, str(label), _rows(part, cards, deck, pool, game.pools, language), sort)
        for part, label, cards in parts
        if cards
    ]


def _block(part: str, label: str, rows: list[tuple[int, Row]], sort: str) -> Block:
    def order(one: tuple[int, Row]) -> tuple[int | str, ...]:
        place, row = one
        keys = {"cost": (row.cost, place), "name": ()}.get(sort, (place, row.cost))
        return *keys, row.name.casefold()

    ordered = tuple(row for _place, row in sorted(rows, key=order))
    counted = sum(row.counted or 0 for row in ordered)
    return Block(part, label, ordered, sum(row.count for row in ordered), counted)


def _rows(
    part: str, cards: Mapping[str, int], deck: CheckedDeck, pool: ListPool, pools: Pools, language: str
) -> list[tuple[int, Row]]:
    """Every card with its place among the types; what a later pool does not know stands last."""
    rows = []
    for number, count in cards.items():
        card, key = pool.get(number), f"{part}:{number}"
        if card is None:
            rows.append((UNKNOWN, Row(key, number, "", 0, count, deck.ticks.get(key))))
            continue
        face = pools.face(card, reader(language))
        row = Row(key, face.name, face.type, pools.cost(card), count, deck.ticks.get(key))
        rows.append((group_place(pools, card), row))
    return rows
