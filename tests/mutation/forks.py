"""Run the tests on mutants: import everything once, fork for each mutant, put the change in, stop at a failure.

A change inside a function replaces the code of the live function objects. A change that takes effect at import
(tables, defaults, decorators) imports the package anew from the mutated source.
"""

from __future__ import annotations

import ast
import gc
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import math
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import coverage
import pytest

from tests.mutation.sites import Mutant

PYTEST = [
    "-q", "-s", "-o", "addopts=", "--import-mode=importlib", "--assert=plain", "--tb=native", "-W", "ignore",
    "-p", "no:cacheprovider", "-p", "no:django", "-p", "no:playwright", "-p", "no:timeout", "-p", "no:xdist",
]  # fmt: skip
SURVIVED, KILLED, BROKEN = 0, 1, 3
# The baseline was measured under coverage, which takes about twice as long as the tests do without.
KEPT_SECONDS, FACTOR = 3.0, 2.0


Done = Callable[[Mutant, str], None]
"""Told of each verdict: "killed", "slow" (killed by the clock), "survived", or "broken" (could not be put in)."""


@dataclass
class Baseline:
    """What the tests do when nothing is broken: seconds per test, tests per line, and lines run by an import.

    within: how many seconds of tests a mutant gets; the slow ones are left out, so a score is a lower bound.
    """

    seconds: dict[str, float]
    covering: dict[str, dict[int, list[str]]]
    within: float = math.inf
    kills: dict[str, Counter[str]] = field(default_factory=dict)
    """How many mutants of a file or a function each test has killed so far."""

    def tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that run the mutant's lines, quickest first; of all of them for what runs at import."""
        lines = self.covering.get(mutant.path, {})
        found: set[str] = set()
        for line in range(mutant.line, mutant.end_line + 1):
            found.update(lines.get(line, []))
        if self.at_import(mutant):
            found = set(self.seconds)
        quickest = sorted(found - {""}, key=lambda test: self.seconds.get(test, 0.0))
        spent = accumulate(self.seconds.get(test, 0.0) for test in quickest)
        chosen = [test for test, sofar in zip(quickest, spent, strict=True) if sofar <= self.within]
        # What killed the mutants next to this one is likely to kill it as well.
        near = self.kills.get(mutant.path, Counter[str]()) + self.kills.get(mutant.where, Counter[str]())
        return sorted(chosen, key=lambda test: -near[test] / (0.05 + self.seconds[test]))

    def killed(self, mutant: Mutant, test: str) -> None:
        """Remember which test told a mutant from the code."""
        for place in (mutant.path, mutant.where):
            self.kills.setdefault(place, Counter())[test] += 1

    def at_import(self, mutant: Mutant) -> bool:
        """Whether the mutant's line runs while the package is imported."""
        lines = self.covering.get(mutant.path, {})
        return not mutant.live or any("" in lines.get(n, []) for n in range(mutant.line, mutant.end_line + 1))


# --- the tests as they are -----------------------------------------------------------------------------------


def baseline(root: Path, package: str, tests: Sequence[str], target: Path) -> Baseline:
    """Run all tests once under coverage, in a process of its own, and write down which test runs which line.

    What was measured before is used again while no file of the package or of the tests has changed.
    """
    state = _state(root, [package, *tests])
    known = json.loads(target.read_text("utf-8")) if target.exists() else {}
    if known.get("state") == state:
        return _read(known)
    pid = os.fork()
    if pid == 0:
        _silence()
        os._exit(_measure(root, package, tests, target, state))
    if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) != 0:
        raise SystemExit(f"the tests of {package} fail without any mutant; mend them first")
    return _read(json.loads(target.read_text("utf-8")))


def _state(root: Path, folders: Sequence[str]) -> str:
    """A digest of every file in the folders but what Python leaves there."""
    digest = hashlib.sha256()
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*.*")):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(f"{path.relative_to(root)} ".encode() + path.read_bytes())
    return digest.hexdigest()


def _read(data: dict[str, Any]) -> Baseline:
    lines = {path: {int(n): names for n, names in found.items()} for path, found in data["covering"].items()}
    return Baseline(data["seconds"], lines)


def _measure(root: Path, package: str, tests: Sequence[str], target: Path, state: str) -> int:
    cov = coverage.Coverage(data_file=None, include=[str(root / package / "*")])
    cov.start()
    seconds: dict[str, float] = {}

    class Watch:
        @pytest.hookimpl(wrapper=True)
        def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
            cov.switch_context(item.nodeid)
            began = time.process_time()
            result = yield
            seconds[item.nodeid] = time.process_time() - began
            cov.switch_context("")
            return result

    code = pytest.main([*PYTEST, "-x", *tests], plugins=[Watch()])
    cov.stop()
    data = cov.get_data()
    covering = {
        str(Path(name).relative_to(root)): data.contexts_by_lineno(name) for name in data.measured_files()
    }
    if code == 0:
        target.write_text(json.dumps({"state": state, "seconds": seconds, "covering": covering}), "utf-8")
    return int(code)


