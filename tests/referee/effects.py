"""What the instructions of a card do, one after another (207, 208).

Every instruction says what became of it: ``done``, ``part`` or ``none``; a part of the text that was not
called for says None. "When successfully done" (207.3, H23) reads that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rules_engine.x610z import nodes as n

from . import changes, paying
from .changes import by_number, happen, leave, lose, on_decks, over, put, settle
from .meaning import (
    Context,
    amount,
    context,
    forbidden,
    how_often,
    name_of,
    objects,
    players,
    replacing,
    speaker,
)
from .table import Game, Illegal, Object, Thing, admits, everything

Outcome = str | None


def together(outcomes: Iterable[Outcome]) -> Outcome:
    """Several parts as one: done if all were done, none if none was."""
    said = [one for one in outcomes if one is not None]
    if not said:
        return None
    if all(one == "done" for one in said):
        return "done"
    return "none" if all(one == "none" for one in said) else "part"


def do(game: Game, ctx: Context, node: Any) -> Outcome:
    """Carry out one instruction; the table comes to rest after it."""
    if over(game) or not game.seats[ctx["you"]]["alive"]:
        return "none"
    outcome: Outcome = DOES[type(node)](game, ctx, node)
    if not game.holding:
        settle(game)
    return outcome


def do_seq(game: Game, ctx: Context, node: n.Seq) -> Outcome:
    """In the order written."""
    return together([do(game, ctx, step) for step in node.steps])


def do_choose_one(game: Game, ctx: Context, node: n.ChooseOne) -> Outcome:
    """207.1: the option chosen at the announcement."""
    return do(game, ctx, node.options[ctx["mode"]])


# --- gates ------------------------------------------------------------------------------------------------------------


def do_gate(game: Game, ctx: Context, node: n.Gate) -> Outcome:
    """A step that happens only under a condition."""
    return {"may": do_may, "pay": do_pay, "each_extra": do_each_extra, "if_done": do_if_done}[node.kind](
        game, ctx, node
    )


def do_may(game: Game, ctx: Context, node: n.Gate) -> Outcome:
    """Everybody asked decides, the active player first, then clockwise; then it happens for all who want it."""
    asked = players(game, ctx, node.payer)
    said: list[Outcome] = []
    willing = [seat for seat in asked if game.ask(seat, "may", [True, False])]
    game.holding += 1
    before, came = dict(ctx["came"]), Counter[int]()
    for seat in asked:
        ctx["came"].update({"by": None, **before})
        said.append(do(game, {**ctx, "only": (node.payer, [seat])}, node.then) if seat in willing else "none")
        if ctx["came"]["by"] is not before.get("by"):
            came.update(ctx["came"]["by"])
    ctx["came"]["by"] = came
    game.holding -= 1
    return together(said) or "none"


def do_pay(game: Game, ctx: Context, node: n.Gate) -> Outcome:
    """204.4, 207.2: the caster's own extra was settled at the announcement; others decide now (H4)."""
    if isinstance(node.payer, n.You):
        if game.rulings["H4"] == "all_at_resolution":
            paid = pays_now(game, ctx["you"], list(node.cost.as_tuple()), node.must)
            ctx = {**ctx, "x": int(paid)}
        else:
            ctx = {**ctx, "x": times_of(ctx, node)}
        if ctx["x"]:
            return do(game, ctx, node.then)
        ctx["came"]["by"] = {}
        return do(game, ctx, node.otherwise) if node.otherwise is not None else None
    payers = players(game, ctx, node.payer)
    paid = [seat for seat in payers if pays_now(game, seat, list(node.cost.as_tuple()), node.must)]
    unpaid = [seat for seat in payers if seat not in paid]
    if payers and not unpaid:
        ctx["came"]["by"] = {}
        outcome = do(game, {**ctx, "only": (node.payer, paid)}, node.then)
        return outcome if node.otherwise is None else together([outcome, "none"])
    if node.otherwise is None:
        return "none"
    return do(game, {**ctx, "only": (node.payer, unpaid)} if payers else ctx, node.otherwise)


def pays_now(game: Game, seat: int, cost: list[int], must: bool, prompt: str = "pay_additional") -> bool:
    """Whether a player pays a cost that reaches him in the middle of a resolution."""
    player = game.seats[seat]
    ways = paying.payments(cost, player["pool"])
    if not ways:
        return False
    if not must and not game.ask(seat, prompt, [True, False]):
        return False
    paying.use(player, chosen_payment(game, seat, cost))
    return True


def chosen_payment(game: Game, seat: int, cost: list[int]) -> list[int]:
    """204.1c: what is colorless is paid with energy of the player's choice."""
    pool = game.seats[seat]["pool"]
    if len(paying.payments(cost, pool)) == 1:
        return automatic(cost, pool)
    left = [have - need for have, need in zip(pool, [*cost[:3], 0], strict=True)]
    options = [colour for colour, points in zip(paying.COLOURS, left, strict=True) for _ in range(points)]
    named = game.ask(seat, "pay_colorless", options, cost[3], cost[3])
    return [need + named.count(colour) for need, colour in zip([*cost[:3], 0], paying.COLOURS, strict=True)]


def automatic(cost: list[int], pool: list[int]) -> list[int]:
    """A payment that nobody wrote down: Colorless Energy first, for it can pay nothing else."""
    used = [*cost[:3], 0]
    left = cost[3]
    for i in (3, 0, 1, 2):
        taken = min(left, pool[i] - used[i])
        used[i] += taken
        left -= taken
    return used


