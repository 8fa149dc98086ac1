"""Z/X cards and pools of them.

The demonstration pool is our own: invented cards in the printed form of the game, enough to build legal decks.
"""

from __future__ import annotations

import functools
import hashlib
import tomllib
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from rules_engine.kernel.cards import CardPool

ZxKind = Literal[
    "zx",
    "event",
    "player",
    "player_extra",
    "zx_extra",
    "shift",
    "event_extra",
    "zx_overboost",
    "token",
    "link",
]
DYNAMIS_KINDS: frozenset[ZxKind] = frozenset({"zx_extra", "shift", "event_extra", "zx_overboost"})
"""The card types that make up the additional deck called Dynamis."""
PLAYER_KINDS: frozenset[ZxKind] = frozenset({"player", "player_extra"})
"""The card types that lie beside deck and Dynamis and count for neither."""
MARKER_KINDS: frozenset[ZxKind] = frozenset({"token", "link"})
"""What is no card but a dedicated marker, and lies in no deck; a Token here is one of the type Z/X."""
BESIDE_KINDS = PLAYER_KINDS | MARKER_KINDS
"""What no list of cards holds."""
ON_SQUARES: frozenset[ZxKind] = frozenset({"zx", "zx_extra", "zx_overboost", "token"})
"""The card types that count as Z/X."""
LIFE_RECOVERY, VOID_BRINGER = "Life Recovery", "Void Bringer"
START_CARD, GATE_CARD, START_RESOURCE = "Start Card", "Gate Card", "Start Resource"
DEFAULT_POOL, TEXTS_POOL = "zx-demo", "zx-texts"
_FILES = {DEFAULT_POOL: (("demo",), "decks"), TEXTS_POOL: (("demo", "texts"), "text_decks")}
"""By pool: the files of its cards, and that of its ready-made decks."""
LAID_OUT = ("player_card", "behind", "start_card", "gate_card", "start_resource")
"""The fields of a seat line that name one card laid out before the shuffle."""
NOT_OF_DECK = frozenset({"player_card", "behind"})
"""Those of them whose card is not one of the deck."""
FARTHEST = 4
"""No two Squares lie farther apart."""


class ZxCost(msgspec.Struct, frozen=True):
    """What a card costs in Resource cards; ``total`` as for the other game, so that lists sort alike."""

    total: int = 0


class ZxCard(msgspec.Struct, frozen=True):
    """One card: ``ignition`` and ``evol_seed`` are the printed icons, ``keywords`` the abilities known by name.

    ``power`` is None for events, ``colours`` empty for a colourless card. ``multicolor`` is the indicator of that name,
    ``player_name`` the name on a Player card, ``text`` what the card says beyond its keywords.
    """

    number: str
    name: str
    kind: ZxKind = "zx"
    colours: tuple[str, ...] = ()
    cost: ZxCost = ZxCost()
    power: int | None = None
    ignition: bool = False
    keywords: tuple[str, ...] = ()
    name_nl: str = ""
    tribes: tuple[str, ...] = ()
    evol_seed: bool = False
    multicolor: bool = False
    player_name: str = ""
    text: str = ""

    is_crystal = False
    is_life_base = False

    @property
    def in_dynamis(self) -> bool:
        """Whether it belongs to the Dynamis and not to the deck."""
        return self.kind in DYNAMIS_KINDS

    @property
    def colour(self) -> str:
        """Its colour in one word, several joined by a stroke."""
        return "/".join(self.colours)

    @property
    def is_zx(self) -> bool:
        """Whether it counts as a Z/X: Z/X Extra, Z/X Overboost and Tokens do."""
        return self.kind in ON_SQUARES

    @property
    def is_event(self) -> bool:
        """Whether it counts as an Event: Event Extra does."""
        return self.kind in ("event", "event_extra")

    @property
    def range(self) -> int:
        """How many steps away it may attack: 1 unless a keyword such as ``Range 2`` says more."""
        for keyword in self.keywords:
            word, _space, steps = keyword.partition(" ")
            if word == "Range":
                return FARTHEST if steps == "∞" else int(steps)
        return 1


class ZxPool(CardPool[ZxCard]):
    """A frozen set of Z/X cards by number. Two printings may share a name: copies count by name."""

    __slots__ = ()

    def __init__(self, name: str, cards: tuple[ZxCard, ...]) -> None:
        """Raise ``ValueError`` if two cards share a number."""
        super().__init__(name, cards, hashlib.sha256(b"zx-pool/1\0" + msgspec.json.encode(cards)).hexdigest())


@functools.lru_cache(maxsize=4)
def load_pool(name: str = DEFAULT_POOL) -> ZxPool:
    """The packaged pool of that name. Raises ``LookupError`` for another name."""
    if name not in _FILES:
        raise LookupError(f"no pool named {name!r}")
    return ZxPool(name, tuple(_card(row) for part in _FILES[name][0] for row in _rows(part, "card")))


def _rows(file: str, table: str) -> list[dict[str, Any]]:
    text = resources.files(__package__).joinpath("pool", f"{file}.toml").read_text("utf-8")
    found: list[dict[str, object]] = tomllib.loads(text)[table]
    return found


def _card(row: Mapping[str, object]) -> ZxCard:
    """The card of one entry of a pool file, where ``colour`` is as :attr:`ZxCard.colour` and ``cost`` a number."""
    colours = tuple(filter(None, str(row["colour"]).split("/")))
    plain = {key: value for key, value in row.items() if key not in ("colour", "cost")}
    card = msgspec.convert(plain, ZxCard)
    return msgspec.structs.replace(card, colours=colours, cost=ZxCost(int(str(row["cost"]))))


class ReadyDeck(msgspec.Struct, frozen=True):
    """A legal deck to start from: copies by card number of the deck and of the Dynamis.

    ``laid_out`` names what its player lays out before the shuffle, by field of a seat line; what comes from the deck
    is counted there as well. ``markers`` are the dedicated markers that it needs.
    """

    name: str
    name_nl: str
    main: Mapping[str, int]
    dynamis: Mapping[str, int]
    laid_out: Mapping[str, str] = {}
    markers: tuple[str, ...] = ()


def ready_decks(pool: ZxPool) -> tuple[ReadyDeck, ...]:
    """The ready-made decks of a packaged pool; none for another pool. Raises ``LookupError`` for a name it lacks."""
    if pool.name not in _FILES:
        return ()
    return tuple(
        ReadyDeck(
            row["name"],
            row["name_nl"],
            _copies(row["main"], pool),
            _copies(row["dynamis"], pool),
            {field: _number(row[field], pool) for field in LAID_OUT if field in row},
            tuple(row.get("markers", ())),
        )
        for row in _rows(_FILES[pool.name][1], "deck")
    )


def _copies(lines: str, pool: ZxPool) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for line in lines.strip().splitlines():
        count, _space, name = line.partition(" ")
        found[_number(name, pool)] = int(count)
    return MappingProxyType(found)


def _number(name: str, pool: ZxPool) -> str:
    card = pool.named(name)
    if card is None:
        raise LookupError(f"pool {pool.name} has no card named {name!r}")
    return card.number
