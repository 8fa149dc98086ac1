"""Short hands for tests and demonstrations: a game that is played by keywords, and logs with planted faults."""

from typing import Any

from rules_engine.kernel.writer import LogWriter
from rules_engine.x610z.log import Action
from rules_engine.x610z.playing import DOTS, Chooser, Game, IllegalAction

__all__ = ["DOTS", "Chooser", "GameRecorder", "IllegalAction", "LogWriter"]


class GameRecorder(Game):
    """A :class:`Game` with the words that scenes are written in."""

    def slot(self, name: str, seat: int | None = None) -> str:
        """The ``#slot`` of the card with this name in play (under ``seat``), newest first. Raises ``LookupError``."""
        card = self.pool.find(name)
        for slots in reversed(self.state.play) if seat is None else (self.state.play[seat],):
            for slot in reversed(slots):
                if card is not None and self.pool.cards[self.state.objs[slot].rev].number == card.number:
                    return f"#{slot}"
        raise LookupError(name)

    def act(self, do: str, seat: int | None = None, **fields: Any) -> Action:
        """Play one action and write its line. Raises :class:`IllegalAction` (nothing is written then)."""
        return self.push(Action(do=do, seat=seat, **fields))

    def plant(self, do: str, seat: int | None = None, **fields: Any) -> Action:
        """Write an action line without playing it: for logs with a planted violation."""
        line = Action(n=self.writer.next(), do=do, seat=seat, **fields)
        self.writer.add(line)
        return line

    def resolve(self, *answers: object) -> None:
        """Let the top of the stack resolve; ``answers`` are the choices made."""
        self.act("resolve", answers=list(answers) or None)

    def resolve_all(self) -> None:
        """Resolve until the stack is empty or the game is over."""
        while self.state.stack and self.state.result is None:
            self.act("resolve")

    def end_turn(self) -> None:
        """The active player ends the action phase, nobody responds, and the End Phase passes."""
        self.act("end", self.state.active)
        self.act("proceed")
        if self.state.result is None:
            self.act("proceed")
