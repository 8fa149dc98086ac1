"""What the summons and the once-only cards of the fourth act do; its permanents are in the module beside this one."""

from __future__ import annotations

import pytest

from .table import FILLER, ME, YOU, Table, card, card_named, held, number

GREY = card_named(FILLER).number


def give(t: Table, name: str, **changes: int) -> None:
    t.st.change(int(name[1:]), **changes)


def i_draw(t: Table) -> None:
    """One card, and what listens to it is carried out."""
    t.play("Second Wind", "#0")
    t.resolve()


def they_discard(t: Table) -> None:
    t.play("Brain Fog", "seat:1", answers=([GREY],))
    t.resolve()


def i_discard(t: Table, *answers: object) -> None:
    t.play("Hard Bargain", answers=([GREY],))
    t.resolve(*answers)


# --- Dragons ----------------------------------------------------------------------------------------------------------


@card("Archive Dragon")
def test_archive_dragon_notes_what_opponents_draw(t: Table) -> None:
    dragon = t.summon(ME, "Archive Dragon", "3,1")
    t.play("Shared Feast", answers=(True,))
    t.resolve()
    assert t.obj(dragon).counters == 1
    give(t, dragon, counters=3)
    before = held(t)
    t.activate(dragon)
    assert (t.obj(dragon).counters, held(t)) == (0, before + 2)


@card("Brood Dragon")
def test_brood_dragon_counts_ember_summons(t: Table, theirs: str) -> None:
    dragon = t.summon(ME, "Brood Dragon", "3,4")
    t.summon(ME, "Thunder Beast", "3,1")
    assert t.stat(dragon, "attack") == 1 + 2


@card("Tithe Dragon")
def test_tithe_dragon_lives_on_discards(t: Table) -> None:
    dragon = t.summon(ME, "Tithe Dragon", "3,1", damage=2)
    they_discard(t)
    assert t.damage(dragon) == 1


@card("Pearl Dragon")
def test_pearl_dragon_needs_three_cards_in_the_pile(t: Table, theirs: str) -> None:
    dragon = t.summon(ME, "Pearl Dragon", "3,1")
    t.pile(ME, "Spark", "Discount")
    t.st.pool[ME] = (1, 0, 0, 0)
    refused = t.try_act("activate", seat=ME, card=dragon, targets=[theirs])
    assert refused is not None and refused.code == "cost_not_there"
    t.pile(ME, "Heal")
    t.activate(dragon, theirs)
    assert (t.damage(theirs), len(t.st.removed[ME])) == (3, 3)


@card("Twilight Dragon")
def test_twilight_dragon_hurts_its_own_house(t: Table) -> None:
    dragon = t.summon(YOU, "Twilight Dragon", "3,3")
    t.play("Spark", dragon)
    assert (t.damage(dragon), t.damage("#1")) == (0, 1)


@card("Cellar Dragon")
def test_cellar_dragon_finds_a_dragon(t: Table) -> None:
    found = t.top(ME, "Hunter Dragon")
    t.play("Cellar Dragon", answers=("6,0",))
    t.resolve([number("Hunter Dragon")])
    assert (t.zone(found), len(t.st.discard[ME])) == ("hand", 3)


@card("Debt Dragon")
def test_debt_dragon_draws_for_blood(t: Table) -> None:
    dragon = t.summon(ME, "Debt Dragon", "3,1")
    t.activate(dragon)
    assert (t.damage(dragon), held(t)) == (1, 8)


# --- Beasts -----------------------------------------------------------------------------------------------------------


@card("Burrow Beast")
def test_burrow_beast_changes_places_with_a_friend(t: Table, mine: str) -> None:
    beast = t.summon(ME, "Burrow Beast", "3,4")
    t.activate(beast, mine)
    assert (t.dot(beast), t.dot(mine)) == ("3,1", "3,4")


@card("Leech Beast")
def test_leech_beast_hands_its_wounds_over(t: Table, theirs: str) -> None:
    beast = t.summon(ME, "Leech Beast", "3,1", damage=3)
    t.activate(beast, theirs)
    assert (t.damage(beast), t.damage(theirs)) == (0, 3)


