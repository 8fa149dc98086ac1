"""A judge's line in a Z/X log: a correction, or words alone.

``do`` is ``fix`` for a correction, ``ruling`` or ``note`` for words. Rows of a correction, in order:
``["damage", "#12", 3000]``, ``["state", "#12", "sleep"]`` (or ``"reboot"``), ``["square", "#12", "1,1"]``,
``["zone", "#12", "trash"]``, ``["zone", "Z01-009", "trash", seat]`` (a card of that player's hand, by number or name),
``["draw", seat, 1]``, ``["counters", seat, "Name", 2]`` (how many there are then), ``["turn", seat, "main"]`` and
``["lose", seat]``. Each card goes the way that every card goes,
so what acts at once does; when all rows are done, preprocessing runs.
"""

from collections.abc import Callable, Sequence

from rules_engine.kernel.errors import GameOver, LogError
from rules_engine.kernel.log import JudgeLine
from rules_engine.kernel.report import Result

from .answers import find_card, slot_of
from .markers import add_counters, counters
from .model import (
    CHARGE,
    DECK,
    DYNAMIS,
    HAND,
    IGNITION,
    LIFE,
    MAIN,
    PHASES,
    REMOVE,
    RESOURCE,
    RESOURCES,
    SEATS,
    SETUP,
    SQUARE,
    TRASH,
    ZONES,
    State,
    other,
)
from .moving import draw, move
from .preprocessing import preprocess
from .squares import NUMBERS

ACTIONS = ("fix", "ruling", "note")
MOST_DAMAGE, MOST_CARDS = 100_000, 50
_TO = {ZONES[zone]: zone for zone in (DECK, HAND, CHARGE, TRASH, LIFE, RESOURCE, REMOVE, DYNAMIS)}
_STATES = {"sleep": True, "reboot": False}
_PHASES = {PHASES[phase]: phase for phase in (RESOURCES, IGNITION, MAIN)}


def apply_judge(st: State, line: JudgeLine) -> None:
    """Carry out a judge's line. Raises :class:`LogError` for a row that makes no sense."""
    if line.do not in ACTIONS:
        raise LogError("unknown_action", do=line.do[:40])
    if line.do != "fix":
        if line.change:
            raise LogError("field_not_allowed", field="change", do=line.do)
        return
    if st.phase == SETUP or _over(st):
        raise LogError("nothing_to_correct")
    st.answers, st.asked, st.events = [], 0, []
    st.names, st.named = [], 0
    try:
        for row in line.change:
            _apply(st, row)
        preprocess(st)
    except GameOver:
        pass
    st.events.append(("judge",))
    result = st.result
    if result is not None:
        st.events.append(("end", result.winners))


def _over(st: State) -> bool:
    return st.result is not None


def _apply(st: State, row: Sequence[object]) -> None:
    done = _ROWS.get(row[0]) if row and isinstance(row[0], str) else None
    if done is None:
        raise LogError("unknown_row", row=str(row)[:80])
    try:
        done(st, *row[1:])
    except (TypeError, AttributeError, LookupError):
        raise LogError("unknown_row", row=str(row)[:80]) from None


def _slot(st: State, name: str) -> int:
    """The card that a row names by its number of its own; it must lie where everybody sees it."""
    slot = slot_of(st, name)
    if slot < 0 or st.objs[slot].zone in (DECK, HAND, LIFE):
        raise LogError("unknown_object", name=str(name)[:80])
    return slot


def _on_square(st: State, name: str) -> int:
    slot = _slot(st, name)
    if st.objs[slot].zone != SQUARE or not st.card(slot).is_zx:
        raise LogError("unknown_object", name=str(name)[:80])
    return slot


def _number(value: object, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise KeyError(value)
    return value


def _seat(value: object) -> int:
    return SEATS[_number(value, 1)]


def _damage(st: State, name: str, amount: int) -> None:
    st.change(_on_square(st, name), damage=_number(amount, MOST_DAMAGE))


def _state(st: State, name: str, state: str) -> None:
    slot = _slot(st, name)
    if st.objs[slot].zone not in (SQUARE, RESOURCE):
        raise LogError("unknown_object", name=str(name)[:80])
    st.change(slot, asleep=_STATES[state])


def _square(st: State, name: str, square: str) -> None:
    move(st, _slot(st, name), SQUARE, square=NUMBERS[square])


def _zone(st: State, name: str, zone: str, seat: int | None = None) -> None:
    if seat is None:
        move(st, _slot(st, name), _TO[zone])
        return
    slot = find_card(st, name, st.pile(HAND, _seat(seat))) if name[:1] != "#" else -1
    if slot < 0:
        raise LogError("unknown_object", name=str(name)[:80])
    move(st, slot, _TO[zone])


def _draw(st: State, seat: int, count: int) -> None:
    draw(st, _seat(seat), _number(count, MOST_CARDS))


def _counters(st: State, seat: int, marker: str, count: int) -> None:
    if marker not in st.table.texts.markers(range(len(st.table.pool.cards))):
        raise LogError("unknown_marker", marker=str(marker)[:80])
    add_counters(st, _seat(seat), marker, _number(count, MOST_CARDS) - counters(st, _seat(seat), marker))


def _turn(st: State, seat: int, phase: str) -> None:
    st.active, st.phase, st.battle = _seat(seat), _PHASES[phase], None


def _lose(st: State, seat: int) -> None:
    loser = _seat(seat)
    st.result = Result((other(loser),), (loser,), rule="101.2")
    raise GameOver


_ROWS: dict[str, Callable[..., None]] = {
    "damage": _damage,
    "state": _state,
    "square": _square,
    "zone": _zone,
    "draw": _draw,
    "counters": _counters,
    "turn": _turn,
    "lose": _lose,
}
