"""How logs of Z/X are read, for audit, cursor and the comparison of decks."""

from rules_engine.kernel.errors import Violation
from rules_engine.kernel.log import EndLine, NoteLine
from rules_engine.kernel.reader import GameLog, Lines

from .binding import Binding
from .finding import Finding
from .log import GAME, CheckLine, SeatLine, codec
from .messages import step_text
from .model import SEMANTICS
from .replay import Replay
from .rulings import answers


def at_fault(lines: Lines, violation: Violation, state: object) -> int | None:
    """What was laid out wrongly, or a deck, shows at the first action; it is told at its player's seat line."""
    if state is not None:
        return None
    return next(
        (number for number, line in lines if isinstance(line, SeatLine) and line.seat == violation.seat), None
    )


GAMELOG = GameLog(
    game=GAME,
    codec=codec,
    replay=Replay,
    semantics=SEMANTICS,
    still=(EndLine, CheckLine, NoteLine),
    binding=Binding,
    finding=Finding,
    say=step_text,
    at_fault=at_fault,
    answers=answers,
)
