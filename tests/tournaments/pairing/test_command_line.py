"""The commands ``pods`` and ``explain``, and ``check`` for pods; pair and check of pairs are in test_files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.pairing.test_files import round_file, run
from tournaments.pairing.__main__ import main


def pod_file(**changes: Any) -> dict[str, Any]:
    """Return a small valid file of pods with changes."""
    data: dict[str, Any] = {
        "format": "pods/1",
        "number": 2,
        "seed": "s",
        "options": {"target": 3},
        "players": [
            {"id": f"p{place}", "score": 5 * (place < 3), "met": {}, "seats": [1], "active": place < 6}
            for place in range(7)
        ],
    }
    data.update(changes)
    return data


def test_pods_of_a_file_are_printed_with_their_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, pod_file(), command="pods") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["format"] == "pods-draft/1"
    assert [sorted(pod["seats"]) for pod in answer["pods"]] == [["p0", "p1", "p2"], ["p3", "p4", "p5"]]
    assert (answer["byes"], answer["number"], answer["seed"]) == ([], 2, "s")
    assert answer["certificate"]["certified"] is True


def test_repeats_and_byes_of_pods_are_printed_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players = [{"id": "A", "met": {"B": 2}}, {"id": "B"}, {"id": "C"}]
    assert run(tmp_path, pod_file(players=players), "--seed", "x", command="pods") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["seed"] == "x"
    assert "have shared a table before (times so far: 2)." in answer["certificate"]["relaxed"][0]["text"]
    assert run(tmp_path, pod_file(players=players[:2]), command="pods") == 0
    assert sorted(json.loads(capsys.readouterr().out)["byes"]) == ["A", "B"]


def test_hand_made_pods_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = [{"table": 1, "seats": ["p0", "p2", "p1"]}, {"table": 2, "seats": ["p3", "p4", "p5"]}]
    assert run(tmp_path, pod_file(pods=good), command="check") == 0
    assert json.loads(capsys.readouterr().out) == {"format": "pods-check/1", "ok": True, "problems": []}
    weak = [{"table": 1, "seats": ["p0", "p3", "p1"]}, {"table": 2, "seats": ["p2", "p4", "p5"]}]
    assert run(tmp_path, pod_file(pods=weak), command="check") == 0
    found = json.loads(capsys.readouterr().out)["problems"]
    assert {"a": "p2", "b": "p3", "gain": 100} in [row["params"] for row in found]
    assert main(["check", "--strict", str(tmp_path / "round.json")]) == 3
    capsys.readouterr()
    assert run(tmp_path, pod_file(pods=good[:1]), command="check") == 1
    rows = json.loads(capsys.readouterr().out)["problems"]
    assert rows == [
        {
            "code": "player_missing",
            "severity": "error",
            "params": {"player": one},
            "text": f"{one} is active but not paired.",
        }
        for one in ("p3", "p4", "p5")
    ]
    assert run(tmp_path, pod_file(), command="check") == 2
    assert "no pods" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("data", "word"),
    [
        ("{broken", "not JSON"),
        (pod_file(format="pairing/1"), "format"),
        (pod_file(extra=1), "extra"),
        (pod_file(players=[5]), "players[0]"),
        (pod_file(players=[{"id": "A", "shoe": 1}]), "shoe"),
        (pod_file(players=[{"id": 4}]), "players[0].id"),
        (pod_file(players=[{"id": "A", "met": ["B"]}]), "met"),
        (pod_file(players=[{"id": "A", "met": {"B": "often"}}]), "met"),
        (pod_file(players=[{"id": "A", "active": 1}]), "active"),
        (pod_file(players=[{"id": "A", "seats": [None]}]), "seats"),
        (pod_file(options={"speed": 1}), "speed"),
        (pod_file(options={"allow_six": 1}), "allow_six"),
        (pod_file(options={"target": 9}), "target"),
        (pod_file(options=[]), "options"),
        (pod_file(pods=[["p1"]]), "pods"),
        (pod_file(byes=[4]), "byes"),
    ],
)
def test_unusable_files_of_pods_name_the_field_to_mend(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: object, word: str
) -> None:
    assert run(tmp_path, data, command="pods") == 2
    assert word in capsys.readouterr().err


def test_a_player_of_a_file_is_told_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, round_file(), "A", command="explain") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["player"], told["opponent"]) == ("pairing-explanation/1", "A", "B")
    assert told["reasons"][0]["text"] == "A and B both have 3 points."
    assert [row["id"] for row in told["candidates"] if row["chosen"]] == ["B"]
    assert [row["against"] for row in told["candidates"] if row["id"] == "C"] == [["rematch"]]


def test_the_pairs_of_a_file_are_explained_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = round_file(pairs=[{"a": "A", "b": "D", "table": 1}, {"a": "B", "b": "C", "table": 9}])
    assert run(tmp_path, data, "A", command="explain") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["opponent"] == "D"
    assert told["reasons"][0]["code"] == "down"


def test_a_player_nobody_knows_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, round_file(), "Z", command="explain") == 2
    assert "Player Z" in capsys.readouterr().err


def test_the_example_of_pods_in_the_documentation_is_a_valid_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Path(__file__).parents[3] / "docs" / "pairing.md"
    example = page.read_text(encoding="utf-8").split("```json\n")[2].split("```")[0]
    assert run(tmp_path, example, command="check") == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    assert run(tmp_path, example, command="pods") == 0


def test_without_a_command_the_usage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    assert "usage: python -m tournaments.pairing" in capsys.readouterr().err


def test_the_answer_is_json_a_person_can_read_in_letters_of_any_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players = [{"id": "Zoë", "score": 0}, {"id": "Ренé", "score": 0}]
    data = round_file(players=players, options={})
    assert run(tmp_path, data, "--format", "json") == 0
    text = capsys.readouterr().out
    assert text.startswith('{\n "format": "pairing-draft/1",\n "number": 2,\n') and text.endswith("\n}\n")
    assert "Zoë" in text and "Ренé" in text


def test_what_is_wrong_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, told in (
        ("001    1\n001    2\n", "The file cannot be read: there are no pairs to check\n"),
        (json.dumps(round_file()), "The file cannot be read: there are no pairs to check\n"),
        (json.dumps(pod_file()), "The file cannot be read: there are no pods to check\n"),
    ):
        assert run(tmp_path, text, command="check") == 2
        assert capsys.readouterr().err == told
    assert run(tmp_path, "{}", command="simulate") == 2
    assert capsys.readouterr().err.count("\n") == 1
    # What starts as JSON is no report, whatever its lines look like.
    assert run(tmp_path, '{"format": "pairing/1",\n001    1\n') == 2
    assert "not JSON" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("pairs", "plain", "strict"),
    [
        ([("a", "b"), ("c", "d"), ("e", None)], 0, 0),
        ([("c", "b"), ("e", "d"), ("a", None)], 0, 3),  # the leader has the bye
        ([("a", "b"), ("c", "d")], 1, 1),
    ],
)
def test_a_script_can_tell_a_weak_round_from_an_invalid_one(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    pairs: list[tuple[str, str | None]],
    plain: int,
    strict: int,
) -> None:
    players = [{"id": one, "score": score} for one, score in zip("abcde", (9, 6, 6, 3, 0), strict=True)]
    rows = [{"a": a, "b": b, "table": None if b is None else place} for place, (a, b) in enumerate(pairs, 1)]
    file = round_file(players=players, pairs=rows, number=2, options={}, fixed_pairs=[], forbidden_pairs=[])
    assert run(tmp_path, file, command="check") == plain
    answer = json.loads(capsys.readouterr().out)
    assert {one["code"] for one in answer["problems"]} >= ({"bye_not_lowest"} if strict == 3 else set())
    assert bool(answer["better"]) is (strict == 3)
    assert run(tmp_path, file, "--strict", command="check") == strict
