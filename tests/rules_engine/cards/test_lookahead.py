"""Looking at the next word only saves time: what is read, in how many ways, and what is complained of stay the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from lark import UnexpectedInput

from rules_engine.testing import Stream
from rules_engine.testing.card_texts import random_text
from rules_engine.x610z import cardtext
from rules_engine.x610z.cardtext import CardTextError, compile_text
from rules_engine.x610z.cardtext.words import split_words

from .test_texts_of_the_pool import ALL

SOME = ALL.cards[::30]


def tokens_of(text: str, language: str) -> list[Any]:
    return cardtext._known_tokens(split_words(text), cardtext.DEFAULT_VOCABULARY, language)


def patiently(tokens: list[Any], language: str) -> Any:
    """The forest, or where and on what the parser stops, with every rule tried."""
    lark: Any = cardtext._parser(language)
    return told(lambda: lark.parse((tokens, None)))


def told(parse: Any) -> Any:
    try:
        return parse()
    except UnexpectedInput as error:
        token: Any = getattr(error, "token", None)
        return (type(error), token, token and token.start_pos, sorted(getattr(error, "expected", ())))


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_readings_of_packaged_texts_are_the_same(language: str) -> None:
    for card in SOME:
        text = card.text_nl if language == "nl" else card.text
        tokens = tokens_of(text.replace(card.name_nl if language == "nl" else card.name, "~"), language)
        assert cardtext._parse(tokens, language) == patiently(tokens, language), text


@pytest.mark.parametrize("language", ["en", "nl"])
def test_the_readings_and_complaints_of_random_texts_are_the_same(language: str) -> None:
    stream = Stream(f"ahead {language}")
    complaints = 0
    for number in range(24):
        text = random_text(stream, 6 + stream.below(6), "start", language)
        words = text.split(" ")
        if number % 2:
            del words[stream.below(len(words))]
        tokens = tokens_of(" ".join(words), language)
        found = told(lambda tokens=tokens: cardtext._parse(tokens, language))
        assert found == patiently(tokens, language), text
        complaints += isinstance(found, tuple)
    assert 3 < complaints < 21


def test_threads_do_not_get_in_each_other_s_way() -> None:
    texts = [
        "Draw 2 cards from your deck.",
        "Destroy all Dragons.",
        "Destroy Dragons all.",
        "Take another turn.",
    ] * 4

    def compiled(text: str) -> Any:
        try:
            return compile_text(text).tree
        except CardTextError as error:
            return [finding.text("en") for finding in error.findings]

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(compiled, texts)) == [compiled(text) for text in texts]