@card("Famine Beast")
def test_famine_beast_grows_on_what_is_thrown_to_it(t: Table) -> None:
    beast = t.summon(ME, "Famine Beast", "3,1")
    i_discard(t)
    assert t.stat(beast, "attack") == 4
    t.end_turn()
    assert t.stat(beast, "attack") == 2


@card("Carrion Beast")
def test_carrion_beast_leaves_nothing_of_its_own_discards(t: Table) -> None:
    t.summon(ME, "Carrion Beast", "3,1")
    t.play("Hard Bargain", answers=([GREY],))
    assert len(t.st.removed[ME]) == 1
    t.play("Brain Fog", "seat:1", answers=([GREY],))
    assert len(t.st.discard[YOU]) == 1


@card("Nesting Beast")
def test_nesting_beast_goes_under_the_deck(t: Table) -> None:
    beast = t.summon(YOU, "Nesting Beast", "3,3")
    t.play("Divine Intervention", beast)
    assert f"#{t.st.deck[YOU][0]}" == beast


@card("Thunder Beast")
def test_thunder_beast_strikes_with_everybody(t: Table, mine: str, theirs: str) -> None:
    t.play("Thunder Beast", answers=("6,0", theirs))
    t.resolve()
    assert t.damage(theirs) == 3  # itself, the Dragon and the Life Base


@card("Forager Beast")
def test_forager_beast_eats_a_summon_card(t: Table) -> None:
    beast = t.summon(ME, "Forager Beast", "3,1")
    slots = t.pile(ME, "Spark", "Hunter Dragon")
    t.activate(beast, paying=([slots[1]],))
    assert (t.st.pool[ME], len(t.st.removed[ME])) == ((0, 2, 0, 0), 1)


# --- Vessels ----------------------------------------------------------------------------------------------------------


@card("Auction Vessel")
def test_auction_vessel_sells_a_card(t: Table) -> None:
    vessel = t.summon(ME, "Auction Vessel", "3,1")
    t.activate(vessel, paying=([GREY],))
    assert (t.st.pool[ME], held(t)) == ((0, 0, 0, 2), 6)


@card("Pilot Vessel")
def test_pilot_vessel_speeds_up_with_every_card(t: Table) -> None:
    vessel = t.summon(ME, "Pilot Vessel", "3,1")
    i_draw(t)
    assert t.stat(vessel, "speed") == 3


@card("Census Vessel")
def test_census_vessel_counts_the_wounded(t: Table) -> None:
    vessel = t.summon(ME, "Census Vessel", "3,1", damage=1)
    give(t, "#0", damage=2)
    t.activate(vessel)
    assert t.st.pool[ME] == (0, 0, 0, 2)


@card("Prison Vessel")
def test_prison_vessel_is_exchanged(t: Table) -> None:
    vessel, other = t.summon(ME, "Prison Vessel", "3,1"), t.summon(YOU, "Skimmer Vessel", "3,3")
    t.activate(vessel, other)
    assert (t.obj(vessel).controller, t.obj(other).controller) == (YOU, ME)


@card("Mine Vessel")
def test_mine_vessel_goes_down_with_its_mines(t: Table, theirs: str) -> None:
    vessel = t.summon(ME, "Mine Vessel", "3,1")
    t.st.pool[ME] = (0, 1, 0, 0)
    refused = t.try_act("activate", seat=ME, card=vessel, targets=[theirs])
    assert refused is not None and refused.rule.startswith("208")
    give(t, theirs, damage=1)
    t.activate(vessel, theirs)
    assert (t.zone(vessel), t.zone(theirs)) == ("discard", "discard")


@card("Charter Vessel")
def test_charter_vessel_brings_an_effect(t: Table) -> None:
    found = t.top(ME, "Spark")
    t.play("Charter Vessel", answers=("6,0",))
    t.resolve([number("Spark")])
    assert (t.zone(found), t.st.objs[t.st.deck[ME][0]].rev) == ("hand", t.rev(FILLER))


