"""Finding cards: no database, the pool lives in memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from decks.names import fold
from rules_engine.x610z.cards import CardRevision, Pool
from rules_engine.x610z.pool import ReadyDeck, ready_decks

MAX_QUERY = 80


@dataclass(frozen=True)
class CardQuery:
    """What somebody looks for: ``words`` anywhere on the card, and exact values of three printed parts."""

    words: str = ""
    kind: str = ""
    card_class: str = ""
    element: str = ""

    def __bool__(self) -> bool:
        """Whether anything was asked for."""
        return any((self.words.strip(), self.kind, self.card_class, self.element))


def cards_matching(pool: Pool, query: CardQuery) -> Sequence[CardRevision]:
    """The cards that carry every word and every chosen value, in the order of the set.

    Words match in both languages, without accents or letter case; a name that starts with them comes first.
    """
    wanted = fold(query.words[:MAX_QUERY])
    words = wanted.split()
    found = [
        card
        for card, text in zip(pool.cards, _search_texts(pool), strict=True)
        if all(word in text for word in words) and _has_values(card, query)
    ]
    if not words:
        return found
    return sorted(found, key=lambda card: not _starts(card, wanted))


def _has_values(card: CardRevision, query: CardQuery) -> bool:
    return (
        (not query.kind or card.kind == query.kind)
        and (not query.card_class or card.card_class == query.card_class)
        and (not query.element or card.element == query.element)
    )


def _starts(card: CardRevision, wanted: str) -> bool:
    return any(fold(name).startswith(wanted) for name in (card.name, card.name_nl) if name)


@lru_cache(maxsize=8)
def _search_texts(pool: Pool) -> tuple[str, ...]:
    """Everything one can search a card by, folded, in the order of the pool."""
    return tuple(
        fold(
            " ".join(
                (
                    card.name,
                    card.name_nl,
                    card.text,
                    card.text_nl,
                    card.number,
                    card.card_class,
                    card.element,
                    card.crew,
                )
            )
        )
        for card in pool.cards
    )


@lru_cache(maxsize=8)
def ready_made(pool: Pool) -> tuple[ReadyDeck, ...]:
    """The legal decks that come with a pool, for whoever has none yet."""
    return ready_decks(pool)


def classes_of(pool: Pool) -> list[str]:
    """The classes in a pool, alphabetical (402.2)."""
    return sorted({card.card_class for card in pool.cards if card.card_class})


def elements_of(pool: Pool) -> list[str]:
    """The Elements in a pool, alphabetical (402.4)."""
    return sorted({card.element for card in pool.cards if card.element})
