"""What changes on the table: cards between zones, damage, control, players who lose. Groups change at once."""

from __future__ import annotations

from itertools import chain
from typing import Any

from rules_engine.x610z import nodes as n

from .meaning import amount, context, figures, forbidden, holding, lasting, objects, replacing, stat
from .table import Game, Object, Thing, admits, blank, triggers

# --- triggered effects ------------------------------------------------------------------------------------------------


def happen(
    game: Game, event: str, what: Object | None, actor: int | None, witnesses: list[Thing] | None = None
) -> None:
    """207.4b: every triggered effect that looks for this event triggers.

    ``witnesses`` are the permanents that were in play when it happened; by default those in play now.
    """
    for thing in game.in_play() if witnesses is None else witnesses:
        for trigger in triggers(thing["card"]):
            named = f"phase:{trigger.when.phase}" if trigger.when.event == "phase" else trigger.when.event
            if named == event and matches(game, thing, trigger.when, what, actor):
                game.triggered.append(
                    {"thing": thing, "trigger": trigger, "subject": what, "actor": actor, "host": thing["on"]}
                )


def matches(game: Game, thing: Thing, when: n.When, what: Object | None, actor: int | None) -> bool:
    """Whether an event is the one that a Trigger Condition names."""
    ctx = context(game, thing, subject=what, actor=actor)
    if when.ref is not None and what not in objects(game, ctx, when.ref):
        return False
    if when.select is not None and (what is None or not admits(game, when.select, what, ctx["you"])):
        return False
    return by_whom(game, ctx, when.whose, actor)


def by_whom(game: Game, ctx: dict[str, Any], whose: str, actor: int | None) -> bool:
    """Whose action or phase: seen from the caster."""
    if whose == "any":
        return True
    if actor is None:
        return False
    if whose == "you":
        return actor == ctx["you"]
    if whose == "opponent":
        return game.opposed(actor, ctx["you"])
    return ctx["host"] == ("player", actor)


# --- cards move -------------------------------------------------------------------------------------------------------


def take_out(game: Game, thing: Thing) -> None:
    """Take a card out of the zone where it lies."""
    player = game.seats[thing["owner"]]
    for zone in ("hand", "deck", "discard", "removed"):
        if thing["id"] in player[zone]:
            player[zone].remove(thing["id"])
    if thing["id"] in game.table:
        game.table.remove(thing["id"])


def put(game: Game, thing: Thing, zone: str) -> None:
    """A card comes into a zone of its owner and is another object from then on (208.5)."""
    discarded = thing["zone"] == "hand" and zone == "discard"
    if discarded and (instead := replacing(game, "discards", seat=thing["owner"])):
        zone, discarded = instead[0][0].to, False
    game.last_known.setdefault(game.of(thing), {**thing, "figures": figures(game, thing)})
    take_out(game, thing)
    thing.update(blank(thing["owner"]))
    thing["life"] += 1
    thing["zone"] = "deck" if zone == "deck_bottom" else zone
    player = game.seats[thing["owner"]]
    if zone == "deck":
        player["deck"].insert(0, thing["id"])
    elif zone == "deck_bottom":
        player["deck"].append(thing["id"])
    elif zone in ("hand", "discard", "removed"):
        player[zone].append(thing["id"])
    if discarded:
        happen(game, "discards", None, thing["owner"])


def enter(game: Game, thing: Thing, controller: int, caster: int, on: Object | None = None) -> None:
    """504.1: a card comes into play."""
    put(game, thing, "play")
    game.table.append(thing["id"])
    thing.update(
        controller=controller,
        base_controller=controller,
        caster=caster,
        on=on,
        came=game.tick(),
        since=game.turn,
    )
    happen(game, "enters", game.of(thing), controller)


