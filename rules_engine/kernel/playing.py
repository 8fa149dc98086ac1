"""Playing a game of any kind: ask what is legal, do it, take it back, and have its log in the end."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec.structs import replace

from .errors import Need, NeedAnswer, Violation
from .log import Codec, EndLine, NoteLine, as_bytes
from .report import Result
from .writer import LogWriter

Chooser = Callable[[Need], object]
"""Answers a choice that an action leaves open."""


class IllegalAction(Exception):
    """What was pushed breaks a rule; ``violation`` says which."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(f"{violation.rule} {violation.code} {violation.params}")
        self.violation = violation


class Restored(Protocol):
    """The state of a game as playing needs it."""

    result: Result | None

    def snapshot(self) -> Any:
        """A copy that later changes do not touch."""

    def restore(self, saved: Any) -> None:
        """Become what ``saved`` is."""


A = TypeVar("A")
S = TypeVar("S", bound=Restored)


class LogGame(ABC, Generic[S, A]):
    """A game in progress, with its log; a game fills in the methods up to :meth:`_carry_out`.

    ``S`` is the type of its state, ``A`` that of its actions: structures with ``n`` and ``answers``.
    """

    writer: LogWriter
    replay: Any
    chooser: Chooser | None
    _saved: list[tuple[int, object]]
    _action: type[A]
    _codec: Codec

    def _open(self, replay: object, chooser: Chooser | None) -> None:
        """Begin an empty log beside a replay that has read nothing."""
        self.writer = LogWriter(self._codec)
        self.replay = replay
        self.chooser = chooser
        self._saved = []

    @classmethod
    def from_log(cls, data: bytes | str, *, pool: object = None, chooser: Chooser | None = None) -> Self:
        """The game of a log, ready to go on; an end line is left out. ``pool`` are the cards, those of the log if None.

        Raises :class:`IllegalAction` at the first line that breaks a rule, else what the line itself raises.
        """
        game = cls.__new__(cls)
        lines = [line for _, _, line in cls._codec.read(as_bytes(data))]
        game._open(cls._replay_of(lines, pool), chooser)
        for line in lines:
            if isinstance(line, cls._action):
                game.push(line)
            elif not isinstance(line, EndLine):
                game._take(line)
        return game

    @staticmethod
    @abstractmethod
    def _replay_of(lines: Sequence[Any], pool: Any) -> Any:
        """A replay that has read nothing, with these cards or, if None, with those that the lines name."""

    @property
    @abstractmethod
    def state(self) -> S:
        """The state of the game now. Raises :class:`LookupError` before the seats are known."""

    @abstractmethod
    def _carry_out(self, state: S, action: A) -> Violation | None:
        """Carry out an action; the first rule that it breaks."""

    def _take(self, line: object) -> None:
        violation = self.replay.feed(line)
        if violation is not None:
            raise IllegalAction(violation)
        self.writer.add(line)

    @property
    def history(self) -> list[A]:
        """Everything done so far, the first action first."""
        return [line for line in self.writer.lines if isinstance(line, self._action)]

    def check(self, action: A) -> Violation | None:
        """The first rule that the action would break now, its answers included, or None. Changes nothing.

        An action with choices left open is judged as far as it goes.
        """
        try:
            return self._carry_out(self.state.snapshot(), action)
        except NeedAnswer:
            return None

    def need(self, action: A) -> Need | None:
        """The first choice that the action leaves open, None if it needs no further answer. Changes nothing."""
        try:
            self._carry_out(self.state.snapshot(), action)
        except NeedAnswer as open_choice:
            return open_choice.need
        return None

    def push(self, action: A) -> A:
        """Carry out an action and write its line; what was written, answers of the chooser included.

        Raises :class:`IllegalAction`, :class:`NeedAnswer` (a choice is open), :class:`LogError` (it names what does not
        exist), :class:`EngineGap` or :class:`RulingNeeded`. Whatever it raises, the game is as it was before.
        """
        state = self.state
        before = state.snapshot()
        asked: Any = action
        line = replace(asked, n=asked.n if asked.n > self.writer.n else self.writer.next())
        try:
            line = self._perform(state, before, line)
        except Exception:
            state.restore(before)
            raise
        self.replay.n = line.n
        self._saved.append((len(self.writer.lines), before))
        self.writer.add(line)
        done: A = line
        return done

    def _perform(self, state: S, before: S, line: Any) -> Any:
        """Carry out a line, asking the chooser for every choice that is still open; the line with its answers."""
        while True:
            try:
                violation = self._carry_out(state, line)
            except NeedAnswer as open_choice:
                if self.chooser is None:
                    raise
                state.restore(before)
                line = replace(line, answers=[*(line.answers or []), self.chooser(open_choice.need)])
                continue
            if violation is not None:
                raise IllegalAction(violation)
            return line

    def pop(self) -> A:
        """Take the last action back, with whatever was written after it; the action. Raises :class:`IndexError`."""
        count, before = self._saved.pop()
        action = self.writer.lines[count]
        assert isinstance(action, self._action)
        self.writer.back(count)
        self.state.restore(before)
        self.replay.n = self.writer.n
        return action

    def outcome(self) -> Result | None:
        """How the game ended, None while it goes on."""
        return self.state.result

    def note(self, text: str) -> None:
        """Write a note line."""
        self._take(NoteLine(text=text))

    def log(self) -> bytes:
        """The log so far, without an end line."""
        return self.writer.data()

    def finish(self, winners: Sequence[int] | None = None, rule: str = "", draw: bool | None = None) -> bytes:
        """Close the log with the derived result, or with a claimed one; the whole log."""
        result = self.state.result
        if winners is None and draw is None and result is not None:
            return self.writer.end(result.winners, result.rule, result.draw)
        return self.writer.end(winners or (), rule, bool(draw))
