"""Situations that the documents leave open, each with what becomes of it: for the rulings of the eighth edition."""

from __future__ import annotations

from msgspec.structs import replace

from rules_engine.zx.model import CHARGE, DECK, HAND, LIFE, SQUARE
from rules_engine.zx.preprocessing import preprocess

from .scene import ME, PLAIN, STRONG, YOU, Scene, saying

GIVES = (
    "[Event] <Effect> You may put 2 cards from your hand into Trash. "
    "If you do, put 1 card from the top of your deck into your Charge."
)


def _with_event(t: Scene, text: str) -> Scene:
    """A scene under the rulings of another one, with an Event in my hand."""
    found = Scene(dict(t.st.table.chosen), saying(text, "E", "event"))
    found.leave(HAND, ME, "E")
    return found


def _gives(t: Scene, count: int) -> int:
    t = _with_event(t, GIVES)
    for _ in range(count):
        t.add(ME, PLAIN, HAND)
    t.ok("play", card="E", answers=[True])
    return t.count(CHARGE)


def one_of_two_given(t: Scene) -> object:
    """Two cards are asked for, and one is there."""
    return _gives(t, 1)


def two_of_two_given(t: Scene) -> object:
    return _gives(t, 2)


def none_of_two_given(t: Scene) -> object:
    return _gives(t, 0)


def seed_in_the_middle(t: Scene) -> object:
    """Between two sentences of an Event a seed goes to Trash that takes the next card of the deck."""
    seed = saying(
        "[Evol Seed] <Effect> Put 1 card from the top of your deck into your Charge.", "S", evol_seed=True
    )
    event = saying(
        "[Event] <Effect> Put 1 card from the top of your deck into your Trash. Draw 1 card.", "E", "event"
    )
    t = Scene(dict(t.st.table.chosen), seed, event)
    t.leave(HAND, ME, "E")
    t.leave(DECK, ME, PLAIN, "T-grey", STRONG, "S")
    t.ok("play", card="E")
    (charged,) = t.st.pile(CHARGE, ME)
    return t.st.card(charged).number


def played_where_a_link_lies(t: Scene) -> object:
    return _played_on(t, "1,1")


def played_beside_a_link(t: Scene) -> object:
    return _played_on(t, "0,1")


def _played_on(t: Scene, square: str) -> str | None:
    t.add(YOU, "Thread", SQUARE, "1,1", token=True)
    t.leave(HAND, ME, "T-grey")
    violation = t.do("play", card="T-grey", square=square, pay=t.pay(1))
    return violation and violation.rule


def _markers_at_hand(t: Scene, text: str, *markers: str) -> int:
    """What stands on Squares beside both Player cards, once an Event was played with these markers at hand."""
    t = _with_event(t, text)
    seats = t.st.table.seats
    t.st.table.seats = tuple(replace(seat, markers=list(markers)) for seat in seats)
    t.ok("play", card="E", answers=["1,1"] if markers or t.st.option("Z33") == "not_needed" else None)
    return sum(map(len, t.st.squares)) - 2


LINK = '[Event] <Effect> Create a "Thread" Link on a Square.'


def link_without_its_marker(t: Scene) -> object:
    return _markers_at_hand(t, LINK)


def link_with_its_marker(t: Scene) -> object:
    return _markers_at_hand(t, LINK, "Thread")


def crisis_that_has_passed(t: Scene) -> object:
    """Four Life turn the Player Extra up, one does not keep it up, and four come again."""
    card = t.add(YOU, "T-crisis", SQUARE, "1,2", face_up=False)
    t.st.behind = (int(card[1:]),)
    found = []
    for life in (4, 1, 4):
        t.leave(LIFE, YOU, *[PLAIN] * life)
        preprocess(t.st)
        found.append(t.obj(card).face_up)
    return found


def recovery_from_the_damage_of_an_effect(t: Scene) -> object:
    t = _with_event(t, "[Event] <Effect> Deal 1 damage to the opponent.")
    _last_life(t)
    t.ok("play", card="E", answers=[True, "2,1"])
    return t.count(LIFE, YOU)


def recovery_from_the_damage_of_a_battle(t: Scene) -> object:
    _last_life(t)
    t.fight(t.stand(ME, PLAIN, "1,1"), "", True, "2,1")
    return t.count(LIFE, YOU)


def _last_life(t: Scene) -> None:
    t.leave(LIFE, YOU, "B01-007")
    t.leave(LIFE, ME, PLAIN)
