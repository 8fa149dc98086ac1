"""Announcing casts and activations: who may, when, at what cost, with which targets (200, 204, 206, 207, 402)."""

from msgspec import Struct

from rules_engine.kernel.errors import EngineGap, LogError, Violation, broken
from rules_engine.x610z.log import Action

from . import query
from .answers import may_bind, ref_of, slot_of
from .costs import check_costs
from .energy import PaymentPlan, plan_payment, ready_crystals
from .game import Body, CardInfo, covers, plus
from .model import PLAY, UNACTIVATED, Amounts, Ref, State
from .movement import find_in_play
from .stack import check_quiet
from .targets import declared, enough, needed


class CastPlan(Struct, frozen=True):
    """A legal announcement of a cast; ``rev`` is the card that the slot in hand is (or becomes)."""

    slot: int
    rev: int
    targets: tuple[Ref, ...]
    cost: Amounts
    payment: PaymentPlan
    paid: tuple[int, ...]
    mode: int


class ActivationPlan(Struct, frozen=True):
    """A legal announcement of an activation; ``ability`` is the index of the activated effect in the card's parts."""

    slot: int
    ability: int
    targets: tuple[Ref, ...]
    cost: Amounts
    payment: PaymentPlan
    paid: tuple[int, ...]
    mode: int
    counters: int


def find_in_hand(st: State, name: str, seat: int) -> tuple[int, int] | Violation:
    """Slot and card index of a card that ``seat`` has, or may have, in his hand (200.1a, 101.1a)."""
    hand = st.hand[seat]
    objs = st.objs
    if name.startswith("#"):
        slot = slot_of(st, name)
        if slot not in hand:
            return broken("200.1a", "card_not_in_hand", seat, card=name)
        if objs[slot].rev < 0:
            raise LogError("card_not_named", card=name)
        return slot, objs[slot].rev
    rev = st.game.rev_of(name)
    unknown = -1
    for slot in hand:
        held = objs[slot].rev
        if held == rev:
            return slot, rev
        if held < 0 and unknown < 0:
            unknown = slot
    number = st.game.number_of(rev)
    if unknown < 0:
        return broken("200.1a", "card_not_in_hand", seat, card=number)
    if not may_bind(st, unknown, rev):
        return broken("101.1a", "more_copies_than_registered", seat, card=number)
    return unknown, rev


def plan_cast(st: State, act: Action, seat: int) -> CastPlan | Violation:
    """Check the announcement of a cast, Energy Crystal Cards included."""
    if act.card is None:
        raise LogError("field_missing", field="card", do="cast")
    found = find_in_hand(st, act.card, seat)
    if isinstance(found, Violation):
        return found
    slot, rev = found
    info = st.game.infos[rev]
    v = check_kind(st, info, seat)
    if v:
        return v
    if query.forbidden(st, "cast", -1, seat, rev):
        return broken("107.1b", "forbidden", seat, verb="cast", card=info.card.number)
    body = info.body
    paid = _chosen(st, act, body, seat, slot)
    if isinstance(paid, Violation):
        return paid
    targets: tuple[Ref, ...] | Violation
    if info.gap:
        targets = tuple(
            ref_of(st, name) for name in act.targets or ()
        )  # what a manual card targets is not known
    else:
        targets = declared(st, act.targets or [], info, body, seat, slot, act.mode, paid)
    if isinstance(targets, Violation):
        return targets
    cost = casting_cost(st, slot, rev, seat, paid)
    payment = plan_payment(st, act, seat, cost)
    if isinstance(payment, Violation):
        return payment
    if body.extras and (v := _could_pay_extra(st, body, seat, cost, act.mode, paid)):
        return v
    return CastPlan(slot, rev, targets, cost, payment, paid, act.mode)


