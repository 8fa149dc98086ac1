"""The door for a phone: one question in JSON, one answer in JSON, in a Web Worker without network.

Everything behind it is what the server runs, so an answer here is the server's answer.
"""

from typing import Any

import msgspec

from rules_engine.x610z.cards import CardRevision, Pool, load_pool
from rules_engine.x610z.offers import Draft

from .screen import Screen
from .session import Session

_decode = msgspec.json.decode
_cards = msgspec.json.Decoder(tuple[CardRevision, ...]).decode


class Table:
    """The one recording that this worker was opened for."""

    def __init__(self, question: dict[str, Any]) -> None:
        """``opening`` is the text of the log's first lines, ``pool`` the cards in JSON, empty: the packaged."""
        pool = Pool("event", _cards(question["pool"])) if question.get("pool") else load_pool()
        self.session = Session(str(question["opening"]).encode(), pool=pool)
        seats = question.get("seats")
        lists = question.get("lists") or {}
        self.screen = Screen(
            self.session,
            question.get("viewer", "spectator"),
            str(question.get("lang", "en")),
            names=question.get("names") or {},
            seats=None if seats is None else frozenset(seats),
            lists={int(seat): copies for seat, copies in lists.items()},
            help=str(question.get("help", "lit")),
        )

    def show(self, question: dict[str, Any]) -> dict[str, Any]:
        """The screen after these entries; with ``line`` also what stops that line now."""
        self.session.take(question["entries"])
        return self.screen.answer()

    def check(self, question: dict[str, Any]) -> dict[str, Any]:
        """What stops a line after these entries, else where it stood last; ``{"problem": null}`` when nothing does."""
        if "entries" in question:
            self.session.take(question["entries"])
        found = self.session.check(question["line"])
        return {"problem": None if found is None else self.screen.problem(found)}

    def options(self, question: dict[str, Any]) -> dict[str, Any]:
        """What is to be chosen next of ``draft`` after these entries, from number ``start`` on."""
        self.session.take(question["entries"])
        return self.screen.options(msgspec.convert(question["draft"], Draft), question.get("start", 0))

    def log(self, question: dict[str, Any]) -> dict[str, Any]:
        """The log as it stands and its hash."""
        return {"log": self.session.log().decode(), "sha256": self.session.sha256()}


_tables: list[Table] = []


def answer(text: str) -> str:
    """``do`` is open, show, check, options or log; a worker has one table, and opening another closes the first."""
    question = _decode(text)
    if question["do"] == "open":
        _tables[:] = [Table(question)]
        return "{}"
    table = _tables[0]
    answers = {"show": table.show, "check": table.check, "options": table.options, "log": table.log}
    do = answers[question["do"]]
    return msgspec.json.encode(do(question)).decode()
