"""Attacking summons with summons (202, 210, 604, 605.4)."""

from msgspec import Struct

from rules_engine.kernel.errors import LogError, Violation, broken
from rules_engine.x610z.log import MAX_PATH, Action

from . import query
from .answers import ref_of
from .damage import deal
from .energy import PaymentPlan, plan_payment
from .model import (
    ATTACKED,
    ATTACKED_AGAIN,
    NO_ENERGY,
    REF_OBJECT,
    Amounts,
    Item,
    Ref,
    State,
    hit,
)
from .movement import (
    bound_direction,
    by_effect,
    check_path,
    own_deactivation_is_free,
    own_summon,
    path_numbers,
    spend_allowance,
)
from .settle import settle
from .stack import check_quiet
from .triggers import happened


class AttackPlan(Struct, frozen=True):
    """A legal announcement of an attack: attacker, target, the dots between them and the direction."""

    slot: int
    target: Ref
    path: tuple[int, ...]
    sense: int
    cost: Amounts
    payment: PaymentPlan


def check_attacker(st: State, slot: int) -> Violation | None:
    """May this summon attack at all now (202.5, 402.14, 601.7, 602.2, 604.2)?"""
    obj = st.objs[slot]
    if obj.used & ATTACKED and not query.allowances(
        st, "attack_again", slot, bool(obj.used & ATTACKED_AGAIN)
    ):
        return broken("202.5", "already_attacked", obj.controller, card=f"#{slot}")
    return attacker_stopped(st, slot)


def stands_in_zone(st: State, slot: int) -> bool:
    """True if a summon stands in the No Attack Zone, and nothing lets it attack from there (604.2)."""
    zone = st.game.board.no_attack[st.objs[slot].dot]
    return zone and not query.allowances(st, "attack_from_no_attack_zone", slot)


def attacker_stopped(st: State, slot: int) -> Violation | None:
    """What keeps a summon from attacking, when it is announced and again when it resolves (200.4)."""
    obj = st.objs[slot]
    seat = obj.controller
    if obj.state and rests(st, slot):
        return broken("402.14", "summon_deactivated", seat, card=f"#{slot}")
    if stands_in_zone(st, slot):
        return broken(
            "604.2", "attacker_in_no_attack_zone", seat, card=f"#{slot}", dot=st.game.board.names[obj.dot]
        )
    if query.forbidden(st, "attack", slot, seat, obj.rev):
        return broken("107.1b", "forbidden", seat, verb="attack", card=f"#{slot}")
    return None


def rests(st: State, slot: int) -> bool:
    """True if a summon whose card lies sideways may not attack (402.14, H8)."""
    obj = st.objs[slot]
    if by_effect(st, obj):
        return not own_deactivation_is_free(st, obj)
    return st.game.chosen["H8"] == "sideways_rests"


def check_victim(st: State, slot: int, attacker: int) -> Violation | None:
    """May this summon be attacked (604.2, 107.1b, H40)?"""
    obj = st.objs[slot]
    if st.game.board.no_attack[obj.dot]:
        dot = st.game.board.names[obj.dot]
        return broken("604.2", "target_in_no_attack_zone", attacker, card=f"#{slot}", dot=dot)
    if query.forbidden(st, "be_attacked", slot, obj.controller, obj.rev):
        return broken("107.1b", "forbidden", attacker, verb="be_attacked", card=f"#{slot}")
    if st.game.enemies_only and not st.game.enemies(obj.controller, attacker):
        return broken("200.1a", "own_side_attacked", attacker, card=f"#{slot}")
    return None


def plan_attack(st: State, act: Action, seat: int) -> AttackPlan | Violation:
    """Check the announcement of an attack; its target is the summon at the end of the path.

    It is free (202.3) but for an effect that makes it dearer.
    """
    if seat != st.active:
        return broken("202.1", "only_active_player", seat, do="attack")
    if v := check_quiet(st, seat):
        return v
    slot = own_summon(st, act, seat)
    if isinstance(slot, Violation):
        return slot
    if v := check_attacker(st, slot):
        return v
    path = path_numbers(st, act.path)
    sense = check_path(st, slot, path, "attack", query.stat(st, slot, "range"))
    if isinstance(sense, Violation):
        return sense
    if v := bound_direction(st, slot, sense):
        return v
    if st.game.chosen["H10"] == "whole_path" and any(st.game.board.no_attack[dot] for dot in path):
        return broken("604.2", "path_through_no_attack_zone", seat)
    target = st.occ.get(path[-1], -1)
    dot = st.game.board.names[path[-1]]
    if target < 0 or target == slot:
        return broken("200.1a", "no_summon_there", seat, dot=dot)
    ref = (REF_OBJECT, target, st.objs[target].inc)
    if act.targets and not _is_named(st, act.targets, ref):
        return broken("200.3", "target_elsewhere", seat, target=act.targets[0], dot=dot)
    if v := check_victim(st, target, seat):
        return v
    cost = attack_cost(st, slot)
    payment = plan_payment(st, act, seat, cost)
    if isinstance(payment, Violation):
        return payment
    return AttackPlan(slot, ref, path, sense, cost, payment)


