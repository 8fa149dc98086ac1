"""What the cards of the third act do: count, replace, swap, take, pay with more than energy."""

from __future__ import annotations

import pytest

from . import test_scenarios_second_act
from .table import COVERED, FILLER, ME, POOL, YOU, Table, card, card_named, held, number

_OTHERS = test_scenarios_second_act
GREY = card_named(FILLER).number


# --- summons ----------------------------------------------------------------------------------------------------------


@card("Ashwing Dragon")
def test_ashwing_dragon_grows_with_every_card_drawn(t: Table) -> None:
    dragon = t.summon(ME, "Ashwing Dragon", "3,1")
    t.play("Discount", answers=(f"1:{dragon}",))
    while t.st.stack:
        t.resolve()
    assert t.stat(dragon, "attack") == 4


@card("Moult Dragon")
def test_moult_dragon_goes_to_the_hand_instead(t: Table) -> None:
    dragon = t.summon(YOU, "Moult Dragon", "3,3")
    t.play("Divine Intervention", dragon)
    assert t.zone(dragon) == "hand"


@card("Hoard Dragon")
def test_hoard_dragon_changes_a_card_for_another(t: Table) -> None:
    dragon = t.summon(ME, "Hoard Dragon", "3,1")
    t.activate(dragon, paying=([GREY],))
    assert (held(t), len(t.st.discard[ME])) == (7, 1)


@card("Ledger Dragon")
def test_ledger_dragon_draws_for_what_opponents_discard(t: Table) -> None:
    t.summon(ME, "Ledger Dragon", "3,1")
    t.play("Brain Fog", "seat:1", answers=([GREY],))
    t.resolve()
    assert (held(t), t.hand(YOU)) == (8, 6)


@card("Hearth Dragon")
def test_hearth_dragon_strengthens_ember_summons(t: Table) -> None:
    dragon = t.summon(ME, "Hearth Dragon", "3,1")
    beast = t.summon(ME, "Charging Beast", "3,3")
    assert (t.stat(dragon, "attack"), t.stat(beast, "attack")) == (4, 6)


@card("Mirror Dragon")
def test_mirror_dragon_gives_its_damage_away(t: Table, theirs: str) -> None:
    dragon = t.summon(ME, "Mirror Dragon", "3,1", damage=3)
    t.activate(dragon, theirs)
    assert (t.damage(dragon), t.damage(theirs)) == (0, 3)


@card("Packleader Beast")
def test_packleader_beast_counts_its_pack(t: Table, mine: str) -> None:
    beast = t.summon(ME, "Packleader Beast", "3,3")
    assert t.stat(beast, "attack") == 1 + 3  # itself, the Dragon and the Life Base


@card("Guard Beast")
def test_guard_beast_takes_the_damage_of_the_life_base(t: Table) -> None:
    beast = t.summon(YOU, "Guard Beast", "3,3")
    t.play("Spark", "#1")
    assert (t.damage("#1"), t.damage(beast)) == (0, 1)


@card("Gnawing Beast")
def test_gnawing_beast_costs_opponents_a_card(t: Table) -> None:
    beast = t.summon(ME, "Gnawing Beast", "3,2")
    t.summon(YOU, "Old Stone Dragon", "3,3")
    t.act("attack", seat=ME, card=beast, path=["3,2", "3,3"])
    t.resolve()
    t.resolve([GREY])
    assert t.hand(YOU) == 6


@card("Scent Beast")
def test_scent_beast_takes_a_summon_of_three(t: Table) -> None:
    found = t.top(ME, "Hunter Dragon")
    t.play("Scent Beast", answers=("6,0",))
    t.resolve([number("Hunter Dragon")])
    assert t.zone(found) == "hand"
    assert t.st.objs[t.st.deck[ME][0]].rev == t.rev(FILLER)


@card("Slumber Beast")
def test_slumber_beast_heals_instead_of_dying(t: Table) -> None:
    beast = t.summon(YOU, "Slumber Beast", "3,3", damage=3)
    t.play("Spark", beast)
    assert (t.zone(beast), t.damage(beast)) == ("play", 0)
    t.play("Divine Intervention", beast)
    assert t.zone(beast) == "discard"  # nothing to heal


@card("Feasting Beast")
def test_feasting_beast_heals_when_another_falls(t: Table, theirs: str) -> None:
    beast = t.summon(ME, "Feasting Beast", "3,1", damage=3)
    t.play("Divine Intervention", theirs)
    t.resolve()
    assert t.damage(beast) == 1


