"""What is laid out before the first turn (the basic rules, "Game Preparation" 1 to 6, and 8)."""

from __future__ import annotations

from typing import Any

from .moving import draw
from .table import OVERBOOST, PLAYER_SQUARE, Game, Illegal, new_card, put, put_on_square


def lay_out(game: Game, seat: int, line: dict[str, Any]) -> None:
    """B, preparation 1 to 5: what a player puts before the deck is shuffled."""
    for field, keyword in (
        ("start_card", "Start Card"),
        ("gate_card", "Gate Card"),
        ("start_resource", "Start Resource"),
    ):
        if line.get(field) and keyword not in game.printed[line[field]]["keywords"]:
            raise Illegal("B.prep", f"{line[field]} is no {keyword}")
    game.player_card[seat] = line.get("player_card", "")  # 1
    game.markers[seat] = line.get("markers")
    if line.get("behind"):
        put_behind(game, seat, line["behind"])
    if line.get("start_card"):
        card = new_card(line["start_card"], seat)  # 2
        put_on_square(game, card, PLAYER_SQUARE[seat], "sleep" if game.ruling("Z12") == "sleep" else "reboot")
        card["face_up"] = False
    for number in line.get("dynamis", []):
        put(game, new_card(number, seat), "dynamis")  # 3
    if line.get("gate_card"):
        card = new_card(line["gate_card"], seat)  # 4
        put(game, card, "dynamis")
        card["face_up"] = True
    if line.get("start_resource"):
        put(game, new_card(line["start_resource"], seat), "resource")  # 5


def put_behind(game: Game, seat: int, number: str) -> None:
    """1: a Player Extra or the lower part of a Z/X Overboost, face-down behind the Player card."""
    if game.printed[number]["kind"] not in ("player_extra", OVERBOOST):
        raise Illegal("B.prep", f"{number} does not lie behind a Player card")
    card = new_card(number, seat)
    card.update(zone="square", square=PLAYER_SQUARE[seat])
    game.behind[seat] = card


def lay_deck(game: Game, seat: int, numbers: list[str]) -> None:
    """6 and 8: the shuffled deck, and four cards from its top."""
    for number in numbers:
        put(game, new_card(number, seat), "deck")
    draw(game, seat, 4)
