"""Announcing actions (200, 202, 206, 208, 402, 403), paying for them, and what happens when they resolve (201)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from rules_engine.x610z import nodes as n

from . import changes, paying
from .changes import enter, fail_direction, happen, land, leave, over, put, settle
from .effects import (
    do,
    fitting,
    forbidden,
    legal_targets,
    pays_now,
    shuffle_searched,
    still_legal,
    take_place,
    target_fault,
    told_late,
)
from .meaning import context, name_of, permitted, priced, speaker, stat
from .table import Game, Object, Thing, activations, everything

Fault = list[str]
"""The rules that an announcement breaks; empty if it is legal."""

WINDOWS = ("action", "end")


# --- who may speak ----------------------------------------------------------------------------------------------------


def may_speak(game: Game, seat: int | None) -> Fault:
    """A living player, in a phase that allows actions."""
    if seat is None or seat not in game.seats or not game.seats[seat]["alive"]:
        return ["106.3"] if seat in game.seats else ["107.2a"]
    answers = game.rulings["H2"] == "with_responses" and game.stack
    if game.phase not in WINDOWS and not answers:
        return ["201.2", "105.4", "701.2", "702.2"]
    return []


def only_answers(game: Game, permanent: bool) -> Fault:
    """H2, second option: in a phase without actions only non permanent cards and activations answer."""
    return ["701.2", "702.2", "206.1a"] if game.phase not in WINDOWS and permanent else []


def may_start(game: Game, seat: int, stackable: bool = True) -> Fault:
    """704.3: in the End Phase the active player only answers. While others may answer "I end" he waits (703.4).

    201.5 orders reactions; what does not come on the stack is none (200.2).
    """
    faults = []
    ordered = stackable and (bool(game.stack) or game.ending)
    if game.header.level == "full" and ordered and game.waiting != seat:
        # Everybody has passed: the top resolves (201.6), or the phase ends (703.4).
        faults.append("201.5" if game.waiting is not None else "201.6" if game.stack else "703.4")
    if game.phase == "end" and seat == game.active and game.rulings["H5"] == "specific_first":
        announced = [item for item in game.stack if item["kind"] != "trigger" and item["seat"] != seat]
        if not announced:
            faults.append("704.3")
    if game.stack:
        return faults
    if game.ending and seat == game.active:
        faults.append("703.4")
    return faults


# --- finding what a line names ----------------------------------------------------------------------------------------


def in_hand(game: Game, seat: int, name: str) -> Thing | None:
    """A card in hand by its number, its name or ``#12``; of equal cards the first."""
    for found in game.seats[seat]["hand"]:
        thing = game.things[found]
        if thing["card"] is None:
            continue
        if name in (found, thing["card"].number) or name.casefold() == thing["card"].name.casefold():
            return thing
    for found in game.seats[seat]["hand"]:
        if game.hides and game.things[found]["card"] is None and game.bind(found, name):
            return game.things[found]
    return None


def on_table(game: Game, name: str, seat: int | None = None) -> Thing | None:
    """A permanent in play by ``#12``, or by number or name; then one that the player controls."""
    if name in game.table:
        return game.things[name]
    found = [
        thing
        for thing in game.in_play()
        if name == thing["card"].number or name.casefold() == thing["card"].name.casefold()
    ]
    mine = [thing for thing in found if thing["controller"] == seat]
    ready = [thing for thing in mine if thing["state"] == "unactivated"]
    return (ready or mine or found or [None])[0]


def object_named(game: Game, name: str) -> Object | None:
    """A target as a line writes it."""
    if name.startswith("seat:"):
        seat = int(name[5:])
        return ("player", seat) if seat in game.seats else None
    if name.startswith("stack:"):
        place = int(name[6:])
        return ("action", game.stack[place - 1]["no"]) if 1 <= place <= len(game.stack) else None
    if name in game.things:
        return game.of(game.things[name])
    thing = on_table(game, name)
    return game.of(thing) if thing is not None else None


# --- what a card asks for ---------------------------------------------------------------------------------------------


def gates(tree: Any, mode: int) -> list[n.Gate]:
    """The additional effects that the caster himself may pay for, in the chosen option (204.4)."""
    found = []
    for node in n.walk(tree):
        if isinstance(node, n.ChooseOne):
            return gates(node.options[mode], 0) if mode < len(node.options) else []
        if isinstance(node, n.Gate) and (node.kind == "each_extra" or own_extra(node)):
            found.append(node)
    return found


def own_extra(node: n.Gate) -> bool:
    """ "With extra ...": paid by the caster."""
    return node.kind == "pay" and isinstance(node.payer, n.You)


def spells(card: Any) -> list[Any]:
    """What a card does when its cast resolves: its parts but for abilities."""
    abilities = (n.Trigger, n.Static, n.Activated, n.Produce, n.Stats)
    return [part for part in (card.tree.parts if card.tree else ()) if not isinstance(part, abilities)]


def options_of(parts: list[Any]) -> int:
    """207.1: how many effects the card lets its player choose from."""
    return max(
        (len(node.options) for part in parts for node in n.walk(part) if isinstance(node, n.ChooseOne)),
        default=0,
    )


def needed(targets: tuple[n.Target, ...], mode: int, x: int) -> list[bool]:
    """Which targets have to be declared: those of the chosen option, and those of a paid extra."""
    return [(need.option in (None, mode)) and (x > 0 or not need.extra) for need in targets]


def unlike(need: n.Target) -> n.Select:
    """What a target may be; no two of "up to 2 targets" are the same."""
    return replace(need.select, other=True) if need.optional else need.select


def rivals(
    needs: tuple[n.Target, ...] | list[n.Target], need: n.Target, found: list[Object | None]
) -> tuple[Object, ...]:
    """What a target must differ from among those declared before it: the others of "up to 2", or all for "another"."""
    group = zip(needs, found, strict=False)
    return tuple(what for other, what in group if what is not None and (other.optional or not need.optional))


