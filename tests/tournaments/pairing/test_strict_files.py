"""Files are read strictly: what cannot be meant is refused with the field to mend, a byte-order mark is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.pairing.test_command_line import pod_file
from tests.tournaments.pairing.test_files import REPORT, round_file, run
from tournaments.pairing import PairingError
from tournaments.pairing.__main__ import main
from tournaments.pairing.jsonform import read_round
from tournaments.pairing.pod_jsonform import read_pods
from tournaments.pairing.trf import read_trf, write_trf


def player(**changes: Any) -> list[dict[str, Any]]:
    """The players of the usual file with changes of the first."""
    first, *rest = round_file()["players"]
    return [first | changes, *rest]


def refusal(text: str) -> str:
    """Return what is said about a file that is refused."""
    with pytest.raises(PairingError) as caught:
        read_round(text)
    assert caught.value.code == "bad_file"
    return str(caught.value.params["detail"])


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"players": player(id="")}, "players[0].id must not be empty"),
        ({"players": player(id="  ")}, "players[0].id must not be empty"),
        ({"players": player(id="a\x00")}, "no control characters"),
        ({"players": player(id="B")}, "players[1].id: 'B' is in the list twice"),
        ({"options": {"total_rounds": 1_001}}, "options.total_rounds must be 1000 or less"),
        ({"players": player(opponents=["A"])}, "cannot have met himself or herself"),
        ({"players": player(opponents=["Q"])}, "players[0].opponents: 'Q' is not one of the players"),
        ({"players": player(byes=-1)}, "players[0].byes must be 0 or more"),
        ({"players": player(floats=-1)}, "players[0].floats must be 0 or more"),
        ({"players": player(fixed_table=0)}, "players[0].fixed_table must be 1 or more"),
        ({"players": player(rank=0)}, "players[0].rank must be 1 or more"),
        ({"players": player(**{"x" * 5_000: 1})}, "…"),
        ({"number": 0}, "number must be 1 or more"),
        ({"number": -3}, "number must be 1 or more"),
        ({"forbidden_pairs": [["A", "Q"]]}, "forbidden_pairs: 'Q' is not one of the players"),
        ({"forbidden_pairs": [["A", "A"]]}, "forbidden_pairs: 'A' is paired with"),
        ({"fixed_pairs": [["Q", None]]}, "fixed_pairs: 'Q' is not one of the players"),
        ({"options": {"window_limit": 1_001}}, "options.window_limit must be 1000 or less"),
        ({"options": {"window_limit": -7}}, "options.window_limit must be 2 or more"),
        ({"options": {"first_table": 0}}, "options.first_table must be 1 or more"),
        ({"options": {"leaders": -1}}, "options.leaders must be 0 or more"),
        ({"options": {"bye_step": 0}}, "options.bye_step must be 1 or more"),
        ({"options": {"total_rounds": 0}}, "options.total_rounds must be 1 or more"),
        ({"options": {"closed_tables": [-1]}}, "options.closed_tables must be 1 or more"),
        ({"pairs": [{"a": "A", "b": "B", "table": -2}]}, "pairs.table must be 1 or more"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_the_field(changes: dict[str, Any], said: str) -> None:
    detail = refusal(json.dumps(round_file(**changes)))
    assert said in detail
    assert len(detail) < 200


def test_a_field_that_stands_twice_is_refused_wherever_it_stands() -> None:
    text = json.dumps(round_file())
    assert "'seed' appears twice" in refusal(text.replace('"seed"', '"seed": "x", "seed"', 1))
    assert "'score' appears twice" in refusal(text.replace('"score"', '"score": 1, "score"', 1))


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b" \n", "it is empty"),
        (json.dumps(round_file()).encode("utf-16"), "save it as UTF-8"),
        (json.dumps(round_file()).encode("utf-16-le"), "save it as UTF-8"),
        (b'{"players": [,', "line 1, column 14: not JSON, a comma, a quotation mark or a bracket is missing"),
        (b'{"number": ' + b"9" * 5_000 + b"}", "a number has too many digits"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"number": 1, "number": 2}', "cannot be read: the field 'number' appears twice"),
    ],
)
def test_a_file_that_is_no_json_is_told_what_to_mend_in_our_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], raw: bytes, said: str
) -> None:
    path = tmp_path / "round.json"
    path.write_bytes(raw)
    for command in ("pair", "pods", "check"):
        assert main([command, str(path)]) == 2
        assert said in capsys.readouterr().err


def test_a_byte_order_mark_is_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert read_round("\ufeff" + json.dumps(round_file())) == read_round(json.dumps(round_file()))
    assert run(tmp_path, "\ufeff" + json.dumps(round_file())) == 0
    assert run(tmp_path, "\ufeff" + json.dumps(pod_file()), command="pods") == 0
    pods = [{"table": 1, "seats": [f"p{i}" for i in range(6)]}]
    assert run(tmp_path, "\ufeff" + json.dumps(pod_file(pods=pods)), command="check") == 0
    assert "problems" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"id": ""}, "must not be empty"),
        ({"id": "p1"}, "'p1' is in the list twice"),
        ({"met": {"p0": 1}}, "cannot have met"),
        ({"met": {"nobody": 1}}, "'nobody' is not one of the players"),
        ({"met": {"p1": -1}}, "players[0].met must be 0 or more"),
        ({"seats": [-1]}, "players[0].seats must be 0 or more"),
        ({"byes": -1}, "players[0].byes must be 0 or more"),
        ({"uneven": -1}, "players[0].uneven must be 0 or more"),
        ({"rank": 0}, "players[0].rank must be 1 or more"),
    ],
)
def test_files_of_pods_are_read_as_strictly(row: dict[str, Any], said: str) -> None:
    first, *rest = pod_file()["players"]
    with pytest.raises(PairingError) as caught:
        read_pods(json.dumps(pod_file(players=[first | row, *rest])))
    assert said in str(caught.value.params["detail"])


@pytest.mark.parametrize(
    ("start", "stop", "text", "said"),
    [
        (4, 8, "   x", "the player's number must be a whole number, not 'x'"),
        (4, 8, "    ", "the player's number is missing"),
        (48, 52, "19a0", "the rating must be a whole number, not '19a0'"),
        (85, 89, "  -1", "the place must be a whole number, not '-1'"),
        (91, 95, "  ²1", "the opponent's number must be a whole number"),
        (80, 84, " one", "'one' is not a number of points"),
    ],
)
def test_errors_of_a_chess_report_are_in_words(start: int, stop: int, text: str, said: str) -> None:
    lines = write_trf(REPORT).splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("001    2"))
    lines[place] = lines[place][:start] + text + lines[place][stop:]
    with pytest.raises(PairingError) as caught:
        read_trf("\n".join(lines))
    detail = str(caught.value.params["detail"])
    assert detail.startswith(f"line {place + 1}: ") and said in detail
    assert "int()" not in detail and "literal" not in detail


@pytest.mark.parametrize(
    ("line", "said"), [("XXR seven", "the number of rounds"), ("XXP 1 x", "a player's number")]
)
def test_errors_of_other_lines_of_a_report_are_in_words_too(line: str, said: str) -> None:
    with pytest.raises(PairingError) as caught:
        read_trf(f"{line}\n")
    assert said in str(caught.value.params["detail"])


def test_a_file_in_which_nobody_is_active_is_paired_with_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nobody = round_file(options={"total_rounds": 5}, players=[{"id": "a", "score": 0, "active": False}])
    for command in ("pair", "check"):
        assert run(tmp_path, nobody | ({"pairs": []} if command == "check" else {}), command=command) == 0
        assert json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("field", "most"), [("met", 1_000), ("rounds", 1_000), ("steps", 1_000_000), ("exact_up_to", 24)]
)
def test_counts_that_no_search_would_come_to_the_end_of_are_refused_in_a_file_of_pods(
    field: str, most: int
) -> None:
    def said(count: int) -> str:
        data = pod_file()
        if field == "met":
            data["players"][0]["met"] = {data["players"][1]["id"]: count}
        else:
            data["options"] = {field: count}
        try:
            read_pods(json.dumps(data))
        except PairingError as error:
            return str(error.params["detail"])
        return ""

    assert said(most) == ""
    assert f"{field} must be {most} or less" in said(most + 1)
    assert f"{field} must be " in said(10**9)
