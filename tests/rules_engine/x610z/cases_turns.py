"""Turns, phases, the stack, the start and the end of a game: rules 105, 106, 201, 700 to 704."""

from __future__ import annotations

from typing import Any

from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.game import Game
from rules_engine.x610z.log import Action, Chance, DeckRef, Header, SeatLine
from rules_engine.x610z.model import State
from rules_engine.x610z.play import perform
from rules_engine.x610z.setup import chance, check_seating, initial

from .registry import ME, YOU, Table, broken, obeyed

SIX = ("0,0", "0,2", "0,4", "0,6", "0,8", "0,10")
GREY = "D1.1/004/100-C"


def game(dots: tuple[str, ...] = ("0,0", "0,6"), teams: tuple[str, ...] = (), **header: Any) -> Game:
    """A game of as many seats as dots."""
    mode = "team" if teams else "single" if len(dots) == 2 else "multi"
    seats = [
        SeatLine(seat=i, player=f"P{i}", dot=dot, team=teams[i] if teams else None, deck=DeckRef(cards=0))
        for i, dot in enumerate(dots)
    ]
    return Game(Header(game="x610z", format="gamelog/1", mode=mode, **header), seats, load_pool("demo-2"))


def fresh(size: int = 30, **header: Any) -> State:
    """A 1v1 game before its first action, with decks of grey crystals."""
    st = initial(game(**header))
    chance(st, Chance(of="first", value=0))
    for seat in (0, 1):
        chance(st, Chance(of="deck", seat=seat, value=[GREY] * size))
    return st


def do(st: State, do_: str, seat: int | None = None, **fields: Any) -> Any:
    """Carry out one action."""
    return perform(st, Action(n=1, do=do_, seat=seat, **fields))


def turns(st: State, count: int) -> None:
    """Let whole turns pass without anybody doing anything."""
    for _ in range(count):
        assert do(st, "end", st.active) is None
        assert do(st, "proceed") is None
        assert do(st, "proceed") is None


@obeyed("105.2a", "105.2b")
def life_bases_stand_opposite(t: Table) -> None:
    assert check_seating(game()) is None
    assert check_seating(game(("0,0", "0,4", "0,8"))) is None
    assert check_seating(game(("0,0", "0,2", "0,6", "0,8"), ("a", "b", "b", "a"))) is None
    assert check_seating(game(SIX, ("a", "b") * 3)) is None
    assert check_seating(game(SIX, ("a", "b", "c") * 2)) is None


@broken("105.2b", "teammates_adjacent")
def teammates_side_by_side(t: Table) -> Any:
    return check_seating(game(("0,0", "0,2", "0,6", "0,8"), ("a", "a", "b", "b")))


@broken("105.2a", "not_a_starting_dot")
def a_life_base_on_a_white_dot(t: Table) -> Any:
    return check_seating(game(("3,0", "0,6")))


@broken("105.2b", "not_opposite")
def life_bases_side_by_side(t: Table) -> Any:
    return check_seating(game(("0,0", "0,2")))


@broken("105.2b", "seats_not_clockwise")
def seats_against_the_clock(t: Table) -> Any:
    return check_seating(game(("0,0", "0,8", "0,4")))


@broken("600.5", "dot_occupied")
def two_life_bases_on_one_dot(t: Table) -> Any:
    return check_seating(game(("0,0", "0,0")))


@obeyed("105.3a", "105.1a", "702.1")
def everybody_draws_seven_and_the_first_player_one_more(t: Table) -> None:
    st = fresh()
    assert do(st, "begin", 0) is None
    assert [len(hand) for hand in st.hand] == [8, 7]


@broken("105.1a", "not_starting_player")
def the_other_player_begins(t: Table) -> Any:
    return do(fresh(), "begin", 1)


@broken("105.1a", "game_has_begun")
def the_game_begins_twice(t: Table) -> Any:
    st = fresh()
    assert do(st, "begin", 0) is None
    return do(st, "begin", 0)


@obeyed("105.4")
def murphys_law_twice_with_fewer_cards_each_time(t: Table) -> None:
    st = fresh()
    order = [GREY] * 30
    assert do(st, "murphy", 0, x=5, answers=[order]) is None
    assert do(st, "murphy", 0, x=3, answers=[order]) is None
    assert do(st, "murphy", 1, x=6, answers=[order]) is None
    assert [len(hand) for hand in st.hand] == [3, 6]


