"""A whole text that works, near one that does not: what to offer somebody whose card text is refused.

The text is read word by word as far as the grammar goes. Where it stops, and some words before, one word is replaced,
left out or put in, until the rest can be read and the card compiles; that is done again if one change is not enough.
If nothing near compiles, the most similar of the worked examples that fits such a card is offered.
"""

from __future__ import annotations

import difflib
import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib import resources

from lark import Lark

from .words import CardTextError, Vocabulary, Word, join_words, split_words

Item = tuple[int, int, int]
"""A rule of the grammar, how much of it has been read, and the column where it began."""
_BACK = 9
"""So many words before the place where reading stops, a change may be needed."""
_ROUNDS, _BEAM, _COMPILED = 3, 8, 40
_SAMPLES = {
    "AMOUNT": ("1", "2"),
    "ENERGY_AMOUNT": ("C1", "M1"),
    "SIGNED": ("+1", "-1"),
    "NL": ("\n",),
    "SELF": ("~",),
}


@dataclass(slots=True)
class Column:
    """What can be going on between two words: items by the word, and by the rule, that they wait for."""

    scan: dict[str, list[Item]] = field(default_factory=dict)
    wait: dict[str, list[Item]] = field(default_factory=dict)
    done: bool = False


class Recogniser:
    """Reads words one at a time by the rules of a grammar (Earley's way), and says which words may come next."""

    def __init__(
        self, rules: Iterable[tuple[str, tuple[tuple[bool, str], ...]]], start: str = "start"
    ) -> None:
        """``rules``: name and symbols, each symbol with True for a rule and False for a word."""
        self.rules = list(rules)
        self.start = start
        self.by_name: dict[str, list[int]] = {}
        for number, (name, _) in enumerate(self.rules):
            self.by_name.setdefault(name, []).append(number)
        self.empty: set[str] = set()
        while True:
            more = {
                name
                for name, symbols in self.rules
                if all(deep and part in self.empty for deep, part in symbols)
            }
            if more <= self.empty:
                break
            self.empty |= more

    def first(self) -> list[Column]:
        """The only column before any word."""
        return [self._closed([(number, 0, 0) for number in self.by_name[self.start]], [])]

    def read(self, columns: list[Column], terminal: str | None) -> list[Column] | None:
        """The columns with one word more, None if no text goes on like that."""
        items = columns[-1].scan.get(terminal or "")
        if not items:
            return None
        return [*columns, self._closed([(rule, dot + 1, origin) for rule, dot, origin in items], columns)]

    def _closed(self, kernel: list[Item], columns: list[Column]) -> Column:
        here, seen, waiting = Column(), set(kernel), list(kernel)
        index = len(columns)
        while waiting:
            rule, dot, origin = waiting.pop()
            name, symbols = self.rules[rule]
            found: list[Item] = []
            if dot == len(symbols):
                here.done = here.done or (name == self.start and origin == 0)
                source = here if origin == index else columns[origin]
                found = [(r, d + 1, o) for r, d, o in source.wait.get(name, ())]
            else:
                deep, part = symbols[dot]
                (here.wait if deep else here.scan).setdefault(part, []).append((rule, dot, origin))
                if deep:
                    found = [(number, 0, index) for number in self.by_name[part]]
                    if part in self.empty:
                        found.append((rule, dot + 1, origin))
            for item in found:
                if item not in seen:
                    seen.add(item)
                    waiting.append(item)
        return here


Token = tuple[str | None, str]
"""A word with its terminal; None for a word of no card text."""


@dataclass(frozen=True)
class Language:
    """What is needed of a language: its recogniser, the word of every terminal, and how a text is compiled."""

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

    def spellings(self, terminal: str) -> tuple[str, ...]:
        """How a terminal can be written."""
        if terminal in ("CLASS", "ELEMENT", "CREW"):
            return tuple(word for word, (kind, _) in self.vocabulary.kinds.items() if kind == terminal)
        return _SAMPLES.get(terminal) or (self.words[terminal],)


