"""Templates: one row says a thing in every language, and is read in both directions.

A :class:`Template` belongs to a *category* ("act", "object", "until"). Its text in a language is words and slots; from
these the grammar of that language is generated, and from the same words a phrase is printed. A *phrase* is a template
with its slots filled, in no language at all: what is read in one language can be printed in every other.

How a text is written
    ``draw``            a word. Capitals are for printing only.
    ``{what}``          a slot; its category is that of its name, or what the row says in ``slots``.
    ``{count~}``        the "for each ..." that belongs to the number in the slot ``count``.
    ``{count=}``        "equal to ...": the slot holds a description of a number instead of a number.
    ``{cards#count}``   the slot is in the plural unless the number ``count`` is 1; ``{noun*}`` always is.
    ``{D}``             a description: ``{adjs} {noun} {control} {where}`` (also ``{D*}``, ``{D#count}``).
    ``(draw/draws)``    agrees with who acts: oneself, one other player, several (the first form again if left out).
    ``(card/cards:count)``  agrees with the slot: one, several. ``(a/b#)`` with the number of the whole description,
    ``(a/b@)`` with its gender, ``(a/an&)`` with the next word.
    ``<...>``           a verb and what belongs to it, the verb first. Languages that put the verb elsewhere make three
                        orders of it: main, *inv* (verb, who acts, the rest), *fin* (the rest, the verb); ``+af`` is the
                        place of a separable part, and of the verb in the third order, ``+`` of the verb alone.
    ``{then:inv}``      the slot in that order; ``{then:^}`` in the order of the phrase it stands in.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules_engine.x610z.nodes import Base

from .words import SELF, plural

LANGUAGES = ("en", "nl")
MAIN, INVERTED, FINAL = "", "inv", "fin"
_PIECE = re.compile(r"\{[^}]*\}|\([^)]*\)|[<>]|\+\w*|[^\s{}()<>,.:\[\]+]+|[,.:\[\]]")
_SLOT = re.compile(r"\{(\w+)([~=]?)(\*|#\w+|)(?::(inv|fin|\^))?\}")
_CHOICE = re.compile(r"\(([^:#@&)]*)([#@&]|:\w+|)\)")
_DESCRIPTION = ("adjs", "noun", "control", "where")
CATEGORIES = {
    "what": "object", "to": "object", "other": "object", "onto": "object", "who": "subject", "payer": "subject",
    "count": "number", "amount": "number", "steps": "number", "delta": "number", "times": "number", "keep": "number",
    "drop": "number", "then": "clause", "otherwise": "clause", "cost": "energy", "movement": "energy",
    "select": "cards",
}  # fmt: skip
"""Slot -> category, where the two are not called the same."""
TERMINALS = {
    "number": "AMOUNT", "whole": "AMOUNT", "signed": "SIGNED", "class": "A_CLASS", "class_name": "A_CLASS",
    "element": "ELEMENT", "crew": "CREW",
}  # fmt: skip
"""Categories that are one word of :mod:`.words`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several forms of the same words; ``by`` says what decides ("who", "#", "@", "&" or a slot)."""

    forms: tuple[tuple[str, ...], ...]
    by: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for another phrase: its ``key`` in the phrase, its category, its number and its order of words."""

    key: str
    category: str
    many: str = ""
    form: str = MAIN


Piece = str | Choice | Slot


@dataclass(frozen=True, slots=True)
class Leaf:
    """A word that a slot holds as it is: a number, a Class; or energy as its symbols."""

    text: str
    start: int = 0
    end: int = 0


Parts = dict[str, Any]
"""What fills the slots of a row, or the fields of its node, by name: values, and phrases or words that say them."""


@dataclass(slots=True)
class Phrase:
    """A template with its slots filled: what a text says, in no language. ``start``, ``end``: its place, if read."""

    template: Template
    parts: Parts = field(default_factory=dict)
    start: int = 0
    end: int = 0


@dataclass(frozen=True, eq=False)
class Template:
    """One row of the table (see the module's text).

    ``node`` is the struct of the tree that it stands for, ``fixed`` the fields that it fixes; ``value`` a plain value
    instead. ``make`` names a pair of methods (``make_x``, ``take_x``) where more than fields has to be done.
    ``plural``: a verb with it stands in the plural. ``neuter``: its noun is neuter.
    ``rule`` is the numbered rule that gives it its meaning.
    """

    cats: tuple[str, ...]
    texts: Mapping[str, str]
    rule: str
    node: type[Base] | None = None
    fixed: Mapping[str, Any] = field(default_factory=dict)
    value: Any = None
    slots: Mapping[str, str] = field(default_factory=dict)
    make: str = ""
    plural: bool = False
    neuter: bool = False

    @functools.cached_property
    def keys(self) -> tuple[str, ...]:
        """Its slots in the order in which things are named: that of English."""
        found = [piece.key for piece in self.pieces("en", MAIN) if isinstance(piece, Slot)]
        return tuple(dict.fromkeys(found))

    def pieces(self, language: str, form: str) -> tuple[Piece, ...]:
        """Its words and slots in one language and order."""
        return _pieces(self, language, form)

    def category(self, key: str) -> str:
        """The category of a slot."""
        name = key.rstrip("~=")
        if key.endswith("~"):
            return "tail"
        if key.endswith("="):
            return "figure"
        return self.slots.get(name) or CATEGORIES.get(name, name)


