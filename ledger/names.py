"""How names are compared, ordered and written into tables, the same on every database."""

import re
import unicodedata

from .errors import UserError

_PARTICLES = (
    "van der ",
    "van den ",
    "van de ",
    "van ",
    "von ",
    "de ",
    "den ",
    "der ",
    "ter ",
    "ten ",
    "te ",
    "'t ",
)


def fold(name: str) -> str:
    """Lower-case without accents and doubled spaces: the form in which two names are the same."""
    decomposed = unicodedata.normalize("NFKD", name)
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(plain.casefold().split())


def sort_name(name: str) -> str:
    """Key for alphabetical lists: Dutch particles go behind the name ("van der Berg" under B)."""
    folded = fold(name)
    for particle in _PARTICLES:
        if folded.startswith(particle):
            return f"{folded[len(particle) :]}, {particle.strip()}"
    return folded


def clean_name(name: str) -> str:
    """A name fit to print: no control or direction-changing characters, single spaces."""
    kept = (
        char
        for char in unicodedata.normalize("NFC", name)
        if unicodedata.category(char) not in {"Cc", "Cf", "Cs"} or char == "\u200d"
    )
    return " ".join("".join(kept).split())


def reason_of(text: str, *, needed: str = "", field: str = "reason", fewest: int = 1, most: int = 200) -> str:
    """What somebody wrote of why, fit to print and no longer than ``most``; with ``needed`` it must not be missing.

    Raises :class:`UserError` with these words about the ``field`` for one of fewer than ``fewest`` letters.
    """
    reason = clean_name(text)[:most]
    if needed and len(reason) < fewest:
        raise UserError("reason_needed", needed, field=field)
    return reason


# Where a table program begins a cell: at the start, and behind a separator of any country, in quotes or not.
_BEGIN = r"""(^|[,;\t]\s*"*\s*)"""
_FORMULA = re.compile(_BEGIN + r"('*[=+\-@\t\r])")
_QUOTED = re.compile(_BEGIN + r"'('*[=+\-@\t\r])")


def safe_cell(text: str) -> str:
    """A text no table program takes for a formula: an apostrophe stands before each sign that would begin one."""
    return _FORMULA.sub(r"\1'\2", text)


def plain_cell(cell: str) -> str:
    """The text :func:`safe_cell` was given; a cell that needs no apostrophe stays as it is."""
    return _QUOTED.sub(r"\1\2", cell)
