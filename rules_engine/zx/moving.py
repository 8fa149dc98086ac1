"""Every change of zone goes through here, and the rule effects that act at once follow it (901.2a)."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from rules_engine.kernel.errors import EngineGap

from .abilities import destroyed, happen, instead, seed
from .answers import ask_order, ask_place
from .cardtext.nodes import Charged, Instead
from .hidden import known, reveal
from .model import (
    CHARGE,
    DECK,
    DYNAMIS,
    FORCE,
    GONE,
    HAND,
    HIDDEN,
    IN,
    LIFE,
    ON,
    PILES,
    RESOURCE,
    SQUARE,
    TRASH,
    Obj,
    State,
    other,
)
from .squares import PLAYER_SQUARES


def move(
    st: State,
    slot: int,
    zone: int,
    *,
    square: int = -1,
    asleep: bool = False,
    face_up: bool | None = None,
) -> None:
    """Move a card to a zone: its owner's, where zones are owned (302.4); then what acts at once."""
    if zone == CHARGE:
        _leaves_for(st, (slot,), zone)
    _put(st, slot, zone, square, asleep, face_up)
    at_once(st, (slot,))


def move_all(st: State, slots: Sequence[int], zone: int) -> None:
    """Move several cards simultaneously (301.5): nothing happens between them."""
    if not slots:
        return
    _leaves_for(st, slots, zone)
    for slot in slots:
        _put(st, slot, zone, -1, False, None)
    if len(slots) > 1:
        st.hit("301.5")
    at_once(st, slots)


def draw(st: State, seat: int, count: int) -> None:
    """Draw cards one at a time; a Reload may come between them, and where nothing is left drawing stops."""
    for _ in range(count):
        deck = st.pile(DECK, seat)
        if not deck:
            return
        move(st, deck[-1], HAND)


def create(st: State, rev: int, owner: int, square: int, *, token: bool = False) -> int:
    """Put onto a Square what was in no zone before, in Reboot State: a marker, or a Virtual Player Card; its slot."""
    slot = len(st.objs)
    st.stamp += 1
    st.objs.append(
        Obj(slot, rev, owner, owner, SQUARE, square=square, face_up=True, stamp=st.stamp, token=token)
    )
    st.stand(slot, square)
    return slot


def at_once(st: State, slots: Iterable[int]) -> None:
    """The rule effects that do not wait for preprocessing, in the order of 901.2b, for cards that were moved."""
    objs, homing = st.objs, st.table.homing
    for slot in slots:
        obj = objs[slot]
        if (obj.token or obj.rev in homing) and obj.zone != SQUARE:  # nearly none
            _leaves_the_squares(st, obj)
        if st.laid and obj.zone != SQUARE and st.option("Z2") == "at_once":
            shift_effect(st)
    if not (st.piles[DECK * 2] and st.piles[DECK * 2 + 1]):  # nearly never
        reload(st)


def destroy(st: State, slots: Sequence[int]) -> None:
    """Destroyed Z/X go to their owners' Charge, together, or where their own text says instead."""
    for slot in slots:
        st.events.append(("destroyed", slot))
        destroyed(st, slot)
    goals = {slot: instead(st, slot) for slot in slots} if Instead in st.table.texts.always else {}
    if not any(goals.values()):
        move_all(st, slots, CHARGE)
        return
    _leaves_for(st, [slot for slot in slots if not goals[slot]], CHARGE)
    for slot in slots:
        zone = {"": CHARGE, "hand": HAND}.get(goals[slot], RESOURCE)
        _put(st, slot, zone, -1, zone == RESOURCE, None)
    at_once(st, slots)


def _leaves_for(st: State, slots: Sequence[int], zone: int) -> None:
    """What waits for a Z/X that is put from a Square into Charge: all of them still stand there."""
    if zone == CHARGE and st.table.texts.autos:
        for slot in slots:
            if st.objs[slot].zone == SQUARE and st.card(slot).is_zx:
                happen(st, Charged, slot)


# --- one change ---------------------------------------------------------------------------------------------------


