"""Paying for a card: Resource cards put to sleep, with the colours of the card among them."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from rules_engine.kernel.errors import EngineGap, LogError, Violation, broken

from .answers import slot_of
from .cards import ZxCard
from .model import RESOURCE, State


def check_payment(st: State, seat: int, card: ZxCard, pay: Sequence[str]) -> Violation | None:
    """The first rule that this payment for a card breaks. Raises :class:`LogError`, :class:`EngineGap`."""
    _covered(card)
    slots = slots_of(st, pay)
    for slot in slots:
        obj = st.objs[slot]
        if obj.zone != RESOURCE or obj.owner != seat:
            return broken("B.cost-2", "not_own_resource", seat, card=st.card(slot).name)
        if obj.asleep:
            return broken("B.cost-2", "resource_asleep", seat, card=st.card(slot).name)
    if len(slots) != card.cost.total:
        return broken("B.cost-2", "wrong_cost", seat, card=card.name, cost=card.cost.total, paid=len(slots))
    if not has_colours(st, card, slots):
        rule = "B.cost-4" if len(card.colours) > 1 else "B.cost-3"
        return broken(rule, "colour_missing", seat, card=card.name, colours=list(card.colours))
    return None


def slots_of(st: State, names: Sequence[str]) -> list[int]:
    """The cards named as ``"#88"``. Raises :class:`LogError` for other words, and for one named twice."""
    slots = []
    for name in names:
        slot = slot_of(st, name)
        if slot < 0 or slot in slots:
            raise LogError("unknown_object", name=name[:80])
        slots.append(slot)
    return slots


def has_colours(st: State, card: ZxCard, slots: Sequence[int]) -> bool:
    """Whether each colour of the card finds a card of its own among those put to sleep."""
    return _matched(card.colours, [st.card(slot).colours for slot in slots])


def _matched(colours: tuple[str, ...], found: list[tuple[str, ...]]) -> bool:
    """A card of several colours pays for one of them only, whichever its player likes (B.cost-5)."""
    if not colours:
        return True
    if len(colours) == 1:
        return any(colours[0] in shown for shown in found)
    return any(
        colours[0] in shown and _matched(colours[1:], found[:place] + found[place + 1 :])
        for place, shown in enumerate(found)
    )


def payments(st: State, seat: int, card: ZxCard) -> Iterator[tuple[int, ...]]:
    """Every way to pay that differs in the cards put to sleep, cards of the same number standing for each other."""
    awake = sorted(
        (slot for slot in st.pile(RESOURCE, seat) if not st.objs[slot].asleep),
        key=lambda slot: (st.objs[slot].rev, slot),
    )
    seen = set()
    for slots in combinations(awake, card.cost.total):
        kinds = tuple(st.objs[slot].rev for slot in slots)
        if kinds not in seen and has_colours(st, card, slots):
            seen.add(kinds)
            yield slots


def first_payment(st: State, seat: int, card: ZxCard) -> tuple[int, ...] | None:
    """One way to pay, None if there is none: a card for each colour first, then whatever is awake."""
    if card.cost.total < len(card.colours):
        return None
    awake = [slot for slot in st.pile(RESOURCE, seat) if not st.objs[slot].asleep]
    if len(awake) < card.cost.total:
        return None
    for slots in combinations(awake, len(card.colours)):
        if has_colours(st, card, slots):
            rest = [slot for slot in awake if slot not in slots]
            return (*slots, *rest[: card.cost.total - len(slots)])
    return None


def pay_for(st: State, slots: Sequence[int]) -> None:
    """Put the cards to sleep."""
    st.lay(slots, asleep=True)
    if slots:
        st.hit("B.cost-2")


def _covered(card: ZxCard) -> None:
    """The rules ask for a sleeping card of each colour, and for as many sleeping cards as the cost says."""
    if card.cost.total < len(card.colours):
        raise EngineGap("cost_below_colours", card=card.number)
