"""Carrying out one action line: check it, then let it happen. The one place that knows every ``do`` of a log."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from rules_engine.kernel.errors import EngineGap, LogError, RuleBroken, Violation, fail
from rules_engine.kernel.log import Act

from .answers import bind, slot_of
from .attack import AttackPlan, announce_attack, plan_attack
from .casting import ActivationPlan, CastPlan, plan_activation, plan_cast
from .energy import activate_crystal, carry_out, check_crystal
from .model import (
    ACTION,
    ACTIVATION,
    ATTACK,
    CAST,
    DISCARD,
    DRAW,
    END,
    MOVEMENT,
    REACTIVATION,
    REF_OBJECT,
    SETUP,
    STACK,
    GameOver,
    Item,
    State,
    hit,
)
from .movement import MovePlan, announce_move, find_in_play, plan_move
from .resolve import release, resolve_top
from .settle import settle
from .setup import check_begin, check_murphy, deal, do_begin, do_murphy
from .stack import all_passed, announce, check_pass, check_window, do_pass
from .triggers import happened
from .turn import carry_on, end_turn, open_end_phase
from .winning import draw, lose
from .zones import enter_play, move_card, to_stack

CONCEDE_AFTER = 15

FIELDS: dict[str, set[str]] = {
    "cast": {"card", "targets", "pay", "crystals", "x", "mode", "short", "answers"},
    "activate": {"card", "targets", "pay", "crystals", "x", "mode", "ability", "short", "answers"},
    "move": {"card", "path", "pay", "crystals", "short", "answers"},
    "attack": {"card", "path", "targets", "pay", "crystals", "short", "answers"},
    "resolve": {"answers"},
    "pass": set(),
    "end": set(),
    "proceed": {"answers"},
    "murphy": {"x", "answers"},
    "begin": {"answers"},
    "concede": {"answers"},
    "time": set(),
}
"""The fields that each kind of action may have besides ``n``, ``do``, ``seat`` and ``note``."""

_EMPTY: dict[str, Any] = {
    "card": None,
    "path": None,
    "targets": None,
    "pay": None,
    "crystals": None,
    "dot": None,
    "x": 0,
    "mode": 0,
    "ability": 0,
    "short": False,
    "answers": None,
}


def _refused(allowed: set[str]) -> tuple[tuple[str, ...], Callable[[Act], Any], tuple[Any, ...]]:
    """The fields that an action must not have, how to read them all at once, and what they are when left out."""
    names = tuple(name for name in _EMPTY if name not in allowed)
    return names, attrgetter(*names), tuple(_EMPTY[name] for name in names)


_REFUSED = {do: _refused(allowed) for do, allowed in FIELDS.items()}

NO_SEAT = ("resolve", "proceed", "time")


def check_fields(act: Act) -> None:
    """Raise :class:`LogError` for a field that does not belong to the action, or a seat that is missing."""
    allowed = FIELDS.get(act.do)
    if allowed is None:
        raise LogError("unknown_action", do=act.do[:40])
    refused, read, empty = _REFUSED[act.do]
    values = read(act)
    if values != empty:
        field = next(name for name, value, none in zip(refused, values, empty, strict=True) if value != none)
        raise LogError("field_not_allowed", field=field, do=act.do)
    if (act.seat is None) is not (act.do in NO_SEAT):
        raise LogError("field_missing" if act.seat is None else "field_not_allowed", field="seat", do=act.do)


def check(st: State, act: Act) -> Violation | None:
    """The first rule that the action would break now, or None. Changes nothing."""
    plan = _plan(st, act)
    return plan if isinstance(plan, Violation) else None


def _plan(st: State, act: Act) -> Any:
    """What :func:`perform` needs to carry the action out, or the violation."""
    check_fields(act)
    seat = act.seat
    if seat is None:
        return _plan_without_seat(st, act.do)
    if seat >= len(st.hand):
        raise LogError("unknown_seat", seat=seat)
    do = act.do
    planner = _PLANNERS.get(do)
    if planner is not None:
        if do == "cast":
            v = check_window(st, seat, not _is_crystal_card(st, act))
        elif do == "activate":
            v = check_window(st, seat, _crystal_slot(st, act, seat) < 0)
        else:
            v = check_window(st, seat)
        return v or planner(st, act, seat)
    if do == "pass":
        return check_pass(st, seat)
    if do == "end":
        return _check_end(st, seat)
    if do == "murphy":
        return check_murphy(st, act, seat)
    if do == "begin":
        return check_begin(st, seat)
    return _check_concede(st, seat)


def _plan_without_seat(st: State, do: str) -> Violation | None:
    if do == "resolve":
        if not st.stack:
            return fail("201.6", "stack_empty")
        if not all_passed(st):
            return fail("201.6", "not_all_passed")
    elif do == "proceed":
        if st.phase == SETUP:
            return fail("201.2", "game_not_begun")
        if st.stack:
            return fail("704.4" if st.phase == END else "703.4", "stack_not_empty")
        if st.phase == ACTION and not st.ending:
            return fail("703.4", "end_not_declared")
        if not all_passed(st):
            return fail("704.4" if st.phase == END else "703.4", "not_all_passed")
    elif not st.game.header.time_limit:
        return fail("106.1a", "no_time_limit")
    return None


def _is_crystal_card(st: State, act: Act) -> bool:
    if act.card is None:
        return False
    if act.card.startswith("#"):
        rev = st.objs[slot_of(st, act.card)].rev
        return rev >= 0 and st.game.infos[rev].card.is_crystal
    return st.game.infos[st.game.rev_of(act.card)].card.is_crystal


def _crystal_slot(st: State, act: Act, seat: int) -> int:
    """The slot of the Energy Crystal that the line activates, -1 if it activates something else."""
    if act.card is None:
        raise LogError("field_missing", field="card", do="activate")
    if act.card.startswith("#"):
        slot = find_in_play(st, act.card, seat)
    else:
        # Crystals of one name are alike: the first that is ready is meant.
        rev = st.game.rev_of(act.card)
        if not st.game.infos[rev].card.is_crystal:
            return -1
        slots = [slot for slot in st.play[seat] if st.objs[slot].rev == rev]
        slot = min(slots, key=lambda other: (st.objs[other].state, other), default=-1)
    rev = st.objs[slot].rev if slot >= 0 else -1
    return slot if rev >= 0 and st.game.infos[rev].card.is_crystal else -1


def _plan_activate(st: State, act: Act, seat: int) -> Any:
    slot = _crystal_slot(st, act, seat)
    if slot < 0:
        return plan_activation(st, act, seat)
    if act.targets or act.pay or act.crystals or act.x or act.mode or act.ability or act.short:
        raise LogError("field_not_allowed", field="pay", do="activate crystal")
    return check_crystal(st, seat, slot) or slot


_PLANNERS: dict[str, Callable[[State, Act, int], Any]] = {
    "cast": plan_cast,
    "activate": _plan_activate,
    "move": plan_move,
    "attack": plan_attack,
}


def _check_end(st: State, seat: int) -> Violation | None:
    if seat != st.active or st.phase == SETUP:
        return fail("703.4", "only_active_player", seat, do="end")
    if st.phase != ACTION:
        return fail("703.4", "not_in_action_phase", seat)
    if st.stack:
        return fail("703.4", "stack_not_empty", seat)
    if st.ending:
        return fail("703.4", "end_already_declared", seat)
    return None


def _check_concede(st: State, seat: int) -> Violation | None:
    """Giving up; in Organized Play only after 15 rounds (106.3#3, H17)."""
    if not st.living(seat):
        return fail("106.3#3", "seat_has_left", seat)
    if not st.game.organized:
        return None
    by_turns = st.game.ruleset.rulings["H17"] == "turns"
    if (st.turn if by_turns else st.round) <= CONCEDE_AFTER:
        return fail("106.3#3", "too_early_to_concede", seat, round=st.round)
    return None


def perform(st: State, act: Act) -> Violation | None:
    """Carry out one action line, or return the first rule that it breaks.

    Raises :class:`LogError`, :class:`NeedAnswer`, :class:`EngineGap` or :class:`RulingNeeded`; whoever needs the
    state from before the line keeps a snapshot (a violation found by the check has changed nothing).
    """
    if st.result is not None:
        raise LogError("line_after_end")
    if st.awaiting:
        raise EngineGap("manual_card", card=st.awaiting)
    st.answers = act.answers or []
    st.asked = 0
    st.events = []
    try:
        if st.phase == SETUP and st.announcer < 0:
            deal(st)
        plan = _plan(st, act)
        if isinstance(plan, Violation):
            return plan
        _carry_out(st, act, plan)
        go_on(st)
    except GameOver:
        pass
    except RuleBroken as broken:
        return broken.violation
    if st.asked < len(st.answers):
        raise LogError("answers_left", used=st.asked, given=len(st.answers))
    return None


def _carry_out(st: State, act: Act, plan: Any) -> None:
    do = act.do
    seat = act.seat if act.seat is not None else -1
    if do == "resolve":
        resolve_top(st)
    elif do == "pass":
        do_pass(st, seat)
    elif do == "cast":
        _cast(st, seat, plan)
    elif do == "move":
        _move(st, seat, plan)
    elif do == "attack":
        _attack(st, seat, plan)
    elif do == "activate":
        if isinstance(plan, int):
            activate_crystal(st, plan)
        else:
            _activate(st, seat, plan)
    elif do == "end":
        st.ending = True
        st.passed = 0
    elif do == "proceed":
        if st.phase == ACTION:
            open_end_phase(st)
        else:
            end_turn(st)
    elif do == "murphy":
        do_murphy(st, act, seat)
    elif do == "begin":
        do_begin(st)
    elif do == "time":
        draw(st)
    else:
        lose(st, [seat], "106.3#3")
        settle(st)


def _cast(st: State, seat: int, plan: CastPlan) -> None:
    slot = plan.slot
    if st.objs[slot].rev < 0:
        bind(st, slot, plan.rev)
    info = st.game.infos[plan.rev]
    if info.card.is_crystal and not any(plan.cost):
        st.crystal_cast = True
        enter_play(st, slot, seat, seat)
        hit(st, "403.3")
        happened(st, "cast", (REF_OBJECT, slot, st.objs[slot].inc), seat)
        return
    carry_out(st, seat, plan.payment)
    if plan.payment.short:
        st.events.append(("short", seat, slot))
        return
    if info.card.is_crystal:
        st.crystal_cast = True
        enter_play(st, slot, seat, seat)
        happened(st, "cast", (REF_OBJECT, slot, st.objs[slot].inc), seat)
        return
    inc = to_stack(st, slot, seat)
    announce(st, Item(st.next_item, CAST, seat, slot, inc, plan.targets, (), plan.cost, plan.x, plan.mode))
    st.events.append(("cast", seat, slot))
    happened(st, "cast", (REF_OBJECT, slot, inc), seat)


def _activate(st: State, seat: int, plan: ActivationPlan) -> None:
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
        plan.x,
        plan.mode,
        plan.ability,
    )
    announce(st, item)
    st.events.append(("activate", seat, plan.slot))
    happened(st, "activated", (REF_OBJECT, plan.slot, obj.inc), seat)


