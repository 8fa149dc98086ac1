"""docs/scenarios.md names tests that there are; each of its twelve days is one test, which walks all its sentences."""

import ast
import re
from pathlib import Path

from x610z_site.services.environment import ROOT

PAGE = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")
DAYS = ROOT / "tests/tournaments/scenarios"


def file_of(path: str) -> Path:
    return ROOT / path if "/" in path else DAYS / path


def days() -> dict[int, list[tuple[str, str]]]:
    """What the page names for each of its days: file and function."""
    parts = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
    return {int(part.split(".")[0]): NAMED.findall(part) for part in parts if part[0].isdigit()}


def walked(number: int) -> set[str]:
    """The names in the one test of a day, with its own."""
    (file,) = DAYS.glob(f"test_s{number:02}_*.py")
    (test,) = [
        node
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith(f"test_s{number:02}_")
    ]
    return {test.name} | {
        node.attr if isinstance(node, ast.Attribute) else node.id
        for node in ast.walk(test)
        if isinstance(node, (ast.Attribute, ast.Name))
    }


def test_every_function_that_the_page_names_exists() -> None:
    named = NAMED.findall(PAGE)
    missing = [
        f"{path}::{name}"
        for path, name in named
        if not file_of(path).exists() or f"\ndef {name}(" not in file_of(path).read_text(encoding="utf-8")
    ]
    assert len(named) > 40 and missing == []


def test_each_day_is_one_test_that_walks_every_sentence_of_the_page() -> None:
    found = days()
    assert sorted(found) == list(range(1, 13))
    for number, named in found.items():
        mine = {name for path, name in named if "/" not in path}
        assert mine and mine <= walked(number), (number, mine - walked(number))
