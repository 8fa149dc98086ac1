"""Cases of the rules about texts: kinds of abilities, their signs and costs, and what lasts."""

from __future__ import annotations

from rules_engine.kernel.errors import Violation
from rules_engine.zx.cards import ZxCard
from rules_engine.zx.model import CHARGE, DECK, DYNAMIS, HAND, IGNITION, SQUARE, TRASH

from .registry import broken, obeyed
from .scene import ME, PLAIN, STRONG, YOU, Scene, saying

FREE = "[Boot] <Cost> 0 Resource <Effect> Draw 1 card."


def _booting(text: str, **values: object) -> tuple[Scene, str]:
    """A Z/X of mine with this text in the middle of the Squares."""
    t = Scene(None, saying(text))
    return t, t.stand(ME, "S", "1,1", **values)


@obeyed("B.text-1")
def a_startup_ability_is_paid_for_and_used(_t: Scene) -> None:
    t, card = _booting("[Boot] <Cost> [Sleep], red 2 <Effect> Draw 1 card.")
    paid = t.pay(2)
    t.ok("boot", card=card, pay=paid)
    assert t.count(HAND) == 1 and t.obj(card).asleep and all(t.obj(name).asleep for name in paid)


@obeyed("B.text-1", "302.1c", "302.1d")
def a_startup_ability_is_used_in_a_battle_by_either_player(_t: Scene) -> None:
    t = Scene(None, saying(FREE))
    mine, theirs = t.stand(ME, "S", "1,1"), t.stand(YOU, "S", "1,2")
    t.stand(YOU, PLAIN, "0,1")
    t.ok("attack", card=mine, square="0,1")
    t.ok("boot", ME, card=mine)
    assert (t.count(HAND, ME), t.count(HAND, YOU)) == (1, 0)
    t.ok("boot", YOU, card=theirs)
    assert (t.count(HAND, ME), t.count(HAND, YOU)) == (1, 1)


@obeyed("B.text-1", "B.text-9")
def a_startup_ability_works_from_charge_and_pays_with_its_card(_t: Scene) -> None:
    t = Scene(
        None, saying("[Boot] <Valid> Charge <Cost> red 1, put this card into Trash <Effect> Draw 1 card.")
    )
    (card,) = t.leave(CHARGE, ME, "S")
    t.ok("boot", card=card, pay=t.pay(1))
    assert (t.count(HAND), t.zone(card)) == (1, TRASH)


@obeyed("B.text-1")
def cards_of_charge_pay_for_a_startup_ability(_t: Scene) -> None:
    t, card = _booting("[Boot] <Cost> put 2 cards from your Charge into Trash <Effect> Draw 1 card.")
    first, second, third = t.leave(CHARGE, ME, PLAIN, STRONG, PLAIN)
    t.ok("boot", card=card, answers=[[first, third]])
    assert [t.zone(name) for name in (first, second, third)] == [TRASH, CHARGE, TRASH]


@obeyed("B.text-1")
def the_second_ability_of_a_text_is_used_by_its_number(_t: Scene) -> None:
    t, card = _booting(FREE + "\n[Boot] <Cost> 0 Resource <Effect> Draw 2 cards.")
    t.ok("boot", card=card, ability=2)
    assert t.count(HAND) == 2


@broken("B.text-1", "no_startup")
def an_ability_that_is_not_there_is_used(_t: Scene) -> Violation | None:
    t, card = _booting(FREE)
    return t.do("boot", card=card, ability=2)


@broken("B.text-1", "no_startup")
def a_card_without_a_startup_ability_is_used(t: Scene) -> Violation | None:
    return t.do("boot", card=t.stand(ME, PLAIN, "1,1"))


@broken("B.text-1", "no_startup")
def the_ability_of_the_opponent_is_used(_t: Scene) -> Violation | None:
    t = Scene(None, saying(FREE))
    return t.do("boot", card=t.stand(YOU, "S", "1,1"))


@broken("B.text-1", "no_startup")
def an_ability_is_used_where_it_does_not_work(_t: Scene) -> Violation | None:
    t, card = _booting("[Boot] <Valid> Charge <Cost> red 1 <Effect> Draw 1 card.")
    return t.do("boot", card=card, pay=t.pay(1))


@broken("B.text-1", "source_asleep")
def a_sleeping_card_pays_with_sleep(_t: Scene) -> Violation | None:
    t, card = _booting("[Boot] <Cost> [Sleep] <Effect> Draw 1 card.", asleep=True)
    return t.do("boot", card=card)


@broken("B.text-1", "cost_short")
def more_charge_is_asked_for_than_there_is(_t: Scene) -> Violation | None:
    t, card = _booting("[Boot] <Cost> put 2 cards from your Charge into Trash <Effect> Draw 1 card.")
    t.leave(CHARGE, ME, PLAIN)
    return t.do("boot", card=card)


