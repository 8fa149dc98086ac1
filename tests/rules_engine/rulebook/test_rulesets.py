"""Rulesets are frozen, differ only where the Monthly Updates say so, and settle every open question."""

import pytest

from rules_engine.rulebook import rules
from rules_engine.x610z.rulesets import (
    RULESETS,
    Ruling,
    UnknownOption,
    UnknownRuleset,
    UnknownRuling,
    answers,
    load_ruleset,
    ruling,
    ruling_changes,
    rulings,
)

FEBRUARY = load_ruleset("x610z/2010-02")
MARCH = load_ruleset("x610z/2010-03")

FROZEN = {
    "x610z/2010-02": "ad45c184c0f11b1c92405222f643a44bad9f9d2c38be2876d62d403c1a3bb8c7",
    "x610z/2010-03": "a9af4f1b82bf6019f041c91ba690fa497021249519c488cd10ba1526da9d1891",
}
RELEASED = (
    "cb30adcf7ce4c09520d39694fa6a145ddfff2c188ed28dd57ac2caf5fb651eb3",
    "5b04afc8d21f2ecf609be39634f34a62b64b6b5107b86cdd6ff5f556e63f27a8",
    "f3d86d13c10b2e1fc99b8094b313403d0f8ee594ffdd6b0c2386d011eb63cf32",
)
"""The hashes of all answers of the editions that logs and events pin."""


@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_a_released_ruleset_never_changes(ruleset_id: str) -> None:
    assert load_ruleset(ruleset_id).frozen_sha256 == FROZEN[ruleset_id], "make a new ruleset instead"


def test_a_released_edition_of_answers_never_changes() -> None:
    found = [edition.sha256 for edition in answers().editions]
    assert tuple(found[: len(RELEASED)]) == RELEASED, "make a new edition instead"
    assert found == [answers().hash_of(edition) for edition in answers().editions]


def test_the_versions_differ_exactly_where_march_changed_the_rules() -> None:
    assert {name: (FEBRUARY.switches[name], MARCH.switches[name]) for name in MARCH.switches} == {
        "deckout": ("when_turn_passes", "at_once"),
        "shortfall": ("none", "any_type"),
        "activation_states": (2, 3),
        "crystal_term": ("play", "cast"),
    }
    assert FEBRUARY.switches.keys() == MARCH.switches.keys()
    assert FEBRUARY.absent == {"G.non-active", "G.unactivated"}
    assert MARCH.absent == frozenset()
    assert set(MARCH.wordings) == set()
    assert FEBRUARY.rulings == MARCH.rulings


def test_february_words_only_rules_that_march_changed() -> None:
    march_changed = {known.id for known in rules().values() if known.since == "2010-03"}
    assert set(FEBRUARY.wordings) | FEBRUARY.absent == march_changed
    for rule_id, older in FEBRUARY.wordings.items():
        assert older.text != rules()[rule_id].text
        assert older.text_nl != rules()[rule_id].text_nl


def test_february_brought_the_rules_its_update_lists() -> None:
    brought = [known.id for known in rules().values() if known.since == "2010-02"]
    assert brought == [
        *("200.6", "202.9", "208.7", "208.8", "211.2", "214.1", "214.2", "504.1"),
        *("G.ending-dot", "G.starting-dot"),
    ]


def test_there_are_44_rulings_with_ids_in_order_and_keys_of_their_own() -> None:
    assert list(rulings()) == [f"H{number}" for number in range(1, 45)]
    assert len({known.key for known in rulings().values()}) == 44


@pytest.mark.parametrize("known", rulings().values(), ids=lambda known: known.id)
def test_a_ruling_is_whole(known: Ruling) -> None:
    assert known.question.endswith("?")
    assert known.question_nl.endswith("?")
    assert known.rationale.endswith(".")
    assert len(known.options) >= 2
    assert known.default == next(iter(known.options)), "the default stands first"
    assert list(known.options) == list(known.options_nl)
    for meaning in [*known.options.values(), *known.options_nl.values()]:
        assert meaning.endswith(".")
    assert all(rule_id in rules() for rule_id in known.rules)


@pytest.mark.parametrize("known", rulings().values(), ids=lambda known: known.id)
def test_every_option_can_be_chosen_by_id_and_by_key(known: Ruling) -> None:
    for option in known.options:
        by_id = load_ruleset("x610z/2010-03", {known.id: option})
        assert by_id.rulings[known.id] == option
        assert by_id.ruling(known.key) == option
        assert load_ruleset("x610z/2010-03", {known.key: option}) == by_id
        changed = option != known.default
        assert (by_id.sha256 != MARCH.sha256) is changed
        assert by_id.frozen_sha256 == MARCH.frozen_sha256
        assert ruling_changes(by_id) == ({known.id: option} if changed else {})


def test_the_same_choice_gives_the_same_hash_in_any_order() -> None:
    one = load_ruleset("x610z/2010-03", {"H7": "wider_only", "H17": "turns"})
    other = load_ruleset("x610z/2010-03", {"giving-up": "turns", "direction": "wider_only"})
    assert one.sha256 == other.sha256


def test_the_versions_have_different_hashes() -> None:
    assert len({load_ruleset(ruleset_id).sha256 for ruleset_id in RULESETS}) == len(RULESETS)


def test_the_latest_ruleset_is_the_one_without_a_name() -> None:
    assert load_ruleset() == MARCH


@pytest.mark.parametrize("wrong", ["2010-03", "x610z/2010-04", "x610z/../rulings", "zx/1", ""])
def test_an_unknown_ruleset_is_refused(wrong: str) -> None:
    with pytest.raises(UnknownRuleset, match="x610z/2010-03"):
        load_ruleset(wrong)


def test_an_unknown_ruling_is_refused() -> None:
    with pytest.raises(UnknownRuling, match="H99"):
        load_ruleset("x610z/2010-03", {"H99": "yes"})
    with pytest.raises(UnknownRuling, match="deck-colour"):
        ruling("deck-colour")


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownOption, match="right_angle_allowed, wider_only"):
        load_ruleset("x610z/2010-03", {"H7": "any"})


def test_one_ruling_named_twice_with_different_options_is_refused() -> None:
    with pytest.raises(UnknownOption, match="twice"):
        load_ruleset("x610z/2010-03", {"H7": "wider_only", "direction": "right_angle_allowed"})


def test_a_ruleset_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        MARCH.switches["deckout"] = "never"  # type: ignore[index]  # the point of the test
    with pytest.raises(TypeError):
        MARCH.rulings["H1"] = "never"  # type: ignore[index]  # the point of the test
