"""A Shift: put on a card in the Main Phase (the basic rules, "Main Phase", 5); 913.1 stands in :mod:`.moving`.

What a Shift and the card under it are together, the documents leave to pages that are not among them. A game that
settles ``Z25`` as *abilities* says it; in any other this referee has no opinion from then on.
"""

from __future__ import annotations

from typing import Any

from .playing import can_pay, pay
from .table import Card, Game, Illegal, Unsupported, ask_card, put_on_top
from .texts import abilities, holds, meant

SHIFT = "shift"
PLAYER_VESSEL = "your Player card"


def shift(game: Game, seat: int, line: dict[str, Any]) -> None:
    """B, main 5: up to once per turn, its Shift Condition fulfilled, on top of a card that its Shift Vessel names."""
    card = in_dynamis(game, seat, line.get("card"))
    if line.get("square") or line.get("ability"):
        raise Illegal("B.main-5", "a Shift is put on a card")
    if seat in game.shift_played:
        raise Illegal("B.main-5", "one Shift a turn")
    one = shift_line(game, card)
    if not holds(game, seat, one["Condition"]):
        raise Illegal("B.main-5", f"not so: {one['Condition']}")
    found = vessels(game, seat, card, one["Vessel"])
    if not found:
        raise Illegal("B.main-5", f"no such card: {one['Vessel']}")
    if game.ruling("Z24") == "printed":
        pay(game, seat, game.cost(card), game.fact(card, "colours"), line.get("pay", []))
    elif line.get("pay"):
        raise Illegal("Z24", "nothing is paid")
    under = None if found == [None] else ask_card(game, "vessel", [one for one in found if one])
    if game.ruling("Z25") != "abilities":
        raise Unsupported("what a Shift and the card under it are together (Z25)")
    put_on_top(game, card, under)
    game.shift_played.add(seat)
    game.hits["Shift on a Z/X" if under else "Shift on a Player card"] += 1


def playable_face(game: Game, card: Card) -> bool:
    """Z26: either side up, or only those that lie face-down."""
    return game.ruling("Z26") != "face_down" or not card["face_up"]


def in_dynamis(game: Game, seat: int, name: Any) -> Card:
    """The Shift in one's own Dynamis that a line names; of several copies an open one, where it may be played."""
    for card in sorted(game.zones[seat]["dynamis"], key=lambda one: not one["face_up"]):
        named = name in (card["number"], card["label"], game.fact(card, "name"))
        if named and game.fact(card, "kind") == SHIFT and playable_face(game, card):
            return card
    raise Illegal("B.main-5", f"no Shift {name} to play")


def shift_line(game: Game, card: Card) -> dict[str, Any]:
    """The line of its text with the Shift Condition and the Shift Vessel."""
    for one in abilities(game, card):
        if one["kind"] == "Shift":
            return one
    raise Unsupported("a Shift without its condition")


def vessels(game: Game, seat: int, card: Card, words: str) -> list[Card | None]:
    """The cards that a Shift Vessel designates; a Player card is ``None``."""
    if words != PLAYER_VESSEL:
        return list(meant(game, words, seat, card))
    if not game.player_card_of(seat):
        raise Unsupported("whether a Virtual Player Card is a Player card (1205)")
    return [None]


def shifts_now(game: Game, seat: int) -> set[tuple[str, int, str, str]]:
    """The Shifts that could be played now."""
    if seat in game.shift_played:
        return set()
    return {
        ("shift", seat, card["number"], "")
        for card in game.zones[seat]["dynamis"]
        if game.fact(card, "kind") == SHIFT and playable_face(game, card) and could(game, seat, card)
    }


def could(game: Game, seat: int, card: Card) -> bool:
    """Whether its condition holds, a vessel is there, and it can be paid for where that is asked (Z24)."""
    one = shift_line(game, card)
    if not holds(game, seat, one["Condition"]) or not vessels(game, seat, card, one["Vessel"]):
        return False
    return game.ruling("Z24") != "printed" or can_pay(game, seat, game.cost(card), game.fact(card, "colours"))
