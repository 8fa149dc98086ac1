"""Every action that is legal now, in a fixed order. Derived from the checks, never the other way round.

Each card is paid for in one representative way (:func:`rules_engine.zx.costs.first_payment`); a card that costs less
than it has colours, which the documents do not settle, is left out, and so is a card whose text is not read, or that
nobody has named.
"""

from collections.abc import Iterator

from .battle import check_attacker, check_target
from .boot import boots
from .costs import first_payment
from .effects import can_play
from .extra import extras
from .hidden import is_unknown
from .log import Action
from .model import CHARGE, HAND, IGNITION, RESOURCES, SEATS, SETUP, State, other
from .placing import open_squares
from .play import check
from .shift import shifts
from .squares import NAMES, PLAYER_SQUARES, WITHIN


def legal_actions(st: State, seat: int | None = None, limit: int = 0) -> list[Action]:
    """What ``seat`` (None = anybody) may do now; at most ``limit`` actions if given."""
    found: list[Action] = []
    if st.result is not None:
        return found
    for number in SEATS if seat is None else (seat,):
        for action in _of_seat(st, number):
            found.append(action)
            if limit and len(found) >= limit:
                return found
    return found


def _of_seat(st: State, seat: int) -> Iterator[Action]:
    if st.phase == SETUP:
        for do in ("keep", "redraw"):
            action = Action(do=do, seat=seat)
            if check(st, action) is None:
                yield action
    elif st.battle is not None:
        if st.battle.priority == seat:
            yield from _plays(st, seat, events_only=True)
            yield from boots(st, seat)
            yield from extras(st, seat)
            yield Action(do="pass", seat=seat)
    elif st.active == seat:
        yield from _of_turn(st, seat)
    yield Action(do="concede", seat=seat)


def _of_turn(st: State, seat: int) -> Iterator[Action]:
    if st.phase == RESOURCES:
        hand = [slot for slot in st.pile(HAND, seat) if _offered(st, slot)]
        for number in dict.fromkeys(st.card(slot).number for slot in hand):
            yield Action(do="resource", seat=seat, card=number)
    elif st.phase == IGNITION:
        for slot in st.pile(CHARGE, seat):
            yield Action(do="ignite", seat=seat, card=f"#{slot}")
    else:
        yield from _plays(st, seat, events_only=False)
        yield from boots(st, seat)
        yield from extras(st, seat)
        yield from shifts(st, seat)
        yield from _attacks(st, seat)
    yield Action(do="next", seat=seat)


def _offered(st: State, slot: int) -> bool:
    """Whether the engine knows the card of a hand and reads its text."""
    return not is_unknown(st, slot) and st.objs[slot].rev not in st.table.texts.manual


def _plays(st: State, seat: int, *, events_only: bool) -> Iterator[Action]:
    squares = [] if events_only else open_squares(st, seat)
    first = {st.objs[slot].rev: slot for slot in reversed(st.pile(HAND, seat))}
    for slot in sorted(first.values()):
        card = st.card(slot)
        if (events_only and not card.is_event) or not _offered(st, slot):
            continue
        if card.is_event and st.option("Z14") == "refused" and not can_play(st, seat, slot):
            continue
        paid = first_payment(st, seat, card)
        if paid is None:
            continue
        pay = [f"#{resource}" for resource in paid]
        if card.is_event:
            yield Action(do="play", seat=seat, card=card.number, pay=pay)
        for square in squares if card.is_zx else ():
            yield Action(do="play", seat=seat, card=card.number, square=NAMES[square], pay=pay)


def _attacks(st: State, seat: int) -> Iterator[Action]:
    home = PLAYER_SQUARES[other(seat)]
    for standing in range(9):
        for slot in st.zx_on(standing):
            if check_attacker(st, seat, slot) is not None:
                continue
            for square in sorted(WITHIN[st.card(slot).range][standing]):
                if check_target(st, seat, slot, square, False) is None:
                    yield Action(do="attack", seat=seat, card=f"#{slot}", square=NAMES[square])
            if check_target(st, seat, slot, home, True) is None:
                yield Action(do="attack_player", seat=seat, card=f"#{slot}")
