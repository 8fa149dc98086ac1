"""The state of a game: one mutable object whose containers hold only immutable values.

Energy is always a tuple of four integers in the order mystic, boost, robiumm, colorless. A reference to what a target
names is a triple ``(REF_OBJECT, slot, incarnation)``, ``(REF_PLAYER, seat, 0)`` or ``(REF_ITEM, item id, 0)``.
A *slot* is a physical card and stays the same all game; its *incarnation* rises with every change of zone, so that
"the target is still in play" (208.5) is a comparison of two integers.
"""

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from rules_engine.kernel.digest import digest
from rules_engine.kernel.report import Result

if TYPE_CHECKING:
    from .game import Game

SEMANTICS = 5
"""Raised whenever a golden digest or verdict changes; docs/gamelog.md says what each number means."""

DECK, HAND, STACK, PLAY, DISCARD, REMOVED = range(6)
ZONES = ("deck", "hand", "stack", "play", "discard", "removed")
UNACTIVATED, NON_ACTIVE, DEACTIVATED = range(3)
STATES = ("unactivated", "non_active", "deactivated")
SETUP, REACTIVATION, DRAW, ACTION, END = range(5)
PHASES = ("setup", "reactivation", "draw", "action", "end")
TYPES = ("mystic", "boost", "robiumm", "colorless")
MYSTIC, BOOST, ROBIUMM, COLORLESS = range(4)
REF_OBJECT, REF_PLAYER, REF_ITEM = range(3)
CAST, ACTIVATION, MOVEMENT, ATTACK, TRIGGER = range(5)
ITEM_KINDS = ("cast", "activation", "movement", "attack", "trigger")
MOVED, ATTACKED, MOVED_AGAIN, ATTACKED_AGAIN, OWN_DEACTIVATION, BY_EFFECT = 1, 2, 4, 8, 16, 32
DEACTIVATIONS = OWN_DEACTIVATION | BY_EFFECT

Amounts = tuple[int, int, int, int]
Ref = tuple[int, int, int]
NO_ENERGY: Amounts = (0, 0, 0, 0)


class Obj(Struct, frozen=True, array_like=True, gc=False):
    """One physical card in its present incarnation.

    ``rev`` indexes the pool's cards, -1 while unknown. ``dot`` is -1 off the board. ``used`` holds ``MOVED`` and
    ``ATTACKED`` for this turn (``_AGAIN``: a lasting "once more" is used up), ``sense`` the direction that binds the
    summon this turn (202.6). ``host`` refers to what a permanent was cast on; ``stamp`` orders arrivals in play.
    """

    slot: int
    rev: int
    owner: int
    controller: int
    caster: int
    zone: int = DECK
    inc: int = 0
    dot: int = -1
    state: int = UNACTIVATED
    damage: int = 0
    used: int = 0
    sense: int = 0
    counters: int = 0
    host: Ref | None = None
    stamp: int = 0


class Item(Struct, frozen=True, array_like=True, gc=False):
    """Something on the stack. ``slot`` and ``inc`` are its source, ``ability`` the index into the card's parts.

    ``paid`` says how often each additional cost was paid, in the order of the text.
    """

    id: int
    kind: int
    seat: int
    slot: int
    inc: int
    targets: tuple[Ref, ...] = ()
    path: tuple[int, ...] = ()
    cost: Amounts = NO_ENERGY
    paid: tuple[int, ...] = ()
    mode: int = 0
    ability: int = -1
    sense: int = 0
    subject: Ref | None = None
    actor: int = -1
    host: Ref | None = None

    def paid_for(self, index: int) -> int:
        """How often the additional cost with this index was paid."""
        return self.paid[index] if index < len(self.paid) else 0


class Temp(Struct, frozen=True, array_like=True, gc=False):
    """A lasting change: the effect-tree ``node`` with everything it named filled in.

    It lasts until the end of turn number ``until`` (0 = no such end), until the end of the next turn of seat
    ``until_seat`` that begins after ``since``, or as long as incarnation ``inc`` of ``slot`` is in play.
    """

    node: object
    objects: tuple[tuple[int, int], ...]
    seats: tuple[int, ...]
    amount: int
    you: int
    slot: int
    inc: int
    until: int = 0
    until_seat: int = -1
    since: int = 0
    tied: bool = False


class Pending(Struct, frozen=True, array_like=True, gc=False):
    """A triggered effect that waits to be put on the stack (207.4b-c)."""

    slot: int
    inc: int
    ability: int
    seat: int
    subject: Ref | None
    actor: int
    host: Ref | None


Gone = tuple[Obj, tuple[int, int, int, int]]
"""A card as it last was in play this turn, with its Attack Power, Defense, Speed and Range."""

