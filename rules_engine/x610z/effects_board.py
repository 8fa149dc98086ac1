"""Effects on what is in play: damage, healing, stats, costs, states, control, movement by effect, energy, turns."""

from msgspec.structs import replace

from . import nodes as N
from . import query
from .answers import ask_one, name_of, ref_of
from .attack import other_victims
from .damage import deal, note_attacker
from .effects import Handler, Run
from .lasting import change_control, keep_for_good
from .model import (
    ATTACK,
    BY_EFFECT,
    DEACTIVATED,
    DEACTIVATIONS,
    DISCARD,
    HAND,
    MOVEMENT,
    REF_ITEM,
    REF_OBJECT,
    REF_PLAYER,
    REMOVED,
    STACK,
    UNACTIVATED,
    Item,
    Ref,
    State,
    Temp,
    hit,
)
from .movement import arrive_together, failed, walk_paths
from .outcomes import DONE, IMPOSSIBLE, PREVENTED, Outcome, measured
from .settle import destroy
from .targets import NO_TARGET, legal_for_item
from .zones import move_card, place


def _damage(run: Run, node: N.Damage) -> list[Outcome]:
    amount = run.amount(node.amount)
    st = run.st
    if not query.in_play(st, run.slot, run.inc):
        hit(st, "210.4")
        run.note(None, {}, amount)
        return [IMPOSSIBLE]
    found = [slot for slot in run.objects(node.what) if query.info(st, slot).card.is_summon]
    source: Ref = (REF_OBJECT, run.slot, run.inc)
    dealt = [deal(st, slot, amount, source, run.you) for slot in found]
    run.note(None, {-1: sum(dealt)}, amount)
    return [_dealt(amount, came) for came in dealt]


def _dealt(amount: int, came: int) -> Outcome:
    return PREVENTED if amount and not came else measured(amount, came)


def _heal(run: Run, node: N.Heal) -> list[Outcome]:
    amount = run.amount(node.amount)
    found = run.objects(node.what)
    outcomes: list[Outcome] = []
    came = 0
    for slot in found:
        damage = run.st.objs[slot].damage
        healed = min(damage, amount)
        came += healed
        run.st.change(slot, damage=damage - healed)
        run.st.events.append(("heal", slot, healed))
        outcomes.append(measured(damage if amount >= query.EVERYTHING else amount, healed))
    run.note(None, {-1: came}, amount)
    return outcomes


def _destroy(run: Run, node: N.Destroy) -> list[Outcome]:
    """Summons are destroyed, other permanents move to the discard pile, all at the same moment."""
    st = run.st
    found = run.objects(node.what)
    for slot in found:
        if query.info(st, slot).card.is_summon:
            note_attacker(st, slot, run.you)
    instead = destroy(st, found, "G.destroy")
    return [PREVENTED if slot in instead else DONE for slot in found]


def _temp(
    run: Run,
    node: N.ModStat | N.ModCost | N.Forbid | N.Allow | N.Prevent | N.Replace | N.TakeControl,
    what: N.Ref | None,
    who: N.Ref | None,
    amount: int,
    until: str,
) -> Temp:
    st = run.st
    objects = tuple((slot, st.objs[slot].inc) for slot in run.sources(what)) if what is not None else ()
    seats = tuple(run.seats(who)) if who is not None else ()
    temp = Temp(node, objects, seats, amount, run.you, run.slot, run.inc)
    return _lasting(run, temp, until)


def _lasting(run: Run, temp: Temp, until: str) -> Temp:
    st = run.st
    if until == "turn":
        return replace(temp, until=st.turn)
    if until == "next_turn":
        seat = (
            temp.seats[0]
            if temp.seats
            else st.objs[temp.objects[0][0]].controller
            if temp.objects
            else run.you
        )
        return replace(temp, until_seat=seat, since=st.turn)
    return replace(temp, tied=query.in_play(st, run.slot, run.inc) and query.info(st, run.slot).permanent)


def _add(run: Run, temp: Temp) -> list[Outcome]:
    aimed = getattr(temp.node, "what", None) is not None or getattr(temp.node, "to", None) is not None
    if aimed and not temp.objects and not temp.seats:
        return []
    shared = isinstance(temp.node, N.Prevent) and temp.amount < query.EVERYTHING
    if temp.until_seat >= 0 and len(temp.objects) > 1 and not shared:
        # "its controller's next turn": each for itself
        objs = run.st.objs
        run.st.temps += tuple(
            replace(temp, objects=(one,), until_seat=objs[one[0]].controller) for one in temp.objects
        )
    else:
        run.st.temps += (temp,)
    return [DONE] * max(1, len(temp.objects), len(temp.seats))


