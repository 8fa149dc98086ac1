"""From text to words: the first half of reading a card.

A text becomes a list of :class:`Word`, each with its place in the original text, so that every later complaint can
point at what the author typed. :func:`normalise` is the form in which two texts count as the same text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from .expectations import deed_in, expected_in

MAX_CHARS = 2_000
MAX_WORDS = 240
SELF = "~"

_SAME = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u201b": "'", "\u2032": "'", "\u02bc": "'", "`": "'",
        "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
        "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\t": " ", "\r": "\n", "\u2028": "\n", "\u2029": "\n",
    }
)  # fmt: skip
_TOKEN = re.compile(
    r"(?P<nl>\n[\n ]*)|(?P<space> +)|(?P<energy>[MBRCmbrc]\d{1,2}(?![\w']))|(?P<signed>[+-] ?(?:\d{1,2}|[xX])(?![\w']))"
    r"|(?P<number>(?:\d+|[xX])(?![\w']))|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)?)|(?P<self>~)|(?P<mark>[.,:\[\]])|(?P<other>\S)"
)


@dataclass(frozen=True, slots=True)
class Word:
    """One token: ``kind`` (word, energy, signed, number, self, mark, nl, other), lower-case ``text`` and its place."""

    kind: str
    text: str
    start: int
    end: int


MESSAGES: Mapping[str, Mapping[str, str]] = {
    "unknown_word": {
        "en": "“%(word)s” is not a word of card texts.",
        "nl": "‘%(word)s’ is geen woord van kaartteksten.",
    },
    "other_words": {
        "en": "“%(word)s” is not a word of card texts, which say: “%(ours)s”.",
        "nl": "‘%(word)s’ is geen woord van kaartteksten; die zeggen: ‘%(ours)s’.",
    },
    "said_otherwise": {
        "en": "“%(word)s” does not fit here; card texts say: “%(ours)s”.",
        "nl": "‘%(word)s’ past hier niet; kaartteksten zeggen: ‘%(ours)s’.",
    },
    "unexpected": {
        "en": "“%(word)s” does not fit here.",
        "nl": "‘%(word)s’ past hier niet.",
    },
    "unexpected_after": {
        "en": "“%(word)s” does not fit behind “%(ours)s”.",
        "nl": "‘%(word)s’ past niet achter ‘%(ours)s’.",
    },
    "unexpected_first": {
        "en": "No sentence begins with “%(word)s”.",
        "nl": "Geen zin begint met ‘%(word)s’.",
    },
    "incomplete": {"en": "The text stops too early.", "nl": "De tekst houdt te vroeg op."},
    "unprintable": {
        "en": "This is understood, but written otherwise: “%(word)s”.",
        "nl": "Dit is begrepen, maar wordt anders geschreven: ‘%(word)s’.",
    },
    "ambiguous": {"en": "This can mean two things.", "nl": "Dit kan twee dingen betekenen."},
    "wrong_kind": {
        "en": "“%(word)s” has no meaning here.",
        "nl": "‘%(word)s’ heeft hier geen betekenis.",
    },
    "too_long": {"en": "The text is too long for a card.", "nl": "De tekst is te lang voor een kaart."},
}
"""Texts by finding code and language."""
_EXPECTED = {"en": " Expected: %(expected)s.", "nl": " Verwacht: %(expected)s."}
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Finding:
    """One complaint about ``text[start:end]``: the offending ``word`` and what was ``expected`` there.

    ``code`` is a key of :data:`MESSAGES`. ``ours`` are the words of card texts for it, or those before it; ``why`` is
    why it cannot be said, in each language.
    """

    start: int
    end: int
    word: str
    expected: tuple[str, ...] = ()
    code: str = "unexpected"
    ours: str = ""
    why: Mapping[str, str] = field(default_factory=dict, hash=False)

    def text(self, language: str = "en") -> str:
        """The complaint as a sentence, with what was expected. Falls back to English."""
        language = language if language in _EXPECTED else "en"
        word = deed_in(self.word, language)[:80].replace("\n", " / ")
        sentence = MESSAGES[self.code][language] % {"word": word, "ours": self.ours}
        if self.why:
            return f"{sentence} {self.why[language]}"
        if not self.expected:
            return sentence
        expected = ", ".join(expected_in(phrase, language) for phrase in self.expected[:_SHOWN])
        return sentence + _EXPECTED[language] % {"expected": expected}


class CardTextError(ValueError):
    """A text that is not in the templating language; ``findings`` says where and what was expected."""

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = findings
        super().__init__("; ".join(_sentence(f) for f in findings))


def _sentence(finding: Finding) -> str:
    place = f"{finding.code} at {finding.start}: {finding.word!r}"
    return f"{place}, expected {', '.join(finding.expected)}" if finding.expected else place


@dataclass(frozen=True)
class Vocabulary:
    """The names a text may use beside the words of the grammar: Classes, Elements and Crews of the acts in use."""

    classes: tuple[str, ...] = ("Dragon", "Beast", "Vessel", "Berserker", "Army")
    elements: tuple[str, ...] = ("Ember", "Tide", "Gale", "Stone")
    crews: tuple[str, ...] = ("Marksman", "Navigator", "Rider", "Trainee")
    kinds: dict[str, tuple[str, str]] = field(init=False, repr=False, compare=False)
    """Lower-case word -> (terminal, name)."""

    def __post_init__(self) -> None:
        kinds: dict[str, tuple[str, str]] = {}
        for name in self.classes:
            kinds[name.lower()] = ("A_CLASS", name)
            kinds[plural(name).lower()] = ("A_CLASS", name)
        kinds.update({name.lower(): ("ELEMENT", name) for name in self.elements})
        kinds.update({name.lower(): ("CREW", name) for name in self.crews})
        object.__setattr__(self, "kinds", kinds)

    def __hash__(self) -> int:
        return hash((self.classes, self.elements, self.crews))


def plural(noun: str) -> str:
    """The regular plural of a noun: "Army" -> "Armies"."""
    return noun[:-1] + "ies" if noun.endswith("y") else noun + "s"


def split_words(text: str, name: str = "") -> list[Word]:
    """The words of ``text`` in order; the card's own ``name`` becomes one ``~`` (301.2).

    Raises :class:`CardTextError` (too_long) beyond :data:`MAX_CHARS` characters or :data:`MAX_WORDS` words.
    """
    if len(text) > MAX_CHARS:
        raise CardTextError([Finding(MAX_CHARS, len(text), text[MAX_CHARS : MAX_CHARS + 20], (), "too_long")])
    words = _raw_words(text)
    if name:
        words = _fold_name(words, [w.text for w in _raw_words(name) if w.kind != "nl"])
    if len(words) > MAX_WORDS:
        last = words[MAX_WORDS]
        raise CardTextError([Finding(last.start, len(text), last.text, (), "too_long")])
    return words


def _raw_words(text: str) -> list[Word]:
    same = text.translate(_SAME)
    words: list[Word] = []
    for match in _TOKEN.finditer(same):
        kind = str(match.lastgroup)
        if kind == "space" or (kind == "nl" and (not words or words[-1].kind == "nl")):
            continue
        value = "\n" if kind == "nl" else match.group().replace(" ", "").lower()
        words.append(Word(kind, unicodedata.normalize("NFC", value), match.start(), match.end()))
    if words and words[-1].kind == "nl":
        words.pop()
    return words


def _fold_name(words: list[Word], name: list[str]) -> list[Word]:
    size = len(name)
    if not size:
        return words
    folded: list[Word] = []
    i = 0
    while i < len(words):
        if [w.text for w in words[i : i + size]] == name:
            folded.append(Word("self", SELF, words[i].start, words[i + size - 1].end))
            i += size
        else:
            folded.append(words[i])
            i += 1
    return folded


def join_words(words: list[str]) -> str:
    """Words to one string, with the usual spacing around marks and one line per line."""
    text = " ".join(words)
    for mark in ".,:]":
        text = text.replace(f" {mark}", mark)
    return text.replace("[ ", "[").replace(" \n ", "\n")


def normalise(text: str, name: str = "") -> str:
    """The canonical form of a text: lower case, straight marks, single spaces, the card's name as ``~``."""
    return join_words([w.text for w in split_words(text, name)])
