"""What a judge settles: a Z/X Overboost on a Square (how one is played no document says), and what a card says."""

from __future__ import annotations

from typing import Any

from .rules import preprocess
from .table import SQUARES, Card, Game, Unsupported, put_on_square, shift_square


def judged(game: Game, line: dict[str, Any]) -> None:
    """A judge's line: words alone, what he puts on a Square, whose text a card has; then what is due."""
    game.answers = list(line.get("answers", []))
    for row in line.get("change", []):
        if row[0] == "text":
            called(game, row[1])["says"] = row[2]
            game.hits["Text by a judge"] += 1
            continue
        if row[0] != "square" or row[2] not in SQUARES:
            raise Unsupported(f"a judge's row: {row[0]}")
        card = called(game, row[1])
        if card["zone"] == "square":
            shift_square(game, card, row[2])
        else:
            put_on_square(game, card, row[2])
            game.hits["Overboost on a Square"] += game.overboosted(card["owner"])
    if line["do"] == "fix":
        preprocess(game)


def called(game: Game, label: str) -> Card:
    """The card that a log calls so, on a Square or in a Dynamis."""
    there = [*game.zx(), *(card for seat in (0, 1) for card in game.zones[seat]["dynamis"])]
    for card in there:
        if card["label"] == label:
            return card
    raise Unsupported(f"a judge's row about {label}")
