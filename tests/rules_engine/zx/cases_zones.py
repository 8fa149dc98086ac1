"""Zones, ownership, new objects, and the rule effects that act at once (301, 302, 902, 910-913)."""

from __future__ import annotations

from rules_engine.kernel.errors import Violation
from rules_engine.zx.model import (
    CHARGE,
    DECK,
    DYNAMIS,
    FORCE,
    GONE,
    HAND,
    LIFE,
    RESOURCE,
    SQUARE,
    TEMPORARY,
    TRASH,
)
from rules_engine.zx.moving import create, move, move_all
from rules_engine.zx.preprocessing import preprocess
from rules_engine.zx.squares import NUMBERS
from rules_engine.zx.view import view

from .registry import broken, obeyed
from .scene import ME, PLAIN, YOU, Scene


@obeyed("301.4")
def a_card_that_changes_its_zone_is_new(t: Scene) -> None:
    card = t.stand(ME, PLAIN, "1,1", damage=1000)
    was = t.obj(card).inc
    move(t.st, int(card[1:]), SQUARE, square=NUMBERS["0,1"])
    assert (t.obj(card).inc, t.obj(card).damage, t.obj(card).square) == (was, 1000, NUMBERS["0,1"])
    move(t.st, int(card[1:]), HAND)
    move(t.st, int(card[1:]), SQUARE, square=NUMBERS["1,1"])
    assert (t.obj(card).inc, t.obj(card).damage) == (was + 2, 0)


@obeyed("301.5", "902.1")
def several_cards_arrive_together(t: Scene) -> None:
    t.leave(DECK, ME)
    cards = t.leave(CHARGE, ME, PLAIN, PLAIN)
    t.st.answers = [[PLAIN, PLAIN], 1]
    move_all(t.st, [int(card[1:]) for card in cards], TRASH)
    assert (t.count(DECK), t.count(LIFE), t.count(CHARGE)) == (2, 3, 1)  # one Reload with both cards, not two


@obeyed("302.4", "302.1a", "302.1b")
def a_card_goes_to_the_zone_of_its_owner(t: Scene) -> None:
    card = t.stand(YOU, PLAIN, "1,1", controller=ME)
    move(t.st, int(card[1:]), CHARGE)
    assert (t.count(CHARGE, YOU), t.count(CHARGE, ME)) == (1, 0)
    assert (t.obj(card).owner, t.obj(card).controller) == (YOU, YOU)


@obeyed("302.2", "302.3", "302.3c")
def a_card_lies_as_its_zone_says(t: Scene) -> None:
    card = int(t.stand(ME, PLAIN, "1,1", asleep=True)[1:])
    for zone, asleep, face_up in ((HAND, False, False), (RESOURCE, True, True), (TRASH, False, True)):
        move(t.st, card, zone, asleep=True)
        assert (t.st.objs[card].asleep, t.st.objs[card].face_up) == (asleep, face_up)


@obeyed("301.3a", "301.3b", "301.3c", "301.3d", "B.dynamis-3", "B.prep-3")
def everybody_sees_what_is_public_and_nobody_more(t: Scene) -> None:
    t.leave(HAND, ME, "B01-006")
    t.leave(DYNAMIS, ME, "T-extra")
    for hidden in (*t.st.pile(HAND, ME), *t.st.pile(DYNAMIS, ME)):
        t.st.change(hidden, face_up=False)
    t.leave(TRASH, ME, "B01-013")
    t.add(ME, "B01-007", FORCE, face_up=False)
    mine, yours, anybodys = (view(t.st, who) for who in (ME, YOU, "spectator"))
    for zone, number in (("hand", "B01-006"), ("dynamis", "T-extra")):
        assert mine["seats"][ME][zone]["cards"][0]["number"] == number
        assert yours["seats"][ME][zone] == {"count": 1, "cards": [{"owner": ME, "face_up": False}]}
    assert mine["force"][0]["number"] == "B01-007"
    assert yours["force"] == anybodys["force"] == [{"owner": ME, "face_up": False}]
    for seen in (mine, yours, anybodys):
        assert seen["seats"][ME]["trash"]["cards"][0]["number"] == "B01-013"
        assert seen["seats"][ME]["life"] == {"count": 4} and seen["seats"][ME]["deck"] == {"count": 10}


