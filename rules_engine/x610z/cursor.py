"""A cursor over a log: every line as a step, the state at any of them, forwards and backwards."""

from typing import Any

from rules_engine.kernel.cursor import LogCursor
from rules_engine.kernel.reader import Playback
from rules_engine.kernel.report import Finding

from .audit import named, with_alternatives
from .board import Board
from .gamelog import GAMELOG
from .legal import legal_actions
from .log import Action, AgreeLine, JudgeLine, Line, NoteLine
from .messages import event_dicts, step_text
from .model import State
from .revealed import Revealed, revealed_by
from .view import Viewer, view

_PLAYED = ("act", "judge", "agree")


class Cursor(LogCursor[State]):
    """Steps through a log; see :class:`rules_engine.kernel.cursor.LogCursor`."""

    _log = GAMELOG

    def _told(self, finding: Finding, before: State | None, replay: Playback) -> Finding:
        return named(with_alternatives(finding, before), replay.state, replay.players)

    def _names(self, state: State | None, line: Line) -> dict[str, str]:
        return names_in(state, line)

    @property
    def board(self) -> Board:
        """The board that the game is played on."""
        return (self._saved[0][1] if self._saved else self.state).game.board

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

    def events(self, position: int | None = None) -> list[dict[str, object]]:
        """What happened during the step that led to a position (by default the present one)."""
        found = self._events.get(self.position if position is None else position, [])
        return event_dicts(found, self.board.names) if found else []


def names_in(st: State | None, line: Line) -> dict[str, str]:
    """The names of the objects that a line mentions, as they are known at that moment."""
    if st is None or not isinstance(line, Action | JudgeLine | AgreeLine | NoteLine):
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


def _mentioned(line: Action | JudgeLine | AgreeLine | NoteLine) -> list[str]:
    """Whatever in a line may be the name of a card or object; a note names players alone."""
    if isinstance(line, NoteLine):
        return []
    if isinstance(line, Action):
        found: list[object] = [line.card, *(line.targets or ()), *(line.crystals or ())]
    else:
        found = [value for row in line.change for value in row[1:]]
    return [name for name in found if name and isinstance(name, str)]
