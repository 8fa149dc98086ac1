"""Every ruling is whole in both languages, belongs to rules that name it, and each of its options does something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.kernel.errors import LogError
from rules_engine.kernel.rulings import Ruling, UnknownOption, UnknownRuling
from rules_engine.rulebook.zx import zx_rules
from rules_engine.zx.model import (
    CHARGE,
    DECK,
    DYNAMIS,
    HAND,
    IGNITION,
    LIFE,
    RESOURCES,
    SQUARE,
    TRASH,
)
from rules_engine.zx.moving import move, reload
from rules_engine.zx.preprocessing import preprocess
from rules_engine.zx.rulings import chosen, rulings, rulings_hash
from rules_engine.zx.squares import PLAYER_SQUARES

from .cases_effects import settle
from .cases_setup import game
from .scene import ME, PLAIN, STRONG, YOU, Scene

Case = Callable[[Scene], object]


def drawn_out(t: Scene) -> object:
    """The second player draws the last card of a deck without Trash: over at once, or only at the Ignition Phase?"""
    t.leave(DECK, YOU, PLAIN)
    t.ok("next")
    return t.st.result is not None


def shift_left_behind(t: Scene) -> object:
    card = t.stand(YOU, PLAIN, "1,1")
    shift = t.stand(YOU, "T-shift", "1,1", host=int(card[1:]))
    move(t.st, int(card[1:]), HAND)
    early = t.zone(shift)
    preprocess(t.st)
    assert t.zone(shift) == DYNAMIS
    return early == DYNAMIS


def a_death_that_fills_charge(t: Scene) -> object:
    """Neither deck nor Trash, and a fifth card in Charge: its excess may avert the loss."""
    t.leave(DECK, YOU)
    first, second, *_ = t.leave(CHARGE, YOU, *[PLAIN] * 4)
    t.stand(YOU, PLAIN, "1,1", damage=9000)
    settle(t, *([[first], 1, [second]] if t.st.option("Z3") == "restart" else []))
    return t.st.result is None


def both_decks_run_out(t: Scene) -> object:
    for seat in (ME, YOU):
        t.leave(DECK, seat)
        t.leave(TRASH, seat, PLAIN)
        t.leave(LIFE, seat, PLAIN)
    reload(t.st)
    return [t.st.objs[event[1]].owner for event in t.st.events if event[2:] == (LIFE, CHARGE)]


def both_lives_gone(t: Scene) -> object:
    for seat in (ME, YOU):
        t.leave(LIFE, seat)
    settle(t)
    assert t.st.result is not None
    return t.st.result.draw, t.st.result.winners


def recovery_from_the_last_life(t: Scene) -> object:
    t.leave(LIFE, YOU, "B01-007")
    t.leave(LIFE, ME, PLAIN)
    t.fight(t.stand(ME, PLAIN, "1,1"), "", True, "2,1")
    return t.st.result is None, t.count(LIFE, YOU)


def last_card_in_an_ignition(t: Scene) -> object:
    t.st.phase = IGNITION
    t.leave(DECK, ME, PLAIN)
    first, _ = t.leave(CHARGE, ME, STRONG, STRONG)
    before = t.st.snapshot()
    try:
        t.ok("ignite", card=first, answers=[1])
        return "reloaded with the card that was paid"
    except LogError:
        t.st.restore(before)
        t.ok("ignite", card=first, answers=[[STRONG, PLAIN], 1])
        return "reloaded with both"


def three_on_a_square(t: Scene) -> object:
    cards = [t.stand(seat, PLAIN, "1,1") for seat in (ME, YOU, ME)]
    settle(t)
    return [t.zone(card) for card in cards]


def event_as_the_last_deck_card(t: Scene) -> object:
    t.st.phase = IGNITION
    t.leave(DECK, ME, "T-flash")
    t.leave(TRASH, ME, PLAIN)
    first, _ = t.leave(CHARGE, ME, STRONG, STRONG)
    for answers in ([True, [STRONG, PLAIN], 1], [True, ["T-flash", STRONG, PLAIN], 1]):
        before = t.st.snapshot()
        try:
            t.ok("ignite", card=first, answers=answers)
            return len(answers[1])  # type: ignore[arg-type]  # the order
        except LogError:
            t.st.restore(before)
    raise AssertionError("neither order was taken")


def one_of_two_colours(t: Scene) -> object:
    t.st.phase = RESOURCES
    t.pay(1)
    (card,) = t.leave(HAND, ME, "T-two")
    t.ok("resource", card="T-two")
    return t.obj(card).asleep


def who_decides_first(_t: Scene) -> object:
    choices = dict(_t.st.table.chosen)
    table = game(choices=choices)
    return [action.seat for action in table.legal() if action.do == "keep"]


def start_card_turned_up(_t: Scene) -> object:
    table = game(laid_out={"start_card": "B01-008"}, choices=dict(_t.st.table.chosen))
    for action in [table.legal(seat)[0] for seat in (ME, YOU)]:
        table.push(action)
    (start,) = table.state.zx_on(PLAYER_SQUARES[YOU])
    return table.state.objs[start].asleep


EFFECTS: list[tuple[str, str, Case, Any]] = [
    ("Z1", "every_phase", drawn_out, True),
    ("Z1", "named_points", drawn_out, False),
    ("Z2", "at_once", shift_left_behind, True),
    ("Z2", "in_preprocessing", shift_left_behind, False),
    ("Z3", "restart", a_death_that_fills_charge, True),
    ("Z3", "one_pass", a_death_that_fills_charge, False),
    ("Z4", "turn_player_first", both_decks_run_out, [ME, YOU]),
    ("Z4", "other_player_first", both_decks_run_out, [YOU, ME]),
    ("Z5", "draw", both_lives_gone, (True, ())),
    ("Z5", "turn_player_loses", both_lives_gone, (False, (YOU,))),
    ("Z6", "in_procedure", recovery_from_the_last_life, (True, 1)),
    ("Z6", "as_automatic", recovery_from_the_last_life, (False, 0)),
    ("Z7", "deck", last_card_in_an_ignition, "reloaded with both"),
    ("Z7", "temporary", last_card_in_an_ignition, "reloaded with the card that was paid"),
    ("Z8", "together", three_on_a_square, [TRASH, TRASH, SQUARE]),
    ("Z8", "in_order", three_on_a_square, [TRASH, SQUARE, TRASH]),
    ("Z9", "temporary", event_as_the_last_deck_card, 2),
    ("Z9", "origin", event_as_the_last_deck_card, 3),
    ("Z10", "all_there", one_of_two_colours, True),
    ("Z10", "any_there", one_of_two_colours, False),
    ("Z11", "any_order", who_decides_first, [ME, YOU]),
    ("Z11", "first_player_first", who_decides_first, [ME]),
    ("Z12", "reboot", start_card_turned_up, False),
    ("Z12", "sleep", start_card_turned_up, True),
]


@pytest.mark.parametrize(
    ("ruling", "option", "case", "expected"), EFFECTS, ids=[f"{row[0]}-{row[1]}" for row in EFFECTS]
)
def test_an_option_decides_what_happens(ruling: str, option: str, case: Case, expected: Any) -> None:
    assert case(Scene({ruling: option})) == expected


def test_every_option_of_every_ruling_is_played() -> None:
    assert {(row[0], row[1]) for row in EFFECTS} == {
        (ruling.id, option) for ruling in rulings().values() for option in ruling.options
    }


def test_rules_and_rulings_name_each_other() -> None:
    for ruled in rulings().values():
        assert list(ruled.rules) == [known.id for known in zx_rules().values() if ruled.id in known.rulings]
    assert {name for known in zx_rules().values() for name in known.rulings} == set(rulings())


@pytest.mark.parametrize("ruled", rulings().values(), ids=lambda ruled: ruled.id)
def test_a_ruling_is_whole_in_both_languages(ruled: Ruling) -> None:
    assert ruled.question.endswith("?") and ruled.question_nl.endswith("?") and ruled.rationale.endswith(".")
    assert list(ruled.options) == list(ruled.options_nl) and len(ruled.options) == 2
    for texts in (ruled.options, ruled.options_nl):
        assert all(text.endswith(".") and text[0].isupper() for text in texts.values())


def test_choices_go_by_id_or_key_and_nothing_else() -> None:
    assert chosen({"rule-effect-order": "one_pass"}) == chosen({"Z3": "one_pass"}) != chosen({})
    assert rulings_hash({"Z3": "one_pass"}) != rulings_hash({})
    with pytest.raises(UnknownRuling):
        chosen({"Z99": "deck"})
    with pytest.raises(UnknownOption):
        chosen({"Z3": "deck"})
