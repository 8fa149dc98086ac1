"""What the rooms below ask of recorded games."""

from tournaments.rounds import questions as of_rounds
from tournaments.rounds.models import Match

from .results import verified_among


@of_rounds.verified_matches.answered_by
def verified_matches(matches: list[Match]) -> set[int]:
    """Those of these matches (ids) whose result their signed games prove."""
    return verified_among(matches)
