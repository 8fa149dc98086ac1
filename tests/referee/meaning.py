"""What the words of a card refer to: players, objects, numbers, and the continuous effects that hold at this moment."""

from __future__ import annotations

from typing import Any

from rules_engine.x610z import nodes as n

from .table import COLOURS, Game, Object, Thing, admits, everything, statics

Context = dict[str, Any]
"""Who speaks: ``you``, ``this``, ``host``, ``targets``, ``subject``, ``actor``, ``x``, ``those``."""


def context(game: Game, thing: Thing, **more: Any) -> Context:
    """The words of a card in play, spoken by its caster (107.3a, 208.3)."""
    return {
        "you": speaker(game, thing),
        "this": game.of(thing),
        "host": thing["on"],
        "targets": (),
        "subject": None,
        "actor": None,
        "x": thing.get("x", 0),
        "those": [],
        "came": {},
        "searched": [],
        **more,
    }


def speaker(game: Game, thing: Thing) -> int:
    """Who "you" is on a permanent (H37)."""
    return int(thing["controller"] if game.rulings["H37"] == "controller" else thing["caster"])


def objects(game: Game, ctx: Context, ref: Any) -> list[Object]:
    """The objects that a reference means now."""
    match ref:
        case n.You():
            return [("player", ctx["you"])]
        case n.Slot():
            found = ctx["targets"][ref.n] if ref.n < len(ctx["targets"]) else None
            return [found] if found is not None else []
        case n.Slots():
            found = ctx["targets"][ref.first : ref.first + ref.count]
            return [what for what in found if what is not None]
        case n.Host():
            return [ctx["host"]] if ctx["host"] is not None else []
        case n.This():
            return [ctx["this"]]
        case n.Subject():
            return [ctx["subject"]] if ctx["subject"] is not None else []
        case n.Actor():
            return [("player", ctx["actor"])] if ctx["actor"] is not None else []
        case n.Those():
            return [("card", name) for name in ctx["those"]]
        case n.Rest():
            return [("card", name) for name in ctx["those"] if name not in (ctx.get("kept") or [])]
        case n.Controller():
            return [("player", controller(game, what)) for what in objects(game, ctx, ref.of)]
        case n.Owner():
            return [("player", owner(game, what)) for what in objects(game, ctx, ref.of)]
        case n.Each():
            return each(game, ctx, ref)
        case n.Chosen():
            return chosen(game, ctx, ref)
    raise TypeError(ref)


def controller(game: Game, what: Object) -> int:
    """The controller of an object as it is, or last was; who announced an action; a player himself."""
    if what[0] == "player":
        return int(what[1])
    if what[0] == "action":
        return int(game.known_items[what[1]]["seat"])
    return int(game.known(what)["controller"])


def owner(game: Game, what: Object) -> int:
    """214.1."""
    if what[0] == "player":
        return int(what[1])
    if what[0] == "action":
        return int(game.things[game.known_items[what[1]]["source"][1]]["owner"])
    return int(game.things[what[1]]["owner"])


def each(game: Game, ctx: Context, ref: n.Each) -> list[Object]:
    """All objects that the words admit; ``of`` narrows to what one player controls (208.7, 208.8)."""
    found = everything(game, ref.select, ctx["you"])
    if ref.like is not None:  # 208.6
        classes = {game.known(what)["card"].card_class for what in measured_things(game, ctx, ref.like)}
        found = [what for what in found if game.known(what)["card"].card_class in classes - {""}]
    if ref.of is None:
        return found
    holders = {what[1] for what in objects(game, ctx, ref.of)}
    return [what for what in found if game.known(what)["controller"] in holders]


def chosen(game: Game, ctx: Context, ref: n.Chosen) -> list[Object]:
    """One object, chosen while the effect takes place; it is no target."""
    found = []
    asked, only = ctx.get("only", (None, []))
    for by in objects(game, ctx, ref.by):
        if ref.by == asked and by[1] not in only:
            continue  # each of several for himself
        options = everything(game, ref.select, ctx["you"])
        for _ in range(min(ref.count, len(options))):
            answer = name_of(game, options[0])
            if len(options) > 1:
                answer = game.ask(by[1], "choose_object", [name_of(game, what) for what in options])
            found += [what for what in options if name_of(game, what) == answer]
            options = [what for what in options if what not in found]
    return found


