"""Starting a game: seats and Life Bases, first player, decks, the initial hand and Murphy's Law (105)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rules_engine.kernel.errors import LogError, Violation, broken
from rules_engine.x610z.log import Action, Chance

from .answers import ask_order, set_order
from .decklist import deck_hash
from .drawing import draw_cards, lose_for_decks
from .game import Game
from .model import DECK, PLAY, SETUP, Obj, State, hit
from .opening import check_decks, check_first
from .turn import begin_turn
from .zones import move_card

INITIAL_HAND = 7


def check_seating(game: Game) -> Violation | None:
    """Where the Life Bases stand (105.2, 600.5). For more than two seats only what every layout can meet (H24)."""
    board = game.board
    seats = game.seats
    if v := _check_sides(game):
        return v
    if v := _check_dots(game):
        return v
    if game.chosen["H24"] == "refused" and not in_layout(game):
        return broken("105.2b", "not_the_layout")
    if len(seats) == 2 and not board.opposite(seats[0].home, seats[1].home):
        return broken("105.2b", "not_opposite", 1, dot=board.names[seats[1].home])
    places = [board.starts.index(seat.home) for seat in seats]
    turns = sum(1 for a, b in zip(places, places[1:] + places[:1], strict=True) if b < a)
    if turns > 1:
        return broken("105.2b", "seats_not_clockwise")
    for seat in seats:
        for other in seats[: seat.number]:
            adjacent = seat.team == other.team and board.adjacent_starts(seat.home, other.home)
            if adjacent:
                return broken("105.2b", "teammates_adjacent", seat.number, other=other.number)
    return None


def _check_dots(game: Game) -> Violation | None:
    """Each Life Base stands on a Starting Dot of its own (105.2a, 600.5)."""
    board, seats = game.board, game.seats
    for seat in seats:
        if not board.is_start[seat.home]:
            return broken("105.2a", "not_a_starting_dot", seat.number, dot=board.names[seat.home])
        if any(other.home == seat.home for other in seats[: seat.number]):
            return broken("600.5", "dot_occupied", seat.number, dot=board.names[seat.home])
    return None


def _check_sides(game: Game) -> Violation | None:
    """How many play against how many (100.1): 1 vs. 1, three to six alone, or 2vs2, 3vs3 and 2vs2vs2."""
    mode, seats = game.header.mode, len(game.seats)
    if mode == "multi" and seats < 3:
        return broken("100.1b", "too_few_for_multi", seats=seats)
    if mode == "team":
        sizes = sorted(Counter(game.teams).values())
        if sizes not in ([2, 2], [3, 3], [2, 2, 2]):
            return broken("100.1c", "wrong_team_sizes", sizes=sizes)
    return None


def in_layout(game: Game) -> bool:
    """True if the Life Bases stand as the default layout of the board has it, turned as one likes (H24)."""
    count = len(game.board.starts)
    places = [game.board.starts.index(seat.home) for seat in game.seats]
    gaps = [(b - a) % count for a, b in zip(places, places[1:] + places[:1], strict=True)]
    wanted = {2: [3, 3], 3: [2, 2, 2], 4: [1, 2, 1, 2], 6: [1] * 6}.get(len(places))
    if wanted is None:
        return sorted(gaps) == [1, 1, 1, 1, 2]
    return any(gaps == wanted[turn:] + wanted[:turn] for turn in range(len(wanted)))


def initial(game: Game, decks: Mapping[int, Sequence[str]] | None = None) -> State:
    """The state before anybody does anything: Life Bases on their Starting Dots, decks with unknown cards.

    ``decks`` are registered lists by seat (card numbers, the Life Base with them or not).
    """
    st = State(game)
    base = game.pool.index[game.pool.life_base.number]
    for seat in game.seats:
        st.objs.append(Obj(seat.number, base, seat.number, seat.number, seat.number, PLAY, 0, seat.home))
        st.play[seat.number] = (seat.number,)
        st.occ[seat.home] = seat.number
    for seat in game.seats:
        known = (decks or {}).get(seat.number)
        if known is not None:
            revs = [rev for rev in (game.rev_of(name) for name in known) if rev != base]
            st.remaining[seat.number] = dict(Counter(revs))
            size = len(revs)
        else:
            size = max(0, seat.deck_size - 1)
        _add_deck(st, seat.number, size)
        st.order_known[seat.number] = False
    return st


def _add_deck(st: State, seat: int, size: int) -> None:
    first = len(st.objs)
    for slot in range(first, first + size):
        st.objs.append(Obj(slot, -1, seat, seat, -1, DECK))
    st.deck[seat] = tuple(range(first, first + size))


def chance(st: State, line: Chance) -> None:
    """A ``first`` or ``deck`` line.

    Raises :class:`RuleBroken` for 105.1b, :class:`LogError` when it comes too late or makes no sense.
    """
    if st.turn or any(st.hand) or st.announcer >= 0:
        raise LogError("chance_after_start", of=line.of)
    if line.of == "first":
        if not isinstance(line.value, int) or line.value >= len(st.hand):
            raise LogError("bad_first_player")
        if st.first >= 0:
            raise LogError("line_repeated", of="first")
        check_first(st, line)
        st.first = st.starter = st.active = line.value
        hit(st, "105.1a")
        return
    if line.of != "deck":
        raise LogError("unknown_chance", of=line.of[:40])
    seat = line.seat
    if seat is None or seat >= len(st.hand):
        raise LogError("field_missing", field="seat", do="chance")
    if st.order_known[seat]:
        raise LogError("line_repeated", of="deck", seat=seat)
    if isinstance(line.value, int):
        raise LogError("bad_deck_order", seat=seat)
    _set_deck(st, seat, line.value)


def _set_deck(st: State, seat: int, order: list[str] | None) -> None:
    game = st.game
    if order is None:
        if not st.deck[seat]:
            raise LogError("deck_size_unknown", seat=seat)
        return
    base = game.pool.index[game.pool.life_base.number]
    revs = [game.rev_of(name) for name in order]
    if base in revs:
        raise LogError("life_base_in_deck", seat=seat)
    if not st.deck[seat]:
        _add_deck(st, seat, len(revs))
    elif len(st.deck[seat]) != len(revs):
        raise LogError("order_of_other_length", seat=seat, expected=len(st.deck[seat]))
    if st.remaining[seat] is None or st.remaining[seat] == Counter(revs):
        # The order says which cards there are; slots follow the pool's order, with a registered list or without:
        # the names of objects in a log must not depend on what the reader knows.
        for slot, rev in zip(st.deck[seat], sorted(revs), strict=True):
            st.objs[slot] = replace(st.objs[slot], rev=rev)
        st.remaining[seat] = {}
    set_order(st, seat, order)
    st.order_known[seat] = True
    written = game.seats[seat].deck_hash
    if not written:
        return
    numbers = [game.number_of(rev) for rev in revs]
    if written.removeprefix("sha256:") != deck_hash(numbers, game.pool).removeprefix("sha256:"):
        raise LogError("deck_not_as_written", seat=seat)


def deal(st: State) -> None:
    """The decks are looked at and everybody draws seven cards (101.1, 105.3a); once, before the first action line."""
    if st.first < 0:
        raise LogError("first_player_missing")
    for seat in range(len(st.hand)):
        if not st.deck[seat]:
            raise LogError("deck_line_missing", seat=seat)
    check_decks(st)
    for seat in range(len(st.hand)):
        draw_cards(st, seat, INITIAL_HAND)
    lose_for_decks(st)
    st.announcer = st.first
    hit(st, "105.3a")


def check_murphy(st: State, act: Action, seat: int) -> Violation | None:
    """Murphy's Law: shuffle the hand away for fewer new cards (105.4, H25, H31)."""
    if st.phase != SETUP:
        return broken("105.4", "game_has_begun", seat)
    hand = len(st.hand[seat])
    if not hand:
        return broken("105.4", "no_card_in_hand", seat)
    fewer = act.x < hand if st.game.chosen["H25"] == "any_fewer" else act.x == hand - 1
    if not fewer:
        return broken("105.4", "not_fewer_cards", seat, cards=act.x, hand=hand)
    count = len(st.hand)
    earlier = (seat - st.first) % count < (st.announcer - st.first) % count
    if earlier and st.game.chosen["H31"] == "clockwise":
        return broken("105.4", "out_of_order", seat)
    return None


def do_murphy(st: State, act: Action, seat: int) -> None:
    """Shuffle the hand into the deck and draw ``x`` cards."""
    st.announcer = seat
    for slot in st.hand[seat]:
        move_card(st, slot, DECK)
    ask_order(st, seat, seat, "105.4")
    st.events.append(("shuffle", seat))
    draw_cards(st, seat, act.x)
    lose_for_decks(st)
    hit(st, "105.4")


def check_begin(st: State, act: Action, seat: int) -> Violation | None:
    """The starting player begins the first turn (105.1a)."""
    if st.phase != SETUP:
        return broken("105.1a", "game_has_begun", seat)
    if seat != st.first:
        return broken("105.1a", "not_starting_player", seat, first=st.first)
    return None


def do_begin(st: State) -> None:
    """The first turn starts."""
    st.announcer = -1
    begin_turn(st, st.first)
