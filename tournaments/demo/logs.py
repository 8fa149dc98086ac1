"""The demo's logged games: played with the registered decks, submitted by a player, checked like any other."""

from dataclasses import dataclass

from ledger.commands import Actor
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.gamelogs.services import log_submit
from tournaments.gamelogs.tasks import replay_log
from tournaments.rounds.models import Match

from .decks import cards_of, pool_of
from .games import play_game, spoil, underpay

_GAMES = 10  # games tried until one can be spoiled in the wanted way
_CHOICES = 3  # games played of which the liveliest is kept


@dataclass(frozen=True)
class LoggedGame:
    """A log of a match's first game and the position of its winner.

    ``meant``: of a log with a fault the same game without it.
    """

    data: bytes
    winner: int
    meant: bytes = b""


def logged_game(match: Match, fault: str = "") -> LoggedGame:
    """A game between the players of a match; ``fault`` is a rule's code to break, or "underpaid".

    Raises LookupError when no game offers the place for that fault.
    """
    entries = [
        Entry.objects.select_related("registration__current").get(pk=seat.entry_id)
        for seat in match.seats.all()
    ]
    pool = pool_of(match.tournament)
    decks = [cards_of(entry, pool) for entry in entries]
    keys = [entry.key for entry in entries]
    seeds = (f"{match.round.number}/{match.table}/{attempt}" for attempt in range(_GAMES))
    if not fault:
        games = [play_game(next(seeds), decks, keys, pool)[0] for _choice in range(_CHOICES)]
        best = max(games, key=lambda game: game.crowd)
        return LoggedGame(best.data, best.winner)
    for seed in seeds:
        game, slips = play_game(seed, decks, keys, pool)
        data = underpay(game) if fault == "underpaid" else spoil(game, slips, fault)
        if data is not None:
            return LoggedGame(data, game.winner, game.data)
    raise LookupError(f"no game in which {fault} could happen")


def submit(tournament: Tournament, match: Match, game: LoggedGame) -> None:
    """The winner hands the log in, and it is checked at once instead of by a worker."""
    entry = match.seats.all()[game.winner].entry
    answer = log_submit(
        actor=Actor(entry.user, "player"), tournament=tournament, match_id=match.pk, data=game.data
    )
    replay_log(answer["log"])
