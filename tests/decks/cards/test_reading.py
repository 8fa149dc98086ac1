"""From what somebody typed about a card to every problem by its field."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from decks.cards.packaged import packaged_rows
from decks.cards.reading import FIELDS, marked, printed_text, read_row
from decks.cards.scenarios import missing_scenario
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.sheet import engine_row
from tests.decks.catalogue import EFFECT, SUMMON

ALL = load_pool("demo-4")


def codes(**changes):
    return {(problem.field, problem.code) for problem in read_row({**EFFECT, **changes}).problems}


def test_a_card_that_is_right_has_no_problems():
    for row in (SUMMON, EFFECT):
        found = read_row(row)
        assert found.problems == ()
        assert found.card is not None and found.card.name == row["name"]


def test_the_packaged_cards_read_as_the_engine_reads_them():
    for row in packaged_rows():
        found = read_row({"ours": True, **{name: row[name] for name in FIELDS if name in row}})
        assert found.problems == ()
        assert found.card == ALL[row["number"]]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"number": "12"}, ("number", "bad_number")),
        ({"number": "D1.1/8/100-C"}, ("number", "bad_number")),
        ({"number": "D1.1/008/100-X"}, ("number", "bad_number")),
        ({"name": "  "}, ("name", "name_missing")),
        ({"name": "x" * 81}, ("name", "too_long")),
        ({"type": "Sumon Card"}, ("type", "unknown_type")),
        ({"type": "Summon Card"}, ("class", "class_missing")),
        ({"class": "Dragon"}, ("class", "class_not_printed")),
        ({"type": "Summon Card", "class": "Golem"}, ("class", "unknown_class")),
        ({"element": "Ember"}, ("element", "element_not_printed")),
        ({"crew": "Pirate"}, ("crew", "unknown_crew")),
        ({"cost": "2M"}, ("cost", "bad_cost")),
        ({"cost": "M1 M2"}, ("cost", "bad_cost")),
        ({"cost": "M100"}, ("cost", "bad_cost")),
        ({"cost": "M²"}, ("cost", "bad_cost")),
        ({"restriction": ""}, ("restriction", "bad_restriction")),
        ({"restriction": "0"}, ("restriction", "bad_restriction")),
        ({"team_restriction": "many"}, ("team_restriction", "bad_team_restriction")),
        ({"permanent": "perhaps"}, ("permanent", "not_yes_or_no")),
        ({"text": "Drow 2 cards."}, ("text", "text_unknown_word")),
        ({"text": "Draw 2"}, ("text", "text_incomplete")),
        ({"text": "x" * 2001}, ("text", "too_long")),
        ({"flavor": 7}, ("flavor", "not_text")),
    ],
)
def test_each_mistake_is_named_at_its_field(changes, problem):
    assert problem in codes(**changes)


def test_every_mistake_is_named_at_once():
    found = codes(number="1", cost="x", restriction="no", text="Drow 2 cards.")
    assert {field for field, _code in found} == {"number", "cost", "restriction", "text"}


def test_the_near_type_is_offered():
    (problem,) = read_row({**EFFECT, "type": "Efect Card"}).problems
    assert "Effect Card" in problem.message


def test_the_words_that_are_not_understood_are_marked_where_they_stand():
    found = read_row({**EFFECT, "text": "Drow 2 crads."})
    pieces = marked(found.parts["text"], found.findings)
    assert "".join(piece["text"] for piece in pieces) == "Drow 2 crads."
    assert [piece["text"] for piece in pieces if piece["why"]] == ["Drow", "crads"]


def test_the_reader_hears_of_an_unknown_word_in_dutch():
    with translation.override("nl"):
        assert (
            "geen woord van kaartteksten" in read_row({**EFFECT, "text": "Drow 2 cards."}).problems[0].message
        )


def test_the_effect_is_printed_back():
    found = read_row(EFFECT)
    assert found.card is not None
    assert printed_text(found.card) == "Draw 2 cards from your deck."


def test_a_manual_card_needs_no_understood_text():
    found = read_row({**EFFECT, "text": "Sing a song.", "manual": "yes"})
    assert found.problems == ()
    assert found.card is not None and found.card.tree is None


def test_a_text_without_a_scenario_says_what_one_has_to_show():
    card = read_row(EFFECT).card
    assert card is not None
    missing = missing_scenario(card)
    assert missing is not None
    assert missing.shows == ("draw",)
    assert missing.untried == ()
    assert missing.beginning == ""


@pytest.mark.parametrize(
    "row",
    [
        EFFECT,
        {**EFFECT, "name": "Class", "text": "Deal 1 damage to target summon."},
        {**EFFECT, "name": 'O"dd \\ name', "text": "Draw 2 cards from your deck."},
        {**SUMMON, "text": SUMMON["text"] + "\nWhenever Kettle Dragon attacks, draw 1 card from your deck."},
    ],
)
def test_the_beginning_of_a_scenario_runs_until_it_has_to_say_what_changed(row):
    found = read_row(row)
    assert found.card is not None, found.problems
    missing = missing_scenario(found.card, engine_row(found.parts))
    assert missing is not None
    module = {"__package__": "tests.rules_engine.cards", "__name__": "tests.rules_engine.cards.typed"}
    exec(missing.beginning, module)  # noqa: S102 - what the page offers to a developer must run
    (test,) = (value for name, value in module.items() if name.startswith("test_"))
    with pytest.raises(AssertionError) as failed:
        test()
    line = failed.traceback[-1].lineno
    assert "say here what it changed" in missing.beginning.splitlines()[line], "all before it went well"


def test_a_tested_card_and_a_panel_of_figures_miss_nothing():
    tested = ALL.named("Discount")
    figures = read_row(SUMMON).card
    assert tested is not None and figures is not None
    assert missing_scenario(tested) is None
    assert missing_scenario(figures) is None


ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(max_size=40), st.lists(st.text(max_size=5), max_size=3)
)


@given(st.dictionaries(st.sampled_from(FIELDS), ANYTHING))
def test_reading_never_raises(row):
    found = read_row({**EFFECT, **row})
    assert (found.card is None) == bool(found.problems)
