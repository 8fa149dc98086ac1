"""Energy: producing it, paying with it, and what happens when it does not suffice (203, 204, 200.5)."""

from collections.abc import Iterator, Mapping
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from rules_engine.kernel.errors import LogError, Need, Violation, broken
from rules_engine.x610z.log import Action

from . import query
from .answers import ask_list, slot_of
from .game import as_payment, covers, minus_floor, plus
from .model import (
    COLORLESS,
    NO_ENERGY,
    PLAY,
    REF_OBJECT,
    TYPES,
    UNACTIVATED,
    Amounts,
    State,
    hit,
)
from .triggers import happened


class PaymentPlan(Struct, frozen=True):
    """How a cost is met: the crystals to activate, the energy that leaves the pool, and whether it falls short."""

    crystals: tuple[int, ...]
    used: Amounts
    short: bool


def check_crystal(st: State, seat: int, slot: int) -> Violation | None:
    """May ``seat`` activate this Energy Crystal (200.1b, 203.6, NL.eigen-kaarten)?"""
    obj = st.objs[slot]
    if obj.zone != PLAY or obj.rev < 0 or not st.game.infos[obj.rev].crystal:
        return broken("200.1b", "not_a_crystal", seat, card=f"#{slot}")
    if obj.controller != seat:
        return broken("203.6", "crystal_of_other", seat, card=f"#{slot}")
    if obj.state != UNACTIVATED:
        return broken("206.1f", "not_unactivated", seat, card=f"#{slot}")
    if query.forbidden(st, "be_activated", slot, seat, obj.rev):
        return broken("107.1b", "forbidden", seat, verb="be_activated", card=f"#{slot}")
    return None


def activate_crystal(st: State, slot: int) -> None:
    """Rotate a crystal; its energy flows into the controller's pool at once (203.3)."""
    obj = st.objs[slot]
    st.objs[slot] = replace(obj, state=st.game.turned)
    st.pool[obj.controller] = plus(st.pool[obj.controller], st.game.infos[obj.rev].produces)
    hit(st, "203.3")
    st.events.append(("crystal", slot, obj.controller))
    if st.triggers:
        happened(st, "activated", (REF_OBJECT, slot, obj.inc), obj.controller)


def ready_crystals(st: State, seat: int) -> list[int]:
    """The crystals that ``seat`` could activate now."""
    return [
        slot
        for slot in st.play[seat]
        if st.objs[slot].state == UNACTIVATED
        and st.objs[slot].rev >= 0
        and query.info(st, slot).crystal
        and not query.forbidden(st, "be_activated", slot, seat, st.objs[slot].rev)
    ]


def plan_payment(st: State, act: Action, seat: int, cost: Amounts) -> PaymentPlan | Violation:
    """Check how a line pays ``cost``: crystals first, then the energy used (200.5, 203.2b, 204.1b-c)."""
    crystals = _tapped(st, act, seat)
    if isinstance(crystals, Violation):
        return crystals
    pool = st.pool[seat]
    for slot in crystals:
        pool = plus(pool, query.info(st, slot).produces)
    covered = covers(pool, cost)
    if covered and not act.short:
        used = _used(st, act, seat, pool, cost)
        return used if isinstance(used, Violation) else PaymentPlan(tuple(crystals), used, False)
    if act.short and st.game.chosen["H3"] == "refused":
        return broken("200.5", "cannot_pay", seat, cost=as_payment(cost))
    replaced = st.game.chosen["H3"] == "substitution" and not covered and sum(pool) >= sum(cost)
    if not (covered or replaced or act.short):
        if act.pay is not None and (v := _not_there(st, act, seat, _named(act.pay), pool, cost)):
            return v
        return broken("204.1b", "cost_not_paid", seat, cost=as_payment(cost), pool=as_payment(pool))
    any_type = replaced or st.game.substitution
    used = check_released(st, seat, pool, cost, crystals) or _lost(st, act, pool, cost, any_type)
    return (
        used
        if isinstance(used, Violation)
        else PaymentPlan(tuple(crystals), used, act.short and not replaced)
    )


