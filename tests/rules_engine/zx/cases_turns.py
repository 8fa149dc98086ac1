"""Phases, costs, placement, Ignition and battle (document 003)."""

from __future__ import annotations

from rules_engine.kernel.errors import Violation
from rules_engine.zx.costs import first_payment
from rules_engine.zx.model import (
    CHARGE,
    DECK,
    HAND,
    IGNITION,
    LIFE,
    MAIN,
    RESOURCE,
    RESOURCES,
    SQUARE,
    TRASH,
)
from rules_engine.zx.squares import NUMBERS

from .registry import broken, obeyed
from .scene import ME, PLAIN, STRONG, YOU, Scene


@obeyed("B.flow-1", "B.flow-2", "B.reboot-1", "B.draw-1", "B.resource-1", "B.resource-2", "B.end-2")
def a_turn_goes_through_its_phases(t: Scene) -> None:
    sleeper = t.stand(YOU, PLAIN, "2,1", asleep=True, damage=1000)
    mine = t.stand(ME, PLAIN, "0,1", asleep=True, damage=2000)
    (resource,) = t.pay(1, YOU)
    t.st.change(int(resource[1:]), asleep=True)
    (charged,) = t.leave(CHARGE, YOU, PLAIN)
    t.ok("next", ME)
    assert (t.st.active, t.st.phase, t.count(HAND, YOU)) == (YOU, RESOURCES, 2)
    assert not t.obj(sleeper).asleep and not t.obj(resource).asleep and t.obj(mine).asleep
    assert (t.obj(sleeper).damage, t.obj(mine).damage) == (0, 0)
    t.ok("resource", YOU, card=PLAIN)
    assert (t.st.phase, t.count(RESOURCE, YOU), t.count(HAND, YOU)) == (IGNITION, 2, 1)
    assert not t.st.objs[t.st.pile(RESOURCE, YOU)[-1]].asleep
    t.ok("next", YOU)
    assert t.st.phase == MAIN and t.zone(charged) == CHARGE
    t.ok("next", YOU)
    assert (t.st.active, t.st.phase) == (ME, RESOURCES)
    t.ok("next", ME)
    assert t.st.phase == MAIN  # without Charge there is no Ignition Phase to wait in


@broken("B.flow-1", "other_phase")
def a_second_card_goes_into_resource(t: Scene) -> Violation | None:
    t.leave(CHARGE, YOU, PLAIN)
    t.ok("next", ME)
    t.ok("resource", YOU, card=PLAIN)
    return t.do("resource", YOU, card=PLAIN)


@broken("B.flow-1", "other_phase")
def an_attack_in_the_resource_phase(t: Scene) -> Violation | None:
    attacker = t.stand(YOU, PLAIN, "1,1")
    t.ok("next", ME)
    return t.do("attack_player", YOU, card=attacker)


@broken("B.flow-2", "not_your_turn")
def the_opponent_plays_in_my_turn(t: Scene) -> Violation | None:
    t.leave(HAND, YOU, PLAIN)
    return t.do("play", YOU, card=PLAIN, square="1,1", pay=t.pay(2, YOU))


@obeyed("B.end-4")
def the_hand_shrinks_to_six(t: Scene) -> None:
    t.leave(HAND, ME, *[PLAIN] * 7, STRONG)
    t.ok("next", answers=[[STRONG, PLAIN]])
    assert (t.count(HAND), t.count(TRASH)) == (6, 2)


@broken("B.end-4", "wrong_number_of_cards")
def too_few_cards_leave_the_hand(t: Scene) -> Violation | None:
    t.leave(HAND, ME, *[PLAIN] * 8)
    return t.do("next", answers=[[PLAIN]])


@broken("B.end-4", "choice_not_allowed")
def a_card_is_discarded_that_is_not_there(t: Scene) -> Violation | None:
    t.leave(HAND, ME, *[PLAIN] * 7)
    return t.do("next", answers=[[STRONG]])


# --- Ignition -----------------------------------------------------------------------------------------------------


def ignition(t: Scene, *top: str) -> list[str]:
    """The turn player is in the Ignition Phase with two cards in Charge and these on top of the deck."""
    t.st.phase = IGNITION
    t.leave(DECK, ME, *reversed(top))
    return t.leave(CHARGE, ME, STRONG, STRONG)


