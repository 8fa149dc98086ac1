"""Every ruling is whole in both languages, belongs to rules that name it, and each of its options does something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.kernel.errors import EngineGap, LogError
from rules_engine.kernel.rulings import Ruling, UnknownOption, UnknownRuling
from rules_engine.zx import rulings as zx_rulings
from rules_engine.zx.battle import _damage
from rules_engine.zx.cards import ZxCard
from rules_engine.zx.model import (
    CHARGE,
    DECK,
    DYNAMIS,
    HAND,
    IGNITION,
    LIFE,
    MAIN,
    RESOURCES,
    SQUARE,
    TRASH,
)
from rules_engine.zx.moving import move, reload
from rules_engine.zx.preprocessing import preprocess
from rules_engine.zx.rulebook import zx_rules
from rules_engine.zx.rulings import chosen, rulings
from rules_engine.zx.setup import finish_setup
from rules_engine.zx.squares import NAMES, NUMBERS, PLAYER_SQUARES

from . import cases_open
from .cases_effects import settle
from .cases_setup import game
from .scene import ME, PLAIN, STRONG, YOU, Scene, saying

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


BOOT = "[Boot] <Cost> 0 Resource <Effect> "
COMING = "[Auto] <Trigger> this Z/X appears <Effect> "


def _with(t: Scene, *cards: ZxCard) -> Scene:
    """A scene under the rulings of another one, with more cards."""
    return Scene(dict(t.st.table.chosen), *cards)


def two_wait(t: Scene) -> object:
    """Both players' Z/X react to the same attack."""
    attacks = saying("[Auto] <Trigger> this Z/X attacks <Effect> Sleep an enemy Z/X.")
    other = saying("[Auto] <Trigger> an enemy Z/X attacks <Effect> Draw 1 card.", "S2")
    t = _with(t, attacks, other)
    attacker = t.stand(ME, "S", "1,1")
    t.stand(YOU, "S2", "0,1")
    t.stand(YOU, "S2", "2,2", asleep=True)
    return t.asks("attack", card=attacker, square="0,1")


def nothing_to_pick(t: Scene) -> object:
    event = saying("[Event] <Effect> Destroy an enemy Z/X.", "E", "event")
    t = _with(t, saying(BOOT + "Destroy an enemy Z/X."), event)
    card = t.stand(ME, "S", "1,1")
    t.add(ME, "E", HAND)
    found = [t.do("boot", card=card), t.do("play", card="E")]
    return [violation.rule if violation else None for violation in found]


def source_gone(t: Scene) -> object:
    """Two abilities wait, and the first one destroys the card of the other."""
    t = _with(
        t,
        saying("[Auto] <Trigger> this Z/X attacks <Effect> Destroy every other Z/X of yours."),
        saying("[Auto] <Trigger> another Z/X of yours attacks <Effect> Draw 1 card.", "S2"),
    )
    attacker = t.stand(ME, "S", "1,1")
    t.stand(ME, "S2", "0,0")
    t.stand(YOU, PLAIN, "0,1")
    t.ok("attack", card=attacker, square="0,1", answers=[1])
    return t.count(HAND)


def condition_that_comes_true(t: Scene) -> object:
    """Of two abilities the first fills the Charge that the second one asks for."""
    t = _with(
        t,
        saying(
            COMING + "Put 1 card from the top of your deck into your Charge.\n"
            "[Auto] <Trigger> this Z/X appears <Effect> If you have 1 or more cards in your Charge, draw 1 card."
        ),
    )
    t.add(ME, "S", HAND)
    before = t.st.snapshot()
    try:
        t.ok("play", card="S", square="1,1", answers=[1])
    except LogError:  # only one ability waits, so that nobody has anything to choose
        t.st.restore(before)
        t.ok("play", card="S", square="1,1")
    return t.count(HAND)


def _judged(t: Scene) -> bool:
    """True where the battle goes on to its end, False where a judge has to decide."""
    t.ok("pass", ME)
    try:
        t.ok("pass", YOU)
    except EngineGap:
        return False
    return t.st.battle is None


def target_gone(t: Scene) -> object:
    target = t.stand(YOU, PLAIN, "1,1")
    t.ok("attack", card=t.stand(ME, PLAIN, "0,1"), square="1,1")
    move(t.st, int(target[1:]), HAND)
    return _judged(t)


def player_square_filled(t: Scene) -> object:
    t.ok("attack_player", card=t.stand(ME, PLAIN, "1,1"))
    t.stand(YOU, PLAIN, "1,2")
    t.leave(LIFE, YOU, PLAIN)
    return _judged(t) or t.st.result is not None


def turns_after_time(t: Scene) -> object:
    """Time is called with less Life on the side that has the turn: how many turns end before Life decides, and how?"""
    t.leave(LIFE, ME, PLAIN)
    t.ok("time", YOU)
    with pytest.raises(LogError):
        t.do("time")
    turns = 0
    while t.st.result is None:
        turns += 1
        t.ok("next", t.st.active)
        while t.st.result is None and t.st.phase != MAIN:
            t.ok("next", t.st.active)
    assert t.st.result.winners == (YOU,) and t.st.result.rule == "Z19"
    return turns


