"""Between stored logs and the engine: the audit, the comparison with the registered lists, the cursor."""

import re
from typing import Any

import msgspec

from decks.cards.pools import pool_for
from rules_engine import Cursor, audit
from rules_engine.x610z.cards import Pool
from rules_engine.x610z.registered import compare_decks

from .models import GameLog
from .terms import terms_of


def check(log: GameLog) -> dict[str, Any]:
    """Replay the log with every check on; the engine's report as plain data.

    Nothing registered goes in, so nothing registered can come out: players see what becomes of this.
    """
    return audit(bytes(log.original), pool=pool_of(log)).to_dict()


def compare(log: GameLog) -> list[dict[str, Any]]:
    """Where the log shows another deck than the registered one, as plain data: for judges only."""
    found = compare_decks(bytes(log.original), terms=terms_of(log), pool=pool_of(log))
    return [finding.to_dict() for finding in found]


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
