"""Moving and attacking: rules 202, 402.7, 402.14, 600 to 605."""

from __future__ import annotations

from typing import Any

from .registry import ME, YOU, Table, broken, obeyed, rich

C = {"pay": {"colorless": 1}}


def _dragon(t: Table, dot: str = "3,1", name: str = "Mist Dragon") -> str:
    """A Dragon of Speed 3 (Mist Dragon), with energy to move it."""
    rich(t)
    return t.summon(ME, name, dot)


def _move(t: Table, card: str, *path: str, **fields: Any) -> Any:
    return t.try_act("move", seat=ME, card=card, path=list(path), **{**C, **fields})


def _attack(t: Table, card: str, *path: str, **fields: Any) -> Any:
    return t.try_act("attack", seat=ME, card=card, path=list(path), **fields)


@obeyed("202.1", "202.4", "202.8", "600.3", "600.4", "402.7", "402.11c")
def a_summon_walks_up_to_its_speed_in_one_direction(t: Table) -> None:
    dragon = _dragon(t)
    assert _move(t, dragon, "3,1", "4,2", "4,3", "5,4") is None
    assert t.obj(dragon).state == 1
    t.resolve()
    assert t.dot(dragon) == "5,4"


@broken("202.1", "only_active_player")
def the_reactive_player_moves(t: Table) -> Any:
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    rich(t, YOU)
    return t.try_act("move", seat=YOU, card=dragon, path=["3,1", "3,2"], **C)


@broken("202.1", "only_active_player")
def the_reactive_player_attacks(t: Table) -> Any:
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.summon(ME, "Tunnel Beast", "3,2")
    return t.try_act("attack", seat=YOU, card=dragon, path=["3,1", "3,2"])


@broken("202.4", "too_far")
def a_move_longer_than_speed(t: Table) -> Any:
    return _move(t, _dragon(t), "3,1", "3,2", "3,3", "3,4", "3,5")


@broken("202.4", "too_far")
def an_attack_longer_than_range(t: Table) -> Any:
    dragon = _dragon(t)
    t.summon(YOU, "Tunnel Beast", "3,4")
    return _attack(t, dragon, "3,1", "3,2", "3,3", "3,4")


@obeyed("202.5")
def a_summon_moves_and_attacks_once_each(t: Table) -> None:
    dragon = _dragon(t)
    beast = t.summon(YOU, "Tunnel Beast", "3,4")
    assert _move(t, dragon, "3,1", "3,2") is None
    t.resolve()
    assert _attack(t, dragon, "3,2", "3,3", "3,4") is None
    t.resolve()
    assert t.damage(beast) == 2


@broken("202.5", "already_moved")
def a_summon_moves_twice(t: Table) -> Any:
    dragon = _dragon(t)
    assert _move(t, dragon, "3,1", "3,2") is None
    t.resolve()
    return _move(t, dragon, "3,2", "3,3")


@broken("202.5", "already_attacked")
def a_summon_attacks_twice(t: Table) -> Any:
    dragon = _dragon(t)
    t.summon(YOU, "Old Stone Dragon", "3,2")
    assert _attack(t, dragon, "3,1", "3,2") is None
    t.resolve()
    return _attack(t, dragon, "3,1", "3,2")


@obeyed("202.6")
def a_summon_attacks_the_way_it_moved(t: Table) -> None:
    dragon = _dragon(t)
    t.summon(YOU, "Tunnel Beast", "3,0")
    assert _move(t, dragon, "3,1", "3,2") is None
    t.resolve()
    assert _attack(t, dragon, "3,2", "3,1", "3,0").rule == "202.6"
    t.summon(YOU, "Jelly Fish Vessel", "3,3")
    assert _attack(t, dragon, "3,2", "3,3") is None


@broken("202.6", "other_direction")
def a_summon_moves_against_its_attack(t: Table) -> Any:
    dragon = _dragon(t)
    t.summon(YOU, "Tunnel Beast", "3,2")
    assert _attack(t, dragon, "3,1", "3,2") is None
    t.resolve()
    return _move(t, dragon, "3,1", "3,0")


@obeyed("202.7")
def a_summon_walks_over_another_one(t: Table) -> None:
    dragon = _dragon(t)
    t.summon(YOU, "Tunnel Beast", "3,2")
    assert _move(t, dragon, "3,1", "3,2", "3,3") is None
    t.resolve()
    assert t.dot(dragon) == "3,3"


@obeyed("202.7")
def a_summon_attacks_through_another_one(t: Table) -> None:
    dragon = _dragon(t)
    t.summon(YOU, "Tunnel Beast", "3,2")
    vessel = t.summon(YOU, "Iron Prow Vessel", "3,3")
    assert _attack(t, dragon, "3,1", "3,2", "3,3") is None
    t.resolve()
    assert t.damage(vessel) == 2


@broken("202.8", "sharp_turn")
def a_path_with_a_sharp_turn(t: Table) -> Any:
    return _move(t, _dragon(t, "2,2"), "2,2", "2,3", "3,2")


