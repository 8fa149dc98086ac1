"""Replaying a log line by line: the order of the lines, the checks of every line, checkpoints and the result."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from rules_engine.kernel.errors import Divergence, LogError, RuleBroken, Violation
from rules_engine.kernel.replay import LogReplay
from rules_engine.x610z.log import (
    FORMATS,
    WITH_AGREEMENTS,
    Action,
    AgreeLine,
    Chance,
    CheckLine,
    EndLine,
    Header,
    JudgeLine,
    Line,
    NoteLine,
    Public,
    SeatLine,
)

from .cards import Pool
from .decklist import deck_hash
from .game import Game
from .judge import apply_agreement, apply_judge
from .model import PHASES, SETUP, State, unknown
from .play import perform
from .setup import chance, check_seating, deal, initial

Decks = Mapping[int, Sequence[str]]


class Replay(LogReplay[State, Header]):
    """The state of a log that has been read so far. Feed it lines in order with :meth:`feed`.

    ``steps`` counts action lines carried out; ``claimed`` is the result in the end line, ``ended`` whether there was
    one, ``gaps`` the lines on which a manual card resolved, with its number, ``corrections`` the number of lines with
    which a judge changed the game.
    """

    _action = Action
    _header = Header
    _formats = FORMATS
    _game = "x610z"

    def __init__(self, pool: Pool | None = None, decks: Decks | None = None) -> None:
        super().__init__()
        self.pool = pool
        self._decks = decks
        self.corrections = 0

    def copy(self) -> "Replay":
        """Another replay that has read the same lines and goes on by itself; it shares what never changes."""
        twin = copy(self)
        twin._seats, twin.gaps = list(self._seats), list(self.gaps)
        twin.state = self.state.snapshot() if self.state is not None else None
        return twin

    def _perform(self, state: State, action: Action) -> Violation | None:
        violation = perform(state, action)
        if violation is None and state.awaiting:
            self.gaps.append((action.n, state.awaiting))
        return violation

    def _other(self, line: Line, before: bytes | None) -> Violation | None:
        if self.ended:
            raise LogError("line_after_end")
        if isinstance(line, NoteLine):
            if line.passes is not None and self.header is not None and self.header.level == "full":
                raise LogError("field_not_allowed", field="passes", do="note")
            if line.n is not None:
                self._count(line.n)
            return None
        if self.header is None or isinstance(line, Header):
            self._take_header(line)
            return None
        if isinstance(line, SeatLine):
            if self.state is not None:
                raise LogError("seat_too_late", seat=line.seat)
            self._seats.append(line)
            return None
        state = self.begin()
        if isinstance(line, Chance | JudgeLine | AgreeLine):
            try:
                self._from_outside(state, line)
            except RuleBroken as broken:
                return broken.violation
        elif isinstance(line, CheckLine):
            self._count(line.n)
            if not started(state) and line.public is not None and (line.public.hand or line.public.deck):
                deal(state)  # the players have counted, so they have drawn (105.3a)
            self._compare(state, line)
        elif isinstance(line, EndLine):
            self._count(line.n)
            self._close(line, before, len(state.hand), state.result, "106.2")
        return None

    def _from_outside(self, state: State, line: Chance | JudgeLine | AgreeLine) -> None:
        """What dice, a judge or the players together bring into the game; raises :class:`RuleBroken`."""
        if isinstance(line, Chance):
            chance(state, line)
            return
        self._count(line.n)
        if isinstance(line, JudgeLine):
            apply_judge(state, line)
            self.corrections += bool(line.change)
            return
        if self.header is None or self.header.format != WITH_AGREEMENTS:
            raise LogError("line_of_later_format", of="agree", format=WITH_AGREEMENTS)
        apply_agreement(state, line)

    def _initial(self, header: Header) -> State:
        game = Game(header, self._seats, self.pool)
        self._check_decks(game)
        violation = check_seating(game)
        if violation is not None:
            raise RuleBroken(violation)
        return initial(game, self._decks)

    def _check_decks(self, game: Game) -> None:
        for seat in game.seats:
            known = (self._decks or {}).get(seat.number)
            if known is None:
                continue
            base = game.pool.life_base.number
            numbers = [game.number_of(game.rev_of(name)) for name in known]
            cards = sorted(number for number in numbers if number != base)
            if seat.deck_hash and not _same_hash(seat.deck_hash, deck_hash(cards, game.pool)):
                raise LogError("deck_not_as_registered", seat=seat.number)
            if seat.deck_size and seat.deck_size != len(cards) + 1:
                raise LogError("deck_not_as_registered", seat=seat.number)

    def _compare(self, state: State, line: CheckLine) -> None:
        if line.public is not None:
            for name, wrote, found in _public_pairs(state, line.public):
                if wrote != found:
                    rule = _COUNTED[name]
                    raise Divergence(
                        "divergence", rule, "count_differs", what=name, written=wrote, found=found
                    )
        if line.digest is not None:
            if all(state.order_known) and not state.unverifiable:
                found = state.digest()
                if line.digest != found:
                    raise Divergence("divergence", "", "digest_differs", written=line.digest, found=found)
            else:
                unknown(state, "501.4", "digest_of_hidden_cards")


_COUNTED = {
    "turn": "700.1",
    "round": "700.1",
    "active": "700.1",
    "phase": "703.4",
    "hand": "502.4",
    "deck": "501.4",
    "discard": "505.2",
    "pool": "203.4",
}
"""The rule by which the players and the replay ought to agree on a count."""


def _public_pairs(st: State, public: Public) -> list[tuple[str, Any, Any]]:
    pairs: list[tuple[str, Any, Any]] = []
    for name, wrote, found in (
        ("turn", public.turn, st.turn),
        ("round", public.round, st.round),
        ("active", public.active, st.active),
        ("phase", public.phase, PHASES[st.phase]),
        ("hand", public.hand, [len(cards) for cards in st.hand]),
        ("deck", public.deck, [len(cards) for cards in st.deck]),
        ("discard", public.discard, [len(cards) for cards in st.discard]),
    ):
        if wrote is not None:
            pairs.append((name, wrote, found))
    if public.pool is not None:
        pairs.append(("pool", public.pool, [list(pool) for pool in st.pool]))
    return pairs


def public_of(st: State) -> Public:
    """The public counts of a state, as a check line writes them."""
    return Public(
        turn=st.turn,
        round=st.round,
        active=st.active,
        phase=PHASES[st.phase],
        hand=[len(cards) for cards in st.hand],
        deck=[len(cards) for cards in st.deck],
        pool=[list(pool) for pool in st.pool],
    )


def _same_hash(written: str, found: str) -> bool:
    return written.removeprefix("sha256:") == found.removeprefix("sha256:")


def started(st: State | None) -> bool:
    """True once the first action line of a game has been taken."""
    return st is not None and (st.phase != SETUP or st.announcer >= 0)
