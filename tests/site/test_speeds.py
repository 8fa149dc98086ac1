"""Two speeds of tests: one list says what runs where and why, and what moved to the night has a short form by day."""

import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import long_tests, speeds
from tests.speeds import ROOT, entries, few_by_day, fewer, files_of_tests, journeys, nightly
from x610z_site.services import verify

TARGETS = re.compile(r"^([a-z-]+):.*?## (.*)", re.M)
DAILY = {
    "help", "run", "test", "nightly", "durations", "lint", "format", "types", "demo", "shell", "clean", "lock", "sbom",
    "figures", "offline", "wheels", "pin-images",
}  # fmt: skip
"""Targets of the Makefile that prove nothing."""


def test_the_list_of_what_runs_when_is_the_one_that_the_tests_say() -> None:
    assert speeds.PAGE.read_text(encoding="utf-8") == speeds.page(), "make it again: python -m tests.speeds"


def test_what_moved_to_the_night_says_why_and_has_a_short_form_by_day() -> None:
    by_night = {f"{one.path}::{one.name}" for one in entries() if one.short}
    assert by_night
    for one in entries():
        assert len(one.why) > 5, one
        if not one.day:
            path, _, name = one.short.partition("::")
            assert re.search(rf"^ *def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.M), one
            assert one.short not in by_night, f"{one.short} runs at night itself"
        elif one.day.isdigit() and one.night.isdigit():
            assert 0 < int(one.day) < int(one.night), one


def test_a_browser_is_driven_by_day_on_a_few_journeys() -> None:
    assert 14 <= len(journeys()) <= speeds.MOST_JOURNEYS
    for path, _name in journeys():
        assert "mark.browser" in (ROOT / path).read_text(encoding="utf-8"), path


def test_few_by_day_spreads_what_stays_and_marks_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speeds, "AT_NIGHT", False)
    rows = few_by_day(range(10), 3, "an example")
    assert [row for row in rows if isinstance(row, int)] == [0, 3, 6]
    marked = [row for row in rows if not isinstance(row, int)]
    assert [row.values for row in marked] == [(1,), (2,), (4,), (5,), (7,), (8,), (9,)]
    assert {mark.name for row in marked for mark in row.marks} == {"night"}
    assert fewer("abcde", 2, "an example") == ["a", "c", "e"]
    pairs = few_by_day([(1, "a"), pytest.param(2, "b", id="second")], 1, "an example")
    assert pairs[0] == (1, "a") and (pairs[1].values, pairs[1].id) == ((2, "b"), "second")


def test_every_command_that_proves_something_runs_at_night_or_says_why_not() -> None:
    targets = {name for name, _words in TARGETS.findall((ROOT / "Makefile").read_text(encoding="utf-8"))}
    said = nightly()
    at_night = {one["run"][1] for one in said["commands"]}
    assert all(one["run"][0] == "make" and len(one["why"]) > 5 for one in said["commands"])
    assert at_night | set(said["by_hand"]) | DAILY >= targets, (
        targets - at_night - set(said["by_hand"]) - DAILY
    )
    assert at_night | set(said["by_hand"]) <= targets


def test_every_setting_of_the_night_is_read_by_a_test() -> None:
    read = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    assert [name for name in nightly()["settings"] if f'"{name}"' not in read] == []


def test_by_day_everything_runs_somewhere_but_what_is_marked_for_the_night() -> None:
    """Of each kind of mark one test: which pass of `./test` takes it."""
    from _pytest.mark.expression import Expression

    kinds: list[set[str]] = [
        set(),
        {"sqlite"},
        {"sqlite", "both"},
        {"night"},
        {"sqlite", "night"},
        {"browser", "journey"},
        {"long"},
        {"sqlite", "both", "long"},
    ]

    def takes(expression: str, marks: set[str]) -> bool:
        return Expression.compile(expression).evaluate(lambda name, **_more: name in marks)

    passes = [
        (
            takes(verify.BY_DAY + verify.NOT_LONG, marks),
            takes(verify.BY_DAY_ON_SQLITE + verify.NOT_LONG, marks),
        )
        for marks in kinds
    ]
    assert passes == [
        (True, False),
        (False, True),
        (True, True),
        (False, False),
        (False, False),
        (True, False),
        (False, False),
        (False, False),
    ]


def test_the_files_of_the_pass_on_sqlite_are_those_with_the_mark() -> None:
    files = verify.sqlite_files()
    assert "tests/ledger/test_statements.py" in files and "tests/site/test_speeds.py" not in files
    assert 20 < len(files) < len(files_of_tests()) / 3


