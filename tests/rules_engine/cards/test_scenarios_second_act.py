"""What the Effect Cards of the second act do, and that no card is without a scenario."""

from __future__ import annotations

import pytest

from . import test_scenarios_board, test_scenarios_cards, test_scenarios_damage
from .table import COVERED, FILLER, ME, POOL, YOU, Table, card, card_named

_OTHERS = (test_scenarios_board, test_scenarios_cards, test_scenarios_damage)


@card("Battle Rage")
def test_battle_rage_strengthens_and_hurts(t: Table, mine: str) -> None:
    t.play("Battle Rage", mine)

    assert (t.stat(mine, "attack"), t.damage(mine)) == (6, 1)


@card("Wildfire")
def test_wildfire_burns_the_no_attack_zone(t: Table, mine: str) -> None:
    inner = t.summon(YOU, "Tunnel Beast", "1,5")
    t.play("Wildfire")

    assert (t.damage(inner), t.damage("#0"), t.damage("#1"), t.damage(mine)) == (2, 2, 2, 0)


@card("Boiling Point")
def test_boiling_point_counts_the_hand(t: Table) -> None:
    target = t.summon(YOU, "Old Stone Dragon", "3,3")
    t.cast(ME, "Boiling Point", target)
    hand = t.hand(ME)
    t.resolve()

    assert hand == 8
    assert t.damage(target) == 8


@card("Blood Oath")
@pytest.mark.parametrize("extra", [0, 1])
def test_blood_oath_strengthens_and_may_let_attack_again(t: Table, extra: int) -> None:
    red = t.summon(ME, "Red Berserker", "3,2")
    t.summon(YOU, "Old Stone Dragon", "3,3")
    t.act("attack", seat=ME, card=red, path=["3,2", "3,3"])
    t.resolve()
    t.play("Blood Oath", red, x=extra)
    assert t.stat(red, "attack") == 6
    violation = t.try_act("attack", seat=ME, card=red, path=["3,2", "3,3"])
    assert (violation is None) is bool(extra)


@card("War Drums")
def test_war_drums_strengthen_an_army_and_speed_it_up(t: Table) -> None:
    army = t.summon(ME, "Pike Army", "3,1")
    drums = t.play("War Drums", army)
    assert t.stat(army, "attack") == 3
    t.activate(drums)
    assert t.stat(army, "speed") == 2
    t.end_turn()
    assert (t.stat(army, "attack"), t.stat(army, "speed")) == (3, 1)


@card("Victor's Share")
@pytest.mark.parametrize("takes", [True, False])
def test_victors_share_draws_for_a_destroyed_enemy(t: Table, theirs: str, takes: bool) -> None:
    t.permanent(ME, "Victor's Share")
    t.play("Divine Intervention", theirs)
    before = t.hand(ME)
    t.resolve(takes)

    assert t.hand(ME) == before + takes


@card("Vengeance")
def test_vengeance_gives_energy_to_the_attacked(t: Table, mine: str, theirs: str) -> None:
    t.permanent(YOU, "Vengeance", theirs)
    t.act("attack", seat=ME, card=mine, path=["3,1", "3,2", "3,3"])
    t.resolve()
    t.resolve(True)

    assert t.st.pool[YOU] == (0, 0, 1, 0)


@card("Powder Keg")
def test_powder_keg_gathers_a_counter_each_turn_and_blows_up(t: Table, mine: str, theirs: str) -> None:
    keg = t.permanent(ME, "Powder Keg")
    t.end_turn()
    t.end_turn()
    assert t.obj(keg).counters == 2
    t.end_turn()
    t.end_turn()
    t.activate(keg)
    assert t.obj(keg).counters == 1
    assert (t.damage(mine), t.damage(theirs)) == (4, 4)


@card("Grudge Ledger")
def test_grudge_ledger_counts_my_wounds_and_pays_them_back(t: Table, mine: str, theirs: str) -> None:
    ledger = t.permanent(ME, "Grudge Ledger")
    t.play("Spark", theirs)
    assert t.st.stack == ()
    for name in ("Spark", "Bullseye"):
        t.play(name, mine, seat=YOU)
        t.resolve()
    assert t.obj(ledger).counters == 2
    t.activate(ledger, theirs)
    assert t.damage(theirs) == 3


@card("Ransom")
def test_ransom_is_paid_if_it_can_be(t: Table) -> None:
    before = t.hand(YOU)
    t.cast(ME, "Ransom", "seat:1")
    t.st.pool[YOU] = (0, 0, 0, 3)
    t.resolve()

    assert (t.hand(YOU), t.st.pool[YOU]) == (before, (0, 0, 0, 0))


@card("Ransom")
def test_who_cannot_pay_a_ransom_discards_two(t: Table) -> None:
    before = t.hand(YOU)
    filler = card_named(FILLER).number
    t.play("Ransom", "seat:1", answers=([filler, filler],))

    assert t.hand(YOU) == before - 2


@card("Scorched Fields")
def test_scorched_fields_cost_an_opponent_a_card_each_end_phase(t: Table) -> None:
    t.permanent(ME, "Scorched Fields")
    t.end_turn()
    before = t.hand(YOU)
    t.act("end", seat=YOU)
    t.act("proceed")
    t.resolve([card_named(FILLER).number])

    assert t.hand(YOU) == before - 1


@card("Levy")
def test_levy_makes_the_summon_cards_of_opponents_dearer(t: Table) -> None:
    t.permanent(YOU, "Levy")
    t.hold(ME, "Skimmer Vessel")
    t.st.pool[ME] = (0, 0, 0, 2)
    violation = t.try_act("cast", seat=ME, card="Skimmer Vessel")
    assert violation is not None and violation.rule == "204.1b"
    t.st.pool[ME] = (0, 0, 0, 3)
    t.act("cast", seat=ME, card="Skimmer Vessel")


