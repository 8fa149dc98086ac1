"""Card text as code: text -> words -> vocabulary check -> parse -> effect tree -> print back -> compare.

:func:`compile_text` is the whole path. It refuses a text rather than guess: an unknown word, a phrase no template
allows, two readings, or a tree that prints differently are each a :class:`CardTextError` with places.
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import difflib
import functools
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Any, cast

from lark import Lark, Token, Tree, UnexpectedInput
from lark.common import LexerConf
from lark.exceptions import UnexpectedEOF
from lark.lexer import Lexer
from lark.visitors import CollapseAmbiguities

from rules_engine.x610z.nodes import CardTree

from .filling import Unsaid
from .filling import energy_words as print_energy
from .lookahead import END, Lookahead, Predictions
from .meaning import Meaning
from .reading import card_phrases, card_tree, phrase_of, text_rules
from .recogniser import Recogniser, rules_of
from .suggest import Language, Offer, examples_for, suggest
from .synonyms import reasons, said_for
from .table import TABLE
from .templates import LANGUAGES, grammar, sentence_case, words_of
from .typecheck import check_tree
from .weight import lemma
from .words import SELF, CardTextError, Finding, Vocabulary, Word, join_words, normalise, split_words

GRAMMAR_VERSION = 1
"""Raised when the same text may compile to another tree; part of the cache key of compiled pools."""
MAX_READINGS = 32
DEFAULT_VOCABULARY = Vocabulary()

__all__ = [
    "DEFAULT_VOCABULARY",
    "GRAMMAR_VERSION",
    "LANGUAGES",
    "CardTextError",
    "Compiled",
    "Finding",
    "Offer",
    "Vocabulary",
    "compile_text",
    "grammar_text",
    "known_words",
    "normalise",
    "offer_text",
    "print_energy",
    "print_tree",
    "text_rules",
    "word_rules",
]


@dataclass(frozen=True, slots=True)
class Compiled:
    """A text understood: its ``tree`` and the text ``printed`` from that tree."""

    tree: CardTree
    printed: str


class _WordLexer(Lexer):
    """Hands the parser the words of :func:`split_words` under the grammar's terminal names."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: LexerConf) -> None:
        self.names = {str(t.pattern.value): t.name for t in lexer_conf.terminals if t.pattern.type == "str"}

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """Tokens of the words given to ``Lark.parse`` in place of a string, with whom to tell what comes next."""
        words, predictions = lexer_state.text
        for kind, word in words:
            name = self.names[word.text] if kind is None else kind
            if predictions is not None:
                predictions.expect(name)
            yield Token(name, word.text, word.start, end_pos=word.end)
        if predictions is not None:
            predictions.expect(END)


@functools.lru_cache(maxsize=2)
def grammar_text(language: str = "en") -> str:
    """The grammar of a language in the notation of Lark, made from the table of templates."""
    return grammar(TABLE, language)


@functools.lru_cache(maxsize=2)
def _parser(language: str = "en") -> Lark:
    return Lark(
        grammar_text(language),
        parser="earley",
        lexer=_WordLexer,
        ambiguity="explicit",
        maybe_placeholders=True,
        propagate_positions=True,
    )


@functools.lru_cache(maxsize=2)
def _lookahead(language: str) -> Lookahead:
    frontend: Any = _parser(language).parser
    return Lookahead(frontend.parser)


def _parse(tokens: list[tuple[str | None, Word]], language: str) -> Tree[Token]:
    """The forest of all readings. Raises Lark's ``UnexpectedInput`` with everything that could have stood there."""
    lark: Any = _parser(language)
    # A parser of this text's own: others are shared by threads, and this one's rules change from word to word.
    frontend = copy.copy(lark.parser)
    frontend.parser = copy.copy(frontend.parser)
    frontend.parser.predictions = predictions = Predictions(_lookahead(language))
    try:
        return cast(Tree[Token], frontend.parse((tokens, predictions)))
    except UnexpectedInput:
        return cast(Tree[Token], lark.parse((tokens, None)))


@functools.lru_cache(maxsize=2)
def known_words(language: str = "en") -> frozenset[str]:
    """Every word and mark of the grammar itself; Classes, Elements and Crews come from the vocabulary."""
    return frozenset(str(t.pattern.value) for t in _parser(language).terminals if t.pattern.type == "str")


@functools.lru_cache(maxsize=1)
def word_rules() -> Mapping[str, str]:
    """Each word of the grammar with the number of the rule that gives it its meaning; "" for joining words."""
    table = tomllib.loads(resources.files(__package__).joinpath("vocabulary.toml").read_text("utf-8"))[
        "words"
    ]
    return MappingProxyType({word: rule for rule, words in table.items() for word in words.split()})