@obeyed("902.1a", "902.1b", "902.1c", "B.deckout-1", "901.2a")
def an_empty_deck_is_filled_in_the_middle_of_drawing(t: Scene) -> None:
    t.leave(DECK, ME, PLAIN)
    t.leave(TRASH, ME, "B01-006", "B01-013")
    t.leave(LIFE, ME, "B01-007", PLAIN)
    t.ok("next", ME)
    t.ok("next", YOU)  # nothing into Resource
    before = t.st.snapshot()
    assert t.asks("next", YOU) == (ME, "shuffle")
    assert t.asks("next", YOU, answers=[["B01-013", "B01-006"]]) == (YOU, "reload_life")
    t.st.restore(before)
    t.ok("next", YOU, answers=[["B01-013", "B01-006"], 1])
    assert [t.st.card(slot).number for slot in t.st.pile(HAND, ME)] == [PLAIN, "B01-013"]
    assert (t.count(TRASH), t.count(LIFE)) == (0, 1)
    assert [t.st.card(slot).number for slot in t.st.pile(CHARGE, ME)] == [
        "B01-007"
    ]  # with the icon, and not played


@broken("902.1c", "choice_not_allowed")
def the_opponent_picks_a_life_that_is_not_there(t: Scene) -> Violation | None:
    t.leave(DECK, ME, PLAIN)
    t.leave(TRASH, ME, PLAIN)
    t.ok("next", ME)
    t.ok("next", YOU)
    return t.do("next", YOU, answers=[5])


@obeyed("910.1", "B.extra-6", "B.type-2")
def a_z_x_extra_that_dies_goes_face_up_to_dynamis(t: Scene) -> None:
    card = t.stand(YOU, "T-extra", "1,1")
    t.fight(t.stand(ME, STRONGER, "0,1"), "1,1")
    assert t.zone(card) == DYNAMIS and t.obj(card).face_up
    assert t.count(CHARGE, YOU) == 0


STRONGER = "B01-016"


@obeyed("912.1", "B.marker-4")
def a_token_that_leaves_the_squares_is_gone(t: Scene) -> None:
    token = create(t.st, t.st.table.rev_of(PLAIN), YOU, NUMBERS["1,1"], token=True)
    move(t.st, token, SQUARE, square=NUMBERS["2,1"])
    assert t.st.objs[token].zone == SQUARE
    t.fight(t.stand(ME, STRONGER, "1,1"), "2,1")
    assert t.st.objs[token].zone == GONE and t.count(CHARGE, YOU) == 0


@obeyed("913.1")
def a_shift_goes_to_dynamis_when_its_card_leaves(t: Scene) -> None:
    card = t.stand(YOU, PLAIN, "1,1")
    shift = t.stand(YOU, "T-shift", "1,1", host=int(card[1:]))
    t.fight(t.stand(ME, STRONGER, "0,1"), "1,1")
    assert t.zone(shift) == DYNAMIS and t.obj(shift).face_up


@obeyed("908.1")
def a_force_card_without_connection_goes_to_trash(t: Scene) -> None:
    card = t.stand(ME, PLAIN, "1,1")
    t.st.piles[FORCE * 2] = ()
    held, loose = (t.add(ME, PLAIN, FORCE, host=host) for host in (int(card[1:]), -1))
    preprocess(t.st)
    assert (t.zone(held), t.zone(loose)) == (FORCE, TRASH)
    move(t.st, int(card[1:]), HAND)
    preprocess(t.st)
    assert t.zone(held) == TRASH


@obeyed("B.event-2", "B.battle-event-2")
def an_event_resolves_and_goes_to_trash(t: Scene) -> None:
    (card,) = t.leave(HAND, ME, "T-event")
    t.ok("play", card="T-event", pay=t.pay(1))
    assert t.zone(card) == TRASH and ("zone", int(card[1:]), HAND, TEMPORARY) in t.st.events