@obeyed("B.ignition-1", "B.ignition-2", "B.ignition-4", "B.ignition-5")
def an_ignition_without_the_icon_goes_to_trash(t: Scene) -> None:
    first, second = ignition(t, PLAIN, "B01-006", "B01-013")
    t.ok("ignite", card=first)
    assert (t.zone(first), t.count(TRASH), t.st.phase) == (TRASH, 2, IGNITION)
    assert t.st.card(t.st.pile(TRASH, ME)[-1]).number == PLAIN  # the top card, not another
    t.ok("ignite", card=second, answers=[False])
    assert (t.count(TRASH), t.st.phase) == (4, MAIN)  # the icon alone plays nothing, and no Charge is left


@obeyed("B.ignition-3")
def overdrive_plays_for_nothing(t: Scene) -> None:
    first, second = ignition(t, "B01-006", "T-flash", PLAIN)
    t.ok("ignite", card=first, answers=[True, "2,2"])
    (played,) = t.st.zx_on(NUMBERS["2,2"])
    assert t.st.card(played).number == "B01-006" and t.count(RESOURCE) == 0
    t.ok("ignite", card=second, answers=[True])
    assert [t.st.card(slot).number for slot in t.st.pile(TRASH, ME)] == [STRONG, STRONG, "T-flash"]


@obeyed("B.place-5", "902.1")
def the_last_card_of_a_deck_takes_a_place_of_its_own_after_the_reload(t: Scene) -> None:
    first, _ = ignition(t, "B01-006")
    old = t.stand(ME, PLAIN, "2,2")
    t.leave(DECK, ME, "B01-006")
    t.ok(
        "ignite", card=first, answers=[True, "2,2", 1]
    )  # one card is shuffled; YOU picks the Life that it costs
    assert [t.st.card(slot).number for slot in t.st.pile(DECK, ME)] == [STRONG]
    assert (t.zone(old), t.count(TRASH)) == (TRASH, 1)


@broken("B.ignition-1", "not_in_charge")
def an_ignition_with_a_card_of_the_opponent(t: Scene) -> Violation | None:
    ignition(t, PLAIN)
    (card,) = t.leave(CHARGE, YOU, PLAIN)
    return t.do("ignite", card=card)


@broken("B.ignition-3", "choice_not_allowed")
def overdrive_onto_the_enemy_player_square(t: Scene) -> Violation | None:
    first, _ = ignition(t, "B01-006")
    return t.do("ignite", card=first, answers=[True, "1,2"])


# --- costs --------------------------------------------------------------------------------------------------------


@obeyed("B.main-1", "B.main-6", "B.cost-2", "B.cost-3", "B.place-1")
def a_z_x_is_paid_for_and_appears(t: Scene) -> None:
    (card,) = t.leave(HAND, ME, "B01-006")
    paid = [*t.pay(1), *t.pay(2, number="B01-021")]
    t.ok("play", card="B01-006", square="2,2", pay=paid)
    assert (t.zone(card), t.obj(card).square, t.obj(card).asleep) == (SQUARE, NUMBERS["2,2"], False)
    assert all(t.obj(name).asleep for name in paid)
    t.fight(card, "", 1)  # next to the Player Square, and awake at once
    assert t.count(LIFE, YOU) == 3


@obeyed("B.cost-4", "B.cost-5")
def a_card_of_two_colours_pays_for_one_of_them(t: Scene) -> None:
    t.leave(HAND, ME, "T-two", "T-two")
    t.ok("play", card="T-two", square="1,1", pay=[*t.pay(1, number="T-two"), *t.pay(1)])
    card = t.st.table.pool["T-two"]
    t.leave(RESOURCE, ME, "T-two", PLAIN)
    assert first_payment(t.st, ME, card) is not None
    t.leave(RESOURCE, ME, "T-grey", "T-two")
    assert first_payment(t.st, ME, card) is None


@obeyed("B.main-2", "B.event-1", "B.cost-2")
def an_event_is_paid_for(t: Scene) -> None:
    t.leave(HAND, ME, "T-event")
    paid = t.pay(1)
    t.ok("play", card="T-event", pay=paid)
    assert t.obj(paid[0]).asleep and t.count(TRASH) == 1


@broken("B.main-1", "not_in_hand")
def a_card_is_played_that_is_not_in_hand(t: Scene) -> Violation | None:
    return t.do("play", card=STRONG, square="1,1", pay=t.pay(6))


