"""Finding cards for a deck: the catalogue's query language, among the cards the deck may be made of."""

from functools import lru_cache
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language

from decks.cards.models import Card
from decks.cards.pool_search import FoundCards, first_by_name, searched_in
from decks.cards.pools import USUAL
from decks.cards.printed import reader
from decks.cards.query import Parsed, Word, parse
from decks.cards.query_words import error_text
from decks.cards.search import catalogue_stamp, condition, known_values, reprinted
from ledger.names import fold
from rules_engine.games import game_of
from rules_engine.kernel.cards import CardPool


def find_cards(pool: CardPool[Any], query: str, game: str = USUAL) -> FoundCards:
    """The cards of the pool that a query finds, names that begin with its words first. Never raises for any query.

    Plain words are looked for in the pool itself. Tests like ``cost<=3`` are answered by the catalogue where it holds
    the cards of this game, for it knows what is banned today; else by the card. Only cards that a list may hold are
    found.
    """
    if not query.strip():
        return FoundCards()
    asked = game_of(game)
    parsed = parse(query)
    if not asked.pools.in_catalogue or _is_plain(parsed):
        found = searched_in(game, pool.cards, _texts(game, pool, get_language() or "en"), query)
    else:
        stamp = catalogue_stamp()
        parsed = parse(query, known_values(stamp))
        cards = first_by_name(_in_catalogue(pool, parsed, stamp), parsed) if parsed else ()
        found = FoundCards(cards, tuple(error_text(error) for error in parsed.errors))
    return FoundCards([card for card in found.cards if asked.pools.parts(card)], found.errors)


def _is_plain(parsed: Parsed) -> bool:
    """Whether a query is nothing but single words."""
    return not parsed.errors and all(
        isinstance(node, Word) and " " not in node.text for node in parsed.tree.nodes
    )


def _in_catalogue(pool: CardPool[Any], parsed: Parsed, stamp: str) -> list[Any]:
    asked = condition(parsed.tree, timezone.localdate(), reprints=bool(reprinted(stamp)))
    numbers = frozenset(Card.objects.filter(asked).values_list("number", flat=True))
    return [card for card in pool.cards if card.number in numbers]


@lru_cache(maxsize=16)
def _texts(game: str, pool: CardPool[Any], language: str) -> tuple[str, ...]:
    """Everything one can search a card by, folded, in the order of the pool."""
    pools, asking = game_of(game).pools, reader(language)
    return tuple(fold(pools.searched(card, asking)) for card in pool.cards)
