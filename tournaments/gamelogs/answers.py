"""What the rooms below ask of logs."""

import json

from tournaments.rounds import questions as of_rounds
from tournaments.rounds.models import Match, Round

from .models import GameLog

MOST_SEATS = 6


@of_rounds.logged_matches.answered_by
def logged_matches(round_: Round) -> set[int]:
    """The matches (ids) of a round for which somebody has submitted a log."""
    return set(GameLog.objects.filter(match__round=round_).values_list("match_id", flat=True))


@of_rounds.logged_games.answered_by
def logged_games(match: Match) -> list[of_rounds.LoggedGame]:
    """The ends of the logs of a match, of those only that the engine replayed to the end without finding a fault."""
    found = GameLog.objects.filter(match=match, state=GameLog.State.DONE, verdict="ok")
    return [
        of_rounds.LoggedGame(log.pk, log.game_number, _winners(log), log.submitted_at, recorded=log.recorded)
        for log in found.order_by("game_number", "pk")
        if log.report.get("result")
    ]


def _winners(log: GameLog) -> tuple[str, ...]:
    """The keys of who won, by the lines with which a log names its seats."""
    keys: dict[int, str] = {}
    for line in bytes(log.original).split(b"\n", MOST_SEATS + 1)[1 : MOST_SEATS + 1]:
        row = json.loads(line)
        if row.get("kind") != "seat":
            break
        keys[row["seat"]] = str(row["player"])
    return tuple(keys[seat] for seat in log.report["result"]["winners"] if seat in keys)
