"""Letters of all scripts on paper: which font prints a piece of text, and in which order its letters stand.

A PDF holds glyphs where they are drawn, from left to right; a browser's work on right-to-left text has to be done here.
The order comes from ``python-bidi`` (the Unicode Bidirectional Algorithm, UAX 9, with its isolates), the joined forms
of Arabic letters from ``arabic-reshaper``.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator

from arabic_reshaper import ArabicReshaper
from bidi import get_display

ISOLATE, END = "\u2068", "\u2069"  # first strong isolate … pop directional isolate
UNKNOWN = "?"
MIRRORED = dict(zip("()[]{}<>«»", ")(][}{><»«", strict=True))
MARK = "\u034f"
"""An invisible mark: it stands behind its bracket where text runs to the right, and before it where it runs back."""
_MARKED = re.compile(f"([{re.escape(''.join(MIRRORED))}]){MARK}|{MARK}(.)")
_RESHAPER = ArabicReshaper({"ARABIC LIGATURE ALLAH": False})  # few fonts have this sign


def isolated(name: str) -> str:
    """A name for the middle of a line: its direction is its own and changes nothing around it."""
    return f"{ISOLATE}{name.replace(ISOLATE, '').replace(END, '')}{END}"


def in_print_order(text: str) -> str:
    """One line of text in the order in which its glyphs stand from left to right, Arabic letters joined."""
    signs = (sign for sign in unicodedata.normalize("NFC", text) if sign != MARK and not _is_point(sign))
    known = "".join(UNKNOWN if unicodedata.category(sign) == "Co" else sign for sign in signs)
    shown = _mirrored(str(get_display(_marked(join_arabic(known)))))
    return "".join(sign for sign in shown if unicodedata.category(sign) != "Cf")


def join_arabic(text: str) -> str:
    """Arabic letters as the forms they have beside their neighbours; all other text as it is."""
    return str(_RESHAPER.reshape(text))


def _marked(text: str) -> str:
    """Every bracket with a mark behind it, by which :func:`_mirrored` sees in which direction it was read."""
    return "".join(sign + MARK if sign in MIRRORED else sign for sign in text)


def _mirrored(shown: str) -> str:
    """The brackets of text that runs to the left, turned round: the library orders them and leaves them as they are."""
    return _MARKED.sub(lambda found: found[1] or MIRRORED[found[2]], shown)


def _is_point(sign: str) -> bool:
    """A vowel point of Hebrew or Arabic: without shaping it would stand beside its letter, and names read without."""
    return "\u0591" <= sign <= "\u06ed" and unicodedata.combining(sign) > 0


def font_runs(text: str, font_of: Callable[[str], str | None], default: str) -> Iterator[tuple[str, str]]:
    """A line in print order as pieces (font, text); a sign that no font has is printed as a question mark."""
    font, run = default, ""
    for sign in in_print_order(text):
        # A mark on a letter comes out of the letter's font, so that it sits on it.
        wanted = font if run and unicodedata.combining(sign) else font_of(sign)
        if wanted is None:
            sign, wanted = UNKNOWN, default
        if wanted != font and run:
            yield font, run
            run = ""
        font, run = wanted, run + sign
    if run:
        yield font, run
