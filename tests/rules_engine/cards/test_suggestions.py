"""Anyone who writes a text that is refused is offered one that works: always, near his own, in his language."""

from __future__ import annotations

import pytest

from rules_engine.testing import Stream
from rules_engine.x610z.cards import CardRevision
from rules_engine.x610z.cardtext import (
    CardTextError,
    compile_text,
    known_words,
    normalise,
    offer_text,
)
from rules_engine.x610z.cardtext.synonyms import reasons, rows
from tests.speeds import amount, few_by_day

from .test_generated_texts import LONG
from .test_texts_of_the_pool import ALL

CASES = 600 if LONG else amount(10, 60, "refused texts")


def suggest_text(text: str, **given: object) -> str:
    return offer_text(text, **given).text  # type: ignore[arg-type]  # keywords of several types


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


SAID = {
    "en": (
        ("Kill target creature.", "Destroy target summon."),
        ("Return target summon to your hand.", "Move target summon to its owner's hand."),
        ("Target creature can't move this turn.", "Target summon can't move until end of turn."),
        ("Counter target spell.", "Cancel target cast."),
        ("Summons you control get +1 Speed.", "All summons you control get Speed +1."),
        ("All casts cost C1 more.", "Cards all players cast cost C1 more."),
        ("Whenever a summon attacks, destroy it.", "Whenever a summon attacks, destroy that summon."),
        (
            "At the beginning of each end phase, draw a card.",
            "At the beginning of each player's end phase, draw 1 card from your deck.",
        ),
        ("Draw three cards, then discard two cards.", "Draw 3 cards from your deck. Discard 2 cards."),
        ("Whenever you cast a summon, draw a card.", "Whenever you cast a Summon Card, draw 1 card from your deck."),
        ("Target player mills 3 cards.", "Target player shows the top 3 cards of his deck. Discard those cards."),
        ("Gain control of target enemy summon.", "Take control of target summon an opponent controls."),
        ("Deal 2 damage to each summon.", "Deal 2 damage to all summons."),
        (
            "Search your deck for a Dragon Card and an Energy Crystal Card, show them and put them into your hand.",
            "Search your deck for 1 Dragon Card and 1 Energy Crystal Card, show them and move them to your hand.",
        ),
        (
            "Look at the top 3 cards of your deck. Put one of them into your hand and the rest on the bottom.",
            "Look at the top 3 cards of your deck. Take 1 of those cards into your hand. Move the other cards on the "
            "bottom of their owner's deck.",
        ),
        (
            "Reveal the top card of your deck. If it is a Summon Card, put it into your hand.",
            "Show the top card of your deck. Take 1 Summon Card of those cards into your hand.",
        ),
        ("Each player discards until he has 4 cards.", "Each player discards down to 4 cards."),
        ("Deactivate all Energy Crystals of target opponent.", "Deactivate all target opponent's Energy Crystals."),
        (
            "Choose up to three summons you control. They get Speed +1 this turn.",
            "Up to 3 target summons you control get Speed +1 until end of turn.",
        ),
        ("Deal 2 damage to up to two target creatures.", "Deal 2 damage to up to 2 target summons."),
        ("Pay C3. If you do, draw 3 cards.", "Pay C3. When successfully done, draw 3 cards from your deck."),
        (
            "Target opponent presents his hand. Choose 2 of those cards, he discards those cards.",
            "Target opponent presents his hand. Choose 2 of those cards, that player discards those cards.",
        ),
        ("Pay M1: Deal 1 damage to target summon.", "[Activation Symbol, M1] Deal 1 damage to target summon."),
    ),
    "nl": (
        ("Doelwit summon kan niet bewegen.", "Een Summon naar keuze kan niet bewegen."),
        ("Doelwit summon krijgt Speed +1.", "Een Summon naar keuze krijgt Speed +1."),
        ("Deel 2 schade uit aan een Summon naar keuze.", "Breng een Summon naar keuze 2 schade toe."),
        ("Genees 2 schade van je Life Base.", "Heel 2 schade van je Life Base."),
        ("Voeg M1 toe aan je Energy Pool.", "Doe M1 in je Energy Pool."),
        ("Kies een Summon. Vernietig die Summon.", "Vernietig een Summon naar keuze."),
        ("Je mag een kaart trekken.", "Je mag 1 kaart van je deck trekken."),
        ("Je Summons mogen nog een keer bewegen.", "Alle Summons in jouw control mogen nog een keer bewegen."),
        ("Zoek in je deck naar een Dragon Card en een Effect Card en neem ze in je hand.",
         "Doorzoek je deck naar 1 Dragon Card en 1 Effect Card en verplaats die naar je hand."),
        ("Je mag M2 betalen. Als je dat doet, vernietig dan een Effect naar keuze.",
         "Je mag M2 betalen. Is dat gelukt, dan vernietig je een Effect naar keuze."),
        ("Breng een Summon naar keuze terug naar je hand.",
         "Verplaats een Summon naar keuze naar de hand van zijn eigenaar."),
        ("Verwissel twee Summons van plaats.",
         "Verwissel de plaatsen van een Summon naar keuze en een andere Summon naar keuze."),
        ("Offer een Summon op.", "Vernietig 1 Summon in jouw control."),
        ("Iedere speler gooit kaarten weg tot hij er 5 over heeft.", "Elke speler legt kaarten af tot er 5 over zijn."),
        ("Elke speler gooit een kaart weg.", "Elke speler legt 1 kaart af."),
    ),
}  # fmt: skip
"""What designers write, and the text that says the same."""