@functools.lru_cache(maxsize=4096)
def _pieces(template: Template, language: str, form: str) -> tuple[Piece, ...]:
    """The words of a template in one order, the verb groups taken apart."""
    head: list[Piece] = []
    done: list[Piece] = []
    group: list[Piece | tuple[str, str]] | None = None
    first = True
    text = template.texts[language].replace("{D", "{D ")
    text = re.sub(r"\{D ([^}]*)\}", lambda m: " ".join(f"{{{name}{m[1]}}}" for name in _DESCRIPTION), text)
    for word in _PIECE.findall(text):
        if word == "<":
            group = []
        elif word == ">":
            assert group is not None
            done += _ordered(template, group, head if first else [], form, first)
            head, group, first = [], None, False
        elif group is not None:
            group.append(("+", word[1:]) if word[0] == "+" else _piece(template, word, form))
        else:
            (head if first else done).append(_piece(template, word, form))
    return (*head, *done)


def _ordered(template: Template, group: list[Any], head: list[Piece], form: str, first: bool) -> list[Piece]:
    """A verb with what belongs to it, in one order of words. ``head`` is who does it, if the text says so."""
    verb, *rest = group
    if form == FINAL:
        words = _infinitive(verb)
        marks = [place for place, piece in enumerate(rest) if isinstance(piece, tuple)]
        place = marks[0] if marks else len(rest)
        particle = rest[place][1] if marks else ""
        rest = [piece for piece in rest if not isinstance(piece, tuple)]
        rest.insert(place, particle + words)
        return [*head, *rest]
    body = [piece[1] if isinstance(piece, tuple) else piece for piece in rest if piece != ("+", "")]
    if form == INVERTED and first:
        doer: list[Piece] = head or [Slot("who", "subject") if "act" in template.cats else "je"]
        return [verb, *doer, *body]
    return [*head, verb, *body]


def _infinitive(verb: Piece) -> str:
    return " ".join(verb.forms[-1]) if isinstance(verb, Choice) else str(verb)


def _piece(template: Template, word: str, form: str) -> Piece:
    if word[0] == "(":
        found = _CHOICE.fullmatch(word)
        assert found is not None, word
        forms = tuple(tuple(one.split()) for one in found[1].split("/"))
        return Choice(forms, found[2].lstrip(":") or "who")
    if word[0] != "{":
        return word
    found = _SLOT.fullmatch(word)
    assert found is not None, word
    key = found[1] + found[2]
    order = form if found[4] == "^" else found[4] or MAIN
    return Slot(key, template.category(key), found[3].lstrip("#"), order)


# --- the grammar ------------------------------------------------------------------------------------------------------

_FRAME = """start: line (NL line)*
sentences: sentence+
energy: ENERGY_AMOUNT+
%declare AMOUNT ENERGY_AMOUNT SIGNED A_CLASS ELEMENT CREW SELF NL
"""


def grammar(table: tuple[Template, ...], language: str) -> str:
    """The grammar of a language as Lark reads it: a rule for each category in each order of words that is used."""
    rules: dict[str, list[str]] = {}
    waiting = ["line", "sentence", "subject", "act", "state"]
    while waiting:
        name = waiting.pop()
        if name in rules:
            continue
        category, _, form = name.partition("__")
        rules[name] = []
        for number, template in enumerate(table):
            if category in template.cats:
                symbols = [_symbol(piece, language, waiting) for piece in template.pieces(language, form)]
                rules[name].append(f"{' '.join(symbols)} -> t{number}_{form or 'main'}")
    # With ":inv" the first sentence of several is turned round.
    inverted = "sentences__inv: sentence__inv sentence*\n" if "sentence__inv" in rules else ""
    rules["clause"].append("subject act -> acts")
    lines = [f"{name}: " + "\n    | ".join(ways) for name, ways in sorted(rules.items()) if ways]
    return _FRAME + inverted + "\n".join(lines) + "\n"


