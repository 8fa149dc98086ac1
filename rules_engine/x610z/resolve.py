"""Resolving the top of the stack, and what waits to be put on it (201.6-201.9, 206, 207.4c, 208.5)."""

from msgspec.structs import replace

from rules_engine.kernel.errors import EngineGap

from . import effects_board, effects_cards, query
from .answers import ask_number, ask_one, ask_yes, name_of, ref_of
from .attack import resolve_attack
from .casting import activation_cost, casting_cost, class_taken
from .effects import Run
from .energy import pay_now
from .game import body_of, covers, minus_floor
from .model import (
    ACTIVATION,
    ATTACK,
    CAST,
    DISCARD,
    HAND,
    MOVEMENT,
    REF_OBJECT,
    STACK,
    TRIGGER,
    Amounts,
    Item,
    Pending,
    Ref,
    State,
    hit,
)
from .movement import movement_cost, resolve_move
from .nodes import Node, Target
from .settle import settle
from .stack import announce
from .targets import NO_TARGET, legal, needed, still_legal
from .triggers import stacked_phase, trigger_of, waiting_item
from .zones import enter_play, move_card

__all__ = ["effects_board", "effects_cards", "put_into_play", "release", "resolve_top"]

_MAX_TRIGGERS = 100


def resolve_top(st: State) -> None:
    """Take the top item off the stack and let it happen; afterwards everybody may respond again (201.6-7, H1)."""
    item = st.stack[-1]
    st.stack = st.stack[:-1]
    st.announcer = item.seat
    st.passed = 0
    if st.game.chosen["H6"] == "must_repeat":
        st.ending = False
    hit(st, "201.6")
    st.events.append(("resolve", item.id, item.kind, item.seat))
    if not _raised_cost_paid(st, item):
        _fizzle(st, item, "200.6")
    elif item.kind == CAST:
        _resolve_cast(st, item)
    elif item.kind == MOVEMENT:
        resolve_move(st, item)
    elif item.kind == ATTACK:
        resolve_attack(st, item)
    else:
        _resolve_ability(st, item)
    settle(st)


def _raised_cost_paid(st: State, item: Item) -> bool:
    """A cost that was raised after the announcement is asked for now (200.6)."""
    if item.kind == TRIGGER or not (st.temps or st.statics):
        return True
    extra = minus_floor(_cost_now(st, item), item.cost)
    if not any(extra):
        return True
    hit(st, "200.6")
    if not covers(st.pool[item.seat], extra) or not ask_yes(st, item.seat, "pay_raised_cost", "200.6"):
        return False
    return pay_now(st, item.seat, extra)


def _cost_now(st: State, item: Item) -> Amounts:
    obj = st.objs[item.slot]
    if item.kind == CAST:
        return casting_cost(st, item.slot, obj.rev, item.seat, item.x)
    if obj.inc != item.inc:
        return item.cost
    if item.kind == MOVEMENT:
        return movement_cost(st, item.slot)
    if item.kind == ATTACK:
        return query.cost_of(st, "attack", (0, 0, 0, 0), item.seat, item.slot, obj.rev)
    return activation_cost(st, item.slot, item.seat, item.ability, item.x)


def _fizzle(st: State, item: Item, rule: str) -> None:
    """The action fails; a card that was being cast goes to the discard pile (200.4, 200.6, 208.5)."""
    hit(st, rule)
    st.events.append(("fizzle", item.id, rule))
    obj = st.objs[item.slot]
    if item.kind == CAST and obj.zone == STACK and obj.inc == item.inc:
        named = rule in ("200.6", "208.5") or st.game.chosen["H22"] == "discard_pile"
        move_card(st, item.slot, DISCARD if named else HAND)


def _resolve_cast(st: State, item: Item) -> None:
    info = query.info(st, item.slot)
    if not still_legal(st, item):
        _fizzle(st, item, "208.5")
        return
    hit(st, "201.9")
    if info.gap:
        # Only its cost and type are known to the engine: a judge's line has to say what it does.
        st.awaiting = info.card.number
    if info.card.is_summon:
        _place_summon(st, item.slot, item.seat, item)
        return
    host = next((ref for ref in item.targets if ref != NO_TARGET), None)
    if info.permanent:
        controller = item.seat
        if host is not None and host[0] == REF_OBJECT:
            controller = st.objs[host[1]].owner
            hit(st, "208.2")
        enter_play(st, item.slot, controller, item.seat, host)
        hit(st, "206.1b")
        if info.body.nodes:
            _run(st, replace(item, inc=st.objs[item.slot].inc), info.body.nodes, item.seat, host)
        return
    enter_play(st, item.slot, item.seat, item.seat)
    inc = st.objs[item.slot].inc
    hit(st, "206.2b")
    _run(st, replace(item, inc=inc), info.body.nodes, item.seat, host)
    if query.in_play(st, item.slot, inc):
        hit(st, "206.2c")
        move_card(st, item.slot, DISCARD)


