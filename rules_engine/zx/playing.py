"""Playing Z/X: ask what is legal, do it, take it back, look at it, and have its log in the end."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules_engine.kernel.errors import RuleBroken, Violation
from rules_engine.kernel.playing import Chooser, IllegalAction, LogGame

from .cards import ZxPool, load_pool
from .legal import legal_actions
from .log import FORMAT, GAME, Action, Chance, Header, SeatLine, codec
from .model import HAND, SEMANTICS, State
from .play import perform, shown
from .replay import Replay, checkpoint
from .rulings import RULESET, answers
from .view import Viewer, view

__all__ = ["Game", "IllegalAction"]


class Game(LogGame[State, Action]):
    """A game in progress, with its log.

    ``decks`` holds one list of card numbers or names per seat, top card first, without what ``laid_out`` says lies
    there before the shuffle: per seat the fields of a seat line (``start_card``, ``dynamis`` and so on). ``first`` goes
    first, ``choices`` settle rulings otherwise than by default. ``chooser`` answers the choices that an action leaves
    open; without one an open choice raises :class:`NeedAnswer`. Other keywords are fields of the log's header.
    """

    _action = Action
    _codec = codec

    def __init__(
        self,
        decks: Sequence[Sequence[str]],
        *,
        players: Sequence[str] = ("Player A", "Player B"),
        laid_out: Sequence[Mapping[str, Any]] = ({}, {}),
        first: int = 0,
        pool: ZxPool | None = None,
        choices: dict[str, str] | None = None,
        chooser: Chooser | None = None,
        **header: Any,
    ) -> None:
        self._open(self._replay_of((), pool), chooser)
        self._take(
            Header(
                format=FORMAT,
                game=GAME,
                ruleset=RULESET,
                rulings=answers().latest.name,
                choices=choices or {},
                pool="sha256:" + self.replay.pool.sha256,
                semantics=SEMANTICS,
                **header,
            )
        )
        for seat, player in enumerate(players):
            self._take(SeatLine(seat=seat, player=player, **laid_out[seat]))
        self._take(Chance(of="first", value=first))
        for seat, deck in enumerate(decks):
            self._take(Chance(of="deck", seat=seat, value=list(deck)))

    @staticmethod
    def _replay_of(lines: Sequence[object], pool: ZxPool | None) -> Replay:
        return Replay(pool or load_pool())

    @property
    def state(self) -> State:
        """The state of the game now.

        Raises :class:`IllegalAction` for a deck that breaks a rule, :class:`LogError` if the preparation makes no game.
        """
        try:
            state: State = self.replay.begin()
        except RuleBroken as found:
            raise IllegalAction(found.violation) from None
        return state

    def _carry_out(self, state: State, action: Action) -> Violation | None:
        return perform(state, action)

    def _perform(self, state: State, before: State, line: Action) -> Action:
        """The line with its answers, the cards that it turned up, and the number of those left in hand."""
        done: Action = super()._perform(state, before, line)
        return replace(done, shown=done.shown or shown(state), hand=len(state.pile(HAND, done.seat)))

    def legal(self, seat: int | None = None) -> list[Action]:
        """Every action that ``seat`` (None = anybody) may take now, in a fixed order; see :mod:`.legal`."""
        return legal_actions(self.state, seat)

    def view(self, viewer: Viewer = "spectator") -> dict[str, object]:
        """What ``viewer`` sees: ``"judge"``, ``"spectator"`` or a seat."""
        return view(self.state, viewer)

    def checkpoint(self) -> None:
        """Write a check line with public counts and the fingerprint of the state."""
        self._take(checkpoint(self.state, self.writer.next()))
