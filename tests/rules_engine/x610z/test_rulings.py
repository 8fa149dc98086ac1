"""Every option of every ruling that the engine carries, each with the situation that the ruling is about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules_engine.kernel.errors import EngineGap, RulingNeeded, Violation
from rules_engine.x610z.game import NOT_CARRIED
from rules_engine.x610z.model import UNACTIVATED
from rules_engine.x610z.rulesets import rulings
from rules_engine.x610z.setup import check_seating

from .cases_turns import GREY, do, game, turns
from .registry import ME, YOU, Table, rich

CARRIED: set[tuple[str, str]] = set()


def table(**choices: str) -> Table:
    """A table on which these rulings hold."""
    CARRIED.update(choices.items())
    t = Table()
    t.st.game = game(choices=choices)
    return t


def move(t: Table, card: str, *path: str) -> Any:
    """Move with one colorless energy."""
    return t.try_act("move", seat=ME, card=card, path=list(path), pay={"colorless": 1})


@pytest.mark.parametrize(("option", "asked"), [("left_of_last", ME), ("left_of_starter", YOU)])
def test_h1_who_is_asked_first(option: str, asked: int) -> None:
    from rules_engine.x610z.stack import responders

    t = table(H1=option)
    t.cast(ME, "Discount")
    t.cast(YOU, "Discount")
    assert responders(t.st)[0] == asked


def test_h2_phase_triggers_happen_at_once() -> None:
    t = table(H2="in_order")
    t.permanent(ME, "Waste")
    t.end_turn()
    t.end_turn([GREY])
    assert (t.st.stack, len(t.st.discard[ME])) == ((), 2)


def _short_cast(t: Table) -> Violation | None:
    crystal = t.permanent(ME, "Boost Energy Crystal")
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.hold(ME, "Spark")
    short = t.st.game.chosen["H3"] != "substitution"
    return t.try_act("cast", seat=ME, card="Spark", targets=[dragon], crystals=[crystal], short=short)


def test_h3_a_shortfall_is_a_penalty() -> None:
    t = table(H3="penalty")
    assert _short_cast(t) is None
    assert (t.st.stack, t.st.pool[ME]) == ((), (0, 0, 0, 0))


def test_h3_a_shortfall_is_substituted() -> None:
    t = table(H3="substitution")
    assert _short_cast(t) is None
    assert (len(t.st.stack), t.st.pool[ME]) == (1, (0, 0, 0, 0))


def test_h3_a_shortfall_is_refused() -> None:
    violation = _short_cast(table(H3="refused"))
    assert violation is not None
    assert (violation.rule, violation.code) == ("200.5", "cannot_pay")


def test_h4_the_caster_pays_extras_at_the_announcement() -> None:
    t = table(H4="caster_at_announcement")
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    t.cast(ME, "Bullseye", beast, x=1)
    assert t.st.pool[ME] == (0, 0, 0, 0)


@pytest.mark.parametrize(("option", "allowed"), [("specific_first", False), ("end_phase_open", True)])
def test_h5_the_active_player_starts_in_the_end_phase(option: str, allowed: bool) -> None:
    t = table(H5=option)
    t.act("end", seat=ME)
    t.act("proceed")
    t.hold(ME, "Discount")
    t.st.pool[ME] = (0, 0, 0, 1)
    assert (t.try_act("cast", seat=ME, card="Discount") is None) is allowed


@pytest.mark.parametrize(("option", "code"), [("must_repeat", "end_not_declared"), ("stands", None)])
def test_h6_the_declared_end_after_a_response(option: str, code: str | None) -> None:
    t = table(H6=option)
    t.act("end", seat=ME)
    t.play("Discount", seat=YOU)
    violation = t.try_act("proceed")
    assert (violation.code if violation else None) == code


@pytest.mark.parametrize(("option", "sharp"), [("right_angle_allowed", False), ("wider_only", True)])
def test_h7_a_turn_of_exactly_ninety_degrees(option: str, sharp: bool) -> None:
    from rules_engine.x610z.movement import _sharp

    t = table(H7=option)
    board = t.st.game.board
    turn = (board.number["3,1"], board.number["3,2"], board.number["3,3"])
    board.square_turns.add(turn)
    try:
        assert _sharp(t.st, *turn) is sharp
    finally:
        board.square_turns.discard(turn)


@pytest.mark.parametrize(("option", "allowed"), [("three_states", True), ("sideways_rests", False)])
def test_h8_a_summon_that_moved_attacks(option: str, allowed: bool) -> None:
    t = table(H8=option)
    rich(t)
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.summon(YOU, "Tunnel Beast", "3,3")
    assert move(t, dragon, "3,1", "3,2") is None
    t.resolve()
    assert (t.try_act("attack", seat=ME, card=dragon, path=["3,2", "3,3"]) is None) is allowed


@pytest.mark.parametrize(("option", "allowed"), [("three_states", False), ("others_only", True)])
def test_h8_a_summon_that_its_own_player_deactivated(option: str, allowed: bool) -> None:
    t = table(H8=option)
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.summon(YOU, "Tunnel Beast", "3,2")
    t.play("Paralysis", dragon)
    assert t.obj(dragon).state != UNACTIVATED
    assert (t.try_act("attack", seat=ME, card=dragon, path=["3,1", "3,2"]) is None) is allowed
    rich(t)
    assert (move(t, dragon, "3,1", "4,2") is None) is allowed


@pytest.mark.parametrize(("option", "dot"), [("walk_back", "4,3"), ("fails", "3,1")])
def test_h9_the_landing_dot_is_taken_meanwhile(option: str, dot: str) -> None:
    t = table(H9=option)
    rich(t)
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    assert move(t, dragon, "3,1", "4,2", "4,3", "4,4") is None
    t.summon(YOU, "Tunnel Beast", "4,4")
    t.resolve()
    assert t.dot(dragon) == dot


@pytest.mark.parametrize(("option", "allowed"), [("ends_only", True), ("whole_path", False)])
def test_h10_an_attack_through_the_no_attack_zone(option: str, allowed: bool) -> None:
    t = table(H10=option)
    dragon = t.summon(ME, "Old Stone Dragon", "2,0")
    t.summon(YOU, "Tunnel Beast", "2,2")
    assert (t.try_act("attack", seat=ME, card=dragon, path=["2,0", "1,1", "2,2"]) is None) is allowed


@pytest.mark.parametrize(("option", "zone"), [("can_destroy", "discard"), ("keeps_one", "play")])
def test_h11_a_defense_bonus_runs_out(option: str, zone: str) -> None:
    t = table(H11=option)
    beast = t.summon(ME, "Prowler Beast", "3,1")
    t.play("Iron Skin", beast)
    t.st.change(int(beast[1:]), damage=4)
    t.end_turn()
    assert t.zone(beast) == zone


@pytest.mark.parametrize(("option", "announced"), [("both_times", False), ("at_resolution", True)])
def test_h12_a_second_summon_of_a_class_is_announced(option: str, announced: bool) -> None:
    t = table(H12=option)
    t.summon(ME, "Mist Dragon", "3,1")
    t.hold(ME, "Hunter Dragon")
    t.st.pool[ME] = (1, 0, 0, 2)
    assert (t.try_act("cast", seat=ME, card="Hunter Dragon") is None) is announced
    if announced:
        slot = f"#{t.st.stack[-1].slot}"
        t.resolve()
        assert t.zone(slot) == "discard"


@pytest.mark.parametrize(("option", "allowed"), [("destroyed", True), ("forbidden", False)])
def test_h13_a_move_to_a_foreign_starting_dot(option: str, allowed: bool) -> None:
    t = table(H13=option)
    rich(t)
    violation = move(t, t.summon(ME, "Mist Dragon", "1,3"), "1,3", "0,2")
    assert (violation is None) is allowed
    assert allowed or (violation is not None and violation.rule == "601.4")


@pytest.mark.parametrize(("option", "kept"), [("one_draw", 1), ("apart", 2)])
def test_h14_extra_cards_and_the_normal_draw(option: str, kept: int) -> None:
    t = table(H14=option)
    t.permanent(ME, "Waste")
    t.end_turn()
    before = t.hand(ME)
    t.end_turn([GREY])
    assert t.hand(ME) == before + kept


@pytest.mark.parametrize(("option", "destroyed_by"), [("wipe_first", "603.5"), ("effects_first", "210.5")])
def test_h15_the_order_at_the_end_of_a_turn(option: str, destroyed_by: str) -> None:
    t = table(H15=option)
    beast = t.summon(ME, "Prowler Beast", "6,0")
    t.play("Iron Skin", beast)
    t.st.change(int(beast[1:]), damage=4)
    t.act("end", seat=ME)
    t.act("proceed")
    t.act("proceed")
    assert ("destroyed", int(beast[1:]), destroyed_by) in t.st.events


@pytest.mark.parametrize(
    ("option", "ruleset", "over_after"),
    [
        ("at_once", "x610z/2010-03", 2),
        ("when_turn_passes", "x610z/2010-03", 3),
        ("ruleset", "x610z/2010-03", 2),
        ("ruleset", "x610z/2010-02", 3),
    ],
)
def test_h16_an_empty_deck(option: str, ruleset: str, over_after: int) -> None:
    from rules_engine.kernel.log import Chance
    from rules_engine.x610z.setup import chance, initial

    CARRIED.add(("H16", option))
    st = initial(game(ruleset=ruleset, choices={"H16": option}))
    chance(st, Chance(of="first", value=0))
    for seat in (0, 1):
        chance(st, Chance(of="deck", seat=seat, value=[GREY] * 8))
    assert do(st, "begin", 0) is None
    turns(st, over_after - 1)
    assert st.result is None
    turns(st, 1)
    assert st.result is not None
    assert st.result.winners == (1,)


@pytest.mark.parametrize(("option", "first"), [("rounds", 30), ("turns", 15)])
def test_h17_when_a_player_may_give_up(option: str, first: int) -> None:
    from rules_engine.kernel.log import Chance
    from rules_engine.x610z.setup import chance, initial

    CARRIED.add(("H17", option))
    st = initial(game(choices={"H17": option}))
    chance(st, Chance(of="first", value=0))
    for seat in (0, 1):
        chance(st, Chance(of="deck", seat=seat, value=[GREY] * 50))
    assert do(st, "begin", 0) is None
    turns(st, first - 1)
    violation = do(st, "concede", st.active)
    assert violation is not None
    assert violation.rule == "106.3#3"
    turns(st, 1)
    assert do(st, "concede", st.active) is None


@pytest.mark.parametrize("option", ["last_team_judge", "last_team_draw"])
def test_h18_everybody_is_out_at_once(option: str) -> None:
    t = table(H18=option)
    for seat in (ME, YOU):
        t.st.change(seat, damage=99)
    if option == "last_team_judge":
        with pytest.raises(RulingNeeded):
            t.play("Discount")
    else:
        t.cast(ME, "Discount")
        t.act("resolve")
        assert t.st.result is not None
        assert t.st.result.draw


@pytest.mark.parametrize(
    ("option", "winners"), [("last_team_judge", None), ("last_team_draw", None), ("first_life_base", (0, 3))]
)
def test_h18_a_life_base_of_one_of_three_teams_is_destroyed(
    option: str, winners: tuple[int, ...] | None
) -> None:
    from rules_engine.testing import GameRecorder

    deck = ["Spark", *["Mystic Energy Crystal"] * 30]
    g = GameRecorder([deck] * 6, teams=("a", "b", "c") * 2, choices={"H18": option})
    g.act("begin", 0)
    g.judge([["pool", 0, "mystic", 1], ["damage", "#1", g.pool.life_base.defense - 1]])
    g.act("cast", 0, card="Spark", targets=["#1"])
    g.resolve()
    assert (g.state.result.winners if g.state.result else None) == winners
    assert not g.state.living(1) or winners


@pytest.mark.parametrize(("option", "bound"), [("sentence", False), ("whole_card", True)])
def test_h26_where_according_to_the_game_rules_counts(option: str, bound: bool) -> None:
    from rules_engine.x610z import nodes as n
    from rules_engine.x610z.effects import Run
    from rules_engine.x610z.effects_board import _by_rules
    from rules_engine.x610z.model import CAST, Item

    t = table(H26=option)
    t.hold(ME, "Slipstream")
    slot = t.st.hand[ME][-1]
    run = Run(t.st, Item(1, CAST, ME, slot, 0), ME, None)
    assert _by_rules(run, n.MoveSummon(n.Slot(0))) is bound
    assert _by_rules(run, n.MoveSummon(n.Slot(0), by_rules=True))


@pytest.mark.parametrize("option", ["all_leave"])
def test_h19_what_a_player_who_leaves_takes_along(option: str) -> None:
    from rules_engine.testing import GameRecorder

    g = GameRecorder([["Grey Energy Crystal"] * 20] * 3, organized_play=False, choices={"H19": option})
    g.act("begin", 0)
    g.act("cast", 0, card="Grey Energy Crystal")
    g.act("concede", 0)
    assert (g.state.play[0], g.state.active) == ((), 1)


@pytest.mark.parametrize("option", ["player"])
def test_h21_a_target_player_is_the_target_not_his_cards(option: str) -> None:
    t = table(H21=option)
    before = t.hand(YOU)
    t.play("Brain Fog", "seat:1", answers=([GREY],))
    assert t.hand(YOU) == before - 1
    t.hold(ME, "Silence")
    t.st.pool[ME] = (2, 0, 0, 0)
    violation = t.try_act("cast", seat=ME, card="Silence", targets=["#1"])
    assert violation is not None
    assert violation.rule == "208.1"


@pytest.mark.parametrize(("option", "controller"), [("follows", ME), ("stays", YOU)])
def test_h20_what_lies_on_a_stolen_vessel(option: str, controller: int) -> None:
    t = table(H20=option)
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    nest = t.permanent(YOU, "Crow's Nest", vessel)
    t.play("Silver Tongue", vessel)
    assert t.obj(nest).controller == controller


@pytest.mark.parametrize(("option", "zone"), [("discard_pile", "discard"), ("hand", "hand")])
def test_h22_where_a_cancelled_card_goes(option: str, zone: str) -> None:
    t = table(H22=option)
    t.cast(ME, "Discount")
    slot = f"#{t.st.stack[-1].slot}"
    t.play("Denial", "stack:1", seat=YOU)
    assert t.zone(slot) == zone


@pytest.mark.parametrize(("option", "damage"), [("in_full", 0), ("in_part", True)])
def test_h23_a_step_that_is_done_in_part(option: str, damage: int) -> None:
    t = table(H23=option)
    works = t.permanent(ME, "Cannon Works")
    t.st.change(int(works[1:]), counters=1)
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    t.activate(works, beast)
    assert bool(t.damage(beast)) is bool(damage)


@pytest.mark.parametrize(("option", "fine"), [("warning", True), ("refused", False)])
def test_h24_a_layout_that_is_not_the_boards(option: str, fine: bool) -> None:
    CARRIED.add(("H24", option))
    odd = game(("0,0", "0,2", "0,6"), choices={"H24": option})
    assert (check_seating(odd) is None) is fine
    assert check_seating(game(("0,2", "0,6", "0,10"), choices={"H24": option})) is None


@pytest.mark.parametrize(("option", "fine"), [("any_fewer", True), ("one_fewer", False)])
def test_h25_how_many_cards_murphys_law_gives(option: str, fine: bool) -> None:
    from rules_engine.kernel.log import Chance
    from rules_engine.x610z.setup import chance, initial

    CARRIED.add(("H25", option))
    st = initial(game(choices={"H25": option}))
    chance(st, Chance(of="first", value=0))
    for seat in (0, 1):
        chance(st, Chance(of="deck", seat=seat, value=[GREY] * 20))
    assert (do(st, "murphy", 0, x=4, answers=[[GREY] * 20]) is None) is fine
    if not fine:
        assert do(st, "murphy", 0, x=6, answers=[[GREY] * 20]) is None


@pytest.mark.parametrize(("ruling", "option"), NOT_CARRIED)
def test_an_option_that_the_engine_cannot_play_by_is_a_gap(ruling: str, option: str) -> None:
    assert option in rulings()[ruling].options
    with pytest.raises(EngineGap):
        game(choices={ruling: option})


OUTSIDE = {"H27", "H28"}
"""Rulings about deck lists and card types, tested with them."""


def test_every_option_is_carried_or_named_as_a_gap() -> None:
    """The parametrized tests above and the gaps together name every option of every ruling of a game."""
    text = Path(__file__).read_text(encoding="utf-8")
    for known in rulings().values():
        if known.id in OUTSIDE:
            continue
        for option in known.options:
            gap = (known.id, option) in NOT_CARRIED
            named = f'"{option}"' in text and f"test_{known.id.lower()}_" in text
            assert gap or named, (known.id, option)
