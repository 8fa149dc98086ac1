"""Whom and what a finding is about, by name: players, cards and whose turn it is, for the sentences of ``messages``."""

import re
from collections.abc import Iterator, Sequence

from .model import State

_OBJECT = re.compile(r"(?:\d{1,3}:)?#\d{1,6}|stack:\d{1,3}|seat:\d")


def spoken(st: State, seat: int | None, params: dict[str, object]) -> dict[str, object]:
    """What the sentence of a finding needs beside its own parameters, as plain JSON values.

    ``players`` by seat, ``who`` is the seat at fault, ``active`` the seat whose turn it is, ``names`` maps every log
    name and card number in the parameters to words.
    """
    found: dict[str, object] = {"players": [known.player for known in st.game.seats], "active": st.active}
    if seat is not None and seat < len(st.hand):
        found["who"] = seat
    names = {text: name for text in _texts(params) if (name := _name(st, text))}
    if names:
        found["names"] = names
    return found


def players_alone(players: Sequence[str], seat: int | None) -> dict[str, object]:
    """The same before there is a game: who sits at the table, and who is at fault."""
    found: dict[str, object] = {"players": list(players)} if players else {}
    if seat is not None and seat < len(players):
        found["who"] = seat
    return found


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)


def _name(st: State, text: str) -> str:
    """The words for a log name; "" for a text that names nothing."""
    if not _OBJECT.fullmatch(text):
        rev = st.game.pool.index.get(text)
        return st.game.pool.cards[rev].name if rev is not None else ""
    number = int(text.rpartition(":")[2].lstrip("#"))
    if "#" in text:
        rev = st.objs[number].rev if number < len(st.objs) else -1
        return f"{st.game.pool.cards[rev].name} ({text})" if rev >= 0 else ""
    if text.startswith("seat"):
        return st.game.seats[number].player if number < len(st.hand) else ""
    slot = st.stack[number - 1].slot if 1 <= number <= len(st.stack) else -1
    return f"{st.game.pool.cards[st.objs[slot].rev].name} ({text})" if slot >= 0 else ""
