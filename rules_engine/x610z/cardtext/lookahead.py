"""What the parser need not try: a rule that cannot begin with the word that comes next.

Lark's Earley parser predicts every rule that may stand at a place, some hundreds for a sentence. Most cannot begin with
the word that is there. Leaving those out changes neither what is read nor in how many ways, and reads a text several
times as fast. What could have stood at a place is known only when nothing is left out, so a text that is refused is
read once more without this.
"""

from __future__ import annotations

from collections.abc import Mapping

from lark.grammar import NonTerminal, Rule
from lark.parsers.earley import Parser

END = ""
"""Behind the last word: only what may be empty is left to predict."""

Rules = Mapping[NonTerminal, list[Rule]]
"""The rules to try for each symbol, as Lark's parser keeps them."""


class Lookahead:
    """Which rules of a parser can begin with which word."""

    def __init__(self, parser: Parser) -> None:
        self.every: Rules = parser.predictions
        self._chosen: dict[str, Rules] = {}
        self._empty = parser.NULLABLE
        self._firsts = {symbol: {first.name for first in parser.FIRST[symbol]} for symbol in parser.FIRST}

    def before(self, terminal: str) -> Rules:
        """The rules to try where the next word is this terminal."""
        found = self._chosen.get(terminal)
        if found is None:
            found = self._chosen[terminal] = {
                symbol: [rule for rule in rules if self._may_begin(rule, terminal)]
                for symbol, rules in self.every.items()
            }
        return found

    def _may_begin(self, rule: Rule, terminal: str) -> bool:
        for symbol in rule.expansion:
            if terminal in self._firsts[symbol]:
                return True
            if symbol not in self._empty:
                return False
        return True


class Predictions:
    """Stands for the parser's own table of rules while one text is read, and changes from word to word."""

    def __init__(self, ahead: Lookahead) -> None:
        self._ahead = ahead
        self._now = ahead.every

    def __getitem__(self, symbol: NonTerminal) -> list[Rule]:
        return self._now[symbol]

    def expect(self, terminal: str) -> None:
        """The next word is this terminal; :data:`END`: there is none."""
        self._now = self._ahead.before(terminal)
