"""The same event gives the same answer, today and with every later version: small events of every kind.

`golden_small_events.txt` holds what was said about each, one line per event. When the method itself is changed on
purpose, write the file anew with `python -m tests.tournaments.pairing.test_small_events` and say so in the change.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.tournaments.pairing.small_tables import MAKERS

GOLDEN = Path(__file__).with_name("golden_small_events.txt")


@cache
def known() -> dict[str, dict[int, str]]:
    """What the file holds: by kind and number of the event."""
    found: dict[str, dict[int, str]] = {}
    for line in GOLDEN.read_text("utf-8").splitlines():
        kind, number, text = line.split(" ", 2)
        found.setdefault(kind, {})[int(number)] = text
    return found


@pytest.mark.parametrize("kind", MAKERS)
def test_a_small_event_is_answered_as_it_always_was(kind: str) -> None:
    assert known()[kind]
    for number, text in known()[kind].items():
        assert MAKERS[kind](number) == text, f"{kind} {number}"


def write() -> None:
    """Write the file anew for the events it holds."""
    lines = [f"{kind} {number} {MAKERS[kind](number)}" for kind, rows in known().items() for number in rows]
    GOLDEN.write_text("".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    write()
