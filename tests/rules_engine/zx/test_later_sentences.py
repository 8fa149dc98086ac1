"""Sentences that the documents' own examples need: each is seen to work, and to find nothing."""

from rules_engine.zx.model import CHARGE, DECK, HAND, RESOURCE, SQUARE, TRASH
from rules_engine.zx.moving import destroy, move

from .cases_effects import settle
from .scene import ME, PLAIN, STRONG, YOU, Scene, saying

EVENT, ALWAYS = "[Event] <Effect> ", "[Always] <Effect> "


def with_event(text: str, *others: str) -> Scene:
    """A scene with that Event in hand, and other cards S1, S2 that say something."""
    cards = [saying(said, f"S{at}") for at, said in enumerate(others, 1)]
    t = Scene(None, saying(EVENT + text, "E", kind="event"), *cards)
    t.leave(HAND, ME, "E")
    t.leave(HAND, YOU)
    return t


def test_each_player_draws_the_turn_player_first_and_who_has_no_deck_draws_nothing() -> None:
    t = with_event("Each player draws 2 cards.")
    t.ok("play", card="E")
    assert (t.count(HAND, ME), t.count(HAND, YOU)) == (2, 2)
    drawn = [
        t.st.objs[event[1]].owner for event in t.st.events if event[0] == "zone" and event[2:] == (DECK, HAND)
    ]
    assert drawn == [ME, ME, YOU, YOU]
    t = with_event("Each player draws 2 cards.")
    t.leave(DECK, YOU, PLAIN)
    t.leave(TRASH, YOU)
    t.ok("play", card="E")
    assert (t.count(HAND, ME), t.count(HAND, YOU)) == (2, 1)


def test_each_player_gives_cards_of_their_hand_and_an_empty_hand_gives_none() -> None:
    t = with_event("Each player puts 1 card from the hand into Trash.")
    t.leave(HAND, ME, "E", PLAIN, STRONG)
    t.leave(HAND, YOU, PLAIN, STRONG)
    t.ok("play", card="E", answers=[[STRONG], [PLAIN]])
    assert (t.count(HAND, ME), t.count(HAND, YOU)) == (1, 1)
    t = with_event("Each player puts 1 card from the hand into Trash.")
    t.ok("play", card="E")
    assert (t.count(TRASH, ME), t.count(TRASH, YOU)) == (1, 0), "the Event alone"


def test_damage_equal_to_its_power_counts_what_the_card_has_now_and_none_without_a_target() -> None:
    text = "[Boot] <Cost> 0 Resource <Effect> Deal damage equal to its Power to an enemy Z/X."
    t = Scene(None, saying(text))
    card = t.stand(ME, "S", "1,1")
    t.st.settled = ()
    target = t.stand(YOU, STRONG, "2,2")
    t.ok("boot", card=card)
    assert t.obj(target).damage == 3000
    t = Scene(None, saying(text))
    t.ok("boot", card=t.stand(ME, "S", "1,1"))


def test_damage_equal_to_its_power_is_none_once_the_card_has_gone() -> None:
    text = "[Auto] <Trigger> this Z/X is put into Charge <Effect> Deal damage equal to its Power to an enemy Z/X."
    t = Scene(None, saying(text))
    card, target = t.stand(ME, "S", "1,1"), t.stand(YOU, STRONG, "2,2")
    destroy(t.st, [int(card[1:])])
    settle(t)
    assert t.zone(card) == CHARGE and t.obj(target).damage == 0


def test_what_waits_for_charge_sees_what_goes_there_together_and_nothing_that_goes_elsewhere() -> None:
    text = "[Auto] <Trigger> another Z/X of yours is put into Charge <Effect> Draw 1 card."
    t = Scene(None, saying(text))
    seer, other = t.stand(ME, "S", "1,1"), t.stand(ME, PLAIN, "0,1")
    held = t.count(HAND)
    destroy(t.st, [int(seer[1:]), int(other[1:])])
    settle(t)
    assert t.count(HAND) == held + 1, "both stood there when they left"
    t = Scene(None, saying(text))
    t.stand(ME, "S", "1,1")
    for seat, zone in ((ME, HAND), (YOU, CHARGE)):
        move(t.st, int(t.stand(seat, PLAIN, "0,1")[1:]), zone)
    settle(t)
    assert t.count(HAND) == 1, "the one that went back to the hand"


def test_what_cannot_be_chosen_is_left_out_for_the_opponent_alone() -> None:
    said = ALWAYS + "Every other Z/X of yours cannot be chosen by effects of the opponent."
    t = with_event("Destroy an enemy Z/X.", said)
    guard, guarded = t.stand(YOU, "S1", "2,2"), t.stand(YOU, STRONG, "1,1")
    t.ok("play", card="E")
    assert (t.zone(guard), t.zone(guarded)) == (CHARGE, SQUARE), "one is left to choose, so nobody is asked"
    t = with_event("Destroy every enemy Z/X.", said)
    guarded = t.stand(YOU, STRONG, "1,1")
    t.stand(YOU, "S1", "2,2")
    t.ok("play", card="E")
    assert t.zone(guarded) == CHARGE, "every one is not chosen"
    t = with_event("Destroy a Z/X of yours.", said)
    t.stand(ME, "S1", "2,2")
    own = t.stand(ME, STRONG, "1,1")
    t.ok("play", card="E", answers=[own])
    assert t.zone(own) == CHARGE, "by effects of the opponent"


def test_instead_of_charge_it_goes_where_its_text_says_and_all_go_together() -> None:
    sleeps = saying(
        ALWAYS + "If this Z/X is destroyed, put it into its owner's Resource in Sleep State instead.", "S1"
    )
    returns = saying(
        ALWAYS + "If it is your turn, if this Z/X is destroyed, return it to its owner's hand instead.", "S2"
    )
    t = Scene(None, sleeps, returns)
    one, two, plain = t.stand(ME, "S1", "0,1"), t.stand(ME, "S2", "1,1"), t.stand(ME, PLAIN, "2,1")
    destroy(t.st, [int(name[1:]) for name in (one, two, plain)])
    assert (t.zone(one), t.obj(one).asleep, t.zone(two), t.zone(plain)) == (RESOURCE, True, HAND, CHARGE)
    t = Scene(None, sleeps, returns)
    other = t.stand(YOU, "S2", "1,1")
    destroy(t.st, [int(other[1:])])
    assert t.zone(other) == CHARGE, "on the other turn the condition does not hold"
    moved = t.stand(ME, "S1", "0,1")
    move(t.st, int(moved[1:]), CHARGE)
    assert t.zone(moved) == CHARGE, "put there, and not destroyed"
