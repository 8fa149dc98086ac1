"""Announcements that nobody made: at every point of a game, what would each referee say of this one?

Random games are legal from end to end; what is forbidden shows only when somebody tries it. Each candidate is thrown
together from what lies on the table, often nearly legal. The engine says the first rule it finds broken; this referee
says all of them, and the engine's must be among them.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rules_engine.kernel.errors import LogError
from rules_engine.testing import Stream
from rules_engine.x610z.cursor import Cursor
from rules_engine.x610z.log import Action, read_lines
from rules_engine.x610z.play import check

from . import paying
from .compare import Difference, Outcome, align, engine_picture
from .games import Log
from .referee import Referee, faults
from .table import Game, Thing, Undecided, Unsupported, activations

DOING = ("cast", "cast", "cast", "move", "move", "attack", "attack", "activate", "activate", "other")


def compare_announcements(log: Log, seed: int, every: int = 1, tries: int = 3) -> Outcome:
    """Try ``tries`` announcements after every ``every``-th action of a game; stop at the first difference."""
    cursor = Cursor(log.data, log.pool)
    places = {step.line: place for place, step in enumerate(cursor.steps, 1) if step.ok}
    referee = Referee(log.pool)
    stream = Stream(f"announcements/{seed}")
    outcome = Outcome()
    for number, _, line in read_lines(log.data):
        try:
            said = referee.judge(number, line)
        except (Unsupported, Undecided) as why:
            outcome.unsupported = str(why)
            return outcome
        if not said.ok or not isinstance(line, Action) or number not in places:
            continue
        cursor.seek(places[number])
        align(referee.game, engine_picture(cursor.view("judge"))["play"])
        if referee.game.result is not None:
            return outcome
        for _ in range(tries if number % every == 0 else 0):
            outcome.difference = parted(cursor, referee.game, candidate(stream, referee.game), number)
            outcome.actions += 1
            if outcome.difference is not None:
                return outcome
    return outcome


def parted(cursor: Cursor, game: Game, act: Action, number: int) -> Difference | None:
    """What the two say of one announcement, if it is not the same."""
    mine = faults(game, act)
    try:
        violation = check(cursor.state, act)
    except LogError as unreadable:
        # Not a question of the rules: a name that means nothing, a payment that could be made in several ways.
        if mine or unreadable.code == "payment_not_written":
            return None
        return differing(number, act, unreadable.code, mine)
    if violation is None:
        return differing(number, act, "legal", mine) if mine else None
    if violation.rule in mine:
        return None
    return differing(number, act, f"{violation.rule} {violation.code} {violation.params}", mine or "legal")


def differing(number: int, act: Action, engine: Any, mine: Any) -> Difference:
    """A difference about an announcement after a line."""
    said = {
        name: getattr(act, name)
        for name in act.__struct_fields__
        if getattr(act, name) not in (None, 0, "", False)
    }
    return Difference(number, f"announcement {said}", engine, mine)


# --- candidates -------------------------------------------------------------------------------------------------------


def candidate(stream: Stream, game: Game) -> Action:
    """An announcement by somebody of something."""
    if game.active is None:
        return Action(n=1, do="begin", seat=stream.pick(list(game.seats)))
    seat = game.active if stream.chance(60) else stream.pick(list(game.seats))
    doing = stream.pick(DOING)
    if doing == "cast" and game.seats[seat]["hand"]:
        return cast(stream, game, seat)
    if doing == "activate" and game.table:
        return activate(stream, game, seat)
    if doing == "move":
        return move(stream, game, seat)
    if doing == "attack":
        return attack(stream, game, seat)
    return Action(
        n=1,
        **stream.pick(
            (
                {"do": "end", "seat": seat},
                {"do": "proceed"},
                {"do": "resolve"},
                {"do": "concede", "seat": seat},
            )
        ),
    )


def paid(stream: Stream, game: Game, seat: int, cost: list[int]) -> dict[str, Any]:
    """A payment that mostly suits."""
    pool = list(game.seats[seat]["pool"])
    names = []
    for thing in stream.shuffled(paying.ready_crystals(game, seat)):
        if paying.colourless_pays(cost, pool):
            break
        names.append(thing["id"])
        pool = [a + b for a, b in zip(pool, paying.produced(thing["card"]), strict=True)]
    if stream.chance(5):
        names += [stream.pick(game.table)]
    ways = paying.payments(cost, pool)
    more: dict[str, Any] = {"crystals": names} if names else {}
    if len(ways) > 1:
        more["pay"] = paying.as_plain(stream.pick(ways))
    return more


def aims(stream: Stream, game: Game, needs: tuple[Any, ...], mode: int) -> list[str]:
    """Targets thrown together, of the right kind more often than not."""
    found = []
    for need in needs:
        if need.option not in (None, mode):
            continue
        names = {
            "player": [f"seat:{seat}" for seat in game.seats],
            "action": [f"stack:{place}" for place in range(1, len(game.stack) + 1)],
            "summon": [thing["id"] for thing in game.summons()],
            "crystal": [thing["id"] for thing in game.in_play() if thing["card"].is_crystal],
            "effect": [thing["id"] for thing in game.in_play() if thing["card"].is_effect],
        }.get(need.select.kind, game.table)
        everything = [*game.table, "seat:0", "stack:1"]
        found.append(stream.pick(names if names and stream.chance(90) else everything))
    if any(need.optional for need in needs) and stream.chance(60):
        found = found[: stream.below(len(found) + 1)]
    return found


def cast(stream: Stream, game: Game, seat: int) -> Action:
    """A card from hand."""
    from .acting import casting_cost, options_of, spells

    thing = game.things[stream.pick(game.seats[seat]["hand"])]
    card = thing["card"]
    mode = stream.below(options_of(spells(card))) if options_of(spells(card)) else 0
    if stream.chance(3):
        mode += 1
    more = paid(stream, game, seat, casting_cost(game, seat, thing))
    targets = aims(stream, game, card.tree.targets if card.tree else (), mode)
    if targets:
        more["targets"] = targets
    return Action(n=1, do="cast", seat=seat, card=card.number, mode=mode, **more)


def activate(stream: Stream, game: Game, seat: int) -> Action:
    """A permanent in play."""
    from .acting import activation_cost

    able = [thing for thing in game.in_play() if thing["card"].is_crystal or activations(thing["card"])]
    thing = stream.pick(able) if able and stream.chance(90) else game.things[stream.pick(game.table)]
    seat = thing["controller"] if stream.chance(75) else seat
    abilities = activations(thing["card"])
    if not abilities:
        return Action(n=1, do="activate", seat=seat, card=thing["id"])
    place = stream.below(len(abilities))
    ability = abilities[place]
    more = paid(stream, game, seat, activation_cost(game, seat, thing, ability))
    targets = aims(stream, game, ability.targets, 0)
    if targets:
        more["targets"] = targets
    return Action(n=1, do="activate", seat=seat, card=thing["id"], ability=place, **more)


def some_summon(stream: Stream, game: Game, seat: int) -> Thing:
    """Mostly one's own."""
    mine = [thing for thing in game.summons() if thing["controller"] == seat]
    return stream.pick(mine if mine and stream.chance(85) else game.summons())