def suggest(text: str, name: str, language: Language, examples: Callable[[], Iterable[str]]) -> str:
    """A text near ``text`` that compiles; ``examples`` gives texts that do, tried in the order of likeness."""
    try:
        words = split_words(text, name)
    except CardTextError:
        words = []
    tried = [0]
    tokens = [language.token(word) for word in words]
    beam = [tokens] if tokens else []
    for _ in range(_ROUNDS):
        further: list[tuple[float, list[Token]]] = []
        for one in beam:
            found, better = _one_change(one, language, tried)
            if found:
                return found
            further += better
        beam = [one for _, one in sorted(further, key=lambda each: -each[0])[:_BEAM]]
    near = sorted(examples(), key=lambda one: -_likeness(text, one))
    return next((printed for one in near if (printed := language.compiles(one))), "")


def _likeness(one: str, two: str) -> float:
    return difflib.SequenceMatcher(None, one.lower().split(), two.lower().split(), autojunk=False).ratio()


def _one_change(
    tokens: list[Token], language: Language, tried: list[int]
) -> tuple[str, list[tuple[float, list[Token]]]]:
    """The text after the best single change that makes it work, else what each change that helps leads to."""
    recogniser = language.recogniser
    charts = [recogniser.first()]
    for token in tokens:
        grown = recogniser.read(charts[-1], token[0])
        if grown is None:
            break
        charts.append(grown)
    stop = len(charts) - 1
    whole = stop == len(tokens) and charts[-1][-1].done
    if whole and (printed := _compiled(tokens, language, tried)):
        return printed, []
    further: list[tuple[float, list[Token]]] = []
    for at in range(stop, max(-1, (stop if not whole else len(tokens)) - _BACK - 1), -1):
        if at >= len(charts):
            continue
        candidates = []
        for cost, changed in _changes(tokens, at, charts[at], language):
            reach = _reach(charts[at], changed, at, language)
            if reach is None:
                candidates.append((cost, changed))
            elif reach - cost > stop and len(changed) - reach <= max(0, len(tokens) - stop - 1):
                further.append((reach - cost, changed))
        for _, changed in sorted(candidates, key=lambda one: one[0]):
            if printed := _compiled(changed, language, tried):
                return printed, []
    return "", further


def _changes(
    tokens: list[Token], at: int, chart: list[Column], language: Language
) -> Iterator[tuple[float, list[Token]]]:
    """Every text with one change at a word: another in its place, one more, one less; with what the change costs."""
    here = tokens[at] if at < len(tokens) else None
    after = tokens[at + 1][0] if at + 1 < len(tokens) else None
    if here is not None:
        yield 0.75, [*tokens[:at], *tokens[at + 1 :]]
        if at + 1 < len(tokens):
            yield 0.6, [*tokens[:at], tokens[at + 1], here, *tokens[at + 2 :]]
    for terminal in chart[-1].scan:
        grown = language.recogniser.read(chart, terminal)
        assert grown is not None  # a terminal that the column waits for can be read
        nexts = grown[-1].scan
        for spelling in language.spellings(terminal):
            if (
                here is not None
                and spelling.lower() != here[1]
                and (after is None or after in nexts or grown[-1].done)
            ):
                close = difflib.SequenceMatcher(None, here[1], spelling.lower()).ratio()
                yield 1.2 - close, [*tokens[:at], (terminal, spelling.lower()), *tokens[at + 1 :]]
            if here is None or here[0] in nexts:
                closing = 0.2 if here is None and language.terminals["."] in nexts else 0.0
                yield 0.9 - closing, [*tokens[:at], (terminal, spelling.lower()), *tokens[at:]]


def _reach(chart: list[Column], tokens: list[Token], at: int, language: Language) -> int | None:
    """How many of the words can be read from a place on; None = all of them, as a whole text."""
    columns: list[Column] | None = chart
    for place in range(at, len(tokens)):
        assert columns is not None
        columns = language.recogniser.read(columns, tokens[place][0])
        if columns is None:
            return place
    assert columns is not None
    return None if columns[-1].done else len(tokens)


def _compiled(tokens: list[Token], language: Language, tried: list[int]) -> str | None:
    if tried[0] >= _COMPILED:
        return None
    tried[0] += 1
    return language.compiles(join_words([text for _, text in tokens]))


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


def rules_of(parser: Lark) -> Iterator[tuple[str, tuple[tuple[bool, str], ...]]]:
    """The rules of a Lark parser in the shape that :class:`Recogniser` reads."""
    for rule in parser.rules:
        yield rule.origin.name, tuple((not symbol.is_term, symbol.name) for symbol in rule.expansion)