def declare(
    game: Game, card: Any, needs: tuple[n.Target, ...], line: Any, you: int, x: int
) -> tuple[list[Object | None], Fault]:
    """200.3, 208.1: the declared targets, in the places of the card's own list."""
    wanted = needed(needs, line.mode, x)
    names = list(line.targets or [])
    faults: Fault = []
    spare = sum(asked and need.optional for need, asked in zip(needs, wanted, strict=True))
    must = sum(wanted) - spare
    declared = len(names) - must
    if not 0 <= declared <= spare or (spare and not declared and game.rulings["H44"] == "at_least_one"):
        return [], ["200.3", "208.1"]
    found: list[Object | None] = []
    for need, asked in zip(needs, wanted, strict=True):
        if not asked or (need.optional and not declared):
            found.append(None)
            continue
        declared -= need.optional
        what = object_named(game, names.pop(0))
        if what is None:
            found.append(None)
            faults += ["208.1", "200.3"]
            continue
        fault = target_fault(game, card, unlike(need), what, you, rivals(needs, need, found))
        if fault is not None:
            faults += [fault, "208.1", "401.2a", "401.3a", "401.4a", "200.3"]
        found.append(what)
    return found, faults


# --- paying -----------------------------------------------------------------------------------------------------------


def crystals_named(game: Game, line: Any, seat: int) -> tuple[list[Thing], Fault]:
    """200.5: the crystals activated while paying."""
    found: list[Thing] = []
    for name in line.crystals or []:
        thing = game.things.get(name) or on_table(game, name, seat)
        fault = "200.1b" if thing is None or thing in found else paying.crystal_fault(game, seat, thing)
        if fault is not None:
            return [], [fault, "200.1b", "203.6", "206.1f", "107.1b", "206.1d", "200.5"]
        found.append(thing)
    return found, []


def payment(
    game: Game, line: Any, seat: int, cost: list[int], crystals: list[Thing]
) -> tuple[list[int] | None, Fault]:
    """204.1: the energy used; None for a cost that cannot be met and is announced so (200.5)."""
    pool = list(game.seats[seat]["pool"])
    for thing in crystals:
        pool = [a + b for a, b in zip(pool, paying.produced(thing["card"]), strict=True)]
    ways = paying.payments(cost, pool)
    if game.rulings["H3"] == "substitution" and not ways and sum(pool) >= sum(cost):
        return substitution(game, line, seat, cost, pool)
    if line.short:
        return short_payment(game, line, seat, cost, crystals, pool)
    absent = [] if line.pay is None else paying.not_there(game, seat, paying.as_list(line.pay), pool)
    if not ways:
        return None, ["204.1b", "200.5", "203.1", *absent]
    if line.pay is not None:
        used = paying.as_list(line.pay)
        if used not in ways or set(line.pay) - set(paying.COLOURS):
            return None, ["204.1b", "200.5", "203.2b", *absent]
        return used, []
    if len(ways) == 1:
        return ways[0], []
    return paying_default(cost, pool), []


def paying_default(cost: list[int], pool: list[int]) -> list[int]:
    """A split that nobody wrote down."""
    from .effects import automatic

    return automatic(cost, pool)


def substitution(
    game: Game, line: Any, seat: int, cost: list[int], pool: list[int]
) -> tuple[list[int] | None, Fault]:
    """H3, second option: other energy takes the place of types that the player truly lacks, and the action goes on."""
    most = paying.could_have(game, seat, game.seats[seat]["pool"])
    lacking = all(min(cost[i], most[i]) <= pool[i] for i in range(3))
    if paying.colourless_pays(cost, most) or not lacking:
        return None, ["200.5"]
    if line.pay is None:
        return paying.substituted(cost, pool), []
    used = paying.as_list(line.pay)
    absent = paying.not_there(game, seat, used, pool)
    own = all(used[i] >= min(cost[i], pool[i]) for i in range(3))
    if absent or not own or sum(used) != sum(cost) or set(line.pay) - set(paying.COLOURS):
        return None, ["200.5", "204.1b", *absent]
    return used, []


def short_payment(
    game: Game, line: Any, seat: int, cost: list[int], crystals: list[Thing], pool: list[int]
) -> tuple[list[int] | None, Fault]:
    """200.5: only who truly cannot pay, and he gives all he can."""
    most = paying.could_have(game, seat, game.seats[seat]["pool"])
    if paying.colourless_pays(cost, most) or game.rulings["H3"] == "refused":
        return None, ["200.5"]
    if game.rulings["H3"] == "substitution" and sum(most) >= sum(cost):
        return None, ["200.5"]  # other energy would cover the whole cost: he may not let it fail
    own_types = all(min(cost[i], most[i]) <= pool[i] for i in range(3))
    if not own_types or sum(paying.charge_shortfall(game, cost, pool)) < sum(
        paying.charge_shortfall(game, cost, most)
    ):
        return None, ["200.5"]
    return None, []


# --- casting ----------------------------------------------------------------------------------------------------------


def cast_faults(game: Game, line: Any) -> Fault:
    """Every rule that a cast breaks."""
    faults = may_speak(game, line.seat)
    if faults:
        return faults
    thing = in_hand(game, line.seat, line.card or "")
    if thing is None:
        return ["200.1a", "502.1", "101.1a", "200.1b"]
    card = thing["card"]
    faults += may_start(game, line.seat, stackable=not card.is_crystal)
    if forbidden(game, "cast", seat=line.seat, card=game.of(thing)):
        faults.append("107.1b")
    if card.is_crystal:
        faults += only_answers(game, True) + plain_faults(line)
        return faults + crystal_cast_faults(game, line.seat) + cost_faults(game, line, thing, [])
    faults += only_answers(game, card.permanent)
    if card.permanent and line.seat != game.active:
        faults += ["206.1a", "703.2", "704.1", "402.1"]
    if card.is_summon:
        faults += class_faults(game, line.seat, card)
    _, wrong = declare(game, card, card.tree.targets if card.tree else (), line, line.seat, paid_any(line))
    return (
        faults + wrong + mode_faults(game, spells(card), line) + cost_faults(game, line, thing, spells(card))
    )


