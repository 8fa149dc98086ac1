"""The command line as a user meets it: answers on standard output, mistakes in one line, never a traceback."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules_engine.__main__ import main
from rules_engine.testing import GameRecorder, random_game
from rules_engine.x610z.cardtext.words import MESSAGES
from tests.patience import HANG

GREY = "Grey Energy Crystal"


@pytest.fixture
def log(tmp_path: Path) -> str:
    """A file with a short game."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(random_game(2, max_actions=80))
    return str(path)


def out(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_a_replay_says_verdict_winner_and_rule(log: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", log, "--steps"]) == 0
    text = out(capsys)
    assert "    2   Player A sits at dot 0,0" in text
    assert "verdict: ok (exact," in text
    assert "a draw by rule 106.1a" in text


def test_a_replay_names_the_broken_rule_and_what_was_legal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = GameRecorder([[GREY] * 40] * 2)
    game.act("begin", 0)
    game.act("cast", 0, card=GREY)
    game.plant("cast", 0, card=GREY)
    path = tmp_path / "faulty.jsonl"
    path.write_bytes(game.finish([0]))
    assert main(["replay", str(path)]) == 1
    text = out(capsys)
    assert "line 9: rule 403.1: An Energy Crystal Card has already been cast this turn." in text
    assert "  Player A ends the action phase" in text


def test_a_random_game_can_be_piped_into_a_replay(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ["random", "--players", "4", "--teams", "a,b,b,a", "--cards", "demo-2", "--actions", "60"]
    assert main([*line, "--ruleset", "x610z/2010-02", "--level", "full", "--seed", "9"]) == 0
    data = out(capsys).encode()
    assert json.loads(data.splitlines()[0])["ruleset"] == "x610z/2010-02"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["replay", "-"]) == 0
    assert "verdict: ok" in out(capsys), "the pool that the header pins is found"


def test_legal_lists_actions_at_a_position_and_of_a_seat(
    log: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["legal", log, "--at", "40"]) == 0
    everybody = [json.loads(line) for line in out(capsys).splitlines()]
    assert main(["legal", log, "--at", "40", "--seat", "1"]) == 0
    own = [json.loads(line) for line in out(capsys).splitlines()]
    assert own == [action for action in everybody if action.get("seat", 1) == 1]
    assert main(["legal", log]) == 0
    assert capsys.readouterr() == ("", f"nothing is legal at position {_lines(log)}: the game is over\n")


def _lines(log: str) -> int:
    return Path(log).read_bytes().count(b"\n")


def test_rules_terms_and_rulings_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    for asked, seen in (
        ("202.8", "sharp turn"),
        ("G.warp", "Warp"),
        ("H7", "wider_only"),
        ("106.3", "106.3#2"),
    ):
        assert main(["explain", asked]) == 0
        assert seen in out(capsys)
    assert main(["explain", "202.8", "--lang", "nl"]) == 0
    assert "summon" in out(capsys)
    assert main(["explain", "999"]) == 1


def test_a_card_text_is_printed_back_or_underlined(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card", "Draw 2 cards from your deck."]) == 0
    assert out(capsys).endswith("reads back as: Draw 2 cards from your deck.\n")
    assert main(["card", "Draw two cards fromm your deck."]) == 1
    assert out(capsys).splitlines()[:3] == [
        "Draw two cards fromm your deck.",
        "     ^^^",
        "“two” is not a word of card texts. Expected: 2.",
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        ["replay", "/nonexistent/game.jsonl"],
        ["legal", "GAME", "--at", "6000"],
        ["legal", "GAME", "--seat", "4", "--at", "30"],
        ["random", "--players", "3", "--teams", "a,b"],
        ["random", "--players", "4", "--teams", "a,a,a,a"],
        ["random", "--cards", "none"],
        ["random", "--ruleset", "x610z/1999-01"],
    ],
)
def test_a_mistake_is_one_line_and_status_two(
    wrong: list[str], log: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([log if word == "GAME" else word for word in wrong]) == 2
    stdout, stderr = capsys.readouterr()
    assert stdout == ""
    assert stderr.startswith("rules_engine: ")
    assert stderr.count("\n") == 1


def test_whoever_reads_only_the_first_line_sees_no_traceback() -> None:
    command = [sys.executable, "-m", "rules_engine", "random", "--seed", "3"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert run.stdout.read(16) == b'{"kind":"header"'
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait(HANG) == 0


def test_in_dutch_every_word_of_a_replay_is_dutch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = GameRecorder([[GREY] * 40] * 2, players=["Ada", "Bob"])
    game.act("begin", 0)
    game.plant("end", 1)
    path = tmp_path / "game.jsonl"
    path.write_bytes(game.finish([0]))
    assert main(["replay", str(path), "--lang", "nl"]) == 1
    text = out(capsys)
    assert "oordeel: overtreding (weersproken, 1 acties)" in text
    assert "spelregel 703.4: Alleen de actieve speler mag dit, en Ada is aan de beurt." in text
    assert not {"verdict:", "line", "rule", "actions)"} & set(text.split())


def test_a_dutch_text_that_is_refused_is_answered_in_dutch(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card", "Trek 2 kaarten van je hond.", "--lang", "nl"]) == 1
    said = out(capsys)
    assert "^^^^\n‘hond’ is geen woord van kaartteksten." in said
    assert "\nTrek 2 kaarten van je deck." in said


def test_every_code_of_a_refused_text_has_its_dutch() -> None:
    assert all(set(one) == {"en", "nl"} for one in MESSAGES.values())


def test_a_card_is_played_and_its_report_printed_in_words_and_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play-card", "Spark", "--games", "3"]) == 0
    said = out(capsys)
    assert said.startswith("Spark: the numbers tell nothing") and "3, each played twice" in said
    assert main(["play-card", "Spark", "--games", "3", "--json"]) == 0
    assert json.loads(out(capsys))["tally"]["pairs"] == 3
    row = {"number": "X1.1/001/001-C", "name": "Mine", "type": "Effect Card", "restriction": "3"}
    file = tmp_path / "card.json"
    file.write_text(json.dumps({**row, "text": "Each opponent sneezes.", "manual": True}))
    assert main(["play-card", "--file", str(file), "--games", "8"]) == 0
    assert "card.json: " in (said := out(capsys)) and "question" in said and "no_move" in said


def test_what_cannot_be_played_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "card.json"
    file.write_text(json.dumps({"name": "Mine", "text": "Conquer the moon."}))
    for wrong in (
        ["Nobody"],
        ["Life Base"],
        ["--file", str(file)],
        ["--file", str(tmp_path)],
        ["x", "--cards", "x"],
    ):
        assert main(["play-card", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1
