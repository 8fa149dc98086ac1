"""Rules that no card of the packaged pools can meet: cards of these tests only, written as texts like all others."""

from __future__ import annotations

from functools import cache
from typing import Any

from rules_engine.x610z.cards import Pool, load_pool
from rules_engine.x610z.game import Game
from rules_engine.x610z.log import Chance, DeckRef, Header, SeatLine
from rules_engine.x610z.model import HAND
from rules_engine.x610z.pool import read_cards
from rules_engine.x610z.setup import chance, initial
from rules_engine.x610z.zones import enter_play, move_card

from .cases_turns import GREY, do
from .registry import ME, YOU, Table, broken, obeyed

_ROWS: list[dict[str, Any]] = [
    {
        "number": "T1.1/001/005-C",
        "name": "Church Tax",
        "type": "Effect Card",
        "restriction": 3,
        "text": "Draw 1 card from your deck. You must pay C1. If he doesn't, discard 1 card.",
    },
    {
        "number": "T1.1/002/005-C",
        "name": "Tally Stick",
        "type": "Effect Card",
        "restriction": 3,
        "permanent": True,
        "text": "In your end phase, place 1 counter on Tally Stick.\n"
        "[Activation Symbol, remove 1 counter] Draw 1 card from your deck.",
    },
    {
        "number": "T1.1/003/005-C",
        "name": "Early Bird",
        "type": "Effect Card",
        "restriction": 3,
        "permanent": True,
        "text": "In your reactivation phase, draw 1 card from your deck.",
    },
    {
        "number": "T1.1/004/005-C",
        "name": "Hidden Door",
        "type": "Effect Card",
        "restriction": 3,
        "text": "Move 1 Energy Crystal Card from your hand into play.",
    },
    {
        "number": "T1.1/005/005-C",
        "name": "Market Stall",
        "type": "Effect Card",
        "restriction": 3,
        "permanent": True,
        "text": "[Activation Symbol, discard 1 card] Draw 1 card from your deck.",
    },
]


@cache
def _pool() -> Pool:
    return Pool("tests", (*load_pool("demo-2").cards, *read_cards(_ROWS)))


def _deal(t: Table, *names: str, hidden: bool = False) -> dict[str, str]:
    """A new game on the table, both hands full of grey crystals; ``names`` lie on top of the deck of ME.

    With ``hidden`` the deck of ME is registered and its order unknown. Returns ``"#slot"`` by name.
    """
    seats = [
        SeatLine(seat=seat, player=f"P{seat}", dot=dot, deck=DeckRef(cards=0))
        for seat, dot in ((ME, "0,0"), (YOU, "0,6"))
    ]
    game = Game(Header(format="gamelog/1", game="x610z"), seats, _pool())
    numbers = [game.number_of(game.rev_of(name)) for name in names]
    order = [GREY] * 8 + numbers + [GREY] * 20
    t.st = st = initial(game, {ME: order} if hidden else None)
    chance(st, Chance(of="first", value=ME))
    chance(st, Chance(of="deck", seat=ME, value=None if hidden else order))
    chance(st, Chance(of="deck", seat=YOU, value=[GREY] * 30))
    assert do(st, "begin", ME) is None
    if hidden:
        return {}
    return {
        name: f"#{next(slot for slot in st.deck[ME] if st.objs[slot].rev == game.rev_of(name))}"
        for name in names
    }


def _held(t: Table, name: str) -> str:
    slot = _deal(t, name)[name]
    move_card(t.st, int(slot[1:]), HAND)
    return slot


def _standing(t: Table, name: str, counters: int = 0) -> str:
    slot = _deal(t, name)[name]
    enter_play(t.st, int(slot[1:]), ME, ME)
    t.st.pending = ()
    t.st.change(int(slot[1:]), counters=counters)
    return slot


