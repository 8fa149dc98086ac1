"""Replaying a log line by line: the order of the lines, the checks of every line, checkpoints and the result."""

from rules_engine.kernel.errors import LogError, RuleBroken, Violation
from rules_engine.kernel.reader import Decks
from rules_engine.kernel.replay import LogReplay, differing
from rules_engine.x610z.log import (
    FORMATS,
    WITH_AGREEMENTS,
    Action,
    AgreeLine,
    Chance,
    CheckLine,
    Header,
    JudgeLine,
    NoteLine,
    Public,
    SeatLine,
)

from .cards import Pool
from .decklist import deck_hash
from .game import Game, read_header
from .judge import apply_agreement, apply_judge
from .model import PHASES, SEMANTICS, SETUP, State, unknown
from .play import perform
from .setup import chance, check_seating, deal, initial


class Replay(LogReplay[State, Header]):
    """The state of a log that has been read so far. Feed it lines in order with :meth:`feed`.

    ``steps`` counts action lines carried out; ``claimed`` is the result in the end line, ``ended`` whether there was
    one, ``gaps`` the lines on which a manual card resolved, with its number, ``corrections`` the number of lines with
    which a judge changed the game, ``miscounts`` what players counted otherwise than the replay (502.4, 501.4).
    """

    _action = Action
    _header = Header
    _formats = FORMATS
    _game = "x610z"
    _over = "106.2"

    def __init__(self, pool: Pool | None = None, decks: Decks | None = None) -> None:
        super().__init__()
        self.pool = pool
        self._decks = decks
        self.corrections = 0
        self.miscounts: tuple[dict[str, object], ...] = ()

    def _check_header(self, header: Header) -> None:
        read_header(header, self.pool)

    def _perform(self, state: State, action: Action) -> Violation | None:
        violation = perform(state, action)
        if violation is None and state.awaiting:
            self.gaps.append((action.n, state.awaiting))
        return violation

    def _note(self, line: NoteLine) -> None:
        if line.passes is not None and self.header is not None and self.header.level == "full":
            raise LogError("field_not_allowed", field="passes", do="note")
        super()._note(line)
        said = line.said if isinstance(line.said, dict) else {}
        if said.get("kind") == "count" and self.state is not None and started(self.state):
            found = miscounted(self.state, said.get("seat"), said.get("hand"), said.get("deck"))
            self.miscounts += ({"n": line.n, **found},) if found else ()

    def _middle(self, line: SeatLine | Chance | CheckLine | JudgeLine | AgreeLine) -> Violation | None:
        if isinstance(line, SeatLine):
            if self.state is not None:
                raise LogError("seat_too_late", seat=line.seat)
            self._seats.append(line)
            return None
        state = self.begin()
        if not isinstance(line, CheckLine):
            try:
                self._from_outside(state, line)
            except RuleBroken as broken:
                return broken.violation
            return None
        self._count(line.n)
        if not started(state) and line.public is not None and (line.public.hand or line.public.deck):
            deal(state)  # the players have counted, so they have drawn (105.3a)
        self._compare(state, line)
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
            real = _counts(state, line.public.discard is not None)
            if line.public != real:
                for name, rule in _COUNTED.items():
                    differing(rule, name, getattr(line.public, name), getattr(real, name))
        if line.digest is None:
            return
        if self.header is not None and self.header.semantics not in (0, SEMANTICS):
            self.foreign_digests += 1  # a fingerprint counts for the engine that made it only
            return
        if all(state.order_known) and not state.unverifiable:
            differing("", "digest", line.digest, state.digest())
        else:
            unknown(state, "501.4", "digest_of_hidden_cards")


def miscounted(state: State, seat: object, hand: object, deck: object) -> dict[str, object]:
    """What a player counted otherwise than the replay: both numbers of both piles, and whose; {} where nothing differs.

    What was not counted is taken from the replay.
    """
    if not isinstance(seat, int) or not 0 <= seat < len(state.hand):
        return {}
    held, left = len(state.hand[seat]), len(state.deck[seat])
    said = [one if isinstance(one, int) else real for one, real in ((hand, held), (deck, left))]
    player = state.game.seats[seat].player
    counts = {"player": player, "hand": said[0], "deck": said[1], "held": held, "left": left}
    return counts if said != [held, left] else {}


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


def _counts(st: State, piles: bool) -> Public:
    """Everything that can be counted in a state, the discard ``piles`` if they are asked for."""
    return Public(
        turn=st.turn,
        round=st.round,
        active=st.active,
        phase=PHASES[st.phase],
        hand=[len(cards) for cards in st.hand],
        deck=[len(cards) for cards in st.deck],
        discard=[len(cards) for cards in st.discard] if piles else None,
        pool=[list(pool) for pool in st.pool],
    )


def public_of(st: State) -> Public:
    """The public counts of a state, as a check line writes them."""
    return _counts(st, False)


def _same_hash(written: str, found: str) -> bool:
    return written.removeprefix("sha256:") == found.removeprefix("sha256:")


def started(st: State | None) -> bool:
    """True once the first action line of a game has been taken."""
    return st is not None and (st.phase != SETUP or st.announcer >= 0)
