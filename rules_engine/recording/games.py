"""Which session and which screen a recorded game has, by the game that its first line names."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from .screen import Screen
from .session import Session
from .zx_screen import ZxScreen
from .zx_session import ZxSession


class Recorded(NamedTuple):
    """How a game is recorded: what replays its journal, and what shows the position to one viewer."""

    session: Callable[..., Session]
    screen: Callable[..., Screen]


RECORDED = {"x610z": Recorded(Session, Screen), "zx": Recorded(ZxSession, ZxScreen)}


class _First(msgspec.Struct):
    game: str = ""


def game_of(opening: bytes) -> str:
    """The game that the first line of an opening names."""
    return msgspec.json.decode(opening.split(b"\n", 1)[0], type=_First).game


def session_of(opening: bytes, pool: Any = None) -> Session:
    """The recording that begins with this opening, whichever game it is of."""
    return RECORDED[game_of(opening)].session(opening, pool=pool)
