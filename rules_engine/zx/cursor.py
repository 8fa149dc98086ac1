"""A cursor over a Z/X log: every line as a step, the state at any of them, forwards and backwards."""

from collections.abc import Iterator
from typing import Any

from rules_engine.kernel import cursor as kernel
from rules_engine.kernel.log import line_at
from rules_engine.kernel.report import Finding as BareFinding
from rules_engine.kernel.terms import Terms

from .answers import slot_of
from .audit import with_alternatives
from .binding import Binding
from .cards import ZxPool
from .finding import Finding
from .legal import legal_actions
from .log import Action, CheckLine, EndLine, Line, NoteLine, read_lines
from .messages import event_dicts, step_text
from .model import State
from .replay import Replay
from .revealed import Revealed, revealed_by
from .view import Viewer, view


class Step(kernel.Step):
    """One line of a log. ``action`` is its content as a dict; ``ok`` is False for the line that broke a rule."""

    def __init__(self, number: int, line: Line, names: dict[str, str], finding: BareFinding | None) -> None:
        super().__init__(number, line, finding)
        self._names = names

    def text(self, lang: str = "en") -> str:
        """One sentence for people, in English (``en``) or Dutch (``nl``)."""
        return step_text(self.kind, self.action, self._names, lang)


class Cursor(kernel.LogCursor):
    """Steps through a log; see :class:`rules_engine.kernel.cursor.LogCursor`. ``terms`` decide as in the audit."""

    _still = (EndLine, CheckLine, NoteLine)
    _made = Finding
    steps: list[Step]

    def __init__(self, data: bytes | str, pool: ZxPool | None = None, terms: Terms | None = None) -> None:
        self._pool = pool
        self._binding = Binding(terms) if terms is not None else None
        super().__init__(data)

    def _start(self) -> Replay:
        return Replay(self._pool)

    def _resume(self, state: State) -> Replay:
        replay = self._start()
        replay.state = state
        return replay

    def _read(self, raw: bytes) -> Iterator[tuple[int, int, Line]]:
        return read_lines(raw)

    def _taken(self, line: Any, number: int, raw: bytes, offset: int) -> Any:
        return line if self._binding is None else self._binding.take(line, number, line_at(raw, offset))

    def _told(self, finding: BareFinding, before: State | None, replay: kernel.Playback) -> BareFinding:
        assert isinstance(replay, Replay)
        return with_alternatives(finding, before, replay.players)

    def _step(self, number: int, line: Line, state: State | None, finding: BareFinding | None) -> Step:
        return Step(number, line, names_in(state, line), finding)

    @property
    def state(self) -> State:
        """The state at the position. Raises :class:`LookupError` before the game has begun."""
        if not isinstance(self._state, State):
            raise LookupError("no game has begun at this position")
        return self._state

    def view(self, viewer: Viewer = "judge") -> dict[str, Any]:
        """What ``viewer`` sees at the position; empty before the game has begun."""
        return view(self._state, viewer) if self._state is not None else {}

    def legal(self, seat: int | None = None) -> list[Action]:
        """The legal actions at the position, of one seat or of everybody."""
        return legal_actions(self._state, seat) if self._state is not None else []

    def events(self, position: int | None = None) -> list[dict[str, Any]]:
        """What happened during the step that led to a position (by default the present one)."""
        found = event_dicts(self._events.get(self.position if position is None else position, []))
        drawn = [0, 0]
        for event in found:
            if event["event"] == "zone" and (event["from"], event["to"]) == ("deck", "hand"):
                drawn[self.owner(event["object"])] += 1
        return [*({"event": "draw", "seat": s, "count": n} for s, n in enumerate(drawn) if n), *found]

    def revealed_since(self, n: int) -> list[Revealed]:
        """What has come out on the lines behind number ``n``: cards drawn and cards turned up."""
        here, found = self.position, list[Revealed]()
        self.seek(len(self.steps))
        for index, step in enumerate(self.steps):
            if step.ok and step.kind == "act" and (step.n or 0) > n:
                found += revealed_by(self.state, self._events.get(index + 1, []), step.line, step.n or 0)
        self.seek(here)
        return found

    def owner(self, oid: str) -> int:
        """The seat of the player who owns the card with this name (``"#12"``)."""
        return self.state.objs[int(oid[1:])].owner


def names_in(state: State | None, line: Line) -> dict[str, str]:
    """The names of player and card on an action line, by what a sentence calls them."""
    if state is None or not isinstance(line, Action) or line.seat > 1:
        return {}
    names = {"player": state.table.seats[line.seat].player}
    slot = slot_of(state, line.card)
    if slot >= 0:
        names["card"] = state.card(slot).name
    elif line.card:
        found = state.table.pool.find(line.card)
        names["card"] = found.name if found else line.card
    return names
