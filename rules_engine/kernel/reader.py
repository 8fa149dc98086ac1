"""Reading a log of any game: decoded line by line, held against the terms of its event, and replayed.

What a game has of its own stands in one :class:`GameLog`; audit, cursor and the comparison of decks all read by it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Protocol, TypeVar

from .binding import LogBinding
from .errors import Divergence, EngineGap, LogError, NeedAnswer, RuleBroken, RulingNeeded, Violation
from .log import Codec, EndLine, line_at
from .report import Finding, Result
from .rulings import NO_ANSWERS, Answers
from .terms import Terms

Decks = Mapping[int, Sequence[str]]
"""Registered lists by seat: card numbers or names."""

Say = Callable[[str, Mapping[str, object], Mapping[str, str], str], str]
"""Puts a line into words: its kind, its content, the names of what it mentions, and the language."""

Lines = Iterator[tuple[int, object]]
"""Lines of a log as the game decodes them, with their numbers."""

F = TypeVar("F", bound=Finding)


class Playback(Protocol):
    """A game that is replayed line by line; ``state`` and ``header`` are None while nobody knows them.

    ``steps`` counts the lines carried out, ``gaps`` names the lines that the engine left to a judge,
    ``foreign_digests`` counts the fingerprints of another engine, which are not compared. ``claimed`` is the result in
    the end line and ``ended`` whether there was one. ``players`` are those named so far, by seat.
    """

    state: Any
    header: Any
    n: int
    steps: int
    ended: bool
    claimed: Result | None
    gaps: list[tuple[int, str]]
    foreign_digests: int

    @property
    def players(self) -> list[str]:
        """The players named so far, by seat."""

    def feed(self, line: object, before: bytes | None = None) -> Violation | None:
        """Take one line; ``before`` is everything before an end line."""


@dataclass(frozen=True)
class GameLog:
    """How the logs of one game are read.

    ``replay`` makes a replay out of a pool (None: the usual one) and registered lists; ``binding`` compares with the
    terms of an event, ``finding`` says what is wrong in the words of the game. ``packaged`` finds the pool with a hash,
    None if there is none; ``say`` puts a line into words. ``semantics`` is raised whenever a verdict changes, ``still``
    are the kinds of line that leave a state as it is. ``at_fault`` says where a fault was made that shows only later:
    it gets the lines before with their numbers, the violation, and the state (None before the game has begun), and
    gives the number of the line, None for the one at which it shows. ``answers`` are the rulings of the game.
    """

    game: str
    codec: Codec
    replay: Callable[[Any, Decks | None], Playback]
    semantics: int = 0
    still: tuple[type, ...] = ()
    binding: type[LogBinding] | None = None
    finding: type[Finding] = Finding
    packaged: Callable[[str], object] = lambda pinned: None
    say: Say | None = None
    at_fault: Callable[[Lines, Violation, object], int | None] = lambda lines, violation, state: None
    answers: Callable[[], Answers] = lambda: NO_ANSWERS


class LogReader:
    """One reading of a log: its replay so far, and the binding to the terms if there are any.

    Audit and cursor both read by :meth:`judge`, so that they name one line for one fault.
    """

    def __init__(
        self, gamelog: GameLog, pool: object = None, decks: Decks | None = None, terms: Terms | None = None
    ) -> None:
        self._given = (gamelog, pool, decks, terms)
        self._log = gamelog
        self._codec = gamelog.codec
        self.terms = terms
        self.pool = pool if pool is not None or terms is None else gamelog.packaged(terms.pool)
        made = gamelog.binding
        self.binding = made(terms, gamelog.answers()) if made is not None and terms is not None else None
        self.replay = gamelog.replay(self.pool, decks)

    def again(self) -> "LogReader":
        """The same from the beginning."""
        return LogReader(*self._given)

    def lines(self, raw: bytes) -> Iterator[tuple[int, int, object]]:
        """Number, byte offset and content of every line, as it was written."""
        return self._codec.read(raw)

    def take(self, line: object, number: int, raw: bytes, offset: int) -> Violation | None:
        """Replay a line that was read, with the law of the terms in place of what it says of its own."""
        if self.binding is not None:
            line = self.binding.take(line, number, line_at(raw, offset))
        return self.replay.feed(line, raw[:offset] if isinstance(line, EndLine) else None)

    def judge(self, line: object, number: int, raw: bytes, offset: int) -> tuple[str, Finding] | None:
        """Replay a line; verdict and finding, at the line of the fault, if something is wrong."""
        try:
            if self.binding is None and type(line) is not EndLine:
                violation = self.replay.feed(line)
            else:
                violation = self.take(line, number, raw, offset)
        except RuleBroken as broken:
            violation = broken.violation
        except (LogError, NeedAnswer, EngineGap, RulingNeeded, Divergence) as error:
            return judged(error, number, line, self._log.finding)
        if violation is None:
            return None
        before = ((other, one) for other, _, one in takewhile(lambda row: row[0] < number, self.lines(raw)))
        own = self._log.at_fault(before, violation, self.replay.state) or number
        n = getattr(line, "n", None) if own == number else None
        seat, params = violation.seat, violation.params
        return "violation", self._log.finding(own, n, seat, violation.rule, violation.code, params)


def judged(error: Exception, number: int, line: object, made: type[F]) -> tuple[str, F]:
    """Verdict and finding for what stopped a replay without being a violation; ``made`` is the game's own finding."""
    n = getattr(line, "n", None)
    seat = getattr(line, "seat", None)
    if isinstance(error, NeedAnswer):
        need = error.need
        params = {"prompt": need.prompt, "options": list(need.options[:20]), "effect": need.source}
        return "log_error", made(number, n, need.seat, need.rule, "answer_missing", params)
    if isinstance(error, EngineGap):
        return "engine_gap", made(number, n, seat, "", error.code, dict(error.params))
    if isinstance(error, RulingNeeded):
        return "ruling_needed", made(number, n, seat, error.ruling, error.code, dict(error.params))
    if isinstance(error, Divergence):
        return error.verdict, made(number, n, seat, error.rule, error.code, error.params)
    if not isinstance(error, LogError):
        raise error
    return "log_error", made(error.line or number, n, seat, "", error.code, dict(error.params))


def internal_error(error: Exception, made: type[F]) -> F:
    """The finding for a fault of the engine itself."""
    return made(0, None, None, "", "internal_error", {"detail": f"{type(error).__name__}: {error}"[:300]})
