"""What of a log of this game is law, and how it differs from the terms of an event."""

from msgspec.structs import replace

from rules_engine.kernel.binding import Fact, LogBinding, same_hash

from .board import load_board
from .finding import Finding
from .log import Chance, Header, SeatLine


def _same_board(written: str, wanted: str) -> bool:
    """Whether a header names this board, and, where it pins the contents, these contents."""
    name, _, pinned = written.partition("@")
    return name == wanted and (not pinned or pinned == load_board(wanted).sha256)


_FACTS: tuple[Fact, ...] = (
    ("ruleset", "ruleset_differs", lambda line, terms: line.ruleset != terms.ruleset),
    ("pool", "pool_differs", lambda line, terms: bool(terms.pool) and not same_hash(line.pool, terms.pool)),
    ("board", "board_differs", lambda line, terms: not _same_board(line.board, terms.board)),
    ("mode", "mode_differs", lambda line, terms: line.mode != terms.mode),
    ("play", "play_differs", lambda line, terms: bool(terms.play) and line.play != terms.play),
    (
        "organized_play",
        "casual_header",
        lambda line, terms: terms.organized_play and not line.organized_play,
    ),
    (
        "organized_play",
        "organized_header",
        lambda line, terms: line.organized_play and not terms.organized_play,
    ),
    ("time_limit", "time_limit_differs", lambda line, terms: line.time_limit != terms.time_limit),
    ("concede_after", "concession_differs", lambda line, terms: line.concede_after != terms.concede_after),
    ("places", "played_for_places", lambda line, terms: line.places and terms.organized_play),
    ("game_no", "game_number_differs", lambda line, terms: line.game_no != terms.game_no),
)
"""Of every fact in a header that is law: its key, the finding, and whether it differs. Only what was written counts."""


class Binding(LogBinding):
    """Compares the lines of one log with its terms; see :class:`rules_engine.kernel.binding.LogBinding`."""

    _header = Header
    _seat = SeatLine
    _chance = Chance
    _made = Finding
    _facts = _FACTS

    _decided = (
        "ruleset",
        "board",
        "mode",
        "play",
        "organized_play",
        "time_limit",
        "concede_after",
        "game_no",
    )

    def _by_the_terms(self, line: Header) -> Header:
        decided: Header = super()._by_the_terms(line)
        return replace(decided, places=line.places and not self.terms.organized_play)
