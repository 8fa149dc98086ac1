"""When an [Auto] ability triggers: the words behind <Trigger>, and what has just happened."""

from __future__ import annotations

from typing import Any

from .table import Card, Game, Unsupported
from .texts import abilities, available, condition_of, holds, meant


def triggered(game: Game, event: str, who: Card) -> list[tuple[Card, int, dict[str, Any]]]:
    """Every [Auto] ability on the Squares whose <Trigger> is what has just happened to, or by, a Z/X."""
    found = []
    for card in game.speaking():
        for ability in abilities(game, card):
            if (
                ability["kind"] == "Auto"
                and available(game, card, ability)
                and fits(game, ability, event, who, card)
            ):
                found.append((card, card["life"], ability))
    return found


TRIGGERS = {
    " appears": "appears",
    " attacks": "attacks",
    " is attacked": "attacked",
    " is put into Charge": "charged",
    " destroys an enemy Z/X in battle": "destroys",
}


def fits(game: Game, ability: dict[str, Any], event: str, who: Card, card: Card) -> bool:
    """Whether the words of a <Trigger> speak of this event."""
    words = ability["Trigger"]
    for ending, name in TRIGGERS.items():
        if words.endswith(ending):
            phrase = words.removesuffix(ending)
            if name != event:
                return False
            return card is who if phrase == "this Z/X" else who in meant(game, phrase, card["owner"], card)
    if words in ("your turn ends", "the opponent's turn ends"):
        return False
    raise Unsupported(f"a trigger: {words}")


def true_already(game: Game, card: Card, ability: dict[str, Any]) -> bool:
    """Z16: whether an ability that begins with a condition triggers at all."""
    condition, _ = condition_of(ability["Effect"].removesuffix("."))
    return game.ruling("Z16") != "both" or not condition or holds(game, card["owner"], condition, card)


def trigger(game: Game, event: str, who: Card) -> None:
    """What triggers waits."""
    for card, life, ability in triggered(game, event, who):
        if not true_already(game, card, ability):
            continue
        game.waiting.append({"seat": card["owner"], "card": card, "life": life, "ability": ability})
