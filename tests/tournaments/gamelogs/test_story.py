"""How a game is told turn by turn, whatever its engine calls things."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from rules_engine.kernel.cursor import Step
from rules_engine.kernel.games import Words
from rules_engine.kernel.told import sentences
from tests.games.rps.play import Action
from tournaments.gamelogs.story import tell

Event = dict[str, object]


def told(*steps: tuple[str, Sequence[Event]], words: Words) -> list[tuple[int, list[tuple[str, ...]]]]:
    """The turns of a game of these actions, each with what it brought about: their lines, with what followed."""
    lines = [Step(at, Action(do=do, seat=0, n=at), None) for at, (do, _events) in enumerate(steps, 1)]
    opened: Any = SimpleNamespace(
        total=len(steps),
        cursor=SimpleNamespace(steps=lines, events=lambda at: steps[at - 1][1]),
        game=SimpleNamespace(words=words),
        seat_name=lambda seat: f"E{seat + 1}",
        sentence=lambda at: steps[at - 1][0],
        label=lambda oid, _actor: oid,
        language="en",
        consequences=lambda events, label: sentences(events, label, lambda seat: f"E{seat + 1}", "en"),
    )
    return [(turn.number, [(line.text, *line.told) for line in turn.lines]) for turn in tell(opened)]


def turn(number: int) -> Event:
    return {"event": "turn", "turn": number, "seat": 1}


def test_an_action_that_ends_a_turn_is_told_as_what_it_is() -> None:
    words = Words(loud=frozenset({"play"}))
    assert told(("play", [turn(2)]), ("pass", [turn(3)]), ("play", []), words=words) == [
        (1, [("play",)]),
        (3, [("The turn goes to E2",), ("play",)]),
    ]


def test_a_game_with_an_action_that_begins_it_has_a_time_before() -> None:
    words = Words(loud=frozenset({"begin"}))
    assert told(("keep", []), ("begin", [turn(1)]), ("play", []), words=words) == [
        (0, [("keep",)]),
        (1, [("begin",), ("play",)]),
    ]


def test_an_event_that_says_too_little_for_its_words_is_left_out() -> None:
    events: list[Event] = [
        {"event": "draw", "seat": 0},
        {"event": "damage"},
        {"event": "draw", "seat": 0, "count": 2},
    ]
    assert told(("play", events), words=Words(loud=frozenset())) == [(1, [("play", "E1 draws 2 cards")])]