def crystal_cast_faults(game: Game, seat: int) -> Fault:
    """403."""
    faults = []
    if seat != game.active:
        faults += ["403.2", "206.1a"]
    if game.crystal_cast:
        faults.append("403.1")
    return faults


def class_faults(game: Game, seat: int, card: Any) -> Fault:
    """402.9, H12."""
    if game.rulings["H12"] != "both_times":
        return []
    mine = [thing for thing in game.summons() if thing["controller"] == seat]
    return ["402.9"] if any(thing["card"].card_class == card.card_class for thing in mine) else []


def plain_faults(line: Any) -> Fault:
    """An Energy Crystal has no options, targets or additional effects."""
    faults = ["207.1"] if line.mode else []
    faults += ["204.4a", "207.2"] if paid_any(line) else []
    return faults + (["208.1", "200.3"] if line.targets else [])


def mode_faults(game: Game, parts: list[Any], line: Any) -> Fault:
    """207.1; an additional cost only where the card has one."""
    faults = []
    options = options_of(parts)
    if line.mode >= max(1, options):
        faults.append("207.1")
    found = extras_of(parts, line.mode)
    times = times_paid(line, found)
    announced = bool(line.x) or any(line.extras or [])
    if announced and (not found or game.rulings["H4"] == "all_at_resolution"):
        faults += ["204.4a", "207.2", "204.4b"]
    several = len(found) > 1 and line.extras is None and line.x
    wrong_number = line.extras is not None and len(line.extras) != len(found)
    too_often = any(count > 1 and gate.kind == "pay" for gate, count in zip(found, times, strict=False))
    if several or wrong_number or too_often:
        faults += ["204.4a", "207.2", "204.4b"]
    return faults


def extras_of(parts: list[Any], mode: int) -> list[n.Gate]:
    """The additional effects of the chosen option, in the order of the text."""
    return [gate for part in parts for gate in gates(part, mode)]


def times_paid(line: Any, found: list[n.Gate]) -> list[int]:
    """204.4: how often each additional cost is paid; ``x`` where there is one, ``extras`` where there are several."""
    if line.extras is not None:
        return list(line.extras)
    return [line.x] * len(found)


def paid_list(parts: list[Any], line: Any) -> list[tuple[n.Gate, int]]:
    """Every additional effect with how often it was paid for."""
    found = extras_of(parts, line.mode)
    return list(zip(found, times_paid(line, found), strict=False))


def paid_any(line: Any) -> int:
    """Whether the caster pays for anything additional."""
    return line.x or sum(line.extras or [])


def full_cost(game: Game, base: list[int], parts: list[Any], line: Any) -> list[int]:
    """The cost with the caster's own additional effects (H4)."""
    cost = list(base)
    if game.rulings["H4"] == "caster_at_announcement":
        found = extras_of(parts, line.mode)
        for gate, count in zip(found, times_paid(line, found), strict=False):
            times = count if gate.kind == "each_extra" else min(count, 1)
            cost = [a + times * b for a, b in zip(cost, gate.cost.as_tuple(), strict=True)]
    return cost


def must_pay_faults(game: Game, line: Any, base: list[int], parts: list[Any]) -> Fault:
    """207.2: an additional cost that must be paid is paid by the person who can."""
    if game.rulings["H4"] != "caster_at_announcement":
        return []
    found = extras_of(parts, line.mode)
    most = paying.could_have(game, line.seat, game.seats[line.seat]["pool"])
    for gate, count in zip(found, times_paid(line, found), strict=False):
        whole = [a + b for a, b in zip(base, gate.cost.as_tuple(), strict=True)]
        if gate.must and not count and paying.colourless_pays(whole, most):
            return ["207.2"]
    return []


def cost_faults(game: Game, line: Any, thing: Thing, parts: list[Any]) -> Fault:
    """Whether the cost of a cast is met."""
    base = casting_cost(game, line.seat, thing)
    cost = full_cost(game, base, parts, line)
    must = must_pay_faults(game, line, base, parts)
    crystals, faults = crystals_named(game, line, line.seat)
    if faults:
        return must + faults
    return must + payment(game, line, line.seat, cost, crystals)[1]


def casting_cost(game: Game, seat: int, thing: Thing) -> list[int]:
    """204.2."""
    return priced(game, "cast", thing["card"].cost, seat, game.of(thing))


def cast(game: Game, line: Any) -> None:
    """A legal cast is announced; an Energy Crystal Card takes place at once (200.2)."""
    seat = line.seat
    thing = in_hand(game, seat, line.card)
    card = thing["card"]
    if card.is_crystal:
        if not settle_bill(game, line, casting_cost(game, seat, thing)):
            return
        game.crystal_cast = True
        enter(game, thing, seat, seat)
        happen(game, "cast", game.of(thing), seat)
        return
    base = casting_cost(game, seat, thing)
    targets, _ = declare(game, card, card.tree.targets if card.tree else (), line, seat, paid_any(line))
    cost = full_cost(game, base, spells(card), line)
    if not settle_bill(game, line, cost):
        return
    put(game, thing, "stack")
    item = push(game, "cast", seat, thing, targets, line)
    item["needs"] = list(card.tree.targets) if card.tree else []
    item["ctx"]["paid"] = paid_list(spells(card), line)
    item["cost"] = base
    if game.rulings["H39"] != "all_at_resolution":
        happen(game, "cast", game.of(thing), seat)


