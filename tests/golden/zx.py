"""Fifty games of Z/X, kept as real logs with the cards they were played with, and in ``zx.json`` what audits say.

The first forty, by number: games with the usual rulings, games with rulings chosen otherwise, games in which time is
called, games whose decks have no order, games with one planted fault. The set ``zx_dynamis`` has ten in which cards of
the Dynamis, markers and Player Extra are played: with the usual rulings, with others, without an order, with a fault.
The logs stay as they are when the engine changes, so that a change shows. ``python -m tests.golden.zx SET`` plays a set
anew and writes what audits say of all; without a set only the latter.
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
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import TEXTS_POOL, ZxCard, ZxPool, load_pool
from rules_engine.zx.faults import KINDS, inject_fault
from rules_engine.zx.hiding import hide_zx_decks
from rules_engine.zx.log import Action
from rules_engine.zx.random_games import record_zx_game
from rules_engine.zx.rulings import rulings

FOLDER = Path(__file__).parent
EXPECTED = FOLDER / "zx.json"
SETS = {"zx": range(40), "zx_dynamis": range(40, 50)}
NUMBERS = range(50)
_OTHERWISE = {
    "Z21": "main_phase",
    "Z22": "trash",
    "Z23": "main_phase",
    "Z25": "abilities",
    "Z26": "face_down",
}
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
    return _faulty(number) if number < 40 else _later(number)


def _later(number: int) -> bytes:
    """A game of the second set."""
    if number < 44:
        return _game(number)
    if number < 47:
        return _game(number, choices=_OTHERWISE)
    return hide_zx_decks(_game(number), _packaged())[1] if number < 48 else _faulty(number)


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
        fault = inject_fault(log, seed, KINDS[number % len(KINDS)])
        if fault is not None and audit(fault.data, pool=_packaged()).verdict not in ("ok", "unverifiable"):
            return fault.data
    raise LookupError(number)


def freeze(name: str) -> None:
    """Write the logs of a set, and the cards they are played with."""
    data = b"".join(generate(number) for number in SETS[name])
    cards = msgspec.json.encode(_packaged().cards)
    for end, content in ((".jsonl.xz", data), ("_pool.json.xz", cards)):
        (FOLDER / f"{name}{end}").write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


@cache
def frozen() -> tuple[bytes, ...]:
    """The logs as they were frozen, by number."""
    files = [lzma.decompress((FOLDER / f"{name}.jsonl.xz").read_bytes()) for name in SETS]
    return tuple(_HEADER + part for data in files for part in data.split(_HEADER)[1:])


@cache
def _pool_of(name: str) -> ZxPool:
    data = lzma.decompress((FOLDER / f"{name}_pool.json.xz").read_bytes())
    return ZxPool("zx-golden", msgspec.json.decode(data, type=tuple[ZxCard, ...]))


def pool(number: int = 0) -> ZxPool:
    """The cards as they were frozen with the game of that number."""
    return _pool_of(next(name for name, numbers in SETS.items() if number in numbers))


def summary(number: int) -> dict[str, Any]:
    """What of an audit is held fast."""
    report = audit(frozen()[number], pool=pool(number))
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
    for chosen in sys.argv[1:]:
        freeze(chosen)
    rows = [json.dumps(summary(number), sort_keys=True) for number in NUMBERS]
    EXPECTED.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
