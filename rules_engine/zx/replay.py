"""Replaying a Z/X log line by line: the order of the lines, the checks of every line, checkpoints and the result."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rules_engine.kernel.errors import Divergence, EngineGap, LogError, RuleBroken
from rules_engine.kernel.reader import Decks
from rules_engine.kernel.replay import LogReplay, differing

from .cards import ZxPool, load_pool
from .deckrules import DECK_SIZE
from .hidden import UNNAMED
from .judge import apply_agreement, apply_judge
from .log import (
    FORMAT,
    GAME,
    WITH_AGREEMENTS,
    Action,
    AgreeLine,
    Chance,
    CheckLine,
    Header,
    JudgeLine,
    Line,
    SeatLine,
)
from .model import CHARGE, DECK, FINGERPRINT, HAND, LIFE, SEATS, State
from .play import perform
from .setup import beside, check_constructed, check_laid_out, initial
from .table import Table, read_header

_COUNTED = {
    "turn": "B.flow-2",
    "hand": "301.3d",
    "deck": "301.3d",
    "life": "301.3d",
    "charge": "301.3d",
    "digest": "",
}
"""The rule by which players and replay ought to agree on a count."""


class Replay(LogReplay[State, Header]):
    """The state of a log that has been read so far. Feed it lines in order with :meth:`feed`."""

    _action = Action
    _header = Header
    _formats = (FORMAT, WITH_AGREEMENTS)
    _game = GAME
    _over = "101.2"
    _perform = staticmethod(perform)

    def __init__(self, pool: ZxPool | None = None, decks: Decks | None = None) -> None:
        """``decks`` are registered lists by seat, for decks whose order no line tells."""
        super().__init__()
        self._registered = decks or {}
        self.pool = pool or load_pool()
        self._decks: dict[int, list[str] | None] = {}
        self._first: int | None = None

    def _check_header(self, header: Header) -> None:
        read_header(header, self.pool)

    def _middle(self, line: Line) -> None:
        if isinstance(line, SeatLine | Chance):
            self._prepare(line)
        elif isinstance(line, CheckLine):
            self._count(line.n)
            self._compare(self.begin(), line)
        elif isinstance(line, JudgeLine):
            self._count(line.n)
            apply_judge(self.begin(), line)
        elif isinstance(line, AgreeLine):
            self._count(line.n)
            if self.header is None or self.header.format != WITH_AGREEMENTS:
                raise LogError("line_of_later_format", of="agree", format=WITH_AGREEMENTS)
            apply_agreement(self.begin(), line)
        else:
            raise LogError("line_not_of_this_game")

    def _prepare(self, line: SeatLine | Chance) -> None:
        """A line of the preparation, which must stand before the first action."""
        if self.state is not None:
            raise LogError("preparation_too_late")
        if isinstance(line, SeatLine):
            self._seats.append(line)
        elif line.of == "first" and isinstance(line.value, int) and line.value in SEATS:
            self._first = line.value
        elif (
            line.of == "deck" and line.seat in SEATS and (line.value is None or isinstance(line.value, list))
        ):
            assert line.seat is not None  # it is one of the seats
            if line.seat in self._decks:
                raise LogError("line_repeated", of="chance")
            self._decks[line.seat] = line.value
        else:
            raise LogError("unknown_chance", of=line.of)

    def _initial(self, header: Header) -> State:
        table = Table(header, self._seats, self.pool)
        if self._first is None or sorted(self._decks) != list(SEATS):
            raise LogError("preparation_missing")
        decks, left = zip(*(self._deck_of(header, seat) for seat in table.seats), strict=True)
        for seat in table.seats:
            deck = left[seat.seat] or decks[seat.seat]
            found = check_laid_out(table, seat)
            hidden = UNNAMED in (*deck, seat.start_card, *seat.dynamis)
            if found is None and header.play == "constructed" and not hidden:
                found = check_constructed(table, seat, deck)
            if found is not None:
                _read_or_gap(table, (*beside(seat), *(name for name in deck if name != UNNAMED)))
                raise RuleBroken(found)
        return initial(table, self._first, decks, left)

    def _deck_of(self, header: Header, seat: SeatLine) -> tuple[list[str], list[str] | None]:
        """The deck of a seat after what was laid out, and what its unknown cards can be.

        Raises :class:`EngineGap` if nothing says how many cards a deck without an order has.
        """
        order = self._decks[seat.seat]
        if order is not None:
            return order, None
        taken = [name for name in (seat.start_card, seat.gate_card, seat.start_resource) if name]
        registered = self._registered.get(seat.seat)
        if registered is not None:
            numbers = self._left_of(registered, taken, seat.seat)
            return [UNNAMED] * (len(numbers) - taken.count(UNNAMED)), numbers
        size = seat.deck.cards if seat.deck is not None else 0
        size = size or (DECK_SIZE if header.play == "constructed" else 0)
        if not size:
            raise EngineGap("order_not_written", seat=seat.seat)
        return [UNNAMED] * (size - len(taken)), None

    def _left_of(self, registered: Sequence[str], taken: Sequence[str], seat: int) -> list[str]:
        """The numbers of a registered list without what was laid out of it by name.

        Raises :class:`Divergence` for a card that is not on the list.
        """
        cards = [self.pool.find(name) for name in registered]
        numbers = [card.number for card in cards if card is not None]
        for name in taken:
            if name == UNNAMED:
                continue
            card = self.pool.find(name)
            if card is None or card.number not in numbers:
                raise Divergence("divergence", "301.3a", "not_in_deck", seat=seat, card=name[:80])
            numbers.remove(card.number)
        return numbers

    def _compare(self, st: State, line: CheckLine) -> None:
        found = checkpoint(st, line.n)
        said = self.header.semantics if self.header is not None else 0
        if line.digest is not None and 0 < said < FINGERPRINT:
            line = replace(line, digest=None)  # fingerprints were made in another way then
            self.foreign_digests += 1
        for name, rule in _COUNTED.items():
            differing(rule, name, getattr(line, name), getattr(found, name))


def _read_or_gap(table: Table, names: Iterable[str]) -> None:
    """Raise :class:`EngineGap` if a text that is not read is among the cards: it may set rules for the deck."""
    for name in names:
        if table.rev_of(name) in table.texts.manual:
            raise EngineGap("manual_card", card=name[:80])


def checkpoint(st: State, n: int) -> CheckLine:
    """The check line of a state: its fingerprint, and what both players can count."""

    def count(zone: int) -> list[int]:
        return [len(st.pile(zone, seat)) for seat in SEATS]

    return CheckLine(
        n=n,
        digest=st.digest(),
        turn=st.turn,
        hand=count(HAND),
        deck=count(DECK),
        life=count(LIFE),
        charge=count(CHARGE),
    )