def equal_life(t: Scene) -> object:
    t.st.last_turn = t.st.turn
    t.ok("next")
    assert t.st.result is not None and not t.st.result.winners
    return t.st.result.draw, t.st.result.losers


def event_extra_in_a_battle(t: Scene) -> object:
    """Each player plays one in a battle of my turn; what is refused is passed."""
    t.stand(YOU, PLAIN, "1,1")
    t.ok("attack", card=t.stand(ME, PLAIN, "0,1"), square="1,1")
    found = []
    for seat in (ME, YOU):
        t.add(seat, "T-event-extra", DYNAMIS, face_up=False)
        violation = t.do("extra", seat, card="T-event-extra", pay=t.pay(1, seat))
        found.append(violation and violation.rule)
        if violation is not None:
            t.ok("pass", seat)
    return found


def crisis_in_the_turn_of_the_opponent(t: Scene) -> object:
    card = t.add(YOU, "T-crisis", SQUARE, "1,2", face_up=False)
    t.st.behind = (int(card[1:]),)
    preprocess(t.st)
    early = t.obj(card).face_up
    t.ok("next", ME)
    while t.st.phase != MAIN:
        t.ok("next", YOU)
    assert t.obj(card).face_up
    return early


def shift_with_a_cost(t: Scene) -> object:
    """Without a payment, and with one."""
    found: list[object] = []
    for count in (0, 1):
        case = Scene({**t.st.table.chosen, "Z25": "abilities"})
        case.add(ME, "T-mantle", DYNAMIS, face_up=False)
        try:
            violation = case.do("shift", card="T-mantle", pay=case.pay(count))
            found.append(violation and violation.rule)
        except LogError as error:
            found.append(error.code)
    return found


def shift_on_its_vessel(t: Scene) -> object:
    t.add(ME, "T-mantle", DYNAMIS, face_up=False)
    mine = t.stand(ME, PLAIN, "1,1")
    try:
        t.ok("shift", card="T-mantle")
    except EngineGap as gap:
        return gap.code
    return t.st.power(int(mine[1:]))


def open_shift(t: Scene) -> object:
    case = Scene({**t.st.table.chosen, "Z25": "abilities"})
    case.add(ME, "T-mantle", DYNAMIS, face_up=True)
    violation = case.do("shift", card="T-mantle")
    return violation and violation.rule


def event_extra_afterwards(t: Scene) -> object:
    card = t.add(ME, "T-event-extra", DYNAMIS, face_up=False)
    t.ok("extra", card="T-event-extra", pay=t.pay(1))
    return t.zone(card), t.obj(card).face_up


def start_card_with_a_trigger(t: Scene) -> object:
    t = _with(t, saying(COMING + "Draw 1 card.", keywords=("Start Card",)))
    card = t.stand(ME, "S", NAMES[PLAYER_SQUARES[ME]], face_up=False)
    finish_setup(t.st)
    preprocess(t.st)
    assert t.obj(card).face_up
    return t.count(HAND)


def _shifted(t: Scene, moved: str, square: str) -> object:
    """The damage of a Z/X that was attacked next to the attacker, one of the two moved meanwhile."""
    target = t.stand(YOU, STRONG, "1,1")
    attacker = t.stand(ME, PLAIN, "0,1")
    t.ok("attack", card=attacker, square="1,1")
    move(t.st, int((target if moved == "target" else attacker)[1:]), SQUARE, square=NUMBERS[square])
    t.ok("pass", ME)
    before = t.st.snapshot()
    _damage(t.st, before.battle)
    found = [event for event in t.st.events if event[0] == "damage"]
    assert t.st.battle is None
    return bool(found)


def target_moved_away(t: Scene) -> object:
    return _shifted(t, "target", "2,2")


def attacker_moved_away(t: Scene) -> object:
    return _shifted(t, "attacker", "2,0")


def target_moved_next_to_it(t: Scene) -> object:
    return _shifted(t, "target", "0,2")


