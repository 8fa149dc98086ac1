"""Logs that are wrong, broken or mean: always a verdict with words in both languages, never a crash."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules_engine import kernel, zx
from rules_engine.kernel.errors import EngineGap
from rules_engine.kernel.stream import Stream
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import ZxCard, ZxCost, ZxPool
from rules_engine.zx.legal import legal_actions
from rules_engine.zx.log import Action
from rules_engine.zx.messages import CATALOGUE
from rules_engine.zx.model import CHARGE, DECK, DYNAMIS, HAND, IGNITION
from rules_engine.zx.play import KINDS
from rules_engine.zx.playing import Game
from rules_engine.zx.random_games import random_zx_game
from rules_engine.zx.squares import NAMES, PLAYER_SQUARES

from .scene import ME, PLAIN, POOL, Scene, saying

LOG = random_zx_game("hostile", checkpoint_every=20)
ROWS: list[dict[str, Any]] = [json.loads(line) for line in LOG.splitlines()]
FIRST_ACT = next(at for at, row in enumerate(ROWS) if row["kind"] == "act")


OPEN_END = ROWS[-1] | {"sha256": ""}
JUDGED = {"kind": "judge", "n": 99_999, "do": "fix", "by": "J"}


def written(rows: list[dict[str, Any]]) -> bytes:
    return b"\n".join(json.dumps(row).encode() for row in rows)


def changed(at: int, **values: Any) -> bytes:
    rows = [dict(row) for row in ROWS]
    rows[at] |= values
    return written(rows)


def without(*kinds: str) -> bytes:
    return written([row for row in ROWS if row["kind"] not in kinds])


BAD: list[tuple[str, bytes, str]] = [
    ("empty_log", b"  \n", "log_error"),
    ("not_json", LOG.replace(b'"kind":"act"', b'"kind":act', 1), "log_error"),
    ("bad_field", changed(FIRST_ACT, seat="zero"), "log_error"),
    ("duplicate_key", LOG.replace(b'"seat":0', b'"seat":0,"seat":0', 1), "log_error"),
    ("end_missing", without("end"), "log_error"),
    ("header_missing", without("header"), "log_error"),
    ("line_repeated", written([ROWS[0], *ROWS]), "log_error"),
    ("unknown_format", changed(0, format="gamelog/9"), "log_error"),
    ("other_game", changed(0, game="chess"), "log_error"),
    ("unknown_ruleset", changed(0, ruleset="zx/never"), "log_error"),
    ("unknown_ruling", changed(0, choices={"Z3": "never"}), "log_error"),
    ("other_rulings", changed(0, rulings="sha256:" + "0" * 64), "log_error"),
    ("later_answers", changed(0, rulings="answers/99"), "log_error"),
    ("other_pool", changed(0, pool="sha256:0"), "log_error"),
    ("two_seats_needed", written([row for row in ROWS if (row["kind"], row.get("seat")) != ("seat", 1)]), "log_error"),
    ("preparation_missing", without("chance"), "log_error"),
    ("preparation_too_late", written([*ROWS[:-1], ROWS[1]]), "log_error"),
    ("unknown_chance", changed(3, value=7), "log_error"),
    ("unknown_card", changed(4, value=["Nobody", *ROWS[4]["value"][1:]]), "log_error"),
    ("order_not_written", changed(4, value=None), "engine_gap"),
    ("deck_too_small", changed(4, value=ROWS[4]["value"][:8]), "log_error"),
    ("number_not_rising", changed(FIRST_ACT + 1, n=1), "log_error"),
    ("unknown_action", changed(FIRST_ACT, do="dance"), "log_error"),
    ("unknown_seat", changed(FIRST_ACT, seat=4), "log_error"),
    ("field_not_allowed", changed(FIRST_ACT, card="Z01-001"), "log_error"),
    ("field_missing", changed(FIRST_ACT, do="ignite"), "log_error"),
    ("answers_left_over", changed(FIRST_ACT, do="keep", answers=[True]), "log_error"),
    ("answer_shape", changed(FIRST_ACT, do="redraw", answers=[True]), "log_error"),
    ("order_of_other_length", changed(FIRST_ACT, do="redraw", answers=[["Z01-001"]]), "log_error"),
    ("order_of_other_cards", changed(FIRST_ACT, do="redraw", answers=[["Z01-012"] * 50]), "log_error"),
    ("bytes_differ", changed(0, note="Added later."), "log_error"),
    ("line_after_end", written([*ROWS[:-1], OPEN_END, ROWS[1]]), "log_error"),
    ("other_result", changed(len(ROWS) - 1, sha256="", claim={"winners": [0, 1]}), "result_mismatch"),
    ("claimed_draw", changed(len(ROWS) - 1, sha256="", claim={"draw": True}), "result_mismatch"),
    ("game_not_over", written([*ROWS[: FIRST_ACT + 1], OPEN_END]), "result_mismatch"),
    ("nothing_to_correct", written([*ROWS[:-1], JUDGED]), "log_error"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "data", "verdict"), BAD, ids=[row[0] for row in BAD])
def test_a_bad_log_gets_its_verdict(code: str, data: bytes, verdict: str) -> None:
    report = audit(data)
    assert report.finding is not None
    assert (report.verdict, report.finding.code) == (verdict, code)
    for lang in ("en", "nl"):
        assert report.finding.text(lang).endswith(".") or "%(detail)s" in CATALOGUE.findings("en")[code]
    assert report.to_dict()["finding"]["text_nl"]


def test_a_checkpoint_that_differs_is_a_divergence() -> None:
    at = next(at for at, row in enumerate(ROWS) if row["kind"] == "check")
    for field, value, code in (("deck", [1, 1], "count_differs"), ("digest", "b2:0", "digest_differs")):
        report = audit(changed(at, **{field: value}))
        assert report.finding is not None
        assert (report.verdict, report.finding.code, report.finding.line) == ("divergence", code, at + 1)


def test_a_card_turned_up_that_is_another_is_a_divergence_at_its_line() -> None:
    at = next(at for at, row in enumerate(ROWS) if row.get("shown"))
    report = audit(changed(at, shown=["Z02-001"]))
    assert report.finding is not None
    assert (report.verdict, report.finding.code, report.finding.line) == (
        "divergence",
        "shown_differs",
        at + 1,
    )
    rows = [{key: value for key, value in row.items() if key not in ("shown", "sha256")} for row in ROWS]
    assert audit(written(rows)).verdict == "ok"


def test_bytes_changed_at_random_never_crash_the_audit() -> None:
    stream = Stream("zx hostile")
    for _ in range(60):
        data = bytearray(LOG)
        for _change in range(1 + stream.below(3)):
            at = stream.below(len(data))
            data[at : at + stream.below(3)] = bytes([32 + stream.below(96)])
        report = audit(bytes(data))
        assert report.finding is None or report.finding.code != "internal_error", report.finding


def test_every_code_of_the_engine_has_words_in_both_languages() -> None:
    told, dutch = CATALOGUE.findings("en"), CATALOGUE.findings("nl")
    assert sorted(told) == sorted(dutch)
    raised = set()
    for package in (zx, kernel):
        for path in Path(str(package.__file__)).parent.glob("*.py"):
            source = path.read_text("utf-8")
            raised |= set(re.findall(r'(?:LogError|EngineGap)\(\s*"([a-z_0-9]+)"', source))
            raised |= set(re.findall(r'(?:broken|forbid)\(\s*"?[^",]+"?,\s*"([a-z_0-9]+)"', source))
    assert raised - set(told) == set()
    for code, english in told.items():
        assert sorted(re.findall(r"%\(\w+\)s", english)) == sorted(re.findall(r"%\(\w+\)s", dutch[code])), (
            code
        )


def test_everything_that_can_be_done_has_words() -> None:
    for language in ("en", "nl"):
        assert set(KINDS) <= set(CATALOGUE.table("steps", language))


# --- what the engine leaves to a judge ------------------------------------------------------------------------------


def gap(scene_or_game: Any, **fields: Any) -> str:
    with pytest.raises(EngineGap) as found:
        if isinstance(scene_or_game, Scene):
            scene_or_game.do(**fields)
        else:
            scene_or_game()
    return found.value.code


def test_a_card_with_a_text_is_a_gap_and_never_played_as_if_it_had_none() -> None:
    cards = (ZxCard("1", "Talker", "zx", ("red",), ZxCost(1), 1000, text="Something happens."),)
    game = Game([["1"] * 20] * 2, pool=ZxPool("talk", cards))
    game.push(Action(do="keep", seat=0))
    assert gap(lambda: game.push(Action(do="keep", seat=1))) == "manual_card"


def test_a_text_that_is_not_read_is_never_a_players_fault() -> None:
    riddle = saying("Whatever happens, happens.", "R", "event")
    scene = Scene(None, riddle)
    scene.add(ME, "R", HAND)
    scene.ok("attack", card=scene.stand(ME, PLAIN, "1,1"), square=scene_target(scene))
    assert gap(scene, do="play", seat=ME, card="R", pay=["#1"]) == "manual_card"
    scene = Scene(None, riddle)
    scene.add(ME, "R", DECK)
    scene.st.phase = IGNITION
    (charge,) = scene.leave(CHARGE, ME, PLAIN)
    assert gap(scene, do="ignite", seat=ME, card=charge) == "manual_card"


def scene_target(scene: Scene) -> str:
    scene.stand(1, PLAIN, "0,1")
    return "0,1"


def test_a_deck_with_a_text_that_is_not_read_is_not_called_illegal() -> None:
    pool = ZxPool("riddles", (*POOL.cards, saying("You may have 50 of this card in your deck.", "R")))
    game = Game([["R"] * 50] * 2, pool=pool, play="constructed")
    assert gap(game.legal) == "manual_card"
    player = ZxPool("riddles", (*POOL.cards, saying("Riddles.", "R", "player")))
    laid: tuple[dict[str, Any], dict[str, Any]] = ({"player_card": "R"}, {})
    assert gap(Game([[PLAIN] * 20] * 2, pool=player, laid_out=laid).legal) == "manual_card"


def test_an_extra_without_a_condition_and_costs_below_the_colours_are_gaps() -> None:
    scene = Scene()
    scene.add(ME, "T-extra", DYNAMIS, face_up=False)
    assert gap(scene, do="extra", seat=ME, card="T-extra", square="1,1") == "extra_condition_unknown"
    assert not any(action.do == "extra" for action in legal_actions(scene.st, ME))
    scene.leave(HAND, ME, "T-cheap")
    assert gap(scene, do="play", seat=ME, card="T-cheap", square="1,1") == "cost_below_colours"


def test_an_overboost_behind_the_player_card_is_a_gap() -> None:
    laid = ({"behind": "T-over"}, {})
    assert gap(Game([[PLAIN] * 20] * 2, pool=POOL, laid_out=laid).legal) == "behind_player_not_carried"
    full: tuple[dict[str, Any], dict[str, Any]] = ({"gate_card": "T-gate", "dynamis": ["T-extra"] * 16}, {})
    assert gap(Game([[PLAIN] * 20] * 2, pool=POOL, laid_out=full).legal) == "gate_card_full_dynamis"


MAKES_ANOTHER = (
    "[Auto] <Trigger> a Z/X with 500 Power or less on a Normal Square is put into Charge "
    '<Effect> Create a "Slave" Token in Reboot State on a Normal Square without a Z/X.'
)
LOWERS_ALL = "[Always] <Effect> Every other Z/X on a Normal Square gets -3000 Power."


@pytest.mark.parametrize("lowers", [True, False])
def test_abilities_that_set_each_other_off_for_ever_are_a_gap_and_no_endless_replay(lowers: bool) -> None:
    maker = saying(MAKES_ANOTHER, "maker", power=9000)
    lowering = saying(LOWERS_ALL if lowers else "", "lowering", power=9000)
    scene = Scene(None, maker, lowering, saying("", "big", power=9000), saying("", "weak", power=500))
    *others, free = [name for at, name in enumerate(NAMES) if at not in PLAYER_SQUARES]
    for number, square in zip(["maker", "lowering", *["big"] * len(others)], others, strict=False):
        scene.stand(ME, number, square)
    scene.leave(HAND, ME, "weak")
    if lowers:
        assert gap(scene, do="play", seat=ME, card="weak", square=free) == "abilities_without_end"
    else:
        scene.ok("play", card="weak", square=free)


def test_a_battle_that_the_documents_do_not_settle_is_a_gap() -> None:
    from rules_engine.zx.moving import move

    judged = {"Z17": "judge", "Z18": "judge"}
    scene = Scene(judged)
    target = scene.stand(1, PLAIN, "1,1")
    scene.ok("attack", card=scene.stand(ME, PLAIN, "0,1"), square="1,1")
    move(scene.st, int(target[1:]), HAND)
    scene.ok("pass", ME)
    assert gap(scene, do="pass", seat=1) == "battle_target_gone"
    scene = Scene(judged)
    scene.ok("attack_player", card=scene.stand(ME, PLAIN, "1,1"))
    scene.stand(1, PLAIN, "1,2")
    scene.ok("pass", ME)
    assert gap(scene, do="pass", seat=1) == "player_square_filled"


@pytest.mark.parametrize(
    "text",
    [
        "[Special] <Condition> you have 1 or more cards in your Charge <Effect> Draw 1 card.",
        "[Alter Break] <Effect> Draw 1 card.",
        "[Event] <Effect> Put this card into the Force Zone.",
        '[Event] <Effect> Create a "Nobody" Token in Reboot State on a Normal Square without a Z/X.',
        "[Always] <Effect> Every Link gets +500 Power.",
    ],
)
@pytest.mark.parametrize("kind", ["zx", "event"])
def test_what_the_documents_do_not_explain_is_a_gap(text: str, kind: Any) -> None:
    scene = Scene(None, saying(text, kind=kind))
    scene.leave(HAND, ME, "S")
    square = {"square": "1,1"} if kind == "zx" else {}
    assert gap(scene, do="play", seat=ME, card="S", **square) == "manual_card"


def test_an_overboost_cannot_be_played_by_the_engine_and_a_shift_needs_its_condition() -> None:
    scene = Scene()
    for card in ("T-over", "T-shift"):
        scene.add(ME, card, DYNAMIS, face_up=False)
    assert gap(scene, do="extra", seat=ME, card="T-over", square="1,1") == "overboost_not_carried"
    assert gap(scene, do="shift", seat=ME, card="T-shift") == "shift_condition_unknown"


def test_an_unknown_object_or_square_is_an_error_of_the_log() -> None:
    from rules_engine.kernel.errors import LogError

    scene = Scene()
    scene.leave(HAND, ME, PLAIN)
    attacker = scene.stand(ME, PLAIN, "1,1")
    for action in (
        Action(do="attack", seat=ME, card="#9999", square="1,1"),
        Action(do="attack", seat=ME, card="##", square="1,1"),
        Action(do="attack", seat=ME, card=attacker, square="9,9"),
        Action(do="play", seat=ME, card=PLAIN, square="", pay=["#1"]),
        Action(do="play", seat=ME, card=PLAIN, square="0,0", pay=["#1", "#1"]),
        Action(do="play", seat=ME, card="T-event", square="0,0"),
        Action(do="play", seat=ME, card="#٣", square="0,0"),
    ):
        if action.card == "T-event":
            scene.add(ME, "T-event", HAND)
        with pytest.raises(LogError):
            scene.do(**{name: getattr(action, name) for name in ("do", "seat", "card", "square", "pay")})
