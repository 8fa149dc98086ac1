"""The index of Z/X is complete, whole in both languages, and free of the words of its sources."""

from __future__ import annotations

import re
from pathlib import Path

from rules_engine.rulebook import Rule
from rules_engine.zx.rulebook import GAP, ZX_KINDS, zx_headings, zx_rules
from tests.tables import table

NUMBERING = Path(__file__).with_name("numbering-zx.txt").read_text(encoding="utf-8")
EXPECTED = [line for line in NUMBERING.splitlines() if line and not line.startswith("# ")]


def test_every_number_of_the_documents_is_in_the_index_in_the_same_order() -> None:
    numbered = [rule for rule in zx_rules() if rule[0].isdigit() and not rule.startswith("101.")]
    assert numbered == EXPECTED
    assert len(set(EXPECTED)) == len(EXPECTED) == 55


@table("known", zx_rules().values(), ids=lambda known: known.id)
def test_a_rule_is_whole_in_both_languages(known: Rule) -> None:
    for field in (known.title, known.title_nl, known.text, known.text_nl):
        assert field == field.strip() and field
    assert known.text.endswith(".") and known.text_nl.endswith(".") and len(known.title) <= 60
    assert known.kind in ZX_KINDS and known.section in zx_headings()
    for text in (known.text, known.text_nl):
        assert max(len(sentence.split()) for sentence in re.split(r"[.?;:] ", text)) <= 34, known.id
    figures = [re.findall(r"\d+", text) for text in (known.text, known.text_nl)]
    assert sorted(figures[0]) == sorted(figures[1])


def test_headings_are_named_in_both_languages_and_used() -> None:
    used = {known.section for known in zx_rules().values()}
    for heading in zx_headings().values():
        assert heading.title and heading.title_nl
        assert heading.id in used | {"300", "900", "B"}


def test_what_the_engine_does_not_carry_out_is_said() -> None:
    gaps = {known.id for known in zx_rules().values() if known.kind == GAP}
    assert {"B.arc-1", "B.text-4", "B.arc-3"} <= gaps
    assert "902.1" not in gaps and "B.damage-player-4" not in gaps
