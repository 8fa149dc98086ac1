"""What stays the same during a game: ruleset, card pool, board and seats, built from the first lines of a log."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct

from rules_engine.kernel.errors import LogError
from rules_engine.kernel.rulings import refusing_unknown_answers
from rules_engine.x610z.log import Header, SeatLine

from .board import Board, load_board
from .cards import CardRevision, Pool, load_pool, packaged
from .model import COLORLESS, DEACTIVATED, NON_ACTIVE, SEMANTICS, Amounts
from .nodes import Activated, ChooseOne, Gate, ModStat, Node, Seq, Slot, Static, Target, Trigger, You, walk
from .rulesets import LATEST, RULESETS, Ruleset, load_ruleset

P = TypeVar("P", Activated, Trigger)


class Extra(Struct, frozen=True):
    """One additional effect with its cost (204.4).

    ``repeat``: it may be paid any number of times (204.4b). ``must``: it must be paid by the person who can (207.2).
    ``option`` is the "or" option that it belongs to, None = any. ``targets`` are the targets that only it needs.
    """

    gate: Gate
    cost: Amounts
    repeat: bool
    must: bool
    option: int | None
    targets: frozenset[int]


class Body(Struct, frozen=True):
    """The part of a card that takes place at once: its targets, its "or" options and its additional effects in the
    order in which the text names them."""

    nodes: tuple[Node, ...]
    targets: tuple[Target, ...]
    modes: int
    extras: tuple[Extra, ...]

    def index_of(self, gate: Gate) -> int:
        """Which of the additional effects this gate is; two alike are two."""
        return next(index for index, extra in enumerate(self.extras) if extra.gate is gate)

    def open_extras(self, mode: int) -> list[int]:
        """The indexes of the additional effects that can be paid with this "or" option."""
        return [i for i, extra in enumerate(self.extras) if extra.option is None or extra.option == mode]

    def cost_of(self, paid: tuple[int, ...]) -> Amounts:
        """What is paid for the additional effects together; ``paid`` says how often each (204.4a)."""
        total = (0, 0, 0, 0)
        for extra, times in zip(self.extras, paid, strict=False):
            total = plus(total, extra.cost, times)
        return total


class CardInfo(Struct, frozen=True):
    """A card revision with the parts of its tree sorted by when they work; abilities keep their index in the tree."""

    card: CardRevision
    cost: Amounts
    movement: Amounts
    produces: Amounts
    crystal: bool
    permanent: bool
    body: Body
    activated: tuple[tuple[int, Activated, Body], ...]
    triggers: tuple[tuple[int, Trigger, Body], ...]
    statics: tuple[Node, ...]
    changes_defense: bool
    gap: bool


@lru_cache(maxsize=4096)
def _modes(nodes: tuple[Node, ...]) -> int:
    return max((len(node.options) for node in walk(nodes) if isinstance(node, ChooseOne)), default=0)


def body_of(nodes: tuple[Node, ...], targets: tuple[Target, ...]) -> Body:
    """The body of these nodes; its additional effects are known by the very gates in them."""
    return Body(nodes, targets, _modes(nodes), tuple(_extras(nodes, targets, None)))


def _extras(part: object, targets: tuple[Target, ...], option: int | None) -> Iterator[Extra]:
    """The gates at which the caster pays, depth first in written order."""
    if isinstance(part, tuple):
        for one in part:
            yield from _extras(one, targets, option)
    elif isinstance(part, ChooseOne):
        for number, one in enumerate(part.options):
            yield from _extras(one, targets, number)
    elif isinstance(part, Gate) and (
        part.kind == "each_extra" or (part.kind == "pay" and isinstance(part.payer, You))
    ):
        own = frozenset(
            slot.n for slot in walk(part.then) if isinstance(slot, Slot) and _is_extra(targets, slot.n)
        )
        yield Extra(part, part.cost.as_tuple(), part.kind == "each_extra", part.must, option, own)
        yield from _extras(part.then, targets, option)
        yield from _extras(part.otherwise, targets, option)
    elif isinstance(part, Seq | Gate):
        for name in ("steps", "first", "then", "otherwise"):
            yield from _extras(getattr(part, name, None), targets, option)


def _is_extra(targets: tuple[Target, ...], index: int) -> bool:
    return index < len(targets) and targets[index].extra


def _flat(node: Node) -> tuple[Node, ...]:
    return tuple(step for part in node.steps for step in _flat(part)) if isinstance(node, Seq) else (node,)


def card_info(card: CardRevision) -> CardInfo:
    """The revision with its tree sorted into body, activated, triggered and continuous effects."""
    parts = card.tree.parts if card.tree else ()
    steps = tuple(
        part
        for part in parts
        if type(part).__name__ not in ("Trigger", "Static", "Activated", "Produce", "Stats")
    )
    statics = tuple(step for part in parts if isinstance(part, Static) for step in _flat(part.tree))
    return CardInfo(
        card=card,
        cost=card.cost.as_tuple(),
        movement=card.movement.as_tuple(),
        produces=card.produces.as_tuple(),
        crystal=card.is_crystal,
        permanent=card.permanent or card.is_summon or card.is_crystal,
        body=body_of(steps, card.tree.targets if card.tree else ()),
        activated=_bodies(parts, Activated),
        triggers=_bodies(parts, Trigger),
        statics=statics,
        changes_defense=any(isinstance(node, ModStat) and node.stat == "defense" for node in statics),
        gap=card.manual or (card.is_effect and card.tree is None),
    )


def _bodies(parts: tuple[Node, ...], kind: type[P]) -> tuple[tuple[int, P, Body], ...]:
    """Every ability of a kind with its place in the tree and what it does."""
    return tuple(
        (place, part, body_of((part.tree,), part.targets))
        for place, part in enumerate(parts)
        if isinstance(part, kind)
    )


@lru_cache(maxsize=16)
def _infos(pool: Pool) -> tuple[CardInfo, ...]:
    return tuple(card_info(card) for card in pool.cards)


class Seat(Struct, frozen=True):
    """One seat: ``home`` is its Starting Dot, ``team`` the index of its team (its own if it plays alone)."""

    number: int
    player: str
    home: int
    team: int
    team_name: str | None
    deck_hash: str
    deck_size: int


class Game:
    """Ruleset, rulings, pool, board and seats of one game. Immutable; states refer to it."""

    def __init__(self, header: Header, seats: list[SeatLine], pool: Pool | None = None) -> None:
        """Without a ``pool`` it is the packaged one that the header pins. Raises :class:`LogError` for a header or seat
        that names what does not exist."""
        self.header = header
        self.pool, self.ruleset, self.board = read_header(header, pool)
        self.full = header.level == "full"
        self.organized = header.organized_play
        self.places = header.places
        self.infos = _infos(self.pool)
        self.seats = _seats(self.board, header.mode, seats)
        self.teams = tuple(seat.team for seat in self.seats)
        self.homes = tuple(seat.home for seat in self.seats)
        self.domain = f"x610z/{self.ruleset.id}/{SEMANTICS}"
        self.deckout_at_once = self._deckout() == "at_once"
        self.substitution = self.ruleset.switches["shortfall"] == "any_type"
        self.chosen = self.ruleset.rulings
        self.late_extras = self.chosen["H4"] == "all_at_resolution"
        self.stack_stays = self.chosen["H19"] == "stack_resolves"
        self.two_states = self.ruleset.switches["activation_states"] == 2
        self.turned = DEACTIVATED if self.two_states else NON_ACTIVE
        # A crystal keeps the action phase open if it is an answer (H34) and answers do so (H6).
        self.answers_with_crystals = self.chosen["H34"] == "any_action" and self.chosen["H6"] == "must_repeat"
        self.you_is_caster = self.chosen["H37"] == "caster"
        # When an action triggers what waits for it (H39).
        self.early = self.chosen["H39"] == "all_at_announcement"
        self.late = self.chosen["H39"] == "all_at_resolution"
        self.enemies_only = self.chosen["H40"] == "opponents_only"
        self.right_angle = self.chosen["H7"] == "right_angle_allowed"

    def _deckout(self) -> str:
        chosen = self.ruleset.rulings["H16"]
        return str(self.ruleset.switches["deckout"]) if chosen == "ruleset" else chosen

    def rev_of(self, key: str) -> int:
        """The index of the card with this number or name. Raises :class:`LogError` for an unknown card."""
        found = self.pool.index.get(key)
        if found is not None:
            return found
        card = self.pool.find(key)
        if card is None:
            raise LogError("unknown_card", card=key[:80])
        return self.pool.index[card.number]

    def number_of(self, rev: int) -> str:
        """The collector's number of a card index, ``"?"`` while unknown."""
        return self.pool.cards[rev].number if rev >= 0 else "?"

    def kind_of(self, card: CardRevision) -> str:
        """The type of a card; with five types a Summon Effect Card is an Effect Card (304.2a, 400.1, H28)."""
        five = self.chosen["H28"] == "five" and card.kind == "summon_effect"
        return "effect" if five else card.kind

    def enemies(self, a: int, b: int) -> bool:
        """True if the two seats are opponents (104.2)."""
        return self.teams[a] != self.teams[b]

    def team_mask(self, seat: int) -> int:
        """The seats of one team as a bit mask."""
        return sum(1 << i for i, team in enumerate(self.teams) if team == self.teams[seat])


