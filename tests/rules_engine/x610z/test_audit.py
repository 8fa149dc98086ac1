"""Verdicts of an audit, judge lines, claims, the recorder and the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules_engine import Cursor, audit
from rules_engine.__main__ import main
from rules_engine.kernel.errors import LogError
from rules_engine.testing import GameRecorder, random_game
from rules_engine.x610z.cards import Pool, load_pool
from rules_engine.x610z.log import Action
from rules_engine.x610z.messages import CATALOGUE, fill
from rules_engine.x610z.pool import read_card
from rules_engine.x610z.recorder import IllegalAction
from tests.rules_engine.cards.table import effect

GREY = "Grey Energy Crystal"


def recorder(**options: Any) -> GameRecorder:
    """A game of two decks of grey crystals in its first action phase."""
    deck = [GREY] * 50
    game = GameRecorder([deck, deck], players=("Ada", "Bob"), **options)
    game.act("begin", 0)
    return game


def test_a_planted_violation_is_found_with_rule_state_and_alternatives() -> None:
    game = recorder()
    game.act("cast", 0, card=GREY)
    before = game.state.digest()
    game.plant("cast", 0, card=GREY)
    report = audit(game.finish([0]))
    finding = report.finding
    assert report.verdict == "violation"
    assert report.fidelity == "contradicted"
    assert finding is not None
    assert (finding.rule, finding.code, finding.seat) == ("403.1", "second_crystal", 0)
    assert finding.before_digest == before
    assert Action(do="end", seat=0) in finding.legal
    assert len(finding.legal) <= 20
    assert "Energy Crystal" in finding.text("nl")
    assert json.loads(json.dumps(report.to_dict()))["finding"]["rule"] == "403.1"


def test_a_lenient_audit_reads_on_after_the_first_violation() -> None:
    game = recorder()
    game.act("cast", 0, card=GREY)
    game.plant("cast", 0, card=GREY)
    game.writer.add(game.plant("move", 0, card="#0", path=["0,0", "5,5"]))
    game.writer.lines.pop()
    report = audit(game.finish([0]), lenient=True)
    assert report.verdict == "violation"
    assert report.finding is not None
    assert report.finding.rule == "403.1"
    assert [later.get("rule") for later in report.warnings][:1] == ["600.3"]


def test_an_illegal_action_is_not_recorded() -> None:
    game = recorder()
    lines = len(game.writer.lines)
    digest = game.state.digest()
    with pytest.raises(IllegalAction) as caught:
        game.act("attack", 0, card="#0", path=["0,0", "1,1"])
    assert caught.value.violation.rule == "604.2"
    assert (len(game.writer.lines), game.state.digest()) == (lines, digest)


@pytest.mark.parametrize(
    ("winners", "draw", "rule", "code"),
    [
        ([0], False, "106.2#2", "other_result"),
        ([], True, "", "claimed_draw"),
        ([1], False, "106.2#1", "other_rule"),
    ],
)
def test_a_wrong_claim_is_a_result_mismatch(winners: list[int], draw: bool, rule: str, code: str) -> None:
    game = recorder(organized_play=False)
    game.act("concede", 0)
    report = audit(game.finish(winners, rule, draw=draw))
    assert report.verdict == "result_mismatch"
    assert report.finding is not None
    assert report.finding.code == code
    assert report.result is not None
    assert report.result.winners == (1,)


def test_a_claim_before_the_end_is_a_result_mismatch() -> None:
    report = audit(recorder().finish([0], "106.2#1"))
    assert (report.verdict, report.finding and report.finding.code) == ("result_mismatch", "game_not_over")


def test_a_left_out_draw_of_a_turn_shows_at_the_next_checkpoint() -> None:
    game = recorder()
    game.end_turn()
    game.checkpoint()
    game.act("cast", 1, card=GREY)
    game.checkpoint()
    del game.writer.lines[-2]
    report = audit(game.finish([0]))
    assert report.verdict == "divergence"
    assert report.finding is not None
    assert report.finding.code == "count_differs"


def test_a_wrong_digest_is_a_divergence() -> None:
    game = recorder()
    game.checkpoint()
    log = game.finish([0]).replace(b"b2:", b"b2:0")
    assert audit(log[: log.rindex(b'{"kind":"end"')] + b"").verdict in ("divergence", "log_error")


def test_a_judge_mends_the_game_inside_the_log() -> None:
    game = recorder()
    game.judge([["damage", "#1", 2], ["pool", 0, "mystic", 1], ["dot", "#0", "3,1"]], text="put back")
    assert game.state.objs[1].damage == 2
    assert game.state.pool[0][0] == 1
    game.judge([["lose", 1]])
    report = audit(game.finish())
    assert report.verdict == "ok"
    assert report.result is not None
    assert report.result.winners == (0,)


@pytest.mark.parametrize(
    "row", [["damage", "#1"], ["fly", "#1"], ["dot", "#0", "9,9"], ["zone", "#1", "hand"], []]
)
def test_a_correction_that_makes_no_sense_is_refused(row: list[Any]) -> None:
    with pytest.raises(LogError):
        recorder().judge([row])


def test_the_cursor_stops_at_the_faulty_line_with_the_state_before_it() -> None:
    game = recorder()
    game.act("cast", 0, card=GREY)
    before = game.state.digest()
    game.plant("cast", 0, card=GREY)
    cursor = Cursor(game.finish([0]))
    last = cursor.steps[-1]
    assert not last.ok
    assert last.finding is not None
    assert last.finding.rule == "403.1"
    assert cursor.state.digest() == before
    assert cursor.legal(0)
    cursor.seek(0)
    assert cursor.view() == {}


def test_the_cursor_tells_what_happened() -> None:
    cursor = Cursor(random_game(2, max_actions=120))
    words = [step.text("en") for step in cursor.steps]
    assert any("casts" in word for word in words)
    cursor.seek(next(i for i, step in enumerate(cursor.steps, 1) if step.action.get("do") == "resolve"))
    assert any(event["event"] == "resolve" for event in cursor.events())
    seen = cursor.view("spectator")
    assert all("cards" not in seat["hand"] for seat in seen["seats"])
    assert "cards" in cursor.view(0)["seats"][0]["hand"]
    assert "cards" not in cursor.view(0)["seats"][1]["hand"]
    assert {pawn["dot"] for pawn in seen["pawns"]} <= set(cursor.board.dots)


def test_a_cursor_needs_a_header() -> None:
    with pytest.raises(LogError):
        Cursor(b"nonsense")


def test_every_message_exists_in_both_languages_and_fills_without_parameters() -> None:
    english, dutch = CATALOGUE.findings("en"), CATALOGUE.findings("nl")
    assert set(english) == set(dutch)
    for table in (english, dutch):
        for template in table.values():
            assert fill(template, {})


def test_every_code_of_the_engine_has_a_message() -> None:
    import re

    import rules_engine

    root = Path(rules_engine.__file__).parent
    codes: set[str] = set()
    for path in [*(root / "kernel").glob("*.py"), *(root / "x610z").glob("*.py")]:
        text = path.read_text(encoding="utf-8")
        codes |= set(re.findall(r'(?:fail|forbid)\(\s*"[^"]+",\s*"([a-z_]+)"', text))
        codes |= set(re.findall(r'(?:LogError|EngineGap)\(\s*"([a-z_]+)"', text))
    assert codes
    told = set(CATALOGUE.findings("en"))
    assert codes <= told, codes - told


def test_the_command_line_replays_lists_and_explains(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "game.jsonl"
    log.write_bytes(random_game(2, max_actions=80))
    assert main(["replay", str(log), "--steps"]) == 0
    assert "verdict: ok" in capsys.readouterr().out
    assert main(["legal", str(log), "--at", "40"]) == 0
    assert '"do"' in capsys.readouterr().out
    assert main(["explain", "202.8"]) == 0
    assert main(["explain", "999.9"]) == 1
    assert main(["card", "Draw 2 cards from your deck."]) == 0
    assert main(["card", "Fly to the moon."]) == 1
    capsys.readouterr()
    assert main(["replay", str(log), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "ok"
    log.write_bytes(b"nonsense")
    assert main(["replay", str(log), "--steps"]) == 1


MANUAL_ROW = {
    "number": "T1.1/001/001-C",
    "name": "Mirror of Old Days",
    "type": "Effect Card",
    "cost": "",
    "restriction": "3",
    "text": "Everything is as it was a turn ago.",
    "manual": True,
}


def manual_pool() -> Pool:
    """The demonstration set with a card whose text nobody can compile."""
    return Pool("manual", (*load_pool("demo").cards, read_card(MANUAL_ROW)))


def manual_game() -> GameRecorder:
    """A game in which the manual card has just resolved."""
    pool = manual_pool()
    deck = [GREY, "Mirror of Old Days", *[GREY] * 48]
    game = GameRecorder([deck, deck], pool=pool)
    game.act("begin", 0)
    game.act("cast", 0, card="Mirror of Old Days")
    game.act("resolve")
    return game


def test_a_manual_card_needs_a_judges_line_and_is_an_engine_gap() -> None:
    game = manual_game()
    assert game.legal() == []
    game.judge([["damage", "#1", 1]], do="effect", text="As the card says.")
    game.act("end", 0)
    game.act("time")
    report = audit(game.finish(), pool=manual_pool())
    assert (report.verdict, report.fidelity) == ("engine_gap", "consistent")
    assert report.finding is not None
    assert report.finding.code == "manual_card"
    assert report.result is not None, "the rest of the log was judged all the same"
    assert report.result.draw


def test_a_manual_card_without_a_judges_line_stops_the_audit() -> None:
    game = manual_game()
    game.plant("end", 0)
    report = audit(game.finish([0]), pool=manual_pool())
    assert (report.verdict, report.finding and report.finding.code) == ("engine_gap", "manual_card")


def test_a_judge_enters_no_effect_that_nobody_waits_for() -> None:
    with pytest.raises(LogError):
        recorder().judge([], do="effect")


def fault(do: str, *seats: int, **fields: Any) -> tuple[str, str]:
    """Both sentences of a fault of Bob (or no matter who is named) in the first turn, which is Ada's."""
    game = GameRecorder([["Grey Energy Crystal"] * 40] * 2, players=["Ada", "Bob"])
    game.act("begin", 0)
    game.plant(do, *(seats or (1,)), **fields)
    finding = audit(game.finish([0])).finding
    assert finding is not None
    return finding.text("en"), finding.text("nl")


