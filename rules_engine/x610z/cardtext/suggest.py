"""A whole text that works, near one that does not: what to offer somebody whose card text is refused.

What designers call otherwise is put into the words of card texts first (:mod:`.synonyms`). Then the words are read one
by one by the rules of the grammar, and where a word does not fit another is put in, it is left out, or it changes
places with its neighbour. Each change costs what the word weighs (:mod:`.weight`), so that the cheapest text keeps what
happens and to what. If nothing near compiles, the most similar of the worked examples that fits such a card is shown,
and it is said that it is an example.
"""

from __future__ import annotations

import difflib
import functools
import heapq
import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib import resources
from typing import Literal

from .recogniser import Column, Recogniser
from .synonyms import reworded
from .weight import TURNS_ROUND, Token, difference, is_joining, lemma, weight
from .words import SELF, CardTextError, Vocabulary, Word, join_words, split_words

_WIDTH, _INSERTED, _COMPILED = 32, 4, 30
"""So many ways on are kept at each word, so many words put in at one place, so many texts compiled."""
_AS_NUMBER = {"a", "an", "one", "een"}
_ALIKE = (
    {"that", "this", "any", "target"},
    {"if", "when", "whenever"},
    {"indien", "wanneer", "als", "telkens"},
)
"""Words that are taken for one another: nothing was named before, so "that summon" was meant to name it."""


@dataclass(frozen=True)
class Offer:
    """A text to offer: ``text`` compiles.

    ``how``: "same" says the same in the words of card texts; "near" keeps what happens and to what, and leaves out
    ``lost`` or says ``added`` as well; "example" is only a text that works. "" = nothing was refused.
    """

    text: str
    how: Literal["", "same", "near", "example"] = ""
    lost: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    def heading(self, language: str = "en") -> str:
        """What stands above the offered text: whether it says the same, and what it leaves out or adds."""
        words = _HEADINGS.get(language, _HEADINGS["en"])
        if self.how != "near":
            return words[self.how]
        parts = [(words["lost"], self.lost), (words["added"], self.added)]
        said = "; ".join(f"{how} {', '.join(these)}" for how, these in parts if these)
        return f"{words['near']} {said}"


_HEADINGS = {
    "en": {
        "": "", "same": "Did you mean", "near": "Near it, but", "lost": "without:", "added": "with:",
        "example": "Nothing near it can be said; a text that works",
    },
    "nl": {
        "": "", "same": "Bedoel je", "near": "Wat erop lijkt, maar", "lost": "zonder:", "added": "met:",
        "example": "Niets wat erop lijkt, kan gezegd worden; een tekst die werkt",
    },
}  # fmt: skip


@dataclass(frozen=True)
class Language:
    """What is needed of a language: its recogniser, the word of every terminal, and how a text is compiled."""

    key: str
    recogniser: Recogniser
    words: dict[str, str]
    terminals: dict[str, str]
    numbers: tuple[str, ...]
    """The number words, from zero on."""
    vocabulary: Vocabulary
    compiles: Callable[[str], str | None]
    """The text as it is printed, None if it is refused."""

    def token(self, word: Word) -> Token:
        """The terminal of a word as written."""
        kinds = {
            "number": "AMOUNT",
            "energy": "ENERGY_AMOUNT",
            "signed": "SIGNED",
            "self": "SELF",
            "nl": "NL",
        }
        if word.text in self.numbers:
            return "AMOUNT", str(self.numbers.index(word.text))
        if word.kind in kinds:
            return kinds[word.kind], word.text
        if word.text in self.vocabulary.kinds:
            return self.vocabulary.kinds[word.text][0], word.text
        return self.terminals.get(word.text), word.text

    def plain(self, word: str) -> str:
        """A number word as a number, any other word as it is."""
        return str(self.numbers.index(word)) if word in self.numbers else word

    def tokens(self, text: str) -> list[Token]:
        """The words of a text with their terminals; none for a text that is too long."""
        try:
            return [self.token(word) for word in split_words(text)]
        except CardTextError:
            return []


