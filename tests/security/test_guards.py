"""The short form of the guard mutants (`make guards` runs them all), and the cells they need."""

import inspect
import logging
from collections.abc import Iterator
from importlib import import_module

import pytest

from tests.counted import Record
from tests.security.cells import ELSEWHERE, RULES, Halls, more_cells, wrong_of
from tests.security.guards import NOT_NOTICED, SAID, TWINS, conditions, patterns, run
from tests.security.test_access_matrix import Hall, hall
from tests.speeds import fewer

__all__ = ["hall"]
pytestmark = [pytest.mark.django_db]

SAMPLE = [
    "accounts:account",
    "decks:deck_edit",
    "decks:keeper",
    "api:deck",
    "api:desk_staff",
    "api:offer_role",
    "api:submit_deck",
    "tournaments:why",
    "tournaments:me",
    "tournaments:deck_receipt",
    "tournaments:deck_sheet",
    "tournaments:log",
    "tournaments:penalty",
    "tournaments:desk_pool",
    "tournaments:crew_report",
    "tournaments:bracket",
    "tournaments:check_in",
    "tournaments:desk_action",
    "tournaments:recording_hand",
]
"""Routes with every kind of guard: each way to a twin, each other hall, each state."""


@pytest.fixture(autouse=True)
def _silent() -> Iterator[None]:
    """Every refusal would be a line of the log."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_the_matrix_notices_every_guard_that_is_taken_away_in_a_sample_of_routes(hall: Hall) -> None:
    said = run(Halls(hall), fewer(SAMPLE, 3, "guards taken away"))
    print(said)
    assert "in a pair" in said


def test_every_cell_in_another_state_or_another_kind_of_tournament_is_as_the_tables_say(
    hall: Hall, record_property: Record
) -> None:
    """Those of the one tournament in its second round are the access matrix itself."""
    halls = Halls(hall)
    asked = fewer(RULES, 10, "cells in another state of the tournament")
    record_property("routes in every state", len(asked))
    assert {name: said for name in asked if (said := wrong_of(*more_cells(halls, name)))} == {}


def test_every_guard_that_is_not_noticed_has_a_reason_and_a_route() -> None:
    assert {name for name, _guard in NOT_NOTICED} <= set(RULES)
    assert all(len(reason) > 20 for reason in NOT_NOTICED.values())
    assert len(NOT_NOTICED) <= 2, "mend the matrix instead of adding a reason"


def test_a_condition_behind_a_decorator_a_helper_and_a_class_is_found() -> None:
    """The control of what is taken away: none of these is a call of one of the functions in OPENED."""
    found = patterns()
    said = {
        name: str(list(conditions(found[name][0].callback)))
        for name in ("api:deck", "tournaments:recording_sign")
    }
    assert (
        "function DeckListDetail.get" in said["api:deck"]
        and "_signing_device" in said["tournaments:recording_sign"]
    )
    assert any("hand" in str(one) for one in conditions(found["tournaments:recording_hand"][0].callback))


def test_every_twin_of_a_guard_exists() -> None:
    found = patterns()
    for name, twins in TWINS.items():
        for twin in twins:
            if twin.startswith(SAID):
                view = inspect.getsource(inspect.unwrap(found[name][0].callback))
                assert twin.removeprefix(SAID) in view, name
            else:
                where, function = twin.rsplit(".", 1)
                assert callable(getattr(import_module(where), function)), twin
    assert {maker.__name__ for maker, _allowed in ELSEWHERE.values()} == {
        "limited",
        "knock_out",
        "crews",
        "shown",
    }


def test_a_guard_that_no_cell_notices_fails_the_run(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TWINS, "tournaments:deck_sheet", ())
    with pytest.raises(AssertionError, match="tournaments:deck_sheet: access_tournament"):
        run(Halls(hall), ["tournaments:deck_sheet"])