@obeyed("207.2")
def an_additional_cost_that_must_be_paid_is_paid(t: Table) -> None:
    tax = _held(t, "Church Tax")
    t.st.pool[ME] = (0, 0, 0, 1)
    before = t.hand(ME)
    t.act("cast", seat=ME, card=tax, x=1)
    t.resolve()
    assert (t.hand(ME), t.st.pool[ME]) == (before, (0, 0, 0, 0)), "one cast, one drawn, none discarded"


@broken("207.2", "must_pay_additional")
def an_additional_cost_that_must_be_paid_is_left_out(t: Table) -> Any:
    tax = _held(t, "Church Tax")
    t.st.pool[ME] = (0, 0, 0, 1)
    return t.try_act("cast", seat=ME, card=tax)


@obeyed("209.2a")
def a_counter_pays_for_an_activation(t: Table) -> None:
    stick = _standing(t, "Tally Stick", counters=2)
    t.act("activate", seat=ME, card=stick)
    assert t.obj(stick).counters == 1


@broken("209.2a", "not_enough_counters")
def an_activation_without_its_counter(t: Table) -> Any:
    return t.try_act("activate", seat=ME, card=_standing(t, "Tally Stick"))


@obeyed("204.3a")
def every_part_of_an_activation_cost_is_paid(t: Table) -> None:
    stall = _standing(t, "Market Stall")
    before = t.hand(ME)
    t.act("activate", seat=ME, card=stall, answers=[[GREY]])
    assert (t.hand(ME), len(t.st.discard[ME])) == (before - 1, 1)


@broken("204.3a", "cost_not_there")
def a_part_of_an_activation_cost_is_not_there(t: Table) -> Any:
    stall = _standing(t, "Market Stall")
    t.st.hand[ME] = ()
    return t.try_act("activate", seat=ME, card=stall)


@obeyed("701.3")
def a_trigger_takes_place_in_the_reactivation_phase(t: Table) -> None:
    _standing(t, "Early Bird")
    before = t.hand(ME)
    t.end_turn()
    t.end_turn()
    assert t.hand(ME) == before + 2, "one for the bird, one of the draw phase"


@obeyed("212.2")
def a_search_finds_what_the_text_describes(t: Table) -> None:
    _deal(t, "Crystal Prospector", "Deep Mystic Crystal", "Mist Dragon", hidden=True)
    t.st.pool[ME] = (9, 9, 9, 9)
    before = t.hand(ME)
    t.act("cast", seat=ME, card="Crystal Prospector", pay=_price("Crystal Prospector"))
    t.resolve(["Deep Mystic Crystal"], None)
    assert t.hand(ME) == before


@broken("212.2", "found_card_does_not_fit")
def a_search_in_a_hidden_deck_finds_another_sort_of_card(t: Table) -> Any:
    _deal(t, "Crystal Prospector", "Mist Dragon", hidden=True)
    t.st.pool[ME] = (9, 9, 9, 9)
    t.act("cast", seat=ME, card="Crystal Prospector", pay=_price("Crystal Prospector"))
    return t.try_act("resolve", answers=[["Mist Dragon"], None])


@obeyed("208.4")
def a_card_out_of_a_hidden_hand_is_what_the_text_asks_for(t: Table) -> None:
    _deal(t, "Hidden Door", hidden=True)
    t.act("cast", seat=ME, card="Hidden Door")
    t.resolve([GREY])
    assert len(t.st.play[ME]) == 2


@broken("208.4", "found_card_does_not_fit")
def a_card_out_of_a_hidden_hand_is_of_another_sort(t: Table) -> Any:
    _deal(t, "Hidden Door", "Mist Dragon", hidden=True)
    t.act("cast", seat=ME, card="Hidden Door")
    return t.try_act("resolve", answers=[["Mist Dragon"]])


def _price(name: str) -> dict[str, int]:
    card = _pool().named(name)
    assert card is not None
    amounts = zip(("mystic", "boost", "robiumm", "colorless"), card.cost.as_tuple(), strict=True)
    return {kind: amount for kind, amount in amounts if amount}
