"""What this room asks the rooms above it: losses that judges gave, logs of games, and what recorded games prove."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from ledger.questions import Question

from .models import Match, Round


class Loss(Protocol):
    """A game or match that a judge took from a player."""

    entry_id: int

    @property
    def costs_match(self) -> bool:
        """Whether the whole match is lost, and not one game of it."""


@dataclass(frozen=True)
class Visit:
    """What a judge has to do at a table now: ``why`` is ``call`` or ``check``; ``judge`` empty while nobody goes."""

    why: str
    judge: str


@dataclass(frozen=True)
class LoggedGame:
    """How a log ends in which the engine found no fault: the keys of who won (none: a draw), and when it was written.

    ``recorded``: written down here while it was played, so ``at`` is its last action; else when it was submitted.
    """

    log: int
    game: int
    winners: tuple[str, ...]
    at: datetime
    recorded: bool


logged_games: Question[[Match], list[LoggedGame]] = Question(
    "how the checked logs of a match end, for judges who settle a dispute"
)
losses_given: Question[[Match], Sequence[Loss]] = Question(
    "which losses judges gave at a table, in their order"
)
logged_matches: Question[[Round], set[int]] = Question("the matches of a round for which a log was submitted")
verified_matches: Question[[list[Match]], set[int]] = Question(
    "which of these matches have the result that their signed games prove"
)
recorded_matches: Question[[Round], set[int]] = Question(
    "the matches of a round of which a recording was begun"
)
judged_matches: Question[[Round], set[int]] = Question(
    "the matches of a round at which a judge was called, checked decks or gave a penalty"
)
judges_at: Question[[Round], Mapping[int, Visit]] = Question(
    "at which matches of a round a judge is called or checks decks now, and who that is"
)
