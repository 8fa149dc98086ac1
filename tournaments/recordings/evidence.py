"""Which class of evidence a recording is: computed from its journal, never claimed."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.recording import journal

from .chain import signatures
from .models import Recording

NEAR = 8
"""So many entries may follow on one head that the phone had heard of: what one tap writes at once."""


def evidence_of(recording: Recording, rows: Sequence[Mapping[str, Any]]) -> str:
    """1 checked live and signed by everybody, 2 checked later and signed by everybody, 3 not signed by everybody,
    4 written up afterwards by a judge.
    """
    if recording.mode == Recording.Mode.JUDGE:
        return "4"
    if recording.state != Recording.State.SIGNED:
        return "3"
    own_hand = all("for" not in row["body"] for row in signatures(rows).values())
    if not own_hand:
        return "3"
    return "1" if all(map(_live, rows)) else "2"


def _live(row: Mapping[str, Any]) -> bool:
    """Whether the server looked at a line when it was written, and it kept the rules or all agreed to it."""
    if row["kind"] != journal.LINE or row["status"] not in journal.WRITTEN:
        return True
    return row["status"] == journal.OK and row["seq"] - row["base"] <= NEAR