@card("Ferry Vessel")
def test_ferry_vessel_changes_places(t: Table, mine: str) -> None:
    vessel = t.summon(ME, "Ferry Vessel", "3,4")
    t.activate(vessel, mine)
    assert (t.dot(vessel), t.dot(mine)) == ("3,1", "3,4")


@card("Salvage Vessel")
def test_salvage_vessel_needs_two_cards_in_the_pile(t: Table) -> None:
    vessel = t.summon(ME, "Salvage Vessel", "3,1")
    t.pile(ME, "Spark")
    refused = t.try_act("activate", seat=ME, card=vessel)
    assert refused is not None and (refused.rule, refused.code) == ("204.3a", "cost_not_there")
    t.pile(ME, "Discount")
    t.activate(vessel)
    assert (len(t.st.removed[ME]), held(t)) == (2, 8)


@card("Hospital Vessel")
def test_hospital_vessel_heals_by_the_hand(t: Table) -> None:
    vessel = t.summon(ME, "Hospital Vessel", "3,1")
    t.st.change(0, damage=9)
    t.activate(vessel, "#0")
    assert t.damage("#0") == 1


@card("Gunboat Vessel")
def test_gunboat_vessel_fires_for_a_card(t: Table, theirs: str) -> None:
    vessel = t.summon(ME, "Gunboat Vessel", "3,1")
    t.activate(vessel, theirs, paying=([GREY],))
    assert (t.damage(theirs), held(t)) == (2, 6)


@card("Ghost Vessel")
def test_ghost_vessel_goes_back_on_the_deck(t: Table) -> None:
    vessel = t.summon(YOU, "Ghost Vessel", "3,3", damage=2)
    t.play("Spark", vessel)
    assert (t.zone(vessel), f"#{t.st.deck[YOU][-1]}") == ("deck", vessel)


@card("Tollkeeper Vessel")
def test_tollkeeper_vessel_taxes_effects(t: Table) -> None:
    t.summon(YOU, "Tollkeeper Vessel", "3,3")
    t.hold(ME, "Spark")
    t.st.pool[ME] = (1, 0, 0, 0)
    refused = t.try_act("cast", seat=ME, card="Spark", targets=["#1"])
    assert refused is not None and refused.rule == "204.1b"


@card("Scarred Berserker")
def test_scarred_berserker_grows_with_wounds(t: Table, mine: str) -> None:
    red = t.summon(ME, "Scarred Berserker", "3,3", damage=1)
    assert t.stat(red, "attack") == 3
    t.st.change(0, damage=1)
    assert t.stat(red, "attack") == 4


@card("Blood Berserker")
def test_blood_berserker_pays_with_its_own_blood(t: Table) -> None:
    red = t.summon(ME, "Blood Berserker", "3,1")
    t.activate(red, "#1")
    assert (t.damage(red), t.damage("#1")) == (1, 2)


@card("Duel Berserker")
def test_duel_berserker_strikes_back(t: Table, mine: str) -> None:
    red = t.summon(YOU, "Duel Berserker", "3,3")
    t.play("Spark", red, answers=(mine,))
    t.resolve()
    assert t.damage(mine) == 1


@card("Oath Berserker")
def test_oath_berserker_leaves_the_game_and_pays_for_it(t: Table) -> None:
    red = t.summon(ME, "Oath Berserker", "3,1")
    t.activate(red)
    assert (t.zone(red), held(t)) == ("removed", 10)


@card("Drill Army")
def test_drill_army_trades_an_effect_for_cards(t: Table) -> None:
    army = t.summon(ME, "Drill Army", "3,1")
    well = t.permanent(ME, "Mystic Well")
    t.activate(army)
    assert (t.zone(well), held(t)) == ("discard", 9)


@card("Reserve Army")
@pytest.mark.parametrize("willing", [True, False])
def test_reserve_army_changes_a_card_for_two(t: Table, willing: bool) -> None:
    t.play("Reserve Army", answers=("6,0",))
    t.resolve(*([True, [GREY]] if willing else [False]))
    assert held(t) == (8 if willing else 7)


@card("Sapper Army")
def test_sapper_army_blows_up_an_effect(t: Table) -> None:
    army = t.summon(ME, "Sapper Army", "3,1")
    well = t.permanent(YOU, "Mystic Well")
    t.activate(army, well, paying=([GREY],))
    assert t.zone(well) == "discard"


@card("Banner Army")
def test_banner_army_lifts_the_others(t: Table, mine: str) -> None:
    army = t.summon(ME, "Banner Army", "3,3")
    assert (t.stat(mine, "attack"), t.stat(army, "attack")) == (4, 3)


# --- equal to, for each -----------------------------------------------------------------------------------------------


