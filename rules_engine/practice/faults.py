"""Planting single faults in logs: what a tired player, a bad pen or a cheat would do to one line."""

import json
from typing import Any

from msgspec import Struct

from rules_engine.kernel.stream import Stream
from rules_engine.x610z.log import EndLine, decode_line, encode_line

KINDS = ("drop", "duplicate", "swap", "seat", "card", "pay", "path", "target", "x")


class Fault(Struct, frozen=True):
    """A fault and where it is: ``line`` is the 1-based line of the faulty log, ``kind`` one of :data:`KINDS`."""

    kind: str
    line: int
    data: bytes


def inject_fault(log: bytes, seed: int, kind: str | None = None) -> Fault | None:
    """The log with one fault in an action line, and its hash at the end put right; None if the draw does not fit.

    Line numbers ``n`` are written anew, so that only the game itself can show the fault.
    """
    stream = Stream(f"fault/{seed}")
    rows: list[dict[str, Any]] = [json.loads(line) for line in log.splitlines() if line.strip()]
    acts = [index for index, row in enumerate(rows) if row["kind"] == "act"]
    if len(acts) < 2:
        return None
    wanted = kind or stream.pick(KINDS)
    fitting = [index for index in acts[:-1] if _fits(rows[index], wanted)]
    if not fitting:
        return None
    index = stream.pick(fitting)
    row = dict(rows[index])
    if wanted == "drop":
        del rows[index]
    elif wanted == "duplicate":
        rows.insert(index, row)
        index += 1
    elif wanted == "swap":
        after = acts[acts.index(index) + 1]
        if rows[after] == rows[index] or {**rows[after], "n": 0} == {**rows[index], "n": 0}:
            return None
        rows[index], rows[after] = rows[after], rows[index]
    else:
        changed = _change(stream, row, wanted, rows)
        if changed is None or changed == rows[index]:
            return None
        rows[index] = changed
    return Fault(wanted, index + 1, _write(rows))


def _fits(row: dict[str, Any], kind: str) -> bool:
    """True if a line has what this kind of fault changes."""
    if kind == "pay":
        return bool(row.get("crystals") or row.get("pay"))
    if kind == "target":
        return bool(row.get("targets"))
    if kind == "x":
        return row.get("do") == "cast"
    return kind in ("drop", "duplicate", "swap") or kind in row


def _change(
    stream: Stream, row: dict[str, Any], kind: str, rows: list[dict[str, Any]]
) -> dict[str, Any] | None:
    if kind == "seat" and "seat" in row:
        seats = sum(1 for other in rows if other["kind"] == "seat")
        return {**row, "seat": (row["seat"] + 1 + stream.below(seats - 1)) % seats}
    if kind == "card" and "card" in row:
        others = sorted({other["card"] for other in rows if "card" in other} - {row["card"]})
        return {**row, "card": stream.pick(others)} if others else None
    if kind == "pay":
        if row.get("crystals"):
            return {**row, "crystals": row["crystals"][:-1]}
        if row.get("pay"):
            name = stream.pick(sorted(row["pay"]))
            return {**row, "pay": {**row["pay"], name: row["pay"][name] + 1}}
        return None
    if kind == "path" and "path" in row:
        path = list(row["path"])
        spot = stream.below(len(path))
        ring, hour = path[spot].split(",")
        path[spot] = f"{ring},{(int(hour) + 1 + stream.below(10)) % 12}"
        return {**row, "path": path}
    if kind == "target" and row.get("targets"):
        return {**row, "targets": [f"#{stream.below(60)}", *row["targets"][1:]]}
    if kind == "x" and row.get("do") == "cast":
        return {**row, "x": row.get("x", 0) + 1}
    return None


def _write(rows: list[dict[str, Any]]) -> bytes:
    n = 0
    lines = []
    for row in rows:
        if "n" in row:
            n += 1
            row = {**row, "n": n}
        line = decode_line(json.dumps(row).encode(), 1)
        if isinstance(line, EndLine):
            line = EndLine(n=line.n, claim=line.claim)
        lines.append(encode_line(line) + b"\n")
    return b"".join(lines)
