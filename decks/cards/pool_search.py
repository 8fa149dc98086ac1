"""Searching cards by the language of card searches, where the game itself says what stands on a card."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from ledger.names import fold
from rules_engine.games import game_of
from rules_engine.kernel.decks import Pools, SearchWord

from .printed import reader
from .query import NUMBER, WORD, And, Keys, Node, Not, Or, Parsed, Test, Word, parse
from .query_words import error_text

Cards = Sequence[Any]
"""Cards of whichever game."""


@dataclass(frozen=True)
class FoundCards:
    """Cards of a pool that a query finds, and in words what of the query could not be read."""

    cards: Cards = ()
    errors: tuple[str, ...] = ()


def search_cards(game: str, cards: Cards, query: str) -> FoundCards:
    """The cards that a query finds, names that begin with its words first. Never raises for any query."""
    found = list(cards)
    asking = reader()
    return searched_in(
        game, found, [fold(game_of(game).pools.searched(card, asking)) for card in found], query
    )


def searched_in(game: str, cards: Cards, texts: Sequence[str], query: str) -> FoundCards:
    """The same, with everything that plain words find each card by, folded."""
    asked = game_of(game)
    parsed = parse(query, _choices(asked.pools), _keys(asked.pools))
    errors = [error_text(error) for error in parsed.errors]
    unknown = sorted({test.key for test in _tests(parsed.tree)} - {*asked.pools.search})
    errors += [
        _("%(game)s cards have no “%(word)s:”.") % {"game": asked.name, "word": word} for word in unknown
    ]
    if not parsed or unknown:
        return FoundCards(errors=tuple(errors))
    fitting = [
        card
        for card, text in zip(cards, texts, strict=True)
        if _fits(card, text, parsed.tree, asked.pools.search)
    ]
    return FoundCards(first_by_name(fitting, parsed), tuple(errors))


def first_by_name(cards: Cards, parsed: Parsed) -> Cards:
    """Cards with those first whose name begins with the words of a query."""
    start = fold(parsed.words)
    return sorted(cards, key=lambda card: not _begins(card, start))


def _choices(pools: Pools) -> dict[str, dict[str, str]]:
    return {key: dict(word.choices) for key, word in pools.search.items() if word.choices}


def _keys(pools: Pools) -> Keys:
    return {key: (NUMBER if word.number else WORD, tuple(word.also)) for key, word in pools.search.items()}


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
    if value is None:
        return False
    if isinstance(value, int):
        asked = int(test.value)
        return {"<": value < asked, "<=": value <= asked, ">": value > asked, ">=": value >= asked}.get(
            test.op, value == asked
        )
    texts: Collection[str] = (value,) if isinstance(value, str) else value
    return any(_says(word, text, test.value) for text in texts)


def _says(word: SearchWord, text: str, asked: str) -> bool:
    if word.choices:
        return text == asked
    if word.starts:
        return text.startswith(asked.upper())
    return fold(asked) in fold(text)


def _begins(card: Any, start: str) -> bool:
    return bool(start) and any(fold(name).startswith(start) for name in (card.name, card.name_nl) if name)
