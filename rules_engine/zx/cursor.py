"""A cursor over a Z/X log: every line as a step, the state at any of them, forwards and backwards."""

from typing import Any

from rules_engine.kernel.cursor import LogCursor
from rules_engine.kernel.reader import Playback
from rules_engine.kernel.report import Finding
from rules_engine.kernel.told import Event

from .answers import slot_of
from .audit import with_alternatives
from .followed import public_events
from .gamelog import GAMELOG
from .legal import legal_actions
from .log import Action, Line
from .messages import event_dicts
from .model import State
from .revealed import Revealed, revealed_by
from .view import Viewer, view


class Cursor(LogCursor[State]):
    """Steps through a log; see :class:`rules_engine.kernel.cursor.LogCursor`."""

    _log = GAMELOG

    def __init__(self, *args: Any, **params: Any) -> None:
        self._followed: dict[int, list[Event]] = {}
        super().__init__(*args, **params)

    def _told(self, finding: Finding, before: State | None, replay: Playback) -> Finding:
        return with_alternatives(finding, before, replay.players)

    def _names(self, state: State | None, line: Line) -> dict[str, str]:
        return names_in(state, line)

    def view(self, viewer: Viewer = "judge") -> dict[str, object]:
        """What ``viewer`` sees at the position; empty before the game has begun."""
        return view(self._state, viewer) if self._state is not None else {}

    def legal(self, seat: int | None = None) -> list[Action]:
        """The legal actions at the position, of one seat or of everybody."""
        return legal_actions(self._state, seat) if self._state is not None else []

    def _keep(self, replay: Playback, line: object) -> None:
        super()._keep(replay, line)
        if len(self.steps) in self._events and replay.state is not None:
            self._followed[len(self.steps)] = list(public_events(replay.state))

    def events(self, position: int | None = None) -> list[dict[str, object]]:
        """What happened during the step that led to a position (by default the present one).

        ``followed`` says of it what everybody at the table may hear, each card by the name that it had then.
        """
        at = self.position if position is None else position
        found = event_dicts(self._events.get(at, []))
        found.append({"event": "followed", "told": self._followed.get(at, [])})
        drawn = [0, 0]
        for event in found:
            if event["event"] == "zone" and (event["from"], event["to"]) == ("deck", "hand"):
                drawn[self.owner(str(event["object"]))] += 1
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
