"""Answers to the letter: what no property asks and somebody would notice on a page or in a file."""

from __future__ import annotations

import importlib
import io
import json
import pkgutil
from dataclasses import is_dataclass, replace
from datetime import date
from typing import Any

import pytest

import tournaments.season_points as room
from tests.tables import table
from tests.tournaments.season_points.test_command_line import SMALL
from tests.tournaments.season_points.test_outlook import COMING, DAY, club
from tests.tournaments.season_points.test_rules import CLASS, MARCH, RULES, event, made
from tournaments.season_points import (
    Finish,
    Game,
    Season,
    SeasonError,
    Window,
    clan_ladder,
    explain,
    meetings,
)
from tournaments.season_points.cli import main
from tournaments.season_points.counting import months_before
from tournaments.season_points.explain import explain_clan
from tournaments.season_points.files import read_season
from tournaments.season_points.outlook import Coming, Rest, Strength, attendance
from tournaments.season_points.wording import text
from tournaments.standings import StandingsError

KEPT_UP = {"SeasonFile", "_Run"}
"""Frozen, but without slots: what they hold is found once and kept there."""
CHANGES = {"_Clan", "Outlook"}
"""Added up as one goes."""


def test_what_is_handed_out_cannot_be_changed() -> None:
    names = [found.name for found in pkgutil.iter_modules(room.__path__, room.__name__ + ".")]
    for name in names:
        if name.endswith("__main__"):
            continue
        for one in vars(importlib.import_module(name)).values():
            if isinstance(one, type) and is_dataclass(one) and one.__module__ == name:
                fixed = one.__name__ not in CHANGES
                assert vars(one)["__dataclass_params__"].frozen is fixed, one
                assert ("__slots__" in vars(one)) is (fixed and one.__name__ not in KEPT_UP), one


def file_with(**changes: Any) -> Any:
    return read_season(json.dumps({**SMALL, **changes}))


def test_an_honour_of_a_file_may_be_for_a_place_and_for_more_than_one_time() -> None:
    rule = {"key": "p", "name": "Podium", "kind": "finishes", "class": "evening", "place": 3, "times": 2}
    rules = file_with(circuit={"preset": "x610z", "honours": [rule]}).season.circuit.honours
    assert [(one.key, one.name, one.kind, one.of, one.place, one.times) for one in rules] == [
        ("p", "Podium", "finishes", "evening", 3, 2)
    ]


def test_an_event_of_a_file_may_come_from_elsewhere_or_be_a_rehearsal() -> None:
    for flag in ("imported", "rehearsal"):
        events = [{**SMALL["events"][0], flag: True}]
        assert [getattr(one, flag) for one in file_with(events=events).season.events] == [True]
    assert [(one.imported, one.rehearsal) for one in file_with().season.events] == [(False, False)] * 2


@pytest.mark.parametrize("points", ["1.000000000000", "0e-13", "1e13"])
def test_points_of_more_than_twelve_digits_are_refused(points: str) -> None:
    whole = json.dumps({**SMALL, "circuit": {"classes": [{"key": "evening", "bands": [], "taking_part": 7}]}})
    assert read_season(whole).season.circuit.classes[0].taking_part == 7
    with pytest.raises(StandingsError, match="ordinary size"):
        read_season(whole.replace('"taking_part": 7', f'"taking_part": {points}'))


def test_the_number_of_a_game_has_a_bound() -> None:
    game = SMALL["games"][0]
    assert file_with(games=[{**game, "number": 10**6}]).games[0].number == 10**6
    with pytest.raises(StandingsError) as caught:
        file_with(games=[{**game, "number": 10**6 + 1}])
    assert caught.value.where == "games[0].number"


def test_the_clans_of_a_season_in_json(tmp_path: Any) -> None:
    path, out = tmp_path / "small.json", io.StringIO()
    path.write_text(json.dumps(SMALL), "utf-8")
    assert main([str(path), "--json"], out) == 0
    assert json.loads(out.getvalue())["clans"][1] == {
        "rank": 2,
        "clan": "owls",
        "points": "11",
        "people": ["dee"],
        "tied_with": [],
        "results": [{"event": "mar", "place": 4, "person": "dee", "worth": "11", "counted": True}],
    }


