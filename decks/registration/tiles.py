"""A list as one knows it again at a glance: its most telling cards, how many there are of what, the energy it gives."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from django.utils.translation import gettext as _

from decks.cards.faces import entered_face, small_face
from decks.cards.pictures import Shown
from decks.cards.pools import card_pools
from decks.cards.selectors import pictures_by_number
from ledger.shapes import Context
from rules_engine.games import game_of
from rules_engine.kernel.cards import ListCard, ListPool
from rules_engine.kernel.decks import Pools

from .lists import Counts, energy_balance, group_place

C = TypeVar("C", bound=ListCard)
FACES = 3
"""Cards that stand for a list."""


class Held(NamedTuple):
    """A list: its game, the pool it is made of by key and content ("" for the newest), and its copies."""

    game: str
    pool_key: str
    pool_sha256: str
    main: Counts
    beside: Counts


def telling_order(pools: Pools, pool: Mapping[str, C], main: Counts) -> list[C]:
    """The cards that say something about a deck, the most telling first; see ``Pools.telling``."""
    cards = [card for number in main for card in [pool.get(number)] if card and pools.telling(card) >= 0]
    return sorted(
        cards,
        key=lambda card: (pools.telling(card), main.get(card.number, 0), card.number),
        reverse=True,
    )


def _small(game: str, card: Any, language: str, picture: Shown | None) -> Context:
    if game_of(game).pools.in_catalogue:
        return small_face(card, language, picture=picture)
    return {**entered_face(game, card), "picture": picture.small if picture is not None else ""}


def tiles_of(lists: Sequence[Held], language: str) -> list[Context]:
    """What ``lists/_tile.html`` shows of each of these lists: ``faces``, ``total``, ``groups``, ``energies``, ``game``.

    A list whose pool is gone has no faces. How many queries that takes depends on the games these are of, not on how
    many lists there are.
    """
    pools = card_pools(held[:3] for held in lists)
    telling = [
        telling_order(game_of(held.game).pools, pool, held.main)[:FACES] if pool is not None else []
        for held in lists
        for pool in [pools.get(held[:3])]
    ]
    numbers: dict[str, set[str]] = {}
    for held, cards in zip(lists, telling, strict=True):
        numbers.setdefault(held.game, set()).update(card.number for card in cards)
    pictures = {game: pictures_by_number(game, some) for game, some in numbers.items() if some}
    return [
        {
            "faces": [
                _small(held.game, card, language, pictures[held.game].get(card.number)) for card in cards
            ],
            **_counted(held, pools.get(held[:3])),
        }
        for held, cards in zip(lists, telling, strict=True)
    ]


def _counted(held: Held, pool: ListPool | None) -> Context:
    """How many cards there are, by the headings of the game, and what energy the deck gives."""
    total = sum(held.main.values()) + sum(held.beside.values())
    if pool is None:
        return {"total": total, "groups": [], "energies": [], "game": ""}
    asked = game_of(held.game)
    places = Counter[int]()
    for number, count in held.main.items():
        places[group_place(asked.pools, pool.get(number))] += count
    groups = [(_(asked.pools.groups[place].label), count) for place, count in sorted(places.items())]
    beside = sum(held.beside.values())
    return {
        "total": total,
        "groups": [*groups, (_(asked.decks.beside), beside)] if beside else groups,
        "energies": [row for row in energy_balance(pool, held.main, held.game) if row.crystals],
        "game": asked.name,
    }
