"""Moving cards between the six zones (500) and keeping the indexes of what is in play."""

from collections.abc import Mapping, Sequence

from .answers import ask_cards
from .instead import replacements
from .model import (
    DECK,
    DISCARD,
    HAND,
    PLAY,
    REF_OBJECT,
    REMOVED,
    STACK,
    ZONES,
    Gone,
    Obj,
    Ref,
    State,
    hit,
    unknown,
)
from .query import NO_STATS, basic_stats, from_active
from .triggers import happened


def _without(cards: tuple[int, ...], slot: int) -> tuple[int, ...]:
    if cards[-1] == slot:
        return cards[:-1]  # what is drawn, and what came last
    index = cards.index(slot)
    return cards[:index] + cards[index + 1 :]


def _leave(st: State, obj: Obj) -> None:
    """Take a card out of its zone, a summon with its pawn (402.8).

    Nothing but a card brings back what was removed from the game (506.2, NL.uit-het-spel).
    """
    zone, slot, owner = obj.zone, obj.slot, obj.owner
    if zone == HAND:
        st.hand[owner] = _without(st.hand[owner], slot)
    elif zone == DECK:
        st.deck[owner] = _without(st.deck[owner], slot)
    elif zone == PLAY:
        st.play[obj.controller] = _without(st.play[obj.controller], slot)
        if obj.dot >= 0 and st.occ.get(obj.dot) == slot:
            del st.occ[obj.dot]
        if slot in st.statics:
            st.statics = _without(st.statics, slot)
        if slot in st.triggers:
            st.triggers = _without(st.triggers, slot)
        if slot in st.hosted:
            st.hosted = _without(st.hosted, slot)
    elif zone == DISCARD:
        st.discard[owner] = _without(st.discard[owner], slot)
    elif zone == REMOVED:
        st.removed[owner] = _without(st.removed[owner], slot)


ZONE_OF = {"hand": HAND, "deck": DECK, "deck_bottom": DECK, "discard": DISCARD, "removed": REMOVED}
"""The zones as card texts name them."""


def leave_together(
    st: State,
    slots: Sequence[int],
    to: int,
    bottom: bool = False,
    destroyed: bool = False,
    instead: Mapping[int, str] | None = None,
) -> None:
    """Permanents leave play at the same moment: what triggers on it is looked for before any of them is gone (H29).

    ``instead``: those that an effect sends elsewhere, and where to; they leave play, but they are not destroyed.
    """
    spared = instead or {}
    where = dict.fromkeys(slots, (to, bottom))
    where |= {slot: (ZONE_OF[zone], zone == "deck_bottom") for slot, zone in spared.items()}
    # As they are known later they all still stand beside each other: no order among them counts.
    st.gone = {**st.gone, **{slot: _as_it_was(st, slot) for slot in slots if st.objs[slot].zone == PLAY}}
    if st.game.chosen["H29"] == "all_see":
        for slot in slots:
            _notice(st, slot, destroyed and slot not in spared)
        _move_together(st, where)
        return
    leaving = set(slots)
    kept = st.triggers
    # Who goes as well does not see the others go; each still sees itself.
    for slot in slots:
        st.triggers = tuple(other for other in kept if other == slot or other not in leaving)
        _notice(st, slot, destroyed and slot not in spared)
    st.triggers = kept
    _move_together(st, where)


def _move_together(st: State, where: Mapping[int, tuple[int, bool]]) -> None:
    for slot, (to, bottom) in where.items():
        if to != DECK:
            move_card(st, slot, to, bottom, noticed=True)
    for under in (False, True):
        together = [slot for slot, place in where.items() if place == (DECK, under)]
        put_on_decks(st, by_number(st, together), under, noticed=True)


def by_number(st: State, slots: Sequence[int]) -> list[int]:
    """Cards none of which lies above another, as they are offered: by their printed numbers, unknown ones last."""
    return sorted(slots, key=lambda slot: (st.objs[slot].rev < 0, st.game.number_of(st.objs[slot].rev)))


def put_on_decks(st: State, slots: Sequence[int], bottom: bool, noticed: bool = False) -> None:
    """Put cards on top or on the bottom of their owners' decks at the same moment, in the order that H38 asks for.

    ``slots`` are offered top first: anyone who is asked names the uppermost, the others follow as they were offered.
    """
    owners = [seat for seat in from_active(st) if any(st.objs[slot].owner == seat for slot in slots)]
    for owner in owners:
        ordered = _ordered(st, owner, [slot for slot in slots if st.objs[slot].owner == owner])
        for slot in ordered if bottom else reversed(ordered):
            move_card(st, slot, DECK, bottom, noticed)


