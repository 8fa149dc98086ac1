"""Forty games of Z/X, kept as real logs with their cards: ``zx.jsonl.xz``, ``zx_pool.json.xz`` and ``zx.json``.

By number: games with the usual rulings, games with rulings chosen otherwise, games in which time is called, games whose
decks have no order, games with one planted fault. The logs stay as they are when the engine changes, so that a change
shows. ``python -m tests.golden.zx`` plays them anew and writes what audits say of them; ``--keep`` only the latter.
"""

from __future__ import annotations

import json
import lzma
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rules_engine.kernel.stream import Stream
from rules_engine.practice.zx_faults import ZX_KINDS, inject_zx_fault
from rules_engine.practice.zx_games import record_zx_game
from rules_engine.practice.zx_hiding import hide_zx_decks
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import TEXTS_POOL, ZxCard, ZxPool, load_pool
from rules_engine.zx.log import Action
from rules_engine.zx.rulings import rulings

FILE = Path(__file__).parent / "zx.jsonl.xz"
POOL = Path(__file__).parent / "zx_pool.json.xz"
EXPECTED = Path(__file__).parent / "zx.json"
NUMBERS = range(40)
_HEADER = b'{"kind":"header"'


def generate(number: int) -> bytes:
    """The game of a number."""
    if number < 10:
        return _game(number)
    if number < 20:
        return _game(number, choices=_choices(number))
    if number < 24:
        return _timed(number)
    if number < 30:
        return hide_zx_decks(_game(number), _packaged())[1]
    return _faulty(number)


def _packaged() -> ZxPool:
    return load_pool(TEXTS_POOL)


def _game(number: int, **options: Any) -> bytes:
    return record_zx_game(f"golden/{number}", pool=_packaged(), play="constructed", **options).finish()


def _choices(number: int) -> dict[str, str]:
    """Four rulings settled otherwise than usual, others for every number; none that stops a game."""
    known = [ruling for ruling in rulings().values() if "judge" not in ruling.options]
    drawn = [known[(number * 4 + place) % len(known)] for place in range(4)]
    return {ruling.id: next(one for one in ruling.options if one != ruling.default) for ruling in drawn}


def _timed(number: int) -> bytes:
    """A game in which time is called some turns in; two of them go without the additional turn."""
    choices = {"Z19": "no_more_turn", "Z20": "both_lose"} if number % 2 else {}
    game = record_zx_game(
        f"golden/{number}",
        pool=_packaged(),
        play="constructed",
        choices=choices,
        max_actions=0,
        checkpoint_every=0,
    )
    game.pop()
    stream = Stream(f"golden time/{number}")
    while game.outcome() is None:
        if game.state.turn == 4 and not game.state.last_turn:
            game.push(Action(do="time", seat=0))
        options = [action for action in game.legal() if action.do != "concede"]
        game.push(stream.pick(options))
    return game.finish()


def _faulty(number: int) -> bytes:
    """A game with one fault that is no longer legal, of another kind for every number."""
    for seed in range(1_000):
        log = _game(number)
        fault = inject_zx_fault(log, seed, ZX_KINDS[number % len(ZX_KINDS)])
        if fault is not None and audit(fault.data, pool=_packaged()).verdict not in ("ok", "unverifiable"):
            return fault.data
    raise LookupError(number)


def freeze() -> None:
    """Write the logs of all numbers, and the cards they are played with."""
    data = b"".join(generate(number) for number in NUMBERS)
    FILE.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
    POOL.write_bytes(lzma.compress(msgspec.json.encode(_packaged().cards), preset=9 | lzma.PRESET_EXTREME))


@cache
def frozen() -> tuple[bytes, ...]:
    """The logs as they were frozen, by number."""
    parts = lzma.decompress(FILE.read_bytes()).split(_HEADER)
    return tuple(_HEADER + part for part in parts[1:])


@cache
def pool() -> ZxPool:
    """The cards as they were frozen."""
    return ZxPool(
        "zx-golden", msgspec.json.decode(lzma.decompress(POOL.read_bytes()), type=tuple[ZxCard, ...])
    )


def summary(log: bytes) -> dict[str, Any]:
    """What of an audit is held fast."""
    report = audit(log, pool=pool())
    found, result = report.finding, report.result
    return {
        "verdict": report.verdict,
        "fidelity": report.fidelity,
        "steps": report.steps,
        "digest": report.digest,
        "result": result and {"winners": list(result.winners), "draw": result.draw, "rule": result.rule},
        "finding": found and {"line": found.line, "rule": found.rule, "code": found.code, "seat": found.seat},
    }


if __name__ == "__main__":
    if "--keep" not in sys.argv:
        freeze()
    rows = [json.dumps(summary(log), sort_keys=True) for log in frozen()]
    EXPECTED.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
