"""The words on and about the drawn board of Z/X, in English and Dutch; the drawing itself stays free of Django."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Words = Mapping[str, str]
Seen = Mapping[str, Any]
"""A view, or a part of it, as plain values."""

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "lang": "en",
        "title": "The Squares",
        "title_turn": "The Squares in turn {turn}",
        "turn": "Turn {turn}",
        "sleep": "Sleep",
        "down": "face-down",
        "on": "Square {square}: {cards}.",
        "zx": "{card} of {player}, Power {power}",
        "hurt": "{damage} damage",
        "asleep": "in Sleep",
        "plain": "{card} of {player}",
        "hidden": "a face-down card of {player}",
        "empty": "No card lies on a Square.",
        "counts": "{player}: Life {life}, hand {hand}, deck {deck}, Charge {charge}, Resource {resource} of which "
        "{awake} in Reboot, Trash {trash}, Dynamis {dynamis}.",
        "fight": "{attacker} attacks {target}.",
        "fight_player": "{attacker} attacks the player on Square {square}.",
        "player": "Player {number}",
        "active": "has the turn",
        "answers": "to answer",
    },
    "nl": {
        "lang": "nl",
        "title": "De Squares",
        "title_turn": "De Squares in beurt {turn}",
        "turn": "Beurt {turn}",
        "sleep": "Sleep",
        "down": "gesloten",
        "on": "Square {square}: {cards}.",
        "zx": "{card} van {player}, Power {power}",
        "hurt": "{damage} schade",
        "asleep": "in Sleep",
        "plain": "{card} van {player}",
        "hidden": "een gesloten kaart van {player}",
        "empty": "Op geen Square ligt een kaart.",
        "counts": "{player}: Life {life}, hand {hand}, deck {deck}, Charge {charge}, Resource {resource} waarvan "
        "{awake} in Reboot, Trash {trash}, Dynamis {dynamis}.",
        "fight": "{attacker} valt {target} aan.",
        "fight_player": "{attacker} valt de speler aan op Square {square}.",
        "player": "Speler {number}",
        "active": "aan de beurt",
        "answers": "mag antwoorden",
    },
}
"""Language -> key -> text with named places; both languages have the same keys."""

PILES = ("life", "hand", "deck", "charge", "resource", "trash", "dynamis")
"""The zones that are counted beside the Squares, in the order of the picture."""


def words(lang: str) -> Words:
    """The texts of a language; any other than Dutch reads English."""
    return TEXTS["nl" if lang.startswith("nl") else "en"]


def player_of(view: Seen, seat: int, text: Words) -> str:
    """The name of the person who sits there, or "Player 1" where the view gives none."""
    seats = view.get("seats") or ()
    entry = seats[seat] if seat < len(seats) else {}
    return str(entry.get("name") or entry.get("player") or text["player"].format(number=seat + 1))


def moment_of(view: Seen, seat: int, text: Words) -> str:
    """What stands beside a player: that a choice (``asks``) or an answer in a battle is theirs, else that the turn is.

    A game that is over awaits nobody, also where it ended in the middle of a battle.
    """
    if view.get("result"):
        return ""
    if view.get("asks") is not None:
        return text["answers"] if view["asks"] == seat else ""
    battle = view.get("battle")
    if battle and battle["priority"] == seat:
        return text["answers"]
    return text["active"] if not battle and view.get("active") == seat and view.get("turn") else ""


def title_of(view: Mapping[str, object], text: Words) -> str:
    """The short name of the picture."""
    turn = view.get("turn")
    return text["title_turn"].format(turn=turn) if turn else text["title"]


def counts_of(seat: Seen) -> dict[str, int]:
    """How many cards lie in each zone of a player, and how many of Resource are in Reboot State."""
    counts = {pile: int((seat.get(pile) or {}).get("count", 0)) for pile in PILES}
    resource = (seat.get("resource") or {}).get("cards", ())
    return counts | {"awake": sum(card.get("state") == "reboot" for card in resource)}


def describe(view: Seen, text: Words) -> str:
    """What the picture shows, in sentences: every Square with cards, the battle, the zones of both players."""
    said = [
        text["on"].format(square=square, cards="; ".join(_card(card, view, text) for card in cards))
        for square, cards in (view.get("squares") or {}).items()
        if cards
    ] or [text["empty"]]
    said += _fight(view, text)
    for seat, entry in enumerate(view.get("seats") or ()):
        said.append(text["counts"].format(player=player_of(view, seat, text), **counts_of(entry)))
    return " ".join(said)


def _card(card: Seen, view: Seen, text: Words) -> str:
    player = player_of(view, int(card.get("controller", card["owner"])), text)
    if not card.get("card"):
        return text["hidden"].format(player=player)
    if card.get("power") is None:
        return text["plain"].format(card=card["card"], player=player)
    parts = [text["zx"].format(card=card["card"], player=player, power=card["power"])]
    if card.get("damage"):
        parts.append(text["hurt"].format(damage=card["damage"]))
    if card.get("state") == "sleep":
        parts.append(text["asleep"])
    return ", ".join(parts)


def _fight(view: Seen, text: Words) -> Sequence[str]:
    battle = view.get("battle")
    if not battle:
        return []
    names = {
        card["oid"]: card["card"]
        for cards in (view.get("squares") or {}).values()
        for card in cards
        if card.get("oid")
    }
    attacker = names.get(battle["attacker"], "?")
    if battle["target"] == "player":
        return [text["fight_player"].format(attacker=attacker, square=battle["square"])]
    return [text["fight"].format(attacker=attacker, target=names.get(battle["target"], "?"))]