@card("Tally of Wings")
@pytest.mark.parametrize("extra", [0, 1])
def test_tally_of_wings_counts_dragons(t: Table, mine: str, theirs: str, extra: int) -> None:
    t.play("Tally of Wings", theirs, x=extra)
    assert (t.damage(theirs), held(t)) == (1, 7 + extra)


@card("Weight of Numbers")
def test_weight_of_numbers_counts_summons(t: Table, mine: str, theirs: str) -> None:
    t.play("Weight of Numbers", theirs)
    assert t.damage(theirs) == 2


@card("Borrowed Fury")
def test_borrowed_fury_measures_the_attack_power_with_everything_added(
    t: Table, mine: str, theirs: str
) -> None:
    t.play("War Cry", mine)
    t.play("Borrowed Fury", theirs, mine)
    assert t.damage(theirs) == 5


@card("Mirror Wound")
def test_mirror_wound_deals_what_one_has_suffered(t: Table, theirs: str) -> None:
    wounded = t.summon(ME, "Hunter Dragon", "3,1", damage=4)
    t.play("Mirror Wound", theirs, wounded)
    assert t.damage(theirs) == 4


@card("Full Recovery")
def test_full_recovery_heals_by_the_hand(t: Table) -> None:
    t.st.change(0, damage=10)
    t.play("Full Recovery", "#0")
    assert t.damage("#0") == 2


@card("Quiet Harvest")
def test_quiet_harvest_draws_for_crystals(t: Table) -> None:
    for _ in range(3):
        t.permanent(ME, FILLER)
    t.play("Quiet Harvest", answers=([GREY, GREY],))
    assert held(t) == 8


@card("Roll Call")
def test_roll_call_draws_for_summons(t: Table, mine: str) -> None:
    t.summon(ME, "Skimmer Vessel", "3,4")
    t.play("Roll Call")
    assert held(t) == 9


@card("Full Coffers")
def test_full_coffers_counts_rotated_crystals(t: Table) -> None:
    t.permanent(ME, FILLER)
    for _ in range(2):
        t.st.change(int(t.permanent(ME, FILLER)[1:]), state=1)
    t.play("Full Coffers")
    assert t.st.pool[ME] == (0, 0, 0, 2)


@card("Crowd Courage")
def test_crowd_courage_counts_when_it_takes_place(t: Table, mine: str) -> None:
    t.play("Crowd Courage", mine)
    t.summon(ME, "Skimmer Vessel", "3,4")
    assert t.stat(mine, "attack") == 3 + 2


@card("Heavy Purse")
def test_heavy_purse_slows_by_the_hand(t: Table, theirs: str) -> None:
    t.play("Heavy Purse", theirs)
    assert t.stat(theirs, "speed") == 0


@card("Grave Tithe")
def test_grave_tithe_takes_a_card_for_each_berserker(t: Table) -> None:
    t.summon(ME, "Red Berserker", "3,1")
    t.play("Grave Tithe", "seat:1", answers=([GREY],))
    assert t.hand(YOU) == 6


@card("Bone Meal")
def test_bone_meal_heals_by_the_pile(t: Table) -> None:
    t.st.change(0, damage=5)
    t.pile(ME, "Spark", "Discount")
    t.play("Bone Meal")
    assert t.damage("#0") == 3


@card("War Tax")
def test_war_tax_rises_with_armies(t: Table) -> None:
    t.permanent(YOU, "War Tax")
    t.hold(ME, "Skimmer Vessel")
    t.st.pool[ME] = (0, 0, 0, 2)
    t.summon(YOU, "Pike Army", "3,3")
    refused = t.try_act("cast", seat=ME, card="Skimmer Vessel")
    assert refused is not None and refused.rule == "204.1b"


@card("Dragon Guild")
def test_dragon_guild_makes_effects_cheaper(t: Table, mine: str) -> None:
    t.permanent(ME, "Dragon Guild")
    t.hold(ME, "Discount")
    t.st.pool[ME] = (0, 0, 0, 0)
    t.act("cast", seat=ME, card="Discount")
    t.resolve()
    assert held(t) == 9


@card("Growing Thorns")
def test_growing_thorns_counts_effects(t: Table, theirs: str) -> None:
    t.permanent(ME, "Growing Thorns", theirs)
    t.permanent(ME, "Mystic Well")
    assert t.stat(theirs, "attack") == 2 + 1  # the Thorns lie under the control of the Beast's owner


