"""What the rooms below ask of recorded games."""

from tournaments.rounds import questions as of_rounds
from tournaments.rounds.models import Match, Round

from .models import Recording
from .results import verified_among


@of_rounds.verified_matches.answered_by
def verified_matches(matches: list[Match]) -> set[int]:
    """Those of these matches (ids) whose result their signed games prove."""
    return verified_among(matches)


@of_rounds.recorded_matches.answered_by
def recorded_matches(round_: Round) -> set[int]:
    """The matches (ids) of a round of which somebody has begun a recording."""
    found = Recording.objects.filter(match__round=round_)
    return {pk for pk in found.values_list("match_id", flat=True) if pk is not None}
