"""Views of whole games: at every point, for every seat, a spectator and the judge, nothing too much or too little."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.x610z.model import State
from rules_engine.x610z.random_games import record_random_game
from rules_engine.x610z.view import view

from .cases_views import VIEWERS, set_out, wrongs
from .registry import ME, YOU, Table


@pytest.mark.parametrize(
    ("seats", "teams"),
    [(2, ()), (3, ()), (6, ()), (4, ("a", "b", "a", "b")), (6, ("a", "b", "c") * 2)],
    ids=["1vs1", "3", "6", "2vs2", "2vs2vs2"],
)
def test_no_view_of_a_game_shows_a_secret_or_hides_what_is_public(seats: int, teams: tuple[str, ...]) -> None:
    seen = 0

    def watch(st: State) -> None:
        nonlocal seen
        for viewer in (*VIEWERS, *range(seats)):
            assert wrongs(view(st, viewer), st, viewer) == [], (st.turn, viewer)
            seen += 1

    options: dict[str, Any] = {"teams": teams} if teams else {}
    record_random_game(11, seats, max_actions=120, watch=watch, **options)
    assert seen > 100 * seats


def test_a_teammate_sees_no_more_of_a_hand_than_an_opponent() -> None:
    st = record_random_game(3, 4, max_actions=40, teams=("a", "b", "a", "b"), organized_play=False).state
    hands = [[set(side["hand"]) for side in view(st, viewer)["seats"]] for viewer in range(4)]
    for viewer in range(4):
        assert [seat for seat in range(4) if "cards" in hands[viewer][seat]] == [viewer]


def test_the_judge_sees_every_hand_and_no_deck() -> None:
    st = set_out(Table())
    sides = view(st, "judge")["seats"]
    assert [len(side["hand"]["cards"]) for side in sides] == [len(hand) for hand in st.hand]
    assert [set(side["deck"]) for side in sides] == [{"count"}, {"count"}]


def test_what_two_viewers_see_differs_only_in_the_hands() -> None:
    st = set_out(Table())
    mine, yours = view(st, ME), view(st, YOU)
    assert mine != yours
    for shown in (mine, yours):
        for side in shown["seats"]:
            side.pop("hand")
    assert mine == yours


def test_another_card_in_a_hidden_hand_changes_nobody_elses_view() -> None:
    one, other = Table(), Table()
    one.hold(YOU, "Denial")
    other.hold(YOU, "Brain Fog")
    for viewer in ("spectator", ME):
        assert view(one.st, viewer) == view(other.st, viewer)
    assert view(one.st, YOU) != view(other.st, YOU)


def test_a_team_sees_exactly_the_hands_of_its_own_players() -> None:
    st = record_random_game(3, 4, max_actions=40, teams=("a", "b", "a", "b"), organized_play=False).state
    seen = view(st, "team:b")["seats"]
    assert [seat for seat in range(4) if "cards" in seen[seat]["hand"]] == [1, 3]
    for seat in (1, 3):
        assert seen[seat]["hand"] == view(st, seat)["seats"][seat]["hand"]
    for side in (public := view(st, "spectator"))["seats"]:
        side["hand"].pop("cards", None)
    for side in seen:
        side["hand"].pop("cards", None)
    assert {**view(st, "team:b"), "seats": seen} == public


@pytest.mark.parametrize("viewer", ["team:c", "team:", "Judge", "", 4, -1])
def test_a_viewer_whom_nobody_knows_sees_nothing(viewer: str | int) -> None:
    st = record_random_game(3, 4, max_actions=10, teams=("a", "b", "a", "b"), organized_play=False).state
    with pytest.raises(ValueError, match="nobody at this table"):
        view(st, viewer)


def test_players_without_a_team_are_no_team_together() -> None:
    with pytest.raises(ValueError, match="team:None"):
        view(set_out(Table()), "team:None")
