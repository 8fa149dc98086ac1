"""What a correction can set right, row by row; each row is itself on the record.

Rows: ``["damage", "#88", 2]``, ``["state", "#88", "unactivated"]``, ``["counters", "#88", 1]``,
``["dot", "#88", "3,4"]``,
``["used", "#88", false]``, ``["control", "#88", 1]``, ``["zone", "#88" or "card number", "discard", seat]``,
``["pool", seat, "mystic", 2]``, ``["draw", seat, 1]``, ``["lose", seat]``.

To enter a position anew there are also ``["turn", 12, seat, "action", round]`` (the round may be left out),
``["crystal", true]`` (this turn's Energy Crystal Card has been cast), ``["on", "#88", "#12"]`` (what an Effect lies on:
an object, ``"seat:1"`` or null), ``["stack", null]`` (nothing lies there any more) and
``["announce", kind, seat, card, targets, mode, times, path]``, which puts a ``cast``, ``activate``, ``move`` or
``attack`` on top of the stack: ``times`` says how often each additional cost was paid (as texts), and in the place of
``path`` stands the number of the ability for ``activate``. Nothing is paid or rotated for it; other rows say what the
table looks like.
"""

from collections.abc import Callable, Sequence
from typing import Any

from rules_engine.kernel.errors import LogError, Violation

from .answers import bind, find_card, may_bind, ref_of, slot_of
from .attack import attack_cost
from .casting import activation_cost, casting_cost, find_in_hand
from .drawing import draw_cards
from .game import Body
from .lasting import change_control, end_lasting
from .model import (
    ACTION,
    ACTIVATION,
    ATTACK,
    BY_EFFECT,
    CAST,
    DEACTIVATED,
    DEACTIVATIONS,
    DECK,
    DISCARD,
    END,
    HAND,
    ITEM_KINDS,
    MOVEMENT,
    NON_ACTIVE,
    PHASES,
    PLAY,
    REF_OBJECT,
    REF_PLAYER,
    REMOVED,
    SETUP,
    STACK,
    STATES,
    TYPES,
    ZONES,
    Item,
    Ref,
    State,
)
from .movement import check_path, movement_cost
from .query import info
from .stack import announce
from .targets import NO_TARGET, enough, needed
from .winning import lose
from .zones import move_card, place, to_stack


def apply_rows(st: State, change: Sequence[Sequence[object]]) -> None:
    """Carry out the rows in order. Raises :class:`LogError` for one that makes no sense."""
    for row in change:
        handler = _ROWS.get(row[0]) if row and isinstance(row[0], str) else None
        if handler is None:
            raise LogError("bad_correction", row=str(row)[:80])
        try:
            handler(st, row)
        except (IndexError, TypeError, ValueError, KeyError, AttributeError):
            raise LogError("bad_correction", row=str(row)[:80]) from None


def _slot_in_play(st: State, row: Sequence[Any]) -> int:
    slot = slot_of(st, row[1])
    if st.objs[slot].zone != PLAY:
        raise ValueError(row)
    return slot


