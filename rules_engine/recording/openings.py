"""Which game a recording is of, by the first line of its opening."""

from typing import Any

import msgspec

from rules_engine.games import game_of

from .session import Session


class _First(msgspec.Struct):
    game: str = ""


def key_of(opening: bytes) -> str:
    """The key of the game that the first line of an opening names."""
    return msgspec.json.decode(opening.split(b"\n", 1)[0], type=_First).game


def session_of(opening: bytes, pool: Any = None) -> Session:
    """The recording that begins with this opening, whichever game it is of."""
    session: Session = game_of(key_of(opening)).recording.session(opening, pool=pool)
    return session
