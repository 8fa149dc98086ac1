"""Winning, losing and drawing (106), and what happens to a player who leaves the game (H19)."""

from typing import NoReturn

from rules_engine.kernel.errors import GameOver, RulingNeeded
from rules_engine.kernel.report import Result

from .lasting import change_control, end_lasting
from .model import REMOVED, STACK, State, hit
from .zones import leave_together, move_card

DRAW_ON_TIME = "106.1a"


def _finish(st: State, winners: list[int], rule: str) -> NoReturn:
    """The game is over: these seats won, or with places already given (106.1) they come next."""
    seats = range(len(st.hand))
    last = (tuple(winners),) if winners else ()
    places = (*(placed for _, placed in st.placed), *last, *st.fallen)
    if st.placed:
        rule, first = st.placed[0]
        winners = list(first)
    losers = tuple(seat for seat in seats if seat not in winners)
    st.result = Result(tuple(winners), losers, False, rule, places if st.game.places else ())
    hit(st, rule)
    st.events.append(("end", rule, tuple(winners)))
    raise GameOver


def win(st: State, seat: int, rule: str = "106.2#1") -> None:
    """``seat`` wins, and with it its team (106.1b). Ends the game, unless it goes on for the places after (106.1)."""
    mask = st.game.team_mask(seat)
    seats = [other for other in range(len(st.hand)) if mask >> other & 1]
    others = {
        st.game.teams[other] for other in range(len(st.hand)) if st.living(other) and other not in seats
    }
    if not st.game.places or len(others) < 2:
        if st.game.places and len(others) == 1:
            rest = tuple(other for other in range(len(st.hand)) if st.living(other) and other not in seats)
            st.fallen = (rest, *st.fallen)
        _finish(st, seats, rule)
    st.placed += ((rule, tuple(seats)),)
    st.events.append(("place", len(st.placed), tuple(seats)))
    hit(st, "106.1")
    hit(st, rule)
    st.alive &= ~mask
    for other in seats:
        _clear_away(st, other)


def win_together(st: State, seats: list[int], rule: str = "106.2#1") -> None:
    """These seats win at the same moment. Of several teams none is first: a judge decides, or it is a draw (H18)."""
    if len({st.game.teams[seat] for seat in seats}) == 1:
        win(st, seats[0], rule)
    elif st.game.chosen["H18"] == "last_team_draw":
        _draw_by(st, DRAW_ON_TIME)
    else:
        raise RulingNeeded("H18", "several_win_at_once", rule=rule, winners=sorted(set(seats)))


def draw(st: State) -> None:
    """Time is up and nobody has won (106.1a); places already given stand."""
    if st.placed:
        rest = tuple(seat for seat in range(len(st.hand)) if st.living(seat))
        st.fallen = (rest, *st.fallen)
        _finish(st, [], DRAW_ON_TIME)
    _draw_by(st, DRAW_ON_TIME)


def _draw_by(st: State, rule: str) -> NoReturn:
    st.result = Result((), (), draw=True, rule=rule)
    hit(st, rule)
    st.events.append(("end", rule, ()))
    raise GameOver


def lose(st: State, seats: list[int], rule: str) -> None:
    """These seats lose at the same moment, their teammates with them; the last team left wins (106.2, 106.3)."""
    gone = 0
    for seat in seats:
        if st.living(seat):
            gone |= st.game.team_mask(seat)
            st.events.append(("lose", seat, rule))
            hit(st, rule)
    gone &= st.alive
    if not gone:
        return
    st.alive &= ~gone
    st.fallen = (tuple(seat for seat in range(len(st.hand)) if gone >> seat & 1), *st.fallen)
    teams = {st.game.teams[seat] for seat in range(len(st.hand)) if st.living(seat)}
    if not teams:
        if st.game.chosen["H18"] == "last_team_draw":
            _draw_by(st, "106.1a")
        raise RulingNeeded("H18", "all_lose_at_once", rule=rule, seats=list(seats))
    if len(teams) == 1:
        # 106.2 names how the winners won; 106.3 (in ``rule``) how the others lost.
        team = teams.pop()
        _finish(st, [seat for seat in range(len(st.hand)) if st.game.teams[seat] == team], "106.2#2")
    for seat in range(len(st.hand)):
        if gone >> seat & 1:
            _clear_away(st, seat)


def _clear_away(st: State, seat: int) -> None:
    """All objects of a player who is out leave the game with him; his stack items vanish or stay (ruling H19)."""
    if not st.game.stack_stays:
        st.stack = tuple(item for item in st.stack if seat not in (item.seat, st.objs[item.slot].owner))
    st.pending = tuple(waiting for waiting in st.pending if waiting.seat != seat)
    leave_together(st, [slot for slots in st.play for slot in slots if st.objs[slot].owner == seat], REMOVED)
    end_lasting(st, [temp for temp in st.temps if temp.you == seat])
    _give_back(st, seat)
    if not st.game.stack_stays:
        _remove_stacked(st, seat)
    st.pool[seat] = (0, 0, 0, 0)
    st.extra_turns = tuple(other for other in st.extra_turns if other != seat)
    hit(st, "106.3")


def _remove_stacked(st: State, seat: int) -> None:
    """The cards of a player that lay on the stack leave the game."""
    for slot in [obj.slot for obj in st.objs if obj.owner == seat and obj.zone == STACK]:
        move_card(st, slot, REMOVED)


def _give_back(st: State, seat: int) -> None:
    """What a player who is out controls of others goes back to those who are in."""
    for slot in st.play[seat]:
        obj = st.objs[slot]
        if obj.controller == seat and st.living(obj.owner):
            change_control(st, slot, obj.owner)


def losers(state: State) -> tuple[int, ...]:
    """Who lost a game that is over: of a drawn one anyone who had lost before those who are tied (106.1a)."""
    if state.result is None or not state.result.draw:
        return state.result.losers if state.result is not None else ()
    seats = range(len(state.hand))
    left = [seat for seat in seats if state.living(seat)] or state.fallen[0]
    return tuple(seat for seat in seats if seat not in left)
