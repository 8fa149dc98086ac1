"""Editions of answers: a game is judged by the answers of its own day, whatever was asked or decided since."""

from typing import Any

import pytest

from rules_engine.kernel.rulings import (
    Answers,
    UnknownAnswers,
    UnknownOption,
    UnknownRuling,
    read_answers,
)


def _ruling(id_: str, default: str, **more: Any) -> dict[str, Any]:
    said = {"en": "Yes.", "nl": "Ja."}
    return {
        "id": id_,
        "key": f"key-of-{id_}",
        "rules": [],
        "question": "What?",
        "question_nl": "Wat?",
        "options": {"tea": said, "milk": said, "water": said},
        "default": default,
        "rationale": "Thirst.",
        **more,
    }


def _answers(rulings: list[dict[str, Any]], *pinned: int) -> Answers:
    editions = [{"day": "2026-11-21", "sha256": "", "pinned": one} for one in pinned]
    return read_answers({"ruling": rulings, "edition": editions})


FIRST = _answers([_ruling("Q1", "tea"), _ruling("Q2", "milk")], 1)
"""Two questions on the first day."""
NOW = _answers(
    [
        _ruling("Q1", "water", earlier=[[2, "tea"]]),
        _ruling("Q2", "milk"),
        _ruling("Q3", "tea", since=2),
        _ruling("Q4", "tea", since=3, earlier=[[2, "milk"]]),
    ],
    *(1, 2, 0),
)
"""Today: Q3 was asked on the second day, Q4 on the third, when Q1 got another answer as well."""


def _pinned(choices: dict[str, str]) -> str:
    """What a program of the first day wrote into its logs."""
    usual = {"Q1": "tea", "Q2": "milk"}
    return _answers([_ruling(id_, default) for id_, default in (usual | choices).items()], 1).hash_of(
        FIRST.latest
    )


@pytest.mark.parametrize("choices", [{}, {"Q1": "milk"}, {"Q1": "water", "Q2": "tea"}])
def test_a_hash_of_an_earlier_day_is_read_as_its_edition(choices: dict[str, str]) -> None:
    for name in (_pinned(choices), f"sha256:{_pinned(choices)}"):
        day = NOW.edition(name, choices)
        assert day.number == 1
        assert NOW.settled(choices, day) == {"Q1": "tea", "Q2": "milk", "Q3": "tea", "Q4": "milk"} | choices


def test_a_log_is_settled_by_its_own_day_and_a_choice_goes_before_it() -> None:
    assert NOW.settled({}) == {"Q1": "water", "Q2": "milk", "Q3": "tea", "Q4": "tea"}
    second = NOW.edition("answers/2", {})
    assert NOW.settled({}, second) == {"Q1": "tea", "Q2": "milk", "Q3": "tea", "Q4": "milk"}
    assert NOW.settled({"key-of-Q1": "water"}, second)["Q1"] == "water"
    assert NOW.edition("", {}) == NOW.latest and NOW.latest.name == "answers/3"


def test_what_is_newer_than_a_day_is_asked_later_or_answered_otherwise() -> None:
    first, second, third = NOW.editions
    assert NOW.asked_after(first) == ["Q1", "Q3", "Q4"]
    assert NOW.asked_after(second) == ["Q1", "Q4"]
    assert NOW.asked_after(third) == []
    assert NOW.last_unnamed is second


def test_only_what_deviates_from_today_is_a_change() -> None:
    assert NOW.changes({"Q1": "water", "Q2": "tea"}) == {"Q2": "tea"}
    assert NOW.changes({"Q1": "tea"}) == {"Q1": "tea"}


@pytest.mark.parametrize(
    ("name", "later"),
    [
        *(("answers/4", True), ("answers/0", False), ("answers/-1", False), ("answers/x", False)),
        *(("answers/\u0663", False), ("answers/", False), ("sha256:" + "0" * 64, False), ("tea", False)),
        ("answers/999999999", False),
    ],
)
def test_an_edition_that_there_is_not_is_refused(name: str, later: bool) -> None:
    with pytest.raises(UnknownAnswers) as caught:
        NOW.edition(name, {})
    assert caught.value.later is later


def test_a_hash_says_nothing_about_other_choices_than_it_was_made_with() -> None:
    with pytest.raises(UnknownAnswers):
        NOW.edition(_pinned({"Q1": "milk"}), {})
    with pytest.raises(UnknownAnswers):
        NOW.edition(NOW.hash_of(NOW.latest), {})  # no log pins a hash of an edition that it can name


def test_choices_that_there_are_not_are_refused() -> None:
    with pytest.raises(UnknownRuling):
        NOW.settled({"Q9": "tea"})
    with pytest.raises(UnknownOption):
        NOW.settled({"Q1": "beer"})
    with pytest.raises(UnknownOption):
        NOW.settled({"Q1": "tea", "key-of-Q1": "milk"})
    with pytest.raises(ValueError, match="beer"):
        read_answers({"ruling": [_ruling("Q1", "tea", earlier=[[1, "beer"]])], "edition": []})
