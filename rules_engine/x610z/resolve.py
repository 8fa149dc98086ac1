"""Resolving the top of the stack, and what waits to be put on it (201.6-201.9, 206, 207.4c, 208.5)."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules_engine.kernel.errors import EngineGap, forbid

from . import effects, effects_board, effects_cards, effects_turns, query
from .answers import ask_number, ask_one, ask_yes, name_hidden, name_of, ref_of
from .attack import resolve_attack
from .casting import activation_cost, casting_cost, class_taken
from .effects import Run, Tools
from .effects_cards import shuffle_searched
from .energy import pay_now
from .game import Body, CardInfo, Extra, covers, minus_floor, plus
from .model import (
    ACTIVATION,
    ATTACK,
    CAST,
    DISCARD,
    HAND,
    MOVEMENT,
    NO_ENERGY,
    REF_OBJECT,
    REMOVED,
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
from .settle import settle
from .stack import announce
from .targets import NO_MORE, NO_TARGET, beside, legal, may_stop, needed, still_legal, without_target
from .triggers import happened, stacked_phase, waiting_item
from .zones import enter_play, move_card

_MAX_TRIGGERS = 100
MAX_DEPTH = 25
"""More effects that put each other into play than this, one within the other, is an engine gap."""
MAX_EXTRAS = 99
"""The most times that an additional cost is paid at once (204.4b)."""


def resolve_top(st: State) -> None:
    """Take the top item off the stack and let it happen; afterwards everybody may respond again (201.6-8, H1).

    What follows from it is settled before anybody can act on it (210.6).
    """
    item = st.stack[-1]
    st.stack = st.stack[:-1]
    st.announcer = item.seat
    st.passed = 0
    if st.game.chosen["H6"] == "must_repeat":
        st.ending = False
    st.source = item.slot
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
    if item.kind == TRIGGER:
        return True
    now = _cost_now(st, item)
    if now == item.cost:
        return True
    extra = minus_floor(now, item.cost)
    if extra == NO_ENERGY:
        return True
    hit(st, "200.6")
    if not covers(st.pool[item.seat], extra) or not ask_yes(st, item.seat, "pay_raised_cost", "200.6"):
        return False
    return pay_now(st, item.seat, extra)


def _cost_now(st: State, item: Item) -> Amounts:
    obj = st.objs[item.slot]
    if item.kind == CAST:
        return casting_cost(st, item.slot, obj.rev, item.seat, item.paid)
    if obj.inc != item.inc:
        return item.cost
    if item.kind == MOVEMENT:
        return movement_cost(st, item.slot)
    if item.kind == ATTACK:
        return query.cost_of(st, "attack", (0, 0, 0, 0), item.seat, item.slot, obj.rev)
    return activation_cost(st, item.slot, item.seat, item.ability, item.paid)


def _fizzle(st: State, item: Item, rule: str) -> None:
    """The action fails; a card that was being cast goes to the discard pile (200.4, 200.6, 208.5)."""
    hit(st, rule)
    st.events.append(("fizzle", item.id, rule))
    obj = st.objs[item.slot]
    if item.kind == CAST and obj.zone == STACK and obj.inc == item.inc:
        named = rule in ("200.6", "208.5") or st.game.chosen["H22"] == "discard_pile"
        move_card(st, item.slot, pile_of(st, item.slot) if named else HAND)


def pile_of(st: State, slot: int) -> int:
    """Where a card goes that is done: the discard pile, or out of the game with its owner (205.3, H19)."""
    return DISCARD if st.living(st.objs[slot].owner) else REMOVED


def _resolve_cast(st: State, item: Item) -> None:
    info = query.info(st, item.slot)
    if info.permanent and not st.living(item.seat):
        move_card(st, item.slot, REMOVED)  # a permanent of a player who is out leaves the game with him (H19)
        return
    legal_now = still_legal(st, item, info.body.targets)
    if without_target(item, legal_now) or (
        info.permanent and item.targets and item.targets[0] != legal_now[0]
    ):
        _fizzle(st, item, "208.5")
        return
    hit(st, "201.9")
    item = _late_extras(st, item, info.body)
    if info.gap:
        # Only its cost and type are known to the engine: a judge's line has to say what it does.
        st.awaiting = info.card.number
    if info.card.is_summon:
        _place_summon(st, item.slot, item.seat, item)
        return
    _notice_late(st, "cast", item)
    host = next((ref for ref in item.targets if ref != NO_TARGET), None)
    _enter_as_effect(st, item, info, host)


def _notice_late(st: State, event: str, item: Item) -> None:
    """What triggers on a cast or an activation only once that takes place (H39)."""
    if st.game.late:
        happened(st, event, (REF_OBJECT, item.slot, item.inc), item.seat)


def _late_extras(st: State, item: Item, body: Body) -> Item:
    """The caster pays for the additional effects only now, and chooses what they are aimed at (H4)."""
    if not st.game.late_extras or not body.extras or not st.living(item.seat):
        return item
    item = replace(item, paid=_paid_times(st, item.seat, body, item.mode))
    refs = list(item.targets)
    info = query.info(st, item.slot)
    for index in needed(body, item.mode, item.paid):
        options = _nameable(st, item, info, body, index, refs)
        if refs[index] == NO_TARGET and options and not body.targets[index].optional:
            names = [name_of(st, ref) for ref in options]
            refs[index] = ref_of(st, ask_one(st, item.seat, "choose_target", "200.3", names))
    return replace(item, targets=tuple(refs))


def _paid_times(st: State, seat: int, body: Body, mode: int) -> tuple[int, ...]:
    """How often each additional cost is paid out of the pool, which is asked and done now (204.4, 207.2)."""
    usable = body.open_extras(mode)
    return tuple(_times(st, seat, extra) if index in usable else 0 for index, extra in enumerate(body.extras))


def _times(st: State, seat: int, extra: Extra) -> int:
    if extra.repeat:
        most = 0
        while most < MAX_EXTRAS and covers(st.pool[seat], plus(NO_ENERGY, extra.cost, most + 1)):
            most += 1
        times = ask_number(st, seat, "pay_additional", "204.4b", 0, most)
        if times:
            pay_now(st, seat, plus(NO_ENERGY, extra.cost, times))
        return times
    if covers(st.pool[seat], extra.cost) and (extra.must or ask_yes(st, seat, "pay_additional", "207.2")):
        return int(pay_now(st, seat, extra.cost))
    return 0


def _place_summon(st: State, slot: int, seat: int, item: Item | None) -> None:
    """The pawn goes to the caster's Starting Dot or to an Ending Dot that is free (402.6, 600.5).

    His own dot stays his for the whole game (105.2c, 601.3, 603.3, NL.summon-plaatsen).
    """
    card = query.info(st, slot).card
    if class_taken(st, seat, card.card_class):
        hit(st, "402.9")
        if item is not None:
            _fizzle(st, item, "200.4")
        return
    board = st.game.board
    allowed = (st.game.homes[seat], *board.endings)
    free = [dot for dot in allowed if dot not in st.occ]
    if not free:
        if item is not None:
            _fizzle(st, item, "200.4")
        return
    taken = [board.names[dot] for dot in allowed if dot in st.occ]  # an answer may be anything: no set
    if len(free) > 1 and st.asked < len(st.answers) and st.answers[st.asked] in taken:
        forbid("600.5", "dot_occupied", seat, dot=st.answers[st.asked])
    chosen = ask_one(st, seat, "place_summon", "402.6", [board.names[dot] for dot in free])
    dot = board.number[chosen]
    if item is not None:
        _notice_late(st, "cast", item)
    enter_play(st, slot, seat, seat, None, dot)
    hit(st, "402.6")
    st.last = ("cast", (dot,), True)


def put_into_play(st: State, slot: int, seat: int, depth: int = 0) -> None:
    """Put a card into play as the result of an effect, without casting it (504.2).

    What an Effect would have been cast on is chosen now by ``seat``, no additional cost can be paid, and a card
    without a legal target stays where it is (200.4). ``depth`` counts effects within effects.
    """
    if depth >= MAX_DEPTH:
        raise EngineGap("too_deep", limit=MAX_DEPTH)
    name_hidden(st, seat, slot)
    info = query.info(st, slot)
    if not info.card.is_effect:
        hit(st, "504.2")
        _enter_plainly(st, slot, seat, info)
        return
    plain = Item(st.next_item, CAST, seat, slot, st.objs[slot].inc)
    item = _aimed(st, _with_mode(st, plain, info.body), info, info.body)
    if item is None:
        hit(st, "200.4")
        return
    hit(st, "504.2")
    if info.gap:
        st.awaiting = info.card.number
    host = next((ref for ref in item.targets if ref != NO_TARGET), None)
    _enter_as_effect(st, item, info, host, depth + 1)


def _enter_plainly(st: State, slot: int, seat: int, info: CardInfo) -> None:
    if info.card.is_summon:
        _place_summon(st, slot, seat, None)
    else:
        enter_play(st, slot, seat, seat)


def _enter_as_effect(st: State, item: Item, info: CardInfo, host: Ref | None, depth: int = 0) -> None:
    """A permanent Effect stays in play; one that is not leaves directly after its effect (206.1b, 206.2b-c)."""
    if info.permanent:
        controller = item.seat
        if host is not None and host[0] == REF_OBJECT:
            controller = st.objs[host[1]].owner
            hit(st, "208.2")
        enter_play(st, item.slot, controller, item.seat, host)
        hit(st, "206.1b")
        if info.body.nodes:
            _run(st, replace(item, inc=st.objs[item.slot].inc), info.body, item.seat, host, depth)
        return
    enter_play(st, item.slot, item.seat, item.seat)
    inc = st.objs[item.slot].inc
    hit(st, "206.2b")
    _run(st, replace(item, inc=inc), info.body, item.seat, host, depth)
    if query.in_play(st, item.slot, inc):
        hit(st, "206.2c")
        move_card(st, item.slot, pile_of(st, item.slot))


def _resolve_ability(st: State, item: Item) -> None:
    """An activated or triggered effect; without a legal target it does not take place (208.5)."""
    info = query.info(st, item.slot)
    body = next(body for index, body in _bodies(info, item.kind) if index == item.ability)
    if without_target(item, still_legal(st, item, body.targets)):
        _fizzle(st, item, "208.5")
        return
    if item.kind == ACTIVATION:
        _notice_late(st, "activated", item)
    obj = st.objs[item.slot]
    here = obj.inc == item.inc
    host = obj.host if here else item.host
    you = query.you_of(st, obj) if here and obj.caster >= 0 else item.seat
    _run(st, _late_extras(st, item, body), body, you, host)


def _bodies(info: CardInfo, kind: int) -> Iterator[tuple[int, Body]]:
    if kind == ACTIVATION:
        return ((index, body) for index, _, body in info.activated)
    return ((index, body) for index, _, body in info.triggers)


def _run(st: State, item: Item, body: Body, you: int, host: Ref | None, depth: int = 0) -> None:
    run = Run(st, item, body, you, host, TOOLS, depth)
    for node in body.nodes:
        run.do(node)
    shuffle_searched(run)


def release(st: State, at_once: bool = False) -> None:
    """Put what triggered on the stack in the order the active player decides (207.4c); in phases without a stack,
    and at the end of a turn, it takes place at once in that order (H2, H15).

    The turn of a player who is out ends with its stack (H19): what triggers once that is empty takes place at once.
    """
    for _ in range(_MAX_TRIGGERS):
        if not st.pending:
            return
        st.source = -1  # the order of triggers is asked for by the rules, not by an effect
        now = at_once or not stacked_phase(st) or not (st.stack or st.living(st.active))
        waiting, st.pending = st.pending, ()
        for pending in _ordered(st, waiting):
            if not st.living(pending.seat):
                continue
            item = _choices(st, waiting_item(st, pending))
            if item is None:
                hit(st, "208.5")
            elif now:
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


def _choices(st: State, item: Item) -> Item | None:
    """Let the player of a triggered effect choose option, additional payment and targets; None without a target."""
    info = query.info(st, item.slot)
    body = next(body for index, _, body in info.triggers if index == item.ability)
    item = _with_mode(st, item, body)
    if body.extras and not st.game.late_extras:
        item = replace(item, paid=_paid_times(st, item.seat, body, item.mode))
    return _aimed(st, item, info, body)


def _with_mode(st: State, item: Item, body: Body) -> Item:
    """The item with its "or" option chosen (207.1)."""
    if not body.modes:
        return item
    return replace(item, mode=ask_number(st, item.seat, "choose_option", "207.1", 0, body.modes - 1))


def _nameable(st: State, item: Item, info: CardInfo, body: Body, index: int, refs: list[Ref]) -> list[Ref]:
    """What may be named as this target beside ``refs``: twice the same only where the text doesn't say "other"."""
    taken = beside(body, index, refs)
    return [ref for ref in legal(st, info, body.targets[index], item.seat, item.slot) if ref not in taken]


def _aimed(st: State, item: Item, info: CardInfo, body: Body) -> Item | None:
    """The item with its targets chosen by its player (200.3); None without a legal target."""
    refs: list[Ref] = [NO_TARGET] * len(body.targets)
    stopped = False
    for index in needed(body, item.mode, item.paid):
        if stopped and body.targets[index].optional:
            continue
        options = [name_of(st, ref) for ref in _nameable(st, item, info, body, index, refs)]
        if may_stop(st, body, index, refs):
            options.append(NO_MORE)
        if not options:
            return None
        chosen = ask_one(st, item.seat, "choose_target", "200.3", options)
        if chosen == NO_MORE:
            stopped = True
        else:
            refs[index] = ref_of(st, chosen)
    return replace(item, targets=tuple(refs))


HANDLERS = effects.HANDLERS | effects_board.HANDLERS | effects_cards.HANDLERS | effects_turns.HANDLERS
TOOLS = Tools(HANDLERS, put_into_play)
"""What every text is carried out with."""
