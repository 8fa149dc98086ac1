"""The cards: three signs of a hand, and the glove that lies beside a deck."""

import hashlib

import msgspec

from rules_engine.kernel.cards import CardPool
from rules_engine.kernel.decklist import BESIDE, MAIN
from rules_engine.kernel.decks import CardGroup, Face, Pools, Reader, SearchWord


class Sign(msgspec.Struct, frozen=True):
    """A card."""

    number: str
    name: str
    name_nl: str = ""
    beats: str = ""
    force: int = 0


CARDS = (
    Sign("S-1", "Rock", "Steen", "Scissors", 1),
    Sign("S-2", "Paper", "Papier", "Rock", 2),
    Sign("S-3", "Scissors", "Schaar", "Paper", 3),
    Sign("G-1", "Glove", "Handschoen"),
)


def pool_of(name: str, cards: tuple[Sign, ...]) -> CardPool[Sign]:
    """A pool by its content."""
    return CardPool(name, cards, hashlib.sha256(msgspec.json.encode(cards)).hexdigest())


def load(name: str) -> CardPool[Sign]:
    """The only pool."""
    return pool_of(name, CARDS)


def _face(card: Sign, reader: Reader) -> Face:
    name = card.name_nl if reader.language == "nl" else card.name
    return Face(
        name, "sign" if card.beats else "glove", text=f"beats {card.beats}", cost=card.force, copies=9
    )


POOLS = Pools(
    packaged={"hand": "the three signs"},
    load=load,
    groups=(
        CardGroup("Signs", lambda card: bool(card.beats), unknown=True),
        CardGroup("Gloves", lambda _card: True),
    ),
    cost=lambda card: card.force,
    face=_face,
    parts=lambda card: (MAIN,) if card.beats else (BESIDE,),
    counted=(CardGroup("Rocks", lambda card: card.name == "Rock"),),
    searched=lambda card, _reader: f"{card.name} {card.name_nl} {card.number}",
    search={"cost": SearchWord(lambda card: card.force, number=True)},
    notes=lambda card, _reader: (f"beats {card.beats}",),
)
