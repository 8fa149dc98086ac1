"""Reads the rule index from its data files and answers look-ups by identifier."""

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "enforced": "The engine refuses or carries out what this rule says.",
        "setup": "Decides how a game is prepared; checked once, before the first turn.",
        "definition": "Explains a word or a printed part of a card; nothing can break it.",
        "physical": "About cards, pawns and hands at a real table; no log can show it.",
        "tournament": "A matter of organized play, checked by the tournament and not by the engine.",
        "open": "The rule leaves a question open; a named ruling settles it.",
    }
)
"""Every kind of rule, with what it means."""

KINDS_NL: Mapping[str, str] = MappingProxyType(
    {
        "enforced": "De engine weigert of doet wat deze regel zegt.",
        "setup": "Bepaalt hoe een game wordt klaargezet; één keer gecontroleerd, vóór de eerste beurt.",
        "definition": "Legt een woord of iets op een kaart uit; je kunt dit niet overtreden.",
        "physical": "Gaat over kaarten, pionnen en handen aan een echte tafel; in een log zie je dat niet.",
        "tournament": "Hoort bij Organized Play en wordt door het toernooi gecontroleerd, niet door de engine.",
        "open": "De regel laat een vraag open; een vastgelegde uitleg beantwoordt die.",
    }
)
"""The same in Dutch."""

HOWS: Mapping[str, str] = MappingProxyType(
    {
        "refused": "Whoever breaks it is refused with its number.",
        "through": "Whoever breaks it is refused with the number of a rule that says it more generally.",
        "carried": "The engine does it, or allows it, by itself: no line of a log can break it.",
    }
)
"""How a rule of the kind ``enforced`` is enforced."""

LANGUAGES = ("en", "nl")


@dataclass(frozen=True, slots=True)
class Book:
    """The index of one game: its data files in reading order, in a folder beside this module.

    ``words`` begin the identifiers that are no numbers; ``kinds`` says what every kind of rule means.
    """

    folder: str
    files: tuple[str, ...]
    words: tuple[str, ...]
    kinds: Mapping[str, str]


X610Z = Book("sections", ("1", "2", "3", "4", "5", "6", "7", "glossary", "nl-sheet"), ("G", "NL"), KINDS)
"""The index that :func:`rule`, :func:`rules` and :func:`headings` read."""

_FIELDS = {
    *("id", "title", "title_nl", "text", "text_nl", "kind", "since", "rulings"),
    *("how", "through", "why"),
}
_NUMBERED = re.compile(r"(\d{3})(?:\.(\d+)([a-z])?)?(?:#(\d+))?")


class UnknownRule(KeyError):
    """No rule has the identifier asked for; ``suggestions`` holds the nearest ones."""

    def __init__(self, rule_id: str, suggestions: tuple[str, ...]) -> None:
        super().__init__(rule_id)
        self.rule_id = rule_id
        self.suggestions = suggestions

    def __str__(self) -> str:
        if not self.suggestions:
            return f"there is no rule {self.rule_id!r}"
        return f"there is no rule {self.rule_id!r}; did you mean {', '.join(self.suggestions)}?"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in our own wording.

    ``kind`` is a key of :data:`KINDS`. ``since`` is the Monthly Update that brought or last changed the rule
    (``"2010-02"``, ``"2010-03"``), or ``"base"`` if it is older than both. ``section`` is the heading the rule
    stands under (``"105.4"``, ``"202"``), ``"G"`` for the glossary, ``"NL"`` for the Dutch sheet. ``rulings``
    names the questions (``"H7"``) that the rule leaves open.

    ``how`` is a key of :data:`HOWS` for an enforced rule and empty for any other; ``through`` are the numbers that a
    refusal names when it is ``"through"``. ``why`` says why a rule is of a kind that one would not expect.
    """

    id: str
    title: str
    text: str
    text_nl: str
    kind: str
    since: str
    section: str
    title_nl: str
    rulings: tuple[str, ...] = ()
    how: str = ""
    through: tuple[str, ...] = ()
    why: str = ""

    def title_in(self, lang: str) -> str:
        """The title in ``"en"`` or ``"nl"``; any other language reads English."""
        return self.title_nl if lang == "nl" else self.title

    @property
    def number(self) -> str:
        """The number that people know it by; "" for a term of the glossary and a sentence of the basic rules."""
        number = self.id.partition("#")[0]
        return number if number[:1].isdigit() else ""

    def cited_in(self, lang: str) -> str:
        """How it is called where it is cited: by its number, without one by its title."""
        return self.number or self.title_in(lang)

    def named_in(self, lang: str) -> str:
        """Its title, with its number behind it: "One summon of each class (402.9)"."""
        return f"{self.title_in(lang)} ({self.number})" if self.number else self.title_in(lang)

    def text_in(self, lang: str) -> str:
        """The wording in ``"en"`` or ``"nl"``; any other language reads English."""
        return self.text_nl if lang == "nl" else self.text


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the rules: a section (``"2"``), a chapter (``"202"``), or a part of one (``"204.3"``)."""

    id: str
    title: str
    title_nl: str