def read_header(header: Header, pool: Pool | None = None) -> tuple[Pool, Ruleset, Board]:
    """The cards, the rules and the board of a game; without a ``pool`` the packaged one that the header pins.

    Raises :class:`LogError` for a header that names what does not exist, or what does not go together.
    """
    pool = pool or (packaged(header.pool) if header.pool else None) or load_pool()
    ruleset = _find_ruleset(header)
    board = _find_board(header)
    if header.pool and header.pool.removeprefix("sha256:") != pool.sha256:
        raise LogError("other_pool", pool=header.pool, known=f"sha256:{pool.sha256}")
    if header.mode not in ("single", "multi", "team"):
        raise LogError("unknown_mode", mode=header.mode)
    if header.level not in ("compact", "full"):
        raise LogError("unknown_level", level=header.level)
    if header.places and header.organized_play:
        raise LogError("places_in_organized_play")
    return pool, ruleset, board


def _find_ruleset(header: Header) -> Ruleset:
    name = header.ruleset or LATEST
    if name not in RULESETS:
        raise LogError("unknown_ruleset", ruleset=name)
    with refusing_unknown_answers():
        return load_ruleset(name, header.choices, header.rulings)


def _find_board(header: Header) -> Board:
    name, _, pinned = (header.board or "act-1").partition("@")
    try:
        board = load_board(name)
    except KeyError:
        raise LogError("unknown_board", board=name) from None
    if pinned and pinned != board.sha256:
        raise LogError("other_board", board=header.board)
    return board


