"""A deck as people read it: grouped by type, as plain text, as a curve of costs, as what changed."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from decks.cards.faces import card_name, card_url
from decks.cards.pools import USUAL
from ledger.shapes import Context
from rules_engine.games import game_of
from rules_engine.kernel.cards import ListCard, ListPool
from rules_engine.kernel.decklist import BESIDE, MAIN, written_name
from rules_engine.kernel.decks import Pools

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
    """A card whose copies differ between two lists; ``part`` is what people call the side it is on."""

    name: str
    side: str
    part: str
    before: int
    after: int


def grouped(pool: ListPool, main: Counts, sideboard: Counts, language: str, game: str) -> list[Group]:
    """The cards of the deck under the headings of their game, and then the part beside it."""
    asked = game_of(game)
    buckets: list[list[Row]] = [[] for _group in asked.pools.groups]
    for number, count in main.items():
        place = group_place(asked.pools, pool.get(number))
        buckets[place].append(_row(asked.pools, pool, number, count, MAIN, language))
    titled = zip(asked.pools.groups, buckets, strict=True)
    groups = [_group(_(one.label), rows) for one, rows in titled if rows]
    side = [_row(asked.pools, pool, number, count, BESIDE, language) for number, count in sideboard.items()]
    return [*groups, _group(_(asked.decks.beside), side)] if side else groups


def group_place(pools: Pools, card: ListCard | None) -> int:
    """Under which heading a card stands: the first that holds it."""
    holds = (one.unknown if card is None else one.holds(card) for one in pools.groups)
    return next((place for place, held in enumerate(holds) if held), len(pools.groups) - 1)


def _row(pools: Pools, pool: ListPool, number: str, count: int, side: str, language: str) -> Row:
    """A card that a later pool does not know any more keeps its number as its name."""
    card = pool.get(number)
    if card is None:
        return Row(number, number, count, side, "", 0)
    url = card_url(card.number) if pools.in_catalogue else ""
    return Row(number, card_name(card, language), count, side, url, pools.cost(card))


def _group(label: str, rows: list[Row]) -> Group:
    ordered = tuple(sorted(rows, key=lambda row: (row.cost, row.name)))
    return Group(label, sum(row.count for row in ordered), ordered)


def deck_list(
    pool: ListPool, main: Counts, sideboard: Counts, language: str, game: str, **more: str
) -> Context:
    """The context of ``parts/deck_list.html``; ``more`` adds ``name`` and ``receipt``."""
    groups = grouped(pool, main, sideboard, language, game)
    return {"total": sum(main.values()) + sum(sideboard.values()), "groups": groups, **more}


def cost_curve(pool: ListPool, main: Counts, game: str) -> list[Bar]:
    """Copies in the deck by total casting cost, without what is not paid for."""
    pools = game_of(game).pools
    bars = [0] * (CURVE_TOP + 1)
    for number, count in main.items():
        card = pool.get(number)
        if card is not None and pools.paid(card):
            bars[min(pools.cost(card), CURVE_TOP)] += count
    return [Bar(f"{cost}+" if cost == CURVE_TOP else str(cost), count) for cost, count in enumerate(bars)]


def energy_balance(pool: ListPool, main: Counts, game: str) -> list[EnergyRow]:
    """What all cards of the deck cost and all its cards give, by kind; kinds the deck has nothing of go."""
    resources = game_of(game).pools.resources
    if resources is None:
        return []
    costs, gives = Counter[int](), Counter[int]()
    for number, count in main.items():
        card = pool.get(number)
        if card is not None:
            costs.update({place: amount * count for place, amount in enumerate(resources.costs(card))})
            gives.update({place: amount * count for place, amount in enumerate(resources.gives(card))})
    return [
        EnergyRow(kind, _(words), costs[place], gives[place])
        for place, (kind, words) in enumerate(resources.kinds.items())
        if costs[place] or gives[place]
    ]


def list_text(
    pool: ListPool, main: Counts, sideboard: Counts, language: str = "en", game: str = USUAL
) -> str:
    """The list as text that can be pasted again, in the order of the set, with the names of one language."""
    lines = [_line(pool, number, main[number], language) for number in _in_order(pool, main)]
    if sideboard:
        side = [_line(pool, number, sideboard[number], language) for number in _in_order(pool, sideboard)]
        lines += ["", game_of(game).decks.headings.side, *side]
    return "\n".join(lines)


def _in_order(pool: ListPool, counts: Counts) -> list[str]:
    """Card numbers as the set has them; a stored list remembers no order of its own."""
    return sorted(counts, key=lambda number: (pool.index.get(number, len(pool)), number))


def _line(pool: ListPool, number: str, count: int, language: str) -> str:
    card = pool.get(number)
    name = written_name(card, pool, card_name(card, language)) if card is not None else number
    return f"{count} {name}"


def differences(
    pool: ListPool,
    before: tuple[Counts, Counts],
    after: tuple[Counts, Counts],
    language: str,
    game: str,
) -> list[Change]:
    """What changed from one (deck, the part beside it) to the next, by name; deck first."""
    called = {MAIN: _("Deck"), BESIDE: _(game_of(game).decks.beside)}
    changes = []
    for side, old, new in zip((MAIN, BESIDE), before, after, strict=True):
        for number in sorted({*old, *new}):
            if old.get(number, 0) != new.get(number, 0):
                card = pool.get(number)
                name = card_name(card, language) if card is not None else number
                changes.append(Change(name, side, called[side], old.get(number, 0), new.get(number, 0)))
    return sorted(changes, key=lambda change: (change.side != MAIN, change.name))
