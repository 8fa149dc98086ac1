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
from .table import OWN_ZONES, SQUARES, UNKNOWN, Card, Game, Unsupported
from .views import VIEWERS, engine_seen, seen

NOT_CARRIED = ("behind_player_not_carried", "overboost_not_carried")
"""Where the engine stops, and the documents say what happens (911.1, and what lies behind a Player card)."""


class Outcome(Struct):
    """What came of one log: lines on which both agreed, moves that either called legal, refused lines."""

    actions: int = 0
    moves: int = 0
    refused: int = 0
    difference: Difference | None = None
    unsupported: str = ""
    hits: Counter[str] = field(default_factory=Counter)
    carried: set[str] = field(default_factory=set)
    """The words of every effect that the referee carried out, and of every [Always] that changed a Power."""


def printed_cards(pool: ZxPool) -> dict[str, dict[str, Any]]:
    """What is printed on the cards of a pool, as plain data."""
    return {card["number"]: card for card in msgspec.to_builtins(pool.cards)}


def compare(
    log: bytes, pool: ZxPool, legal_every: int = 1, decks: dict[int, list[str]] | None = None
) -> Outcome:
    """Both over one log, up to the first difference or the first line that is refused."""
    cursor = Cursor(log, pool, decks)
    steps = {step.line: (place, step) for place, step in enumerate(cursor.steps, 1)}
    referee = Referee(printed_cards(pool), decks)
    outcome = Outcome()
    for number, text in enumerate(log.decode().splitlines(), 1):
        line = json.loads(text)
        try:
            if referee.game and referee.game.hides and number in steps and steps[number][1].ok:
                cursor.seek(steps[number][0])
                new_names(referee.game, cursor.view("judge"))
            said = referee.judge(line)
            if referee.game:
                outcome.hits, outcome.carried = referee.game.hits, referee.game.carried
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
    if step.finding is not None and step.finding.code in NOT_CARRIED:
        raise Unsupported(f"the engine: {step.finding.code}")
    if step.ok != (not said):
        if step.finding is not None and step.finding.code in FINGERPRINTS:
            raise Unsupported("a fingerprint")
        return Difference(number, "verdict", f"legal: {step.ok} {step.finding or ''}", said or "legal")
    if said or line["kind"] not in ("act", "judge"):
        return None
    outcome.actions += 1
    game = referee.game
    assert game is not None
    cursor.seek(place)
    view = cursor.view("judge")
    name_cards(game, view)
    mine, its = picture(game), engine_picture(game, view)
    ended = its.get("result") is not None
    keys = [key for key in its if its[key] != mine.get(key) and not (ended and key in ("phase", "battle"))]
    if keys:
        return Difference(number, "/".join(keys), {k: its[k] for k in keys}, {k: mine.get(k) for k in keys})
    for viewer in VIEWERS if game.phase != "setup" and not ended else ():
        shown, right = engine_seen(cursor.view(viewer)), seen(game, viewer)
        if shown != right:
            keys = [key for key in right if right[key] != shown[key]]
            return Difference(
                number, f"view of {viewer}", {k: shown[k] for k in keys}, {k: right[k] for k in keys}
            )
    if legal_every and number % legal_every == 0:
        return moves(cursor, game, number, outcome)
    return None


def moves(cursor: Cursor, game: Game, number: int, outcome: Outcome) -> Difference | None:
    """What each says may be done now; how it is paid for is left out."""
    its = {plain(action) for action in cursor.legal()}
    mine = announcements(game)
    if game.ruling("Z25") != "abilities":
        mine = {action for action in mine if action[0] != "shift"}  # nothing goes on behind one
    outcome.moves += len(mine)
    if its == mine:
        return None
    return Difference(number, "moves", sorted(map(str, its - mine)), sorted(map(str, mine - its)))


def plain(action: Any) -> tuple[Any, ...]:
    """An action of the engine in the referee's form."""
    return action.do, action.seat, action.card or "", action.square or ""


# --- the engine's view ------------------------------------------------------------------------------------------------


