"""Deck lists: rules 101, 102 and 304.3. The fresh table is not used: a deck is checked before any game."""

from __future__ import annotations

from typing import Any

from rules_engine.kernel.decklist import DeckList
from rules_engine.x610z.cards import load_pool
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


@broken("101.1a", "restriction_deck", "304.3a")
def one_copy_more_than_the_card_says(t: Table) -> Any:
    return _first(check_deck(DeckList(_main(60, **{LIMITED.number: 2})), "constructed", POOL))


@obeyed("102.1", "102.1b", "205.1", "307.2")
def a_deck_of_cards_of_the_act_without_a_life_base_beside_it(t: Table) -> None:
    assert check_deck(DeckList(_main(51), {FREE: 10}), "constructed", POOL, acts=["D1"]) == []


@broken("102.1", "life_base_in_sideboard")
def a_life_base_in_the_sideboard(t: Table) -> Any:
    return _first(check_deck(DeckList(_main(51), {BASE: 1, FREE: 9}), "constructed", POOL))


@broken("102.1b", "pool_missing")
def a_limited_deck_without_opened_cards(t: Table) -> Any:
    return _first(check_deck(DeckList(_main(36)), "limited", POOL))


@broken("102.1b", "not_opened")
def a_limited_deck_with_a_card_that_was_not_opened(t: Table) -> Any:
    opened = {**_main(36), FREE: 34}
    return _first(check_deck(DeckList(_main(36)), "limited", POOL, opened=opened))


@broken("102.1b", "sideboard_computed")
def a_limited_deck_with_a_sideboard_of_its_own(t: Table) -> Any:
    main = _main(36)
    return _first(check_deck(DeckList(main, {FREE: 1}), "limited", POOL, opened=main))


@broken("205.1", "unknown_card")
def a_deck_with_a_card_of_another_game(t: Table) -> Any:
    return _first(check_deck(DeckList(_main(52, **{"9.9/999/100-C": 1})), "constructed", POOL))


@broken("205.1", "bad_count")
def a_deck_with_less_than_no_copies(t: Table) -> Any:
    return _first(check_deck(DeckList(_main(52, **{LIMITED.number: -1})), "constructed", POOL))


@broken("307.2", "wrong_act")
def a_deck_with_a_card_of_an_act_that_is_not_played(t: Table) -> Any:
    return _first(check_deck(DeckList(_main(51)), "constructed", POOL, acts=["D2"]))


@broken("304.3a", "banned")
def a_deck_with_a_card_that_may_not_be_played_that_day(t: Table) -> Any:
    return _first(check_deck(DeckList(_main(51)), "constructed", POOL, limits={FREE: 0}))


@broken("102.1a", "restriction")
def deck_and_sideboard_together_with_a_copy_too_many(t: Table) -> Any:
    one = LIMITED.number
    return _first(check_deck(DeckList(_main(51, **{one: 1}), {one: 1, FREE: 9}), "constructed", POOL))
