"""Planting single faults in Z/X logs: what a tired player, a bad pen or a cheat would do to one line."""

import json
from collections.abc import Callable
from typing import Any

from rules_engine.kernel.stream import Stream
from rules_engine.zx.log import EndLine, codec
from rules_engine.zx.squares import NAMES

from .faults import Fault

Row = dict[str, Any]


def inject_zx_fault(log: bytes, seed: int, kind: str) -> Fault | None:
    """The log with one fault in an action line, its hash at the end put right; None if the draw does not fit.

    ``kind`` is one of :data:`ZX_KINDS`. Line numbers ``n`` are written anew, so that only the game can show the fault.
    """
    stream = Stream(f"zx-fault/{seed}")
    rows: list[Row] = [json.loads(line) for line in log.splitlines()]
    acts = [index for index, row in enumerate(rows) if row["kind"] == "act"]
    fitting = [index for index in acts[:-1] if kind in _MOVED or kind in rows[index]]
    if not fitting:
        return None
    index = stream.pick(fitting)
    row = dict(rows[index])
    if kind in _MOVED:
        index = _moved(rows, acts, index, kind)
        return Fault(kind, index + 1, _write(rows)) if index >= 0 else None
    changed = _CHANGES[kind](stream, row, rows)
    if changed is None or changed == rows[index]:
        return None
    rows[index] = changed
    return Fault(kind, index + 1, _write(rows))


def _moved(rows: list[Row], acts: list[int], index: int, kind: str) -> int:
    """Drop, repeat or exchange a line; the index of the fault, -1 if that changes nothing."""
    row = dict(rows[index])
    if kind == "drop":
        del rows[index]
        return index
    if kind == "duplicate":
        rows.insert(index, row)
        return index + 1
    after = acts[acts.index(index) + 1]
    if {**rows[after], "n": 0} == {**row, "n": 0}:
        return -1
    rows[index], rows[after] = rows[after], rows[index]
    return index


def _seat(stream: Stream, row: Row, rows: list[Row]) -> Row:
    return {**row, "seat": 1 - row["seat"]}


def _card(stream: Stream, row: Row, rows: list[Row]) -> Row | None:
    others = sorted({other["card"] for other in rows if "card" in other} - {row["card"]})
    return {**row, "card": stream.pick(others)} if others else None


def _square(stream: Stream, row: Row, rows: list[Row]) -> Row:
    return {**row, "square": stream.pick(NAMES)}


def _pay(stream: Stream, row: Row, rows: list[Row]) -> Row:
    return {**row, "pay": row["pay"][:-1]}


def _answers(stream: Stream, row: Row, rows: list[Row]) -> Row | None:
    """Another answer: the opposite, another place, or the same choice left out."""
    answers = list(row["answers"])
    place = stream.below(len(answers))
    answer = answers[place]
    if isinstance(answer, bool):
        answers[place] = not answer
    elif isinstance(answer, int):
        answers[place] = answer % 4 + 1
    else:
        del answers[place]
    return {**row, "answers": answers}


_CHANGES: dict[str, Callable[[Stream, Row, list[Row]], Row | None]] = {
    "seat": _seat,
    "card": _card,
    "square": _square,
    "pay": _pay,
    "answers": _answers,
}
_MOVED = ("drop", "duplicate", "swap")
ZX_KINDS = (*_MOVED, *_CHANGES)


def _write(rows: list[Row]) -> bytes:
    n = 0
    lines = []
    for row in rows:
        if "n" in row:
            n += 1
            row = {**row, "n": n}
        line = codec.decode(json.dumps(row).encode(), 1)
        if isinstance(line, EndLine):
            line = EndLine(n=line.n, claim=line.claim)
        lines.append(codec.encode(line) + b"\n")
    return b"".join(lines)
