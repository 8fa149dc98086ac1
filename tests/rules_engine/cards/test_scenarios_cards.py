"""What the cards do: drawing, discarding, searching, cancelling, energy, turns."""

from __future__ import annotations

import pytest

from rules_engine.kernel.errors import NeedAnswer
from rules_engine.x610z.model import DECK
from rules_engine.x610z.zones import move_card

from .table import FILLER, ME, YOU, Table, card, card_named


def refused(t: Table, name: str, *targets: str, seat: int = ME) -> str:
    """The rule that casting this breaks, with plenty of energy in the pool."""
    t.hold(seat, name)
    t.st.pool[seat] = (9, 9, 9, 9)
    violation = t.try_act("cast", seat=seat, card=name, targets=list(targets) or None)
    assert violation is not None
    return violation.rule


# --- cards in hand, deck and piles ---------------------------------------------------------------------------


@card("Discount")
def test_discount_draws_two(t: Table) -> None:
    before = t.hand(ME)
    t.play("Discount")

    assert t.hand(ME) == before + 2


@card("Waste")
def test_waste_draws_two_more_than_normal_keeps_one_and_discards_two(t: Table) -> None:
    t.permanent(YOU, "Waste")
    hand, deck = t.hand(YOU), len(t.st.deck[YOU])
    t.top(YOU, "Hunter Dragon")
    t.end_turn([card_named("Hunter Dragon").number])

    assert t.st.active == YOU
    assert (t.hand(YOU), len(t.st.deck[YOU])) == (hand + 1, deck - 3)
    assert len(t.st.discard[YOU]) == 2
    kept = [t.st.objs[slot].rev for slot in t.st.hand[YOU]]
    assert t.st.game.rev_of("Hunter Dragon") in kept


@card("Scouting Report")
def test_scouting_report_finds_a_summon_card(t: Table) -> None:
    before = t.hand(ME)
    t.play("Scouting Report", answers=([card_named("Hunter Dragon").number], None))

    assert t.hand(ME) == before + 1
    assert t.st.game.rev_of("Hunter Dragon") == t.st.objs[t.st.hand[ME][-1]].rev


@card("Crystal Prospector")
def test_crystal_prospector_finds_a_crystal(t: Table) -> None:
    before = t.hand(ME)
    t.play("Crystal Prospector", answers=([card_named("Deep Mystic Crystal").number], None))

    assert t.hand(ME) == before + 1


@card("Crystal Prospector")
def test_crystal_prospector_finds_no_other_card(t: Table) -> None:
    t.cast(ME, "Crystal Prospector")
    violation = t.try_act("resolve", answers=[[card_named("Hunter Dragon").number], None])

    assert violation is not None and violation.rule == "212.2"


@card("Salvage")
def test_salvage_brings_a_card_back(t: Table) -> None:
    (dragon, _) = t.pile(ME, "Hunter Dragon", "Spark")
    t.play("Salvage", answers=([card_named("Hunter Dragon").number],))

    assert t.zone(dragon) == "hand"


@card("Hard Bargain")
def test_hard_bargain_discards_one_then_draws_three(t: Table) -> None:
    before = t.hand(ME)
    t.play("Hard Bargain", answers=([card_named(FILLER).number],))

    assert t.hand(ME) == before + 2


@card("Hard Bargain")
def test_hard_bargain_without_a_card_to_discard_draws_nothing(t: Table) -> None:
    for slot in t.st.hand[ME]:
        move_card(t.st, slot, DECK)
    t.play("Hard Bargain")

    assert t.hand(ME) == 0


@card("Open Hands")
def test_open_hands_lets_me_choose_from_the_shown_hand(t: Table) -> None:
    t.hold(YOU, "Hunter Dragon")
    before = t.hand(YOU)
    t.play("Open Hands", "seat:1", answers=([card_named("Hunter Dragon").number],))

    assert t.hand(YOU) == before - 1
    assert [t.st.game.number_of(t.st.objs[s].rev) for s in t.st.discard[YOU]] == [
        card_named("Hunter Dragon").number
    ]


@card("Open Hands")
def test_open_hands_is_chosen_by_its_caster(t: Table) -> None:
    t.cast(ME, "Open Hands", "seat:1")
    with pytest.raises(NeedAnswer) as open_choice:
        t.resolve()

    assert open_choice.value.need.seat == ME


@card("Pickpocket")
def test_pickpocket_takes_one_unseen_card(t: Table) -> None:
    before = t.hand(YOU)
    t.play("Pickpocket", "seat:1", answers=([card_named(FILLER).number],))

    assert (t.hand(YOU), len(t.st.discard[YOU])) == (before - 1, 1)


@card("Brain Fog")
def test_brain_fog_discards_at_random(t: Table) -> None:
    before = t.hand(YOU)
    t.play("Brain Fog", "seat:1", answers=([card_named(FILLER).number],))

    assert (t.hand(YOU), len(t.st.discard[YOU])) == (before - 1, 1)


