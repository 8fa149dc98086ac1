"""A deck as people read it: grouped by type, as plain text, as a curve of costs, as what changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from decks.cards.faces import card_name, card_url
from decks.cards.words import ENERGIES, KINDS
from ledger.shapes import Context
from rules_engine.x610z.cards import CardRevision, Pool
from rules_engine.x610z.decklist import written_name

from .text import MAIN, SIDEBOARD

CURVE_TOP = 6
"""Costs from here on stand in one bar."""

Counts = Mapping[str, int]


@dataclass(frozen=True)
class Row:
    """One card of one side of a deck."""

    number: str
    name: str
    count: int
    side: str
    url: str
    cost: int


@dataclass(frozen=True)
class Group:
    """The cards of one type, or the sideboard."""

    label: str
    count: int
    cards: tuple[Row, ...]


@dataclass(frozen=True)
class Bar:
    """How many cards of the deck have this casting cost ("6+" for six and more)."""

    label: str
    count: int


@dataclass(frozen=True)
class EnergyRow:
    """One kind of energy: how much of it the casting costs ask for, and how much the crystals give (203.2, 204.2)."""

    kind: str
    label: str
    costs: int
    crystals: int


@dataclass(frozen=True)
class Change:
    """A card whose copies differ between two lists."""

    name: str
    side: str
    before: int
    after: int


def grouped(pool: Pool, main: Counts, sideboard: Counts, language: str) -> list[Group]:
    """Life Base first, then each type of card in the order of the catalogue, the sideboard last."""
    known = {number: pool.get(number) for number in {*main, *sideboard}}
    buckets: dict[str, list[Row]] = {key: [] for key in ("life_base", *KINDS)}
    for number, count in main.items():
        card = known[number]
        buckets[_bucket(card)].append(_row(number, card, count, MAIN, language))
    labels: dict[str, Any] = {"life_base": _("Life Base"), **KINDS}
    groups = [_group(str(labels[key]), rows) for key, rows in buckets.items() if rows]
    side = [_row(number, known[number], count, SIDEBOARD, language) for number, count in sideboard.items()]
    return [*groups, _group(_("Sideboard"), side)] if side else groups


def _bucket(card: CardRevision | None) -> str:
    if card is None:
        return "effect"
    return "life_base" if card.is_life_base else card.kind


def _row(number: str, card: CardRevision | None, count: int, side: str, language: str) -> Row:
    """A card that a later pool does not know any more keeps its number as its name."""
    if card is None:
        return Row(number, number, count, side, "", 0)
    return Row(number, card_name(card, language), count, side, card_url(card), card.cost.total)


def _group(label: str, rows: list[Row]) -> Group:
    ordered = tuple(sorted(rows, key=lambda row: (row.cost, row.name)))
    return Group(label, sum(row.count for row in ordered), ordered)


def deck_list(pool: Pool, main: Counts, sideboard: Counts, language: str, **more: Any) -> Context:
    """The context of ``parts/deck_list.html``; ``more`` adds ``name`` and ``receipt``."""
    groups = grouped(pool, main, sideboard, language)
    return {"total": sum(main.values()) + sum(sideboard.values()), "groups": groups, **more}


def cost_curve(pool: Pool, main: Counts) -> list[Bar]:
    """Copies in the deck by total casting cost, without crystals and the Life Base, which are not paid for."""
    bars = [0] * (CURVE_TOP + 1)
    for number, count in main.items():
        card = pool.get(number)
        if card is not None and not card.is_crystal and not card.is_life_base:
            bars[min(card.cost.total, CURVE_TOP)] += count
    return [Bar(f"{cost}+" if cost == CURVE_TOP else str(cost), count) for cost, count in enumerate(bars)]


def energy_balance(pool: Pool, main: Counts) -> list[EnergyRow]:
    """The energy all cards of the deck cost and all its crystals give, by kind; kinds the deck has nothing of go."""
    costs, gives = [0, 0, 0, 0], [0, 0, 0, 0]
    for number, count in main.items():
        card = pool.get(number)
        if card is None or card.is_life_base:
            continue
        paid, into = (card.produces, gives) if card.is_crystal else (card.cost, costs)
        for place, amount in enumerate(paid.as_tuple()):
            into[place] += amount * count
    rows = zip(ENERGIES.items(), costs, gives, strict=True)
    return [EnergyRow(kind, str(label), cost, give) for (kind, label), cost, give in rows if cost or give]


def list_text(pool: Pool, main: Counts, sideboard: Counts, language: str = "en") -> str:
    """The list as text that can be pasted again, in the order of the set, with the names of one language."""
    lines = [_line(pool, number, main[number], language) for number in _in_order(pool, main)]
    if sideboard:
        side = [_line(pool, number, sideboard[number], language) for number in _in_order(pool, sideboard)]
        lines += ["", "Sideboard", *side]
    return "\n".join(lines)


def _in_order(pool: Pool, counts: Counts) -> list[str]:
    """Card numbers as the set has them; a stored list remembers no order of its own."""
    return sorted(counts, key=lambda number: (pool.index.get(number, len(pool)), number))


def _line(pool: Pool, number: str, count: int, language: str) -> str:
    card = pool.get(number)
    name = written_name(card, pool, card_name(card, language)) if card is not None else number
    return f"{count} {name}"


def differences(
    pool: Pool, before: tuple[Counts, Counts], after: tuple[Counts, Counts], language: str
) -> list[Change]:
    """What changed from one (deck, sideboard) to the next, by name; deck first."""
    changes = []
    for side, old, new in zip((MAIN, SIDEBOARD), before, after, strict=True):
        for number in sorted({*old, *new}):
            if old.get(number, 0) != new.get(number, 0):
                card = pool.get(number)
                name = card_name(card, language) if card is not None else number
                changes.append(Change(name, side, old.get(number, 0), new.get(number, 0)))
    return sorted(changes, key=lambda change: (change.side != MAIN, change.name))
