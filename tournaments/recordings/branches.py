"""Two phones that wrote at once: what is said twice, what parts from the journal, and what nobody has decided yet.

Read from the rows of a journal alone. Notes, counts and what is laid out beside a deck stand for themselves and
collide with nothing.
"""

from collections.abc import Sequence

from ledger.shapes import Json
from rules_engine.recording import journal

from .protocol import Incoming
from .rows import Row
from .writers import Writer

APART = ("note", "count", journal.LAY)


def parallel(rows: Sequence[Row], entry: Incoming, writer: Writer) -> str | None:
    """What a line becomes that was written beside others: said again, or a branch; None if it follows on them.

    Compared is what this phone wrote since it last heard of the journal with what the others wrote since then,
    line by line.
    """
    if entry.body["kind"] in APART:
        return None
    own = since(rows, entry.base, writer.device)
    if _undecided(rows, own):
        return journal.CONFLICT
    others = _standing_of_others(rows, entry.base, writer.device)
    agreed = _said_again(own)
    if agreed >= len(others):
        return None
    return journal.SAME if others[agreed]["body"] == entry.body else journal.CONFLICT


def branched(rows: Sequence[Row], entry: Incoming, writer: Writer) -> bool:
    """Whether an entry that is no line was written on another branch, or before what the others wrote since."""
    if writer.judge:
        return False
    own = since(rows, entry.base, writer.device)
    if _undecided(rows, own):
        return True
    return _said_again(own) < len(_standing_of_others(rows, entry.base, writer.device))


def since(rows: Sequence[Row], base: int, device: int | None, *, others: bool = False) -> list[Row]:
    """The lines behind a number that a device wrote, or all others, without what collides with nothing."""
    return [
        row
        for row in _behind(rows, base)
        if row["kind"] == journal.LINE
        and row["body"].get("kind") not in APART
        and (row["device"] != device) == others
    ]


def _behind(rows: Sequence[Row], base: int) -> Sequence[Row]:
    """The rows behind a number; they are numbered from one without a gap."""
    return rows[base:] if base < len(rows) else ()


def _standing_of_others(rows: Sequence[Row], base: int, device: int | None) -> list[Row]:
    written = since(rows, base, device, others=True)
    return [row for row in written if row["status"] in journal.WRITTEN]


def _said_again(own: Sequence[Row]) -> int:
    return sum(1 for row in own if row["status"] == journal.SAME)


def _undecided(rows: Sequence[Row], own: Sequence[Row]) -> bool:
    return any(row["status"] == journal.CONFLICT and not chosen(rows, row["seq"]) for row in own)


def chosen(rows: Sequence[Row], conflict: int) -> bool:
    """Whether it was decided between the branches that a conflict belongs to."""
    return any(
        row["kind"] == journal.CHOOSE
        and row["status"] == journal.OK
        and row["body"]
        and conflict >= row["body"]["conflict"]
        and conflict < row["seq"]
        for row in rows
    )


def conflicts(rows: Sequence[Row]) -> list[Json]:
    """Every branch that nobody has decided about: its first entry, and the numbers of all of it."""
    found: dict[int, Json] = {}
    for row in rows:
        if row["status"] == journal.CONFLICT and not chosen(rows, row["seq"]):
            branch = found.setdefault(
                row["device"], {"conflict": row["seq"], "base": row["base"], "branch": []}
            )
            branch["branch"].append(row["seq"])
    return list(found.values())
