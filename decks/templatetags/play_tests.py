"""What templates show of play tests."""

from django import template

from decks.cards.models import PlayTest
from decks.cards.playtest_words import games_words, short, told
from ledger.shapes import Context

register = template.Library()


@register.filter
def play_test_told(test: PlayTest) -> Context:
    """Everything that is said of a play test, for ``decks/parts/play_test.html``."""
    return told(test)


@register.filter
def play_test_short(test: PlayTest) -> str:
    """The finding in a few words, "" while there is none."""
    return short(test)


@register.filter
def deals(games: int) -> str:
    """How many deals there are, in words."""
    return games_words(games)
