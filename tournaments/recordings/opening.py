"""What the server writes before anything else: the law of the event, who sits where, how many cards each deck has.

Of a registered list only its size gets in, which anybody may count at the table (501.4). No phone can change a byte.
"""

from collections.abc import Sequence
from itertools import chain, zip_longest

from rules_engine.kernel.terms import SeatTerms, Terms
from rules_engine.x610z.log import PLAIN, DeckRef, Header, Line, SeatLine, encode_line
from rules_engine.x610z.model import SEMANTICS
from rules_engine.x610z.opening import SMALLEST
from rules_engine.x610z.playing import DOTS
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
    header = Header(
        format=PLAIN,
        game=terms.game,
        ruleset=terms.ruleset,
        rulings=terms.rulings,
        choices=dict(terms.choices),
        pool=terms.pool,
        board=terms.board,
        semantics=SEMANTICS,
        mode=terms.mode,
        organized_play=terms.organized_play,
        time_limit=terms.time_limit,
        concede_after=terms.concede_after,
        event=match.tournament.slug,
        round=match.round.number,
        table=match.table or 0,
        game_no=game_number,
        last_losers=list(last_losers),
        play=terms.play,
        recorder=RECORDER,
    )
    players = seated(match)
    places = {seat.player: seat for seat in terms.seats}
    lines: list[Line] = [
        SeatLine(
            seat=number,
            player=entry.key,
            dot=DOTS[len(players)][number],
            team=places[entry.key].team or None,
            deck=DeckRef(cards=deck_size(places[entry.key], terms)),
        )
        for number, entry in enumerate(players)
    ]
    return b"".join(encode_line(line) + b"\n" for line in [header, *lines])


def deck_size(seat: SeatTerms, terms: Terms) -> int:
    """Cards of a deck with its Life Base; where no list is registered the smallest that the play allows."""
    registered = sum((seat.deck or {}).values())
    return registered or SMALLEST.get(terms.play, ("", 51))[1]