@card("Rescue Vessel")
def test_rescue_vessel_gives_itself_for_another(t: Table) -> None:
    vessel = t.summon(ME, "Rescue Vessel", "3,4")
    dragon = t.summon(ME, "Hunter Dragon", "3,1", damage=4)
    t.activate(vessel, dragon)
    t.play("Spark", dragon)
    assert (t.zone(vessel), t.zone(dragon), t.damage(dragon)) == ("discard", "play", 0)


# --- Berserkers -------------------------------------------------------------------------------------------------------


@card("Starved Berserker")
def test_starved_berserker_eats_a_card(t: Table) -> None:
    red = t.summon(ME, "Starved Berserker", "3,1")
    t.activate(red, paying=([GREY],))
    assert (t.stat(red, "attack"), held(t)) == (4, 6)


@card("Grieving Berserker")
def test_grieving_berserker_lashes_out_over_what_is_lost(t: Table, theirs: str) -> None:
    t.summon(ME, "Grieving Berserker", "3,1")
    t.play("Hard Bargain", answers=([GREY], theirs))
    t.resolve()
    assert t.damage(theirs) == 1


@card("Stubborn Berserker")
def test_stubborn_berserker_neither_dies_nor_learns(t: Table) -> None:
    red = t.summon(ME, "Stubborn Berserker", "3,1", damage=3)
    t.play("Spark", red)
    assert (t.zone(red), t.damage(red)) == ("play", 0)
    t.play("Discount")
    assert held(t) == 7


@card("Butcher Berserker")
def test_butcher_berserker_strikes_with_its_attack_power(t: Table, mine: str, theirs: str) -> None:
    red = t.summon(ME, "Butcher Berserker", "3,4")
    t.activate(red, theirs, paying=(mine,))
    assert (t.zone(mine), t.damage(theirs)) == ("discard", 3)


@card("Butcher Berserker")
def test_butcher_berserker_deals_nothing_when_it_is_the_price_itself(t: Table, theirs: str) -> None:
    red = t.summon(ME, "Butcher Berserker", "3,4")
    t.activate(red, theirs)
    assert (t.zone(red), t.damage(theirs)) == ("discard", 0)  # the source has left play (210.4)


@card("Cornered Berserker")
def test_cornered_berserker_counts_its_enemies(t: Table, theirs: str) -> None:
    assert t.stat(t.summon(ME, "Cornered Berserker", "3,1"), "attack") == 1 + 2


@card("Tally Berserker")
def test_tally_berserker_cuts_a_notch_for_every_attack(t: Table) -> None:
    red = t.summon(ME, "Tally Berserker", "3,2")
    t.summon(YOU, "Old Stone Dragon", "3,3")
    t.act("attack", seat=ME, card=red, path=["3,2", "3,3"])
    t.resolve()
    t.resolve()
    assert (t.obj(red).counters, t.stat(red, "attack")) == (1, 3)


# --- Armies -----------------------------------------------------------------------------------------------------------


@card("Levy Army")
def test_levy_army_trades_a_summon_card_for_two(t: Table) -> None:
    army = t.summon(ME, "Levy Army", "3,1")
    t.hold(ME, "Tunnel Beast")
    t.activate(army, paying=([number("Tunnel Beast")],))
    assert held(t) == 9


@card("Foraging Army")
def test_foraging_army_draws_for_every_gale_summon(t: Table) -> None:
    t.summon(ME, "Famine Beast", "3,1")
    t.play("Foraging Army", answers=("6,0",))
    t.resolve()
    assert held(t) == 9


@card("Pontoon Army")
def test_pontoon_army_fetches_the_wounded(t: Table) -> None:
    army, other = t.summon(ME, "Pontoon Army", "3,1"), t.summon(ME, "Hunter Dragon", "3,4", damage=1)
    t.activate(army, other)
    assert (t.dot(army), t.dot(other)) == ("3,4", "3,1")


@card("Phalanx Army")
def test_phalanx_army_closes_its_ranks_for_a_turn(t: Table) -> None:
    army = t.summon(ME, "Phalanx Army", "3,1")
    t.activate(army, army)
    assert t.stat(army, "defense") == 6 + 2
    t.end_turn()
    assert t.stat(army, "defense") == 6


