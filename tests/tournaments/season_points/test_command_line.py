"""The command line: tables, JSON, opened numbers, what one more can give, what moved."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.patience import HANG
from tests.tournaments.season_points.seasons import some_season
from tournaments.season_points.cli import main

SMALL: dict[str, Any] = {
    "format": "season/1",
    "name": "Small",
    "circuit": {
        "preset": "x610z",
        "clan_members": 1,
        "honours": [
            {"key": "c", "name": "Champion", "kind": "rank"},
            {"key": "r", "kind": "events", "times": 2},
        ],
    },
    "events": [
        {
            "key": "mar",
            "name": "March",
            "class": "evening",
            "date": "2026-03-06",
            "size": 12,
            "finishes": [
                {"place": 1, "person": "ann", "clan": "foxes"},
                {"place": 2, "person": "bob", "unclaimed": True},
                {"place": 3, "person": "cas", "disqualified": True},
                {"place": 4, "person": "dee", "clan": "owls", "dropped": True},
            ],
        },
        {"key": "apr", "class": "evening", "date": "2026-04-03", "finishes": [{"place": 1, "person": "dee"}]},
    ],
    "games": [
        {
            "key": f"g{n}",
            "date": "2026-03-06",
            "number": n,
            "pool": "duel",
            "sides": [["ann"], ["dee"]],
            "ranks": [1, 2],
        }
        for n in range(8)
    ],
}


def run(*arguments: str) -> tuple[int, str]:
    out = io.StringIO()
    return main(arguments, out), out.getvalue()


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.json"
    path.write_text(json.dumps(SMALL), "utf-8")
    return str(path)


def test_the_ladder_is_a_table(small: str) -> None:
    assert run(small) == (
        0,
        "#  person  points  results  wins     earlier\n"
        "1  dee         27    16 11     1  2026-04-03\n"
        "2  ann         16       16     1  2026-03-06\n",
    )


def test_clans_honours_and_ratings_are_tables(small: str) -> None:
    assert run(small, "--clans")[1].splitlines()[1:] == [
        "1  foxes      16       1",
        "2  owls       11       1",
    ]
    assert run(small, "--honours")[1].splitlines()[1:] == [
        "Champion  dee     1",
        "r         dee     -  mar apr",
    ]
    lines = run(small, "--ratings")[1].splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["duel", "ann"], ["duel", "dee"]]
    assert int(lines[1].split()[2]) > 1000 > int(lines[2].split()[2])


def test_json_holds_everything_exactly(small: str) -> None:
    data = json.loads(run(small, "--json")[1])
    assert (data["format"], data["name"], data["on"]) == ("ladder/1", "Small", "2026-04-03")
    assert data["rows"][0] == {
        "rank": 1,
        "person": "dee",
        "points": "27",
        "tied_with": [],
        "decided_by": None,
        "values": {"results": ["16", "11"], "wins": 1, "earlier": "2026-04-03"},
        "results": [
            {"event": "mar", "place": 4, "worth": "11", "state": "kept"},
            {"event": "apr", "place": 1, "worth": "16", "state": "kept"},
        ],
    }
    assert data["clans"][0]["results"] == [
        {"event": "mar", "place": 1, "person": "ann", "worth": "16", "counted": True}
    ]
    assert data["honours"][1] == {"honour": "r", "who": "dee", "rank": None, "events": ["mar", "apr"]}


def test_numbers_open(small: str) -> None:
    assert run(small, "--explain", "cas", "points")[1].splitlines()[1:] == [
        "2026-03-06, March: disqualified, so no points",
        "Added up: 0",
    ]
    assert run(small, "--explain", "dee", "mar")[1].splitlines()[1:] == [
        "Places up to 4, with 8 entrants or more: 10",
        "Taking part: 1",
        "Added up: 11",
    ]
    assert "ann at place 1: 16" in run(small, "--explain-clan", "foxes")[1]


def test_another_circuit_another_day_and_what_moved(small: str, tmp_path: Path) -> None:
    assert "dee" not in run(small, "--circuit", "vekn")[1]
    assert run(small, "--on", "2026-03-31")[1].splitlines()[1].startswith("1  ann")
    path = tmp_path / "before.json"
    path.write_text(json.dumps({**SMALL, "on": "2026-03-31"}), "utf-8")
    assert run(small, "--moved-from", str(path))[1].splitlines()[0] == "dee: 2 -> 1 (11 -> 27)"


def test_what_one_more_can_give_is_a_table(small: str) -> None:
    assert run(small, "--one-more", "ann", "evening", "2026-05-01", "8")[1].splitlines()[1:] == [
        "1        16     +16      32  -            1      2",
        "2        13     +13      29  -            1      2",
        "3-4      11     +11      27  -            2      2",
        "5-8       1      +1      17  -            2      2",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ["/no/such/file.json"],
        ["SMALL", "--circuit", "elo"],
        ["SMALL", "--on", "soon"],
        ["SMALL", "--explain", "zoe", "points"],
        ["SMALL", "--explain", "ann", "luck"],
        ["SMALL", "--explain-clan", "bears"],
        ["SMALL", "--one-more", "ann", "evening", "2026-05-01", "many"],
        ["SMALL", "--one-more", "ann", "cup", "2026-05-01", "8"],
        ["SMALL", "--moved-from", "/no/such/file.json"],
    ],
)
def test_what_cannot_be_done_ends_with_code_two_and_one_line(
    small: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = run(*(small if argument == "SMALL" else argument for argument in arguments))
    assert (code, text) == (2, "")
    assert capsys.readouterr().err.count("\n") == 1


def test_the_module_runs_without_the_site_and_reads_standard_input() -> None:
    command = [sys.executable, "-m", "tournaments.season_points", "-", "--json"]
    data = json.dumps(some_season(5, 8))
    done = subprocess.run(command, input=data, capture_output=True, text=True, timeout=HANG, check=True)
    assert json.loads(done.stdout)["format"] == "ladder/1"


def test_the_package_needs_no_django_and_only_ratings_need_their_library() -> None:
    program = "import sys, tournaments.season_points; print([m for m in sys.modules if m in ('django', 'openskill')])"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=HANG, check=True
    )
    assert done.stdout.strip() == "[]"
