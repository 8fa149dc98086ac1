"""Cases of sentences of document 003 that the cases of the other files do not tell apart."""

from __future__ import annotations

from rules_engine.kernel.errors import Violation
from rules_engine.zx.abilities import links
from rules_engine.zx.cards import ZxCard, ZxCost
from rules_engine.zx.legal import legal_actions
from rules_engine.zx.log import Action
from rules_engine.zx.model import (
    CHARGE,
    DECK,
    DYNAMIS,
    GONE,
    HAND,
    LIFE,
    MAIN,
    REMOVE,
    RESOURCE,
    RESOURCES,
    SQUARE,
    TRASH,
)
from rules_engine.zx.moving import create, move, reload
from rules_engine.zx.playing import Game
from rules_engine.zx.preprocessing import preprocess
from rules_engine.zx.squares import NUMBERS

from .cases_dynamis import ADVENT, TOKEN, advent, hidden
from .cases_effects import settle
from .cases_setup import game, legal_deck, refused
from .registry import broken, obeyed
from .scene import ME, PLAIN, POOL, STRONG, YOU, Scene, saying

# --- the deck and the preparation ---------------------------------------------------------------------------------


@broken("B.deck-1", "zx_size")
def a_deck_of_fifty_one_cards(_t: Scene) -> Violation:
    return refused(deck=legal_deck(T_faint=3), play="constructed")


@broken("B.deck-2", "zx_ignition")
def a_deck_with_twenty_one_icons(_t: Scene) -> Violation:
    return refused(deck=legal_deck(B01_021=1, B01_002=4, T_faint=1), play="constructed")


@broken("B.deck-7", "zx_dynamis_only")
def a_shift_in_the_deck(_t: Scene) -> Violation:
    return refused(deck=legal_deck(T_shift=1, T_faint=1), play="constructed")


@obeyed("B.prep-9", "B.prep-10", "B.prep-11")
def life_and_resource_come_from_the_top(_t: Scene) -> None:
    deck = [PLAIN] * 4 + [STRONG] * 4 + ["B01-006"] * 2 + ["T-grey"] * 8
    table = Game([deck, deck], pool=POOL)
    table.push(Action(do="keep", seat=ME))
    order = [STRONG] * 4 + [PLAIN] * 4 + ["B01-006"] * 2 + ["T-grey"] * 8
    table.push(Action(do="redraw", seat=YOU, answers=[order]))
    st = table.state
    for seat, hand, life in ((ME, PLAIN, STRONG), (YOU, STRONG, PLAIN)):
        for zone, cards in ((HAND, [hand] * 4), (LIFE, [life] * 4), (RESOURCE, ["B01-006"] * 2)):
            assert [st.card(slot).number for slot in st.pile(zone, seat)] == cards
        assert not any(st.objs[slot].face_up for slot in st.pile(LIFE, seat))
        assert all(st.objs[slot].face_up for slot in st.pile(RESOURCE, seat))


@obeyed("B.marker-5", "B.marker-6")
def a_game_starts_without_counters_and_links(_t: Scene) -> None:
    table = game()
    assert table.state.counters == [(), ()] and not list(links(table.state))


# --- cards and their use ------------------------------------------------------------------------------------------


@obeyed("B.type-2")
def an_overboost_and_an_extra_are_z_x(t: Scene) -> None:
    for seat, number, square in ((ME, "T-over", "1,1"), (YOU, "T-extra", "0,1")):
        card = t.stand(seat, number, square)
        assert t.st.zx_on(NUMBERS[square]) == [int(card[1:])]
    t.ok("attack", card=f"#{t.st.zx_on(4)[0]}", square="0,1")


@obeyed("B.text-1", "B.main-2")
def an_ability_may_be_left_and_used_again_and_again(_t: Scene) -> None:
    t = Scene(None, saying("[Boot] <Cost> red 1 <Effect> Draw 1 card."))
    card = t.stand(ME, "S", "1,1")
    first, second = t.pay(2)
    t.ok("boot", card=card, pay=[first])
    assert {"boot", "next"} <= {action.do for action in legal_actions(t.st, ME)}
    t.ok("boot", card=card, pay=[second])
    assert t.count(HAND) == 2 and t.obj(first).asleep and t.obj(second).asleep
    t.ok("next")


