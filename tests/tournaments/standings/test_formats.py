"""Reading and writing finished events, and every way a file can be wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.standings.events import duel_event, pod_event
from tournaments.standings import PRESETS, Entrant, Match, compute
from tournaments.standings.formats import (
    FormatError,
    Results,
    read_csv,
    read_json,
    read_results,
    to_csv,
    to_json,
)

GOLDEN = Path(__file__).parent / "golden"

FULL: dict[str, Any] = {
    "format": "results/1",
    "event": "Friday",
    "date": "2026-01-02",
    "preset": "mtg",
    "players": [
        "A",
        {"id": "B", "name": "Bea", "lot": 4},
        {"id": "C", "joined_round": 2},
        {"id": "D", "dropped_after": 1},
    ],
    "rounds": [
        {"round": 1, "matches": [{"players": ["A", "B"], "games": [2, 1, 0]}, {"players": ["D"]}]},
        [
            {"players": ["A", "B", "C"], "winner": "C"},
        ],
    ],
}


def changed(**changes: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(FULL)), **changes}


def read(data: Any) -> Results:
    return read_json(json.dumps(data))


def refused(data: Any) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_json(data if isinstance(data, str | bytes) else json.dumps(data))
    return caught.value


def test_the_full_form_is_read_as_written() -> None:
    results = read(FULL)
    assert (results.event, results.date, results.rounds, results.policy) == (
        "Friday",
        "2026-01-02",
        2,
        PRESETS["mtg"],
    )
    assert results.entrants == (
        Entrant("A", "a"),
        Entrant("B", "bea", random=4),
        Entrant("C", "c", joined_round=2),
        Entrant("D", "d", dropped_after=1),
    )
    assert results.names == {"A": "A", "B": "Bea", "C": "C", "D": "D"}
    assert results.matches == (
        Match(1, ("A", "B"), (2, 1, 0)),
        Match.bye(1, "D"),
        Match(2, ("A", "B", "C"), None, "played", ("l", "l", "w")),
    )
    assert results.published == ()


def test_a_file_may_carry_its_own_policy() -> None:
    data = changed(policy=PRESETS["pokemon"].but(key="mine").to_json())
    del data["preset"]
    assert read(data).policy == PRESETS["pokemon"].but(key="mine")


def test_a_drawn_pod_and_written_results_are_read() -> None:
    rows = [{"players": ["A", "B", "C"], "winner": None}, {"players": ["D"], "kind": "half_bye"}]
    results = read(changed(players=list("ABCD"), rounds=[rows]))
    assert results.matches[0].results == ("d", "d", "d")
    assert results.matches[1] == Match.bye(1, "D", "half_bye")
    rows = [{"players": ["A", "B"], "results": ["l", "l"], "kind": "no_show"}]
    assert read(changed(players=["A", "B"], rounds=[rows])).matches[0].results == ("l", "l")


def test_compact_game_scores_and_byes_are_read() -> None:
    results = read({"event": "X", "rounds": [[["P1", "P2", 2, 0, 1], ["P3", None, 2, 0, 0]]]})
    assert results.matches == (Match(1, ("P1", "P2"), (2, 0, 1)), Match(1, ("P3", None), (2, 0, 0), "bye"))
    assert [entrant.id for entrant in results.entrants] == ["P1", "P2", "P3"]


def test_compact_outcomes_are_read() -> None:
    rows = [["A", "B", 1], ["C", "D", 2], ["E", "F", 3], ["G", None, 5]]
    results = read(
        {"event": "X", "rounds": [rows], "outcome_codes": "words", "source": "s", "note": "n", "uri": "u"}
    )
    assert [match.results for match in results.matches] == [("w", "l"), ("l", "w"), ("d", "d"), None]
    assert results.matches[3].kind == "bye"


def test_compact_files_take_everybody_they_name_and_see_who_left() -> None:
    data = {
        "event": "X",
        "rounds": [[["A", "B", 1]], [["A", None, 5]]],
        "dropped_after_round": {"C": 1},
        "final_places": {"0": ["A", "B", "C", "D"]},
    }
    entrants = {entrant.id: entrant.dropped_after for entrant in read(data).entrants}
    assert entrants == {"A": None, "B": 1, "C": 1, "D": 0}
    assert read(data).published[0].order == ("A", "B", "C", "D")


def test_published_standings_keep_their_exact_decimals_and_order() -> None:
    rows = [
        {"rank": 2, "player": "B", "points": 0, "omw": 0.333},
        {"rank": 1, "player": "A", "points": 3, "omw": 0.1},
    ]
    published = read({"event": "X", "rounds": [[["A", "B", 1]]], "standings": rows}).published[0]
    assert published.order == ("A", "B")
    assert published.figures["B"] == {"points": 0, "omw": F(333, 1000)}
    assert published.ranks == {"A": 1, "B": 2}


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (changed(format="results/2"), "format"),
        (changed(luck=1), "luck"),
        (changed(source="x"), "source"),
        (changed(event=""), "event"),
        (changed(event=3), "event"),
        (changed(event="two\nlines"), "event"),
        (changed(event="x" * 201), "event"),
        (changed(date=20260102), "date"),
        (changed(date="2026-1-2"), "date"),
        (changed(preset="yahtzee"), "preset"),
        (changed(policy={}), "policy"),
        (changed(rounds={}), "rounds"),
        (changed(rounds=[[]] * 101), "rounds"),
        (changed(players=[]), "players"),
        (changed(players=["A", "A"]), "players[1].id"),
        (changed(players=[1]), "players[0]"),
        (changed(players=[{"name": "A"}]), "players[0].id"),
        (changed(players=[{"id": "A", "deck": 1}]), "players[0].deck"),
        (changed(players=[{"id": "A", "lot": -1}]), "players[0].lot"),
        (changed(players=[{"id": "A", "lot": True}]), "players[0].lot"),
        (changed(players=[{"id": "A", "lot": 1.5}]), "players[0].lot"),
        (changed(players=[{"id": "A", "joined_round": 0}]), "players[0].joined_round"),
        (changed(players=[{"id": "A", "dropped_after": 101}]), "players[0].dropped_after"),
        (changed(players=[{"id": "A", "disqualified": 1}]), "players[0].disqualified"),
        (changed(rounds=[{"round": 2, "matches": []}]), "rounds[0].round"),
        (changed(rounds=[{"round": 1}]), "rounds[0].matches"),
        (changed(rounds=[{"round": 1, "matches": [], "x": 1}]), "rounds[0].x"),
        (changed(rounds=["x"]), "rounds[0]"),
        (changed(rounds=[["x"]]), "rounds[0][0]"),
        (changed(rounds=[[{"players": ["A", "Z"], "games": [2, 0, 0]}]]), "rounds[0][0]"),
        (changed(rounds=[[{"players": ["A", "B"]}]]), "rounds[0][0]"),
        (changed(rounds=[[{"players": []}]]), "rounds[0][0].players"),
        (changed(rounds=[[{"players": [None, "B"]}]]), "rounds[0][0].players[0]"),
        (changed(rounds=[[{"players": ["A"] * 7}]]), "rounds[0][0].players"),
        (changed(rounds=[[{"players": ["A", "B"], "games": [2, 0]}]]), "rounds[0][0].games"),
        (changed(rounds=[[{"players": ["A", "B"], "games": [2, 0, -1]}]]), "rounds[0][0].games[2]"),
        (changed(rounds=[[{"players": ["A", "B"], "games": [2, 0, 100]}]]), "rounds[0][0].games[2]"),
        (changed(rounds=[[{"players": ["A", "B"], "games": ["2", 0, 0]}]]), "rounds[0][0].games[0]"),
        (changed(rounds=[[{"players": ["A", "B"], "kind": "walkover"}]]), "rounds[0][0].kind"),
        (changed(rounds=[[{"players": ["A", "B"], "results": ["w", "x"]}]]), "rounds[0][0].results"),
        (changed(rounds=[[{"players": ["A", "B"], "results": ["w"]}]]), "rounds[0][0]"),
        (changed(rounds=[[{"players": ["A", "B"], "winner": "Z"}]]), "rounds[0][0].winner"),
        (
            changed(rounds=[[{"players": ["A", "B"], "winner": "A", "results": ["w", "l"]}]]),
            "rounds[0][0].winner",
        ),
        (changed(rounds=[[{"players": ["A", "B", "D"], "games": [2, 0, 0]}]]), "rounds[0][0].games"),
        (changed(rounds=[[{"players": ["A"]}, {"players": ["A"]}]]), "rounds[0][1]"),
        (changed(rounds=[[], [{"players": ["D"]}]]), "rounds[1][0]"),
        (changed(rounds=[[{"players": ["C"]}]]), "rounds[0][0]"),
        (changed(rounds=[[["A", "B", 2, 0]]]), "rounds[0][0]"),
        (changed(rounds=[[["A", "B", 2, 0, 100]]]), "rounds[0][0][4]"),
        (changed(rounds=[[["A", "B", 4]]]), "rounds[0][0][2]"),
        (changed(rounds=[[["A", "B", 6]]]), "rounds[0][0][2]"),
        (changed(rounds=[[["A", "B", 5]]]), "rounds[0][0][2]"),
        (changed(rounds=[[["A", None, 1]]]), "rounds[0][0][2]"),
        (changed(rounds=[[[None, "A", 1]]]), "rounds[0][0][0]"),
        (changed(standings=[1]), "standings[0]"),
        (changed(standings=[{"player": "Z"}]), "standings[0].player"),
        (changed(standings=[{"player": "A"}, {"player": "A"}]), "standings[1].player"),
        (changed(standings=[{"player": "A", "omw": "much"}]), "standings[0].omw"),
        (changed(standings=[{"player": "A", "omw": True}]), "standings[0].omw"),
        (changed(standings=[{"player": "A", "rank": 0}]), "standings[0].rank"),
        (changed(final_places=[]), "final_places"),
        (changed(final_places={"0": [1]}), "final_places.0[0]"),
        ({"event": "X", "rounds": [], "dropped_after_round": []}, "dropped_after_round"),
        ({"event": "X", "rounds": [], "dropped_after_round": {"A": "1"}}, "dropped_after_round.A"),
        ({"event": "X"}, "rounds"),
    ],
)
def test_a_wrong_field_is_named(data: dict[str, Any], where: str) -> None:
    error = refused(data)
    assert error.where == where
    assert str(error).startswith(f"{where}: ")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("{", "line 1, column 2"),
        ('{"event": "x",\n "rounds": [}', "line 2, column 13"),
        ("[]", "file"),
        ("7", "file"),
        ('{"event": "a", "event": "b"}', "event"),
        ('{"event": NaN}', "file"),
        ('{"event": ' + "[" * 100_000 + "}", "file"),
        ('{"event": ' + "9" * 5000 + "}", "file"),
        (b"\xff\xfe{}", "file"),
        ("x" * 20_000_001, "file"),
        ('{"event":"X","rounds":[],"standings":[{"player":"A","omw":1e999999}]}', "standings[0].omw"),
    ],
)
def test_what_is_no_json_is_refused_without_a_crash(text: str | bytes, where: str) -> None:
    assert refused(text).where == where


def test_a_row_after_a_drop_says_when_the_player_left() -> None:
    error = refused(changed(rounds=[[], [{"players": ["D"]}]]))
    assert (error.code, error.message) == ("player_dropped", "'D' dropped after round 1")


def test_a_second_row_in_a_round_says_where_the_first_is() -> None:
    error = refused(changed(rounds=[[{"players": ["A"]}, {"players": ["A"]}]]))
    assert (error.code, error.message) == (
        "player_twice",
        "'A' already has a row in this round (rounds[0][0])",
    )


@pytest.mark.parametrize("seed", range(3))
def test_writing_and_reading_json_gives_the_same_event(seed: int) -> None:
    for entrants, matches in (duel_event(seed, 17, 5), pod_event(seed, 11, 3)):
        names = {entrant.id: f"Name of {entrant.id}" for entrant in entrants}
        keyed = [
            Entrant(e.id, names[e.id].casefold(), e.joined_round, e.dropped_after, e.random) for e in entrants
        ]
        keyed[0] = replace(keyed[0], disqualified=True)
        ordered = sorted(matches, key=lambda match: match.round)
        event = Results("X", tuple(keyed), tuple(ordered), 5, "2026-01-01", PRESETS["x610z"], names)
        assert read(to_json(event)) == event


@pytest.mark.parametrize("seed", range(3))
def test_writing_and_reading_csv_gives_the_same_standings(seed: int) -> None:
    for entrants, matches in (duel_event(seed, 17, 5), pod_event(seed, 11, 3)):
        event = Results("X", tuple(entrants), tuple(matches), 5, "2026-01-01", PRESETS["x610z"])
        again = read_csv(to_csv(event))
        assert (again.event, again.date, again.policy) == (event.event, event.date, event.policy)
        assert set(again.matches) == set(matches)
        policy = PRESETS["x610z"].but(metrics=("match_points", "omw", "gw", "ogw"))
        before = {row.id: row.values for row in compute(entrants, matches, policy)}
        assert {row.id: row.values for row in compute(again.entrants, again.matches, policy)} == before


def test_a_policy_of_your_own_is_not_passed_off_as_a_shipped_one_in_csv() -> None:
    event = Results("X", (), (), 0, policy=PRESETS["mtg"].but(draw=F(0)))
    assert "preset" not in to_csv(event)


CSV = """# event: Friday night
# preset: mtg
round,player1,player2,wins1,wins2,draws,kind,results
1,Ann,Bob,2,1,,,
1,Cas,,,,,,

