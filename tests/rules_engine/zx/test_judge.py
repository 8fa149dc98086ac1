"""A judge's line sets right what went wrong: every row of it, what follows from it, and rows that make no sense."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules_engine.kernel.errors import EngineGap, LogError
from rules_engine.kernel.log import JudgeLine
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import TEXTS_POOL, load_pool
from rules_engine.zx.cursor import Cursor
from rules_engine.zx.judge import apply_judge
from rules_engine.zx.markers import counters
from rules_engine.zx.model import CHARGE, DYNAMIS, HAND, IGNITION, LIFE, RESOURCE, SETUP, SQUARE, TRASH
from rules_engine.zx.moving import move
from rules_engine.zx.random_games import random_zx_game
from rules_engine.zx.squares import NUMBERS
from rules_engine.zx.view import view

from .cases_dynamis import shifting
from .scene import ME, PLAIN, YOU, Scene, saying

POOL = load_pool(TEXTS_POOL)


def fix(t: Scene, *rows: Any, do: str = "fix") -> None:
    apply_judge(t.st, JudgeLine(n=1, do=do, by="J", change=[list(row) for row in rows]))


def test_damage_and_states_and_squares_are_set_right() -> None:
    t = Scene()
    card, paid = t.stand(ME, PLAIN, "1,1"), t.pay(1)[0]
    fix(
        t, ("damage", card, 1000), ("state", card, "sleep"), ("state", paid, "sleep"), ("square", card, "0,1")
    )
    assert (t.obj(card).damage, t.obj(card).asleep, t.obj(card).square) == (1000, True, NUMBERS["0,1"])
    assert t.obj(paid).asleep
    fix(t, ("damage", card, 0), ("state", card, "reboot"))
    assert (t.obj(card).damage, t.obj(card).asleep) == (0, False)


def test_cards_go_where_they_belong_and_are_drawn() -> None:
    t = Scene()
    card = t.stand(YOU, PLAIN, "1,1")
    t.leave(HAND, ME, PLAIN)
    held = t.count(HAND)
    fix(t, ("zone", card, "charge"), ("zone", PLAIN, "resource", ME), ("draw", ME, 2))
    assert t.zone(card) == CHARGE and t.count(RESOURCE) == 1 and t.count(HAND) == held - 1 + 2


def test_counters_are_set_to_a_number() -> None:
    t = Scene(None, saying('[Boot] <Cost> 0 Resource <Effect> Create 1 "Spark" Counter.'))
    for count in (3, 1, 0):
        fix(t, ("counters", ME, "Spark", count))
        assert (counters(t.st, ME, "Spark"), counters(t.st, YOU, "Spark")) == (count, 0)
    for wrong in (("counters", ME, "Moon", 1), ("counters", ME, "Spark", -1), ("counters", 2, "Spark", 1)):
        with pytest.raises(LogError):
            fix(t, wrong)


def test_whose_turn_it_is_and_which_phase() -> None:
    t = Scene()
    t.leave(CHARGE, YOU, PLAIN)
    fix(t, ("turn", YOU, "ignition"))
    assert (t.st.active, t.st.phase, t.st.battle) == (YOU, IGNITION, None)
    t.ok("next", YOU)


def test_a_player_loses_by_a_judge_and_what_is_lethal_happens_behind_the_rows() -> None:
    t = Scene()
    card = t.stand(YOU, PLAIN, "1,1")
    fix(t, ("damage", card, 50_000))
    assert t.zone(card) == CHARGE, "destroyed in preprocessing, once all rows are done"
    t.leave(LIFE, YOU)
    fix(t, ("draw", ME, 0))
    assert t.st.result is not None and t.st.result.winners == (ME,)
    other = Scene()
    fix(other, ("lose", ME))
    assert other.st.result is not None and other.st.result.winners == (YOU,)


def test_a_shift_that_is_left_to_a_judge_is_settled_by_a_judge_and_the_game_goes_on() -> None:
    """Z25 by default: the engine stops at the Shift itself; the judge says where it lies and what the card is now."""
    t, shift, vessel = shifting(Z25="judge")
    with pytest.raises(EngineGap, match="shift_values_open"):
        shifting(Z25="judge")[0].ok("shift", card="SH")
    fix(
        t,
        ("shift", vessel, "SH"),
        ("name", vessel, "Ada"),
        ("colours", vessel, "blue"),
        ("power", vessel, 6000),
    )
    assert t.zone(shift) == SQUARE and t.obj(shift).square == t.obj(vessel).square
    card = t.st.card(int(vessel[1:]))
    assert (card.name, card.colours, t.st.power(int(vessel[1:]))) == ("Ada", ("blue",), 6500), (
        "its text counts"
    )
    again = t.do("shift", card="SH")
    assert again is not None and again.code == "not_in_dynamis"
    move(t.st, int(vessel[1:]), HAND)
    assert t.st.card(int(vessel[1:])).name == PLAIN and t.zone(shift) == DYNAMIS, "as long as it stands there"


def test_power_that_a_judge_takes_away_destroys_and_colourless_is_said_by_no_colour() -> None:
    t = Scene()
    card = t.stand(YOU, PLAIN, "1,1")
    fix(t, ("colours", card, ""))
    assert t.st.card(int(card[1:])).colours == ()
    fix(t, ("power", card, 0))
    assert t.zone(card) == CHARGE


@pytest.mark.parametrize("said", ["none", PLAIN])
def test_a_text_that_a_judge_takes_away_says_nothing_as_long_as_the_card_stands_there(said: str) -> None:
    """A Shift that gives Power, a startup ability and a trigger: each there, and gone by the row."""
    t, shift, vessel = shifting()
    t.ok("shift", card="SH")
    slot = int(vessel[1:])
    assert t.st.power(slot) == 4000
    before = t.st.digest()
    fix(t, ("text", shift, said))
    assert t.st.power(slot) == 3500 and t.st.digest() != before
    fix(t, ("name", shift, "Ada"))
    assert t.st.power(slot) == 3500, "what was said of the text stays when the name is settled"
    fix(t, ("text", shift, "SH"))
    assert t.st.power(slot) == 4000, "its own text again"
    fix(t, ("text", shift, said), ("zone", shift, "dynamis"))
    assert t.st.text_of(int(shift[1:])) == t.obj(shift).rev, "a new card (301.4)"


def test_a_card_has_the_text_and_the_keywords_of_another_by_a_judge() -> None:
    t = Scene(None, saying("[Boot] <Cost> 0 Resource <Effect> Draw 1 card."))
    card, plain = t.stand(ME, "S", "1,1"), t.stand(ME, PLAIN, "0,1")
    far = t.stand(ME, PLAIN, "2,1")
    t.ok("boot", card=card)
    assert t.do("boot", card=plain) is not None
    fix(t, ("text", card, "none"), ("text", plain, "S"), ("text", far, "B01-004"))
    refused = t.do("boot", card=card)
    assert refused is not None and refused.code == "no_startup"
    held = t.count(HAND)
    t.ok("boot", card=plain)
    assert t.count(HAND) == held + 1 and t.st.card(int(far[1:])).range == 2
    shown = {one.get("oid"): one.get("text") for there in view(t.st)["squares"].values() for one in there}
    assert (shown[card], shown[plain]) == ("none", "S"), "everybody reads what a judge said"


def test_a_trigger_of_a_silenced_card_waits_for_nothing() -> None:
    for silenced in (False, True):
        t = Scene(None, saying("[Auto] <Trigger> another Z/X of yours appears <Effect> Draw 1 card."))
        card = t.stand(ME, "S", "1,1")
        if silenced:
            fix(t, ("text", card, "none"))
        t.leave(HAND, ME, PLAIN)
        t.pay(2)
        held = t.count(HAND)
        t.ok("play", card=PLAIN, square="0,1", pay=[f"#{one}" for one in t.st.pile(RESOURCE, ME)])
        assert t.count(HAND) == held - 1 + (not silenced)


def test_a_judge_puts_an_overboost_on_a_square_and_it_is_taken_apart_as_it_leaves() -> None:
    t = Scene()
    card = t.add(ME, "T-over", DYNAMIS, face_up=False)
    fix(t, ("overboost", ME, "T-over", "1,1"))
    assert (t.zone(card), t.st.power(int(card[1:]))) == (SQUARE, 9000)
    fix(t, ("damage", card, 9000))
    assert (t.zone(card), t.obj(card).face_up) == (DYNAMIS, True)
    for wrong in (
        ("overboost", YOU, "T-over", "1,1"),
        ("overboost", ME, PLAIN, "1,1"),
        ("overboost", ME, "T-over", "9"),
    ):
        with pytest.raises(LogError):
            fix(t, wrong)


def test_words_alone_change_nothing() -> None:
    t = Scene()
    before = t.st.digest()
    for do in ("ruling", "note"):
        fix(t, do=do)
        with pytest.raises(LogError, match="field_not_allowed"):
            fix(t, ("draw", ME, 1), do=do)
    assert t.st.digest() == before
    with pytest.raises(LogError, match="unknown_action"):
        fix(t, do="effect")


@pytest.mark.parametrize(
    "row",
    [
        (), ("dance", 1), (["damage"], 1), ("damage",), ("damage", "#1", -1), ("damage", "#1", True),
        ("damage", "#9999", 1), ("damage", 5, 1), ("damage", "#0", 1), ("state", "#0", "dead"), ("square", "#0", "9,9"),
        ("square", "#0", ["1,1"]), ("zone", "#0", "moon"), ("zone", PLAIN, "trash"), ("zone", PLAIN, "trash", 7),
        ("zone", "#3", "trash", ME), ("draw", ME, 99), ("draw", 2, 1), ("draw", ME, "1"), ("turn", ME, "setup"),
        ("turn", ME), ("lose", 3), ("lose", None), ("shift", "#0", PLAIN), ("shift", "#9999", PLAIN),
        ("overboost", 2, PLAIN, "1,1"), ("name", "#0", ""), ("colours", "#0", "pink"), ("power", "#0", -1),
        ("text", "#0", "Nowhere"), ("text", "#9999", "none"), ("text", "#0", 3), ("text", "#0"),
        ("name", "#0", "x" * 61), ("colours", "#0", 3),
    ],
    ids=str,
)  # fmt: skip
def test_a_row_that_makes_no_sense_is_an_error_of_the_log(row: tuple[Any, ...]) -> None:
    with pytest.raises(LogError):
        fix(Scene(), row)


def test_there_is_nothing_to_correct_before_and_after_a_game() -> None:
    t = Scene()
    t.st.phase = SETUP
    with pytest.raises(LogError, match="nothing_to_correct"):
        fix(t, ("draw", ME, 1))
    over = Scene()
    over.ok("concede")
    with pytest.raises(LogError, match="nothing_to_correct"):
        fix(over, ("draw", ME, 1))


def test_a_log_goes_on_behind_a_correction_and_is_shown_step_by_step() -> None:
    """A card of Resource is put to sleep and woken again by two corrections: the game ends as it did."""
    log = random_zx_game("judge", pool=POOL)
    rows = [json.loads(line) for line in log.splitlines()]
    rows[-1].pop("sha256")
    cursor = Cursor(log, POOL)
    at = next(at for at in range(8, len(rows)) if rows[at]["kind"] == "act" and rows[at]["do"] == "play")
    cursor.seek(at)
    paid = next(
        card["oid"]
        for seat in cursor.view()["seats"]
        for card in seat["resource"]["cards"]
        if card["state"] == "reboot"
    )
    n = rows[at]["n"]
    fixes = [
        {
            "kind": "judge",
            "n": n + shift,
            "do": "fix",
            "by": "J",
            "text": "Turned wrongly",
            "change": [["state", paid, state]],
        }
        for shift, state in enumerate(("sleep", "reboot"))
    ]
    later = [row | {"n": row["n"] + 2} if "n" in row else row for row in rows[at:]]
    data = b"".join(json.dumps(row).encode() + b"\n" for row in [*rows[:at], *fixes, *later])
    plain, report = audit(log, pool=POOL), audit(data, pool=POOL)
    assert (report.verdict, report.result, report.digest) == ("ok", plain.result, plain.digest)
    shown = Cursor(data, POOL)
    shown.seek(at + 1)
    assert shown.state.objs[int(paid[1:])].asleep
    assert "judge" in shown.steps[at].text().lower()
    shown.seek(at + 2)
    assert not shown.state.objs[int(paid[1:])].asleep


def test_trash_is_a_zone_like_any_other() -> None:
    t = Scene()
    card = t.stand(ME, PLAIN, "1,1")
    fix(t, ("zone", card, "trash"))
    assert t.zone(card) == TRASH and t.st.events[-1] == ("judge",)
