"""Every option of every ruling, each with the situation that the ruling is about and what it makes of it.

A test names its options with what they lead to; the last test reads the names of all options in ``rulings.toml`` and
fails when two options of a ruling are nowhere told apart.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from rules_engine import audit
from rules_engine.kernel.errors import NeedAnswer, RulingNeeded, Violation
from rules_engine.testing import GameRecorder
from rules_engine.x610z.damage import note_attacker
from rules_engine.x610z.log import Chance
from rules_engine.x610z.model import DISCARD, DRAW, REACTIVATION, UNACTIVATED
from rules_engine.x610z.recorder import IllegalAction
from rules_engine.x610z.rulesets import load_ruleset, rulings
from rules_engine.x610z.setup import chance, check_seating, initial
from rules_engine.x610z.view import view
from rules_engine.x610z.zones import move_card
from tests.rules_engine.cards.table import effect

from .cases_turns import GREY, do, game, turns
from .registry import ME, YOU, Table, rich

TOLD_APART: dict[str, list[dict[str, Any]]] = {}


def options(ruling: str, **outcomes: Any) -> Any:
    """Run the test for each option named, with the outcome that it must lead to."""
    TOLD_APART.setdefault(ruling, []).append(outcomes)
    return pytest.mark.parametrize(("option", "outcome"), list(outcomes.items()))


def table(**choices: str) -> Table:
    """A table on which these rulings hold."""
    t = Table()
    t.st.game = game(choices=choices)
    return t


def move(t: Table, card: str, *path: str) -> Any:
    """Move with one colorless energy."""
    return t.try_act("move", seat=ME, card=card, path=list(path), pay={"colorless": 1})


@options("H1", left_of_last=ME, left_of_starter=YOU)
def test_h1_who_is_asked_first(option: str, outcome: int) -> None:
    from rules_engine.x610z.stack import responders

    t = table(H1=option)
    t.cast(ME, "Discount")
    t.cast(YOU, "Discount")
    assert responders(t.st)[0] == outcome


@options("H2", in_order=("action", 0), with_responses=("draw", 1))
def test_h2_a_trigger_of_the_draw_phase(option: str, outcome: tuple[str, int]) -> None:
    t = table(H2=option)
    t.permanent(ME, "Waste")
    t.end_turn()
    t.act("end", seat=YOU)
    t.act("proceed")
    t.act("proceed", answers=[[GREY]] if option == "in_order" else None)
    assert (view(t.st)["phase"], len(t.st.stack)) == outcome
    assert (len(t.st.discard[ME]) == 2) is (option == "in_order")


def test_h2_a_trigger_on_the_stack_is_answered_with_effects_and_nothing_else() -> None:
    t = table(H2="with_responses")
    t.permanent(ME, "Waste")
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.summon(YOU, "Tunnel Beast", "3,2")
    t.end_turn()
    t.end_turn()
    assert (t.st.phase, t.st.active, t.hand(ME)) == (DRAW, ME, 8)
    rich(t)
    t.hold(ME, "Hunter Dragon")
    for refused in (
        t.try_act("cast", seat=ME, card=GREY),
        t.try_act("cast", seat=ME, card="Hunter Dragon", pay={"mystic": 1, "colorless": 2}),
        move(t, dragon, "3,1", "4,2"),
        t.try_act("attack", seat=ME, card=dragon, path=["3,1", "3,2"]),
    ):
        assert refused is not None
        assert (refused.rule, refused.code) == ("201.2", "only_answers_in_phase")
    t.cast(YOU, "Discount")
    hand = t.hand(YOU)
    t.resolve()
    assert (t.hand(YOU), len(t.st.stack)) == (hand + 2, 1)
    t.resolve([GREY])
    assert (view(t.st)["phase"], t.st.stack, t.hand(ME)) == ("action", (), 8 + 1 + 1)
    assert t.try_act("cast", seat=ME, card=GREY) is None


def test_h2_the_reactivation_phase_waits_too_and_the_normal_draw_follows() -> None:
    ticking = effect(
        "Ticking", "At the beginning of your reactivation phase, draw 1 card from your deck.", permanent=True
    )
    t = Table(ticking, choices={"H2": "with_responses"})
    t.permanent(ME, "Ticking")
    t.end_turn()
    t.end_turn()
    assert (t.st.phase, len(t.st.stack)) == (REACTIVATION, 1)
    before = t.hand(ME)
    t.resolve()
    assert (view(t.st)["phase"], t.hand(ME)) == ("action", before + 2)


def _short_cast(t: Table) -> Violation | None:
    crystal = t.permanent(ME, "Boost Energy Crystal")
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.hold(ME, "Spark")
    short = t.st.game.chosen["H3"] != "substitution"
    return t.try_act("cast", seat=ME, card="Spark", targets=[dragon], crystals=[crystal], short=short)


@options("H3", penalty=(None, 0), substitution=(None, 1), refused=("200.5", 0))
def test_h3_a_shortfall(option: str, outcome: tuple[str | None, int]) -> None:
    t = table(H3=option)
    violation = _short_cast(t)
    assert (violation and violation.rule, len(t.st.stack)) == outcome
    assert (t.st.pool[ME] == (0, 0, 0, 0)) is (option != "refused") or violation


@options("H4", caster_at_announcement=(None, 4), all_at_resolution=("204.4a", 4))
def test_h4_when_the_caster_pays_for_more(option: str, outcome: tuple[str | None, int]) -> None:
    t = table(H4=option)
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    t.hold(ME, "Bullseye")
    t.st.pool[ME] = (3, 0, 0, 1)
    violation = t.try_act("cast", seat=ME, card="Bullseye", targets=[beast], x=1)
    assert (violation and violation.rule) == outcome[0]
    late = violation is not None
    if late:
        t.act("cast", seat=ME, card="Bullseye", targets=[beast], pay={"mystic": 1, "colorless": 1})
    assert t.st.pool[ME] == ((2, 0, 0, 0) if late else (0, 0, 0, 0))
    t.resolve(*([True] if late else []))
    assert (t.damage(beast), t.st.pool[ME]) == (outcome[1], (0, 0, 0, 0))


@options("H4", caster_at_announcement=0, all_at_resolution=1)
def test_h4_a_repeated_cost_is_counted_when_it_is_paid(option: str, outcome: int) -> None:
    t = table(H4=option)
    beast = t.summon(YOU, "Tunnel Beast", "3,1", damage=4)
    t.cast(ME, "Heal", beast)
    t.st.pool[ME] = (1, 0, 0, 0)
    t.resolve(*([1] if outcome else []))
    assert t.damage(beast) == 2 - outcome
    assert t.st.pool[ME] == (1 - outcome, 0, 0, 0)


def test_h4_an_additional_target_is_chosen_when_it_is_paid_for() -> None:
    forked = effect(
        "Forked", "Deal 1 damage to target summon. With extra M1, deal 1 damage to another target summon."
    )
    t = Table(forked, choices={"H4": "all_at_resolution"})
    near, far = t.summon(YOU, "Tunnel Beast", "3,1"), t.summon(YOU, "Mist Dragon", "3,3")
    t.cast(ME, "Forked", near)
    t.st.pool[ME] = (1, 0, 0, 0)
    t.resolve(True, far)
    assert (t.damage(near), t.damage(far)) == (1, 1)


@options("H5", specific_first=False, end_phase_open=True)
def test_h5_the_active_player_starts_in_the_end_phase(option: str, outcome: bool) -> None:
    t = table(H5=option)
    t.act("end", seat=ME)
    t.act("proceed")
    t.hold(ME, "Discount")
    t.st.pool[ME] = (0, 0, 0, 1)
    assert (t.try_act("cast", seat=ME, card="Discount") is None) is outcome


@options("H6", must_repeat="end_not_declared", stands=None)
def test_h6_the_declared_end_after_a_response(option: str, outcome: str | None) -> None:
    t = table(H6=option)
    t.act("end", seat=ME)
    t.play("Discount", seat=YOU)
    violation = t.try_act("proceed")
    assert (violation.code if violation else None) == outcome


@options("H7", right_angle_allowed=False, wider_only=True)
def test_h7_a_turn_of_exactly_ninety_degrees(option: str, outcome: bool) -> None:
    from rules_engine.x610z.movement import _sharp

    t = table(H7=option)
    board = t.st.game.board
    turn = (board.number["3,1"], board.number["3,2"], board.number["3,3"])
    board.square_turns.add(turn)
    try:
        assert _sharp(t.st, *turn) is outcome
    finally:
        board.square_turns.discard(turn)


@options("H8", three_states=True, others_only=True, sideways_rests=False)
def test_h8_a_summon_that_moved_attacks(option: str, outcome: bool) -> None:
    t = table(H8=option)
    rich(t)
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.summon(YOU, "Tunnel Beast", "3,3")
    assert move(t, dragon, "3,1", "3,2") is None
    t.resolve()
    assert (t.try_act("attack", seat=ME, card=dragon, path=["3,2", "3,3"]) is None) is outcome


@options("H8", three_states=False, others_only=True)
def test_h8_a_summon_that_its_own_player_deactivated(option: str, outcome: bool) -> None:
    t = table(H8=option)
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.summon(YOU, "Tunnel Beast", "3,2")
    t.play("Paralysis", dragon)
    assert t.obj(dragon).state != UNACTIVATED
    assert (t.try_act("attack", seat=ME, card=dragon, path=["3,1", "3,2"]) is None) is outcome
    rich(t)
    assert (move(t, dragon, "3,1", "4,2") is None) is outcome


@options("H9", walk_back="4,3", fails="3,1")
def test_h9_the_landing_dot_is_taken_meanwhile(option: str, outcome: str) -> None:
    t = table(H9=option)
    rich(t)
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    assert move(t, dragon, "3,1", "4,2", "4,3", "4,4") is None
    t.summon(YOU, "Tunnel Beast", "4,4")
    t.resolve()
    assert t.dot(dragon) == outcome


@options("H10", ends_only=True, whole_path=False)
def test_h10_an_attack_through_the_no_attack_zone(option: str, outcome: bool) -> None:
    t = table(H10=option)
    dragon = t.summon(ME, "Old Stone Dragon", "2,0")
    t.summon(YOU, "Tunnel Beast", "2,2")
    assert (t.try_act("attack", seat=ME, card=dragon, path=["2,0", "1,1", "2,2"]) is None) is outcome


@options("H11", can_destroy="discard", keeps_one="play")
def test_h11_a_defense_bonus_runs_out(option: str, outcome: str) -> None:
    t = table(H11=option)
    beast = t.summon(ME, "Prowler Beast", "3,1")
    t.play("Iron Skin", beast)
    t.st.change(int(beast[1:]), damage=4)
    t.end_turn()
    assert t.zone(beast) == outcome


@options("H12", both_times=False, at_resolution=True)
def test_h12_a_second_summon_of_a_class_is_announced(option: str, outcome: bool) -> None:
    t = table(H12=option)
    t.summon(ME, "Mist Dragon", "3,1")
    t.hold(ME, "Hunter Dragon")
    t.st.pool[ME] = (1, 0, 0, 2)
    assert (t.try_act("cast", seat=ME, card="Hunter Dragon") is None) is outcome
    if outcome:
        slot = f"#{t.st.stack[-1].slot}"
        t.resolve()
        assert t.zone(slot) == "discard"


@options("H13", destroyed=True, forbidden=False)
def test_h13_a_move_to_a_foreign_starting_dot(option: str, outcome: bool) -> None:
    t = table(H13=option)
    rich(t)
    violation = move(t, t.summon(ME, "Mist Dragon", "1,3"), "1,3", "0,2")
    assert (violation is None) is outcome
    assert outcome or (violation is not None and violation.rule == "601.4")


@options("H14", one_draw=1, apart=2)
def test_h14_extra_cards_and_the_normal_draw(option: str, outcome: int) -> None:
    t = table(H14=option)
    t.permanent(ME, "Waste")
    t.end_turn()
    before = t.hand(ME)
    t.end_turn([GREY])
    assert t.hand(ME) == before + outcome


@options("H15", wipe_first="603.5", effects_first="210.5")
def test_h15_the_order_at_the_end_of_a_turn(option: str, outcome: str) -> None:
    t = table(H15=option)
    beast = t.summon(ME, "Prowler Beast", "6,0")
    t.play("Iron Skin", beast)
    t.st.change(int(beast[1:]), damage=4)
    t.act("end", seat=ME)
    t.act("proceed")
    t.act("proceed")
    assert ("destroyed", int(beast[1:]), outcome) in t.st.events


@pytest.mark.parametrize("february", [False, True])
@options("H16", at_once=(2, 2), when_turn_passes=(3, 3), ruleset=(2, 3))
def test_h16_an_empty_deck(option: str, outcome: tuple[int, int], february: bool) -> None:
    over_after = outcome[february]
    ruleset = "x610z/2010-02" if february else "x610z/2010-03"
    st = initial(game(ruleset=ruleset, choices={"H16": option}))
    chance(st, Chance(of="first", value=0))
    for seat in (0, 1):
        chance(st, Chance(of="deck", seat=seat, value=[GREY] * 8))
    assert do(st, "begin", 0) is None
    turns(st, over_after - 1)
    early = st.result
    turns(st, 1)
    assert (early, st.result and st.result.winners) == (None, (1,))


@options("H17", rounds=30, turns=15)
def test_h17_when_a_player_may_give_up(option: str, outcome: int) -> None:
    st = initial(game(choices={"H17": option}))
    chance(st, Chance(of="first", value=0))
    for seat in (0, 1):
        chance(st, Chance(of="deck", seat=seat, value=[GREY] * 50))
    assert do(st, "begin", 0) is None
    turns(st, outcome - 1)
    violation = do(st, "concede", st.active)
    assert violation is not None
    assert violation.rule == "106.3#3"
    turns(st, 1)
    assert do(st, "concede", st.active) is None


@options("H18", last_team_judge=False, last_team_draw=True)
def test_h18_everybody_is_out_at_once(option: str, outcome: bool) -> None:
    t = table(H18=option)
    for seat in (ME, YOU):
        t.st.change(seat, damage=99)
    t.cast(ME, "Discount")
    if not outcome:
        with pytest.raises(RulingNeeded):
            t.act("resolve")
        return
    t.act("resolve")
    assert t.st.result is not None
    assert t.st.result.draw


@options("H18", last_team_judge=None, last_team_draw=None, first_life_base=(0, 3))
def test_h18_a_life_base_of_one_of_three_teams_is_destroyed(
    option: str, outcome: tuple[int, ...] | None
) -> None:
    deck = ["Spark", *["Mystic Energy Crystal"] * 30]
    g = GameRecorder([deck] * 6, teams=("a", "b", "c") * 2, choices={"H18": option})
    g.act("begin", 0)
    g.judge([["pool", 0, "mystic", 1], ["damage", "#1", g.pool.life_base.defense - 1]])
    g.act("cast", 0, card="Spark", targets=["#1"])
    g.resolve()
    assert (g.state.result.winners if g.state.result else None) == outcome
    assert not g.state.living(1) or outcome


def test_h18_of_two_teams_that_destroy_each_others_life_base_at_once_none_is_first() -> None:
    deck = ["Spark", *["Mystic Energy Crystal"] * 30]
    g = GameRecorder([deck] * 6, teams=("a", "b", "c") * 2, choices={"H18": "first_life_base"})
    g.act("begin", 0)
    g.judge([["pool", 0, "mystic", 1]])
    g.act("cast", 0, card="Spark", targets=["#2"])
    for seat, by in ((ME, YOU), (YOU, ME)):
        g.state.change(seat, damage=99)
        note_attacker(g.state, seat, by)
    with pytest.raises(RulingNeeded, match="H18"):
        g.resolve()


@options("H26", sentence=False, whole_card=True)
def test_h26_where_according_to_the_game_rules_counts(option: str, outcome: bool) -> None:
    from rules_engine.x610z import nodes as n
    from rules_engine.x610z.effects import Run
    from rules_engine.x610z.effects_board import _by_rules
    from rules_engine.x610z.model import CAST, Item
    from rules_engine.x610z.resolve import TOOLS

    t = table(H26=option)
    t.hold(ME, "Slipstream")
    slot = t.st.hand[ME][-1]
    run = Run(t.st, Item(1, CAST, ME, slot, 0), t.st.game.infos[t.st.objs[slot].rev].body, ME, None, TOOLS)
    assert _by_rules(run, n.MoveSummon(n.Slot(0))) is outcome
    assert _by_rules(run, n.MoveSummon(n.Slot(0), by_rules=True))


def _leaver(option: str, *deck: str) -> GameRecorder:
    g = GameRecorder(
        [[*deck, *["Mystic Energy Crystal"] * 20]] * 3, organized_play=False, choices={"H19": option}
    )
    g.act("begin", 0)
    g.judge([["pool", seat, kind, 4] for seat in range(3) for kind in ("mystic", "colorless")])
    return g


@options("H19", all_leave=(0, 1), stack_resolves=(1, 0))
def test_h19_what_a_player_who_leaves_has_announced(option: str, outcome: tuple[int, int]) -> None:
    """The first number is the damage, the second whose turn it is while the stack waits."""
    g = _leaver(option, "Spark")
    g.act("cast", 0, card="Mystic Energy Crystal")
    g.act("cast", 0, card="Spark", targets=["#1"], pay={"mystic": 1})
    slot = g.state.stack[0].slot
    g.act("concede", 0)
    assert (g.state.play[0], g.state.active) == ((), outcome[1])
    g.resolve_all()
    assert (g.state.objs[1].damage > 0, g.state.active) == (bool(outcome[0]), 1)
    assert slot not in g.state.discard[0]
    g.end_turn()
    g.act("time")
    assert g.state.result is not None


@options("H19", all_leave=0, stack_resolves=0)
def test_h19_a_permanent_of_a_player_who_left_never_enters_play(option: str, outcome: int) -> None:
    g = _leaver(option, "Hunter Dragon")
    g.act("cast", 0, card="Hunter Dragon", pay={"mystic": 1, "colorless": 2})
    g.act("concede", 0)
    g.resolve_all()
    assert len(g.state.play[0]) == outcome
    assert all(slot < 3 for slot in g.state.occ.values())


def test_h19_a_stack_that_stays_in_another_players_turn_goes_on_as_usual() -> None:
    g = _leaver("stack_resolves", "Discount")
    g.act("cast", 0, card="Discount", pay={"colorless": 1})
    g.act("cast", 1, card="Discount", pay={"colorless": 1})
    g.act("concede", 1)
    assert (len(g.state.stack), g.state.active) == (2, 0)
    g.resolve_all()
    assert (len(g.state.hand[0]), g.state.active) == (9, 0)


DOWNPOUR = effect("Downpour", "Deal 1 damage to all target player's summons.")


@options("H21", player=1, things=0)
def test_h21_a_summon_that_cannot_be_a_target(option: str, outcome: int) -> None:
    t = Table(DOWNPOUR, choices={"H21": option})
    smoky, plain = t.summon(YOU, "Tunnel Beast", "3,1"), t.summon(YOU, "Mist Dragon", "3,3")
    t.play("Cloaking Smoke", smoky)
    t.play("Downpour", "seat:1")
    assert (t.damage(smoky), t.damage(plain)) == (outcome, 1)


@options("H21", player="208.1", things="208.1")
def test_h21_only_a_player_is_named_as_the_target(option: str, outcome: str) -> None:
    t = Table(DOWNPOUR, choices={"H21": option})
    t.hold(ME, "Downpour")
    violation = t.try_act("cast", seat=ME, card="Downpour", targets=["#1"])
    assert violation is not None
    assert violation.rule == outcome


@options("H20", follows=ME, stays=YOU)
def test_h20_what_lies_on_a_stolen_vessel(option: str, outcome: int) -> None:
    t = table(H20=option)
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    nest = t.permanent(YOU, "Crow's Nest", vessel)
    t.play("Silver Tongue", vessel)
    assert t.obj(nest).controller == outcome


@options("H22", discard_pile="discard", hand="hand")
def test_h22_where_a_cancelled_card_goes(option: str, outcome: str) -> None:
    t = table(H22=option)
    t.cast(ME, "Discount")
    slot = f"#{t.st.stack[-1].slot}"
    t.play("Denial", "stack:1", seat=YOU)
    assert t.zone(slot) == outcome


@options("H23", in_full=0, in_part=True)
def test_h23_a_step_that_is_done_in_part(option: str, outcome: int) -> None:
    t = table(H23=option)
    works = t.permanent(ME, "Cannon Works")
    t.st.change(int(works[1:]), counters=1)
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    t.activate(works, beast)
    assert bool(t.damage(beast)) is bool(outcome)


@options("H24", warning=True, refused=False)
def test_h24_a_layout_that_is_not_the_boards(option: str, outcome: bool) -> None:
    odd = game(("0,0", "0,2", "0,6"), choices={"H24": option})
    assert (check_seating(odd) is None) is outcome
    assert check_seating(game(("0,2", "0,6", "0,10"), choices={"H24": option})) is None


def test_h24_another_layout_is_noted_and_the_boards_own_is_not() -> None:
    def noted(*dots: str) -> list[str]:
        g = GameRecorder([[GREY] * 40] * 3, dots=dots)
        g.act("begin", 0)
        g.act("time")
        report = audit(g.finish())
        assert report.verdict == "ok"
        return [row["rule"] for row in report.warnings]

    assert noted("0,0", "0,2", "0,4") == ["105.2b"]
    assert noted("0,0", "0,4", "0,8") == []


@options("H25", any_fewer=True, one_fewer=False)
def test_h25_how_many_cards_murphys_law_gives(option: str, outcome: bool) -> None:
    st = initial(game(choices={"H25": option}))
    chance(st, Chance(of="first", value=0))
    for seat in (0, 1):
        chance(st, Chance(of="deck", seat=seat, value=[GREY] * 20))
    assert (do(st, "murphy", 0, x=4, answers=[[GREY] * 20]) is None) is outcome
    if not outcome:
        assert do(st, "murphy", 0, x=6, answers=[[GREY] * 20]) is None


@options("H27", off=None, deck_restriction="G.team-restriction")
def test_h27_copies_over_the_decks_of_a_team(option: str, outcome: str | None) -> None:
    """Two copies in each deck are fine; the two decks of a team hold four of a card that allows three."""
    deck = ["Bullseye", "Bullseye", *["Mystic Energy Crystal"] * 48]
    teams, choices = ("a", "b") * 2, {"H27": option}
    g = GameRecorder([deck] * 4, teams=teams, choices=choices, play="constructed")
    if outcome is None:
        g.act("begin", 0)
    else:
        with pytest.raises(IllegalAction) as refused:
            g.act("begin", 0)
        assert refused.value.violation.rule == outcome
    fewer = GameRecorder([[*deck[1:], deck[-1]]] * 4, teams=teams, choices=choices, play="constructed")
    fewer.act("begin", 0)


@options("H28", six="summon_effect", five="effect")
def test_h28_the_type_of_a_summon_effect_card(option: str, outcome: str) -> None:
    t = table(H28=option)
    t.hold(ME, "Bullseye")
    shown = {row["card"]: row["kind"] for row in view(t.st, ME)["seats"][ME]["hand"]["cards"]}
    assert shown["Bullseye"] == outcome
    rich(t)
    crystal = t.permanent(YOU, GREY)
    violation = t.try_act(
        "cast", seat=ME, card="Bullseye", targets=[crystal], pay={"mystic": 1, "colorless": 1}
    )
    assert violation is not None
    assert violation.rule in ("208.1", "401.2a"), "under both it may target summons only"


@options("H29", all_see=2, who_stays=0)
def test_h29_a_beast_that_dies_with_another_summon(option: str, outcome: int) -> None:
    """An Effect leaves with two summons: it sees them go, or it does not."""
    text = "Whenever a non Life Base summon is destroyed, draw 1 card from your deck."
    t = Table(
        effect("Echo", text, permanent=True),
        effect("Sweep", "Destroy all permanents you control."),
        choices={"H29": option},
    )
    t.permanent(ME, "Echo")
    t.st.change(0, dot=-1)  # the Life Bases are not what this is about
    t.summon(ME, "Tunnel Beast", "3,1")
    t.st.play[ME] = tuple(slot for slot in t.st.play[ME] if slot)
    echo = t.st.play[ME][0]
    t.summon(ME, "Jelly Fish Vessel", "3,3")
    t.cast(ME, "Sweep")
    t.resolve(*([f"1:#{echo}"] if outcome else []))
    assert len(t.st.stack) == outcome


@options("H30", inserted=[1, 1, 0], left_of_extra=[1, 0, 1])
def test_h30_whose_turn_it_is_after_an_extra_turn(option: str, outcome: list[int]) -> None:
    g = GameRecorder([["Grey Energy Crystal"] * 30] * 2, choices={"H30": option})
    g.act("begin", 0)
    g.state.extra_turns = (1,)
    seen = []
    for _ in outcome:
        g.end_turn()
        seen.append(g.state.active)
    assert seen == outcome


@options("H31", any_order=None, clockwise="105.4")
def test_h31_murphys_law_of_the_starting_player_after_the_others(option: str, outcome: str | None) -> None:
    st = initial(game(choices={"H31": option}))
    chance(st, Chance(of="first", value=0))
    for seat in (0, 1):
        chance(st, Chance(of="deck", seat=seat, value=[GREY] * 20))
    assert do(st, "murphy", 1, x=6, answers=[[GREY] * 20]) is None
    found = do(st, "murphy", 0, x=6, answers=[[GREY] * 20])
    assert (found.rule if found else None) == outcome


@options("H32", refused="600.5", may_fail=None)
def test_h32_a_move_to_a_dot_that_is_taken(option: str, outcome: str | None) -> None:
    t = table(H32=option)
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.summon(YOU, "Tunnel Beast", "3,2")
    rich(t)
    t.st.pool[ME] = t.st.game.infos[t.obj(dragon).rev].movement
    found = t.try_act("move", seat=ME, card=dragon, path=["3,1", "3,2"])
    assert (found.rule if found else None) == outcome
    if found is None:
        t.resolve()
        assert t.dot(dragon) == "3,1", "the dot is still taken"


@options("H33", binds="202.6", freed=None)
def test_h33_the_direction_of_a_cancelled_attack(option: str, outcome: str | None) -> None:
    t = Table(effect("Halt", "Cancel target attack."), choices={"H33": option})
    dragon = t.summon(ME, "Mist Dragon", "3,2")
    t.summon(YOU, "Tunnel Beast", "3,3")
    t.act("attack", seat=ME, card=dragon, path=["3,2", "3,3"])
    t.play("Halt", "stack:1", seat=YOU)
    t.st.pool[ME] = t.st.game.infos[t.obj(dragon).rev].movement
    found = t.try_act("move", seat=ME, card=dragon, path=["3,2", "3,1"])
    assert (found.rule if found else None) == outcome


@options("H34", stackable_only=None, any_action="703.4")
def test_h34_a_crystal_as_an_answer_to_the_end(option: str, outcome: str | None) -> None:
    t = table(H34=option)
    crystal = t.permanent(YOU, GREY)
    t.act("end", seat=ME)
    t.act("activate", seat=YOU, card=crystal)
    found = t.try_act("proceed")
    assert (found.rule if found else None) == outcome


@options("H35", as_printed=2, one_turn=0)
def test_h35_a_lasting_change_of_defense(option: str, outcome: int) -> None:
    """A Beast under a bonus of 2, looked at in the turn after the permanent came into play."""
    t = Table(effect("Stone Skin", "Target summon gets Defense +2.", permanent=True), choices={"H35": option})
    beast = t.summon(ME, "Tunnel Beast", "3,1")
    plain = t.stat(beast, "defense")
    t.permanent(ME, "Stone Skin", beast)
    assert t.stat(beast, "defense") == plain + 2
    t.end_turn()
    assert t.stat(beast, "defense") == plain + outcome


@options("H36", checked_again=0, at_announcement=1)
def test_h36_a_target_that_cannot_be_targeted_any_more(option: str, outcome: int) -> None:
    t = Table(
        effect("Dart", "Deal 1 damage to target summon."),
        effect("Veil", "Target summon can't be targeted until end of turn."),
        choices={"H36": option},
    )
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    t.cast(ME, "Dart", vessel)
    t.play("Veil", vessel, seat=YOU)
    t.resolve()
    assert t.damage(vessel) == outcome


@options("H37", caster=ME, controller=YOU)
def test_h37_who_you_is_on_a_stolen_permanent(option: str, outcome: int) -> None:
    from rules_engine.x610z.lasting import change_control

    t = Table(
        effect("Tide", "Whenever a summon moves, draw 1 card from your deck.", permanent=True),
        effect("Shove", "Move target summon 1 dot."),
        choices={"H37": option},
    )
    tide = t.permanent(ME, "Tide")
    change_control(t.st, int(tide[1:]), YOU)
    vessel = t.summon(ME, "Jelly Fish Vessel", "3,1")
    hands = [t.hand(ME), t.hand(YOU)]
    t.play("Shove", vessel, answers=("3,1 3,2",))
    t.resolve()
    hands[outcome] += 1
    assert [t.hand(ME), t.hand(YOU)] == hands


HOMEWARD = "Move all non Life Base summons on top of its owner's deck."


def homeward(**choices: str) -> Table:
    """A Dragon and a Vessel of the opponent, and a card that puts both on his deck."""
    t = Table(effect("Homeward", HOMEWARD), choices=choices)
    t.summon(YOU, "Mist Dragon", "3,1")
    t.summon(YOU, "Jelly Fish Vessel", "3,2")
    t.cast(ME, "Homeward")
    return t


def top_of_deck(t: Table, seat: int, count: int) -> list[str]:
    """The names of the uppermost cards of a deck, top first."""
    revs = [t.st.objs[slot].rev for slot in reversed(t.st.deck[seat][-count:])]
    return [t.st.game.pool.cards[rev].name for rev in revs]


@options("H38", owner=YOU, active_player=ME)
def test_h38_who_says_the_order_on_a_deck(option: str, outcome: int) -> None:
    t = homeward(H38=option)
    with pytest.raises(NeedAnswer) as asked:
        t.act("resolve")
    assert (asked.value.need.seat, asked.value.need.prompt) == (outcome, "order_on_deck")


@pytest.mark.parametrize("first", ["Mist Dragon", "Jelly Fish Vessel"])
def test_h38_whoever_says_it_names_the_uppermost_card(first: str) -> None:
    t = homeward()
    t.act("resolve", answers=[[first]])
    assert top_of_deck(t, YOU, 2) == [first, *({"Mist Dragon", "Jelly Fish Vessel"} - {first})]


def test_h38_under_a_deck_the_order_is_said_from_the_top_as_well() -> None:
    t = Table(effect("Cellar", "Move all cards in your discard pile on the bottom of your deck."))
    for name in ("Mist Dragon", "Jelly Fish Vessel", "Tunnel Beast"):
        t.hold(ME, name)
        move_card(t.st, t.st.hand[ME][-1], DISCARD)
    t.cast(ME, "Cellar")
    t.act("resolve", answers=[["Tunnel Beast"]])
    lowest = [t.st.game.pool.cards[t.st.objs[slot].rev].name for slot in reversed(t.st.deck[ME][:3])]
    assert lowest == ["Tunnel Beast", "Mist Dragon", "Jelly Fish Vessel"]


@pytest.mark.parametrize(
    "answer", [[GREY], ["Mist Dragon", "Mist Dragon"], ["Mist Dragon", "Jelly Fish Vessel", GREY]]
)
def test_h38_only_the_cards_that_come_there_are_ordered_and_each_once(answer: list[str]) -> None:
    t = homeward()
    refused = t.try_act("resolve", answers=[answer])
    assert refused.rule == "501.2"


def test_h38_nobody_is_asked_for_copies_of_one_card() -> None:
    t = Table(effect("Homeward", HOMEWARD))
    t.summon(YOU, "Mist Dragon", "3,1")
    t.summon(ME, "Mist Dragon", "3,2")
    t.cast(ME, "Homeward")
    t.act("resolve")
    assert top_of_deck(t, YOU, 1) == top_of_deck(t, ME, 1) == ["Mist Dragon"]


def _watched(option: str, text: str, *host: str) -> Table:
    """A table on which ME draws a card as soon as what the text waits for has triggered and resolved."""
    t = Table(
        effect("Watch", text, permanent=True),
        effect("Halt", "Cancel target action."),
        choices={"H39": option},
    )
    t.summon(ME, "Mist Dragon", "3,2")
    t.summon(YOU, "Tunnel Beast", "3,3")
    mirror = t.summon(YOU, "Mirror Dragon", "3,5")
    t.permanent(ME, "Watch", *((mirror,) if host else ()))
    rich(t)
    return t


def _halted(t: Table, seat: int) -> int:
    """How many times it triggers: what was announced is cancelled, and everything takes place."""
    before = t.hand(ME)
    action = t.st.stack[0].id
    t.play("Halt", f"stack:{[item.id for item in t.st.stack].index(action) + 1}", seat=seat)
    while t.st.stack:
        t.resolve()
    return t.hand(ME) - before


@options("H39", as_it_is_done=0, all_at_announcement=1, all_at_resolution=0)
@pytest.mark.parametrize("do", ["attack", "move"])
def test_h39_a_move_or_an_attack_that_is_cancelled(do: str, option: str, outcome: int) -> None:
    t = _watched(option, f"Whenever a summon {do}s, draw 1 card from your deck.")
    dragon = next(f"#{slot}" for slot in t.st.play[ME] if t.dot(f"#{slot}") == "3,2")
    if do == "attack":
        t.act("attack", seat=ME, card=dragon, path=["3,2", "3,3"])
    else:
        assert move(t, dragon, "3,2", "3,1") is None
    assert _halted(t, YOU) == outcome


@options("H39", as_it_is_done=1, all_at_announcement=1, all_at_resolution=0)
def test_h39_a_cast_that_is_cancelled(option: str, outcome: int) -> None:
    t = _watched(option, "Whenever an opponent casts an Effect Card, draw 1 card from your deck.")
    t.cast(YOU, "Discount")
    assert _halted(t, ME) == outcome


@options("H39", as_it_is_done=1, all_at_announcement=1, all_at_resolution=0)
def test_h39_an_activation_that_is_cancelled(option: str, outcome: int) -> None:
    t = _watched(option, "Whenever target summon is activated, draw 1 card from your deck.", "host")
    dragon = next(f"#{slot}" for slot in t.st.play[YOU] if t.dot(f"#{slot}") == "3,5")
    rich(t, YOU)
    t.act("activate", seat=YOU, card=dragon, targets=[f"#{ME}"], pay={"colorless": 1})
    assert _halted(t, ME) == outcome


@pytest.mark.parametrize("option", ["as_it_is_done", "all_at_announcement", "all_at_resolution"])
@pytest.mark.parametrize("do", ["attack", "move", "cast"])
def test_h39_what_takes_place_triggers_once_under_every_option(do: str, option: str) -> None:
    text = "an opponent casts an Effect Card" if do == "cast" else f"a summon {do}s"
    t = _watched(option, f"Whenever {text}, draw 1 card from your deck.")
    dragon = next(f"#{slot}" for slot in t.st.play[ME] if t.dot(f"#{slot}") == "3,2")
    hand = t.hand(ME)
    if do == "attack":
        t.act("attack", seat=ME, card=dragon, path=["3,2", "3,3"])
    elif do == "move":
        assert move(t, dragon, "3,2", "3,1") is None
    else:
        t.cast(YOU, "Spark", dragon)
    while t.st.stack:
        t.resolve()
    assert t.hand(ME) == hand + 1


@options("H39", as_it_is_done=1, all_at_announcement=1, all_at_resolution=1)
def test_h39_a_summon_that_an_effect_moves_triggers_when_it_arrives(option: str, outcome: int) -> None:
    t = Table(
        effect("Watch", "Whenever a summon moves, draw 1 card from your deck.", permanent=True),
        effect("Shove", "Move target summon 1 dot."),
        choices={"H39": option},
    )
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    t.permanent(ME, "Watch")
    hand = t.hand(ME)
    t.play("Shove", vessel, answers=("3,1 3,2",))
    t.resolve()
    assert t.hand(ME) - hand == outcome


@options("H40", any_summon=None, opponents_only="200.1a")
@pytest.mark.parametrize("side", [ME, 2])
def test_h40_an_attack_on_an_own_summon_or_a_teammates(side: int, option: str, outcome: str | None) -> None:
    st = initial(game(("0,0", "0,2", "0,6", "0,8"), ("a", "b", "a", "b"), choices={"H40": option}))
    chance(st, Chance(of="first", value=0))
    for seat in range(4):
        chance(st, Chance(of="deck", seat=seat, value=[GREY] * 20 + ["Mist Dragon", "Tunnel Beast"] * 5))
    assert do(st, "begin", ME) is None
    t = Table()
    t.st = st
    dragon = t.summon(ME, "Mist Dragon", "3,2")
    t.summon(side, "Tunnel Beast", "3,3")
    t.summon(YOU, "Tunnel Beast", "3,1")
    found = t.try_act("attack", seat=ME, card=dragon, path=["3,2", "3,3"])
    assert (found and found.rule) == outcome
    if found is not None:
        assert t.try_act("attack", seat=ME, card=dragon, path=["3,2", "3,1"]) is None


@options("H40", any_summon=1, opponents_only=0)
def test_h40_the_one_attacked_has_changed_sides_meanwhile(option: str, outcome: int) -> None:
    from rules_engine.x610z.lasting import change_control

    t = Table(choices={"H40": option})
    dragon = t.summon(ME, "Mist Dragon", "3,2")
    beast = t.summon(YOU, "Tunnel Beast", "3,3")
    t.act("attack", seat=ME, card=dragon, path=["3,2", "3,3"])
    change_control(t.st, int(beast[1:]), ME)
    t.resolve()
    assert min(1, t.damage(beast)) == outcome


MEASURE = "Deal damage to target summon an opponent controls equal to the Attack Power of target summon you control."


@options("H41", last_known=True, nothing=False)
@pytest.mark.parametrize(
    "lost",
    [
        "Move target non Life Base summon to its owner's hand.",
        "Target summon can't be targeted until end of turn.",
    ],
)
def test_h41_what_was_measured_is_lost(lost: str, option: str, outcome: bool) -> None:
    t = Table(effect("Measure", MEASURE), effect("Lost", lost), choices={"H41": option})
    beast = t.summon(YOU, "Tunnel Beast", "3,3")
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.cast(ME, "Measure", beast, dragon)
    t.play("Lost", dragon, seat=YOU)
    t.resolve()
    assert (t.damage(beast) > 0) is outcome


@pytest.mark.parametrize("option", ["last_known", "nothing"])
def test_h41_what_is_there_is_measured_and_a_lost_target_is_not_hit_under_every_option(option: str) -> None:
    t = Table(
        effect("Measure", MEASURE),
        effect("Measure Twice", MEASURE),
        effect("Back", "Move target non Life Base summon to its owner's hand."),
        choices={"H41": option},
    )
    beast = t.summon(YOU, "Tunnel Beast", "3,3")
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.play("Measure", beast, dragon)
    assert t.damage(beast) > 0
    t.cast(ME, "Measure Twice", beast, dragon)
    t.play("Back", beast, seat=YOU)
    t.resolve()
    assert t.zone(beast) == "hand"


HOME = "If target summon would be destroyed, move it to its owner's hand instead."
DECKED = "If target Beast would be destroyed, move it on top of its owner's deck instead."


@options("H42", oldest_first="hand", newest_first="deck")
@pytest.mark.parametrize("lasting", [False, True])
def test_h42_two_effects_say_what_happens_instead(lasting: bool, option: str, outcome: str) -> None:
    t = Table(
        effect("Home", HOME, permanent=True),
        effect("Decked", DECKED, permanent=True),
        effect(
            "Decked for now",
            "If target Beast would be destroyed, move it on top of its owner's deck instead until end of turn.",
        ),
        choices={"H42": option},
    )
    beast = t.summon(YOU, "Tunnel Beast", "3,3")
    t.permanent(ME, "Home", beast)
    if lasting:
        t.play("Decked for now", beast)
    else:
        t.permanent(ME, "Decked", beast)
    t.play("Divine Intervention", beast)
    assert t.zone(beast) == outcome


@pytest.mark.parametrize("option", ["oldest_first", "newest_first"])
def test_h42_what_stands_alone_counts_under_every_option(option: str) -> None:
    t = Table(effect("Home", HOME, permanent=True), choices={"H42": option})
    beast = t.summon(YOU, "Tunnel Beast", "3,3")
    t.permanent(ME, "Home", beast)
    t.play("Divine Intervention", beast)
    assert t.zone(beast) == "hand"


@options("H43", took_place=0, as_told=3)
def test_h43_how_much_that_much_is(option: str, outcome: int) -> None:
    t = Table(
        effect("Drain", "Deal 3 damage to target summon. Heal that much damage from your Life Base."),
        effect("Calm", "Prevent all damage that would be dealt to target summon until end of turn."),
        choices={"H43": option},
    )
    beast = t.summon(YOU, "Tunnel Beast", "3,3")
    t.st.change(ME, damage=4)
    t.play("Calm", beast)
    t.play("Drain", beast)
    assert 4 - t.damage("#0") == outcome


@options("H44", none_too=None, at_least_one="200.3")
def test_h44_whether_none_of_up_to_so_many_is_declared(option: str, outcome: str | None) -> None:
    text = "Deal 1 damage to up to 2 target summons. Draw 1 card from your deck."
    t = Table(effect("Pair", text), choices={"H44": option})
    t.hold(ME, "Pair")
    number = t.st.game.number_of(t.rev("Pair"))
    broken = t.try_act("cast", seat=ME, card=number)
    assert (broken and broken.rule) == outcome
    assert broken is None or t.try_act("cast", seat=ME, card=number, targets=["#0"]) is None


def test_every_option_of_every_ruling_is_told_apart_from_every_other() -> None:
    """``rulings.toml`` names the options; some test above must end differently for each two of one ruling."""
    for known in rulings().values():
        tests = TOLD_APART.get(known.id, [])
        assert {option for test in tests for option in test} == set(known.options), known.id
        for one, other in combinations(known.options, 2):
            assert any(one in test and other in test and test[one] != test[other] for test in tests), (
                known.id,
                one,
                other,
            )


def test_every_option_can_be_chosen_in_a_header() -> None:
    for known in rulings().values():
        for option in known.options:
            assert game(choices={known.id: option}).chosen[known.id] == option
            assert load_ruleset(rulings={known.key: option}).rulings[known.id] == option