2,Ann,Cas,,,,no_show,wl
1,Bob,,,,,drop,
2,Dee,,,,,join,
2,Dee,,,,,bye,
"""


def test_csv_is_read_line_by_line() -> None:
    results = read_csv(CSV)
    assert (results.event, results.policy, results.rounds) == ("Friday night", PRESETS["mtg"], 2)
    assert results.matches == (
        Match(1, ("Ann", "Bob"), (2, 1, 0)),
        Match.bye(1, "Cas"),
        Match.no_show(2, "Ann", "Cas"),
        Match.bye(2, "Dee"),
    )
    assert {e.id: (e.joined_round, e.dropped_after) for e in results.entrants} == {
        "Ann": (1, None),
        "Bob": (1, 1),
        "Cas": (1, None),
        "Dee": (2, None),
    }


def test_what_logs_prove_is_read_back_from_both_forms_and_changes_no_standing() -> None:
    entrants = (Entrant("A", "a"), Entrant("B", "b"), Entrant("C", "c"))
    matches = (Match(1, ("A", "B"), (2, 1, 0), verified=True), Match.bye(1, "C"))
    event = Results("Cup", entrants, matches, 1, policy=PRESETS["x610z"])
    assert to_json(event)["rounds"][0]["matches"][0]["verified"] is True
    for again in (read_json(json.dumps(to_json(event))), read_csv(to_csv(event))):
        assert [match.verified for match in again.matches] == [True, False]
    plain = tuple(replace(match, verified=False) for match in matches)
    assert compute(entrants, matches, PRESETS["x610z"]) == compute(entrants, plain, PRESETS["x610z"])
    with pytest.raises(FormatError, match="true or false"):
        read_json(json.dumps(to_json(event)).replace('"verified": true', '"verified": "yes"'))


HEAD = "round,player1,player2,wins1,wins2,kind,results\n"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1"),
        ("# event: X\n", "line 1"),
        ("round,player1\n", "line 1"),
        ("round,player1,player2,deck\n", "line 1"),
        ("round,player1,player2,round\n", "line 1"),
        (HEAD + "1,A,B,2\n1,A,B,2,0,,,,\n", "line 2"),
        (HEAD + "1,A,B,2,0,,\n2,A,B,2,0,,,,,\n", "line 3"),
        (HEAD + ",A,B,2,0,,\n", "line 2, round"),
        (HEAD + "0,A,B,2,0,,\n", "line 2, round"),
        (HEAD + "x,A,B,2,0,,\n", "line 2, round"),
        (HEAD + "101,A,B,2,0,,\n", "line 2, round"),
        (HEAD + "٣,A,B,2,0,,\n", "line 2, round"),
        (HEAD + "1,,B,2,0,,\n", "line 2, player1"),
        (HEAD + "1," + "A" * 201 + ",B,2,0,,\n", "line 2"),
        (HEAD + "1,A,B,-2,0,,\n", "line 2, wins1"),
        (HEAD + "1,A,B,2,100,,\n", "line 2, wins2"),
        (HEAD + "1,A,B,2,0,walkover,\n", "line 2, kind"),
        (HEAD + "1,A,B,,,,wx\n", "line 2, results"),
        ("round,player1,player2,results,verified\n1,A,B,wl,true\n", "line 2, verified"),
        (HEAD + "1,A,B,,,,w\n", "line 2"),
        (HEAD + "1,A,B,2,0,,\n2,A\n", "line 3, player2"),
        (HEAD + "1,A,B,,,,\n", "line 2"),
        (HEAD + "1,A,B,,,drop,\n", "line 2"),
        (HEAD + "1,A,,,,drop,\n2,A,,,,drop,\n", "line 3"),
        (HEAD + "1,A,,,,drop,\n2,A,,,,bye,\n", "line 3"),
        (HEAD + "2,A,,,,join,\n1,A,,,,bye,\n", "line 3"),
        (HEAD + "1,A,B,2,0,,\n1,A,C,2,0,,\n", "line 3"),
        (HEAD + '1,"A,B,2,0,,\n', "line 2"),
        ("# preset: yahtzee\n" + HEAD, "# preset"),
        ("# date: 2026-1-2\n" + HEAD, "# date"),
    ],
)
def test_a_wrong_line_is_named(text: str, where: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_csv(text)
    assert caught.value.where == where


@pytest.mark.parametrize("line", ["1,A,\n", "1,A,,,,bye,\n"])
def test_a_line_with_an_empty_seat_is_a_bye(line: str) -> None:
    assert [match.kind for match in read_csv(HEAD + line).matches] == ["bye"]


def test_the_ending_or_the_first_letter_tells_json_from_csv() -> None:
    text = json.dumps(FULL)
    assert read_results(text).event == read_results(text.encode(), "x.JSON").event == "Friday"
    assert read_results("\ufeff" + text).event == "Friday"
    assert read_results(b"\xef\xbb\xbf" + text.encode()).event == "Friday"
    assert read_results(CSV).event == read_results(CSV.encode(), "x.csv").event == "Friday night"
    with pytest.raises(FormatError):
        read_results(text, "x.csv")
    with pytest.raises(FormatError):
        read_results(CSV, "x.json")


def test_the_golden_event_is_read() -> None:
    results = read_results((GOLDEN / "compact_duels.json").read_bytes(), "compact_duels.json")
    assert (len(results.entrants), results.rounds, len(results.published[0].order)) == (24, 6, 24)


JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    7,
    10**20,
    1.5,
    "",
    "A",
    "Z",
    "w",
    "\x00",
    [],
    {},
    [1],
    {"id": "A"},
    [["A"]],
)


def nodes(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value inside JSON data."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(found for key, value in inside for found in nodes(value, (*path, key)))]


def replaced(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy with one value replaced."""
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = replaced(data[path[0]], path[1:], value)
    return copy