def _mod_stat(run: Run, node: N.ModStat) -> list[Outcome]:
    amount = run.amount(node.delta)
    hit(run.st, "402.13" if node.stat == "defense" else "402.12")
    return _add(run, _temp(run, node, node.what, None, -amount if node.negative else amount, node.until))


def _mod_cost(run: Run, node: N.ModCost) -> list[Outcome]:
    times = 0 if node.times is None else run.amount(node.times)
    return _add(run, _temp(run, node, node.what, node.who, times, node.until))


def _forbid(run: Run, node: N.Forbid) -> list[Outcome]:
    hit(run.st, "107.1b")
    return _add(run, _temp(run, node, node.what, node.who, 0, node.until))


def _allow(run: Run, node: N.Allow) -> list[Outcome]:
    hit(run.st, "107.1a")
    return _add(run, _temp(run, node, node.what, None, 0, node.until))


def _prevent(run: Run, node: N.Prevent) -> list[Outcome]:
    """Damage is dealt to summons only (210.1): a player's damage is that of the summons he controls now (208.7)."""
    temp = _temp(run, node, node.to, None, run.amount(node.amount), node.until)
    if any(ref[0] == REF_PLAYER for ref in run.refs(node.to)):
        st = run.st
        own = [slot for seat in run.seats(node.to) for slot in st.play[seat] if st.objs[slot].dot >= 0]
        temp = replace(temp, objects=(*temp.objects, *((slot, st.objs[slot].inc) for slot in own)))
    return _add(run, temp)


def _replace(run: Run, node: N.Replace) -> list[Outcome]:
    """An "instead" for a while; of the summon that takes the damage slot and incarnation stand in ``seats``."""
    hit(run.st, "107.1a")
    temp = _temp(run, node, node.what, node.who, 0, node.until)
    if node.onto is not None:
        onto = run.objects(node.onto)
        if not onto:
            return [IMPOSSIBLE]
        temp = replace(temp, seats=(onto[0], run.st.objs[onto[0]].inc))
    return _add(run, temp)


def _swap(run: Run, node: N.Swap) -> list[Outcome]:
    """Both at the same moment, or neither (107.1a)."""
    st = run.st
    pair = [slot for ref in (node.what, node.other) for slot in run.objects(ref)]
    if len(pair) != 2 or pair[0] == pair[1] or any(st.objs[slot].dot < 0 for slot in pair):
        return [IMPOSSIBLE]
    return _SWAPS[node.aspect](run, pair[0], pair[1])


def _swap_places(run: Run, one: int, two: int) -> list[Outcome]:
    """Each arrives where the other stood; one that can't move keeps both in place (107.1b)."""
    st = run.st
    if _held(st, one) or _held(st, two):
        return [PREVENTED]
    here, there = st.objs[one].dot, st.objs[two].dot
    arrive_together(st, [(one, (here, there)), (two, (there, here))])
    return [DONE, DONE]


def _swap_damage(run: Run, one: int, two: int) -> list[Outcome]:
    """The damage indicators change places; nothing is dealt or healed by that (209.3a)."""
    st = run.st
    first, second = st.objs[one].damage, st.objs[two].damage
    st.change(one, damage=second)
    st.change(two, damage=first)
    return [DONE, DONE]


def _swap_control(run: Run, one: int, two: int) -> list[Outcome]:
    """For the rest of the game each is the other player's (206.1g); a Life Base never changes its controller (H12)."""
    st = run.st
    first, second = st.objs[one], st.objs[two]
    if first.controller == second.controller or any(
        query.info(st, slot).card.is_life_base for slot in (one, two)
    ):
        return [IMPOSSIBLE]
    for obj, seat in ((first, second.controller), (second, first.controller)):
        keep_for_good(st, obj.slot, obj.inc)
        change_control(st, obj.slot, seat, run.slot)
    hit(st, "402.10")
    return [DONE, DONE]


_SWAPS = {"place": _swap_places, "damage": _swap_damage, "control": _swap_control}


def _cancel(run: Run, node: N.Cancel) -> list[Outcome]:
    """A cancelled action leaves the stack without taking place; a cast card goes to the discard pile (H22)."""
    st = run.st
    return [_cancelled(st, ident) for kind, ident, _ in run.refs(node.what) if kind == REF_ITEM]


