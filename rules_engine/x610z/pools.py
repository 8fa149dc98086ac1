"""The packaged cards of X610Z, and what a builder of decks is told about a card of it."""

from collections.abc import Sequence
from functools import lru_cache

from rules_engine.kernel.cards import CardPool
from rules_engine.kernel.decks import CardGroup, Colour, Column, Face, Pools, Reader, ReadyDeck, Resources
from rules_engine.kernel.games import gettext_noop

from .cards import CardRevision, Pool, load_pool
from .nodes import FREE
from .pool import ready_decks

_MOST_COST = 1_000
"""More than any card costs."""


@lru_cache(maxsize=8)
def _ready(pool: CardPool) -> Sequence[ReadyDeck]:
    return ready_decks(pool) if isinstance(pool, Pool) else ()


def _group(kind: str, words: str) -> CardGroup:
    """A type of card; what a pool no longer knows stands among the effects."""
    return CardGroup(words, lambda card: card.kind == kind, unknown=kind == "effect")


def _is_paid(card: CardRevision) -> bool:
    return not card.is_crystal and not card.is_life_base


def _costs(card: CardRevision) -> Sequence[int]:
    return (card.cost if _is_paid(card) else FREE).as_tuple()


def _gives(card: CardRevision) -> Sequence[int]:
    return (card.produces if card.is_crystal else FREE).as_tuple()


def _coloured(place: int, letter: str, words: str) -> Colour:
    """A kind of energy that has a colour (203.2): the cards that cost it, and the crystals that give it."""
    return Colour(letter, words, lambda card: bool(_costs(card)[place] or _gives(card)[place]))


def _element(card: CardRevision, _reader: Reader) -> str:
    """Every deck has a Life Base, so its element says nothing."""
    return card.element if card.is_summon and not card.is_life_base else ""


def _telling(card: CardRevision) -> int:
    """Summons before other cards, dear before cheap; every deck has a Life Base."""
    return -1 if card.is_life_base else card.cost.total + (_MOST_COST if card.is_summon else 0)


def _searched(card: CardRevision, _reader: Reader) -> str:
    """Both languages, no matter who reads."""
    names = (card.name, card.name_nl, card.text, card.text_nl)
    return " ".join((*names, card.number, card.card_class, card.element, card.crew))


def _face(card: CardRevision, reader: Reader) -> Face:
    dutch = reader.language == "nl"
    return Face(
        name=card.name_nl if dutch and card.name_nl else card.name,
        type=reader.say(KINDS[card.kind]),
        text=card.text_nl if dutch and card.text_nl else card.text,
        cost=card.cost.total,
        about=card.element,
    )


KINDS = {
    "summon": gettext_noop("Summon Card"),
    "energy_crystal": gettext_noop("Energy Crystal Card"),
    "effect": gettext_noop("Effect Card"),
    "summon_effect": gettext_noop("Summon Effect Card"),
    "class_effect": gettext_noop("Class Specific Effect Card"),
    "crystal_effect": gettext_noop("Energy Crystal Effect Card"),
}
"""The six types of card (304.2a), in the order of the catalogue."""
LIFE_BASES = CardGroup(gettext_noop("Life Base"), lambda card: card.is_life_base)

POOLS = Pools(
    packaged={
        "demo": gettext_noop("Act D1 of the demonstration set"),
        "demo-2": gettext_noop("Acts D1 and D2 of the demonstration set"),
        "demo-3": gettext_noop("Acts D1, D2 and D3 of the demonstration set"),
        "demo-4": gettext_noop("Acts D1 to D4 of the demonstration set"),
    },
    whole="demo-4",
    load=load_pool,
    ready=_ready,
    groups=(LIFE_BASES, *(_group(kind, words) for kind, words in KINDS.items())),
    cost=lambda card: card.cost.total,
    telling=_telling,
    face=_face,
    counted=(LIFE_BASES,),
    paid=_is_paid,
    curve=gettext_noop("Cards by casting cost"),
    paid_note=gettext_noop("Without Energy Crystals and the Life Base."),
    columns=(Column("elements", gettext_noop("Summons by element"), gettext_noop("Element"), _element),),
    resources=Resources(
        title=gettext_noop("Energy by kind"),
        asked=gettext_noop("All cards cost"),
        given=gettext_noop("All crystals give"),
        kinds={
            "mystic": gettext_noop("Mystic"),
            "boost": gettext_noop("Boost"),
            "robiumm": gettext_noop("Robiumm"),
            "colorless": gettext_noop("any energy"),
        },
        costs=_costs,
        gives=_gives,
    ),
    colours={
        "mystic": _coloured(0, "M", gettext_noop("Mystic")),
        "boost": _coloured(1, "B", gettext_noop("Boost")),
        "robiumm": _coloured(2, "R", gettext_noop("Robiumm")),
    },
    searched=_searched,
    search_hint=gettext_noop("Words, or a search like type:summon cost<=3"),
    in_catalogue=True,
)
