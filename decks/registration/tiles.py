"""A list as one knows it again at a glance: its most telling cards, how many there are of what, the energy it gives."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext as _

from decks.cards.faces import entered_face, small_face
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


def tiles_of(lists: Sequence[Held], language: str) -> list[Context]:
    """What ``lists/_tile.html`` shows of each of these lists: ``faces``, ``total``, ``groups``, ``energies``, ``game``.

    A list whose pool is gone has no faces. The number of queries does not depend on how many lists there are.
    """
    pools = card_pools(held[:3] for held in lists)
    telling = [
        telling_order(game_of(held.game).pools, pool, held.main)[:FACES] if pool is not None else []
        for held in lists
        for pool in [pools.get(held[:3])]
    ]
    numbers = {card.number for cards in telling for card in cards}
    pictures = pictures_by_number(numbers) if numbers else {}
    return [
        {
            "faces": [
                small_face(card, language, picture=pictures.get(card.number))
                if game_of(held.game).pools.in_catalogue
                else entered_face(held.game, card)
                for card in cards
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
