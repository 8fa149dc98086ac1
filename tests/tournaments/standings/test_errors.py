"""Error codes are stable: sites and scripts tell errors apart by them."""

from __future__ import annotations

import io
import json
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.standings.test_approved import ENTRANTS, MATCHES
from tournaments.standings import PRESETS, Entrant, Match, Row, StandingsError, compute, explain, preset
from tournaments.standings.cli import _policy, main, parser
from tournaments.standings.compare import compare
from tournaments.standings.formats import (
    FormatError,
    Results,
    read_csv,
    read_json,
    read_results,
    to_csv,
    to_json,
)
from tournaments.standings.output import standings_json
from tournaments.standings.tally import letters_of

PLAYERS: dict[str, Any] = {"format": "results/1", "event": "X", "players": ["A", "B", "C"], "rounds": []}


def rounds(*rows: Any, **more: Any) -> str:
    return json.dumps({**PLAYERS, "rounds": [list(rows)], **more})


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("{", "not_json", "line 1, column 2"),
        ('{"event": NaN}', "not_json", "file"),
        ("[" * 100_000, "not_json", "file"),
        ('{"event": ' + "1" * 5000 + "}", "not_json", "file"),
        ("[]", "not_results", "file"),
        ('{"event": "X", "event": "Y"}', "field_twice", "event"),
        (rounds(format="results/2"), "format", "format"),
        (rounds(date="yesterday"), "format", "date"),
        (rounds(date="20261127"), "format", "date"),
        (rounds(players=["A\0"]), "format", "players[0].id"),
        (rounds(players=["A" * 201]), "format", "players[0].id"),
        (rounds(players=[]), "format", "players"),
        (rounds(colour=1), "field_unknown", "colour"),
        (rounds(players=["A", "A"]), "player_twice", "players[1].id"),
        (rounds({"players": ["A", "Z"], "games": [2, 0, 0]}), "player_unknown", "rounds[0][0]"),
        (rounds({"players": ["A", "B"], "kind": "fun"}), "kind_unknown", "rounds[0][0].kind"),
        (rounds({"players": ["A", "B"], "results": ["x", "l"]}), "results_wrong", "rounds[0][0].results"),
        (rounds({"players": ["A", "B"], "results": ["w", "w"]}), "results_wrong", "rounds[0][0]"),
        (rounds({"players": ["A", "B"], "results": ["w"]}), "results_wrong", "rounds[0][0]"),
        (rounds({"players": ["A", "B"]}), "result_missing", "rounds[0][0]"),
        (rounds({"players": ["A", "B"], "games": [1, 1, 0], "kind": "forfeit"}), "result_missing", "rounds[0][0]"),
        (rounds({"players": ["A"], "kind": "played"}), "player_missing", "rounds[0][0]"),
        (rounds({"players": ["A", "B"], "kind": "bye"}), "bye_has_opponent", "rounds[0][0]"),
        (rounds({"players": ["A", "B"], "games": [2, 0]}), "format", "rounds[0][0].games"),
        (rounds({"players": ["A", "B"], "games": [2, -1, 0]}), "format", "rounds[0][0].games[1]"),
        (rounds({"players": ["A"]}, {"players": ["A"]}), "player_twice", "rounds[0][1]"),
        (rounds({"players": ["A"]}, players=[{"id": "A", "dropped_after": 0}]), "player_dropped", "rounds[0][0]"),
        (rounds({"players": ["A"]}, players=[{"id": "A", "joined_round": 2}]), "player_late", "rounds[0][0]"),
        (rounds(standings=[{"player": "Q"}]), "player_unknown", "standings[0].player"),
        (rounds(standings=[{"player": "A"}, {"player": "A"}]), "player_twice", "standings[1].player"),
        (rounds(preset="none"), "preset_unknown", "preset"),
        (rounds(policy={"key": "k", "name": "n", "metrics": ["luck"]}), "metric_unknown", "policy.metrics"),
        (rounds(policy={"key": "k", "name": "n"}), "preset_field_missing", "policy.metrics"),
        (rounds(policy={"colour": "red"}), "preset_field_unknown", "policy.colour"),
        (rounds(policy={"key": 1, "name": "n", "metrics": ["wins"]}), "preset_field_wrong", "policy.key"),
        (rounds(policy=PRESETS["mtg"].to_json(), preset="mtg"), "format", "policy"),
    ],
)  # fmt: skip
def test_every_way_a_json_file_can_be_wrong_has_its_code_and_place(text: str, code: str, where: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_json(text)
    assert (caught.value.code, caught.value.where) == (code, where)
    assert "Expecting" not in str(caught.value), "a library's words"


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        (b"\xff", "not_text", "file"),
        ("round,player1,player2\n".encode("utf-16"), "not_text", "file"),
        ("round,player1,player2\n".encode("utf-16-be"), "not_text", "file"),
        (b"# date: yesterday\nround,player1,player2\n1,A,\n", "format", "# date"),
        (b"# event: a\tb\nround,player1,player2\n1,A,\n", "format", "# event"),
        (b"round,player1,player2,results\n1,A\0x,B,wl\n", "format", "line 2, player1"),
        (b"a" * 20_000_001, "too_long", "file"),
        (b"round,player1,colour\n", "field_unknown", "line 1"),
        (b"round,player1,round\n", "field_twice", "line 1"),
        (b"# preset: mtg\n# Preset: x610z\nround,player1,player2\n", "field_twice", "line 2, # preset"),
        (b"round,player2\n", "field_missing", "line 1"),
        (b"round,player1,player2,kind\n1,A,,fun\n", "kind_unknown", "line 2, kind"),
        (b"round,player1,player2,results\n1,A,B,wx\n", "results_wrong", "line 2, results"),
        (b"round,player1,player2,kind\n1,A,,join\n2,A,,join\n", "player_twice", "line 3"),
        (b"# preset: none\nround,player1,player2\n", "preset_unknown", "# preset"),
    ],
)
def test_every_way_a_csv_file_can_be_wrong_has_its_code_and_place(text: bytes, code: str, where: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_csv(text)
    assert (caught.value.code, caught.value.where) == (code, where)
    if code == "too_long":
        assert str(caught.value) == "file: longer than 20 MB"


@pytest.mark.parametrize(
    ("match", "code"),
    [
        (Match(1, ("A", "B"), (2, 0, 0), "fun"), "kind_unknown"),
        (Match(1, ("A", "B"), (2, 0, 0), "bye"), "bye_has_opponent"),
        (Match(1, (None, "A"), None, "bye"), "bye_has_opponent"),
        (Match(1, ("A", None), (2, 0, 0)), "player_missing"),
        (Match(1, ("A", "B", "C"), None, "played", ("w", "l", "d")), "results_wrong"),
        (Match(1, ("A", "B", "C"), (2, 0, 0)), "result_missing"),
        (Match(1, ("A", "B"), (2, 0)), "games_wrong"),  # type: ignore[arg-type]  # what a caller may get wrong
        (Match(1, ("A", "B"), (2, -1, 0)), "games_wrong"),
        (Match(1, ("A", "Z"), (2, 0, 0)), "player_unknown"),
        (Match(1, ("A", "A"), (2, 0, 0)), "player_twice"),
        (Match(0, ("A", "B"), (2, 0, 0)), "round_wrong"),
    ],
)
def test_every_row_that_makes_no_sense_has_its_code(match: Match, code: str) -> None:
    with pytest.raises(StandingsError) as caught:
        compute([Entrant("A"), Entrant("B"), Entrant("C")], [match], PRESETS["x610z"])
    assert caught.value.code == code
    assert caught.value.where.startswith("round ")


def test_the_other_errors_have_their_codes() -> None:
    twice = [Entrant("A"), Entrant("A")]
    for make, code in (
        (lambda: compute(twice, [], PRESETS["x610z"]), "entrant_twice"),
        (lambda: preset("none"), "preset_unknown"),
        (lambda: Match.pod(1, ("A", "B", "C"), "D"), "winner_unknown"),
        (lambda: explain(ENTRANTS, MATCHES, PRESETS["x610z"], "zoe", "omw"), "player_unknown"),
        (lambda: explain(ENTRANTS, MATCHES, PRESETS["x610z"], "ada", "luck"), "metric_unknown"),
    ):
        with pytest.raises(StandingsError) as caught:
            make()
        assert caught.value.code == code


def _file(path: Path, **more: Any) -> str:
    path.write_text(rounds({"players": ["A", "B"], "games": [2, 0, 0]}, {"players": ["C"]}, **more), "utf-8")
    return str(path)


def test_the_command_line_has_codes_for_what_it_lacks(tmp_path: Path) -> None:
    file, policy = _file(tmp_path / "x.json"), tmp_path / "policy.json"
    results = read_results(Path(file).read_bytes(), file)
    for words in ("[]", "no json"):
        policy.write_text(words, "utf-8")
        with pytest.raises(StandingsError) as caught:
            _policy(parser().parse_args([file, "--policy", str(policy)]), results)
        assert (caught.value.code, caught.value.where) == ("preset_not_json", str(policy))


def test_json_is_written_for_people_too(tmp_path: Path) -> None:
    out = io.StringIO()
    main([_file(tmp_path / "x.json", event="Coupe d\u2019\u00e9t\u00e9"), "--format", "json"], out)
    lines = out.getvalue().splitlines()
    assert lines[2] == ' "event": "Coupe d\u2019\u00e9t\u00e9",'
    assert json.loads(out.getvalue())["metrics"][0] == {
        "key": "match_points",
        "name": "Match points",
        "short": "Pts",
        "formula": "All your points from matches and byes, added up.",
        "better": "high",
        "style": "points",
    }


def test_text_may_be_asked_for_by_name_and_the_help_names_what_goes_where(tmp_path: Path) -> None:
    plain, named = io.StringIO(), io.StringIO()
    file = _file(tmp_path / "x.json")
    assert main([file], plain) == main([file, "--format", "text"], named) == 0
    assert plain.getvalue() == named.getvalue() != ""
    usage = parser().format_usage()
    assert "--explain PLAYER METRIC" in usage and "--through ROUND" in usage and "{text,json}" in usage


def test_a_note_of_the_comparison_is_printed(tmp_path: Path) -> None:
    out = io.StringIO()
    rows = [
        {"player": "A", "points": 3, "beauty": 9},
        {"player": "C", "points": 3},
        {"player": "B", "points": 0},
    ]
    assert main([_file(tmp_path / "x.json", standings=rows), "--compare"], out) == 0
    assert out.getvalue().splitlines() == [
        "note: no metric for the published figure 'beauty'",
        "X: 3 figures and the order of 3 entrants compared, 0 differences, 1 notes",
    ]


def test_a_plain_bye_needs_no_kind_when_it_is_written() -> None:
    results = Results("X", (Entrant("A"), Entrant("B")), (Match.bye(1, "A"), Match.bye(1, "B", "missed")), 1)
    assert to_json(results)["rounds"][0]["matches"] == [
        {"players": ["A"]},
        {"players": ["B"], "kind": "missed"},
    ]
    lines = to_csv(results).splitlines()
    assert lines[1].split(",")[:2] == ["round", "player1"]
    assert ["missed" in line for line in lines[2:]] == [False, True] and "bye" not in "".join(lines)


def test_a_row_starts_out_as_nobody_special() -> None:
    row = Row(1, "A", ("A",), {}, (0, 0, 0), 0, 0)
    assert (row.dropped, row.disqualified, row.decided_by, row.points, row.tied_with) == (
        False,
        False,
        None,
        0,
        (),
    )


def test_plain_data_cannot_be_changed_afterwards() -> None:
    row = compute(ENTRANTS, MATCHES, PRESETS["x610z"])[0]
    cell = explain(ENTRANTS, MATCHES, PRESETS["x610z"], "ada", "omw")
    things = (
        (row, "rank"),
        (ENTRANTS[0], "id"),
        (MATCHES[0], "round"),
        (cell, "value"),
        (cell.steps[0], "code"),
    )
    for thing, name in (*things, (PRESETS["mtg"], "win")):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)