BARE = {key: value for key, value in FULL.items() if key != "preset"}
COMPACT = {
    "event": "X",
    "rounds": [[["A", "B", 2, 0, 1], ["C", None, 5]]],
    "dropped_after_round": {"C": 1},
    "standings": [{"player": "A", "rank": 1, "omw": 0.5}],
    "final_places": {"0": ["A", "B"]},
}


@pytest.mark.parametrize("data", [{**BARE, "policy": PRESETS["mtg"].to_json()}, FULL, COMPACT])
def test_one_wrong_value_anywhere_is_read_or_refused_but_never_crashes(data: dict[str, Any]) -> None:
    tried = read_fine = 0
    for path in nodes(data):
        for junk in JUNK:
            tried += 1
            try:
                results = read(replaced(data, path, junk))
            except FormatError as error:
                assert error.where
                assert error.code
                continue
            compute(results.entrants, results.matches, results.policy or PRESETS["x610z"])
            read_fine += 1
    assert 0 < read_fine < tried


@pytest.mark.parametrize(
    ("policy", "where"),
    [
        ({"key": "k", "name": "n", "metrics": ["luck"]}, "policy.metrics"),
        ({"key": "k", "name": "n", "metrics": ["omw"], "win": 0}, "policy.win"),
        ({"key": "k", "name": "n"}, "policy.metrics"),
        ([], "policy"),
    ],
)
def test_a_wrong_policy_in_a_file_is_named(policy: Any, where: str) -> None:
    assert refused({**BARE, "policy": policy}).where == where


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"event": "X"}, "is missing"),
        ({"event": "X", "rounds": {}}, "must be a list"),
        ({"rounds": []}, "is missing"),
        ({"event": 3, "rounds": []}, "must be text"),
    ],
)
def test_what_is_missing_is_told_from_what_is_wrong(data: dict[str, Any], message: str) -> None:
    assert refused(data).message == message


def test_a_long_name_of_a_column_is_quoted_in_part() -> None:
    with pytest.raises(FormatError) as caught:
        read_csv("x" * 100_000 + ",points\n")
    assert len(str(caught.value)) < 400
    assert f"'{'x' * 40}…'" in str(caught.value)
    with pytest.raises(FormatError, match=f"'{'x' * 40}'"):
        read_csv("x" * 40 + ",points\n")
