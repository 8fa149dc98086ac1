"""Cards as frozen revisions, and pools of them.

A :class:`CardRevision` is never edited, only superseded: game logs pin a pool by its content hash. The demonstration
pools in ``pool/`` hold texts only; their meaning comes from compiling those texts when a pool is loaded. All figures
and texts there are our own (``ours``) unless the rule documents state them.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from rules_engine.kernel.cards import CardPool

from .nodes import FREE, CardTree, Energy

Kind = Literal["energy_crystal", "summon", "effect", "summon_effect", "class_effect", "crystal_effect"]
Rarity = Literal["C", "U", "R", "SR", "UR"]
LIFE_BASE_CLASS = "Life Base"
DEFAULT_POOL = "demo"


class CardRevision(msgspec.Struct, frozen=True, omit_defaults=True):
    """One printed form of a card (rules 300 to 307).

    ``number``: "Act.Printrun/Card number/Cards in this act-Rarity" (307.2); acts of our own are "D1", "D2".
    ``kind``: the six types of 304.2a. ``card_class``: the summon's Class, or the Class a class effect names (401.3).
    ``restriction``: Deck Restriction, None = infinity (304.3b). ``movement``, ``attack``, ``defense``, ``speed``,
    ``range``: summons only (402.11). ``produces``: Energy Crystals only. ``tree``: the compiled ``text``; None for a
    card without text or a ``manual`` card, whose effect a judge has to enter ("engine gap").
    ``ours``: text and figures are our own, but for what ``known`` lists ("name", "Speed 3"): the rule documents say so.
    ``team_restriction``: copies over all decks of a team (glossary), None = no such limit. ``printings``: other
    collector's numbers under which the same card was printed again; a list may use any of them, and copies of a card
    are counted together whatever number they show, for a restriction speaks of the card (304.3a).
    """

    number: str
    name: str
    kind: Kind
    text: str = ""
    card_class: str = ""
    element: str = ""
    crew: str = ""
    cost: Energy = FREE
    restriction: int | None = 3
    permanent: bool = False
    movement: Energy = FREE
    attack: int = 0
    defense: int = 0
    speed: int = 0
    range: int = 0
    produces: Energy = FREE
    tree: CardTree | None = None
    manual: bool = False
    flavor: str = ""
    rarity: Rarity = "C"
    ours: bool = True
    known: tuple[str, ...] = ()
    team_restriction: int | None = None
    name_nl: str = ""
    text_nl: str = ""
    printings: tuple[str, ...] = ()

    @property
    def is_life_base(self) -> bool:
        """True for the Life Base summon, which starts in play (105.2a, 402.3)."""
        return self.kind == "summon" and self.card_class == LIFE_BASE_CLASS

    @property
    def is_summon(self) -> bool:
        """True for Summon Cards, the Life Base included."""
        return self.kind == "summon"

    @property
    def is_crystal(self) -> bool:
        """True for Energy Crystal Cards, whose casting is not stackable (200.1b)."""
        return self.kind == "energy_crystal"

    @property
    def is_effect(self) -> bool:
        """True for any card type with the word Effect in it (400.2, glossary Effect Card)."""
        return self.kind not in ("summon", "energy_crystal")

    @property
    def act(self) -> str:
        """The act of the collector's number: "1" or, for our own cards, "D1"."""
        return self.number.split(".", 1)[0]

    @property
    def acts(self) -> frozenset[str]:
        """Every act the card was printed in (307.2)."""
        return frozenset(number.split(".", 1)[0] for number in (self.number, *self.printings))


class Pool(CardPool[CardRevision]):
    """A frozen set of cards by number; its hash leaves flavor texts and translations out."""

    __slots__ = ("_by_short_number",)

    def __init__(self, name: str, cards: tuple[CardRevision, ...]) -> None:
        """Raise ``ValueError`` if two cards share a number or a name."""
        super().__init__(name, cards, _content_hash(cards))
        self._by_short_number = _short_numbers(cards)
        if len(self._by_name) != len(cards):
            twice = sorted({card.name for card in cards if self.named(card.name) is not card})
            raise ValueError(f"pool {name}: two cards share a name: {', '.join(twice)}")

    def find(self, key: str) -> CardRevision | None:
        """The card with that number, number without rarity ("D1.1/031"), or name; None if there is none.

        The number of a reprint finds the card it is a reprint of.
        """
        return super().find(key) or self._by_short_number.get(key)

    @property
    def life_base(self) -> CardRevision:
        """The pool's Life Base. Raises ``LookupError`` if it has none."""
        for card in self.cards:
            if card.is_life_base:
                return card
        raise LookupError(f"pool {self.name} has no Life Base")


def _short_numbers(cards: tuple[CardRevision, ...]) -> Mapping[str, CardRevision]:
    """Cards by the shortened numbers people write: without the rarity, and without the size of the act."""
    short: dict[str, CardRevision] = {}
    for card in cards:
        for number in (card.number, *card.printings):
            short[number] = card
            short[number.rsplit("-", 1)[0]] = card
            short["/".join(number.split("/")[:2])] = card
    return MappingProxyType(short)


def _content_hash(cards: tuple[CardRevision, ...]) -> str:
    """SHA-256 over the game-relevant fields in the order of the file: equal cards, equal hash, on every Python."""
    digest = hashlib.sha256(b"x610z-pool/2\0")
    for card in cards:
        bare = msgspec.structs.replace(card, flavor="", name_nl="", text_nl="", known=())
        digest.update(msgspec.json.encode(_plain(bare)))
        digest.update(b"\0")
    return digest.hexdigest()


def _plain(value: object) -> object:
    """A card, or a part of its tree, as tags, dicts and lists without what equals its default.

    msgspec's own ``omit_defaults`` asks whether a value *is* the default, so equal cards could be written in two ways.
    Leaving defaults out lets a card keep its hash when a later version adds a field.
    """
    if isinstance(value, msgspec.Struct):
        said = {
            name: _plain(found)
            for name, default in _defaults(type(value))
            if (found := getattr(value, name)) != default
        }
        tag = value.__struct_config__.tag
        return said if tag is None else [tag, said]
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value


@functools.cache
def _defaults(kind: type[msgspec.Struct]) -> tuple[tuple[str, object], ...]:
    """The fields of a struct in alphabetical order, each with its default (a marker of its own without one)."""
    return tuple(sorted((field.name, field.default) for field in msgspec.structs.fields(kind)))


@functools.lru_cache(maxsize=8)
def load_pool(name: str = DEFAULT_POOL) -> Pool:
    """The packaged pool ``name`` ("demo"): texts read from ``pool/`` and compiled once per process.

    Raises ``LookupError`` for a name that is not packaged and ``CardTextError`` for a text that does not compile and
    is not marked manual.
    """
    from .pool import read_pool

    return Pool(name, read_pool(name))


def packaged(pinned: str) -> Pool | None:
    """The packaged pool with this hash (``sha256:`` before it or not), None if it is not one of those."""
    from .pool import POOLS

    wanted = pinned.removeprefix("sha256:")
    return next((pool for name in POOLS if (pool := load_pool(name)).sha256 == wanted), None)