def suggest(text: str, name: str, language: Language, examples: Callable[[], Iterable[str]]) -> Offer:
    """A text near ``text`` that compiles; ``examples`` gives texts that do, tried in the order of likeness."""
    try:
        plain = join_words([language.plain(word.text) for word in split_words(text, name)])
    except CardTextError:
        plain = ""
    ours, lost = reworded(plain, language.key)
    asked = language.tokens(ours)
    for near, understood in _cheapest(asked, language):
        if (printed := language.compiles(join_words([word for _, word in near]))) is not None:
            again = language.tokens(_nameless(printed, name))
            apart = difference(understood, again, language.vocabulary, language.key)
            if not apart.core:
                lost += apart.lost
                return Offer(printed, "near" if lost or apart.added else "same", lost, apart.added)
    sorted_by = functools.partial(_unlike, asked, text, language)
    like = sorted(examples(), key=sorted_by)
    found = next((printed for one in like if (printed := language.compiles(one))), "")
    return Offer(found, "example")


def _nameless(text: str, name: str) -> str:
    return text.replace(name, SELF) if name else text


def _unlike(asked: list[Token], text: str, language: Language, example: str) -> tuple[float, float]:
    """How far an example is from a text: by the words that carry meaning, then by all words."""
    found = difference(asked, language.tokens(example), language.vocabulary, language.key)
    alike = difflib.SequenceMatcher(
        None, text.lower().split(), example.lower().split(), autojunk=False
    ).ratio()
    return len(found.lost) + len(found.added) / 2, -alike


# --- the cheapest text ------------------------------------------------------------------------------------------------


@dataclass(order=True, slots=True)
class _Way:
    """A text as far as it has been made: its cost, its words and what can come next; read when its turn comes.

    ``understood`` are the words of the author, those that were misspelt as they were understood.
    """

    cost: float
    order: int
    tokens: tuple[Token, ...] = field(compare=False)
    understood: tuple[Token, ...] = field(compare=False)
    before: list[Column] = field(compare=False)
    inserted: int = field(compare=False, default=0)
    columns: list[Column] | None = field(compare=False, default=None)


