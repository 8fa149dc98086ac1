"""No test fails because the machine is slow: all are read for clocks they compare with and for short time limits."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import HANG, wait_until, work, work_of
from x610z_site.services.environment import ROOT

CLOCKS = {
    "time",
    "monotonic",
    "perf_counter",
    "process_time",
    "thread_time",
    "monotonic_ns",
    "perf_counter_ns",
}
WAITS = {"wait", "result", "join", "communicate", "wait_for", "wait_for_selector", "set_default_timeout"}
LEAST = 600
"""Seconds, or more thousandths of one, below which a limit could be reached by a slow machine."""

# What may be short: a limit that is tried itself, or that fails nothing.
ALLOWED = {
    "tests/patience.py": "the one place that looks at the clock",
    "tests/conftest.py": "who does not end when asked is killed after ten seconds, and no test fails",
    "tests/races/tools.py": "the patience of a race that must not come to pass; if it is short, the race tells less",
    "tests/mutation/forks.py": "no test, the runner of mutants",
    "tests/referee/__main__.py": "no test, a program",
}


def impatient(text: str) -> Iterator[str]:
    """Each line of a test file that a slow machine could break: an upper bound on a clock, or a short limit."""
    tree = ast.parse(text)
    clocked = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and _clock(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            yield from (f"{node.lineno}: {found}" for found in _bounds(node.test, clocked))
        elif isinstance(node, ast.Call):
            yield from (f"{node.lineno}: {found}" for found in _limits(node))


def _clock(node: ast.AST) -> bool:
    """Whether an expression is made with a clock."""
    return any(
        isinstance(one, ast.Call)
        and (one.func.attr if isinstance(one.func, ast.Attribute) else getattr(one.func, "id", "")) in CLOCKS
        and not one.args
        for one in ast.walk(node)
    )


def _bounds(test: ast.AST, clocked: set[str]) -> Iterator[str]:
    for node in ast.walk(test):
        if not isinstance(node, ast.Compare):
            continue
        sides = [node.left, *node.comparators]
        for left, sign, right in zip(sides, node.ops, sides[1:], strict=False):
            low = (
                left
                if isinstance(sign, ast.Lt | ast.LtE)
                else right
                if isinstance(sign, ast.Gt | ast.GtE)
                else None
            )
            if low is None:
                continue
            names = {one.id for one in ast.walk(low) if isinstance(one, ast.Name)}
            difference = isinstance(low, ast.BinOp | ast.Name)
            if difference and (_clock(low) or names & clocked):
                yield f"asserts how long something took: {ast.unparse(node)}"


def _limits(call: ast.Call) -> Iterator[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    given = [word.value for word in call.keywords if word.arg == "timeout"]
    if name in WAITS or (name == "timeout" and isinstance(call.func, ast.Attribute)):
        given += call.args[:1]
    for value in given:
        if (
            isinstance(value, ast.Constant)
            and isinstance(value.value, int | float)
            and 1 < value.value < LEAST
        ):
            yield f"a time limit of {value.value}: {ast.unparse(call)[:60]}"


FILES = sorted(path for path in (ROOT / "tests").rglob("*.py") if str(path.relative_to(ROOT)) not in ALLOWED)


def test_no_test_has_a_clock_that_a_slow_machine_could_break() -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in FILES
        if (lines := list(impatient(path.read_text(encoding="utf-8"))))
    }
    assert found == {}
    assert len(FILES) > 200
    assert [name for name in ALLOWED if not (ROOT / name).is_file()] == []


@pytest.mark.parametrize(
    "text",
    [
        "began = time.monotonic()\nassert time.monotonic() - began < 2",
        "took = time.perf_counter() - began\nassert took < 0.9",
        "took = perf_counter() - began\nassert 0.1 < took <= 4",
        "seconds = clock.monotonic() - began\nassert 3 > seconds",
        "subprocess.run(line, timeout=30)",
        "process.wait(10)",
        "page.wait_for_selector('h1', timeout=5)",
        "@pytest.mark.timeout(180)\ndef test_it(): pass",
    ],
)
def test_each_of_these_would_be_found(text: str) -> None:
    assert list(impatient(text))


@pytest.mark.parametrize(
    "text",
    [
        "began = time.monotonic()\nassert time.monotonic() - began > 0.9",
        "subprocess.run(line, timeout=HANG)",
        "process.wait()",
        "assert count < 3",
    ],
)
def test_and_none_of_these(text: str) -> None:
    assert list(impatient(text)) == []


def test_waiting_ends_when_it_comes_true_and_a_hang_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []
    assert wait_until(lambda: tries.append(1) or len(tries) > 3, every=0.001)  # type: ignore[func-returns-value]
    assert len(tries) == 4 and HANG >= LEAST
    monkeypatch.setattr("tests.patience.HANG", 0.0)
    assert not wait_until(lambda: False)


def test_work_grows_with_the_work_and_says_nothing_of_waiting() -> None:
    small, large = (min(work_of(lambda: sum(range(n))) for _time in range(3)) for n in (100_000, 2_000_000))  # noqa: B023 - called in this turn
    assert large > 4 * small
    with work() as cost:
        Path("/dev/null").read_bytes()
        wait_until(iter([0, 0, 0, 1]).__next__, every=0.1)
    assert cost.spent < 0.1


def test_every_context_that_a_test_opens_in_a_browser_waits_as_long_as_the_tests_do() -> None:
    """Playwright gives up after half a minute by itself."""
    opened = re.compile(r"(?P<patient>patient\(\s*)?\bbrowser\.new_context\(")
    hasty = [
        path
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path != Path(__file__)
        for found in opened.finditer(path.read_text(encoding="utf-8"))
        if not found["patient"]
    ]
    assert hasty == []