@obeyed("B.text-3")
def what_a_continuous_ability_gives_ends_with_its_condition(_t: Scene) -> None:
    t = Scene(
        None,
        saying("[Always] <Effect> If you have 2 or more cards in your Resource, this Z/X gets +1000 Power."),
    )
    card = t.stand(ME, "S", "1,1")
    first, _second = t.pay(2)
    assert t.st.power(int(card[1:])) == 4000
    move(t.st, int(first[1:]), HAND)
    assert t.st.power(int(card[1:])) == 3000


@obeyed("B.event-1")
def an_event_without_its_cost_is_refused(t: Scene) -> None:
    (card,) = t.leave(HAND, ME, "T-event")
    t.pay(1)
    found = t.do("play", card="T-event")
    assert found is not None and found.rule == "B.cost-2" and t.zone(card) == HAND


@broken("B.flow-1", "other_phase")
def an_event_is_played_in_the_resource_phase(t: Scene) -> Violation | None:
    t.leave(HAND, YOU, "T-event")
    t.ok("next", ME)
    return t.do("play", YOU, card="T-event", pay=t.pay(1, YOU))


@obeyed("B.event-3")
def an_event_is_played_in_the_main_phase_and_in_battles_of_either_turn(t: Scene) -> None:
    t.leave(HAND, ME, "T-event", "T-event")
    t.leave(HAND, YOU, "T-event")
    t.ok("play", ME, card="T-event", pay=t.pay(1))
    t.ok("attack_player", card=t.stand(ME, PLAIN, "1,1"))
    t.ok("play", ME, card="T-event", pay=t.pay(1))
    t.ok("play", YOU, card="T-event", pay=t.pay(1, YOU))
    assert (t.count(TRASH, ME), t.count(TRASH, YOU)) == (2, 1)


# --- the turn -----------------------------------------------------------------------------------------------------


@obeyed("B.resource-3")
def only_one_card_goes_into_resource(t: Scene) -> None:
    t.leave(CHARGE, YOU, PLAIN)
    t.ok("next", ME)
    t.ok("resource", YOU, card=PLAIN)
    found = t.do("resource", YOU, card=PLAIN)
    assert found is not None and found.rule == "B.flow-1" and t.count(RESOURCE, YOU) == 1


@obeyed("B.ignition-5", "B.flow-1")
def an_ignition_may_be_left(t: Scene) -> None:
    t.st.phase = RESOURCES
    t.leave(CHARGE, ME, PLAIN)
    t.ok("next")
    t.ok("next")
    assert t.st.phase == MAIN and t.count(CHARGE) == 1 and t.count(DECK) == 10


@broken("B.main-4", "extra_used")
def an_event_extra_follows_a_z_x_extra_in_a_turn(_t: Scene) -> Violation | None:
    t, given, _card = advent()
    hidden(t, "T-event-extra")
    t.ok("extra", card=ADVENT, square="1,1", pay=given)
    return t.do("extra", card="T-event-extra", pay=t.pay(1))


@obeyed("B.end-4")
def six_cards_in_hand_all_stay(t: Scene) -> None:
    t.leave(HAND, ME, *[PLAIN] * 6)
    t.leave(HAND, YOU, *[PLAIN] * 8)
    t.ok("next")
    assert (t.count(HAND, ME), t.count(HAND, YOU)) == (6, 10), "the limit is for the turn player alone"


# --- Reload and loss ----------------------------------------------------------------------------------------------


@obeyed("B.field-4", "903.1", "B.deckout-1")
def a_reload_that_takes_the_last_life_loses_the_game(t: Scene) -> None:
    t.leave(DECK, YOU)
    t.leave(LIFE, YOU, PLAIN)
    t.leave(TRASH, YOU, PLAIN)
    reload(t.st)
    settle(t)
    assert t.st.result is not None and (t.st.result.winners, t.st.result.rule) == ((ME,), "903.1")


@obeyed("B.deckout-2")
def a_card_that_a_reload_takes_from_life_is_not_played(t: Scene) -> None:
    t.leave(DECK, YOU)
    (card, _other) = t.leave(LIFE, YOU, "B01-006", PLAIN)
    t.leave(TRASH, YOU, PLAIN)
    t.st.answers, t.st.asked = [1], 0
    reload(t.st)
    settle(t)
    assert t.zone(card) == CHARGE and t.count(LIFE, YOU) == 1


