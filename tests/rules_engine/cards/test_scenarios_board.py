"""What the cards do: states, control, position, permanents on summons, and the summons with a text of their own."""

from __future__ import annotations

import pytest

from rules_engine.kernel.errors import NeedAnswer

from .table import ME, YOU, Table, card, card_named, effect


def move(t: Table, name: str, *path: str, seat: int = ME) -> str:
    """The rule that a move breaks, "" if it is legal and done; energy is no matter."""
    t.st.pool[seat] = t.card(name).movement.as_tuple()
    violation = t.try_act("move", seat=seat, card=name, path=list(path))
    if violation is None:
        t.resolve()
    return violation.rule if violation else ""


def attack(t: Table, name: str, *path: str, seat: int = ME) -> str:
    """The rule that an attack breaks, "" if it is legal and done."""
    violation = t.try_act("attack", seat=seat, card=name, path=list(path))
    while violation is None and t.st.stack:
        t.resolve()
    return violation.rule if violation else ""


@card("Paralysis")
def test_paralysis_stops_moving_and_attacking(t: Table, mine: str, theirs: str) -> None:
    t.play("Paralysis", mine)

    assert move(t, mine, "3,1", "3,2") == "402.14"
    assert attack(t, mine, "3,1", "3,2", "3,3") == "402.14"


@card("Wake-Up Call")
def test_wake_up_call_lets_a_paralysed_summon_act(t: Table, mine: str) -> None:
    t.play("Paralysis", mine)
    t.play("Wake-Up Call", mine)

    assert move(t, mine, "3,1", "3,2") == ""


@card("Mutiny")
def test_mutiny_lends_a_vessel_for_the_turn(t: Table) -> None:
    vessel = t.summon(YOU, "Iron Prow Vessel", "3,3")
    t.play("Mutiny", vessel)
    assert t.obj(vessel).controller == ME
    t.end_turn()
    assert t.obj(vessel).controller == YOU


@card("Mutiny")
def test_mutiny_onto_a_second_vessel_discards_the_newcomer(t: Table) -> None:
    own = t.summon(ME, "Skimmer Vessel", "3,1")
    vessel = t.summon(YOU, "Iron Prow Vessel", "3,3")
    t.play("Mutiny", vessel)

    assert (t.zone(own), t.zone(vessel)) == ("play", "discard")  # 402.9


@card("Silver Tongue")
def test_silver_tongue_keeps_a_summon(t: Table, theirs: str) -> None:
    t.play("Silver Tongue", theirs)
    t.end_turn()

    assert t.obj(theirs).controller == ME


@card("Recall")
def test_recall_returns_a_summon_to_its_owners_hand(t: Table, theirs: str) -> None:
    before = t.hand(YOU)
    t.play("Recall", theirs)

    assert (t.zone(theirs), t.hand(YOU)) == ("hand", before + 1)


@card("Dispel")
def test_dispel_destroys_an_effect(t: Table) -> None:
    works = t.permanent(YOU, "Cannon Works")
    t.play("Dispel", works)

    assert t.zone(works) == "discard"


@card("Banishment")
def test_banishment_removes_a_permanent_and_its_owner_draws(t: Table, theirs: str) -> None:
    before = t.hand(YOU)
    t.play("Banishment", theirs)

    assert (t.zone(theirs), t.hand(YOU)) == ("removed", before + 2)


@card("Slipstream")
def test_slipstream_moves_up_to_two_dots(t: Table, mine: str) -> None:
    t.play("Slipstream", mine, answers=("3,1 3,2 3,3",))

    assert t.dot(mine) == "3,3"
    assert move(t, mine, "3,3", "3,4") == ""  # it was not the summon's own move


@card("Slipstream")
def test_slipstream_keeps_to_the_game_rules(t: Table, mine: str) -> None:
    t.cast(ME, "Slipstream", mine)
    violation = t.try_act("resolve", answers=["3,1 3,2 3,1"])

    assert violation is not None


@card("Rift Walk")
def test_rift_walk_warps_from_home_to_an_ending_dot(t: Table) -> None:
    t.base(ME, "1,1")
    mine = t.summon(ME, "Hunter Dragon", "0,0")
    t.play("Rift Walk", mine, answers=("6,2",))

    assert t.dot(mine) == "6,2"


@card("Homing Rope")
def test_homing_rope_brings_a_summon_home(t: Table, theirs: str) -> None:
    t.base(YOU, "1,7")
    t.play("Homing Rope", theirs)

    assert t.dot(theirs) == "0,6"


@card("Homing Rope")
def test_homing_rope_does_nothing_while_home_is_taken(t: Table, theirs: str) -> None:
    t.play("Homing Rope", theirs)

    assert t.dot(theirs) == "3,3"


@card("Rusted Anchor")
def test_rusted_anchor_holds_a_summon_until_it_is_destroyed(t: Table, theirs: str) -> None:
    anchor = t.play("Rusted Anchor", theirs)
    t.end_turn()
    assert move(t, theirs, "3,3", "3,4", seat=YOU) == "107.1b"
    t.play("Dispel", anchor, seat=YOU)
    assert move(t, theirs, "3,3", "3,4", seat=YOU) == ""


@card("Rusted Anchor")
def test_rusted_anchor_falls_with_its_summon(t: Table, theirs: str) -> None:
    anchor = t.play("Rusted Anchor", theirs)
    t.play("Divine Intervention", theirs)

    assert t.zone(anchor) == "discard"


@card("Blindfold")
def test_blindfold_stops_attacks_but_not_moves(t: Table, mine: str, theirs: str) -> None:
    t.play("Blindfold", mine)

    assert attack(t, mine, "3,1", "3,2", "3,3") == "107.1b"
    assert move(t, mine, "3,1", "3,2") == ""


