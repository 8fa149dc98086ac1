"""Holding programs against the corpus: good ones, poor ones, and ones that do not answer as they should."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANG
from tests.tournaments.corpus.make import ROOT
from tournaments.corpus.__main__ import main

PYTHON = sys.executable
OURS = f"{PYTHON} -m tournaments.pairing pair {{file}}"


def program(folder: Path, text: str) -> str:
    """A program of a few lines that is given the file."""
    file = folder / "program.py"
    file.write_text(text, encoding="utf-8")
    return f"{PYTHON} {file} {{file}}"


def run(capsys, *words: str) -> tuple[int, str, str]:
    status = main(list(words))
    said = capsys.readouterr()
    return status, said.out, said.err


def test_our_own_programs_meet_everything_that_they_are_asked() -> None:
    """As anybody types it, both kinds, for the small cases; the other tests hold the whole corpus against them."""
    for words in (
        ["run", "--only", "clans"],
        ["run", "--only", "standings"],
        ["run", "--only", "late", "--speak", "trf", "--program", f"{OURS} --format pairs"],
    ):
        line = [PYTHON, "-m", "tournaments.corpus", *words]
        done = subprocess.run(line, capture_output=True, text=True, timeout=HANG, cwd=ROOT)
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout.endswith("met, 0 worse, 0 wrong\n")


POOR = """
import json, sys
data = json.load(open(sys.argv[1]))
fixed = {name for pair in data.get("fixed_pairs", []) for name in pair}
here = [one["id"] for one in data["players"] if one.get("active", True) and one["id"] not in fixed]
pairs = [list(pair) for pair in data.get("fixed_pairs", [])]
while here:
    pairs.append([here.pop(0), here.pop(0) if here else None])
