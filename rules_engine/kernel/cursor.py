"""Walking through a log of any game: every line as a step, the state at any of them, forwards and backwards.

A game makes its own cursor out of :class:`LogCursor` by saying how its log is replayed and how its lines are worded;
reading, stopping at the first fault, snapshots and going to a position are the same for all games.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from .errors import LogError
from .log import as_bytes
from .reader import Decks, GameLog, LogReader, Playback, Say
from .report import Finding
from .terms import Terms
from .words import event_dicts

MAX_SNAPSHOTS = 1_000
NOBODY: Mapping[str, str] = MappingProxyType({})
TOLD: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "turn": ("turn", "seat"),
        "draw": ("seat", "count"),
        "zone": ("object", "from", "to"),
        "damage": ("object", "amount"),
        "heal": ("object", "amount"),
        "destroyed": ("object",),
        "deactivated": ("object",),
        "reactivated": ("object",),
        "move": ("object", "path"),
        "warp": ("object", "path"),
        "lose": ("seat",),
        "end": ("winners",),
    }
)
"""The events that pages tell in words of their own, with what each must say. A state appends them as tuples: the word,
then these values; ``object`` is the ``oid`` of a card in a view. What a game calls otherwise is its own affair."""


class Snapshots(Protocol):
    """The state of a game as the cursor needs it; ``events`` tell what the last line brought about."""

    events: list[tuple[object, ...]]

    def snapshot(self) -> Self:
        """A copy that later changes do not touch."""


S = TypeVar("S", bound=Snapshots)


class Step:
    """One line of a log. ``action`` is its content as a dict; ``ok`` is False for the line that broke a rule.

    ``names`` are those of the cards and players that the line mentions, as they were known at that moment; ``say`` puts
    kind, content and names into words.
    """

    def __init__(
        self,
        number: int,
        line: Any,
        finding: Finding | None,
        names: Mapping[str, str] = NOBODY,
        say: Say | None = None,
    ) -> None:
        self.line = number
        self.kind: str = type(line).__struct_config__.tag
        self.n: int | None = getattr(line, "n", None)
        self.seat: int | None = getattr(line, "seat", None)
        self.action: dict[str, object] = (
            line.to_dict() if hasattr(line, "to_dict") else msgspec.to_builtins(line)
        )
        self.ok = finding is None
        self.finding = finding
        self._names, self._say = names, say

    def fail(self, finding: Finding) -> None:
        """Say that this is the line that broke a rule."""
        self.ok, self.finding = False, finding

    def text(self, lang: str = "en", called: Callable[[str], str] = str) -> str:
        """One sentence for people, in English (``en``) or Dutch (``nl``); ``called``: what a card is called there."""
        names = {key: name if key.startswith("seat:") else called(name) for key, name in self._names.items()}
        return self.kind if self._say is None else self._say(self.kind, self.action, names, lang)


class LogCursor(Generic[S]):
    """Steps through a log. Position 0 is before the first step, position ``len(steps)`` after the last.

    Reading stops at the first fault; the line where it was made is the last step, with ``ok`` False, and the state at
    its position is the state before it. A fault of the set-up may show only later: nothing behind its own line is
    kept. ``terms`` decide about the law, as in the audit; without a ``pool`` it is the packaged one that the event or
    the log pins. Raises :class:`LogError` only if not even a header can be read.

    A game says by ``_log`` how its logs are read, and fills in the methods up to :meth:`_names`; ``S`` is the type of
    its state.
    """

    _log: ClassVar[GameLog]

    def _told(self, finding: Finding, before: Any, replay: Playback) -> Finding:
        """The finding with whatever helps people to understand it; ``before`` is the state before its line."""
        return finding

    def _names(self, state: Any, line: Any) -> Mapping[str, str]:
        """The names of the cards and players that a line mentions, as they are known in a state."""
        return NOBODY

    @property
    def board(self) -> object:
        """What the drawing of this game needs beside a view of it; None where it needs nothing."""
        return None

    def __init__(
        self,
        data: bytes | str,
        pool: object = None,
        decks: Decks | None = None,
        terms: Terms | None = None,
    ) -> None:
        self._reader = LogReader(self._log, pool, decks, terms)
        self._decks = decks
        self._lines: list[Any] = []
        self._saved: list[tuple[int, S]] = []
        self._events: dict[int, list[tuple[object, ...]]] = {}
        self.steps: list[Step] = []
        self.finding: Finding | None = None
        raw = as_bytes(data)
        self._stride = 1 + raw.count(b"\n") // MAX_SNAPSHOTS
        self._walk(raw)
        self._state: S | None = None
        self.position = 0
        self.seek(len(self.steps))

    @property
    def state(self) -> S:
        """The state at the position. Raises :class:`LookupError` before the seats are known."""
        if self._state is None:
            raise LookupError("no game has begun at this position")
        return self._state

    def _walk(self, raw: bytes) -> None:
        replay = self._reader.replay
        number = 0
        try:
            for number, offset, line in self._reader.lines(raw):
                before = replay.state.snapshot() if replay.state else None
                wrong = self._reader.judge(line, number, raw, offset)
                finding = None if wrong is None else self._told(wrong[1], before, replay)
                names = self._names(before or replay.state, line)
                self.steps.append(Step(number, line, finding, names, self._log.say))
                self._lines.append(line)
                if finding is not None:
                    self._stop(finding, before)
                    return
                self._keep(replay, line)
        except LogError as error:
            if replay.header is None:
                raise
            found = self._log.finding(
                error.line or number + 1, None, None, "", error.code, dict(error.params)
            )
            self.finding = self._told(found, None, replay)

    def _keep(self, replay: Playback, line: object) -> None:
        """Remember what the line brought about, and now and then the state."""
        position = len(self.steps)
        if replay.state is None:
            return
        if not isinstance(line, self._log.still):
            self._events[position] = replay.state.events
        if position % self._stride == 0 or not self._saved:
            self._saved.append((position, replay.state.snapshot()))

    def _stop(self, finding: Finding, before: S | None) -> None:
        """Make the line of the finding the last step; ``before`` is the state before the line at which it showed."""
        self.finding = finding
        while len(self.steps) > 1 and self.steps[-1].line > finding.line:
            self.steps.pop()
            self._lines.pop()
            kept = [saved for saved in self._saved if saved[0] < len(self.steps)]
            self._saved, before = kept, kept[-1][1] if kept else None
        if before is not None:
            self._saved.append((len(self.steps), before))
        self.steps[-1].fail(finding)

    def events(self, position: int | None = None) -> list[dict[str, Any]]:
        """What happened during the step that led to a position (by default the present one), as :data:`TOLD`."""
        found = self._events.get(self.position if position is None else position, [])
        return event_dicts(found, TOLD, lambda _name, value: value)

    def seek(self, position: int) -> None:
        """Go to a position, 0 to ``len(steps)``; others are clamped."""
        position = max(0, min(position, len(self.steps)))
        found: tuple[int, S] | None = None
        for saved in self._saved:
            if saved[0] > position:
                break
            found = saved
        self.position = position
        if found is None:
            self._state = None
            return
        replay = self._log.replay(self._reader.pool, self._decks)
        replay.state, replay.header = found[1].snapshot(), self._reader.replay.header
        for index in range(found[0], position):
            line = self._lines[index]
            replay.n = 0
            if isinstance(line, self._log.still) or not self.steps[index].ok:
                continue
            replay.feed(line)
        self._state = replay.state
