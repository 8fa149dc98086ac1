"""The command line: tables, JSON, opened cells and the comparison with published standings."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.patience import HANG
from tournaments.standings import PRESETS
from tournaments.standings.cli import main
from tournaments.standings.compare import AVERAGES, compare
from tournaments.standings.formats import read_json

GOLDEN = Path(__file__).parent / "golden" / "compact_duels.json"
SMALL: dict[str, Any] = {
    "format": "results/1",
    "event": "Small",
    "players": [{"id": "A", "name": "Ann"}, "B", "C", {"id": "D", "disqualified": True}],
    "rounds": [[["A", "B", 2, 0, 0], ["C", None, 2, 0, 0]], [["C", "A", 1, 1, 0], ["B", "D", 2, 1, 0]]],
}


def run(*arguments: str) -> tuple[int, str]:
    out = io.StringIO()
    return main(arguments, out), out.getvalue()


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.json"
    path.write_text(json.dumps(SMALL), "utf-8")
    return str(path)


def test_the_table_shows_rank_record_and_every_metric(small: str) -> None:
    code, text = run(small, "--preset", "mtg")
    assert code == 0
    assert text.splitlines() == [
        " #  Player  W-L-D  Pts    OMW     GW    OGW  Lot",
        " 1  C       1-0-1    4  0.667  0.750  0.750    0",
        " 2  Ann     1-0-1    4  0.583  0.750  0.575    0",
        " 3  B       1-1-0    3  0.498  0.400  0.542    0",
        "DQ  D       0-1-0    0  0.500  0.333  0.400    0",
    ]


def test_json_gives_exact_values_and_the_policy(small: str) -> None:
    code, text = run(small, "--preset", "mtg", "--format", "json", "--through", "1")
    data = json.loads(text)
    assert code == 0
    assert (data["format"], data["event"], data["rounds"]) == ("standings/1", "Small", 1)
    assert data["policy"] == PRESETS["mtg"].to_json()
    assert [metric["key"] for metric in data["metrics"]] == list(PRESETS["mtg"].metrics)
    first = data["rows"][0]
    assert first == {
        "rank": 1,
        "player": "A",
        "name": "Ann",
        "record": {"wins": 1, "losses": 0, "draws": 0},
        "played": 1,
        "byes": 0,
        "dropped": False,
        "disqualified": False,
        "tied_with": [],
        "decided_by": None,
        "values": {
            "match_points": {"exact": "3", "decimal": "3"},
            "omw": {"exact": "33/100", "decimal": "0.330"},
            "gw": {"exact": "1", "decimal": "1.000"},
            "ogw": {"exact": "33/100", "decimal": "0.330"},
            "random": {"exact": "0", "decimal": "0"},
        },
    }


def test_a_metric_that_does_not_apply_is_null_in_json_and_a_dash_in_text(small: str) -> None:
    rows = json.loads(run(small, "--format", "json")[1])["rows"]
    assert rows[0]["values"]["h2h_all"] is None
    assert " - " in run(small)[1]


def test_the_policy_of_the_file_is_used_unless_another_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps({**SMALL, "preset": "netrunner"}), "utf-8")
    assert "SoS" in run(str(path))[1]
    assert "SoS" not in run(str(path), "--preset", "mtg")[1]
    assert "OOMW" in run(str(GOLDEN))[1]


def test_a_policy_file_of_your_own_is_used(small: str, tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    path.write_text('{"key": "k", "name": "n", "metrics": ["wins"]}', "utf-8")
    assert run(small, "--policy", str(path))[1].splitlines()[0].split() == ["#", "Player", "W-L-D", "W"]
    path.write_text("no", "utf-8")
    assert run(small, "--policy", str(path))[0] == 2


def test_a_cell_opens_as_sentences(small: str) -> None:
    code, text = run(small, "--preset", "mtg", "--explain", "A", "omw")
    assert code == 0
    assert text.splitlines() == [
        "How well your opponents did: the average of their match-win percentages.",
        "Round 1, B: 3 of 6 = 0.5",
        "Round 2, C: 4 of 6 = 0.667",
        "1.167 divided by 2: 0.583",
    ]


def test_an_opened_cell_says_names_for_ids(small: str) -> None:
    assert (
        "Round 1, Ann: 4 of 6 = 0.667"
        in run(small, "--preset", "mtg", "--explain", "B", "omw")[1].splitlines()
    )


def test_the_golden_event_is_reproduced() -> None:
    code, text = run(str(GOLDEN), "--preset", "manatraders", "--compare")
    assert (code, text) == (
        0,
        "Synthetic event for checking: 96 figures and the order of 17 entrants compared, 0 differences, 0 notes\n",
    )


def test_a_changed_figure_or_place_makes_the_comparison_fail(tmp_path: Path) -> None:
    data = json.loads(GOLDEN.read_text("utf-8"))
    data["standings"][2]["omw"] += 0.001
    data["standings"][0]["rank"], data["standings"][1]["rank"] = 2, 1
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(data), "utf-8")
    code, text = run(str(path), "--preset", "manatraders", "--compare")
    lines = text.splitlines()
    assert code == 1
    assert len(lines) == 3
    third, first, second = (data["standings"][i]["player"] for i in (2, 0, 1))
    assert lines[0].startswith(f"difference: {third}: omw is 0.")
    assert lines[1].startswith(f"difference: {second} is above {first} in the file, but ")
    assert lines[2].endswith("2 differences, 0 notes")


def test_an_inversion_behind_an_exact_tie_of_averages_is_only_a_note() -> None:
    rounds = [[["A", "C", 2, 1, 0], ["B", "D", 2, 0, 0]]]
    rows = [{"player": player} for player in ("A", "B", "C", "D")]
    found = compare(
        read_json(json.dumps({"event": "X", "rounds": rounds, "standings": rows})), PRESETS["mtg"]
    )
    assert found.differences == []
    assert found.notes == [
        "A is above B in the file, but gw says otherwise; "
        "both have exactly the same omw, where rounding decides elsewhere"
    ]


@pytest.mark.parametrize("average", AVERAGES)
def test_a_tie_of_any_average_over_opponents_is_one_that_rounding_may_decide(average: str) -> None:
    policy = PRESETS["mtg"].but(metrics=("match_points", average, "random"))
    data = {
        "format": "results/1",
        "event": "X",
        "players": [{"id": name, "lot": 4 - lot} for lot, name in enumerate("ABCD")],
        "rounds": [[["A", "C", 2, 1, 0], ["B", "D", 2, 1, 0]]],
        "standings": [{"player": name} for name in "ABDC"],
    }
    found = compare(read_json(json.dumps(data)), policy)
    assert [note.rpartition("same ")[2] for note in found.notes] == [
        f"{average}, where rounding decides elsewhere"
    ]


def test_published_points_must_match_exactly_and_unknown_figures_are_noted() -> None:
    rows = [{"player": "A", "points": 4, "luck": 7}, {"player": "B", "points": 0}]
    data = {"event": "X", "rounds": [[["A", "B", 1]]], "standings": rows}
    found = compare(read_json(json.dumps(data)), PRESETS["mtg"])
    assert found.differences == ["A: points is 3.000000, but the file says 4.000"]
    assert found.notes == ["no metric for the published figure 'luck'"]
    assert found.figures == 2


@pytest.mark.parametrize(("offset", "differs"), [("0.0005", False), ("0.0006", True), ("-0.0005", False)])
def test_a_published_figure_may_be_off_by_its_rounding_only(offset: str, differs: bool) -> None:
    value = 0.33 + float(offset)
    data = {
        "event": "X",
        "rounds": [[["A", "B", 1]]],
        "standings": [{"player": "A", "omw": round(value, 4)}, {"player": "B"}],
    }
    assert bool(compare(read_json(json.dumps(data)), PRESETS["mtg"]).differences) is differs


def test_only_who_played_to_the_end_is_compared_in_order() -> None:
    data = {
        "event": "X",
        "rounds": [[["A", "B", 1], ["C", "D", 1]], [["A", "D", 1]]],
        "final_places": {"0": ["B", "A", "D", "C"]},
    }
    found = compare(read_json(json.dumps(data)), PRESETS["pokemon"])
    assert (found.ordered, found.differences) == (2, [])


@pytest.mark.parametrize(
    "arguments",
    [
        ["/no/such/file.json"],
        ["SMALL", "--compare"],
        ["SMALL", "--explain", "Z", "omw"],
        ["SMALL", "--explain", "A", "luck"],
        ["SMALL", "--policy", "/no/such/file.json"],
    ],
)
def test_what_cannot_be_done_ends_with_code_two_and_one_line(
    small: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = run(*(small if argument == "SMALL" else argument for argument in arguments))
    assert (code, text) == (2, "")
    assert capsys.readouterr().err.count("\n") == 1


def test_the_module_runs_without_the_site_and_reads_standard_input() -> None:
    command = [sys.executable, "-m", "tournaments.standings", "-", "--preset", "mtg", "--format", "json"]
    done = subprocess.run(
        command, input=json.dumps(SMALL), capture_output=True, text=True, timeout=HANG, check=True
    )
    assert json.loads(done.stdout)["rows"][0]["rank"] == 1


def test_the_package_needs_no_django() -> None:
    program = (
        "import sys, tournaments.standings.cli; print([m for m in sys.modules if m.startswith('django')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=HANG, check=True
    )
    assert done.stdout.strip() == "[]"
