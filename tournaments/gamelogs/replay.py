"""Between stored logs and the engine: decks for binding, the audit, the cursor."""

import re
from typing import Any

import msgspec

from decks.cards.pools import pool_for
from rules_engine import Cursor, audit
from rules_engine.x610z.cards import Pool
from tournaments.entries.models import Entry

from .models import GameLog


def registered_decks(log: GameLog) -> dict[int, list[str]]:
    """What each seat registered, when the log's seat lines name the players by their entry (``E7``).

    The engine checks revealed cards against these lists; a seat it does not know is not checked.
    """
    entries = {
        entry.key: entry
        for entry in Entry.objects.filter(seats__match=log.match).select_related("registration__current")
    }
    decks: dict[int, list[str]] = {}
    for seat, player in _seats(bytes(log.original)):
        entry = entries.get(player)
        revision = (
            entry.registration.current if entry is not None and entry.registration is not None else None
        )
        if revision is not None:
            decks[seat] = [number for number, copies in revision.main.items() for _copy in range(copies)]
    return decks


def _seats(data: bytes) -> list[tuple[int, str]]:
    """Seat number and player id of the seat lines; nothing that is not well-formed."""
    found = []
    for line in data.split(b"\n", 20)[:20]:
        try:
            row = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        if isinstance(row, dict) and row.get("kind") == "seat" and isinstance(row.get("seat"), int):
            found.append((row["seat"], str(row.get("player"))))
    return found


def check(log: GameLog) -> dict[str, Any]:
    """Replay the log with every check on; the engine's report as plain data."""
    return audit(bytes(log.original), pool=pool_of(log), decks=registered_decks(log) or None).to_dict()


def pool_of(log: GameLog) -> Pool:
    """The card pool the log was played with: of the content its first line pins, else as the tournament's is today."""
    key = log.match.tournament.pool_key
    try:
        return pool_for(key, _pinned_pool(bytes(log.original)))
    except KeyError:
        return pool_for(key)


def _pinned_pool(data: bytes) -> str:
    """The content hash of the pool that the header line names; "" if it names none."""
    try:
        header = msgspec.json.decode(data.split(b"\n", 1)[0])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
    pinned = header.get("pool") if isinstance(header, dict) else None
    found = re.fullmatch(r"(?:sha256:)?([0-9a-f]{64})", pinned) if isinstance(pinned, str) else None
    return found[1] if found else ""


def cursor(log: GameLog) -> Cursor:
    """A cursor over the log for the viewer."""
    return Cursor(bytes(log.original), pool=pool_of(log))
