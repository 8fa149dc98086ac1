"""What happened at the table beside the game, in words for everybody there: undoing, agreeing, stopping, choosing."""

from collections.abc import Callable

from rules_engine.kernel.told import CATALOGUE

from .journal import (
    ASKED,
    CALL,
    CHOOSE,
    CONFIRM,
    CONFLICT,
    DEVIATE,
    FREEZE,
    LINE,
    RESUME,
    SIGN,
    UNDO,
    Body,
    Entry,
    Placed,
)
from .session import AnySession
from .written import Written

PLAIN = (CONFIRM, SIGN, FREEZE)


class News:
    """Tells the newest entry of a journal that is no line of the game. ``said`` puts the body of a line into words."""

    def __init__(
        self,
        session: AnySession,
        named: Callable[[int], str],
        said: Callable[[Body], str],
        told: Callable[[Written], str],
        language: str,
    ) -> None:
        """Nothing is told yet. ``told`` is the sentence of a line that stands, as the list of lines has it."""
        self.session, self.named, self.said, self.told = session, named, said, told
        self.language, self.table = language, CATALOGUE.table("table", language)

    def newest(self) -> dict[str, object] | None:
        """The newest one with its number, who it was (None: a judge, or a phone of the whole table) and its sentence.

        None where a line of the game is newer.
        """
        for entry in reversed(self.session.entries):
            if entry.get("seq") is None or entry["seq"] <= self.session.n:
                return None
            text = self.text(entry) if entry["body"] or entry["kind"] == FREEZE else ""
            if text:
                return {"n": entry.get("seq"), "by": entry.get("by"), "text": text}
        return None

    def text(self, entry: Entry) -> str:
        """One entry in words; "" where there is nothing to tell of it."""
        code = self.code(entry)
        return self.sentence(code, entry, self.what(entry)) if code else ""

    def noted(self, placed: Placed) -> str:
        """A note that is ours in words: who keeps a first hand, or which lines no longer stand; "" for another one."""
        body = placed.body
        if body.get("undone") and isinstance(body["undone"], list | tuple):
            return self.undone(placed)
        seats = [one for one in self.session.seats if one.seat == body.get("seat") and "keeps" in body]
        return self.table["hand_kept"] % {"name": self.named(seats[0].seat)} if seats else ""

    def undone(self, placed: Placed) -> str:
        """A note that says which lines no longer stand: who took them back, and what they said."""
        entry = self.entry(placed.n)
        numbers = [n for n in placed.body["undone"] if isinstance(n, int)]
        said = self.lines(numbers) or ", ".join(map(str, numbers))
        if entry is None or entry["kind"] != UNDO:
            return self.table["undo_done"] % {"name": self.table["somebody"], "what": said}
        return self.sentence(self.code(entry), entry, said)

    def sentence(self, code: str, entry: Entry, what: str) -> str:
        """A sentence of the catalogue about an entry."""
        minutes = entry["body"].get("minutes", 0)
        values = {"name": self.who(entry), "what": what or self.table["something"], "minutes": minutes}
        why = entry["body"].get("text") if entry["kind"] == UNDO else ""
        return f"{self.table[code] % values} ({why})" if why else self.table[code] % values

    def code(self, entry: Entry) -> str:
        """Which sentence of the catalogue an entry is."""
        kind, body, status = entry["kind"], entry["body"], entry["status"]
        if kind in (UNDO, DEVIATE):
            return self._asked(entry)
        if kind == CONFIRM and ("not" in body or "right" in body):
            return "objection" if "not" in body else "objection_over"
        if kind == CALL:
            return "withdraw" if "withdraw" in body else "call"
        if kind == RESUME:
            return "resume_time" if body.get("minutes") else "resume"
        if kind == CHOOSE:
            return f"choose_{body['keep']}"
        if status == CONFLICT:
            return "conflict"
        return kind if kind in PLAIN else self._waits(entry)

    def _waits(self, entry: Entry) -> str:
        """The sentence of what is nobody's act and leaves a choice open."""
        waits = entry["kind"] == LINE and entry["status"] == ASKED and entry["body"].get("seat") is None
        return "nobody" if waits else ""

    def _asked(self, entry: Entry) -> str:
        """The sentence of what both must agree to: asked, answered, or done."""
        kind, body = entry["kind"], entry["body"]
        about = self.entry(body["refuse"]) if "refuse" in body else None
        if about is not None and about["kind"] == LINE:
            return "line_withdrawn"
        if about is not None and entry.get("by") is not None and about.get("by") == entry.get("by"):
            return f"{kind}_withdrawn"
        said = "refused" if "refuse" in body else "agreed" if "consent" in body else ""
        return f"{kind}_{said or ('asked' if entry['status'] == ASKED else 'done')}"

    def who(self, entry: Entry) -> str:
        """Who wrote an entry, as the table calls them."""
        by = entry.get("by")
        if by is not None:
            return self.named(by)
        return self.table["judge" if entry.get("device") is None else "somebody"]

    def what(self, entry: Entry) -> str:
        """The lines that an entry is about, in words."""
        body = entry["body"]
        number = body.get("refuse", body.get("consent"))
        about = self.entry(number) if number is not None else entry
        if about is None:
            return ""
        if number is not None and about["kind"] == LINE:
            return self.line(about["body"])
        if about["body"].get("line"):
            return self.said(about["body"]["line"])
        if (one := body.get("not", body.get("right"))) is not None:
            return self.lines([one])
        if isinstance(first := about["body"].get("from"), int):
            until = about.get("seq") or self.session.n + 1
            return self.lines([n for n in self.since(first) if n < until and n not in self.gone(until)])
        return str(about["body"].get("text") or "")

    def since(self, first: int) -> list[int]:
        """The numbers of the lines from one on."""
        found = [entry["seq"] for entry in self.session.entries if entry["kind"] == LINE and entry.get("seq")]
        return [n for n in found if n >= first]

    def gone(self, until: int) -> set[int]:
        """The numbers of the lines that stood no more before the entry ``until``."""
        notes = [one.placed for one in self.session.written if one.placed.n < until]
        return {n for note in notes for n in note.body.get("undone") or () if isinstance(n, int)}

    def entry(self, number: int) -> Entry | None:
        """The entry with this number."""
        return next((one for one in self.session.entries if one.get("seq") == number), None)

    def lines(self, numbers: list[int]) -> str:
        """Lines that stand or stood, in words, by their numbers."""
        stand = {one.placed.n: self.told(one) for one in self.session.written if one.placed.n in numbers}
        found = [self.entry(n) for n in numbers if n not in stand]
        said = [
            *stand.values(),
            *(self.line(one["body"]) for one in found if one is not None and one["body"]),
        ]
        return "; ".join(text for text in said if text)

    def line(self, body: Body) -> str:
        """A line in words; of one that only lets something happen, who said nothing."""
        lets = body.get("do") == "resolve"
        return CATALOGUE.table("did", self.language)["nobody"] if lets else self.said(body)
