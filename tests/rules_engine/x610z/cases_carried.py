"""What the engine does by itself: rules 105 to 107, 200 to 206, 210, 402 to 403, 505, 506 and 600 to 605."""

from __future__ import annotations

from typing import Any

from .cases_board import _attack, _dragon, _move
from .cases_cards import _cast
from .cases_turns import do, game
from .registry import ME, YOU, Table, broken, obeyed, rich

# --- placing, winning, precedence (105, 106, 107) --------------------------------------------------------------------


@obeyed("105.2c", "601.3", "NL.summon-plaatsen")
def a_summon_enters_on_its_own_starting_dot(t: Table) -> None:
    t.base(ME, "2,3")
    assert t.dot(t.play("Hunter Dragon", answers=("0,0",))) == "0,0"


@broken("402.6", "choice_not_allowed", "NL.summon-plaatsen")
def a_summon_enters_on_the_starting_dot_of_another(t: Table) -> Any:
    t.base(YOU, "2,3")
    t.cast(ME, "Hunter Dragon")
    return t.try_act("resolve", answers=["0,6"])


@obeyed("106.1b")
def a_team_wins_with_one_life_base(t: Table) -> None:
    from rules_engine.x610z.log import Chance
    from rules_engine.x610z.setup import chance, initial

    from .cases_turns import GREY, SIX

    st = initial(game(SIX, ("a", "b") * 3))
    chance(st, Chance(of="first", value=0))
    for seat in range(6):
        chance(st, Chance(of="deck", seat=seat, value=[GREY] * 20))
    assert do(st, "begin", 0) is None
    t.st = st
    base = t.base(ME, "5,1")
    rich(t)
    assert _move(t, base, "5,1", "6,0", pay={"colorless": 2}) is None
    t.resolve()
    assert st.result is not None
    assert (st.result.winners, st.result.losers) == ((0, 2, 4), (1, 3, 5))


@obeyed("107.1a")
def a_card_that_allows_sharp_turns_goes_before_the_rule(t: Table) -> None:
    dragon = _dragon(t, "2,2")
    t.permanent(ME, "Stunt Pilot", dragon)
    assert _move(t, dragon, "2,2", "2,3", "3,2") is None


# --- actions and the stack (200, 201) --------------------------------------------------------------------------------


@obeyed("200.4")
def an_attacker_deactivated_meanwhile_does_no_damage(t: Table) -> None:
    dragon = _dragon(t)
    beast = t.summon(YOU, "Tunnel Beast", "3,2")
    assert _attack(t, dragon, "3,1", "3,2") is None
    t.play("Paralysis", dragon, seat=YOU)
    t.resolve()
    assert t.damage(beast) == 0


@obeyed("201.7")
def an_action_that_still_waits_can_be_answered(t: Table) -> None:
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.cast(ME, "Spark", dragon)
    t.cast(YOU, "Discount")
    t.resolve()
    t.cast(YOU, "Shield Wall", dragon)
    assert len(t.st.stack) == 2
    t.resolve()
    t.resolve()
    assert t.damage(dragon) == 0


@obeyed("201.8", "703.1")
def everybody_starts_a_new_stack_after_the_last_one(t: Table) -> None:
    t.play("Discount")
    t.play("Second Wind", t.summon(ME, "Mist Dragon", "3,1"))
    t.play("Discount", seat=YOU)
    assert not t.st.stack


@obeyed("201.9", "206.1b", "206.1c")
def a_permanent_is_in_play_from_the_moment_it_resolves(t: Table) -> None:
    t.cast(ME, "Mystic Well")
    well = f"#{t.st.stack[-1].slot}"
    assert t.zone(well) == "stack"
    t.resolve()
    assert t.zone(well) == "play"


# --- moving and attacking (202, 600 to 605) --------------------------------------------------------------------------


@obeyed("202.2", "204.5a")
def a_move_costs_its_movement_energy(t: Table) -> None:
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.st.pool[ME] = (0, 0, 0, 2)
    assert _move(t, dragon, "3,1", "3,2") is None
    assert t.st.pool[ME] == (0, 0, 0, 1)


@broken("204.1b", "cost_not_paid", "202.2", "204.5a")
def a_move_without_energy(t: Table) -> Any:
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    return t.try_act("move", seat=ME, card=dragon, path=["3,1", "3,2"])


@obeyed("202.3", "NL.aanvallen", "NL.schade")
def an_attack_is_free_and_the_victim_does_not_strike_back(t: Table) -> None:
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    beast = t.summon(YOU, "Tunnel Beast", "3,2")
    assert not any(t.st.pool[ME])
    assert _attack(t, dragon, "3,1", "3,2") is None
    t.resolve()
    assert (t.damage(beast), t.damage(dragon)) == (2, 0)