def settle_bill(game: Game, line: Any, cost: list[int]) -> bool:
    """Activate the named crystals and use the energy. False if the cost could not be met (200.5)."""
    crystals, _ = crystals_named(game, line, line.seat)
    used, _ = payment(game, line, line.seat, cost, crystals)
    for crystal in crystals:
        paying.release(game, crystal)
    player = game.seats[line.seat]
    if used is None:
        paying.use(player, paying.charge_shortfall(game, cost, player["pool"]))
        return False
    paying.use(player, used)
    return True


def push(
    game: Game, kind: str, seat: int, thing: Thing, targets: list[Object | None], line: Any
) -> dict[str, Any]:
    """201.4: an announced action comes on top of the stack; the next to answer sits to the left (201.5)."""
    game.items += 1
    item = {
        "no": game.items,
        "kind": kind,
        "seat": seat,
        "source": game.of(thing),
        "targets": targets,
        "needs": [],
        "mode": line.mode,
        "x": paid_any(line),
        "path": list(line.path or []),
        "raised": [0, 0, 0, 0],
        "cost": [0, 0, 0, 0],
        "tree": None,
        "ctx": {
            "you": seat,
            "this": game.of(thing),
            "host": thing["on"],
            "targets": (),
            "subject": None,
            "actor": None,
            "x": paid_any(line),
            "those": [],
            "came": {},
            "searched": [],
        },
    }
    game.stack.append(item)
    game.known_items[item["no"]] = item
    answer_round(game, seat)
    return item


def answer_round(game: Game, seat: int) -> None:
    """201.5, H1: who may answer first."""
    if game.rulings["H1"] == "left_of_starter" and game.starter is not None and len(game.stack) > 1:
        seat = game.starter
    else:
        game.starter = seat
    game.waiting, game.passed = game.left_of(seat), []


# --- activating -------------------------------------------------------------------------------------------------------


def activate_faults(game: Game, line: Any) -> Fault:
    """206.1d-f, 207.6."""
    faults = may_speak(game, line.seat)
    if faults:
        return faults
    thing = on_table(game, line.card or "", line.seat)
    if thing is None:
        return ["206.1d", "200.1a", "200.1b"]
    if thing["controller"] != line.seat:
        faults += ["214.2", "206.1d", "203.6", "NL.eigen-kaarten"]
    if thing["state"] != "unactivated":
        faults += ["206.1f", "G.non-active", "G.deactivated", "206.1e"]
    if forbidden(game, "be_activated", what=game.of(thing), seat=line.seat):
        faults.append("107.1b")
    if thing["card"].is_crystal:
        return faults + may_start(game, line.seat, stackable=False) + plain_faults(line)
    faults += may_start(game, line.seat)
    if thing["card"].is_effect and forbidden(game, "activate", seat=line.seat, card=game.of(thing)):
        faults.append("107.1b")
    abilities = activations(thing["card"])
    if line.ability >= len(abilities):
        return [*faults, "207.6"]
    ability = abilities[line.ability]
    if thing["counters"] < ability.counters:
        faults += ["209.2a", "204.3a"]
    if any(not can_do(game, line, thing, part) for part in ability.costs):
        faults += ["204.3a"]
    _, wrong = declare(game, thing["card"], ability.targets, line, speaker(game, thing), paid_any(line))
    faults += wrong + mode_faults(game, [ability.tree], line)
    base = activation_cost(game, line.seat, thing, ability)
    cost = full_cost(game, base, [ability.tree], line)
    faults += must_pay_faults(game, line, base, [ability.tree])
    crystals, wrong = crystals_named(game, line, line.seat)
    faults += wrong or payment(game, line, line.seat, cost, crystals)[1]
    return faults


def activation_cost(game: Game, seat: int, thing: Thing, ability: n.Activated) -> list[int]:
    """204.3."""
    return priced(game, "activation", ability.cost, seat, game.of(thing))


def activate(game: Game, line: Any) -> None:
    """206.1e: the permanent turns at once."""
    thing = on_table(game, line.card, line.seat)
    if thing["card"].is_crystal:
        paying.release(game, thing)
        answered = game.ending and not game.stack and game.rulings["H34"] == "any_action"
        if answered and game.rulings["H6"] == "must_repeat":
            game.ending, game.waiting, game.passed = False, None, []
        happen(game, "activated", game.of(thing), line.seat)
        return
    ability = activations(thing["card"])[line.ability]
    base = activation_cost(game, line.seat, thing, ability)
    targets, _ = declare(game, thing["card"], ability.targets, line, speaker(game, thing), paid_any(line))
    if not settle_bill(game, line, full_cost(game, base, [ability.tree], line)):
        return
    thing["state"] = "non_active"
    thing["counters"] -= ability.counters
    pay_parts(game, line.seat, thing, ability.costs)
    item = push(game, "activation", line.seat, thing, targets, line)
    item.update(needs=list(ability.targets), tree=ability.tree, cost=base, ability=line.ability)
    item["ctx"]["you"] = speaker(game, thing)
    item["ctx"]["paid"] = paid_list([ability.tree], line)
    if game.rulings["H39"] != "all_at_resolution":
        happen(game, "activated", game.of(thing), line.seat)


def can_do(game: Game, line: Any, thing: Thing, part: Any) -> bool:
    """Whether what a part of a cost asks for is there (decision 131)."""
    seat = line.seat
    if isinstance(part, n.Discard) or (isinstance(part, n.MoveCard) and part.choose_from != "none"):
        zone = "hand" if isinstance(part, n.Discard) else part.choose_from
        return len(fitting(game, {"you": seat}, game.seats[seat][zone], part.select)) >= part.count.n
    if isinstance(part.what, n.This):
        return True
    if isinstance(part.what, n.Each):
        return game.life_base(seat) is not None
    found = [game.now(what) for what in everything(game, part.what.select, seat)]
    if isinstance(part, n.Deactivate):
        spent = [*(line.crystals or []), thing["id"]]
        found = [one for one in found if one["state"] == "unactivated" and one["id"] not in spent]
    return len(found) >= part.what.count