def engine_picture(game: Game, view: dict[str, Any]) -> dict[str, Any]:
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
        seen[f"counters {at}"] = dict(seat.get("counters", {}))
        for zone in ("hand", "deck", "life", "charge", "trash", "remove"):
            seen[f"{zone} {at}"] = in_order(seat, zone)
        seen[f"resource {at}"] = sorted((card["number"], card["state"]) for card in seat["resource"]["cards"])
        seen[f"dynamis {at}"] = sorted((card["number"], card["face_up"]) for card in seat["dynamis"]["cards"])
    for square in SQUARES:
        seen[square] = [engine_row(card) for card in view["squares"][square] if "power" in card]
    seen["faces"] = sorted(
        (card["number"], card["card"], sorted(card["colours"]))
        for square in SQUARES
        for card in view["squares"][square]
        if "power" in card
    )
    seen["links"] = sorted(
        (card["owner"], game.printed[card["number"]]["name"], square)
        for square, card in of_kind(game, view, "link")
    )
    seen["shifts"] = sorted(
        (card["owner"], card["number"], square) for square, card in of_kind(game, view, "shift")
    )
    seen["players"] = sorted(
        (card["owner"], card["number"], card["state"])
        for _, card in of_kind(game, view, "player")
        if card["face_up"] and not game.overboosted(card["owner"])
    )
    seen["behind"] = sorted(
        (card["owner"], card["number"], card["face_up"]) for _, card in of_kind(game, view, "player_extra")
    )
    seen["battle"] = engine_battle(view)
    return seen


def of_kind(game: Game, view: dict[str, Any], kind: str) -> list[tuple[str, dict[str, Any]]]:
    """The cards of a kind on Squares that are no Z/X of their own, each with its Square."""
    return [
        (square, card)
        for square in SQUARES
        for card in view["squares"][square]
        if game.printed.get(card.get("number"), {}).get("kind") == kind
    ]


def in_order(seat: dict[str, Any], zone: str) -> list[str]:
    """The cards of a zone; the engine shows a deck from its bottom."""
    if zone in ("deck", "life") and "cards" not in seat[zone]:
        return [UNKNOWN] * seat[zone]["count"]
    found = [card.get("number", UNKNOWN) for card in seat[zone]["cards"]]
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
    if game.hides:
        game.labels.clear()  # after a shuffle a label may stand for another card
    for seat in view["seats"]:
        for zone in OWN_ZONES:
            shown = seat[zone].get("cards", [])
            if zone == "deck":
                shown = shown[::-1]
            give_names(game, game.zones[seat["seat"]][zone], shown, zone in ("deck", "life"))
    for card in game.behind.values():
        rows = view["squares"][card["square"]]
        card["label"] = next(row["oid"] for row in rows if row.get("number") == card["number"])
    game.player_labels = {card["oid"]: card["owner"] for _, card in of_kind(game, view, "player")}
    game.came.clear()
    there = [card["oid"] for square in SQUARES for card in view["squares"][square] if "oid" in card]
    game.highest = max([game.highest, *(int(label[1:]) for label in (*game.labels, *there))])
    game.link_labels = {
        card["oid"]: (card["owner"], game.printed[card["number"]]["name"], square)
        for square, card in of_kind(game, view, "link")
    }
    for square in SQUARES:
        give_names(
            game, game.squares[square], [card for card in view["squares"][square] if "power" in card], False
        )


def new_names(game: Game, view: dict[str, Any]) -> None:
    """What the engine calls the cards that a line turns up: an answer may speak of one that had no name before."""
    rows = [
        row for seat in view.get("seats", []) for zone in OWN_ZONES for row in seat[zone].get("cards", [])
    ]
    rows += [row for square in SQUARES for row in view.get("squares", {}).get(square, [])]
    for row in rows:
        if "oid" in row:
            game.labels.setdefault(row["oid"], (row["number"], row["owner"]))


def give_names(game: Game, cards: list[Card], shown: list[dict[str, Any]], ordered: bool) -> None:
    """The names of one zone."""
    shown = [row if "oid" in row else {"oid": "", "number": UNKNOWN, "owner": -1} for row in shown]
    for row in shown:
        if row["oid"]:
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
