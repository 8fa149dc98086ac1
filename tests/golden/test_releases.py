"""Logs of every release replay for ever, under the answers of their own day."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules_engine.games import GAMES, engine_of
from rules_engine.kernel.terms import SeatTerms, Terms

from .releases import EXPECTED, LOGS, edition_of, log_of, pool_of, summary

KNOWN = json.loads(EXPECTED.read_text(encoding="utf-8"))
RELEASED = Path(__file__).parents[2] / "deploy" / "released.json"
NOT_OF_THE_GAME = {"rulings_differ", "ruling_differs"}


@pytest.mark.parametrize("name", LOGS)
def test_a_log_of_an_earlier_release_is_judged_as_before(name: str) -> None:
    assert summary(name) == KNOWN[name]
    assert KNOWN[name]["verdict"] not in ("log_error", "engine_gap")


def test_every_edition_but_todays_has_logs_that_its_own_engine_wrote_and_every_log_is_expected() -> None:
    assert set(LOGS) == set(KNOWN)
    kept = {edition_of(name) for name in LOGS}
    for game in GAMES:
        answers = engine_of(game).answers()
        past = {(game, edition.number) for edition in answers.editions} - {(game, answers.latest.number)}
        assert past <= kept


def test_the_last_release_left_a_log_of_every_game_that_its_own_engine_wrote() -> None:
    version = json.loads(RELEASED.read_text(encoding="utf-8"))["version"]
    wanted = {f"{game}/release_{version.replace('.', '_')}" for game in GAMES}
    assert wanted <= {f"{edition_of(name)[0]}/{name.split('/')[1]}" for name in LOGS}


@pytest.mark.parametrize("name", LOGS)
def test_a_log_is_read_under_the_answers_of_its_day_and_a_judge_is_told_what_is_newer(name: str) -> None:
    game, number = edition_of(name)
    engine = engine_of(game)
    header = json.loads(log_of(name).split(b"\n")[0])
    answers = engine.answers()
    day = answers.edition(header["rulings"], header.get("choices", {}))
    assert answers.usual(day.number) == answers.usual(number)
    report = engine.audit(log_of(name), pool=pool_of(name))
    told = [row["params"] for row in report.warnings if row["code"] == "asked_after"]
    newer = answers.asked_after(day)
    assert told == ([{"rulings": ", ".join(newer), "day": day.number}] if newer else [])


@pytest.mark.parametrize("name", LOGS)
def test_no_honest_log_is_accused_of_other_rulings_by_the_event_it_was_played_at(name: str) -> None:
    rows = [json.loads(line) for line in log_of(name).splitlines()]
    seats = tuple(SeatTerms(row["player"]) for row in rows if row["kind"] == "seat")
    engine = engine_of(rows[0]["game"])
    for day in ("", engine.answers().last_unnamed.name, engine.answers().latest.name):
        terms = Terms(
            game=rows[0]["game"],
            ruleset=rows[0]["ruleset"],
            choices=rows[0].get("choices", {}),
            rulings=day,
            board=rows[0].get("board", ""),
            seats=seats,
        )
        found = engine.audit(log_of(name), pool=pool_of(name), terms=terms).binding
        assert not {one.code for one in found} & NOT_OF_THE_GAME


@pytest.mark.parametrize("name", LOGS)
def test_a_log_that_settled_a_question_otherwise_than_its_event_is_told_so(name: str) -> None:
    header = json.loads(log_of(name).split(b"\n")[0])
    engine = engine_of(header["game"])
    ruled = next(one for one in engine.rulings().values() if one.id not in header.get("choices", {}))
    other = next(option for option in ruled.options if option != ruled.default)
    terms = Terms(game=header["game"], ruleset=header["ruleset"], choices={ruled.id: other})
    found = engine.audit(log_of(name), pool=pool_of(name), terms=terms).binding
    params = {"ruling": ruled.id, "written": ruled.default, "wanted": other}
    assert params in [one.params for one in found if one.code == "ruling_differs"]
