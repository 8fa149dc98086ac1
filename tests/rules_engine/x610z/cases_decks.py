"""Deck lists: rules 101, 102 and 304.3. The fresh table is not used: a deck is checked before any game."""

from __future__ import annotations

from typing import Any

from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.decklist import DeckList
from rules_engine.x610z.deckrules import check_deck

from .registry import Table, broken, obeyed

POOL = load_pool("demo-2")
BASE = POOL.life_base.number
FREE = next(card.number for card in POOL.cards if card.restriction is None and not card.is_life_base)
LIMITED = next(card for card in POOL.cards if card.restriction == 1 and not card.is_life_base)


def _main(size: int, **more: int) -> dict[str, int]:
    """A main deck of ``size`` cards: a Life Base, ``more``, and as many as needed of a card without restriction."""
    return {BASE: 1, **more, FREE: size - 1 - sum(more.values())}


def _first(problems: list[Any]) -> Any:
    return problems[0] if problems else None


@obeyed("101.1b")
def a_limited_deck_of_36_opened_cards(t: Table) -> None:
    main = _main(36)
    assert check_deck(DeckList(main), "limited", POOL, opened=main) == []


@broken("101.1b", "deck_too_small")
def a_limited_deck_of_35_cards(t: Table) -> Any:
    main = _main(35)
    return _first(check_deck(DeckList(main), "limited", POOL, opened=main))


@obeyed("102.1a")
def a_sideboard_of_ten(t: Table) -> None:
    assert check_deck(DeckList(_main(51), {FREE: 10}), "constructed", POOL) == []


@broken("102.1a", "sideboard_size")
def a_sideboard_of_nine(t: Table) -> Any:
    return _first(check_deck(DeckList(_main(51), {FREE: 9}), "constructed", POOL))


@obeyed("304.3a", "304.3b")
def as_many_copies_as_the_card_says(t: Table) -> None:
    assert check_deck(DeckList(_main(60, **{LIMITED.number: 1})), "constructed", POOL) == []


@broken("101.1a", "restriction_deck", "304.3a", "304.3b")
def one_copy_more_than_the_card_says(t: Table) -> Any:
    return _first(check_deck(DeckList(_main(60, **{LIMITED.number: 2})), "constructed", POOL))
