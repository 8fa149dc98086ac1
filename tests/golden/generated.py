"""Two hundred generated games of every mode, kept as real logs: ``generated.jsonl.xz`` and what audits say of them.

The logs stay as they are when the engine changes, so that a change shows. ``python -m tests.golden.make --freeze``
plays them anew from their seeds, for a change of the log format or of what is legal.
"""

from __future__ import annotations

import lzma
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from rules_engine.testing.campaigns import plan_of, play

from .scenes import golden_pool

FILE = Path(__file__).parent / "generated.jsonl.xz"
EXPECTED = Path(__file__).parent / "generated.json"
SEEDS = range(200)
_HEADER = b'{"kind":"header"'


def generate(seed: int) -> bytes:
    """The game of a seed: at most 40 to 160 actions, with the cards of the golden games.

    No ready-made decks, and no ruling that was asked since: their number grows, and the choice among them would change.
    """
    plan = replace(plan_of(seed, actions=40 + seed % 5 * 30, edition=3), ready=False)
    return play(plan, pool=golden_pool())


def freeze() -> None:
    """Write the logs of all seeds, one after the other."""
    data = b"".join(generate(seed) for seed in SEEDS)
    FILE.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


@cache
def frozen() -> tuple[bytes, ...]:
    """The logs as they were frozen, by seed."""
    parts = lzma.decompress(FILE.read_bytes()).split(_HEADER)
    return tuple(_HEADER + part for part in parts[1:])