def players(game: Game, ctx: Context, ref: Any) -> list[int]:
    """The living players that a reference means, the active player first, then clockwise."""
    seats = {what[1] for what in objects(game, ctx, ref) if what[0] == "player"}
    return [seat for seat in game.clockwise(game.active) if seat in seats]


def name_of(game: Game, what: Object) -> str:
    """How logs write an object: ``#12``, ``seat:1`` or ``stack:1`` (1 is the bottom)."""
    if what[0] == "player":
        return f"seat:{what[1]}"
    if what[0] == "action":
        for place, item in enumerate(game.stack, 1):
            if item["no"] == what[1]:
                return f"stack:{place}"
        return "stack:0"
    return str(what[1])


def amount(game: Game, ctx: Context, value: Any) -> int | None:
    """A number on a card; None for "all" """
    match value:
        case n.Const():
            return value.n
        case n.X():
            return int(ctx["x"])
        case n.Count():
            return value.per * counted(game, ctx, value)
        case n.Figure():
            return sum(measured(game, what, value.stat) for what in measured_things(game, ctx, value.of))
        case n.All() | n.That():
            return None
    raise TypeError(value)


def measured_things(game: Game, ctx: Context, ref: Any) -> list[Object]:
    """What "the Attack Power of that summon" measures: also a target that is no longer a legal one (208.5, H41)."""
    found = objects(game, ctx, ref)
    lost = isinstance(ref, n.Slot) and not found and ref.n < len(ctx.get("declared", ()))
    if lost and game.rulings["H41"] == "last_known":
        found = [ctx["declared"][ref.n]]
    return [what for what in found if what is not None and what[0] == "thing"]


def measured(game: Game, what: Object, name: str) -> int:
    """A figure of a summon as it is, or as it last was in play."""
    thing = game.known(what)
    if not thing["card"].is_summon:
        return 0
    if name == "damage":
        return int(thing["damage"])
    return (
        stat(game, thing, name)
        if game.now(what) is not None
        else max(0, thing.get("figures", {}).get(name, 0))
    )


def figures(game: Game, thing: Thing) -> dict[str, int]:
    """All Basic Stats of a summon in play, to be remembered."""
    if thing["zone"] != "play" or not thing["card"].is_summon:
        return {}
    return {name: stat(game, thing, name) for name in ("attack", "defense", "speed", "range")}


def counted(game: Game, ctx: Context, value: n.Count) -> int:
    """ "for each ...": counted when the effect takes place."""
    if value.what == "select":
        return len(everything(game, value.select, ctx["you"])) if value.select else 0
    if value.what == "counters":
        return int(game.known(ctx["this"])["counters"])
    zone = "hand" if value.what == "hand" else "discard"
    return sum(len(game.seats[seat][zone]) for seat in players(game, ctx, value.who or n.You()))


# --- what holds at this moment ----------------------------------------------------------------------------------------


def steps(node: Any) -> list[Any]:
    """The instructions in a node, one after another."""
    if isinstance(node, n.Seq):
        return [step for part in node.steps for step in steps(part)]
    return [node]


def holding(game: Game, kind: type) -> list[tuple[Any, Context]]:
    """Every continuous effect of one kind on cards in play, with who speaks (207.5)."""
    found = []
    for thing in game.in_play():
        for static in statics(thing["card"]):
            found += [(step, context(game, thing)) for step in steps(static.tree) if isinstance(step, kind)]
    return found


def lasting(game: Game, kind: str) -> list[dict[str, Any]]:
    """The effects of one kind that last for a time."""
    return [effect for effect in game.lasting if effect["kind"] == kind]


def stat(game: Game, thing: Thing, name: str) -> int:
    """402.11-402.13: the printed figure with all that is added and taken away."""
    value = getattr(thing["card"], name)
    me = game.of(thing)
    for effect in lasting(game, "stat"):
        if effect["what"] == me and effect["stat"] == name:
            value += effect["delta"]
    for node, ctx in holding(game, n.ModStat):
        if node.stat == name and me in objects(game, ctx, node.what) and holds_still(game, ctx, name):
            delta = amount(game, ctx, node.delta) or 0
            value += -delta if node.negative else delta
    return value if name == "defense" else max(0, value)