@pytest.mark.parametrize(
    ("language", "text", "offered"), [(key, *pair) for key in SAID for pair in SAID[key]]
)
def test_what_is_said_in_other_words_is_offered_in_ours(language: str, text: str, offered: str) -> None:
    found = offer_text(text, language=language)
    assert (found.text, found.how) == (offered, "same")


@pytest.mark.parametrize(
    ("text", "offered", "lost"),
    [
        ("No player can have more than 6 cards in hand.",
         "In each player's end phase, that player discards down to 6 cards.", ("at any time",)),
        ("Fortress: Life Bases can't be dealt damage by attacks.", "All Life Bases can't be dealt damage.",
         ("fortress", "attacks")),
    ],
)  # fmt: skip
def test_an_offer_that_says_less_names_what_it_leaves_out(
    text: str, offered: str, lost: tuple[str, ...]
) -> None:
    found = offer_text(text)
    assert (found.text, found.how, found.lost, found.added) == (offered, "near", lost, ())
    assert all(word in found.heading("nl") for word in lost)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Copy target cast."),
        ("en", "Target summon can attack again unless you sing."),
        ("en", "If you control a Dragon, draw 2 cards."),
        ("en", "Each player sacrifices a summon."),
        ("nl", "Kopieer een cast naar keuze."),
        ("nl", "Tegenstanders trekken geen kaarten."),
    ],
)
def test_where_nothing_near_can_be_said_the_offer_calls_itself_an_example(language: str, text: str) -> None:
    found = offer_text(text, language=language)
    assert found.how == "example"
    assert compile_text(found.text, language=language).printed == found.text


@pytest.mark.parametrize(
    ("language", "text", "why"),
    [
        ("en", "Destroy target creature.", "“creature” is not a word of card texts, which say: “summon”."),
        ("en", "Counter target cast.", "“counter” does not fit here; card texts say: “cancel”."),
        ("en", "Copy target cast.", "“copy” is not a word of card texts. The rules do not know copies"),
        ("en", "Destroy summon.", "“summon” does not fit behind “Destroy”. Expected: "),
        ("en", "Any 2 summons.", "“any” is not a word of card texts"),
        ("nl", "Genees die summon.", "‘genees’ is geen woord van kaartteksten; die zeggen: ‘heel’."),
        ("nl", "Kopieer een cast.", "‘kopieer’ is geen woord van kaartteksten. De spelregels kennen geen kopieën"),
    ],
)  # fmt: skip
def test_a_refusal_says_which_word_is_not_understood_and_why(language: str, text: str, why: str) -> None:
    with pytest.raises(CardTextError) as refused:
        compile_text(text, language=language)
    assert refused.value.findings[0].text(language).startswith(why)


def test_no_row_of_the_synonyms_changes_what_card_texts_say_themselves() -> None:
    """A text that is not refused is never put into other words, in whole or in part."""
    for language in ("en", "nl"):
        texts = [normalise(one.text_nl if language == "nl" else one.text, one.name) for one in ALL.cards]
        for row in rows(language):
            assert [text for text in texts if row.pattern.search(text) and row.put(text)[0] != text][
                :2
            ] == [], row
    assert not set(reasons()) & {word for key in ("en", "nl") for word in known_words(key)}


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
        offered = suggest_text(text, **given)
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
    offered = suggest_text("qwerty", language=language, **given)
    assert compile_text(offered, language=language, **given).tree.parts  # type: ignore[arg-type]  # as above


def test_a_text_that_is_not_refused_is_offered_as_it_is() -> None:
    assert suggest_text("Draw 1 card from your deck.") == "Draw 1 card from your deck."
