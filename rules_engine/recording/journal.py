"""The journal of a recording: entries that are only ever added, and which lines of a game stand because of them.

Undoing, deviating and choosing between two branches are entries too. Nothing is taken out of a journal: what no longer
stands is left out of the log, and the log says so in a note.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, ValidationError, convert

from rules_engine.kernel.log import Claim

Entry = Mapping[str, Any]
Body = Mapping[str, Any]

LINE, UNDO, DEVIATE, CHOOSE, PEN = "line", "undo", "deviate", "choose", "pen"
CALL, FREEZE, RESUME, SIGN, CONFIRM = "call", "freeze", "resume", "sign", "confirm"
KINDS = (LINE, UNDO, DEVIATE, CHOOSE, PEN, CALL, FREEZE, RESUME, SIGN, CONFIRM)

CHANCE, LAY = "chance", "lay"
"""Lines of what is done before the first action."""
NOTE = "note"
"""A line that does nothing; what it says of its own is not looked at."""

OK, UNCHECKED, DEVIATION = "ok", "unchecked", "deviation"
ASKED, SAME, CONFLICT = "asked", "same", "conflict"
"""``asked`` waits for somebody's consent; ``same`` says again what the other phone said at the same moment."""
WRITTEN = frozenset({OK, UNCHECKED, DEVIATION})
"""With these a line is in the log, unless it is undone later."""
TURNED_UP = "card_name"
"""The prompt of a choice that only somebody who looks at the table can make: which card was turned up."""
AGREED = "agreed"
"""What a line is that every side said happened, whatever the rules say of it; nobody agreed to a deviation."""


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

    ``first``: the line that says who begins, which the log has before all others. ``laid``: those that say what lies
    beside the decks, which become part of the seats. ``asked``: the newest question that waits, if nothing was played
    since: for a consent, or a line for what another player has to say of it.
    """

    lines: tuple[Placed, ...]
    first: Placed | None
    undone: frozenset[int]
    asked: Entry | None
    laid: tuple[Placed, ...] = ()


def standing(entries: Sequence[Entry], seats: Sequence[int] = ()) -> Standing:
    """Which lines stand after these entries; ``entries`` in the order of the server, unsent ones last.

    An entry without a number yet (``seq`` is None) is numbered on from the last. ``seats`` are all of the table: who
    writes for everybody (``by`` is None) consents for all of them.
    """
    return Reading(seats).read(entries)


class Reading:
    """One reading of a journal from its first entry on; it goes on where it stopped when there are more.

    ``number``: that of the last entry it has read.
    """

    def __init__(self, seats: Sequence[int] = ()) -> None:
        """Nothing is read yet."""
        self.seats = set(seats)
        self.number = 0
        self.lines: list[Placed] = []
        self.undone: set[int] = set()
        self.asks: dict[int, Entry] = {}
        self.consents: dict[int, set[int]] = {}
        self.asked: Entry | None = None

    def copy(self) -> "Reading":
        """Another reading that has got as far as this one and goes on by itself."""
        twin = Reading(sorted(self.seats))
        twin.number, twin.asked = self.number, self.asked
        twin.lines, twin.undone, twin.asks = list(self.lines), set(self.undone), dict(self.asks)
        twin.consents = {number: set(seats) for number, seats in self.consents.items()}
        return twin

    def read(self, entries: Sequence[Entry]) -> Standing:
        """What stands after these entries and all that were read before them."""
        for entry in entries:
            self.number = number_of(entry, self.number)
            self._take(entry, self.number)
        first = next((one for one in self.lines if one.body.get("kind") == CHANCE), None)
        laid = tuple(one for one in self.lines if one.body.get("kind") == LAY)
        played = tuple(one for one in self.lines if one.body.get("kind") not in (CHANCE, LAY))
        return Standing(played, first, frozenset(self.undone), self.asked, laid)

    def _take(self, entry: Entry, number: int) -> None:
        kind, body, status = entry["kind"], entry["body"], entry["status"]
        if not body:
            return  # what it said was forgotten
        if kind == LINE and status in WRITTEN:
            self._add(number, entry, body)
        elif kind in (UNDO, DEVIATE) and "refuse" in body:
            self.asked = None
        elif kind in (UNDO, DEVIATE) and "consent" in body:
            self._consent(entry, number)
        elif kind == LINE and status == ASKED:
            self.asked = {**entry, "seq": number}
        elif kind in (UNDO, DEVIATE) and status == ASKED:
            self.asks[number] = entry
            self.consents[number] = self._whose(entry)
            self.asked = {**entry, "seq": number}
        elif kind == UNDO and status == OK:
            self._undo(entry, number, body)

    def _add(self, number: int, entry: Entry, body: Body, status: str = "") -> None:
        self.lines.append(Placed(number, entry.get("by"), body, status or entry["status"]))
        self.asked = None

    def _whose(self, entry: Entry) -> set[int]:
        by = entry.get("by")
        return set(self.seats) if by is None else {by}

    def _consent(self, entry: Entry, number: int) -> None:
        """One more side consents; with the last one (the server says which is) it happens."""
        asked = entry["body"]["consent"]
        if asked not in self.asks:
            return
        self.consents[asked] |= self._whose(entry)
        if entry["status"] != OK:
            return
        question = self.asks[asked]
        if question["kind"] == UNDO:
            self._undo(entry, number, question["body"])
            return
        body = question["body"]
        if body.get("line"):
            self._add(asked, question, body["line"], AGREED)
        agree = {
            "kind": "agree",
            "seats": sorted(self.consents[asked]),
            "change": list(body.get("change") or ()),
            "text": str(body.get("text") or ""),
        }
        self._add(number, entry, agree)

    def _undo(self, entry: Entry, number: int, body: Body) -> None:
        """Take out what stands from a number on, notes left, and say so in a note."""
        first = body.get("from")
        taken = [
            one.n
            for one in self.lines
            if isinstance(first, int) and one.n >= first and one.body.get("kind") not in ("note", LAY)
        ]
        self.lines = [one for one in self.lines if one.n not in set(taken)]
        self.undone.update(taken)
        note = {"kind": "note", "text": "", "undone": taken, "at": entry.get("at") or ""}
        self._add(number, entry, note, OK)


def number_of(entry: Entry, last: int) -> int:
    """The number of an entry; one that the server has not seen gets the next after ``last``."""
    found = entry.get("seq")
    return int(found) if found is not None else last + 1


def note_of(placed: Placed) -> dict[str, object]:
    """A note with everything that it says; what is no note becomes one."""
    body = {name: value for name, value in placed.body.items() if name != "kind"}
    said = body if placed.body.get("kind") == "note" else {"text": "", "said": placed.body}
    return {"kind": "note", "n": placed.n, **said}


def claimed(said: object) -> Claim:
    """The result that somebody wrote, for a game that no rule has ended; an empty one where it is none."""
    try:
        return convert(said or {}, Claim)
    except ValidationError:
        return Claim()


def frozen_at(rows: Sequence[Entry]) -> int:
    """The number of the call or of the judge's word that stopped the game; 0 when it goes on."""
    for row in reversed(rows):
        stops = row["kind"] == CALL and "withdraw" not in row["body"]
        if stops or row["kind"] == FREEZE:
            return int(row["seq"])
        if row["kind"] == RESUME:
            return 0
    return 0