@card("Signal Tower")
def test_signal_tower_gathers_counters_for_vessels(t: Table) -> None:
    tower = t.permanent(ME, "Signal Tower")
    t.st.change(int(tower[1:]), counters=2)
    t.activate(tower)
    assert (t.obj(tower).counters, held(t)) == (0, 8)
    t.summon(ME, "Skimmer Vessel", "3,1")
    t.end_turn()
    t.end_turn()
    assert t.obj(tower).counters == 0
    t.resolve()
    assert t.obj(tower).counters == 1


@card("Slow Fuse")
def test_slow_fuse_burns_by_its_counters(t: Table, theirs: str) -> None:
    fuse = t.permanent(ME, "Slow Fuse")
    t.st.change(int(fuse[1:]), counters=4)
    t.activate(fuse, theirs)
    assert t.damage(theirs) == 4


# --- instead, paid for ------------------------------------------------------------------------------------------------


@card("Kindled Spark")
@pytest.mark.parametrize("extra", [0, 1])
def test_kindled_spark_deals_the_one_or_the_other(t: Table, theirs: str, extra: int) -> None:
    t.play("Kindled Spark", theirs, x=extra)
    assert t.damage(theirs) == (3 if extra else 1)


@card("Deep Study")
@pytest.mark.parametrize("extra", [0, 1])
def test_deep_study_draws_the_one_or_the_other(t: Table, extra: int) -> None:
    t.play("Deep Study", x=extra)
    assert held(t) == (10 if extra else 8)


@card("Greater Healing")
@pytest.mark.parametrize("extra", [0, 1])
def test_greater_healing_heals_two_or_all(t: Table, extra: int) -> None:
    t.st.change(0, damage=6)
    t.play("Greater Healing", "#0", x=extra)
    assert t.damage("#0") == (0 if extra else 4)


@card("Choking Fog")
@pytest.mark.parametrize("extra", [0, 1])
def test_choking_fog_takes_one_or_two(t: Table, extra: int) -> None:
    t.play("Choking Fog", "seat:1", x=extra, answers=([GREY] * (1 + extra),))
    assert t.hand(YOU) == 6 - extra


@card("Hammer Stroke")
@pytest.mark.parametrize("extra", [0, 1])
def test_hammer_stroke_hurts_or_destroys(t: Table, theirs: str, extra: int) -> None:
    t.play("Hammer Stroke", theirs, x=extra)
    assert (t.zone(theirs) == "discard") is bool(extra)


@card("Rising Tide")
def test_rising_tide_reaches_one_or_all(t: Table, theirs: str) -> None:
    t.play("Rising Tide", theirs, x=1)
    assert t.obj(theirs).state and t.obj("#1").state and not t.obj("#0").state


@card("Long Stride")
@pytest.mark.parametrize("extra", [0, 1])
def test_long_stride_is_short_or_long(t: Table, mine: str, extra: int) -> None:
    t.play("Long Stride", mine, x=extra)
    assert t.stat(mine, "speed") == (5 if extra else 3)


@card("Shatter")
@pytest.mark.parametrize("extra", [0, 1])
def test_shatter_turns_or_destroys_a_crystal(t: Table, extra: int) -> None:
    crystal = t.permanent(YOU, FILLER)
    t.play("Shatter", crystal, x=extra)
    assert t.zone(crystal) == ("discard" if extra else "play")


# --- instead of what would happen -------------------------------------------------------------------------------------


@card("Second Skin")
def test_second_skin_saves_its_summon(t: Table, theirs: str) -> None:
    skin = t.permanent(YOU, "Second Skin", theirs)
    t.play("Divine Intervention", theirs)
    assert (t.zone(theirs), t.zone(skin)) == ("hand", "discard")


@card("Iron Oath")
def test_iron_oath_heals_until_the_turn_ends(t: Table) -> None:
    dragon = t.summon(ME, "Hunter Dragon", "3,1", damage=4)
    t.play("Iron Oath", dragon)
    t.play("Spark", dragon)
    assert (t.zone(dragon), t.damage(dragon)) == ("play", 0)


@card("Unmarked Grave")
def test_unmarked_grave_removes_what_it_kills(t: Table) -> None:
    beast = t.summon(YOU, "Tunnel Beast", "3,3", damage=4)
    t.play("Unmarked Grave", beast)
    assert t.zone(beast) == "removed"


@card("Bodyguard")
def test_bodyguard_steps_in_front_of_the_life_base(t: Table, mine: str) -> None:
    t.play("Bodyguard", mine)
    t.play("Spark", "#0")
    assert (t.damage("#0"), t.damage(mine)) == (0, 1)


