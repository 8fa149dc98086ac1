"""The door for a phone: one question in JSON, one answer in JSON, in a Web Worker without network.

Everything behind it is what the server runs, so an answer here is the server's answer.
"""

import gc
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from rules_engine.games import game_of
from rules_engine.kernel.games import Game

from .openings import key_of, session_of
from .screen import Screen
from .session import Session

_decode = msgspec.json.decode

LEFT_OUT = frozenset({"concede", "time", "murphy"})
"""What a game that is played only to get going has no use for."""
COURSE = frozenset({"resolve", "proceed", "end"})
STRIDE = 7


Plain = dict[str, Any]
"""A question or an answer, as JSON has it."""


class Table:
    """The one recording that this worker was opened for; ``asks`` are the questions that it answers."""

    asks: ClassVar[tuple[str, ...]] = ("warm", "show", "check", "options", "log")

    def __init__(self, question: Plain) -> None:
        """``opening`` is the text of the log's first lines, ``pool`` the cards in JSON, empty: the packaged."""
        self.question = question
        self.game: Game = game_of(key_of(str(question["opening"]).encode()))
        self.pool = self.cards(question["pool"]) if question.get("pool") else None
        self.session = self.opened()
        seats = question.get("seats")
        self.screen = self.screen_of(self.session, None if seats is None else frozenset(seats))
        self.warmed, self.played = 0, list[Plain]()
        self.trial = self.screen_of(self.opened(), None)

    def cards(self, text: str) -> Any:
        """A pool out of the cards in JSON."""
        engine = self.game.engine
        return engine.pool("event", _decode(text, type=engine.cards))

    def opened(self) -> Session:
        """The recording before its first entry."""
        return session_of(str(self.question["opening"]).encode(), pool=self.pool)

    def screen_of(self, session: Session, seats: frozenset[int] | None) -> Screen:
        """What the viewer of this worker sees of a game, and may write for these seats."""
        question = self.question
        lists = question.get("lists") or {}
        screen: Screen = self.game.recording.screen(
            session,
            question.get("viewer", "spectator"),
            str(question.get("lang", "en")),
            names=question.get("names") or {},
            seats=seats,
            lists={int(seat): copies for seat, copies in lists.items()},
            help=str(question.get("help", "lit")),
        )
        return screen

    def warm(self, _question: Plain) -> Plain:
        """One line of a game that nobody plays: a browser makes fast what it has run often, so first lines are slow.

        ``{"more": False}`` once that game has nothing more to do; where somebody would have to choose, it begins anew.
        The recording itself knows nothing of it.
        """
        answer = self.trial.answer()
        ways = [row for card in answer["castable"] for row in card.get("actions", ())]
        lines = [row["line"] for row in (*answer["actions"], *ways) if row["line"]["do"] not in LEFT_OUT]
        if answer["asked"]["kind"] == "first":
            lines = [{"kind": "chance", "of": "first", "by": "dice", "value": 0}]
        if not lines:
            return {"more": False}
        self.warmed += 1
        lively = [line for line in lines if line.get("do") not in COURSE]
        lines = lively if lively and self.warmed % 5 else lines
        body, seq = lines[self.warmed * STRIDE % len(lines)], len(self.played) + 1
        entry = {"seq": seq, "device": 0, "device_seq": seq, "base": seq - 1, "kind": "line", "body": body}
        self.played.append({**entry, "by": body.get("seat"), "status": "ok", "hash": "", "at": ""})
        self.trial.session.take(self.played)
        if any(one.problem for one in self.trial.session.written[-1:]):
            self.played = []
            self.trial.session.take(())
        return {"more": True}

    def show(self, question: Plain) -> Plain:
        """The screen after these entries; with ``line`` also what stops that line now."""
        self.session.take(question["entries"])
        return self.screen.answer()

    def check(self, question: Plain) -> Plain:
        """What stops a line after these entries, else where it stood last; ``{"problem": null}`` when nothing does."""
        if "entries" in question:
            self.session.take(question["entries"])
        found = self.session.check(question["line"])
        return {"problem": None if found is None else self.screen.problem(found)}

    def options(self, question: Plain) -> Plain:
        """What is to be chosen next of ``draft`` after these entries, from number ``start`` on."""
        self.session.take(question["entries"])
        return self.screen.options(question["draft"], question.get("start", 0))

    def log(self, question: Plain) -> Plain:
        """The log as it stands and its hash."""
        return {"log": self.session.log().decode(), "sha256": self.session.sha256()}


_tables: list[Table] = []


def door(table: type[Table]) -> Callable[[str], str]:
    """How a worker is asked: ``do`` is open, or what a table of this kind answers.

    A worker has one table; opening another closes the first.
    """

    def answer(text: str) -> str:
        question = _decode(text)
        if question["do"] == "open":
            gc.unfreeze()
            _tables[:] = [table(question)]
            gc.collect()
            gc.freeze()  # cards and code stay: not to be looked through again at every collection
            return "{}"
        if question["do"] not in table.asks:
            raise KeyError(question["do"])
        return msgspec.json.encode(getattr(_tables[0], question["do"])(question)).decode()

    return answer


answer = door(Table)
