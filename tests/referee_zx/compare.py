"""The referee and the engine over the same log of Z/X, line by line: verdict, table, and what may be done next."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import msgspec
from msgspec import Struct, field

from rules_engine.zx.cards import ZxPool
from rules_engine.zx.cursor import Cursor
from tests.referee.compare import FINGERPRINTS, Difference

from .referee import Referee, announcements, picture
from .table import OWN_ZONES, SQUARES, Card, Game, Unsupported


class Outcome(Struct):
    """What came of one log: lines on which both agreed, moves that either called legal, refused lines."""

    actions: int = 0
    moves: int = 0
    refused: int = 0
    difference: Difference | None = None
    unsupported: str = ""
    hits: Counter[str] = field(default_factory=Counter)


def printed_cards(pool: ZxPool) -> dict[str, dict[str, Any]]:
    """What is printed on the cards of a pool, as plain data."""
    return {card["number"]: card for card in msgspec.to_builtins(pool.cards)}


def compare(log: bytes, pool: ZxPool, legal_every: int = 1) -> Outcome:
    """Both over one log, up to the first difference or the first line that is refused."""
    cursor = Cursor(log, pool)
    steps = {step.line: (place, step) for place, step in enumerate(cursor.steps, 1)}
    referee = Referee(printed_cards(pool))
    outcome = Outcome()
    for number, text in enumerate(log.decode().splitlines(), 1):
        line = json.loads(text)
        try:
            said = referee.judge(line)
            outcome.hits = referee.game.hits if referee.game else outcome.hits
            if number not in steps:
                continue
            outcome.difference = part(
                cursor, referee, said, number, steps[number], line, outcome, legal_every
            )
        except Unsupported as why:
            outcome.unsupported = str(why)
            return outcome
        if outcome.difference is not None:
            return outcome
        if said:
            outcome.refused += 1
            return outcome
    return outcome


def part(
    cursor: Cursor,
    referee: Referee,
    said: str,
    number: int,
    found: Any,
    line: dict[str, Any],
    outcome: Outcome,
    legal_every: int,
) -> Difference | None:
    """Whether the two part on this line."""
    place, step = found
    if step.ok != (not said):
        if step.finding is not None and step.finding.code in FINGERPRINTS:
            raise Unsupported("a fingerprint")
        return Difference(number, "verdict", f"legal: {step.ok} {step.finding or ''}", said or "legal")
    if said or line["kind"] != "act":
        return None
    outcome.actions += 1
    game = referee.game
    assert game is not None
    cursor.seek(place)
    view = cursor.view("judge")
    name_cards(game, view)
    mine, its = picture(game), engine_picture(view)
    ended = its.get("result") is not None
    keys = [key for key in its if its[key] != mine.get(key) and not (ended and key in ("phase", "battle"))]
    if keys:
        return Difference(number, "/".join(keys), {k: its[k] for k in keys}, {k: mine.get(k) for k in keys})
    if legal_every and number % legal_every == 0:
        return moves(cursor, game, number, outcome)
    return None


def moves(cursor: Cursor, game: Game, number: int, outcome: Outcome) -> Difference | None:
    """What each says may be done now; how it is paid for is left out."""
    offered = {plain(action) for action in cursor.legal()}
    its = {action for action in offered if action[0] != "shift"}
    game.hits["Shifts, not judged"] += len(offered) - len(its)
    mine = announcements(game)
    outcome.moves += len(mine)
    if its == mine:
        return None
    return Difference(number, "moves", sorted(map(str, its - mine)), sorted(map(str, mine - its)))


def plain(action: Any) -> tuple[Any, ...]:
    """An action of the engine in the referee's form."""
    return action.do, action.seat, action.card or "", action.square or ""


# --- the engine's view ------------------------------------------------------------------------------------------------


def engine_picture(view: dict[str, Any]) -> dict[str, Any]:
    """The same of what the engine shows a judge."""
    seats = view["seats"]
    seen: dict[str, Any] = {key: view[key] for key in ("turn", "active", "phase")}
    if view["phase"] == "setup":
        return {
            "phase": "setup",
            **{f"{zone} {s['seat']}": in_order(s, zone) for s in seats for zone in ("hand", "deck")},
        }
    seen["result"] = view["result"] and {key: view["result"][key] for key in ("winners", "draw", "rule")}
    for seat in seats:
        at = seat["seat"]
        seen[f"damage {at}"] = seat["damage"]
        for zone in ("hand", "deck", "life", "charge", "trash", "remove"):
            seen[f"{zone} {at}"] = in_order(seat, zone)
        seen[f"resource {at}"] = sorted((card["number"], card["state"]) for card in seat["resource"]["cards"])
        seen[f"dynamis {at}"] = sorted((card["number"], card["face_up"]) for card in seat["dynamis"]["cards"])
    for square in SQUARES:
        seen[square] = [engine_row(card) for card in view["squares"][square] if "power" in card]
    seen["battle"] = engine_battle(view)
    return seen


def in_order(seat: dict[str, Any], zone: str) -> list[str]:
    """The cards of a zone; the engine shows a deck from its bottom."""
    found = [card["number"] for card in seat[zone]["cards"]]
    if zone == "deck":
        return found[::-1]
    return found if zone == "life" else sorted(found)


def engine_row(card: dict[str, Any]) -> tuple[Any, ...]:
    """A Z/X on a Square, in the engine's view."""
    return card["number"], card["owner"], card["state"], card["face_up"], card["power"], card["damage"]


def engine_battle(view: dict[str, Any]) -> tuple[Any, ...] | None:
    """The battle in the engine's view."""
    battle = view["battle"]
    if battle is None:
        return None
    names = {card["oid"]: card["number"] for cards in view["squares"].values() for card in cards}
    target = battle["target"]
    aimed = target if target == "player" else names.get(target, "")
    return names.get(battle["attacker"], ""), aimed, battle["priority"], battle["passes"]


# --- names ------------------------------------------------------------------------------------------------------------


def name_cards(game: Game, view: dict[str, Any]) -> None:
    """Call each card what the log calls it.

    Of two copies that came from a shuffled deck nobody can say which is which: where everything else about them is
    alike, each gets one of the names that the engine has there.
    """
    for seat in view["seats"]:
        for zone in OWN_ZONES:
            shown = seat[zone]["cards"]
            if zone == "deck":
                shown = shown[::-1]
            give_names(game, game.zones[seat["seat"]][zone], shown, zone in ("deck", "life"))
    for square in SQUARES:
        give_names(
            game, game.squares[square], [card for card in view["squares"][square] if "power" in card], False
        )


def give_names(game: Game, cards: list[Card], shown: list[dict[str, Any]], ordered: bool) -> None:
    """The names of one zone."""
    for row in shown:
        game.labels[row["oid"]] = (row["number"], row["owner"])
    if ordered:
        for card, row in zip(cards, shown, strict=False):
            card["label"] = row["oid"]
        return
    free = list(shown)
    unnamed = []
    for card in cards:
        same = [row for row in free if row["oid"] == card["label"] and alike(card, row)]
        if same:
            free.remove(same[0])
        else:
            unnamed.append(card)
    for card in unnamed:
        same = [row for row in free if alike(card, row)]
        if same:
            card["label"] = same[0]["oid"]
            free.remove(same[0])


def alike(card: Card, row: dict[str, Any]) -> bool:
    """Whether a card may be the one shown."""
    return (
        card["number"] == row["number"]
        and card["owner"] == row["owner"]
        and card["state"] == row.get("state", "")
        and card["damage"] == row.get("damage", 0)
    )