def test_a_sentence_names_players_and_cards_and_whose_turn_it_is() -> None:
    english, dutch = fault("move", card="#1", path=["0,6", "1,6"])
    assert english == "Only the active player may do this, and it is Ada's turn."
    assert dutch == "Alleen de actieve speler mag dit, en Ada is aan de beurt."
    english, dutch = fault("cast", card="Heal")
    assert english == "Bob does not have Heal in hand."
    assert dutch == "Bob heeft Heal niet in de hand."
    english, _ = fault("attack", 0, card="#1", path=["0,6", "1,6"])
    assert english == "Life Base (#1) is not in Ada's control."


def test_a_sentence_about_a_choice_names_the_card_that_asks_for_it() -> None:
    deck = ["Discount", *["Grey Energy Crystal"] * 40]
    pool = Pool("own", (*load_pool().cards, effect("Sorrow", "Discard 1 card.")))
    game = GameRecorder([["Sorrow", *deck]] * 2, players=["Ada", "Bob"], pool=pool)
    game.act("begin", 0)
    game.act("cast", 0, card="Sorrow")
    game.plant("resolve", answers=[[]])
    finding = audit(game.finish([0]), pool=pool).finding
    assert finding is not None
    assert finding.text("en") == ("Ada chose 0 cards for Sorrow (which cards to discard); it must be 1.")
    assert finding.text("nl") == (
        "Ada koos 0 kaarten voor Sorrow (welke kaarten weggelegd worden); het aantal moet 1 zijn."
    )