def times_of(ctx: Context, node: n.Gate) -> int:
    """How often this additional effect was paid for at the announcement."""
    return next((times for gate, times in ctx.get("paid", []) if gate is node), ctx["x"])


def do_each_extra(game: Game, ctx: Context, node: n.Gate) -> Outcome:
    """204.4b: once for every payment, or once with X."""
    if game.rulings["H4"] == "all_at_resolution":
        ctx = {**ctx, "x": extra_payments(game, ctx["you"], list(node.cost.as_tuple()))}
    else:
        ctx = {**ctx, "x": times_of(ctx, node)}
    if not ctx["x"]:
        ctx["came"]["by"] = {}
        return None
    if any(isinstance(part, n.X) for part in n.walk(node.then)):
        return do(game, ctx, node.then)
    return together([do(game, ctx, node.then) for _ in range(ctx["x"])])


def extra_payments(game: Game, seat: int, cost: list[int]) -> int:
    """H4, second option: how often the caster pays now."""
    player = game.seats[seat]
    most = 0
    while most < 99 and paying.colourless_pays([(most + 1) * points for points in cost], player["pool"]):
        most += 1
    if not most:
        return 0
    times = game.ask(seat, "pay_additional", list(range(most + 1)))
    paying.use(player, chosen_payment(game, seat, [times * points for points in cost]))
    return int(times)


def do_if_done(game: Game, ctx: Context, node: n.Gate) -> Outcome:
    """207.3, H23."""
    first = do(game, ctx, node.first)
    enough = first == "done" or (first == "part" and game.rulings["H23"] == "in_part")
    if not enough:
        return first
    return together([first, do(game, ctx, node.then)])


# --- that much ----------------------------------------------------------------------------------------------------


def note(ctx: Context, doer: Any, came: dict[int, int], told: int | None) -> None:
    """How much an instruction did, by player (-1: the card itself), and how much it was told to do; None for "all"."""
    ctx["came"].update(by=came, who=doer, told=told)


def that(game: Game, ctx: Context, doer: Any, seat: int) -> int:
    """207.3, H43: "that much", "that many"; each of several as many as he did himself."""
    found = {"by": {}, "who": None, "told": None, **ctx["came"]}
    if found["by"] and found["told"] is not None and game.rulings["H43"] == "as_told":
        return int(found["told"])
    if isinstance(doer, n.Each) and doer == found["who"]:
        return int(found["by"].get(seat, 0))
    return sum(found["by"].values())


def do_pay_energy(game: Game, ctx: Context, node: n.Pay) -> Outcome:
    """207.2: energy paid while the effect takes place, by anyone who has it in his pool."""
    return (
        together(
            "done" if pays_now(game, seat, list(node.cost.as_tuple()), True) else "none"
            for seat in who(game, ctx, node.who)
        )
        or "none"
    )


# --- cards ------------------------------------------------------------------------------------------------------------


def who(game: Game, ctx: Context, ref: Any) -> list[int]:
    """The players an instruction speaks of; of those who could choose, only anyone who chose so.

    "That player must pay C2. If he doesn't, each opponent ...": these opponents are not the ones who were asked.
    """
    found = players(game, ctx, ref)
    asked, only = ctx.get("only", (None, []))
    return [seat for seat in found if seat in only] if isinstance(ref, n.Each) and ref == asked else found


def numbers(game: Game, names: list[str]) -> list[str]:
    """Cards as answers name them, in order of their numbers."""
    return sorted(game.number(name) for name in names)


def pick(game: Game, names: list[str], chosen: list[str]) -> list[str]:
    """The cards that an answer means: of equal cards the first."""
    left, found = list(names), []
    for number in chosen:
        name = next((name for name in left if game.number(name) == number), None)
        if name is None:
            name = next((name for name in left if game.number(name) == "?" and game.bind(name, number)), None)
        if name is None:
            raise Illegal("101.1a", given=number)
        left.remove(name)
        found.append(name)
    return found


def take(
    game: Game, seat: int, prompt: str, names: list[str], low: int, high: int, always: bool = False
) -> list[str]:
    """A player chooses cards. With nothing to choose nobody is asked (``always``: only if there is no card)."""
    if low >= len(names) and not (always and names):
        return list(names)
    return pick(game, names, game.ask(seat, prompt, numbers(game, names), low, min(high, len(names))))


def draw_cards(game: Game, wanted: list[tuple[int, int]]) -> dict[int, list[str]]:
    """212.1; 106.3#2: all who cannot draw what they must lose together (or when the turn passes)."""
    drawn: dict[int, list[str]] = {}
    for seat, count in wanted:
        player = game.seats[seat]
        for node, _ in replacing(game, "draws", seat=seat)[:1]:
            count *= node.count.n  # 107.1a: so many instead of each
        drawn[seat] = player["deck"][:count]
        for name in drawn[seat]:
            put(game, game.things[name], "hand")
            happen(game, "draws", None, seat)
        if len(drawn[seat]) < count:
            late = game.rulings["H16"] == "when_turn_passes" or (
                game.rulings["H16"] == "ruleset" and game.switches["deckout"] == "when_turn_passes"
            )
            if late:
                player["decked_out"] = True
            else:
                lose(game, [(seat, "106.3#2")])
    return drawn


