"""How many packaged cards use what designers ask of the language.

That the texts of all packaged cards mean the same in both languages and print back is in ``test_texts_of_the_pool.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rules_engine.x610z import nodes as n
from rules_engine.x610z.cards import CardRevision, load_pool

CARDS = load_pool("demo-4").cards
ENOUGH = 200


def nodes(card: CardRevision) -> Iterator[Any]:
    assert card.tree is not None
    yield from n.walk(card.tree)


def has(card: CardRevision, *kinds: type, **fields: Any) -> bool:
    return any(
        isinstance(node, kinds) and all(getattr(node, name, None) == value for name, value in fields.items())
        for node in nodes(card)
    )


def says(card: CardRevision, words: str) -> bool:
    return words in card.text.lower()


def names_again(card: CardRevision) -> bool:
    """Whether it says "that Dragon" or the like."""
    return any(says(card, f"that {name}") for name in ("dragon", "beast", "vessel", "berserker", "army"))


def pays(card: CardRevision, *kinds: type) -> bool:
    """Whether an activation costs such a thing beside energy and counters."""
    return any(isinstance(cost, kinds) for cost in costs(card))


def costs(card: CardRevision) -> list[Any]:
    """What its activations cost beside energy and counters."""
    return [cost for node in nodes(card) if isinstance(node, n.Activated) for cost in node.costs]


USES: dict[str, tuple[int, Callable[[CardRevision], bool]]] = {
    "for each": (30, lambda card: has(card, n.Count) and says(card, "for each ")),
    "equal to a number": (12, lambda card: has(card, n.Count) and says(card, "equal to the number of")),
    "equal to a figure": (5, lambda card: has(card, n.Figure)),
    "another effect for more energy": (14, lambda card: says(card, "with extra") and says(card, "instead.")),
    "instead of being destroyed": (12, lambda card: has(card, n.Replace, event="destroyed")),
    "instead of damage": (6, lambda card: has(card, n.Replace, event="damaged")),
    "instead of a draw": (5, lambda card: has(card, n.Replace, event="draws")),
    "instead of a discard": (5, lambda card: has(card, n.Replace, event="discards")),
    "when a card is drawn": (8, lambda card: has(card, n.When, event="draws")),
    "when a card is discarded": (10, lambda card: has(card, n.When, event="discards")),
    "that Dragon": (14, names_again),
    "all cards in": (12, lambda card: has(card, n.MoveCard, count=n.All()) or has(card, n.Shuffle, pile_first=True)),
    "swap places": (6, lambda card: has(card, n.Swap, aspect="place")),
    "swap damage": (5, lambda card: has(card, n.Swap, aspect="damage")),
    "swap control": (3, lambda card: has(card, n.Swap, aspect="control")),
    "show and take": (16, lambda card: has(card, n.Take)),
    "pay with a card in hand": (12, lambda card: pays(card, n.Discard)),
    "pay with something in play": (12, lambda card: pays(card, n.Destroy, n.Deactivate)),
    "pay with damage": (4, lambda card: pays(card, n.Damage)),
    "pay by moving a card": (6, lambda card: pays(card, n.MoveCard)),
}  # fmt: skip
"""What is asked for: how many cards at least, and how to see it."""


def users(name: str) -> list[CardRevision]:
    return [card for card in CARDS if USES[name][1](card)]


@pytest.mark.parametrize("name", USES)
def test_each_construction_is_used_by_several_cards(name: str) -> None:
    assert len(users(name)) >= USES[name][0] >= 3


def test_two_hundred_cards_use_them() -> None:
    using = {card.number for name in USES for card in users(name)}
    assert len(using) >= ENOUGH
