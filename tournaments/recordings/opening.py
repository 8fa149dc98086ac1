"""What the server writes before anything else: the law of the event, who sits where, how many cards each deck has.

Of a registered list only its size gets in, which anybody may count at the table (501.4). No phone can change a byte.
"""

from collections.abc import Sequence
from itertools import chain, zip_longest

from rules_engine.games import game_of
from rules_engine.kernel.games import Opening
from tournaments.entries.models import Entry
from tournaments.gamelogs.selectors import sides_of
from tournaments.gamelogs.terms import terms_of_game
from tournaments.rounds.models import Match

RECORDER = "x610z recorder/1"
SIZES = range(2, 7)


def seated(match: Match) -> list[Entry]:
    """The players of a match in the order of their seats, clockwise; of teams every other seat is one's own."""
    return [one for one, _place in seats_of(sides_of(match))]


def seats_of(sides: Sequence[Sequence[Entry]]) -> list[tuple[Entry, int]]:
    """Who has each seat, with the position of their side at the match."""
    placed = [[(one, place) for one in side] for place, side in enumerate(sides)]
    return [one for one in chain.from_iterable(zip_longest(*placed)) if one is not None]


def opening_of(match: Match, game_number: int, last_losers: Sequence[int] = ()) -> bytes:
    """The first lines of the log of one game, as the event's terms have them."""
    terms = terms_of_game(match, game_number)
    said = Opening(
        terms=terms,
        players=[entry.key for entry in seated(match)],
        event=match.tournament.slug,
        round=match.round.number,
        table=match.table or 0,
        recorder=RECORDER,
        losers=last_losers,
    )
    return game_of(terms.game).recording.opening(said)
