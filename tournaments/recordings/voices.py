"""Whose words stand in a journal: what one phone wrote for somebody else, and whether that player has said so since.

Read from the rows of a journal alone. A row keeps how it came to speak for somebody (``voice``), as the server found it
when it was written: nothing that a phone claims is in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from ledger.shapes import Json
from rules_engine.recording import journal

from .rows import Row

PROVISIONAL, AWAY, UNAGREED, SCRIBE, NAMED = "provisional", "away", "unagreed", "scribe", "named"
"""Written for a player whose phone was there; for one whose phone was silent; a line that broke a rule and that only
its own side calls unavoidable; written by who writes for the whole table; that names a card of this player."""

SILENCE = timedelta(seconds=90)
"""After so long a phone that was heard before is away: three times what it takes to say that it is there."""


@dataclass
class Voice:
    """A line that speaks for seats: ``said`` are those that have confirmed or signed it, ``open`` those that have not
    and did not play on from it either. ``objected``: those that say it is not so, until they say otherwise.
    """

    n: int
    how: str
    seats: frozenset[int]
    open: set[int]
    said: set[int] = field(default_factory=set)
    objected: set[int] = field(default_factory=set)


def spoken(how: str, seats: frozenset[int]) -> str:
    """How a row keeps it; "" for what speaks for nobody else."""
    return f"{how}:{','.join(map(str, sorted(seats)))}" if seats else ""


def voices_of(rows: Sequence[Row], persons: Mapping[int, int] | None = None) -> dict[int, Voice]:
    """Every line of a journal that was written for somebody else, by its number; what was undone stands here, too.

    ``persons``: the seats of people, by which a scribe's own words are known.
    """
    found: dict[int, Voice] = {}
    for row in rows:
        if row.get("voice"):
            _hear(found, row, persons or {})
        elif found:
            _settle(found, row)
    return found


def _hear(found: dict[int, Voice], row: Row, persons: Mapping[int, int]) -> None:
    how, _colon, named = row["voice"].partition(":")
    seats = frozenset(map(int, named.split(",")))
    if how == SCRIBE:
        seats -= {persons.get(row["author"])}
    if seats:
        found[row["seq"]] = Voice(row["seq"], how, seats, set(seats))


def _settle(found: dict[int, Voice], row: Row) -> None:
    """What a seat's own phone says of the words that were written for it."""
    kind, seat, body = row["kind"], row["by"], row["body"]
    if seat is None or not body:
        return
    for voice in found.values():
        if seat not in voice.seats:
            continue
        if kind == journal.CONFIRM and body.get("not") == voice.n:
            voice.objected.add(seat)
            voice.said.discard(seat)
        elif kind == journal.SIGN or (kind == journal.CONFIRM and _confirms(body, voice, seat)):
            voice.said.add(seat)
            voice.open.discard(seat)
            voice.objected.discard(seat)
        elif _goes_on(row) and row["base"] >= voice.n:
            voice.open.discard(seat)


def _confirms(body: Json, voice: Voice, seat: int) -> bool:
    """Whether a confirmation speaks of a line; what somebody objected to they confirm by its own number alone."""
    return body.get("right") == voice.n or (voice.n <= body["upto"] and seat not in voice.objected)


def _goes_on(row: Row) -> bool:
    return (
        row["kind"] == journal.LINE
        and row["status"] in journal.WRITTEN
        and row["body"].get("kind") not in ("note", journal.LAY)
    )


def is_away(heard: datetime | None, base: datetime | None, now: datetime) -> bool:
    """Whether a phone has demonstrably been away: heard before, and not since ``base``, nor within the last while.

    ``base`` is when the entry was written that the other phone had last heard of.
    """
    if heard is None:
        return False
    return heard < min(base or now, now - SILENCE)


def has_objected(rows: Sequence[Row], seats: frozenset[int]) -> bool:
    """Whether one of these players has taken back what was written for them: from then on they write themselves."""
    found: dict[int, str] = {row["seq"]: row["voice"] for row in rows if row.get("voice")}
    taken = (
        row
        for row in rows
        if row["kind"] == journal.UNDO and row["status"] == journal.OK and row["by"] in seats
    )
    return any(found.get(row["body"].get("from"), "").startswith((PROVISIONAL, AWAY)) for row in taken)
