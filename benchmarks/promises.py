"""The promises that tests keep: those of each goal run once, and counted.

    python -m benchmarks.promises [NUMBERS]

The goals of ``benchmarks/kept/goals.py`` that no longer command has measured, by the tests of the day in their row: how
many there are, and what they counted themselves (``record_property``); of some alone, as ``R18 D1``, nothing is kept.
Control: the tests of promises whose guard is taken away. Ends with an error when a test fails or none was run for a
goal.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.kept import keep, read
from benchmarks.kept.goals import ALL, Goal

ROOT = Path(__file__).resolve().parent.parent
NAME = "promises"
CONTROLS = "tests/tournaments/rounds/test_promises_can_fail.py"


@dataclass
class Told:
    """What the tests of one place came to: how many, how many of them failed, and the sums of what they counted."""

    tests: int = 0
    failed: int = 0
    counted: Counter[str] = field(default_factory=Counter)

    def words(self) -> str:
        """As it stands in the row of its goal."""
        counted = (f"{number:,} {what}" for what, number in self.counted.items())
        return ", ".join([f"{self.tests} tests, {self.failed} failed", *counted])


def of_tests(goals: tuple[Goal, ...] = ALL) -> list[Goal]:
    """The goals with a test whose figures no other command keeps."""
    elsewhere = {number for kept in read() if kept.name != NAME for number in kept.goals}
    return [goal for goal in goals if goal.short and goal.number not in elsewhere]


def told(report: Path, place: str) -> Told:
    """What a report in JUnit's form says of the tests in a file or folder."""
    found, dotted = Told(), place.removesuffix(".py").replace("/", ".")
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - written by our own run
        if not f"{case.get('classname')}.".startswith(f"{dotted}."):
            continue
        found.tests += 1
        found.failed += any(case.find(end) is not None for end in ("failure", "error"))
        for one in case.iter("property"):
            found.counted[one.get("name", "")] += int(one.get("value", 0))
    return found


def main() -> int:
    """The command of the first lines."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "numbers", nargs="*", help="goals, as R18; all that no other command measures if none is named"
    )
    numbers = parser.parse_args().numbers
    goals = [goal for goal in of_tests() if not numbers or goal.number in numbers]
    if numbers:
        os.environ.pop("KEEP", None)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        places = dict.fromkeys([*(goal.short for goal in goals), CONTROLS])
        told_of = ["-o", "junit_family=xunit1", f"--junitxml={report}"]  # the family that knows properties
        subprocess.run([ROOT / "test", *places, "-q", *told_of], cwd=ROOT, check=False)
        found = {goal: told(report, goal.short) for goal in goals}
        controls = told(report, CONTROLS)
    keep(
        NAME,
        command=f"python -m benchmarks.{NAME}",
        goals=[goal.number for goal in goals],
        figures={f"{goal.number}, {goal.what}": found[goal].words() for goal in goals},
        control=f"a guard taken away, {controls.tests} times: the test of its promise failed each time"
        if not controls.failed
        else "",
    )
    return int(any(one.failed or not one.tests for one in (*found.values(), controls)))


if __name__ == "__main__":
    sys.exit(main())