@broken("B.text-1", "cost_short")
def two_parts_of_a_cost_ask_for_more_charge_than_there_is(_t: Scene) -> Violation | None:
    """Each part alone could be paid."""
    parts = "put 1 card from your Charge into Trash, put 2 cards from your Charge into Trash"
    t, card = _booting(f"[Boot] <Cost> {parts} <Effect> Draw 1 card.")
    t.leave(CHARGE, ME, PLAIN, PLAIN)
    return t.do("boot", card=card)


@broken("B.text-1", "choice_not_allowed")
def a_card_of_the_opponent_pays(_t: Scene) -> Violation | None:
    t, card = _booting("[Boot] <Cost> put 1 card from your Charge into Trash <Effect> Draw 1 card.")
    t.leave(CHARGE, ME, PLAIN, PLAIN)
    (foreign,) = t.leave(CHARGE, YOU, PLAIN)
    return t.do("boot", card=card, answers=[[foreign]])


@broken("B.cost-2", "wrong_cost")
def too_little_is_paid_for_an_ability(_t: Scene) -> Violation | None:
    t, card = _booting("[Boot] <Cost> red 2 <Effect> Draw 1 card.")
    return t.do("boot", card=card, pay=t.pay(1))


@broken("B.cost-3", "colour_missing")
def another_colour_pays_for_an_ability(_t: Scene) -> Violation | None:
    t, card = _booting("[Boot] <Cost> red 2 <Effect> Draw 1 card.")
    return t.do("boot", card=card, pay=t.pay(2, number="B01-021"))


@broken("B.battle-event-1", "no_priority")
def an_ability_is_used_out_of_turn_in_a_battle(_t: Scene) -> Violation | None:
    t = Scene(None, saying(FREE))
    mine, theirs = t.stand(ME, PLAIN, "1,1"), t.stand(YOU, "S", "1,2")
    t.stand(YOU, PLAIN, "0,1")
    t.ok("attack", card=mine, square="0,1")
    return t.do("boot", YOU, card=theirs)


@obeyed("B.text-2", "302.1e")
def an_automatic_ability_works_by_itself_for_its_own_player(_t: Scene) -> None:
    t = Scene(None, saying("[Auto] <Trigger> an enemy Z/X attacks <Effect> Draw 1 card."))
    t.stand(YOU, "S", "0,1")
    t.ok("attack", card=t.stand(ME, PLAIN, "1,1"), square="0,1")
    assert (t.count(HAND, ME), t.count(HAND, YOU)) == (0, 1)


@obeyed("B.text-2", "901.2")
def what_is_lethal_happens_before_an_ability_that_waits(_t: Scene) -> None:
    t = Scene(
        None, saying("[Auto] <Trigger> this Z/X appears <Effect> If there is an enemy Z/X, draw 1 card.")
    )
    t.stand(YOU, PLAIN, "0,1", damage=9_000)
    t.add(ME, "S", HAND)
    t.ok("play", card="S", square="1,1")
    assert t.count(HAND) == 0


@obeyed("B.text-3")
def a_continuous_ability_works_while_its_condition_holds(_t: Scene) -> None:
    t, card = _booting(
        "[Always] <Effect> If you have 2 or more cards in your Resource, this Z/X gets +1000 Power."
    )
    assert t.st.power(int(card[1:])) == 3000
    t.pay(2)
    assert t.st.power(int(card[1:])) == 4000


@obeyed("B.text-3", "906.1")
def charge_without_a_limit_is_cut_when_the_limit_comes_back(_t: Scene) -> None:
    """The example of 906: five cards of Charge, and the card that allows them dies."""
    t, card = _booting("[Always] <Effect> Your Charge has no limit.")
    names = t.leave(CHARGE, ME, *[PLAIN] * 5)
    t.st.change(int(card[1:]), damage=9_000)
    from rules_engine.zx.preprocessing import preprocess

    t.st.answers, t.st.asked = [[names[0], names[1]]], 0
    preprocess(t.st)
    assert (t.count(CHARGE), t.zone(card), t.count(TRASH)) == (4, CHARGE, 2)


@obeyed("B.text-5", "302.1d")
def the_text_of_an_event_works_before_its_card_goes_to_trash(_t: Scene) -> None:
    t = Scene(None, saying("[Event] <Effect> Draw 2 cards.", "E", "event"))
    (card,) = t.leave(HAND, ME, "E")
    t.ok("play", card="E")
    assert (t.count(HAND), t.zone(card)) == (2, TRASH)


@obeyed("B.text-6")
def zero_optima_counts_the_icons_in_resource(_t: Scene) -> None:
    t, card = _booting("[Boot] <Zero Optima> 2 <Cost> 0 Resource <Effect> Draw 1 card.")
    t.pay(2, number="B01-006")
    t.ok("boot", card=card)
    assert t.count(HAND) == 1


@broken("B.text-6", "sign_missing")
def too_few_icons_for_zero_optima(_t: Scene) -> Violation | None:
    t, card = _booting("[Boot] <Zero Optima> 2 <Cost> 0 Resource <Effect> Draw 1 card.")
    t.pay(1, number="B01-006")
    t.pay(3)
    return t.do("boot", card=card)


