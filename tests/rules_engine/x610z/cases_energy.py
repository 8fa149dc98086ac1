"""Energy and paying: rules 200.5, 200.6, 203 and 204."""

from __future__ import annotations

from typing import Any

from .registry import ME, YOU, Table, broken, obeyed


@obeyed("203.3", "200.1b")
def a_crystal_fills_the_pool(t: Table) -> None:
    crystal = t.permanent(ME, "Mystic Energy Crystal")
    t.act("activate", seat=ME, card=crystal)
    assert t.st.pool[ME] == (1, 0, 0, 0)
    assert t.obj(crystal).state == 1


@broken("200.1b", "not_a_crystal")
def something_else_is_activated_while_paying(t: Table) -> Any:
    t.hold(ME, "Discount")
    well = t.permanent(ME, "Mystic Well")
    return t.try_act("cast", seat=ME, card="Discount", crystals=[well])


@broken("203.6", "crystal_of_other")
def another_players_crystal_is_used(t: Table) -> Any:
    crystal = t.permanent(YOU, "Mystic Energy Crystal")
    return t.try_act("activate", seat=ME, card=crystal)


@obeyed("203.6")
def a_player_pays_with_his_own_crystal(t: Table) -> None:
    crystal = t.permanent(YOU, "Mystic Energy Crystal")
    t.act("activate", seat=YOU, card=crystal)
    assert t.st.pool[YOU][0] == 1


@broken("206.1f", "not_unactivated")
def a_crystal_is_activated_twice(t: Table) -> Any:
    crystal = t.permanent(ME, "Mystic Energy Crystal")
    t.act("activate", seat=ME, card=crystal)
    return t.try_act("activate", seat=ME, card=crystal)


@broken("107.1b", "forbidden")
def a_caged_crystal_is_activated(t: Table) -> Any:
    crystal = t.permanent(ME, "Mystic Energy Crystal")
    t.permanent(YOU, "Crystal Cage", crystal)
    return t.try_act("activate", seat=ME, card=crystal)


@obeyed("204.1b", "204.1c", "204.2a", "203.5")
def a_colorless_cost_is_paid_with_any_type(t: Table) -> None:
    t.hold(ME, "Discount")
    t.st.pool[ME] = (0, 2, 0, 0)
    t.act("cast", seat=ME, card="Discount")
    assert t.st.pool[ME] == (0, 1, 0, 0)


@broken("204.1b", "cost_not_paid")
def a_cast_without_energy(t: Table) -> Any:
    t.hold(ME, "Discount")
    return t.try_act("cast", seat=ME, card="Discount")


@broken("204.1b", "wrong_payment")
def a_mystic_cost_paid_with_boost(t: Table) -> Any:
    t.hold(ME, "Spark")
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.st.pool[ME] = (1, 1, 0, 0)
    return t.try_act("cast", seat=ME, card="Spark", targets=[dragon], pay={"boost": 1})


@broken("203.5", "energy_not_in_pool")
def energy_that_is_not_there_is_used(t: Table) -> Any:
    t.hold(ME, "Discount")
    t.st.pool[ME] = (1, 1, 0, 0)
    return t.try_act("cast", seat=ME, card="Discount", pay={"colorless": 1})


@broken("203.6", "energy_of_other")
def energy_out_of_another_players_pool_is_used(t: Table) -> Any:
    t.hold(ME, "Discount")
    t.st.pool[YOU] = (0, 0, 0, 9)
    return t.try_act("cast", seat=ME, card="Discount", pay={"colorless": 1})


@broken("203.4", "energy_not_in_pool")
def energy_of_an_earlier_turn_is_used(t: Table) -> Any:
    t.permanent(ME, "Grey Energy Crystal")
    t.hold(ME, "Discount")
    return t.try_act("cast", seat=ME, card="Discount", pay={"colorless": 1})


@obeyed("200.5")
def who_cannot_pay_loses_the_energy_and_keeps_the_card(t: Table) -> None:
    crystal = t.permanent(ME, "Boost Energy Crystal")
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.hold(ME, "Spark")
    before = t.hand(ME)
    t.act("cast", seat=ME, card="Spark", targets=[dragon], crystals=[crystal], short=True)
    assert (t.hand(ME), t.st.pool[ME], t.st.stack) == (before, (0, 0, 0, 0), ())


@broken("200.5", "could_pay")
def falling_short_on_purpose(t: Table) -> Any:
    t.permanent(ME, "Mystic Energy Crystal")
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.hold(ME, "Spark")
    return t.try_act("cast", seat=ME, card="Spark", targets=[dragon], short=True)


@broken("200.5", "release_more")
def falling_short_without_releasing_everything(t: Table) -> Any:
    t.permanent(ME, "Boost Energy Crystal")
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.hold(ME, "Spark")
    return t.try_act("cast", seat=ME, card="Spark", targets=[dragon], short=True)


@obeyed("200.6")
def a_raised_cost_that_is_not_paid_ends_the_cast(t: Table) -> None:
    t.cast(ME, "Discount")
    discount = f"#{t.st.stack[-1].slot}"
    before = t.hand(ME)
    t.play("Sudden Toll", "stack:1", seat=YOU)
    t.resolve()
    assert (t.zone(discount), t.hand(ME)) == ("discard", before)


@obeyed("200.6")
def a_raised_cost_is_paid(t: Table) -> None:
    t.cast(ME, "Discount")
    before = t.hand(ME)
    t.play("Sudden Toll", "stack:1", seat=YOU)
    t.st.pool[ME] = (0, 0, 0, 2)
    t.resolve(True)
    assert (t.hand(ME), t.st.pool[ME]) == (before + 2, (0, 0, 0, 0))


@obeyed("203.4")
def pools_are_emptied_when_the_turn_ends(t: Table) -> None:
    t.st.pool[ME] = (1, 1, 0, 0)
    t.st.pool[YOU] = (0, 0, 0, 1)
    t.end_turn()
    assert t.st.pool == [(0, 0, 0, 0), (0, 0, 0, 0)]


@broken("200.5", "wrong_payment")
def sparing_the_energy_that_the_cost_names(t: Table) -> Any:
    """Falling Star costs M2 C1: with one Mystic energy and three of Boost the Mystic goes first."""
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    t.hold(ME, "Falling Star")
    t.st.pool[ME] = (1, 3, 0, 0)
    return t.try_act("cast", seat=ME, card="Falling Star", targets=[dragon], short=True, pay={"boost": 3})
