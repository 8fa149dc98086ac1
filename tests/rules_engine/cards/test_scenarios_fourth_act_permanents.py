"""What the permanent Effects of the fourth act do: listen, replace, count and be paid for."""

from __future__ import annotations

import pytest

from .table import COVERED, ME, POOL, YOU, Table, card, held, number
from .test_scenarios_fourth_act import GREY, give, i_discard, i_draw, they_discard


@card("Long Leash")
def test_long_leash_lets_that_beast_turn(t: Table) -> None:
    beast = t.summon(ME, "Burrow Beast", "3,1")
    leash = t.permanent(ME, "Long Leash", beast)
    t.activate(leash)
    assert t.stat(beast, "speed") == 3
    assert [temp.node.verb for temp in t.st.temps] == ["sharp_turn"]


# --- draw and discard triggers ----------------------------------------------------------------------------------------


@card("Whispering Shelf")
def test_whispering_shelf_counts_my_draws(t: Table, theirs: str) -> None:
    shelf = t.permanent(ME, "Whispering Shelf")
    i_draw(t)
    assert t.obj(shelf).counters == 1
    give(t, shelf, counters=4)
    t.activate(shelf, theirs)
    assert t.damage(theirs) == 3


@card("Gossip Well")
def test_gossip_well_heals_when_opponents_draw(t: Table) -> None:
    t.permanent(ME, "Gossip Well")
    give(t, "#0", damage=3)
    t.play("Shared Feast", answers=(True,))
    t.resolve()
    assert t.damage("#0") == 2


@card("Crowded Quay")
def test_crowded_quay_counts_every_draw(t: Table) -> None:
    quay = t.permanent(ME, "Crowded Quay")
    i_draw(t)
    t.play("Open Table", "seat:1")
    t.resolve()
    assert t.obj(quay).counters == 2
    give(t, quay, counters=5)
    before = held(t)
    t.activate(quay, answers=(f"1:{quay}",))
    assert held(t) == before + 2


@card("Ash Collector")
def test_ash_collector_burns_by_what_all_discarded(t: Table, theirs: str) -> None:
    ash = t.permanent(ME, "Ash Collector")
    they_discard(t)
    i_discard(t)
    t.activate(ash, theirs)
    assert (t.obj(ash).counters, t.damage(theirs)) == (2, 2)


@card("Mourning Bell")
def test_mourning_bell_heals_over_losses(t: Table) -> None:
    t.permanent(ME, "Mourning Bell")
    give(t, "#0", damage=3)
    i_discard(t)
    assert t.damage("#0") == 2


@card("Cutpurse Guild")
def test_cutpurse_guild_hurts_whoever_drops_a_card(t: Table) -> None:
    t.permanent(ME, "Cutpurse Guild")
    they_discard(t)
    assert (t.damage("#1"), t.damage("#0")) == (1, 0)


@card("Toll Bridge")
def test_toll_bridge_takes_more_from_those_who_have_lost(t: Table) -> None:
    bridge = t.permanent(ME, "Toll Bridge")
    they_discard(t)
    assert t.obj(bridge).counters == 1
    give(t, bridge, counters=2)
    t.activate(bridge, "seat:1", answers=([GREY],))
    assert t.hand(YOU) == 5


# --- instead of what would happen -------------------------------------------------------------------------------------


@card("Phoenix Feather")
def test_phoenix_feather_puts_a_beast_back_on_the_deck(t: Table, theirs: str) -> None:
    t.permanent(YOU, "Phoenix Feather", theirs)
    t.play("Divine Intervention", theirs)
    assert f"#{t.st.deck[YOU][-1]}" == theirs


@card("Iron Mask")
def test_iron_mask_heals_an_army_that_would_fall(t: Table) -> None:
    army = t.summon(ME, "Pontoon Army", "3,1", damage=3)
    t.permanent(ME, "Iron Mask", army)
    t.play("Spark", army)
    assert (t.zone(army), t.damage(army)) == ("play", 0)


@card("Flood Season")
def test_flood_season_doubles_the_draws_of_all(t: Table) -> None:
    t.permanent(ME, "Flood Season")
    t.play("Open Table", "seat:1")
    t.play("Discount")
    assert (t.hand(YOU), held(t)) == (9, 11)


@card("Funeral Pyre")
def test_funeral_pyre_burns_the_discards_of_all(t: Table) -> None:
    t.permanent(ME, "Funeral Pyre")
    t.play("Brain Fog", "seat:1", answers=([GREY],))
    t.play("Hard Bargain", answers=([GREY],))
    assert (len(t.st.removed[YOU]), len(t.st.removed[ME])) == (1, 1)


