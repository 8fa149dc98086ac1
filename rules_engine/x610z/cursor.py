"""A cursor over a log: every line as a step, the state at any of them, forwards and backwards."""

from typing import Any

import msgspec

from rules_engine.kernel.errors import EngineGap, LogError, NeedAnswer, RuleBroken, RulingNeeded
from rules_engine.kernel.report import Finding
from rules_engine.kernel.terms import Terms
from rules_engine.x610z.log import (
    Action,
    AgreeLine,
    Chance,
    CheckLine,
    EndLine,
    Header,
    JudgeLine,
    Line,
    NoteLine,
    SeatLine,
    as_bytes,
    line_at,
    read_lines,
)

from .audit import judged, named, with_alternatives
from .binding import Binding
from .board import Board
from .cards import Pool
from .legal import legal_actions
from .messages import event_dicts, step_text
from .model import State
from .replay import Decks, Divergence, Replay
from .revealed import Revealed, revealed_by
from .view import Viewer, view

_MAX_SNAPSHOTS = 1_000
_KINDS: dict[type, str] = {
    Header: "header",
    SeatLine: "seat",
    Chance: "chance",
    Action: "act",
    CheckLine: "check",
    JudgeLine: "judge",
    AgreeLine: "agree",
    NoteLine: "note",
    EndLine: "end",
}


_PLAYED = ("act", "judge", "agree")


class Step:
    """One line of a log. ``action`` is its content as a dict; ``ok`` is False for the line that broke a rule."""

    __slots__ = ("_cards", "action", "finding", "kind", "line", "n", "ok", "seat")

    def __init__(self, number: int, line: Line, cards: dict[str, str], finding: Finding | None) -> None:
        self.line = number
        self.kind = _KINDS[type(line)]
        self.n: int | None = getattr(line, "n", None)
        self.seat: int | None = getattr(line, "seat", None)
        self.action: dict[str, Any] = (
            line.to_dict() if isinstance(line, Action) else msgspec.to_builtins(line)
        )
        self.ok = finding is None
        self.finding = finding
        self._cards = cards

    def text(self, lang: str = "en") -> str:
        """One sentence for people, in English (``en``) or Dutch (``nl``)."""
        return step_text(self.kind, self.action, self._cards, lang)


