"""Every sentence of document 003 is held by something, and what holds it is tested by cases that are there."""

from __future__ import annotations

from collections.abc import Callable

from rules_engine import zx
from rules_engine.zx.messages import CATALOGUE
from rules_engine.zx.rulebook import GAP, zx_rules
from rules_engine.zx.rulings import rulings
from tests.rules_engine.x610z.knockout import Edit, taken_out
from tests.tables import table

from .document import CODE, FREE, PAGE, PARTS, THROUGH, Sentence, cases, outs, page, sentences, taken_away
from .registry import BROKEN, OBEYED
from .scene import Scene
from .test_knockout import FAILURES

ROWS = sentences()
THROUGH_OTHERS = sorted(rule.id for rule in zx_rules().values() if rule.how == "through")


def fails(case: Callable[[Scene], object], outs: list[tuple[str, tuple[Edit, ...]]]) -> bool:
    """Whether a case that keeps a rule fails when any of these is out of the engine."""
    for rule, edits in outs:
        with taken_out(rule, edits, zx):
            try:
                case(Scene())
            except FAILURES:
                return True
    return False


@table("row", ROWS, ids=lambda row: str(row.text))
def test_a_sentence_is_held_by_something_that_is_there(row: Sentence) -> None:
    for held in row.held:
        if code := CODE.match(held):
            gap = zx_rules().get(code[1])
            assert gap.kind == GAP if gap else code[1] in CATALOGUE.findings("en")
        else:
            assert held in FREE or held in rulings() or zx_rules()[held].kind == "enforced", held
    assert bool(row.rules) == bool(row.kept), "a rule has a case that keeps it"


@table("row", [row for row in ROWS if row.kept], ids=lambda row: str(row.text))
def test_the_cases_of_a_sentence_keep_it_and_break_it(row: Sentence) -> None:
    kept, tried = cases(OBEYED, row), cases(BROKEN, row)
    assert set(row.kept) <= set(kept) and set(row.broken) <= set(tried)
    for name in row.broken:
        rule, code, case = tried[name]
        found = case(Scene())
        assert found is not None and found.rule in row.rules
        with taken_out(rule, (), zx):
            try:
                found = case(Scene())
            except FAILURES:
                continue
        assert found is None or found.rule != rule, f"{code} is still found without {rule}"
    for name in row.kept if not row.broken else ():
        assert fails(kept[name][1], taken_away(row)), f"nobody misses it in {name}"


@table("rule", THROUGH_OTHERS)
def test_a_rule_that_others_carry_out_is_missed_with_them(rule: str) -> None:
    keeping = [case for number, case in OBEYED if number == rule]
    assert keeping and any(fails(case, outs(rule)) for case in keeping)


def test_every_part_that_is_taken_out_belongs_to_a_sentence() -> None:
    assert set(PARTS) <= {row.out for row in ROWS} and set(THROUGH) <= set(THROUGH_OTHERS)


def test_every_rule_of_the_document_is_in_a_sentence() -> None:
    named = {held for row in ROWS for held in row.held} | {
        f[1] for row in ROWS for h in row.held if (f := CODE.match(h))
    }
    kinds = ("enforced", GAP)
    missing = {
        rule.id for rule in zx_rules().values() if rule.id.startswith("B.") and rule.kind in kinds
    } - named
    assert missing == set()


def test_the_page_is_the_one_that_code_and_tests_make() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.rules_engine.zx.document"