def _cancelled(st: State, ident: int) -> Outcome:
    item = query.item_of(st, ident)
    if item is None:
        return IMPOSSIBLE
    st.stack = tuple(other for other in st.stack if other.id != ident)
    if st.objs[item.slot].zone == STACK and st.objs[item.slot].inc == item.inc:
        to = DISCARD if st.game.chosen["H22"] == "discard_pile" else HAND
        move_card(st, item.slot, to if st.living(st.objs[item.slot].owner) else REMOVED)
    failed(st, item)
    hit(st, "G.counter")
    st.events.append(("cancelled", ident))
    return DONE


def _redirect(run: Run, node: N.Redirect) -> list[Outcome]:
    """The first declared target of an action becomes another legal one that You choose (glossary Redirect)."""
    st = run.st
    items = [query.item_of(st, ident) for kind, ident, _ in run.refs(node.what) if kind == REF_ITEM]
    return [IMPOSSIBLE if item is None else _redirected(run, item) for item in items]


def _redirected(run: Run, item: Item) -> Outcome:
    st = run.st
    if not item.targets or item.kind == MOVEMENT:
        return IMPOSSIBLE
    if item.kind == ATTACK:
        return _redirect_attack(run, item)
    index = next((place for place, ref in enumerate(item.targets) if ref != NO_TARGET), -1)
    if index < 0:
        return IMPOSSIBLE
    # What is a target of the action already cannot be "another target" beside itself.
    options = [ref for ref in legal_for_item(st, item, index) if ref not in item.targets]
    if not options:
        return IMPOSSIBLE
    chosen = ask_one(st, run.you, "new_target", "G.redirect", [name_of(st, ref) for ref in options])
    targets = (*item.targets[:index], ref_of(st, chosen), *item.targets[index + 1 :])
    st.stack = tuple(replace(other, targets=targets) if other.id == item.id else other for other in st.stack)
    hit(st, "G.redirect")
    return DONE


def _redirect_attack(run: Run, item: Item) -> Outcome:
    """An attack goes to another summon that it could have been aimed at."""
    st = run.st
    victims = other_victims(st, item)
    if not victims:
        return IMPOSSIBLE
    chosen = ask_one(st, run.you, "new_target", "G.redirect", [f"#{slot}" for slot in victims])
    target = ref_of(st, chosen)
    changed = replace(item, targets=(target,), path=victims[target[1]])
    st.stack = tuple(changed if other.id == item.id else other for other in st.stack)
    hit(st, "G.redirect")
    return DONE


def _deactivate(run: Run, node: N.Deactivate) -> list[Outcome]:
    """Only an unactivated permanent can be deactivated (glossary Deactivated, H8)."""
    outcomes: list[Outcome] = []
    for slot in run.objects(node.what):
        obj = run.st.objs[slot]
        if obj.state != UNACTIVATED:
            outcomes.append(IMPOSSIBLE)
            continue
        mark = DEACTIVATIONS if obj.controller == run.you else BY_EFFECT
        run.st.change(slot, state=DEACTIVATED, used=obj.used & ~DEACTIVATIONS | mark)
        run.st.events.append(("deactivated", slot))
        hit(run.st, "G.deactivate")
        outcomes.append(DONE)
    return outcomes


def _reactivate(run: Run, node: N.Reactivate) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for slot in run.objects(node.what):
        outcomes.append(IMPOSSIBLE if run.st.objs[slot].state == UNACTIVATED else DONE)
        run.st.change(slot, state=UNACTIVATED, used=run.st.objs[slot].used & ~DEACTIVATIONS)
        run.st.events.append(("reactivated", slot))
    return outcomes


def _take_control(run: Run, node: N.TakeControl) -> list[Outcome]:
    st = run.st
    seat = run.seat(node.who)
    return [_taken(run, node, slot, seat) for slot in (run.objects(node.what) if st.living(seat) else ())]


def _taken(run: Run, node: N.TakeControl, slot: int, seat: int) -> Outcome:
    st = run.st
    obj = st.objs[slot]
    if query.info(st, slot).card.is_life_base:
        hit(st, "402.9")
        return IMPOSSIBLE
    temp = Temp(node, ((slot, obj.inc),), (seat,), obj.controller, run.you, run.slot, run.inc)
    lasting = _lasting(run, temp, node.until)
    if lasting.until or lasting.until_seat >= 0 or lasting.tied:
        st.temps += (lasting,)
    else:
        keep_for_good(st, slot, obj.inc)
    if obj.controller == seat:
        return IMPOSSIBLE  # nothing moves, but from now on it is also his for as long as this effect lasts
    change_control(st, slot, seat, run.slot)
    hit(st, "402.10")
    return DONE


