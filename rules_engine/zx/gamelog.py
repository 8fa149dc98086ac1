"""How logs of Z/X are read, for audit, cursor and the comparison of decks."""

from rules_engine.kernel.log import EndLine, NoteLine
from rules_engine.kernel.reader import GameLog

from .binding import Binding
from .finding import Finding
from .log import GAME, CheckLine, codec
from .messages import step_text
from .model import SEMANTICS
from .replay import Replay

GAMELOG = GameLog(
    game=GAME,
    codec=codec,
    replay=Replay,
    semantics=SEMANTICS,
    still=(EndLine, CheckLine, NoteLine),
    binding=Binding,
    finding=Finding,
    say=step_text,
)
