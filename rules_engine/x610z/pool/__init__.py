"""The packaged card pools: texts in data files, compiled when read.

A pool is one or more act files (``act-*.toml``). An act file holds what is printed on a card and nothing else; stats,
production and effects all come from compiling ``text``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from rules_engine.kernel.decklist import DeckList
from rules_engine.x610z import nodes as n
from rules_engine.x610z.cards import CardRevision, Kind, Pool
from rules_engine.x610z.decklist import parse_decklist

from .compiled import kept_trees, text_key

POOLS: Mapping[str, tuple[str, ...]] = {
    "demo": ("act-d1",),
    "demo-2": ("act-d1", "act-d2"),
    "demo-3": ("act-d1", "act-d2", "act-d3"),
    "demo-4": ("act-d1", "act-d2", "act-d3", "act-d4"),
}
"""Name of a pool -> its act files, in order. "demo" is the set of the default board."""

CARD_TYPES: Mapping[str, Kind] = {
    "Energy Crystal Card": "energy_crystal",
    "Summon Card": "summon",
    "Effect Card": "effect",
    "Summon Effect Card": "summon_effect",
    "Class Specific Effect Card": "class_effect",
    "Energy Crystal Effect Card": "crystal_effect",
}
"""The six types of rule 304.2a and the words our data uses for them."""

_ENERGY = {"M": "mystic", "B": "boost", "R": "robiumm", "C": "colorless"}


def read_pool(name: str) -> tuple[CardRevision, ...]:
    """All cards of the pool, compiled. Raises ``LookupError`` for an unknown pool name."""
    if name not in POOLS:
        raise LookupError(f"no pool named {name!r}; there are {', '.join(POOLS)}")
    return tuple(read_cards(row for act in POOLS[name] for row in read_rows(act)))


def read_rows(act: str) -> list[Mapping[str, object]]:
    """The rows of one act file, as written."""
    text = resources.files(__package__).joinpath(f"{act}.toml").read_text("utf-8")
    rows: list[Mapping[str, object]] = tomllib.loads(text)["card"]
    return rows


def read_cards(rows: Iterable[Mapping[str, object]]) -> Iterable[CardRevision]:
    """Card revisions from rows as in an act file.

    Raises ``CardTextError`` if a text does not compile and the row is not ``manual``, ``KeyError`` or ``ValueError``
    for a row that is no card.
    """
    for row in rows:
        yield read_card(row)


def read_card(row: Mapping[str, Any]) -> CardRevision:
    """One card revision from a row; see :func:`read_cards`."""
    kind = CARD_TYPES[row["type"]]
    tree, manual = _tree(row), bool(row.get("manual", False))
    first = tree.parts[0] if tree.parts else None
    stats = first if isinstance(first, n.Stats) else n.Stats(n.FREE, 0, 0, 0, 0)
    return CardRevision(
        number=row["number"],
        name=row["name"],
        kind=kind,
        text=row.get("text", "").strip(),
        card_class=row.get("class", ""),
        element=row.get("element", ""),
        crew=row.get("crew", ""),
        cost=parse_energy(row.get("cost", "")),
        restriction=None if row["restriction"] == "infinity" else int(row["restriction"]),
        permanent=bool(row.get("permanent", False)),
        movement=stats.movement,
        attack=stats.attack,
        defense=stats.defense,
        speed=stats.speed,
        range=stats.range,
        produces=first.energy if isinstance(first, n.Produce) else n.FREE,
        tree=None if manual else tree,
        manual=manual,
        flavor=row.get("flavor", ""),
        rarity=row["number"].rsplit("-", 1)[-1],
        ours=bool(row.get("ours", True)),
        known=tuple(row.get("known", ())),
        team_restriction=row.get("team_restriction"),
        name_nl=row.get("name_nl", ""),
        text_nl=row.get("text_nl", "").strip(),
    )


def compile_row(row: Mapping[str, Any]) -> n.CardTree:
    """Compile the text of a row anew. Raises ``CardTextError``; a note on it names the card."""
    # The compiler brings its parser along, which a browser or a replay of kept texts never needs.
    from rules_engine.x610z.cardtext import CardTextError, compile_text

    text = row.get("text", "").strip()
    try:
        return compile_text(text, name=row["name"], **_context(row)).tree
    except CardTextError as error:
        error.add_note(f"card {row['name']}: {text}")
        raise


def row_key(row: Mapping[str, Any]) -> str:
    """The key under which the compiled text of a row is kept."""
    return text_key(row.get("text", "").strip(), row["name"], **_context(row))


def _context(row: Mapping[str, Any]) -> dict[str, Any]:
    """What the card says beside its text that the compiler has to know."""
    kind = CARD_TYPES[row["type"]]
    return {"kind": kind, "permanent": bool(row.get("permanent", False)), "card_class": row.get("class", "")}


def _tree(row: Mapping[str, Any]) -> n.CardTree:
    """The kept or newly compiled tree; of a manual card only the panel of its first line, if that is one."""
    if row.get("manual"):
        panel = {**row, "text": row.get("text", "").strip().partition("\n")[0], "manual": False}
        return _panel_tree(panel)
    kept = kept_trees().get(row_key(row))
    return compile_row(row) if kept is None else kept


def _panel_tree(panel: Mapping[str, object]) -> n.CardTree:
    """The tree of a panel alone; nothing if the line is none."""
    kept = kept_trees().get(row_key(panel))
    if kept is not None:
        return kept
    from rules_engine.x610z.cardtext import CardTextError

    try:
        return compile_row(panel)
    except CardTextError:
        return n.CardTree()


def parse_energy(text: str) -> n.Energy:
    """Energy from symbols: "M2 C1". Raises ``ValueError`` for anything else."""
    amounts: dict[str, int] = {}
    for symbol in text.split():
        colour = _ENERGY.get(symbol[0])
        if colour is None or not symbol[1:].isdecimal() or colour in amounts:
            raise ValueError(f"not an energy amount: {text!r}")
        amounts[colour] = int(symbol[1:])
    return n.Energy(**amounts)


@dataclass(frozen=True, slots=True)
class ReadyDeck:
    """A legal constructed deck that comes with a pool."""

    name: str
    name_nl: str
    deck: DeckList


@lru_cache(maxsize=8)
def ready_decks(pool: Pool) -> tuple[ReadyDeck, ...]:
    """The ready-made decks whose cards are all in ``pool``, in the order of the file."""
    rows = tomllib.loads(resources.files(__package__).joinpath("decks.toml").read_text("utf-8"))["deck"]
    decks: list[ReadyDeck] = []
    for row in rows:
        parsed = parse_decklist(row["list"], pool)
        if not parsed.problems:
            decks.append(ReadyDeck(row["name"], row["name_nl"], parsed.deck))
    return tuple(decks)
