"""Which games can be practised, and who plays one: what a practice recording was begun with."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules_engine.games import GAMES, game_of, games
from rules_engine.kernel.games import Practice

BOT = 1
"""The seat of the random player."""
AGAINST = {"random": _("Random player"), "both": _("Second seat")}
"""Who sits opposite, in the reader's language."""


def practised() -> list[tuple[str, str]]:
    """The key and the name of every game that can be practised, in the order in which they are offered."""
    return [(game.key, game.name) for game in games() if game.practice is not None]


def practice_of(game: str) -> Practice:
    """How a game is practised. Raises ``LookupError`` for one that cannot be."""
    found = game_of(game).practice
    if found is None:
        raise LookupError(game)
    return found


def game_of_practice(practice: Mapping[str, object]) -> str:
    """The game of a practice recording, by what it was begun with; the first ones, begun before there was another,
    do not say it."""
    return str(practice.get("game", next(iter(GAMES))))


def names_of_practice(practice: Mapping[str, Any]) -> dict[str, str]:
    """The names of both seats: the owner's as it was, and who sits opposite in the language of the reader."""
    return {"P1": str(practice["names"]["P1"]), "P2": str(AGAINST[practice["against"]])}
