"""The coverage matrix: ``python -m tests.rules_engine.coverage`` writes ``docs/coverage.md``.

A row per rule that the engine enforces: the code that cites it, the tests that keep it, the tests that break it and get
its number, what happens when it is taken out of the engine, and the golden games in which it took effect. Names of
functions stand there, never line numbers, so that the page changes only when the proof does.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rules_engine import audit
from rules_engine.kernel.report import Report
from rules_engine.rulebook import HOWS, Rule, rules
from rules_engine.x610z.rules_page import anchor
from tests.golden.scenes import golden_pool
from tests.rules_engine.x610z.knockout import taken_out
from tests.rules_engine.x610z.registry import ALSO, BROKEN, OBEYED, WITHOUT
from tests.rules_engine.x610z.test_rules import noticed, switched_off

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "coverage.md"
ENGINE = ROOT / "rules_engine"
GOLDEN = ROOT / "tests" / "golden" / "x610z"
_NUMBER = re.compile(r"\b(\d{3}\.\d+[a-z]?(?:#\d)?)((?:-[a-z0-9]+)?)|\b((?:G|NL)\.[a-z]+(?:-[a-z]+)*)")
_SHOWN = 4

_INTRO = """# What proves that the rules are kept

A row per rule that the engine enforces, and per rule of the set-up that it checks. The wording of every rule is in
[rulebook.md](rulebook.md); the number in the first column leads there.

This page is made by `python -m tests.rules_engine.coverage`. A test fails when a cell of an enforced rule is empty or
the page is not the one that code and tests make.

- **Code** cites the rule by its number: `file:function`.
- **Kept by** a test that does what the rule says and sees its effect.
- **Broken by** a test that breaks the rule and is told exactly this number. A number behind an arrow is that of a
  more general rule that says the same for all such cases.
- **Taken out**: the rule is switched off in the engine, and a test notices. For a refusal that is every test beside it:
  without the check the line passes. What the engine carries out by itself no line can break; there the piece of code
  that does it is taken away, and the tests named here fail.
- **Games**: to how many golden games the rule matters, and one of them: it took effect there, was found broken, or the
  game goes otherwise when the rule is taken out.