def test_a_list_of_cases_that_has_become_empty_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "test_empty.py").write_text(
        "import pytest\n@pytest.mark.parametrize('case', [])\ndef test_it(case):\n    pass\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-c", str(ROOT / "pyproject.toml"), str(tmp_path)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode != 0 and "empty parameter set" in ended.stdout.lower(), ended.stdout[-1000:]


def test_nothing_is_skipped_without_a_word() -> None:
    marks = re.compile(r"mark\.(skip|xfail)\b|mark\.skipif\((?!.*reason=)|pytest\.skip\(\)")
    assert [
        path for path in files_of_tests() if path != Path(__file__) and marks.search(path.read_text("utf-8"))
    ] == []


# --- what takes long ----------------------------------------------------------------------------------------


def item(nodeid: str, *marks: str) -> Any:
    """A test as far as it is asked here."""
    said = set(marks)
    return SimpleNamespace(
        nodeid=f"tests/{nodeid}",
        said=said,
        get_closest_marker=lambda mark: mark in said,
        add_marker=lambda mark: said.add(mark.name),
    )


def report(nodeid: str, when: str, seconds: float) -> Any:
    return SimpleNamespace(nodeid=f"tests/{nodeid}", when=when, duration=seconds)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Durations and files of tests of their own."""
    monkeypatch.setattr(long_tests, "LONG", 0.6)
    monkeypatch.setattr(long_tests, "ROOT", tmp_path)
    monkeypatch.setattr(long_tests, "DURATIONS", tmp_path / "durations.json")
    (tmp_path / "tests").mkdir()
    for name in "abc":
        (tmp_path / f"tests/{name}.py").write_text("def test_x():\n    pass\n\n\ndef test_y():\n    pass\n")
    kept = {
        "tests/a.py": {"": 3.0, "test_x": 1.0, "test_y[1]": 2.0},
        "tests/b.py": {"": 5.0},
        "tests/c.py": {"": 0.5, "test_x": 9.0},
    }
    (tmp_path / "durations.json").write_text(json.dumps(kept))
    return tmp_path


def test_what_takes_long_runs_at_night_unless_it_says_why_by_day(known: Path) -> None:
    items = [
        item("a.py::test_x"), item("a.py::test_x", "day"), item("a.py::test_x", "journey"), item("a.py::test_y[1]"),
        item("a.py::test_y[2]"), item("b.py::test_x"), item("new.py::test_x"),
    ]  # fmt: skip
    long_tests.mark_long(items)
    assert ["long" in one.said for one in items] == [True, False, False, True, False, False, False]


def test_each_process_takes_the_longest_file_that_is_left(known: Path) -> None:
    """By what runs by day: the long test of c.py alone does not count, that of a.py says that it is asked."""
    names = ("c.py::test_y", "new.py::y", "a.py::test_y[1]", "b.py::z", "b.py::a", "a.py::test_x")
    items = [item(name, *(["day"] if name == "a.py::test_y[1]" else [])) for name in names]
    long_tests.mark_long(items)
    items.sort(key=lambda one: one.nodeid)
    long_tests.longest_first(items)
    assert [one.nodeid[6:].partition("::")[0] for one in items] == [
        "a.py",
        "a.py",
        "b.py",
        "b.py",
        "c.py",
        "new.py",
    ]


def test_what_a_file_prepares_once_makes_no_test_long_and_the_quickest_stays(known: Path) -> None:
    """The first test waits for what all others use; of a file of long ones the quickest is asked by day."""
    clock = long_tests.Clock()
    for name, setup, call in (
        ("b.py::test_x", 7.0, 0.1), ("b.py::test_y[1]", 0.2, 0.1), ("b.py::test_y[2]", 0.2, 1.5),
        ("c.py::test_x", 0.9, 2.0), ("c.py::test_y", 0.9, 1.0),
    ):  # fmt: skip
        clock.note(report(name, "setup", setup))
        clock.note(report(name, "call", call))
        clock.note(report(name, "teardown", 0.0))
    assert clock.durations() == {
        "tests/b.py": {"": 7.4, "test_y[2]": 1.7},
        "tests/c.py": {"": 1.9, "test_x": 2.9},
    }


def test_a_run_replaces_what_it_asked_and_forgets_what_is_gone(known: Path) -> None:
    (known / "tests/b.py").unlink()
    (known / "tests/c.py").write_text("def test_y():\n    pass\n")
    clock = long_tests.Clock()
    for name, call in (("a.py::test_x", 0.2), ("a.py::test_z", 0.3), ("c.py::test_y", 0.3)):
        clock.note(report(name, "setup", 0.0))
        clock.note(report(name, "call", call))
    long_tests.keep(clock)
    assert long_tests.kept() == {"tests/a.py": {"": 0.5, "test_y[1]": 2.0}, "tests/c.py": {"": 0.3}}


def test_the_page_counts_what_is_asked_at_night_alone(known: Path) -> None:
    (known / "tests/c.py").write_text("import pytest\n\n@pytest.mark.day('why')\ndef test_x():\n    pass\n")
    assert list(long_tests.rows()) == [("tests/a.py", 2, 3.0)]
    (known / "tests/a.py").write_text("pytestmark = [pytest.mark.day('why')]\n")
    assert list(long_tests.rows()) == []
