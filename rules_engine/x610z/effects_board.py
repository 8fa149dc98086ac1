"""Effects on what is in play: damage, healing, stats, costs, states, control, movement by effect, energy, turns."""

from msgspec.structs import replace

from . import nodes as N
from . import query
from .answers import ask_one, name_of, ref_of
from .attack import other_victims
from .damage import deal, note_attacker
from .effects import HANDLERS, Run
from .effects_cards import leave_play
from .game import plus
from .model import (
    ATTACK,
    BY_EFFECT,
    DEACTIVATED,
    DEACTIVATIONS,
    DISCARD,
    HAND,
    MOVEMENT,
    PHASES,
    REF_ITEM,
    REF_OBJECT,
    REF_PLAYER,
    REMOVED,
    STACK,
    UNACTIVATED,
    Item,
    Temp,
    hit,
)
from .movement import arrive, walk_paths
from .settle import destroy
from .targets import legal_for_item
from .zones import move_card, set_controller


def _damage(run: Run, node: N.Damage) -> bool:
    amount = run.amount(node.amount)
    st = run.st
    if not query.in_play(st, run.slot, run.inc):
        hit(st, "210.4")
        return False
    found = [slot for slot in run.objects(node.what) if query.info(st, slot).card.is_summon]
    dealt = [deal(st, slot, amount, (REF_OBJECT, run.slot, run.inc), run.you) for slot in found]
    return run.done() and bool(dealt) and all(part == amount for part in dealt)


def _heal(run: Run, node: N.Heal) -> bool:
    amount = run.amount(node.amount)
    done = False
    for slot in run.objects(node.what):
        damage = run.st.objs[slot].damage
        healed = min(damage, amount)
        run.st.change(slot, damage=damage - healed)
        run.st.events.append(("heal", slot, healed))
        done = healed > 0
    return done


def _destroy(run: Run, node: N.Destroy) -> bool:
    st = run.st
    found = run.objects(node.what)
    summons = [slot for slot in found if query.info(st, slot).card.is_summon]
    for slot in summons:
        note_attacker(st, slot, run.you)
    destroy(st, summons, "G.destroy")
    for slot in found:
        if slot not in summons:
            leave_play(st, slot, "discard")
    return bool(found) and run.done()


