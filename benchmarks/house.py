"""The house in figures: how long its floors are, how many branches and loose types, how far a fact travels.

    python -m benchmarks.house [--tree FOLDER] [--moves]

Reads the source and runs none of it; ``--tree`` measures another checkout by the same rules. Lines are all lines of
Python, without tests, migrations and what a command writes. Complexity counts every branch, loop, ternary,
``and``/``or`` and filter, so it is stricter than the linter's. A circle is two rooms that import each other, directly.

``--moves`` needs a database of Django's (``DATABASE_URL=sqlite:///:memory:`` will do) and follows one reported result,
one submitted deck and one drafted round of sixteen through this tree: calls of our own functions, how many functions,
files and rooms that were, and how often the next call was in another room.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from x610z_site.services.environment import FLOORS

ROOT = Path(__file__).resolve().parents[1]
MADE = "not written by hand"
"""In the first line of a file that a command of this project writes: its lines are nobody's."""
GAMES = re.compile(r"(?:==|!=) ?(?:\"(?:x610z|zx)\"|ZX\b|X610Z\b|DEFAULTS\.game\b)")
GAME_FOLDERS = {"x610z", "zx"}
KIND = r"\b(?:stage\.kind|Stage\.Kind|policy\.pairing|KNOCK_OUT)\b"
KINDS = re.compile(rf"{KIND}.*?(?:[!=]=|\bin\b)|(?:[!=]=|\bin\b).*?{KIND}")
"""A kind that is compared; one that is only stored or passed on is no branch."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Module(NamedTuple):
    """One file: its path from the root of the tree, its text and its syntax."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def room(self) -> str:
        """The folder below its floor; the floor itself for files that lie there."""
        floor, *rest = self.path.parts
        return f"{floor}/{rest[0]}" if len(rest) > 1 else floor


class Trip(NamedTuple):
    """How far one fact travelled; ``moves`` counts the calls that came after a call of another room."""

    calls: int
    functions: int
    files: int
    rooms: int
    moves: int


def modules(root: Path) -> list[Module]:
    """Every file of the five floors."""
    found = [
        path.relative_to(root)
        for floor in FLOORS
        for path in sorted((root / floor).rglob("*.py"))
        if "migrations" not in path.parts
    ]
    texts = [(root / path).read_text(encoding="utf-8") for path in found]
    return [
        Module(path, text, ast.parse(text))
        for path, text in zip(found, texts, strict=True)
        if MADE not in text.partition("\n")[0]
    ]


def statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Every statement, also those inside others; what they are made of, nine tenths of a tree, is not looked at."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt):
            yield node
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            inside = getattr(node, part, ())
            if isinstance(inside, list):  # the body of a lambda is an expression
                waiting.extend(inside)


def complexity(function: ast.AST) -> int:
    """One, and one more for every way it can go; functions inside count for themselves."""
    paths, waiting = 1, list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if isinstance(node, FUNCTIONS):
            continue
        if isinstance(node, ast.If | ast.For | ast.While | ast.ExceptHandler | ast.IfExp | ast.match_case):
            paths += 1
        elif isinstance(node, ast.BoolOp):
            paths += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            paths += 1 + len(node.ifs)
        waiting.extend(ast.iter_child_nodes(node))
    return paths


def imported(module: Module) -> Iterator[str]:
    """The dotted names that a module imports when it runs; what only the type checker reads does not count."""
    package = module.path.with_suffix("").parts
    package = package if package[-1] == "__init__" else (*package[:-1], "_")
    for node in statements(module.tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level]) if node.level else ""
            yield ".".join(part for part in (base, node.module) if part)


def circles(found: list[Module]) -> set[tuple[str, str]]:
    """Pairs of rooms of one floor that import each other."""
    rooms = {module.room for module in found}
    needs: dict[str, set[str]] = defaultdict(set)
    for module in found:
        for name in imported(module):
            room = "/".join(name.split(".")[:2])
            if room in rooms and room != module.room and "/" in module.room:
                needs[module.room].add(room)
    return {(one, two) for one in needs for two in needs[one] if one < two and one in needs.get(two, ())}