def _seats(board: Board, mode: str, lines: list[SeatLine]) -> tuple[Seat, ...]:
    if not 2 <= len(lines) <= 6 or (mode == "single" and len(lines) != 2):
        raise LogError("wrong_number_of_seats", seats=len(lines), mode=mode)
    team_names: dict[str, int] = {}
    seats: list[Seat] = []
    for number, line in enumerate(lines):
        if line.seat != number:
            raise LogError("seats_out_of_order", seat=line.seat, expected=number)
        if line.dot not in board.number:
            raise LogError("unknown_dot", dot=line.dot)
        if (line.team is not None) != (mode == "team"):
            raise LogError("team_and_mode_differ", seat=number, mode=mode)
        team = number if line.team is None else team_names.setdefault(line.team, len(team_names))
        deck = line.deck
        home = board.number[line.dot]
        seats.append(
            Seat(
                number,
                line.player,
                home,
                team,
                line.team,
                deck.sha256 if deck else "",
                deck.cards if deck else 0,
            )
        )
    if mode == "team" and len(team_names) < 2:
        raise LogError("wrong_number_of_teams", teams=len(team_names))
    return tuple(seats)


def covers(pool: Amounts, cost: Amounts) -> bool:
    """True if the energy meets the cost: own types for coloured energy, any type for colorless (204.1b-c)."""
    return (
        pool[0] >= cost[0]
        and pool[1] >= cost[1]
        and pool[2] >= cost[2]
        and pool[0] + pool[1] + pool[2] + pool[COLORLESS] >= cost[0] + cost[1] + cost[2] + cost[COLORLESS]
    )


def plus(a: Amounts, b: Amounts, times: int = 1) -> Amounts:
    """``a + times * b``, type by type."""
    if times == 1:
        return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])
    return (a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2], a[3] + times * b[3])


def minus_floor(a: Amounts, b: Amounts) -> Amounts:
    """``a - b`` type by type, never below zero."""
    return above_zero(a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3])


def above_zero(mystic: int, boost: int, robiumm: int, colorless: int) -> Amounts:
    """These amounts, none of them below zero."""
    return (
        mystic if mystic > 0 else 0,
        boost if boost > 0 else 0,
        robiumm if robiumm > 0 else 0,
        colorless if colorless > 0 else 0,
    )


def as_payment(amounts: Amounts) -> dict[str, int]:
    """The amounts as a log writes them: only types that are used, by name."""
    from .model import TYPES

    return {name: amount for name, amount in zip(TYPES, amounts, strict=True) if amount}