@card("Lightning Rod")
def test_lightning_rod_leads_damage_to_the_life_base_of_its_caster(t: Table, theirs: str) -> None:
    t.permanent(ME, "Lightning Rod", theirs)
    t.play("Spark", theirs)
    assert (t.damage(theirs), t.damage("#0")) == (0, 1)


@card("Open Sluice")
def test_open_sluice_doubles_every_draw(t: Table) -> None:
    t.permanent(ME, "Open Sluice")
    t.play("Discount")
    assert held(t) == 11


@card("Locked Archive")
def test_locked_archive_stops_draws(t: Table) -> None:
    t.play("Locked Archive")
    t.play("Shared Feast", answers=(True,))
    assert (held(t), t.hand(YOU)) == (9, 7)


@card("Ash Ledger")
def test_ash_ledger_burns_what_is_discarded(t: Table) -> None:
    t.permanent(ME, "Ash Ledger")
    t.play("Brain Fog", "seat:1", answers=([GREY],))
    assert (len(t.st.discard[YOU]), len(t.st.removed[YOU])) == (0, 1)


@card("Safe House")
def test_safe_house_removes_discards_of_everybody(t: Table) -> None:
    t.play("Safe House")
    t.play("Brain Fog", "seat:1", answers=([GREY],))
    assert (held(t), t.hand(YOU), len(t.st.removed[YOU])) == (8, 7, 1)


# --- draw and discard triggers ----------------------------------------------------------------------------------------


@card("Reading Room")
def test_reading_room_heals_for_every_draw(t: Table) -> None:
    room = t.permanent(ME, "Reading Room")
    t.st.change(0, damage=5)
    t.play("Discount", answers=(f"1:{room}",))
    while t.st.stack:
        t.resolve()
    assert t.damage("#0") == 3


@card("Paper Cuts")
def test_paper_cuts_hurt_for_every_draw(t: Table) -> None:
    t.permanent(ME, "Paper Cuts")
    t.play("Second Wind", "#0")
    t.resolve()
    assert t.damage("#1") == 1


@card("Rag Merchant")
def test_rag_merchant_pays_for_discards(t: Table) -> None:
    t.permanent(ME, "Rag Merchant")
    t.play("Hard Bargain", answers=([GREY],))
    t.resolve()
    assert t.st.pool[ME] == (0, 0, 0, 1)


@card("Echo Chamber")
def test_echo_chamber_counts_the_draws_of_opponents(t: Table) -> None:
    chamber = t.permanent(ME, "Echo Chamber")
    t.play("Shared Feast", answers=(True,))
    t.resolve()
    assert t.obj(chamber).counters == 1
    t.st.change(int(chamber[1:]), counters=3)
    t.activate(chamber)
    assert held(t) == 11


@card("Wake Keeper")
def test_wake_keeper_counts_discards_and_kills(t: Table, theirs: str) -> None:
    keeper = t.permanent(ME, "Wake Keeper")
    t.play("Brain Fog", "seat:1", answers=([GREY],))
    t.resolve()
    assert t.obj(keeper).counters == 1
    t.st.change(int(keeper[1:]), counters=3)
    t.activate(keeper, theirs)
    assert t.zone(theirs) == "discard"


@card("Toll Collector")
def test_toll_collector_wants_a_card_or_energy(t: Table) -> None:
    t.permanent(YOU, "Toll Collector")
    t.hold(ME, "Discount")
    t.st.pool[ME] = (0, 0, 0, 1)
    t.act("cast", seat=ME, card="Discount")
    t.resolve([GREY])
    assert len(t.st.discard[ME]) == 1


# --- that Dragon ------------------------------------------------------------------------------------------------------


@card("Dragon Rage")
def test_dragon_rage_strengthens_and_lets_attack_again(t: Table, mine: str) -> None:
    t.summon(YOU, "Old Stone Dragon", "3,2")
    t.play("Dragon Rage", mine)
    for _ in range(2):
        t.act("attack", seat=ME, card=mine, path=["3,1", "3,2"])
        t.resolve()
    assert t.stat(mine, "attack") == 5


@card("Whip Crack")
def test_whip_crack_speeds_and_hurts(t: Table, theirs: str) -> None:
    t.play("Whip Crack", theirs)
    assert (t.stat(theirs, "speed"), t.damage(theirs)) == (4, 1)


@card("Full Sail")
def test_full_sail_wakes_a_vessel(t: Table) -> None:
    vessel = t.summon(ME, "Skimmer Vessel", "3,1")
    t.st.change(int(vessel[1:]), state=1)
    t.play("Full Sail", vessel)
    assert t.obj(vessel).state == 0


