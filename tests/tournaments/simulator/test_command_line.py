"""The file and the command: what is read, what is printed, and hostile or mistaken files refused in plain words."""

import json
import subprocess
import sys

import pytest

from tests.patience import HANG
from tournaments.pairing.__main__ import main
from tournaments.simulator import Clock, Cut, Settings, SettingsError, texts
from tournaments.simulator.jsonform import read_settings, settings_json
from tournaments.standings import PRESETS

SMALL = {
    "format": "simulation/1",
    "players": 12,
    "rounds": 4,
    "events": 30,
    "cut": {"size": 4},
    "seed": "hall",
}


def run(tmp_path, capsys, data, *more):
    """The exit status, the output and the complaint of one run."""
    file = tmp_path / "settings.json"
    file.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    status = main(["simulate", str(file), *more])
    out = capsys.readouterr()
    return status, out.out, out.err


def test_text_and_json_say_the_same_and_twice_the_same(tmp_path, capsys):
    status, text, _ = run(tmp_path, capsys, SMALL)
    assert status == 0
    assert run(tmp_path, capsys, SMALL) == (0, text, "")
    status, raw, _ = run(tmp_path, capsys, SMALL, "--format", "json")
    answer = json.loads(raw)
    assert answer["format"] == "simulation-answer/1"
    assert answer["answers"]["events"] == 30
    missed = answer["answers"]["unbeaten_missed"]
    assert f"{100 * missed['value']:.1f} % ({100 * missed['low']:.1f} to {100 * missed['high']:.1f})" in text
    assert "30 events of 12 players in 4 rounds" in text
    assert sum(count for _, count in answer["answers"]["closing"]) == 30


def test_the_settings_of_an_answer_are_a_file_that_gives_the_same_answer(tmp_path, capsys):
    _, raw, _ = run(tmp_path, capsys, SMALL, "--format", "json")
    _, again, _ = run(tmp_path, capsys, json.loads(raw)["settings"], "--format", "json")
    assert again == raw


def test_settings_survive_the_file_whatever_they_are():
    own = PRESETS["mtg"].but(key="own", name="Own", match_floor=PRESETS["x610z"].match_floor)
    chosen = Settings(
        players=9,
        rounds=3,
        cut=Cut(points=6, knock_out="double"),
        preset=own,
        drops=((0.5,), (0.25, 0.5)),
        clock=Clock(round_lengths=(50.5, 61.0)),
    )
    assert read_settings(json.dumps(settings_json(chosen))) == chosen


def test_a_byte_order_mark_is_no_obstacle(tmp_path, capsys):
    assert run(tmp_path, capsys, b"\xef\xbb\xbf" + json.dumps(SMALL).encode())[0] == 0


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"players": 1}, "players must lie between 2 and 2000."),
        ({"players": 10**12}, "players must lie between 2 and 2000."),
        ({"players": "16"}, "players must be a whole number"),
        ({"players": True}, "players must be a whole number"),
        ({"players": None}, "players must be a whole number"),
        ({"players": 16.0}, "players must be a whole number"),
        ({"rounds": 0}, "rounds must lie between 1 and 30."),
        ({"events": 10**9}, "events must lie between 1 and 100000."),
        ({"games": 2}, "A match has an odd number of games."),
        ({"draws": -0.1}, "draws must lie between 0 and 1."),
        ({"draws": 10**400}, "draws is too large"),
        ({"draws": "often"}, "draws must be a number"),
        ({"drops": 0.1}, "drops must be a list of numbers"),
        ({"drops": [[0.1, "x"]]}, "drops must be a number"),
        ({"drops": [[]]}, "drops takes between one and 10 numbers."),
        ({"drops": [[[0.1]]]}, "drops must be a number"),
        ({"drops": []}, "drops takes between one and 10 numbers."),
        ({"drops": [0.1] * 11}, "drops takes between one and 10 numbers."),
        ({"drops": [1.0]}, "drops must lie between 0 and 0.9."),
        ({"method": "power"}, "method must be one of: random, fold, slide."),
        ({"preset": "chess"}, "preset must be one of: "),
        ({"preset": 7}, "preset must be the key of a preset or an object"),
        ({"preset": {"key": "x"}}, "preset: "),
        ({"cut": {"size": 1}}, "cut.size must lie between 2 and 128."),
        ({"cut": {"size": 4, "knock_out": "triple"}}, "cut.knock_out must be one of: single, double."),
        ({"cut": [4]}, "cut must be an object"),
        ({"clock": {"minuets": 60}}, "unknown field clock.'minuets'"),
        ({"clock": {"round_lengths": [5000]}}, "clock.round_lengths must lie between 0 and 1440."),
        (
            {"clock": {"round_lengths": [50] * 1001}},
            "clock.round_lengths takes between one and 1000 numbers.",
        ),
        ({"clock": {"match": 0}}, "clock.match must lie between 1 and 240."),
        ({"seed": "\ud800"}, "seed holds half a letter"),
        ({"seed": "x" * 201}, "seed may have 200 letters at most."),
        ({"format": "simulation/2"}, "format must be 'simulation/1'"),
        ({"surprise" * 100: 1}, "unknown field 'surprise"),
    ],
)
def test_a_wrong_setting_is_named_with_what_it_may_be(tmp_path, capsys, changes, said):
    status, out, complaint = run(tmp_path, capsys, {**SMALL, **changes})
    assert (status, out) == (2, "")
    assert said in complaint
    assert "Traceback" not in complaint
    assert len(complaint) < 200


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "it is empty"),
        (b"players: 16", "it is not JSON"),
        (b"[]", "the outermost value must be an object"),
        (b"{}", "format must be"),
        (b"[" * 200_000, "it is "),
        (b'{"format": "simulation/1", "players": NaN, "rounds": 3}', "NaN is not a number"),
        (
            b'{"format": "simulation/1", "players": 8, "players": 9, "rounds": 3}',
            "'players' appears twice",
        ),
        (b'{"format": "simulation/1", "rounds": 3}', "players is missing"),
        (b'{"format": "simulation/1", "players": ' + b"9" * 5000 + b', "rounds": 3}', "it cannot be read"),
        (b'{"format": "simulation/1"' + b" " * 1_000_001 + b"}", "it is larger than any settings can be"),
        (b"\xff\xfe{}", "it is not JSON"),
        ("{}".encode("utf-16"), "save it as UTF-8"),
        (b"001 not a settings file", "it is not JSON"),
    ],
)
def test_a_file_that_is_none_is_refused_in_plain_words(tmp_path, capsys, raw, said):
    status, out, complaint = run(tmp_path, capsys, raw)
    assert (status, out) == (2, "")
    assert said in complaint
    assert "Traceback" not in complaint and len(complaint) < 200


def test_a_file_that_is_not_there_and_standard_input():
    missing = command("simulate", "/nowhere/at/all.json")
    assert missing.returncode == 2 and "Traceback" not in missing.stderr
    piped = command("simulate", "-", text=json.dumps({**SMALL, "events": 2}))
    assert piped.returncode == 0 and "2 events of 12 players" in piped.stdout


def command(*words, text=""):
    """The command as somebody types it."""
    line = [sys.executable, "-m", "tournaments.pairing", *words]
    return subprocess.run(line, input=text, capture_output=True, text=True, timeout=HANG)


def test_every_error_has_a_sentence():
    for code, params in (("too_long", {"most": 3}), ("out_of_range", {"least": 1, "most": 2})):
        error = SettingsError(code, "seed", **params)
        assert "seed" in texts.render(error.code, error.params)