@card("Penal Army")
def test_penal_army_bleeds_for_a_card(t: Table) -> None:
    army = t.summon(ME, "Penal Army", "3,1")
    t.activate(army, "seat:1", answers=([GREY],))
    assert (t.damage(army), t.hand(YOU)) == (2, 6)


@card("Relief Army")
def test_relief_army_sends_one_home(t: Table) -> None:
    army, other = t.summon(ME, "Relief Army", "3,1"), t.summon(ME, "Hunter Dragon", "3,4")
    t.activate(army, paying=(other,))
    assert (t.zone(other), held(t)) == ("hand", 9)


# --- equal to ---------------------------------------------------------------------------------------------------------


@card("Price of Greed")
def test_price_of_greed_is_the_hand_of_the_opponent(t: Table) -> None:
    t.play("Price of Greed", "seat:1")
    assert t.damage("#1") == 7


@card("Old Wounds")
def test_old_wounds_hurt_as_much_again(t: Table) -> None:
    beast = t.summon(YOU, "Tunnel Beast", "3,3", damage=2)
    t.play("Old Wounds", beast)
    assert t.damage(beast) == 4


@card("Choir of Bones")
def test_choir_of_bones_sings_of_the_pile(t: Table, theirs: str) -> None:
    t.pile(ME, "Spark", "Discount", "Heal")
    t.play("Choir of Bones", theirs)
    assert t.damage(theirs) == 3


@card("Crystal Hymn")
def test_crystal_hymn_heals_for_crystals(t: Table) -> None:
    give(t, "#0", damage=5)
    for _ in range(2):
        t.permanent(ME, FILLER)
    t.play("Crystal Hymn", "#0")
    assert t.damage("#0") == 3


@card("Runner's Reward")
def test_runner_s_reward_measures_speed(t: Table) -> None:
    beast = t.summon(ME, "Scent Beast", "3,1")
    t.play("Runner's Reward", beast, answers=([GREY],))
    assert held(t) == 7 + 3 - 1


@card("Falling Rampart")
def test_falling_rampart_falls_with_its_defense(t: Table) -> None:
    army = t.summon(ME, "Relief Army", "3,1")
    t.play("Falling Rampart", "#1", army)
    assert t.damage("#1") == 5


@card("Steady Hands")
def test_steady_hands_heal_by_the_range(t: Table) -> None:
    dragon = t.summon(ME, "Hunter Dragon", "3,1", damage=3)
    t.play("Steady Hands", dragon)
    assert t.damage(dragon) == 1


@card("Book of Deeds")
def test_book_of_deeds_counts_effects(t: Table) -> None:
    t.permanent(ME, "Mystic Well")
    t.permanent(ME, "Gossip Well")
    t.play("Book of Deeds")
    assert held(t) == 10  # the book itself is in play while it takes place (206.2)


@card("Sparks on the Wind")
def test_sparks_on_the_wind_count_ember_summons(t: Table, mine: str, theirs: str) -> None:
    t.summon(ME, "Thunder Beast", "3,4")
    t.play("Sparks on the Wind", theirs)
    assert t.damage(theirs) == 2


# --- for each ---------------------------------------------------------------------------------------------------------


@card("Massed Bows")
def test_massed_bows_count_stone_summons(t: Table, theirs: str) -> None:
    for name, dot in (("Burrow Beast", "3,1"), ("Levy Army", "3,4")):
        t.summon(ME, name, dot)
    t.play("Massed Bows", theirs)
    assert t.damage(theirs) == 2


@card("Song of Keels")
def test_song_of_keels_counts_tide_summons(t: Table) -> None:
    give(t, "#0", damage=5)
    t.summon(ME, "Pilot Vessel", "3,1")
    t.play("Song of Keels", "#0")
    assert t.damage("#0") == 4


@card("Campfire Tales")
def test_campfire_tales_draw_for_the_wounded(t: Table) -> None:
    t.summon(ME, "Prowler Beast", "3,1", damage=1)
    give(t, "#0", damage=3)
    t.play("Campfire Tales")
    assert held(t) == 9


