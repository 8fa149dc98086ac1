"""How logs of this game are read, for audit, cursor and the comparison of decks."""

from rules_engine.kernel.errors import Violation
from rules_engine.kernel.log import EndLine, NoteLine
from rules_engine.kernel.reader import GameLog, Lines

from .binding import Binding
from .cards import packaged
from .finding import Finding
from .log import Chance, CheckLine, SeatLine, codec
from .messages import step_text
from .model import SEMANTICS
from .opening import DECK_FAULTS
from .replay import Replay
from .rulesets import answers


def at_fault(lines: Lines, violation: Violation, state: object) -> int | None:
    """Who sits wrong is told at his seat line, whose deck is wrong at the line of his deck.

    Both only show later, when the table is whole or the cards are dealt.
    """
    kind = SeatLine if state is None else Chance if violation.code in DECK_FAULTS else None
    if kind is None:
        return None
    found = [(number, line.seat) for number, line in lines if isinstance(line, kind)]
    own = [number for number, seat in found if seat == violation.seat and seat is not None]
    if own:
        return own[-1]
    return found[-1][0] if found and kind is SeatLine else None


GAMELOG = GameLog(
    game="x610z",
    codec=codec,
    replay=Replay,
    semantics=SEMANTICS,
    still=(EndLine, CheckLine, NoteLine),
    binding=Binding,
    finding=Finding,
    packaged=packaged,
    say=step_text,
    at_fault=at_fault,
    answers=answers,
)
