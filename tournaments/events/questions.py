"""What this room asks the rooms above it: how far the rounds are, and who takes part."""

from typing import NamedTuple

from django.db.models.functions import Coalesce

from ledger.commands import Command
from ledger.people import Account
from ledger.questions import Question
from ledger.shapes import Context
from tournaments.organizations.models import Organization

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
before_step: Question[[Command, Tournament], None] = Question(
    "keeps how the rounds stand before the command in progress changes them"
)
copied: Question[[Command, Tournament, Tournament], None] = Question(
    "takes along what the rooms above keep of a tournament to one that is made from it"
)
talk: Question[[Tournament], str] = Question(
    "the address where an event is talked about; empty where nobody does"
)
circuits_shown: Question[[Organization, bool], list[Context]] = Question(
    "the circuits of an organization as its page shows them; with those in preparation, for its own people"
)
is_entered: Question[[Account, Tournament], bool] = Question(
    "whether a person is entered and has not withdrawn"
)
disqualifications_waiting: Question[[], int] = Question(
    "how many disqualifications wait for the office, because their tournament has no second judge"
)
players_counted: Question[[], Coalesce] = Question(
    "how many players a tournament has, as part of a query of tournaments"
)
places_given: Question[[Tournament], int] = Question("how many players have a place")
players_told: Question[[Tournament], list[int]] = Question(
    "whom (ids of people) a change of a tournament concerns: everybody who plays or waits"
)
more_places: Question[[Command, Tournament], list[int]] = Question(
    "who moves up from the waiting list when there are more places; does it, in the command that made them"
)
