"""A small event with its judges; a file that wants another event makes its own."""

from ledger.commands import Actor
from tests.halls import kept
from tests.tournaments.hall import approved_tournament, publish, staff_actor
from tournaments.events.models import Tournament


@kept
def tournament() -> Tournament:
    """Four players at championship level, round 1 being played."""
    made = approved_tournament(4, changes={"level": "championship"})
    publish(made, 1)
    return made


@kept
def judge(tournament: Tournament) -> Actor:
    return staff_actor(tournament, "judge")


@kept
def head(tournament: Tournament) -> Actor:
    return staff_actor(tournament, "head_judge")
