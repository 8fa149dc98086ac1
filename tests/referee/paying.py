"""Energy and costs (203, 204, 200.5)."""

from __future__ import annotations

from typing import Any

from .meaning import forbidden, produced
from .table import COLOURS, Game, Thing


def colourless_pays(cost: list[int], pool: list[int]) -> bool:
    """204.1b-c: each type with its own, the colorless part with any energy that is left."""
    return all(pool[i] >= cost[i] for i in range(3)) and sum(pool) >= sum(cost)


def is_payment(cost: list[int], used: list[int]) -> bool:
    """204.1b: exactly the cost, in the right types."""
    return sum(used) == sum(cost) and all(used[i] >= cost[i] for i in range(3))


def payments(cost: list[int], pool: list[int]) -> list[list[int]]:
    """Every way to pay a cost from a pool."""
    found = []
    for mystic in range(pool[0] + 1):
        for boost in range(pool[1] + 1):
            for robiumm in range(pool[2] + 1):
                grey = sum(cost) - mystic - boost - robiumm
                used = [mystic, boost, robiumm, grey]
                if 0 <= grey <= pool[3] and is_payment(cost, used):
                    found.append(used)
    return found


def ready_crystals(game: Game, seat: int) -> list[Thing]:
    """The Energy Crystals a player may activate now."""
    return [thing for thing in game.in_play() if crystal_fault(game, seat, thing) is None]


def crystal_fault(game: Game, seat: int, thing: Thing) -> str | None:
    """Why a player may not activate an Energy Crystal; None if he may."""
    if thing["zone"] != "play" or not thing["card"].is_crystal:
        return "200.1b"
    if thing["controller"] != seat:
        return "203.6"
    if thing["state"] != "unactivated":
        return "206.1f"
    if forbidden(game, "be_activated", what=game.of(thing), seat=seat):
        return "107.1b"
    return None


def release(game: Game, thing: Thing) -> None:
    """203.3: the energy flows into its controller's pool at once."""
    thing["state"] = "non_active"
    pool = game.seats[thing["controller"]]["pool"]
    for i, points in enumerate(produced(thing["card"])):
        pool[i] += points


def could_have(game: Game, seat: int, pool: list[int]) -> list[int]:
    """All energy a player can bring up: the pool and every crystal still ready."""
    total = list(pool)
    for thing in ready_crystals(game, seat):
        total = [a + b for a, b in zip(total, produced(thing["card"]), strict=True)]
    return total


def as_list(payment: dict[str, int]) -> list[int]:
    """A payment as logs write it, as four numbers."""
    return [payment.get(colour, 0) for colour in COLOURS]


def as_plain(payment: list[int]) -> dict[str, int]:
    """Four numbers as logs write a payment."""
    return {colour: points for colour, points in zip(COLOURS, payment, strict=True) if points}


def charge_shortfall(game: Game, cost: list[int], pool: list[int]) -> list[int]:
    """200.5: what is taken from a player who cannot pay. Missing types are made up with any energy from March on."""
    used = [min(cost[i], pool[i]) for i in range(3)] + [0]
    left = sum(cost) - sum(used) if game.switches["shortfall"] == "any_type" else cost[3]
    return stand_in(used, left, pool)


def stand_in(used: list[int], left: int, pool: list[int]) -> list[int]:
    """Take so many points more, of any type; where nobody says which, a log means them in this order."""
    for i in (3, 0, 1, 2):
        taken = min(left, pool[i] - used[i])
        used[i] += taken
        left -= taken
    return used


def substituted(cost: list[int], pool: list[int]) -> list[int]:
    """H3, second option: own types first, then other energy in the place of what is missing."""
    used = [min(cost[i], pool[i]) for i in range(3)] + [0]
    return stand_in(used, sum(cost) - sum(used), pool)


def use(player: dict[str, Any], used: list[int]) -> None:
    """203.5: energy used leaves the pool at that moment."""
    player["pool"] = [have - less for have, less in zip(player["pool"], used, strict=True)]


def not_there(game: Game, seat: int, used: list[int], pool: list[int]) -> list[str]:
    """Energy that is not in the pool: gone with its turn (203.4), used before (203.5), or another player's (203.6)."""
    lacking = [max(0, wanted - there) for wanted, there in zip(used, pool, strict=True)]
    if not any(lacking):
        return []
    pools = [game.seats[other]["pool"] for other in game.seats if other != seat]
    others = any(all(a <= b for a, b in zip(lacking, theirs, strict=True)) for theirs in pools)
    return ["203.4", "203.5", *(["203.6"] if others else [])]
