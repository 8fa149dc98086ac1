"""Pictures drawn from cards: always the same for the same card, told apart, small, and safe to serve."""

import re

import msgspec
import pytest

from rules_engine.x610z.cards import CardRevision, load_pool
from rules_engine.x610z.pictures.art import SKIES, art_alt, art_svg, tone
from tests.rules_engine.drawing.art import SHAPES, are_small_and_plain, are_told_apart, shapes_of

CARDS = load_pool("demo-2").cards


def test_the_same_card_gives_the_same_bytes_and_no_two_cards_the_same_picture() -> None:
    are_told_apart([art_svg(card) for card in CARDS], [art_svg(card) for card in CARDS])


def test_a_picture_is_small_and_holds_nothing_but_shapes() -> None:
    are_small_and_plain([art_svg(card) for card in CARDS])


def test_only_what_is_printed_decides_never_the_order_of_drawing() -> None:
    card = CARDS[9]
    assert art_svg(card) == art_svg(msgspec.structs.replace(card, flavor="other", restriction=1))
    assert art_svg(card) != art_svg(msgspec.structs.replace(card, number="D9.1/001/100-C"))


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_the_words_say_what_is_in_the_picture(lang: str) -> None:
    dragon = next(card for card in CARDS if card.card_class == "Dragon" and card.element == "Ember")
    said = {
        "en": "a dragon in flight under a burning sky",
        "nl": "een vliegende draak onder een brandende hemel",
    }
    assert art_alt(dragon, lang) == said[lang]
    assert all(art_alt(card, lang) for card in CARDS)


def test_a_card_of_any_class_element_and_rarity_has_a_picture() -> None:
    strange = CardRevision(number="X1/1/1-Z", name='<b>"', kind="summon", card_class="Ghost", element="Void")
    assert tone(strange) in SKIES
    picture = art_svg(strange)
    assert shapes_of(picture) <= SHAPES
    assert "<b>" not in picture and not re.search(r"\d{12}", picture)