def check_kind(st: State, info: CardInfo, seat: int) -> Violation | None:
    """Who may cast this kind of card now (206.1a, 206.2a, 402.9, 403.1-2)."""
    card = info.card
    name = card.number
    if info.permanent and (v := check_quiet(st, seat)):
        return v
    if info.crystal:
        if seat != st.active:
            return broken("403.2", "only_active_player", seat, card=name)
        if st.crystal_cast:
            return broken("403.1", "second_crystal", seat, card=name)
    elif card.is_summon and card.is_life_base:
        return broken("402.3", "life_base_is_not_cast", seat, card=name)
    elif info.permanent and seat != st.active:
        return broken("206.1a", "only_active_player", seat, card=name)
    early = card.is_summon and st.game.chosen["H12"] == "both_times"
    if early and class_taken(st, seat, card.card_class):
        return broken("402.9", "class_in_play", seat, card=name, needs=card.card_class)
    return None


def class_taken(st: State, seat: int, name: str) -> bool:
    """True if ``seat`` controls a summon of this class (402.9)."""
    infos = st.game.infos
    objs = st.objs
    for slot in st.play[seat]:
        obj = objs[slot]
        if obj.dot >= 0 and infos[obj.rev].card.card_class == name:
            return True
    return False


def _chosen(st: State, act: Action, body: Body, seat: int, slot: int) -> tuple[int, ...] | Violation:
    """How often each additional cost is paid; nearly always a line says nothing of them, nor of an option."""
    return _paid(st, act, body, seat, slot) if act.x or act.extras or act.mode else ()


def _paid(st: State, act: Action, body: Body, seat: int, slot: int) -> tuple[int, ...] | Violation:
    """How often the line pays each additional cost (204.4), with its "or" option checked (207.1)."""
    if act.mode and act.mode >= max(1, body.modes):
        return broken("207.1", "no_such_option", seat, option=act.mode)
    if act.x and len(body.extras) > 1:
        paid = _only_payment(st, act, body, seat, slot)
    else:
        paid = tuple(act.extras) if act.extras is not None else (act.x,) if act.x else ()
    if not any(paid):
        return ()
    if len(paid) > len(body.extras):
        return broken("204.4a", "no_additional_cost", seat, times=max(paid))
    if st.game.late_extras:
        return broken("204.4a", "additional_cost_later", seat, times=max(paid))
    usable = body.open_extras(act.mode)
    for index, times in enumerate(paid):
        if times and index not in usable:
            return broken("204.4a", "no_additional_cost", seat, times=times)
        if times > 1 and not body.extras[index].repeat:
            return broken("204.4b", "additional_cost_once", seat, times=times)
    return paid


def _only_payment(st: State, act: Action, body: Body, seat: int, slot: int) -> tuple[int, ...]:
    """What ``x`` means on a card with several additional costs: the one that can have been paid so often.

    It must fit the "or" option, the number of targets and the energy of the line. Raises :class:`LogError` where more
    than one does, or none.
    """
    found = []
    for index in body.open_extras(act.mode):
        paid = tuple(act.x if other == index else 0 for other in range(len(body.extras)))
        if act.x > 1 and not body.extras[index].repeat:
            continue
        if not enough(st, body, needed(body, act.mode, paid), len(act.targets or ())):
            continue
        if not isinstance(plan_payment(st, act, seat, _cost(st, act, slot, seat, paid)), Violation):
            found.append(paid)
    if len(found) != 1:
        raise LogError("extras_not_written", count=len(body.extras))
    return found[0]


def _cost(st: State, act: Action, slot: int, seat: int, paid: tuple[int, ...]) -> Amounts:
    if act.do == "cast":
        rev = st.objs[slot].rev if st.objs[slot].rev >= 0 else st.game.rev_of(act.card or "")
        return casting_cost(st, slot, rev, seat, paid)
    return activation_cost(st, slot, seat, query.info(st, slot).activated[act.ability][0], paid)


