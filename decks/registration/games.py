"""One way into the cards of every game: which pool a key means, and how a list of that game is read.

A Z/X pool has the same surface as an X610Z pool as far as lists go (cards by number, names, costs), so everything
that shows, compares or prints a list takes either; only grouping by type differs.
"""

from collections.abc import Mapping
from typing import Any, cast

from django.utils.translation import gettext as _

from decks.cards.faces import card_name
from decks.cards.pools import pool_for
from decks.cards.zx_pools import PACKAGED, zx_pool_choices, zx_pool_for, zx_pool_words
from ledger.shapes import Context
from rules_engine.games import game_of
from rules_engine.x610z.cards import Pool
from rules_engine.zx.cards import ZxPool

from .lists import Group, Row, deck_list, grouped
from .text import MAIN, SIDEBOARD

ZX = "zx"
Counts = Mapping[str, int]


def card_pool(game: str, key: str, sha256: str = "") -> Pool:
    """The pool of a game by its key; with a hash exactly that content. Raises ``KeyError`` when there is none."""
    pools = game_of(game).pools
    pool: Any = pools.load(key) if key in pools.packaged else None
    if pool is None or (sha256 and pool.sha256 != sha256):
        pool = zx_pool_for(key, sha256) if game == ZX else pool_for(key, sha256)
    return cast(Pool, pool)  # what lists need of a pool, all have


def zx_pools() -> list[tuple[str, str]]:
    """Every pool that a tournament of Z/X can be played with: its key, and words for it."""
    return [*((key, zx_pool_words(key)) for key in PACKAGED), *zx_pool_choices()]


def pool_words(game: str, key: str) -> str:
    """What a pool of Z/X is called; of the other game, and of a pool nobody knows, its key."""
    return zx_pool_words(key) if game == ZX else key


def groups_of(game: str, pool: Pool, main: Counts, sideboard: Counts, language: str) -> list[Group]:
    """A list grouped by type of card; the sideboard, in Z/X the Dynamis, last."""
    if game != ZX:
        return grouped(pool, main, sideboard, language)
    groups = []
    events = {number: count for number, count in main.items() if _is_event(pool, number)}
    units = {number: count for number, count in main.items() if number not in events}
    for label, cards, side in (
        (_("Z/X"), units, MAIN),
        (_("Events"), events, MAIN),
        (_("Dynamis"), sideboard, SIDEBOARD),
    ):
        if cards:
            rows = [_row(pool, number, count, side, language) for number, count in cards.items()]
            ordered = tuple(sorted(rows, key=lambda row: (row.cost, row.name)))
            groups.append(Group(label, sum(cards.values()), ordered))
    return groups


def list_context(
    game: str, pool: Pool, main: Counts, sideboard: Counts, language: str, **more: Any
) -> Context:
    """The context of ``parts/deck_list.html`` for a list of either game."""
    if game != ZX:
        return deck_list(pool, main, sideboard, language, **more)
    total = sum(main.values()) + sum(sideboard.values())
    return {"total": total, "groups": groups_of(game, pool, main, sideboard, language), **more}


def _is_event(pool: Pool, number: str) -> bool:
    card = cast(ZxPool, pool).get(number)
    return card is not None and card.kind == "event"


def _row(pool: Pool, number: str, count: int, side: str, language: str) -> Row:
    card = pool.get(number)
    if card is None:
        return Row(number, number, count, side, "", 0)
    return Row(number, card_name(card, language), count, side, "", card.cost.total)
