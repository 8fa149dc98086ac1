"""Files in and out: the documented JSON, FIDE reports, and the command line."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.patience import HANG
from tests.tournaments.pairing.builders import meetings
from tournaments.pairing import PairingError, Player, pair_round
from tournaments.pairing.__main__ import main
from tournaments.pairing.jsonform import read_round
from tournaments.pairing.trf import (
    TrfPlayer,
    TrfReport,
    TrfResult,
    players_from_trf,
    read_trf,
    write_pairs,
    write_trf,
)


def cell(opponent: int | None, result: str, colour: str = "w") -> TrfResult:
    """Return one round of a report."""
    return TrfResult(opponent, colour if opponent is not None else "-", result)


REPORT = TrfReport(
    "Autumn Cup",
    (
        TrfPlayer(1, "Ada", 4, 1, rating=2100, rounds=(cell(3, "1"), cell(2, "1", "b"))),
        TrfPlayer(2, "Ben", 2, 3, title="FM", federation="NED", rounds=(cell(4, "1"), cell(1, "0"))),
        TrfPlayer(3, "Cleo", 3, 2, sex="w", rounds=(cell(1, "0", "b"), cell(5, "+"))),
        TrfPlayer(4, "Dan", 0, 5, rounds=(cell(2, "0", "b"), None, cell(None, "Z"))),
        TrfPlayer(
            5, "Eva", 3, 4, birth="2001/02/03", fide_id="1234567", rounds=(cell(None, "U"), cell(3, "-"))
        ),
    ),
    total_rounds=4,
    forbidden=((1, 2), (2, 3)),
    other=("022 Delft",),
)


def test_a_report_survives_writing_and_reading() -> None:
    text = write_trf(REPORT)
    assert text.endswith("\r\n")
    assert read_trf(text) == REPORT


@pytest.mark.parametrize("ends", ["\n", "\r", "\r\n"])
def test_any_line_ends_and_a_byte_order_mark_are_read(ends: str) -> None:
    assert read_trf("\ufeff" + write_trf(REPORT).replace("\r\n", ends)) == REPORT


def test_the_columns_are_those_of_the_format() -> None:
    line = next(line for line in write_trf(REPORT).splitlines() if line.startswith("001    2"))
    assert line[10:13] == " FM"
    assert line[14:17] == "Ben"
    assert line[53:56] == "NED"
    assert line[80:84] == " 1.0"
    assert line[85:89] == "   3"
    assert line[91:99] == "   4 w 1"
    assert line[101:109] == "   1 w 0"


def test_players_come_out_with_meetings_byes_and_who_plays_next() -> None:
    players, number = players_from_trf(REPORT)
    assert number == 3
    by_id = {player.id: player for player in players}
    assert by_id["1"] == Player("1", 4, ("3", "2"), rank=1)
    assert by_id["3"].opponents == ("1", None)
    assert by_id["3"].byes == 1  # a win without a game counts like a bye
    assert by_id["5"].byes == 1
    assert not by_id["4"].active
    draft = pair_round(players, seed="s", number=number)
    assert meetings(draft) == {frozenset(("1", "5")), frozenset(("2", "3"))}
    assert write_pairs(draft) == "2\n1 5\n3 2\n"


def test_the_bye_is_written_as_zero() -> None:
    draft = pair_round([Player("1", 2), Player("2", 2), Player("3", 0)], seed="s", number=2)
    assert write_pairs(draft).splitlines() == ["2", *write_pairs(draft).splitlines()[1:2], "3 0"]


@pytest.mark.parametrize(
    ("broken", "word"),
    [
        ("001 abcd", "line 1"),
        (write_trf(REPORT).replace(" 2.0 ", " 2.7 ", 1), "points"),
        (write_trf(REPORT).replace("   3 w 1", "  77 w 1", 1), "met 77, who is not"),
        (write_trf(REPORT).replace("   3 w 1", "   3 w Q", 1), "'Q'"),
        (write_trf(REPORT).replace("001    2", "001    1", 1), "same number"),
        ("XXR many", "line 1"),
    ],
)
def test_a_broken_report_is_refused_with_its_place(broken: str, word: str) -> None:
    with pytest.raises(PairingError) as caught:
        read_trf(broken)
    assert caught.value.code == "bad_file"
    assert word in str(caught.value.params["detail"])


def read_cells(cells: str) -> tuple[TrfResult | None, ...]:
    """Read the rounds of one player of a report whose only other player is number 2."""
    return read_trf(f"{'001    1':<91}{cells}\n001    2").players[0].rounds


def test_every_result_letter_of_the_format_is_read_and_no_other() -> None:
    for letter in map(chr, range(33, 127)):
        text = f"{'001    1':<91}   2 w {letter}\n001    2"
        if letter.upper() in "10=WDL+FU-HZ":
            assert read_trf(text).players[0].rounds == (TrfResult(2, "w", letter.upper()),)
        else:
            with pytest.raises(PairingError, match="is not a result"):
                read_trf(text)
    assert [TrfResult(2, "w", letter).played for letter in "10=WDL+FU-HZ"] == [True] * 6 + [False] * 6


def test_a_cell_of_a_report_may_leave_out_opponent_colour_or_result() -> None:
    assert read_cells("     - H  0000   U     2 b  ") == (
        TrfResult(None, "-", "H"),
        TrfResult(None, "-", "U"),
        TrfResult(2, "b", "Z"),
    )


def test_what_stands_between_the_columns_of_a_report_is_not_read() -> None:
    assert read_cells("        x    2 w 1x    2 b 0") == (
        None,
        TrfResult(2, "w", "1"),
        TrfResult(2, "b", "0"),
    )


def test_a_report_without_a_name_has_none() -> None:
    assert read_trf("001    1").name == ""
    assert read_trf("").players == ()


def round_file(**changes: Any) -> dict[str, Any]:
    """Return a small valid round file with changes."""
    data: dict[str, Any] = {
        "format": "pairing/1",
        "number": 2,
        "seed": "s",
        "options": {"total_rounds": 3, "closed_tables": [2]},
        "players": [
            {"id": "A", "score": 3, "opponents": ["C"], "rank": 1},
            {"id": "B", "score": 3, "opponents": ["D"], "fixed_table": 9},
            {"id": "C", "score": 0, "opponents": ["A"], "group": "x"},
            {"id": "D", "score": 0, "opponents": ["B"]},
            {"id": "E", "score": 0, "opponents": [None], "byes": 1, "active": False},
        ],
    }
    data.update(changes)
    return data


def run(tmp_path: Path, data: object, *arguments: str, command: str = "pair") -> int:
    """Write a file and run the command line on it."""
    path = tmp_path / "round.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return main([command, str(path), *arguments])


def test_pairing_a_file_prints_the_draft(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, round_file()) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["format"] == "pairing-draft/1"
    assert [(pair["table"], {pair["a"], pair["b"]}) for pair in answer["pairs"]] == [
        (1, {"C", "D"}),
        (9, {"A", "B"}),
    ]
    assert answer["certificate"]["certified"] is True


def test_the_seed_can_be_given_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, round_file(), "--seed", "other") == 0
    assert json.loads(capsys.readouterr().out)["seed"] == "other"


def test_a_paired_file_checks_out_and_a_spoilt_one_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = round_file(pairs=[{"a": "A", "b": "B", "table": 9}, {"a": "C", "b": "D", "table": 1}])
    assert run(tmp_path, good, command="check") == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    bad = round_file(pairs=[{"a": "A", "b": "C", "table": 1}, {"a": "B", "b": "E", "table": 9}])
    assert run(tmp_path, bad, command="check") == 1
    found = {problem["code"] for problem in json.loads(capsys.readouterr().out)["problems"]}
    assert {"player_inactive", "player_missing"} <= found


def test_relaxations_are_printed_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = [{"id": "A", "score": 0, "opponents": ["B"]}, {"id": "B", "score": 0, "opponents": ["A"]}]
    assert run(tmp_path, round_file(players=players, options={})) == 0
    (note,) = json.loads(capsys.readouterr().out)["certificate"]["relaxed"]
    assert note["code"] == "rematch"
    assert "meet again" in note["text"]


def test_a_report_can_be_paired_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cup.trf"
    path.write_bytes(write_trf(REPORT).encode())
    assert main(["pair", str(path), "--format", "pairs"]) == 0
    # 2 may not meet 1 or 3 and 4 is absent, so 5 is left for 2, and 1 and 3 have to meet again.
    assert capsys.readouterr().out == "2\n1 3\n5 2\n"
    assert main(["check", str(path)]) == 2


@pytest.mark.parametrize(
    ("data", "word"),
    [
        ("[1, 2]", "object"),
        ("{broken", "not JSON"),
        ("[" * 100_000, "not JSON"),
        (round_file(format="other"), "format"),
        (round_file(extra=1), "extra"),
        (round_file(number="two"), "number"),
        (round_file(number=True), "number"),
        (round_file(seed=5), "seed"),
        (round_file(players={}), "players"),
        (round_file(players=[5]), "players[0]"),
        (round_file(players=[{"id": "A"}]), "players[0].score"),
        (round_file(players=[{"id": 4, "score": 1}]), "players[0].id"),
        (round_file(players=[{"id": "A", "score": 1, "shoe": 3}]), "shoe"),
        (round_file(players=[{"id": "A", "score": 1, "active": "yes"}]), "active"),
        (round_file(players=[{"id": "A", "score": 1, "opponents": "B"}]), "opponents"),
        (round_file(options={"speed": 1}), "speed"),
        (round_file(options={"avoid_repeat_floats": 1}), "avoid_repeat_floats"),
        (round_file(options=[]), "options"),
        (round_file(fixed_pairs=[["A"]]), "fixed_pairs"),
        (round_file(forbidden_pairs=[["A", None]]), "forbidden_pairs"),
        (round_file(pairs=[["A", "B"]]), "pairs"),
    ],
)
def test_unusable_files_name_the_field_to_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: object, word: str
) -> None:
    assert run(tmp_path, data) == 2
    assert word in capsys.readouterr().err


def test_contradictions_inside_a_good_file_are_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, round_file(fixed_pairs=[["A", "E"]])) == 2
    assert "Player E" in capsys.readouterr().err


def test_a_missing_file_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pair", "/nowhere/round.json"]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_all_options_and_pairs_are_read() -> None:
    data = round_file(
        fixed_pairs=[["A", None]], forbidden_pairs=[["B", "C"]], pairs=[{"a": "A", "b": None}], seed="x"
    )
    data["options"] = {"method": "fold", "group_rule": "strict", "bye_step": 3, "avoid_repeat_floats": False}
    source = read_round(json.dumps(data))
    assert (source.options.method, source.options.group_rule, source.options.bye_step) == (
        "fold",
        "strict",
        3,
    )
    assert source.options.avoid_repeat_floats is False
    assert source.fixed_pairs == (("A", None),)
    assert source.forbidden_pairs == (("B", "C"),)
    assert source.players[4].opponents == (None,)


def test_the_example_in_the_documentation_is_a_valid_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Path(__file__).parents[3] / "docs" / "pairing.md"
    example = page.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0]
    assert run(tmp_path, example, command="check") == 0
    assert json.loads(capsys.readouterr().out)["problems"] == []
    assert run(tmp_path, example) == 0


def test_the_module_runs_without_the_site_and_reads_standard_input() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tournaments.pairing", "pair", "-"],
        input=json.dumps(round_file()),
        capture_output=True,
        text=True,
        timeout=HANG,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["number"] == 2


def test_the_module_is_a_program_that_ends_with_its_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["pairing", "check", "/nowhere/round.json"])
    with pytest.raises(SystemExit) as ended, pytest.warns(RuntimeWarning):
        runpy.run_module("tournaments.pairing", run_name="__main__")
    assert ended.value.code == 2
    assert "nowhere" in capsys.readouterr().err


def test_the_package_imports_no_django_clock_or_dice() -> None:
    probe = (
        "import sys, tournaments.pairing, tournaments.pairing.__main__, tournaments.pairing.pods;"
        "print([name for name in ('django', 'random', 'secrets') if name in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-S", "-c", probe], capture_output=True, text=True, timeout=HANG, check=False
    )
    assert ran.stdout.strip() == "[]", ran.stderr
