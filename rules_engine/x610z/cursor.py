"""A cursor over a log: every line as a step, the state at any of them, forwards and backwards."""

from collections.abc import Iterator
from typing import Any

from rules_engine.kernel import cursor as kernel
from rules_engine.kernel.report import Finding as BareFinding
from rules_engine.kernel.terms import Terms
from rules_engine.x610z.log import (
    Action,
    AgreeLine,
    CheckLine,
    EndLine,
    JudgeLine,
    Line,
    NoteLine,
    line_at,
    read_lines,
)

from .audit import named, with_alternatives
from .binding import Binding
from .board import Board
from .cards import Pool, packaged
from .finding import Finding
from .legal import legal_actions
from .messages import event_dicts, step_text
from .model import State
from .replay import Decks, Replay
from .revealed import Revealed, revealed_by
from .view import Viewer, view

_PLAYED = ("act", "judge", "agree")


class Step(kernel.Step):
    """One line of a log. ``action`` is its content as a dict; ``ok`` is False for the line that broke a rule."""

    def __init__(self, number: int, line: Line, cards: dict[str, str], finding: BareFinding | None) -> None:
        super().__init__(number, line, finding)
        self._cards = cards

    def text(self, lang: str = "en") -> str:
        """One sentence for people, in English (``en``) or Dutch (``nl``)."""
        return step_text(self.kind, self.action, self._cards, lang)


class Cursor(kernel.LogCursor):
    """Steps through a log. Position 0 is before the first step, position ``len(steps)`` after the last.

    Reading stops at the first line that is wrong; that line is the last step, with ``ok`` False, and the state at its
    position is the state before it. ``terms`` decide about the law, as in the audit. Without a ``pool`` it is the
    packaged one that the log pins. Raises :class:`LogError` only if not even a header can be read.
    """

    _still = (EndLine, CheckLine, NoteLine)
    _made = Finding
    steps: list[Step]

    def __init__(
        self,
        data: bytes | str,
        pool: Pool | None = None,
        decks: Decks | None = None,
        terms: Terms | None = None,
    ) -> None:
        self._pool = pool if pool is not None or terms is None else packaged(terms.pool)
        self._decks = decks
        self._binding = Binding(terms) if terms is not None else None
        super().__init__(data)

    def _start(self) -> Replay:
        return Replay(self._pool, self._decks)

    def _resume(self, state: State) -> Replay:
        replay = self._start()
        replay.state, replay.header = state, state.game.header
        return replay

    def _read(self, raw: bytes) -> Iterator[tuple[int, int, Line]]:
        return read_lines(raw)

    def _taken(self, line: Line, number: int, raw: bytes, offset: int) -> Line:
        if self._binding is None:
            return line
        return self._binding.take(line, number, line_at(raw, offset))

    def _told(self, finding: BareFinding, before: State | None, replay: kernel.Playback) -> BareFinding:
        assert isinstance(replay, Replay)
        return named(with_alternatives(finding, before), replay.state, replay.players)

    def _step(self, number: int, line: Line, state: State | None, finding: BareFinding | None) -> Step:
        return Step(number, line, names_in(state, line), finding)

    @property
    def state(self) -> State:
        """The state at the position. Raises :class:`LookupError` before the seats are known."""
        if not isinstance(self._state, State):
            raise LookupError("no game has begun at this position")
        return self._state

    @property
    def board(self) -> Board:
        """The board that the game is played on."""
        if self._saved:
            board: Board = self._saved[0][1].game.board
            return board
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
        elif name.startswith("stack:"):
            if known := on_the_stack(st, name):
                names[name] = known
        else:
            card = st.game.pool.find(name)
            if card is not None:
                names[name] = card.name
    for seat in st.game.seats:
        names[f"seat:{seat.number}"] = seat.player
    return names


def on_the_stack(st: State, name: str) -> str:
    """The name of the card behind ``"stack:1"`` (1 = bottom); "" where no card is."""
    place = name.removeprefix("stack:")
    number = int(place) if place.isascii() and place.isdigit() and len(place) < 7 else 0
    slot = st.stack[number - 1].slot if 1 <= number <= len(st.stack) else -1
    rev = st.objs[slot].rev if slot >= 0 else -1
    return st.game.pool.cards[rev].name if rev >= 0 else ""


def _mentioned(line: Action | JudgeLine | AgreeLine) -> list[str]:
    """Whatever in a line may be the name of a card or object."""
    if isinstance(line, Action):
        found: list[Any] = [line.card, *(line.targets or ()), *(line.crystals or ())]
    else:
        found = [value for row in line.change for value in row[1:]]
    return [name for name in found if name and isinstance(name, str)]