def goes_instead(game: Game, thing: Thing, for_its_place: bool) -> str:
    """107.1a: where a summon goes that would be destroyed; "" if nothing else happens to it.

    Healing ("play") saves nobody without damage, nor anyone who is destroyed for the dot it stands on.
    """
    for node, _ in replacing(game, "destroyed", game.of(thing)):
        if node.to != "play" or (thing["damage"] and not for_its_place):
            return node.to
    return ""


def leave(
    game: Game, group: list[Thing], zone: str, destroyed: bool = False, for_its_place: bool = False
) -> list[str]:
    """205.3: permanents leave play together; each still sees the others go.

    Returns the names of those to which something else happened than being destroyed.
    """
    group = [thing for thing in group if thing["zone"] == "play"]
    instead = {thing["id"]: goes_instead(game, thing, for_its_place) for thing in group} if destroyed else {}
    for thing in group:
        if instead.get(thing["id"]) == "play":
            thing["damage"] = 0
    group = [thing for thing in group if instead.get(thing["id"]) != "play"]
    witnesses = [dict(thing) for thing in game.in_play()]
    gone = [(game.of(thing), thing["controller"], thing) for thing in group]
    for what, _, thing in gone:
        game.last_known[what] = {**thing, "figures": figures(game, thing)}
    going = [(thing, instead.get(thing["id"]) or zone) for _, _, thing in gone]
    for thing, to in going:
        if to not in ("deck", "deck_bottom"):
            put(game, thing, to)
    for end in ("deck", "deck_bottom"):
        on_decks(game, by_number([thing for thing, to in going if to == end]), end)
    names = {thing["id"] for _, _, thing in gone}
    for what, controller, thing in gone:
        seeing = witnesses
        if game.rulings["H29"] == "who_stays":
            seeing = [other for other in witnesses if other["id"] not in names or other["id"] == thing["id"]]
        if destroyed and not instead[thing["id"]]:
            happen(game, "destroyed", what, controller, seeing)
        happen(game, "leaves", what, controller, seeing)
    lost = [thing["owner"] for _, _, thing in gone if thing["card"].is_life_base]
    if destroyed:
        bases = [thing for _, _, thing in gone if thing["card"].is_life_base and not instead[thing["id"]]]
        game.fallen_bases += [thing["owner"] for thing in bases]
    lose(game, [(seat, "106.3#1") for seat in lost])
    return [name for name, zone in instead.items() if zone]


def by_number(things: list[Thing]) -> list[Thing]:
    """Cards in the order of the numbers printed on them."""
    return sorted(things, key=lambda thing: (thing["card"] is None, number_of(thing)))


def number_of(thing: Thing) -> str:
    """The number of a card, "?" of one that nobody has seen."""
    return thing["card"].number if thing["card"] is not None else "?"


def on_decks(game: Game, things: list[Thing], end: str) -> None:
    """H38: cards that come on a deck together. One player says who lies uppermost; the rest follows as given.

    A log asks the decks clockwise from the active player, and nobody where all the cards are the same.
    """
    for owner in game.clockwise(game.active):
        pile = [thing for thing in things if thing["owner"] == owner]
        if len({number_of(thing) for thing in pile}) > 1:
            who = owner if game.rulings["H38"] == "owner" else game.clockwise(game.active)[0]
            numbers = [number_of(thing) for thing in pile]
            left, pile = pile, []
            for number in game.ask(who, "order_on_deck", numbers, 0, len(numbers)):
                # A card that is known goes first; of those that nobody has seen one takes the name that is said.
                named = (thing for thing in left if number_of(thing) == number)
                unseen = (
                    thing for thing in left if number_of(thing) == "?" and game.bind(thing["id"], number)
                )
                pile.append(next(chain(named, unseen)))
                left.remove(pile[-1])
            pile += left
        for thing in reversed(pile) if end == "deck" else pile:
            put(game, thing, end)


def fail_direction(game: Game, item: dict[str, Any]) -> None:
    """H33: whether an action that did not take place still binds the direction of its summon."""
    thing = game.now(item["source"])
    if thing is not None and item.get("frees") and game.rulings["H33"] == "freed":
        thing["sense"] = 0