def _symbol(piece: Piece, language: str, waiting: list[str]) -> str:
    if isinstance(piece, Slot):
        if piece.category in TERMINALS:
            return TERMINALS[piece.category]
        if piece.category == "energy":
            return "energy"
        form = piece.form if language != "en" else MAIN
        if piece.category == "sentences":
            waiting.append("sentence" + (f"__{form}" if form else ""))
            return "sentences" + (f"__{form}" if form else "")
        name = piece.category + (f"__{form}" if form else "")
        waiting.append(name)
        return name
    if isinstance(piece, Choice):
        ways = dict.fromkeys(" ".join(f'"{word.lower()}"' for word in words) for words in piece.forms)
        return ways.popitem()[0] if len(ways) == 1 else "(" + " | ".join(ways) + ")"
    return "SELF" if piece == SELF else " ".join(f'"{word.lower()}"' for word in piece.split())


def slots_of(template: Template, language: str, form: str) -> Iterator[str]:
    """The keys of the slots in the order in which a text of that language fills them."""
    for piece in template.pieces(language, form):
        if isinstance(piece, Slot):
            yield piece.key


# --- printing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Setting:
    """What the words around a phrase ask of it."""

    many: bool = False
    neuter: bool = False
    bare: bool = False
    """Behind "may": the verb in its plain form."""
    person: int = 0
    """Who acts: 0 oneself, 1 one other player, 2 several."""


_PLAIN = _Setting()


def words_of(phrase: Any, language: str, form: str = MAIN, setting: _Setting = _PLAIN) -> list[str]:
    """The words of a phrase in a language."""
    if isinstance(phrase, list):
        rest = [word for one in phrase[1:] for word in words_of(one, language)]
        return words_of(phrase[0], language, form) + rest
    if isinstance(phrase, Leaf):
        return phrase.text.split(" ")
    noun = phrase.parts.get("noun")
    inner = setting if noun is None else replace(setting, neuter=noun.template.neuter)
    written: list[str] = []
    if "act" in phrase.template.cats:
        who = phrase.parts.get("who")
        inner = replace(inner, person=0 if who is None else 2 if who.template.plural else 1)
        written += words_of(who, language) if who is not None and form == MAIN else []
    for piece in phrase.template.pieces(language, form if language != "en" else MAIN):
        if isinstance(piece, str):
            written += piece.split()
        elif isinstance(piece, Choice):
            written += _chosen(piece, phrase, inner)
        else:
            written += _filled(piece, phrase, language, inner)
    return written


def _filled(slot: Slot, phrase: Phrase, language: str, setting: _Setting) -> list[str]:
    part = phrase.parts.get(slot.key)
    if part is None:
        return ["je"] if slot.key == "who" and language == "nl" else []
    many = setting.many
    if slot.many:
        many = slot.many == "*" or number_of(phrase.parts[slot.many]) != "1"
    if slot.category == "class":
        return [plural(part.text) if many else part.text]
    return words_of(part, language, slot.form, replace(setting, many=many, bare=slot.form == FINAL))


def _chosen(choice: Choice, phrase: Phrase, setting: _Setting) -> list[str]:
    forms = choice.forms
    if choice.by == "&":
        return [ARTICLE]
    if choice.by == "#":
        return list(forms[1 if setting.many else 0])
    if choice.by == "@":
        return list(forms[1 if setting.neuter and not setting.many else 0])
    if choice.by != "who":
        part = phrase.parts[choice.by]
        several = number_of(part) != "1" if isinstance(part, Leaf) else part is not None and is_plural(part)
        return list(forms[1 if several else 0])
    person = setting.person
    if setting.bare and len(forms) == 2:
        person = 0  # "each opponent may draw"
    if person == 2 and len(forms) < 3:
        person = 0
    return list(forms[person])


def is_plural(phrase: Phrase) -> bool:
    """True if a verb with this stands in the plural: "all summons get", "2 Dragons get"."""
    count = phrase.parts.get("count")
    return phrase.template.plural or (isinstance(count, Leaf) and count.text != "1")


def number_of(part: object) -> str:
    """The figure in a slot for a number."""
    return part.text if isinstance(part, Leaf) else ""


ARTICLE = "a\0"
_AN = re.compile("[aeiouAEIOU]")
_CAPITAL = re.compile(r"(?:^|(?<=\n)|(?<=\. )|(?<=\] ))[^\W\d_]")


def sentence_case(words: list[str]) -> str:
    """The words as one text: articles chosen, marks closed up, a capital at the beginning of each sentence
    (not of a line of one word, "or")."""
    for place, word in enumerate(words):
        if word == ARTICLE:
            words[place] = "an" if _AN.match(words[place + 1]) else "a"
    text = " ".join(words)
    for mark in ".,:]":
        text = text.replace(f" {mark}", mark)
    text = text.replace("[ ", "[").replace(" \n ", "\n")
    return text if len(words) == 1 else _CAPITAL.sub(lambda found: found[0].upper(), text)