def _ordered(st: State, owner: int, slots: list[int]) -> list[int]:
    """Cards of one owner as somebody puts them on his deck, top first; nobody is asked if all of them look the same."""
    seat = owner if st.game.chosen["H38"] == "owner" else next(filter(st.living, from_active(st)))
    if len({st.objs[slot].rev for slot in slots}) == 1 or not st.living(seat):
        return slots
    first = ask_cards(st, seat, "order_on_deck", "501.2", slots, 0, len(slots), as_offered=True)
    return [*first, *(slot for slot in slots if slot not in first)]


def _as_it_was(st: State, slot: int) -> Gone:
    """A permanent that is about to leave play, as it stays known (208.5)."""
    obj = st.objs[slot]
    return obj, basic_stats(st, slot) if obj.dot >= 0 else NO_STATS


def _notice(st: State, slot: int, destroyed: bool) -> None:
    obj = st.objs[slot]
    if destroyed and obj.dot >= 0:
        happened(st, "destroyed", (REF_OBJECT, slot, obj.inc), obj.controller)
    happened(st, "leaves", (REF_OBJECT, slot, obj.inc), obj.controller)


def move_card(st: State, slot: int, to: int, bottom: bool = False, noticed: bool = False) -> None:
    """Move a card to a zone of its owner other than Play; it becomes a new object there (205.3, 208.5).

    As it was in play it stays known until the turn ends: its controller, its place, its values (208.5).
    ``noticed``: what triggers on its leaving has been looked for, and what stays known of it kept.
    """
    obj = st.objs[slot]
    if obj.zone == HAND and to == DISCARD:
        for node, _, _ in replacements(st, "discards", seat=obj.owner):
            to = ZONE_OF[node.to]
            hit(st, "107.1a")
            break
    if obj.zone == PLAY and not noticed:
        happened(st, "leaves", (REF_OBJECT, slot, obj.inc), obj.controller)
        st.gone = {**st.gone, slot: _as_it_was(st, slot)}
    _leave(st, obj)
    owner = obj.owner
    if obj.rev < 0 and to in (DISCARD, REMOVED):
        unknown(st, "505.2" if to == DISCARD else "506.3", "public_card_not_named")
    st.objs[slot] = Obj(slot, obj.rev, owner, owner, -1, to, obj.inc + 1)
    if to == HAND:
        st.hand[owner] += (slot,)
    elif to == DECK:
        st.deck[owner] = (slot, *st.deck[owner]) if bottom else (*st.deck[owner], slot)
    elif to == DISCARD:
        st.discard[owner] += (slot,)
        hit(st, "205.3")
        if obj.zone == HAND:
            happened(st, "discards", None, owner)
    elif to == REMOVED:
        st.removed[owner] += (slot,)
        hit(st, "506.1")
    st.events.append(("zone", slot, ZONES[obj.zone], ZONES[to]))


def to_stack(st: State, slot: int, seat: int) -> int:
    """Put a card from a hand on the stack (503.2); the new incarnation."""
    obj = st.objs[slot]
    _leave(st, obj)
    st.objs[slot] = Obj(slot, obj.rev, obj.owner, seat, seat, STACK, obj.inc + 1)
    return obj.inc + 1


def enter_play(
    st: State, slot: int, controller: int, caster: int, host: Ref | None = None, dot: int = -1
) -> None:
    """Put a card into play under ``controller``, on ``dot`` if it is a summon (201.9, 504.1)."""
    obj = st.objs[slot]
    _leave(st, obj)
    st.stamp += 1
    inc = obj.inc + 1
    st.objs[slot] = Obj(
        slot, obj.rev, obj.owner, controller, caster, PLAY, inc, dot, host=host, stamp=st.stamp
    )
    st.play[controller] += (slot,)
    if dot >= 0:
        st.occ[dot] = slot
    if host is not None:
        st.hosted += (slot,)
    info = st.game.infos[obj.rev]
    if info.statics:
        st.statics += (slot,)
    if info.triggers:
        st.triggers += (slot,)
    st.events.append(("zone", slot, ZONES[obj.zone], "play"))
    if st.triggers:
        happened(st, "enters", (REF_OBJECT, slot, inc), controller)


def set_controller(st: State, slot: int, seat: int) -> None:
    """Give a permanent to another seat; it keeps its state, damage, counters and dot (206.1g, 402.10)."""
    obj = st.objs[slot]
    st.play[obj.controller] = _without(st.play[obj.controller], slot)
    st.play[seat] += (slot,)
    st.stamp += 1
    st.change(slot, controller=seat, stamp=st.stamp)
    st.events.append(("control", slot, obj.controller, seat))
    hit(st, "206.1g")


def place(st: State, slot: int, dot: int) -> None:
    """Put a summon that is in play on another dot."""
    obj = st.objs[slot]
    if st.occ.get(obj.dot) == slot:
        del st.occ[obj.dot]
    st.occ[dot] = slot
    st.change(slot, dot=dot)