@card("Spoils of War")
def test_spoils_of_war_count_wounded_enemies(t: Table) -> None:
    t.summon(YOU, "Tunnel Beast", "3,3", damage=1)
    give(t, "#1", damage=1)
    t.play("Spoils of War")
    assert t.st.pool[ME] == (0, 0, 2, 0)


@card("Heavy Dues")
def test_heavy_dues_take_a_card_for_each_gale_summon(t: Table) -> None:
    t.summon(ME, "Rescue Vessel", "3,4")
    t.summon(ME, "Famine Beast", "3,1")
    t.play("Heavy Dues", "seat:1", answers=([GREY, GREY],))
    assert t.hand(YOU) == 5


@card("Thundering Herd")
def test_thundering_herd_counts_the_beasts_of_all(t: Table, mine: str, theirs: str) -> None:
    beast = t.summon(ME, "Burrow Beast", "3,4")
    t.play("Thundering Herd")
    assert (t.stat(beast, "speed"), t.stat(mine, "speed"), t.stat(theirs, "speed")) == (4, 4, 2)


@card("Following Wind")
def test_following_wind_makes_every_movement_cheaper(t: Table, mine: str) -> None:
    t.summon(ME, "Famine Beast", "3,4")
    t.play("Following Wind")
    t.st.pool[ME] = (0, 0, 0, 0)
    t.act("move", seat=ME, card=mine, path=["3,1", "3,2"])


@card("Market Day")
def test_market_day_makes_summons_cheaper(t: Table) -> None:
    t.permanent(ME, "Gossip Well")
    t.play("Market Day")
    t.hold(ME, "Mine Vessel")
    t.st.pool[ME] = (0, 1, 0, 0)
    t.act("cast", seat=ME, card="Mine Vessel")


@card("Debt of Blood")
def test_debt_of_blood_counts_wounds(t: Table) -> None:
    red = t.summon(ME, "Starved Berserker", "3,1", damage=1)
    give(t, "#0", damage=1)
    t.play("Debt of Blood", red)
    assert t.stat(red, "attack") == 4


# --- instead, paid for ------------------------------------------------------------------------------------------------


@card("Careful Aim")
@pytest.mark.parametrize("extra", [0, 1])
def test_careful_aim_grazes_or_hits(t: Table, theirs: str, extra: int) -> None:
    t.play("Careful Aim", theirs, x=extra)
    assert t.damage(theirs) == (4 if extra else 1)


@card("Night Prayer")
@pytest.mark.parametrize("extra", [0, 1])
def test_night_prayer_heals_two_or_all(t: Table, extra: int) -> None:
    give(t, "#0", damage=5)
    t.play("Night Prayer", x=extra)
    assert t.damage("#0") == (0 if extra else 3)


@card("Open Table")
@pytest.mark.parametrize("extra", [0, 1])
def test_open_table_serves_one_or_three(t: Table, extra: int) -> None:
    t.play("Open Table", "seat:1", x=extra)
    assert t.hand(YOU) == (10 if extra else 8)


@card("Loose Ground")
@pytest.mark.parametrize("extra", [0, 1])
def test_loose_ground_holds_or_swallows(t: Table, mine: str, extra: int) -> None:
    t.play("Loose Ground", mine, x=extra)
    assert t.zone(mine) == ("hand" if extra else "play")
    if not extra:
        t.st.pool[ME] = (3, 3, 3, 3)
        refused = t.try_act("move", seat=ME, card=mine, path=["3,1", "3,2"])
        assert refused is not None and refused.rule == "107.1b"


@card("Deep Breath")
@pytest.mark.parametrize("extra", [0, 1])
def test_deep_breath_is_short_or_deep(t: Table, mine: str, extra: int) -> None:
    t.play("Deep Breath", mine, x=extra)
    assert t.stat(mine, "attack") == 3 + (4 if extra else 1)