def _could_pay_extra(
    st: State, body: Body, seat: int, cost: Amounts, mode: int, paid: tuple[int, ...]
) -> Violation | None:
    """An additional cost that must be paid is paid by the person who can (207.2)."""
    owed = [
        body.extras[index]
        for index in body.open_extras(mode)
        if body.extras[index].must and not (index < len(paid) and paid[index])
    ]
    if not owed or st.game.late_extras:
        return None
    most = st.pool[seat]
    for slot in ready_crystals(st, seat):
        most = plus(most, query.info(st, slot).produces)
    if any(covers(most, plus(cost, extra.cost)) for extra in owed):
        return broken("207.2", "must_pay_additional", seat)
    return None


def casting_cost(st: State, slot: int, rev: int, seat: int, paid: tuple[int, ...] = ()) -> Amounts:
    """Casting Cost with what raises or lowers it, and the additional costs (204.2a, 204.2c, 204.4a)."""
    info = st.game.infos[rev]
    cost = info.cost
    if st.temps or st.statics:
        cost = query.cost_of(st, "cast", cost, seat, slot, rev)
    return plus(cost, info.body.cost_of(paid)) if paid else cost


def plan_activation(st: State, act: Action, seat: int) -> ActivationPlan | Violation:
    """Check the announcement of an activation of a permanent Effect (206.1d-f, 207.6, 703.3, 704.2)."""
    slot = _activated(st, act, seat)
    if isinstance(slot, Violation):
        return slot
    info = query.info(st, slot)
    index, part, body = info.activated[act.ability]
    paid = _chosen(st, act, body, seat, slot)
    if isinstance(paid, Violation):
        return paid
    targets = declared(st, act.targets or [], info, body, seat, slot, act.mode, paid)
    if isinstance(targets, Violation):
        return targets
    cost = activation_cost(st, slot, seat, index, paid)
    payment = plan_payment(st, act, seat, cost)
    if isinstance(payment, Violation):
        return payment
    if body.extras and (v := _could_pay_extra(st, body, seat, cost, act.mode, paid)):
        return v
    if part.costs and (v := check_costs(st, seat, slot, part.costs, payment.crystals)):
        return v
    return ActivationPlan(slot, index, targets, cost, payment, paid, act.mode, part.counters)


def _activated(st: State, act: Action, seat: int) -> int | Violation:
    """The slot of the permanent that a line activates, if it may be activated now."""
    if act.card is None:
        raise LogError("field_missing", field="card", do="activate")
    slot = find_in_play(st, act.card, seat)
    obj = st.objs[slot] if slot >= 0 else None
    if obj is None or obj.zone != PLAY:
        return broken("206.1d", "not_in_play", seat, card=act.card[:80])
    if obj.controller != seat:
        return broken("214.2", "not_controller", seat, card=act.card[:80])
    info = query.info(st, slot)
    if info.gap:
        raise EngineGap("manual_card", card=info.card.number)
    if act.ability >= len(info.activated):
        return broken("207.6", "no_activated_effect", seat, card=act.card[:80])
    if obj.state != UNACTIVATED:
        return broken("206.1f", "not_unactivated", seat, card=act.card[:80])
    if query.forbidden(st, "be_activated", slot, seat, obj.rev) or query.forbidden(
        st, "activate", slot, seat, obj.rev
    ):
        return broken("107.1b", "forbidden", seat, verb="be_activated", card=act.card[:80])
    needed = info.activated[act.ability][1].counters
    if obj.counters < needed:
        return broken("209.2a", "not_enough_counters", seat, needed=needed, there=obj.counters)
    return slot


def activation_cost(st: State, slot: int, seat: int, index: int, paid: tuple[int, ...] = ()) -> Amounts:
    """Activation Cost with what raises or lowers it, and the additional costs (204.3a, 204.3c, 204.4a)."""
    info = query.info(st, slot)
    part, body = next((part, body) for i, part, body in info.activated if i == index)
    cost = part.cost.as_tuple()
    if st.temps or st.statics:
        cost = query.cost_of(st, "activation", cost, seat, slot, st.objs[slot].rev)
    return plus(cost, body.cost_of(paid)) if paid else cost
