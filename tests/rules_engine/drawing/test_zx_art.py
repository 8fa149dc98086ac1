"""Pictures drawn from Z/X cards: always the same for the same card, told apart, small, and safe to serve."""

import re

import msgspec
import pytest

from rules_engine.zx.cards import TEXTS_POOL, ZxCard, ZxCost, load_pool
from rules_engine.zx.pictures.art import SKIES, art_alt, art_svg, tone
from rules_engine.zx.pictures.figures import TRIBES
from tests.rules_engine.drawing.art import SHAPES, are_small_and_plain, are_told_apart, shapes_of

CARDS = load_pool(TEXTS_POOL).cards


def test_the_same_card_gives_the_same_bytes_and_no_two_cards_the_same_picture() -> None:
    are_told_apart([art_svg(card) for card in CARDS], [art_svg(card) for card in CARDS])


def test_a_picture_is_small_and_holds_nothing_but_shapes() -> None:
    are_small_and_plain([art_svg(card) for card in CARDS])


def test_every_colour_kind_and_tribe_looks_like_itself() -> None:
    plain = ZxCard(number="Z09-001", name="Plain", colours=("red",), cost=ZxCost(3), tribes=("Spirit",))
    others = [
        *(msgspec.structs.replace(plain, colours=(colour,)) for colour in SKIES if colour),
        *(msgspec.structs.replace(plain, tribes=(tribe,)) for tribe in TRIBES),
        *(msgspec.structs.replace(plain, kind=kind) for kind in ("event", "player", "link", "zx_extra")),
        msgspec.structs.replace(plain, colours=("red", "blue")),
        msgspec.structs.replace(plain, cost=ZxCost(8)),
    ]
    assert (
        len({art_svg(card) for card in others}) == len(others) - 1
    )  # red and Spirit is the plain card twice


@pytest.mark.parametrize("lang", ["en", "nl"])
def test_the_words_say_what_is_in_the_picture(lang: str) -> None:
    mermaid = next(card for card in CARDS if card.tribes == ("Mermaid",))
    said = {"en": "a mermaid before a gate of water", "nl": "een zeemeermin voor een poort van water"}
    assert art_alt(mermaid, lang) == said[lang]
    assert all(art_alt(card, lang) for card in CARDS)


def test_a_card_of_any_colour_and_tribe_has_a_picture() -> None:
    strange = ZxCard(number="?", name='<b>"', colours=("octarine",), tribes=("Ghost",))
    assert tone(strange) == ""
    picture = art_svg(strange)
    assert shapes_of(picture) <= SHAPES
    assert "<b>" not in picture and not re.search(r"\d{12}", picture)