_LISTS = ("objs", "deck", "hand", "discard", "removed", "play", "pool", "remaining", "order_known")
_COPIED = (
    "game",
    "occ",
    "stack",
    "temps",
    "statics",
    "triggers",
    "hosted",
    "pending",
    "phase",
    "active",
    "turn",
    "round",
    "starter",
    "first",
    "alive",
    "crystal_cast",
    "ending",
    "announcer",
    "passed",
    "next_item",
    "stamp",
    "extra_turns",
    "skips",
    "round_seats",
    "is_extra",
    "normal",
    "turn_stamp",
    "decked_out",
    "drew_normally",
    "awaiting",
    "attackers",
    "fallen",
    "placed",
    "result",
    "unverifiable",
    "unknowns",
    "hits",
    "last",
    "gone",
)


class State:
    """Everything a game consists of at one moment; see the module text for the shapes.

    Lists are indexed by slot (``objs``) or seat. ``deck[seat]`` has its top card last. ``remaining[seat]`` counts the
    registered cards whose place is not known yet, None if no list is known at all. ``occ`` maps a dot to its slot.
    ``statics``, ``triggers`` and ``hosted`` are what in play works on without end, listens, and lies on something.
    ``passed`` is a bit mask of seats that passed since the last announcement or resolution.
    ``awaiting`` is the number of a manual card whose effect a judge has to enter before anything else happens.
    ``unverifiable`` counts the checks that hidden facts made impossible, ``unknowns`` the same by rule and code.
    ``placed`` are the winners so far with their rule when a casual game goes on for places (106.1), ``fallen`` those
    who lost, the last first.
    ``gone`` keeps, until the turn ends, each card as it last was in play; the dict is replaced, never changed.
    ``normal`` is the seat whose turn it last was in the order of the table, extra turns left out; ``turn_stamp`` the
    last arrival in play before this turn.
    ``answers``, ``source`` (the slot whose effect is carried out) and ``events`` belong to the line being carried out
    and are not part of the state.
    """

    __slots__ = (*_LISTS, *_COPIED, "answers", "asked", "events", "source")

    game: "Game"
    objs: list[Obj]
    deck: list[tuple[int, ...]]
    hand: list[tuple[int, ...]]
    discard: list[tuple[int, ...]]
    removed: list[tuple[int, ...]]
    play: list[tuple[int, ...]]
    pool: list[Amounts]
    remaining: list[dict[int, int] | None]
    order_known: list[bool]
    occ: dict[int, int]
    stack: tuple[Item, ...]
    temps: tuple[Temp, ...]
    statics: tuple[int, ...]
    triggers: tuple[int, ...]
    hosted: tuple[int, ...]
    pending: tuple[Pending, ...]
    phase: int
    active: int
    turn: int
    round: int
    starter: int
    first: int
    alive: int
    crystal_cast: bool
    ending: bool
    announcer: int
    passed: int
    next_item: int
    stamp: int
    extra_turns: tuple[int, ...]
    skips: tuple[tuple[int, int], ...]
    round_seats: int
    is_extra: bool
    normal: int
    turn_stamp: int
    decked_out: int
    drew_normally: bool
    awaiting: str
    attackers: tuple[int, ...]
    fallen: tuple[tuple[int, ...], ...]
    placed: tuple[tuple[str, tuple[int, ...]], ...]
    result: Result | None
    unverifiable: int
    unknowns: dict[tuple[str, str], int]
    hits: defaultdict[str, int]
    last: tuple[str, tuple[int, ...], bool] | None
    gone: dict[int, Gone]
    answers: list[Any]
    asked: int
    events: list[tuple[Any, ...]]
    source: int

    def __init__(self, game: "Game") -> None:
        seats = len(game.seats)
        self.game = game
        self.objs = []
        for name in ("deck", "hand", "discard", "removed", "play"):
            setattr(self, name, [()] * seats)
        self.pool = [NO_ENERGY] * seats
        self.remaining = [None] * seats
        self.order_known = [True] * seats
        self.occ = {}
        self.stack = ()
        self.temps = ()
        self.statics = ()
        self.triggers = ()
        self.hosted = ()
        self.pending = ()
        self.phase = SETUP
        self.active = 0
        self.turn = self.round = 0
        self.starter = self.first = -1
        self.alive = (1 << seats) - 1
        self.crystal_cast = self.ending = self.is_extra = False
        self.announcer = -1
        self.passed = 0
        self.next_item = 1
        self.stamp = 0
        self.extra_turns = ()
        self.skips = ()
        self.round_seats = 0
        self.normal = -1
        self.turn_stamp = 0
        self.decked_out = 0
        self.drew_normally = False
        self.awaiting = ""
        self.attackers = (-1,) * seats
        self.fallen = ()
        self.placed = ()
        self.result = None
        self.unverifiable = 0
        self.unknowns = {}
        self.hits = defaultdict(int)
        self.last = None
        self.gone = {}
        self.answers = []
        self.asked = 0
        self.events = []
        self.source = -1

    def snapshot(self) -> "State":
        """A copy that shares every card with this state (some microseconds)."""
        copy = State.__new__(State)
        copy.objs = self.objs[:]
        copy.deck = self.deck[:]
        copy.hand = self.hand[:]
        copy.discard = self.discard[:]
        copy.removed = self.removed[:]
        copy.play = self.play[:]
        copy.pool = self.pool[:]
        copy.remaining = [count if not count else dict(count) for count in self.remaining]
        copy.order_known = self.order_known[:]
        copy.occ = self.occ.copy()
        copy.hits = self.hits.copy()
        copy.game = self.game
        copy.stack = self.stack
        copy.temps = self.temps
        copy.statics = self.statics
        copy.triggers = self.triggers
        copy.hosted = self.hosted
        copy.pending = self.pending
        copy.phase = self.phase
        copy.active = self.active
        copy.turn = self.turn
        copy.round = self.round
        copy.starter = self.starter
        copy.first = self.first
        copy.alive = self.alive
        copy.crystal_cast = self.crystal_cast
        copy.ending = self.ending
        copy.announcer = self.announcer
        copy.passed = self.passed
        copy.next_item = self.next_item
        copy.stamp = self.stamp
        copy.extra_turns = self.extra_turns
        copy.skips = self.skips
        copy.round_seats = self.round_seats
        copy.is_extra = self.is_extra
        copy.normal = self.normal
        copy.turn_stamp = self.turn_stamp
        copy.decked_out = self.decked_out
        copy.drew_normally = self.drew_normally
        copy.awaiting = self.awaiting
        copy.attackers = self.attackers
        copy.fallen = self.fallen
        copy.placed = self.placed
        copy.result = self.result
        copy.unverifiable = self.unverifiable
        copy.unknowns = self.unknowns
        copy.last = self.last
        copy.gone = self.gone
        copy.answers = []
        copy.asked = 0
        copy.events = []
        copy.source = -1
        return copy

    def restore(self, saved: "State") -> None:
        """Become a copy of ``saved``, which stays usable."""
        copy = saved.snapshot()
        for name in _LISTS:
            setattr(self, name, getattr(copy, name))
        for name in _COPIED:
            setattr(self, name, getattr(copy, name))
        self.answers = []
        self.asked = 0
        self.events = []
        self.source = -1

    def change(self, slot: int, **fields: object) -> Obj:
        """Replace the card in ``slot`` by one with other field values, and return it."""
        obj = replace(self.objs[slot], **fields)
        self.objs[slot] = obj
        return obj

    def digest(self) -> str:
        """The fingerprint of the whole state (passes and caches left out)."""
        game = self.game
        value = (
            self.objs,
            self.deck,
            self.hand,
            self.discard,
            self.removed,
            self.play,
            self.pool,
            [None if count is None else sorted(count.items()) for count in self.remaining],
            self.stack,
            self.temps,
            self.pending,
            (
                self.phase,
                self.active,
                self.turn,
                self.round,
                self.first,
                self.alive,
                self.next_item,
                self.stamp,
            ),
            (
                self.crystal_cast,
                self.ending,
                self.extra_turns,
                self.skips,
                self.round_seats,
                self.decked_out,
                self.drew_normally,
            ),
            self.awaiting,
            self.attackers,
            self.fallen,
            self.placed,
            self.result,
            sorted(self.gone.items()),
            self.normal,
            self.turn_stamp,
        )
        return digest(game.domain, value)

    def living(self, seat: int) -> bool:
        """True while the seat is in the game."""
        return bool(self.alive >> seat & 1)


def clockwise(state: State, after: int) -> list[int]:
    """The living seats in turn order, beginning left of ``after`` and ending with ``after`` itself if it lives."""
    count = len(state.hand)
    alive = state.alive
    return [seat for step in range(1, count + 1) if alive >> (seat := (after + step) % count) & 1]


def unknown(state: State, rule: str, code: str) -> None:
    """Count a check of ``rule`` that a hidden card, or something nobody wrote down, made impossible."""
    state.unverifiable += 1
    state.unknowns = state.unknowns | {(rule, code): state.unknowns.get((rule, code), 0) + 1}


def hit(state: State, rule: str) -> None:
    """Count that ``rule`` took effect (for the report and the coverage matrix)."""
    state.hits[rule] += 1
