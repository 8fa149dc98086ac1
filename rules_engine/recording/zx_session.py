"""A recorded game of Z/X: the lines, the replay and the words of that game in a :class:`~.session.Session`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from rules_engine.kernel.errors import EngineGap, LogError, NeedAnswer, RuleBroken
from rules_engine.zx.audit import with_alternatives
from rules_engine.zx.cards import load_pool
from rules_engine.zx.cursor import names_in
from rules_engine.zx.finding import Finding
from rules_engine.zx.log import Action, Chance, CheckLine, Header, SeatLine, codec
from rules_engine.zx.model import DECK, HAND, LIFE, SEATS, Waiting
from rules_engine.zx.play import shown
from rules_engine.zx.preprocessing import WAITING_ABILITY, could_be_next
from rules_engine.zx.replay import Replay

from .journal import Placed
from .session import Problem, Session

COUNTS = {"hand": HAND, "deck": DECK}


class ZxSession(Session):
    """A recording of a Z/X game as far as its journal goes; see :class:`~.session.Session`.

    A line of the log names the cards that it turned up and the cards left in the hand, as ``rules_engine.zx.playing``
    writes them, whether or not a page said so.
    """

    _codec = codec
    _lines = (Header, SeatLine, Chance, Action)
    _made = Finding
    _packaged: Callable[[], Any] = staticmethod(load_pool)
    _replay_of: Callable[[Any], Any] = Replay
    _names_in: Callable[..., Mapping[str, str]] = staticmethod(names_in)
    _losers: Callable[[Any], tuple[int, ...]] = staticmethod(lambda state: state.result.losers)

    @property
    def last_losers(self) -> list[int]:
        """Nobody: Z/X plays one game a match."""
        return []

    def _replayed_as(self) -> Any:
        return self.header

    def _deal(self) -> None:
        """Lay out and draw before the first line: a page shows the first hand. What is wrong stops the first line."""
        try:
            self.replay.begin()
        except (RuleBroken, LogError, EngineGap):
            return

    def _complete(self, line: Any) -> Any:
        """An action with the cards that it turned up and the number of those left in hand."""
        state: Any = self.replay.state
        if not isinstance(line, Action):
            return line
        return replace(line, shown=line.shown or shown(state), hand=len(state.pile(HAND, line.seat)))

    def _revealed(self, state: Any) -> tuple[str, ...]:
        """Cards that left a deck or Life, or were turned up there; a shuffle says so by its answer."""
        found = {"show" for event in state.events if event[0] in ("revealed", "showed")}
        found |= {"draw" for event in state.events if event[0] == "zone" and event[2] in (DECK, LIFE)}
        return tuple(sorted(found))

    def _counted(self, placed: Placed) -> Any:
        """A count that a person said, as a check of both seats; the other one stands as the engine has it."""
        state: Any = self.replay.state
        seat = placed.body.get("seat")
        if state is None or seat not in SEATS:
            return None
        said: dict[str, Any] = {}
        for name, zone in COUNTS.items():
            number = placed.body.get(name)
            if isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= 999:
                said[name] = [number if one == seat else len(state.pile(zone, one)) for one in SEATS]
        return CheckLine(n=placed.n, **said) if said else None

    def _told(self, finding: Any, before: Any) -> Any:
        return with_alternatives(finding, before, [seat.player for seat in self.seats])

    def _need(self, error: NeedAnswer) -> dict[str, Any]:
        """The open choice, with the cards that this line has turned up until then: they lie on the table.

        Where one of the waiting abilities is chosen, ``waiting`` has the card of each in the order of the options, with
        its keyword or the number of the ability in its text. Their cards have been seen by both players.
        """
        state: Any = self.replay.state
        found = {**msgspec.to_builtins(error.need), "shown": shown(state)}
        if error.need.prompt == WAITING_ABILITY:
            found["waiting"] = [_waits(state, one) for one in could_be_next(state)]
        return found

    def check_change(self, rows: Sequence[Any]) -> Problem | None:
        """Always a problem: corrections by agreement are no part of this game's log."""
        found: Any = Finding(self.n + 1, None, None, "", "line_not_of_this_game", {})
        return Problem("log_error", found)


def _waits(state: Any, one: Waiting) -> dict[str, Any]:
    rev = one.rev if one.rev >= 0 else state.objs[one.slot].rev
    return {"card": state.table.cards[rev].number, "keyword": one.keyword, "ability": one.line + 1}