# --- damage -----------------------------------------------------------------------------------------------------------


def damage(
    game: Game, group: list[Object], points: int | None, by: int, came: list[int] | None = None
) -> list[str]:
    """210: damage to several summons at once; says for each whether it was done in full, in part or not.

    ``came`` takes how much each of them was dealt itself.

    ``by``: the player whose attack or effect it is; anyone who damages a Life Base last is who destroys it (H18).
    """
    said, hurt = [], []
    for what in group:
        thing = game.now(what)
        if thing is None or not thing["card"].is_summon or points is None:
            said.append("none")
            continue
        if forbidden(game, "be_damaged", what=what):
            said.append("none")
            continue
        other = takes_it(game, what)
        if other is not None:
            said.append("none")
            if forbidden(game, "be_damaged", what=other):
                continue
        hit = what if other is None else other
        dealt = after_prevention(game, hit, max(0, points))
        if other is None and came is not None:
            came.append(max(0, dealt))
        if other is None:
            said.append("done" if dealt == points and dealt > 0 else "part" if dealt > 0 else "none")
        if dealt > 0:
            game.known(hit)["damage"] += dealt
            if game.known(hit)["card"].is_life_base:
                game.struck[game.known(hit)["owner"]] = by
            hurt.append(hit)
    for what in hurt:
        happen(game, "damaged", what, game.known(what)["controller"])
    return said


def takes_it(game: Game, what: Object) -> Object | None:
    """107.1a: the summon that is dealt the damage instead."""
    for _, onto in replacing(game, "damaged", what):
        there = [other for other in onto if game.now(other) is not None]
        if there and there != [what]:
            return there[0]
    return None


def after_prevention(game: Game, what: Object, points: int) -> int:
    """Glossary Prevent: what is left of damage."""
    for node, ctx in holding(game, n.Prevent):
        if what in objects(game, ctx, node.to):
            # 207.5: a continuous effect works all the time, so "the next 1 damage" is prevented each time.
            points = (
                0
                if isinstance(node.amount, n.All)
                else max(0, points - (amount(game, ctx, node.amount) or 0))
            )
    for effect in lasting(game, "prevent"):
        if effect["what"] != what or points == 0:
            continue
        if effect["left"] is None:
            return 0
        stopped = min(points, effect["left"])
        effect["left"] -= stopped
        points -= stopped
    return points


def heal(game: Game, what: Object, points: int | None) -> str:
    """Glossary Heal."""
    thing = game.now(what)
    if thing is None or not thing["card"].is_summon:
        return "none"
    healed = thing["damage"] if points is None else min(points, thing["damage"])
    thing["damage"] -= healed
    if healed == 0:
        return "none"
    return "done" if points is None or healed == points else "part"


# --- control ----------------------------------------------------------------------------------------------------------


def settle_control(game: Game) -> bool:
    """206.1g, H20: everything is under the control of who last took it, and what lies on it goes along."""
    changed = False
    for thing in game.in_play():
        wanted = controller_by_rule(game, thing)
        if wanted != thing["controller"]:
            thing["controller"] = wanted
            thing.update(came=game.tick(), since=game.turn)
            changed = True
    return changed


def controller_by_rule(game: Game, thing: Thing) -> int:
    """Who controls a permanent: the last effect that gave it away, else its place, else the player it entered under."""
    taken = [effect for effect in lasting(game, "control") if effect["what"] == game.of(thing)]
    taken = [effect for effect in taken if game.seats[effect["who"]]["alive"]]
    if taken:
        return int(taken[-1]["who"])
    if game.rulings["H20"] == "follows" and thing["on"] is not None and thing["on"][0] == "thing":
        host = game.now(thing["on"])
        came_under = thing.get("host_moved_from")
        if host is not None and came_under is not None and host["controller"] != came_under:
            return int(host["controller"])
    return int(thing["base_controller"])


# --- players lose and win -----------------------------------------------------------------------------------------