print(json.dumps({"pairs": pairs}))
"""


def test_a_program_that_pairs_neighbours_is_named_for_each_thing_it_breaks(tmp_path, capsys) -> None:
    status, out, _ = run(
        capsys, "run", "--program", program(tmp_path, POOR), "--only", "edge", "--format", "json"
    )
    assert status == 1
    data = json.loads(out)
    assert data["wrong"] == 0 and data["met"] >= 4 and data["worse"] >= 5
    said = {one["case"]: one["text"] for one in data["verdicts"] if one["outcome"] == "worse"}
    assert said["bye-must-rise"] == "second_byes: 1 where 0 is possible"
    assert said["wide-gap"].startswith("rematches: ")
    assert said["clan-or-points-strict"].startswith("strict_clan_pairs: ")
    assert said["oldest-rematch"].startswith("rematch") and "leader-and-bye" not in said, said


def test_a_level_says_how_far_a_program_is_judged(tmp_path, capsys) -> None:
    poor = program(tmp_path, POOR)
    _, all_of_it, _ = run(capsys, "run", "--program", poor, "--only", "edge")
    _, legal, _ = run(capsys, "run", "--program", poor, "--only", "edge", "--until", "second_byes")
    assert all_of_it.count("\nworse") > legal.count("\nworse") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("print('no idea')", "line 1 is not two numbers of players: 'no idea'"),
        ("print('{')", "the answer is not JSON"),
        ("print('{}')", "the answer has no list of pairs"),
        ('print(\'{"pairs": [["a"]]}\')', "a pair must have two ids, or an id and null"),
        ('print(\'{"pairs": [["a", 7]]}\')', "a pair must have two ids, or an id and null"),
        ('print(\'{"pairs": [["a", "x"]]}\')', "x is paired but not there"),
        ('print(\'{"pairs": [["a", "a"]]}\')', "a is paired twice"),
        ("print('{\"pairs\": []}')", "a is not paired"),
        ('print(\'{"pairs": [["a", null], ["b", null]]}\')', "2 byes where 0 is needed"),
        ("print('1\\n1 0')", "b is not paired"),
        ("print('1\\n1 99')", "line 2 is not two numbers of players"),
        ("raise SystemExit('out of paper')", "exit status 1: out of paper"),
        ("import time; time.sleep(60)", "no answer within 1 seconds"),
        ("import sys; sys.stdout.buffer.write(b'\\xff' * 100)", "line 1 is not two numbers of players"),
        ("print('1 ' * 3_000_000)", "the answer is far too long"),
        ("print('[' * 100_000)", "line 1 is not two numbers of players"),
        ("print('{' * 100_000)", "the answer is not JSON"),
    ],
)
def test_an_answer_that_is_none_is_wrong_and_said_why(tmp_path, capsys, text, said) -> None:
    cases = tmp_path / "cases"
    cases.mkdir()
    one = ROOT / "docs" / "corpus" / "cases" / "two-players.json"
    (cases / one.name).write_bytes(one.read_bytes())
    asked = ["--cases", str(cases), "run", "--program", program(tmp_path, text), "--timeout", "1"]
    if "sleep" not in text:
        asked[-1] = "30"
    status, out, _ = run(capsys, *asked)
    assert status == 1
    assert f"two-players: {said}" in out
    assert out.endswith("0 met, 0 worse, 1 wrong\n") and len(out) < 400


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("{}", "the answer has no list of rows"),
        ('{"rows": [1]}', "a row must have player, rank and values"),
        ('{"rows": []}', "not every player stands there exactly once"),
        ('{"rows": [{"player": "P1", "rank": 1, "values": {"omw": "x"}}]}', "'x' is not a number"),
        ('{"rows": [{"player": "P1", "rank": 1, "values": {"omw": "1/0"}}]}', "'1/0' is not a number"),
    ],
)
def test_standings_that_are_none_are_wrong_as_well(tmp_path, capsys, rows, said) -> None:
    text = f"print({rows!r})"
    status, out, _ = run(capsys, "run", "--standings", program(tmp_path, text), "--only", "standings")
    assert status == 1 and said in out and "round " not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "--program", "mypairer"], "a program is a command with {file} in it"),
        (["run", "--program", ""], "a program is a command with {file} in it"),
        (["run", "--program", "'unclosed {file}"], "No closing quotation"),
        (["run", "--program", "/nowhere/at/all {file}"], "No such file"),
        (["run", "--program", OURS, "--only", "nothing"], "no case of the corpus can be asked this way"),
        (["show", "nothing"], "there is no case 'nothing'"),
        (["show", "two-players", "--as", "trf"], "two-players cannot be said in a FIDE report"),
        (["show", "two-players", "--as", "results"], "two-players has no results"),
        (["--cases", "/nowhere", "list"], "no cases in /nowhere"),
    ],
)
def test_a_command_that_cannot_be_carried_out_says_why(capsys, words, said) -> None:
    status, out, complaint = run(capsys, *words)
    assert (status, out) == (2, "")
    assert said in complaint and "Traceback" not in complaint


WRONG = {"format": "pairing-corpus/1", "id": 1, "title": 1, "tags": 7, "source": {}, "expected": {"x": 1}}
HALF = {"format": "pairing-corpus/1", "id": "x"}


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 100_000, json.dumps(HALF), json.dumps(WRONG)])
def test_a_case_that_is_none_stops_the_command(tmp_path, capsys, text) -> None:
    (tmp_path / "odd.json").write_text(text, encoding="utf-8")
    status, _, complaint = run(capsys, "--cases", str(tmp_path), "list")
    assert status == 2 and complaint.startswith("odd.json: ") and "Traceback" not in complaint


def test_the_list_and_what_a_program_is_given(capsys) -> None:
    status, out, _ = run(capsys, "list")
    assert status == 0 and "two-players: Two players who have not met [edge]" in out
    _, round_, _ = run(capsys, "show", "season-8-round-3")
    assert json.loads(round_)["format"] == "pairing/1"
    _, trf, _ = run(capsys, "show", "season-8-round-3", "--as", "trf")
    assert trf.startswith("012 season-8-round-3")