@obeyed("NL.range")
def an_attack_whose_range_is_gone_does_no_damage_but_is_used(t: Table) -> None:
    dragon = _dragon(t)
    beast = t.summon(YOU, "Tunnel Beast", "3,3")
    failure = t.permanent(YOU, "Precision Failure")
    assert _attack(t, dragon, "3,1", "3,2", "3,3") is None
    t.activate(failure, dragon, seat=YOU)
    t.resolve()
    assert t.damage(beast) == 0
    assert _attack(t, dragon, "3,1", "3,2").code == "already_attacked"


@obeyed("601.7", "602.2")
def outside_the_no_attack_zone_summons_attack(t: Table) -> None:
    dragon = _dragon(t, "2,2")
    t.summon(YOU, "Tunnel Beast", "2,3")
    assert _attack(t, dragon, "2,2", "2,3") is None


@broken("604.2", "attacker_in_no_attack_zone", "601.7")
def an_attack_from_a_starting_dot(t: Table) -> Any:
    t.base(ME, "2,3")
    dragon = _dragon(t, "0,0")
    t.summon(YOU, "Tunnel Beast", "1,1")
    return _attack(t, dragon, "0,0", "1,1")


@broken("604.2", "attacker_in_no_attack_zone", "602.2")
def an_attack_from_a_red_inner_orbit_dot(t: Table) -> Any:
    dragon = _dragon(t, "1,1")
    t.summon(YOU, "Tunnel Beast", "2,2")
    return _attack(t, dragon, "1,1", "2,2")


@obeyed("601.6", "605.3")
def a_warp_out_is_one_step_of_the_move(t: Table) -> None:
    t.base(ME, "2,3")
    dragon = _dragon(t, "0,0", "Hunter Dragon")
    assert _move(t, dragon, "0,0", "6,4", "6,5") is None


@obeyed("603.4")
def a_summon_warps_from_an_ending_dot(t: Table) -> None:
    t.base(ME, "2,3")
    assert _move(t, _dragon(t, "6,4"), "6,4", "0,0") is None


@broken("202.4", "too_far", "600.4", "605.3")
def a_warp_that_is_one_step_too_many(t: Table) -> Any:
    t.base(ME, "2,3")
    return _move(t, _dragon(t, "0,0", "Hunter Dragon"), "0,0", "6,4", "6,5", "6,6")


# --- energy and costs (203, 204) -------------------------------------------------------------------------------------


@obeyed("203.2b")
def colorless_energy_pays_the_colorless_part(t: Table) -> None:
    t.hold(ME, "Discount")
    t.st.pool[ME] = (0, 0, 0, 1)
    t.act("cast", seat=ME, card="Discount")
    assert t.st.pool[ME] == (0, 0, 0, 0)


@broken("204.1b", "cost_not_paid", "203.2b", "204.2a")
def a_mystic_cost_paid_with_colorless(t: Table) -> Any:
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.st.pool[ME] = (0, 0, 0, 5)
    return _cast(t, ME, "Spark", dragon)


@obeyed("204.2c")
def a_card_without_casting_cost_is_free(t: Table) -> None:
    assert _cast(t, ME, "Mystic Energy Crystal") is None
    assert not any(t.st.pool[ME])


@obeyed("204.3c")
def an_activation_without_activation_cost_is_free(t: Table) -> None:
    well = t.permanent(ME, "Mystic Well")
    assert not any(t.st.pool[ME])
    t.act("activate", seat=ME, card=well)


@broken("204.1b", "cost_not_paid", "204.3a")
def an_activation_without_energy(t: Table) -> Any:
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    return t.try_act("activate", seat=ME, card=t.permanent(ME, "Precision Failure"), targets=[dragon])


@obeyed("203.5")
def energy_is_gone_when_the_action_is_cancelled(t: Table) -> None:
    t.cast(ME, "Discount")
    t.play("Denial", f"stack:{t.st.stack[-1].id}", seat=YOU)
    assert not any(t.st.pool[ME])
    assert not t.st.stack


# --- permanents and non permanents (205, 206) ------------------------------------------------------------------------


@obeyed("205.3", "505.1", "210.7")
def what_is_destroyed_goes_to_its_owners_discard_pile(t: Table) -> None:
    vessel = t.summon(YOU, "Skimmer Vessel", "3,1", damage=1)
    t.play("Mutiny", vessel)
    t.play("Spark", vessel)
    assert int(vessel[1:]) in t.st.discard[YOU]
    assert t.zone(vessel) == "discard"


@obeyed("206.1g", "402.10")
def a_summon_keeps_everything_under_a_new_controller(t: Table) -> None:
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1", damage=2)
    t.st.change(int(vessel[1:]), state=1)
    t.play("Mutiny", vessel)
    obj = t.obj(vessel)
    assert (obj.controller, obj.state, obj.damage, t.dot(vessel)) == (ME, 1, 2, "3,1")


@obeyed("206.2b")
def a_non_permanent_comes_into_play_for_a_moment(t: Table) -> None:
    slot = int(t.play("Discount")[1:])
    zones = [event[2:] for event in t.st.events if event[:2] == ("zone", slot)]
    assert zones == [("stack", "play"), ("play", "discard")]


