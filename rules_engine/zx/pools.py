"""The packaged cards of Z/X, and what a builder of decks is told about a card of it."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from rules_engine.kernel.cards import CardPool, name_in
from rules_engine.kernel.decklist import BESIDE, MAIN, DeckList
from rules_engine.kernel.decks import CardGroup, Colour, Column, Face, Pools, Reader, SearchWord
from rules_engine.kernel.games import gettext_noop

from .abilities import read_card
from .card_words import COLOURS, KINDS, text_in
from .cards import (
    BESIDE_KINDS,
    DEFAULT_POOL,
    GATE_CARD,
    LIFE_RECOVERY,
    PLAYER_KINDS,
    START_CARD,
    START_RESOURCE,
    TEXTS_POOL,
    VOID_BRINGER,
    ZxCard,
    ZxPool,
    load_pool,
    ready_decks,
)
from .deckrules import COPIES_BY_NAME
from .rulings import chosen


class Ready(msgspec.Struct, frozen=True):
    """A ready-made deck as lists hold it, its Dynamis beside the deck."""

    name: str
    name_nl: str
    deck: DeckList


def _ready(pool: CardPool) -> Sequence[Ready]:
    found = ready_decks(pool) if isinstance(pool, ZxPool) else ()
    return [Ready(one.name, one.name_nl, DeckList(one.main, one.dynamis)) for one in found]


def _parts(card: ZxCard) -> Sequence[str]:
    """A Player card lies beside deck and Dynamis, and a marker is no card: no list can hold one."""
    if card.kind in BESIDE_KINDS:
        return ()
    return (BESIDE,) if card.in_dynamis else (MAIN,)


def colours_in(card: ZxCard, reader: Reader) -> str:
    """The colours of a card in words; a card without any is colourless."""
    words = [reader.say(COLOURS.get(colour, colour)) for colour in card.colours]
    return ", ".join(words) or reader.say(gettext_noop("colourless"))


def signs_of(card: ZxCard) -> Sequence[str]:
    """The printed icons and keywords."""
    icons = (("Ignition", card.ignition), ("Evol Seed", card.evol_seed), ("Multicolor", card.multicolor))
    return [*(sign for sign, there in icons if there), *card.keywords]


def _face(card: ZxCard, reader: Reader) -> Face:
    text = text_in(card, reader.language)
    english = [
        *(["name"] if reader.language != "en" and not card.name_nl else []),
        *(["text"] if reader.language != "en" and text == card.text else []),
    ]
    return Face(
        name=name_in(card, reader.language),
        type=reader.say(KINDS[card.kind]),
        text="\n".join(line for line in (" · ".join(signs_of(card)), text) if line),
        cost=None if card.kind in PLAYER_KINDS or card.kind == "link" else card.cost.total,
        about=" · ".join(filter(None, (colours_in(card, reader), *card.tribes, card.player_name))),
        tone=card.colours[0] if card.colours else "",
        stats=() if card.power is None else ((reader.say(gettext_noop("Power")), card.power),),
        copies=0 if card.kind in BESIDE_KINDS else COPIES_BY_NAME,
        english=english,
    )


def _searched(card: ZxCard, reader: Reader) -> str:
    parts = [card.name, card.name_nl, card.number, card.colour, colours_in(card, reader), *card.tribes]
    parts += [card.kind.replace("_", " "), reader.say(KINDS[card.kind]), card.player_name, *card.keywords]
    parts += [card.text, text_in(card, reader.language)]
    return " ".join([*parts, "ignition" if card.ignition else ""])


def judged_by(card: ZxCard, rulings: Mapping[str, str] | None = None) -> str:
    """Why a card is left to a judge: its text, its type; "" for one that the engine plays.

    In every event, and with the ``rulings`` of one also a Shift, where ``Z25`` says that a judge decides.
    """
    if read_card(card) is None:
        return "text"
    if card.kind == "shift" and rulings is not None and chosen(rulings)["Z25"] == "judge":
        return "ruling"
    return "type" if card.kind == "zx_overboost" else ""


def _colours(card: ZxCard) -> Sequence[str]:
    return card.colours or ("colourless",)


COLOUR_WORDS = {
    "red": "rood",
    "blue": "blauw",
    "white": "wit",
    "black": "zwart",
    "green": "groen",
    "colourless": "kleurloos",
}
"""What a colour may be called in a search, in Dutch."""
SIGNS: Mapping[str, Callable[[ZxCard], bool]] = {
    "ignition": lambda card: card.ignition,
    "evol": lambda card: card.evol_seed,
    "multicolor": lambda card: card.multicolor,
    "manual": lambda card: bool(card.text) and read_card(card) is None,
    "judge": lambda card: judged_by(card) != "",
}
"""What ``is:`` can ask: the icons, a text that the engine does not read, and what a game leaves to a judge."""


LETTERS = {"red": "E", "blue": "U", "white": "W", "black": "K", "green": "G"}
"""What a deck notes for the colours of its cards."""


def _coloured(colour: str) -> Colour:
    return Colour(LETTERS[colour], COLOURS[colour], lambda card: colour in card.colours)


def _notes(card: ZxCard, reader: Reader) -> Sequence[str]:
    notes = [card.number, colours_in(card, reader)]
    if card.power is not None:
        notes.append(reader.say(gettext_noop("power %(power)s")) % {"power": card.power})
    notes += [*(["Ignition"] if card.ignition else []), *card.keywords]
    return [*notes, *([text_in(card, reader.language)] if card.text else [])]


POOLS = Pools(
    packaged={
        DEFAULT_POOL: gettext_noop("26 demonstration cards without texts"),
        TEXTS_POOL: gettext_noop("90 demonstration cards"),
    },
    whole=TEXTS_POOL,
    load=load_pool,
    ready=_ready,
    groups=(
        CardGroup(gettext_noop("Z/X"), lambda card: card.kind != "event", unknown=True),
        CardGroup(gettext_noop("Events"), lambda _card: True),
    ),
    counted=(
        CardGroup(gettext_noop("Ignition icons (20)"), lambda card: card.ignition),
        CardGroup(gettext_noop("Life Recovery (at most 4)"), lambda card: LIFE_RECOVERY in card.keywords),
        CardGroup(gettext_noop("Void Bringer (at most 4)"), lambda card: VOID_BRINGER in card.keywords),
        CardGroup(gettext_noop("Start Cards"), lambda card: START_CARD in card.keywords),
        CardGroup(gettext_noop("Gate Cards"), lambda card: GATE_CARD in card.keywords),
        CardGroup(gettext_noop("Start Resources"), lambda card: START_RESOURCE in card.keywords),
    ),
    columns=(Column("colours", gettext_noop("Cards by colour"), gettext_noop("Colour"), colours_in),),
    colours={colour: _coloured(colour) for colour in COLOURS},
    cost=lambda card: card.cost.total,
    telling=lambda card: card.cost.total,
    face=_face,
    parts=_parts,
    searched=_searched,
    search_hint=gettext_noop("Words, or a search like colour:green power>=6000 or is:ignition cost<=2"),
    search={
        "name": SearchWord(lambda card: f"{card.name} / {card.name_nl}", also=("naam", "n")),
        "number": SearchWord(lambda card: card.number, starts=True, also=("nummer", "nr")),
        "type": SearchWord(
            lambda card: card.kind,
            {word: kind for kind in KINDS for word in (kind, kind.replace("_", " "))},
            also=("soort",),
        ),
        "cost": SearchWord(lambda card: card.cost.total, number=True, also=("kosten", "prijs")),
        "power": SearchWord(lambda card: card.power, number=True, also=("kracht",)),
        "colour": SearchWord(
            _colours,
            {word: colour for colour, dutch in COLOUR_WORDS.items() for word in (colour, dutch)}
            | {"colorless": "colourless"},
            also=("kleur", "color", "c"),
        ),
        "tribe": SearchWord(lambda card: card.tribes, also=("stam",)),
        "player": SearchWord(lambda card: card.player_name, also=("speler",)),
        "keyword": SearchWord(lambda card: card.keywords, also=("woord",)),
        "text": SearchWord(lambda card: (card.text, text_in(card, "nl")), also=("tekst", "t")),
        "is": SearchWord(
            lambda card: [sign for sign, there in SIGNS.items() if there(card)],
            {sign: sign for sign in SIGNS},
        ),
    },
    notes=_notes,
    art="rules_engine.zx.pictures.art",
)
