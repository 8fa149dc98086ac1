"""What designers write for what card texts say: their words and ours, by the rows of ``synonyms.toml``.

A text in other words is refused all the same, for printed cards say one thing in one way; but what is offered in its
place says the same.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from msgspec import Struct, toml

_NAMED = re.compile(r"\b(?:summon|effect|energy crystal|permanent|cast|action)|~")
_LATEST = "{LATEST}"


@dataclass(frozen=True, slots=True)
class Synonym:
    """What people write (a pattern), what card texts say, and the word of theirs that this does not say (``lost``)."""

    pattern: re.Pattern[str]
    ours: str
    lost: str = ""

    def put(self, text: str) -> tuple[str, int]:
        """The text with our words for theirs, and how often they were found."""
        return self.pattern.subn(self.said, text)

    def said(self, found: re.Match[str]) -> str:
        """Our words for what was found."""
        said = found.expand(self.ours)
        return said.replace(_LATEST, _latest(found.string[: found.start()])) if _LATEST in said else said


def _latest(before: str) -> str:
    """ "it" by the thing that a text has named last."""
    named = _NAMED.findall(before)
    last = named[-1] if named else "summon"
    return "~" if last == "~" else f"that {'action' if last == 'cast' else last}"


class _Reason(Struct):
    words: str
    en: str
    nl: str


class _File(Struct):
    macros: dict[str, dict[str, str]]
    rows: dict[str, str]
    reasons: list[_Reason]


@functools.lru_cache(maxsize=1)
def _file() -> _File:
    return toml.decode(resources.files(__package__).joinpath("synonyms.toml").read_bytes(), type=_File)


@functools.lru_cache(maxsize=2)
def rows(language: str) -> tuple[Synonym, ...]:
    """The rows of a language in the order in which they are tried."""
    file, found = _file(), []
    for line in file.rows[language].splitlines():
        pattern, _, said = line.partition(" => ")
        for name, words in file.macros[language].items():
            pattern = pattern.replace(f"{{{name}}}", words)
        ours, _, lost = said.partition(" !! ")
        found.append(Synonym(re.compile(pattern), ours, lost))
    return tuple(found)


def reworded(text: str, language: str) -> tuple[str, tuple[str, ...]]:
    """A text (in lower case, as :func:`~.words.normalise` gives it) with our words for those of designers.

    Beside it what our words do not say of theirs.
    """
    lost: list[str] = []
    for one in rows(language):
        text, times = one.put(text)
        if times and one.lost:
            lost.append(one.lost)
    return text, tuple(lost)


def said_for(word: str, text: str, language: str) -> str:
    """What card texts say where a text (in lower case) has that word; "" if no row knows it."""
    for one in rows(language):
        for found in one.pattern.finditer(text):
            if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", found[0]):
                return " ".join(one.said(found).split())
    return ""


@functools.lru_cache(maxsize=1)
def reasons() -> Mapping[str, Mapping[str, str]]:
    """Why a word has no place in card texts, in each language, by the word."""
    said = ((one.words.split(), {"en": one.en, "nl": one.nl}) for one in _file().reasons)
    return {word: why for words, why in said for word in words}