def pay_parts(game: Game, seat: int, thing: Thing, parts: Any) -> None:
    """Each part is done while announcing; the table comes to rest when all are."""
    ctx = {"you": seat, "this": game.of(thing), "host": thing["on"], "targets": (), "subject": None, "actor": None,
           "x": 0, "those": [], "came": {}, "searched": []}  # fmt: skip
    game.holding += 1
    for part in parts:
        do(game, ctx, part)
    game.holding -= 1
    if parts:
        settle(game)


# --- paths ------------------------------------------------------------------------------------------------------------


def path_faults(
    game: Game, thing: Thing, path: list[str], warps: bool, sense: int, turns: bool = False
) -> Fault:
    """600.3, 202.8, 605: whether a path is one that a summon can go along."""
    board = game.board
    home = game.seats[thing["controller"]]["home"] if warps else ""
    if len(path) < 2:
        return ["600.4", "202.4", "202.8"]
    if any(dot not in board.rows for dot in path):
        return ["600.3"]
    faults: Fault = []
    if path[0] != thing["dot"]:
        faults += ["600.3", "202.8", "200.4", "600.2"]
    if len(set(path)) != len(path):
        faults += ["202.8"]
    for place in range(len(path) - 1):
        a, b = path[place], path[place + 1]
        if not board.joined(a, b):
            warp = board.is_warp(a, b, home)
            if not warp or thing["card"].is_life_base:
                faults += ["600.3", "605.2", "605.4"]
            continue
        line = board.sense(a, b)
        if line and sense and line != sense:
            faults += ["202.8", "202.6"]
        if line:
            sense = 0 if turns else sense or line
        if (
            place
            and not turns
            and board.joined(path[place - 1], a)
            and not obtuse(game, path[place - 1], a, b)
        ):
            faults += ["202.8"]
    return faults


def obtuse(game: Game, a: str, b: str, c: str) -> bool:
    """Glossary Sharp Turn, H7."""
    if a == c:
        return False
    angle = game.board.angle(a, b, c)
    if game.rulings["H7"] == "wider_only":
        return angle > 90 + 1e-6
    return angle >= 90 - 1e-6


def path_sense(game: Game, path: list[str]) -> int:
    """The direction that a path fixes: that of its first step with one."""
    for a, b in pairwise(path):
        if game.board.joined(a, b) and game.board.sense(a, b):
            return game.board.sense(a, b)
    return 0


def bound_sense(game: Game, thing: Thing) -> int:
    """202.6."""
    return 0 if permitted(game, "any_direction", thing) else thing["sense"]


# --- moving -----------------------------------------------------------------------------------------------------------


def summon_faults(game: Game, line: Any, thing: Thing | None) -> Fault:
    """202.1: the active player, with a summon he controls."""
    faults: Fault = []
    if line.seat != game.active:
        faults += ["202.1"]
    if thing is None or not thing["card"].is_summon:
        return [*faults, "202.1", "200.1a", "402.1"]
    if thing["controller"] != line.seat:
        faults += ["202.1", "214.2", "200.1a", "NL.eigen-kaarten", "202.5"]
    return faults


def move_faults(game: Game, line: Any) -> Fault:
    """Every rule that a move breaks (202, 402.7, 600)."""
    faults = may_speak(game, line.seat)
    if faults:
        return faults
    thing = on_table(game, line.card or "", line.seat)
    faults = may_start(game, line.seat) + only_answers(game, True) + summon_faults(game, line, thing)
    if thing is None or not thing["card"].is_summon:
        return faults
    if thing["moved"] > permitted(game, "move_again", thing):
        faults.append("202.5")
    faults += rest_faults(game, thing, moving=True)
    if forbidden(game, "move", what=game.of(thing)):
        faults.append("107.1b")
    path = list(line.path or [])
    turns = bool(permitted(game, "sharp_turn", thing))
    faults += path_faults(game, thing, path, True, bound_sense(game, thing), turns)
    if len(path) - 1 > stat(game, thing, "speed"):
        faults += ["202.4", "402.11c"]
    if path and game.on_dot(path[-1]) is not None and game.rulings["H32"] == "refused":
        faults += ["600.5", "202.9"]
    if game.rulings["H13"] == "forbidden" and path and foreign_start(game, thing, path[-1]):
        faults += ["601.4"]
    cost = movement_cost(game, thing)
    crystals, wrong = crystals_named(game, line, line.seat)
    return faults + (wrong or payment(game, line, line.seat, cost, crystals)[1])


def foreign_start(game: Game, thing: Thing, dot: str) -> bool:
    """601.4: a Starting Dot that is not its controller's."""
    return (
        dot in game.board.rows
        and game.board.kind(dot) == "start"
        and dot != game.seats[thing["controller"]]["home"]
    )


def rest_faults(game: Game, thing: Thing, moving: bool) -> Fault:
    """H8: what a summon may do whose card lies sideways."""
    if thing["state"] == "unactivated":
        return []
    rule = game.rulings["H8"]
    if rule == "sideways_rests":
        return ["402.14", "402.7", "G.deactivated", "G.deactivate", "G.non-active", "206.1f"]
    if thing["state"] == "deactivated":
        if not is_put_to_rest(game, thing):
            return []
        return ["402.14", "G.deactivated", "G.deactivate", "206.1f", "402.7"]
    again = permitted(game, "move_again", thing) and thing["moved"]
    return ["402.7", "202.5", "206.1f"] if moving and not again else []


def is_put_to_rest(game: Game, thing: Thing) -> bool:
    """402.14: deactivated by another player's effect; from March on, no matter who did it (glossary Deactivate, H8)."""
    others_only = game.rulings["H8"] == "others_only" or game.switches["activation_states"] == 2
    own = thing["turned_by"] == thing["controller"]
    return thing["state"] == "deactivated" and not (own and others_only)


def movement_cost(game: Game, thing: Thing) -> list[int]:
    """204.5."""
    return priced(game, "movement", thing["card"].movement, thing["controller"], game.of(thing))