def do_draw(game: Game, ctx: Context, node: n.Draw) -> Outcome:
    """Glossary Draw; "extra" cards belong to the normal draw of the phase (H14)."""
    count = 0 if isinstance(node.count, n.That) else amount(game, ctx, node.count) or 0
    wanted = []
    for seat in who(game, ctx, node.who):
        more = 0
        if isinstance(node.count, n.That):
            count = that(game, ctx, node.who, seat)
        if (
            node.extra
            and game.phase == "draw"
            and game.rulings["H14"] == "one_draw"
            and seat == game.active
            and not game.normal_draw
        ):
            more, game.normal_draw = 1, True
        wanted.append((seat, count + more))
    drawn = draw_cards(game, wanted)
    note(ctx, node.who, {seat: len(drawn[seat]) for seat, _ in wanted}, count)
    ctx["those"][:] = [name for seat, _ in wanted for name in drawn[seat]]
    return together(
        ["done" if len(drawn[seat]) >= c > 0 else "part" if drawn[seat] else "none" for seat, c in wanted]
    ) or ("none" if not wanted else None)


def do_discard(game: Game, ctx: Context, node: n.Discard) -> Outcome:
    """Glossary Discard: all choose, then all discard together."""
    count = amount(game, ctx, node.count)
    said, gone = [], []
    came = {}
    for seat in who(game, ctx, node.who):
        hand = game.seats[seat]["hand"]
        if isinstance(node.count, n.That):
            count = that(game, ctx, node.who, seat)
        if node.down_to:
            count = max(0, len(hand) - (amount(game, ctx, node.count) or 0))
        names = (
            [name for name in ctx["those"] if name in hand]
            if node.of_those
            else fitting(game, ctx, hand, node.select)
        )
        if node.of_those and ctx.get("kept") is not None:
            names = [name for name in names if name not in ctx["kept"]]
        want = len(names) if count is None else count
        chooser = ctx["you"] if node.choice == "you" else seat
        prompt = "discard_random" if node.choice == "random" else "discard"
        sorted_out = node.select is not None
        low = min(want, certain(game, names)) if sorted_out else want
        most = min(want, len(names)) if sorted_out else want
        chosen = take(game, chooser, prompt, names, low, max(low, most), always=sorted_out and most > 0)
        said.append("done" if len(chosen) == want and want else "part" if chosen else "none")
        gone += chosen
        came[chooser if node.of_those else seat] = len(chosen)
    for name in gone:
        put(game, game.things[name], "discard")
    note(ctx, node.who, came, None if node.down_to or isinstance(node.count, n.That) else count)
    if not node.of_those:
        ctx["those"][:] = gone
        if any(game.things[name]["zone"] != "discard" for name in gone):
            return "none"
    return together(said) or "none"


def fitting(game: Game, ctx: Context, names: list[str], select: n.Select | None) -> list[str]:
    """The cards that a text admits."""
    if select is None:
        return list(names)
    return [
        name for name in names if admits(game, select, ("thing", name, game.things[name]["life"]), ctx["you"])
    ]


def do_take(game: Game, ctx: Context, node: n.Take) -> Outcome:
    """213.1: some of the cards just shown come into the hand of their owner; the others are the rest."""
    count = amount(game, ctx, node.count) or 0
    there = [name for name in ctx["those"] if game.things[name]["zone"] != "play"]
    names = fitting(game, ctx, there, node.select)
    want = min(count, len(names))
    low = min(want, certain(game, names)) if node.select is not None else want
    chosen = take(game, ctx["you"], "take", names, low, want, always=node.select is not None or want > 0)
    for name in chosen:
        put(game, game.things[name], "hand")
    ctx["kept"] = chosen
    return "done" if len(chosen) == count and count else "part" if chosen else "none"


def do_keep(game: Game, ctx: Context, node: n.Keep) -> Outcome:
    """Choose cards of those to stay in hand."""
    count = amount(game, ctx, node.count) or 0
    for seat in who(game, ctx, node.who):
        hand = game.seats[seat]["hand"]
        names = [name for name in ctx["those"] if name in hand]
        ctx["kept"] = take(game, seat, "keep", names, count, count)
    return "done"


def do_search(game: Game, ctx: Context, node: n.Search) -> Outcome:
    """212.2; a searched deck is shuffled, whether the card says so or not (211.2)."""
    said = []
    sorts = [(node.select, node.count)] + ([(node.also, node.also_count)] if node.also else [])
    ctx["those"][:] = []
    for seat in who(game, ctx, node.who):
        found: list[str] = []
        for select, many in sorts:
            count = amount(game, ctx, many) or 0
            zone = [name for name in game.seats[seat][node.zone] if name not in found]
            chosen = take(game, seat, "search", fitting(game, ctx, zone, select), 0, count)
            if node.to == "play":
                name_all(game, seat, chosen)
            said.append("done" if len(chosen) == count else "part" if chosen else "none")
            found += chosen
        for name in found:
            move_to(game, ctx, name, node.to)
        ctx["those"] += found
        if node.zone == "deck":
            ctx["searched"].append(seat)
    if not ctx.get("shuffles"):
        shuffle_searched(game, ctx)  # 211.2: after searching, where the text itself shuffles nothing
    return together(said) or "none"


def certain(game: Game, names: list[str]) -> int:
    """How many of these cards are known."""
    return sum(game.number(name) != "?" for name in names)


def name_all(game: Game, seat: int, names: list[str]) -> None:
    """504.1: what comes into play is seen by all."""
    for name in names:
        if game.number(name) == "?":
            number = game.name_card(seat)
            if not game.bind(name, number):
                raise Illegal("101.1a", given=number)


def move_to(game: Game, ctx: Context, name: str, zone: str) -> None:
    """A card goes to a zone by effect; into play it comes under its owner, cast by nobody (504.2)."""
    thing = game.things[name]
    if zone == "play":
        name_all(game, thing["owner"], [name])
        put_into_play(game, ctx, thing)
    else:
        put(game, thing, zone)


