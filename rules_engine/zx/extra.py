"""Playing a card of the Dynamis: a Z/X Extra by one of its conditions, or an Event Extra (B.main-4)."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from rules_engine.kernel.errors import EngineGap, LogError, Violation, broken, forbid

from .answers import ask_cards, ask_order, find_card
from .cards import ZxCard
from .cardtext import CONDITIONS
from .cardtext.nodes import Ability, Awaken, Expend, Offer, Which
from .costs import check_payment, first_payment, pay_for, slots_of
from .effects import can_play
from .hidden import is_unknown, known
from .log import Action
from .markers import add_counters, counters
from .model import CHARGE, DECK, DYNAMIS, HAND, REMOVE, RESOURCE, TRASH, State
from .moving import destroy, draw, move, move_all
from .placing import appear, check_square, open_squares, resolve_event
from .squares import NAMES, NUMBERS

_FROM = {"red": TRASH, "blue": HAND, "white": TRASH, "black": CHARGE, "green": RESOURCE}
"""Where the cards of an Awaken Condition lie, by its colour."""


def check_extra(st: State, action: Action) -> Violation | None:
    """The first rule that playing a card of the Dynamis breaks. Raises :class:`LogError` and :class:`EngineGap`."""
    seat = action.seat
    if action.card[:1] == "#":
        raise LogError("slot_of_dynamis", name=action.card[:80])
    slot = face_down(st, seat, action.card)
    if slot < 0:
        lies_open = find_card(st, action.card, st.pile(DYNAMIS, seat)) >= 0
        return broken("B.extra-7", "extra_face_up" if lies_open else "not_in_dynamis", seat, card=action.card)
    card = st.card(slot)
    if card.kind == "zx_overboost":
        raise EngineGap("overboost_not_carried", card=card.number)
    if card.kind not in ("zx_extra", "event_extra"):
        return broken("B.main-4", "no_extra", seat, card=card.name)
    if st.battle is not None and (card.is_zx or st.option("Z21") == "main_phase"):
        return broken("B.extra-7" if card.is_zx else "B.main-4", "extra_in_battle", seat, card=card.name)
    if st.extras[seat]:
        return broken("B.main-4", "extra_used", seat, card=card.name)
    if card.is_event:
        return _check_event(st, seat, slot, action)
    square = NUMBERS.get(action.square)
    if square is None:
        raise LogError("unknown_square", square=action.square)
    line = _line_of(st, slot, action)
    if line < 0:
        return broken("B.extra-5", "no_condition", seat, card=card.name)
    return check_square(st, seat, square) or check_condition(st, seat, slot, line, action.pay)


def face_down(st: State, seat: int, name: str) -> int:
    """The face-down card of a player's Dynamis with that number or name, -1 if there is none."""
    rev = st.table.rev_of(name)
    for slot in st.pile(DYNAMIS, seat):
        obj = st.objs[slot]
        if obj.rev == rev and not obj.face_up:
            return slot
    return -1


def _check_event(st: State, seat: int, slot: int, action: Action) -> Violation | None:
    for field in ("square", "ability"):
        if getattr(action, field):
            raise LogError("field_not_allowed", field=field, do="extra")
    if st.option("Z14") == "refused" and not can_play(st, seat, slot):
        return broken("B.text-5", "nothing_to_pick", seat, card=st.card(slot).name)
    return check_payment(st, seat, st.card(slot), action.pay)


def conditions(st: State, slot: int) -> list[int]:
    """The lines of a Z/X Extra that say how it is played. Raises :class:`EngineGap` if it has none."""
    abilities = st.table.texts.of(st.objs[slot].rev)
    found = [line for line, ability in enumerate(abilities) if ability.kind in CONDITIONS]
    if not found:
        raise EngineGap("extra_condition_unknown", card=st.card(slot).number)
    return found


def _line_of(st: State, slot: int, action: Action) -> int:
    """The line of the condition that an action uses, -1 if it is none."""
    found = conditions(st, slot)
    line = action.ability - 1 if action.ability else found[0]
    return line if line in found else -1


