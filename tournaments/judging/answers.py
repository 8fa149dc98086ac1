"""What the rooms below ask of judges."""

from tournaments.rounds import questions as of_rounds
from tournaments.rounds.models import Match

from .infractions import Level
from .models import Penalty


@of_rounds.losses_given.answered_by
def losses_given(match: Match) -> list[Penalty]:
    """The penalties of this match that count and cost a game or the match."""
    losses = (Level.GAME_LOSS, Level.MATCH_LOSS)
    found = Penalty.objects.filter(match=match, state=Penalty.State.GIVEN, level__in=losses)
    return list(found.select_related("entry").order_by("number"))
