"""A recorded game of X610Z: its lines, its replay, and what its players count."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules_engine.kernel.errors import GameOver, RuleBroken
from rules_engine.kernel.told import Event
from rules_engine.recording.journal import Placed
from rules_engine.recording.session import STOPS, Session
from rules_engine.recording.written import Problem

from .audit import with_alternatives
from .board import Board, load_board
from .cards import Pool, load_pool
from .cursor import names_in
from .finding import Finding
from .followed import TELLS, resolving
from .log import WITH_AGREEMENTS, Action, Chance, CheckLine, Header, Line, Public, SeatLine, codec
from .messages import event_dicts
from .model import SETUP, State
from .replay import Replay, miscounted, started
from .setup import deal
from .winning import losers


class X610zSession(Session[State]):
    """A recording of a game of X610Z as far as its journal goes; see :class:`~rules_engine.recording.Session`."""

    codec = codec
    header_line, seat_line, chance_line, action_line = Header, SeatLine, Chance, Action
    made = Finding

    def _replay(self) -> Replay:
        return Replay(self.pool)

    def _packaged(self) -> Pool:
        return load_pool()

    def _names_in(self, line: Any) -> Mapping[str, str]:
        return names_in(self.state, line)

    def _losers(self, state: State) -> tuple[int, ...]:
        return losers(state)

    def _replayed_as(self) -> Header:
        """The header with the format that knows agreements: the log itself says that one only if there is one in it."""
        return self._written_as(agreed=True)

    def _written_as(self, *, agreed: bool) -> Header:
        header: Header = replace(self.header, format=WITH_AGREEMENTS) if agreed else self.header
        return header

    def _deal(self) -> None:
        """Let everybody draw before the first action, as at the table (105.3a): only so Murphy's Law can be offered.

        What is wrong with a deck stops the first action, as it does in a log.
        """
        state = self.state
        if state is None or started(state):
            return
        before = state.snapshot()
        try:
            deal(state)
        except (RuleBroken, GameOver, *STOPS):
            state.restore(before)

    def _plays(self, seat: int) -> bool:
        return self.state is None or self.state.living(seat)

    def _top(self, line: Line | None) -> object:
        lets = isinstance(line, Action) and line.do == "resolve" and self.state is not None
        return resolving(self.state) if lets and self.state is not None else None

    def _events(self, state: State) -> tuple[Event, ...]:
        told = [event for event in state.events if event[0] in TELLS]
        found = event_dicts(told, state.game.board.names)
        for one in found:  # a summon comes into play on a dot, which no event says
            dot = state.objs[int(str(one["object"])[1:])].dot if one.get("to") == "play" else -1
            if dot >= 0:
                one["dot"] = state.game.board.names[dot]
        return tuple(found)

    def _counted(self, placed: Placed) -> Line | None:
        """A count that a person said, as a check of all seats; the others stand as the engine has them."""
        state, body = self.state, placed.body
        seat = body.get("seat")
        if state is None or not isinstance(seat, int) or not 0 <= seat < len(state.hand):
            return None
        hand, deck = _said(state.hand, seat, body.get("hand")), _said(state.deck, seat, body.get("deck"))
        return CheckLine(n=placed.n, public=Public(hand=hand, deck=deck)) if hand or deck else None

    def _feed(self, line: Line, n: int) -> Problem | None:
        """As everywhere; what a player counted otherwise is told with both numbers and whose they are."""
        problem, state = super()._feed(line, n), self.state
        if problem is None or state is None or not isinstance(line, CheckLine) or line.public is None:
            return problem
        hand, deck = line.public.hand or [], line.public.deck or []
        for seat in range(len(state.hand)):
            if found := miscounted(state, seat, _of(hand, seat), _of(deck, seat)):
                finding = replace(problem.finding, code="counted_other", params=found)
                return replace(problem, finding=finding)
        return problem

    def _told(self, finding: Finding, before: State) -> Finding:
        return with_alternatives(finding, before)

    @property
    def board(self) -> Board:
        """The board that the header names."""
        return load_board(self.header.board)

    def looking(self) -> list[int]:
        """The seats that have not said that they keep the hand they have (105.4); who begins says so by beginning.

        Who has no card left has nothing to look at.
        """
        state = self.state
        if state is None or state.phase != SETUP:
            return []
        notes = [one.placed.body for one in self.written if "keeps" in one.placed.body]
        kept = {(one.get("seat"), one["keeps"]) for one in notes}
        held = {seat: len(hand) for seat, hand in enumerate(state.hand) if hand and seat != state.first}
        return [seat for seat, cards in held.items() if (seat, cards) not in kept]

    @property
    def last_losers(self) -> list[int]:
        """The seats that lost the game before, by whom it is chosen who begins this one."""
        return list(self.header.last_losers)


def _of(counts: Sequence[int], seat: int) -> int | None:
    """What was counted of a seat, None where nothing was."""
    return counts[seat] if seat < len(counts) else None


def _said(zones: Sequence[Sequence[int]], seat: int, said: object) -> list[int] | None:
    """Cards in the zones of all seats, with the number that one of them said; None when nothing was said."""
    if not isinstance(said, int) or isinstance(said, bool) or not 0 <= said <= 999:
        return None
    return [said if other == seat else len(cards) for other, cards in enumerate(zones)]
