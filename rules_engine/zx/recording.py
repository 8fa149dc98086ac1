"""How a game of Z/X is written down by tapping."""

from rules_engine.kernel.games import Opening, Recording
from rules_engine.kernel.log import DeckRef

from .castable import playable_of
from .deckrules import DECK_SIZE
from .log import FORMAT, Header, Line, SeatLine, codec
from .model import SEMANTICS
from .play import PLAYED_FROM
from .screen import ZxScreen
from .session import ZxSession


def opening(said: Opening) -> bytes:
    """Header and seats. What lies beside a deck is said at the table, by taps; its size includes what is laid out."""
    terms = said.terms
    header = Header(
        format=FORMAT,
        game=terms.game,
        ruleset=terms.ruleset,
        rulings=terms.rulings,
        choices=dict(terms.choices),
        pool=terms.pool,
        semantics=SEMANTICS,
        event=said.event,
        round=said.round,
        play=terms.play,
        table=said.table,
        recorder=said.recorder,
    )
    lines: list[Line] = [
        header,
        *(
            SeatLine(seat=seat, player=player, deck=DeckRef(cards=said.registered(seat) or DECK_SIZE))
            for seat, player in enumerate(said.players)
        ),
    ]
    return b"".join(codec.encode(line) + b"\n" for line in lines)


RECORDING = Recording(
    session=ZxSession,
    screen=ZxScreen,
    opening=opening,
    plays=frozenset(PLAYED_FROM),
    left=playable_of,
    list_rule="B.deck-1",
)
