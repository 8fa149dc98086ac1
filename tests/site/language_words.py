"""Which words of a page belong to the other language: the vocabulary of both, and a reader of HTML."""

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import polib

from rules_engine.games import GAMES, engine_of
from rules_engine.kernel.rulings import Ruling
from rules_engine.rulebook import headings, rules
from rules_engine.x610z.messages import CATALOGUE as WORDS
from rules_engine.x610z.pictures.text import TEXTS

ROOT = Path(__file__).resolve().parent.parent.parent
CATALOGUE = ROOT / "locale" / "nl" / "LC_MESSAGES" / "django.po"

# A page may hold these in any language: the words of the game as they stand on the cards and on the Dutch rule
# sheet, names of things, and what both languages write alike.
GAME_WORDS = """
    action attack base boost card cards cast casting class colorless common control cost crystal crystals damage
    deck decks defense discard dot dots draw effect effects element elements ending energy existenz game heal in inner
    life movement mystic no non orbit orbits outer panel permanent phase pile play power range rare red
    removed response restriction robiumm speed stack summon summons super team ultra uncommon warp white zone
    act crew specific constructed best of three
"""
NAMES = """
    buchholz koya sonneborn berger median swiss api csv json pdf svg html sha id qr url mb gamelog
    organized play office even import
"""
_PLACEHOLDER = re.compile(r"%\([a-z_]+\)[sd]|\{[a-z_0-9]+\}|<[^>]+>|%%")
_ADDRESS = re.compile(r"https?://\S+")
_WORD = re.compile(r"[A-Za-zÀ-ɏ]{2,}(?:['’][a-z]+)?")
_READ_ALOUD = {"title", "aria-label", "aria-description", "alt", "placeholder", "label"}
_NO_WORDS = {"script", "style", "code", "pre", "textarea", "bdi", "kbd"}
_EMPTY = {
    "area",
    "base",
    "br",
    "col",
    "embed",
    "hr",
    "img",
    "input",
    "link",
    "meta",
    "source",
    "track",
    "wbr",
}


def words(text: str) -> list[str]:
    """The words of a text in small letters, placeholders and markup left out."""
    return [word.lower() for word in _WORD.findall(_ADDRESS.sub(" ", _PLACEHOLDER.sub(" ", text)))]


@cache
def catalogue() -> polib.POFile:
    """The Dutch catalogue as committed."""
    return polib.pofile(str(CATALOGUE))


@cache
def rulings() -> dict[str, Ruling]:
    """What the rules of any game leave open, by its id."""
    return {name: one for game in GAMES for name, one in engine_of(game).rulings().items()}


@cache
def rule_wordings(language: str = "nl") -> frozenset[str]:
    """Wordings of rules and rulings in a language: they quote the terms of the rule sheet and are read as given."""
    found = {text for rule in rules().values() for text in (rule.title_in(language), rule.text_in(language))}
    titles = {one.title_nl if language == "nl" else one.title for one in headings().values()}
    open_questions = {
        text
        for one in rulings().values()
        for text in (
            (one.question_nl, *one.options_nl.values())
            if language == "nl"
            else (one.question, *one.options.values())
        )
    }
    return frozenset(found | titles | open_questions)


@cache
def vocabulary() -> dict[str, frozenset[str]]:
    """Language -> the words that only this language uses in anything the site says."""
    texts: dict[str, list[str]] = {"en": [], "nl": []}
    for entry in catalogue():
        texts["en"] += [entry.msgid, entry.msgid_plural]
        texts["nl"] += [entry.msgstr, *entry.msgstr_plural.values()]
    for language, said in texts.items():
        said += [*WORDS.findings(language).values(), *TEXTS[language].values()]
    found = {
        language: Counter(word for text in said for word in words(text)) for language, said in texts.items()
    }
    both = set(words(GAME_WORDS + NAMES))
    return {
        "en": frozenset(word for word in found["en"] if not found["nl"][word] and word not in both),
        "nl": frozenset(word for word in found["nl"] if not found["en"][word] and word not in both),
    }


@dataclass
class Page(HTMLParser):
    """What a page says to people: its texts, also those read aloud or filled by a script, its language, its links."""

    content: str
    language: str = ""
    texts: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    for_scripts: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[tuple[str, bool, bool]] = []
        self.feed(self.content)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = given.get("lang", "")
        quiet = bool(self._open and self._open[-1][1])
        quiet = quiet or tag in _NO_WORDS or given.get("lang", self.language) != self.language
        if tag not in _EMPTY:
            filled = "data-t" in given or bool(self._open and self._open[-1][2])
            self._open.append((tag, quiet, filled))
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if quiet:
            return
        self.texts += [
            value for name, value in given.items() if name in _READ_ALOUD or name.endswith("-text")
        ]
        self.for_scripts |= {value for name, value in given.items() if name.endswith("-text")}
        if tag == "input" and given.get("type") in {"submit", "button"}:
            self.texts.append(given.get("value", ""))
        if tag == "meta" and given.get("name") == "description":
            self.texts.append(given.get("content", ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _EMPTY and self._open:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place][0] == tag:
                del self._open[place:]
                return

    def handle_data(self, data: str) -> None:
        if data.strip() and not (self._open and self._open[-1][1]):
            self.texts.append(" ".join(data.split()))
            if self._open and self._open[-1][2]:
                self.for_scripts.add(self.texts[-1])


def _without_number(text: str) -> str:
    """``"208.1 Target ..."``, ``"H21: Target ..."`` -> ``"Target ..."``: with or without its number it is the same."""
    number, _space, rest = text.partition(" ")
    number = number.removesuffix(":")
    return rest if number in rules() or number in headings() or number in rulings() else text


def foreign(page: Page, *, other: str, given: re.Pattern[str]) -> dict[str, set[str]]:
    """Text -> its words of the ``other`` language; ``given`` matches what people wrote themselves.

    Only a text with such a word is searched for that: the pattern holds thousands of names.
    """
    strange = vocabulary()[other]
    given_rules = rule_wordings("en" if other == "nl" else "nl")
    said = [text for text in page.texts if _without_number(text) not in given_rules]
    suspect = {text for text in said if not strange.isdisjoint(words(text))}
    found = {text: set(words(given.sub(" ", text))) & strange for text in suspect}
    return {text: wrong for text, wrong in found.items() if wrong}
