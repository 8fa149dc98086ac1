"""The one list of games: a game is a folder, and everybody who needs something of it asks here, by its key.

A game is a package that exports ``GAME`` (a :class:`~.kernel.games.Game`) and has a module for each seam: ``engine``,
``pools``, ``decks``, ``law`` and so on, as ``Game`` lists them. All of them are pure. :func:`register` adds a package,
wherever it lies.

Where a page of a game must be made by Django (the site prefers pages that are made of the seams alone), its code is
that game's module in the folder ``games`` of the room's floor, for instance ``tournaments/games/KEY/``; a game that is
no part of ``rules_engine`` has it in its own folder. No room imports it: the floor's ``games`` finds it by the key.
"""

from functools import cache
from importlib import import_module

from .kernel.games import Engine, Game

_PACKAGES = {"x610z": "rules_engine.x610z", "zx": "rules_engine.zx"}
GAMES = _PACKAGES.keys()
"""The keys of all games, in the order in which they are offered; the first one is the usual."""


class UnknownGame(LookupError):
    """There is no game of that key here: perhaps a newer release wrote it down."""


@cache
def game_of(key: str) -> Game:
    """The game of that key. Raises :class:`UnknownGame` when there is none."""
    if key not in _PACKAGES:
        raise UnknownGame(key)
    return _read(_PACKAGES[key])


def games() -> tuple[Game, ...]:
    """All games, in the order in which they are offered."""
    return tuple(game_of(key) for key in GAMES)


def register(package: str) -> Game:
    """Add the game of a package. Raises ``ValueError`` when there is a game of that key already."""
    game = _read(package)
    if _PACKAGES.get(game.key, package) != package:
        raise ValueError(game.key)
    _PACKAGES[game.key] = package
    return game


def unregister(key: str) -> None:
    """Take a game out again, for tests that add one."""
    del _PACKAGES[key]
    game_of.cache_clear()


def _read(package: str) -> Game:
    found = import_module(package).GAME
    if not isinstance(found, Game):
        raise TypeError(f"{package}.GAME is no game")
    return found


def engine_of(key: str) -> Engine:
    """The engine of a game. Raises ``LookupError`` for a game that there is none for."""
    return game_of(key).engine
