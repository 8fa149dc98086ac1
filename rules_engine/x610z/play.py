"""Carrying out one action line: check it, then let it happen. The one place that knows every ``do`` of a log."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from rules_engine.kernel.actions import Form
from rules_engine.kernel.errors import EngineGap, GameOver, LogError, RuleBroken, Violation, broken
from rules_engine.x610z.log import Action

from .answers import bind, slot_of
from .attack import AttackPlan, announce_attack, notice_attack, plan_attack
from .casting import ActivationPlan, CastPlan, plan_activation, plan_cast
from .costs import pay_costs
from .energy import activate_crystal, carry_out, check_crystal
from .model import (
    ACTION,
    ACTIVATION,
    ATTACK,
    CAST,
    DRAW,
    END,
    MOVEMENT,
    NO_ENERGY,
    REACTIVATION,
    REF_OBJECT,
    SETUP,
    Item,
    State,
    hit,
)
from .movement import MovePlan, announce_move, find_in_play, plan_move
from .resolve import TOOLS, release, resolve_top
from .settle import settle
from .setup import check_begin, check_murphy, deal, do_begin, do_murphy
from .stack import all_passed, announce, check_pass, check_window, do_pass
from .triggers import happened
from .turn import carry_on, end_turn, open_end_phase
from .winning import draw, lose
from .zones import enter_play, to_stack


class Kind(Struct, frozen=True):
    """One ``do`` of a log: the fields that it may have, the check that plans it, and how the plan is carried out.

    ``plan`` answers with the violation or with whatever ``carry_out`` needs; ``of_seat`` is False for what nobody in
    particular does. ``read`` and ``empty`` are those of the form.
    """

    plan: Callable[[State, Action, int], object]
    carry_out: Callable[[State, Action, int, object], None]
    form: Form
    read: Callable[[Action], object]
    empty: tuple[object, ...]
    of_seat: bool = True


def check_fields(act: Action) -> Kind:
    """The kind of the action. Raises :class:`LogError` for a field that does not belong to it, or a missing seat."""
    kind = KINDS.get(act.do)
    if kind is None:
        raise LogError("unknown_action", do=act.do[:40])
    kind.form.check(act)
    if (act.seat is not None) is not kind.of_seat:
        raise LogError("field_missing" if act.seat is None else "field_not_allowed", field="seat", do=act.do)
    return kind


def check(st: State, act: Action) -> Violation | None:
    """The first rule that the action would break now, or None. Changes nothing."""
    plan = _plan(st, act, check_fields(act))
    return plan if isinstance(plan, Violation) else None


def _plan(st: State, act: Action, kind: Kind) -> object:
    """What the kind of the action needs to carry it out, or the violation."""
    seat = act.seat if act.seat is not None else -1
    if seat >= len(st.hand):
        raise LogError("unknown_seat", seat=seat)
    return kind.plan(st, act, seat)


def _plan_resolve(st: State, act: Action, seat: int) -> Violation | None:
    if not st.stack:
        return broken("201.6", "stack_empty")
    if not all_passed(st):
        return broken("201.6", "not_all_passed")
    return None


def _plan_proceed(st: State, act: Action, seat: int) -> Violation | None:
    if st.phase == SETUP:
        return broken("201.2", "game_not_begun")
    if st.stack:
        return broken("704.4" if st.phase == END else "703.4", "stack_not_empty")
    if st.phase == ACTION and not st.ending:
        return broken("703.4", "end_not_declared")
    if not all_passed(st):
        return broken("704.4" if st.phase == END else "703.4", "not_all_passed")
    return None


def _plan_time(st: State, act: Action, seat: int) -> Violation | None:
    if not st.game.header.time_limit:
        return broken("106.1a", "no_time_limit")
    return None


def _plan_pass(st: State, act: Action, seat: int) -> Violation | None:
    return check_pass(st, seat)


def _plan_cast(st: State, act: Action, seat: int) -> CastPlan | Violation:
    return check_window(st, seat, not _is_crystal_card(st, act)) or plan_cast(st, act, seat)


def _plan_move(st: State, act: Action, seat: int) -> MovePlan | Violation:
    return check_window(st, seat) or plan_move(st, act, seat)


def _plan_attack(st: State, act: Action, seat: int) -> AttackPlan | Violation:
    return check_window(st, seat) or plan_attack(st, act, seat)


def _is_crystal_card(st: State, act: Action) -> bool:
    if act.card is None:
        return False
    if act.card.startswith("#"):
        rev = st.objs[slot_of(st, act.card)].rev
        return rev >= 0 and st.game.infos[rev].crystal
    return st.game.infos[st.game.rev_of(act.card)].crystal


def _crystal_slot(st: State, act: Action, seat: int) -> int:
    """The slot of the Energy Crystal that the line activates, -1 if it activates something else."""
    if act.card is None:
        raise LogError("field_missing", field="card", do="activate")
    if act.card.startswith("#"):
        slot = find_in_play(st, act.card, seat)
    else:
        # Crystals of one name are alike: the first that is ready is meant.
        rev = st.game.rev_of(act.card)
        if not st.game.infos[rev].crystal:
            return -1
        slots = [slot for slot in st.play[seat] if st.objs[slot].rev == rev]
        slot = min(slots, key=lambda other: (st.objs[other].state, other), default=-1)
    rev = st.objs[slot].rev if slot >= 0 else -1
    return slot if rev >= 0 and st.game.infos[rev].crystal else -1


def _plan_activate(st: State, act: Action, seat: int) -> ActivationPlan | int | Violation:
    slot = _crystal_slot(st, act, seat)
    if v := check_window(st, seat, slot < 0):
        return v
    if slot < 0:
        return plan_activation(st, act, seat)
    if act.targets or act.pay or act.crystals or act.x or act.extras or act.mode or act.ability or act.short:
        raise LogError("field_not_allowed", field="pay", do="activate crystal")
    return check_crystal(st, seat, slot) or slot


def _plan_end(st: State, act: Action, seat: int) -> Violation | None:
    if seat != st.active or st.phase == SETUP:
        return broken("703.4", "only_active_player", seat, do="end")
    if st.phase != ACTION:
        return broken("703.4", "not_in_action_phase", seat)
    if st.stack:
        return broken("703.4", "stack_not_empty", seat)
    if st.ending:
        return broken("703.4", "end_already_declared", seat)
    return None


def _plan_concede(st: State, act: Action, seat: int) -> Violation | None:
    """Giving up; in Organized Play only after 15 rounds (106.3#3, H17)."""
    if not st.living(seat):
        return broken("106.3#3", "seat_has_left", seat)
    if not st.game.organized:
        return None
    by_turns = st.game.ruleset.rulings["H17"] == "turns"
    if (st.turn if by_turns else st.round) <= st.game.header.concede_after:
        after = st.game.header.concede_after
        return broken("106.3#3", "too_early_to_concede", seat, round=st.round, after=after)
    return None


def perform(st: State, act: Action) -> Violation | None:
    """Carry out one action line, or return the first rule that it breaks.

    Raises :class:`LogError`, :class:`NeedAnswer`, :class:`EngineGap` or :class:`RulingNeeded`; anyone who needs the
    state from before the line keeps a snapshot (a violation found by the check has changed nothing).
    """
    if st.result is not None:
        raise LogError("line_after_end")
    if st.awaiting:
        raise EngineGap("manual_card", card=st.awaiting)
    st.answers = given = act.answers or []
    st.asked = 0
    st.source = -1
    st.events = []
    try:
        if st.phase == SETUP and st.announcer < 0:
            deal(st)
        kind = KINDS.get(act.do)
        if kind is None or (act.seat is not None) is not kind.of_seat or kind.read(act) != kind.empty:
            kind = check_fields(act)
        seat = -1 if act.seat is None else act.seat
        if seat >= len(st.hand):
            raise LogError("unknown_seat", seat=seat)
        plan = kind.plan(st, act, seat)
        if type(plan) is Violation:
            return plan
        kind.carry_out(st, act, seat, plan)
        go_on(st)
    except GameOver:
        pass
    except RuleBroken as broken:
        return broken.violation
    if st.asked < len(given):
        raise LogError("answers_left", used=st.asked, given=len(given))
    return None


def _resolve(st: State, act: Action, seat: int, plan: None) -> None:
    resolve_top(st)


def _pass(st: State, act: Action, seat: int, plan: None) -> None:
    do_pass(st, seat)


def _end(st: State, act: Action, seat: int, plan: None) -> None:
    st.ending = True
    st.passed = 0


def _proceed(st: State, act: Action, seat: int, plan: None) -> None:
    if st.phase == ACTION:
        open_end_phase(st)
    else:
        end_turn(st)


def _murphy(st: State, act: Action, seat: int, plan: None) -> None:
    do_murphy(st, act, seat)


def _begin(st: State, act: Action, seat: int, plan: None) -> None:
    do_begin(st)


def _time(st: State, act: Action, seat: int, plan: None) -> None:
    draw(st)


def _concede(st: State, act: Action, seat: int, plan: None) -> None:
    lose(st, [seat], "106.3#3")
    settle(st)


def _cast(st: State, act: Action, seat: int, plan: CastPlan) -> None:
    slot = plan.slot
    if st.objs[slot].rev < 0:
        bind(st, slot, plan.rev)
    info = st.game.infos[plan.rev]
    if info.crystal and plan.cost == NO_ENERGY:
        st.crystal_cast = True
        enter_play(st, slot, seat, seat)
        hit(st, "403.3")
        happened(st, "cast", (REF_OBJECT, slot, st.objs[slot].inc), seat)
        return
    carry_out(st, seat, plan.payment)
    if plan.payment.short:
        st.events.append(("short", seat, slot))
        return
    if info.crystal:
        st.crystal_cast = True
        enter_play(st, slot, seat, seat)
        happened(st, "cast", (REF_OBJECT, slot, st.objs[slot].inc), seat)
        return
    inc = to_stack(st, slot, seat)
    announce(st, Item(st.next_item, CAST, seat, slot, inc, plan.targets, (), plan.cost, plan.paid, plan.mode))
    st.events.append(("cast", seat, slot))
    if not st.game.late:
        happened(st, "cast", (REF_OBJECT, slot, inc), seat)


def _activate(st: State, act: Action, seat: int, plan: ActivationPlan | int) -> None:
    if isinstance(plan, int):
        activate_crystal(st, plan)
        if st.ending and not st.stack and st.game.answers_with_crystals:
            st.ending = False
        return
    carry_out(st, seat, plan.payment)
    if plan.payment.short:
        return
    obj = st.objs[plan.slot]
    st.change(plan.slot, state=st.game.turned, counters=obj.counters - plan.counters)
    hit(st, "206.1e")
    item = Item(
        st.next_item,
        ACTIVATION,
        seat,
        plan.slot,
        obj.inc,
        plan.targets,
        (),
        plan.cost,
        plan.paid,
        plan.mode,
        plan.ability,
    )
    part, body = next(
        (part, body) for index, part, body in st.game.infos[obj.rev].activated if index == plan.ability
    )
    if part.costs:
        pay_costs(st, item, body, part.costs, TOOLS)
    announce(st, item)
    st.events.append(("activate", seat, plan.slot))
    if not st.game.late:
        happened(st, "activated", (REF_OBJECT, plan.slot, obj.inc), seat)


def _move(st: State, act: Action, seat: int, plan: MovePlan) -> None:
    carry_out(st, seat, plan.payment)
    if plan.payment.short:
        return
    announce_move(st, plan)
    inc = st.objs[plan.slot].inc
    announce(
        st, Item(st.next_item, MOVEMENT, seat, plan.slot, inc, (), plan.path, plan.cost, sense=plan.sense)
    )
    if st.game.early:
        happened(st, "moves", (REF_OBJECT, plan.slot, inc), seat)


def _attack(st: State, act: Action, seat: int, plan: AttackPlan) -> None:
    carry_out(st, seat, plan.payment)
    if plan.payment.short:
        return
    announce_attack(st, plan)
    inc = st.objs[plan.slot].inc
    item = Item(
        st.next_item, ATTACK, seat, plan.slot, inc, (plan.target,), plan.path, plan.cost, sense=plan.sense
    )
    announce(st, item)
    if st.game.early:
        notice_attack(st, (REF_OBJECT, plan.slot, inc), plan.target, seat)


_PAID = ("card", "pay", "crystals", "short", "answers")
_OF_TEXT = (*_PAID, "targets", "x", "extras", "mode")


def _kind(do: str, plan: Any, carry_out: Any, *names: str, of_seat: bool = True) -> tuple[str, Kind]:
    form = Form(Action, do, names)
    return do, Kind(plan, carry_out, form, form.read, form.empty, of_seat)


KINDS: dict[str, Kind] = dict(
    (
        _kind("cast", _plan_cast, _cast, *_OF_TEXT),
        _kind("activate", _plan_activate, _activate, *_OF_TEXT, "ability"),
        _kind("move", _plan_move, _move, *_PAID, "path"),
        _kind("attack", _plan_attack, _attack, *_PAID, "path", "targets"),
        _kind("resolve", _plan_resolve, _resolve, "answers", of_seat=False),
        _kind("pass", _plan_pass, _pass),
        _kind("end", _plan_end, _end),
        _kind("proceed", _plan_proceed, _proceed, "answers", of_seat=False),
        _kind("murphy", check_murphy, _murphy, "x", "answers"),
        _kind("begin", check_begin, _begin, "answers"),
        _kind("concede", _plan_concede, _concede, "answers"),
        _kind("time", _plan_time, _time, of_seat=False),
    )
)
"""Everything that can be done in a game; ``n``, ``do``, ``seat`` and ``note`` belong to all of it."""


def go_on(st: State) -> None:
    """What follows on a line by itself: triggers, the phases without actions, the turn of a player who is out."""
    if st.pending:
        release(st)
    if st.phase in (REACTIVATION, DRAW):
        carry_on(st)
    if st.alive >> st.active & 1 or st.stack:
        return
    for _ in st.hand:
        _abandon_turn(st)
        if st.living(st.active) or st.stack:
            return


def _abandon_turn(st: State) -> None:
    """The active player has left the game: the turn ends once what the others announced has resolved (H19)."""
    end_turn(st)
    settle(st)