def compile_text(
    text: str,
    *,
    name: str = "",
    kind: str = "",
    permanent: bool | None = None,
    card_class: str = "",
    vocabulary: Vocabulary = DEFAULT_VOCABULARY,
    language: str = "en",
) -> Compiled:
    """The meaning of a card text. Raises :class:`CardTextError` with every finding of the first stage that fails.

    ``language`` is "en" or "nl": the same card has the same tree in both.

    ``name`` is the card's own name, which the text may use for itself. ``kind``, ``permanent`` and ``card_class`` (if
    given) add the checks of rules 206 and 401: what such a card may target and which abilities it may have.
    """
    words = split_words(text, _usable_name(name, vocabulary, language))
    if not words:
        return Compiled(CardTree(), "")
    tree, printed = _understood(text, words, vocabulary, language)
    _compare(words, printed)
    findings = check_tree(tree, kind, permanent, card_class)
    if findings:
        raise CardTextError(
            [Finding(0, len(text), code, (expected,), "wrong_kind") for code, expected in findings]
        )
    return Compiled(tree, printed.replace(SELF, name or SELF))


def _understood(text: str, words: list[Word], vocabulary: Vocabulary, language: str) -> tuple[CardTree, str]:
    """The tree of a text and the text of that tree, which may be in other words."""
    tokens = _known_tokens(words, vocabulary, language)
    tree = _one_reading(text, tokens, vocabulary, language)
    try:
        return tree, print_tree(tree, language)
    except Unsaid:
        raise CardTextError([Finding(0, len(text), text, (), "wrong_kind")]) from None


def offer_text(
    text: str,
    *,
    name: str = "",
    kind: str = "",
    permanent: bool | None = None,
    card_class: str = "",
    vocabulary: Vocabulary = DEFAULT_VOCABULARY,
    language: str = "en",
) -> Offer:
    """A whole text near a refused one that compiles on such a card; the text itself as printed if it is not refused.

    Takes what :func:`compile_text` takes. Costs up to a second: ask for it when a person waits for an answer.
    """
    compiled = functools.partial(
        compile_text, name=name, kind=kind, permanent=permanent, card_class=card_class, vocabulary=vocabulary,
        language=language,
    )  # fmt: skip
    try:
        return Offer(compiled(text).printed)
    except CardTextError:
        pass
    own = _usable_name(name, vocabulary, language)

    def compiles(near: str) -> str | None:
        try:
            printed = _understood(near, split_words(near, own), vocabulary, language)[1]
        except CardTextError:
            return None
        lasting = _UNTIL[language]
        # What lasts on a permanent lasts for this turn on a card that does not stay (206.2c), and the other way round.
        other = printed.replace(lasting, "") if permanent else f"{printed[:-1]}{lasting}."
        for one in (printed, other):
            with contextlib.suppress(CardTextError):
                return compiled(one).printed
        return None

    words = {t.name: str(t.pattern.value) for t in _parser(language).terminals if t.pattern.type == "str"}
    terminals = {word: terminal for terminal, word in words.items()}
    numbers = _NUMBERS[language]
    spoken = Language(language, _recogniser(language), words, terminals, numbers, vocabulary, compiles)
    examples = functools.partial(_examples, kind, card_class, vocabulary, language)
    return suggest(text, own, spoken, examples)


@functools.lru_cache(maxsize=64)
def _examples(kind: str, card_class: str, vocabulary: Vocabulary, language: str) -> tuple[str, ...]:
    """Worked examples in a language, of which at least one fits every card of this type."""
    found = examples_for(kind, card_class or vocabulary.classes[0])
    if language == "en":
        return found
    return tuple(print_tree(compile_text(one, vocabulary=vocabulary).tree, language) for one in found)


@functools.lru_cache(maxsize=2)
def _recogniser(language: str) -> Recogniser:
    return Recogniser(rules_of(_parser(language)))


def print_tree(tree: CardTree, language: str = "en") -> str:
    """The text of a tree in a language, with ``~`` for the card's own name.

    Raises :class:`~.filling.Unsaid` for a tree with a part for which there is no template.
    """
    lines = card_phrases(Meaning(DEFAULT_VOCABULARY, tree), tree)
    return "\n".join(sentence_case(words_of(line, language)) for line in lines)


def _usable_name(name: str, vocabulary: Vocabulary, language: str) -> str:
    """The card's name if it can be told from ordinary words ("Heal" can't: write ``~``)."""
    words = [w.text for w in split_words(name)]
    plain = all(w in known_words(language) or w in vocabulary.kinds for w in words)
    return "" if plain else name


def _known_tokens(words: list[Word], vocabulary: Vocabulary, language: str) -> list[tuple[str | None, Word]]:
    """Words with their terminals; all unknown words are reported together, before any parsing."""
    names = {"number": "AMOUNT", "energy": "ENERGY_AMOUNT", "signed": "SIGNED", "self": "SELF", "nl": "NL"}
    tokens: list[tuple[str | None, Word]] = []
    findings: list[Finding] = []
    for word in words:
        if word.kind in names and not (word.kind == "number" and len(word.text) > 2):
            tokens.append((names[word.kind], word))
        elif word.text in vocabulary.kinds:
            tokens.append((vocabulary.kinds[word.text][0], word))
        elif word.kind in ("word", "mark") and word.text in known_words(language):
            tokens.append((None, word))
        else:
            findings.append(_unknown(word, words, vocabulary, language))
    if findings:
        raise CardTextError(findings)
    return tokens