def test_the_help_says_what_to_write(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"], io.StringIO())
    said = capsys.readouterr().out
    assert "--explain PERSON WHAT" in said
    assert "--moved-from BEFORE" in said


@table(
    ("day", "months", "before"),
    [
        (date(1, 12, 31), 11, date(1, 1, 31)),
        (date(1, 12, 31), 12, date.min),
        (date(2, 1, 31), 12, date(1, 1, 31)),
        (date(2026, 3, 31), 1, date(2026, 2, 28)),
    ],
)
def test_a_day_so_many_months_ago(day: date, months: int, before: date) -> None:
    assert months_before(day, months) == before


def test_games_that_mean_nothing_make_no_meetings() -> None:
    with pytest.raises(SeasonError):
        meetings([Game("g", MARCH, "duel", (("ann",), ("ann",)), (1, 2))], "ann")


def test_a_limit_of_a_window_is_told_with_class_and_window() -> None:
    rules = replace(
        RULES,
        classes=(replace(CLASS, name="Club evening", window_best=1),),
        windows=(Window("spring", MARCH, MARCH),),
    )
    found = made(*(event(key, Finish.of(1, "ann"), size=8) for key in "ab"), rules=rules)
    told = text(explain(found, "ann", "points"))
    assert [line for line in told if "spring" in line] == [
        "2026-03-06, b, place 1 of 8: 10 left out, as only the best 1 of Club evening count in spring"
    ]
    assert text(explain(found, "ann", "wins"))[1:] == [
        "2026-03-06, a: won",
        "2026-03-06, b: won",
        "Counted: 2",
    ]
    assert text(explain(found, "ann", "events"))[-1] == "Counted: 2"


def test_a_person_is_named_in_the_line_of_a_clan() -> None:
    found = made(event("a", Finish.of(1, "p1", "foxes"), size=8), rules=replace(RULES, clan_members=1))
    (row,) = clan_ladder(found.season)
    told = text(explain_clan(row, found.season.circuit), {"p1": "Ann"})
    assert told[1] == "2026-03-06, a, Ann at place 1: 10"


def test_an_evening_that_does_not_count_is_no_reason_to_stop_looking() -> None:
    first, *others = club({"ann": 3}).events
    season = Season(club({}).circuit, (replace(first, rehearsal=True), *others))
    assert attendance(season, ["evening"], DAY)["evening"]["ann"] == pytest.approx((2 + (2 + 1) / 3) / 3)


def test_the_same_seed_ends_the_season_in_the_same_places() -> None:
    """Golden: the numbers of this version, held because everybody who looks again must find the same chance."""
    strengths = {"ann": Strength(30.0, 2.0), "o1": Strength(27.0, 3.0)}
    coming = [*COMING, Coming("y", "open", DAY, 30)]
    rest = Rest(club({"ann": 2, "bob": 1}), coming, strengths, "golden")
    found = rest.outlook("o1", 2, range(60))
    assert (found.seasons, found.hits, found.ranks) == (
        60,
        26,
        {1: 13, 2: 13, 3: 14, 4: 9, 5: 7, 6: 4},
    )


def test_what_the_forms_at_their_edge_say() -> None:
    """The most sides of a game, an unknown field, and the column that opens when none is named."""
    sides = [[f"p{number}"] for number in range(21)]
    game = {"key": "g", "date": "2026-03-06", "pool": "pod"}
    fits = {**game, "sides": sides[:20], "ranks": [1] * 20}
    assert len(file_with(games=[fits]).games[0].sides) == 20
    with pytest.raises(StandingsError):
        meetings(file_with(games=[{**game, "sides": sides, "ranks": [1] * 21}]).games, "p0")
    with pytest.raises(StandingsError) as caught:
        file_with(circuit={"classes": [{"key": "evening", "bands": [{"to": 1, "points": 1, "luck": 1}]}]})
    assert caught.value.where == "circuit.classes[0].bands[0].luck"
    found = made(event("a", Finish.of(1, "ann"), size=8))
    assert explain(found, "ann") == explain(found, "ann", "points")
