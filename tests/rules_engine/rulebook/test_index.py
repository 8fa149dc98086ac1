"""The rule index is complete, whole in both languages, and strict about identifiers."""

import dataclasses
import re
from pathlib import Path

import pytest

from rules_engine.rulebook import HOWS, KINDS, Rule, headings, rule, rules
from rules_engine.rulebook.index import KINDS_NL
from rules_engine.x610z.rulesets import rulings
from rules_engine.zx.rulebook import zx_rules
from tests.tables import table

REPOSITORY = Path(__file__).parents[3]
NUMBERING = Path(__file__).with_name("numbering.txt").read_text(encoding="utf-8")
EXPECTED = [line for line in NUMBERING.splitlines() if line and not line.startswith("# ")]

ID = r"\d{3}\.\d+[a-z]?(?:#\d+)?|G\.[a-z-]+|NL\.[a-z-]+"


def test_every_number_of_the_rules_is_in_the_index_in_the_same_order() -> None:
    assert list(rules()) == EXPECTED


def test_the_numbering_has_all_rules_terms_and_statements() -> None:
    counts = [len([name for name in EXPECTED if name.startswith(start)]) for start in ("G.", "NL.", "")]
    assert counts == [150, 40, 449]
    assert len(set(EXPECTED)) == len(EXPECTED)


@table("known", rules().values(), ids=lambda known: known.id)
def test_a_rule_has_title_and_wording_in_both_languages(known: Rule) -> None:
    for field in (known.title, known.title_nl, known.text, known.text_nl):
        assert field == field.strip()
        assert field[0].isupper() or not field[0].isalpha(), field
    assert known.text.endswith((".", "?"))
    assert known.text_nl.endswith((".", "?"))
    assert len(known.title) <= 60, "a title fits on one line of a phone"
    assert known.text_in("en") == known.text
    assert known.text_in("nl") == known.text_nl
    assert known.title_in("nl") == known.title_nl


@table("known", rules().values(), ids=lambda known: known.id)
def test_a_rule_has_a_known_kind_version_and_section(known: Rule) -> None:
    assert known.kind in KINDS
    assert known.since in ("base", "2010-02", "2010-03")
    assert known.section in headings()
    assert known.id.startswith(known.section)


def test_wordings_are_told_in_short_sentences() -> None:
    for known in rules().values():
        for text in (known.text, known.text_nl):
            longest = max(len(sentence.split()) for sentence in re.split(r"[.?;:] ", text))
            assert longest <= 34, f"{known.id}: a sentence of {longest} words"


def test_numbers_named_in_a_wording_exist() -> None:
    for known in rules().values():
        for text in (known.text, known.text_nl):
            for named in re.findall(r"\b\d{3}\.\d+[a-z]?", text):
                assert named in rules(), f"{known.id} names {named}"


def test_both_languages_name_the_same_numbers() -> None:
    for known in rules().values():
        figures = [re.findall(r"\d+(?:\.\d+[a-z]?)?", text) for text in (known.text, known.text_nl)]
        assert sorted(figures[0]) == sorted(figures[1]), known.id


def test_rules_and_rulings_name_each_other() -> None:
    for ruled in rulings().values():
        naming = [known.id for known in rules().values() if ruled.id in known.rulings]
        assert list(ruled.rules) == naming, ruled.id
    assert {name for known in rules().values() for name in known.rulings} == set(rulings())


def test_an_open_rule_has_a_ruling() -> None:
    assert all(known.rulings for known in rules().values() if known.kind == "open")


def test_an_enforced_rule_says_how_and_another_does_not() -> None:
    for known in rules().values():
        assert (known.how in HOWS) is (known.kind == "enforced"), known.id
        assert bool(known.through) is (known.how == "through"), known.id
        assert all(rule(number).how == "refused" for number in known.through), known.id


def test_every_kind_is_explained_in_both_languages() -> None:
    assert list(KINDS_NL) == list(KINDS)


def test_105_4_is_both_a_heading_and_a_rule() -> None:
    assert headings()["105.4"].title == "Murphy's Law"
    assert rule("105.4").section == "105.4"


def test_a_rule_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        rule("202.8").text = "Fly."  # type: ignore[misc]  # the point of the test
    with pytest.raises(TypeError):
        rules()["1"] = rule("202.8")  # type: ignore[index]  # the point of the test


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("202.88", "202.8"),
        ("101.1", "101.1a"),
        ("106.3#4", "106.3#2"),
        ("G.sharp-turns", "G.sharp-turn"),
        ("604", "604.1"),
    ],
)
def test_an_unknown_number_is_refused_with_the_nearest_ones(wrong: str, near: str) -> None:
    with pytest.raises(KeyError) as refused:
        rule(wrong)
    assert wrong in str(refused.value)
    assert near in refused.value.suggestions  # type: ignore[attr-defined]  # it is an UnknownRule
    assert near in str(refused.value)


@pytest.mark.parametrize("wrong", ["", "???", "x" * 5000])
def test_nonsense_is_refused_too(wrong: str) -> None:
    with pytest.raises(KeyError, match="there is no rule"):
        rule(wrong)


def test_every_number_that_code_cites_exists() -> None:
    sources = [*REPOSITORY.glob("rules_engine/**/*.py"), *REPOSITORY.glob("decks/**/*.py")]
    unknown = []
    for source in sorted(path for path in sources if "rulebook" not in path.parts):
        for cited in re.findall(rf"[\"']({ID})[\"']", source.read_text(encoding="utf-8")):
            of_zx = "zx" in re.split(r"[/_]", str(source.relative_to(REPOSITORY)))
            if cited not in (zx_rules() if of_zx else rules()):
                unknown.append(f"{source.relative_to(REPOSITORY)}: {cited}")
    assert unknown == []
