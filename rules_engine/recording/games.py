"""Which session and which screen a recorded game has, by the game that its first line names."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from rules_engine.x610z.castable import left_of
from rules_engine.zx.castable import playable_of
from rules_engine.zx.play import PLAYED_FROM

from .screen import Screen
from .session import Session
from .zx_screen import ZxScreen
from .zx_session import ZxSession


class Recorded(NamedTuple):
    """How a game is recorded: what replays its journal, and what shows the position to one viewer.

    ``plays`` are the actions that play a card out of a registered list, ``left`` counts what a list still has by
    ``list_rule``.
    """

    session: Callable[..., Session]
    screen: Callable[..., Screen]
    plays: frozenset[str]
    left: Callable[..., Mapping[str, int]]
    list_rule: str


RECORDED = {
    "x610z": Recorded(Session, Screen, frozenset({"cast"}), left_of, "101.1a"),
    "zx": Recorded(ZxSession, ZxScreen, frozenset(PLAYED_FROM), playable_of, "B.deck-1"),
}


class _First(msgspec.Struct):
    game: str = ""


def game_of(opening: bytes) -> str:
    """The game that the first line of an opening names."""
    return msgspec.json.decode(opening.split(b"\n", 1)[0], type=_First).game


def session_of(opening: bytes, pool: Any = None) -> Session:
    """The recording that begins with this opening, whichever game it is of."""
    return RECORDED[game_of(opening)].session(opening, pool=pool)