def rule(rule_id: str) -> Rule:
    """The rule with this identifier.

    Raises :class:`UnknownRule` (a ``KeyError``) that names the nearest identifiers.
    """
    index = rules()
    try:
        return index[rule_id]
    except KeyError:
        raise UnknownRule(rule_id, near(rule_id, index)) from None


def rules() -> Mapping[str, Rule]:
    """Every rule by identifier, in the order of the rule book, then the glossary, then the Dutch sheet."""
    return rules_of(X610Z)


def headings() -> Mapping[str, Heading]:
    """Every heading by identifier, in reading order."""
    return headings_of(X610Z)


_rules_of: dict[str, Mapping[str, Rule]] = {}
_headings_of: dict[str, Mapping[str, Heading]] = {}


def rules_of(book: Book) -> Mapping[str, Rule]:
    """Every rule of a book by identifier, in reading order."""
    if book.folder not in _rules_of:
        found: dict[str, Rule] = {}
        for name in book.files:
            for entry in _read(book, name).get("rule", ()):
                made = _rule(book, entry)
                if made.id in found:
                    raise ValueError(f"rule {made.id} stands twice in the index (second time in {name}.toml)")
                found[made.id] = made
        _rules_of[book.folder] = MappingProxyType(found)
    return _rules_of[book.folder]


def headings_of(book: Book) -> Mapping[str, Heading]:
    """Every heading of a book by identifier, in reading order."""
    if book.folder not in _headings_of:
        found: dict[str, Heading] = {}
        for name in book.files:
            for heading_id, titles in _read(book, name).get("headings", {}).items():
                found[heading_id] = Heading(heading_id, titles["en"], titles["nl"])
        _headings_of[book.folder] = MappingProxyType(found)
    return _headings_of[book.folder]


def _read(book: Book, name: str) -> dict[str, Any]:
    source = files("rules_engine.rulebook") / book.folder / f"{name}.toml"
    return _parsed(source.read_text(encoding="utf-8"))


@cache
def _parsed(text: str) -> dict[str, object]:
    return tomllib.loads(text)


def _rule(book: Book, entry: dict[str, Any]) -> Rule:
    rule_id = str(entry["id"])
    if unknown := entry.keys() - _FIELDS:
        raise ValueError(f"rule {rule_id} has the unknown fields {sorted(unknown)}")
    if entry["kind"] not in book.kinds:
        raise ValueError(f"rule {rule_id} is of the unknown kind {entry['kind']!r}")
    return Rule(
        id=rule_id,
        title=entry["title"],
        text=entry["text"],
        text_nl=entry["text_nl"],
        kind=entry["kind"],
        since=entry.get("since", "base"),
        section=_section(book, rule_id),
        title_nl=entry["title_nl"],
        rulings=tuple(entry.get("rulings", ())),
        how=_how(rule_id, entry),
        through=tuple(entry.get("through", ())),
        why=entry.get("why", ""),
    )


def _how(rule_id: str, entry: dict[str, Any]) -> str:
    how: str = entry.get("how", "")
    wanted = HOWS if entry["kind"] == "enforced" else {"": ""}
    if how not in wanted or (how == "through") is not bool(entry.get("through")):
        raise ValueError(f"rule {rule_id} of kind {entry['kind']} cannot be enforced in the way {how!r}")
    return how


def _section(book: Book, rule_id: str) -> str:
    """The nearest heading above the rule: ``"204.3b"`` stands under 204.3, ``"202.8"`` under 202."""
    prefix = rule_id.partition(".")[0]
    if prefix in book.words:
        part = rule_id.rpartition("-")[0]
        return part if part in headings_of(book) else prefix
    if (match := _NUMBERED.fullmatch(rule_id)) is None:
        raise ValueError(f"{rule_id!r} is not the number of a rule")
    part = f"{match[1]}.{match[2]}"
    return part if part in headings_of(book) else match[1]


def near(rule_id: str, index: Mapping[str, Rule]) -> tuple[str, ...]:
    """The identifiers nearest to one that there is not."""
    close = difflib.get_close_matches(rule_id, index, n=5, cutoff=0.6)
    return tuple(dict.fromkeys([*_more_precise(rule_id, index), *close]))[:5]


def _more_precise(rule_id: str, index: Mapping[str, Rule]) -> Iterator[str]:
    """Rules that stand below ``rule_id`` (``"101.1"`` has 101.1a and 101.1b)."""
    return (known for known in index if known.startswith(rule_id) and rule_id)
