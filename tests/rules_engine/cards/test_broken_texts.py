"""Generated texts, whole and broken, in both languages: never an exception but the complaint, and it points somewhere.

``./test`` takes forty texts in each language; ``make fuzz`` ten thousand.
"""

from __future__ import annotations

import pytest

from rules_engine.testing import Stream
from rules_engine.testing.card_texts import random_text
from rules_engine.x610z.cardtext import CardTextError, compile_text, known_words, print_tree

from .test_generated_texts import LONG, mended

COUNT = 10_000 if LONG else 40
RULES = ("sentence", "sentences", "line", "start")
NOISE = (
    "",
    " ",
    "\n",
    ".",
    ",",
    "]",
    "[",
    "\u00a0",
    "0",
    "99",
    "100",
    "M0",
    "X",
    "~",
    "’",
    "🐉",
    "\x00",
    "ß",
    "İ",
)


def broken(stream: Stream, text: str, language: str) -> str:
    """The text with up to three accidents: words lost, doubled, moved, of the other language, or noise between them."""
    words = text.split(" ")
    other = "nl" if language == "en" else "en"
    for _ in range(1 + stream.below(3)):
        at = stream.below(len(words))
        how = stream.below(6)
        if how == 0 and len(words) > 1:
            del words[at]
        elif how == 1:
            words.insert(at, stream.pick(words))
        elif how == 2:
            words[at] = stream.pick(sorted(known_words(other)))
        elif how == 3:
            words[at] = stream.pick(NOISE)
        elif how == 4:
            words[at] += stream.pick(NOISE)
        else:
            cut = stream.below(len(words[at]) + 1)
            words[at] = words[at][:cut] + stream.pick(NOISE) + words[at][cut:]
    return " ".join(words)


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_broken_text_is_complained_of_at_a_place_in_it(language: str) -> None:
    stream = Stream(f"broken {language}")
    refused = 0
    for _ in range(COUNT):
        text = broken(
            stream, random_text(stream, 6 + stream.below(5), stream.pick(RULES), language), language
        )
        try:
            compile_text(text, language=language, card_class="Beast", permanent=stream.chance(50))
        except CardTextError as error:
            refused += 1
            for found in error.findings:
                assert found.text("en") and found.text("nl"), text
                assert 0 <= found.start <= found.end <= len(text), text
    assert refused > COUNT // 2


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_generated_text_that_compiles_means_the_same_in_the_other_language(language: str) -> None:
    stream = Stream(f"both {language}")
    other = "nl" if language == "en" else "en"
    compiled = 0
    for _ in range(COUNT):
        text = mended(random_text(stream, 6 + stream.below(5), stream.pick(RULES), language), language)
        try:
            tree = compile_text(text, language=language).tree
        except CardTextError:
            continue
        compiled += 1
        assert compile_text(print_tree(tree, other), language=other).tree == tree, text
    assert compiled > COUNT // 10
