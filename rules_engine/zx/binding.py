"""What of a Z/X log is law, and how it differs from the terms of an event."""

from rules_engine.kernel.binding import Fact, LogBinding, same_hash

from .finding import Finding
from .log import Action, Chance, Header, SeatLine

_FACTS: tuple[Fact, ...] = (
    ("ruleset", "ruleset_differs", lambda line, terms: line.ruleset != terms.ruleset),
    ("pool", "pool_differs", lambda line, terms: bool(terms.pool) and not same_hash(line.pool, terms.pool)),
    ("play", "play_differs", lambda line, terms: bool(terms.play) and line.play != terms.play),
)
"""Of every fact in a header that is law: its key, the finding, and whether it differs. Only what was written counts."""


class Binding(LogBinding):
    """Compares the lines of one log with its terms; see :class:`rules_engine.kernel.binding.LogBinding`."""

    _header = Header
    _seat = SeatLine
    _chance = Chance
    _made = Finding
    _facts = _FACTS

    _decided = ("ruleset", "play")

    def take(self, line: object, number: int, raw: bytes) -> object:
        """The line to replay; see the kernel. Where the event has no time limit nobody can call time."""
        if isinstance(line, Action) and line.do == "time" and not self.terms.time_limit:
            self._note(number, "time_limit_differs", line.n)
        return super().take(line, number, raw)