def lose(game: Game, group: list[tuple[int, str]]) -> None:
    """106.3: remember who loses; :func:`settle_losses` lets them all go at once."""
    game.losers += [(seat, rule) for seat, rule in group if game.seats[seat]["alive"]]


def over(game: Game) -> bool:
    """Whether the game has a result."""
    return game.result is not None


def settle_losses(game: Game) -> bool:
    """106.1b, 106.2#2: losers go out with their teams; who is left alone wins."""
    if not game.losers or over(game):
        game.losers = []
        return False
    rules, game.losers = game.losers, []
    sides = {game.side(seat) for seat, _ in rules}
    out = [seat for seat in game.alive() if game.side(seat) in sides]
    if not out:
        return False
    destroyed, game.fallen_bases = game.fallen_bases, []
    if game.rulings["H18"] == "first_life_base" and game.seats[out[0]]["team"] is not None:
        first_life_base(game, destroyed)
        if over(game):
            return True
    left = [seat for seat in game.alive() if seat not in out]
    if not left:
        all_out(game, out)
        return True
    if len({game.side(seat) for seat in left}) == 1:
        game.out.append(out)
        for seat in out:
            game.seats[seat]["alive"] = False
        win(game, left, "106.2#2")
        return True
    game.out.append(out)
    remove_players(game, out)
    return True


def first_life_base(game: Game, destroyed: list[int]) -> None:
    """H18, as the Dutch sheet has it: the team that destroys one Life Base of an enemy wins."""
    struck = [(game.struck[seat], seat) for seat in destroyed if seat in game.struck]
    sides = {game.side(by) for by, seat in struck if game.seats[by]["alive"] and game.opposed(by, seat)}
    if len(sides) == 1:
        win(game, [seat for seat in game.alive() if game.side(seat) in sides], "106.2#2")
    elif sides:
        all_at_once(game)


def all_out(game: Game, out: list[int]) -> None:
    """All at once: a draw only where the event chose so; else a judge decides (H18)."""
    from .table import Undecided

    if game.rulings["H18"] == "last_team_draw" and game.seats[out[0]]["team"] is not None:
        for seat in out:
            game.seats[seat]["alive"] = False
        game.result = {"winners": [], "losers": [], "draw": True, "rule": "106.1b"}
        return
    raise Undecided("H18")


def win(game: Game, seats: list[int], rule: str) -> None:
    """106.1b: the game ends; a team wins together. For places, the winner leaves and the rest play on (106.1)."""
    if game.header.places and rule == "106.2#1" and len(game.alive()) > 2:
        game.ahead.append(list(seats))
        remove_players(game, seats)
        return
    winners = sorted(seats)
    losers = sorted(seat for seat in game.seats if seat not in winners)
    if game.header.places:
        rest = [seat for seat in game.alive() if seat not in winners]
        places = [*game.ahead, winners, *([rest] if rest else []), *reversed(game.out)]
        winners = places[0]
        rule = "106.2#1" if game.ahead else rule
        losers = sorted(seat for seat in game.seats if seat not in winners)
        game.result = {"winners": winners, "losers": losers, "draw": False, "rule": rule, "places": places}
        return
    game.result = {"winners": winners, "losers": losers, "draw": False, "rule": rule}


def remove_players(game: Game, seats: list[int]) -> None:
    """H19: who is out takes all own cards along; own actions on the stack vanish; own effects on others' cards end."""
    for seat in seats:
        game.seats[seat]["alive"] = False
    for thing in list(game.things.values()):
        if thing["owner"] in seats:
            put(game, thing, "gone")
    for seat in seats:
        for zone in ("hand", "deck", "discard", "removed"):
            game.seats[seat][zone] = []
        game.seats[seat]["pool"] = [0, 0, 0, 0]
    if game.rulings["H19"] == "all_leave":
        game.stack = [item for item in game.stack if item["seat"] not in seats]
    game.lasting = [effect for effect in game.lasting if effect["you"] not in seats]
    game.triggered = [found for found in game.triggered if found["thing"]["owner"] not in seats]
    game.extra_turns = [seat for seat in game.extra_turns if seat not in seats]
    game.skips = [skip for skip in game.skips if skip["seat"] not in seats]
    game.round_left -= set(seats)
    if game.waiting in seats:
        game.waiting = next((seat for seat in game.clockwise(game.waiting) if seat not in game.passed), None)
    if game.active in seats:
        game.turn_over = True


