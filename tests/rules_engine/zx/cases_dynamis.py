"""Cases of the rules about the Dynamis: Advent, Awaken, Idealize, Event Extra, and what may not be played from it."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.kernel.errors import EngineGap, Violation
from rules_engine.zx.abilities import links
from rules_engine.zx.cards import ZxCard, ZxCost
from rules_engine.zx.legal import legal_actions
from rules_engine.zx.markers import add_counters
from rules_engine.zx.model import (
    CHARGE,
    DECK,
    DYNAMIS,
    GONE,
    HAND,
    LIFE,
    REMOVE,
    RESOURCE,
    RESOURCES,
    SQUARE,
    TRASH,
)
from rules_engine.zx.moving import move
from rules_engine.zx.placing import check_square
from rules_engine.zx.preprocessing import preprocess
from rules_engine.zx.view import view

from .cases_setup import legal_deck, refused
from .registry import broken, obeyed
from .scene import ME, PLAIN, STRONG, YOU, Scene, saying

ADVENT, AWAKEN = "B16-039", "B18-037"
BLUE, BLUE_TOO = "B01-021", "B01-024"


def hidden(t: Scene, number: str, seat: int = ME) -> str:
    """One more face-down card in a Dynamis."""
    return t.add(seat, number, DYNAMIS, face_up=False)


def an_extra(text: str, cost: int = 2, number: str = "X", **values: Any) -> ZxCard:
    """A red Z/X Extra with this condition."""
    return ZxCard(number, number, "zx_extra", ("red",), ZxCost(cost), 5000, text=text, **values)


def advent(blue: int = 2, resource: int = 6) -> tuple[Scene, list[str], str]:
    """A scene with B16-039 in my Dynamis, own Z/X that cost 6 together, and Resource; what would be destroyed."""
    t = Scene()
    card = hidden(t, ADVENT)
    given = [t.stand(ME, BLUE_TOO if place < blue else "B01-006", f"{place},0") for place in range(2)]
    for name in t.pay(resource):
        t.st.change(int(name[1:]), asleep=True)
    return t, given, card


@obeyed("B.extra-1", "B.main-4", "B.place-1")
def an_advent_destroys_own_z_x_and_needs_no_payment(_t: Scene) -> None:
    t, given, card = advent()
    t.ok("extra", card=ADVENT, square="1,1", pay=given)
    assert [t.zone(name) for name in given] == [CHARGE, CHARGE]
    assert (t.zone(card), t.obj(card).square, t.obj(card).asleep, t.obj(card).face_up) == (
        SQUARE,
        4,
        False,
        True,
    )


@obeyed("B.extra-1")
def an_advent_appears_on_the_square_of_what_it_destroyed(_t: Scene) -> None:
    t, given, card = advent()
    t.ok("extra", card=ADVENT, square="0,0", pay=given)
    assert t.obj(card).square == 0 and t.zone(given[0]) == CHARGE, (
        "destroyed, and not put into Trash by the new one"
    )


@obeyed("B.extra-1")
def each_part_of_an_advent_finds_a_z_x_of_its_own(_t: Scene) -> None:
    text = "[Advent] <Condition> 1 Z/X, 1 blue Z/X"
    for first, second, found in (
        (PLAIN, BLUE, None),
        (BLUE, PLAIN, None),
        (PLAIN, PLAIN, "advent_not_as_named"),
    ):
        t = Scene(None, an_extra(text))
        hidden(t, "X")
        t.pay(2)
        given = [t.stand(ME, first, "0,0"), t.stand(ME, second, "2,0")]
        violation = t.do("extra", card="X", square="1,1", pay=given)
        assert (violation and violation.code) == found


@obeyed("910.1", "B.extra-1")
def an_extra_destroyed_for_an_advent_goes_to_the_dynamis(_t: Scene) -> None:
    t, given, _card = advent(blue=1)
    old = t.stand(ME, AWAKEN, "2,1")
    t.ok("extra", card=ADVENT, square="1,1", pay=[given[0], old])
    assert t.zone(old) == DYNAMIS and t.obj(old).face_up and t.count(CHARGE) == 1


def _refused_advent(given: list[str], t: Scene) -> Violation | None:
    """Refuse an Advent, with nothing paid (B.extra-5)."""
    before = t.st.digest()
    found = t.do("extra", card=ADVENT, square="1,1", pay=given)
    assert t.st.digest() == before, "nothing is paid"
    return found


@broken("B.extra-1", "advent_not_as_named")
def a_red_z_x_is_given_for_a_blue_one(_t: Scene) -> Violation | None:
    t, given, _card = advent(blue=1)
    return _refused_advent(given, t)


@broken("B.extra-1", "advent_not_as_named")
def one_z_x_is_given_where_two_are_asked_for(_t: Scene) -> Violation | None:
    t, given, _card = advent()
    return _refused_advent(given[:1], t)


@broken("B.extra-1", "advent_total")
def the_costs_do_not_reach_that_of_the_extra(_t: Scene) -> Violation | None:
    t, given, _card = advent()
    return _refused_advent([given[0], t.stand(ME, BLUE, "2,1")], t)


@broken("B.extra-1", "advent_resource")
def fewer_cards_lie_in_resource_than_the_extra_costs(_t: Scene) -> Violation | None:
    t, given, _card = advent(resource=5)
    return _refused_advent(given, t)


@broken("B.extra-1", "advent_card")
def a_sleeping_z_x_is_given(_t: Scene) -> Violation | None:
    t, given, _card = advent()
    t.st.change(int(given[1][1:]), asleep=True)
    return _refused_advent(given, t)


@broken("B.extra-1", "advent_card")
def a_z_x_of_the_opponent_is_given(_t: Scene) -> Violation | None:
    t, given, _card = advent()
    return _refused_advent([given[0], t.stand(YOU, BLUE_TOO, "2,1")], t)


@broken("B.place-4", "own_sleeper")
def an_extra_is_put_on_a_friendly_sleeper(_t: Scene) -> Violation | None:
    t, given, _card = advent()
    t.stand(ME, PLAIN, "1,1", asleep=True)
    return _refused_advent(given, t)


@broken("B.place-2", "square_of_enemy")
def an_extra_is_put_on_an_enemy(_t: Scene) -> Violation | None:
    t, given, _card = advent()
    t.stand(YOU, PLAIN, "1,1")
    return _refused_advent(given, t)


@obeyed("B.extra-2", "B.extra-3", "B.cost-2")
def a_blue_awakening_shows_cards_and_draws_as_many(_t: Scene) -> None:
    t = Scene()
    card = hidden(t, AWAKEN)
    shown = t.leave(HAND, ME, STRONG, "B01-013")
    paid = t.pay(5, number=BLUE)
    t.ok("extra", card=AWAKEN, square="1,1", pay=paid, answers=[[PLAIN] * 10 + [STRONG, "B01-013"]])
    assert [event[1] for event in t.st.events if event[0] == "showed"] == [int(name[1:]) for name in shown]
    assert t.zone(card) == SQUARE and all(t.obj(name).asleep for name in paid)
    assert [t.st.card(slot).number for slot in t.st.pile(HAND, ME)] == [PLAIN, PLAIN] and t.count(DECK) == 10


def awaken(colour: str, zone: int, cards: list[str], asked: str, *answers: Any) -> tuple[Scene, list[str]]:
    """A red Z/X Extra is played by this Awaken Condition with these cards in a zone; the scene afterwards."""
    t = Scene(None, an_extra(f"[Awaken] <Condition> {colour}: {asked}"))
    hidden(t, "X")
    there = t.leave(zone, ME, *cards)
    pay = there[:2] if zone == RESOURCE else t.pay(2)
    given = [
        [there[place] for place in answer] if isinstance(answer, tuple) else answer for answer in answers
    ]
    t.ok("extra", card="X", square="1,1", pay=pay, answers=given or None)
    return t, there


@obeyed("B.extra-2", "B.extra-3")
def a_red_awakening_removes_cards_of_trash(_t: Scene) -> None:
    t, there = awaken("red", TRASH, [PLAIN, BLUE, STRONG], "2 red cards")
    assert [t.zone(name) for name in there] == [REMOVE, TRASH, REMOVE]


@obeyed("B.extra-3")
def a_white_awakening_returns_cards_of_trash(_t: Scene) -> None:
    order = [BLUE, *[PLAIN] * 10, STRONG]
    t, there = awaken("white", TRASH, [PLAIN, BLUE, STRONG], "2 cards", (1, 2), order)
    assert [t.zone(name) for name in there] == [TRASH, DECK, DECK] and t.count(DECK) == 12


@obeyed("B.extra-3")
def a_black_awakening_gives_charge_one_card_for_all(_t: Scene) -> None:
    t, there = awaken("black", CHARGE, [PLAIN, BLUE, STRONG], "2 cards", (0, 2))
    assert (
        [t.zone(name) for name in there] == [TRASH, CHARGE, TRASH]
        and t.count(CHARGE) == 2
        and t.count(DECK) == 9
    )


@obeyed("B.extra-3", "B.extra-2")
def a_green_awakening_exchanges_what_has_just_paid(_t: Scene) -> None:
    t, there = awaken("green", RESOURCE, [PLAIN, PLAIN, BLUE], "2 cards", (0, 1), [PLAIN] * 12)
    assert t.zone(there[2]) == RESOURCE and not t.obj(there[2]).asleep
    new = [slot for slot in t.st.pile(RESOURCE, ME) if f"#{slot}" != there[2]]
    assert len(new) == 2 and all(t.st.objs[slot].asleep for slot in new) and t.count(DECK) == 10


@obeyed("B.extra-5", "902.1")
def a_reload_falls_into_an_awakening(_t: Scene) -> None:
    t = Scene(None, an_extra("[Awaken] <Condition> black: 1 card"))
    card = hidden(t, "X")
    t.leave(DECK, ME, PLAIN)
    t.leave(TRASH, ME)
    (given,) = t.leave(CHARGE, ME, PLAIN)
    t.ok("extra", card="X", square="1,1", pay=t.pay(2), answers=[1])
    assert t.zone(card) == SQUARE and t.zone(given) == DECK, "the deck ran out, and Trash became the deck"


@broken("B.extra-5", "awaken_short")
def too_few_such_cards_lie_there(_t: Scene) -> Violation | None:
    t = Scene(None, an_extra("[Awaken] <Condition> red: 2 Mythos cards"))
    hidden(t, "X")
    t.leave(TRASH, ME, PLAIN, PLAIN)
    paid = t.pay(2)
    before = t.st.digest()
    found = t.do("extra", card="X", square="1,1", pay=paid)
    assert t.st.digest() == before, "nothing is paid"
    return found


@broken("B.extra-3", "choice_not_allowed")
def another_card_is_removed_than_the_condition_names(_t: Scene) -> Violation | None:
    t = Scene(None, an_extra("[Awaken] <Condition> red: 1 red card"))
    hidden(t, "X")
    _red, _other, blue = t.leave(TRASH, ME, PLAIN, PLAIN, BLUE)
    return t.do("extra", card="X", square="1,1", pay=t.pay(2), answers=[[blue]])


@broken("B.cost-2", "wrong_cost")
def too_little_is_paid_for_an_awakening(_t: Scene) -> Violation | None:
    t = Scene()
    hidden(t, AWAKEN)
    t.leave(HAND, ME, STRONG, "B01-013")
    return t.do("extra", card=AWAKEN, square="1,1", pay=t.pay(4, number=BLUE))


@broken("B.extra-5", "no_condition")
def a_line_that_is_no_condition_is_used(_t: Scene) -> Violation | None:
    t = Scene(None, an_extra("[Awaken] <Condition> red: 1 card\n[Always] <Effect> This Z/X gets +500 Power."))
    hidden(t, "X")
    t.leave(TRASH, ME, PLAIN)
    return t.do("extra", card="X", square="1,1", ability=2, pay=t.pay(2))


@obeyed("B.extra-5")
def an_extra_with_two_conditions_is_played_by_either(_t: Scene) -> None:
    t = Scene(None, an_extra("[Advent] <Condition> 2 blue Z/X\n[Awaken] <Condition> red: 1 card"))
    card = hidden(t, "X")
    t.leave(TRASH, ME, PLAIN)
    t.ok("extra", card="X", square="1,1", ability=2, pay=t.pay(2))
    assert t.zone(card) == SQUARE and t.count(REMOVE) == 1


IDEAL = an_extra('[Idealize] <Condition> expend 2 "Dream Key"')


@obeyed("B.extra-4", "B.marker-5")
def an_idealize_expends_counters_and_nothing_else(_t: Scene) -> None:
    t = Scene(None, IDEAL)
    card = hidden(t, "X")
    assert t.st.counters == [(), ()], "nobody has any at the start"
    add_counters(t.st, ME, "Dream Key", 3)
    assert view(t.st, YOU)["seats"][ME]["counters"] == {"Dream Key": 3}
    t.ok("extra", card="X", square="1,1")
    assert t.zone(card) == SQUARE and t.st.counters == [(("Dream Key", 1),), ()]


@broken("B.extra-4", "counters_short")
def too_few_counters_are_there(_t: Scene) -> Violation | None:
    t = Scene(None, IDEAL)
    hidden(t, "X")
    add_counters(t.st, ME, "Dream Key", 1)
    add_counters(t.st, YOU, "Dream Key", 5)
    return t.do("extra", card="X", square="1,1")


@obeyed("B.marker-2", "B.marker-3")
def a_counter_is_created_with_its_own_marker_only(_t: Scene) -> None:
    t = Scene(None, saying('[Event] <Effect> Create 1 "Moon Coin" Counter. Draw 1 card.', kind="event"))
    t.leave(HAND, ME, "S")
    t.ok("play", card="S")
    assert t.st.counters == [(), ()] and t.count(HAND) == 1, (
        "a Dream Key is at hand, and cannot stand in for it"
    )


@obeyed("B.main-4", "B.arc-2", "B.type-2")
def an_event_extra_is_paid_for_and_carried_out(_t: Scene) -> None:
    t = Scene(None, saying("[Event] <Effect> Draw 2 cards.", "E", "event_extra"))
    card = hidden(t, "E")
    t.ok("extra", card="E")
    assert t.count(HAND) == 2 and t.zone(card) == DYNAMIS and t.obj(card).face_up


@broken("B.main-4", "extra_used")
def a_second_extra_is_played_in_a_turn(_t: Scene) -> Violation | None:
    t = Scene()
    hidden(t, "T-event-extra")
    hidden(t, "T-event-extra")
    t.ok("extra", card="T-event-extra", pay=t.pay(1))
    assert not any(action.do == "extra" for action in legal_actions(t.st, ME))
    return t.do("extra", card="T-event-extra", pay=t.pay(1))


@obeyed("B.main-4")
def the_next_turn_has_an_extra_of_its_own(_t: Scene) -> None:
    t = Scene()
    hidden(t, "T-event-extra")
    t.ok("extra", card="T-event-extra", pay=t.pay(1))
    t.ok("next")
    assert t.st.extras == [False, False]


@broken("B.main-4", "no_extra")
def a_shift_is_played_as_an_extra(t: Scene) -> Violation | None:
    hidden(t, "T-shift")
    return t.do("extra", card="T-shift", square="1,1")


@broken("B.extra-7", "extra_face_up")
def a_face_up_extra_is_played(_t: Scene) -> Violation | None:
    t, given, card = advent()
    t.st.change(int(card[1:]), face_up=True)
    return t.do("extra", card=ADVENT, square="1,1", pay=given)


@broken("B.extra-7", "not_in_dynamis")
def an_extra_of_the_opponent_is_played(_t: Scene) -> Violation | None:
    t, given, _card = advent()
    hidden(t, AWAKEN, YOU)
    return t.do("extra", card=AWAKEN, square="1,1", pay=given)


@broken("B.extra-7", "extra_in_battle")
def a_z_x_extra_is_played_in_a_battle(_t: Scene) -> Violation | None:
    t, given, _card = advent()
    t.stand(YOU, PLAIN, "1,1")
    t.ok("attack", card=t.stand(ME, PLAIN, "0,1"), square="1,1")
    return t.do("extra", card=ADVENT, square="2,1", pay=given)


@broken("B.flow-1", "other_phase")
def an_extra_is_played_in_the_resource_phase(_t: Scene) -> Violation | None:
    t, given, _card = advent()
    t.st.phase = RESOURCES
    return t.do("extra", card=ADVENT, square="1,1", pay=given)


@obeyed("B.extra-7", "B.dynamis-3")
def an_opponent_counts_face_down_cards_and_sees_open_ones(_t: Scene) -> None:
    t, _given, _card = advent()
    t.add(ME, AWAKEN, DYNAMIS, face_up=True)
    seen = view(t.st, YOU)["seats"][ME]["dynamis"]
    assert seen["count"] == 2 and seen["cards"][0] == {"owner": ME, "face_up": False}
    assert (seen["cards"][1]["number"], seen["cards"][1]["face_up"]) == (AWAKEN, True)
    assert [card["number"] for card in view(t.st, ME)["seats"][ME]["dynamis"]["cards"]] == [ADVENT, AWAKEN]


@obeyed("B.marker-2")
def markers_that_nobody_wrote_down_stop_the_log(_t: Scene) -> None:
    t = Scene(None, saying('[Event] <Effect> Create 1 "Dream Key" Counter.', kind="event"))
    t.st.table.seats = tuple(type(seat)(seat=seat.seat, player=seat.player) for seat in t.st.table.seats)
    t.leave(HAND, ME, "S")
    with pytest.raises(EngineGap) as found:
        t.ok("play", card="S")
    assert found.value.code == "markers_not_written"


# --- Tokens and Links -----------------------------------------------------------------------------------------------

TOKEN = 'Create a "Slave" Token in Reboot State on a Normal Square without a Z/X.'


def marked(text: str, *answers: Any) -> Scene:
    """A scene after an Event of mine with this text."""
    t = Scene(None, saying("[Event] <Effect> " + text, kind="event"))
    t.stand(YOU, STRONG, "1,1")
    t.leave(HAND, ME, "S")
    t.ok("play", card="S", answers=list(answers) or None)
    return t


@obeyed("B.marker-4", "912.1", "B.type-2")
def a_token_is_a_z_x_on_squares_and_gone_elsewhere(_t: Scene) -> None:
    t = marked(TOKEN, "0,1")
    (token,) = t.st.zx_on(3)
    obj = t.st.objs[token]
    assert (obj.owner, obj.asleep, t.st.power(token)) == (ME, False, 3000)
    t.fight(f"#{token}", "1,1")
    assert t.st.objs[token].asleep
    move(t.st, token, HAND)
    assert t.st.objs[token].zone == GONE and t.count(HAND) == 0


@broken("B.text-5", "choice_not_allowed")
def a_token_is_put_on_an_enemy(_t: Scene) -> Violation | None:
    t = Scene(None, saying("[Event] <Effect> " + TOKEN, kind="event"))
    t.stand(YOU, STRONG, "1,1")
    t.leave(HAND, ME, "S")
    return t.do("play", card="S", answers=["1,1"])


@broken("B.marker-4", "zx_marker")
def a_token_in_a_deck(_t: Scene) -> Violation:
    return refused(deck=legal_deck(Slave=1, T_faint=1), play="constructed")


@obeyed("B.marker-6")
def a_link_lies_on_a_square_and_only_what_names_links_touches_it(_t: Scene) -> None:
    t = marked('Create a "Thread" Link on a Square. Destroy every Z/X.', "1,1")
    (link,) = links(t.st)
    assert (t.st.objs[link].square, t.st.zx_on(4)) == (4, []), "every Z/X is destroyed, and no Link is one"
    assert check_square(t.st, YOU, 4) is None, "a Z/X can be played there"
    assert {action.card for action in legal_actions(t.st, ME) if action.do == "attack"} == set()
    move(t.st, link, SQUARE, square=5)
    assert t.st.objs[link].square == 5, "from Square to Square it stays"
    move(t.st, link, HAND)
    assert t.st.objs[link].zone == GONE and t.st.hits["B.marker-6"] == 2


# --- Player Extra ---------------------------------------------------------------------------------------------------

REGENT = ZxCard(
    "R",
    "Regent",
    "player_extra",
    player_name="Regina",
    text="[Crisis] <Condition> you have 3 or fewer cards in your Life\n"
    "[Always] <Effect> Every Z/X of yours gets +500 Power.\n"
    "[Boot] <Cost> 0 Resource <Effect> Draw 1 card.",
)


def behind() -> tuple[Scene, str]:
    """A scene with a face-down Player Extra behind my Player card."""
    t = Scene(None, REGENT, saying("[Boot] <Player> Regina <Cost> 0 Resource <Effect> Draw 1 card."))
    card = t.add(ME, "R", SQUARE, "1,0", face_up=False)
    t.st.behind = (int(card[1:]),)
    return t, card


@obeyed("B.arc-4", "B.type-2")
def a_player_extra_whose_crisis_comes_is_one_card_with_its_player(_t: Scene) -> None:
    t, card = behind()
    mine, named = t.stand(ME, PLAIN, "0,0"), t.stand(ME, "S", "2,0")
    preprocess(t.st)
    assert not t.obj(card).face_up and t.st.power(int(mine[1:])) == 3500
    t.leave(LIFE, ME, PLAIN, PLAIN, PLAIN)
    preprocess(t.st)
    assert t.obj(card).face_up and t.st.power(int(mine[1:])) == 4000
    t.ok("boot", card=card)
    t.ok("boot", card=named)
    assert t.count(HAND) == 2, "what both cards say is there, and both names"
    assert t.st.zx_on(1) == [], "it is no Z/X"


@broken("B.text-1", "no_startup")
def a_player_extra_works_before_its_crisis(_t: Scene) -> Violation | None:
    t, card = behind()
    assert view(t.st, YOU)["squares"]["1,0"][-1] == {"owner": ME, "face_up": False}, (
        "nobody else sees what it is"
    )
    return t.do("boot", card=card)


@broken("B.prep-1", "not_behind")
def any_card_lies_behind_the_player_card(_t: Scene) -> Violation:
    return refused(laid_out={"behind": PLAIN})


def unseen() -> tuple[Scene, str]:
    """The same where nobody says which card lies there."""
    t, card = behind()
    t.st.change(int(card[1:]), rev=t.st.table.unseen_behind)
    return t, card


@obeyed("B.arc-4")
def a_player_extra_that_nobody_had_named_is_turned_up_by_a_line_of_its_own(_t: Scene) -> None:
    t, card = unseen()
    mine = t.stand(ME, PLAIN, "0,0")
    t.leave(LIFE, ME, PLAIN, PLAIN, PLAIN)
    preprocess(t.st)
    assert not t.obj(card).face_up and t.st.zx_on(1) == []
    t.ok("crisis", card="R")
    assert t.obj(card).face_up and t.st.behind == ()
    assert t.st.power(int(mine[1:])) == 4000


@broken("B.arc-4", "no_crisis")
def a_player_extra_is_turned_up_before_its_crisis(_t: Scene) -> Violation | None:
    t, card = unseen()
    refused = t.do("crisis", card="R")
    assert t.obj(card).rev == t.st.table.unseen_behind, "and nobody has heard its name"
    return refused


@broken("B.arc-4", "not_behind")
def another_card_is_turned_up_behind_the_player_card(_t: Scene) -> Violation | None:
    t, _card = unseen()
    return t.do("crisis", card=PLAIN)


# --- Shift ----------------------------------------------------------------------------------------------------------

SHIFT = ZxCard(
    "SH",
    "Mantle",
    "shift",
    ("red",),
    ZxCost(2),
    text="[Shift] <Condition> you have 1 or more cards in your Charge <Vessel> a red Z/X of yours\n"
    "[Always] <Effect> Every Z/X of yours gets +500 Power.",
)


def shifting(charge: int = 1, **choices: str) -> tuple[Scene, str, str]:
    """A scene with a Shift in my Dynamis, a vessel of mine and so many cards in Charge."""
    t = Scene({"Z25": "abilities"} | choices, SHIFT)
    card = hidden(t, "SH")
    t.leave(CHARGE, ME, *[PLAIN] * charge)
    return t, card, t.stand(ME, PLAIN, "1,1")


@obeyed("B.main-5", "913.1")
def a_shift_lies_on_its_vessel_and_goes_with_it(_t: Scene) -> None:
    t, card, vessel = shifting()
    t.stand(YOU, PLAIN, "2,2")
    t.ok("shift", card="SH")
    assert (t.zone(card), t.obj(card).square, t.obj(card).face_up) == (SQUARE, 4, True)
    assert t.st.power(int(vessel[1:])) == 4000 and t.st.zx_on(4) == [int(vessel[1:])]
    move(t.st, int(vessel[1:]), SQUARE, square=5)
    assert t.obj(card).square == 5
    move(t.st, int(vessel[1:]), HAND)
    assert t.zone(card) == DYNAMIS and t.obj(card).face_up


@obeyed("B.main-5")
def a_shift_names_its_vessel_among_several(_t: Scene) -> None:
    t, card, _vessel = shifting()
    other = t.stand(ME, PLAIN, "0,1")
    assert t.asks("shift", card="SH") == (ME, "vessel")
    t.ok("shift", card="SH", answers=[other])
    assert t.obj(card).square == 3


@obeyed("B.main-5")
def a_shift_that_lies_open_is_played_before_its_copies(_t: Scene) -> None:
    t, card, _vessel = shifting()
    t.st.change(int(card[1:]), face_up=True)
    copy, unseen = hidden(t, "SH"), hidden(t, "SH")
    t.st.change(int(unseen[1:]), rev=t.st.table.unknown)
    t.st.hides = True
    t.ok("shift", card="SH")
    assert t.zone(card) == SQUARE and {t.zone(copy), t.zone(unseen)} == {DYNAMIS}
    assert t.obj(unseen).rev == t.st.table.unknown, "no other card is named by it"


@broken("B.main-5", "choice_not_allowed")
def a_shift_is_put_on_an_enemy(_t: Scene) -> Violation | None:
    t, _card, _vessel = shifting()
    t.stand(ME, PLAIN, "0,1")
    return t.do("shift", card="SH", answers=[t.stand(YOU, PLAIN, "2,1")])


@broken("B.main-5", "shift_used")
def a_second_shift_is_played_in_a_turn(_t: Scene) -> Violation | None:
    t, _card, _vessel = shifting()
    hidden(t, "SH")
    t.ok("shift", card="SH")
    return t.do("shift", card="SH")


@broken("B.main-5", "shift_condition")
def a_shift_is_played_without_its_condition(_t: Scene) -> Violation | None:
    t, _card, _vessel = shifting(charge=0, Z25="judge")
    return t.do("shift", card="SH")


@broken("B.main-5", "no_vessel")
def a_shift_finds_no_vessel(_t: Scene) -> Violation | None:
    t, _card, vessel = shifting()
    move(t.st, int(vessel[1:]), HAND)
    t.stand(ME, BLUE, "0,1")
    return t.do("shift", card="SH")


@broken("B.main-5", "no_shift")
def an_extra_is_played_as_a_shift(t: Scene) -> Violation | None:
    hidden(t, ADVENT)
    return t.do("shift", card=ADVENT)


@broken("B.main-5", "not_in_dynamis")
def a_shift_that_is_not_there_is_played(t: Scene) -> Violation | None:
    return t.do("shift", card="T-shift")
