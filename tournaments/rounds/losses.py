"""Games and matches that judges took from players as a penalty, as far as they concern the result of a table.

A proposal for the form and no more: a person enters the result. Only for readers with the right "penalties".
"""

from collections.abc import Sequence
from typing import TypedDict

from tournaments.events.access import Person, Right, actor_with
from tournaments.events.models import Tournament

from .models import Match, Seat
from .questions import Loss, losses_given


def losses_at(user: Person, tournament: Tournament, match: Match) -> Sequence[Loss]:
    """The penalties of this match that cost a game or the match; none for whoever may not know of penalties."""
    if actor_with(user, tournament, Right.PENALTIES) is None:
        return []
    return losses_given(match)


class ProposedScore(TypedDict, total=False):
    """What the form of an open match starts with; empty when nobody lost the match."""

    first: int
    second: int
    kind: str


def proposed_score(losses: Sequence[Loss], seats: list[Seat], games: int) -> ProposedScore:
    """What the form of an open match starts with: who lost the match as a penalty loses by forfeit."""
    out = {loss.entry_id for loss in losses if loss.costs_match}
    losing = [seat.position for seat in seats if seat.entry_id in out]
    if len(losing) == len(seats):
        return {"first": 0, "second": 0, "kind": Match.Kind.DOUBLE_LOSS}
    if not losing:
        return {}
    needed = games // 2 + 1
    first, second = (0, needed) if losing == [0] else (needed, 0)
    return {"first": first, "second": second, "kind": Match.Kind.FORFEIT}