@card("Half Measures")
@pytest.mark.parametrize("extra", [0, 1])
def test_half_measures_tax_or_cancel(t: Table, theirs: str, extra: int) -> None:
    t.cast(ME, "Spark", theirs)
    t.cast(YOU, "Half Measures", "stack:1", x=extra)
    t.resolve()
    assert len(t.st.stack) == (0 if extra else 1)
    if not extra:
        violation = t.try_act("resolve")
        assert violation is None and t.damage(theirs) == 0  # nothing left to pay with (200.6)


@card("Night Raid")
@pytest.mark.parametrize("extra", [0, 1])
def test_night_raid_takes_one_or_three(t: Table, extra: int) -> None:
    t.play("Night Raid", "seat:1", x=extra, answers=([GREY] * (3 if extra else 1),))
    assert t.hand(YOU) == (4 if extra else 6)


# --- instead of what would happen -------------------------------------------------------------------------------------


@card("Safe Harbour")
def test_safe_harbour_takes_a_vessel_in(t: Table) -> None:
    vessel = t.summon(YOU, "Skimmer Vessel", "3,3")
    t.play("Safe Harbour", vessel)
    t.play("Divine Intervention", vessel)
    assert t.zone(vessel) == "hand"


@card("Cheat the Grave")
def test_cheat_the_grave_heals_the_berserker_that_would_fall(t: Table) -> None:
    red = t.summon(ME, "Starved Berserker", "3,1", damage=3)
    t.play("Cheat the Grave", red)
    t.play("Spark", red)
    assert (t.zone(red), t.damage(red)) == ("play", 0)


@card("Scapegoat")
def test_scapegoat_is_hit_for_another(t: Table, mine: str) -> None:
    vessel = t.summon(ME, "Skimmer Vessel", "3,4")
    t.play("Scapegoat", mine, vessel)
    t.play("Spark", mine)
    assert (t.damage(mine), t.damage(vessel)) == (0, 1)


@card("Windfall")
def test_windfall_doubles_the_draws_of_a_turn(t: Table) -> None:
    t.play("Windfall")
    t.play("Discount")
    assert held(t) == 11


@card("Burnt Offerings")
def test_burnt_offerings_leave_no_card_behind(t: Table) -> None:
    t.play("Burnt Offerings", answers=([GREY],))
    assert (len(t.st.discard[YOU]), len(t.st.removed[YOU])) == (0, 1)


@card("Quicksand")
def test_quicksand_swallows_what_it_kills(t: Table) -> None:
    beast = t.summon(YOU, "Tunnel Beast", "3,3", damage=4)
    t.play("Quicksand", beast)
    assert f"#{t.st.deck[YOU][0]}" == beast


# --- that Dragon ------------------------------------------------------------------------------------------------------


@card("Rising Air")
def test_rising_air_carries_a_dragon_twice(t: Table, mine: str) -> None:
    t.play("Rising Air", mine)
    for path in (["3,1", "3,2"], ["3,2", "3,3"]):
        t.st.pool[ME] = (0, 0, 0, 1)
        t.act("move", seat=ME, card=mine, path=path)
        t.resolve()
    assert (t.dot(mine), t.stat(mine, "speed")) == ("3,3", 3)


@card("Bite Down")
def test_bite_down_lets_a_beast_bite_twice(t: Table) -> None:
    beast = t.summon(ME, "Shellback Beast", "3,2")
    t.summon(YOU, "Old Stone Dragon", "3,3")
    power = t.stat(beast, "attack")
    t.play("Bite Down", beast)
    for _ in range(2):
        t.act("attack", seat=ME, card=beast, path=["3,2", "3,3"])
        t.resolve()
    assert (t.stat(beast, "attack"), t.damage(beast)) == (power + 1, 1)


@card("Batten Down")
def test_batten_down_shuts_a_vessel(t: Table) -> None:
    vessel = t.summon(YOU, "Skimmer Vessel", "3,3")
    beast = t.summon(ME, "Prowler Beast", "3,2")
    t.play("Batten Down", vessel)
    refused = t.try_act("attack", seat=ME, card=beast, path=["3,2", "3,3"])
    assert refused is not None and refused.rule == "107.1b"