def test_json_data_has_its_defaults() -> None:
    data = standings_json(compute(ENTRANTS, MATCHES, PRESETS["x610z"]), PRESETS["x610z"])
    assert (data["event"], data["rounds"], data["rows"][0]["name"]) == ("", 0, "ada")
    assert data["rows"][0]["values"]["omw"]["decimal"] == "0.449"


def test_equal_games_are_a_draw_and_more_games_a_win_on_either_side() -> None:
    drawn = (((1, 1, 0), ("d", "d")), ((0, 0, 0), ("d", "d")))
    for games, letters in (*drawn, ((2, 1, 0), ("w", "l")), ((0, 1, 0), ("l", "w"))):
        assert letters_of(Match(1, ("A", "B"), games)) == letters


def test_the_comparison_says_both_numbers_to_six_decimals() -> None:
    rows = [
        {"player": "B", "points": 0},
        {"player": "A", "points": 3},
        {"player": "C", "points": 3, "omw": 0.5},
    ]
    results = read_json(
        rounds({"players": ["A", "B"], "games": [2, 0, 0]}, {"players": ["C"]}, standings=rows)
    )
    found = compare(results, PRESETS["mtg"])
    assert found.differences == [
        "C: omw is 0.000000, but the file says 0.500",
        "B is above A in the file, but match_points says otherwise (0.000000 and 3.000000)",
    ]
    assert found.figures == 4


