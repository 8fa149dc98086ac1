"""Whole events driven at random: of players, and of crews. `make event-machine` drives longer and more of them."""

import os

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from hypothesis.stateful import run_state_machine_as_test

from tests.tournaments.scenarios.crew_machine import CrewMachine
from tests.tournaments.scenarios.event_machine import EventMachine

pytestmark = [pytest.mark.django_db]
DONE = {
    "entry.check_in",
    "tournament.start",
    "round.draft",
    "round.publish",
    "result.enter",
    "round.complete",
}
RUNS, STEPS = int(os.environ.get("EVENT_RUNS", "2")), int(os.environ.get("EVENT_STEPS", "30"))


@pytest.fixture
def the_same_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis mixes in numbers that stand in the modules imported so far: other tests would choose the events."""
    monkeypatch.setattr(providers, "_get_local_constants", Constants)
    providers.CONSTANTS_CACHE.cache.clear()


@pytest.mark.usefixtures("the_same_events")
@pytest.mark.parametrize("machine", [EventMachine, CrewMachine])
def test_a_whole_event_driven_at_random_agrees_with_a_plain_model_of_it(machine: type[EventMachine]) -> None:
    machine.accepted.clear()
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=RUNS,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize="EVENT_RUNS" not in os.environ,  # ./test drives the same events each time
            suppress_health_check=list(HealthCheck),
        ),
    )
    # A machine whose every command is refused agrees with any model: each of these was done.
    assert machine.accepted.keys() >= DONE
