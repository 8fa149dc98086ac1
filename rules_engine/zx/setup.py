"""The preparation of a game, in its twelve steps."""

from collections.abc import Mapping, Sequence

from rules_engine.kernel.errors import EngineGap, LogError, RuleBroken, Violation, broken

from .abilities import happen
from .answers import ask_order
from .cards import DYNAMIS_KINDS, GATE_CARD, START_CARD, START_RESOURCE, ZxCard
from .cardtext.nodes import Appears
from .deckrules import ZxProblem, check_deck
from .hidden import UNNAMED, counted, known
from .log import SeatLine
from .model import DECK, DYNAMIS, HAND, LIFE, RESOURCE, SEATS, SQUARE, Obj, State, other
from .moving import draw, move
from .squares import PLAYER_SQUARES
from .table import Table

FIRST_HAND = LIFE_CARDS = 4
FIRST_RESOURCE = 2
DYNAMIS_MAX = 16

_DECK_RULES = {
    "zx_size": "B.deck-1",
    "zx_ignition": "B.deck-2",
    "zx_copies": "B.deck-3",
    "zx_keyword": "B.deck-4",
    "zx_beside": "B.deck-6",
    "zx_marker": "B.marker-4",
    "zx_dynamis_only": "B.deck-7",
    "zx_not_dynamis": "B.dynamis-1",
    "zx_dynamis_size": "B.dynamis-1",
    "zx_copies_dynamis": "B.dynamis-2",
}
"""The sentence of the basic rules behind each problem of a deck."""


def check_laid_out(table: Table, seat: SeatLine) -> Violation | None:
    """The first rule that what a player laid out before the shuffle breaks (steps 1 to 5)."""
    wanted = (
        (seat.start_card, START_CARD, "B.prep-2"),
        (seat.gate_card, GATE_CARD, "B.prep-4"),
        (seat.start_resource, START_RESOURCE, "B.prep-5"),
    )
    for name, keyword, rule in wanted:
        if name and not (name == UNNAMED and keyword == START_CARD):
            found = _has_keyword(_card(table, name), keyword, rule, seat.seat)
            if found is not None:
                return found
    if seat.player_card and _card(table, seat.player_card).kind != "player":
        return broken("B.prep-1", "no_player_card", seat.seat, card=_card(table, seat.player_card).name)
    if seat.behind not in ("", UNNAMED) and _card(table, seat.behind).kind not in (
        "player_extra",
        "zx_overboost",
    ):
        return broken("B.prep-1", "not_behind", seat.seat, card=_card(table, seat.behind).name)
    for name in seat.dynamis:
        if name == UNNAMED:
            continue
        card = _card(table, name)
        if card.kind not in DYNAMIS_KINDS:
            return broken("B.dynamis-1", "not_for_dynamis", seat.seat, card=card.name)
    return None


def _has_keyword(card: ZxCard, keyword: str, rule: str, seat: int) -> Violation | None:
    if keyword in card.keywords:
        return None
    return broken(rule, "keyword_missing", seat, card=card.name, keyword=keyword)


def beside(seat: SeatLine) -> list[str]:
    """The cards that a player laid out before the shuffle, as far as they are known."""
    named = (
        seat.player_card,
        seat.behind,
        seat.start_card,
        seat.gate_card,
        seat.start_resource,
        *seat.dynamis,
    )
    return [name for name in named if name not in ("", UNNAMED)]


def check_constructed(table: Table, seat: SeatLine, deck: Sequence[str]) -> Violation | None:
    """The first rule of deck construction that a deck breaks, what was laid out from it included."""
    main = [*deck, *filter(None, (seat.start_card, seat.gate_card, seat.start_resource))]
    problems = check_deck(_counts(table, main), _counts(table, seat.dynamis), table.pool)
    if not problems:
        return None
    first = problems[0]
    return broken(_deck_rule(first), first.code, seat.seat, **first.params)


def _deck_rule(problem: ZxProblem) -> str:
    return "B.deck-5" if problem.params.get("card") == "Void Bringer" else _DECK_RULES[problem.code]


