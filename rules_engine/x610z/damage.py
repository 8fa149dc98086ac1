"""Dealing damage (210), with what prevents it."""

from msgspec.structs import replace

from . import query
from .instead import replacements
from .model import REF_OBJECT, Ref, State, hit
from .nodes import All, Prevent
from .query import EVERYTHING
from .triggers import happened


def deal(st: State, slot: int, amount: int, source: Ref, actor: int, replaced: bool = False) -> int:
    """Mark damage on a summon (210.2) and return how much was dealt; lethal damage is settled by the caller.

    Damage that another summon is dealt instead is not replaced once more (``replaced``), and none of it was dealt here.
    """
    obj = st.objs[slot]
    if query.forbidden(st, "be_damaged", slot, obj.controller):
        hit(st, "107.1b")
        return 0
    other = -1 if replaced else _takes_it(st, slot)
    if other >= 0:
        hit(st, "107.1a")
        deal(st, other, amount, source, actor, replaced=True)
        return 0
    amount = _prevented(st, slot, obj.inc, amount)
    if amount <= 0:
        return 0
    st.change(slot, damage=obj.damage + amount)
    note_attacker(st, slot, actor)
    hit(st, "210.2")
    st.events.append(("damage", slot, amount, source))
    happened(st, "damaged", (REF_OBJECT, slot, obj.inc), actor)
    return amount


def _takes_it(st: State, slot: int) -> int:
    """The summon that is dealt the damage in place of this one, -1 if none is (107.1a)."""
    for node, source, named in replacements(st, "damaged", slot):
        if source is None:
            found = [named[0]] if query.in_play(st, named[0], named[1]) else []
        else:
            found = [other for other in st.occ.values() if query.static_touches(st, source, node.onto, other)]
        if found and found != [slot]:
            return found[0]
    return -1


def note_attacker(st: State, slot: int, actor: int) -> None:
    """Remember who last struck a Life Base (its slot is its seat): ruling H18 may make that team win."""
    if slot < len(st.attackers):
        st.attackers = (*st.attackers[:slot], actor, *st.attackers[slot + 1 :])


def _prevented(st: State, slot: int, inc: int, amount: int) -> int:
    """What is left of the damage after prevention; a shield of some points wears off."""
    for source_slot in st.statics:
        source = st.objs[source_slot]
        for node in st.game.infos[source.rev].statics:
            if isinstance(node, Prevent) and query.static_touches(st, source, node.to, slot):
                hit(st, "G.prevent")
                value = (
                    EVERYTHING
                    if isinstance(node.amount, All)
                    else query.static_amount(st, source, node.amount)
                )
                amount = max(0, amount - value)
    if not st.temps:
        return amount
    kept = []
    for temp in st.temps:
        if amount > 0 and isinstance(temp.node, Prevent) and (slot, inc) in temp.objects:
            hit(st, "G.prevent")
            taken = min(amount, temp.amount)
            amount -= taken
            if temp.amount < EVERYTHING:
                temp = replace(temp, amount=temp.amount - taken)
                if not temp.amount:
                    continue
        kept.append(temp)
    st.temps = tuple(kept)
    return amount
