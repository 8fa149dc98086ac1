"""Which tests are nearest to a change: the choice of `./test --changed`.

A file of Python is followed through the imports: the tests that import it, and those that import what imports it. As
almost every test of a page reaches almost every room in the end, near ones come first, and as many are taken as fit
into a minute by what they took before (tests/durations.json). The rest is for `./test`, and the choice says how many.

What no import tells is told by names: a template, a script or a style sheet belongs to the modules and templates that
name it, and a room to the folder of tests with its name.
"""

import json
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from x610z_site.services.environment import FLOORS, ROOT, SetupError

PACKAGES = (*FLOORS, "tests")
BUDGET = 60.0
"""Seconds of tests, by what they took before."""
UNKNOWN = 0.5
"""What a file is taken to need that is not among them, as those are that need less."""
EVERYWHERE = ("pyproject.toml", "requirements/", "tests/conftest.py", "x610z_site/settings/")
"""A change here concerns all tests alike."""
NAMED = (".html", ".js", ".css", ".svg", ".toml", ".json", ".txt", ".md")
"""Endings of files that others name and nobody imports."""
IN_A_ROOM = 0
"""How far the tests of a room are taken to be from what is in the room: they come first."""
BESIDE = {
    "docs/": ("tests/site/test_docs.py", "tests/site/test_examples.py"),
    "locale/": ("tests/site/test_translations.py", "tests/site/test_words.py"),
    "Makefile": ("tests/site/test_speeds.py", "tests/site/test_docs.py"),
}
"""Tests of what no module imports."""


@dataclass
class Choice:
    """The files of tests to run, in order; how many would follow; and what was changed."""

    changed: list[str]
    files: list[str] = field(default_factory=list)
    left: int = 0
    everywhere: list[str] = field(default_factory=list)

    def account(self) -> str:
        """What is run and what is not, in a few lines."""
        lines = [f"{len(self.changed)} files differ; {len(self.files)} files of tests are nearest to them"]
        lines += [f"  {path}" for path in self.files]
        if self.left:
            lines.append(
                f"{self.left} more files of tests reach what differs from farther away: ./test runs them"
            )
        if self.everywhere:
            lines.append(f"{', '.join(self.everywhere)}: concerns every test, so only ./test tells")
        return "\n".join(lines)


def choose(base: str) -> Choice:
    """The choice for what differs between the working tree and ``base``. Raises SetupError without such a commit."""
    return choice_for(changed_files(base))


def changed_files(base: str) -> list[str]:
    """Paths that differ from where this branch left ``base``, new ones included."""
    start = _git("merge-base", base, "HEAD")[0]
    new = _git("ls-files", "--others", "--exclude-standard")
    return sorted({*_git("diff", "--name-only", start), *new})


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607
    if done.returncode:
        raise SetupError(f"git {words[0]}: {done.stderr.strip()}")
    return done.stdout.split("\n")[:-1] if done.stdout else []


def choice_for(changed: list[str], *, budget: float = BUDGET) -> Choice:
    """The tests nearest to these files, as many as fit; a file of tests that was changed itself always."""
    choice = Choice(changed, everywhere=[path for path in changed if path.startswith(EVERYWHERE)])
    far = distances(path for path in changed if path not in choice.everywhere)
    took = durations()
    spent = 0.0
    for path, _steps in sorted(far.items(), key=lambda one: (one[1], took.get(one[0], UNKNOWN), one[0])):
        spent += took.get(path, UNKNOWN)
        if path in changed or spent <= budget:
            choice.files.append(path)
        else:
            choice.left += 1
    return choice


def durations() -> dict[str, float]:
    """Seconds of each file of tests, as `make durations` kept them; files that need hardly any are missing."""
    kept = json.loads((ROOT / "tests" / "durations.json").read_text(encoding="utf-8"))
    return {path: sum(tests.values()) for path, tests in kept.items()}


def distances(changed: Iterable[str]) -> dict[str, int]:
    """How many imports lie between a changed file and each file of tests that reaches it."""
    starts: dict[str, int] = {}
    found: dict[str, int] = {}
    for path in changed:
        for module, steps in _modules_of(path):
            starts[module] = min(steps, starts.get(module, steps))
        for test in _tests_of_the_room(path):
            found[test] = min(IN_A_ROOM, found.get(test, IN_A_ROOM))
    for module, steps in _spread(starts).items():
        path = _path_of(module)
        if path.startswith("tests/") and path.rpartition("/")[2].startswith("test_"):
            found[path] = min(steps, found.get(path, steps))
    return {path: steps for path, steps in found.items() if (ROOT / path).exists()}


def _spread(starts: dict[str, int]) -> dict[str, int]:
    """The distance of every module that imports one of these, however indirectly."""
    graph = import_graph()
    far = dict(starts)
    edge = sorted(starts, key=lambda module: starts[module])
    while edge:
        module = edge.pop(0)
        for importer in graph.get(module, ()):
            if importer not in far or far[importer] > far[module] + 1:
                far[importer] = far[module] + 1
                edge.append(importer)
    return far


@cache
def import_graph() -> dict[str, frozenset[str]]:
    """Each module with those that import it."""
    from grimp import build_graph

    graph = build_graph(*PACKAGES, cache_dir=None)
    return {module: frozenset(graph.find_modules_that_directly_import(module)) for module in graph.modules}


def _modules_of(path: str) -> Iterator[tuple[str, int]]:
    """The modules that a changed file is or belongs to, and how far away they are."""
    if path.endswith(".py"):
        yield path.removesuffix(".py").replace("/", ".").removesuffix(".__init__"), 0
    elif path.endswith(NAMED):
        for user, steps in _users(path).items():
            yield user.removesuffix(".py").replace("/", "."), steps


def _users(path: str) -> dict[str, int]:
    """The modules that name a file, through templates that name it too."""
    found: dict[str, int] = {}
    edge, seen = [(path, 1)], {path}
    while edge:
        named, steps = edge.pop(0)
        name = _name_of(named)
        for other, text in _texts():
            if name in text and other not in seen:
                seen.add(other)
                if other.endswith(".py"):
                    found[other] = steps
                else:
                    edge.append((other, steps + 1))
    return found


def _name_of(path: str) -> str:
    """How others name a file: a template from its folder, anything else by its last two parts or its own name."""
    if path.startswith("templates/"):
        return path.removeprefix("templates/")
    return path.rpartition("/")[2]


@cache
def _texts() -> list[tuple[str, str]]:
    """What may name a file: all of our Python and every template."""
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    paths += (ROOT / "templates").rglob("*.html")
    return [(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in sorted(paths)]


def _tests_of_the_room(path: str) -> Iterator[str]:
    """The tests in the folder that mirrors the room of a changed file: a page is asked for there, never imported."""
    for start, tests in BESIDE.items():
        yield from tests if path.startswith(start) else ()
    parts = Path(path).parts
    room = parts[1] if parts[0] == "templates" and len(parts) > 2 else "/".join(parts[:2])
    for folder in ((ROOT / "tests" / room), *(ROOT / "tests").glob(f"*/{room}")):
        if parts[0] != "tests" and folder.is_dir():
            yield from (test.relative_to(ROOT).as_posix() for test in sorted(folder.glob("test_*.py")))
    if parts[0] != "tests" and len(parts) > 2:
        named = sorted((ROOT / "tests").glob(f"*/test_{parts[1].removesuffix('.py')}*.py"))
        yield from (test.relative_to(ROOT).as_posix() for test in named)


def _path_of(module: str) -> str:
    """The file of a module."""
    return module.replace(".", "/") + ".py"