def test_a_head_to_head_looks_only_at_rounds_against_who_is_level() -> None:
    people = [Entrant(name) for name in "ABCD"]
    first = [Match(1, ("A", "B"), (2, 0, 0)), Match(1, ("C", "D"), (2, 0, 0))]
    second = [Match(2, ("B", "C"), (2, 0, 0)), Match(2, ("A", "D"), (0, 2, 0))]
    rows = [*first, *second, Match(3, ("A", "C"), (1, 1, 0)), Match(3, ("B", "D"), (1, 1, 0))]
    policy = PRESETS["x610z"].but(metrics=("match_points", "h2h_two", "h2h_all", "h2h_recursive", "random"))
    for name in "ABCD":
        for key in ("h2h_two", "h2h_all", "h2h_recursive"):
            value = next(row for row in compute(people, rows, policy) if row.id == name).values[key]
            assert explain(people, rows, policy, name, key).value == value
    told = explain(people[:2], rows[:1], PRESETS["pokemon"], "A", "h2h_two")
    assert [step.code for step in explain(people, rows, policy, "A", "h2h_all").steps].count("round_won") == 1
    assert told.value is None or told.value == 3


def test_before_any_row_nobody_has_left_and_no_round_has_been_played() -> None:
    policy = PRESETS["x610z"].but(metrics=("match_points", "last_round", "cumulative", "ctb", "random"))
    (row,) = compute([Entrant("A", dropped_after=0)], [], policy)
    assert (row.dropped, row.played, row.byes) == (False, 0, 0)
    assert not any(row.values.values())