@broken("B.main-1", "not_in_hand")
def a_card_goes_to_resource_that_is_not_in_hand(t: Scene) -> Violation | None:
    t.ok("next", ME)
    return t.do("resource", YOU, card=STRONG)


@broken("B.cost-2", "wrong_cost")
def one_card_too_few_sleeps(t: Scene) -> Violation | None:
    t.leave(HAND, ME, PLAIN)
    return t.do("play", card=PLAIN, square="1,1", pay=t.pay(1))


@broken("B.cost-2", "resource_asleep")
def a_sleeping_card_pays_again(t: Scene) -> Violation | None:
    t.leave(HAND, ME, PLAIN)
    paid = t.pay(2)
    t.st.change(int(paid[0][1:]), asleep=True)
    return t.do("play", card=PLAIN, square="1,1", pay=paid)


@broken("B.cost-2", "not_own_resource")
def the_opponent_pays(t: Scene) -> Violation | None:
    t.leave(HAND, ME, PLAIN)
    return t.do("play", card=PLAIN, square="1,1", pay=[*t.pay(1), *t.pay(1, YOU)])


@broken("B.cost-3", "colour_missing")
def red_is_paid_with_blue(t: Scene) -> Violation | None:
    t.leave(HAND, ME, PLAIN)
    return t.do("play", card=PLAIN, square="1,1", pay=t.pay(2, number="B01-021"))


@broken("B.cost-4", "colour_missing")
def one_card_of_two_colours_pays_for_both(t: Scene) -> Violation | None:
    t.leave(HAND, ME, "T-two")
    return t.do(
        "play", card="T-two", square="1,1", pay=[*t.pay(1, number="T-two"), *t.pay(1, number="T-grey")]
    )


# --- placement ----------------------------------------------------------------------------------------------------


@obeyed("B.place-2", "B.place-3", "B.place-4", "B.place-5")
def a_new_z_x_takes_the_place_of_a_friendly_one(t: Scene) -> None:
    t.leave(HAND, ME, PLAIN)
    old = t.stand(ME, STRONG, "0,2")  # beside the enemy Player Square: only that Square itself is closed
    t.ok("play", card=PLAIN, square="0,2", pay=t.pay(2))
    assert (t.zone(old), t.count(CHARGE)) == (TRASH, 0)
    assert len(t.st.zx_on(NUMBERS["0,2"])) == 1


@broken("B.place-2", "square_of_enemy")
def a_z_x_is_played_onto_an_enemy(t: Scene) -> Violation | None:
    t.leave(HAND, ME, PLAIN)
    t.stand(YOU, PLAIN, "1,1", asleep=True)
    return t.do("play", card=PLAIN, square="1,1", pay=t.pay(2))


@broken("B.place-3", "enemy_player_square")
def a_z_x_is_played_onto_the_enemy_player_square(t: Scene) -> Violation | None:
    t.leave(HAND, ME, PLAIN)
    return t.do("play", card=PLAIN, square="1,2", pay=t.pay(2))


@broken("B.place-4", "own_sleeper")
def a_z_x_is_played_onto_a_friendly_sleeper(t: Scene) -> Violation | None:
    t.leave(HAND, ME, PLAIN)
    t.stand(ME, PLAIN, "1,1", asleep=True)
    return t.do("play", card=PLAIN, square="1,1", pay=t.pay(2))


# --- battle -------------------------------------------------------------------------------------------------------


@obeyed("B.declare-1", "B.declare-2", "B.main-3", "B.battle-damage-2", "B.battle-damage-3", "B.battle-end-1")
def only_the_attacker_deals_damage(t: Scene) -> None:
    attacker, target = t.stand(ME, PLAIN, "0,1"), t.stand(YOU, PLAIN, "1,1")
    t.fight(attacker, "1,1")
    assert (t.zone(attacker), t.zone(target), t.obj(attacker).asleep) == (SQUARE, CHARGE, True)
    assert t.st.battle is None and t.st.phase == MAIN
    tough = t.stand(YOU, STRONG, "1,1")
    t.fight(t.stand(ME, "B01-013", "2,1"), "1,1")
    assert (t.obj(tough).damage, t.zone(tough)) == (8000, SQUARE)
    t.fight(t.stand(ME, PLAIN, "1,0"), "1,1")
    assert t.zone(tough) == CHARGE  # damage adds up in a turn