def move(game: Game, line: Any) -> None:
    """402.7: pay, turn the card, and the move waits on the stack."""
    thing = on_table(game, line.card, line.seat)
    cost = movement_cost(game, thing)
    if not settle_bill(game, line, cost):
        return
    thing["moved"] += 1
    thing["state"] = "non_active" if thing["state"] == "unactivated" else thing["state"]
    freed = 0 if thing["sense"] else thing["id"]
    thing["sense"] = thing["sense"] or path_sense(game, list(line.path))
    item = push(game, "movement", line.seat, thing, [], line)
    item["frees"] = freed
    item["cost"] = cost
    if game.rulings["H39"] == "all_at_announcement":
        happen(game, "moves", game.of(thing), line.seat)


def resolve_move(game: Game, item: dict[str, Any]) -> None:
    """202.9, H9: as far as possible to the landing dot."""
    thing = game.now(item["source"])
    path = item["path"]
    if thing is None or thing["dot"] != path[0] or thing["controller"] != item["seat"]:
        return fail_direction(game, item)
    if is_put_to_rest(game, thing) or forbidden(game, "move", what=item["source"]):
        return fail_direction(game, item)
    if game.on_dot(path[-1]) is not None and game.rulings["H9"] == "fails":
        return fail_direction(game, item)
    if walk(game, thing, path, game.rulings["H39"] == "all_at_announcement") == "none":
        fail_direction(game, item)


def walk(game: Game, thing: Thing, path: list[str] | None, told: bool = False) -> str:
    """A summon goes along a path; if the last dot is taken, to the last free one before it."""
    if path is None:
        return "none"
    ends = [dot for dot in path[1:] if game.on_dot(dot) is None]
    wanted = path[-1]
    stop = next((dot for dot in reversed(path[1:]) if dot in ends), None)
    if stop is None:
        return "none"
    what = game.of(thing)
    seat = thing["controller"]
    witnesses = [dict(other) for other in game.in_play()]
    thing["dot"] = stop
    if not told:
        happen(game, "moves", what, seat, witnesses)
    land(game, thing, stop)
    return "done" if stop == wanted else "part"


def effect_paths(game: Game, thing: Thing, steps: int, by_rules: bool, up_to: bool) -> list[list[str]]:
    """The paths along which an effect may move a summon."""
    found: list[list[str]] = []
    front = [[thing["dot"]]]
    turns = not by_rules
    for length in range(1, steps + 1):
        grown = []
        for path in front:
            for dot in game.board.rows:
                longer = [*path, dot]
                if not path_faults(
                    game, thing, longer, True, bound_sense(game, thing) if by_rules else 0, turns
                ):
                    grown.append(longer)
        if up_to or length == steps:
            found += [path for path in grown if game.on_dot(path[-1]) is None]
        front = grown
    return found


# --- attacking --------------------------------------------------------------------------------------------------------


def attack_faults(game: Game, line: Any) -> Fault:
    """Every rule that an attack breaks (202, 604, 605.4)."""
    faults = may_speak(game, line.seat)
    if faults:
        return faults
    thing = on_table(game, line.card or "", line.seat)
    faults = may_start(game, line.seat) + only_answers(game, True) + summon_faults(game, line, thing)
    if thing is None or not thing["card"].is_summon:
        return faults
    if thing["attacked"] > permitted(game, "attack_again", thing):
        faults.append("202.5")
    faults += rest_faults(game, thing, moving=False)
    if forbidden(game, "attack", what=game.of(thing)):
        faults.append("107.1b")
    path = list(line.path or [])
    faults += path_faults(
        game, thing, path, False, bound_sense(game, thing), bool(permitted(game, "sharp_turn", thing))
    )
    if len(path) - 1 > stat(game, thing, "range"):
        faults += ["202.4", "402.11d"]
    target = path[-1] if path else None
    faults += hit_faults(game, line, thing, game.on_dot(target) if target in game.board.rows else None)
    faults += zone_faults(game, thing, path)
    cost = priced(game, "attack", n.FREE, line.seat, game.of(thing))
    crystals, wrong = crystals_named(game, line, line.seat)
    return faults + (wrong or payment(game, line, line.seat, cost, crystals)[1])


def hit_faults(game: Game, line: Any, thing: Thing, hit: Thing | None) -> Fault:
    """200.1a, 200.3: the summon at the end of the path is the one declared. The Comprehensive Rules
    do not say whose it must be, so a summon of one's own may be attacked too."""
    if hit is None:
        return ["200.3", "200.1a", "208.1"]
    faults: Fault = []
    if line.targets and [object_named(game, name) for name in line.targets] != [game.of(hit)]:
        faults += ["200.3", "208.1"]
    if forbidden(game, "be_attacked", what=game.of(hit)):
        faults.append("107.1b")
    if not may_be_hit(game, hit, line.seat):
        faults.append("200.1a")
    return faults


def may_be_hit(game: Game, hit: Thing, seat: int) -> bool:
    """H40: whether an attacker of this seat may strike it at all."""
    return game.rulings["H40"] == "any_summon" or game.opposed(hit["controller"], seat)


def zone_faults(game: Game, thing: Thing, path: list[str]) -> Fault:
    """604.2, H10."""
    allowed = permitted(game, "attack_from_no_attack_zone", thing)
    if not path or any(dot not in game.board.rows for dot in path):
        return []
    looked = path if game.rulings["H10"] == "whole_path" else [path[0], path[-1]]
    zone = [dot for dot in looked if game.board.in_no_attack_zone(dot)]
    if allowed:
        zone = [dot for dot in zone if dot != path[0]]
    return ["604.2"] if zone else []