def put_into_play(game: Game, ctx: Context, thing: Thing) -> None:
    """504.2: a card comes into play by an effect; what a cast would have declared is said now (200.3)."""
    from .acting import arrive

    arrive(game, thing, thing["owner"])


def shuffle(game: Game, seat: int) -> None:
    """Glossary Shuffle: the new order is written down."""
    deck = game.seats[seat]["deck"]
    if len(deck) > 1:
        order = game.ask(seat, "shuffle", [game.number(name) for name in deck], len(deck), len(deck))
        if order is None:
            game.forget(deck)
            return
        deck[:] = pick(game, sorted(deck, key=lambda name: int(name[1:])), order)


def do_shuffle(game: Game, ctx: Context, node: n.Shuffle) -> Outcome:
    """211."""
    for seat in who(game, ctx, node.who):
        if node.hand_first:
            for name in list(game.seats[seat]["hand"]):
                put(game, game.things[name], "deck_bottom")
        if node.pile_first:
            for name in list(game.seats[seat]["discard"]):
                put(game, game.things[name], "deck_bottom")
        shuffle(game, seat)
        ctx["searched"][:] = [other for other in ctx["searched"] if other != seat]
    return "done"


def shuffle_searched(game: Game, ctx: Context) -> None:
    """211.2: after searching his deck a player must shuffle the deck."""
    searched, ctx["searched"][:] = list(ctx["searched"]), []
    for seat in searched:
        if game.seats[seat]["alive"] and not over(game):
            shuffle(game, seat)


def do_show(game: Game, ctx: Context, node: n.Show) -> Outcome:
    """213.1."""
    count = amount(game, ctx, node.count)
    ctx["those"][:] = []
    for seat in who(game, ctx, node.who):
        zone = game.seats[seat]["hand" if node.what == "hand" else "deck"]
        ctx["those"] += zone if node.what == "hand" or count is None else zone[:count]
    return "done" if ctx["those"] else "none"


def do_look(game: Game, ctx: Context, node: n.Look) -> Outcome:
    """107.1a, 502.3: who looks sees the cards alone."""
    count = amount(game, ctx, node.count)
    seen: list[str] = []
    for seat in who(game, ctx, node.who):
        for owner in [seat] if node.of is None else players(game, ctx, node.of):
            zone = game.seats[owner]["hand" if node.what == "hand" else "deck"]
            seen += [name for name in (zone if count is None else zone[:count]) if name not in seen]
    ctx["those"][:] = seen
    return "done" if seen else "none"


def do_present(game: Game, ctx: Context, node: n.Present) -> Outcome:
    """213.2, 502.2: picked without being seen."""
    count = amount(game, ctx, node.count) or 0
    ctx["those"][:] = []
    for seat in who(game, ctx, node.who):
        for by in players(game, ctx, node.by):
            ctx["those"] += take(game, by, "pick_unseen", list(game.seats[seat]["hand"]), count, count)
    return "done" if ctx["those"] else "none"


def do_move_card(game: Game, ctx: Context, node: n.MoveCard) -> Outcome:
    """205.3: cards or permanents go to another zone of their owner."""
    if node.choose_from != "none":
        return move_chosen(game, ctx, node)
    said = []
    whats = objects(game, ctx, node.what) if node.what is not None else []
    leaving, cards = [], []
    for what in whats:
        if what[0] == "card":
            cards.append(what[1])
            said.append("done")
        elif (thing := game.now(what)) is not None:
            leaving.append(thing)
            said.append("done")
        else:
            said.append("none")
    move_all(game, ctx, cards, node.to)
    leave(game, leaving, node.to)
    return together(said) or "none"


def move_all(game: Game, ctx: Context, names: list[str], zone: str) -> None:
    """Cards that go to one zone at the same moment (on a deck: H38)."""
    if zone in ("deck", "deck_bottom"):
        on_decks(game, [game.things[name] for name in names], zone)
        return
    for name in names:
        move_to(game, ctx, name, zone)


def move_chosen(game: Game, ctx: Context, node: n.MoveCard) -> Outcome:
    """Cards chosen from a hand or a discard pile."""
    count = amount(game, ctx, node.count)
    said = []
    chosen: list[str] = []
    for seat in who(game, ctx, node.who):
        zone = game.seats[seat][node.choose_from]
        fitting = [
            name
            for name in zone
            if node.select is None
            or admits(game, node.select, ("thing", name, game.things[name]["life"]), ctx["you"])
        ]
        want = len(fitting) if count is None else count
        low = min(want, len(fitting))
        if node.select is not None:
            low = min(want, certain(game, fitting))
        sorted_out = node.select not in (None, n.Select(kind="card"))
        found = take(game, seat, "choose_card", fitting, low, max(low, want), always=sorted_out)
        if node.to == "play":
            name_all(game, seat, found)
        chosen += found
        said.append("done" if len(found) == want and want else "part" if found else "none")
    if node.to in ("deck", "deck_bottom"):
        chosen = [thing["id"] for thing in by_number([game.things[name] for name in chosen])]
    move_all(game, ctx, chosen, node.to)
    return together(said) or "none"


# --- summons and permanents -----------------------------------------------------------------------------------------


def do_damage(game: Game, ctx: Context, node: n.Damage) -> Outcome:
    """210.4: only while its source is in play; 210.5 follows when the table comes to rest."""
    whats = objects(game, ctx, node.what)
    points = that(game, ctx, None, -1) if isinstance(node.amount, n.That) else amount(game, ctx, node.amount)
    came: list[int] = []
    if not ctx.get("source_there", True) and game.now(ctx["this"]) is None:
        note(ctx, None, {}, points)
        return "none"
    said = together(changes.damage(game, whats, points, ctx["you"], came)) or "none"
    note(ctx, None, {-1: sum(came)}, points)
    return said


