"""The words on and about the drawn board, in English and Dutch; the drawing itself stays free of Django."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Words = Mapping[str, str]

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "title": "The board",
        "title_turn": "The board in turn {turn}",
        "pawn": "{player}: {card} on {dot}, {damage} of {defense} damage",
        "pawn_whole": "{player}: {card} on {dot}, undamaged",
        "nothing": "No pawns on the board.",
        "player": "Player {number}",
        "last": "Last action: {kind} along {path}.",
        "last_broken": "The last action breaks a rule: {kind} along {path}.",
        "move": "move",
        "attack": "attack",
        "warp": "warp",
        "cast": "cast",
        "action": "action",
        "turn": "Turn",
        "start": "Starting Dot",
        "inner": "inner orbit",
        "white": "white dot",
        "ending": "Ending Dot",
        "active": "to play",
        "hand": "hand {count}",
        "deck": "deck {count}",
        "damage": "{damage} of {defense}",
        "off": "not on the board",
    },
    "nl": {
        "title": "Het bord",
        "title_turn": "Het bord in beurt {turn}",
        "pawn": "{player}: {card} op {dot}, {damage} van {defense} schade",
        "pawn_whole": "{player}: {card} op {dot}, onbeschadigd",
        "nothing": "Er staan geen pionnen op het bord.",
        "player": "Speler {number}",
        "last": "Laatste actie: {kind} langs {path}.",
        "last_broken": "De laatste actie overtreedt een regel: {kind} langs {path}.",
        "move": "beweging",
        "attack": "aanval",
        "warp": "warp",
        "cast": "casten",
        "action": "actie",
        "turn": "Beurt",
        "start": "Starting Dot",
        "inner": "inner orbit",
        "white": "witte dot",
        "ending": "Ending Dot",
        "active": "aan de beurt",
        "hand": "hand {count}",
        "deck": "deck {count}",
        "damage": "{damage} van {defense}",
        "off": "niet op het bord",
    },
}
"""Language -> key -> text with named places; both languages have the same keys."""


def words(lang: str) -> Words:
    """Return the texts of a language; any other than Dutch reads English."""
    return TEXTS["nl" if lang.startswith("nl") else "en"]


def seat_name(view: Mapping[str, Any], seat: int, text: Words) -> str:
    """Return the name of the person who sits there, or "Player 1" when the view gives none."""
    for number, entry in enumerate(view.get("seats") or ()):
        if isinstance(entry, Mapping) and entry.get("seat", number) == seat:
            name = entry.get("name") or entry.get("player")
            if name:
                return str(name)
    return text["player"].format(number=seat + 1)


def title_of(view: Mapping[str, object], text: Words) -> str:
    """Return the short name of the picture."""
    turn = view.get("turn")
    return text["title_turn"].format(turn=turn) if isinstance(turn, int) else text["title"]


def describe(view: Mapping[str, Any], path: list[str], kind: str, ok: bool, text: Words) -> str:
    """Say in sentences what the picture shows: every pawn, then the last action."""
    sentences = [
        _pawn_sentence(view, pawn, text) for pawn in view.get("pawns") or () if pawn.get("dot") is not None
    ]
    said = ". ".join(sentences) + "." if sentences else text["nothing"]
    if len(path) > 1:
        template = text["last"] if ok else text["last_broken"]
        said += " " + template.format(kind=text.get(kind, text["action"]), path=" – ".join(path))
    return said


def _pawn_sentence(view: Mapping[str, Any], pawn: Mapping[str, Any], text: Words) -> str:
    template = text["pawn"] if pawn.get("damage") else text["pawn_whole"]
    return template.format(
        player=seat_name(view, pawn["seat"], text),
        card=pawn.get("card", ""),
        dot=pawn["dot"],
        damage=pawn.get("damage", 0),
        defense=pawn.get("defense", 0),
    )