"""


class Row(NamedTuple):
    """The cells of one rule, as lists of names; ``rule`` is the entry of the index."""

    rule: Rule
    code: list[str]
    kept: list[str]
    broken: list[str]
    out: list[str]
    games: list[str]


def shown() -> list[Rule]:
    """The rules that have a row: every enforced one, and those of another kind that a test breaks."""
    tried = {rule for rule, _, _ in BROKEN}
    return [known for known in rules().values() if known.kind == "enforced" or known.id in tried]


def matrix(games: Mapping[str, list[str]] | None = None) -> list[Row]:
    """A row per rule that is shown; ``games`` as :func:`golden_games`."""
    return [row._replace(games=games.get(row.rule.id, [])) if games else row for row in _proofs()]


@cache
def _proofs() -> tuple[Row, ...]:
    """What proves the rules, without golden games: seconds of work, for each rule is taken out of the engine."""
    sites = code_sites()
    return tuple(
        Row(
            known,
            sites.get(known.id, []),
            sorted(case.__name__ for rule, case in OBEYED if rule == known.id),
            _broken(known),
            _out(known),
            [],
        )
        for known in shown()
    )


def gaps(row: Row) -> list[str]:
    """The names of the cells that an enforced rule must have and this one has not."""
    cells = {"code": row.code, "kept": row.kept, "taken out": row.out}
    if row.rule.how != "carried":
        cells["broken"] = row.broken
    return [name for name, found in cells.items() if not found]


def _broken(known: Rule) -> list[str]:
    direct = sorted(case.__name__ + _by_hand(case) for rule, _, case in BROKEN if rule == known.id)
    more = sorted(
        f"{case.__name__} → {number}{_by_hand(case)}" for rule, number, case in ALSO if rule == known.id
    )
    return direct + more


def _by_hand(case: Any) -> str:
    """Says so of a case that puts the game into a phase by hand: under the default rulings no log gets there."""
    source = ast.parse(textwrap.dedent(inspect.getsource(case)))
    return " (set by hand: no log with default rulings)" if sets_phase(source) else ""


def sets_phase(tree: ast.AST) -> bool:
    """True if this piece of code puts a state into a phase itself, rather than by playing."""
    return any(
        isinstance(node, ast.Attribute) and node.attr == "phase" and isinstance(node.ctx, ast.Store)
        for node in ast.walk(tree)
    )


def _out(known: Rule) -> list[str]:
    """What shows that the rule matters: the refusals that vanish without it, or the tests that fail."""
    if known.how == "carried":
        return sorted(noticed(known.id))
    found = [case.__name__ for rule, _, case in BROKEN if rule == known.id and switched_off(rule, case)]
    return found + [
        case.__name__ for rule, number, case in ALSO if rule == known.id and switched_off(number, case)
    ]


# --- the code that cites a rule --------------------------------------------------------------------------------------


@cache
def code_sites() -> dict[str, list[str]]:
    """``file:function`` by rule, for every number that stands in the code or the words of a function."""
    found: dict[str, dict[str, None]] = {}
    for path in sorted(ENGINE.glob("x610z/*.py")):
        # What only puts rules into words, or says beforehand what can be done, enforces none.
        if not path.name.startswith(("messages", "castable", "offers")):
            for number, place in _cited_in(path):
                found.setdefault(number, {})[place] = None
    return {number: list(places) for number, places in found.items()}


def _cited_in(path: Path) -> Iterator[tuple[str, str]]:
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for name, node in _functions(ast.parse(text)):
        source = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        for number in _numbers(source):
            yield number, f"{path.stem}:{name}"
    outside = _outside(ast.parse(text), lines)
    for number in _numbers(outside):
        yield number, path.stem


def _functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield f"{prefix}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{node.name}.")


def _outside(tree: ast.Module, lines: list[str]) -> str:
    """Tables and comments that stand beside the functions of a module; not the words at its head."""
    inside = {line for _, node in _functions(tree) for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    first = tree.body[0].end_lineno or 0
    return "\n".join(line for at, line in enumerate(lines, 1) if at > first and at not in inside)


def _numbers(text: str) -> Iterator[str]:
    """Every rule named in a text; ``201.6-7`` and ``206.1d-f`` name all between."""
    for match in _NUMBER.finditer(text):
        number, span, term = match.groups()
        if term:
            yield term
            continue
        yield number
        if span:
            yield from _between(number, span[1:])


def _between(number: str, last: str) -> Iterator[str]:
    if number[-1].isalpha() and len(last) == 1 and last.isalpha():
        for letter in range(ord(number[-1]) + 1, ord(last) + 1):
            yield f"{number[:-1]}{chr(letter)}"
    elif last.isdigit() and "." in number and not number[-1].isalpha():
        head, first = number.split(".")
        for part in range(int(first) + 1, int(last) + 1):
            yield f"{head}.{part}"


# --- golden games ----------------------------------------------------------------------------------------------------


def golden_games() -> dict[str, list[str]]:
    """The golden games by rule: those to which it matters. A minute of work: every game without every rule."""
    names = sorted(path.stem for path in GOLDEN.glob("*.jsonl"))
    found: dict[str, list[str]] = {}
    for row in matrix():
        found[row.rule.id] = [name for name in names if matters(row.rule.id, name)]
    for row in matrix():
        more = [name for number in row.rule.through for name in found[number]]
        found[row.rule.id] = sorted({*found[row.rule.id], *more})
    return found


def matters(rule: str, name: str) -> bool:
    """True if the rule took effect in a golden game, was found broken, or the game goes otherwise without it."""
    return rule in rules_of(name) or _played(name) != _played_without(rule, name)


def counted(rule_id: str, name: str) -> bool:
    """True if the rule matters to a golden game, or a more general rule through which it is refused."""
    return any(matters(number, name) for number in (rule_id, *rules()[rule_id].through))


@cache
def rules_of(name: str) -> frozenset[str]:
    """The rules that one golden game touches."""
    report = _played(name)
    named = [part.rule for part in (report.finding, report.result) if part is not None]
    return frozenset([*report.rule_hits, *named])


@cache
def _played(name: str) -> Report:
    return audit((GOLDEN / f"{name}.jsonl").read_bytes(), pool=golden_pool())


def _played_without(rule: str, name: str) -> Report | None:
    with taken_out(rule, WITHOUT.get(rule, ())):
        try:
            return audit((GOLDEN / f"{name}.jsonl").read_bytes(), pool=golden_pool())
        except Exception:  # noqa: BLE001 - an engine without one of its rules may fail in any way
            return None


# --- the page --------------------------------------------------------------------------------------------------------


def as_markdown(games: Mapping[str, list[str]] | None = None) -> str:
    """The whole page, ending in a line break; without ``games`` the last column is empty."""
    return "\n".join(_lines(games)) + "\n"


def _lines(games: Mapping[str, list[str]] | None) -> Iterator[str]:
    rows = matrix(games)
    yield _INTRO
    yield from ("| how | meaning | rules |", "| --- | --- | --- |")
    for how, meaning in {
        **HOWS,
        "": "A rule of the set-up or an open question that the engine checks.",
    }.items():
        yield f"| {how or 'also checked'} | {meaning} | {sum(row.rule.how == how for row in rows)} |"
    for how, title in (
        ("refused", "Refused by their own number"),
        ("through", "Refused by the number of a more general rule"),
        ("carried", "Carried out by the engine"),
        ("", "Also checked"),
    ):
        yield from ("", f"## {title}", "")
        yield from ("| rule | code | kept by | broken by | taken out | games |", "| --- " * 6 + "|")
        for row in rows:
            if row.rule.how == how:
                yield _row(row)


def _row(row: Row) -> str:
    known = row.rule
    code = _some([f"`{place}`" for place in row.code])
    broken = _some([_sentence(name) for name in row.broken]) or "no line can"
    out = [] if known.how == "carried" else [f"{len(row.out)} of {len(row.broken)} pass"]
    if found := noticed(known.id) if known.id in WITHOUT else []:
        places = dict.fromkeys(f"`{_place(edit[0])}`" for edit in WITHOUT[known.id])
        failing = _some([_sentence(name) for name in sorted(found)])
        out.append(f"without {', '.join(places)} fails: {failing}")
    games = f"{len(row.games)}: {_sentence(row.games[0])}" if row.games else ""
    cells = (code, _some([_sentence(name) for name in row.kept]), broken, "; ".join(out), games)
    mark = anchor(known.id)
    return f'| <a id="{mark}"></a>[{known.id}](rulebook.md#{mark}) {known.title} | {" | ".join(cells)} |'


def _place(function: object) -> str:
    module = getattr(function, "__module__", "").rpartition(".")[2]
    return f"{module}:{getattr(function, '__qualname__', '')}"


def _sentence(name: str) -> str:
    return name.replace("_", " ")


def _some(names: list[str]) -> str:
    left = len(names) - _SHOWN
    return "; ".join(names[:_SHOWN]) + (f"; and {left} more" if left > 0 else "")


def main() -> int:
    """Write the page, or with ``--check`` say which cells are empty; 1 if some are."""
    parser = argparse.ArgumentParser(prog="python -m tests.rules_engine.coverage", description=__doc__)
    parser.add_argument("--check", action="store_true", help="list empty cells instead of writing the page")
    if not parser.parse_args().check:
        PAGE.write_text(as_markdown(golden_games()), encoding="utf-8")
    empty = [(row.rule.id, gaps(row)) for row in matrix() if gaps(row)]
    for rule_id, names in empty:
        print(f"{rule_id}: no {', '.join(names)}")
    return 1 if empty else 0


if __name__ == "__main__":
    sys.exit(main())
