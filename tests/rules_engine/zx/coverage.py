"""The coverage list of Z/X: ``python -m tests.rules_engine.zx.coverage`` writes ``docs/coverage-zx.md``."""

from __future__ import annotations

import re
from pathlib import Path

from rules_engine import zx
from rules_engine.zx.rulebook import GAP, zx_rules

from . import cases_document, cases_dynamis, cases_effects, cases_setup, cases_texts, cases_turns, cases_zones
from .registry import BROKEN, OBEYED

CASES = (cases_document, cases_dynamis, cases_effects, cases_setup, cases_texts, cases_turns, cases_zones)
PAGE = Path(__file__).parents[3] / "docs" / "coverage-zx.md"
_INTRO = """# Which rules of Z/X are kept, and which are open

A row per rule that the engine of [Z/X](engine-zx.md) enforces, then what it does not carry out yet. The page is made by
`python -m tests.rules_engine.zx.coverage`; a test fails when a cell of an enforced rule is empty or the page is not the
one that code and tests make. A rule that is enforced *through* another is refused or carried out by that one. Each rule
is also taken out of the engine (`test_knockout.py`): a case that keeps it fails then, one that breaks it is not found.

| rule | what it is | cited in | kept by | broken by |
| --- | --- | --- | --- | --- |
"""


def sites() -> dict[str, list[str]]:
    """The modules that cite each rule."""
    found: dict[str, list[str]] = {}
    for path in sorted(Path(str(zx.__file__)).parent.glob("*.py")):
        for rule in re.findall(r'"(\d{3}\.\d+[a-z]?(?:#\d)?|B\.[a-z-]+-\d+)"', path.read_text("utf-8")):
            if path.stem not in found.setdefault(rule, []):
                found[rule].append(path.stem)
    return found


def _words(cases: list[str]) -> str:
    return "; ".join(case.replace("_", " ") for case in dict.fromkeys(cases))


def page() -> str:
    """The whole page."""
    cited = sites()
    rows = []
    for rule in zx_rules().values():
        if rule.kind != "enforced":
            continue
        kept = _words([case.__name__ for number, case in OBEYED if number == rule.id])
        tried = _words([case.__name__ for number, _, case in BROKEN if number == rule.id])
        if rule.through:
            tried = "through " + ", ".join(rule.through)
        where = ", ".join(f"`{module}`" for module in cited.get(rule.id, []))
        rows.append(f"| {rule.id} | {rule.title} | {where} | {kept} | {tried} |")
    gaps = [f"- {rule.id}: {rule.text}" for rule in zx_rules().values() if rule.kind == GAP]
    return _INTRO + "\n".join(rows) + "\n\n## Not carried out yet\n\n" + "\n".join(gaps) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
