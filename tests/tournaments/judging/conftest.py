"""A small event with its judges; a file that wants another event makes its own."""

import pytest

from ledger.commands import Actor
from tests.tournaments.hall import approved_tournament, publish, staff_actor
from tournaments.events.models import Tournament


@pytest.fixture
def tournament() -> Tournament:
    """Four players at championship level, round 1 being played."""
    made = approved_tournament(4, changes={"level": "championship"})
    publish(made, 1)
    return made


@pytest.fixture
def judge(tournament: Tournament) -> Actor:
    return staff_actor(tournament, "judge")


@pytest.fixture
def head(tournament: Tournament) -> Actor:
    return staff_actor(tournament, "head_judge")