def _put(st: State, slot: int, zone: int, square: int, asleep: bool, face_up: bool | None) -> None:
    old = st.objs[slot]
    if zone not in HIDDEN:
        if old.rev == st.table.unknown and known(st, slot, zone):
            old = st.objs[slot]
        if old.rev in st.table.texts.manual:
            raise EngineGap("manual_card", card=st.card(slot).number)
    _lift(st, old)
    if zone == SQUARE:
        st.stamp += 1
        st.stand(slot, square)
    else:
        st.moved |= IN[zone]
        st.piles[PILES[zone * 2 + old.owner]] += (slot,)
    if old.zone == SQUARE == zone:
        st.hit("301.4")
        st.objs[slot] = replace(old, square=square, stamp=st.stamp)
        _take_along(st, slot, square)
    else:
        if st.piles[FORCE * 2]:
            _forget(st, slot)
        st.objs[slot] = Obj(  # by place: by name it takes half as long again
            slot,
            old.rev,
            old.owner,
            old.owner,
            zone,
            old.inc + 1,
            square,
            asleep and zone in (SQUARE, RESOURCE),
            zone not in HIDDEN if face_up is None else face_up,
            0,
            st.stamp if zone == SQUARE else 0,
            -1,
            old.token,
        )
    st.events.append(("zone", slot, old.zone, zone))
    if old.zone == DECK and zone == TRASH and st.card(slot).evol_seed:
        seed(st, slot)


def _take_along(st: State, slot: int, square: int) -> None:
    """The Shifts that lie on a card go with it from Square to Square."""
    for shift in st.standing if st.laid else ():
        if st.objs[shift].rev in st.table.shifts and st.objs[shift].host == slot:
            _put(st, shift, SQUARE, square, False, None)


def _lift(st: State, old: Obj) -> None:
    """Take a card out of the place where it lies."""
    if old.zone == SQUARE:
        st.moved |= ON[old.square]
        st.squares[old.square] = _without(st.squares[old.square], old.slot)
        st.standing = _without(st.standing, old.slot)
    elif old.zone != GONE:
        index = PILES[old.zone * 2 + old.owner]
        st.moved |= IN[old.zone]
        pile = st.piles[index]
        st.piles[index] = pile[:-1] if pile[-1] == old.slot else _without(pile, old.slot)


def _without(slots: tuple[int, ...], slot: int) -> tuple[int, ...]:
    if slots[-1] == slot:  # nearly always
        return slots[:-1]
    place = slots.index(slot)
    return slots[:place] + slots[place + 1 :]


def _forget(st: State, slot: int) -> None:
    """A new object has no relation to the old one (301.4): Force cards lose their connection with it."""
    for force in st.piles[FORCE * 2]:
        if st.objs[force].host == slot:
            st.change(force, host=-1)


def _leaves_the_squares(st: State, obj: Obj) -> None:
    """Extra, Overboost and Token Effect for what was put elsewhere (910-912)."""
    slot = obj.slot
    if obj.zone == GONE:
        return
    if obj.token:
        _lift(st, obj)
        st.change(slot, zone=GONE)
        st.hit("912.1" if st.card(slot).kind != "link" else "B.marker-6")
    elif obj.zone != DYNAMIS:
        if st.table.homing[obj.rev] == "zx_overboost":
            _take_apart(st, slot)
        else:
            _put(st, slot, DYNAMIS, -1, False, True)
            st.hit("910.1")


def _take_apart(st: State, slot: int) -> None:
    """The Overboost Effect: its upper part goes face-up to the Dynamis; its Player card is in Reboot State (911.1).

    No lower part was laid out by name (setup), and nothing that applied to it is left (911.2): it is a new card.
    """
    owner = st.objs[slot].owner
    _put(st, slot, DYNAMIS, -1, False, True)
    for one in st.squares[PLAYER_SQUARES[owner]]:
        if st.objs[one].owner == owner and st.table.players[st.objs[one].rev]:
            st.change(one, asleep=False)
    st.hit("911.1")


def shift_effect(st: State) -> bool:
    """A Shift whose card was put elsewhere than on a Square goes face-up to the Dynamis (913.1); True if one did."""
    if not st.laid:
        return False
    shifts, objs = st.table.shifts, st.objs
    lying = [slot for square in st.squares for slot in square if objs[slot].rev in shifts]
    st.laid = bool(lying)
    loose = [slot for slot in lying if objs[objs[slot].host].zone != SQUARE]
    for slot in loose:
        _put(st, slot, DYNAMIS, -1, False, True)
        st.hit("913.1")
    return bool(loose)


# --- Reload -------------------------------------------------------------------------------------------------------


def reload(st: State) -> None:
    """The Reload Effect of every player without a deck who has a card in Trash (902.1)."""
    first = st.active if st.option("Z4") == "turn_player_first" else other(st.active)
    for seat in (first, other(first)):
        if not st.pile(DECK, seat) and st.pile(TRASH, seat):
            _reload(st, seat)


def _reload(st: State, seat: int) -> None:
    st.hit("902.1")
    for slot in st.pile(TRASH, seat):
        _put(st, slot, DECK, -1, False, None)
    ask_order(st, seat, "902.1b")
    life = st.pile(LIFE, seat)
    if life:
        place = ask_place(st, other(seat), "reload_life", "902.1c", len(life))
        st.hit("902.1c")
        reveal(st, life[place], LIFE)
        move(st, life[place], CHARGE)