@card("Last Stand")
def test_last_stand_ends_the_berserker(t: Table) -> None:
    red = t.summon(ME, "Red Berserker", "3,1")
    t.play("Last Stand", red)
    assert t.zone(red) == "discard"


@card("Hold the Line")
def test_hold_the_line_roots_an_army(t: Table) -> None:
    army = t.summon(ME, "Pike Army", "3,1")
    t.play("Hold the Line", army)
    assert t.stat(army, "defense") == 10
    t.st.pool[ME] = (0, 0, 0, 1)
    refused = t.try_act("move", seat=ME, card=army, path=["3,1", "3,2"])
    assert refused is not None and refused.rule == "107.1b"


@card("Scale Mail")
def test_scale_mail_heals_that_dragon(t: Table) -> None:
    dragon = t.summon(ME, "Hunter Dragon", "3,1", damage=2)
    mail = t.permanent(ME, "Scale Mail", dragon)
    t.activate(mail)
    assert (t.stat(dragon, "range"), t.damage(dragon)) == (3, 1)


# --- all cards in -----------------------------------------------------------------------------------------------------


@card("New Leaf")
def test_new_leaf_turns_the_pile_into_the_deck(t: Table) -> None:
    t.pile(ME, "Spark", "Discount")
    before = len(t.st.deck[ME])
    t.play("New Leaf", answers=([t.st.game.number_of(t.st.objs[s].rev) for s in order(t)],))
    assert (len(t.st.discard[ME]), len(t.st.deck[ME])) == (1, before + 2 - 1 - 1)


def order(t: Table) -> list[int]:
    """The deck that New Leaf will leave: all that is there, without the card itself, and the pile."""
    leaf = t._take(ME, "New Leaf")
    return [slot for slot in t.st.deck[ME] if slot != leaf] + list(t.st.discard[ME])


@card("Scorched Records")
def test_scorched_records_empty_a_pile(t: Table) -> None:
    t.pile(YOU, "Spark", "Discount")
    t.play("Scorched Records", "seat:1")
    assert (len(t.st.discard[YOU]), len(t.st.removed[YOU])) == (0, 2)


@card("Mass Recall")
def test_mass_recall_brings_all_summons_back(t: Table) -> None:
    t.pile(ME, "Hunter Dragon", "Tunnel Beast", "Spark")
    t.play("Mass Recall", answers=([number("Hunter Dragon"), number("Tunnel Beast")],))
    assert held(t) == 9


@card("Buried Wealth")
def test_buried_wealth_puts_crystals_on_the_deck(t: Table) -> None:
    slots = t.pile(ME, "Deep Mystic Crystal", "Spark")
    t.play("Buried Wealth", answers=([number("Deep Mystic Crystal")],))
    assert t.zone(slots[0]) == "deck" and t.zone(slots[1]) == "discard"


@card("Clean Slate")
def test_clean_slate_gives_everybody_five(t: Table) -> None:
    deck = {seat: list(t.st.deck[seat]) for seat in (ME, YOU)}
    slate = t._take(ME, "Clean Slate")
    hands = {
        seat: [
            t.st.game.number_of(t.st.objs[slot].rev)
            for slot in [*deck[seat], *t.st.hand[seat]]
            if slot != slate
        ]
        for seat in (ME, YOU)
    }
    t.play("Clean Slate", answers=(hands[ME], hands[YOU]))
    assert (held(t), t.hand(YOU)) == (4, 5)


@card("Empty Graves")
def test_empty_graves_take_the_summons_of_all_piles(t: Table) -> None:
    t.pile(ME, "Hunter Dragon", "Spark")
    t.pile(YOU, "Tunnel Beast")
    t.play("Empty Graves", answers=([number("Hunter Dragon")], [number("Tunnel Beast")]))
    assert (len(t.st.removed[ME]), len(t.st.removed[YOU])) == (1, 1)


# --- show N, take 1 ---------------------------------------------------------------------------------------------------


@card("Crystal Gazing")
def test_crystal_gazing_takes_one_of_three(t: Table) -> None:
    wanted = t.top(ME, "Spark")
    t.play("Crystal Gazing", answers=([number("Spark")],))
    assert (t.zone(wanted), held(t)) == ("hand", 8)


@card("Muster")
def test_muster_takes_a_summon_and_discards_the_rest(t: Table) -> None:
    wanted = t.top(ME, "Hunter Dragon")
    t.play("Muster", answers=([number("Hunter Dragon")],))
    assert (t.zone(wanted), len(t.st.discard[ME])) == ("hand", 5)


