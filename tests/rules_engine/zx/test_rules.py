"""Every rule that Z/X enforces, obeyed and broken."""

from __future__ import annotations

import re
from pathlib import Path

from rules_engine import zx
from rules_engine.zx.messages import text
from rules_engine.zx.rulebook import GAP, zx_rules
from tests.tables import table

from .coverage import PAGE, page
from .registry import BROKEN, OBEYED, Broken, Kept
from .scene import Scene

RULES = zx_rules()


@table("case", dict.fromkeys(case for _, case in OBEYED), ids=lambda case: str(case.__name__))
def test_a_rule_is_obeyed(case: Kept) -> None:
    case(Scene())


@table(("rule", "code", "case"), BROKEN, ids=[f"{rule}-{case.__name__}" for rule, _, case in BROKEN])
def test_a_rule_is_broken_and_named(rule: str, code: str, case: Broken) -> None:
    scene = Scene()
    found = case(scene)
    assert found is not None, "no rule was broken"
    assert (found.rule, found.code) == (rule, code)
    for lang in ("en", "nl"):
        sentence = text(found.code, found.params, lang)
        assert sentence and "?" not in sentence and found.code not in sentence


def test_every_enforced_rule_is_obeyed_somewhere_and_every_refusal_broken() -> None:
    kept, tried = {rule for rule, _ in OBEYED}, {rule for rule, _, _ in BROKEN}
    enforced = [rule for rule in RULES.values() if rule.kind == "enforced"]
    assert [rule.id for rule in enforced if rule.how == "refused" and rule.id not in tried] == []
    assert [rule.id for rule in enforced if rule.how != "through" and rule.id not in kept] == []
    for rule in enforced:
        for number in rule.through:
            assert RULES[number].kind == "enforced" and RULES[number].how != "through", rule.id


def test_no_case_is_about_a_rule_that_the_engine_does_not_carry() -> None:
    named = {rule for rule, _ in OBEYED} | {rule for rule, _, _ in BROKEN}
    assert {rule for rule in named if RULES[rule].kind == GAP} == set()


def test_code_cites_only_rules_of_the_book() -> None:
    cited = set()
    for path in Path(str(zx.__file__)).parent.glob("*.py"):
        cited |= set(re.findall(r'"(\d{3}\.\d[a-z]?(?:#\d)?|B\.[a-z-]+-\d+)"', path.read_text("utf-8")))
    assert cited - set(RULES) == set()
    refused = {rule.id for rule in RULES.values() if rule.how == "refused"}
    assert refused - cited == set()


def test_the_coverage_page_is_the_one_that_code_and_tests_make() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.rules_engine.zx.coverage"
