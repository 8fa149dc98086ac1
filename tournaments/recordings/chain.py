"""What a journal says of itself, read from its rows alone: the chain of its hashes, who has signed, what stopped it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ledger.hashing import digest
from rules_engine.recording import journal

_ANSWERABLE = (journal.UNDO, journal.DEVIATE)


def entry_hash(recording: int, row: Mapping[str, object]) -> str:
    """The hash of one entry over everything it says and the entry before it; docs/recorder.md has its form."""
    said = ("seq", "device", "device_seq", "base", "kind", "body", "at")
    kept = [row[name] for name in ("signature", "voice")] if row["signature"] or row["voice"] else []
    return digest([row["prev_hash"], recording, *(row[name] for name in said), *kept])


def signatures(rows: Sequence[Mapping[str, Any]]) -> dict[int, Mapping[str, Any]]:
    """Who has signed the log as it stands, by seat: what was signed before the last change is void."""
    found: dict[int, Mapping[str, Any]] = {}
    for row in rows:
        if row["kind"] == journal.SIGN:
            seat = row["body"].get("for", row["by"])
            if isinstance(seat, int):
                found[seat] = row
        elif changes(row):
            found = {}
    return found


def changes(row: Mapping[str, Any]) -> bool:
    """Whether an entry changes the log."""
    if row["kind"] == journal.LINE:
        return row["status"] in journal.WRITTEN
    return row["kind"] in _ANSWERABLE and row["status"] == journal.OK and "refuse" not in row["body"]


def broken_at(
    recording: int, opening_hash: str, rows: Iterable[Mapping[str, object]], *, forgotten: bool = False
) -> int:
    """The number of the first entry that does not fit its hash or the one before it; 0 when the chain is whole.

    ``forgotten``: an entry whose words were forgotten is whole, too, as long as its hash has its place.
    """
    previous = opening_hash
    for number, row in enumerate(rows, 1):
        kept = row["body"] or not forgotten
        if row["seq"] != number or row["prev_hash"] != previous:
            return number
        if kept and row["hash"] != entry_hash(recording, row):
            return number
        previous = str(row["hash"])
    return 0