def holds_still(game: Game, ctx: Context, name: str) -> bool:
    """H35, second option: Defense from a permanent lasts for the turn in which it came under control."""
    source = game.now(ctx["this"])
    one_turn = game.rulings["H35"] == "one_turn" and name == "defense"
    return not one_turn or (source is not None and source["since"] == game.turn)


def forbidden(
    game: Game, verb: str, what: Object | None = None, seat: int | None = None, card: Object | None = None
) -> bool:
    """107.1b: whether anything says "can't"."""
    for effect in lasting(game, "forbid"):
        if effect["verb"] == verb and hits(game, effect, what, seat, card):
            return True
    for node, ctx in holding(game, n.Forbid):
        if node.verb == verb:
            effect = {
                "whats": objects(game, ctx, node.what) if node.what is not None else None,
                "whos": players(game, ctx, node.who) if node.who is not None else None,
                "select": node.select,
                "you": ctx["you"],
            }
            if hits(game, effect, what, seat, card):
                return True
    return False


def hits(
    game: Game, effect: dict[str, Any], what: Object | None, seat: int | None, card: Object | None
) -> bool:
    """Whether a prohibition speaks of this object, this player and this card."""
    if effect["whats"] is not None and what not in effect["whats"]:
        return False
    if effect["whos"] is not None and seat not in effect["whos"]:
        return False
    if effect["select"] is not None and card is not None:
        return admits(game, effect["select"], card, effect["you"])
    return True


def permitted(game: Game, verb: str, thing: Thing) -> int:
    """107.1a: how many effects say that the summon may."""
    me = game.of(thing)
    found = sum(1 for effect in lasting(game, "allow") if effect["verb"] == verb and effect["what"] == me)
    for node, ctx in holding(game, n.Allow):
        found += node.verb == verb and me in objects(game, ctx, node.what)
    return found


def priced(
    game: Game, of: str, printed: Any, seat: int, what: Object, item: dict[str, Any] | None = None
) -> list[int]:
    """A cost with all that raises and lowers it; no type of energy falls below zero (204, 200.6)."""
    more, less = [0, 0, 0, 0], [0, 0, 0, 0]
    rules: list[tuple[Any, list[Object] | None, list[int] | None, int, int]] = []
    for effect in lasting(game, "cost"):
        rules.append((effect["node"], effect["whats"], effect["whos"], effect["you"], effect["times"]))
    for node, ctx in holding(game, n.ModCost):
        whats = objects(game, ctx, node.what) if node.what is not None else None
        whos = players(game, ctx, node.who) if node.who is not None else None
        rules.append((node, whats, whos, ctx["you"], how_often(game, ctx, node)))
    for node, whats, whos, you, times in rules:
        if node.of != of or (whos is not None and seat not in whos):
            continue
        if whats is not None and what not in whats:
            continue
        if node.select is not None and not admits(game, node.select, what, you):
            continue
        side = less if node.less else more
        for i, points in enumerate(node.energy.as_tuple()):
            side[i] += times * points
    return [max(0, p + m - d) for p, m, d in zip(printed.as_tuple(), more, less, strict=True)]


def how_often(game: Game, ctx: Context, node: n.ModCost) -> int:
    """ "C1 more for each ...": counted when the cost is looked at."""
    return 1 if node.times is None else amount(game, ctx, node.times) or 0


def replacing(
    game: Game, event: str, what: Object | None = None, seat: int | None = None
) -> list[tuple[n.Replace, list[Object]]]:
    """107.1a: every "instead" that an event meets, those of permanents first, with what ``onto`` names."""
    found = []
    for node, ctx in holding(game, n.Replace):
        aimed = (
            what in objects(game, ctx, node.what)
            if node.what is not None
            else seat in players(game, ctx, node.who)
        )
        if node.event == event and aimed:
            found.append((node, objects(game, ctx, node.onto) if node.onto is not None else []))
    for effect in lasting(game, "replace"):
        node = effect["node"]
        aimed = what in effect["whats"] if node.what is not None else seat in effect["whos"]
        if node.event == event and aimed:
            found.append((node, effect["onto"]))
    return found if game.rulings["H42"] == "oldest_first" else found[::-1]


def produced(card: Any) -> list[int]:
    """203.3: what an Energy Crystal gives."""
    return [getattr(card.produces, colour) for colour in COLOURS]
