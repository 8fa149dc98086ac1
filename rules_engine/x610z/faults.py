"""The ways in which one line of a game of X610Z can be wrong; see :mod:`rules_engine.kernel.faults`."""

from rules_engine.kernel.faults import MOVED, Change, Fault, Row, another_card, plant
from rules_engine.kernel.stream import Stream

from .log import codec

__all__ = ["KINDS", "Fault", "inject_fault"]


def inject_fault(log: bytes, seed: int, kind: str | None = None) -> Fault | None:
    """The log with one fault in an action line (``kind`` is one of :data:`KINDS`); None if the draw does not fit."""
    stream = Stream(f"fault/{seed}")
    return plant(log, stream, kind or stream.pick(KINDS), codec=codec, changes=_CHANGES, fits=_fits)


def _fits(row: Row, kind: str) -> bool:
    """Whether a line has what this kind of fault changes."""
    if kind == "pay":
        return bool(row.get("crystals") or row.get("pay"))
    if kind == "target":
        return bool(row.get("targets"))
    if kind == "x":
        return row.get("do") == "cast"
    return kind in row


def _seat(stream: Stream, row: Row, rows: list[Row]) -> Row:
    seats = sum(1 for other in rows if other["kind"] == "seat")
    return {**row, "seat": (row["seat"] + 1 + stream.below(seats - 1)) % seats}


def _pay(stream: Stream, row: Row, _rows: list[Row]) -> Row:
    if row.get("crystals"):
        return {**row, "crystals": row["crystals"][:-1]}
    name = stream.pick(sorted(row["pay"]))
    return {**row, "pay": {**row["pay"], name: row["pay"][name] + 1}}


def _path(stream: Stream, row: Row, _rows: list[Row]) -> Row:
    path = list(row["path"])
    spot = stream.below(len(path))
    ring, hour = path[spot].split(",")
    path[spot] = f"{ring},{(int(hour) + 1 + stream.below(10)) % 12}"
    return {**row, "path": path}


def _target(stream: Stream, row: Row, _rows: list[Row]) -> Row:
    return {**row, "targets": [f"#{stream.below(60)}", *row["targets"][1:]]}


def _x(_stream: Stream, row: Row, _rows: list[Row]) -> Row:
    return {**row, "x": row.get("x", 0) + 1}


_CHANGES: dict[str, Change] = {
    "seat": _seat,
    "card": another_card,
    "pay": _pay,
    "path": _path,
    "target": _target,
    "x": _x,
}
KINDS = (*MOVED, *_CHANGES)
