"""The judges' book: a hash chain beside a tournament's own, for commands of which only its judges may know.

The ledger of a tournament is read by its desk and its organizer; a row in it, or a gap in its numbers, would tell them
that there is a penalty. So these commands write their row into a chain of their own, as safe as the other one.
"""

from dataclasses import dataclass
from typing import Any

from tournaments.events.models import Tournament


@dataclass
class JudgesBook:
    """What a command is told instead of the tournament: the same lock, another chain."""

    pk: Any
    slug: str

    @property
    def chain_key(self) -> str:
        """Key of the chain."""
        return f"j-{self.slug}"


def judges_book(tournament: Tournament) -> JudgesBook:
    """The judges' chain of a tournament."""
    return JudgesBook(tournament.pk, tournament.slug)