@broken("202.8", "sharp_turn")
def a_path_straight_back(t: Table) -> Any:
    return _move(t, _dragon(t), "3,1", "3,2", "3,1")


@broken("202.8", "path_starts_elsewhere")
def a_path_from_another_dot(t: Table) -> Any:
    return _move(t, _dragon(t), "3,2", "3,3")


@obeyed("202.9")
def a_summon_stops_before_a_dot_taken_meanwhile(t: Table) -> None:
    dragon = _dragon(t)
    beast = t.summon(ME, "Prowler Beast", "3,2")
    assert _move(t, dragon, "3,1", "4,2", "4,3", "4,4") is None
    t.st.occ.pop(t.obj(beast).dot)
    number = t.st.game.board.number["4,4"]
    t.st.change(int(beast[1:]), dot=number)
    t.st.occ[number] = int(beast[1:])
    t.resolve()
    assert t.dot(dragon) == "4,3"


@broken("402.14", "summon_deactivated")
def a_deactivated_summon_moves(t: Table) -> Any:
    dragon = _dragon(t)
    t.play("Paralysis", dragon)
    rich(t)
    return _move(t, dragon, "3,1", "3,2")


@broken("402.14", "summon_deactivated")
def a_deactivated_summon_attacks(t: Table) -> Any:
    dragon = _dragon(t)
    t.summon(YOU, "Tunnel Beast", "3,2")
    t.play("Paralysis", dragon)
    return _attack(t, dragon, "3,1", "3,2")


@obeyed("402.14")
def a_deactivated_summon_moves_after_reactivation(t: Table) -> None:
    dragon = _dragon(t)
    t.play("Paralysis", dragon)
    t.end_turn()
    t.end_turn()
    rich(t)
    assert _move(t, dragon, "3,1", "3,2") is None


@broken("402.7", "not_unactivated")
def a_rotated_summon_that_did_not_move_moves(t: Table) -> Any:
    dragon = _dragon(t)
    t.st.change(int(dragon[1:]), state=1)
    return _move(t, dragon, "3,1", "3,2")


@broken("600.3", "no_line")
def a_path_where_no_line_is(t: Table) -> Any:
    return _move(t, _dragon(t, "5,1"), "5,1", "4,2")


@broken("600.5", "dot_occupied")
def a_move_to_a_taken_dot(t: Table) -> Any:
    dragon = _dragon(t)
    t.summon(YOU, "Tunnel Beast", "3,2")
    return _move(t, dragon, "3,1", "3,2")


@obeyed("600.5")
def a_move_to_a_free_dot(t: Table) -> None:
    assert _move(t, _dragon(t), "3,1", "3,0") is None


@obeyed("601.5", "601.4")
def a_summon_that_lands_on_a_foreign_starting_dot_is_destroyed(t: Table) -> None:
    dragon = _dragon(t, "1,3")
    assert _move(t, dragon, "1,3", "0,2") is None
    t.resolve()
    assert t.zone(dragon) == "discard"


@obeyed("601.5")
def a_summon_may_walk_over_a_foreign_starting_dot(t: Table) -> None:
    dragon = _dragon(t, "1,1")
    assert _move(t, dragon, "1,1", "0,2", "1,3") is None
    t.resolve()
    assert t.dot(dragon) == "1,3"


@obeyed("603.2", "106.2#1")
def a_life_base_on_an_ending_dot_wins(t: Table) -> None:
    base = t.base(ME, "5,1")
    rich(t)
    cost = t.card(base).movement.colorless
    assert _move(t, base, "5,1", "6,0", pay={"colorless": cost}) is None
    t.resolve()
    assert t.st.result is not None
    assert (t.st.result.winners, t.st.result.rule) == ((ME,), "106.2#1")


@obeyed("603.5")
def summons_on_ending_dots_are_wiped_after_every_turn(t: Table) -> None:
    mine = t.summon(ME, "Mist Dragon", "6,0")
    yours = t.summon(YOU, "Tunnel Beast", "6,4")
    t.end_turn()
    assert (t.zone(mine), t.zone(yours)) == ("discard", "discard")


@broken("604.2", "attacker_in_no_attack_zone")
def an_attack_out_of_the_no_attack_zone(t: Table) -> Any:
    dragon = _dragon(t, "1,1")
    t.summon(YOU, "Tunnel Beast", "2,2")
    return _attack(t, dragon, "1,1", "2,2")


@broken("604.2", "target_in_no_attack_zone")
def an_attack_into_the_no_attack_zone(t: Table) -> Any:
    dragon = _dragon(t, "2,2")
    t.summon(YOU, "Tunnel Beast", "1,1")
    return _attack(t, dragon, "2,2", "1,1")


@obeyed("604.2")
def effects_may_damage_in_the_no_attack_zone(t: Table) -> None:
    beast = t.summon(YOU, "Tunnel Beast", "1,1")
    t.play("Spark", beast)
    assert t.damage(beast) == 1


