"""What the cards do: damage, healing, prevention, stats."""

from __future__ import annotations

import pytest

from .table import ME, YOU, Table, card


@card("Spark")
def test_spark_deals_one(t: Table, theirs: str) -> None:
    spark = t.play("Spark", theirs)

    assert t.damage(theirs) == 1
    assert t.zone(spark) == "discard"


@card("Bullseye")
def test_bullseye_deals_two(t: Table, theirs: str) -> None:
    t.play("Bullseye", theirs)

    assert t.damage(theirs) == 2


@card("Bullseye")
def test_bullseye_with_the_additional_cost_deals_four(t: Table, theirs: str) -> None:
    t.play("Bullseye", theirs, x=1)

    assert t.damage(theirs) == 4


@card("Chain Spark")
@pytest.mark.parametrize("times", [0, 1, 3])
def test_chain_spark_deals_one_more_for_each_extra(t: Table, theirs: str, times: int) -> None:
    t.play("Chain Spark", theirs, x=times)

    assert t.damage(theirs) == 1 + times


@card("Falling Star")
def test_falling_star_spares_life_bases(t: Table, theirs: str) -> None:
    t.play("Falling Star", theirs)
    assert t.damage(theirs) == 4


@card("Falling Star")
def test_falling_star_may_not_be_aimed_at_a_base(t: Table) -> None:
    t.hold(ME, "Falling Star")
    t.st.pool[ME] = (2, 0, 0, 1)
    violation = t.try_act("cast", seat=ME, card="Falling Star", targets=["#1"])

    assert violation is not None and violation.rule == "208.1"


@card("Storm Front")
def test_storm_front_hits_every_summon_but_the_bases(t: Table, mine: str, theirs: str) -> None:
    t.play("Storm Front")

    assert (t.damage(mine), t.damage(theirs)) == (2, 2)
    assert (t.damage("#0"), t.damage("#1")) == (0, 0)


@card("Crossfire")
def test_crossfire_counts_my_summons(t: Table, mine: str, theirs: str) -> None:
    t.play("Crossfire", theirs)

    assert t.damage(theirs) == 2  # the Dragon and the Life Base


@card("Double Shot")
def test_double_shot_hits_two_different_summons(t: Table, mine: str, theirs: str) -> None:
    t.play("Double Shot", theirs, mine)

    assert (t.damage(theirs), t.damage(mine)) == (2, 1)


@card("Double Shot")
def test_double_shot_may_not_hit_one_summon_twice(t: Table, theirs: str) -> None:
    t.hold(ME, "Double Shot")
    t.st.pool[ME] = (1, 0, 0, 2)
    violation = t.try_act("cast", seat=ME, card="Double Shot", targets=[theirs, theirs])

    assert violation is not None and violation.rule == "208.1"


@card("7 Shooter")
def test_7_shooter_shoots(t: Table, theirs: str) -> None:
    t.play("7 Shooter", theirs, mode=0)

    assert t.damage(theirs) == 3


@card("7 Shooter")
def test_7_shooter_or_sees_far(t: Table, mine: str) -> None:
    t.play("7 Shooter", mine, mode=1)
    assert t.stat(mine, "range") == 5
    t.end_turn()
    assert t.stat(mine, "range") == 2


@card("7 Shooter")
def test_7_shooter_does_not_shoot_into_the_no_attack_zone(t: Table) -> None:
    t.hold(ME, "7 Shooter")
    t.st.pool[ME] = (1, 0, 0, 2)
    violation = t.try_act("cast", seat=ME, card="7 Shooter", targets=["#1"])

    assert violation is not None and violation.rule == "208.1"


@card("Annihilation")
def test_annihilation_leaves_only_the_life_bases(t: Table, mine: str, theirs: str) -> None:
    t.play("Annihilation")

    assert t.zone(mine) == t.zone(theirs) == "discard"
    assert t.zone("#0") == t.zone("#1") == "play"