def do_heal(game: Game, ctx: Context, node: n.Heal) -> Outcome:
    """Glossary Heal."""
    points = that(game, ctx, None, -1) if isinstance(node.amount, n.That) else amount(game, ctx, node.amount)
    whats = objects(game, ctx, node.what)
    before = hurt(game, whats)
    said = together([changes.heal(game, what, points) for what in whats]) or "none"
    note(ctx, None, {-1: before - hurt(game, whats)}, points)
    return said


def hurt(game: Game, whats: list[Object]) -> int:
    """The damage on summons, added up."""
    return sum(game.known(what)["damage"] for what in whats if what[0] == "thing")


def do_destroy(game: Game, ctx: Context, node: n.Destroy) -> Outcome:
    """Glossary Destroy: all at once."""
    group, said = [], []
    for what in objects(game, ctx, node.what):
        thing = game.now(what)
        said.append("none" if thing is None else "done")
        if thing is not None:
            group.append(thing)
    spared = leave(game, group, "discard", destroyed=True)
    return (
        together(
            ["none" if thing["id"] in spared else "done" for thing in group] + ["none"] * said.count("none")
        )
        or "none"
    )


def until(game: Game, node: Any, ctx: Context, seat: int) -> tuple[Any, ...]:
    """How long an effect lasts."""
    if node.until == "turn":
        return ("turn",)
    if node.until == "next_turn":
        return ("next_turn", seat, game.turn)
    return ("while", ctx["this"])


def last(game: Game, ctx: Context, kind: str, timed: Any, seat: int, **more: Any) -> None:
    """Note an effect that lasts for a time."""
    game.lasting.append({"kind": kind, "until": until(game, timed, ctx, seat), "you": ctx["you"], **more})


def do_mod_stat(game: Game, ctx: Context, node: n.ModStat) -> Outcome:
    """402.12, 402.13."""
    delta = amount(game, ctx, node.delta) or 0
    said = []
    for what in objects(game, ctx, node.what):
        thing = game.now(what)
        if thing is None or not thing["card"].is_summon:
            said.append("none")
            continue
        points = -delta if node.negative else delta
        last(game, ctx, "stat", node, thing["controller"], what=what, stat=node.stat, delta=points)
        said.append("done")
    return together(said) or "none"


def do_mod_cost(game: Game, ctx: Context, node: n.ModCost) -> Outcome:
    """200.6 for an action on the stack; else a price that holds for a time."""
    if node.what is not None:
        whats = objects(game, ctx, node.what)
        raised = [item for what in whats if what[0] == "action" and (item := game.item(what)) is not None]
        if raised or any(what[0] == "action" for what in whats):
            for item in raised:
                sign = -1 if node.less else 1
                more = [sign * p for p in node.energy.as_tuple()]
                item["raised"] = [a + b for a, b in zip(item["raised"], more, strict=True)]
            return "done" if raised else "none"
    else:
        whats = None
    whos = players(game, ctx, node.who) if node.who is not None else None
    times = how_often(game, ctx, node)
    last(game, ctx, "cost", node, ctx["you"], node=node, whats=whats, whos=whos, times=times)
    return "done" if whats != [] and whos != [] else "none"


def do_forbid(game: Game, ctx: Context, node: n.Forbid) -> Outcome:
    """107.1b."""
    whats = (
        [w for w in objects(game, ctx, node.what) if game.now(w) is not None]
        if node.what is not None
        else None
    )
    whos = players(game, ctx, node.who) if node.who is not None else None
    if whats == [] or whos == []:
        return "none"
    shared = {"verb": node.verb, "whos": whos, "select": node.select}
    for what in [None] if whats is None else whats:
        seat = game.known(what)["controller"] if what else whos[0] if whos else ctx["you"]
        last(game, ctx, "forbid", node, seat, whats=None if what is None else [what], **shared)
    return "done"


def do_allow(game: Game, ctx: Context, node: n.Allow) -> Outcome:
    """107.1a."""
    whats = [what for what in objects(game, ctx, node.what) if game.now(what) is not None]
    for what in whats:
        last(game, ctx, "allow", node, game.known(what)["controller"], verb=node.verb, what=what)
    return "done" if whats else "none"


def do_prevent(game: Game, ctx: Context, node: n.Prevent) -> Outcome:
    """Glossary Prevent."""
    points = amount(game, ctx, node.amount)
    whats = [what for what in objects(game, ctx, node.to) if game.now(what) is not None]
    for what in whats:
        last(game, ctx, "prevent", node, game.known(what)["controller"], what=what, left=points)
    return "done" if whats else "none"


def do_replace(game: Game, ctx: Context, node: n.Replace) -> Outcome:
    """107.1a: an "instead" for a while."""
    whats = (
        [what for what in objects(game, ctx, node.what) if game.now(what) is not None]
        if node.what is not None
        else []
    )
    whos = players(game, ctx, node.who) if node.who is not None else []
    onto = (
        [what for what in objects(game, ctx, node.onto) if game.now(what) is not None]
        if node.onto is not None
        else []
    )
    if not (whats or whos) or (node.onto is not None and not onto):
        return "none"
    for one in whats or [None]:
        seat = game.known(one)["controller"] if one else whos[0]
        last(game, ctx, "replace", node, seat, node=node, whats=[one], whos=whos, onto=onto)
    return "done"