def _seat(st: State, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < len(st.hand):
        raise ValueError(value)
    return value


def _number(value: object, most: int = 999) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError(value)
    return value


def _damage(st: State, row: Sequence[object]) -> None:
    st.change(_slot_in_play(st, row), damage=_number(row[2]))


def _state(st: State, row: Sequence[object]) -> None:
    slot, state = _slot_in_play(st, row), STATES.index(row[2])
    used = st.objs[slot].used & ~DEACTIVATIONS | (BY_EFFECT if state == DEACTIVATED else 0)
    st.change(slot, state=st.game.turned if state == NON_ACTIVE else state, used=used)


def _counters(st: State, row: Sequence[object]) -> None:
    st.change(_slot_in_play(st, row), counters=_number(row[2]))


def _used(st: State, row: Sequence[object]) -> None:
    st.change(_slot_in_play(st, row), used=3 if row[2] else 0, sense=0)


def _dot(st: State, row: Sequence[Any]) -> None:
    slot = _slot_in_play(st, row)
    dot = st.game.board.number[row[2]]
    if st.objs[slot].dot < 0 or st.occ.get(dot, slot) != slot:
        raise ValueError(row)
    place(st, slot, dot)


def _control(st: State, row: Sequence[object]) -> None:
    change_control(st, _slot_in_play(st, row), _seat(st, row[2]))


def _zone(st: State, row: Sequence[Any]) -> None:
    name, zone = row[1], ZONES.index(row[2])
    if zone not in (DECK, HAND, DISCARD, REMOVED):
        raise ValueError(row)
    if name.startswith("#"):
        slot = slot_of(st, name)
    else:
        seat = _seat(st, row[3])
        slot = find_card(st, name, (*st.hand[seat], *st.discard[seat], *st.removed[seat], *st.deck[seat]))
    if slot < 0 or (st.objs[slot].rev >= 0 and st.game.infos[st.objs[slot].rev].card.is_life_base):
        raise ValueError(row)
    if st.objs[slot].zone == STACK:
        st.stack = tuple(item for item in st.stack if item.slot != slot)
    move_card(st, slot, zone)


def _pool(st: State, row: Sequence[object]) -> None:
    seat = _seat(st, row[1])
    amounts = list(st.pool[seat])
    amounts[TYPES.index(row[2])] = _number(row[3])
    st.pool[seat] = (amounts[0], amounts[1], amounts[2], amounts[3])


def _draw(st: State, row: Sequence[object]) -> None:
    draw_cards(st, _seat(st, row[1]), _number(row[2], 60))


def _lose(st: State, row: Sequence[object]) -> None:
    lose(st, [_seat(st, row[1])], "106.3")


def _turn(st: State, row: Sequence[object]) -> None:
    """Whose turn it is, and which; what only lasted until an earlier turn is over."""
    number, seat, phase = _number(row[1], 9_999), _seat(st, row[2]), PHASES.index(row[3])
    if st.phase == SETUP or phase not in (ACTION, END) or not st.living(seat) or not number:
        raise ValueError(row)
    if number != st.turn:
        st.turn, st.crystal_cast = number, False
        end_lasting(st, [temp for temp in st.temps if 0 < temp.until < number])
    if len(row) > 4:
        st.round = _number(row[4], 9_999)
    st.active, st.phase, st.ending, st.passed = seat, phase, False, 0
    if not st.is_extra:
        st.normal = seat


def _crystal(st: State, row: Sequence[object]) -> None:
    if not isinstance(row[1], bool):
        raise ValueError(row)
    st.crystal_cast = row[1]


def _on(st: State, row: Sequence[Any]) -> None:
    slot = _slot_in_play(st, row)
    if st.objs[slot].dot >= 0:
        raise ValueError(row)  # a summon stands on a dot
    host = None if row[2] is None else ref_of(st, row[2])
    if host is not None:
        there = host[0] == REF_PLAYER or (host[0] == REF_OBJECT and st.objs[host[1]].zone == PLAY)
        if not there or host[:2] == (REF_OBJECT, slot):
            raise ValueError(row)
    st.change(slot, host=host)
    st.hosted = tuple(other for other in st.hosted if other != slot) + ((slot,) if host is not None else ())


def _stack(st: State, row: Sequence[object]) -> None:
    """Nothing is on the stack; a card that was there goes to its owner's discard pile."""
    if row[1] is not None:
        raise ValueError(row)
    items, st.stack, st.pending, st.passed = st.stack, (), (), 0
    for item in items:
        if st.objs[item.slot].zone == STACK:
            move_card(st, item.slot, DISCARD)


def _announce(st: State, row: Sequence[Any]) -> None:
    if st.phase == SETUP:
        raise ValueError(row)
    kind, seat, card = row[1:4]
    targets, mode, times, path = (*row[4:], None, None, None, None)[:4]
    item = _ANNOUNCED[kind](st, _seat(st, seat), card, targets or [], _number(mode or 0), times or [], path)
    announce(st, item)


def _cast(
    st: State, seat: int, card: str, targets: list[str], mode: int, times: list[str], path: object
) -> Item:
    found = find_in_hand(st, card, seat)
    if isinstance(found, Violation):
        raise ValueError(card)
    slot, rev = found
    body = st.game.infos[rev].body
    paid = tuple(_number(int(count)) for count in times)
    refs = _refs(st, targets, needed(body, mode, paid), body)
    cost = casting_cost(st, slot, rev, seat, paid)
    if st.objs[slot].rev < 0:
        if not may_bind(st, slot, rev):
            raise ValueError(card)
        bind(st, slot, rev)
    inc = to_stack(st, slot, seat)
    return Item(st.next_item, CAST, seat, slot, inc, refs, (), cost, paid, mode)


def _activation(
    st: State, seat: int, card: str, targets: list[str], mode: int, times: list[str], ability: object
) -> Item:
    slot = _in_play(st, card)
    index, _, body = info(st, slot).activated[_number(ability or 0)]
    paid = tuple(_number(int(count)) for count in times)
    refs = _refs(st, targets, needed(body, mode, paid), body)
    cost = activation_cost(st, slot, seat, index, paid)
    inc = st.objs[slot].inc
    return Item(st.next_item, ACTIVATION, seat, slot, inc, refs, (), cost, paid, mode, index)


def _walk(st: State, seat: int, card: str, path: Sequence[str], kind: int) -> Item:
    slot = _in_play(st, card)
    dots = tuple(st.game.board.number[dot] for dot in path)
    obj = st.objs[slot]
    if obj.controller != seat or len(dots) < 2 or dots[0] != obj.dot:
        raise ValueError(path)
    sense = check_path(st, slot, dots, ITEM_KINDS[kind].removesuffix("ment"), len(dots))
    targets: tuple[Ref, ...] = ()
    if kind == ATTACK:
        victim = st.occ[dots[-1]]
        targets = ((REF_OBJECT, victim, st.objs[victim].inc),)
    way = 0 if isinstance(sense, Violation) else sense
    cost = attack_cost(st, slot) if kind == ATTACK else movement_cost(st, slot)
    return Item(st.next_item, kind, seat, slot, obj.inc, targets, dots, cost, sense=way)


def _move(
    st: State, seat: int, card: str, targets: list[str], mode: int, times: list[str], path: list[str]
) -> Item:
    return _walk(st, seat, card, path, MOVEMENT)


def _attack(
    st: State, seat: int, card: str, targets: list[str], mode: int, times: list[str], path: list[str]
) -> Item:
    return _walk(st, seat, card, path, ATTACK)


def _in_play(st: State, card: str) -> int:
    return _slot_in_play(st, ("", card))


def _refs(st: State, names: list[str], wanted: list[int], body: Body) -> tuple[Ref, ...]:
    """The targets at their places among those of the text."""
    if not enough(st, body, wanted, len(names)):
        raise ValueError(names)
    refs = [NO_TARGET] * len(body.targets)
    for index, name in zip(wanted, names, strict=False):
        refs[index] = ref_of(st, name)
    return tuple(refs)


_ANNOUNCED: dict[str, Callable[..., Item]] = {
    "cast": _cast,
    "activate": _activation,
    "move": _move,
    "attack": _attack,
}


_ROWS: dict[str, Callable[[State, Sequence[object]], None]] = {
    "damage": _damage,
    "state": _state,
    "counters": _counters,
    "used": _used,
    "dot": _dot,
    "control": _control,
    "zone": _zone,
    "pool": _pool,
    "draw": _draw,
    "lose": _lose,
    "turn": _turn,
    "crystal": _crystal,
    "on": _on,
    "stack": _stack,
    "announce": _announce,
}
"""What each word of a row does."""