@obeyed("605.2", "605.3", "601.6", "603.4")
def a_summon_warps_and_walks_on(t: Table) -> None:
    t.base(ME, "2,3")
    dragon = _dragon(t, "0,0")
    assert _move(t, dragon, "0,0", "6,4", "6,5") is None
    t.resolve()
    assert t.dot(dragon) == "6,5"


@obeyed("605.2")
def a_summon_warps_home(t: Table) -> None:
    t.base(ME, "2,3")
    dragon = _dragon(t, "6,4")
    assert _move(t, dragon, "6,4", "0,0") is None
    t.resolve()
    assert t.dot(dragon) == "0,0"


@broken("605.2", "warp_to_other_home")
def a_warp_to_another_players_starting_dot(t: Table) -> Any:
    return _move(t, _dragon(t, "6,4"), "6,4", "0,2")


@broken("605.2", "life_base_cannot_warp")
def a_life_base_warps(t: Table) -> Any:
    rich(t)
    return _move(t, t.base(ME), "0,0", "6,0")


@broken("605.4", "attack_through_warp")
def an_attack_through_a_warp_hole(t: Table) -> Any:
    dragon = _dragon(t, "6,0")
    t.base(ME, "2,3")
    t.summon(YOU, "Tunnel Beast", "0,0")
    return _attack(t, dragon, "6,0", "0,0")


@obeyed("605.4")
def an_attack_along_a_line_from_an_ending_dot(t: Table) -> None:
    dragon = _dragon(t, "6,0")
    t.summon(YOU, "Tunnel Beast", "6,1")
    assert _attack(t, dragon, "6,0", "6,1") is None


@broken("200.1a", "no_such_summon")
def a_crystal_moves(t: Table) -> Any:
    crystal = t.permanent(ME, "Mystic Energy Crystal")
    rich(t)
    return _move(t, crystal, "3,1", "3,2")


@broken("200.1a", "no_summon_there")
def an_attack_on_an_empty_dot(t: Table) -> Any:
    return _attack(t, _dragon(t), "3,1", "3,2")


@broken("200.3", "target_elsewhere")
def an_attack_on_a_summon_elsewhere(t: Table) -> Any:
    dragon = _dragon(t)
    t.summon(YOU, "Tunnel Beast", "3,2")
    other = t.summon(YOU, "Jelly Fish Vessel", "4,2")
    return _attack(t, dragon, "3,1", "3,2", targets=[other])


@broken("214.2", "not_controller")
def somebody_elses_summon_moves(t: Table) -> Any:
    rich(t)
    return _move(t, t.summon(YOU, "Mist Dragon", "3,1"), "3,1", "3,2")


@obeyed("214.2", "402.10")
def a_summon_under_new_control_moves(t: Table) -> None:
    vessel = t.summon(YOU, "Jelly Fish Vessel", "3,1")
    t.play("Mutiny", vessel)
    rich(t)
    assert _move(t, vessel, "3,1", "3,2") is None


@broken("107.1b", "forbidden")
def a_summon_that_cannot_move_moves(t: Table) -> Any:
    dragon = _dragon(t)
    t.permanent(ME, "Rusted Anchor", dragon)
    return _move(t, dragon, "3,1", "3,2")


@obeyed("210.4", "200.4")
def an_attack_whose_attacker_is_gone_does_no_damage(t: Table) -> None:
    dragon = _dragon(t)
    beast = t.summon(YOU, "Tunnel Beast", "3,2")
    assert _attack(t, dragon, "3,1", "3,2") is None
    t.play("Recall", dragon, seat=YOU)
    t.resolve()
    assert t.damage(beast) == 0


@obeyed("210.2", "210.5", "210.7", "402.11a", "402.11b")
def lethal_damage_destroys_a_summon(t: Table) -> None:
    dragon = _dragon(t)
    beast = t.summon(YOU, "Prowler Beast", "3,2", damage=1)
    assert _attack(t, dragon, "3,1", "3,2") is None
    t.resolve()
    assert t.zone(beast) == "discard"


@obeyed("210.8", "106.3#1", "106.2#2")
def a_destroyed_life_base_loses(t: Table) -> None:
    dragon = _dragon(t)
    base = t.base(YOU, "3,2")
    t.st.change(YOU, damage=t.stat(base, "defense") - 1)
    assert _attack(t, dragon, "3,1", "3,2") is None
    t.resolve()
    assert t.zone(base) == "discard"
    assert t.st.result is not None
    assert (t.st.result.winners, t.st.result.rule) == ((ME,), "106.2#2")


@broken("601.4", "foreign_starting_dot")
def a_move_onto_a_foreign_starting_dot_where_a_ruling_forbids_it(t: Table) -> Any:
    from .cases_turns import game

    t.st.game = game(choices={"H13": "forbidden"})
    return _move(t, _dragon(t, "1,3"), "1,3", "0,2")
