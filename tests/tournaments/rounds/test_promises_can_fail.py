"""The control of what an event day promises: with its guard taken away, the test of the promise fails."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.counted import unheard
from tests.tournaments.hall import draft, play, running_tournament
from tests.tournaments.mending import test_repair
from tests.tournaments.pairing import test_planted_faults
from tests.tournaments.rounds import test_outdated, test_stages
from tests.tournaments.submissions import test_deck_deadline
from tournaments.rounds.models import Round

pytestmark = pytest.mark.django_db


class Nothing:
    """What no format of a stage is."""


def drafted() -> Round:
    """The second round of eight players as a draft."""
    tournament = running_tournament(8)
    play(tournament)
    return draft(tournament, 2)


def knocked_out() -> None:
    """A championship to its end: whom the desk misses, what the wall and everybody's phone say."""
    test_stages.test_a_championship_of_nine_runs_through_its_knock_out_to_the_final_places(
        test_stages.cut_ready()
    )


CONTROLS: tuple[tuple[str, Any, Callable[[], object]], ...] = (
    (
        "tournaments.rounds.selectors.is_outdated",
        lambda *_asked: False,
        lambda: test_outdated.test_a_corrected_result_makes_the_draft_of_the_next_round_outdated(drafted()),
    ),
    (
        "tournaments.rounds.pairing_services.is_outdated",
        lambda *_asked: False,
        lambda: test_outdated.test_a_corrected_result_makes_the_draft_of_the_next_round_outdated(drafted()),
    ),
    (
        "tournaments.rounds.selectors.KnockOut",
        Nothing,
        knocked_out,
    ),
    (
        "tournaments.display.own_place.places_by_key",
        lambda _tournament: {},
        knocked_out,
    ),
    (
        "tournaments.submissions.services.deck_closed_since",
        lambda *_asked: None,
        test_deck_deadline.test_lists_of_opened_cards_may_be_due_after_the_start_which_needs_none_and_locks_none,
    ),
    (
        "tournaments.pairing.check._floated",
        lambda *_asked: [],
        lambda: test_planted_faults.test_no_round_with_a_better_one_is_clean_and_somebody_is_named(
            0, unheard
        ),
    ),
    (
        "tournaments.mending.repair_views._telling",
        lambda plans: {label for plan in plans for label, _value in plan.facts},
        test_repair.test_a_round_that_needs_nothing_says_so_and_shows_no_plan_twice_and_no_badge,
    ),
)


@pytest.mark.parametrize(("guard", "without", "promise"), CONTROLS, ids=[guard for guard, *_rest in CONTROLS])
def test_without_its_guard_the_test_of_a_promise_fails(
    monkeypatch: pytest.MonkeyPatch, guard: str, without: Any, promise: Callable[[], object]
) -> None:
    monkeypatch.setattr(guard, without)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        promise()
