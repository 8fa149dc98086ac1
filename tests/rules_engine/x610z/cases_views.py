"""Who may see what: 501.3, 502.3, 503.3, 504.3, 505.2 and 506.3.

``wrongs`` reads a view as a stranger to the code that made it, and names the rule by which it shows too much or too
little. The broken cases let the view leak on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from rules_engine.kernel.errors import Violation
from rules_engine.x610z import view as views
from rules_engine.x610z.model import DECK, HAND, State
from rules_engine.x610z.view import view

from .knockout import OUT, taken_out
from .registry import ME, YOU, Table, broken, obeyed

VIEWERS = ("spectator", "judge")
"""Besides these two every seat is a viewer."""


def wrongs(shown: dict[str, Any], st: State, viewer: str | int) -> list[Violation]:
    """Everything that ``shown`` shows too much or too little to ``viewer``; an empty list is a right view."""
    found = [*_secrets(shown, st, viewer), *_public(shown, st)]
    return [violation for violation in found if violation.rule not in OUT]


def _secrets(shown: dict[str, Any], st: State, viewer: str | int) -> Iterator[Violation]:
    """What is hidden must not be named anywhere in the view, not even by its object."""
    named = {int(number) for number in re.findall(r'"#(\d+)"', msgspec.json.encode(shown).decode())}
    for slot in sorted(named):
        obj = st.objs[slot]
        if obj.zone == DECK:
            yield Violation("501.3", "deck_shown", obj.owner, {"card": f"#{slot}"})
        elif obj.zone == HAND and viewer not in ("judge", obj.owner):
            yield Violation("502.3", "hand_shown", obj.owner, {"card": f"#{slot}"})
    for seat, side in enumerate(shown["seats"]):
        if side["deck"] != {"count": len(st.deck[seat])}:
            yield Violation("501.3", "deck_shown", seat, {})
        if viewer not in ("judge", seat) and side["hand"] != {"count": len(st.hand[seat])}:
            yield Violation("502.3", "hand_shown", seat, {})
        if viewer in ("judge", seat) and _oids(side["hand"]["cards"]) != st.hand[seat]:
            yield Violation("502.3", "own_hand_missing", seat, {})


def _public(shown: dict[str, Any], st: State) -> Iterator[Violation]:
    """What everybody may see must be there, whole."""
    if _oids(shown["stack"]) != tuple(item.slot for item in st.stack):
        yield Violation("503.3", "stack_missing", None, {})
    for seat, side in enumerate(shown["seats"]):
        if _oids(side["play"]) != st.play[seat] or any(card["controller"] != seat for card in side["play"]):
            yield Violation("504.3", "play_missing", seat, {})
        if _oids(side["discard"]) != st.discard[seat]:
            yield Violation("505.2", "discard_missing", seat, {})
        if _oids(side["removed"]) != st.removed[seat]:
            yield Violation("506.3", "removed_missing", seat, {})


def _oids(cards: list[dict[str, Any]]) -> tuple[int, ...]:
    return tuple(int(card["oid"][1:]) for card in cards)


def set_out(t: Table) -> State:
    """A table with a card in every zone: both hands and decks, an action on the stack, play, both piles."""
    t.hold(ME, "Long Sight", "Heal")
    t.hold(YOU, "Denial", "Brain Fog")
    t.pile(ME, "Recall")
    t.pile(YOU, "Salvage", "Discount")
    t.play("Banishment", t.permanent(YOU, "Mystic Well"))
    t.cast(ME, "Spark", t.summon(YOU, "Mist Dragon", "3,1"))
    return t.st


@obeyed("501.3", "502.3", "503.3", "504.3", "505.2", "506.3")
def every_viewer_sees_what_is_public_and_no_secret(t: Table) -> None:
    st = set_out(t)
    for viewer in (*VIEWERS, ME, YOU):
        assert wrongs(view(st, viewer), st, viewer) == []


@contextmanager
def _leaky(old: str, new: str) -> Iterator[None]:
    """The view of a seat with one piece of its source changed."""
    with taken_out("", ((views._seat, old, new),)):
        yield


def _first(t: Table, old: str, new: str, viewer: str | int) -> Violation | None:
    st = set_out(t)
    with _leaky(old, new):
        found = wrongs(view(st, viewer), st, viewer)
    return found[0] if found else None


@broken("501.3", "deck_shown")
def a_view_that_shows_the_cards_of_a_deck(t: Table) -> Any:
    old = '"deck": {"count": len(st.deck[seat])}'
    return _first(t, old, '"deck": {"cards": [_card(st, slot) for slot in st.deck[seat]]}', "judge")


@broken("501.3", "deck_shown")
def a_view_that_shows_the_sorts_of_cards_of_a_deck(t: Table) -> Any:
    old = '"deck": {"count": len(st.deck[seat])}'
    new = '"deck": {"count": len(st.deck[seat]), "cards": sorted(st.objs[s].rev for s in st.deck[seat])}'
    return _first(t, old, new, ME)


@broken("502.3", "hand_shown")
def a_view_that_shows_every_hand_to_everybody(t: Table) -> Any:
    return _first(t, "if hand_seen:", "if True:", YOU)


@broken("502.3", "hand_shown")
def a_view_that_shows_a_hand_to_spectators(t: Table) -> Any:
    st = set_out(t)
    with taken_out("", ((views._hands_seen, "return frozenset()", "return frozenset(seats)"),)):
        found = wrongs(view(st, "spectator"), st, "spectator")
    return found[0] if found else None


@broken("502.3", "own_hand_missing")
def a_view_that_hides_a_card_of_their_own_hand(t: Table) -> Any:
    return _first(t, "for slot in st.hand[seat]]", "for slot in st.hand[seat][1:]]", ME)


@broken("503.3", "stack_missing")
def a_view_that_shows_only_their_own_actions_on_the_stack(t: Table) -> Any:
    st = set_out(t)
    old = "[_item(st, item) for item in st.stack]"
    with taken_out("", ((views.view, old, "[_item(st, item) for item in st.stack if item.seat == viewer]"),)):
        found = wrongs(view(st, YOU), st, YOU)
    return found[0] if found else None


@broken("504.3", "play_missing")
def a_view_that_hides_what_another_player_has_in_play(t: Table) -> Any:
    return _first(t, "for slot in st.play[seat]]", "for slot in st.play[seat] if hand_seen]", ME)


@broken("505.2", "discard_missing")
def a_view_that_shows_only_the_top_of_a_discard_pile(t: Table) -> Any:
    return _first(t, "for slot in st.discard[seat]]", "for slot in st.discard[seat][-1:]]", ME)


@broken("506.3", "removed_missing")
def a_view_that_hides_what_was_removed(t: Table) -> Any:
    return _first(t, "for slot in st.removed[seat]]", "for slot in () if slot]", "spectator")
