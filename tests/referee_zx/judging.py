"""What a judge settles: how an Overboost and a Shift are played, and what a card is, where no document says it."""

from __future__ import annotations

from typing import Any

from .rules import preprocess
from .shifts import in_dynamis
from .table import SQUARES, Card, Game, Unsupported, put_on_square, put_on_top, shift_square

NO_TEXT = "none"


def judged(game: Game, line: dict[str, Any]) -> None:
    """A judge's line: words alone, or rows in the order in which they stand; then what is due."""
    game.answers = list(line.get("answers", []))
    for row in line.get("change", []):
        if row[0] in SAID:
            settle(game, *row)
        elif row[0] == "shift":
            put_shift(game, row[1], row[2])
        elif row[0] == "square" and row[2] in SQUARES:
            put_square(game, row[1], row[2])
        else:
            raise Unsupported(f"a judge's row: {row[0]}")
    if line["do"] == "fix":
        preprocess(game)


def put_square(game: Game, label: str, square: str) -> None:
    """A card goes to a Square: from another one it is the same card (301.4), an Overboost comes out of the Dynamis."""
    card = called(game, label)
    if card["zone"] == "square":
        shift_square(game, card, square)
    else:
        put_on_square(game, card, square)
        game.hits["Overboost on a Square"] += game.overboosted(card["owner"])


def put_shift(game: Game, label: str, name: str) -> None:
    """B, main 5: a Shift is put on the top of a card, up to once per turn; the judge says on which, and that it may be.

    It is the Shift of that player for the turn. What it says is there from then on, and so is the card under it.
    """
    under = None if label in game.player_labels else called(game, label)
    seat = game.player_labels[label] if under is None else under["owner"]
    put_on_top(game, in_dynamis(game, seat, name), under)
    game.shift_played.add(seat)
    game.hits["Shift by a judge"] += 1


def settle(game: Game, what: str, label: str, value: Any) -> None:
    """What a card is as long as it stays that card (301.4): its name, its colours, its Power, or whose text it has."""
    if label in game.player_labels:
        if what == "text":
            raise Unsupported("a judge's row about the text of a Player card")
        game.player_said[game.player_labels[label]] |= SAID[what](game, value)
    else:
        card = called(game, label)
        card["said"] = card["said"] | SAID[what](game, value)
    game.hits[f"{what.capitalize()} by a judge"] += 1


def text_of(game: Game, number: str) -> dict[str, Any]:
    """Text and keywords of another card, or none."""
    if number == NO_TEXT:
        return {"text": "", "keywords": []}
    return {field: game.printed[number][field] for field in ("text", "keywords")}


SAID = {
    "name": lambda game, value: {"name": value},
    "colours": lambda game, value: {"colours": [one for one in value.split("/") if one]},
    "power": lambda game, value: {"power": value},
    "text": text_of,
}
"""The rows that say what a card is, and which printed values they take the place of."""


def called(game: Game, label: str) -> Card:
    """The card that a log calls so, on a Square or in a Dynamis."""
    lying = [shift for shift, _, _ in game.shifts]
    there = [*game.zx(), *lying, *(card for seat in (0, 1) for card in game.zones[seat]["dynamis"])]
    for card in there:
        if card["label"] == label:
            return card
    raise Unsupported(f"a judge's row about {label}")
