"""Finding cards for a deck: the catalogue's query language, among the cards the deck may be made of."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from decks.cards.models import Card
from decks.cards.query import Parsed, Word, parse
from decks.cards.query_words import error_text
from decks.cards.search import catalogue_stamp, condition, known_values, reprinted
from decks.cards.selectors import MAX_QUERY, CardQuery, cards_matching
from ledger.names import fold
from rules_engine.x610z.cards import CardRevision, Pool


@dataclass(frozen=True)
class FoundCards:
    """Cards of a pool that a query finds, and in words what of the query could not be read."""

    cards: Sequence[CardRevision] = ()
    errors: tuple[str, ...] = ()


def find_cards(pool: Pool, query: str) -> FoundCards:
    """The cards of the pool that a query finds, names that begin with its words first. Never raises for any query.

    Plain words are looked for in the pool itself. Tests like ``cost<=3`` are answered by the catalogue, which knows
    what is banned today; of what it finds only cards of the pool are taken.
    """
    if not query.strip():
        return FoundCards()
    plain = _plain_words(parse(query))
    if plain is not None:
        return FoundCards(cards_matching(pool, CardQuery(words=plain)))
    stamp = catalogue_stamp()
    parsed = parse(query, known_values(stamp))
    errors = tuple(error_text(error) for error in parsed.errors)
    if not parsed:
        return FoundCards(errors=errors)
    again = bool(reprinted(stamp))
    rows = Card.objects.filter(condition(parsed.tree, timezone.localdate(), reprints=again))
    numbers = frozenset(rows.values_list("number", flat=True))
    cards = [card for card in pool.cards if card.number in numbers]
    start = fold(parsed.words)
    return FoundCards(sorted(cards, key=lambda card: not _begins(card, start)), errors)


def _plain_words(parsed: Parsed) -> str | None:
    """The query when it is nothing but single words, short enough for the pool's own search."""
    simple = all(isinstance(node, Word) and " " not in node.text for node in parsed.tree.nodes)
    words = parsed.words
    return words if simple and not parsed.errors and len(words) <= MAX_QUERY else None


def _begins(card: CardRevision, start: str) -> bool:
    return bool(start) and any(fold(name).startswith(start) for name in (card.name, card.name_nl) if name)
