"""Playing a game: ask what is legal, do it, take it back, look at it, and have its log in the end."""

from collections.abc import Sequence
from typing import Any

from rules_engine.kernel.errors import Violation
from rules_engine.kernel.playing import Chooser, IllegalAction, LogGame

from .cards import Pool, load_pool, packaged
from .decklist import deck_hash
from .legal import legal_actions
from .log import (
    PLAIN,
    Action,
    AgreeLine,
    Chance,
    CheckLine,
    DeckRef,
    Header,
    JudgeLine,
    SeatLine,
    codec,
)
from .model import SEMANTICS, State
from .play import perform
from .replay import Replay, public_of
from .rulesets import LATEST, answers
from .view import Viewer, view

__all__ = ["DOTS", "Chooser", "Game", "IllegalAction"]

DOTS = {
    2: ("0,0", "0,6"),
    3: ("0,0", "0,4", "0,8"),
    4: ("0,0", "0,2", "0,6", "0,8"),
    5: ("0,0", "0,2", "0,4", "0,6", "0,8"),
    6: ("0,0", "0,2", "0,4", "0,6", "0,8", "0,10"),
}
"""Default Starting Dots by number of seats (individuals, 2v2 and 3v3 alike)."""


class Game(LogGame[State, Action]):
    """A game in progress, with its log.

    ``decks`` holds one list of card numbers or names per seat, top card first, without the Life Base; seats in
    ``hidden`` get no recorded order. ``first`` begins. ``chooser`` answers the choices that an action leaves open;
    without one an open choice raises :class:`NeedAnswer`. ``format`` is that of the log; for :meth:`agree` it must be
    ``gamelog/2``. Other keywords are fields of the log's header.
    """

    _action = Action
    _codec = codec

    def __init__(
        self,
        decks: Sequence[Sequence[str]],
        *,
        players: Sequence[str] = (),
        first: int = 0,
        pool: Pool | None = None,
        level: str = "compact",
        mode: str = "",
        dots: Sequence[str] = (),
        teams: Sequence[str] = (),
        organized_play: bool = True,
        ruleset: str = LATEST,
        choices: dict[str, str] | None = None,
        chooser: Chooser | None = None,
        hidden: Sequence[int] = (),
        format: str = PLAIN,
        **header: Any,
    ) -> None:
        self._open(self._replay_of((), pool), chooser)
        count = len(decks)
        self._take(
            Header(
                format=format,
                game="x610z",
                ruleset=ruleset,
                choices=choices or {},
                rulings=answers().latest.name,
                pool="sha256:" + self.pool.sha256,
                board="act-1",
                semantics=SEMANTICS,
                mode=mode or ("team" if teams else "single" if count == 2 else "multi"),
                level=level,
                organized_play=organized_play,
                **header,
            )
        )
        numbers = [[self._number(name) for name in deck] for deck in decks]
        for seat, deck in enumerate(numbers):
            self._take(
                SeatLine(
                    seat=seat,
                    player=players[seat] if players else f"Player {'ABCDEF'[seat]}",
                    dot=(dots or DOTS[count])[seat],
                    team=teams[seat] if teams else None,
                    deck=DeckRef(sha256=deck_hash(deck), cards=len(deck) + 1),
                )
            )
        self._take(Chance(of="first", by="dice", value=first))
        for seat, deck in enumerate(numbers):
            self._take(Chance(of="deck", seat=seat, value=None if seat in hidden else deck))

    @staticmethod
    def _replay_of(lines: Sequence[object], pool: Pool | None) -> Replay:
        pinned = lines[0].pool if lines and isinstance(lines[0], Header) else ""
        return Replay(pool or packaged(pinned) or load_pool())

    @property
    def pool(self) -> Pool:
        """The cards of the game."""
        pool: Pool = self.replay.pool
        return pool

    def _number(self, name: str) -> str:
        card = self.pool.find(name)
        if card is None:
            raise KeyError(name)
        return card.number

    # --- the game ---------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state of the game now. Raises :class:`LookupError` before the seats are known."""
        if self.replay.state is None:
            raise LookupError("the game has not begun")
        return self.replay.state

    def _carry_out(self, state: State, action: Action) -> Violation | None:
        return perform(state, action)

    def legal(self, seat: int | None = None) -> list[Action]:
        """Every action that ``seat`` (None = anybody) may take now, in a fixed order; see :mod:`.legal`."""
        return legal_actions(self.state, seat)

    def view(self, viewer: Viewer = "spectator") -> dict[str, object]:
        """What ``viewer`` sees: ``"judge"``, ``"spectator"``, a seat or ``"team:NAME"``."""
        return view(self.state, viewer)

    # --- its log ----------------------------------------------------------------------------------------------------

    def checkpoint(self, digest: bool = True) -> None:
        """Write a check line with public counts and, if ``digest``, the fingerprint of the state."""
        self._take(
            CheckLine(
                n=self.writer.next(),
                digest=self.state.digest() if digest else None,
                public=public_of(self.state),
            )
        )

    def judge(self, change: list[list[Any]], *, by: str = "J-1", text: str = "", do: str = "fix") -> None:
        """Write and apply a judge's correction."""
        self._take(JudgeLine(n=self.writer.next(), do=do, by=by, change=change, text=text))

    def agree(self, change: list[list[Any]], *, seats: Sequence[int], text: str = "") -> None:
        """Write and apply what the players set right by agreement; ``seats`` are those who signed."""
        self._take(AgreeLine(n=self.writer.next(), seats=list(seats), change=change, text=text))
