"""The opened cards of two players side by side: for a judge who finds a card of one in the deck of the other (T5)."""

from collections.abc import Mapping
from dataclasses import dataclass

from decks.cards.faces import card_name
from decks.registration.models import OpenedPool
from rules_engine.x610z.cards import Pool
from tournaments.entries.models import Entry


@dataclass(frozen=True)
class Opened:
    """What one player has by card number: copies opened (``pool``), and copies in the registered deck (``deck``)."""

    pool: Mapping[str, int]
    deck: Mapping[str, int]


@dataclass(frozen=True)
class PoolRow:
    """One card: copies each of the two opened, copies each registered in the deck, and whether it is the one found."""

    card: str
    name: str
    first: int
    second: int
    first_deck: int
    second_deck: int
    marked: bool

    @property
    def difference(self) -> int:
        """Copies the first opened more than the second; negative when the second has more."""
        return self.first - self.second


def opened_by(entry: Entry) -> Opened | None:
    """What a limited player opened and registered; None when no pool was written down."""
    pool = OpenedPool.objects.filter(registration=entry.registration).first()
    if pool is None:
        return None
    current = entry.registration.current if entry.registration is not None else None
    return Opened(pool.cards, current.main if current is not None else {})


def side_by_side(
    first: Opened, second: Opened, cards: Pool, language: str, marked: str = ""
) -> list[PoolRow]:
    """Every card that one of the two opened or registered, by name; ``marked`` is the number of the card found."""
    numbers = set(first.pool) | set(second.pool) | set(first.deck) | set(second.deck)
    if marked:
        numbers.add(marked)
    rows = [
        PoolRow(
            number,
            _name(cards, number, language),
            first.pool.get(number, 0),
            second.pool.get(number, 0),
            first.deck.get(number, 0),
            second.deck.get(number, 0),
            number == marked,
        )
        for number in numbers
    ]
    return sorted(rows, key=lambda row: (row.name.casefold(), row.card))


def _name(cards: Pool, number: str, language: str) -> str:
    card = cards.get(number)
    return card_name(card, language) if card is not None else number