def check_condition(st: State, seat: int, slot: int, line: int, pay: Sequence[str]) -> Violation | None:
    """The first reason why a condition cannot be met in this way: then nothing is paid (B.extra-5)."""
    ability, card = _ability(st, slot, line), st.card(slot)
    if ability.kind == "advent":
        return _check_advent(st, seat, card, ability, slots_of(st, pay))
    if ability.kind == "idealize":
        if pay:
            raise LogError("field_not_allowed", field="pay", do="extra")
        return _check_idealize(st, seat, card, ability)
    found = check_payment(st, seat, card, pay)
    (asked,) = ability.condition
    assert isinstance(asked, Awaken)  # an Awaken line has one of them
    there = len(awakening(st, seat, asked))
    if found is None and there < asked.n:
        return broken("B.extra-5", "awaken_short", seat, card=card.name, count=asked.n, there=there)
    return found


def _ability(st: State, slot: int, line: int) -> Ability:
    return st.table.texts.of(st.objs[slot].rev)[line]


# --- Advent ---------------------------------------------------------------------------------------------------------


def _check_advent(
    st: State, seat: int, card: ZxCard, ability: Ability, slots: Sequence[int]
) -> Violation | None:
    awake = _awake(st, seat)
    for slot in slots:
        if slot not in awake:
            return broken("B.extra-1", "advent_card", seat, card=st.card(slot).name)
    there = len(st.pile(RESOURCE, seat))
    if there < card.cost.total:
        return broken("B.extra-1", "advent_resource", seat, card=card.name, cost=card.cost.total, there=there)
    if not _as_named(st, _offers(ability), slots):
        return broken("B.extra-1", "advent_not_as_named", seat, card=card.name)
    total = sum(st.card(slot).cost.total for slot in slots)
    if total < card.cost.total:
        return broken("B.extra-1", "advent_total", seat, card=card.name, cost=card.cost.total, total=total)
    return None


def _awake(st: State, seat: int) -> list[int]:
    """A player's Z/X in Reboot State on Squares."""
    objs = st.objs
    return [slot for slot in st.all_zx() if objs[slot].controller == seat and not objs[slot].asleep]


def _offers(ability: Ability) -> list[Which]:
    """What each of the destroyed Z/X must be."""
    return [part.which for part in ability.condition if isinstance(part, Offer) for _ in range(part.n)]


def _as_named(st: State, offers: Sequence[Which], slots: Sequence[int]) -> bool:
    """Whether these Z/X, and no more, are what the condition names, each for a part of its own."""
    if not offers or len(offers) != len(slots):
        return not offers and not slots
    first, rest = offers[0], offers[1:]
    return any(
        _is(st.card(slot), first) and _as_named(st, rest, [other for other in slots if other != slot])
        for slot in slots
    )


def _is(card: ZxCard, which: Which) -> bool:
    return (not which.colour or which.colour in card.colours) and (
        not which.tribe or which.tribe in card.tribes
    )


def advents(st: State, seat: int, slot: int, line: int) -> Iterator[tuple[int, ...]]:
    """Every choice of Z/X that fulfils an Advent Condition."""
    ability, card = _ability(st, slot, line), st.card(slot)
    if len(st.pile(RESOURCE, seat)) < card.cost.total:
        return
    for slots in combinations(_awake(st, seat), len(_offers(ability))):
        if _check_advent(st, seat, card, ability, slots) is None:
            yield slots


# --- Awaken and Idealize --------------------------------------------------------------------------------------------


def awakening(st: State, seat: int, asked: Awaken) -> list[int]:
    """The cards that an Awaken Condition can be met with; one of a hand that nobody has named may be such a card."""
    cards = st.pile(_FROM[asked.colour], seat)
    return [slot for slot in cards if is_unknown(st, slot) or _counts(st.card(slot), asked)]


def _counts(card: ZxCard, asked: Awaken) -> bool:
    if (asked.tint and asked.tint not in card.colours) or (asked.tribe and asked.tribe not in card.tribes):
        return False
    return (card.is_zx or not asked.zx) and card.cost.total >= asked.least


def _check_idealize(st: State, seat: int, card: ZxCard, ability: Ability) -> Violation | None:
    for asked in ability.condition:
        assert isinstance(asked, Expend)  # an Idealize line has nothing else
        there = counters(st, seat, asked.marker)
        if there < asked.n:
            return broken(
                "B.extra-4",
                "counters_short",
                seat,
                card=card.name,
                marker=asked.marker,
                count=asked.n,
                there=there,
            )
    return None