def _tapped(st: State, act: Action, seat: int) -> list[int] | Violation:
    """The crystals that a line activates to pay with; each must be ready."""
    crystals: list[int] = []
    for name in act.crystals or ():
        slot = slot_of(st, name)
        if slot in crystals:
            return broken("206.1f", "not_unactivated", seat, card=name)
        if v := check_crystal(st, seat, slot):
            return v
        crystals.append(slot)
    return crystals


def released(st: State, seat: int, cost: Amounts) -> list[str]:
    """The crystals to activate for a cost that cannot be met: as many as rule 200.5 asks for, and no more."""
    kept = ready_crystals(st, seat)
    for slot in list(kept):
        fewer = [other for other in kept if other != slot]
        pool = st.pool[seat]
        for other in fewer:
            pool = plus(pool, query.info(st, other).produces)
        if check_released(st, seat, pool, cost, fewer) is None:
            kept = fewer
    return [f"#{slot}" for slot in kept]


def check_released(
    st: State, seat: int, pool: Amounts, cost: Amounts, crystals: list[int]
) -> Violation | None:
    """Who cannot meet a cost has released as much as possible towards it (200.5).

    Of each type that the cost names he releases what he has of it, as far as it is asked for; other energy stands in
    only for what he has not. All together it need not be more than the cost.
    """
    most = pool
    for slot in ready_crystals(st, seat):
        if slot not in crystals:
            most = plus(most, query.info(st, slot).produces)
    params = {"cost": as_payment(cost), "pool": as_payment(pool)}
    if covers(most, cost) and not covers(pool, cost):
        return broken("200.5", "could_pay", seat, **params)
    kept_back = any(pool[kind] < min(cost[kind], most[kind]) for kind in range(COLORLESS))
    if kept_back or sum(pool) < min(sum(cost), sum(most)):
        return broken("200.5", "release_more", seat, **params)
    if covers(pool, cost):
        return broken("200.5", "could_pay", seat, **params)
    return None


def _lost(st: State, act: Action, pool: Amounts, cost: Amounts, any_type: bool) -> Amounts | Violation:
    """The energy that goes for a cost that cannot be met in its types; if any type stands in, its player may say which.

    Any type stands in since March 2010 (200.5), and under the second option of ruling H3.
    """
    forced = short_payment(pool, cost, any_type)
    if act.pay is None or not any_type:
        return forced
    used = _named(act.pay)
    params = {"cost": as_payment(cost), "pay": as_payment(used), "pool": as_payment(pool)}
    if any(used[kind] > pool[kind] for kind in range(4)):
        return broken("203.5", "energy_not_in_pool", act.seat, **params)
    spared = any(used[kind] < min(cost[kind], pool[kind]) for kind in range(COLORLESS))
    if spared or sum(used) != sum(forced):
        return broken("200.5", "wrong_payment", act.seat, **params)
    return used


def short_payment(pool: Amounts, cost: Amounts, substitution: bool) -> Amounts:
    """The energy that is lost when a cost cannot be met: matching types, then (March 2010) any type (200.5)."""
    used = [min(pool[index], cost[index]) for index in range(4)]
    left = sum(cost) - sum(used) if substitution else cost[COLORLESS] - used[COLORLESS]
    for index in (COLORLESS, 0, 1, 2):
        more = min(left, pool[index] - used[index])
        used[index] += more
        left -= more
    return (used[0], used[1], used[2], used[3])


def _used(st: State, act: Action, seat: int, pool: Amounts, cost: Amounts) -> Amounts | Violation:
    if act.pay is None:
        used = forced_payment(pool, cost)
        if used is None:
            raise LogError("payment_not_written", cost=as_payment(cost), pool=as_payment(pool))
        return used
    used = _named(act.pay)
    if v := _not_there(st, act, seat, used, pool, cost):
        return v
    params = {"cost": as_payment(cost), "pay": as_payment(used), "pool": as_payment(pool)}
    if sum(used) != sum(cost) or not covers(used, cost):
        return broken("204.1b", "wrong_payment", act.seat, **params)
    return used