def _unknown(word: Word, words: list[Word], vocabulary: Vocabulary, language: str) -> Finding:
    """The complaint about a word of no card text: what is said instead, why it cannot be said, or near words."""
    ours = said_for(word.text, join_words([one.text for one in words]), language)
    if ours:
        return Finding(word.start, word.end, word.text, (), "other_words", ours)
    if why := reasons().get(word.text):
        return Finding(word.start, word.end, word.text, (), "unknown_word", why=why)
    return Finding(word.start, word.end, word.text, _nearest(word, vocabulary, language), "unknown_word")


def _nearest(word: Word, vocabulary: Vocabulary, language: str) -> tuple[str, ...]:
    if word.kind == "number":
        return ("a number from 0 to 99",)
    if word.text in _NUMBERS[language]:
        return (str(_NUMBERS[language].index(word.text)),)
    known = sorted(known_words(language) | vocabulary.kinds.keys())
    return tuple(difflib.get_close_matches(word.text[:30], known, 3, 0.6))


_UNTIL = {"en": " until end of turn", "nl": " tot het einde van de beurt"}
_NUMBERS = {
    "en": ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "nl": ("nul", "één", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien"),
}  # fmt: skip
_LABELS = {
    "AMOUNT": "a number", "ENERGY_AMOUNT": "an energy amount like M1", "SIGNED": "+1 or -1", "A_CLASS": "a Class",
    "ELEMENT": "an Element", "CREW": "a Crew", "SELF": "the card's name", "NL": "a new line",
}  # fmt: skip


def _one_reading(
    text: str, tokens: list[tuple[str | None, Word]], vocabulary: Vocabulary, language: str
) -> CardTree:
    try:
        forest = _parse(tokens, language)
    except UnexpectedEOF as error:
        raise CardTextError(
            [Finding(len(text), len(text), "", _labels(error.expected, language), "incomplete")]
        ) from None
    except UnexpectedInput as error:
        token: Any = getattr(error, "token", None)
        labels = _labels(getattr(error, "expected", None) or (), language)
        raise CardTextError([_unexpected(text, tokens, token, labels, language)]) from None
    readings, problem = _readings(forest, vocabulary, language)
    if not readings:
        if problem is None:
            raise CardTextError([Finding(0, len(text), "", (), "unexpected")])
        written = [dataclasses.replace(f, word=text[f.start : f.end] or f.word) for f in problem.findings]
        raise CardTextError(written)
    if len(readings) > 1:
        printed = tuple(sorted({print_tree(reading, language) for reading in readings}))
        raise CardTextError([Finding(0, len(text), text, printed, "ambiguous")])
    return readings[0]


def _unexpected(
    text: str,
    tokens: list[tuple[str | None, Word]],
    token: Token | None,
    labels: tuple[str, ...],
    language: str,
) -> Finding:
    """The complaint about a word that no text has at this place."""
    if token is None:
        return Finding(0, len(text), "", labels, "unexpected")
    start, end, word = token.start_pos or 0, token.end_pos or 0, str(token)
    ours = said_for(word, join_words([one.text for _, one in tokens]), language)
    if ours:
        return Finding(start, end, word, (), "said_otherwise", ours)
    before = text[:start].split()[-1:]
    if not before or before[0][-1:] in ".]":
        return Finding(start, end, word, labels, "unexpected_first")
    return Finding(start, end, word, labels, "unexpected_after", before[0])


def _readings(
    forest: Tree[Token], vocabulary: Vocabulary, language: str
) -> tuple[list[CardTree], CardTextError | None]:
    """The different effect trees of a parse forest, and the complaint about a reading that means nothing."""
    trees: Iterable[Tree[Token]] = [forest]
    if next(forest.find_data("_ambig"), None) is not None:
        trees = CollapseAmbiguities().transform(forest)[:MAX_READINGS]
    readings: list[CardTree] = []
    problem: CardTextError | None = None
    for tree in trees:
        try:
            lines = [phrase_of(line, language) for line in tree.children if isinstance(line, Tree)]
            reading = card_tree(Meaning(vocabulary), lines)
        except CardTextError as error:
            problem = error
            continue
        if reading not in readings:
            readings.append(reading)
    return readings, problem


def _labels(expected: Iterable[str], language: str) -> tuple[str, ...]:
    by_name = {t.name: str(t.pattern.value) for t in _parser(language).terminals if t.pattern.type == "str"}
    labels = {_LABELS.get(name) or lemma(by_name.get(name, name.lower()), language) for name in expected}
    return tuple(sorted(labels, key=lambda label: (not label[0].isalpha(), label)))


def _compare(words: list[Word], printed: str) -> None:
    """The touchstone: the printed tree must be the text again, word for word."""
    again = split_words(printed)
    for i, word in enumerate(words):
        expected = again[i].text if i < len(again) else "the end"
        if word.text != expected:
            raise CardTextError([Finding(word.start, word.end, word.text, (expected,), "unprintable")])
    if len(again) > len(words):
        end = words[-1].end
        rest = join_words([w.text for w in again[len(words) :]])
        raise CardTextError([Finding(end, end, "", (rest,), "unprintable")])