@broken("105.4", "not_fewer_cards")
def murphys_law_for_as_many_cards(t: Table) -> Any:
    return do(fresh(), "murphy", 0, x=7, answers=[[GREY] * 30])


@broken("105.4", "no_card_in_hand")
def murphys_law_without_a_card(t: Table) -> Any:
    st = fresh()
    assert do(st, "murphy", 0, answers=[[GREY] * 30]) is None
    return do(st, "murphy", 0, answers=[[GREY] * 30])


@broken("105.4", "out_of_order")
def murphys_law_out_of_order(t: Table) -> Any:
    st = fresh(choices={"H31": "clockwise"})
    assert do(st, "murphy", 1, x=5, answers=[[GREY] * 30]) is None
    return do(st, "murphy", 0, x=5, answers=[[GREY] * 30])


@broken("105.4", "game_has_begun")
def murphys_law_after_the_start(t: Table) -> Any:
    st = fresh()
    assert do(st, "begin", 0) is None
    return do(st, "murphy", 0, x=3)


@broken("106.3#3", "too_early_to_concede")
def giving_up_in_round_fifteen(t: Table) -> Any:
    st = fresh(50)
    assert do(st, "begin", 0) is None
    turns(st, 29)
    assert (st.round, st.active) == (15, 1)
    return do(st, "concede", 1)


@obeyed("106.3#3", "106.2#2", "106.1b")
def giving_up_in_round_sixteen(t: Table) -> None:
    st = fresh(50)
    assert do(st, "begin", 0) is None
    turns(st, 30)
    assert do(st, "concede", 0) is None
    assert st.result is not None
    assert st.result.winners == (1,)


@obeyed("106.3#3")
def giving_up_at_once_in_a_casual_game(t: Table) -> None:
    st = fresh(organized_play=False)
    assert do(st, "begin", 0) is None
    assert do(st, "concede", 0) is None


@obeyed("106.3#2")
def an_empty_deck_loses_when_a_card_is_due(t: Table) -> None:
    st = fresh(8)
    assert do(st, "begin", 0) is None
    turns(st, 2)
    assert st.result is not None
    assert (st.result.winners, st.result.rule) == ((1,), "106.2#2")


@obeyed("106.1a")
def time_makes_a_draw(t: Table) -> None:
    st = fresh()
    assert do(st, "begin", 0) is None
    assert do(st, "time") is None
    assert st.result is not None
    assert st.result.draw


@broken("106.1a", "no_time_limit")
def a_draw_on_time_without_time_limit(t: Table) -> Any:
    st = fresh(time_limit=False)
    assert do(st, "begin", 0) is None
    return do(st, "time")


@broken("201.2", "game_not_begun")
def an_action_before_the_first_turn(t: Table) -> Any:
    st = fresh()
    return do(st, "cast", 0, card=GREY)


@broken("201.2", "game_not_begun")
def a_phase_ends_before_the_first_turn(t: Table) -> Any:
    return do(fresh(), "proceed")


@obeyed("201.2", "201.1", "201.3")
def a_stack_starts_in_the_action_phase(t: Table) -> None:
    t.cast(YOU, "Discount")
    assert len(t.st.stack) == 1


@obeyed("201.4", "201.6", "201.7")
def the_last_action_announced_resolves_first(t: Table) -> None:
    dragon = t.summon(ME, "Prowler Beast", "3,1")
    t.cast(YOU, "Spark", dragon)
    t.cast(ME, "Iron Skin", dragon)
    t.resolve()
    assert (t.stat(dragon, "defense"), t.damage(dragon)) == (6, 0)
    t.resolve()
    assert t.damage(dragon) == 1


@broken("201.6", "stack_empty")
def nothing_to_resolve(t: Table) -> Any:
    return t.try_act("resolve")


def full() -> State:
    """A 1v1 game with a full log: both hold every kind of energy and a Discount."""
    st = initial(game(level="full"))
    chance(st, Chance(of="first", value=0))
    for seat in (0, 1):
        chance(st, Chance(of="deck", seat=seat, value=["Discount"] * 10 + [GREY] * 20))
    assert do(st, "begin", 0) is None
    st.pool = [(0, 0, 0, 9), (0, 0, 0, 9)]
    return st


