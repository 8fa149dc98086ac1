"""Finding cards for a deck: the catalogue's query language, among the cards the deck may be made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from decks.cards.models import Card
from decks.cards.pools import USUAL
from decks.cards.query import And, Node, Not, Or, Parsed, Test, Word, parse
from decks.cards.query_words import error_text
from decks.cards.search import catalogue_stamp, condition, known_values, reprinted
from decks.cards.words import reader
from ledger.names import fold
from rules_engine.games import game_of
from rules_engine.kernel.cards import CardPool
from rules_engine.kernel.decks import Pools, SearchWord


@dataclass(frozen=True)
class FoundCards:
    """Cards of a pool that a query finds, and in words what of the query could not be read."""

    cards: Sequence[object] = ()
    errors: tuple[str, ...] = ()


def find_cards(pool: CardPool[Any], query: str, game: str = USUAL) -> FoundCards:
    """The cards of the pool that a query finds, names that begin with its words first. Never raises for any query.

    Plain words are looked for in the pool itself. Tests like ``cost<=3`` are answered by the catalogue where it holds
    the cards of this game, for it knows what is banned today; else by the card. Only cards that a list may hold are
    found.
    """
    if not query.strip():
        return FoundCards()
    asked = game_of(game)
    in_catalogue = asked.pools.in_catalogue and not _is_plain(parse(query))
    stamp = catalogue_stamp() if in_catalogue else ""
    parsed = parse(query, known_values(stamp) if in_catalogue else _choices(asked.pools))
    errors = [error_text(error) for error in parsed.errors]
    unknown = (
        [] if in_catalogue else sorted({test.key for test in _tests(parsed.tree)} - {*asked.pools.search})
    )
    errors += [
        _("%(game)s cards have no “%(word)s:”.") % {"game": asked.name, "word": word} for word in unknown
    ]
    if not parsed or unknown:
        return FoundCards(errors=tuple(errors))
    if in_catalogue:
        found = _in_catalogue(pool, parsed, stamp)
    else:
        texts = _texts(game, pool, get_language() or "en")
        found = [
            card
            for card, text in zip(pool.cards, texts, strict=True)
            if _fits(card, text, parsed.tree, asked.pools.search)
        ]
    start = fold(parsed.words)
    listed = [card for card in found if asked.pools.parts(card)]
    return FoundCards(sorted(listed, key=lambda card: not _begins(card, start)), tuple(errors))


def _is_plain(parsed: Parsed) -> bool:
    """Whether a query is nothing but single words."""
    return not parsed.errors and all(
        isinstance(node, Word) and " " not in node.text for node in parsed.tree.nodes
    )


def _choices(pools: Pools) -> dict[str, dict[str, str]]:
    return {key: dict(word.choices) for key, word in pools.search.items() if word.choices}


def _in_catalogue(pool: CardPool[Any], parsed: Parsed, stamp: str) -> list[Any]:
    asked = condition(parsed.tree, timezone.localdate(), reprints=bool(reprinted(stamp)))
    numbers = frozenset(Card.objects.filter(asked).values_list("number", flat=True))
    return [card for card in pool.cards if card.number in numbers]


@lru_cache(maxsize=16)
def _texts(game: str, pool: CardPool[Any], language: str) -> tuple[str, ...]:
    """Everything one can search a card by, folded, in the order of the pool."""
    pools, asking = game_of(game).pools, reader(language)
    return tuple(fold(pools.searched(card, asking)) for card in pool.cards)


def _tests(node: Node) -> list[Test]:
    if isinstance(node, Test):
        return [node]
    if isinstance(node, Not):
        return _tests(node.node)
    return [test for part in node.nodes for test in _tests(part)] if isinstance(node, And | Or) else []


def _fits(card: object, text: str, node: Node, search: Mapping[str, SearchWord]) -> bool:
    """Whether a card, with everything that words find it by, is what a query asks for."""
    if isinstance(node, Word):
        return fold(node.text) in text
    if isinstance(node, Not):
        return not _fits(card, text, node.node, search)
    if isinstance(node, Or):
        return any(_fits(card, text, part, search) for part in node.nodes)
    if isinstance(node, And):
        return all(_fits(card, text, part, search) for part in node.nodes)
    return _passes(search[node.key], card, node) != (node.op == "!=")


def _passes(word: SearchWord, card: object, test: Test) -> bool:
    value = word.value(card)
    if isinstance(value, int):
        asked = int(test.value)
        return {"<": value < asked, "<=": value <= asked, ">": value > asked, ">=": value >= asked}.get(
            test.op, value == asked
        )
    if word.choices:
        return value == test.value
    if word.starts:
        return value.startswith(test.value.upper())
    return fold(test.value) in fold(value)


def _begins(card: Any, start: str) -> bool:
    return bool(start) and any(fold(name).startswith(start) for name in (card.name, card.name_nl) if name)
