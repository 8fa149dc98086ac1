"""The words of a table of Z/X: what a question says of the cards that are chosen."""

import pytest
from django.utils import translation

from rules_engine.zx.cards import TEXTS_POOL, load_pool
from tournaments.games.zx.asking import awakened

POOL = load_pool(TEXTS_POOL)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("Elder of the Ringed Oak", "Ze gaan in het deck, en dat wordt geschud."),
        ("Songstress of the Ebb", "Ze worden getoond en in het deck geschud."),
    ],
)
def test_an_awaken_condition_says_what_happens_to_the_cards_that_are_chosen(card: str, words: str) -> None:
    with translation.override("nl"):
        assert awakened(POOL, {"do": "extra", "card": card}).startswith(words)