@obeyed("201.5", "201.6")
def passes_go_round_before_the_stack_resolves(t: Table) -> None:
    st = full()
    assert do(st, "cast", 0, card="Discount") is None
    assert do(st, "pass", 1) is None
    assert do(st, "pass", 0) is None
    assert do(st, "resolve") is None


@broken("201.5", "not_your_turn_to_respond")
def a_response_out_of_turn(t: Table) -> Any:
    st = full()
    assert do(st, "cast", 0, card="Discount") is None
    return do(st, "cast", 0, card="Discount")


@broken("201.5", "not_your_turn_to_respond")
def a_pass_out_of_turn(t: Table) -> Any:
    st = full()
    assert do(st, "cast", 0, card="Discount") is None
    return do(st, "pass", 0)


@broken("201.6", "not_all_passed")
def a_stack_that_resolves_too_early(t: Table) -> Any:
    st = full()
    assert do(st, "cast", 0, card="Discount") is None
    assert do(st, "pass", 1) is None
    return do(st, "resolve")


@broken("201.6", "nothing_to_pass")
def a_pass_without_reason(t: Table) -> Any:
    return do(full(), "pass", 1)


@broken("201.6", "passed_already")
def a_pass_repeated_in_the_end_phase(t: Table) -> Any:
    st = full()
    for do_, seat in (("end", 0), ("pass", 1), ("proceed", None), ("pass", 1)):
        assert do(st, do_, seat) is None
    return do(st, "pass", 1)


@broken("703.4", "not_all_passed")
def a_phase_that_ends_without_passes(t: Table) -> Any:
    st = full()
    assert do(st, "end", 0) is None
    return do(st, "proceed")


@broken("704.4", "not_all_passed")
def a_turn_that_ends_without_passes(t: Table) -> Any:
    st = full()
    for do_, seat in (("end", 0), ("pass", 1), ("proceed", None)):
        assert do(st, do_, seat) is None
    return do(st, "proceed")


@obeyed("703.4", "704.4", "700.1")
def a_turn_ends_when_nobody_responds(t: Table) -> None:
    t.end_turn()
    assert (t.st.active, t.st.turn) == (YOU, 2)


@broken("703.4", "only_active_player")
def the_reactive_player_ends_the_phase(t: Table) -> Any:
    return t.try_act("end", seat=YOU)


@broken("703.4", "end_not_declared")
def a_phase_ends_by_itself(t: Table) -> Any:
    return t.try_act("proceed")


@broken("703.4", "end_already_declared")
def the_active_player_acts_after_ending(t: Table) -> Any:
    t.act("end", seat=ME)
    t.st.pool[ME] = (0, 0, 0, 1)
    t.hold(ME, "Discount")
    return t.try_act("cast", seat=ME, card="Discount")


@broken("703.4", "stack_not_empty")
def the_phase_ends_with_a_stack(t: Table) -> Any:
    t.cast(ME, "Discount")
    return t.try_act("end", seat=ME)


@broken("703.4", "stack_not_empty")
def the_phase_is_over_with_a_stack(t: Table) -> Any:
    t.cast(ME, "Discount")
    return t.try_act("proceed")


@broken("703.4", "not_in_action_phase")
def the_action_phase_ends_in_the_end_phase(t: Table) -> Any:
    t.act("end", seat=ME)
    t.act("proceed")
    return t.try_act("end", seat=ME)


@obeyed("703.4")
def a_response_to_the_declared_end_keeps_the_phase_open(t: Table) -> None:
    t.act("end", seat=ME)
    t.play("Discount", seat=YOU)
    assert t.st.phase == 3
    assert t.try_act("proceed").code == "end_not_declared"  # type: ignore[union-attr]


@obeyed("704.1", "704.3")
def the_active_player_responds_in_the_end_phase(t: Table) -> None:
    t.act("end", seat=ME)
    t.act("proceed")
    t.cast(YOU, "Discount")
    t.cast(ME, "Discount")
    assert len(t.st.stack) == 2


