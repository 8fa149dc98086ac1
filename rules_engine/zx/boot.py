"""Startup abilities: the lines of a text that a player uses for a cost, in the Main Phase or in a battle (B.text-1)."""

from collections import Counter
from collections.abc import Iterator

from rules_engine.kernel.errors import LogError, Violation, broken

from .abilities import ZONE_OF, abilities_there, missing_sign
from .answers import slot_of
from .cards import ZxCard, ZxCost
from .cardtext.nodes import Ability, Colour, Give, GiveThis, Sleep
from .costs import check_payment, first_payment, pay_for, slots_of
from .effects import can_do_something, carry_out, give
from .log import Action
from .model import CHARGE, SQUARE, TRASH, State
from .moving import move


def check_boot(st: State, action: Action) -> Violation | None:
    """The first rule that using a startup ability breaks."""
    seat = action.seat
    slot = _named(st, action.card)
    name = st.card(slot).name
    if st.objs[slot].controller != seat or not boot_lines(st, seat, slot):
        return broken("B.text-1", "no_startup", seat, card=name)
    line = action.ability - 1 if action.ability else boot_lines(st, seat, slot)[0]
    if line not in boot_lines(st, seat, slot):
        return broken("B.text-1", "no_startup", seat, card=name)
    ability = st.table.texts.of(st.text_of(slot))[line]
    sign = missing_sign(st, seat, ability)
    if sign:
        return broken(sign, "sign_missing", seat, card=name)
    if ability.drive and st.driven[seat]:
        return broken("B.text-8", "drive_used", seat, card=name)
    if st.option("Z14") == "refused" and not can_do_something(st, seat, slot, ability):
        return broken("B.text-1", "nothing_to_pick", seat, card=name)
    return _check_costs(st, seat, slot, ability) or check_payment(
        st, seat, paid_card(st, slot, ability), action.pay
    )


def _named(st: State, name: str) -> int:
    slot = slot_of(st, name)
    if slot < 0:
        raise LogError("unknown_object", name=name[:80])
    return slot


def boot_lines(st: State, seat: int, slot: int) -> list[int]:
    """The places of the startup abilities that work where the card lies."""
    zone = st.objs[slot].zone
    if not st.objs[slot].face_up:
        return []
    return [
        line
        for line, ability in abilities_there(st, slot, "boot")
        if zone == (ZONE_OF[ability.zone] if ability.zone else SQUARE)
    ]


def _check_costs(st: State, seat: int, slot: int, ability: Ability) -> Violation | None:
    name = st.card(slot).name
    gone = any(isinstance(cost, GiveThis) for cost in ability.costs)
    given: Counter[int] = Counter()
    for cost in ability.costs:
        if isinstance(cost, Sleep) and st.objs[slot].asleep:
            return broken("B.text-1", "source_asleep", seat, card=name)
        if isinstance(cost, Give):
            zone = ZONE_OF[cost.zone]
            given[zone] += cost.n
            there = len(st.pile(zone, seat)) - (gone and st.objs[slot].zone == zone)
            if there < given[zone]:
                return broken("B.text-1", "cost_short", seat, card=name, count=given[zone], there=there)
    return None


def paid_card(st: State, slot: int, ability: Ability) -> ZxCard:
    """What is paid with Resource for an ability, as a card with that cost and colour."""
    card = st.card(slot)
    for cost in ability.costs:
        if isinstance(cost, Colour):
            colours = (cost.colour,) if cost.colour else ()
            return ZxCard(card.number, card.name, colours=colours, cost=ZxCost(cost.n))
    return ZxCard(card.number, card.name)


def boot(st: State, action: Action) -> None:
    """Pay for a startup ability, the costs in the order in which they stand, and carry it out."""
    seat, slot = action.seat, _named(st, action.card)
    inc = st.objs[slot].inc
    line = action.ability - 1 if action.ability else boot_lines(st, seat, slot)[0]
    ability = st.table.texts.of(st.text_of(slot))[line]
    pay_for(st, slots_of(st, action.pay))
    for cost in sorted(ability.costs, key=lambda cost: isinstance(cost, Give)):
        if isinstance(cost, Sleep):
            st.lay((slot,), asleep=True)
        elif isinstance(cost, GiveThis):
            move(st, slot, TRASH)
        elif isinstance(cost, Give):
            give(st, seat, ZONE_OF[cost.zone], cost.n, "B.text-1")
    if ability.drive:
        st.driven[seat] = True
        st.hit("B.text-8")
    carry_out(st, seat, slot, inc, ability)


def boots(st: State, seat: int) -> Iterator[Action]:
    """Every startup ability that a player can use now, each paid for in one way."""
    standing = [slot for square in st.squares for slot in square if st.objs[slot].controller == seat]
    for slot in (*standing, *st.pile(CHARGE, seat), *st.pile(TRASH, seat)):
        if st.objs[slot].rev in st.table.texts.manual:
            continue
        for place, line in enumerate(boot_lines(st, seat, slot)):
            ability = st.table.texts.of(st.text_of(slot))[line]
            paid = first_payment(st, seat, paid_card(st, slot, ability))
            if paid is None:
                continue
            action = Action(
                do="boot",
                seat=seat,
                card=f"#{slot}",
                ability=line + 1 if place else 0,
                pay=[f"#{resource}" for resource in paid],
            )
            if check_boot(st, action) is None:
                yield action
