"""The knock-out in every form of a finished event: what is written and read back, and every way it can be wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tournaments.standings import Entrant, Match
from tournaments.standings.formats import FormatError, Results, read_csv, read_json, to_csv, to_json
from tournaments.standings.formats_base import KnockOut, KnockOutMatch
from tournaments.standings.formats_knock_out import report_lines

NAMES = ("Ann", "Bob", "=Cas", "Dee")
KNOCK_OUT = KnockOut(
    "single",
    ("Dee", "Ann", "Bob", "=Cas"),
    (
        KnockOutMatch("SF1", 2, ("Dee", "=Cas"), (2, 1), "Dee"),
        KnockOutMatch("SF2", 2, ("Ann", "Bob"), None, "Bob"),
        KnockOutMatch("F", 3, ("Dee", None)),
        KnockOutMatch("T", 3, ("Ann", "Bob", "Dee"), None, "Ann"),
    ),
    ((1, ("Dee",)), (2, ("Bob",)), (3, ("Ann", "=Cas"))),
)
EVENT = Results(
    "Cup",
    tuple(Entrant(name, name.casefold()) for name in NAMES),
    (Match(1, ("Ann", "Bob"), (2, 0, 0)), Match(1, ("=Cas", "Dee"), (0, 2, 1))),
    1,
    "2026-11-29",
    names={name: name for name in NAMES},
    knock_out=KNOCK_OUT,
)
AS_JSON = {
    "kind": "single",
    "seeds": ["Dee", "Ann", "Bob", "=Cas"],
    "matches": [
        {"slot": "SF1", "round": 2, "players": ["Dee", "=Cas"], "games": [2, 1], "winner": "Dee"},
        {"slot": "SF2", "round": 2, "players": ["Ann", "Bob"], "winner": "Bob"},
        {"slot": "F", "round": 3, "players": ["Dee", None]},
        {"slot": "T", "round": 3, "players": ["Ann", "Bob", "Dee"], "winner": "Ann"},
    ],
    "places": [
        {"place": 1, "players": ["Dee"]},
        {"place": 2, "players": ["Bob"]},
        {"place": 3, "players": ["Ann", "=Cas"]},
    ],
}
AS_CSV = """# event: Cup
# date: 2026-11-29
# knock-out: single
round,player1,player2,player3,player4,player5,player6,wins1,wins2,draws,kind,results,verified,slot,winner,place
1,Ann,Bob,,,,,2,0,0,,,,,,
1,'=Cas,Dee,,,,,0,2,1,,,,,,
1,Dee,,,,,,,,,seed,,,,,1
1,Ann,,,,,,,,,seed,,,,,2
1,Bob,,,,,,,,,seed,,,,,3
1,'=Cas,,,,,,,,,seed,,,,,4
2,Dee,'=Cas,,,,,2,1,,,,,SF1,Dee,
2,Ann,Bob,,,,,,,,,,,SF2,Bob,
3,Dee,,,,,,,,,,,,F,,
3,Ann,Bob,Dee,,,,,,,,,,T,Ann,
1,Dee,,,,,,,,,place,,,,,1
1,Bob,,,,,,,,,place,,,,,2
1,Ann,,,,,,,,,place,,,,,3
1,'=Cas,,,,,,,,,place,,,,,3
"""


def test_json_holds_the_knock_out_and_is_read_back_equal() -> None:
    written = to_json(EVENT)
    assert written["knock_out"] == AS_JSON
    assert read_json(json.dumps(written)) == EVENT


def test_a_csv_holds_the_knock_out_and_is_read_back_equal() -> None:
    assert to_csv(EVENT) == AS_CSV
    again = read_csv(AS_CSV)
    assert again.knock_out == KNOCK_OUT
    assert (again.event, again.date, again.rounds, again.matches) == ("Cup", "2026-11-29", 1, EVENT.matches)


def test_a_csv_without_a_knock_out_has_none_of_its_columns() -> None:
    plain = to_csv(Results("Cup", EVENT.entrants, EVENT.matches, 1))
    assert plain.splitlines()[:2] == [
        "# event: Cup",
        "round,player1,player2,player3,player4,player5,player6,wins1,wins2,draws,kind,results,verified",
    ]
    assert read_csv(plain).knock_out is None


def test_a_csv_that_names_no_kind_of_bracket_is_a_knock_out() -> None:
    again = read_csv(AS_CSV.replace("# knock-out: single\n", "")).knock_out
    assert again is not None
    assert again.kind == "knock_out"


def test_a_report_names_seeds_and_matches_by_number() -> None:
    number = {name: place for place, name in enumerate(NAMES, 1)}
    assert list(report_lines(KNOCK_OUT, number)) == [
        "### knock-out single seeds 4 1 2 3",
        "### knock-out round 2 match SF1 players 4 3 games 2-1 winner 4",
        "### knock-out round 2 match SF2 players 1 2 winner 2",
        "### knock-out round 3 match F players 4 -",
        "### knock-out round 3 match T players 1 2 4 winner 1",
    ]


def changed(path: tuple[str | int, ...], value: Any) -> str:
    """The event as JSON with one value of its knock-out replaced, or taken away (...)."""
    data = json.loads(json.dumps(to_json(EVENT)))
    inside = data["knock_out"]
    for step in path[:-1]:
        inside = inside[step]
    if value is ...:
        del inside[path[-1]]
    else:
        inside[path[-1]] = value
    return json.dumps(data)


WRONG_JSON: list[tuple[tuple[str | int, ...], Any, str, str]] = [
    (("x",), 1, "x", "field_unknown"),
    (("kind",), ..., "kind", "format"),
    (("kind",), 7, "kind", "format"),
    (("seeds",), ..., "seeds", "format"),
    (("seeds", 1), 7, "seeds[1]", "format"),
    (("seeds", 1), "Zed", "seeds", "player_unknown"),
    (("seeds", 1), "Dee", "seeds", "player_twice"),
    (("matches",), {}, "matches", "format"),
    (("matches", 1), 7, "matches[1]", "format"),
    (("matches", 1, "x"), 7, "matches[1].x", "field_unknown"),
    (("matches", 1, "slot"), ..., "matches[1].slot", "format"),
    (("matches", 1, "slot"), "SF1", "matches[1].slot", "player_twice"),
    (("matches", 1, "round"), 1, "matches[1].round", "format"),
    (("matches", 1, "round"), 101, "matches[1].round", "format"),
    (("matches", 1, "players"), ..., "matches[1].players", "format"),
    (("matches", 1, "players"), [], "matches[1].players", "format"),
    (("matches", 1, "players"), ["Ann"] * 7, "matches[1].players", "format"),
    (("matches", 1, "players"), ["Ann", 7], "matches[1].players[1]", "format"),
    (("matches", 1, "players"), ["Ann", "Ann"], "matches[1].players", "player_twice"),
    (("matches", 1, "players"), ["Ann", "Zed"], "matches[1].players", "player_unknown"),
    (("matches", 1, "winner"), "Dee", "matches[1].winner", "results_wrong"),
    (("matches", 1, "winner"), 7, "matches[1].winner", "format"),
    (("matches", 0, "games"), 7, "matches[0].games", "format"),
    (("matches", 0, "games"), [2], "matches[0].games", "results_wrong"),
    (("matches", 0, "games"), [2, -1], "matches[0].games[1]", "format"),
    (("matches", 0, "games"), [2, 100], "matches[0].games[1]", "format"),
    (("places",), 7, "places", "format"),
    (("places", 0), 7, "places[0]", "format"),
    (("places", 0, "x"), 7, "places[0].x", "field_unknown"),
    (("places", 0, "place"), 0, "places[0].place", "format"),
    (("places", 0, "place"), 10**6 + 1, "places[0].place", "format"),
    (("places", 0, "players"), ..., "places[0].players", "format"),
    (("places", 0, "players"), [7], "places[0].players[0]", "format"),
    (("places", 0, "players"), ["Zed"], "places", "player_unknown"),
    (("places", 0, "players"), ["Bob"], "places", "player_twice"),
]


@pytest.mark.parametrize(("path", "value", "where", "code"), WRONG_JSON)
def test_a_wrong_value_in_json_is_named(
    path: tuple[str | int, ...], value: Any, where: str, code: str
) -> None:
    with pytest.raises(FormatError) as caught:
        read_json(changed(path, value))
    assert (caught.value.where, caught.value.code) == (f"knock_out.{where}", code)


def test_a_knock_out_is_an_object_and_may_leave_its_places_out() -> None:
    with pytest.raises(FormatError) as caught:
        read_json(json.dumps({**to_json(EVENT), "knock_out": []}))
    assert caught.value.where == "knock_out"
    open_still = read_json(changed(("places",), ...)).knock_out
    assert open_still is not None
    assert (open_still.places, open_still.matches) == ((), KNOCK_OUT.matches)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("matches", 1, "round"), 100),
        (("matches", 1, "players"), ["Bob"]),
        (("matches", 2, "players"), ["Dee", "Ann", "Bob", "=Cas", None, None]),
        (("matches", 0, "games"), [99, 0]),
        (("places", 0, "place"), 10**6),
    ],
)
def test_what_just_fits_is_read(path: tuple[str | int, ...], value: Any) -> None:
    assert read_json(changed(path, value)).knock_out is not None


HEAD = AS_CSV[: AS_CSV.index("1,Dee,,")]


@pytest.mark.parametrize(
    ("line", "where", "code"),
    [
        ("1,Dee,,,,,,,,,seed,,,,,", ", place", "format"),
        ("1,Dee,,,,,,,,,seed,,,,,0", ", place", "format"),
        ("1,Dee,,,,,,,,,seed,,,,,x", ", place", "format"),
        ("1,Dee,,,,,,,,,seed,,,,,٣", ", place", "format"),
        ("1,Dee,,,,,,,,,place,,,,,1000001", ", place", "format"),
        ("1,Dee,,,,,,,,,place,,,,,0000000001", ", place", "format"),
        ("1,,,,,,,,,,seed,,,,,1", "", "format"),
        ("2,Dee,Ann,,,,,2,x,,,,,F,,", "", "format"),
        ("2,Dee,Ann,,,,,2,100,,,,,F,,", "", "format"),
        ("2,Dee,Ann,,,,,,,,,,," + "F" * 201 + ",,", "", "format"),
    ],
)
def test_a_wrong_line_of_a_csv_is_named(line: str, where: str, code: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_csv(HEAD + line + "\n")
    number = HEAD.count("\n") + 1
    assert (caught.value.where, caught.value.code) == (f"line {number}{where}", code)


def test_two_seeds_at_one_place_are_refused_and_the_same_one_twice_is_not() -> None:
    seeds = "1,Dee,,,,,,,,,seed,,,,,1\n"
    with pytest.raises(FormatError) as caught:
        read_csv(HEAD + seeds + seeds.replace("Dee", "Ann"))
    assert (caught.value.code, caught.value.message) == ("player_twice", "'1' is in the list twice")
    again = read_csv(HEAD + seeds + seeds).knock_out
    assert again is not None
    assert (again.seeds, again.matches) == (("Dee",), ())


def test_games_are_counted_where_both_cells_are_filled() -> None:
    seeds = "1,Dee,,,,,,,,,seed,,,,,1\n1,Ann,,,,,,,,,seed,,,,,2\n"
    for wins, games in (("2,0", (2, 0)), ("2,", None), (",", None), ("99,0", (99, 0))):
        again = read_csv(f"{HEAD}{seeds}2,Dee,Ann,,,,,{wins},,,,,F,,\n").knock_out
        assert again is not None
        assert again.matches == (KnockOutMatch("F", 2, ("Dee", "Ann"), games),)


def test_a_line_that_is_checked_names_who_is_wrong() -> None:
    with pytest.raises(FormatError) as caught:
        read_csv(HEAD + "1,Zed,,,,,,,,,place,,,,,1\n")
    assert (caught.value.where, caught.value.message) == ("knock_out.places", "nobody has the id 'Zed'")
    with pytest.raises(FormatError) as caught:
        read_csv(HEAD + "2,Dee,Ann,,,,,,,,,,,F,Bob,\n")
    assert caught.value.code == "player_unknown"
