"""Corrections inside a Z/X log, by a judge or by agreement of both players; a judge's line may be words alone.

``do`` is ``fix`` for a correction, ``ruling`` or ``note`` for words. Rows of a correction, in order:
``["damage", "#12", 3000]``, ``["state", "#12", "sleep"]`` (or ``"reboot"``), ``["square", "#12", "1,1"]``,
``["zone", "#12", "trash"]``, ``["zone", "Z01-009", "trash", seat]`` (a card of that player's hand, by number or name),
``["draw", seat, 1]``, ``["counters", seat, "Name", 2]`` (how many there are then), ``["turn", seat, "main"]`` and
``["lose", seat]``. What the documents leave open is settled by ``["shift", "#12", "Z04-083"]`` (a Shift of the Dynamis
is put on this card; what it says counts from then on), ``["overboost", seat, "Z04-090", "1,1"]`` (a card of the Dynamis
stands on this Square), and ``["name", "#12", "Name"]``, ``["colours", "#12", "red/blue"]``, ``["power", "#12", 9000]``
and ``["text", "#12", "none"]`` (what a card on a Square is as long as it stands there; ``""`` for colourless; instead
of ``"none"`` the card whose text and keywords it has, by number or name: that of its vessel, its own). Each card goes
the way that every card goes, so what acts at once does; when all rows are done, preprocessing runs.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rules_engine.kernel.errors import GameOver, LogError
from rules_engine.kernel.log import AgreeLine, JudgeLine
from rules_engine.kernel.report import Result

from .abilities import read_card
from .answers import find_card, slot_of
from .card_words import COLOURS
from .cards import MARKER_KINDS, ZxCard
from .hidden import bind_in_hand
from .markers import add_counters, counters
from .model import (
    AGAIN,
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
    Settled,
    State,
    other,
)
from .moving import draw, move
from .preprocessing import preprocess
from .shift import playable
from .squares import NUMBERS

ACTIONS = ("fix", "ruling", "note")
NO_TEXT = "none"
MOST_DAMAGE, MOST_CARDS, LONGEST_NAME = 100_000, 50, 60
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
    _correct(st, line.change)
    st.events.append(("judge",))
    _told_end(st)


def apply_agreement(st: State, line: AgreeLine) -> None:
    """Carry out what both players agreed on. Raises :class:`LogError` for a row that makes no sense."""
    if missing := [seat for seat in SEATS if seat not in line.seats]:
        raise LogError("agreement_not_signed", missing=missing)
    st.events = []
    if line.change:
        _correct(st, line.change)
    st.events.append(("agree", tuple(line.seats)))
    _told_end(st)


def _correct(st: State, change: Sequence[Sequence[object]]) -> None:
    if st.phase == SETUP or _over(st):
        raise LogError("nothing_to_correct")
    st.answers, st.asked, st.events = [], 0, []
    st.names, st.named = [], 0
    try:
        for row in change:
            _apply(st, row)
        preprocess(st)
    except GameOver:
        pass


def _told_end(st: State) -> None:
    if st.result is not None:
        st.events.append(("end", st.result.winners))


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
    st.moved |= AGAIN


def _of_dynamis(st: State, seat: int, name: str, kind: str) -> int:
    """The card of a player's Dynamis that a row names, known from now on; it must be of that type."""
    pile = [*playable(st, seat), *st.pile(DYNAMIS, seat)]
    slot = find_card(st, name, pile) if name[:1] != "#" else _slot(st, name)
    if slot < 0 and (card := st.table.cards[st.table.rev_of(name)]).kind == kind:
        slot = bind_in_hand(st, card.number, pile)
    if slot not in pile or st.card(slot).kind != kind:
        raise LogError("unknown_object", name=str(name)[:80])
    return slot


def _shift(st: State, vessel: str, name: str) -> None:
    """What a Shift and the card under it are together (Z25): the Shift lies there, and its text counts."""
    host = st.objs[_slot(st, vessel)]
    if host.zone != SQUARE or st.table.cards[host.rev].kind in MARKER_KINDS:
        raise LogError("unknown_object", name=vessel[:80])
    slot = _of_dynamis(st, host.controller, name, "shift")
    move(st, slot, SQUARE, square=host.square)
    st.change(slot, host=host.slot)
    st.shifted[host.controller] = True
    st.events.append(("played", slot, host.square))


def _overboost(st: State, seat: int, name: str, square: str) -> None:
    """How an Overboost is played, no document says; where it stands is enough to go on (909.2)."""
    slot = _of_dynamis(st, _seat(seat), name, "zx_overboost")
    move(st, slot, SQUARE, square=NUMBERS[square])
    st.events.append(("played", slot, NUMBERS[square]))


def _settle(st: State, oid: str, says: int = -1, **values: object) -> ZxCard:
    slot = _slot(st, oid)
    if st.objs[slot].zone != SQUARE:
        raise LogError("unknown_object", name=str(oid)[:80])
    before, card = st.said_of(slot), replace(st.card(slot), **values)
    says = before.says if before is not None and says < 0 else says
    others = tuple(one for one in st.settled if one.slot != slot)
    st.settled, st.hurt = (*others, Settled(slot, st.objs[slot].inc, card, says)), True
    st.moved |= AGAIN
    return card


def _name(st: State, oid: str, said: str) -> None:
    if not said.strip() or len(said) > LONGEST_NAME:
        raise KeyError(said)
    _settle(st, oid, name=said)


def _colours(st: State, name: str, said: str) -> None:
    colours = tuple(filter(None, said.split("/")))
    if set(colours) - set(COLOURS):
        raise KeyError(said)
    _settle(st, name, colours=colours)


def _power(st: State, name: str, power: int) -> None:
    _on_square(st, name)
    _settle(st, name, power=_number(power, MOST_DAMAGE))


def _text(st: State, name: str, said: str) -> None:
    """The text of another card, if it means something on this one; what has no text is as a Virtual Player Card."""
    rev = st.table.virtual_player if said == NO_TEXT else st.table.rev_of(said)
    other_card = st.table.cards[rev]
    card = _settle(st, name, rev, text=other_card.text, keywords=other_card.keywords)
    alike = card.is_zx and (other_card.is_zx or said == NO_TEXT)
    if rev in st.table.texts.manual or (not alike and read_card(card) is None):
        raise KeyError(said)


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
    "shift": _shift,
    "overboost": _overboost,
    "name": _name,
    "colours": _colours,
    "power": _power,
    "text": _text,
    "lose": _lose,
}
