"""Reading and writing finished events: `results/1` as JSON, its compact variants, and CSV (docs/formats/results.md).

Reading is strict: whatever is unknown, doubled or contradictory is refused with the field or line that is wrong.
Nothing here opens a file; callers hand over text or bytes.
"""

from __future__ import annotations

from tournaments.standings.formats_base import (
    FormatError,
    KnockOut,
    KnockOutMatch,
    Published,
    Results,
    text_of,
)
from tournaments.standings.formats_csv import read_csv, to_csv
from tournaments.standings.formats_json import FORMAT, read_json, results_from, to_json

__all__ = [
    "FORMAT",
    "FormatError",
    "KnockOut",
    "KnockOutMatch",
    "Published",
    "Results",
    "read_csv",
    "read_json",
    "read_results",
    "results_from",
    "to_csv",
    "to_json",
]


def read_results(data: str | bytes, filename: str = "") -> Results:
    """Read an event from text or bytes. Raises FormatError with the field or line that is wrong.

    The ending of `filename` decides (.csv, .json); without one, text that starts with a brace is JSON.
    """
    text = text_of(data)
    name = filename.lower()
    if name.endswith(".csv") or (not name.endswith(".json") and not text.lstrip().startswith("{")):
        return read_csv(text)
    return read_json(text)
