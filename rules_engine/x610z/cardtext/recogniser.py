"""Reads words one at a time by the rules of a grammar, and says which words may come next.

What a parser does not tell: it answers for a whole text. Whoever looks for a text near a refused one asks after every
word (:mod:`.suggest`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lark import Lark

Item = tuple[int, int, int]
"""A rule of the grammar, how much of it has been read, and the column where it began."""


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


def rules_of(parser: Lark) -> Iterator[tuple[str, tuple[tuple[bool, str], ...]]]:
    """The rules of a Lark parser in the shape that :class:`Recogniser` reads."""
    for rule in parser.rules:
        yield rule.origin.name, tuple((not symbol.is_term, symbol.name) for symbol in rule.expansion)
