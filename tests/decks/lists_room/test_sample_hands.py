"""Sample hands repeat by seed, are fair, and the chances are exact."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.lists.sample_hands import chance_of_one, draw_cards, hands
from rules_engine.games import game_of
from rules_engine.zx.cards import load_pool
from tests.patience import work_of

DECK = {"a": 3, "b": 40, "c": 7}
KEYWORDS = ("Start Card", "Gate Card", "Start Resource")
X610Z, ZX = (game_of(key).decks.opening for key in ("x610z", "zx"))
SEEDS = st.text(max_size=10)


@given(SEEDS, st.dictionaries(st.text(max_size=3), st.integers(0, 5), max_size=8), st.integers(0, 60))
def test_a_draw_takes_cards_of_the_deck_and_repeats(seed, deck, count):
    drawn = draw_cards(deck, count, seed)
    assert drawn == draw_cards(deck, count, seed)
    assert len(drawn) == min(count, sum(deck.values()))
    assert all(copies <= deck[number] for number, copies in Counter(drawn).items())


@given(SEEDS, st.lists(st.integers(-2, 9), max_size=6))
def test_each_hand_after_murphys_law_is_smaller_than_the_one_before(seed, fewer):
    sizes = [hand.size for hand in hands(DECK, seed, X610Z, fewer)]
    assert sizes[0] == 7
    assert all(after < before for before, after in pairwise(sizes))


def test_a_hand_that_is_not_smaller_is_not_dealt():
    assert [hand.size for hand in hands(DECK, "s", X610Z, [7])] == [7]
    assert [hand.size for hand in hands(DECK, "s", X610Z, [5, 2, 0])] == [7, 5, 2, 0]


def test_a_hand_and_the_next_cards_are_one_shuffled_deck():
    (hand,) = hands({"a": 12}, "s", X610Z)
    assert (len(hand.cards), len(hand.coming)) == (7, 5)
    assert (
        Counter(hands({str(number): 1 for number in range(12)}, "s", X610Z)[0].cards).most_common(1)[0][1]
        == 1
    )


def test_every_card_is_drawn_first_about_as_often():
    first = Counter(draw_cards(DECK, 1, str(seed))[0] for seed in range(5_000))
    for number, copies in DECK.items():
        assert abs(first[number] / 5_000 - copies / 50) < 0.03


def test_a_hand_of_a_huge_deck_takes_no_time():
    deck = {str(number): 999 for number in range(1_000)}
    assert work_of(lambda: hands(deck, "s", X610Z, [6, 5, 4, 3, 2, 1, 0])) < 1


@pytest.mark.parametrize(("size", "copies", "drawn"), [(6, 2, 3), (7, 3, 2), (5, 5, 1), (4, 0, 2), (5, 2, 9)])
def test_the_chance_is_that_of_counting_all_draws(size, copies, drawn):
    draws = list(combinations(range(size), min(drawn, size)))
    with_one = sum(1 for draw in draws if any(card < copies for card in draw))
    assert chance_of_one(size, copies, drawn) == Fraction(with_one, len(draws))


def test_in_zx_four_cards_are_drawn_once_again_and_life_and_resource_are_laid_from_the_top():
    """The twelve steps of the preparation: 8 to 11, and what leaves the deck in 2, 4 and 5."""
    deck = {str(number): 1 for number in range(50)}
    first, again = hands(deck, "s", ZX, [4, 4, 3])
    assert [hand.size for hand in (first, again)] == [4, 4] and first.cards != again.cards
    assert [(label, len(cards)) for label, cards in again.piles] == [("Life", 4), ("Resource", 2)]
    seen = [*again.cards, *(card for _label, cards in again.piles for card in cards), *again.coming]
    assert len(seen) == len(set(seen)) == 15 and tuple(seen) == draw_cards(deck, 15, "s\x001")
    (laid,) = hands(deck, "s", ZX, apart=["Start Resource"])
    assert dict(laid.piles)["Resource"] == laid.piles[1][1] and len(laid.piles[1][1]) == 1
    pool = load_pool("zx-texts")
    of = {word: next(card.number for card in pool.cards if word in card.keywords) for word in KEYWORDS}
    assert dict(ZX.apart(dict.fromkeys(of.values(), 4), pool)) == of
    assert X610Z.piles([]) == {} and ZX.apart({}, pool) == []
