"""The checks that no other case reaches: under other options of a ruling, through warps, and of recorded choices."""

from __future__ import annotations

from typing import Any

from rules_engine.kernel.decklist import DeckList
from rules_engine.x610z.deckrules import check_deck, check_team
from rules_engine.x610z.model import STACK
from rules_engine.x610z.setup import check_seating
from tests.rules_engine.cards.table import card_named

from .cases_board import _attack, _dragon, _move
from .cases_cards import _cast
from .cases_decks import BASE, FREE, POOL, _first, _main
from .cases_turns import game
from .registry import ME, YOU, Table, broken, obeyed, rich

# --- under another option of a ruling --------------------------------------------------------------------------------


@broken("105.2b", "not_the_layout")
def a_layout_that_is_not_the_boards_where_a_ruling_asks_for_it(t: Table) -> Any:
    dots, teams = ("0,0", "0,2", "0,4", "0,6"), ("a", "b", "a", "b")
    return check_seating(game(dots, teams, choices={"H24": "refused"}))


@broken("200.5", "cannot_pay")
def falling_short_where_a_ruling_refuses_it(t: Table) -> Any:
    t = Table(choices={"H3": "refused"})
    dragon = t.summon(YOU, "Mist Dragon", "3,1")
    return _cast(t, ME, "Spark", dragon, short=True)


@broken("201.2", "only_answers_in_phase", "701.3", "702.3")
def a_crystal_is_cast_while_a_trigger_waits_in_the_draw_phase(t: Table) -> Any:
    t = Table(choices={"H2": "with_responses"})
    t.permanent(YOU, "Waste")
    t.end_turn()
    assert t.st.objs[t.st.stack[-1].slot].zone != STACK
    return t.try_act("cast", seat=YOU, card="Grey Energy Crystal")


@broken("204.4a", "additional_cost_later")
def an_additional_cost_paid_before_a_ruling_asks_for_it(t: Table) -> Any:
    t = Table(choices={"H4": "all_at_resolution"})
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    rich(t)
    return _cast(t, ME, "Bullseye", beast, x=1)


@broken("200.1a", "own_side_attacked")
def an_own_summon_is_attacked_where_a_ruling_forbids_it(t: Table) -> Any:
    t = Table(choices={"H40": "opponents_only"})
    t.summon(ME, "Tunnel Beast", "3,3")
    return _attack(t, _dragon(t, "3,2"), "3,2", "3,3")


@broken("604.2", "path_through_no_attack_zone")
def an_attack_across_the_no_attack_zone_where_a_ruling_forbids_it(t: Table) -> Any:
    t = Table(choices={"H10": "whole_path"})
    beast = t.summon(YOU, "Tunnel Beast", "2,4")
    del beast
    return _attack(t, _dragon(t, "2,2"), "2,2", "1,3", "2,4")


# --- paths through a warp --------------------------------------------------------------------------------------------


@broken("202.8", "direction_changes")
def a_path_that_turns_back_after_a_warp(t: Table) -> Any:
    t.base(ME, "2,3")
    return _move(t, _dragon(t, "6,3"), "6,3", "6,4", "0,0", "1,11")


@broken("202.8", "dot_twice")
def a_path_that_warps_home_and_out_again(t: Table) -> Any:
    t.base(ME, "2,3")
    return _move(t, _dragon(t, "6,4"), "6,4", "0,0", "6,4")


# --- recorded choices ------------------------------------------------------------------------------------------------


@broken("212.2", "card_not_there")
def a_search_finds_a_card_that_is_not_in_the_deck(t: Table) -> Any:
    t.cast(ME, "Crystal Prospector")
    return t.try_act("resolve", answers=[[card_named("Hunter Dragon").number], None])


@broken("212.2", "wrong_number_of_cards")
def a_search_takes_two_cards_for_one(t: Table) -> Any:
    t.cast(ME, "Crystal Prospector")
    names = [card_named(name).number for name in ("Deep Mystic Crystal", "Deep Boost Crystal")]
    return t.try_act("resolve", answers=[names, None])


