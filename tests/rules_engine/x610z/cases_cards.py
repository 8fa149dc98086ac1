"""Casting, activating, targets and costs: rules 200, 204 to 208, 401 to 403."""

from __future__ import annotations

from typing import Any

from .registry import ME, YOU, Table, broken, obeyed, rich


def _cast(t: Table, seat: int, name: str, *targets: str, **fields: Any) -> Any:
    t.hold(seat, name)
    return t.try_act("cast", seat=seat, card=name, targets=list(targets) or None, **fields)


@obeyed("200.1a", "201.9", "206.2b", "206.2c", "205.3", "208.4", "212.1")
def a_non_permanent_takes_place_and_leaves(t: Table) -> None:
    before = t.hand(ME)
    slot = t.play("Discount")
    assert t.zone(slot) == "discard"
    assert t.hand(ME) == before + 2


@broken("200.1a", "card_not_in_hand")
def a_card_that_is_not_in_hand_is_cast(t: Table) -> Any:
    rich(t)
    return t.try_act("cast", seat=ME, card="Discount", pay={"colorless": 1})


@obeyed("200.3", "208.1")
def a_target_is_declared_with_the_cast(t: Table) -> None:
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.play("Spark", dragon)
    assert t.damage(dragon) == 1


@broken("200.3", "wrong_number_of_targets")
def a_target_is_missing(t: Table) -> Any:
    t.st.pool[ME] = (1, 0, 0, 0)
    return _cast(t, ME, "Spark")


@broken("208.1", "illegal_target")
def a_life_base_as_target_of_a_card_that_excludes_it(t: Table) -> Any:
    t.st.pool[ME] = (2, 0, 0, 1)
    return _cast(t, ME, "Falling Star", "#1")


@broken("208.1", "same_target_twice")
def another_target_is_the_same(t: Table) -> Any:
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.st.pool[ME] = (1, 0, 0, 2)
    return _cast(t, ME, "Double Shot", dragon, dragon)


@obeyed("208.5")
def a_cast_without_its_target_goes_to_the_discard_pile(t: Table) -> None:
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.cast(ME, "Spark", dragon)
    spark = f"#{t.st.stack[-1].slot}"
    t.play("Recall", dragon, seat=YOU)
    t.resolve()
    assert t.zone(spark) == "discard"


@obeyed("208.2", "206.1b", "207.5", "207.5a")
def a_permanent_on_a_summon_goes_to_the_owner_of_the_summon(t: Table) -> None:
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    saddle = t.play("Dragon Saddle", dragon)
    assert t.obj(saddle).controller == YOU
    assert t.stat(dragon, "speed") == 4
    t.play("Recall", dragon, seat=YOU)
    assert t.zone(saddle) == "discard"


@broken("401.2a", "only_summons")
def a_summon_effect_on_a_crystal(t: Table) -> Any:
    from rules_engine.x610z.targets import fits_card

    crystal = t.permanent(ME, "Mystic Energy Crystal")
    slot = int(crystal[1:])
    info = t.st.game.infos[t.st.game.pool.index[t.st.game.pool.named("Spark").number]]  # type: ignore[union-attr]
    return fits_card(t.st, info, (0, slot, t.st.objs[slot].inc))


@obeyed("401.2a")
def a_summon_effect_on_a_summon(t: Table) -> None:
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.play("War Cry", dragon)
    assert t.stat(dragon, "attack") == 4


@broken("401.3a", "only_class")
def a_class_effect_on_another_class(t: Table) -> Any:
    from rules_engine.x610z.targets import fits_card

    beast = t.summon(ME, "Tunnel Beast", "3,1")
    slot = int(beast[1:])
    info = t.st.game.infos[t.st.game.pool.index[t.st.game.pool.named("Dry Dock").number]]  # type: ignore[union-attr]
    return fits_card(t.st, info, (0, slot, t.st.objs[slot].inc))


@obeyed("401.3a", "208.6")
def a_class_effect_on_its_class(t: Table) -> None:
    vessel = t.summon(ME, "Jelly Fish Vessel", "3,1", damage=3)
    t.play("Dry Dock", vessel)
    assert t.damage(vessel) == 0