def way(stream: Stream, game: Game, thing: Thing, steps: int, warps: bool) -> list[str]:
    """A walk over lines, warps now and then; sometimes with a dot that does not fit."""
    path = [thing["dot"]]
    home = game.seats[thing["controller"]]["home"]
    for _ in range(steps):
        near = game.board.neighbours(path[-1])
        far = [dot for dot in game.board.rows if warps and game.board.is_warp(path[-1], dot, home)]
        sense = next((game.board.sense(a, b) for a, b in pairwise(path)), 0)
        on = [dot for dot in near if not sense or game.board.sense(path[-1], dot) == sense]
        choice = on if on and stream.chance(85) else near + far
        path.append(stream.pick(list(game.board.rows)) if stream.chance(2) else stream.pick(choice))
    return path


def move(stream: Stream, game: Game, seat: int) -> Action:
    """A move."""
    from .acting import movement_cost

    thing = some_summon(stream, game, seat)
    path = way(stream, game, thing, 1 + stream.below(max(1, thing["card"].speed + 1)), True)
    more = paid(stream, game, seat, movement_cost(game, thing))
    return Action(n=1, do="move", seat=seat, card=thing["id"], path=path, **more)


def attack(stream: Stream, game: Game, seat: int) -> Action:
    """An attack on anyone who stands near enough, or nearly."""
    thing = some_summon(stream, game, seat)
    best = [thing["dot"], stream.pick(game.board.neighbours(thing["dot"]))]
    for _ in range(30):
        path = way(stream, game, thing, 1 + stream.below(max(1, thing["card"].range + 1)), False)
        hit = game.on_dot(path[-1])
        if hit is not None and hit is not thing:
            return Action(n=1, do="attack", seat=seat, card=thing["id"], path=path, targets=[hit["id"]])
        best = path
    return Action(n=1, do="attack", seat=seat, card=thing["id"], path=best)
