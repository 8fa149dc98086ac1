"""What somebody at the desk types of a paper slip: `12 2-1`, a table and how it ended, on one line.

Reading alone: no database. What a score means at a table says its format (``Ending.typed``).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ledger.errors import UserError
from tournaments.rounds.models import Match

_LINE = re.compile(r"\s*(\d{1,5})(?:\s+|\s*[,;.]\s*)(\S.*?)\s*")
OVER = "!"
"""At the end of a line: it counts although a player reported otherwise."""


@dataclass(frozen=True)
class Slip:
    """A line as it was typed: which table, how it ended in the typist's letters, and whether it counts anyway."""

    table: int
    text: str
    over: bool


@dataclass(frozen=True)
class SeenTable:
    """What the page showed of a table when the line was typed: which match sat there, and its version."""

    match: int
    version: int


def read_line(line: str) -> Slip:
    """The line, taken apart; :class:`UserError` when it is none."""
    found = _LINE.fullmatch(line[:80])
    if found is None:
        raise UserError(
            "line", _("Type the number of the table and the score, such as 12 2-1."), field="line"
        )
    text = found[2].casefold()
    over = text.endswith(OVER)
    return Slip(int(found[1]), text.removesuffix(OVER).rstrip(), over)


def seen_token(match: Match) -> str:
    """What a page keeps of a table for :func:`read_seen`."""
    return f"{match.table}.{match.pk}.{match.version}"


def read_seen(tokens: Iterable[str]) -> dict[int, SeenTable]:
    """The tables of the page by number; what is no :func:`seen_token` is passed over."""
    found: dict[int, SeenTable] = {}
    for token in tokens:
        parts = token.split(".")
        if len(parts) == 3 and all(part.isascii() and part.isdigit() and len(part) <= 9 for part in parts):
            table, match, version = map(int, parts)
            found[table] = SeenTable(match, version)
    return found