@card("Fresh Start")
def test_fresh_start_shuffles_the_hand_away_and_draws_six(t: Table) -> None:
    t.play("Fresh Start", answers=(None,))

    assert t.hand(ME) == 6


@card("Shared Feast")
@pytest.mark.parametrize("takes", [True, False])
def test_shared_feast_lets_opponents_draw_if_they_like(t: Table, takes: bool) -> None:
    mine, theirs = t.hand(ME), t.hand(YOU)
    t.play("Shared Feast", answers=(takes,))

    assert (t.hand(ME), t.hand(YOU)) == (mine + 2, theirs + takes)


@card("Creeping Doubt")
def test_creeping_doubt_takes_a_card_each_draw_phase_of_its_target(t: Table) -> None:
    t.permanent(ME, "Creeping Doubt", "seat:1")
    before = t.hand(YOU)
    t.end_turn([card_named(FILLER).number])
    assert (t.hand(YOU), len(t.st.discard[YOU])) == (before, 1)
    mine = t.hand(ME)
    t.end_turn()
    assert t.hand(ME) == mine + 1


@card("Sky Harbour")
@pytest.mark.parametrize("takes", [True, False])
def test_sky_harbour_draws_when_i_cast_a_summon_card(t: Table, takes: bool) -> None:
    t.permanent(ME, "Sky Harbour")
    t.cast(ME, "Skimmer Vessel")
    before = t.hand(ME)
    t.resolve(takes)

    assert t.hand(ME) == before + takes


@card("Scrap Dealer")
def test_scrap_dealer_draws_when_a_summon_is_destroyed(t: Table, theirs: str) -> None:
    t.permanent(ME, "Scrap Dealer")
    t.cast(ME, "Divine Intervention", theirs)
    before = t.hand(ME)
    t.resolve()
    while t.st.stack:
        t.resolve()

    assert t.hand(ME) == before + 1


# --- the stack ----------------------------------------------------------------------------------------------


@card("Denial")
def test_denial_cancels_a_cast(t: Table, theirs: str) -> None:
    t.cast(ME, "Spark", theirs)
    t.play("Denial", "stack:1", seat=YOU)

    assert t.st.stack == ()
    assert t.damage(theirs) == 0
    assert len(t.st.discard[ME]) == 1


@card("Toll Gate")
@pytest.mark.parametrize("pays", [True, False])
def test_toll_gate_cancels_unless_the_other_pays(t: Table, theirs: str, pays: bool) -> None:
    t.cast(ME, "Spark", theirs)
    t.cast(YOU, "Toll Gate", "stack:1")
    t.st.pool[ME] = (0, 0, 0, 2)
    t.resolve(pays)
    while t.st.stack:
        t.resolve()

    assert t.damage(theirs) == (1 if pays else 0)
    assert sum(t.st.pool[ME]) == (0 if pays else 2)


@card("Toll Gate")
def test_toll_gate_cancels_without_asking_one_who_cannot_pay(t: Table, theirs: str) -> None:
    t.cast(ME, "Spark", theirs)
    t.play("Toll Gate", "stack:1", seat=YOU)

    assert t.damage(theirs) == 0


@card("Jammed Rudder")
def test_jammed_rudder_cancels_a_movement(t: Table) -> None:
    mine = t.summon(ME, "Hunter Dragon", "3,1")
    t.st.pool[ME] = (0, 0, 0, 1)
    t.act("move", seat=ME, card=mine, path=["3,1", "3,2"])
    t.play("Jammed Rudder", "stack:1", seat=YOU)

    assert t.dot(mine) == "3,1"
    assert t.st.stack == ()


@card("Misfire")
def test_misfire_cancels_an_attack(t: Table, theirs: str) -> None:
    mine = t.summon(ME, "Hunter Dragon", "3,1")
    t.act("attack", seat=ME, card=mine, path=["3,1", "3,2", "3,3"])
    t.play("Misfire", "stack:1", seat=YOU)

    assert t.damage(theirs) == 0


@card("Misfire")
def test_misfire_does_not_cancel_a_cast(t: Table, theirs: str) -> None:
    t.cast(ME, "Spark", theirs)

    assert refused(t, "Misfire", "stack:1", seat=YOU) == "208.1"


@card("Sealed Vault")
def test_sealed_vault_cancels_an_activation(t: Table, theirs: str) -> None:
    tower = t.permanent(ME, "Watchtower")
    t.st.pool[ME] = (1, 0, 0, 0)
    t.act("activate", seat=ME, card=tower, targets=[theirs])
    t.play("Sealed Vault", "stack:1", seat=YOU)

    assert t.damage(theirs) == 0
    assert t.zone(tower) == "play"


@card("Crosswind")
def test_crosswind_gives_a_cast_another_target(t: Table, theirs: str) -> None:
    mine = t.summon(ME, "Hunter Dragon", "3,1")
    t.cast(ME, "Spark", theirs)
    t.play("Crosswind", "stack:1", seat=YOU, answers=(mine,))
    t.resolve()

    assert (t.damage(theirs), t.damage(mine)) == (0, 1)