def attack(game: Game, line: Any) -> None:
    """202.3: no energy, but once (202.5) and in one direction (202.6)."""
    thing = on_table(game, line.card, line.seat)
    if not settle_bill(game, line, priced(game, "attack", n.FREE, line.seat, game.of(thing))):
        return
    thing["attacked"] += 1
    freed = 0 if thing["sense"] else thing["id"]
    thing["sense"] = thing["sense"] or path_sense(game, list(line.path))
    hit = game.on_dot(line.path[-1])
    item = push(game, "attack", line.seat, thing, [game.of(hit)], line)
    item["cost"] = priced(game, "attack", n.FREE, line.seat, game.of(thing))
    item["frees"] = freed
    if game.rulings["H39"] == "all_at_announcement":
        happen(game, "attacks", game.of(thing), line.seat)
        happen(game, "attacked", game.of(hit), line.seat)


def resolve_attack(game: Game, item: dict[str, Any]) -> None:
    """402.11a; a Range that became too small still is an attack (NL Range)."""
    thing = game.now(item["source"])
    what = item["targets"][0]
    hit = game.now(what)
    path = item["path"]
    if thing is None or hit is None or thing["controller"] != item["seat"]:
        return fail_direction(game, item)
    if thing["dot"] != path[0] or hit["dot"] != path[-1]:
        return fail_direction(game, item)
    stopped = is_put_to_rest(game, thing) or forbidden(game, "attack", what=item["source"])
    if stopped:
        return fail_direction(game, item)
    if forbidden(game, "be_attacked", what=what) or zone_faults(game, thing, path):
        return fail_direction(game, item)
    if not may_be_hit(game, hit, item["seat"]):
        return fail_direction(game, item)
    if game.rulings["H39"] != "all_at_announcement":
        happen(game, "attacks", item["source"], item["seat"])
        happen(game, "attacked", what, item["seat"])
    if len(path) - 1 > stat(game, thing, "range"):
        return
    changes.damage(game, [what], stat(game, thing, "attack"), item["seat"])


# --- resolving --------------------------------------------------------------------------------------------------------


def resolve(game: Game) -> None:
    """201.6: the action that came last takes place."""
    item = game.stack.pop()
    if not pays_raise(game, item):
        fail_direction(game, item)
        fizzle(game, item, "200.6")
    elif item["kind"] == "cast":
        resolve_cast(game, item)
    elif item["kind"] == "movement":
        resolve_move(game, item)
    elif item["kind"] == "attack":
        resolve_attack(game, item)
    else:
        take_place(game, item)
    settle(game)


def pays_raise(game: Game, item: dict[str, Any]) -> bool:
    """200.6: a cost that was raised afterwards is paid now, or the action fails."""
    now = [a + b for a, b in zip(price_now(game, item), item["raised"], strict=True)]
    more = [max(0, a - b) for a, b in zip(now, item["cost"], strict=True)]
    if not sum(more):
        return True
    return pays_now(game, item["seat"], more, False, "pay_raised_cost")


def price_now(game: Game, item: dict[str, Any]) -> list[int]:
    """What the action would cost if it were announced now, its player's own extras left out."""
    thing = game.things[item["source"][1]]
    if item["kind"] == "cast":
        return casting_cost(game, item["seat"], thing)
    if item["kind"] == "trigger" or game.now(item["source"]) is None:
        return list(item["cost"])
    if item["kind"] == "movement":
        return movement_cost(game, thing)
    if item["kind"] == "attack":
        return priced(game, "attack", n.FREE, item["seat"], item["source"])
    ability = activations(thing["card"])[item["ability"]]
    return activation_cost(game, item["seat"], thing, ability)


def fizzle(game: Game, item: dict[str, Any], rule: str) -> None:
    """200.4, 200.6, 208.5: a cast that fails goes to the discard pile."""
    if item["kind"] == "cast":
        thing = game.things[item["source"][1]]
        named = rule in ("200.6", "208.5")
        put(game, thing, "discard" if named or game.rulings["H22"] == "discard_pile" else "hand")


def resolve_cast(game: Game, item: dict[str, Any]) -> None:
    """201.9: the card comes into play; a non permanent leaves after its effect (206.2)."""
    thing = game.things[item["source"][1]]
    card = thing["card"]
    targets = still_legal(game, card, item)
    if targets is None:
        fizzle(game, item, "208.5")
        return
    if card.is_summon:
        resolve_summon(game, item, thing)
        return
    told_late(game, "cast", item)
    take_effect(game, item, thing, targets, item["mode"])


def take_effect(
    game: Game, item: dict[str, Any], thing: Thing, targets: list[Object | None], mode: int
) -> None:
    """206.1b, 206.2: an Effect comes into play and does what it says."""
    card, seat = thing["card"], item["seat"]
    ctx = {
        **item["ctx"],
        "targets": targets,
        "declared": item.get("targets", targets),
        "x": item["x"],
        "mode": mode,
        "those": [],
        "came": {},
        "searched": [],
        "source_there": True,
        "shuffles": any(isinstance(part, n.Shuffle) for node in spells(card) for part in n.walk(node)),
    }
    if card.permanent:
        place_permanent(game, item, thing, targets)
        ctx.update(this=game.of(thing), host=thing["on"], permanent=True)
        run(game, ctx, spells(card))
        return
    enter(game, thing, seat, seat)
    ctx.update(this=game.of(thing))
    run(game, ctx, spells(card))
    if game.now(ctx["this"]) is not None:
        leave(game, [thing], "discard")


def run(game: Game, ctx: dict[str, Any], instructions: list[Any]) -> None:
    """206.2c: the effect takes place."""
    for node in instructions:
        if over(game):
            return
        do(game, ctx, node)
    shuffle_searched(game, ctx)


def place_permanent(game: Game, item: dict[str, Any], thing: Thing, targets: list[Object | None]) -> None:
    """208.2: a permanent on a target comes under the control of the target's owner."""
    on = next((what for what in targets if what is not None), None)
    controller = item["seat"]
    host = game.now(on) if on is not None else None
    if host is not None:
        controller = host["owner"]
    enter(game, thing, controller, item["seat"], on if on is not None and on[0] != "action" else None)
    thing["x"] = item["x"]
    thing["host_moved_from"] = host["controller"] if host is not None else None


