"""What an activation costs besides energy and counters: cards, permanents and damage of one's own (204.3, 107.1a).

Every part is an instruction carried out while announcing, by whoever activates, in the order of the text. It is paid
by being done; what prevents or replaces it does not undo the payment (decision 131).
"""

from typing import TypeGuard

from rules_engine.kernel.errors import Violation, broken, forbid

from . import nodes as N
from . import query
from .effects import Run, Tools
from .game import Body
from .model import UNACTIVATED, Item, State
from .outcomes import IMPOSSIBLE, PART, fold
from .settle import settle


def check_costs(
    st: State, seat: int, slot: int, costs: tuple[N.Node, ...], crystals: tuple[int, ...]
) -> Violation | None:
    """Is everything there that these parts of a cost ask for? ``crystals`` are turned while paying the energy.

    No two parts choose among the same things (the compiler sees to that), so each can be looked at by itself.
    """
    for node in costs:
        needed, there = _needed(node), _there(st, seat, slot, node, crystals)
        if there < needed:
            return broken("204.3a", "cost_not_there", seat, needed=needed, there=there)
    return None


def _of_cards(node: N.Node) -> TypeGuard[N.Discard | N.MoveCard]:
    """Whether a part is paid with cards that are not in play."""
    return isinstance(node, N.Discard) or (isinstance(node, N.MoveCard) and node.choose_from != "none")


def _needed(node: N.Node) -> int:
    if _of_cards(node):
        return node.count.n if isinstance(node.count, N.Const) else 0
    what = getattr(node, "what", None)
    return what.count if isinstance(what, N.Chosen) else 1


def _there(st: State, seat: int, slot: int, node: N.Node, crystals: tuple[int, ...]) -> int:
    """How many cards or permanents there are to pay this part with; an unknown card may be the right one."""
    if _of_cards(node):
        return _cards_there(st, seat, node)
    what = getattr(node, "what", None)
    if isinstance(what, N.This):
        return 1
    if not isinstance(what, N.Chosen):
        return sum(1 for own in st.play[seat] if query.info(st, own).card.is_life_base)
    found = [ref[1] for ref in query.candidates(st, what.select, seat, slot)]
    if not isinstance(node, N.Deactivate):
        return len(found)
    used = (*crystals, slot)
    return sum(1 for one in found if one not in used and st.objs[one].state == UNACTIVATED)


def _cards_there(st: State, seat: int, node: N.Discard | N.MoveCard) -> int:
    zone = st.discard if isinstance(node, N.MoveCard) and node.choose_from == "discard" else st.hand
    revs = [st.objs[card].rev for card in zone[seat]]
    return sum(1 for rev in revs if rev < 0 or query.admits_card(st, node.select, rev))


def pay_costs(st: State, item: Item, body: Body, costs: tuple[N.Node, ...], tools: Tools) -> None:
    """Do what an activation costs; what follows from it follows once all of it is paid."""
    run = Run(st, item, body, item.seat, st.objs[item.slot].host, tools)
    for node in costs:
        if fold(tools.handlers[type(node)](run, node)) in (IMPOSSIBLE, PART):
            forbid("204.3a", "cost_not_there", item.seat, needed=_needed(node), there=0)
    settle(st)
