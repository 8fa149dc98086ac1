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


# Letters that take room and show nothing: fillers of Hangul and Khmer, the blank of Braille, the grapheme joiner.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# What joins an emoji with its neighbour or says how it looks, and is nothing by itself.
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")


def _printable(char: str) -> bool:
    """Whether a character belongs into a name: it shows something, directs nothing, and every format can hold it."""
    if char in _JOINERS:
        return True
    # U+FFFE and its kind are no characters: XML, and so every picture, cannot hold them.
    nothing = ord(char) & 0xFFFE == 0xFFFE or "\ufdd0" <= char <= "\ufdef"
    selects = (
        "\u180b" <= char <= "\u180f" or "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
    )
    return not (nothing or selects or char in _BLANKS or unicodedata.category(char) in {"Cc", "Cf", "Cs"})


def clean_name(name: str) -> str:
    """A name fit to print: no control, direction-changing or invisible characters, single spaces.

    Empty when nothing would be seen of it: marks and joiners need a letter or sign that they belong to.
    """
    text = " ".join("".join(filter(_printable, unicodedata.normalize("NFC", name))).split())
    seen = any(char not in _JOINERS and unicodedata.category(char)[0] in "LNPS" for char in text)
    return text if seen else ""


def clean_lines(text: str, most: int) -> str:
    """A text of several lines, each fit to print as :func:`clean_name` makes it, cut after so many characters."""
    return "\n".join(clean_name(line) for line in text.splitlines()).strip()[:most]


# What XML 1.0 allows nobody to write, not even escaped.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """A drawing without the characters that XML cannot hold: old names, and words of logs, may have some."""
    return _NO_XML.sub("", text)


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
