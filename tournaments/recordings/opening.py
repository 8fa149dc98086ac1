"""What the server writes before anything else: the law of the event, who sits where, how many cards each deck has.

Of a registered list only its size gets in, which anybody may count at the table (501.4). No phone can change a byte.
"""

from collections.abc import Callable, Sequence
from itertools import chain, zip_longest

from rules_engine.kernel.terms import SeatTerms, Terms
from rules_engine.x610z.log import PLAIN, DeckRef, Header, Line, SeatLine, encode_line
from rules_engine.x610z.model import SEMANTICS
from rules_engine.x610z.opening import SMALLEST
from rules_engine.x610z.playing import DOTS
from rules_engine.zx.deckrules import DECK_SIZE
from rules_engine.zx.log import FORMAT as ZX_FORMAT
from rules_engine.zx.log import Header as ZxHeader
from rules_engine.zx.log import Line as ZxLine
from rules_engine.zx.log import SeatLine as ZxSeatLine
from rules_engine.zx.log import codec as zx_codec
from rules_engine.zx.model import SEMANTICS as ZX_SEMANTICS
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
    return _OPENINGS[terms.game](match, terms, last_losers)


def _x610z(match: Match, terms: Terms, last_losers: Sequence[int]) -> bytes:
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
        game_no=terms.game_no,
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


def _zx(match: Match, terms: Terms, _last_losers: Sequence[int]) -> bytes:
    """What lies beside a deck is said at the table, by taps; the size of a deck includes what is laid out of it."""
    header = ZxHeader(
        format=ZX_FORMAT,
        game=terms.game,
        ruleset=terms.ruleset,
        rulings=terms.rulings.removeprefix("sha256:"),  # as logs of this game have it
        choices=dict(terms.choices),
        pool=terms.pool,
        semantics=ZX_SEMANTICS,
        event=match.tournament.slug,
        round=match.round.number,
        play=terms.play,
        table=match.table or 0,
        recorder=RECORDER,
    )
    registered = {seat.player: sum((seat.deck or {}).values()) for seat in terms.seats}
    lines: list[ZxLine] = [header]
    lines += [
        ZxSeatLine(seat=number, player=entry.key, deck=DeckRef(cards=registered[entry.key] or DECK_SIZE))
        for number, entry in enumerate(seated(match))
    ]
    return b"".join(zx_codec.encode(line) + b"\n" for line in lines)


_OPENINGS: dict[str, Callable[[Match, Terms, Sequence[int]], bytes]] = {"x610z": _x610z, "zx": _zx}


def deck_size(seat: SeatTerms, terms: Terms) -> int:
    """Cards of a deck with its Life Base; where no list is registered the smallest that the play allows."""
    registered = sum((seat.deck or {}).values())
    return registered or SMALLEST.get(terms.play, ("", 51))[1]