def _counts(table: Table, names: Sequence[str]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for name in names:
        number = _card(table, name).number
        found[number] = found.get(number, 0) + 1
    return found


def _card(table: Table, name: str) -> ZxCard:
    return table.cards[table.rev_of(name)]


def initial(
    table: Table,
    first: int,
    decks: Sequence[Sequence[str]],
    left: Sequence[Sequence[str] | None] = (None, None),
) -> State:
    """The state after step 8: everything laid out, the decks in their written order, four cards in hand.

    A deck without an order is a list of :data:`UNNAMED`; ``left`` are its cards by seat, None if nobody knows them.

    Raises :class:`EngineGap` for what the engine cannot carry out yet, :class:`LogError` for a deck that is too small.
    """
    st = State(table, first)
    for seat in SEATS:
        _lay_out(st, table.seats[seat])
        st.hides |= UNNAMED in (
            table.seats[seat].start_card,
            table.seats[seat].behind,
            *table.seats[seat].dynamis,
        )
        if len(decks[seat]) < FIRST_HAND + LIFE_CARDS + FIRST_RESOURCE + 1:
            raise LogError("deck_too_small", seat=seat, cards=len(decks[seat]))
        _deal(st, seat, decks[seat])
        if UNNAMED in decks[seat]:
            st.hides = True
            st.left[seat] = None if left[seat] is None else counted(map(table.rev_of, left[seat] or ()))
    for seat in (first, other(first)):
        draw(st, seat, FIRST_HAND)
    st.hit("B.prep-8")
    return st


def _lay_out(st: State, seat: SeatLine) -> None:
    """Steps 1 to 5: Player card and what lies behind, Start Card and Dynamis (face-down), Gate Card, Start Resource."""
    number = seat.seat
    if seat.behind not in ("", UNNAMED) and _card(st.table, seat.behind).kind == "zx_overboost":
        raise EngineGap("behind_player_not_carried", card=seat.behind)
    if seat.gate_card and len(seat.dynamis) >= DYNAMIS_MAX:
        raise EngineGap("gate_card_full_dynamis", card=seat.gate_card)
    if seat.player_card:
        _add(st, number, seat.player_card, SQUARE, face_up=True)
    if seat.behind:
        _add(st, number, seat.behind, SQUARE, unseen=st.table.unseen_behind)
        st.behind += (len(st.objs) - 1,)
    if seat.start_card:
        _add(st, number, seat.start_card, SQUARE)
    for name in seat.dynamis:
        _add(st, number, name, DYNAMIS)
    if seat.gate_card:
        _add(st, number, seat.gate_card, DYNAMIS, face_up=True)
    if seat.start_resource:
        _add(st, number, seat.start_resource, RESOURCE, face_up=True)


def _deal(st: State, seat: int, deck: Sequence[str]) -> None:
    """A shuffled deck, its top card first."""
    rev_of, unknown, first = st.table.rev_of, st.table.unknown, len(st.objs)
    revs = [unknown if name == UNNAMED else rev_of(name) for name in reversed(deck)]
    st.objs += [Obj(first + place, rev, seat, seat) for place, rev in enumerate(revs)]
    st.piles[DECK * 2 + seat] = tuple(range(first, len(st.objs)))


def _add(st: State, seat: int, name: str, zone: int, *, face_up: bool = False, unseen: int = -1) -> None:
    slot = len(st.objs)
    square = PLAYER_SQUARES[seat] if zone == SQUARE else -1
    rev = st.table.rev_of(name) if name != UNNAMED else max(unseen, st.table.unknown)
    st.stamp += zone == SQUARE
    stamp = st.stamp if zone == SQUARE else 0
    st.objs.append(Obj(slot, rev, seat, seat, zone, square=square, face_up=face_up, stamp=stamp))
    if (face_up or zone == SQUARE) and rev in st.table.texts.manual:
        raise EngineGap("manual_card", card=st.card(slot).number)
    if zone == SQUARE:
        st.stand(slot, square)
    else:
        st.piles[zone * 2 + seat] += (slot,)


def decide(st: State, seat: int, redraw: bool) -> None:
    """Keep the first hand, or put it back, shuffle and draw four new cards (step 9)."""
    st.decided[seat] = True
    if redraw:
        for slot in st.pile(HAND, seat):
            move(st, slot, DECK)
        ask_order(st, seat, "B.prep-9")
        draw(st, seat, FIRST_HAND)
        st.hit("B.prep-9")


def finish_setup(st: State) -> None:
    """Steps 10 to 12: Life, Resource up to two cards, the Start Card face-up."""
    for seat in (st.first, other(st.first)):
        for _ in range(LIFE_CARDS):
            move(st, st.pile(DECK, seat)[-1], LIFE)
        while len(st.pile(RESOURCE, seat)) < FIRST_RESOURCE:
            to_resource(st, st.pile(DECK, seat)[-1])
        for slot in st.zx_on(PLAYER_SQUARES[seat]):
            if known(st, slot):
                found = _has_keyword(st.card(slot), START_CARD, "B.prep-2", seat)
                if found is not None:
                    raise RuleBroken(found)
            st.change(slot, face_up=True, asleep=st.option("Z12") == "sleep")
            st.hit("B.prep-12")
            if st.option("Z27") == "appears":
                happen(st, Appears, slot)
    st.hit("B.prep-10")
    st.hit("B.prep-11")


def to_resource(st: State, slot: int) -> None:
    """Put a card face-up into its owner's Resource; the Multicolor indicator may put it to sleep."""
    known(st, slot, RESOURCE)
    card = st.card(slot)
    asleep = False
    if card.multicolor:
        there = {
            colour for held in st.pile(RESOURCE, st.objs[slot].owner) for colour in st.card(held).colours
        }
        enough = all if st.option("Z10") == "all_there" else any
        asleep = not enough(colour in there for colour in card.colours)
        st.hit("B.colour-2")
    move(st, slot, RESOURCE, asleep=asleep)
