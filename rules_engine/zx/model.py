"""The state of a Z/X game: one mutable object whose containers hold only immutable values.

A *slot* is a physical card (or a marker) and stays the same all game; its *incarnation* rises with every change of zone
except from a Square to a Square, so that "the same card" (301.4) is a comparison of two integers.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from rules_engine.kernel.digest import digest
from rules_engine.kernel.report import Result

from .cards import ZxCard

if TYPE_CHECKING:
    from .table import Table

SEMANTICS = 6
"""Raised whenever the verdict of a game changes."""
FINGERPRINT = 3
"""Raised whenever the digest of a state changes that older logs can show."""

DECK, HAND, CHARGE, TRASH, LIFE, RESOURCE, REMOVE, DYNAMIS, TEMPORARY, FORCE, SQUARE, GONE = range(12)
ZONES = (
    "deck", "hand", "charge", "trash", "life", "resource", "remove", "dynamis", "temporary", "force", "square", "gone",
)  # fmt: skip
SHARED = frozenset({TEMPORARY, FORCE, SQUARE})
"""The zones that all players share (301.2a); every other belongs to one player (301.2b)."""
HIDDEN = frozenset({DECK, LIFE, HAND, DYNAMIS})
"""The zones whose cards lie face-down unless something else is said (301.3c); the others are public."""
PILES = tuple(zone * 2 + (0 if zone in SHARED else seat) for zone in range(GONE) for seat in (0, 1))
"""By zone and owner, ``zone * 2 + owner``: the place among the piles where such a card lies."""
SETUP, REBOOTING, DRAWING, RESOURCES, IGNITION, MAIN, ENDING = range(7)
PHASES = ("setup", "reboot", "draw", "resource", "ignition", "main", "end")
SEATS = (0, 1)
EVERY_SQUARE = (1 << 9) - 1
ON = tuple(1 << square for square in range(9))
"""The bit of each Square among the places where something changed."""
IN = tuple(1 << (9 + zone) for zone in range(GONE + 1))
"""The bit of each zone there."""
AGAIN = 1 << (9 + GONE + 1)
"""The bit that says: look at everything, whatever changed its place; a new turn sets it."""
EVERYWHERE = 2 * AGAIN - 1


class Obj(Struct, frozen=True, array_like=True, gc=False):
    """One physical card in its present incarnation.

    ``rev`` indexes the cards of the table. ``square`` is -1 off the Squares. ``stamp`` orders arrivals on Squares.
    ``host`` is the slot that a Shift lies on or that a Force card is connected with, -1 for none; ``token`` marks what
    is no card (912.1).
    """

    slot: int
    rev: int
    owner: int
    controller: int
    zone: int = DECK
    inc: int = 0
    square: int = -1
    asleep: bool = False
    face_up: bool = False
    damage: int = 0
    stamp: int = 0
    host: int = -1
    token: bool = False


class Battle(Struct, frozen=True, array_like=True, gc=False):
    """A battle: the attacker, and the Z/X (``target`` -1 = the player) that it attacks on ``square``."""

    attacker: int
    attacker_inc: int
    target: int
    target_inc: int
    square: int
    priority: int
    passes: int = 0
    struck: bool = False
    """Whether its damage has been dealt: what it destroys from then on dies in battle."""


class Settled(Struct, frozen=True, array_like=True, gc=False):
    """What a judge said that a card is, as long as it stays where it is; ``says`` the card whose text it has, or -1."""

    slot: int
    inc: int
    card: ZxCard
    says: int = -1


class Waiting(Struct, frozen=True, array_like=True, gc=False):
    """An automatic ability that waits until every rule effect has been carried out.

    ``keyword`` is that of the basic rules, or else ``line`` is the place of the ability in the text of the card, which
    had the incarnation ``inc`` when it triggered and was the card ``rev``: a shuffle may make it unknown since.
    """

    keyword: str
    slot: int
    seat: int
    inc: int = 0
    line: int = -1
    rev: int = -1


class Lasting(Struct, frozen=True, array_like=True, gc=False):
    """Power that a card has more or less until the end of the turn."""

    slot: int
    inc: int
    power: int


_FIRST = ("objs", "piles", "squares", "damage", "decided", "driven")
_LISTS = (*_FIRST, "fought", "left", "extras", "shifted", "counters")
_COPIED = (
    "table", "phase", "active", "first", "turn", "last_turn", "stamp", "battle", "waiting", "lasting", "result",
    "unverifiable", "hides", "behind", "moved", "hurt", "laid", "settled", "standing",
)  # fmt: skip
_lists, _copied = attrgetter(*_LISTS), attrgetter(*_COPIED)


class State:
    """Everything a game consists of at one moment.

    ``piles`` holds, by ``zone * 2 + seat``, the slots in a zone with the top card last; a shared zone uses seat 0.
    ``squares`` holds the slots on each Square, the oldest first, ``standing`` those on all of them.
    ``damage`` is the damage that each player still has to take (907.1), ``fought`` how much of it comes from battles
    (only where Z35 asks), ``decided`` who has kept or redrawn the first hand, ``driven`` who has played a Z/Xtend
    Drive. ``extras`` says who has played a Z/X Extra or Event Extra this turn, ``shifted`` who a Shift; ``counters``
    are the Counters of each player.
    ``turn`` counts the turns from 1; after the one called ``last_turn`` Life decides (0: time has not been called).
    ``left`` is by seat and card what the unknown cards can be, None if nobody knows;
    ``hides`` says that somebody's deck has no written order, ``behind`` are the Player Extras that are not revealed
    yet. ``moved`` has the bit of every Square and zone that a card came to or left since preprocessing found nothing
    to do (:data:`ON`, :data:`IN`, :data:`AGAIN`); ``hurt``: a Z/X may have as much damage as Power; ``laid``: a Shift
    may lie on a card. ``settled`` is what a judge said of cards that the documents leave open.
    ``answers``, ``asked``, ``names``, ``named`` and ``events`` belong to the line being carried out and are not part of
    the state.
    """

    __slots__ = (*_LISTS, *_COPIED, "answers", "asked", "names", "named", "events", "hits")

    table: "Table"
    objs: list[Obj]
    piles: list[tuple[int, ...]]
    squares: list[tuple[int, ...]]
    damage: list[int]
    fought: list[int]
    decided: list[bool]
    driven: list[bool]
    left: list[Mapping[int, int] | None]
    extras: list[bool]
    shifted: list[bool]
    counters: list[tuple[tuple[str, int], ...]]
    hides: bool
    behind: tuple[int, ...]
    moved: int
    hurt: bool
    laid: bool
    standing: tuple[int, ...]
    settled: tuple[Settled, ...]
    phase: int
    active: int
    first: int
    turn: int
    last_turn: int
    stamp: int
    battle: Battle | None
    waiting: tuple[Waiting, ...]
    lasting: tuple[Lasting, ...]
    result: Result | None
    unverifiable: int
    answers: Sequence[object]
    asked: int
    names: list[str]
    named: int
    events: list[tuple[Any, ...]]
    hits: defaultdict[str, int]

    def __init__(self, table: "Table", first: int) -> None:
        self.table = table
        self.objs = []
        self.piles = [()] * (2 * SQUARE)
        self.squares = [()] * 9
        self.damage = [0, 0]
        self.fought = [0, 0]
        self.decided = [False, False]
        self.driven = [False, False]
        self.left = [None, None]
        self.extras = [False, False]
        self.shifted = [False, False]
        self.counters = [(), ()]
        self.hides = False
        self.behind = ()
        self.moved, self.hurt, self.laid = EVERYWHERE, False, False
        self.names, self.named = [], 0
        self.phase = SETUP
        self.active = self.first = first
        self.turn = self.last_turn = self.stamp = self.unverifiable = self.asked = 0
        self.battle = None
        self.waiting = ()
        self.lasting = ()
        self.settled = ()
        self.standing = ()
        self.result = None
        self.answers, self.events, self.hits = [], [], defaultdict(int)

    def snapshot(self) -> "State":
        """A copy that later changes do not touch."""
        copy = State.__new__(State)
        copy.restore(self)
        return copy

    def restore(self, saved: "State") -> None:
        """Become what ``saved`` is."""
        (
            self.objs,
            self.piles,
            self.squares,
            self.damage,
            self.decided,
            self.driven,
            self.fought,
            self.left,
            self.extras,
            self.shifted,
            self.counters,
        ) = map(list.copy, _lists(saved))
        (
            self.table,
            self.phase,
            self.active,
            self.first,
            self.turn,
            self.last_turn,
            self.stamp,
            self.battle,
            self.waiting,
            self.lasting,
            self.result,
            self.unverifiable,
            self.hides,
            self.behind,
            self.moved,
            self.hurt,
            self.laid,
            self.settled,
            self.standing,
        ) = _copied(saved)
        self.hits = saved.hits.copy()
        self.answers, self.asked, self.events = [], 0, []
        self.names, self.named = [], 0

    def digest(self) -> str:
        """The fingerprint of the state; the same for the same state on every machine."""
        result = self.result
        value = (
            *(getattr(self, name) for name in _FIRST),
            [left and sorted(left.items()) for left in self.left],
            (
                self.phase,
                self.active,
                self.first,
                self.turn,
                self.last_turn,
                self.stamp,
                self.battle,
                [(one.keyword, one.slot, one.seat, one.inc, one.line) for one in self.waiting],
                self.lasting,
            ),
            None if result is None else (result.winners, result.draw, result.rule),
        )
        return digest(f"zx/{self.table.ruleset}/{FINGERPRINT}", (*value, *self._later()))

    def _later(self) -> tuple[object, ...]:
        """What a state has besides, left out where there is none: older logs have fingerprints without it."""
        later = (tuple(self.extras), tuple(self.counters))
        found = (later,) if later != ((False, False), ((), ())) else ()
        found = (*found, "fought", *self.fought) if any(self.fought) else found
        found = (*found, "shifted", *self.shifted) if any(self.shifted) else found
        said = [
            (one.slot, one.inc, one.card.name, one.card.colours, one.card.power, *[one.says][: one.says >= 0])
            for one in self.settled
        ]
        return (*found, "settled", said) if said else found

    # --- looking ----------------------------------------------------------------------------------------------------

    def pile(self, zone: int, seat: int = 0) -> tuple[int, ...]:
        """The slots in a zone of a seat, the top card last."""
        return self.piles[PILES[zone * 2 + seat]]

    def said_of(self, slot: int) -> Settled | None:
        """What a judge said that the card in a slot is."""
        inc = self.objs[slot].inc
        return next((said for said in self.settled if said.slot == slot and said.inc == inc), None)

    def card(self, slot: int) -> ZxCard:
        """The printed card in a slot, or what a judge said that it is."""
        if self.settled and (said := self.said_of(slot)):
            return said.card
        return self.table.cards[self.objs[slot].rev]

    def text_of(self, slot: int) -> int:
        """The card whose text the card in a slot has: its own, unless a judge said otherwise."""
        if self.settled and (said := self.said_of(slot)) and said.says >= 0:
            return said.says
        return self.objs[slot].rev

    def zx_on(self, square: int) -> list[int]:
        """The Z/X on a Square, the oldest first; a Player card there is none."""
        slots = self.squares[square]
        if not slots:
            return []
        zx, objs = self.table.zx, self.objs
        return [slot for slot in slots if zx[objs[slot].rev]]

    def all_zx(self) -> list[int]:
        """The Z/X on all Squares, in the order of the Squares."""
        zx, objs = self.table.zx, self.objs
        return [slot for slots in self.squares for slot in slots if zx[objs[slot].rev]]

    def power(self, slot: int) -> int:
        """The Power of a Z/X: what is printed, what lasts until the end of the turn, and what is always so."""
        power = self.card(slot).power or 0
        for lasting in self.lasting:
            if lasting.slot == slot and lasting.inc == self.objs[slot].inc:
                power += lasting.power
        if self.table.texts.always:
            power += self.table.texts.more_power(self, slot)
        return power

    @staticmethod
    def living(_seat: int) -> bool:
        """Whether a player is still in the game: both are, until it is over."""
        return True

    def option(self, ruling: str) -> str:
        """The option that this game chose for a ruling."""
        return self.table.chosen[ruling]

    # --- changing ---------------------------------------------------------------------------------------------------

    def stand(self, slot: int, square: int) -> None:
        """Let a card stand on a Square, as the newest of all."""
        self.squares[square] += (slot,)
        self.standing += (slot,)
        self.moved |= ON[square]

    def change(self, slot: int, **values: object) -> None:
        """Give a card other values."""
        if "damage" in values:
            self.hurt = True
        elif "host" in values:
            self.laid = True
        elif "rev" in values:
            self.moved |= AGAIN
        self.objs[slot] = replace(self.objs[slot], **values)

    def lay(self, slots: Iterable[int], *, asleep: bool) -> None:
        """Put cards to sleep or wake them: a change that no rule effect asks for."""
        objs = self.objs
        for slot in slots:
            objs[slot] = replace(objs[slot], asleep=asleep)

    def hit(self, rule: str) -> None:
        """Count that a rule took effect."""
        self.hits[rule] += 1


def other(seat: int) -> int:
    """The opponent."""
    return 1 - seat
