"""Planting single faults in logs: what a tired player, a bad pen or a cheat would do to one line.

A game says how a line of it can be wrong; leaving one out, writing it twice and exchanging two are the same in all.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from .log import Codec, EndLine
from .stream import Stream

Row = dict[str, Any]
Change = Callable[[Stream, Row, list[Row]], Row | None]
"""A line made wrong, out of the line and all lines of the log; None where it cannot be."""
MOVED = ("drop", "duplicate", "swap")


class Fault(Struct, frozen=True):
    """A fault and where it is: ``line`` is the 1-based line of the faulty log, ``kind`` what was done to it."""

    kind: str
    line: int
    data: bytes


def plant(
    log: bytes,
    stream: Stream,
    kind: str,
    *,
    codec: Codec,
    changes: Mapping[str, Change],
    fits: Callable[[Row, str], bool] = lambda row, kind: kind in row,
) -> Fault | None:
    """The log with one fault in an action line, its hash at the end put right; None if the draw does not fit.

    ``kind`` is one of :data:`MOVED` or of ``changes``; ``fits`` says whether a line has what such a change is about.
    Line numbers ``n`` are written anew, so that only the game itself can show the fault.
    """
    rows: list[Row] = [json.loads(line) for line in log.splitlines() if line.strip()]
    acts = [index for index, row in enumerate(rows) if row["kind"] == "act"]
    fitting = [index for index in acts[:-1] if kind in MOVED or fits(rows[index], kind)]
    if not fitting:
        return None
    index = stream.pick(fitting)
    if kind in MOVED:
        index = _moved(rows, acts, index, kind)
        return Fault(kind, index + 1, _written(rows, codec)) if index >= 0 else None
    changed = changes[kind](stream, dict(rows[index]), rows)
    if changed is None or changed == rows[index]:
        return None
    rows[index] = changed
    return Fault(kind, index + 1, _written(rows, codec))


def another_card(stream: Stream, row: Row, rows: list[Row]) -> Row | None:
    """Another card that the log names, in place of this one."""
    others = sorted({other["card"] for other in rows if "card" in other} - {row["card"]})
    return {**row, "card": stream.pick(others)} if others else None


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


def _written(rows: list[Row], codec: Codec[object]) -> bytes:
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
