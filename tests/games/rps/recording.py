"""How the toy is written down by tapping: what is legal is a row of buttons."""

from typing import Any

from rules_engine.kernel.games import Opening, Recording
from rules_engine.kernel.log import DeckRef
from rules_engine.recording import Screen, Session

from .cards import Pool, load_pool
from .engine import Finding, names_in, told
from .play import (
    FORMAT,
    SEMANTICS,
    Action,
    Chance,
    Header,
    Line,
    Replay,
    SeatLine,
    State,
    codec,
    legal_actions,
    view,
)


class RpsSession(Session[State]):
    codec = codec
    header_line, seat_line, chance_line, action_line = Header, SeatLine, Chance, Action
    made = Finding

    def _replay(self) -> Replay:
        return Replay(self.pool)

    def _packaged(self) -> Pool:
        return load_pool()

    def _deal(self) -> None:
        """There is a game as soon as somebody begins it."""
        self.replay.begin()

    def _names_in(self, line: Any) -> dict[str, str]:
        return names_in(self.state, line)

    def _told(self, finding: Any, before: State) -> Any:
        return told(finding, before)


class RpsScreen(Screen[RpsSession, Action]):
    course = frozenset({"concede"})
    sources = {"concede": "game"}

    def seen(self, state: State) -> dict[str, Any]:
        """A position as this viewer sees it."""
        return view(state, self.viewer)

    def legal(self, state: State) -> list[Action]:
        """Every legal action."""
        return legal_actions(state)

    def waits(self, state: State) -> dict[str, Any]:
        """Both may show a card at any time."""
        return {"kind": "turn", "seat": state.active}


def opening(said: Opening) -> bytes:
    """Header and seats."""
    terms = said.terms
    header = Header(
        format=FORMAT,
        game=terms.game,
        ruleset=terms.ruleset,
        rulings=terms.rulings,
        pool=terms.pool,
        semantics=SEMANTICS,
        play=terms.play,
        event=said.event,
        round=said.round,
        table=said.table,
        recorder=said.recorder,
    )
    lines: list[Line] = [header]
    lines += [
        SeatLine(seat=seat, player=player, deck=DeckRef(cards=said.registered(seat) or 6))
        for seat, player in enumerate(said.players)
    ]
    return b"".join(codec.encode(line) + b"\n" for line in lines)


RECORDING = Recording(session=RpsSession, screen=RpsScreen, opening=opening, plays=frozenset({"show"}))
