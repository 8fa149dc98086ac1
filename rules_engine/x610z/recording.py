"""How a game of X610Z is written down by tapping."""

from rules_engine.kernel.games import Opening, Recording

from .castable import left_of
from .log import PLAIN, DeckRef, Header, Line, SeatLine, encode_line
from .model import SEMANTICS
from .opening import SMALLEST
from .playing import DOTS
from .screen import X610zScreen
from .session import X610zSession


def opening(said: Opening) -> bytes:
    """Header and seats. Of a registered list only its size gets in, which anybody may count at the table (501.4)."""
    terms = said.terms
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
        event=said.event,
        round=said.round,
        table=said.table,
        game_no=terms.game_no,
        last_losers=list(said.losers),
        play=terms.play,
        recorder=said.recorder,
    )
    smallest = SMALLEST.get(terms.play, ("", 51))[1]
    lines: list[Line] = [
        SeatLine(
            seat=seat,
            player=player,
            dot=DOTS[len(said.players)][seat],
            team=said.terms_of(seat).team or None,
            deck=DeckRef(cards=said.registered(seat) or smallest),
        )
        for seat, player in enumerate(said.players)
    ]
    return b"".join(encode_line(line) + b"\n" for line in [header, *lines])


RECORDING = Recording(
    session=X610zSession,
    screen=X610zScreen,
    opening=opening,
    plays=frozenset({"cast"}),
    left=left_of,
    list_rule="101.1a",
)