@broken("401.4a", "only_crystals")
def a_crystal_effect_on_a_summon(t: Table) -> Any:
    from rules_engine.x610z.targets import fits_card

    beast = t.summon(ME, "Tunnel Beast", "3,1")
    slot = int(beast[1:])
    info = t.st.game.infos[t.st.game.pool.index[t.st.game.pool.named("Blackout").number]]  # type: ignore[union-attr]
    return fits_card(t.st, info, (0, slot, t.st.objs[slot].inc))


@obeyed("401.4a")
def a_crystal_effect_on_a_crystal(t: Table) -> None:
    crystal = t.permanent(YOU, "Mystic Energy Crystal")
    t.play("Blackout", crystal)
    assert t.obj(crystal).state == 2


@obeyed("402.6", "601.3", "603.3")
def a_summon_is_placed_on_an_ending_dot(t: Table) -> None:
    slot = t.play("Hunter Dragon", answers=("6,4",))
    assert t.dot(slot) == "6,4"


@broken("402.6", "choice_not_allowed")
def a_summon_is_placed_on_a_white_dot(t: Table) -> Any:
    t.cast(ME, "Hunter Dragon")
    return t.try_act("resolve", answers=["3,3"])


@broken("600.5", "dot_occupied")
def a_summon_is_placed_on_a_dot_that_is_taken(t: Table) -> Any:
    t.summon(YOU, "Tunnel Beast", "6,4")
    t.cast(ME, "Hunter Dragon")
    return t.try_act("resolve", answers=["6,4"])


@broken("402.9", "class_in_play")
def a_second_dragon_is_cast(t: Table) -> Any:
    t.summon(ME, "Mist Dragon", "3,1")
    t.st.pool[ME] = (1, 0, 0, 2)
    return _cast(t, ME, "Hunter Dragon")


@obeyed("402.9")
def two_summons_of_different_classes(t: Table) -> None:
    t.summon(ME, "Mist Dragon", "3,1")
    slot = t.play("Tunnel Beast", answers=("6,0",))
    assert t.zone(slot) == "play"


@obeyed("402.9")
def a_summon_taken_over_falls_to_the_class_limit(t: Table) -> None:
    mine = t.summon(ME, "Mist Dragon", "3,1")
    yours = t.summon(YOU, "Hunter Dragon", "4,1")
    t.play("Silver Tongue", yours)
    assert (t.zone(mine), t.zone(yours)) == ("play", "discard")


@broken("402.3", "life_base_is_not_cast")
def a_life_base_is_cast(t: Table) -> Any:
    t.st.objs[t.st.hand[ME][0]] = t.st.change(t.st.hand[ME][0], rev=t.st.objs[0].rev)
    return t.try_act("cast", seat=ME, card="Life Base")


@obeyed("403.1", "403.2", "403.3", "200.2")
def one_energy_crystal_card_a_turn(t: Table) -> None:
    assert _cast(t, ME, "Mystic Energy Crystal") is None
    assert not t.st.stack
    assert len(t.st.play[ME]) == 2


@broken("403.1", "second_crystal")
def two_energy_crystal_cards_in_one_turn(t: Table) -> Any:
    assert _cast(t, ME, "Mystic Energy Crystal") is None
    return _cast(t, ME, "Boost Energy Crystal")


@broken("403.2", "only_active_player")
def the_reactive_player_casts_a_crystal(t: Table) -> Any:
    return _cast(t, YOU, "Mystic Energy Crystal")


@broken("206.1a", "only_active_player")
def the_reactive_player_casts_a_permanent(t: Table) -> Any:
    t.st.pool[YOU] = (1, 0, 0, 1)
    return _cast(t, YOU, "Mystic Well")


@obeyed("206.1a", "206.1c")
def the_active_player_casts_a_permanent(t: Table) -> None:
    well = t.play("Mystic Well")
    t.end_turn()
    assert t.zone(well) == "play"