@obeyed("NL.eigen-kaarten")
def a_player_uses_his_own_crystal(t: Table) -> None:
    crystal = t.permanent(ME, "Mystic Energy Crystal")
    t.act("activate", seat=ME, card=crystal)


@broken("203.6", "crystal_of_other", "NL.eigen-kaarten")
def a_cost_is_paid_from_another_players_crystal(t: Table) -> Any:
    crystal = t.permanent(YOU, "Grey Energy Crystal")
    t.hold(ME, "Discount")
    return t.try_act("cast", seat=ME, card="Discount", crystals=[crystal])


# --- damage (210) ----------------------------------------------------------------------------------------------------


@obeyed("210.2")
def damage_adds_up(t: Table) -> None:
    dragon = t.summon(YOU, "Old Stone Dragon", "3,1")
    t.play("Bullseye", dragon)
    t.play("Spark", dragon)
    assert t.damage(dragon) == 3


@obeyed("210.4")
def an_activated_effect_whose_source_is_gone_does_no_damage(t: Table) -> None:
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    tower = t.permanent(ME, "Watchtower")
    t.st.pool[ME] = (1, 0, 0, 0)
    t.act("activate", seat=ME, card=tower, targets=[dragon])
    t.play("Dispel", tower, seat=YOU)
    t.resolve()
    assert t.damage(dragon) == 0


@obeyed("210.6")
def a_summon_with_lethal_damage_is_gone_before_anybody_can_heal_it(t: Table) -> None:
    dragon = _dragon(t)
    beast = t.summon(YOU, "Prowler Beast", "3,2", damage=1)
    assert _attack(t, dragon, "3,1", "3,2") is None
    t.resolve()
    t.hold(YOU, "Second Wind")
    rich(t, YOU)
    assert t.try_act("cast", seat=YOU, card="Second Wind", targets=[beast]).rule == "208.1"  # type: ignore[union-attr]  # it is one


# --- cards and zones (402, 403, 501 to 506) --------------------------------------------------------------------------


@obeyed("402.3")
def a_life_base_is_in_play_from_the_start(t: Table) -> None:
    assert [t.zone("#0"), t.zone("#1")] == ["play", "play"]


@obeyed("402.8")
def a_card_that_leaves_takes_its_pawn_along(t: Table) -> None:
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.play("Recall", dragon)
    assert t.st.game.board.number["3,1"] not in t.st.occ


@obeyed("402.12", "202.4")
def a_move_already_chosen_keeps_its_length_when_speed_drops(t: Table) -> None:
    dragon = _dragon(t)
    assert _move(t, dragon, "3,1", "3,2", "3,3", "3,4") is None
    t.play("Lead Boots", dragon, seat=YOU)
    t.resolve()
    assert t.stat(dragon, "speed") == 2
    assert t.dot(dragon) == "3,4"


@obeyed("402.13")
def defense_goes_back_when_the_turn_ends(t: Table) -> None:
    dragon = t.summon(ME, "Mist Dragon", "3,1", damage=1)
    t.play("Iron Skin", dragon)
    assert t.stat(dragon, "defense") == 6
    t.end_turn()
    assert t.stat(dragon, "defense") == 3


@obeyed("212.1", "501.2", "208.4")
def a_draw_takes_the_top_card_of_their_own_deck(t: Table) -> None:
    first, second = t.top(ME, "Spark"), t.top(ME, "Heal")
    third = t.top(YOU, "Spark")
    t.play("Discount")
    assert [t.zone(card) for card in (first, second, third)] == ["hand", "hand", "deck"]


@obeyed("502.2")
def a_card_is_picked_from_a_hand_that_nobody_shows(t: Table) -> None:
    from tests.rules_engine.cards.table import FILLER, card_named

    before = t.hand(YOU)
    t.play("Pickpocket", "seat:1", answers=([card_named(FILLER).number],))
    assert t.hand(YOU) == before - 1
    assert not [event for event in t.st.events if event[0] == "show"]


@obeyed("506.1", "506.2", "NL.uit-het-spel")
def a_card_removed_from_the_game_stays_removed(t: Table) -> None:
    well = t.permanent(YOU, "Mystic Well")
    t.play("Banishment", well)
    t.end_turn()
    t.end_turn()
    assert t.zone(well) == "removed"
    assert int(well[1:]) in t.st.removed[YOU]


@obeyed("G.deactivate")
def a_deactivated_crystal_gives_nothing(t: Table) -> None:
    crystal = t.permanent(YOU, "Mystic Energy Crystal")
    t.play("Blackout", crystal)
    assert t.obj(crystal).state == 2
    assert not any(t.st.pool[YOU])


@broken("402.14", "summon_deactivated", "G.deactivate")
def a_summon_deactivated_by_another_player_moves(t: Table) -> Any:
    dragon = _dragon(t)
    t.play("Paralysis", dragon, seat=YOU)
    rich(t)
    return _move(t, dragon, "3,1", "3,2")
