"""Effects, targets, searching and the phases of a turn: rules 207, 208, 211, 401 and 700 to 704."""

from __future__ import annotations

from typing import Any

from tests.rules_engine.cards.table import card_named

from .cases_board import _move
from .registry import ME, YOU, Table, broken, obeyed, rich


@obeyed("207.4c")
def the_active_player_orders_what_triggers_together(t: Table) -> None:
    mine, yours = t.permanent(ME, "Scrap Dealer"), t.permanent(YOU, "Scrap Dealer")
    dragon = t.summon(YOU, "Mist Dragon", "3,1", damage=2)
    t.cast(ME, "Spark", dragon)
    t.resolve(f"2:{yours}")
    assert [item.slot for item in t.st.stack] == [int(yours[1:]), int(mine[1:])]


@obeyed("207.5")
def a_continuous_effect_works_without_anybody_activating_it(t: Table) -> None:
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.permanent(ME, "Dragon Saddle", dragon)
    assert t.stat(dragon, "speed") == 4


@obeyed("207.5a", "NL.effects-vallen-weg")
def an_effect_falls_with_what_it_lies_on(t: Table) -> None:
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    saddle = t.permanent(ME, "Dragon Saddle", dragon)
    t.play("Recall", dragon)
    assert t.zone(saddle) == "discard"


@obeyed("NL.effects-gaan-mee")
def an_effect_goes_along_with_a_new_controller(t: Table) -> None:
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    nest = t.permanent(YOU, "Crow's Nest", vessel)
    t.play("Mutiny", vessel)
    assert t.obj(nest).controller == ME


@obeyed("208.2")
def an_effect_on_a_summon_comes_under_the_control_of_its_owner(t: Table) -> None:
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    assert t.obj(t.play("Dragon Saddle", dragon)).controller == YOU


@obeyed("208.3")
def your_draw_phase_is_the_one_of_the_caster(t: Table) -> None:
    t.permanent(ME, "Waste")
    before = t.hand(YOU)
    t.end_turn()
    assert t.hand(YOU) == before + 1
    assert not t.st.discard[ME]


@obeyed("208.5")
def nothing_happens_when_the_target_is_gone(t: Table) -> None:
    dragon = t.summon(ME, "Mist Dragon", "3,1", damage=1)
    t.cast(ME, "Second Wind", dragon)
    before = t.hand(ME)
    t.play("Recall", dragon, seat=YOU)
    t.resolve()
    assert t.hand(ME) == before + 1, "only the dragon came back: no card was drawn"


@obeyed("401.1a")
def an_effect_card_targets_what_it_names(t: Table) -> None:
    well = t.permanent(YOU, "Mystic Well")
    t.play("Dispel", well)
    assert t.zone(well) == "discard"


@obeyed("211.2", "212.2")
def a_deck_is_shuffled_after_a_search(t: Table) -> None:
    t.cast(ME, "Crystal Prospector")
    st = t.st
    found = card_named("Deep Mystic Crystal").number
    rest = sorted(st.game.number_of(st.objs[slot].rev) for slot in st.deck[ME])
    rest.remove(found)
    t.resolve([found], rest)
    now = [st.game.number_of(st.objs[slot].rev) for slot in reversed(st.deck[ME])]
    assert now == rest


@obeyed("701.2", "702.2", "702.3")
def in_the_draw_phase_only_a_trigger_takes_place(t: Table) -> None:
    t.permanent(YOU, "Waste")
    before = t.hand(YOU)
    t.end_turn(["D1.1/004/100-C"])
    assert t.hand(YOU) == before + 1
    assert len(t.st.discard[YOU]) == 2
    assert not t.st.stack, "in a phase without actions it never waited on a stack"


@broken("201.2", "no_actions_in_phase", "701.2")
def a_card_is_cast_in_the_reactivation_phase(t: Table) -> Any:
    t.st.phase = 1
    return _discount(t)


@broken("201.2", "no_actions_in_phase", "702.2")
def a_card_is_cast_in_the_draw_phase(t: Table) -> Any:
    t.st.phase = 2
    return _discount(t)


def _discount(t: Table) -> Any:
    t.hold(ME, "Discount")
    rich(t)
    return t.try_act("cast", seat=ME, card="Discount", pay={"colorless": 1})


@obeyed("700.1", "701.1", "701.4", "702.1", "702.4")
def the_next_player_turns_all_upright_draws_and_acts(t: Table) -> None:
    crystal = t.permanent(YOU, "Mystic Energy Crystal")
    t.act("activate", seat=YOU, card=crystal)
    before = t.hand(YOU)
    t.end_turn()
    assert (t.st.active, t.st.phase) == (YOU, 3)
    assert t.obj(crystal).state == 0
    assert t.hand(YOU) == before + 1


@obeyed("703.1")
def the_active_player_casts_activates_moves_and_attacks(t: Table) -> None:
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    beast = t.summon(YOU, "Tunnel Beast", "3,4")
    t.play("Discount")
    t.play("Second Wind", beast)
    t.activate(t.permanent(ME, "Mystic Well"))
    rich(t)
    assert _move(t, dragon, "3,1", "3,2") is None
    t.resolve()
    t.act("attack", seat=ME, card=dragon, path=["3,2", "3,3", "3,4"])
    t.resolve()
    assert t.damage(beast) == 2


@obeyed("704.2")
def a_reactive_player_activates_in_the_end_phase(t: Table) -> None:
    well = t.permanent(YOU, "Mystic Well")
    t.act("end", seat=ME)
    t.act("proceed")
    t.activate(well, seat=YOU)
    assert t.st.pool[YOU][0] == 1