def _awaken(st: State, seat: int, asked: Awaken) -> None:
    """Do what the condition says: by its colour (B.extra-3)."""
    st.hit("B.extra-3")
    cards = awakening(st, seat, asked)
    forced = asked.colour == "blue" and len(st.pile(HAND, seat)) > asked.n
    chosen = ask_cards(st, seat, "awaken", "B.extra-3", cards, asked.n, forced=forced)
    if asked.colour == "blue":
        _show(st, seat, chosen, asked)
    if asked.colour == "red":
        move_all(st, chosen, REMOVE)
    elif asked.colour == "black":
        move_all(st, chosen, TRASH)
        _top(st, seat, CHARGE)
    else:
        move_all(st, chosen, DECK)
        ask_order(st, seat, "B.extra-3")
    if asked.colour == "blue":
        draw(st, seat, asked.n)
    for _ in range(asked.n if asked.colour == "green" else 0):
        _top(st, seat, RESOURCE)


def _show(st: State, seat: int, slots: Sequence[int], asked: Awaken) -> None:
    """Cards of the hand are shown: one that nobody has named yet must be such a card, too."""
    for slot in slots:
        known(st, slot)
        if not _counts(st.card(slot), asked):
            forbid("B.extra-3", "awaken_card", seat, card=st.card(slot).name)
        st.events.append(("showed", slot, HAND, st.objs[slot].rev))


def _top(st: State, seat: int, zone: int) -> None:
    """The top card of the deck goes to Charge, or to Resource in Sleep State."""
    deck = st.pile(DECK, seat)
    if deck:
        move(st, deck[-1], zone, asleep=zone == RESOURCE)


# --- playing --------------------------------------------------------------------------------------------------------


def extra(st: State, action: Action) -> None:
    """Play a card of the Dynamis that may be played; preprocessing is left to the caller."""
    seat = action.seat
    slot = face_down(st, seat, action.card)
    st.extras[seat] = True
    st.hit("B.main-4")
    if st.card(slot).is_event:
        st.hit("B.arc-2")
        pay_for(st, slots_of(st, action.pay))
        resolve_event(st, slot)
        return
    ability = _ability(st, slot, _line_of(st, slot, action))
    given = slots_of(st, action.pay)
    if ability.kind == "advent":
        st.hit("B.extra-1")
        destroy(st, given)
    for asked in ability.condition:
        if isinstance(asked, Awaken):
            st.hit("B.extra-2")
            pay_for(st, given)
            _awaken(st, seat, asked)
        elif isinstance(asked, Expend):
            st.hit("B.extra-4")
            add_counters(st, seat, asked.marker, -asked.n)
    appear(st, slot, NUMBERS[action.square])


def extras(st: State, seat: int) -> Iterator[Action]:
    """Every Z/X Extra and Event Extra that a player can play now, each condition met in one way."""
    if st.extras[seat]:
        return
    cards = [slot for slot in st.pile(DYNAMIS, seat) if not st.objs[slot].face_up]
    for slot in {st.objs[slot].rev: slot for slot in reversed(cards)}.values():
        card = st.card(slot)
        if st.objs[slot].rev in st.table.texts.manual:
            continue
        if card.kind == "event_extra":
            for pay in _ways(first_payment(st, seat, card)):
                yield from _checked(st, Action(do="extra", seat=seat, card=card.number, pay=pay))
        elif card.kind == "zx_extra" and st.battle is None:
            yield from _appearing(st, seat, slot)


def _appearing(st: State, seat: int, slot: int) -> Iterator[Action]:
    try:
        lines = conditions(st, slot)
    except EngineGap:
        return
    for line in lines:
        kind = _ability(st, slot, line).kind
        if kind == "advent":
            ways = [[f"#{given}" for given in slots] for slots in islice(advents(st, seat, slot, line), 1)]
        else:
            ways = _ways(first_payment(st, seat, st.card(slot)) if kind == "awaken" else ())
        number = st.card(slot).number
        ability = line + 1 if line != lines[0] else 0
        for pay in ways:
            for square in open_squares(st, seat):
                name = NAMES[square]
                yield from _checked(
                    st,
                    Action(do="extra", seat=seat, card=number, square=name, ability=ability, pay=pay),
                )


def _ways(paid: Sequence[int] | None) -> list[list[str]]:
    return [] if paid is None else [[f"#{slot}" for slot in paid]]


def _checked(st: State, action: Action) -> Iterator[Action]:
    if check_extra(st, action) is None:
        yield action