class AtOnce:
    """Ends the process at the first failure: writing the failure down costs more than most tests."""

    def __init__(self, tell: int) -> None:
        self.tell = tell

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Leave when anything was raised, and say by which test."""
        if call.excinfo is not None:
            os.write(self.tell, item.nodeid.encode()[:4000])
            os._exit(KILLED)


Start = Callable[[Mutant, AtOnce], int]
"""Runs the tests on a mutant in a process of its own and returns `SURVIVED`, `KILLED` or `BROKEN`."""


# --- one process per mutant ----------------------------------------------------------------------------------


def run_all(mutants: Sequence[Mutant], jobs: int, start: Start, base: Baseline, done: Done) -> None:
    """Fork for each mutant, at most `jobs` at a time; `start` runs in the child, `done(mutant, verdict)` here."""
    waiting = list(reversed(mutants))
    running: dict[int, tuple[Mutant, int]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            hear, tell = os.pipe()
            pid = os.fork()
            if pid == 0:
                code = KILLED
                try:
                    _silence()
                    code = start(mutant, AtOnce(tell))
                finally:
                    os._exit(code)
            os.close(tell)
            running[pid] = mutant, hear
        pid, status = os.waitpid(-1, 0)
        mutant, hear = running.pop(pid)
        with os.fdopen(hear, "rb") as killer:
            if test := killer.read().decode():
                base.killed(mutant, test)
        code = os.waitstatus_to_exitcode(status)
        verdict = "survived" if code == SURVIVED else "broken" if code == BROKEN else "killed"
        done(mutant, "slow" if code == -signal.SIGXCPU else verdict)


def _silence() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _limit(seconds: float) -> None:
    """A limit in processor time: a busy machine kills no mutant."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    allowed = int(used.ru_utime + used.ru_stime + KEPT_SECONDS + FACTOR * seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (allowed, allowed + 5))


def run_live(
    root: Path, tests: Sequence[str], mutants: Sequence[Mutant], base: Baseline, jobs: int, done: Done
) -> None:
    """Mutants inside functions: collect the tests once and fork from there."""

    class Server:
        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            items = {item.nodeid: item for item in session.items}
            functions = _functions(root)
            gc.freeze()

            def start(mutant: Mutant, at_once: AtOnce) -> int:
                chosen = [items[name] for name in base.tests_for(mutant) if name in items]
                _limit(sum(base.seconds[item.nodeid] for item in chosen))
                if not _replace_code(root, mutant, functions):
                    return BROKEN
                session.config.pluginmanager.register(at_once)
                for item, after in zip(chosen, [*chosen[1:], None], strict=True):
                    session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
                return SURVIVED

            run_all(mutants, jobs, start, base, done)
            return True

    pytest.main([*PYTEST, "--no-header", *tests], plugins=[Server()])


Functions = dict[tuple[str, str, int], list[FunctionType]]


def _functions(root: Path) -> Functions:
    """All live functions below `root` by file, qualified name and line."""
    gc.unfreeze()  # the tests freeze what is loaded once they are collected, and what is frozen is not listed
    found: Functions = {}
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename.startswith(str(root)):
            code = thing.__code__
            key = (code.co_filename, code.co_qualname, code.co_firstlineno)
            found.setdefault(key, []).append(thing)
    return found


def _replace_code(root: Path, mutant: Mutant, functions: Functions) -> bool:
    """Put the mutated code into every live function it belongs to; False when that cannot be done."""
    name = str(root / mutant.path)
    changed = False
    for code in _codes(compile(mutant.tree(), name, "exec")):
        for function in functions.get((name, code.co_qualname, code.co_firstlineno), []):
            if function.__code__ != code:
                try:
                    function.__code__ = code
                except ValueError:
                    return False
                changed = True
    return changed


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


# --- what takes effect at import -----------------------------------------------------------------------------


class _Loader(importlib.abc.Loader):
    def __init__(self, path: str, tree: ast.Module) -> None:
        self.path, self.tree = path, tree

    def exec_module(self, module: ModuleType) -> None:
        # The mutated module is what this is for.
        exec(compile(self.tree, self.path, "exec"), module.__dict__)  # noqa: S102  # the mutated source itself


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, root: Path, mutant: Mutant) -> None:
        self.name = mutant.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        self.path = str(root / mutant.path)
        self.loader = _Loader(self.path, mutant.tree())

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        package = [os.path.dirname(self.path)] if self.path.endswith("__init__.py") else None
        return importlib.util.spec_from_file_location(
            name, self.path, loader=self.loader, submodule_search_locations=package
        )


def run_imported(
    root: Path, tests: Sequence[str], mutants: Sequence[Mutant], base: Baseline, jobs: int, done: Done
) -> None:
    """Mutants that take effect at import: a fresh collection for each, the quickest tests first."""

    def start(mutant: Mutant, at_once: AtOnce) -> int:
        order = {name: place for place, name in enumerate(base.tests_for(mutant))}
        most = len(order)
        _limit(sum(base.seconds[name] for name in order))
        sys.meta_path.insert(0, _Finder(root, mutant))

        class Order:
            @pytest.hookimpl(trylast=True)
            def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
                # A test that has gone is a difference as well: its parameters come from the mutated table.
                if {item.nodeid for item in items} != set(base.seconds):
                    os._exit(KILLED)
                items.sort(key=lambda item: order.get(item.nodeid, most))
                del items[most:]

        return SURVIVED if pytest.main([*PYTEST, "-x", *tests], plugins=[Order(), at_once]) == 0 else KILLED

    run_all(mutants, jobs, start, base, done)