@card("Annihilation")
def test_annihilation_with_the_additional_cost_draws_two(t: Table) -> None:
    before = t.hand(ME)
    t.play("Annihilation", x=1)

    assert t.hand(ME) == before + 2


@card("Divine Intervention")
def test_divine_intervention_destroys_a_summon_of_an_opponent(t: Table, theirs: str) -> None:
    t.play("Divine Intervention", theirs)

    assert t.zone(theirs) == "discard"


@card("Divine Intervention")
def test_divine_intervention_does_not_touch_my_own(t: Table, mine: str) -> None:
    t.hold(ME, "Divine Intervention")
    t.st.pool[ME] = (3, 0, 0, 1)
    violation = t.try_act("cast", seat=ME, card="Divine Intervention", targets=[mine])

    assert violation is not None and violation.rule == "208.1"


@card("Heal")
@pytest.mark.parametrize(("times", "left"), [(0, 2), (1, 1), (2, 0)])
def test_heal_removes_two_and_one_more_for_each_extra(t: Table, times: int, left: int) -> None:
    mine = t.summon(ME, "Hunter Dragon", "3,1", damage=4)
    t.play("Heal", mine, x=times)

    assert t.damage(mine) == left


@card("Second Wind")
def test_second_wind_heals_one_and_draws_one(t: Table) -> None:
    mine = t.summon(ME, "Hunter Dragon", "3,1", damage=4)
    before = t.hand(ME)
    t.play("Second Wind", mine)

    assert (t.damage(mine), t.hand(ME)) == (3, before + 1)


@card("Dry Dock")
def test_dry_dock_heals_a_vessel_wholly(t: Table) -> None:
    vessel = t.summon(ME, "Iron Prow Vessel", "3,1", damage=6)
    t.play("Dry Dock", vessel)

    assert t.damage(vessel) == 0


@card("Dry Dock")
def test_dry_dock_is_for_vessels(t: Table, mine: str) -> None:
    t.hold(ME, "Dry Dock")
    t.st.pool[ME] = (0, 1, 0, 0)
    violation = t.try_act("cast", seat=ME, card="Dry Dock", targets=[mine])

    assert violation is not None and violation.rule in ("208.1", "401.3a")


@card("Field Hospital")
def test_field_hospital_heals_in_my_end_phase_only(t: Table) -> None:
    mine = t.summon(ME, "Hunter Dragon", "3,1", damage=4)
    t.permanent(ME, "Field Hospital")
    t.end_turn()
    assert t.damage(mine) == 3
    t.end_turn()
    assert t.damage(mine) == 3


@card("Shield Wall")
def test_shield_wall_stops_all_damage_until_end_of_turn(t: Table, theirs: str) -> None:
    t.play("Shield Wall", theirs)
    t.play("Bullseye", theirs, x=1)
    assert t.damage(theirs) == 0
    t.end_turn()
    t.play("Spark", theirs, seat=YOU)
    assert t.damage(theirs) == 1


@card("Deflector")
def test_deflector_stops_two_points_in_all(t: Table, theirs: str) -> None:
    t.play("Deflector", theirs)
    t.play("Spark", theirs)
    assert t.damage(theirs) == 0
    t.play("Bullseye", theirs)
    assert t.damage(theirs) == 1


@card("Iron Skin")
def test_iron_skin_saves_a_summon_until_the_turn_ends(t: Table) -> None:
    mine = t.summon(ME, "Mist Dragon", "3,1", damage=2)
    t.play("Iron Skin", mine)
    t.play("Bullseye", mine)
    assert t.zone(mine) == "play"
    t.end_turn()
    assert t.zone(mine) == "discard"  # H11: the bonus runs out and 4 damage is lethal for Defense 3


