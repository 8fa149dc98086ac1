"""What a page of one game needs of Django, beside the seams that the game brings itself: one module for each page.

Most pages need nothing of it: they are made of the seams (:mod:`rules_engine.games`), and every half has a usual form
for the games that bring none. A game of ours has its halves in the folder of its key here, another game in its own
folder, under ``site``. The modules are called ``viewer`` (the log viewer), ``closer`` (a closer look at a position),
``table`` (the page on which a game is recorded) and ``judge`` (what a judge may set right), and each declares the
constant of that name.

This module knows no room, so the rooms of games may ask it. The folders stand above the rooms; nobody imports a folder.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TypeVar

from rules_engine.games import game_of

T = TypeVar("T")


def half(game: str, name: str, usual: T) -> T:
    """What a game has for a page, or the usual. Raises ``LookupError`` for an unknown game."""
    found = _module(game_of(game).package, game, name)
    if found is None:
        return usual
    declared: T = getattr(found, name.upper())
    return declared


@cache
def _module(package: str, game: str, name: str) -> object:
    for folder in (f"{__name__}.{game}", f"{package}.site"):
        if _there(folder) and find_spec(f"{folder}.{name}") is not None:
            return import_module(f"{folder}.{name}")
    return None


def _there(folder: str) -> bool:
    return find_spec(folder) is not None