# --- what the rules see to at any moment ------------------------------------------------------------------------------


def settle(game: Game) -> None:
    """Until nothing changes any more: lethal damage, strange Starting Dots, classes, fallen effects, players out."""
    for _ in range(200):
        if over(game):
            return
        game.lasting = [effect for effect in game.lasting if still_lasts(game, effect)]
        changed = settle_control(game)
        changed = fall(game) or changed
        changed = lethal(game) or changed
        changed = clashes(game) or changed
        changed = settle_losses(game) or changed
        if not changed:
            return
    raise RuntimeError("the table does not come to rest")


def still_lasts(game: Game, effect: dict[str, Any]) -> bool:
    """What holds while its source is in play ends with it."""
    return effect["until"][0] != "while" or game.now(effect["until"][1]) is not None


def lethal(game: Game) -> bool:
    """210.5, 210.7, 402.13: every summon whose damage reaches its Defense is destroyed, all together."""
    dead = [thing for thing in game.summons() if thing["damage"] >= stat(game, thing, "defense")]
    leave(game, dead, "discard", destroyed=True)
    return bool(dead)


def clashes(game: Game) -> bool:
    """402.9: of two summons of a class under one player the one that came last is discarded."""
    seen: dict[tuple[int, str], Thing] = {}
    over_limit = []
    for thing in sorted(game.summons(), key=lambda thing: thing["came"]):
        if thing["card"].is_life_base:
            continue
        key = (thing["controller"], thing["card"].card_class)
        if key in seen:
            over_limit.append(thing)
        seen.setdefault(key, thing)
    leave(game, over_limit, "discard")
    return bool(over_limit)


def fall(game: Game) -> bool:
    """207.5a, NL: an Effect goes when what it lies on is no longer in play."""
    fallen = []
    for thing in game.in_play():
        on = thing["on"]
        if on is None:
            continue
        gone = not game.seats[on[1]]["alive"] if on[0] == "player" else game.now(on) is None
        if gone:
            fallen.append(thing)
    leave(game, fallen, "discard")
    return bool(fallen)


def land(game: Game, thing: Thing, dot: str) -> None:
    """A summon comes to stand on a dot (601.5, 603.2)."""
    thing["dot"] = dot
    if game.landing is not None:
        game.landing.append((thing, dot))  # one of several that an effect moves at the same moment
        return
    landed(game, [(thing, dot)])


def landed(game: Game, group: list[tuple[Thing, str]]) -> None:
    """What follows for summons that came to stand on dots at the same moment, none of them before another."""
    home = [
        thing["owner"] for thing, dot in group if game.board.is_ending(dot) and thing["card"].is_life_base
    ]
    sides = {game.side(seat) for seat in home}
    if len(sides) == 1:
        win(game, [seat for seat in game.alive() if game.side(seat) in sides], "106.2#1")
    elif sides:
        all_at_once(game)
    strays = [
        thing
        for thing, dot in group
        if game.board.kind(dot) == "start" and dot != game.seats[thing["controller"]]["home"]
    ]
    if strays and not over(game):
        leave(game, strays, "discard", destroyed=True, for_its_place=True)


def all_at_once(game: Game) -> None:
    """106.2#1 fulfilled by several sides together: nobody is first. A draw where the event chose so (H18)."""
    from .table import Undecided

    if game.rulings["H18"] != "last_team_draw":
        raise Undecided("H18")
    game.result = {"winners": [], "losers": [], "draw": True, "rule": "106.1a"}
