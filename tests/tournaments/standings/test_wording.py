"""The words: every step has its sentence, and every sentence gets what it needs."""

from __future__ import annotations

import re
from fractions import Fraction as F

import pytest

from tests.tournaments.standings.events import duel_event, pod_event
from tests.tournaments.standings.test_agreement import with_rare_rows
from tournaments.standings import METRICS, PRESETS, Entrant, Match, Step, compute, explain
from tournaments.standings.output import shown
from tournaments.standings.wording import STEPS, decimal, filled, plain, sentence, text


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [
        (F(1, 3), 3, "0.333"),
        (F(2, 3), 3, "0.667"),
        (F(1, 2000), 3, "0.001"),
        (F(-1, 2000), 3, "-0.001"),
        (F(-1, 3000), 3, "0.000"),
        (F(5, 2), 0, "3"),
        (F(-5, 2), 0, "-3"),
        (F(7), 2, "7.00"),
        (F(9999, 10000), 3, "1.000"),
        (F(1, 16), 3, "0.063"),
    ],
)
def test_decimals_round_halves_away_from_zero(value: F, digits: int, expected: str) -> None:
    assert decimal(value, digits) == expected


def test_numbers_in_sentences_are_short() -> None:
    assert [plain(value) for value in (F(6), F(1, 2), F(1, 3), F(33, 100), "P1", 4)] == [
        *("6", "0.5", "0.333", "0.33", "P1", 4),
    ]


def test_cells_are_shown_in_the_style_of_their_metric() -> None:
    assert shown("omw", F(1)) == "1.000"
    assert shown("match_points", F(7)) == "7"
    assert shown("match_points", F(7, 2)) == "3.500"
    assert shown("h2h_all", None) == "-"


def test_every_formula_and_name_is_said_in_words() -> None:
    for metric in METRICS.values():
        assert metric.formula.endswith(".")
        assert len(metric.short) <= 5
        assert metric.name[0].isupper()
        assert metric.style in ("points", "percent", "count")
        assert metric.better in ("high", "low")


def test_every_step_code_is_reached_and_fills_its_sentence() -> None:
    seen: set[str] = set()
    for key in ("x610z", "fide", "commander_pods"):
        policy = PRESETS[key]
        events = (
            [pod_event(2, 13, 4)]
            if "pods" in key
            else [with_rare_rows(*duel_event(s, 14, 5)) for s in (0, 5)]
        )
        for entrants, matches in events:
            seen |= codes(entrants, matches, policy.but(metrics=(*METRICS,)))
    seen |= codes(*with_rare_rows(*duel_event(1, 8, 3)), PRESETS["fide"].but(unplayed_opponent="virtual"))
    lone = [Entrant("A"), Entrant("B"), Entrant("C"), Entrant("D")]
    circle = [
        Match(1, ("A", "B"), (1, 1, 0)),
        Match(2, ("B", "C"), (1, 1, 0)),
        Match(3, ("C", "A"), (1, 1, 0)),
    ]
    seen |= codes(lone, circle, PRESETS["pokemon"]) | codes(lone, circle[:2], PRESETS["x610z"])
    won = [Match(1, ("A", "B"), (2, 0, 0)), Match(2, ("B", "C"), (2, 0, 0)), Match(3, ("C", "D"), (2, 0, 0))]
    seen |= codes(lone, won[:2], PRESETS["x610z"].but(metrics=("match_points", "h2h_recursive")))
    left = [Entrant("A"), Entrant("B", dropped_after=1), Entrant("C")]
    seen |= codes(
        left, [Match(1, ("B", "A"), (2, 0, 0)), Match(2, ("A", "C"), (2, 0, 0))], PRESETS["pokemon"]
    )
    assert seen == set(STEPS)


def codes(entrants: list[Entrant], matches: list[Match], policy) -> set[str]:  # type: ignore[no-untyped-def]  # a Preset
    out: set[str] = set()
    for row in compute(entrants, matches, policy):
        for metric in policy.metrics:
            opened = explain(entrants, matches, policy, row.id, metric)
            lines = text(opened)
            assert lines[0] == METRICS[metric].formula
            assert not any(re.search(r"%\(|Fraction", line) for line in lines)
            out |= {step.code for step in opened.steps}
    return out


def test_a_sentence_takes_all_its_numbers_from_the_step() -> None:
    step = Step("divided", {"part": F(7, 2), "whole": F(3), "value": F(7, 6)}, F(7, 6))
    assert sentence(step) == "3.5 divided by 3: 1.167"


def test_names_stand_in_for_ids_also_when_there_are_several() -> None:
    step = Step("round_won", {"round": 1, "opponents": "E1, E2, E9", "points": F(5)}, F(5))
    assert filled(step, {"E1": "Ann", "E2": "Bea"}) == {
        "round": 1,
        "opponents": "Ann, Bea, E9",
        "points": "5 points",
    }
    assert filled(step, points=lambda number: f"{number} punten")["points"] == "5 punten"
    assert sentence(step, {"E1": "Ann"}) == "Round 1: won against Ann, E2, E9: 5 points"
    assert filled(Step("lot", {"lot": 4}, F(4)), {"4": "nobody"}) == {"lot": 4}


def test_one_point_is_a_point() -> None:
    said = [
        sentence(Step("round_drawn", {"round": 2, "opponents": "Ann", "points": value}, value))
        for value in (F(1), F(1, 2))
    ]
    assert said == ["Round 2: drew with Ann: 1 point", "Round 2: drew with Ann: 0.5 points"]


def test_the_stand_ins_of_a_bye_are_told_where_they_count() -> None:
    people = [Entrant(name) for name in "ABCD"]
    rounds = [Match.pod(1, ("A", "B", "C"), "A"), Match.bye(1, "D"), Match.pod(2, ("B", "C", "D"), "B")]
    told = text(explain(people, rounds, PRESETS["commander_pods"], "D", "opponents_win_rate"))
    assert told[1] == "Round 1, bye: 3 stand-ins of 0.33 each"
    plain_duel = [Match(1, ("A", "B"), (2, 0, 0)), Match.bye(1, "C")]
    told = text(explain(people[:3], plain_duel, PRESETS["mtg"], "C", "omw"))
    assert told[1] == "Round 1: no opponent, nothing to count"
