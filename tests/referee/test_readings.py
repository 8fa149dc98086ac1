"""The referee's own reader and the engine's compiler must find the same in every text, in both languages."""

from __future__ import annotations

import pytest

from tests.speeds import amount

from . import figures, readings
from .dutch import clause
from .page import Unread
from .reading import read_english


def test_every_printed_card_and_drawn_texts_are_read_alike_in_both_languages() -> None:
    found = list(readings.differences(1, amount(20, 400, "texts read in both languages")))
    parted = [f"{card.text}: {difference}" for card, difference in found if difference is not None]
    assert not parted, parted[0]
    assert len(found) > 350


def test_words_that_nobody_taught_the_reader_are_refused() -> None:
    for text in (
        "Draw many cards from your deck.",
        "Whenever it rains, draw 1 card from your deck.",
        "Deal that Dragon.",
    ):
        with pytest.raises(Unread):
            read_english(text, "Test", permanent=False)


def test_a_dutch_sentence_that_a_night_found_is_read() -> None:
    """Who may do it stands behind the word, as it does after a condition."""
    words = "mag elke speler je Life Base in control tot het einde van de volgende beurt van zijn controller nemen"
    said = clause(words)
    assert (
        said == "each player may take control of your Life Base until the end of its controller's next turn"
    )


def test_causes_have_a_key_that_does_not_change_with_the_game() -> None:
    one, two = (
        figures.plain({"card": "D9.1/003/016-C", "of": "#12"}),
        figures.plain({"card": "D9.1/004/016-C", "of": "#7"}),
    )
    assert (
        figures.key_of(one)
        == figures.key_of(two)
        == figures.key_of(figures.plain({"card": "D9.1/1/1-C", "of": "#1"}))
    )


def test_the_page_of_proofs_says_what_the_runs_came_to() -> None:
    assert figures.page() == figures.PAGE.read_text(encoding="utf-8"), "python -m tests.referee page"
