"""The three cards."""

import hashlib

from msgspec import Struct, json

from rules_engine.kernel.cards import CardPool


class Card(Struct, frozen=True):
    """A card: ``beats`` is the number of the card that it wins against."""

    number: str
    name: str
    beats: str
    name_nl: str = ""


class Pool(CardPool[Card]):
    """A set of such cards."""

    def __init__(self, name: str, cards: tuple[Card, ...]) -> None:
        super().__init__(name, cards, hashlib.sha256(json.encode(cards)).hexdigest())


THREE = (
    Card("R-1", "Rock", "S-1", name_nl="Steen"),
    Card("P-1", "Paper", "R-1", name_nl="Papier"),
    Card("S-1", "Scissors", "P-1", name_nl="Schaar"),
)


def load_pool(name: str = "rps-three") -> Pool:
    """The one pool. Raises ``KeyError`` for another name."""
    if name != "rps-three":
        raise KeyError(name)
    return Pool(name, THREE)
