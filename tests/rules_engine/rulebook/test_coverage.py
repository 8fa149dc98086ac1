"""No enforced rule without proof: the coverage matrix has no empty cell, and its page is the one that is true."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from rules_engine.rulebook import rule, rules
from tests.rules_engine import coverage
from tests.rules_engine.coverage import Row, as_markdown, code_sites, counted, gaps, matrix, sets_phase, shown
from tests.rules_engine.x610z import registry
from tests.rules_engine.x610z.registry import ALSO, BROKEN, OBEYED, WITHOUT
from tests.rules_engine.x610z.test_rules import cited
from tests.tables import table

SHOWN = [known.id for known in shown()]
"""Their rows are made by the first test that asks: not while tests are collected, by every process."""
AGAIN = "make it again: python -m tests.rules_engine.coverage"


@cache
def proof() -> dict[str, Row]:
    """The rows of the matrix by rule."""
    return {row.rule.id: row for row in matrix()}


def rows(page: str) -> list[str]:
    """The page without its last column: golden games may come and go without this page."""
    return [re.sub(r"[^|]*\|$", "", line) for line in page.splitlines()]


def test_every_enforced_rule_has_a_row() -> None:
    assert {known.id for known in rules().values() if known.kind == "enforced"} <= set(SHOWN)


@table("rule_id", SHOWN)
def test_a_rule_that_is_enforced_has_no_empty_cell(rule_id: str) -> None:
    assert gaps(proof()[rule_id]) == []


@pytest.mark.parametrize("cell", ["code", "kept", "broken", "out"])
def test_an_empty_cell_is_noticed(cell: str) -> None:
    whole = proof()["202.8"]
    assert gaps(whole) == []
    name = "taken out" if cell == "out" else cell
    assert gaps(whole._replace(**{cell: []})) == [name]


def test_a_rule_that_nothing_proves_has_every_cell_empty() -> None:
    assert gaps(Row(rule("202.8"), [], [], [], [], [])) == ["code", "kept", "taken out", "broken"]


@table("rule_id", SHOWN)
def test_the_index_says_how_the_tests_prove_a_rule(rule_id: str) -> None:
    known = rule(rule_id)
    direct = rule_id in {number for number, _, _ in BROKEN}
    through = tuple(dict.fromkeys(number for other, number, _ in ALSO if other == rule_id))
    if known.kind == "enforced":
        expected = "refused" if direct else "through" if through else "carried"
        assert known.how == expected
        assert known.through == (through if known.how == "through" else ())
    assert known.how != "carried" or rule_id in WITHOUT


def test_a_proof_that_sets_the_phase_by_hand_is_marked_as_such() -> None:
    marked = {name for row in proof().values() for name in row.broken if "set by hand" in name}
    assert {name.split(" → ")[0].split(" (")[0] for name in marked} == {
        "a_card_is_cast_in_the_draw_phase",
        "a_card_is_cast_in_the_reactivation_phase",
    }


def test_no_helper_of_the_cases_sets_a_phase_where_the_mark_would_not_see_it() -> None:
    cases = {case.__name__ for _, _, case in (*BROKEN, *ALSO)}
    folder = Path(registry.__file__).parent
    helpers = [
        f"{path.name}:{node.name}"
        for path in (*folder.glob("cases_*.py"), folder.parent / "cards" / "table.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name not in cases and sets_phase(node)
    ]
    assert helpers == []


def test_nothing_is_refused_by_the_number_of_a_rule_that_only_explains() -> None:
    kinds = {number: rule(number).kind for number in cited()}
    assert {number: kind for number, kind in kinds.items() if kind not in ("enforced", "setup", "open")} == {}


def test_every_rule_that_a_test_names_is_in_the_index() -> None:
    for named in [*(number for number, _ in OBEYED), *(number for number, _, _ in ALSO), *WITHOUT]:
        assert rule(named).text


def test_every_number_in_the_words_of_the_engine_exists() -> None:
    headings = re.compile(r"\d{3}(\.\d+)?")
    unknown = [number for number in code_sites() if number not in rules() and not headings.fullmatch(number)]
    assert unknown == []


def test_the_page_in_docs_is_the_one_that_code_and_tests_make() -> None:
    assert rows(coverage.PAGE.read_text(encoding="utf-8")) == rows(as_markdown()), AGAIN


def test_a_golden_game_on_the_page_needs_its_rule() -> None:
    page = coverage.PAGE.read_text(encoding="utf-8")
    named = re.findall(r"^\| .*\[([^\]]+)\]\(rulebook.*\| \d+: ([^|]+) \|$", page, re.M)
    assert len(named) > 60
    for rule_id, words in named:
        assert counted(rule_id, words.replace(" ", "_")), f"{rule_id}: {AGAIN}"


def test_ranges_of_rules_name_all_between() -> None:
    assert list(coverage._numbers("see 201.6-8, 206.1d-f, 106.3#2 and G.sharp-turn")) == [
        *("201.6", "201.7", "201.8"),
        *("206.1d", "206.1e", "206.1f"),
        *("106.3#2", "G.sharp-turn"),
    ]
