"""Our own cards with texts: every one is read, the ready decks are legal, and in play the texts work."""

from __future__ import annotations

from rules_engine.zx.abilities import texts_of
from rules_engine.zx.cards import NOT_OF_DECK, TEXTS_POOL, load_pool, ready_decks
from rules_engine.zx.cardtext import CONDITIONS, print_text, read_text
from rules_engine.zx.deckrules import check_deck
from rules_engine.zx.model import State
from rules_engine.zx.random_games import record_zx_game

POOL = load_pool(TEXTS_POOL)
SAYING = {card.number for card in POOL.cards if card.text}


def test_every_text_of_the_pool_is_read_in_both_languages() -> None:
    assert len(POOL.cards) == 109 and len(SAYING) == 72
    assert texts_of(POOL).manual == frozenset()
    for card in POOL.cards:
        abilities = read_text(card.text)
        assert (
            print_text(abilities) == card.text and read_text(print_text(abilities, "nl"), "nl") == abilities
        )
        assert card.number.startswith("Z04") == bool(card.name_nl)


def test_five_ready_decks_of_five_colours_are_legal() -> None:
    decks = ready_decks(POOL)
    assert len({deck.name for deck in decks}) == len({deck.name_nl for deck in decks}) == 5
    for deck in decks:
        assert check_deck(deck.main, deck.dynamis, POOL) == []
        assert all(
            deck.main.get(number) for field, number in deck.laid_out.items() if field not in NOT_OF_DECK
        )


def test_nearly_every_text_works_in_a_few_games() -> None:
    seen: set[str] = set()
    hits: set[str] = set()

    def watch(st: State) -> None:
        seen.update(st.card(event[1]).number for event in st.events if event[0] == "ability")

    for seed in range(12):
        hits |= set(record_zx_game(f"pool/{seed}", pool=POOL, watch=watch, checkpoint_every=0).state.hits)
    assert {"B.text-1", "B.text-2", "B.text-5", "B.icon-2", "B.end-1", "B.end-3"} <= hits
    assert {"B.main-4", "B.arc-2", "B.extra-1", "B.extra-2", "B.extra-3", "B.extra-4"} <= hits
    assert {"B.arc-4", "B.marker-4", "B.marker-6"} <= hits
    kinds = {number: {one.kind for one in read_text(POOL[number].text)} for number in SAYING}
    carried_out = {number for number in SAYING if kinds[number] - {"always", "crisis", "shift", *CONDITIONS}}
    assert seen <= carried_out and len(seen) > len(carried_out) * 3 / 4
