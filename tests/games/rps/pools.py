"""The cards of the toy."""

from rules_engine.kernel.decklist import MAIN
from rules_engine.kernel.decks import CardGroup, Face, Pools, Reader
from rules_engine.kernel.games import gettext_noop

from .cards import Card, load_pool


def _face(card: Card, reader: Reader) -> Face:
    name = card.name_nl if reader.language == "nl" else card.name
    return Face(name, reader.say(gettext_noop("hand")))


POOLS = Pools(
    packaged={"rps-three": gettext_noop("three cards")},
    load=load_pool,
    groups=(CardGroup(gettext_noop("Cards"), lambda _card: True),),
    face=_face,
    parts=lambda _card: (MAIN,),
    searched=lambda card, _reader: f"{card.name} {card.name_nl}",
)
"""The three cards."""