@card("Lifeline")
def test_lifeline_leads_damage_to_the_life_base_of_its_caster(t: Table) -> None:
    vessel = t.summon(ME, "Skimmer Vessel", "3,1")
    t.permanent(ME, "Lifeline", vessel)
    t.play("Spark", vessel)
    assert (t.damage(vessel), t.damage("#0")) == (0, 1)


# --- numbers that are counted -----------------------------------------------------------------------------------------


@card("War Chest")
def test_war_chest_pays_for_ember_summons(t: Table) -> None:
    chest = t.permanent(ME, "War Chest")
    t.summon(ME, "Hunter Dragon", "3,1")
    t.summon(ME, "Thunder Beast", "3,4")
    t.activate(chest, paying=([GREY],))
    assert (t.st.pool[ME], held(t)) == ((0, 0, 2, 0), 6)


@card("Harbour Dues")
@pytest.mark.parametrize("vessels", [0, 1])
def test_harbour_dues_rise_with_the_tide(t: Table, vessels: int) -> None:
    t.permanent(YOU, "Harbour Dues")
    if vessels:
        t.summon(YOU, "Pilot Vessel", "3,3")
    t.hold(ME, "Spark")
    t.st.pool[ME] = (1, 0, 0, 0)
    refused = t.try_act("cast", seat=ME, card="Spark", targets=["#1"])
    assert (refused is not None) is bool(vessels)


@card("Watch of Wings")
def test_watch_of_wings_sees_further_with_the_gale(t: Table, mine: str) -> None:
    t.summon(ME, "Famine Beast", "3,4")
    t.summon(ME, "Rescue Vessel", "3,5")
    t.activate(t.permanent(ME, "Watch of Wings"), mine)
    assert t.stat(mine, "range") == 2 + 2


# --- costs of many parts ----------------------------------------------------------------------------------------------


@card("Shard Forge")
def test_shard_forge_melts_a_crystal_card(t: Table, theirs: str) -> None:
    forge = t.permanent(ME, "Shard Forge")
    t.activate(forge, theirs, paying=([GREY],))
    assert (t.damage(theirs), held(t)) == (3, 6)


@card("Pawnshop")
def test_pawnshop_gives_energy_for_an_effect(t: Table) -> None:
    shop = t.permanent(ME, "Pawnshop")
    well = t.permanent(ME, "Mystic Well")
    t.activate(shop, paying=(well,))
    assert (t.zone(well), t.zone(shop), t.st.pool[ME]) == ("hand", "play", (0, 0, 0, 2))


@card("Offering Pit")
def test_offering_pit_wants_two_effects(t: Table) -> None:
    pit = t.permanent(ME, "Offering Pit")
    refused = t.try_act("activate", seat=ME, card=pit)
    assert refused is not None and refused.code == "cost_not_there"
    well = t.permanent(ME, "Mystic Well")
    t.activate(pit, paying=(pit,))
    assert (held(t), t.zone(pit), t.zone(well)) == (11, "discard", "discard")


@card("Tide Gate")
def test_tide_gate_opens_for_a_fresh_vessel(t: Table, theirs: str) -> None:
    gate = t.permanent(ME, "Tide Gate")
    vessel = t.summon(ME, "Skimmer Vessel", "3,1")
    t.activate(gate, theirs)
    assert t.zone(theirs) == "hand" and t.obj(vessel).state


@card("Ancestral Vault")
def test_ancestral_vault_opens_for_four_cards(t: Table) -> None:
    vault = t.permanent(ME, "Ancestral Vault")
    names = ("Spark", "Discount", "Heal", "Tunnel Beast", "Hunter Dragon")
    t.pile(ME, *names)
    t.activate(vault, paying=([number(name) for name in names[:4]],))
    assert (held(t), len(t.st.removed[ME]), len(t.st.discard[ME])) == (9, 4, 1)


@card("Powder Mill")
def test_powder_mill_takes_the_wounded_with_it(t: Table, theirs: str) -> None:
    mill = t.permanent(ME, "Powder Mill")
    vessel = t.summon(YOU, "Pilot Vessel", "3,4", damage=1)
    t.activate(mill, paying=([GREY],))
    assert (t.zone(mill), t.zone(theirs), t.zone(vessel)) == ("discard", "play", "discard")


def test_no_card_of_the_fourth_act_is_without_a_scenario() -> None:
    assert [one.name for one in POOL.cards if one.act == "D4" and one.name not in COVERED] == []