@obeyed("B.declare-3", "B.declare-2")
def range_reaches_the_player_past_nobody_on_the_square(t: Scene) -> None:
    archer = t.stand(ME, "B01-004", "0,1")
    assert t.do("attack_player", card=t.stand(ME, PLAIN, "2,1")) is not None
    t.fight(archer, "", 1)
    assert t.count(LIFE, YOU) == 3
    guard = t.stand(YOU, PLAIN, "1,2")
    t.fight(t.stand(ME, STRONG, "0,2"), "1,2")
    assert t.zone(guard) == CHARGE and t.count(LIFE, YOU) == 3


@broken("B.declare-1", "attacker_asleep")
def a_sleeper_attacks(t: Scene) -> Violation | None:
    return t.do("attack_player", card=t.stand(ME, PLAIN, "1,1", asleep=True))


@broken("B.declare-1", "not_own_zx")
def an_enemy_is_sent_into_battle(t: Scene) -> Violation | None:
    t.stand(YOU, PLAIN, "1,1")
    return t.do("attack", card=t.stand(YOU, PLAIN, "0,1"), square="1,1")


@broken("B.declare-1", "not_own_zx")
def a_player_card_attacks(t: Scene) -> Violation | None:
    t.stand(YOU, PLAIN, "1,1")
    return t.do("attack", card="#0", square="1,1")


@broken("B.declare-2", "not_next_to")
def an_attack_across_a_corner(t: Scene) -> Violation | None:
    t.stand(YOU, PLAIN, "1,1")
    return t.do("attack", card=t.stand(ME, PLAIN, "0,0"), square="1,1")


@broken("B.declare-2", "nothing_to_attack")
def an_attack_on_an_empty_square(t: Scene) -> Violation | None:
    return t.do("attack", card=t.stand(ME, PLAIN, "0,0"), square="0,1")


@broken("B.declare-3", "player_shielded")
def an_attack_past_the_guard(t: Scene) -> Violation | None:
    t.stand(YOU, PLAIN, "1,2", asleep=True)
    return t.do("attack_player", card=t.stand(ME, PLAIN, "1,1"))


@obeyed("B.battle-event-1", "B.battle-event-3", "B.event-3")
def events_go_by_turns_until_both_pass_in_a_row(t: Scene) -> None:
    t.leave(HAND, YOU, "T-event")
    t.stand(YOU, PLAIN, "1,1")
    t.ok("attack", card=t.stand(ME, STRONG, "0,1"), square="1,1")
    t.ok("pass", ME)
    t.ok("play", YOU, card="T-event", pay=t.pay(1, YOU))
    t.ok("pass", ME)
    assert t.st.battle is not None and t.count(CHARGE, YOU) == 0
    t.ok("pass", YOU)
    assert t.st.battle is None and t.count(CHARGE, YOU) == 1


@broken("B.battle-event-1", "no_priority")
def the_opponent_acts_first_in_a_battle(t: Scene) -> Violation | None:
    t.ok("attack_player", card=t.stand(ME, PLAIN, "1,1"))
    return t.do("pass", YOU)


@broken("B.battle-event-1", "not_in_battle")
def a_second_attack_within_a_battle(t: Scene) -> Violation | None:
    t.ok("attack_player", card=t.stand(ME, PLAIN, "1,1"))
    return t.do("attack_player", card=t.stand(ME, PLAIN, "2,2"))


@broken("B.event-3", "zx_in_battle")
def a_z_x_is_played_in_a_battle(t: Scene) -> Violation | None:
    t.leave(HAND, ME, PLAIN)
    t.ok("attack_player", card=t.stand(ME, PLAIN, "1,1"))
    return t.do("play", card=PLAIN, square="0,0", pay=t.pay(2))


@obeyed("B.battle-damage-1")
def an_attacker_that_is_gone_deals_nothing(t: Scene) -> None:
    from rules_engine.zx.moving import move

    attacker = t.stand(ME, PLAIN, "1,1")
    t.ok("attack_player", card=attacker)
    move(t.st, int(attacker[1:]), HAND)
    t.ok("pass", ME)
    t.ok("pass", YOU)
    assert t.st.battle is None and t.count(LIFE, YOU) == 4