@obeyed("206.2a", "703.2")
def the_reactive_player_casts_a_non_permanent(t: Table) -> None:
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.play("Spark", dragon, seat=YOU)
    assert t.damage(dragon) == 1


@obeyed("206.1d", "206.1e", "207.6", "204.3a", "703.3")
def a_permanent_is_activated_and_becomes_non_active(t: Table) -> None:
    well = t.permanent(YOU, "Mystic Well")
    t.activate(well, seat=YOU)
    assert t.obj(well).state == 1
    assert t.st.pool[YOU][0] == 1


@broken("206.1d", "not_in_play")
def a_card_in_hand_is_activated(t: Table) -> Any:
    t.hold(ME, "Mystic Well")
    return t.try_act("activate", seat=ME, card=f"#{t.st.hand[ME][-1]}")


@broken("206.1f", "not_unactivated")
def a_rotated_permanent_is_activated(t: Table) -> Any:
    well = t.permanent(ME, "Mystic Well")
    t.activate(well)
    return t.try_act("activate", seat=ME, card=well)


@obeyed("206.1f", "701.1")
def a_permanent_is_activated_again_after_reactivation(t: Table) -> None:
    well = t.permanent(ME, "Mystic Well")
    t.activate(well)
    t.end_turn()
    t.end_turn()
    t.activate(well)
    assert t.st.pool[ME][0] == 1


@broken("207.6", "no_activated_effect")
def a_permanent_without_activated_effect_is_activated(t: Table) -> Any:
    return t.try_act("activate", seat=ME, card=t.permanent(ME, "Scrap Dealer"))


@obeyed("207.6")
def a_permanent_with_an_activated_effect_is_activated(t: Table) -> None:
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    failure = t.permanent(ME, "Precision Failure")
    t.activate(failure, dragon)
    assert t.stat(dragon, "range") == 1


@obeyed("207.1")
def one_of_two_effects_is_chosen(t: Table) -> None:
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.play("7 Shooter", dragon, mode=1)
    assert (t.stat(dragon, "range"), t.damage(dragon)) == (5, 0)


@broken("207.1", "no_such_option")
def an_option_that_the_card_does_not_have(t: Table) -> Any:
    t.st.pool[ME] = (1, 0, 0, 2)
    return _cast(t, ME, "7 Shooter", mode=2)


@obeyed("207.2", "204.4a", "204.4b")
def an_additional_effect_is_paid_for(t: Table) -> None:
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    t.play("Bullseye", beast, x=1)
    assert t.damage(beast) == 4


@broken("204.4a", "no_additional_cost")
def an_additional_cost_on_a_card_without_one(t: Table) -> Any:
    t.st.pool[ME] = (0, 0, 0, 1)
    return _cast(t, ME, "Discount", x=1)


@broken("204.4b", "additional_cost_once")
def an_additional_cost_paid_twice(t: Table) -> Any:
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    t.st.pool[ME] = (5, 0, 0, 1)
    return _cast(t, ME, "Bullseye", beast, x=2)


@obeyed("207.3")
def the_second_step_needs_the_first(t: Table) -> None:
    st = t.st
    for slot in st.hand[ME]:
        from rules_engine.x610z.zones import move_card

        move_card(st, slot, 4)
    t.play("Hard Bargain")
    assert t.hand(ME) == 0


@broken("107.1b", "forbidden")
def a_silenced_player_casts(t: Table) -> Any:
    t.play("Silence", "seat:1")
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.st.pool[YOU] = (1, 0, 0, 0)
    return _cast(t, YOU, "Spark", dragon)


@obeyed("107.1b")
def a_silenced_player_casts_again_in_the_next_turn(t: Table) -> None:
    t.play("Silence", "seat:1")
    dragon = t.summon(ME, "Mist Dragon", "3,1")
    t.end_turn()
    t.play("Spark", dragon, seat=YOU)
    assert t.damage(dragon) == 1


@broken("208.1", "nothing_on_stack")
def cancelling_where_there_is_nothing(t: Table) -> Any:
    t.hold(YOU, "Denial")
    rich(t, YOU)
    return t.try_act("cast", seat=YOU, card="Denial", targets=["stack:1"])