def do_swap(game: Game, ctx: Context, node: n.Swap) -> Outcome:
    """Two summons change places, damage or controllers together, or not at all."""
    pair = [what for ref in (node.what, node.other) for what in objects(game, ctx, ref)]
    things = [game.now(what) for what in pair]
    if len(pair) != 2 or pair[0] == pair[1] or any(thing is None or thing["dot"] is None for thing in things):
        return "none"
    one, two = things
    if node.aspect == "damage":
        one["damage"], two["damage"] = two["damage"], one["damage"]
        return "done"
    if node.aspect == "control":
        return swap_control(game, ctx, one, two)
    if any(forbidden(game, "move", what=what) for what in pair):
        return "none"
    witnesses = [dict(other) for other in game.in_play()]
    one["dot"], two["dot"] = two["dot"], one["dot"]
    for thing, what in ((one, pair[0]), (two, pair[1])):
        happen(game, "moves", what, thing["controller"], witnesses)
    changes.landed(game, [(one, one["dot"]), (two, two["dot"])])
    return "done"


def swap_control(game: Game, ctx: Context, one: Thing, two: Thing) -> Outcome:
    """206.1g, for the rest of the game; a Life Base never changes its controller (H12)."""
    seats = one["controller"], two["controller"]
    if seats[0] == seats[1] or one["card"].is_life_base or two["card"].is_life_base:
        return "none"
    for thing, seat in ((one, seats[1]), (two, seats[0])):
        game.lasting.append(
            {"kind": "control", "what": game.of(thing), "who": seat, "until": ("game",), "you": ctx["you"]}
        )
    return "done"


def do_deactivate(game: Game, ctx: Context, node: n.Deactivate) -> Outcome:
    """Glossary Deactivate: a card that lies sideways can only be reactivated."""
    said = []
    for what in objects(game, ctx, node.what):
        thing = game.now(what)
        if thing is not None and thing["state"] == "unactivated":
            thing.update(state="deactivated", turned_by=ctx["you"])
            said.append("done")
        else:
            said.append("none")
    return together(said) or "none"


def do_reactivate(game: Game, ctx: Context, node: n.Reactivate) -> Outcome:
    """Glossary Reactivate."""
    said = []
    for what in objects(game, ctx, node.what):
        thing = game.now(what)
        if thing is not None and thing["state"] != "unactivated":
            thing.update(state="unactivated", turned_by=None)
            said.append("done")
        else:
            said.append("none")
    return together(said) or "none"


def do_take_control(game: Game, ctx: Context, node: n.TakeControl) -> Outcome:
    """206.1g; a Life Base never changes controller (H12)."""
    said = []
    for seat in who(game, ctx, node.who)[:1]:
        for what in objects(game, ctx, node.what):
            thing = game.now(what)
            if thing is None or thing["card"].is_life_base:
                said.append("none")
                continue
            said.append("none" if thing["controller"] == seat else "done")
            length = ("turn",) if node.until == "turn" else until(game, node, ctx, seat)
            if length[0] == "while" and not ctx.get("permanent"):
                length = ("game",)
            game.lasting.append(
                {"kind": "control", "what": what, "who": seat, "until": length, "you": ctx["you"]}
            )
    return together(said) or "none"


# --- actions on the stack ---------------------------------------------------------------------------------------------


def do_cancel(game: Game, ctx: Context, node: n.Cancel) -> Outcome:
    """Glossary Counter 2; a cast goes to the discard pile (H22)."""
    said = []
    for what in objects(game, ctx, node.what):
        item = game.item(what)
        if item is None:
            said.append("none")
            continue
        game.stack.remove(item)
        changes.fail_direction(game, item)
        if item["kind"] == "cast":
            put(
                game,
                game.things[item["source"][1]],
                "discard" if game.rulings["H22"] == "discard_pile" else "hand",
            )
        said.append("done")
    return together(said) or "none"


def do_redirect(game: Game, ctx: Context, node: n.Redirect) -> Outcome:
    """Glossary Redirect: another legal target, chosen by the caster."""
    from .acting import other_targets, retarget

    said = []
    for what in objects(game, ctx, node.what):
        item = game.item(what)
        options = other_targets(game, item) if item is not None else []
        if not options:
            said.append("none")
            continue
        named = [name_of(game, option[1]) for option in options]
        if len(options) > 1:
            answer = game.ask(ctx["you"], "new_target", named)
            retarget(game, item, options[named.index(answer)])
        else:
            retarget(game, item, options[0])
        said.append("done")
    return together(said) or "none"


# --- movement by effect -----------------------------------------------------------------------------------------------


def do_move_summon(game: Game, ctx: Context, node: n.MoveSummon) -> Outcome:
    """A summon is moved: along a path of somebody's choice, or to a dot of its controller."""
    from .acting import effect_paths, walk
    from .changes import landed

    said = []
    game.landing = []
    for what in objects(game, ctx, node.what):
        thing = game.now(what)
        if thing is None or not thing["card"].is_summon or forbidden(game, "move", what=what):
            said.append("none")
            continue
        if node.to == "path":
            steps = amount(game, ctx, node.steps) or 0
            paths = effect_paths(game, thing, steps, node.by_rules, node.up_to)
            said.append(walk(game, thing, along(game, mover_of(game, ctx, node), paths)))
        else:
            said.append(to_dot(game, ctx, thing, node))
    group, game.landing = game.landing, None
    landed(game, group)
    return together(said) or "none"


def along(game: Game, mover: int, paths: list[list[str]]) -> list[str] | None:
    """The path that the mover chooses."""
    if not paths:
        return None
    written = [" ".join(path) for path in paths]
    if len(paths) == 1:
        return paths[0]
    return paths[written.index(game.ask(mover, "move_path", written))]