@card("Prospect")
def test_prospect_takes_a_crystal(t: Table) -> None:
    wanted = t.top(ME, "Deep Boost Crystal")
    t.play("Prospect", answers=([number("Deep Boost Crystal")],))
    assert t.zone(wanted) == "hand"


@card("Deep Dig")
def test_deep_dig_takes_two_and_removes_three(t: Table) -> None:
    t.play("Deep Dig", answers=([GREY, GREY],))
    assert (held(t), len(t.st.removed[ME])) == (9, 3)


@card("Hatchery")
def test_hatchery_finds_a_dragon_or_nothing(t: Table) -> None:
    wanted = t.top(ME, "Hunter Dragon")
    t.play("Hatchery", answers=([number("Hunter Dragon")],))
    assert (t.zone(wanted), held(t)) == ("hand", 8)


@card("Hatchery")
def test_hatchery_finds_nothing_where_no_dragon_is(t: Table) -> None:
    t.play("Hatchery")
    assert held(t) == 7


@card("Ember Call")
def test_ember_call_takes_an_ember_summon(t: Table) -> None:
    other, wanted = t.top(ME, "Tunnel Beast"), t.top(ME, "Hunter Dragon")
    t.play("Ember Call", answers=([number("Hunter Dragon")],))
    assert (t.zone(wanted), t.zone(other)) == ("hand", "discard")


# --- swap -------------------------------------------------------------------------------------------------------------


@card("Trading Places")
def test_trading_places_swaps_two_of_ones_own(t: Table, mine: str) -> None:
    vessel = t.summon(ME, "Skimmer Vessel", "3,4")
    t.play("Trading Places", mine, vessel)
    assert (t.dot(mine), t.dot(vessel)) == ("3,4", "3,1")


@card("Switchback")
def test_switchback_swaps_with_an_enemy(t: Table, mine: str, theirs: str) -> None:
    t.play("Switchback", mine, theirs)
    assert (t.dot(mine), t.dot(theirs)) == ("3,3", "3,1")


@card("Shared Pain")
def test_shared_pain_may_kill_by_what_it_moves(t: Table) -> None:
    wounded = t.summon(ME, "Old Stone Dragon", "3,1", damage=6)
    beast = t.summon(YOU, "Tunnel Beast", "3,3")
    t.play("Shared Pain", wounded, beast)
    assert (t.damage(wounded), t.zone(beast)) == (0, "discard")


@card("Hostage Exchange")
def test_hostage_exchange_changes_controllers(t: Table, mine: str, theirs: str) -> None:
    t.play("Hostage Exchange", mine, theirs)
    assert (t.obj(mine).controller, t.obj(theirs).controller) == (YOU, ME)


@card("Change of Guard")
def test_change_of_guard_swaps_and_heals_the_second(t: Table, mine: str) -> None:
    vessel = t.summon(ME, "Skimmer Vessel", "3,4", damage=1)
    t.play("Change of Guard", mine, vessel)
    assert (t.dot(mine), t.damage(vessel)) == ("3,4", 0)


# --- costs of many parts ----------------------------------------------------------------------------------------------


@card("Bone Furnace")
def test_bone_furnace_burns_a_summon(t: Table, mine: str) -> None:
    furnace = t.permanent(ME, "Bone Furnace")
    t.activate(furnace)
    assert (t.zone(mine), t.st.pool[ME]) == ("discard", (0, 0, 3, 0))


@card("Counting House")
def test_counting_house_turns_two_crystals(t: Table) -> None:
    house = t.permanent(ME, "Counting House")
    first = t.permanent(ME, FILLER)
    refused = t.try_act("activate", seat=ME, card=house)
    assert refused is not None and refused.code == "cost_not_there"
    second = t.permanent(ME, FILLER)
    t.activate(house, paying=(first,))
    assert t.obj(first).state and t.obj(second).state and held(t) == 8


@card("Blood Altar")
def test_blood_altar_drinks_from_the_life_base(t: Table) -> None:
    altar = t.permanent(ME, "Blood Altar")
    t.activate(altar)
    assert (t.damage("#0"), held(t)) == (1, 8)


@card("Catapult Yard")
def test_catapult_yard_throws_cards(t: Table, theirs: str) -> None:
    yard = t.permanent(ME, "Catapult Yard")
    t.activate(yard, theirs, paying=([GREY],))
    assert (t.damage(theirs), held(t)) == (2, 6)


@card("Ember Crucible")
def test_ember_crucible_melts_an_ember_summon(t: Table, mine: str, theirs: str) -> None:
    crucible = t.permanent(ME, "Ember Crucible")
    t.activate(crucible, theirs)
    assert (t.zone(mine), t.damage(theirs)) == ("discard", 5)


