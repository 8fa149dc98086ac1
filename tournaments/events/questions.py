"""What this room asks the rooms above it: how far the rounds are, and who takes part."""

from typing import Any, NamedTuple

from django.db.models import Count

from ledger.questions import Question

from .models import Tournament


class RoundsSoFar(NamedTuple):
    """How many rounds a tournament has of each state."""

    drafts: int
    running: int
    completed: int

    @property
    def begun(self) -> int:
        """Rounds that were published, whether they are over or not."""
        return self.running + self.completed


rounds_so_far: Question[[Tournament], RoundsSoFar] = Question(
    "how many rounds a tournament has of each state"
)
is_entered: Question[[Any, Tournament], bool] = Question("whether a person is entered and has not withdrawn")
players_counted: Question[[], Count] = Question(
    "how many players a tournament has, as part of a query of tournaments"
)
