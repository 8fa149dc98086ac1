"""The law of one logged game: made from tournament, round and match, never from what a player handed in."""

from decks.registration.models import DeckRevision
from rules_engine.kernel.terms import SeatTerms, Terms
from tournaments.rounds.models import Seat

from .models import GameLog


def terms_of(log: GameLog) -> Terms:
    """The terms of a log's game with every registered list: for the comparison whose outcome only judges see.

    Everything that a player may see is made with :meth:`Terms.public` of them.
    """
    tournament = log.match.tournament
    seats = (
        Seat.objects.filter(match=log.match)
        .select_related("entry__registration__current")
        .order_by("position")
    )
    return Terms(
        game=tournament.game,
        ruleset=tournament.ruleset,
        organized_play=tournament.organized_play,
        time_limit=log.match.round.minutes > 0,
        game_no=log.game_number,
        seats=tuple(_seat_terms(seat) for seat in seats),
    )


def _seat_terms(seat: Seat) -> SeatTerms:
    """One seat; whoever has handed in no list is bound to none."""
    registration = seat.entry.registration
    revision: DeckRevision | None = registration.current if registration is not None else None
    if revision is None:
        return SeatTerms(seat.entry.key)
    return SeatTerms(seat.entry.key, deck=revision.main, sideboard=revision.sideboard)