def _by_rules(run: Run, node: N.MoveSummon) -> bool:
    """True if "according to the game rules" binds this move: its own sentence, or (H26) anywhere on the card."""
    if node.by_rules or run.st.game.chosen["H26"] == "sentence":
        return node.by_rules
    tree = query.info(run.st, run.slot).card.tree
    return any(isinstance(part, N.MoveSummon) and part.by_rules for part in N.walk(tree))


def _held(st: State, slot: int) -> bool:
    """True if an effect says that this summon can't move: that goes before one that moves it (107.1b)."""
    obj = st.objs[slot]
    if not query.forbidden(st, "move", slot, obj.controller, obj.rev):
        return False
    hit(st, "107.1b")
    return True


def _move_summon(run: Run, node: N.MoveSummon) -> list[Outcome]:
    """A move by effect costs nothing and does not count as the summon's move of the turn (107.1a).

    Several are moved at the same moment: the paths are chosen one after the other, then all of them arrive.
    """
    summons = [slot for slot in run.objects(node.what) if run.st.objs[slot].dot >= 0]
    arrivals: list[Arrival] = []
    outcomes = [_moved(run, node, slot, arrivals) for slot in summons]
    if arrivals:
        arrive_together(run.st, arrivals)
    return outcomes


Arrival = tuple[int, tuple[int, ...]]
"""A summon and the path at whose end it arrives."""


def _moved(run: Run, node: N.MoveSummon, slot: int, arrivals: list[Arrival]) -> Outcome:
    st = run.st
    board = st.game.board
    obj = st.objs[slot]
    if obj.dot < 0:
        return IMPOSSIBLE
    if _held(st, slot):
        return PREVENTED
    ends: list[tuple[int, ...]]
    if node.to == "starting_dot":
        ends = [(obj.dot, st.game.homes[obj.controller])]
    elif node.to == "ending_dot":
        ends = [(obj.dot, dot) for dot in board.endings]
    else:
        steps = run.amount(node.steps)
        walks = walk_paths(st, slot, steps, by_rules=_by_rules(run, node))
        ends = [path for path in walks if node.up_to or len(path) > steps]  # a path begins where it stands
    free = [path for path in ends if path[-1] not in st.occ]
    if not free:
        return IMPOSSIBLE
    names = [" ".join(board.names[dot] for dot in path) for path in free]
    path = free[names.index(ask_one(st, run.seat(node.mover), "move_path", "107.1a", names))]
    place(st, slot, path[-1])  # anyone who chooses next finds this dot taken and the other free
    arrivals.append((slot, path))
    return DONE


def _warp(run: Run, node: N.Warp) -> list[Outcome]:
    arrivals: list[Arrival] = []
    outcomes = [_warped(run, slot, arrivals) for slot in run.objects(node.what)]
    if arrivals:
        arrive_together(run.st, arrivals)
    return outcomes


def _warped(run: Run, slot: int, arrivals: list[Arrival]) -> Outcome:
    st = run.st
    board = st.game.board
    obj = st.objs[slot]
    if obj.dot < 0 or query.info(st, slot).card.is_life_base:
        return IMPOSSIBLE
    if _held(st, slot):
        return PREVENTED
    home = st.game.homes[obj.controller]
    ends = board.endings if obj.dot == home else (home,) if board.is_ending[obj.dot] else ()
    free = [dot for dot in ends if dot not in st.occ]
    if not free:
        return IMPOSSIBLE
    chosen = ask_one(st, run.you, "warp_to", "605.2", [board.names[dot] for dot in free])
    hit(st, "605.2")
    place(st, slot, board.number[chosen])
    arrivals.append((slot, (obj.dot, board.number[chosen])))
    return DONE


HANDLERS: dict[type, Handler] = {
    N.Damage: _damage,
    N.Heal: _heal,
    N.Destroy: _destroy,
    N.ModStat: _mod_stat,
    N.ModCost: _mod_cost,
    N.Forbid: _forbid,
    N.Allow: _allow,
    N.Prevent: _prevent,
    N.Replace: _replace,
    N.Swap: _swap,
    N.Cancel: _cancel,
    N.Redirect: _redirect,
    N.Deactivate: _deactivate,
    N.Reactivate: _reactivate,
    N.TakeControl: _take_control,
    N.MoveSummon: _move_summon,
    N.Warp: _warp,
}
