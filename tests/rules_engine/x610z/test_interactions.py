"""Where effects meet: what counts as done, what happens at the same moment, what is still known of what has left."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine import Action, Game, audit
from rules_engine.kernel.errors import LogError, NeedAnswer, RulingNeeded
from rules_engine.testing import GameRecorder
from rules_engine.x610z import nodes as n
from rules_engine.x610z.lasting import change_control
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.log import CheckLine, Public
from rules_engine.x610z.model import ACTION, DISCARD, DRAW, SETUP, Temp
from rules_engine.x610z.outcomes import DECLINED, DONE, IMPOSSIBLE, PART, PREVENTED, fold, measured
from rules_engine.x610z.query import basic_stats
from rules_engine.x610z.zones import enter_play, leave_together
from tests.rules_engine.cards.table import FILLER, ME, YOU, Table, card_named, effect

GREY = card_named(FILLER).number


# --- outcomes (207.3, H23) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        ([], IMPOSSIBLE),
        ([DONE, DONE], DONE),
        ([DONE, IMPOSSIBLE], PART),
        ([IMPOSSIBLE, DONE], PART),
        ([PART, PART], PART),
        ([DECLINED], DECLINED),
        ([PREVENTED, PREVENTED], PREVENTED),
        ([DECLINED, IMPOSSIBLE], DECLINED),
    ],
)
def test_the_outcomes_of_the_parts_make_the_outcome_of_the_whole(parts: list[int], whole: int) -> None:
    assert fold(parts) == fold(reversed(parts)) == whole


def test_what_is_counted_is_done_in_full_in_part_or_not_at_all() -> None:
    assert [measured(2, came) for came in (0, 1, 2)] == [IMPOSSIBLE, PART, DONE]


def turns_taken(text: str, *answers: Any, ruling: str = "in_full", before: Any = None) -> bool:
    """True if ``text`` is carried out and the step behind "when successfully done" gives another turn."""
    t = Table(effect("Trial", text), choices={"H23": ruling})
    if before is not None:
        before(t)
    t.play("Trial", answers=answers)
    return t.st.extra_turns == (ME,)


@pytest.mark.parametrize("ruling", ["in_full", "in_part"])
def test_a_declined_step_is_not_done(ruling: str) -> None:
    text = "You may discard 2 cards. When successfully done, take another turn."
    assert not turns_taken(text, False, ruling=ruling)
    assert turns_taken(text, True, [GREY, GREY], ruling=ruling)


def test_a_step_that_an_opponent_declines_is_not_done() -> None:
    text = "Each opponent may draw 1 card from his deck. When successfully done, take another turn."
    assert not turns_taken(text, False)
    assert turns_taken(text, True)


@pytest.mark.parametrize(("paid", "again"), [(True, False), (False, True)])
def test_a_step_that_is_paid_off_was_prevented(paid: bool, again: bool) -> None:
    text = (
        "Destroy target non Life Base summon, unless its controller prevents this with C2. "
        "When successfully done, take another turn."
    )
    t = Table(effect("Trial", text))
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    t.cast(ME, "Trial", beast)
    t.st.pool[YOU] = (0, 0, 0, 2)
    t.resolve(paid)
    assert (t.zone(beast), t.st.extra_turns) == ("play" if paid else "discard", (ME,) if again else ())


@pytest.mark.parametrize(
    ("damages", "outcome"),
    [((2, 2), DONE), ((2, 0), PART), ((0, 2), PART), ((1, 1), PART), ((0, 0), IMPOSSIBLE)],
)
def test_healing_several_does_not_depend_on_their_order(damages: tuple[int, int], outcome: int) -> None:
    text = (
        "Heal 2 damage from all non Life Base summons you control. When successfully done, take another turn."
    )
    for ruling in ("in_full", "in_part"):
        t = Table(effect("Trial", text), choices={"H23": ruling})
        t.summon(ME, "Tunnel Beast", "3,1", damage=damages[0])
        t.summon(ME, "Jelly Fish Vessel", "3,3", damage=damages[1])
        t.play("Trial")
        assert (t.st.extra_turns == (ME,)) is (outcome == DONE or (outcome == PART and ruling == "in_part"))


@pytest.mark.parametrize(
    ("first", "done"),
    [
        ("Draw 2 cards from your deck.", True),
        ("Reactivate all Energy Crystals you control.", False),
        ("Discard your hand.", True),
        ("Heal all damage from all summons you control.", False),
        ("Destroy all Energy Crystals.", False),
        ("Shuffle your deck.", True),
        ("Add M1 to your energy pool.", True),
    ],
)
def test_a_step_with_nothing_to_work_on_is_not_done(first: str, done: bool) -> None:
    answers = (deck_of(Table(effect("Trial", first))),) if "Shuffle" in first else ()
    assert turns_taken(f"{first} When successfully done, take another turn.", *answers) is done


def deck_of(t: Table) -> list[str]:
    """The numbers of a deck as it is while a card called Trial lies on the stack."""
    revs = [t.st.objs[slot].rev for slot in t.st.deck[ME]]
    return [t.st.game.number_of(rev) for rev in revs if rev != t.rev("Trial")]


# --- several additional costs (204.4, 207.2) -------------------------------------------------------------------------

TWO = effect(
    "Two Extras",
    "Deal 1 damage to target summon. With extra M1, draw 1 card from your deck. "
    "With extra B1, deal 2 extra damage to that summon.",
)


@pytest.mark.parametrize("extras", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_every_additional_cost_is_paid_and_works_for_itself(extras: tuple[int, int]) -> None:
    t = Table(TWO)
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    t.hold(ME, "Two Extras")
    before = t.hand(ME)
    t.st.pool[ME] = (extras[0], extras[1], 0, 0)
    t.act("cast", seat=ME, card="Two Extras", targets=[vessel], extras=list(extras))
    assert t.st.pool[ME] == (0, 0, 0, 0)
    t.resolve()
    assert (t.damage(vessel), t.hand(ME)) == (1 + 2 * extras[1], before - 1 + extras[0])


def test_an_additional_effect_is_not_had_for_the_cost_of_another() -> None:
    t = Table(TWO)
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    t.hold(ME, "Two Extras")
    t.st.pool[ME] = (0, 1, 0, 0)
    found = t.try_act("cast", seat=ME, card="Two Extras", targets=[vessel], extras=[1, 1])
    assert found is not None and (found.rule, found.code) == ("204.1b", "cost_not_paid")
    found = t.try_act("cast", seat=ME, card="Two Extras", targets=[vessel], extras=[1, 0])
    assert found is not None and found.rule == "204.1b"
    t.st.pool[ME] = (1, 1, 0, 0)
    with pytest.raises(LogError, match="extras_not_written"):
        t.try_act("cast", seat=ME, card="Two Extras", targets=[vessel], x=1)


@pytest.mark.parametrize(("pool", "extras"), [((1, 0, 0, 0), (1, 0)), ((0, 1, 0, 0), (0, 1))])
def test_x_is_the_additional_cost_that_alone_can_have_been_paid(
    pool: tuple[int, int, int, int], extras: tuple[int, int]
) -> None:
    """Older programs wrote how often, and not which."""
    t = Table(TWO)
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    t.hold(ME, "Two Extras")
    before = t.hand(ME)
    t.st.pool[ME] = pool
    t.act("cast", seat=ME, card="Two Extras", targets=[vessel], x=1)
    t.resolve()
    assert (t.damage(vessel), t.hand(ME)) == (1 + 2 * extras[1], before - 1 + extras[0])


def test_x_that_none_of_two_additional_costs_can_mean_asks_which() -> None:
    t = Table(TWO)
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    t.hold(ME, "Two Extras")
    for pool, times in (((0, 0, 0, 0), 1), ((2, 0, 0, 0), 2)):
        t.st.pool[ME] = pool
        with pytest.raises(LogError, match="extras_not_written"):
            t.try_act("cast", seat=ME, card="Two Extras", targets=[vessel], x=times)


def test_x_is_told_from_another_additional_cost_by_its_target() -> None:
    t = Table(
        effect(
            "Two Aims",
            "Deal 1 damage to target summon. With extra M1, deal 1 damage to another target summon. "
            "With extra B1, draw 1 card from your deck.",
        )
    )
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    other = t.summon(YOU, "Mist Dragon", "3,3")
    t.hold(ME, "Two Aims")
    t.st.pool[ME] = (1, 1, 0, 0)
    t.act("cast", seat=ME, card="Two Aims", targets=[vessel, other], x=1, pay={"mystic": 1})
    t.resolve()
    assert (t.damage(vessel), t.damage(other)) == (1, 1)


def test_the_legal_actions_list_every_choice_of_additional_costs() -> None:
    t = Table(TWO)
    t.summon(YOU, "Jelly Fish Vessel", "3,1")
    t.hold(ME, "Two Extras")
    t.st.pool[ME] = (1, 1, 0, 0)
    number = t.st.game.number_of(t.rev("Two Extras"))
    casts = [a for a in legal_actions(t.st, ME) if a.do == "cast" and a.card == number]
    assert {tuple(a.extras or (0, 0)) for a in casts} == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_the_additional_cost_of_the_other_option_cannot_be_paid() -> None:
    t = Table(
        effect(
            "Either",
            "Draw 1 card from your deck. With extra M1, draw 1 card from your deck.\nor\nTake another turn.",
        )
    )
    t.hold(ME, "Either")
    t.st.pool[ME] = (1, 0, 0, 0)
    found = t.try_act("cast", seat=ME, card="Either", mode=1, x=1)
    assert found is not None and (found.rule, found.code) == ("204.4a", "no_additional_cost")
    t.act("cast", seat=ME, card="Either", mode=0, x=1)


def test_each_of_two_repeated_costs_counts_for_itself() -> None:
    t = Table(
        effect(
            "Twin Tolls",
            "Deal 1 damage to target summon. With extra M1, draw 1 card from your deck. "
            "For each extra C1, deal X extra damage to that summon.",
        )
    )
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    before = t.hand(ME)
    t.play("Twin Tolls", vessel, extras=(0, 2))
    assert (t.damage(vessel), t.hand(ME)) == (3, before)


# --- at the same moment ----------------------------------------------------------------------------------------------


def short_decks(st: Any) -> None:
    for seat in (ME, YOU):
        st.deck[seat] = st.deck[seat][-1:]


@pytest.mark.parametrize("caster", [ME, YOU])
def test_two_decks_that_run_out_together_lose_together(caster: int) -> None:
    t = Table(effect("Flood", "All players draw 2 cards from their deck."))
    t.cast(caster, "Flood")
    short_decks(t.st)
    with pytest.raises(RulingNeeded, match="H18"):
        t.resolve()


@pytest.mark.parametrize(
    "text",
    [
        "Remove all summons from the game.",
        "Move all summons to its owner's hand.",
        "Move all Life Bases on top of its owner's deck.",
        "Destroy all Life Bases.",
    ],
)
def test_life_bases_that_leave_together_lose_together(text: str) -> None:
    t = Table(effect("End of Days", text))
    t.cast(ME, "End of Days")
    with pytest.raises(RulingNeeded, match="H18"):
        t.resolve()


HOMECOMING = effect("Homecoming", "Move all Life Bases to an Ending Dot.")


@pytest.mark.parametrize("caster", [ME, YOU])
def test_life_bases_that_reach_ending_dots_together_win_together(caster: int) -> None:
    """Neither the seat number nor who casts it decides; the event may have settled it as a draw."""
    t = Table(HOMECOMING)
    t.cast(caster, "Homecoming")
    with pytest.raises(RulingNeeded, match="several_win_at_once"):
        t.resolve("0,0 6,0", "0,6 6,2")
    t = Table(HOMECOMING, choices={"H18": "last_team_draw"})
    t.cast(caster, "Homecoming")
    t.resolve("0,0 6,0", "0,6 6,2")
    assert t.st.result is not None and (t.st.result.draw, t.st.result.rule) == (True, "106.1a")


def test_the_dot_that_one_life_base_goes_to_is_not_free_for_the_next() -> None:
    t = Table(HOMECOMING)
    t.cast(ME, "Homecoming")
    found = t.try_act("resolve", answers=["0,0 6,0", "0,6 6,0"])
    assert found is not None and (found.rule, found.code) == ("107.1a", "choice_not_allowed")


def test_a_life_base_that_alone_reaches_an_ending_dot_still_wins() -> None:
    t = Table(effect("Way Home", "Move target Life Base to an Ending Dot."))
    t.cast(YOU, "Way Home", "#1")
    t.resolve("0,6 6,2")
    assert t.st.result is not None and t.st.result.winners == (YOU,)


def test_summons_that_land_on_foreign_starting_dots_together_are_destroyed_together() -> None:
    """Each of them sees the other go (H29): two cards are drawn, no matter who was moved first."""
    watcher = "Whenever a non Life Base summon is destroyed, draw 1 card from your deck."
    t = Table(effect("Watch", watcher, permanent=True), effect("Leap", "Move all Dragons 1 dot."))
    watch = t.permanent(ME, "Watch")
    one = t.summon(ME, "Hunter Dragon", "1,1")
    two = t.summon(YOU, "Mist Dragon", "1,3")
    t.cast(ME, "Leap")
    before = t.hand(ME)
    t.resolve("1,1 0,2", "1,3 0,4", f"1:{watch}")
    assert t.obj(one).zone == t.obj(two).zone == 4
    while t.st.stack:
        t.resolve()
    assert t.hand(ME) == before + 2


@pytest.mark.parametrize("seat", [ME, YOU])
def test_what_dies_together_is_seen_wherever_it_sits(seat: int) -> None:
    t = Table(
        effect(
            "Watch",
            "Whenever a non Life Base summon is destroyed, draw 1 card from your deck.",
            permanent=True,
        ),
        effect("Sweep", "Destroy all non Life Base summons."),
    )
    watch = t.permanent(ME, "Watch")
    t.summon(seat, "Tunnel Beast", "3,1")
    t.summon(1 - seat, "Jelly Fish Vessel", "3,3")
    t.cast(ME, "Sweep")
    t.resolve(f"1:{watch}")
    assert len(t.st.stack) == 2


def test_players_choose_clockwise_from_the_active_player() -> None:
    t = Table(effect("Sacrifice", "Each player discards 1 card."))
    t.end_turn()
    assert t.st.active == YOU
    t.hold(ME, "Spark")
    t.hold(YOU, "Denial")
    t.cast(YOU, "Sacrifice")
    t.resolve([card_named("Denial").number], [card_named("Spark").number])
    assert [len(pile) for pile in t.st.discard] == [1, 2]


def test_lasting_changes_until_a_next_turn_are_each_controllers_own() -> None:
    t = Table(effect("Long Chill", "All summons get Speed -1 until the end of its controller's next turn."))
    t.play("Long Chill")
    ends = {temp.until_seat for temp in t.st.temps}
    assert ends == {ME, YOU}


# --- what was last known (208.5) -------------------------------------------------------------------------------------


def stolen_dragon(*cards: Any) -> tuple[Table, str]:
    """A Dragon that ME controls and YOU owns."""
    t = Table(*cards)
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    change_control(t.st, int(dragon[1:]), ME)
    return t, dragon


def test_its_controller_is_who_controlled_it_last() -> None:
    t, dragon = stolen_dragon(
        effect("Farewell", "Destroy target summon. Its controller draws 1 card from his deck."),
        effect("Eulogy", "Destroy target summon. Its owner draws 1 card from his deck."),
    )
    hands = (t.hand(ME), t.hand(YOU))
    t.play("Farewell", dragon, seat=YOU)
    assert (t.hand(ME), t.hand(YOU)) == (hands[0] + 1, hands[1])


def test_its_owner_stays_its_owner() -> None:
    t, dragon = stolen_dragon(
        effect("Eulogy", "Destroy target summon. Its owner draws 1 card from his deck.")
    )
    hands = (t.hand(ME), t.hand(YOU))
    t.play("Eulogy", dragon)
    assert (t.hand(ME), t.hand(YOU)) == (hands[0], hands[1] + 1)


def test_a_trigger_knows_the_last_controller_too() -> None:
    t, dragon = stolen_dragon(
        effect(
            "Wake",
            "Whenever a non Life Base summon is destroyed, its controller draws 1 card from his deck.",
            permanent=True,
        ),
        effect("Blow", "Destroy target summon."),
    )
    t.permanent(YOU, "Wake")
    hands = (t.hand(ME), t.hand(YOU))
    t.play("Blow", dragon, seat=YOU)
    t.resolve()
    assert (t.hand(ME), t.hand(YOU)) == (hands[0] + 1, hands[1])


def test_those_that_leave_together_are_known_as_they_stood_beside_each_other() -> None:
    t = Table(effect("Banner", "All summons get Attack Power +2.", permanent=True))
    dragon, banner = t.summon(YOU, "Mist Dragon", "3,1"), t.permanent(YOU, "Banner")
    before = basic_stats(t.st, int(dragon[1:]))
    for order in ((dragon, banner), (banner, dragon)):
        st = t.st.snapshot()
        leave_together(st, [int(one[1:]) for one in order], DISCARD, destroyed=True)
        assert st.gone[int(dragon[1:])][1] == before
    assert before[0] == card_named("Mist Dragon").attack + 2


def test_what_has_left_is_forgotten_when_the_turn_ends() -> None:
    t = Table()
    t.play("Banishment", t.permanent(YOU, "Mystic Well"))
    assert t.st.gone
    t.end_turn()
    assert not t.st.gone


# --- still legal (200.4, 208.5, 107.1b) ------------------------------------------------------------------------------


def test_of_two_targets_only_the_one_that_is_still_legal_is_affected() -> None:
    t = Table(
        effect(
            "Two Barrels",
            "Deal 2 damage to target summon outside the No Attack Zone. Deal 1 damage to another target summon.",
        ),
        effect("Send Back", "Move target summon to its controller's Starting Dot."),
    )
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    vessel = t.summon(ME, "Jelly Fish Vessel", "3,3")
    t.base(YOU, "4,1")
    t.cast(ME, "Two Barrels", beast, vessel)
    t.play("Send Back", beast, seat=YOU)
    t.resolve()
    assert (t.damage(beast), t.damage(vessel)) == (0, 1)


def test_a_summon_that_cannot_attack_any_more_does_no_damage() -> None:
    t = Table(effect("Truce", "Target summon can't attack until end of turn."))
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    prey = t.summon(YOU, "Jelly Fish Vessel", "3,2")
    t.act("attack", seat=ME, card=dragon, path=["3,1", "3,2"])
    t.play("Truce", dragon, seat=YOU)
    t.resolve()
    assert t.damage(prey) == 0


def test_a_summon_deactivated_in_response_does_not_move() -> None:
    t = Table(effect("Rouse", "Reactivate target summon."), effect("Numb", "Deactivate target summon."))
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.st.pool[ME] = (5, 5, 5, 5)
    cost = t.st.game.infos[t.obj(dragon).rev].movement
    t.act(
        "move",
        seat=ME,
        card=dragon,
        path=["3,1", "3,2"],
        pay={name: n for name, n in zip(("mystic", "boost", "robiumm", "colorless"), cost, strict=True) if n},
    )
    t.play("Rouse", dragon)
    t.play("Numb", dragon, seat=YOU)
    t.resolve()
    assert t.dot(dragon) == "3,1"


def test_a_summon_that_cannot_move_is_not_moved_by_an_effect() -> None:
    t = Table(
        effect("Rooted", "Target summon can't move until end of turn."),
        effect("Push", "Move target summon to its controller's Starting Dot."),
    )
    t.base(YOU, "4,1")
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    t.play("Rooted", beast)
    t.play("Push", beast)
    assert t.dot(beast) == "3,1"


def test_an_attack_with_too_little_range_triggers_but_does_no_damage() -> None:
    t = Table(
        effect("War Drum", "Whenever a summon attacks, draw 1 card from your deck.", permanent=True),
        effect("Fog", "Target summon gets Range -3 until end of turn."),
    )
    t.permanent(ME, "War Drum")
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    prey = t.summon(YOU, "Jelly Fish Vessel", "3,2")
    t.act("attack", seat=ME, card=dragon, path=["3,1", "3,2"])
    t.play("Fog", dragon, seat=YOU)
    t.resolve()
    assert (t.damage(prey), len(t.st.stack)) == (0, 1)


# --- control and duration --------------------------------------------------------------------------------------------


def test_what_lies_on_a_lent_vessel_comes_back_with_it() -> None:
    t = Table(effect("Loan", "Take control of target non Life Base summon until end of turn."))
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    nest = t.permanent(YOU, "Crow's Nest", vessel)
    t.play("Loan", vessel)
    assert (t.obj(vessel).controller, t.obj(nest).controller) == (ME, ME)
    t.end_turn()
    assert (t.obj(vessel).controller, t.obj(nest).controller) == (YOU, YOU)


def test_every_lasting_effect_of_a_leaver_ends() -> None:
    game = GameRecorder([["Grey Energy Crystal"] * 20] * 3, organized_play=False)
    game.act("begin", 0)
    st = game.state
    st.temps = (Temp(n.ModStat(n.Slot(0), "defense", n.Const(3)), ((0, 0),), (), 3, 1, 1, 0, until=9),)
    game.act("concede", 1)
    assert st.temps == ()


def test_when_the_active_player_leaves_what_the_others_announced_still_resolves() -> None:
    deck = ["Discount", *["Grey Energy Crystal"] * 20]
    game = GameRecorder([deck] * 3, organized_play=False)
    game.act("begin", 0)
    game.judge([["pool", seat, "colorless", 1] for seat in range(3)])
    game.act("cast", 1, card="Discount")
    hand = len(game.state.hand[1])
    game.act("concede", 0)
    assert (game.state.active, len(game.state.stack)) == (0, 1)
    game.act("resolve")
    assert (len(game.state.hand[1]), game.state.active) == (hand + 3, 1), (
        "two cards, and that of his draw phase"
    )


@pytest.mark.parametrize(("seats", "caster", "order"), [(2, 1, [0, 1, 1, 0]), (3, 2, [0, 2, 1, 2, 0])])
def test_an_extra_turn_takes_nobodys_turn_away(seats: int, caster: int, order: list[int]) -> None:
    game = GameRecorder([["Grey Energy Crystal"] * 30] * seats, organized_play=False)
    game.act("begin", 0)
    game.state.extra_turns = (caster,)
    seen = [game.state.active]
    while len(seen) < len(order):
        game.end_turn()
        seen.append(game.state.active)
    assert seen == order


def test_the_active_player_does_not_answer_his_own_trigger_in_his_end_phase() -> None:
    t = Table(
        effect("Dusk", "At the beginning of your end phase, draw 1 card from your deck.", permanent=True)
    )
    t.permanent(ME, "Dusk")
    t.hold(ME, "Discount")
    t.hold(YOU, "Discount")
    t.act("end", seat=ME)
    t.act("proceed")
    assert len(t.st.stack) == 1
    t.st.pool = [(0, 0, 0, 2), (0, 0, 0, 2)]
    found = t.try_act("cast", seat=ME, card="Discount")
    assert found is not None and found.rule == "704.3"
    t.act("cast", seat=YOU, card="Discount")
    t.act("cast", seat=ME, card="Discount")


def test_a_searched_deck_is_shuffled_though_the_text_does_not_say_so() -> None:
    t = Table(effect("Rummage", "Search your deck for 1 Energy Crystal Card and move it to your hand."))
    t.cast(ME, "Rummage")
    taken = t.st.deck[ME][-1]
    left = [t.st.game.number_of(t.st.objs[slot].rev) for slot in t.st.deck[ME] if slot != taken]
    t.resolve([t.st.game.number_of(t.st.objs[taken].rev)], left)
    assert t.st.hits["211.2"] == 1
    assert [t.st.game.number_of(t.st.objs[s].rev) for s in reversed(t.st.deck[ME])] == left


def test_a_deck_is_not_shuffled_twice_when_the_text_says_so() -> None:
    t = Table(
        effect(
            "Rummage",
            "Search your deck for 1 Energy Crystal Card and move it to your hand. Shuffle your deck.",
        )
    )
    t.cast(ME, "Rummage")
    taken = t.st.deck[ME][-1]
    left = [t.st.game.number_of(t.st.objs[slot].rev) for slot in t.st.deck[ME] if slot != taken]
    t.resolve([t.st.game.number_of(t.st.objs[taken].rev)], left)
    assert "211.2" not in t.st.hits


@pytest.mark.parametrize("other", [False, True])
def test_a_cost_that_rises_is_asked_for_whatever_else_lies_on_the_table(other: bool) -> None:
    t = Table(effect("Guild", "Effect Cards you cast cost C1 less.", permanent=True))
    guild = t.permanent(ME, "Guild")
    if other:
        t.permanent(ME, "Life Base Steam Engine", "#0")
    t.cast(ME, "Discount")
    discount = f"#{t.st.stack[-1].slot}"
    t.play("Banishment", guild, seat=YOU)
    t.st.pool[ME] = (0, 0, 0, 0)
    t.resolve()
    assert t.zone(discount) == "discard"


# --- energy that does not suffice (200.5) ----------------------------------------------------------------------------


def falling_short(ruleset: str, mystic: bool, boosts: int, **fields: Any) -> Any:
    card = replace(effect("Dear", "Draw 1 card from your deck."), cost=n.Energy(mystic=2, colorless=2))
    t = Table(card, ruleset=ruleset)
    t.hold(ME, "Dear")
    crystals = []
    for name, count in (("Mystic Energy Crystal", 1), ("Boost Energy Crystal", 4)):
        for index in range(count):
            if index == 0:
                slot = t.permanent(ME, name)
            else:
                first = t.st.objs[int(slot[1:])].rev
                other = next(s for s in t.st.deck[ME] if t.st.objs[s].rev != first)
                t.st.change(other, rev=first)
                enter_play(t.st, other, ME, ME)
                slot = f"#{other}"
            if (name.startswith("Mystic") and mystic) or (name.startswith("Boost") and index < boosts):
                crystals.append(slot)
    found = t.try_act("cast", seat=ME, card="Dear", crystals=crystals, short=True, **fields)
    return (found.rule, found.code) if found is not None else t.st.pool[ME]


def test_who_falls_short_in_march_uses_what_he_has_of_each_type_first() -> None:
    assert falling_short("x610z/2010-03", mystic=True, boosts=3) == (0, 0, 0, 0)
    assert falling_short("x610z/2010-03", mystic=False, boosts=4) == ("200.5", "release_more")
    assert falling_short("x610z/2010-03", mystic=True, boosts=2) == ("200.5", "release_more")
    assert falling_short("x610z/2010-03", mystic=True, boosts=4) == (0, 1, 0, 0)


def test_who_falls_short_in_february_need_not_release_more_than_the_cost() -> None:
    assert falling_short("x610z/2010-02", mystic=True, boosts=3) == (0, 1, 0, 0)
    assert falling_short("x610z/2010-02", mystic=False, boosts=4) == ("200.5", "release_more")


def test_energy_that_stands_in_is_the_players_choice_but_not_instead_of_the_right_type() -> None:
    assert falling_short("x610z/2010-03", True, 4, pay={"mystic": 1, "boost": 3}) == (0, 1, 0, 0)
    assert falling_short("x610z/2010-03", True, 4, pay={"boost": 4}) == ("200.5", "wrong_payment")


# --- the log ---------------------------------------------------------------------------------------------------------


def test_counts_written_before_the_first_action_are_those_of_the_dealt_hands() -> None:
    game = Game([["Grey Energy Crystal"] * 40] * 2)
    assert game.state.phase == SETUP
    game._take(CheckLine(n=1, public=Public(hand=[7, 7], deck=[33, 33])))
    game.push(Action(do="begin", seat=0))
    game.push(Action(do="time"))
    assert audit(game.finish()).verdict == "ok"


def test_a_deck_that_is_not_the_one_its_seat_line_names_is_found() -> None:
    game = Game([["Grey Energy Crystal"] * 40] * 2)
    log = game.log().replace(
        card_named("Grey Energy Crystal").number.encode(), card_named("Heal").number.encode(), 1
    )
    finding = audit(log).finding
    assert finding is not None and finding.code == "deck_not_as_written"


# --- redirecting (glossary Redirect) ---------------------------------------------------------------------------------

TURN_ASIDE = effect("Turn Aside", "Redirect target cast to another legal target.")


def test_a_target_is_named_by_its_card_where_only_one_can_be_meant() -> None:
    t = Table()
    t.summon(YOU, "Jelly Fish Vessel", "3,1")
    t.hold(ME, "Spark", "Heal")
    t.st.pool[ME] = (9, 9, 9, 9)
    pay = {"mystic": 1}
    assert t.try_act("cast", seat=ME, card="Spark", targets=["Jelly Fish Vessel"], pay=pay) is None
    t.act("resolve")
    with pytest.raises(LogError, match="card_not_unique"):
        t.try_act("cast", seat=ME, card="Heal", targets=["Life Base"])
    with pytest.raises(LogError, match="unknown_target"):
        t.try_act("cast", seat=ME, card="Heal", targets=["Mist Dragon"])
    t.permanent(YOU, "Mystic Energy Crystal")
    found = t.try_act("cast", seat=ME, card="Heal", targets=["Mystic Energy Crystal"])
    assert found is not None and found.rule in ("208.1", "401.2a")


def test_the_victim_of_an_attack_is_named_by_its_card() -> None:
    for name, rule in (("Jelly Fish Vessel", None), ("Mist Dragon", "200.3")):
        t = Table()
        dragon = t.summon(ME, "Hunter Dragon", "3,1")
        t.summon(YOU, "Jelly Fish Vessel", "3,2")
        found = t.try_act("attack", seat=ME, card=dragon, path=["3,1", "3,2"], targets=[name])
        assert (found and found.rule) == rule


def test_an_action_is_not_redirected_onto_its_other_target() -> None:
    t = Table(
        TURN_ASIDE,
        effect("Two Barrels", "Deal 2 damage to target summon. Deal 1 damage to another target summon."),
    )
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    vessel = t.summon(ME, "Jelly Fish Vessel", "3,3")
    t.cast(ME, "Two Barrels", beast, vessel)
    t.play("Turn Aside", "stack:1", seat=YOU, answers=("#0",))
    t.resolve()
    assert (t.damage(beast), t.damage("#0"), t.damage(vessel)) == (0, 2, 1)


def test_an_action_is_redirected_within_the_option_that_was_chosen() -> None:
    t = Table(
        TURN_ASIDE, effect("Either", "Destroy target Energy Crystal.\nor\nDeal 2 damage to target summon.")
    )
    crystal = t.permanent(YOU, FILLER)
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    t.cast(ME, "Either", beast, mode=1)
    t.play("Turn Aside", "stack:1", seat=YOU, answers=("#0",))
    t.resolve()
    assert (t.damage(beast), t.damage("#0"), t.zone(crystal)) == (0, 2, "play")


# --- triggers on cards (207.4) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "caster", "expected"),
    [
        ("you draw", ME, 2),
        ("an opponent draws", ME, 0),
        ("an opponent draws", YOU, 2),
        ("a player draws", YOU, 2),
    ],
)
def test_every_card_that_is_drawn_triggers_for_whom_the_text_names(
    who: str, caster: int, expected: int
) -> None:
    t = Table(effect("Ledger", f"Whenever {who} a card, heal 1 damage from all summons.", permanent=True))
    ledger = t.permanent(ME, "Ledger")
    t.cast(caster, "Discount")
    t.resolve(*([f"1:{ledger}"] if expected else []))
    assert len(t.st.stack) == expected


def test_a_card_that_is_discarded_triggers_and_one_that_is_cancelled_does_not() -> None:
    t = Table(
        effect(
            "Mourner",
            "Whenever a player discards a card, that player draws 1 card from his deck.",
            permanent=True,
        ),
        effect("Loss", "Target player discards 1 card."),
    )
    t.permanent(ME, "Mourner")
    t.cast(ME, "Loss", "seat:1")
    before = t.hand(YOU)
    t.resolve([GREY])
    assert (t.hand(YOU), len(t.st.stack)) == (before - 1, 1)
    t.resolve()
    assert t.hand(YOU) == before
    t.cast(ME, "Discount")
    t.play("Denial", "stack:1", seat=YOU)
    assert t.st.stack == ()


# --- what ends, and what goes back -----------------------------------------------------------------------------------


LOAN_TEXT = "Take control of target Vessel until end of turn."


@pytest.mark.parametrize("takers", [(YOU, ME), (YOU, ME, YOU), (YOU, YOU), (ME, YOU)])
def test_a_vessel_that_several_took_goes_back_to_whoever_had_it_first(takers: tuple[int, ...]) -> None:
    loans = ["First Loan", "Second Loan", "Third Loan"]
    t = Table(*(effect(name, LOAN_TEXT) for name in loans))
    vessel = t.summon(ME, "Jelly Fish Vessel", "3,1")
    for loan, taker in zip(loans, takers, strict=False):
        t.play(loan, vessel, seat=taker)
        assert t.obj(vessel).controller == taker
    t.end_turn()
    assert t.obj(vessel).controller == ME


@pytest.mark.parametrize("takers", [(ME, YOU), (ME, ME)])
def test_a_vessel_taken_for_good_stays_when_what_lent_it_ends(takers: tuple[int, int]) -> None:
    """The second one takes it without end, be it the player who had it on loan."""
    t = Table(effect("Loan", LOAN_TEXT))
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    t.play("Loan", vessel, seat=takers[0])
    t.play("Silver Tongue", vessel, seat=takers[1])
    t.end_turn()
    assert t.obj(vessel).controller == takers[1]


@pytest.mark.parametrize("order", ["wipe_first", "effects_first"])
def test_what_lay_on_a_wiped_vessel_falls_in_either_order_at_the_end_of_a_turn(order: str) -> None:
    t = Table(choices={"H15": order})
    vessel = t.summon(ME, "Jelly Fish Vessel", "6,2")
    nest = t.permanent(ME, "Crow's Nest", vessel)
    t.end_turn()
    assert int(nest[1:]) in t.st.discard[ME]


# --- what belongs to the draw phase (702.3), and the same target twice (208.1) ---------------------------------------

COUNTING = effect("Tally", "Whenever you draw a card, place 1 counter on Tally.", permanent=True)


@pytest.mark.parametrize(("h2", "waits"), [("in_order", False), ("with_responses", True)])
def test_what_triggers_on_the_normal_draw_takes_place_in_the_draw_phase(h2: str, waits: bool) -> None:
    """702.3 allows it there; only by the other option of H2 it waits for responses, still in the draw phase."""
    t = Table(COUNTING, choices={"H2": h2})
    tally = t.permanent(YOU, "Tally")
    t.act("end", seat=ME)
    t.act("proceed")
    t.act("proceed")
    assert (t.st.phase == DRAW, len(t.st.stack), t.obj(tally).counters) == (waits, int(waits), int(not waits))
    if waits:
        t.resolve()
    assert (t.st.phase, t.st.stack, t.obj(tally).counters) == (ACTION, (), 1)
    assert t.hand(YOU) == 8, "one card was drawn, not one more when the stack was empty"


def test_what_triggers_on_the_last_card_of_a_deck_still_triggers_before_the_action_phase() -> None:
    """702.4: the phase ends with the draw; what it set off ends the game before anybody may act."""
    burn = effect("Fuse", "Whenever you draw a card, remove your Life Base from the game.", permanent=True)
    t = Table(burn)
    t.permanent(YOU, "Fuse")
    t.end_turn()
    assert t.st.result is not None and t.st.result.winners == (ME,)
    assert t.st.phase == DRAW


@pytest.mark.parametrize("named", ["seat:0", "seat:1"])
def test_a_trigger_may_aim_two_targets_at_the_same_player(named: str) -> None:
    """208.1: only "other" forbids it, for a trigger as for a card that is cast."""
    fair = "In your draw phase, target player draws 1 card from his deck. Target opponent discards 1 card."
    t = Table(effect("Fair", fair, permanent=True))
    t.permanent(YOU, "Fair")
    hands = [t.hand(seat) for seat in (ME, YOU)]
    t.end_turn(named, [GREY])
    drawn = [1 if named == f"seat:{seat}" else 0 for seat in (ME, YOU)]
    assert [t.hand(ME) - hands[ME], t.hand(YOU) - hands[YOU]] == [drawn[0] - 1, drawn[1] + 1]


# --- cards of one sort (decision 133) --------------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", [(), (0, 1)])
def test_which_card_of_one_sort_moves_is_written_down_though_only_one_fits(hidden: tuple[int, ...]) -> None:
    """The same line with the same answers, whether the reader knows the hands or not."""
    plain = effect("Fetch", "Move 1 Summon Card from your hand on top of your deck.")
    deck = ["Fetch", "Hunter Dragon", *["Grey Energy Crystal"] * 30]
    g = GameRecorder([deck, deck], pool=Table(plain).st.game.pool, hidden=hidden)
    g.act("begin", 0)
    g.act("cast", 0, card="Fetch")
    with pytest.raises(NeedAnswer, match="choose_card"):
        g.act("resolve")
    g.act("resolve", answers=[[card_named("Hunter Dragon").number]])
    assert g.state.objs[g.state.deck[0][-1]].rev == g.state.game.rev_of("Hunter Dragon")