@card("Red Mist")
def test_red_mist_drives_a_berserker(t: Table) -> None:
    red = t.summon(ME, "Starved Berserker", "3,1")
    t.play("Red Mist", red)
    assert (t.stat(red, "attack"), t.stat(red, "speed"), t.damage(red)) == (5, 3, 2)


@card("Marching Orders")
def test_marching_orders_move_an_army_twice(t: Table) -> None:
    army = t.summon(ME, "Levy Army", "3,1")
    t.play("Marching Orders", army)
    for path in (["3,1", "3,2"], ["3,2", "3,3"]):
        t.st.pool[ME] = (0, 0, 0, 1)
        t.act("move", seat=ME, card=army, path=path)
        t.resolve()
    assert (t.dot(army), t.stat(army, "defense")) == ("3,3", 7)


@card("Trial by Fire")
def test_trial_by_fire_hurts_and_hardens(t: Table, mine: str) -> None:
    t.play("Trial by Fire", mine)
    assert (t.damage(mine), t.stat(mine, "attack")) == (2, 7)


@card("Careening")
def test_careening_repairs_a_vessel_on_dry_land(t: Table) -> None:
    vessel = t.summon(ME, "Charter Vessel", "3,1", damage=3)
    t.play("Careening", vessel)
    assert t.damage(vessel) == 0 and t.obj(vessel).state


# --- all cards in -----------------------------------------------------------------------------------------------------


@card("Washed Ashore")
def test_washed_ashore_brings_all_effects_back(t: Table) -> None:
    slots = t.pile(ME, "Spark", "Discount", "Hunter Dragon")
    t.play("Washed Ashore", answers=(slots[:2],))
    assert (held(t), len(t.st.discard[ME])) == (9, 2)  # the Dragon and the card itself stay


@card("River Silt")
def test_river_silt_puts_the_pile_under_the_deck(t: Table) -> None:
    slots = t.pile(ME, "Spark")
    t.play("River Silt")
    assert f"#{t.st.deck[ME][0]}" == slots[0]


@card("Grave Robbers")
def test_grave_robbers_take_effects_only(t: Table) -> None:
    slots = t.pile(YOU, "Spark", "Hunter Dragon")
    t.play("Grave Robbers", "seat:1", answers=(slots[:1],))
    assert (t.zone(slots[0]), t.zone(slots[1]), held(t)) == ("removed", "discard", 8)


@card("Fresh Ink")
def test_fresh_ink_gives_everybody_his_pile_back(t: Table) -> None:
    t.pile(ME, "Spark")
    t.pile(YOU, "Discount")
    ink = t._take(ME, "Fresh Ink")
    decks = [
        [
            t.st.game.number_of(t.st.objs[slot].rev)
            for slot in (*t.st.deck[seat], *t.st.discard[seat])
            if slot != ink
        ]
        for seat in (ME, YOU)
    ]
    t.play("Fresh Ink", answers=tuple(decks))
    assert (len(t.st.discard[ME]), len(t.st.discard[YOU]), held(t)) == (1, 0, 9)


@card("Melting Pot")
@pytest.mark.parametrize("crystals", [0, 1])
def test_melting_pot_needs_something_to_melt(t: Table, crystals: int) -> None:
    slots = t.pile(ME, "Spark", *["Deep Boost Crystal"] * crystals)
    t.play("Melting Pot", answers=(slots[1:],) * crystals)
    assert (t.st.pool[ME], len(t.st.removed[ME])) == ((0, 0, 3 * crystals, 0), crystals)


@card("All Hands")
def test_all_hands_bring_every_vessel_back(t: Table) -> None:
    slots = t.pile(ME, "Skimmer Vessel", "Mine Vessel", "Hunter Dragon")
    t.play("All Hands", answers=(slots[:2],))
    assert [t.zone(slot) for slot in slots] == ["hand", "hand", "discard"]