@card("Rearguard")
def test_rearguard_protects_until_the_end_of_the_next_turn(t: Table, mine: str) -> None:
    theirs = t.summon(YOU, "Iron Prow Vessel", "3,3")
    t.play("Rearguard", mine)
    path = ["3,3", "3,2", "3,1"]
    t.end_turn()
    violation = t.try_act("attack", seat=YOU, card=theirs, path=path)
    assert violation is not None and violation.rule == "107.1b"
    t.end_turn()
    t.end_turn()
    t.act("attack", seat=YOU, card=theirs, path=path)


@card("Cloaking Smoke")
def test_cloaking_smoke_hides_a_summon_from_targeting(t: Table, theirs: str) -> None:
    t.play("Cloaking Smoke", theirs)
    t.hold(ME, "Spark")
    t.st.pool[ME] = (1, 0, 0, 0)
    violation = t.try_act("cast", seat=ME, card="Spark", targets=[theirs])

    assert violation is not None and violation.rule == "107.1b"


@card("Cold Forge")
def test_cold_forge_stops_activations_of_a_player(t: Table, mine: str) -> None:
    tower = t.permanent(YOU, "Watchtower")
    t.play("Cold Forge", "seat:1")
    t.st.pool[YOU] = (1, 0, 0, 0)
    violation = t.try_act("activate", seat=YOU, card=tower, targets=[mine])

    assert violation is not None and violation.rule == "107.1b"


@card("Press Gang")
def test_press_gang_brings_a_summon_card_back_at_a_price(t: Table, mine: str) -> None:
    (beast,) = t.pile(ME, "Prowler Beast")
    t.play("Press Gang", answers=([card_named("Prowler Beast").number], mine))

    assert (t.zone(beast), t.damage(mine)) == ("hand", 1)


@card("Grave Dust")
def test_grave_dust_removes_cards_from_a_pile(t: Table) -> None:
    piled = t.pile(YOU, "Spark", "Heal", "Discount")
    t.play("Grave Dust", "seat:1")

    assert {t.zone(name) for name in piled} == {"removed"}


@card("Second Thoughts")
def test_second_thoughts_cancels_a_summon_card_and_its_caster_draws(t: Table) -> None:
    t.cast(ME, "Skimmer Vessel")
    before = t.hand(ME)
    t.play("Second Thoughts", "stack:1", seat=YOU)

    assert t.st.stack == ()
    assert t.hand(ME) == before + 1


@card("Second Thoughts")
def test_second_thoughts_is_not_for_effect_cards(t: Table, theirs: str) -> None:
    t.cast(ME, "Spark", theirs)
    t.hold(YOU, "Second Thoughts")
    t.st.pool[YOU] = (1, 0, 0, 1)
    violation = t.try_act("cast", seat=YOU, card="Second Thoughts", targets=["stack:1"])

    assert violation is not None and violation.rule == "208.1"


@card("Deep Burial")
def test_deep_burial_puts_a_damaged_summon_under_the_deck(t: Table) -> None:
    theirs = t.summon(YOU, "Tunnel Beast", "3,3", damage=1)
    t.play("Deep Burial", theirs)

    assert t.st.deck[YOU][0] == int(theirs[1:])


@card("Deep Burial")
def test_deep_burial_needs_a_damaged_summon(t: Table, theirs: str) -> None:
    t.hold(ME, "Deep Burial")
    t.st.pool[ME] = (1, 0, 1, 1)
    violation = t.try_act("cast", seat=ME, card="Deep Burial", targets=[theirs])

    assert violation is not None and violation.rule == "208.1"


@card("Crossed Orders")
def test_crossed_orders_turns_an_attack_on_another_summon(t: Table, mine: str, theirs: str) -> None:
    between = t.summon(ME, "Skimmer Vessel", "3,2")
    t.act("attack", seat=ME, card=mine, path=["3,1", "3,2", "3,3"])
    t.play("Crossed Orders", "stack:1", seat=YOU)
    t.resolve()

    assert (t.damage(theirs), t.zone(between)) == (0, "discard")


@card("Crossed Orders")
def test_crossed_orders_finds_nobody_behind_the_attacker(t: Table, mine: str, theirs: str) -> None:
    t.summon(ME, "Skimmer Vessel", "3,0")
    t.act("attack", seat=ME, card=mine, path=["3,1", "3,2", "3,3"])
    t.play("Crossed Orders", "stack:1", seat=YOU)
    t.resolve()

    assert t.damage(theirs) == 3


@card("Fire Ship")
def test_fire_ship_sends_a_vessel_to_an_ending_dot_and_burns(t: Table) -> None:
    theirs = t.summon(YOU, "Old Stone Dragon", "3,3")
    vessel = t.summon(ME, "Jelly Fish Vessel", "3,1")
    t.play("Fire Ship", vessel, theirs, answers=("3,1 6,4",))
    assert (t.dot(vessel), t.damage(theirs)) == ("6,4", 3)
    t.end_turn()
    assert t.zone(vessel) == "discard"  # 603.5


@card("Ember Rain")
def test_ember_rain_burns_or_stills(t: Table, mine: str) -> None:
    t.play("Ember Rain", mine, mode=0)
    assert t.damage(mine) == 1

    other = Table()
    gale = other.summon(YOU, "Prowler Beast", "3,5")
    other.play("Ember Rain", mode=1)
    assert other.obj(gale).state == 2


def test_every_effect_card_and_every_summon_with_a_text_has_a_scenario() -> None:
    assert _OTHERS
    texts = [found for found in POOL.cards if found.is_effect or (found.is_summon and "\n" in found.text)]

    assert [found.name for found in texts if found.name not in COVERED] == []
