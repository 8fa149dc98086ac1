"""Walking through a log of any game: every line as a step, the state at any of them, forwards and backwards.

A game makes its own cursor out of :class:`LogCursor` by saying how its log is replayed and how its lines are worded;
reading, stopping at the first fault, snapshots and going to a position are the same for all games.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from .errors import Divergence, EngineGap, LogError, NeedAnswer, RuleBroken, RulingNeeded, Violation
from .log import EndLine, NoteLine, as_bytes
from .report import Finding

MAX_SNAPSHOTS = 1_000

F = TypeVar("F", bound=Finding)


class Snapshots(Protocol):
    """The state of a game as the cursor needs it; ``events`` tell what the last line brought about."""

    events: list[tuple[Any, ...]]

    def snapshot(self) -> Any:
        """A copy that later changes do not touch."""


class Playback(Protocol):
    """A game that is replayed line by line; ``state`` and ``header`` are None while nobody knows them."""

    state: Any
    header: Any
    n: int

    def feed(self, line: Any, before: bytes | None = None) -> Violation | None:
        """Take one line; ``before`` is everything before an end line."""


class Step:
    """One line of a log. ``action`` is its content as a dict; ``ok`` is False for the line that broke a rule."""

    def __init__(self, number: int, line: Any, finding: Finding | None) -> None:
        self.line = number
        self.kind: str = type(line).__struct_config__.tag
        self.n: int | None = getattr(line, "n", None)
        self.seat: int | None = getattr(line, "seat", None)
        self.action: dict[str, Any] = (
            line.to_dict() if hasattr(line, "to_dict") else msgspec.to_builtins(line)
        )
        self.ok = finding is None
        self.finding = finding

    def text(self, lang: str = "en") -> str:
        """One sentence for people, in English (``en``) or Dutch (``nl``); a game puts its lines into words."""
        return self.kind


def judged(error: Exception, number: int, line: Any, made: type[F]) -> tuple[str, F]:
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


class LogCursor(ABC):
    """Steps through a log. Position 0 is before the first step, position ``len(steps)`` after the last.

    Reading stops at the first line that is wrong; that line is the last step, with ``ok`` False, and the state at its
    position is the state before it. Raises :class:`LogError` only if not even a header can be read.

    A game fills in the methods up to :meth:`_step`; ``_still`` are the kinds of line that leave the state as it is.
    """

    _still: ClassVar[tuple[type, ...]] = (EndLine, NoteLine)
    _made: ClassVar[type[Finding]] = Finding

    @abstractmethod
    def _start(self) -> Playback:
        """A replay of which no line has been read."""

    @abstractmethod
    def _resume(self, state: Any) -> Playback:
        """A replay that goes on from a state."""

    @abstractmethod
    def _read(self, raw: bytes) -> Iterator[tuple[int, int, Any]]:
        """Number, byte offset and content of every line."""

    def _taken(self, line: Any, number: int, raw: bytes, offset: int) -> Any:
        """The line to replay in place of one that was read."""
        return line

    def _told(self, finding: Finding, before: Any, replay: Playback) -> Finding:
        """The finding with whatever helps people to understand it; ``before`` is the state before its line."""
        return finding

    def _step(self, number: int, line: Any, state: Any, finding: Finding | None) -> Step:
        """The step of a line."""
        return Step(number, line, finding)

    def __init__(self, data: bytes | str) -> None:
        self._lines: list[Any] = []
        self._saved: list[tuple[int, Any]] = []
        self._events: dict[int, list[tuple[Any, ...]]] = {}
        self.steps: list[Any] = []
        self.finding: Finding | None = None
        raw = as_bytes(data)
        self._stride = 1 + raw.count(b"\n") // MAX_SNAPSHOTS
        self._walk(raw)
        self._state: Any = None
        self.position = 0
        self.seek(len(self.steps))

    def _walk(self, raw: bytes) -> None:
        replay = self._start()
        number = 0
        try:
            for number, offset, line in self._read(raw):
                before = replay.state.snapshot() if replay.state else None
                finding = self._feed(replay, line, number, raw, offset)
                if finding is not None:
                    self.finding = finding = self._told(finding, before, replay)
                self.steps.append(self._step(number, line, before or replay.state, finding))
                self._lines.append(line)
                if finding is not None:
                    if before is not None:
                        self._saved.append((len(self.steps), before))
                    return
                self._keep(replay, line)
        except LogError as error:
            if replay.header is None:
                raise
            found = self._made(error.line or number + 1, None, None, "", error.code, dict(error.params))
            self.finding = self._told(found, None, replay)

    def _keep(self, replay: Playback, line: Any) -> None:
        """Remember what the line brought about, and now and then the state."""
        position = len(self.steps)
        if replay.state is None:
            return
        if not isinstance(line, self._still):
            self._events[position] = replay.state.events
        if position % self._stride == 0 or not self._saved:
            self._saved.append((position, replay.state.snapshot()))

    def _feed(self, replay: Playback, line: Any, number: int, raw: bytes, offset: int) -> Finding | None:
        try:
            line = self._taken(line, number, raw, offset)
            violation = replay.feed(line, raw[:offset] if isinstance(line, EndLine) else None)
        except RuleBroken as broken:
            violation = broken.violation
        except (LogError, NeedAnswer, EngineGap, RulingNeeded, Divergence) as error:
            return judged(error, number, line, self._made)[1]
        if violation is None:
            return None
        n = getattr(line, "n", None)
        return self._made(number, n, violation.seat, violation.rule, violation.code, violation.params)

    def seek(self, position: int) -> None:
        """Go to a position, 0 to ``len(steps)``; others are clamped."""
        position = max(0, min(position, len(self.steps)))
        found: tuple[int, Any] | None = None
        for saved in self._saved:
            if saved[0] > position:
                break
            found = saved
        self.position = position
        if found is None:
            self._state = None
            return
        state = found[1].snapshot()
        replay = self._resume(state)
        for index in range(found[0], position):
            line = self._lines[index]
            replay.n = 0
            if isinstance(line, self._still) or not self.steps[index].ok:
                continue
            replay.feed(line)
        self._state = replay.state
