"""A judge's corrections inside a log: each row of ``change`` sets one thing right and is itself on the record.

``do`` is ``fix`` for a correction, ``effect`` for what a manual card does (directly after the card resolved),
``ruling`` or ``note`` for words alone.

Rows: ``["damage", "#88", 2]``, ``["state", "#88", "unactivated"]``, ``["counters", "#88", 1]``,
``["dot", "#88", "3,4"]``,
``["used", "#88", false]``, ``["control", "#88", 1]``, ``["zone", "#88" or "card number", "discard", seat]``,
``["pool", seat, "mystic", 2]``, ``["draw", seat, 1]``, ``["lose", seat]``.
"""

from collections.abc import Callable, Sequence
from typing import Any

from rules_engine.kernel.errors import LogError
from rules_engine.x610z.log import JudgeLine

from .answers import find_card, slot_of
from .drawing import draw_cards, lose_for_decks
from .lasting import change_control
from .model import (
    BY_EFFECT,
    DEACTIVATED,
    DEACTIVATIONS,
    DECK,
    DISCARD,
    HAND,
    NON_ACTIVE,
    PLAY,
    REMOVED,
    SETUP,
    STATES,
    TYPES,
    ZONES,
    GameOver,
    State,
)
from .play import go_on
from .settle import settle
from .winning import lose
from .zones import move_card, place

ACTIONS = ("fix", "effect", "ruling", "note")


def apply_judge(st: State, line: JudgeLine) -> None:
    """Carry out a judge line. Raises :class:`LogError` for a row that makes no sense."""
    if line.do not in ACTIONS:
        raise LogError("unknown_action", do=line.do[:40])
    if line.do == "effect":
        if not st.awaiting:
            raise LogError("no_effect_awaited")
        st.awaiting = ""
    elif line.do != "fix":
        if line.change:
            raise LogError("field_not_allowed", field="change", do=line.do)
        return
    st.answers, st.asked, st.events = [], 0, []
    try:
        for row in line.change:
            handler = _ROWS.get(row[0]) if row and isinstance(row[0], str) else None
            if handler is None:
                raise LogError("bad_correction", row=str(row)[:80])
            try:
                handler(st, row)
            except (IndexError, TypeError, ValueError, KeyError):
                raise LogError("bad_correction", row=str(row)[:80]) from None
        settle(st)
        lose_for_decks(st)
        if st.phase != SETUP and not st.living(st.active):
            go_on(st)
    except GameOver:
        pass
    st.events.append(("judge", line.by, line.do))


def _slot_in_play(st: State, row: Sequence[Any]) -> int:
    slot = slot_of(st, row[1])
    if st.objs[slot].zone != PLAY:
        raise ValueError(row)
    return slot


def _seat(st: State, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < len(st.hand):
        raise ValueError(value)
    return value


def _number(value: Any, most: int = 999) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError(value)
    return value


def _damage(st: State, row: Sequence[Any]) -> None:
    st.change(_slot_in_play(st, row), damage=_number(row[2]))


def _state(st: State, row: Sequence[Any]) -> None:
    slot, state = _slot_in_play(st, row), STATES.index(row[2])
    used = st.objs[slot].used & ~DEACTIVATIONS | (BY_EFFECT if state == DEACTIVATED else 0)
    st.change(slot, state=st.game.turned if state == NON_ACTIVE else state, used=used)


def _counters(st: State, row: Sequence[Any]) -> None:
    st.change(_slot_in_play(st, row), counters=_number(row[2]))


def _used(st: State, row: Sequence[Any]) -> None:
    st.change(_slot_in_play(st, row), used=3 if row[2] else 0, sense=0)


def _dot(st: State, row: Sequence[Any]) -> None:
    slot = _slot_in_play(st, row)
    dot = st.game.board.number[row[2]]
    if st.objs[slot].dot < 0 or st.occ.get(dot, slot) != slot:
        raise ValueError(row)
    place(st, slot, dot)


def _control(st: State, row: Sequence[Any]) -> None:
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
    move_card(st, slot, zone)


def _pool(st: State, row: Sequence[Any]) -> None:
    seat = _seat(st, row[1])
    amounts = list(st.pool[seat])
    amounts[TYPES.index(row[2])] = _number(row[3])
    st.pool[seat] = (amounts[0], amounts[1], amounts[2], amounts[3])


def _draw(st: State, row: Sequence[Any]) -> None:
    draw_cards(st, _seat(st, row[1]), _number(row[2], 60))


def _lose(st: State, row: Sequence[Any]) -> None:
    lose(st, [_seat(st, row[1])], "106.3")


_ROWS: dict[str, Callable[[State, Sequence[Any]], None]] = {
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
}
