"""Texts made of nothing but the grammar: everything that a designer could write, sense or nonsense."""

from functools import lru_cache

from lark.grammar import NonTerminal

from rules_engine.kernel.stream import Stream
from rules_engine.x610z.cardtext import DEFAULT_VOCABULARY, _parser
from rules_engine.x610z.cardtext.words import join_words

_SAMPLES = {
    "AMOUNT": ("1", "2", "3"),
    "ENERGY_AMOUNT": ("m1", "b2", "r1", "c1", "c2"),
    "SIGNED": ("+1", "-2"),
    "A_CLASS": tuple(name.lower() for name in DEFAULT_VOCABULARY.classes),
    "ELEMENT": tuple(name.lower() for name in DEFAULT_VOCABULARY.elements),
    "CREW": tuple(name.lower() for name in DEFAULT_VOCABULARY.crews),
    "SELF": ("~",),
    "NL": ("\n",),
}

Expansion = tuple[tuple[bool, str], ...]
"""The symbols of one way to write a rule: ``(True, rule)`` or ``(False, word)``."""


@lru_cache(maxsize=2)
def _rules(language: str) -> tuple[dict[str, list[Expansion]], dict[str, int]]:
    """The ways to write every rule of the grammar, and how deep the shallowest of them is."""
    words = {t.name: str(t.pattern.value) for t in _parser(language).terminals if t.pattern.type == "str"}
    rules: dict[str, list[Expansion]] = {}
    for rule in _parser(language).rules:
        symbols = tuple(
            (isinstance(symbol, NonTerminal), words.get(symbol.name, symbol.name))
            for symbol in rule.expansion
        )
        rules.setdefault(rule.origin.name, []).append(symbols)
    depth: dict[str, int] = {}
    while len(depth) < len(rules):
        for name, ways in rules.items():
            known = [
                _depth(way, depth) for way in ways if all(not deep or part in depth for deep, part in way)
            ]
            if known:
                depth[name] = min([*known, depth.get(name, 99)])
    return rules, depth


def _depth(way: Expansion, depth: dict[str, int]) -> int:
    return 1 + max((depth[part] for deep, part in way if deep), default=0)


def random_text(stream: Stream, depth: int = 14, rule: str = "start", language: str = "en") -> str:
    """A text that the grammar can read; the deeper, the longer it may become. ``rule`` is where it begins."""
    written: list[str] = []
    _write(stream, rule, depth, written, language)
    return join_words(written)


def _write(stream: Stream, rule: str, depth: int, written: list[str], language: str) -> None:
    rules, least = _rules(language)
    ways = [way for way in rules[rule] if _depth(way, least) <= depth]
    for deep, part in stream.pick(ways or [min(rules[rule], key=lambda way: _depth(way, least))]):
        if deep:
            _write(stream, part, depth - 1, written, language)
        else:
            written.append(stream.pick(_SAMPLES[part]) if part in _SAMPLES else part)
