"""The judges' book: a hash chain beside a tournament's own, for commands of which only its judges may know.

The ledger of a tournament is read by its desk and its organizer; a row in it, or a gap in its numbers, would tell them
that there is a penalty. So these commands write their row into a chain of their own, as safe as the other one.
"""

from tournaments.events.models import Tournament


def judges_book(tournament: Tournament) -> str:
    """Key of the judges' chain of a tournament."""
    return f"j-{tournament.slug}"
