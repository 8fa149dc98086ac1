"""The journal of a recording: entries that are only ever added, and which lines of a game stand because of them.

Undoing, deviating and choosing between two branches are entries too. Nothing is taken out of a journal: what no longer
stands is left out of the log, and the log says so in a note.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

Entry = Mapping[str, Any]
Body = Mapping[str, Any]

LINE, UNDO, DEVIATE, CHOOSE, PEN = "line", "undo", "deviate", "choose", "pen"
CALL, FREEZE, RESUME, SIGN = "call", "freeze", "resume", "sign"
KINDS = (LINE, UNDO, DEVIATE, CHOOSE, PEN, CALL, FREEZE, RESUME, SIGN)

OK, UNCHECKED, DEVIATION = "ok", "unchecked", "deviation"
ASKED, SAME, CONFLICT = "asked", "same", "conflict"
STATUSES = (OK, UNCHECKED, DEVIATION, ASKED, SAME, CONFLICT)
"""``asked`` waits for somebody's consent; ``same`` says again what the other phone said at the same moment."""
WRITTEN = frozenset({OK, UNCHECKED, DEVIATION})
"""With these a line is in the log, unless it is undone later."""
UNDONE = "undone"
"""What a line becomes by a later entry; never stored."""


class Placed(Struct, frozen=True):
    """One line of the game that stands: its number, who wrote it (a seat, or None for a judge), and what it says.

    ``body`` is the line as the journal has it, without ``n``. ``status`` is that of its entry.
    """

    n: int
    by: int | None
    body: Body
    status: str


class Standing(Struct, frozen=True):
    """What a journal says: the lines that stand in order, and what became of every entry that is written.

    ``first``: the line that says who begins, which the log has before all others. ``asked``: the newest question that
    waits for consent, if nothing was played since.
    """

    lines: tuple[Placed, ...]
    first: Placed | None
    undone: frozenset[int]
    asked: Entry | None


def standing(entries: Sequence[Entry]) -> Standing:
    """Which lines stand after these entries; ``entries`` in the order of the server, unsent ones last.

    An entry without a number yet (``seq`` is None) is numbered on from the last.
    """
    lines: list[Placed] = []
    undone: set[int] = set()
    asked: Entry | None = None
    asks: dict[int, Entry] = {}
    number = 0
    for entry in entries:
        number = number_of(entry, number)
        kind, body, status = entry["kind"], entry["body"], entry["status"]
        if kind == LINE and status in WRITTEN:
            lines.append(Placed(number, entry.get("by"), body, status))
            asked = None
        elif kind in (UNDO, DEVIATE):
            consented = asks.get(body["consent"]) if "consent" in body else None
            if status == ASKED:
                asks[number] = asked = entry
            elif status != OK:
                continue
            elif "refuse" in body:
                asked = None
            elif kind == UNDO:
                taken = _take_back(lines, (consented or entry)["body"].get("from"))
                undone.update(taken)
                note = {"kind": "note", "text": "", "undone": taken, "at": entry.get("at") or ""}
                lines.append(Placed(number, entry.get("by"), note, OK))
                asked = None
            elif consented is not None:
                lines += _agreement(consented, number_of(consented, number), entry, number)
                asked = None
    first = next((one for one in lines if one.body.get("kind") == "chance"), None)
    return Standing(
        tuple(one for one in lines if one.body.get("kind") != "chance"), first, frozenset(undone), asked
    )


def number_of(entry: Entry, last: int) -> int:
    """The number of an entry; one that the server has not seen gets the next after ``last``."""
    found = entry.get("seq")
    return int(found) if found is not None else last + 1


def _take_back(lines: list[Placed], first: Any) -> list[int]:
    """Take out of ``lines`` what stands from number ``first`` on, notes left; the numbers, in order."""
    taken = [
        one.n for one in lines if isinstance(first, int) and one.n >= first and one.body.get("kind") != "note"
    ]
    lines[:] = [one for one in lines if one.n not in set(taken)]
    return taken


def _agreement(asked: Entry, n: int, consent: Entry, number: int) -> Iterable[Placed]:
    """What was really done, as it broke a rule, and behind it what all agreed to."""
    body = asked["body"]
    if body.get("line"):
        yield Placed(n, asked.get("by"), body["line"], DEVIATION)
    text = str(body.get("text") or "")
    seats = sorted(
        {one for one in (asked.get("by"), consent.get("by"), *body.get("seats", ())) if one is not None}
    )
    agree = {"kind": "agree", "seats": seats, "change": list(body.get("change") or ()), "text": text}
    yield Placed(number, consent.get("by"), agree, OK)