def figures(root: Path) -> Iterator[tuple[str, object]]:
    """Every figure with its name."""
    found = modules(root)
    for floor in FLOORS:
        inside = [module for module in found if module.path.parts[0] == floor]
        lines = sum(module.text.count("\n") for module in inside)
        yield f"lines of {floor}", f"{lines:,} in {len(inside)} files"
    yield "lines, all", f"{sum(module.text.count(chr(10)) for module in found):,}"
    files = Counter(module.room for module in found if "/" in module.room)
    yield (
        "rooms, and files of the fullest",
        f"{len(files)}, {', '.join(f'{r} {n}' for r, n in files.most_common(3))}",
    )
    yield "files of tournaments/rounds", files["tournaments/rounds"]
    outside = [module for module in found if "formats" not in module.path.parts]
    yield "branches on the kind of a stage", sum(len(KINDS.findall(module.text)) for module in outside)
    apart = [module for module in found if not GAME_FOLDERS & set(module.path.parts)]
    yield "branches on the name of a game", sum(len(GAMES.findall(module.text)) for module in apart)
    for word, pattern in {
        "cast(": r"\bcast\(",
        "Any": r"\bAny\b",
        "dict[str, Any]": r"dict\[str, Any\]",
        "Json (an alias of it)": r"\bJson\b",
        "type: ignore": r"# type: ignore",
        "NotImplementedError": r"\braise NotImplementedError",
    }.items():
        yield word, sum(len(re.findall(pattern, module.text)) for module in found)
    functions = [
        (module, node) for module in found for node in statements(module.tree) if isinstance(node, FUNCTIONS)
    ]
    lengths = [((node.end_lineno or 0) - node.lineno + 1, f"{m.path} {node.name}") for m, node in functions]
    ways = [(complexity(node), f"{m.path} {node.name}") for m, node in functions]
    yield "longest file", "{} {}".format(*max((m.text.count("\n"), m.path) for m in found))
    yield "longest function", "{} {}".format(*max(lengths))
    yield "worst complexity", "{} {}".format(*max(ways))
    yield "functions of complexity over 15", sum(count > 15 for count, _name in ways)
    yield "circles of rooms", len(circles(found))


def followed(work: Callable[..., object]) -> Trip:
    """Follow a piece of work through our own functions."""
    calls: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(str(ROOT)) and not frame.f_code.co_name.startswith("<"):
            path = name[len(str(ROOT)) + 1 :]
            if path.split("/")[0] in FLOORS:
                calls.append((path, frame.f_code.co_name))

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    rooms = [
        "/".join(path.split("/")[:2]) if path.count("/") > 1 else path.split("/")[0] for path, _name in calls
    ]
    moves = sum(one != two for one, two in pairwise(rooms))
    return Trip(len(calls), len(set(calls)), len({path for path, _name in calls}), len(set(rooms)), moves)


def trips() -> Iterator[tuple[str, Trip]]:
    """One reported result, one submitted deck, one drafted round of sixteen players."""
    from django.test import Client

    from decks.cards.packaged import cards_load_packaged
    from rules_engine.x610z.cards import load_pool
    from tests.tournaments import hall
    from tournaments.entries.models import Entry
    from tournaments.events.services import tournament_open_entry
    from tournaments.rounds.models import Match

    cards_load_packaged()
    tournament = hall.running_tournament(16)
    yield "a drafted round of 16", followed(lambda: hall.draft(tournament))
    hall.publish(tournament)
    page = f"/t/{tournament.slug}/me/"
    matches = list(Match.objects.filter(kind="played")[:2])
    for match in matches:  # the first of them warms what a process keeps
        player = Client()
        player.force_login(match.seats.get(position=0).entry.user)
        player.get(page)
        trip = followed(
            lambda player=player, match=match: player.post(page, {"score": "2-1-0", "match": match.pk})
        )
        assert match.reports.count() == 1
    yield "a result, 2-1", trip
    coming = hall.make_tournament("Coming Cup")
    tournament_open_entry(actor=hall.organizer_of(coming), tournament=coming, casual=True)
    pool = load_pool("demo")
    text = "\n".join(f"{count}x {pool[number].name}" for number, count in Counter(hall.legal_deck()).items())
    for entry in hall.enter(coming, 2):
        owner = Client()
        owner.force_login(Entry.objects.select_related("user").get(pk=entry.pk).user)
        page = f"/t/{coming.slug}/deck/submit/"
        trip = followed(lambda owner=owner, page=page: owner.post(page, {"text": text}))
    yield "a submitted deck", trip


def print_trips() -> None:
    """Follow the three trips in a database that is made for it and goes again."""
    import django
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")
    django.setup()
    setup_test_environment()
    made = setup_databases(verbosity=0, interactive=False)
    try:
        for name, trip in trips():
            print(f"{name:34} {' / '.join(f'{count} {word}' for word, count in trip._asdict().items())}")
    finally:
        teardown_databases(made, verbosity=0)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tree", type=Path, default=ROOT, help="another checkout to measure")
    parser.add_argument("--moves", action="store_true", help="follow three facts through the rooms as well")
    asked = parser.parse_args()
    for name, value in figures(asked.tree):
        print(f"{name:34} {value}")
    if asked.moves:
        print_trips()


if __name__ == "__main__":
    main()
