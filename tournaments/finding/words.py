"""The words by which an event is found, and how a text that somebody typed is taken apart. Plain text only."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from ledger.names import fold

_NO_WORD = re.compile(r"[^\w]+")
MOST_WORDS, LONGEST_WORD = 6, 30
ALIKE = 0.7
"""How much of a word that was typed wrong must be right, as :mod:`difflib` counts it."""
WHOLE = 4
"""A word of fewer letters is looked for at the beginning of words alone."""


def words_in(text: str) -> list[str]:
    """The words of a text without accents and signs, in small letters, each once."""
    return list(dict.fromkeys(_NO_WORD.sub(" ", fold(text)).replace("_", " ").split()))


def searched(*texts: str) -> str:
    """What is kept of some texts to search in: their words, each after a blank."""
    return "".join(f" {word}" for word in words_in(" ".join(texts)))[:1_500]


def asked(text: str) -> list[str]:
    """The words of a search, no more and none longer than an index should be asked for."""
    return [word[:LONGEST_WORD] for word in words_in(text)[:MOST_WORDS]]


def needle(word: str) -> str:
    """What is looked for in :func:`searched`: a short word where one begins, a longer one anywhere."""
    return word if len(word) >= WHOLE else f" {word}"


def alike(word: str, known: Iterable[str]) -> str:
    """The known word that is spelled most like it, empty where none is."""
    near = {one for one in known if abs(len(one) - len(word)) <= 2}
    return next(iter(get_close_matches(word, sorted(near), n=1, cutoff=ALIKE)), "")
