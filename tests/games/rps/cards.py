"""The three cards."""

from msgspec import Struct

from rules_engine.kernel.cards import CardPool
from rules_engine.kernel.digest import sha256_of


class Cost(Struct, frozen=True):
    """No card costs anything."""

    total: int = 0


class Card(Struct, frozen=True):
    """A card: ``beats`` is the number of the card that it wins against."""

    number: str
    name: str
    beats: str
    kind: str = "hand"
    name_nl: str = ""
    text: str = ""

    @property
    def cost(self) -> Cost:
        """Nothing."""
        return Cost()


class Pool(CardPool[Card]):
    """A set of such cards."""

    def __init__(self, name: str, cards: tuple[Card, ...]) -> None:
        super().__init__(name, cards, sha256_of([[card.number, card.name, card.beats] for card in cards]))


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
