"""Who may see what (301.3): what a viewer knows of every zone, by this referee and by the engine's views."""

from __future__ import annotations

from typing import Any

from .table import HIDDEN, OWN_ZONES, UNKNOWN, Card, Game

VIEWERS: tuple[Any, ...] = (0, 1, "spectator")
LOOKED_AT = ("hand", "dynamis")
"""301.3c, "unless otherwise specified": a player knows their own hand, and may look at their own Dynamis."""

Seen = dict[str, tuple[int, list[str]]]


def sees(card: Card, viewer: Any) -> bool:
    """301.3a to 301.3c, for a card in a zone that a player has for himself."""
    if card["zone"] not in HIDDEN or card["face_up"]:
        return True
    return card["zone"] in LOOKED_AT and card["owner"] == viewer


def seen(game: Game, viewer: Any) -> Seen:
    """301.3d: how many cards everything has, and which of them a viewer knows."""
    return {
        f"{zone} {seat}": (
            len(game.zones[seat][zone]),
            sorted(
                card["number"]
                for card in game.zones[seat][zone]
                if sees(card, viewer) and card["number"] != UNKNOWN
            ),
        )
        for seat in (0, 1)
        for zone in OWN_ZONES
    }


def engine_seen(view: dict[str, Any]) -> Seen:
    """The same in a view of the engine."""
    found: Seen = {}
    for seat in view["seats"]:
        for zone in OWN_ZONES:
            cards = seat[zone].get("cards", [])
            count = seat[zone].get("count", len(cards))
            found[f"{zone} {seat['seat']}"] = (count, sorted(c["number"] for c in cards if "number" in c))
    return found
