"""An engine that plays by another option than the event chose is noticed: the test of every option must fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rules_engine.x610z import game as games
from rules_engine.x610z.recorder import IllegalAction
from rules_engine.x610z.rulesets import load_ruleset, rulings
from tests.rules_engine.cards import table as tables

from . import test_rulings
from .test_rules import FAILURES

Outcome = tuple[Callable[..., None], str, str, Any, str]


def pairs() -> Iterator[Outcome]:
    """(test, ruling, option, outcome, other): ``other`` is an option from which the test must tell ``option`` apart."""
    for name, test in vars(test_rulings).items():
        for mark in getattr(test, "pytestmark", ()):
            if name.startswith("test_h") and mark.args[0] == ("option", "outcome"):
                outcomes: list[tuple[str, Any]] = mark.args[1]
                for option, outcome in outcomes:
                    for other, elsewhere in outcomes:
                        if elsewhere != outcome:
                            yield test, name.split("_")[1].upper(), option, outcome, other


def settings(test: Callable[..., None]) -> list[dict[str, Any]]:
    """Every value of every other parameter of a test."""
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.args[0] != ("option", "outcome")]
    found: list[dict[str, Any]] = [{}]
    for mark in marks:
        found = [{**row, mark.args[0]: value} for row in found for value in mark.args[1]]
    return found


def fails(test: Callable[..., None], option: str, outcome: Any) -> bool:
    """True if the test fails under one of its settings at least."""
    for row in settings(test):
        try:
            test(option=option, outcome=outcome, **row)
        except (*FAILURES, IllegalAction, pytest.fail.Exception):
            return True
    return False


def forget() -> None:
    """Begin every table anew: those kept were begun under another option."""
    for kept in vars(tables).values():
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()


def forced(ruling: str, option: str, other: str) -> Callable[..., Any]:
    """``load_ruleset`` that takes ``other`` wherever ``option`` of this ruling was chosen, or stands unchosen."""

    def load(name: str, choices: Any = None, day: str = "") -> Any:
        chosen = dict(choices or {})
        if chosen.get(ruling, rulings()[ruling].default) == option:
            chosen[ruling] = other
        return load_ruleset(name, chosen, day)

    return load


@pytest.mark.parametrize(
    ("test", "ruling", "option", "outcome", "other"),
    [pytest.param(*pair, id=f"{pair[0].__name__}-{pair[2]}-not-{pair[4]}") for pair in pairs()],
)
def test_another_option_is_noticed(
    test: Callable[..., None],
    ruling: str,
    option: str,
    outcome: Any,
    other: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not fails(test, option, outcome)
    load = forced(ruling, option, other)
    monkeypatch.setattr(games, "load_ruleset", load)
    forget()
    try:
        assert fails(test, option, outcome)
    finally:
        forget()


def test_every_ruling_of_a_game_is_tried() -> None:
    assert {ruling for _, ruling, _, _, _ in pairs()} == set(rulings())