@broken("204.4b", "number_not_allowed")
def more_is_paid_for_on_resolution_than_the_pool_holds(t: Table) -> Any:
    t = Table(choices={"H4": "all_at_resolution"})
    dragon = t.summon(ME, "Mist Dragon", "3,1", damage=2)
    t.cast(ME, "Heal", dragon)
    t.st.pool[ME] = (1, 0, 0, 0)
    return t.try_act("resolve", answers=[9])


@obeyed("502.2", "505.1")
def a_discard_at_random_takes_the_card_that_chance_named(t: Table) -> None:
    before = t.hand(YOU)
    t.play("Brain Fog", "seat:1", answers=([card_named("Grey Energy Crystal").number],))
    assert (t.hand(YOU), len(t.st.discard[YOU])) == (before - 1, 1)


@broken("502.2", "wrong_number_of_cards")
def a_discard_at_random_that_names_two_cards(t: Table) -> Any:
    t.cast(ME, "Brain Fog", "seat:1")
    return t.try_act("resolve", answers=[[card_named("Grey Energy Crystal").number] * 2])


@broken("502.2", "card_not_there")
def a_card_is_picked_that_is_not_in_the_hand(t: Table) -> Any:
    t.cast(ME, "Pickpocket", "seat:1")
    return t.try_act("resolve", answers=[[card_named("Hunter Dragon").number]])


@broken("207.4c", "choice_not_allowed")
def triggers_in_an_order_that_names_something_else(t: Table) -> Any:
    t.permanent(ME, "Scrap Dealer")
    t.permanent(YOU, "Scrap Dealer")
    dragon = t.summon(YOU, "Mist Dragon", "3,1", damage=2)
    t.cast(ME, "Spark", dragon)
    return t.try_act("resolve", answers=[f"3:{dragon}"])


@broken("605.2", "choice_not_allowed")
def a_warp_by_effect_to_a_white_dot(t: Table) -> Any:
    t.base(ME, "2,3")
    t.cast(ME, "Rift Walk", t.summon(ME, "Mist Dragon", "0,0"))
    return t.try_act("resolve", answers=["3,3"])


@broken("107.1a", "choice_not_allowed")
def a_move_by_effect_that_is_longer_than_the_card_says(t: Table) -> Any:
    t.cast(ME, "Slipstream", t.summon(ME, "Mist Dragon", "3,1"))
    return t.try_act("resolve", answers=["3,1 3,2 3,3 3,4"])


@broken("505.1", "card_not_there")
def a_card_is_discarded_that_is_not_in_the_hand(t: Table) -> Any:
    t.cast(ME, "Hard Bargain")
    return t.try_act("resolve", answers=[[card_named("Hunter Dragon").number]])


@broken("207.4a", "card_not_there")
def a_card_is_kept_that_was_not_drawn(t: Table) -> Any:
    t.permanent(YOU, "Waste")
    t.act("end", seat=ME)
    t.act("proceed")
    return t.try_act("proceed", answers=[[card_named("Hunter Dragon").number]])


@obeyed("207.4a")
def a_card_that_was_drawn_is_kept(t: Table) -> None:
    t.permanent(YOU, "Waste")
    dragon = t.top(YOU, "Hunter Dragon")
    t.end_turn([card_named("Hunter Dragon").number])
    assert t.zone(dragon) == "hand"


# --- deck lists ------------------------------------------------------------------------------------------------------


@broken("101.1a", "no_life_base")
def a_deck_without_a_life_base(t: Table) -> Any:
    return _first(check_deck(DeckList({FREE: 51}), "constructed", POOL))


@broken("101.1a", "several_life_bases")
def a_deck_with_two_life_bases(t: Table) -> Any:
    return _first(check_deck(DeckList({BASE: 2, FREE: 49}), "constructed", POOL))


@broken("101.1b", "no_life_base")
def a_limited_deck_without_a_life_base(t: Table) -> Any:
    return _first(check_deck(DeckList({FREE: 36}), "limited", POOL, opened={FREE: 36}))


@broken("G.team-restriction", "team_restriction")
def two_decks_of_a_team_with_more_copies_than_the_office_allows(t: Table) -> Any:
    decks = {"a": DeckList(_main(51)), "b": DeckList(_main(51))}
    return _first(check_team(decks, POOL, limits={FREE: 60}))