class Cursor:
    """Steps through a log. Position 0 is before the first step, position ``len(steps)`` after the last.

    Reading stops at the first line that is wrong; that line is the last step, with ``ok`` False, and the state at its
    position is the state before it. ``terms`` decide about the law, as in the audit.
    Raises :class:`LogError` only if not even a header can be read.
    """

    def __init__(
        self,
        data: bytes | str,
        pool: Pool | None = None,
        decks: Decks | None = None,
        terms: Terms | None = None,
    ) -> None:
        self._pool = pool
        self._decks = decks
        self._binding = Binding(terms) if terms is not None else None
        self._lines: list[Line] = []
        self._saved: list[tuple[int, State]] = []
        self._events: dict[int, list[tuple[Any, ...]]] = {}
        self.steps: list[Step] = []
        self.finding: Finding | None = None
        raw = as_bytes(data)
        self._stride = 1 + raw.count(b"\n") // _MAX_SNAPSHOTS
        self._read(raw)
        self._state: State | None = None
        self.position = 0
        self.seek(len(self.steps))

    def _read(self, raw: bytes) -> None:
        replay = Replay(self._pool, self._decks)
        number = 0
        try:
            for number, offset, line in read_lines(raw):
                before = replay.state.snapshot() if replay.state else None
                finding = self._feed(replay, line, number, raw, offset)
                if finding is not None:
                    finding = named(with_alternatives(finding, before), replay.state, replay.players)
                    self.finding = finding
                self.steps.append(Step(number, line, names_in(before or replay.state, line), finding))
                self._lines.append(line)
                if finding is not None:
                    if before is not None:
                        self._saved.append((len(self.steps), before))
                    return
                position = len(self.steps)
                if replay.state is not None:
                    if isinstance(line, Action | JudgeLine | AgreeLine):
                        self._events[position] = replay.state.events
                    if position % self._stride == 0 or not self._saved:
                        self._saved.append((position, replay.state.snapshot()))
        except LogError as error:
            if replay.header is None:
                raise
            finding = Finding(error.line or number + 1, None, None, "", error.code, dict(error.params))
            self.finding = named(finding, replay.state, replay.players)

    def _feed(self, replay: Replay, line: Line, number: int, raw: bytes, offset: int) -> Finding | None:
        try:
            if self._binding is not None:
                line = self._binding.take(line, number, line_at(raw, offset))
            violation = replay.feed(line, raw[:offset] if isinstance(line, EndLine) else None)
        except RuleBroken as broken:
            violation = broken.violation
        except (LogError, NeedAnswer, EngineGap, RulingNeeded, Divergence) as error:
            return judged(error, number, line)[1]
        if violation is None:
            return None
        n = getattr(line, "n", None)
        return Finding(number, n, violation.seat, violation.rule, violation.code, violation.params)

    def seek(self, position: int) -> None:
        """Go to a position, 0 to ``len(steps)``; others are clamped."""
        position = max(0, min(position, len(self.steps)))
        found: tuple[int, State] | None = None
        for saved in self._saved:
            if saved[0] > position:
                break
            found = saved
        self.position = position
        if found is None:
            self._state = None
            return
        replay = Replay(self._pool, self._decks)
        replay.state = state = found[1].snapshot()
        replay.header = state.game.header
        for index in range(found[0], position):
            line = self._lines[index]
            replay.n = 0
            if isinstance(line, EndLine | CheckLine | NoteLine) or not self.steps[index].ok:
                continue
            replay.feed(line)
        self._state = state

    @property
    def state(self) -> State:
        """The state at the position. Raises :class:`LookupError` before the seats are known."""
        if self._state is None:
            raise LookupError("no game has begun at this position")
        return self._state

    @property
    def board(self) -> Board:
        """The board that the game is played on."""
        if self._saved:
            return self._saved[0][1].game.board
        return self.state.game.board

    def view(self, viewer: Viewer = "judge") -> dict[str, Any]:
        """What ``viewer`` sees at the position: ``"judge"``, ``"spectator"``, a seat or ``"team:NAME"``.

        Empty before the seats are known.
        """
        return view(self._state, viewer) if self._state is not None else {}

    def legal(self, seat: int | None = None) -> list[Action]:
        """The legal actions at the position, of one seat or of everybody."""
        return legal_actions(self._state, seat) if self._state is not None else []

    def action_text(self, action: Action, lang: str = "en") -> str:
        """An action at the position as a sentence, in English (``en``) or Dutch (``nl``)."""
        return step_text("act", action.to_dict(), names_in(self._state, action), lang)

    def revealed_since(self, n: int) -> list[Revealed]:
        """What has come out on the lines behind number ``n``: drawn, searched, shown, shuffled, named, answered."""
        here = self.position
        found: list[Revealed] = []
        for index, step in enumerate(self.steps):
            if not step.ok or (step.n or 0) <= n or step.kind not in _PLAYED:
                continue
            self.seek(index)
            before = self._state
            self.seek(index + 1)
            if before is not None and self._state is not None:
                self._state.events = self._events.get(index + 1, [])
                found += revealed_by(before, self._state, self._lines[index], step.line)
        self.seek(here)
        return found

    def events(self, position: int | None = None) -> list[dict[str, Any]]:
        """What happened during the step that led to a position (by default the present one)."""
        found = self._events.get(self.position if position is None else position, [])
        return event_dicts(found, self.board.names) if found else []


def names_in(st: State | None, line: Line) -> dict[str, str]:
    """The names of the objects that a line mentions, as they are known at that moment."""
    if st is None or not isinstance(line, Action | JudgeLine | AgreeLine):
        return {}
    names: dict[str, str] = {}
    for name in _mentioned(line):
        if name.startswith("#"):
            digits = name[1:]
            slot = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 7 else -1
            rev = st.objs[slot].rev if 0 <= slot < len(st.objs) else -1
            if rev >= 0:
                names[name] = st.game.pool.cards[rev].name
        else:
            card = st.game.pool.find(name)
            if card is not None:
                names[name] = card.name
    for seat in st.game.seats:
        names[f"seat:{seat.number}"] = seat.player
    return names


def _mentioned(line: Action | JudgeLine | AgreeLine) -> list[str]:
    """Whatever in a line may be the name of a card or object."""
    if isinstance(line, Action):
        found: list[Any] = [line.card, *(line.targets or ()), *(line.crystals or ())]
    else:
        found = [value for row in line.change for value in row[1:]]
    return [name for name in found if name and isinstance(name, str)]