# --- Dynamis and markers ------------------------------------------------------------------------------------------

ELSEWHERE = (CHARGE, HAND, RESOURCE, REMOVE, TRASH, DECK, LIFE)


@obeyed("910.1", "B.extra-6")
def a_z_x_extra_goes_to_dynamis_wherever_it_would_go(_t: Scene) -> None:
    for zone in ELSEWHERE:
        t = Scene()
        card = t.stand(YOU, "T-extra", "1,1")
        before = t.count(zone, YOU)
        move(t.st, int(card[1:]), zone)
        assert (t.zone(card), t.obj(card).face_up, t.count(zone, YOU)) == (DYNAMIS, True, before), zone


@obeyed("912.1", "B.marker-4")
def a_token_disappears_wherever_it_would_go(_t: Scene) -> None:
    for zone in ELSEWHERE:
        t = Scene()
        token = create(t.st, t.st.table.rev_of("Slave"), YOU, NUMBERS["1,1"], token=True)
        before = t.count(zone, YOU)
        move(t.st, token, zone)
        preprocess(t.st)
        assert (t.st.objs[token].zone, t.count(zone, YOU)) == (GONE, before), zone


@obeyed("B.marker-4")
def a_token_stays_from_square_to_square(t: Scene) -> None:
    token = create(t.st, t.st.table.rev_of("Slave"), YOU, NUMBERS["1,1"], token=True)
    move(t.st, token, SQUARE, square=NUMBERS["2,1"])
    assert (t.st.objs[token].zone, t.st.zx_on(NUMBERS["2,1"])) == (SQUARE, [token])


@obeyed("B.marker-2", "B.marker-3")
def a_token_without_its_own_marker_is_not_created(_t: Scene) -> None:
    text = "[Event] <Effect> " + TOKEN.replace("Slave", "Golem") + " Draw 1 card."
    t = Scene(None, saying(text, kind="event"), ZxCard("Golem", "Golem", "token", power=3000))
    t.leave(HAND, ME, "S")
    t.ok("play", card="S")
    assert t.count(HAND) == 1 and not any(t.st.zx_on(square) for square in range(9))


# --- the example of a blue Awaken Condition -----------------------------------------------------------------------


def dragons() -> tuple[Scene, list[str], list[str]]:
    """A blue Z/X Extra of cost 5 that asks for one Dragon of the hand; the hand, and five blue Resource cards."""
    extra = ZxCard(
        "X", "X", "zx_extra", ("blue",), ZxCost(5), 7000, text="[Awaken] <Condition> blue: 1 Dragon card"
    )
    t = Scene(None, extra, ZxCard("Dragon", "Dragon", "zx", ("red",), ZxCost(4), 4000, tribes=("Dragon",)))
    hidden(t, "X")
    hand = t.leave(HAND, ME, PLAIN, "Dragon")
    return t, hand, t.pay(5, number="B01-021")


@obeyed("B.extra-2", "B.extra-3")
def a_blue_awakening_shows_a_dragon_of_the_hand(_t: Scene) -> None:
    t, (plain, dragon), paid = dragons()
    t.ok("extra", card="X", square="1,1", pay=paid, answers=[["Dragon"], [*[PLAIN] * 10, "Dragon"]])
    assert (t.zone(plain), t.zone(dragon), t.count(DECK), t.count(HAND)) == (HAND, DECK, 10, 2)
    assert all(t.obj(name).asleep for name in paid)
    assert ("showed", int(dragon[1:])) in {event[:2] for event in t.st.events}


@broken("B.extra-3", "choice_not_allowed")
def another_card_than_a_dragon_is_shown(_t: Scene) -> Violation | None:
    t, _hand, paid = dragons()
    return t.do("extra", card="X", square="1,1", pay=paid, answers=[[PLAIN]])


@broken("B.extra-5", "awaken_short")
def no_dragon_is_in_the_hand(_t: Scene) -> Violation | None:
    t, _hand, paid = dragons()
    t.leave(HAND, ME, PLAIN, PLAIN)
    return t.do("extra", card="X", square="1,1", pay=paid)