def _move(st: State, seat: int, plan: MovePlan) -> None:
    carry_out(st, seat, plan.payment)
    if plan.payment.short:
        return
    announce_move(st, plan)
    inc = st.objs[plan.slot].inc
    announce(
        st, Item(st.next_item, MOVEMENT, seat, plan.slot, inc, (), plan.path, plan.cost, sense=plan.sense)
    )


def _attack(st: State, seat: int, plan: AttackPlan) -> None:
    carry_out(st, seat, plan.payment)
    if plan.payment.short:
        return
    announce_attack(st, plan)
    inc = st.objs[plan.slot].inc
    item = Item(
        st.next_item, ATTACK, seat, plan.slot, inc, (plan.target,), plan.path, plan.cost, sense=plan.sense
    )
    announce(st, item)


def go_on(st: State) -> None:
    """What follows on a line by itself: triggers, the phases without actions, the turn of a player who is out."""
    if st.pending:
        release(st)
    if st.phase in (REACTIVATION, DRAW):
        carry_on(st)
    for _ in st.hand:
        if st.living(st.active) or (st.stack and st.game.stack_stays):
            return
        _abandon_turn(st)


def _abandon_turn(st: State) -> None:
    """The active player has left the game: the turn ends at once, what was on the stack is gone (H19)."""
    for item in st.stack:
        if st.objs[item.slot].zone == STACK:
            move_card(st, item.slot, DISCARD)
    st.stack = ()
    end_turn(st)
    settle(st)
