"""What tests took when `make durations` last asked, and the long ones among them, which run at night.

The day has eight minutes for ten thousand tests; a tenth of them took most of its time. So a test that took longer than
:data:`LONG` gets the mark ``long`` by itself and runs at night, unless it says why it is asked by day:
``@pytest.mark.day(why)``; a journey in a browser is one of those. The quickest test of a file is never long, so that
each file has tests by day. A new test is not long until it was measured. `./test --changed` runs the long ones too.

tests/durations.json holds of each file the seconds of every long test, and under ``""`` those of all others together.
What a test took is its call, what comes after it, and no more of what comes before than half of the tests of its file
wait for: what is prepared once for a whole file is nobody's fault.
"""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).resolve().parent.parent
DURATIONS = ROOT / "tests" / "durations.json"
LONG = 0.3
"""Seconds, beside another process of tests on two cores."""
SHORTEST = 0.1
"""Files that take less are left out."""
BY_DAY = ("day", "journey")
MARKED = re.compile(r"\bmark\.(day|journey)\b")
Kept = dict[str, dict[str, float]]


def kept() -> Kept:
    """Of each file its long tests and their seconds, and under ``""`` the seconds of the others."""
    durations: Kept = json.loads(DURATIONS.read_text(encoding="utf-8"))
    return durations


def parts(nodeid: str) -> tuple[str, str]:
    """The file of a test and its name in it."""
    path, _, name = nodeid.partition("::")
    return path, name


def mark_long(items: Iterable[pytest.Item]) -> None:
    """Give the mark ``long`` to what took long and does not say why it is asked by day."""
    known = kept()
    for item in items:
        path, name = parts(item.nodeid)
        asked = any(item.get_closest_marker(mark) for mark in BY_DAY)
        if name in known.get(path, ()) and not asked:
            item.add_marker(pytest.mark.long)


def longest_first(items: list[pytest.Item]) -> None:
    """Order whole files by what they take by day.

    A file that is not known needs hardly anything, or is new, and comes last. Each process takes the next file when it
    is free, so that the short ones at the end leave nobody waiting.
    """
    known = kept()
    seconds: dict[str, float] = defaultdict(float, {path: tests[""] for path, tests in known.items()})
    for item in items:
        path, name = parts(item.nodeid)
        if name in known.get(path, ()) and not item.get_closest_marker("long"):
            seconds[path] += known[path][name]
    items.sort(key=lambda item: -seconds[parts(item.nodeid)[0]])


@dataclass
class Clock:
    """Adds up what tests take in this run."""

    before: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    since: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def note(self, report: pytest.TestReport) -> None:
        """One of the three reports of a test: what comes before it, the call, what comes after."""
        seconds = self.before if report.when == "setup" else self.since
        seconds[report.nodeid] += report.duration

    def durations(self) -> Kept:
        """What ran, in the form of tests/durations.json."""
        files: dict[str, list[str]] = defaultdict(list)
        for nodeid in self.before:
            files[parts(nodeid)[0]].append(nodeid)
        return {path: self._file(tests) for path, tests in files.items()}

    def _file(self, tests: list[str]) -> dict[str, float]:
        usual = median(self.before[test] for test in tests)
        took = {test: self.since[test] + min(self.before[test], usual) for test in tests}
        quickest = min(took, key=lambda test: took[test])
        found = {
            parts(test)[1]: round(took[test], 1) for test in tests if took[test] > LONG and test != quickest
        }
        whole = sum(self.before[test] + self.since[test] for test in tests)
        return {"": round(whole - sum(found.values()), 1), **dict(sorted(found.items()))}


def keep(clock: Clock) -> None:
    """Put what ran in the place of what was known of it; forget files and tests that are gone."""
    known = kept()
    for path, found in clock.durations().items():
        text = (ROOT / path).read_text(encoding="utf-8")
        for name, took in known.get(path, {}).items():
            if f"{path}::{name}" not in clock.before and _is_defined(name, text):
                found.setdefault(name, took)
        known[path] = dict(sorted(found.items()))
    stays = {
        path: tests
        for path, tests in sorted(known.items())
        if (ROOT / path).exists() and sum(tests.values()) >= SHORTEST
    }
    DURATIONS.write_text(json.dumps(stays, indent=0) + "\n", encoding="utf-8")


def _is_defined(name: str, text: str) -> bool:
    function = name.partition("[")[0].rpartition("::")[2]
    return bool(function) and f"def {function}(" in text


def rows() -> Iterator[tuple[str, int, float]]:
    """Of each file with long tests that run at night: the file, how many of them, their seconds."""
    for path, tests in kept().items():
        by_day = _by_day((ROOT / path).read_text(encoding="utf-8"))
        long = [took for name, took in tests.items() if name and not by_day(name.partition("[")[0])]
        if long:
            yield path, len(long), round(sum(long), 1)


def _by_day(text: str) -> Callable[[str], bool]:
    """Whether a test with this name says that it is asked by day: itself, its class, or its whole file."""
    if not MARKED.search(text):
        return lambda name: False
    tree = ast.parse(text)
    whole = any(isinstance(one, ast.Assign) and MARKED.search(ast.unparse(one)) for one in tree.body)
    said = {
        owner.name
        for owner in ast.walk(tree)
        if isinstance(owner, ast.FunctionDef | ast.ClassDef)
        and any(MARKED.search(ast.unparse(one)) for one in owner.decorator_list)
    }
    return lambda name: whole or bool(said & set(name.split("::")))