def test_a_draw_against_a_win_has_a_sentence_without_holes() -> None:
    game = recorder(organized_play=False)
    game.act("concede", 0)
    finding = audit(game.finish([], "", draw=True)).finding
    assert finding is not None
    assert finding.text("en") == "The log claims a draw; by the rules Bob won."
    timed = recorder()
    timed.act("time")
    finding = audit(timed.finish([0], "106.2#1")).finding
    assert finding is not None
    assert finding.text("nl") == "Het verslag zegt dat Ada won; volgens de regels is het gelijkspel."


def test_who_sits_wrong_is_told_at_his_own_line() -> None:
    log = random_game(1, 3, max_actions=5)
    lines = log.splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"dot":"0,4"', b'"dot":"0,0"')
    finding = audit(b"".join(lines)).finding
    assert finding is not None
    assert (finding.line, finding.rule, finding.seat) == (3, "600.5", 1)


def test_a_deck_that_is_too_small_is_told_at_its_own_line() -> None:
    game = GameRecorder([["Grey Energy Crystal"] * 50, ["Grey Energy Crystal"] * 40], play="constructed")
    game.plant("begin", 0)
    finding = audit(game.finish([0])).finding
    assert finding is not None
    assert (finding.rule, finding.seat) == ("101.1a", 1)
    assert game.writer.lines[finding.line - 1] == game.writer.lines[5]


def test_what_stands_behind_a_fault_of_the_seating_does_not_hide_it() -> None:
    lines = random_game(1, 3, max_actions=5).splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"dot":"0,4"', b'"dot":"0,0"')
    report = audit(b"".join(lines[:8]) + b"no line at all\n")
    assert report.finding is not None
    assert (report.verdict, report.finding.line) == ("violation", 3)
