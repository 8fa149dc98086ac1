"""The two implementations of docs/season-points.md say the same of every random season."""

from __future__ import annotations

from tests.speeds import amount
from tests.tournaments.season_points import second, second_one_more
from tests.tournaments.season_points.agreement import disagreements, disagreements_one_more, season_of

SEASONS = amount(200, 10_000, "random seasons that two implementations agree on")


def test_two_implementations_agree_on_ladders_clans_and_honours() -> None:
    assert not disagreements(second.answer, range(SEASONS))


def test_two_implementations_agree_on_what_one_more_event_can_give() -> None:
    assert not disagreements_one_more(second_one_more.one_more, range(SEASONS))


def test_the_seasons_of_a_day_hold_every_state_and_every_tie_break() -> None:
    answers = [second.answer(season_of(seed)) for seed in range(200)]
    rows = [row for one in answers for row in one["rows"]]
    assert {result["state"] for row in rows for result in row["results"]} == {
        *("kept", "over_window", "over_class", "over_all", "zero", "disqualified", "unclaimed"),
        *("other_class", "not_chosen", "rehearsal", "imported", "too_early", "too_late", "later", "expired"),
    }
    assert {row["decided_by"] for row in rows} == {None, "points", "results", "wins", "earlier", "events"}
    assert {len(one["clans"]) for one in answers} == {0, 1, 2, 3}