@card("Brittle Hull")
def test_brittle_hull_destroys_what_has_no_defense_left(t: Table) -> None:
    theirs = t.summon(YOU, "Skimmer Vessel", "3,3")
    t.play("Brittle Hull", theirs)

    assert t.zone(theirs) == "discard"


@pytest.mark.parametrize(
    ("name", "which", "change"),
    [
        ("Tail Wind", "speed", 1),
        ("Lead Boots", "speed", -1),
        ("Long Sight", "range", 2),
        ("War Cry", "attack", 2),
    ],
)
@card("Tail Wind", "Lead Boots", "Long Sight", "War Cry")
def test_a_stat_changes_until_end_of_turn(t: Table, mine: str, name: str, which: str, change: int) -> None:
    before = t.stat(mine, which)
    t.play(name, mine)
    assert t.stat(mine, which) == before + change
    t.end_turn()
    assert t.stat(mine, which) == before


@card("Battle Drill")
def test_battle_drill_raises_two_stats(t: Table, mine: str) -> None:
    t.play("Battle Drill", mine)

    assert (t.stat(mine, "attack"), t.stat(mine, "range")) == (4, 3)


@card("Forced March")
def test_forced_march_is_for_all_my_summons_but_the_base(t: Table, mine: str, theirs: str) -> None:
    t.play("Forced March")

    assert (t.stat(mine, "speed"), t.stat(theirs, "speed"), t.stat("#0", "speed")) == (3, 2, 1)


@card("Second Strike")
def test_second_strike_lets_a_summon_attack_once_more(t: Table, mine: str, theirs: str) -> None:
    fields = {"seat": ME, "card": mine, "path": ["3,1", "3,2", "3,3"]}
    t.act("attack", **fields)
    t.resolve()
    assert t.damage(theirs) == 3
    again = t.try_act("attack", **fields)
    assert again is not None and again.rule == "202.5"
    t.play("Second Strike", mine)
    t.act("attack", **fields)
    t.resolve()
    assert t.zone(theirs) == "discard"


@card("Precision Failure")
def test_precision_failure_shortens_the_range_each_turn(t: Table, theirs: str) -> None:
    failure = t.permanent(ME, "Precision Failure")
    t.activate(failure, theirs)
    assert t.stat(theirs, "range") == 0
    again = t.try_act("activate", seat=ME, card=failure, targets=[theirs])
    assert again is not None and again.rule == "206.1f"


@card("Watchtower")
def test_watchtower_shoots_outside_the_no_attack_zone(t: Table, theirs: str) -> None:
    tower = t.permanent(ME, "Watchtower")
    t.activate(tower, theirs)

    assert t.damage(theirs) == 1
    assert t.zone(tower) == "play"


@card("Cannon Works")
def test_cannon_works_gathers_counters_and_fires(t: Table, theirs: str) -> None:
    works = t.permanent(ME, "Cannon Works")
    t.activate(works, theirs)
    assert (t.damage(theirs), t.obj(works).counters) == (0, 0)  # 207.3: nothing to remove, nothing happens
    for _ in range(4):
        t.end_turn()
        while t.st.stack:
            t.resolve()
    assert t.obj(works).counters == 2
    t.activate(works, theirs)
    assert (t.damage(theirs), t.obj(works).counters) == (3, 0)


@card("Snare Line")
def test_snare_line_hurts_an_attacker_of_an_opponent(t: Table, theirs: str) -> None:
    t.permanent(ME, "Snare Line")
    mine = t.summon(ME, "Hunter Dragon", "3,1")
    t.act("attack", seat=ME, card=mine, path=["3,1", "3,2", "3,3"])
    while t.st.stack:
        t.resolve()
    assert t.damage(mine) == 0
    t.end_turn()
    before = t.damage(theirs)
    t.play("Long Sight", theirs, seat=YOU)
    t.act("attack", seat=YOU, card=theirs, path=["3,3", "3,2", "3,1"])
    while t.st.stack:
        t.resolve()
    assert t.damage(theirs) == before + 1