def life_lost_in_the_last_end_phase(t: Scene) -> object:
    t = _with(t, saying("[Auto] <Trigger> your turn ends <Effect> Deal 1 damage to the opponent."))
    t.stand(ME, "S", "1,1")
    t.st.last_turn = t.st.turn
    which_life = {"answers": [1]} if t.st.option("Z29") == "after_the_turn" else {}
    t.ok("next", **which_life)
    assert t.st.result is not None
    return t.st.result.winners, t.st.result.draw


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
    ("Z13", "turn_player", two_wait, (ME, "waiting_ability")),
    ("Z13", "own_by_own", two_wait, (ME, "target")),
    ("Z14", "allowed", nothing_to_pick, [None, None]),
    ("Z14", "refused", nothing_to_pick, ["B.text-1", "B.text-5"]),
    ("Z15", "carried_out", source_gone, 1),
    ("Z15", "lost", source_gone, 0),
    ("Z16", "carried_out", condition_that_comes_true, 1),
    ("Z16", "both", condition_that_comes_true, 0),
    ("Z17", "no_damage", target_gone, True),
    ("Z17", "judge", target_gone, False),
    ("Z18", "player", player_square_filled, True),
    ("Z18", "judge", player_square_filled, False),
    ("Z19", "one_more_turn", turns_after_time, 2),
    ("Z19", "no_more_turn", turns_after_time, 1),
    ("Z20", "draw", equal_life, (True, ())),
    ("Z20", "both_lose", equal_life, (False, (ME, YOU))),
    ("Z21", "battles", event_extra_in_a_battle, [None, None]),
    ("Z21", "main_phase", event_extra_in_a_battle, ["B.main-4", "B.main-4"]),
    ("Z22", "dynamis", event_extra_afterwards, (DYNAMIS, True)),
    ("Z22", "trash", event_extra_afterwards, (TRASH, True)),
    ("Z23", "preprocessing", crisis_in_the_turn_of_the_opponent, True),
    ("Z23", "main_phase", crisis_in_the_turn_of_the_opponent, False),
    ("Z24", "none", shift_with_a_cost, [None, "field_not_allowed"]),
    ("Z24", "printed", shift_with_a_cost, ["B.cost-2", None]),
    ("Z25", "judge", shift_on_its_vessel, "shift_values_open"),
    ("Z25", "abilities", shift_on_its_vessel, 3500),
    ("Z26", "any", open_shift, None),
    ("Z26", "face_down", open_shift, "B.main-5"),
    ("Z27", "lies_there", start_card_with_a_trigger, 0),
    ("Z27", "appears", start_card_with_a_trigger, 1),
    ("Z28", "wherever", target_moved_away, True),
    ("Z28", "within_range", target_moved_away, False),
    ("Z28", "wherever", attacker_moved_away, True),
    ("Z28", "within_range", attacker_moved_away, False),
    ("Z28", "wherever", target_moved_next_to_it, True),
    ("Z28", "within_range", target_moved_next_to_it, True),
    ("Z29", "after_the_turn", life_lost_in_the_last_end_phase, ((ME,), False)),
    ("Z29", "before_end_phase", life_lost_in_the_last_end_phase, ((), True)),
    ("Z30", "whole", cases_open.one_of_two_given, 0),
    ("Z30", "any_part", cases_open.one_of_two_given, 1),
    ("Z30", "whole", cases_open.two_of_two_given, 1),
    ("Z30", "any_part", cases_open.two_of_two_given, 1),
    ("Z30", "any_part", cases_open.none_of_two_given, 0),
    ("Z31", "waits", cases_open.seed_in_the_middle, "T-grey"),
    ("Z31", "at_once", cases_open.seed_in_the_middle, STRONG),
    ("Z32", "open", cases_open.played_where_a_link_lies, None),
    ("Z32", "closed", cases_open.played_where_a_link_lies, "B.marker-6"),
    ("Z32", "closed", cases_open.played_beside_a_link, None),
    ("Z33", "needed", cases_open.link_without_its_marker, 0),
    ("Z33", "not_needed", cases_open.link_without_its_marker, 1),
    ("Z33", "needed", cases_open.link_with_its_marker, 1),
    ("Z33", "not_needed", cases_open.link_with_its_marker, 1),
    ("Z34", "stays", cases_open.crisis_that_has_passed, [True, True, True]),
    ("Z34", "while_it_holds", cases_open.crisis_that_has_passed, [True, False, True]),
    ("Z35", "any_damage", cases_open.recovery_from_the_damage_of_an_effect, 1),
    ("Z35", "battle_only", cases_open.recovery_from_the_damage_of_an_effect, 0),
    ("Z35", "any_damage", cases_open.recovery_from_the_damage_of_a_battle, 1),
    ("Z35", "battle_only", cases_open.recovery_from_the_damage_of_a_battle, 1),
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


def test_a_released_edition_of_answers_never_changes() -> None:
    found = [edition.sha256[:8] for edition in zx_rulings.answers().editions]
    kept = ["2480435c", "5d2da13b", "aefb560c", "c5ca8123", "955c1dce", "b6ed15d1", "d0d67f29"]
    assert found[:7] == kept
    assert [edition.sha256 for edition in zx_rulings.answers().editions] == [
        zx_rulings.answers().hash_of(edition) for edition in zx_rulings.answers().editions
    ]


def test_choices_go_by_id_or_key_and_nothing_else() -> None:
    assert chosen({"rule-effect-order": "one_pass"}) == chosen({"Z3": "one_pass"}) != chosen({})
    with pytest.raises(UnknownRuling):
        chosen({"Z99": "deck"})
    with pytest.raises(UnknownOption):
        chosen({"Z3": "deck"})
