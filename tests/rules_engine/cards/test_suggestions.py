"""Anyone who writes a text that is refused is offered one that works: always, near his own, in his language."""

from __future__ import annotations

import pytest

from rules_engine.testing import Stream
from rules_engine.x610z.cards import CardRevision
from rules_engine.x610z.cardtext import CardTextError, compile_text, known_words, suggest_text
from tests.speeds import amount, few_by_day

from .test_generated_texts import LONG
from .test_texts_of_the_pool import ALL

CASES = 600 if LONG else amount(10, 15, "refused texts")


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("Deal 2 damge to taget summon.", "Deal 2 damage to target summon."),
        ("Deal 2 damage from target summon.", "Deal 2 damage to target summon."),
        ("Deal damage 2 to target summon.", "Deal 2 damage to target summon."),
        ("Deal 2 damage to that summon.", "Deal 2 damage to target summon."),
        ("Draw two card from your deck.", "Draw 2 cards from your deck."),
        ("Discard a card.", "Discard 1 card."),
        ("Target summon get Speed +2 until end of turn.", "Target summon gets Speed +2 until end of turn."),
        ("If ~ is destroyed, draw 1 card from your deck.", "When ~ is destroyed, draw 1 card from your deck."),
        (
            "[Activation Symbol, M1, discard a card] Draw 1 card from your deck.",
            "[Activation Symbol, M1, discard 1 card] Draw 1 card from your deck.",
        ),
    ],
)  # fmt: skip
def test_the_offered_text_is_the_one_that_was_meant(text: str, offered: str) -> None:
    assert suggest_text(text) == offered


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("Trek twee karten van je deck.", "Trek 2 kaarten van je deck."),
        ("Breng Summon naar keuze 2 schade toe.", "Breng een Summon naar keuze 2 schade toe."),
        ("Vernietig alle Dragon.", "Vernietig alle Dragons."),
    ],
)
def test_in_dutch_too(text: str, offered: str) -> None:
    assert suggest_text(text, language="nl") == offered


def changed(stream: Stream, text: str, language: str) -> str:
    """A text with one word changed, missing, doubled, misspelt or moved."""
    lines = text.split("\n")
    place = stream.below(len(lines))
    words = lines[place].split(" ")
    at = stream.below(len(words))
    how = stream.below(5)
    if how == 0:
        words[at] = stream.pick(sorted(known_words(language)))
    elif how == 1:
        del words[at]
    elif how == 2:
        words.insert(at, words[at])
    elif how == 3 and len(words[at]) > 2:
        cut = 1 + stream.below(len(words[at]) - 2)
        words[at] = words[at][:cut] + words[at][cut + 1 :]
    else:
        other = stream.below(len(words))
        words[at], words[other] = words[other], words[at]
    lines[place] = " ".join(words)
    return "\n".join(lines)


def on_card(card: CardRevision, language: str) -> dict[str, object]:
    name = card.name_nl if language == "nl" else card.name
    return {
        "name": name, "kind": card.kind, "permanent": card.permanent, "card_class": card.card_class,
        "language": language,
    }  # fmt: skip


@pytest.mark.parametrize("language", ["en", "nl"])
def test_for_every_refused_text_the_offered_one_compiles_on_that_card(language: str) -> None:
    stream = Stream(f"changed {language}")
    refused = near = 0
    while refused < CASES:
        card = stream.pick(ALL.cards)
        right = card.text_nl if language == "nl" else card.text
        text = changed(stream, right, language)
        given = on_card(card, language)
        try:
            compile_text(text, **given)  # type: ignore[arg-type]  # keywords of several types
            continue
        except CardTextError as error:
            assert all(0 <= one.start <= one.end <= len(text) for one in error.findings)
        refused += 1
        offered = suggest_text(text, **given)  # type: ignore[arg-type]  # keywords of several types
        assert offered, text
        assert compile_text(offered, **given).printed == offered, text  # type: ignore[arg-type]  # as above
        near += offered == right
    assert near > refused // 3


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize(
    "text",
    few_by_day(
        ["x" * 5000, "asdf qwer zxcv", "draw " * 300, "🐉", "~ ~ ~ ~", ".", "or\nor", "M1 M1 M1", "[[[[["],
        4,
        "nonsense that is answered",
    ),
    ids=range(9),
)
def test_nonsense_is_answered_with_an_example_that_works(text: str, language: str) -> None:
    offered = suggest_text(text, language=language)
    assert compile_text(offered, language=language).printed == offered


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("permanent", [False, True])
@pytest.mark.parametrize(
    "kind",
    few_by_day(
        ["effect", "summon_effect", "class_effect", "crystal_effect", "summon", "energy_crystal"],
        2,
        "types of card",
    ),
)
def test_there_is_something_to_offer_for_every_type_of_card(
    kind: str, permanent: bool, language: str
) -> None:
    given = {
        "kind": kind,
        "permanent": permanent,
        "card_class": "Vessel" if kind in ("class_effect", "summon") else "",
    }
    offered = suggest_text("qwerty", language=language, **given)  # type: ignore[arg-type]  # keywords of several types
    assert compile_text(offered, language=language, **given).tree.parts  # type: ignore[arg-type]  # as above


def test_a_text_that_is_not_refused_is_offered_as_it_is() -> None:
    assert suggest_text("Draw 1 card from your deck.") == "Draw 1 card from your deck."