def _place_summon(st: State, slot: int, seat: int, item: Item | None) -> None:
    """The pawn goes to the caster's Starting Dot or to an Ending Dot that is free (402.6, 600.5)."""
    card = query.info(st, slot).card
    if class_taken(st, seat, card.card_class):
        hit(st, "402.9")
        if item is not None:
            _fizzle(st, item, "200.4")
        return
    board = st.game.board
    free = [dot for dot in (st.game.homes[seat], *board.endings) if dot not in st.occ]
    if not free:
        if item is not None:
            _fizzle(st, item, "200.4")
        return
    chosen = ask_one(st, seat, "place_summon", "402.6", [board.names[dot] for dot in free])
    dot = board.number[chosen]
    enter_play(st, slot, seat, seat, None, dot)
    hit(st, "402.6")
    st.last = ("cast", (dot,), True)


def put_into_play(st: State, slot: int, seat: int) -> None:
    """Put a card into play as the result of an effect, without casting it (504.2)."""
    info = query.info(st, slot)
    hit(st, "504.2")
    if info.gap or (info.card.is_effect and (not info.permanent or info.body.targets)):
        raise EngineGap("put_into_play", card=info.card.number)
    if info.card.is_summon:
        _place_summon(st, slot, seat, None)
    else:
        enter_play(st, slot, seat, seat)


def _resolve_ability(st: State, item: Item) -> None:
    """An activated or triggered effect; without a legal target it does not take place (208.5)."""
    if not still_legal(st, item):
        _fizzle(st, item, "208.5")
        return
    obj = st.objs[item.slot]
    info = query.info(st, item.slot)
    here = obj.inc == item.inc
    host = obj.host if here else item.host
    you = obj.caster if here and obj.caster >= 0 else item.seat
    if item.kind == ACTIVATION:
        part = next(part for index, part, _ in info.activated if index == item.ability)
        _run(st, item, (part.tree,), you, host)
    else:
        trigger = next(part for index, part in info.triggers if index == item.ability)
        _run(st, item, (trigger.tree,), you, host)


def _run(st: State, item: Item, nodes: tuple[Node, ...], you: int, host: Ref | None) -> None:
    run = Run(st, item, you, host)
    for node in nodes:
        run.do(node)


def release(st: State, at_once: bool = False) -> None:
    """Put what triggered on the stack in the order the active player decides (207.4c); in phases without a stack,
    and at the end of a turn, it takes place at once in that order (H2, H15)."""
    for _ in range(_MAX_TRIGGERS):
        if not st.pending:
            return
        waiting, st.pending = st.pending, ()
        for pending in _ordered(st, waiting):
            if not st.living(pending.seat):
                continue
            item = _choices(st, waiting_item(st, pending), trigger_of(st, pending).targets)
            if item is None:
                hit(st, "208.5")
            elif at_once or not stacked_phase(st):
                st.next_item += 1
                _resolve_ability(st, item)
                settle(st)
            else:
                announce(st, item)
    raise EngineGap("triggers_without_end", limit=_MAX_TRIGGERS)


def _ordered(st: State, waiting: tuple[Pending, ...]) -> list[Pending]:
    left = {f"{index}:#{pending.slot}": pending for index, pending in enumerate(waiting, 1)}
    ordered = []
    while left:
        name = ask_one(st, st.active, "order_triggers", "207.4c", list(left))
        ordered.append(left.pop(name))
    if len(ordered) > 1:
        hit(st, "207.4c")
    return ordered


def _choices(st: State, item: Item, targets: tuple[Target, ...]) -> Item | None:
    """Let the player of a triggered effect choose option, additional payment and targets; None without a target."""
    info = query.info(st, item.slot)
    trigger = next(part for index, part in info.triggers if index == item.ability)
    body = body_of((trigger.tree,), trigger.targets)
    mode = ask_number(st, item.seat, "choose_option", "207.1", 0, body.modes - 1) if body.modes else 0
    x = 0
    able = body.has_extra and covers(st.pool[item.seat], body.extra)
    if able and (body.must or ask_yes(st, item.seat, "pay_additional", "207.2")):
        x = int(pay_now(st, item.seat, body.extra))
    refs: list[Ref] = [NO_TARGET] * len(targets)
    for index in needed(targets, mode, x):
        options = [ref for ref in legal(st, info, targets[index], item.seat, item.slot) if ref not in refs]
        if not options:
            return None
        chosen = ask_one(st, item.seat, "choose_target", "200.3", [name_of(st, ref) for ref in options])
        refs[index] = ref_of(st, chosen)
    return replace(item, mode=mode, x=x, targets=tuple(refs))
