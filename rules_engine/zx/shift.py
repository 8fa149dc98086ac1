"""Playing a Shift: its condition, the card that it is put on, and where the documents leave it (B.main-5)."""

from collections.abc import Iterator

from rules_engine.kernel.errors import EngineGap, LogError, Violation, broken

from .abilities import holds, matching
from .answers import ask_slot, find_card
from .cardtext.nodes import Ability, One
from .costs import check_payment, first_payment, pay_for, slots_of
from .log import Action
from .model import DYNAMIS, SQUARE, State
from .moving import move


def check_shift(st: State, action: Action) -> Violation | None:
    """The first rule that playing a Shift breaks. Raises :class:`LogError` and :class:`EngineGap`."""
    seat = action.seat
    if action.card[:1] == "#":
        raise LogError("slot_of_dynamis", name=action.card[:80])
    slot = find_card(st, action.card, playable(st, seat))
    if slot < 0:
        lies_open = find_card(st, action.card, st.pile(DYNAMIS, seat)) >= 0
        return broken("B.main-5", "extra_face_up" if lies_open else "not_in_dynamis", seat, card=action.card)
    card = st.card(slot)
    if card.kind != "shift":
        return broken("B.main-5", "no_shift", seat, card=card.name)
    if st.shifted[seat]:
        return broken("B.main-5", "shift_used", seat, card=card.name)
    said = _said(st, slot)
    if not all(holds(st, seat, slot, condition) for condition in said.condition):
        return broken("B.main-5", "shift_condition", seat, card=card.name)
    if not vessels(st, seat, slot):
        return broken("B.main-5", "no_vessel", seat, card=card.name)
    if st.option("Z24") == "printed":
        return check_payment(st, seat, card, action.pay)
    if action.pay:
        raise LogError("field_not_allowed", field="pay", do="shift")
    return None


def playable(st: State, seat: int) -> list[int]:
    """The cards of a Dynamis that could be a Shift to play: all, or the face-down ones alone (Z26).

    Open ones come first: of equal cards a line means the one that everybody knows (decision 900).
    """
    cards = sorted(st.pile(DYNAMIS, seat), key=lambda slot: not st.objs[slot].face_up)
    return [slot for slot in cards if st.option("Z26") == "any" or not st.objs[slot].face_up]


def _said(st: State, slot: int) -> Ability:
    for ability in st.table.texts.of(st.objs[slot].rev):
        if ability.kind == "shift":
            return ability
    raise EngineGap("shift_condition_unknown", card=st.card(slot).number)


def vessels(st: State, seat: int, slot: int) -> list[int]:
    """One's own cards on Squares on which a Shift can be put."""
    vessel = _said(st, slot).vessel
    if isinstance(vessel, One):
        return [one for one in matching(st, seat, slot, vessel.which) if st.objs[one].controller == seat]
    standing = [one for square in st.squares for one in square]
    return [one for one in standing if st.card(one).kind == "player" and st.objs[one].owner == seat]


def shift(st: State, action: Action) -> None:
    """Put a Shift that may be played onto its vessel; preprocessing is left to the caller.

    Raises :class:`EngineGap` where the event leaves to a judge what the two cards are together (Z25).
    """
    seat = action.seat
    slot = find_card(st, action.card, playable(st, seat))
    st.shifted[seat] = True
    pay_for(st, slots_of(st, action.pay))
    vessel = ask_slot(st, seat, "vessel", "B.main-5", vessels(st, seat, slot))
    move(st, slot, SQUARE, square=st.objs[vessel].square)
    st.change(slot, host=vessel)
    st.hit("B.main-5")
    st.events.append(("played", slot, st.objs[vessel].square))
    if st.option("Z25") == "judge":
        raise EngineGap("shift_values_open", card=st.card(slot).number)


def shifts(st: State, seat: int) -> Iterator[Action]:
    """Every Shift that a player can play now; none where a judge would have to go on."""
    if st.shifted[seat] or not st.table.shifts or st.option("Z25") == "judge":
        return
    for slot in {st.objs[slot].rev: slot for slot in reversed(playable(st, seat))}.values():
        if st.objs[slot].rev not in st.table.shifts or st.objs[slot].rev in st.table.texts.manual:
            continue
        card = st.card(slot)
        paid = first_payment(st, seat, card) if st.option("Z24") == "printed" else ()
        if paid is None:
            continue
        action = Action(do="shift", seat=seat, card=card.number, pay=[f"#{one}" for one in paid])
        try:
            if check_shift(st, action) is None:
                yield action
        except EngineGap:  # a Shift that was entered without its condition
            continue