def resolve_summon(game: Game, item: dict[str, Any], thing: Thing) -> None:
    """402.6: onto their own Starting Dot or an Ending Dot; 402.9 once more (H12)."""
    seat = item["seat"]
    dot = dot_for(game, thing, seat)
    if dot is None:
        fizzle(game, item, "402.9")
        return
    told_late(game, "cast", item)
    enter(game, thing, seat, seat)
    thing["dot"] = dot


def dot_for(game: Game, thing: Thing, seat: int) -> str | None:
    """Where a summon comes to stand; None if it may not (402.9) or there is no dot (402.6)."""
    mine = [other for other in game.summons() if other["controller"] == seat]
    if any(other["card"].card_class == thing["card"].card_class for other in mine):
        return None
    starts = [game.seats[seat]["home"], *game.board.ending_dots()]
    options = [dot for dot in starts if game.on_dot(dot) is None]
    if len(options) < 2:
        return options[0] if options else None
    return str(game.ask(seat, "place_summon", options))


def aimed(
    game: Game, card: Any, needs: tuple[n.Target, ...], seat: int, before: list[Object | None], mode: int = 0
) -> Object | None:
    """A target that is asked for outside an announcement: :data:`NONE` if it is left out, None if there is none.

    ``before`` stands for those before it in the list, one for one."""
    need = needs[len(before)]
    group = [
        what
        for other, what in zip(needs, before, strict=False)
        if other.optional and other.option in (None, mode)
    ]
    if need.optional and None in group:
        return NONE
    found = legal_targets(game, card, unlike(need), seat, rivals(needs, need, before))
    if need.optional and (group or game.rulings["H44"] == "none_too"):
        found = [*found, NONE]
    if not found:
        return None
    names = ["none" if what == NONE else name_of(game, what) for what in found]
    return found[names.index(game.ask(seat, "choose_target", names))] if len(found) > 1 else found[0]


NONE: Object = ("none", 0)
"""Stands for a target that is left out."""


def arrive(game: Game, thing: Thing, seat: int) -> None:
    """504.2: what an effect puts into play was not cast: nothing is paid, and nothing looks for a cast.

    Where a cast could not take place the card stays where it is (200.4).
    """
    card = thing["card"]
    if card.is_crystal:
        enter(game, thing, seat, seat)
        return
    if card.is_summon:
        dot = dot_for(game, thing, seat)
        if dot is not None:
            enter(game, thing, seat, seat)
            thing["dot"] = dot
        return
    options = options_of(spells(card))
    mode = game.ask(seat, "choose_option", list(range(options))) if options > 1 else 0
    targets: list[Object | None] = []
    needs = card.tree.targets if card.tree else ()
    for asked in needed(needs, mode, 0):
        chosen = aimed(game, card, needs, seat, targets, mode) if asked else None
        if asked and chosen is None:
            return
        targets.append(chosen if chosen != NONE else None)
    take_effect(
        game, {"seat": seat, "x": 0, "ctx": {**context(game, thing), "you": seat}}, thing, targets, mode
    )


# --- redirecting ------------------------------------------------------------------------------------------------------


def other_targets(game: Game, item: dict[str, Any]) -> list[tuple[int, Object, list[str]]]:
    """Glossary Redirect: every other legal target of an action, with its place in the list and its path."""
    if item["kind"] == "attack":
        return [(0, game.of(hit), path) for hit, path in other_hits(game, item)]
    found = []
    card = game.known(item["source"])["card"]
    for place, (what, need) in enumerate(zip(item["targets"], item["needs"], strict=True)):
        if what is None:
            continue
        others = tuple(aim for aim in item["targets"] if aim is not None) if need.optional else ()
        for option in legal_targets(game, card, unlike(need), item["ctx"]["you"], others):
            aims = [option if i == place else aim for i, aim in enumerate(item["targets"])]
            if option not in (what, ("action", item["no"])) and all_legal(
                game, card, {**item, "targets": aims}
            ):
                found.append((place, option, []))
        if found:
            break
    return found


def all_legal(game: Game, card: Any, item: dict[str, Any]) -> bool:
    """Whether every declared target of an action is legal, the others beside it considered ("another target")."""
    return still_legal(game, card, item) == item["targets"]


def other_hits(game: Game, item: dict[str, Any]) -> list[tuple[Thing, list[str]]]:
    """The other summons that an announced attack could have named."""
    thing = game.now(item["source"])
    if thing is None:
        return []
    found = []
    for hit in game.summons():
        path = attack_path(game, thing, hit, item)
        if game.of(hit) != item["targets"][0] and path is not None:
            found.append((hit, path))
    return found


def attack_path(game: Game, thing: Thing, hit: Thing, item: dict[str, Any]) -> list[str] | None:
    """A shortest path along which a summon could attack another."""
    front = [[thing["dot"]]]
    turns = bool(permitted(game, "sharp_turn", thing))
    for _ in range(stat(game, thing, "range")):
        grown = []
        for path in front:
            for dot in game.board.neighbours(path[-1]):
                longer = [*path, dot]
                if not path_faults(game, thing, longer, False, bound_sense(game, thing), turns):
                    grown.append(longer)
        for path in sorted(grown):
            if path[-1] == hit["dot"]:
                line = AttackLine(item["seat"])
                if not hit_faults(game, line, thing, hit) and not zone_faults(game, thing, path):
                    return path
        front = grown
    return None


class AttackLine:
    """Just enough of a line for :func:`hit_faults`."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.targets = None


def retarget(game: Game, item: dict[str, Any], option: tuple[int, Object, list[str]]) -> None:
    """The action aims at another target from now on."""
    place, what, path = option
    item["targets"][place] = what
    if path:
        item["path"] = path
