"""Games and matches that judges took from players as a penalty, as far as they concern the result of a table.

A proposal for the form and no more: a person enters the result. Only for readers with the right "penalties".
"""

from typing import Any

from tournaments.events.access import Person, actor_with
from tournaments.events.models import Tournament

from .models import Match, Seat

# States and levels as the judging room writes them; that room stands above this one.
COUNTS, GAME_LOSS, MATCH_LOSS = "given", "game_loss", "match_loss"


def losses_at(user: Person, tournament: Tournament, match: Match) -> list[Any]:
    """The penalties of this match that cost a game or the match; none for whoever may not know of penalties."""
    if actor_with(user, tournament, "penalties") is None:
        return []
    found = match.penalties.filter(state=COUNTS, level__in=(GAME_LOSS, MATCH_LOSS))
    return list(found.select_related("entry").order_by("number"))


def proposed_score(losses: list[Any], seats: list[Seat], games: int) -> dict[str, Any]:
    """What the form of an open match starts with: who lost the match as a penalty loses by forfeit."""
    out = {loss.entry_id for loss in losses if loss.level == MATCH_LOSS}
    losing = [seat.position for seat in seats if seat.entry_id in out]
    if len(losing) == len(seats):
        return {"first": 0, "second": 0, "kind": Match.Kind.DOUBLE_LOSS}
    if not losing:
        return {}
    needed = games // 2 + 1
    first, second = (0, needed) if losing == [0] else (needed, 0)
    return {"first": first, "second": second, "kind": Match.Kind.FORFEIT}
