"""The twelve event days of docs/scenarios.md by name: `./test -m s4` runs all that the page names for the fourth."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "scenarios.md"
NUMBERS = range(1, 13)
_TEST = re.compile(r"`([\w/]+\.py)::(\w+)`")


def days() -> Mapping[int, set[tuple[str, str]]]:
    """By the number of a day its tests: file from the root, and name."""
    found: dict[int, set[tuple[str, str]]] = {}
    for part in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        number = part.split(".")[0]
        if number.isdigit():
            named = _TEST.findall(part)
            found[int(number)] = {
                (path if "/" in path else f"tests/tournaments/scenarios/{path}", name) for path, name in named
            }
    return found


def mark(items: Iterable[pytest.Item]) -> None:
    """Give each test that the page names the mark of its day."""
    day_of = {test: number for number, tests in days().items() for test in tests}
    for item in items:
        file, _double_colon, name = item.nodeid.partition("::")
        if number := day_of.get((file, name.split("[")[0])):
            item.add_marker(f"s{number}")
