"""One recording, replayed: feed it the journal, ask it what is legal, and for the log."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from rules_engine.kernel.errors import Divergence, EngineGap, LogError, NeedAnswer, RuleBroken, RulingNeeded
from rules_engine.kernel.log import Claim, Codec, EndLine, NoteLine
from rules_engine.kernel.reader import judged
from rules_engine.kernel.report import Finding, Result
from rules_engine.kernel.told import Event

from .journal import CHANCE, LAY, LINE, NOTE, OK, Body, Entry, Placed, Reading, Standing, claimed, note_of
from .positions import Position
from .written import Line, Problem, Written

T = TypeVar("T")
STOPS = (LogError, NeedAnswer, EngineGap, RulingNeeded, Divergence)
"""What stops a line without being a broken rule."""
MOST_SENTENCES = 2_000
HIDDEN_EVENTS = frozenset({"draw", "shuffle", "show", "look"})
S = TypeVar("S", bound=Position)


class Session(ABC, Generic[S]):
    """A recording as far as its journal goes.

    ``opening``: header, seats and, where the site dealt, chance lines, as the server wrote them. ``pool``: the cards of
    the event. Nothing that stands in a journal makes it raise: a line that cannot be read or that breaks a rule is left
    out of the game and is marked.

    A game says what its lines are (``codec``; header, seat, chance and action), how it makes a finding (``made``) and
    how it is replayed; the methods up to :meth:`_told` it may say otherwise. ``S`` is the type of its state.
    """

    codec: ClassVar[Codec]
    header_line: ClassVar[type[Line]]
    seat_line: ClassVar[type[Line]]
    chance_line: ClassVar[type[Line]]
    action_line: ClassVar[type[Line]]
    made: ClassVar[type[Finding]]

    @abstractmethod
    def _replay(self) -> Any:
        """A replay over the cards of this recording that has read nothing."""

    @abstractmethod
    def _packaged(self) -> Any:
        """The cards where the caller names none."""

    def _names_in(self, line: Line) -> Mapping[str, str]:
        """What the objects that a line names are called, as its sentence calls them."""
        return {}

    def _losers(self, state: S) -> tuple[int, ...]:
        """Who lost a game that is over."""
        return tuple(state.result.losers)

    def _replayed_as(self) -> Line:
        """The header that the replay gets."""
        return self.header

    def _written_as(self, *, agreed: bool) -> Line:
        """The header that the log gets; ``agreed``: there is an agreement of the players in it."""
        return self.header

    def _deal(self) -> None:
        """What happens before the first line, so that a page can show it."""

    def turned_up(self, body: Body) -> Mapping[int, Sequence[str]]:
        """The cards by number that a line turns up and that nobody knew, by whose they are."""
        return {}

    def _plays(self, seat: int) -> bool:
        """Whether somebody is still in the game."""
        return True

    def _complete(self, line: Line) -> Line:
        """An action as the log has it once it is carried out."""
        return line

    def _revealed(self, state: S) -> tuple[str, ...]:
        """What of the hidden somebody learned by the last line."""
        return tuple(sorted({str(event[0]) for event in state.events} & HIDDEN_EVENTS))

    def _top(self, line: Line | None) -> object:
        """What a line is about to let happen; None where a game tells it otherwise."""
        return None

    def _events(self, state: S) -> tuple[Event, ...]:
        """What followed from the last line, in public; nothing where a game tells it otherwise."""
        return ()

    def _counted(self, placed: Placed) -> Line | None:
        """A count that a person said, as a check of all seats; None where nothing is counted so."""
        return None

    def _need(self, error: NeedAnswer) -> dict[str, Any]:
        """The open choice, as a page asks it."""
        return dict(msgspec.to_builtins(error.need))

    def _told(self, finding: Any, before: S) -> Any:
        """The finding with what helps people to understand it; ``before`` is the state before its line."""
        return finding

    @property
    def board(self) -> object:
        """What the drawing of this game needs beside a view of it; None where it needs nothing."""
        return None

    def looking(self) -> list[int]:
        """The seats that look at their first hand, and begin once they have said that they keep it; else nobody."""
        return []

    @property
    def last_losers(self) -> list[int]:
        """The seats that lost the game before, by whom it is chosen who begins this one."""
        return []

    def __init__(self, opening: bytes, *, pool: Any = None) -> None:
        """Read the opening. Raises :class:`LogError` when it holds no game."""
        self.pool = pool or self._packaged()
        lines = [line for _, _, line in self.codec.read(opening)]
        headers = [line for line in lines if isinstance(line, self.header_line)]
        if not headers:
            raise LogError("header_missing")
        self.header = headers[0]
        self.seats = [line for line in lines if isinstance(line, self.seat_line)]
        self.dealt = [line for line in lines if isinstance(line, self.chance_line)]
        self.entries: Sequence[Entry] = ()
        self.written: list[Written] = []
        self.sentences: dict[object, str] = {}
        self.reading = Reading()
        self.standing: Standing | None = None
        self.take(())

    def copy(self) -> Self:
        """Another session that stands where this one stands and goes on by itself, without a replay."""
        twin = copy(self)
        twin.written, twin.chances = list(self.written), list(self.chances)
        twin.reading, twin.replay = self.reading.copy(), self.replay.copy()
        return twin

    def keep_sentence(self, made_for: object, sentence: str) -> None:
        """Keep a sentence for this game and its copies, under all that it was made of; not more than a game needs."""
        if len(self.sentences) >= MOST_SENTENCES:
            self.sentences.clear()
        self.sentences[made_for] = sentence

    # --- the journal ------------------------------------------------------------------------------------------------

    def take(self, entries: Sequence[Entry]) -> None:
        """Take the whole journal; what was read and replayed before is kept as far as it still stands."""
        found, before = tuple(entries), len(self.entries)
        if self.standing is None or found[:before] != self.entries:
            self.reading, before = Reading([seat.seat for seat in self.seats]), 0
        self.entries = found
        self._stand(self.reading.read(found[before:]))

    def _stand(self, found: Standing) -> None:
        """Let the game be what these lines make of it."""
        kept = self._kept(found)
        self.standing = found
        if kept is None:
            self._begin(found)
            kept = 0
        for placed in found.lines[kept:]:
            self._write(placed)

    def _kept(self, found: Standing) -> int | None:
        """How many lines are as before, with nothing but new ones behind them; None to begin anew."""
        before = self.standing
        if before is None or (before.first, before.laid) != (found.first, found.laid):
            return None
        count = len(before.lines)
        return count if found.lines[:count] == before.lines else None

    def _begin(self, found: Standing) -> None:
        self.replay = self._replay()
        self.written = []
        self.chances: list[Line] = list(self.dealt)
        for line in (self._replayed_as(), *self.seats):
            self.replay.feed(line)
        if not any(line.of == "first" for line in self.dealt):
            said = self._decoded(found.first.body) if found.first is not None else None
            if said is None:
                return
            self.chances.insert(0, said)
        if not any(line.of == "deck" for line in self.dealt):
            self.chances += [self.chance_line(of="deck", seat=seat.seat) for seat in self.seats]
        for line in self.chances:
            self.replay.feed(line)
        self._deal()

    def _write(self, placed: Placed) -> None:
        line = self._line(placed)
        if line is None:  # whoever tells of it reads nothing that is no line
            placed = replace(placed, body=note_of(placed))
        names = self._names_in(line) if line is not None else {}
        top = self._top(line)
        problem = self._try(line, placed.n) if line is not None else None
        beside = problem and (placed.body.get("kind") == "count" or problem.verdict == "log_error")
        if line is None or isinstance(line, NoteLine) or beside:
            # A note keeps keys that are ours; a count that differs and what has no meaning here stop no reader of it.
            raw = msgspec.json.encode(note_of(placed))
        else:
            raw = self.codec.encode(line if problem is not None else self._complete(line))
        state = self.state if problem is None and isinstance(line, self.action_line) else None
        reveals = self._revealed(state) if state is not None else ()
        events = self._events(state) if state is not None else ()
        self.written.append(Written(placed, raw, line, problem, names, reveals, top, events))

    def _line(self, placed: Placed) -> Line | None:
        """The line that an entry says, or None when it says none."""
        with suppress(LogError):
            return self._read(placed)
        return None

    def _read(self, placed: Placed) -> Line:
        """The line that an entry says. Raises :class:`LogError` with what is wrong with it."""
        body = placed.body
        if body.get("kind") == "end":
            return self._ended(placed)
        if body.get("kind") != "count":
            return self.codec.decode(msgspec.json.encode({**body, "n": placed.n}), placed.n)
        if (counted := self._counted(placed)) is None:
            raise LogError("bad_field", detail="hand, deck")
        return counted

    def unread(self, body: Body) -> Problem | None:
        """Why nobody can read this as a line of this game, whatever it does; None where it is one, or a note."""
        try:
            if body.get("kind") == CHANCE:
                self.codec.decode(msgspec.json.encode(body), self.n + 1)
            elif body.get("kind") != NOTE:
                self._read(Placed(self.n + 1, None, body, OK))
        except LogError as error:
            return Problem(*judged(error, self.n + 1, None, self.made))
        return None

    def _decoded(self, body: Body) -> Line | None:
        try:
            return self.codec.decode(msgspec.json.encode(body), 1)
        except LogError:
            return None

    def _ended(self, placed: Placed) -> Line:
        """The end line: the result that the rules give, else the claimed one, and the hash of all bytes before it."""
        result = self.result
        if result is not None:
            claim = Claim(list(result.winners), result.draw, result.rule)
        else:
            claim = claimed(placed.body.get("claim"))
        return EndLine(n=placed.n, claim=claim, sha256=f"sha256:{self.sha256()}")

    def _try(self, line: Line, n: int) -> Problem | None:
        """Carry a line out; what stops it leaves the game as it was and is returned."""
        kept = self._now()
        problem = self._feed(line, n)
        if problem is None:
            return None
        self._back(*kept)
        before = kept[1]
        return (
            replace(problem, finding=self._told(problem.finding, before)) if before is not None else problem
        )

    def _now(self) -> tuple[S | None, S | None, int, bool]:
        """The game as it is, and all that :meth:`_back` needs to have it so again."""
        state = self.state
        return state, state.snapshot() if state is not None else None, self.replay.n, self.replay.ended

    def _back(self, state: S | None, before: S | None, last: int, ended: bool) -> None:
        """Have the game as it was; where nobody has said who begins there is none, whatever was tried."""
        if state is not None and before is not None:
            state.restore(before)
        self.replay.state, self.replay.n, self.replay.ended = state, last, ended

    def _feed(self, line: Line, n: int) -> Problem | None:
        return self._stopped(self.replay, line, n)

    def _stopped(self, replay: Any, line: Line, n: int) -> Problem | None:
        try:
            violation = replay.feed(line)
        except RuleBroken as broken:
            violation = broken.violation
        except NeedAnswer as error:
            return Problem("need", judged(error, n, line, self.made)[1], self._need(error))
        except STOPS as error:
            return Problem(*judged(error, n, line, self.made))
        if violation is None:
            return None
        where = n, getattr(line, "n", None), violation.seat
        return Problem("violation", self.made(*where, violation.rule, violation.code, violation.params))

    # --- questions --------------------------------------------------------------------------------------------------

    @property
    def state(self) -> S | None:
        """The game now; None until it is known who begins."""
        return self.replay.state

    @property
    def result(self) -> Result | None:
        """How the game ended, and who lost it; None while it is played."""
        state = self.state
        if state is None or state.result is None:
            return None
        result: Result = replace(state.result, losers=self._losers(state))
        return result

    @property
    def n(self) -> int:
        """The number of the last line that stands; 0 before the first."""
        return self.written[-1].placed.n if self.written else 0

    @property
    def over(self) -> bool:
        """Whether the end line is written."""
        return self.replay.ended

    @property
    def asked(self) -> Entry | None:
        """The question that waits for somebody's consent, None when there is none."""
        found = self.standing.asked if self.standing is not None else None
        said = found and (found["body"] if found["kind"] == LINE else found["body"].get("line"))
        return found if not said or self.unread(said) is None else None

    def played(self) -> list[Placed]:
        """The lines that stand, notes left out."""
        return [one.placed for one in self.written if one.placed.body.get("kind") != "note"]

    def reveals_since(self, n: int) -> list[str]:
        """What was hidden and somebody learned at line ``n`` or after it."""
        return [what for one in self.written if one.placed.n >= n for what in one.reveals]

    def check_change(self, rows: Sequence[object]) -> Problem | None:
        """What would stop an agreement of everybody on these rows, or None. Changes nothing."""
        seats = [seat.seat for seat in self.seats if self._plays(seat.seat)]
        return self.check({"kind": "agree", "seats": seats, "change": list(rows), "text": ""})

    def log(self) -> bytes:
        """The log as it stands: what everybody signs once it has its end line."""
        agreed = any(one.placed.body.get("kind") == "agree" for one in self.written)
        header = self._written_as(agreed=agreed)
        head = [self.codec.encode(line) for line in (header, *self.seats, *self.chances)]
        return b"".join(raw + b"\n" for raw in (*head, *(one.raw for one in self.written)))

    def sha256(self) -> str:
        """The hash of the log as it stands."""
        return hashlib.sha256(self.log()).hexdigest()

    def check(self, body: Body) -> Problem | None:
        """What would stop this line now, or None. Changes nothing."""
        return self.trial(body, lambda _state: None)[0]

    def trial(self, body: Body, look: Callable[[S], T]) -> tuple[Problem | None, T | None]:
        """What would stop this line now, and else what somebody sees who looks behind it. Changes nothing."""
        placed = Placed(self.n + 1, None, body, "ok")
        if body.get("kind") in (CHANCE, LAY):
            return self._check_first(body), None
        try:
            line = self._read(placed)
        except LogError as error:
            return Problem(*judged(error, placed.n, None, self.made)), None
        kept = self._now()
        problem, state = self._try(line, placed.n), kept[0]
        seen = look(state) if problem is None and state is not None else None
        self._back(*kept)
        return problem, seen

    def _check_first(self, body: Body) -> Problem | None:
        """What is wrong with a line that says who begins (105.1)."""
        line = self._decoded(body)
        if not isinstance(line, self.chance_line) or line.of != "first" or line.value is None:
            return Problem("log_error", self.made(1, None, None, "", "bad_first_player", {}))
        fresh = self._replay()
        for one in (self.header, *self.seats):
            fresh.feed(one)
        return self._stopped(fresh, line, 1)


AnySession: TypeAlias = Session[Any]
"""A recording of whichever game."""