@card("Stunt Pilot")
def test_stunt_pilot_allows_a_sharp_turn(t: Table) -> None:
    mine = t.summon(ME, "Hunter Dragon", "2,2")
    assert move(t, mine, "2,2", "2,3", "3,2") == "202.8"
    t.play("Stunt Pilot", mine)
    assert move(t, mine, "2,2", "2,3", "3,2") == ""


@card("Dragon Saddle")
def test_dragon_saddle_makes_a_dragon_faster(t: Table, mine: str) -> None:
    t.play("Dragon Saddle", mine)
    assert t.stat(mine, "speed") == 3
    t.end_turn()
    assert t.stat(mine, "speed") == 3


@card("Spiked Collar")
def test_spiked_collar_makes_a_beast_stronger(t: Table, theirs: str) -> None:
    t.play("Spiked Collar", theirs)

    assert t.stat(theirs, "attack") == 4


@card("Crow's Nest")
def test_crows_nest_lets_a_vessel_see_farther(t: Table) -> None:
    vessel = t.summon(ME, "Jelly Fish Vessel", "3,1")
    t.play("Crow's Nest", vessel)

    assert t.stat(vessel, "range") == 3


@card("Life Base Steam Engine")
def test_the_steam_engine_makes_a_life_base_faster(t: Table) -> None:
    t.play("Life Base Steam Engine", "#0")

    assert t.stat("#0", "speed") == 2
    assert move(t, "#0", "0,0", "1,1", "1,2") == ""


@card("Life Base Steam Engine")
def test_the_steam_engine_is_for_life_bases(t: Table, mine: str) -> None:
    t.hold(ME, "Life Base Steam Engine")
    t.st.pool[ME] = (0, 2, 0, 2)
    violation = t.try_act("cast", seat=ME, card="Life Base Steam Engine", targets=[mine])

    assert violation is not None and violation.rule == "208.1"


# --- summons with a text ----------------------------------------------------------------------------------------------


@card("Cinder Dragon")
def test_cinder_dragon_draws_when_it_attacks(t: Table, theirs: str) -> None:
    dragon = t.summon(ME, "Cinder Dragon", "3,1")
    before = t.hand(ME)
    assert attack(t, dragon, "3,1", "3,2", "3,3") == ""

    assert (t.hand(ME), t.damage(theirs)) == (before + 1, 4)


@card("Bell Beast")
def test_bell_beast_heals_when_it_enters_play(t: Table) -> None:
    mine = t.summon(ME, "Hunter Dragon", "3,1", damage=3)
    t.cast(ME, "Bell Beast")
    t.resolve("6,0", mine)
    while t.st.stack:
        t.resolve()

    assert t.damage(mine) == 1


@card("Lantern Vessel")
def test_lantern_vessel_draws_when_it_enters_play(t: Table) -> None:
    t.cast(ME, "Lantern Vessel")
    before = t.hand(ME)
    t.resolve("6,0")
    while t.st.stack:
        t.resolve()

    assert t.hand(ME) == before + 1


@card("Twin Axe Berserker")
def test_twin_axe_berserker_attacks_twice_a_turn(t: Table) -> None:
    axe = t.summon(ME, "Twin Axe Berserker", "3,2")
    target = t.summon(YOU, "Old Stone Dragon", "3,3")

    assert attack(t, axe, "3,2", "3,3") == ""
    t.st.change(int(target[1:]), damage=0)
    assert attack(t, axe, "3,2", "3,3") == ""
    t.st.change(int(target[1:]), damage=0)
    assert attack(t, axe, "3,2", "3,3") == "202.5"


@card("Salt Berserker")
def test_salt_berserker_attacks_one_way_and_moves_the_other(t: Table) -> None:
    salt = t.summon(ME, "Salt Berserker", "3,2")
    t.summon(YOU, "Old Stone Dragon", "3,3")

    assert attack(t, salt, "3,2", "3,3") == ""
    assert move(t, salt, "3,2", "3,1") == ""


@card("Siege Army")
def test_siege_army_shoots_out_of_the_no_attack_zone(t: Table) -> None:
    siege = t.summon(ME, "Siege Army", "1,1")
    target = t.summon(YOU, "Old Stone Dragon", "2,2")

    assert attack(t, siege, "1,1", "2,2") == ""
    assert t.damage(target) == 3


@card("Raiding Army")
def test_raiding_army_gives_energy_when_it_moves(t: Table) -> None:
    army = t.summon(ME, "Raiding Army", "3,1")
    assert move(t, army, "3,1", "3,2") == ""
    while t.st.stack:
        t.resolve()

    assert t.st.pool[ME] == (0, 0, 1, 0)


def test_a_summon_goes_to_the_discard_pile_of_its_owner(t: Table, theirs: str) -> None:
    t.play("Silver Tongue", theirs)
    t.play("Falling Star", theirs)
    t.play("Bullseye", theirs)

    assert int(theirs[1:]) in t.st.discard[YOU]
    assert card_named("Tunnel Beast").defense == 6


@pytest.mark.parametrize(("words", "lengths"), [("2 dots", {3}), ("up to 2 dots", {2, 3})])
def test_so_many_dots_are_no_fewer_unless_the_text_says_up_to(words: str, lengths: set[int]) -> None:
    march = effect("March", f"Move target summon {words}.")
    t = Table(march)
    dragon = t.summon(ME, "Hunter Dragon", "3,1")
    with pytest.raises(NeedAnswer) as asked:
        t.play("March", dragon)
    assert {len(path.split()) for path in asked.value.need.options} == lengths