def _not_there(
    st: State, act: Action, seat: int, used: Amounts, pool: Amounts, cost: Amounts
) -> Violation | None:
    """A payment with energy that is not in the player's pool: another's (203.6), or none that is there now.

    Energy that was there in an earlier turn is gone with that turn (203.4), energy that was used is gone (203.5).
    """
    short = [kind for kind in range(4) if used[kind] > pool[kind]]
    if not short:
        return None
    params = {"cost": as_payment(cost), "pay": as_payment(used), "pool": as_payment(pool)}
    others = [other for other in range(len(st.hand)) if other != seat]
    if any(all(st.pool[other][kind] >= used[kind] - pool[kind] for kind in short) for other in others):
        return broken("203.6", "energy_of_other", seat, **params)
    turned = any(
        st.objs[slot].state != UNACTIVATED and st.objs[slot].rev >= 0 and query.info(st, slot).card.is_crystal
        for slot in st.play[seat]
    )
    # Nobody has released energy in this turn whose crystals all stand upright: what he names is of an earlier one.
    return broken("203.5" if turned or any(pool) else "203.4", "energy_not_in_pool", seat, **params)


def _named(pay: Mapping[str, int]) -> Amounts:
    """The amounts that a line names by type."""
    for name in pay:
        if name not in TYPES:
            raise LogError("unknown_energy", energy=name[:40])
    return (pay.get("mystic", 0), pay.get("boost", 0), pay.get("robiumm", 0), pay.get("colorless", 0))


def forced_payment(pool: Amounts, cost: Amounts) -> Amounts | None:
    """The only way to pay ``cost`` out of ``pool``, None if there is a choice; the pool must cover the cost."""
    left = (pool[0] - cost[0], pool[1] - cost[1], pool[2] - cost[2], pool[3])
    free = cost[COLORLESS]
    if not free:
        return cost
    if sum(left) == free:
        return (cost[0] + left[0], cost[1] + left[1], cost[2] + left[2], left[3])
    kinds = [index for index in range(4) if left[index]]
    if len(kinds) != 1:
        return None
    used = [cost[0], cost[1], cost[2], 0]
    used[kinds[0]] += free
    return (used[0], used[1], used[2], used[3])


def carry_out(st: State, seat: int, plan: PaymentPlan) -> None:
    """Activate the crystals and take the energy from the pool; it is gone whatever happens next (203.5)."""
    for slot in plan.crystals:
        activate_crystal(st, slot)
    if plan.short:
        hit(st, "200.5")
    if plan.used != NO_ENERGY:
        st.pool[seat] = minus_floor(st.pool[seat], plan.used)
        hit(st, "203.5")
        st.events.append(("pay", seat, plan.used))


def pay_now(st: State, seat: int, cost: Amounts) -> bool:
    """Pay from the pool in the middle of a resolution, asking for the split if there is a choice; False if short."""
    pool = st.pool[seat]
    if not covers(pool, cost):
        return False
    used = forced_payment(pool, cost)
    if used is None:
        used = _asked_payment(st, seat, pool, cost)
    carry_out(st, seat, PaymentPlan((), used, False))
    return True


def _asked_payment(st: State, seat: int, pool: Amounts, cost: Amounts) -> Amounts:
    """The types used for the colorless part, one name per energy point."""
    count = cost[COLORLESS]
    left = [pool[0] - cost[0], pool[1] - cost[1], pool[2] - cost[2], pool[3]]
    options = tuple(name for index, name in enumerate(TYPES) for _ in range(min(count, left[index])))
    names = ask_list(st, Need(seat, "pay_colorless", "204.1c", options, count, count, True))
    used = [cost[0], cost[1], cost[2], 0]
    for name in names:
        if name not in TYPES:
            raise LogError("unknown_energy", energy=name[:40])
        used[TYPES.index(name)] += 1
        left[TYPES.index(name)] -= 1
    if len(names) != count or min(left) < 0:
        raise LogError("answer_shape", prompt="pay_colorless", expected=f"{count} types that are in the pool")
    return (used[0], used[1], used[2], used[3])


def splits(pool: Amounts, cost: Amounts) -> Iterator[Amounts]:
    """Every way to pay a cost with a colorless part, most of the first types first (204.1c)."""
    left = [pool[kind] - cost[kind] for kind in range(3)] + [pool[3]]
    free = cost[3]
    for parts in product(*(range(min(free, left[kind]), -1, -1) for kind in range(len(TYPES)))):
        if sum(parts) == free:
            yield (cost[0] + parts[0], cost[1] + parts[1], cost[2] + parts[2], parts[3])