@broken("704.3", "active_player_only_responds")
def the_active_player_starts_in_the_end_phase(t: Table) -> Any:
    t.act("end", seat=ME)
    t.act("proceed")
    t.hold(ME, "Discount")
    t.st.pool[ME] = (0, 0, 0, 1)
    return t.try_act("cast", seat=ME, card="Discount")


@broken("704.4", "stack_not_empty")
def the_turn_ends_with_a_stack(t: Table) -> Any:
    t.act("end", seat=ME)
    t.act("proceed")
    t.cast(YOU, "Discount")
    return t.try_act("proceed")


@broken("106.3", "seat_has_left")
def a_player_who_left_acts(t: Table) -> Any:
    t.st.alive = 0b01
    t.hold(YOU, "Discount")
    return t.try_act("cast", seat=YOU, card="Discount")


@broken("106.3#3", "seat_has_left")
def a_player_who_left_gives_up(t: Table) -> Any:
    t.st.alive = 0b01
    return t.try_act("concede", seat=YOU)


@obeyed("700.2")
def an_extra_turn_is_taken(t: Table) -> None:
    t.play("Borrowed Time")
    t.end_turn()
    assert (t.st.active, t.st.round) == (ME, 1)
    t.end_turn()
    assert t.st.active == YOU


@obeyed("700.3", "207.4", "207.4a", "207.4b")
def a_phase_trigger_works_at_the_beginning_of_its_phase(t: Table) -> None:
    t.permanent(ME, "Waste")
    t.end_turn()
    before = t.hand(ME)
    t.end_turn([GREY])
    assert t.hand(ME) == before + 1
    assert len(t.st.discard[ME]) == 2


@obeyed("105.4")
def murphys_law_in_any_order(t: Table) -> None:
    st = fresh()
    assert do(st, "murphy", 1, x=5, answers=[[GREY] * 30]) is None
    assert do(st, "murphy", 0, x=5, answers=[[GREY] * 30]) is None


@broken("201.6", "first_resolve")
def announcing_although_everybody_has_passed(t: Table) -> Any:
    st = fresh(level="full")
    assert do(st, "begin", 0) is None
    st.pool = [(0, 0, 0, 9)] * 2
    assert do(st, "cast", 0, card=GREY) is None
    assert do(st, "move", 0, card="#0", path=["0,0", "1,1"], pay={"colorless": 2}) is None
    assert do(st, "pass", 1) is None
    assert do(st, "pass", 0) is None
    return do(st, "attack", 0, card="#0", path=["0,0", "1,1"])


@broken("703.4", "first_proceed")
def announcing_after_everybody_let_the_phase_end(t: Table) -> Any:
    st = fresh(level="full")
    assert do(st, "begin", 0) is None
    assert do(st, "end", 0) is None
    assert do(st, "pass", 1) is None
    return do(st, "cast", 1, card="Discount")


@broken("100.1b", "too_few_for_multi")
def a_duel_as_a_multi_player_game(t: Table) -> Any:
    return check_seating(as_mode("multi", ("0,0", "0,6")))


@broken("100.1c", "wrong_team_sizes")
def two_against_one(t: Table) -> Any:
    return check_seating(game(("0,0", "0,4", "0,8"), ("a", "b", "a")))


@broken("100.1c", "wrong_team_sizes")
def a_team_of_one(t: Table) -> Any:
    return check_seating(game(("0,0", "0,6"), ("a", "b")))


@obeyed("100.1a", "100.1b", "100.1c")
def every_size_that_the_rules_name(t: Table) -> None:
    six = ("0,0", "0,2", "0,4", "0,6", "0,8", "0,10")
    assert check_seating(game(("0,0", "0,6"))) is None
    assert check_seating(game(("0,0", "0,4", "0,8"))) is None
    assert check_seating(game(six, ("a", "b") * 3)) is None
    assert check_seating(game(six, ("a", "b", "c") * 2)) is None
    assert check_seating(game(("0,0", "0,2", "0,6", "0,8"), ("a", "b") * 2)) is None


def as_mode(mode: str, dots: tuple[str, ...]) -> Game:
    """A game that calls itself what it is not."""
    seats = [SeatLine(seat=i, player=f"P{i}", dot=dot, deck=DeckRef(cards=0)) for i, dot in enumerate(dots)]
    return Game(Header(game="x610z", format="gamelog/1", mode=mode), seats, load_pool("demo-2"))