@pytest.mark.parametrize(
    ("number", "fits"), [("1e30", True), ("1e31", False), ("1e-30", True), ("1e-31", False)]
)
def test_published_numbers_are_of_ordinary_size(number: str, fits: bool) -> None:
    text = rounds({"players": ["A"]}, standings=[{"player": "A", "omw": 7}]).replace("7", number)
    if fits:
        assert read_json(text).published[0].figures["A"]["omw"] > 0
    else:
        with pytest.raises(FormatError) as caught:
            read_json(text)
        assert caught.value.where == "standings[0].omw"


def test_exactly_two_who_are_level_play_their_own_match_and_three_do_not() -> None:
    people = [Entrant(name) for name in "ABC"]
    rows = [
        Match(1, ("A", "B"), (2, 0, 0)),
        Match.bye(1, "C"),
        Match(2, ("B", "C"), (2, 0, 0)),
        Match.bye(2, "A"),
    ]
    policy = PRESETS["pokemon"].but(metrics=("match_points", "h2h_two", "random"))
    for through, values in ((1, (None, None)), (2, (None, 3))):
        found = {row.id: row.values["h2h_two"] for row in compute(people, rows, policy, through)}
        assert found["A"] == values[0]
    level = [
        Match(1, ("A", "B"), (2, 0, 0)),
        Match(2, ("B", "C"), (2, 0, 0)),
        Match(3, ("C", "A"), (2, 0, 0)),
    ]
    assert {row.values["h2h_two"] for row in compute(people, level, policy)} == {None}
    two = explain(people[:2], [*level[:1], Match(2, ("B", "A"), (2, 0, 0))], policy, "A", "h2h_two")
    assert two.value == 3


def test_up_to_six_sit_in_a_pod() -> None:
    names = list("ABCDEFG")
    assert (
        len(read_json(rounds({"players": names[:6], "winner": "A"}, players=names)).matches[0].players) == 6
    )
    with pytest.raises(FormatError) as caught:
        read_json(rounds({"players": names, "winner": "A"}, players=names))
    assert caught.value.where == "rounds[0][0].players"


def test_every_line_of_an_opened_cell_carries_its_own_number() -> None:
    def numbers(who: str, key: str, policy: str = "x610z") -> list[object]:
        return [step.value for step in explain(ENTRANTS, MATCHES, PRESETS[policy], who, key).steps]

    assert numbers("hal", "loss_rate") == [1, 1, 1, 1, F(4, 4)]
    assert numbers("ada", "loss_rate") == [0, 1, 0, 0, 0, F(1, 5)]
    assert numbers("ada", "wins") == [1, 1, 1, 3]
    assert numbers("ada", "losses") == [1, 1]
    assert numbers("hal", "late_losses") == [4, 9, 16, 25, 54]
    assert numbers("ada", "cumulative") == [3, 3, 6, 7, 10, 29]
    assert numbers("ada", "mw") == [3, 0, 3, 1, 3, F(10, 15)]
    assert numbers("ada", "gw") == [6, 3, 6, 3, 7, F(25, 42)]
    assert numbers("hal", "gw")[0] is None
    assert numbers("ada", "buchholz", "fide") == [2, F(7, 2), 2, 2, 1, F(21, 2)]
