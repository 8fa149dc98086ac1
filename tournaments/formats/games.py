"""Which scores a match can have. Pure: takes the policy and the score, returns what is wrong."""

from django.utils.translation import gettext as _

from ledger.errors import Problem
from tournaments.events.policy import Policy

Score = tuple[int, int, int]


def score_problems(policy: Policy, score: Score, *, time_called: bool) -> list[Problem]:
    """Why this score of a best-of-n match cannot be stored; empty when it can.

    A match ends when one side has won more than half of the games. Draws and unfinished matches exist
    only after time was called at that table (106.1a): no draw can be agreed.
    """
    first, second, drawn = score
    games = policy.games
    needed = games // 2 + 1
    if (
        min(score) < 0
        or first > needed
        or second > needed
        or first + second + drawn > games
        or first == second == needed
    ):
        text = _("A match has at most %(games)s games, and ends when one player has won %(needed)s.")
        return [Problem("impossible", text % {"games": games, "needed": needed}, "score")]
    if max(first, second) == needed:
        if drawn and not time_called:
            return [_time_needed()]
        return []
    if not time_called:
        return [_time_needed()]
    return []


def _time_needed() -> Problem:
    return Problem(
        "time_not_called",
        _("A draw or an unfinished match only counts after time has run out at your table. Play on."),
        "score",
        "106.1a",
    )


def winner(score: Score) -> int | None:
    """Position of the match winner, or None for a draw."""
    if score[0] == score[1]:
        return None
    return 0 if score[0] > score[1] else 1