class _Search:
    """One text on its way to those that can be read, word by word."""

    def __init__(self, asked: list[Token], language: Language) -> None:
        self.asked = asked
        self.language = language
        self.count = itertools.count()
        self.waiting: list[list[_Way]] = [[] for _ in range(len(asked) + 2)]
        first = language.recogniser.first()
        self.waiting[0].append(_Way(0.0, next(self.count), (), (), first, columns=first))

    def texts(self) -> Iterator[tuple[tuple[Token, ...], tuple[Token, ...]]]:
        """Texts that can be read, the cheapest first, each with the author's words as they were understood."""
        kept: list[_Way] = []
        for at in range(len(self.asked) + 1):
            kept = self._kept(at)
            for way in kept if at < len(self.asked) else ():
                self._go_on(way, at)
        for way in kept:
            if way.columns is not None and way.columns[-1].done:
                yield way.tokens, way.understood

    def _kept(self, at: int) -> list[_Way]:
        """The cheapest ways to this word, with what can be put in before it."""
        heap = self.waiting[at]
        heapq.heapify(heap)
        kept: list[_Way] = []
        seen: set[tuple[Token, ...]] = set()
        while heap and len(kept) < (_WIDTH if at < len(self.asked) else 4 * _WIDTH):
            way = heapq.heappop(heap)
            if way.tokens in seen:
                continue
            seen.add(way.tokens)
            if way.columns is None:
                way.columns = self.language.recogniser.read(way.before, way.tokens[-1][0])
            if way.columns is None:
                continue
            kept.append(way)
            if way.inserted < _INSERTED:
                for token, cost in self._insertions(way.columns[-1], at):
                    heapq.heappush(heap, self._more(way, token, cost, inserted=way.inserted + 1))
        return kept

    def _more(
        self, way: _Way, token: Token, cost: float, meant: tuple[Token, ...] = (), inserted: int = 0
    ) -> _Way:
        assert way.columns is not None
        understood = (*way.understood, *meant)
        return _Way(
            way.cost + cost, next(self.count), (*way.tokens, token), understood, way.columns, inserted
        )

    def _insertions(self, column: Column, at: int) -> Iterator[tuple[Token, float]]:
        key = self.language.key
        for terminal in column.scan:
            word = self.language.words.get(terminal)
            if word is not None:
                token: Token = (terminal, word.lower())
                last = at == len(self.asked) and word == "."
                yield token, 0.1 if last else weight(token, key)
            elif terminal == "AMOUNT":
                yield (terminal, "1"), 1.2

    def _go_on(self, way: _Way, at: int) -> None:
        """The next word as it stands, another for it, without it, or behind the one after it."""
        assert way.columns is not None
        here = self.asked[at]
        scan = way.columns[-1].scan
        if here[0] is not None and here[0] in scan:
            self.waiting[at + 1].append(self._more(way, here, 0.0, (here,)))
        total, understood = way.cost + self._leaving(here), (*way.understood, here)
        left_out = _Way(
            total, next(self.count), way.tokens, understood, way.before, way.inserted, way.columns
        )
        self.waiting[at + 1].append(left_out)
        for terminal in scan:
            for word in self._spellings(terminal):
                token = (terminal, word)
                if word != here[1] and (cost := self._instead(here, terminal, word)) is not None:
                    self.waiting[at + 1].append(self._more(way, token, cost, (token,)))
        if at + 1 < len(self.asked) and self.asked[at + 1][0] in scan and here[0] is not None:
            after = self.asked[at + 1]
            swapped = self._more(way, after, 0.4, (after,))
            swapped.columns = self.language.recogniser.read(way.columns, after[0])
            self.waiting[at + 2].append(self._more(swapped, here, 0.0, (here,)))

    def _leaving(self, token: Token) -> float:
        return weight(token, self.language.key) + (0.5 if token[0] is not None else 0.0)

    def _spellings(self, terminal: str) -> tuple[str, ...]:
        if terminal in ("A_CLASS", "ELEMENT", "CREW"):
            return tuple(
                word for word, (kind, _) in self.language.vocabulary.kinds.items() if kind == terminal
            )
        if terminal == "AMOUNT":
            return ("1",)
        word = self.language.words.get(terminal)
        return (word.lower(),) if word is not None else ()

    def _instead(self, here: Token, terminal: str, word: str) -> float | None:
        """What it costs to write a word for another; None where it is left out and put in instead."""
        key = self.language.key
        if terminal == "AMOUNT":
            return 0.15 if here[1] in _AS_NUMBER else None
        if lemma(here[1], key) == lemma(word, key):
            return 0.05
        if here[0] is None:
            alike = difflib.SequenceMatcher(None, here[1], word).ratio()
            likely = len(here[1]) > 2 and alike >= (0.75 if len(here[1]) < 6 else 0.7)
            return 1.6 * (1 - alike) if likely and word not in TURNS_ROUND else None
        if any(here[1] in alike and word in alike for alike in _ALIKE):
            return 0.5 if here[1] != "target" else None
        return 0.4 if is_joining(here[1], key) and is_joining(word, key) else None


def _cheapest(
    asked: list[Token], language: Language
) -> Iterator[tuple[tuple[Token, ...], tuple[Token, ...]]]:
    return itertools.islice(_Search(asked, language).texts(), _COMPILED) if asked else iter(())


# --- examples ---------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=1)
def worked_examples() -> tuple[str, ...]:
    """The examples of the page on writing card texts, each of which compiles."""
    page = resources.files(__package__).joinpath("README.md").read_text("utf-8")
    boxes = page.split("```cardtext\n")[1:]
    return tuple(line for box in boxes for line in box.split("```")[0].splitlines())


def examples_for(kind: str, card_class: str) -> tuple[str, ...]:
    """Texts of which at least one compiles on any card of this type."""
    always = {
        "summon": ("[Movement Energy: C1] Attack Power 2, Defense 4, Speed 2, Range 1.",),
        "energy_crystal": ("Produces M1.",),
        "class_effect": (f"Deal 1 damage to target {card_class}.", f"Target {card_class} gets Speed +1."),
        "crystal_effect": ("Deactivate target Energy Crystal.", "Target Energy Crystal can't be activated."),
    }
    return (*worked_examples(), *always.get(kind, ("Target summon gets Speed +1.",)))
