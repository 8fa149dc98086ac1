"""Circuits and seasons made in code are refused like those of files: the site makes them so."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction as F
from typing import Any

import pytest

from tests.tables import table
from tests.tournaments.season_points.test_rules import CLASS, RULES, event
from tournaments.season_points import (
    Band,
    Circuit,
    CircuitError,
    Finish,
    HonourRule,
    Member,
    Season,
    SeasonError,
    Window,
    clan_ladder,
    ladder,
    model,
    what_one_more_can_give,
    wording,
)

JANUARY, FEBRUARY = date(2026, 1, 1), date(2026, 2, 1)


def with_class(**changes: Any) -> dict[str, Any]:
    return {"classes": (replace(CLASS, **changes),)}


@table(
    ("changes", "where"),
    [
        ({"classes": ()}, "classes"),
        ({"classes": (CLASS, CLASS)}, "classes"),
        ({"best": 0}, "best"),
        ({"months": 0}, "months"),
        ({"clan_best": -1}, "clan_best"),
        ({"clan_members": -1}, "clan_members"),
        ({"starts": FEBRUARY, "ends": JANUARY}, "ends"),
        ({"tie_breaks": ("luck",)}, "tie_breaks"),
        ({"tie_breaks": ("wins", "wins")}, "tie_breaks"),
        ({"windows": (Window("w", FEBRUARY, JANUARY),)}, "windows.w"),
        ({"windows": (Window("w", JANUARY, JANUARY), Window("w", FEBRUARY, FEBRUARY))}, "windows"),
        ({"windows": (Window("b", JANUARY, FEBRUARY), Window("a", JANUARY, JANUARY))}, "windows.a"),
        (with_class(best=0), "classes.evening.best"),
        (with_class(window_best=0), "classes.evening.window_best"),
        (with_class(taking_part=F(-1)), "classes.evening.taking_part"),
        (with_class(bands=(Band(0, F(1)),)), "classes.evening.bands"),
        (with_class(bands=(Band(1, F(-1)),)), "classes.evening.bands"),
        (with_class(bands=(Band(1, F(1), -1),)), "classes.evening.bands"),
        (with_class(bands=(Band(1, F(1)), Band(1, F(1)))), "classes.evening.bands"),
        (with_class(bands=(Band(1, F(1)), Band(2, F(2)))), "classes.evening.bands"),
        (with_class(bands=(Band(1, F(1), 2), Band(2, F(1), 1))), "classes.evening.bands"),
        ({"honours": (HonourRule("h", "H", "luck"),)}, "honours.h.kind"),
        ({"honours": (HonourRule("h", "H", "rank", place=0),)}, "honours.h.place"),
        ({"honours": (HonourRule("h", "H", "events", times=0),)}, "honours.h.times"),
        ({"honours": (HonourRule("h", "H", "events", "open"),)}, "honours.h.class"),
        ({"honours": (HonourRule("h", "H", "rank", "evening"),)}, "honours.h.class"),
        ({"honours": (HonourRule("h", "H", "rank"), HonourRule("h", "I", "events"))}, "honours"),
    ],
)
def test_rules_that_mean_nothing_are_refused_with_their_field(changes: dict[str, Any], where: str) -> None:
    with pytest.raises(CircuitError) as caught:
        replace(RULES, **changes)
    assert (caught.value.code, caught.value.where) == ("circuit_wrong", where)


@table(
    "changes",
    [
        {"best": 1, "months": 1, "clan_best": 0, "clan_members": 0, "tie_breaks": ()},
        {"starts": JANUARY, "ends": JANUARY},
        {"windows": (Window("a", JANUARY, JANUARY), Window("b", date(2026, 1, 2), FEBRUARY))},
        with_class(best=1, window_best=1, bands=()),
        with_class(bands=(Band(1, F(1)), Band(2, F(1)))),
    ],
)
def test_rules_at_their_edge_are_taken(changes: dict[str, Any]) -> None:
    assert isinstance(replace(RULES, **changes), Circuit)


TWO = (Member("a"), Member("b"))
DENSE = (Finish.of(1, "a"), Finish.of(1, "b"), Finish.of(2, "c"))
TWICE = (event("e", Finish.of(1, "a")), event("e", Finish.of(1, "b")))


@table(
    ("events", "code", "where"),
    [
        (TWICE, "event_twice", "events[1].key"),
        ((event("e", kind="pods"),), "event_kind", "events[0].kind"),
        ((event("e", Finish.of(1, "a"), Finish.of(2, "b"), size=1),), "size", "events[0].size"),
        ((event("e", size=0),), "size", "events[0].size"),
        ((event("e", size=100_001),), "size", "events[0].size"),
        ((event("e", Finish.of(0, "a")),), "place", "events[0].finishes[0].place"),
        ((event("e", Finish.of(9, "a"), size=8),), "place", "events[0].finishes[0].place"),
        ((event("e", Finish(1, ())),), "members", "events[0].finishes[0].members"),
        ((event("e", Finish(1, TWO)),), "members", "events[0].finishes[0].members"),
        ((event("e", Finish(1, TWO * 11), kind="team"),), "members", "events[0].finishes[0].members"),
        ((event("e", Finish(1, TWO, "foxes"), kind="team"),), "clan", "events[0].finishes[0].clan"),
        ((event("e", Finish(1, TWO), kind="crew"),), "clan", "events[0].finishes[0].clan"),
        (
            (event("e", Finish(1, (Member("a", "owls"),), "foxes"), kind="crew"),),
            "clan",
            "events[0].finishes[0]",
        ),
        ((event("e", Finish(1, TWO[:1] * 2), kind="team"),), "person_twice", "events[0].finishes[0]"),
        ((event("e", Finish.of(1, "a"), Finish.of(2, "a")),), "person_twice", "events[0].finishes[1]"),
        (
            (event("e", Finish.of(1, "a"), Finish.of(1, "b"), Finish.of(2, "c")),),
            "place_impossible",
            "events[0].finishes",
        ),
    ],
)
def test_results_that_contradict_each_other_are_refused_by_every_question(
    events: tuple[model.Event, ...], code: str, where: str
) -> None:
    season = Season(RULES, events)
    for question in (
        ladder,
        clan_ladder,
        lambda one: what_one_more_can_give(one, "evening", FEBRUARY, 8, "a"),
    ):
        with pytest.raises(SeasonError) as caught:
            question(season)
        assert (caught.value.code, caught.value.where) == (code, where)


def test_results_at_their_edge_are_taken() -> None:
    full = event("e", Finish.of(8, "a"), size=8)
    big = event("f", Finish.of(1, "a"), size=100_000)
    crew = event("c", Finish(1, tuple(Member(str(n), "foxes") for n in range(20)), "foxes"), kind="crew")
    assert len(ladder(Season(RULES, (full, big, crew))).results) == 21


def test_every_state_has_its_words() -> None:
    assert set(wording.STATES) == set(model.STATES)
    assert set(model.STATES) - {"kept", "zero"} <= {*wording.STEPS}
