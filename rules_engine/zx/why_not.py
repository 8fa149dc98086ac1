"""Why a card can do nothing now: the first rule that stands in the way, as the check of a line finds it.

Asked is what a player most likely wants of the card where it lies, paid for as well as the Resource allows.
"""

from collections.abc import Iterator

from rules_engine.kernel.errors import EngineGap, LogError, Violation, broken

from .boot import boot_lines, paid_card
from .cards import ZxCard
from .cardtext import CONDITIONS
from .costs import first_payment
from .hidden import is_unknown
from .log import Action
from .model import CHARGE, DYNAMIS, HAND, RESOURCE, SQUARE, State
from .placing import open_squares
from .play import check
from .squares import NAMES

OUT_OF_REACH = frozenset({"nothing_to_attack", "not_next_to", "player_shielded"})
"""What the check of an attack says of one Square, where no other one would do either."""

NO_ADVENT = frozenset({"advent_not_as_named", "advent_total"})
"""What it says of an Advent for which no Z/X was chosen."""


def why_not(st: State, seat: int, slot: int) -> Violation | None:
    """What keeps this player from using a card that nothing can be done with; None where nobody would try."""
    if st.result is not None or is_unknown(st, slot):
        return None
    card = st.card(slot)
    for action in _meant(st, seat, slot):
        try:
            found = check(st, action)
        except (LogError, EngineGap):
            continue
        if found is not None:
            return _in_numbers(st, seat, card, found)
    return None


def _meant(st: State, seat: int, slot: int) -> Iterator[Action]:
    """What a player wants of a card of their own, by where it lies."""
    obj, card, named = st.objs[slot], st.card(slot), f"#{slot}"
    pay = [f"#{one}" for one in _best(st, seat, card)]
    if obj.zone == HAND:
        square = NAMES[next(iter(open_squares(st, seat)), 0)] if card.is_zx else ""
        yield Action(do="play", seat=seat, card=card.number, square=square, pay=pay)
    elif obj.zone == DYNAMIS:
        yield from _meant_of_dynamis(st, seat, slot, pay)
    elif obj.zone == SQUARE and card.is_zx:
        yield Action(do="attack", seat=seat, card=named, square=NAMES[obj.square])
    elif obj.zone == CHARGE:
        for line in boot_lines(st, seat, slot):
            asked = paid_card(st, slot, st.table.texts.of(st.text_of(slot))[line])
            pay = [f"#{one}" for one in _best(st, seat, asked)]
            yield Action(do="boot", seat=seat, card=named, ability=line + 1, pay=pay)
        yield Action(do="ignite", seat=seat, card=named)


def _meant_of_dynamis(st: State, seat: int, slot: int, pay: list[str]) -> Iterator[Action]:
    card = st.card(slot)
    if card.is_event:
        yield Action(do="extra", seat=seat, card=card.number, pay=pay)
    elif card.kind == "shift":
        yield Action(do="shift", seat=seat, card=card.number)
    elif card.kind == "zx_extra":
        square = NAMES[next(iter(open_squares(st, seat)), 0)]
        for line, ability in enumerate(st.table.texts.of(st.objs[slot].rev), 1):
            if ability.kind in CONDITIONS:
                paid = pay if ability.kind == "awaken" else []
                yield Action(do="extra", seat=seat, card=card.number, square=square, ability=line, pay=paid)


def _best(st: State, seat: int, card: ZxCard) -> tuple[int, ...]:
    """A payment for the card, else as many cards as could be put to sleep for it."""
    found = first_payment(st, seat, card)
    return found if found is not None else tuple(_awake(st, seat)[: card.cost.total])


def _awake(st: State, seat: int) -> list[int]:
    return [slot for slot in st.pile(RESOURCE, seat) if not st.objs[slot].asleep]


def _in_numbers(st: State, seat: int, card: ZxCard, found: Violation) -> Violation:
    """The same as somebody reads it who has not yet done it."""
    if found.code == "wrong_cost":
        there = len(_awake(st, seat))
        cost = found.params["cost"]
        return broken(found.rule, "resource_short", seat, card=card.name, cost=cost, there=there)
    if found.code in NO_ADVENT:
        return broken(found.rule, "advent_unmet", seat, card=card.name)
    if found.code in OUT_OF_REACH:
        return broken(found.rule, "nothing_in_reach", seat, card=card.name)
    return found
