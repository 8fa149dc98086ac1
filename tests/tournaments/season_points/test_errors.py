"""What cannot be meant is refused, with the place where it stands and a code that stays."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from tests.tables import table
from tournaments.season_points.files import read_season
from tournaments.standings import StandingsError

GOOD: dict[str, Any] = {
    "format": "season/1",
    "circuit": {
        "classes": [
            {"key": "evening", "bands": [{"to": 1, "points": 10}, {"to": 2, "points": 6, "field": 4}]}
        ],
        "windows": [{"key": "w", "starts": "2026-01-01", "ends": "2026-01-31"}],
        "honours": [{"key": "h", "kind": "finishes"}],
    },
    "events": [
        {
            "key": "one",
            "class": "evening",
            "date": "2026-03-06",
            "finishes": [{"place": 1, "person": "a", "clan": "foxes"}, {"place": 2, "person": "b"}],
        },
        {
            "key": "crew",
            "class": "evening",
            "date": "2026-03-07",
            "kind": "crew",
            "finishes": [{"place": 1, "clan": "foxes", "members": ["a", {"person": "b"}]}],
        },
    ],
    "games": [{"key": "g", "date": "2026-03-06", "pool": "p", "sides": [["a"], ["b"]], "ranks": [1, 2]}],
}


def refused(text: str | bytes) -> StandingsError:
    with pytest.raises(StandingsError) as caught:
        read_season(text)
    return caught.value


def test_the_example_itself_is_read() -> None:
    assert len(read_season(json.dumps(GOOD)).season.events) == 2


@table(
    ("path", "value", "where"),
    [
        (("format",), "season/2", "format"),
        (("event",), [], "event"),
        (("events",), None, "events"),
        (("events",), {}, "events"),
        (("on",), "2026-02-30", "on"),
        (("on",), 20260206, "on"),
        (("name",), 3, "name"),
        (("circuit",), "elo", "circuit"),
        (("circuit",), 3, "circuit"),
        (("circuit",), {"preset": "elo"}, "circuit"),
        (("circuit",), {}, "circuit.classes"),
        (("circuit", "classes"), [], "classes"),
        (("circuit", "best"), 0, "circuit.best"),
        (("circuit", "best"), True, "circuit.best"),
        (("circuit", "months"), 1.5, "circuit.months"),
        (("circuit", "points"), 3, "circuit.points"),
        (("circuit", "tie_breaks"), ["elo"], "tie_breaks"),
        (("circuit", "tie_breaks"), ["wins", "wins"], "tie_breaks"),
        (("circuit", "starts"), "soon", "circuit.starts"),
        (("circuit", "only"), "one", "circuit.only"),
        (("circuit", "clan_best"), -1, "circuit.clan_best"),
        (("circuit", "classes", 0, "best"), -1, "circuit.classes[0].best"),
        (("circuit", "classes", 0, "taking_part"), -1, "circuit.classes[0].taking_part"),
        (("circuit", "classes", 0, "taking_part"), "1e99999999", "circuit.classes[0].taking_part"),
        (("circuit", "classes", 0, "taking_part"), "1/0", "circuit.classes[0].taking_part"),
        (("circuit", "classes", 0, "taking_part"), 1e-300, "circuit.classes[0].taking_part"),
        (("circuit", "classes", 0, "taking_part"), 0.1234567890123456, "circuit.classes[0].taking_part"),
        (("circuit", "classes", 0, "taking_part"), 10**10, "circuit.classes[0].taking_part"),
        (("circuit", "classes", 0, "taking_part"), [1], "circuit.classes[0].taking_part"),
        (("circuit", "classes", 0, "bands", 1, "to"), 1, "classes.evening.bands"),
        (("circuit", "classes", 0, "bands", 1, "points"), 11, "classes.evening.bands"),
        (("circuit", "classes", 0, "bands", 0, "field"), 5, "classes.evening.bands"),
        (("circuit", "classes", 0, "bands", 0, "to"), 0, "circuit.classes[0].bands[0].to"),
        (("circuit", "windows", 0, "ends"), "2025-12-31", "windows.w"),
        (("circuit", "honours", 0, "kind"), "luck", "honours.h.kind"),
        (("circuit", "honours", 0, "class"), "open", "honours.h.class"),
        (("circuit", "honours", 0, "times"), 0, "circuit.honours[0].times"),
        (("events", 0), "one", "events[0]"),
        (("events", 0, "key"), "", "events[0].key"),
        (("events", 0, "key"), "x" * 201, "events[0].key"),
        (("events", 0, "key"), "a\nb", "events[0].key"),
        (("events", 0, "key"), "crew", "events[1].key"),
        (("events", 0, "class"), None, "events[0].class"),
        (("events", 0, "date"), "", "events[0].date"),
        (("events", 0, "date"), "2026-3-6", "events[0].date"),
        (("events", 0, "kind"), "pods", "events[0].kind"),
        (("events", 0, "kind"), ["team"], "events[0].kind"),
        (("events", 0, "size"), 1, "events[0].size"),
        (("events", 0, "size"), 100_001, "events[0].size"),
        (("events", 0, "rehearsal"), "no", "events[0].rehearsal"),
        (("events", 0, "venue"), "hall", "events[0].venue"),
        (("events", 0, "finishes", 0), "a", "events[0].finishes[0]"),
        (("events", 0, "finishes", 0, "place"), 0, "events[0].finishes[0].place"),
        (("events", 0, "finishes", 0, "place"), 3, "events[0].finishes[0].place"),
        (("events", 0, "finishes", 0, "place"), None, "events[0].finishes[0].place"),
        (("events", 0, "finishes", 0, "person"), "b", "events[0].finishes[1]"),
        (("events", 0, "finishes", 0, "members"), ["a"], "events[0].finishes[0].members"),
        (("events", 1, "finishes", 0, "person"), "a", "events[1].finishes[0].person"),
        (("events", 1, "finishes", 0, "clan"), "", "events[1].finishes[0].clan"),
        (("events", 1, "finishes", 0, "members"), [], "events[1].finishes[0].members"),
        (("events", 1, "finishes", 0, "members"), ["a"] * 21, "events[1].finishes[0].members"),
        (("events", 1, "finishes", 0, "members"), ["a", "a"], "events[1].finishes[0]"),
        (("events", 1, "finishes", 0, "members", 1, "clan"), "owls", "events[1].finishes[0].members[1].clan"),
        (("games", 0, "sides"), [["a"]], "games.g"),
        (("games", 0, "sides"), [["a"], []], "games.g"),
        (("games", 0, "sides"), [["a"], ["a"]], "games.g"),
        (("games", 0, "ranks"), [1], "games.g"),
        (("games", 0, "ranks"), [1, 1.5], "games[0].ranks[1]"),
        (("games", 0, "scores"), [1, 2], "games[0].scores"),
    ],
)
def test_one_wrong_field_is_named(path: tuple[str | int, ...], value: object, where: str) -> None:
    data = deepcopy(GOOD)
    part: Any = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    found = refused(json.dumps(data))
    assert found.where == where
    assert str(found).startswith(f"{where}: ")
    assert "Traceback" not in str(found)


def test_places_that_no_standings_can_have_are_refused() -> None:
    data = deepcopy(GOOD)
    data["events"][0]["finishes"] = [{"place": place, "person": f"p{n}"} for n, place in enumerate((1, 1, 2))]
    found = refused(json.dumps(data))
    assert (found.code, found.where) == ("place_impossible", "events[0].finishes")
    assert "place 2 cannot be: 2 finishes stand before it" in str(found)


def test_a_crew_needs_its_clan_and_windows_do_not_overlap() -> None:
    data = deepcopy(GOOD)
    del data["events"][1]["finishes"][0]["clan"]
    assert refused(json.dumps(data)).code == "clan"
    data = deepcopy(GOOD)
    data["circuit"]["windows"].append({"key": "x", "starts": "2026-01-31", "ends": "2026-02-01"})
    assert refused(json.dumps(data)).where == "windows.x"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("[]", "not_results"),
        ("{", "not_json"),
        ('{"format": "season/1", "format": "season/1", "events": []}', "field_twice"),
        ('{"format": "season/1", "events": [' + "[" * 100_000, "not_json"),
        ('{"format": "season/1", "on": NaN, "events": []}', "not_json"),
        ('{"format": "season/1", "events": [], "name": ' + "9" * 5000 + "}", "not_json"),
        (b"\xff\xfe{", "not_text"),
        (b'{"format": "season/1", "name": "\xff"}', "not_text"),
        (" " * 20_000_001, "too_long"),
    ],
)
def test_what_is_no_season_at_all_is_refused(text: str | bytes, code: str) -> None:
    assert refused(text).code == code


def test_a_byte_order_mark_is_no_fault() -> None:
    assert read_season(b"\xef\xbb\xbf" + json.dumps(GOOD).encode()).name == ""