def _waker(number: str) -> ZxCard:
    return ZxCard(number, number, "zx_extra", ("blue",), power=5000, tribes=("Waker",))


@obeyed("B.text-7")
def a_level_counts_open_cards_of_the_dynamis(_t: Scene) -> None:
    text = "[Boot] <Level> {} 2 <Cost> 0 Resource <Effect> Draw 1 card."
    for level in ("Waker", "EX"):
        t = Scene(None, saying(text.format(level)), _waker("W"))
        card = t.stand(ME, "S", "1,1")
        for _ in range(2):
            t.add(ME, "W", DYNAMIS, face_up=True)
        t.ok("boot", card=card)
        assert t.count(HAND) == 1


@broken("B.text-7", "sign_missing")
def face_down_cards_count_for_no_level(_t: Scene) -> Violation | None:
    t = Scene(None, saying("[Boot] <Level> Waker 1 <Cost> 0 Resource <Effect> Draw 1 card."), _waker("W"))
    t.add(ME, "W", DYNAMIS, face_up=False)
    t.add(YOU, "W", DYNAMIS, face_up=True)
    return t.do("boot", card=t.stand(ME, "S", "1,1"))


DRIVE = "[Boot] [Z/Xtend Drive] <Cost> 0 Resource <Effect> Draw 1 card."


@obeyed("B.text-8")
def each_player_has_a_drive_of_his_own(_t: Scene) -> None:
    t = Scene(None, saying(DRIVE))
    t.ok("boot", card=t.stand(ME, "S", "1,1"))
    assert t.st.driven == [True, False]


@broken("B.text-8", "drive_used")
def a_second_drive_is_played(_t: Scene) -> Violation | None:
    t = Scene(None, saying(DRIVE))
    t.ok("boot", card=t.stand(ME, "S", "1,1"))
    return t.do("boot", card=t.stand(ME, "S", "0,0"))


def _named_player() -> tuple[Scene, str]:
    ada = ZxCard("P", "Captain Ada", "player", player_name="Ada")
    t = Scene(None, saying("[Boot] <Player> Ada <Cost> 0 Resource <Effect> Draw 1 card."), ada)
    return t, t.stand(ME, "S", "1,1")


@obeyed("B.text-9")
def an_ability_is_there_with_its_player(_t: Scene) -> None:
    t, card = _named_player()
    t.stand(ME, "P", "1,0")
    t.ok("boot", card=card)
    assert t.count(HAND) == 1


@obeyed("B.text-9")
def a_z_x_with_that_player_name_is_there_too(_t: Scene) -> None:
    """003: the designated Player card, or any card with that Player Name, on a Square."""
    ada = ZxCard("A", "Ada Ascendant", "zx_overboost", power=9000, player_name="Ada")
    other = ZxCard("O", "Ada", "zx", power=1000)
    for card, seat, there in ((ada, ME, True), (ada, YOU, False), (other, ME, False)):
        t = Scene(None, saying("[Boot] <Player> Ada <Cost> 0 Resource <Effect> Draw 1 card."), card)
        reader = t.stand(ME, "S", "1,1")
        t.stand(seat, card.number, "0,1")
        assert (t.do("boot", card=reader) is None) == there, card.name


@broken("B.text-9", "sign_missing")
def the_player_of_the_opponent_does_not_count(_t: Scene) -> Violation | None:
    t, card = _named_player()
    t.stand(YOU, "P", "1,2")
    return t.do("boot", card=card)


@obeyed("B.icon-2")
def an_evol_seed_works_when_it_goes_from_deck_to_trash(_t: Scene) -> None:
    t = Scene(None, saying("[Evol Seed] <Effect> Draw 1 card.", evol_seed=True))
    t.st.phase = IGNITION
    t.leave(DECK, ME, PLAIN, PLAIN, "S")
    first, second = t.leave(CHARGE, ME, PLAIN, "S")
    t.ok("ignite", card=second)  # from Charge it does nothing, from the deck it does
    assert (t.count(HAND), t.zone(first)) == (1, CHARGE)


@obeyed("B.end-1", "B.end-2")
def an_ability_at_the_end_of_the_turn_comes_before_damage_goes(_t: Scene) -> None:
    t, card = _booting(
        "[Auto] <Trigger> your turn ends <Effect> Every enemy Z/X gets -1000 Power until the end of the turn."
    )
    hit = t.stand(YOU, PLAIN, "0,1", damage=2_600)
    t.ok("next")
    assert (t.zone(hit), t.zone(card)) == (CHARGE, SQUARE)


@obeyed("B.end-3")
def power_of_this_turn_ends_after_the_damage_is_gone(_t: Scene) -> None:
    t, card = _booting(
        "[Boot] <Cost> 0 Resource <Effect> This Z/X gets +2000 Power until the end of the turn."
    )
    t.ok("boot", card=card)
    t.st.change(int(card[1:]), damage=4_000)
    assert t.st.power(int(card[1:])) == 5000
    t.ok("next")
    assert (t.zone(card), t.st.power(int(card[1:])), t.obj(card).damage) == (SQUARE, 3000, 0)
