"""One recording, replayed: feed it the journal, ask it what is legal, and for the log."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rules_engine.kernel.errors import Divergence, EngineGap, LogError, NeedAnswer, RuleBroken, RulingNeeded
from rules_engine.kernel.reader import judged
from rules_engine.x610z.audit import with_alternatives
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.cursor import names_in
from rules_engine.x610z.finding import Finding
from rules_engine.x610z.log import (
    WITH_AGREEMENTS,
    Action,
    Chance,
    CheckLine,
    Claim,
    EndLine,
    Header,
    Line,
    NoteLine,
    Public,
    SeatLine,
    codec,
)
from rules_engine.x610z.model import GameOver, State
from rules_engine.x610z.replay import Replay, started
from rules_engine.x610z.setup import deal
from rules_engine.x610z.winning import losers

from .journal import CHANCE, LAY, Entry, Placed, Reading, Standing, claimed, note_of

T = TypeVar("T")
_STOPS = (LogError, NeedAnswer, EngineGap, RulingNeeded, Divergence)
MOST_SENTENCES = 2_000
HIDDEN_EVENTS = frozenset({"draw", "shuffle", "show"})


class Problem(msgspec.Struct, frozen=True):
    """Why a line cannot stand: the kind of verdict, and the finding with its sentence and legal alternatives.

    ``need`` is the open choice where that is all that is missing.
    """

    verdict: str
    finding: Finding
    need: dict[str, Any] | None = None


class Written(msgspec.Struct, frozen=True):
    """One line that stands, replayed: ``raw`` is what the log has of it, ``names`` the words for what it names.

    ``reveals``: what somebody learned by it that was hidden (``draw``, ``shuffle``, ``show``), so that it cannot simply
    be taken back. ``words`` keeps the sentences that were made of it, by what they were made for.
    """

    placed: Placed
    raw: bytes
    line: Line | None
    problem: Problem | None
    names: Mapping[str, str]
    reveals: tuple[str, ...] = ()
    words: dict[Any, str] = msgspec.field(default_factory=dict)


class Session:
    """A recording as far as its journal goes.

    ``opening``: header, seats and, where the site dealt, chance lines, as the server wrote them. ``pool``: the cards of
    the event. Nothing that stands in a journal makes it raise: a line that cannot be read or that breaks a rule is left
    out of the game and is marked. What another game does otherwise is what begins with ``_`` before the constructor:
    its lines and its words for what went wrong, and the methods that a session of that game has instead.
    """

    _codec: Any = codec
    _lines: tuple[Any, Any, Any, Any] = (Header, SeatLine, Chance, Action)
    _made: Any = Finding
    _packaged: Callable[[], Any] = staticmethod(load_pool)
    _replay_of: Callable[[Any], Any] = Replay
    _names_in: Callable[..., Mapping[str, str]] = staticmethod(names_in)
    _losers: Callable[[Any], tuple[int, ...]] = staticmethod(losers)

    def __init__(self, opening: bytes, *, pool: Any = None) -> None:
        """Read the opening. Raises :class:`LogError` when it holds no game."""
        header, seat, chance, _action = self._lines
        self.pool = pool or self._packaged()
        lines = [line for _, _, line in self._codec.read(opening)]
        headers = [line for line in lines if isinstance(line, header)]
        if not headers:
            raise LogError("header_missing")
        self.header = headers[0]
        self.seats = [line for line in lines if isinstance(line, seat)]
        self.dealt = [line for line in lines if isinstance(line, chance)]
        self.entries: Sequence[Entry] = ()
        self.written: list[Written] = []
        self.sentences: dict[Any, str] = {}
        self.reading = Reading()
        self.standing: Standing | None = None
        self.take(())

    def copy(self) -> "Session":
        """Another session that stands where this one stands and goes on by itself, without a replay."""
        twin = copy(self)
        twin.written, twin.chances = list(self.written), list(self.chances)
        twin.reading, twin.replay = self.reading.copy(), self.replay.copy()
        return twin

    def keep_sentence(self, made_for: Any, sentence: str) -> None:
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
        self.replay = self._replay_of(self.pool)
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
            self.chances += [self._lines[2](of="deck", seat=seat.seat) for seat in self.seats]
        for line in self.chances:
            self.replay.feed(line)
        self._deal()

    def _replayed_as(self) -> Header:
        """The header with the format that knows agreements: the log itself says that one only if there is one in it."""
        return replace(self.header, format=WITH_AGREEMENTS)

    def _deal(self) -> None:
        """Let everybody draw before the first action, as at the table (105.3a): only so Murphy's Law can be offered.

        What is wrong with a deck stops the first action, as it does in a log.
        """
        state = self.replay.state
        if state is None or started(state):
            return
        before = state.snapshot()
        try:
            deal(state)
        except (RuleBroken, GameOver, *_STOPS):
            state.restore(before)

    def _write(self, placed: Placed) -> None:
        line = self._line(placed)
        names = self._names_in(self.replay.state, line) if line is not None else {}
        problem = self._try(line, placed.n) if line is not None else None
        if line is None or isinstance(line, NoteLine) or (problem and placed.body.get("kind") == "count"):
            # A note keeps keys that are ours; a count that differs stays as a note, where it stops nobody.
            raw = msgspec.json.encode(note_of(placed))
        else:
            raw = self._codec.encode(line if problem is not None else self._complete(line))
        self.written.append(Written(placed, raw, line, problem, names, self._reveals(line, problem)))

    def _complete(self, line: Line) -> Line:
        return line  # as the log has it once it is carried out

    def _reveals(self, line: Line | None, problem: Problem | None) -> tuple[str, ...]:
        state = self.replay.state
        if state is None or problem is not None or not isinstance(line, self._lines[3]):
            return ()
        return self._revealed(state)

    def _revealed(self, state: State) -> tuple[str, ...]:
        """What of the hidden somebody learned by the last line."""
        return tuple(sorted({str(event[0]) for event in state.events} & HIDDEN_EVENTS))

    def _line(self, placed: Placed) -> Line | None:
        """The line that an entry says, or None when it says none."""
        kind = placed.body.get("kind")
        if kind == "count":
            return self._counted(placed)
        if kind == "end":
            return self._ended(placed)
        return self._decoded({**placed.body, "n": placed.n})

    def _decoded(self, body: Mapping[str, Any]) -> Any:
        try:
            return self._codec.decode(msgspec.json.encode(body), 1)
        except LogError:
            return None

    def _counted(self, placed: Placed) -> Line | None:
        """A count that a person said, as a check of all seats; the others stand as the engine has them."""
        state, body = self.replay.state, placed.body
        seat = body.get("seat")
        if state is None or not isinstance(seat, int) or not 0 <= seat < len(state.hand):
            return None
        hand, deck = _said(state.hand, seat, body.get("hand")), _said(state.deck, seat, body.get("deck"))
        return CheckLine(n=placed.n, public=Public(hand=hand, deck=deck)) if hand or deck else None

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
        state, last, ended = self.replay.state, self.replay.n, self.replay.ended
        before = state.snapshot() if state is not None else None
        problem = self._feed(line, n)
        if problem is None:
            return None
        if state is not None and before is not None:
            state.restore(before)
            problem = replace(problem, finding=self._told(problem.finding, before))
        self.replay.n, self.replay.ended = last, ended
        return problem

    def _told(self, finding: Any, before: State) -> Any:
        return with_alternatives(finding, before)

    def _feed(self, line: Line, n: int) -> Problem | None:
        try:
            violation = self.replay.feed(line)
        except RuleBroken as broken:
            violation = broken.violation
        except NeedAnswer as error:
            return Problem("need", judged(error, n, line, self._made)[1], self._need(error))
        except _STOPS as error:
            return Problem(*judged(error, n, line, self._made))
        if violation is None:
            return None
        return Problem(
            "violation",
            self._made(n, n, violation.seat, violation.rule, violation.code, violation.params),
        )

    def _need(self, error: NeedAnswer) -> dict[str, Any]:
        return dict(msgspec.to_builtins(error.need))

    # --- questions --------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State | None:
        """The game now; None until it is known who begins."""
        return self.replay.state

    @property
    def result(self) -> Any:
        """How the game ended, and who lost it; None while it is played."""
        state = self.replay.state
        found = state.result if state is not None else None
        return replace(found, losers=self._losers(state)) if found is not None else None

    @property
    def last_losers(self) -> list[int]:
        """The seats that lost the game before, by whom it is chosen who begins this one."""
        return list(self.header.last_losers)

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
        return self.standing.asked if self.standing is not None else None

    def played(self) -> list[Placed]:
        """The lines that stand, notes left out."""
        return [one.placed for one in self.written if one.placed.body.get("kind") != "note"]

    def reveals_since(self, n: int) -> list[str]:
        """What was hidden and somebody learned at line ``n`` or after it."""
        return [what for one in self.written if one.placed.n >= n for what in one.reveals]

    def check_change(self, rows: Sequence[Any]) -> Problem | None:
        """What would stop an agreement of everybody on these rows, or None. Changes nothing."""
        state = self.replay.state
        seats = [seat.seat for seat in self.seats if state is None or state.living(seat.seat)]
        return self.check({"kind": "agree", "seats": seats, "change": list(rows), "text": ""})

    def log(self) -> bytes:
        """The log as it stands: what everybody signs once it has its end line."""
        agreed = any(one.placed.body.get("kind") == "agree" for one in self.written)
        header = replace(self.header, format=WITH_AGREEMENTS) if agreed else self.header
        head = [self._codec.encode(line) for line in (header, *self.seats, *self.chances)]
        return b"".join(raw + b"\n" for raw in (*head, *(one.raw for one in self.written)))

    def sha256(self) -> str:
        """The hash of the log as it stands."""
        return hashlib.sha256(self.log()).hexdigest()

    def check(self, body: Mapping[str, Any]) -> Problem | None:
        """What would stop this line now, or None. Changes nothing."""
        return self.trial(body, lambda _state: None)[0]

    def trial(self, body: Mapping[str, Any], look: Callable[[State], T]) -> tuple[Problem | None, T | None]:
        """What would stop this line now, and else what somebody sees who looks behind it. Changes nothing."""
        placed = Placed(self.n + 1, None, body, "ok")
        if body.get("kind") in (CHANCE, LAY):
            return self._check_first(body), None
        line = self._line(placed)
        if line is None:
            found = self._made(placed.n, placed.n, None, "", "bad_field", {"detail": "?"})
            return Problem("log_error", found), None
        state, last, ended = self.replay.state, self.replay.n, self.replay.ended
        before = state.snapshot() if state is not None else None
        problem, seen = self._try(line, placed.n), None
        if state is not None and before is not None:
            seen = look(state) if problem is None else None
            state.restore(before)
        self.replay.n, self.replay.ended = last, ended
        return problem, seen

    def _check_first(self, body: Mapping[str, Any]) -> Problem | None:
        """What is wrong with a line that says who begins (105.1)."""
        line = self._decoded(body)
        if not isinstance(line, Chance) or line.of != "first" or line.value is None:
            return Problem("log_error", Finding(1, None, None, "", "bad_first_player", {}))
        fresh = Replay(self.pool)
        opening: list[Line] = [self.header, *self.seats]
        for one in opening:
            fresh.feed(one)
        try:
            violation = fresh.feed(line)
        except RuleBroken as broken:
            violation = broken.violation
        except _STOPS as error:
            return Problem(*judged(error, 1, line, Finding))
        if violation is None:
            return None
        found = Finding(1, None, violation.seat, violation.rule, violation.code, violation.params)
        return Problem("violation", found)

    def actor_of(self, body: Mapping[str, Any]) -> frozenset[int]:
        """The seats whose business a line is: who acts, or whose choices it answers; empty where it is anybody's."""
        seat = body.get("seat")
        if isinstance(seat, int):
            return frozenset({seat})
        return frozenset(self._asked_in(body)) if body.get("answers") else frozenset()

    def _asked_in(self, body: Mapping[str, Any]) -> set[int]:
        """The seats of which the answers of a line are asked; a shuffle that nobody wrote down counts for nobody."""
        answers = list(body.get("answers") or ())
        asked: set[int] = set()
        for count, answer in enumerate(answers):
            problem = self.check({**body, "answers": answers[:count]})
            if problem is None or problem.need is None:
                break
            if answer is not None:
                asked.add(int(problem.need["seat"]))
        return asked


def _said(zones: Sequence[Sequence[int]], seat: int, said: Any) -> list[int] | None:
    """Cards in the zones of all seats, with the number that one of them said; None when nothing was said."""
    if not isinstance(said, int) or isinstance(said, bool) or not 0 <= said <= 999:
        return None
    return [said if other == seat else len(cards) for other, cards in enumerate(zones)]
