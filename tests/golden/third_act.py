"""Golden games played with the cards of the third act alone: frozen logs, frozen cards, and what their audits say.

``python -m tests.golden.make --freeze`` plays them anew; without it only what the audits say is written again.
"""

from __future__ import annotations

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rules_engine.testing import random_game
from rules_engine.x610z.cards import CardRevision, Pool, load_pool

FOLDER = Path(__file__).parent
LOGS, CARDS, EXPECTED = (FOLDER / f"third_act{end}" for end in (".jsonl.xz", "_pool.json.xz", ".json"))
TABLES: tuple[tuple[int, tuple[str, ...]], ...] = ((2, ()), (2, ()), (3, ()), (4, ("a", "b", "b", "a")))
COUNT = 12


def cards_of_the_third_act() -> tuple[CardRevision, ...]:
    """The third act with the Life Base and the plain crystals."""
    cards = load_pool("demo-3").cards
    return tuple(card for card in cards if card.act == "D3" or card.is_life_base or card.is_crystal)


def freeze() -> None:
    """Play the games anew with the cards of today."""
    cards = cards_of_the_third_act()
    CARDS.write_bytes(lzma.compress(msgspec.json.encode(cards)))
    pool.cache_clear()
    logs = []
    for seed in range(COUNT):
        seats, teams = TABLES[seed % len(TABLES)]
        mode = "multi" if seats > 2 and not teams else ""
        logs.append(random_game(seed, seats, teams=teams, pool=pool(), max_actions=160, mode=mode))
    LOGS.write_bytes(lzma.compress(b"".join(logs)))


@cache
def pool() -> Pool:
    """The frozen cards."""
    rows = lzma.decompress(CARDS.read_bytes())
    return Pool("third act", msgspec.json.decode(rows, type=tuple[CardRevision, ...]))


def frozen() -> list[bytes]:
    """The frozen logs."""
    logs: list[list[bytes]] = []
    for line in lzma.decompress(LOGS.read_bytes()).splitlines(True):
        if line.startswith(b'{"kind":"header"'):
            logs.append([])
        logs[-1].append(line)
    return [b"".join(log) for log in logs]


def expected() -> list[dict[str, Any]]:
    """What the audits said when the games were frozen."""
    rows: list[dict[str, Any]] = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return rows