def _temp(
    run: Run,
    node: N.ModStat | N.ModCost | N.Forbid | N.Allow | N.Prevent | N.TakeControl,
    what: object,
    who: object,
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


def _add(run: Run, temp: Temp) -> bool:
    if (
        not temp.objects
        and not temp.seats
        and (getattr(temp.node, "what", None) is not None or getattr(temp.node, "to", None) is not None)
    ):
        return False
    run.st.temps += (temp,)
    return run.done()


def _mod_stat(run: Run, node: N.ModStat) -> bool:
    amount = run.amount(node.delta)
    hit(run.st, "402.13" if node.stat == "defense" else "402.12")
    return _add(run, _temp(run, node, node.what, None, -amount if node.negative else amount, node.until))


def _mod_cost(run: Run, node: N.ModCost) -> bool:
    return _add(run, _temp(run, node, node.what, node.who, 0, node.until))


def _forbid(run: Run, node: N.Forbid) -> bool:
    hit(run.st, "107.1b")
    return _add(run, _temp(run, node, node.what, node.who, 0, node.until))


def _allow(run: Run, node: N.Allow) -> bool:
    hit(run.st, "107.1a")
    return _add(run, _temp(run, node, node.what, None, 0, node.until))


def _prevent(run: Run, node: N.Prevent) -> bool:
    """Damage is dealt to summons only (210.1): a player's damage is that of the summons he controls now (208.7)."""
    temp = _temp(run, node, node.to, None, run.amount(node.amount), node.until)
    if any(ref[0] == REF_PLAYER for ref in run.refs(node.to)):
        st = run.st
        own = [slot for seat in run.seats(node.to) for slot in st.play[seat] if st.objs[slot].dot >= 0]
        temp = replace(temp, objects=(*temp.objects, *((slot, st.objs[slot].inc) for slot in own)))
    return _add(run, temp)


def _cancel(run: Run, node: N.Cancel) -> bool:
    """A cancelled action leaves the stack without taking place; a cast card goes to the discard pile (H22)."""
    st = run.st
    done = False
    for kind, ident, _ in run.refs(node.what):
        if kind != REF_ITEM:
            continue
        item = query.item_of(st, ident)
        if item is None:
            continue
        st.stack = tuple(other for other in st.stack if other.id != ident)
        if st.objs[item.slot].zone == STACK and st.objs[item.slot].inc == item.inc:
            to = DISCARD if st.game.chosen["H22"] == "discard_pile" else HAND
            move_card(st, item.slot, to if st.living(st.objs[item.slot].owner) else REMOVED)
        hit(st, "G.counter")
        st.events.append(("cancelled", ident))
        done = True
    return done


def _redirect(run: Run, node: N.Redirect) -> bool:
    """The first target of an action becomes another legal one that You choose (glossary Redirect)."""
    st = run.st
    done = False
    for kind, ident, _ in run.refs(node.what):
        item = query.item_of(st, ident) if kind == REF_ITEM else None
        if item is None or not item.targets or item.kind == MOVEMENT:
            continue
        if item.kind == ATTACK:
            done = _redirect_attack(run, item) or done
            continue
        options = [ref for ref in legal_for_item(st, item, 0) if ref != item.targets[0]]
        if not options:
            continue
        chosen = ask_one(st, run.you, "new_target", "G.redirect", [name_of(st, ref) for ref in options])
        changed = replace(item, targets=(ref_of(st, chosen), *item.targets[1:]))
        st.stack = tuple(changed if other.id == ident else other for other in st.stack)
        hit(st, "G.redirect")
        done = True
    return done


def _redirect_attack(run: Run, item: Item) -> bool:
    """An attack goes to another summon that it could have been aimed at."""
    st = run.st
    victims = other_victims(st, item)
    if not victims:
        return False
    chosen = ask_one(st, run.you, "new_target", "G.redirect", [f"#{slot}" for slot in victims])
    target = ref_of(st, chosen)
    changed = replace(item, targets=(target,), path=victims[target[1]])
    st.stack = tuple(changed if other.id == item.id else other for other in st.stack)
    hit(st, "G.redirect")
    return True


def _deactivate(run: Run, node: N.Deactivate) -> bool:
    """Only an unactivated permanent can be deactivated (glossary Deactivated, H8)."""
    found = run.objects(node.what)
    ready = [slot for slot in found if run.st.objs[slot].state == UNACTIVATED]
    for slot in ready:
        obj = run.st.objs[slot]
        mark = DEACTIVATIONS if obj.controller == run.you else BY_EFFECT
        run.st.change(slot, state=DEACTIVATED, used=obj.used & ~DEACTIVATIONS | mark)
        run.st.events.append(("deactivated", slot))
        hit(run.st, "G.deactivate")
    return bool(found) and len(ready) == len(found)


def _reactivate(run: Run, node: N.Reactivate) -> bool:
    found = run.objects(node.what)
    for slot in found:
        run.st.change(slot, state=UNACTIVATED, used=run.st.objs[slot].used & ~DEACTIVATIONS)
        run.st.events.append(("reactivated", slot))
    return bool(found)


def _take_control(run: Run, node: N.TakeControl) -> bool:
    st = run.st
    seat = run.seat(node.who)
    done = False
    for slot in run.objects(node.what) if st.living(seat) else ():
        obj = st.objs[slot]
        card = query.info(st, slot).card
        if card.is_summon and card.is_life_base:
            hit(st, "402.9")
            continue
        if obj.controller == seat:
            continue
        temp = Temp(node, ((slot, obj.inc),), (seat,), obj.controller, run.you, run.slot, run.inc)
        set_controller(st, slot, seat)
        _follow(run, slot, seat)
        hit(st, "402.10")
        lasting = _lasting(run, temp, node.until)
        if lasting.until or lasting.until_seat >= 0 or lasting.tied:
            st.temps += (lasting,)
        done = True
    return run.done() and done


def _follow(run: Run, slot: int, seat: int) -> None:
    """What is fixed on a permanent goes along with it (H20, NL.effects-gaan-mee)."""
    st = run.st
    if st.game.ruleset.rulings["H20"] != "follows":
        return
    for slots in list(st.play):
        for other in slots:
            host = st.objs[other].host
            fixed_on_it = host is not None and host[:2] == (REF_OBJECT, slot)
            if fixed_on_it and other != run.slot and st.objs[other].controller != seat:
                set_controller(st, other, seat)


def _by_rules(run: Run, node: N.MoveSummon) -> bool:
    """True if "according to the game rules" binds this move: its own sentence, or (H26) anywhere on the card."""
    if node.by_rules or run.st.game.chosen["H26"] == "sentence":
        return node.by_rules
    tree = query.info(run.st, run.slot).card.tree
    return any(isinstance(part, N.MoveSummon) and part.by_rules for part in N.walk(tree))


def _move_summon(run: Run, node: N.MoveSummon) -> bool:
    """A move by effect costs nothing and does not count as the summon's move of the turn (107.1a)."""
    st = run.st
    board = st.game.board
    done = False
    for slot in run.objects(node.what):
        obj = st.objs[slot]
        if obj.dot < 0:
            continue
        mover = run.seat(node.mover)
        ends: list[tuple[int, ...]]
        if node.to == "starting_dot":
            ends = [(obj.dot, st.game.homes[obj.controller])]
        elif node.to == "ending_dot":
            ends = [(obj.dot, dot) for dot in board.endings]
        else:
            ends = list(walk_paths(st, slot, run.amount(node.steps), by_rules=_by_rules(run, node)))
        free = [path for path in ends if path[-1] not in st.occ]
        if not free:
            continue
        names = [" ".join(board.names[dot] for dot in path) for path in free]
        path = free[names.index(ask_one(st, mover, "move_path", "107.1a", names))]
        arrive(st, slot, path)
        done = True
    return run.done() and done


def _warp(run: Run, node: N.Warp) -> bool:
    st = run.st
    board = st.game.board
    done = False
    for slot in run.objects(node.what):
        obj = st.objs[slot]
        card = query.info(st, slot).card
        if obj.dot < 0 or card.is_life_base:
            continue
        home = st.game.homes[obj.controller]
        ends = board.endings if obj.dot == home else (home,) if board.is_ending[obj.dot] else ()
        free = [dot for dot in ends if dot not in st.occ]
        if not free:
            continue
        chosen = ask_one(st, run.you, "warp_to", "605.2", [board.names[dot] for dot in free])
        hit(st, "605.2")
        arrive(st, slot, (obj.dot, board.number[chosen]))
        done = True
    return run.done() and done


def _gain_energy(run: Run, node: N.GainEnergy) -> bool:
    times = run.amount(node.times)
    for seat in run.seats(node.who):
        run.st.pool[seat] = plus(run.st.pool[seat], node.energy.as_tuple(), times)
        hit(run.st, "203.2a")
    return times > 0


def _place_marker(run: Run, node: N.PlaceMarker) -> bool:
    found = run.objects(node.what)
    for slot in found:
        run.st.change(slot, counters=run.st.objs[slot].counters + run.amount(node.count))
        hit(run.st, "209.2a")
    return bool(found)


def _remove_marker(run: Run, node: N.RemoveMarker) -> bool:
    found = run.objects(node.what)
    done = bool(found)
    for slot in found:
        have, wanted = run.st.objs[slot].counters, run.amount(node.count)
        taken = min(have, wanted)
        run.st.change(slot, counters=have - taken)
        done = done and (taken == wanted or wanted >= query.EVERYTHING)
    return done


def _extra_turn(run: Run, node: N.ExtraTurn) -> bool:
    seats = run.seats(node.who)
    run.st.extra_turns = (*seats, *run.st.extra_turns)
    hit(run.st, "700.2")
    return bool(seats)


def _skip_turn(run: Run, node: N.SkipTurn) -> bool:
    seats = run.seats(node.who)
    phase = PHASES.index(node.phase) if node.phase else 0
    run.st.skips += tuple((seat, phase) for seat in seats)
    hit(run.st, "700.2")
    return bool(seats)


HANDLERS.update(
    {
        N.Damage: _damage,
        N.Heal: _heal,
        N.Destroy: _destroy,
        N.ModStat: _mod_stat,
        N.ModCost: _mod_cost,
        N.Forbid: _forbid,
        N.Allow: _allow,
        N.Prevent: _prevent,
        N.Cancel: _cancel,
        N.Redirect: _redirect,
        N.Deactivate: _deactivate,
        N.Reactivate: _reactivate,
        N.TakeControl: _take_control,
        N.MoveSummon: _move_summon,
        N.Warp: _warp,
        N.GainEnergy: _gain_energy,
        N.PlaceMarker: _place_marker,
        N.RemoveMarker: _remove_marker,
        N.ExtraTurn: _extra_turn,
        N.SkipTurn: _skip_turn,
    }
)