@card("Recycling Mill")
def test_recycling_mill_grinds_an_effect_card(t: Table) -> None:
    mill = t.permanent(ME, "Recycling Mill")
    t.st.change(0, damage=3)
    t.pile(ME, "Spark", "Hunter Dragon")
    t.activate(mill, paying=([number("Spark")],))
    assert (t.damage("#0"), len(t.st.removed[ME])) == (1, 1)


@card("Grand Bargain")
def test_grand_bargain_wants_every_part(t: Table) -> None:
    bargain = t.permanent(ME, "Grand Bargain")
    crystal = t.permanent(ME, FILLER)
    t.st.change(int(bargain[1:]), counters=3)
    t.activate(bargain, paying=([GREY],))
    assert t.obj(crystal).state and held(t) == 6
    assert (t.obj(bargain).counters, t.st.extra_turns) == (0, (ME,))


@card("Emergency Hatch")
def test_emergency_hatch_saves_a_summon(t: Table, mine: str) -> None:
    hatch = t.permanent(ME, "Emergency Hatch")
    t.activate(hatch, mine)
    assert (t.zone(hatch), t.zone(mine)) == ("discard", "hand")


@card("Signal Flare")
def test_signal_flare_burns_out(t: Table) -> None:
    flare = t.permanent(ME, "Signal Flare")
    t.activate(flare)
    assert (t.zone(flare), held(t)) == ("discard", 9)


@card("Ferryman's Coin")
def test_ferryman_s_coin_brings_one_back(t: Table) -> None:
    coin = t.permanent(ME, "Ferryman's Coin")
    (beast,) = t.pile(ME, "Tunnel Beast")
    t.activate(coin, answers=([number("Tunnel Beast")],))
    assert (t.zone(coin), t.zone(beast)) == ("removed", "hand")


@card("Training Grounds")
def test_training_grounds_want_a_summon_card(t: Table, mine: str) -> None:
    grounds = t.permanent(ME, "Training Grounds")
    refused = t.try_act("activate", seat=ME, card=grounds, targets=[mine])
    assert refused is not None and refused.code == "cost_not_there"
    t.hold(ME, "Tunnel Beast")
    t.activate(grounds, mine, paying=([number("Tunnel Beast")],))
    assert t.stat(mine, "attack") == 6


@card("Iron Press")
def test_iron_press_takes_two_cards_at_random(t: Table, theirs: str) -> None:
    press = t.permanent(ME, "Iron Press")
    t.activate(press, theirs, paying=([GREY, GREY],))
    assert (t.damage(theirs), held(t)) == (3, 5)


# --- the rest ---------------------------------------------------------------------------------------------------------


@card("Fork in the Road")
@pytest.mark.parametrize("mode", [0, 1])
def test_fork_in_the_road_is_the_one_or_the_other(t: Table, mode: int) -> None:
    t.play("Fork in the Road", mode=mode, answers=([GREY],))
    assert (held(t), len(t.st.discard[ME])) == (8, 1 if mode else 2)


@card("Twin Sacrifice")
def test_twin_sacrifice_needs_a_crystal(t: Table) -> None:
    t.play("Twin Sacrifice")
    assert held(t) == 7


@card("Twin Sacrifice")
def test_twin_sacrifice_draws_three_for_a_crystal(t: Table) -> None:
    crystal = t.permanent(ME, FILLER)
    t.play("Twin Sacrifice")
    assert (t.zone(crystal), held(t)) == ("discard", 10)


@card("Volley")
def test_volley_hits_up_to_three(t: Table, theirs: str) -> None:
    t.play("Volley", answers=(theirs,))
    assert (t.damage(theirs), t.damage("#1")) == (1, 1)


@card("Mutual Aid")
def test_mutual_aid_heals_two(t: Table) -> None:
    dragon = t.summon(ME, "Hunter Dragon", "3,1", damage=3)
    t.st.change(0, damage=3)
    t.play("Mutual Aid", answers=(dragon,))
    assert (t.damage(dragon), t.damage("#0")) == (1, 1)


@card("Toll of the Bell")
def test_toll_of_the_bell_spares_its_ringer_the_second_time(t: Table) -> None:
    t.play("Toll of the Bell", answers=([GREY], [GREY], [GREY]))
    assert (held(t), t.hand(YOU)) == (6, 5)


def test_no_card_of_the_third_act_is_without_a_scenario() -> None:
    missing = [
        one.name for one in POOL.cards if one.act == "D3" and not one.is_crystal and one.name not in COVERED
    ]
    assert missing == []
