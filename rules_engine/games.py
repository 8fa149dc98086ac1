"""The games that there is an engine for, by key; each is loaded when somebody first asks for it."""

from functools import cache
from importlib import import_module

from .kernel.games import Engine

NAMES = {"x610z": "X610Z", "zx": "Z/X"}
"""What players call the games, in every language."""
GAMES = tuple(NAMES)


@cache
def engine_of(game: str) -> Engine:
    """The engine of a game. Raises ``LookupError`` for a game that there is none for."""
    if game not in GAMES:
        raise LookupError(game)
    engine: Engine = import_module(f"rules_engine.{game}.engine").ENGINE
    return engine