@card("Return of the Brood")
def test_return_of_the_brood_puts_dragons_on_the_deck(t: Table) -> None:
    slots = t.pile(ME, "Hunter Dragon", "Tunnel Beast")
    t.play("Return of the Brood", answers=(slots[:1],))
    assert (f"#{t.st.deck[ME][-1]}", t.zone(slots[1])) == (slots[0], "discard")


# --- show N, take 1 ---------------------------------------------------------------------------------------------------

TAKEN = [
    ("Sealed Orders", "Pike Army", "deck", 0),
    ("New Litter", "Tunnel Beast", "deck", 0),
    ("Ship's Papers", "Skimmer Vessel", "discard", 4),
    ("War Council", "Red Berserker", "removed", 5),
    ("Quick Glance", "Spark", "deck", 0),
    ("Tidal Sieve", "Mist Dragon", "discard", 3),
    ("Stone Survey", "Old Stone Dragon", "deck", 0),
    ("Gale Reading", "Gale Dragon", "deck", 0),
]
"""Name, what it takes, where the other cards go, and how many lie there afterwards."""


@card(*(row[0] for row in TAKEN))
@pytest.mark.parametrize(("name", "wanted", "rest", "count"), TAKEN, ids=lambda value: str(value))
def test_a_card_that_shows_takes_what_it_names(
    t: Table, name: str, wanted: str, rest: str, count: int
) -> None:
    slot = t.top(ME, wanted)
    t.play(name, answers=([number(wanted)],))
    assert (t.zone(slot), held(t)) == ("hand", 8)
    shown = {"deck": 0, "discard": len(t.st.discard[ME]) - 1, "removed": len(t.st.removed[ME])}
    assert shown[rest] == count


@card("Wide Net")
def test_wide_net_takes_two_effects(t: Table) -> None:
    slots = [t.top(ME, name) for name in ("Spark", "Hunter Dragon", "Discount")]
    t.play("Wide Net", answers=([number("Spark"), number("Discount")], []))
    assert [t.zone(slot) for slot in slots] == ["hand", "deck", "hand"]


# --- swap -------------------------------------------------------------------------------------------------------------


@card("Fog Dance")
def test_fog_dance_swaps_any_two_vessels(t: Table) -> None:
    vessel, other = t.summon(ME, "Skimmer Vessel", "3,1"), t.summon(YOU, "Mine Vessel", "3,3")
    t.play("Fog Dance", vessel, other)
    assert (t.dot(vessel), t.dot(other)) == ("3,3", "3,1")


@card("Transfusion")
def test_transfusion_moves_damage_among_ones_own(t: Table) -> None:
    dragon = t.summon(ME, "Hunter Dragon", "3,1", damage=2)
    t.play("Transfusion", dragon, "#0")
    assert (t.damage(dragon), t.damage("#0")) == (0, 2)


@card("Defectors")
def test_defectors_change_armies(t: Table) -> None:
    army, other = t.summon(ME, "Levy Army", "3,1"), t.summon(YOU, "Pike Army", "3,3")
    t.play("Defectors", army, other)
    assert (t.obj(army).controller, t.obj(other).controller) == (YOU, ME)


@card("Cross Currents")
def test_cross_currents_want_a_wounded_summon(t: Table, mine: str) -> None:
    beast = t.summon(YOU, "Tunnel Beast", "3,3", damage=1)
    t.play("Cross Currents", beast, mine)
    assert (t.dot(beast), t.dot(mine)) == ("3,1", "3,3")


@card("Scar Trade")
def test_scar_trade_gives_a_berserker_s_wounds_away(t: Table, theirs: str) -> None:
    red = t.summon(ME, "Starved Berserker", "3,1", damage=2)
    t.play("Scar Trade", red, theirs)
    assert (t.damage(red), t.damage(theirs)) == (0, 2)


@card("Change Horses")
def test_change_horses_swaps_and_heals_the_dragon(t: Table) -> None:
    beast, dragon = t.summon(ME, "Prowler Beast", "3,4"), t.summon(ME, "Hunter Dragon", "3,1", damage=2)
    t.play("Change Horses", beast, dragon)
    assert (t.dot(beast), t.dot(dragon), t.damage(dragon)) == ("3,1", "3,4", 1)
