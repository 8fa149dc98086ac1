"""What the rooms below ask of logs."""

from tournaments.rounds import questions as of_rounds
from tournaments.rounds.models import Round

from .models import GameLog


@of_rounds.logged_matches.answered_by
def logged_matches(round_: Round) -> set[int]:
    """The matches (ids) of a round for which somebody has submitted a log."""
    return set(GameLog.objects.filter(match__round=round_).values_list("match_id", flat=True))