def to_dot(game: Game, ctx: Context, thing: Thing, node: n.MoveSummon) -> str:
    """To its controller's Starting Dot, or to an Ending Dot."""
    from .acting import walk

    if node.to == "starting_dot":
        options = [game.seats[thing["controller"]]["home"]]
    else:
        options = game.board.ending_dots()
    options = [dot for dot in options if game.on_dot(dot) is None]
    if not options:
        return "none"
    return walk(game, thing, along(game, mover_of(game, ctx, node), [[thing["dot"], dot] for dot in options]))


def mover_of(game: Game, ctx: Context, node: n.MoveSummon) -> int:
    """Anyone who moves it; the caster also for one who is out."""
    return int((who(game, ctx, node.mover) or [ctx["you"]])[0])


def do_warp(game: Game, ctx: Context, node: n.Warp) -> Outcome:
    """605.2."""
    from .acting import walk
    from .changes import landed

    said = []
    game.landing = []
    for what in objects(game, ctx, node.what):
        thing = game.now(what)
        if thing is None or not thing["card"].is_summon or thing["card"].is_life_base:
            said.append("none")
            continue
        home = game.seats[thing["controller"]]["home"]
        options = game.board.ending_dots() if thing["dot"] == home else [home]
        if thing["dot"] != home and not game.board.is_ending(thing["dot"]):
            options = []
        options = [dot for dot in options if game.on_dot(dot) is None]
        if not options or forbidden(game, "move", what=what):
            said.append("none")
            continue
        dot = options[0] if len(options) == 1 else game.ask(ctx["you"], "warp_to", options)
        said.append(walk(game, thing, [thing["dot"], dot]))
    group, game.landing = game.landing, None
    landed(game, group)
    return together(said) or "none"


# --- the rest ---------------------------------------------------------------------------------------------------------


def do_gain_energy(game: Game, ctx: Context, node: n.GainEnergy) -> Outcome:
    """203.3."""
    times = amount(game, ctx, node.times) or 0
    seats = who(game, ctx, node.who)
    for seat in seats:
        pool = game.seats[seat]["pool"]
        game.seats[seat]["pool"] = [p + times * e for p, e in zip(pool, node.energy.as_tuple(), strict=True)]
    return "done" if seats and times else "none"


def do_place_marker(game: Game, ctx: Context, node: n.PlaceMarker) -> Outcome:
    """209.2."""
    count = amount(game, ctx, node.count) or 0
    said = []
    for what in objects(game, ctx, node.what):
        thing = game.now(what)
        said.append("none" if thing is None or not count else "done")
        if thing is not None:
            thing["counters"] += count
    return together(said) or "none"


def do_remove_marker(game: Game, ctx: Context, node: n.RemoveMarker) -> Outcome:
    """209.2, 207.3."""
    count = amount(game, ctx, node.count)
    said = []
    for what in objects(game, ctx, node.what):
        thing = game.now(what)
        have = 0 if thing is None else thing["counters"]
        want = have if count is None else count
        gone = min(want, have)
        if thing is not None:
            thing["counters"] -= gone
        said.append("done" if gone == want and want else "part" if gone else "none")
    return together(said) or "none"


def do_extra_turn(game: Game, ctx: Context, node: n.ExtraTurn) -> Outcome:
    """700.2."""
    seats = who(game, ctx, node.who)
    game.extra_turns[:0] = (
        seats  # "another turn after this one": the last to say so comes next (proposed ruling)
    )
    return "done" if seats else "none"


def do_skip_turn(game: Game, ctx: Context, node: n.SkipTurn) -> Outcome:
    """700.2, glossary Skip."""
    seats = who(game, ctx, node.who)
    game.skips += [{"seat": seat, "phase": node.phase, "turn": game.turn} for seat in seats]
    return "done" if seats else "none"


def do_enter_ability(game: Game, ctx: Context, node: Any) -> Outcome:
    """An ability is no instruction: it waits on the card."""
    return None


DOES: dict[type, Any] = {
    n.Seq: do_seq,
    n.ChooseOne: do_choose_one,
    n.Gate: do_gate,
    n.Pay: do_pay_energy,
    n.Draw: do_draw,
    n.Discard: do_discard,
    n.Keep: do_keep,
    n.Search: do_search,
    n.Shuffle: do_shuffle,
    n.Show: do_show,
    n.Look: do_look,
    n.Present: do_present,
    n.Take: do_take,
    n.MoveCard: do_move_card,
    n.Damage: do_damage,
    n.Heal: do_heal,
    n.Destroy: do_destroy,
    n.ModStat: do_mod_stat,
    n.ModCost: do_mod_cost,
    n.Forbid: do_forbid,
    n.Allow: do_allow,
    n.Prevent: do_prevent,
    n.Replace: do_replace,
    n.Swap: do_swap,
    n.Cancel: do_cancel,
    n.Redirect: do_redirect,
    n.Deactivate: do_deactivate,
    n.Reactivate: do_reactivate,
    n.TakeControl: do_take_control,
    n.MoveSummon: do_move_summon,
    n.Warp: do_warp,
    n.GainEnergy: do_gain_energy,
    n.PlaceMarker: do_place_marker,
    n.RemoveMarker: do_remove_marker,
    n.ExtraTurn: do_extra_turn,
    n.SkipTurn: do_skip_turn,
    n.Trigger: do_enter_ability,
    n.Static: do_enter_ability,
    n.Activated: do_enter_ability,
    n.Produce: do_enter_ability,
    n.Stats: do_enter_ability,
}


