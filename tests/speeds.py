"""The two speeds of the tests: what one waits for by day (`./test`), and what proves at night (`make nightly`).

Everything runs by day but what says otherwise, in the file that it is about:

- ``@pytest.mark.night(why, short=...)``: at night alone; ``short`` names the test that holds the same in short by day.
- ``few_by_day(rows, count, why)`` in ``parametrize``: by day ``count`` of the rows, at night all.
- ``amount(day, night, why)``: how many examples, seeds or steps.
- ``fewer(rows, step, why)``: by day the first of every ``step``.
- ``at_night(why)``: whether it is night, for what no number says.
- ``pytest.mark.browser``: at night, but for the journeys, which are marked ``journey``.
- What took long by the clock of `make durations`, but for ``@pytest.mark.day(why)`` (tests/long_tests.py).

What the night runs besides, and with which settings, stands in tests/nightly.toml. ``python -m tests.speeds`` makes
docs/tests.md, the one list of all of it, and tests/site/test_speeds.py compares. A test that is named on the command
line always runs, whatever its speed.
"""

import ast
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests import long_tests

ROOT = Path(__file__).resolve().parent.parent
AT_NIGHT = os.environ.get("SPEED") == "night"
NIGHTLY = ROOT / "tests" / "nightly.toml"
PAGE = ROOT / "docs" / "tests.md"
LIST = "<!-- made by `python -m tests.speeds` -->"
MOST_JOURNEYS = 20
JOURNEYS = "the journeys"
"""What stands by day for a test in a browser that is none of them."""


def amount(day: int, night: int, why: str) -> int:
    """How many of something: ``day`` in `./test`, ``night`` in `make nightly`."""
    return night if AT_NIGHT else day


def at_night(why: str) -> bool:
    """Whether more is to be done: False in `./test`, True in `make nightly`."""
    return AT_NIGHT


def fewer(rows: Iterable[Any], step: int, why: str) -> list[Any]:
    """All of these at night, and by day the first of every ``step``."""
    return list(rows)[:: 1 if AT_NIGHT else step]


def few_by_day(rows: Iterable[Any], count: int, why: str) -> list[Any]:
    """The rows of a parameter, of which ``count``, spread over all, run by day and the others at night."""
    every = list(rows)
    by_day = {number * len(every) // count for number in range(count)}
    mark = pytest.mark.night(why, short="the same test on fewer rows")
    return [row if number in by_day else _marked(row, mark) for number, row in enumerate(every)]


def _marked(row: Any, mark: pytest.MarkDecorator) -> Any:
    if hasattr(row, "marks"):
        return pytest.param(*row.values, marks=[*row.marks, mark], id=row.id)
    return pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=mark)


# --- for conftest.py ---------------------------------------------------------------------------------------


def browsers_to_the_night(items: Iterable[pytest.Item]) -> None:
    """Mark every test in a browser that is no journey."""
    for item in items:
        if item.get_closest_marker("browser") and not item.get_closest_marker("journey"):
            item.add_marker(pytest.mark.night("drives Chromium", short=JOURNEYS))


# --- the list ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """One thing that is not wholly by day: where it stands, how much of it runs when, why, and its short form."""

    path: str
    name: str
    day: str
    night: str
    why: str
    short: str = ""


def files_of_tests(root: Path = ROOT) -> list[Path]:
    """Every file with tests."""
    return sorted(path for path in (root / "tests").rglob("test_*.py"))


def entries() -> list[Entry]:
    """What the test files themselves say, in the order of their names."""
    found: list[Entry] = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if path.name not in ("speeds.py", "test_speeds.py") and (
            re.search(r"mark\.(night|day)\(|from tests\.speeds import", text)
        ):
            found += _entries_of(path.relative_to(ROOT).as_posix(), ast.parse(text))
    return found


def _entries_of(path: str, tree: ast.Module) -> Iterator[Entry]:
    for owner in tree.body:
        name = getattr(owner, "name", "")
        if isinstance(owner, ast.Assign):
            name = ast.unparse(owner.targets[0])
        for call in ast.walk(owner):
            if isinstance(call, ast.Call):
                yield from _entry(path, name, call)


def _entry(path: str, name: str, call: ast.Call) -> Iterator[Entry]:
    called = ast.unparse(call.func).rpartition(".")[2]
    if called == "day":
        yield Entry(path, name, "all", "all", _word(call.args[0]))
    elif called == "night":
        said = {one.arg: _word(one.value) for one in call.keywords}
        yield Entry(path, name, "", "all", _word(call.args[0]), said.get("short", ""))
    elif called == "few_by_day":
        yield Entry(path, name, _word(call.args[1]), "all", _word(call.args[2]))
    elif called == "fewer":
        yield Entry(path, name, f"1 of {_word(call.args[1])}", "all", _word(call.args[2]))
    elif called == "at_night":
        yield Entry(path, name, "some", "all", _word(call.args[0]))
    elif called == "amount":
        yield Entry(path, name, *map(_word, call.args))


def _word(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)


def journeys() -> list[tuple[str, str]]:
    """The tests in a browser that run by day: file and name."""
    found = []
    for path in files_of_tests():
        text = path.read_text(encoding="utf-8")
        if "mark.journey" not in text:
            continue
        for owner in ast.parse(text).body:
            marks = [ast.unparse(one) for one in getattr(owner, "decorator_list", [])]
            found += [
                (path.relative_to(ROOT).as_posix(), owner.name)  # type: ignore[attr-defined]  # it has decorators
                for mark in marks
                for _time in range(mark.count("mark.journey"))
            ]
    return found


def nightly() -> dict[str, Any]:
    """The settings and commands of the night, as tests/nightly.toml says."""
    return tomllib.loads(NIGHTLY.read_text(encoding="utf-8"))


def page() -> str:
    """docs/tests.md: what is written there by hand, and the list."""
    return PAGE.read_text(encoding="utf-8").partition(LIST)[0] + LIST + "\n\n" + "\n".join(_list()) + "\n"


def _list() -> Iterator[str]:
    said, all_entries = nightly(), entries()
    yield f"### By day and at night ({len(all_entries)})\n"
    yield from _rows(
        ("where", "what", "by day", "at night", "why"),
        [(one.path, one.name, one.day or f"*{one.short}*", one.night, one.why) for one in all_entries],
    )
    slow = list(long_tests.rows())
    tests, seconds = sum(one[1] for one in slow), round(sum(one[2] for one in slow))
    yield f"\n### Long, and so at night ({tests})\n"
    yield f"More than {long_tests.LONG} seconds each, and no word why they are asked by day: {seconds} seconds.\n"
    yield from _rows(("where", "tests", "seconds"), slow)
    yield f"\n### Journeys in a browser by day ({len(journeys())})\n"
    yield "All other tests with the mark `browser` run at night.\n"
    yield from _rows(("where", "what"), [(path, name[5:].replace("_", " ")) for path, name in journeys()])
    yield "\n### Settings of the night\n"
    yield from _rows(
        ("variable", "value", "why"),
        [(f"`{name}`", one["value"], one["why"]) for name, one in said["settings"].items()],
    )
    yield "\n### Commands of the night\n"
    yield from _rows(
        ("command", "why"), [(f"`{' '.join(one['run'])}`", one["why"]) for one in said["commands"]]
    )
    yield "\n### Commands that somebody starts by hand\n"
    yield from _rows(
        ("command", "why not every night"), [(f"`make {one}`", why) for one, why in said["by_hand"].items()]
    )


def _rows(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(str(cell) for cell in row)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)} is made\n")