@card("Sudden Toll")
@pytest.mark.parametrize("pays", [True, False])
def test_sudden_toll_raises_the_cost_of_a_cast_on_the_stack(t: Table, theirs: str, pays: bool) -> None:
    t.cast(ME, "Spark", theirs)
    t.play("Sudden Toll", "stack:1", seat=YOU)
    t.st.pool[ME] = (0, 0, 0, 2)
    t.resolve(pays)

    assert t.damage(theirs) == (1 if pays else 0)
    assert len(t.st.discard[ME]) == 1


@card("Silence")
def test_silence_stops_a_player_from_casting_this_turn(t: Table, theirs: str) -> None:
    t.play("Silence", "seat:1")
    assert refused(t, "Spark", theirs, seat=YOU) == "107.1b"
    t.end_turn()
    t.st.pool[YOU] = (1, 0, 0, 0)
    t.act("cast", seat=YOU, card="Spark", targets=[theirs])
    t.resolve()
    assert t.damage(theirs) == 1


# --- energy and crystals ----------------------------------------------------------------------------------------------


@card("Energy Surge")
def test_energy_surge_adds_three(t: Table) -> None:
    t.play("Energy Surge")

    assert t.st.pool[ME] == (0, 0, 0, 3)


@card("Mystic Well")
def test_mystic_well_gives_mystic_energy_without_a_cost(t: Table) -> None:
    well = t.permanent(ME, "Mystic Well")
    t.activate(well)

    assert t.st.pool[ME] == (1, 0, 0, 0)


@card("Blackout")
def test_blackout_keeps_a_crystal_from_being_activated(t: Table) -> None:
    crystal = t.permanent(YOU, FILLER)
    t.play("Blackout", crystal)
    violation = t.try_act("activate", seat=YOU, card=crystal)

    assert violation is not None and violation.rule == "206.1f"


@card("Overload")
def test_overload_destroys_a_crystal(t: Table) -> None:
    crystal = t.permanent(YOU, FILLER)
    t.play("Overload", crystal)

    assert t.zone(crystal) == "discard"


@card("Overload")
def test_overload_is_for_crystals(t: Table, theirs: str) -> None:
    assert refused(t, "Overload", theirs) == "401.4a"


@card("Recharge")
def test_recharge_lets_a_crystal_be_used_twice(t: Table) -> None:
    crystal = t.permanent(ME, FILLER)
    t.act("activate", seat=ME, card=crystal)
    t.play("Recharge", crystal)
    t.act("activate", seat=ME, card=crystal)

    assert t.st.pool[ME] == (0, 0, 0, 1)


@card("Crystal Cage")
def test_crystal_cage_locks_a_crystal_for_good(t: Table) -> None:
    crystal = t.permanent(YOU, FILLER)
    cage = t.play("Crystal Cage", crystal)
    assert t.obj(cage).controller == YOU  # 208.2
    t.end_turn()
    violation = t.try_act("activate", seat=YOU, card=crystal)
    assert violation is not None and violation.rule == "107.1b"
    t.play("Dispel", cage, seat=YOU)
    t.act("activate", seat=YOU, card=crystal)


@card("Guild Contract")
def test_guild_contract_makes_my_summon_cards_cheaper(t: Table) -> None:
    t.permanent(ME, "Guild Contract")
    t.hold(ME, "Skimmer Vessel")
    t.st.pool[ME] = (0, 0, 0, 1)
    t.act("cast", seat=ME, card="Skimmer Vessel")

    assert t.st.pool[ME] == (0, 0, 0, 0)


@card("Cheap Fuel")
def test_cheap_fuel_makes_moving_cheaper(t: Table) -> None:
    mine = t.summon(ME, "Hunter Dragon", "3,1")
    t.permanent(ME, "Cheap Fuel")
    t.act("move", seat=ME, card=mine, path=["3,1", "3,2"])
    t.resolve()

    assert t.dot(mine) == "3,2"


@card("Cheap Fuel")
def test_cheap_fuel_does_not_move_a_base(t: Table) -> None:
    t.permanent(ME, "Cheap Fuel")
    violation = t.try_act("move", seat=ME, card="#0", path=["0,0", "1,1"])

    assert violation is not None and violation.rule == "204.1b"


# --- turns ----------------------------------------------------------------------------------------------


@card("Borrowed Time")
def test_borrowed_time_gives_another_turn(t: Table) -> None:
    t.play("Borrowed Time")
    t.end_turn()
    assert t.st.active == ME
    t.end_turn()
    assert t.st.active == YOU


@card("Lost Hour")
def test_lost_hour_skips_a_draw_phase(t: Table) -> None:
    before = t.hand(YOU)
    t.play("Lost Hour", "seat:1")
    t.end_turn()
    assert t.hand(YOU) == before
    t.end_turn()
    t.end_turn()
    assert t.hand(YOU) == before + 1