# --- triggered effects take place -------------------------------------------------------------------------------------


def in_chosen_order(game: Game) -> list[dict[str, Any]]:
    """207.4c: triggers that came together, in the order the active player decides."""
    waiting, game.triggered = game.triggered, []
    waiting = [found for found in waiting if game.seats[speaker(game, found["thing"])]["alive"]]
    ordered = []
    left = [(f"{place}:{found['thing']['id']}", found) for place, found in enumerate(waiting, 1)]
    while len(left) > 1:
        answer = game.ask(game.clockwise(game.active)[0], "order_triggers", [name for name, _ in left])
        ordered.append(next(found for name, found in left if name == answer))
        left = [(name, found) for name, found in left if name != answer]
    return ordered + [found for _, found in left]


def trigger_item(game: Game, found: dict[str, Any]) -> dict[str, Any] | None:
    """A triggered effect with its targets chosen (200.3); None if it has no legal target (208.5)."""
    thing, trigger = found["thing"], found["trigger"]
    ctx = context(game, thing, subject=found["subject"], actor=found["actor"], host=found["host"])
    from .acting import NONE, aimed

    targets: list[Object | None] = []
    for _ in trigger.targets:
        chosen = aimed(game, thing["card"], trigger.targets, ctx["you"], targets)
        if chosen is None:
            return None
        targets.append(chosen if chosen != NONE else None)
    game.items += 1
    item = {
        "no": game.items,
        "kind": "trigger",
        "seat": ctx["you"],
        "source": ctx["this"],
        "targets": targets,
        "needs": list(trigger.targets),
        "mode": 0,
        "x": 0,
        "path": [],
        "raised": [0, 0, 0, 0],
        "cost": [0, 0, 0, 0],
        "tree": trigger.tree,
        "ctx": ctx,
    }
    game.known_items[item["no"]] = item
    return item


def legal_targets(
    game: Game, card: Any, select: n.Select, you: int, named: tuple[Object, ...]
) -> list[Object]:
    """208.1, 401: what may be declared as a target."""
    return [
        what
        for what in everything(game, select, you)
        if target_fault(game, card, select, what, you, named) is None
    ]


def target_fault(
    game: Game, card: Any, select: n.Select, what: Object, you: int, named: tuple[Object, ...] = ()
) -> str | None:
    """Which rule keeps an object from being this target; None if it may be."""
    if what[0] == "player" and not game.seats[what[1]]["alive"]:
        return "208.1"
    if what[0] == "thing" and game.now(what) is None:
        return "208.1"
    if what[0] == "action" and game.item(what) is None:
        return "208.1"
    if not admits(game, select, what, you, named):
        return "208.1"
    if what[0] == "thing":
        aimed = game.things[what[1]]["card"]
        if card.kind == "summon_effect" and not aimed.is_summon:
            return "401.2a"
        if card.kind == "class_effect" and not (aimed.is_summon and aimed.card_class == card.card_class):
            return "401.3a"
        if card.kind == "crystal_effect" and not aimed.is_crystal:
            return "401.4a"
        if forbidden(game, "be_targeted", what=what):
            return "107.1b"
    return None


def put_triggers_on_stack(game: Game) -> None:
    """207.4c: what has triggered comes on the stack."""
    if over(game):
        game.triggered = []
        return
    for found in in_chosen_order(game):
        item = trigger_item(game, found)
        if item is not None:
            game.stack.append(item)
            game.waiting, game.passed = game.left_of(item["seat"]), []


def carry_out_triggers(game: Game) -> None:
    """H2: in phases without actions what has triggered takes place at once, in the order chosen."""
    for _ in range(100):
        if not game.triggered or over(game):
            break
        for found in in_chosen_order(game):
            item = trigger_item(game, found)
            if item is not None and not over(game):
                take_place(game, item)
    game.triggered = []


def told_late(game: Game, event: str, item: dict[str, Any]) -> None:
    """H39: what waits for a cast or an activation sees it only when it takes place."""
    if game.rulings["H39"] == "all_at_resolution":
        happen(game, event, item["source"], item["seat"])


def take_place(game: Game, item: dict[str, Any]) -> None:
    """A triggered or activated effect takes place (208.5 per target)."""
    card = game.known(item["source"])["card"]
    targets = still_legal(game, card, item)
    if targets is None:
        return
    if item["kind"] == "activation":
        told_late(game, "activated", item)
    ctx = {
        **item["ctx"],
        "targets": targets,
        "declared": item["targets"],
        "x": item["x"],
        "mode": item["mode"],
        "those": [],
        "came": {},
        "searched": [],
        "source_there": False,
        "shuffles": any(isinstance(part, n.Shuffle) for part in n.walk(item["tree"])),
    }
    do(game, ctx, item["tree"])
    shuffle_searched(game, ctx)


def still_legal(game: Game, card: Any, item: dict[str, Any]) -> list[Object | None] | None:
    """208.5: the targets that are still legal; None if there were targets and none is left."""
    if not item["targets"]:
        return []
    kept: list[Object | None] = []
    for place, (what, need) in enumerate(zip(item["targets"], item["needs"], strict=True)):
        if what is None:
            kept.append(None)
            continue
        named = tuple(other for other in item["targets"][:place] if other is not None)
        fault = target_fault(game, card, need.select, what, item["ctx"]["you"], named)
        if fault == "107.1b" and game.rulings["H36"] == "at_announcement":
            fault = None
        kept.append(what if fault is None else None)
    declared = [what for what in item["targets"] if what is not None]
    if declared and all(what is None for what in kept):
        return None
    return kept
