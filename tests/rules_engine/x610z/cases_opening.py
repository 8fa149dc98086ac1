"""Who begins a later game, the copies of a card in a team, and who is left: 101.1, 105.1b, 106.3."""

from __future__ import annotations

from typing import Any

from rules_engine.kernel.errors import RuleBroken
from rules_engine.x610z.log import Chance
from rules_engine.x610z.setup import chance, initial

from .cases_turns import GREY, SIX, do, game
from .registry import Table, broken, obeyed

HUNTER = "D1.1/008/100-U"


def _first(**line: Any) -> Any:
    st = initial(game(game_no=2, last_losers=[1]))
    try:
        chance(st, Chance(of="first", **line))
    except RuleBroken as error:
        return error.violation
    assert st.first == line["value"]
    return None


@obeyed("105.1b")
def the_loser_of_the_last_game_says_who_begins(t: Table) -> None:
    assert _first(value=0, by="choice", seat=1) is None


@broken("105.1b", "loser_chooses")
def the_winner_of_the_last_game_says_who_begins(t: Table) -> Any:
    return _first(value=0, by="choice", seat=0)


@broken("105.1b", "loser_chooses")
def the_line_says_that_the_winner_chose_and_names_no_seat(t: Table) -> Any:
    return _first(value=0, by="winner")


@broken("105.1b", "loser_chooses")
def dice_say_who_begins_the_second_game(t: Table) -> Any:
    return _first(value=0, by="dice")


def _begun(
    size: int = 60, hunters: tuple[int, int] = (0, 0), play: str = "constructed", **choices: str
) -> Any:
    """Begin a game of two teams of three; ``hunters`` are the Hunter Dragons of the first two players of a team."""
    st = initial(game(SIX, ("a", "b") * 3, choices=choices, play=play))
    chance(st, Chance(of="first", value=0))
    for seat in range(6):
        held = {0: hunters[0], 2: hunters[1]}.get(seat, 0)
        chance(st, Chance(of="deck", seat=seat, value=[HUNTER] * held + [GREY] * (size - held)))
    try:
        return do(st, "begin", 0)
    except RuleBroken as error:
        return error.violation


@obeyed("G.team-restriction", "101.1a")
def a_team_that_keeps_the_restriction(t: Table) -> None:
    assert _begun(50, (1, 1), H27="deck_restriction") is None


@broken("G.team-restriction", "too_many_in_team")
def a_team_with_too_many_copies(t: Table) -> Any:
    return _begun(60, (3, 3), H27="deck_restriction")


@broken("101.1a", "too_many_copies")
def a_game_begins_with_too_many_copies(t: Table) -> Any:
    return _begun(60, (9, 0))


@broken("101.1a", "deck_too_small")
def a_game_begins_with_a_deck_of_fifty(t: Table) -> Any:
    return _begun(49)


@obeyed("101.1b")
def a_limited_game_begins_with_a_deck_of_36(t: Table) -> None:
    assert _begun(35, (9, 0), play="limited") is None


@broken("101.1b", "deck_too_small")
def a_limited_game_begins_with_a_deck_of_35(t: Table) -> Any:
    return _begun(34, play="limited")


@obeyed("106.3")
def the_others_play_on_without_a_player_who_lost(t: Table) -> None:
    st = initial(game(("0,0", "0,4", "0,8"), organized_play=False))
    chance(st, Chance(of="first", value=0))
    for seat in range(3):
        chance(st, Chance(of="deck", seat=seat, value=[GREY] * 30))
    assert do(st, "begin", 0) is None
    assert do(st, "concede", 1) is None
    assert st.result is None
    assert do(st, "cast", 0, card=GREY) is None


@broken("101.1a", "more_copies_than_registered")
def more_copies_than_on_the_list(t: Table) -> Any:
    st = initial(game(), {0: ["Discount"] + [GREY] * 49, 1: [GREY] * 50})
    chance(st, Chance(of="first", value=0))
    for seat in (0, 1):
        chance(st, Chance(of="deck", seat=seat, value=None))
    assert do(st, "begin", 0) is None
    st.pool[0] = (0, 0, 0, 2)
    assert do(st, "cast", 0, card="Discount") is None
    return do(st, "cast", 0, card="Discount")


@broken("101.1a", "card_not_in_deck")
def a_card_in_the_deck_that_is_not_on_the_list(t: Table) -> Any:
    st = initial(game(), {0: [GREY] * 10, 1: [GREY] * 10})
    try:
        chance(st, Chance(of="deck", seat=0, value=[GREY] * 9 + ["Discount"]))
    except RuleBroken as error:
        return error.violation
    return None


@obeyed("101.1a")
def a_hidden_deck_shows_what_is_on_the_list(t: Table) -> None:
    st = initial(game(), {0: ["Discount"] + [GREY] * 49, 1: [GREY] * 50})
    chance(st, Chance(of="first", value=0))
    for seat in (0, 1):
        chance(st, Chance(of="deck", seat=seat, value=None))
    assert do(st, "begin", 0) is None
    assert do(st, "cast", 0, card=GREY) is None