def _is_named(st: State, targets: list[str], ref: Ref) -> bool:
    """Whether the target that a line names, by its place or as a card, is this one."""
    if len(targets) != 1:
        raise LogError("one_target_expected")
    name = targets[0]
    if name.startswith(("#", "seat:", "stack:")):
        return ref_of(st, name) == ref
    return st.game.rev_of(name) == st.objs[ref[1]].rev


def attack_cost(st: State, slot: int) -> Amounts:
    """What an attack costs now: nothing (202.3), but for an effect that makes it dearer."""
    if not st.temps and not st.statics:
        return NO_ENERGY
    obj = st.objs[slot]
    return query.cost_of(st, "attack", NO_ENERGY, obj.controller, slot, obj.rev)


def other_victims(st: State, item: Item) -> dict[int, tuple[int, ...]]:
    """Summons that an attack on the stack could strike instead, each with the shortest path to it (glossary Redirect).

    They lie within Range, in the direction that binds the attacker (202.6), and may be attacked from where it stands
    now (604.2).
    """
    obj = st.objs[item.slot]
    if not query.in_play(st, item.slot, item.inc) or obj.dot < 0 or stands_in_zone(st, item.slot):
        return {}
    bound = 0 if query.allowances(st, "any_direction", item.slot) else obj.sense
    found: dict[int, tuple[int, ...]] = {}
    for path in st.game.board.paths(
        obj.dot, min(query.stat(st, item.slot, "range"), MAX_PATH - 1), -1, bound
    ):
        slot = st.occ.get(path[-1], -1)
        if (
            slot < 0
            or slot in (item.slot, item.targets[0][1])
            or check_victim(st, slot, item.seat) is not None
        ):
            continue
        if slot not in found or len(path) < len(found[slot]):
            found[slot] = path
    return dict(sorted(found.items()))


def announce_attack(st: State, plan: AttackPlan) -> None:
    """The summon counts as having attacked this turn, whatever becomes of the attack (202.5)."""
    obj = st.objs[plan.slot]
    used = obj.used | ATTACKED
    if obj.used & ATTACKED and not spend_allowance(st, plan.slot, "attack_again"):
        used |= ATTACKED_AGAIN
    st.change(plan.slot, used=used, sense=obj.sense or plan.sense)


def notice_attack(st: State, attacker: Ref, target: Ref, seat: int) -> None:
    """What triggers on an attack, on either end of it: when it takes place, or at its announcement (H39)."""
    happened(st, "attacks", attacker, seat)
    happened(st, "attacked", target, seat)


def resolve_attack(st: State, item: Item) -> bool:
    """Deal Attack Power to the target if everything still holds; else no damage, though the attack is used (H10).

    The one attacked does not strike back (NL.aanvallen, NL.schade).
    """
    slot = item.slot
    target = item.targets[0]
    st.last = ("attack", item.path, False)
    if not query.in_play(st, slot, item.inc) or not query.exists(st, target):
        hit(st, "210.4" if query.exists(st, target) else "208.5")
        return False
    obj, victim = st.objs[slot], st.objs[target[1]]
    if obj.dot != item.path[0] or victim.dot != item.path[-1] or obj.controller != item.seat:
        hit(st, "200.4")
        return False
    if attacker_stopped(st, slot) is not None or check_victim(st, target[1], item.seat) is not None:
        hit(st, "200.4")
        return False
    st.events.append(("attack", slot, target[1], item.path))
    me: Ref = (REF_OBJECT, slot, item.inc)
    if not st.game.early:
        notice_attack(st, me, target, item.seat)
    if len(item.path) - 1 > query.stat(st, slot, "range"):
        hit(st, "NL.range")  # no damage, but it has attacked
        return False
    st.last = ("attack", item.path, True)
    deal(st, target[1], query.stat(st, slot, "attack"), me, item.seat)
    hit(st, "402.11a")
    settle(st)
    return True
