"""One table says everything in two languages: what prints is read again as the same, in each of them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from lark import Tree

from rules_engine.rulebook.index import rule
from rules_engine.testing import Stream
from rules_engine.testing.card_texts import random_text
from rules_engine.x610z import cardtext
from rules_engine.x610z import nodes as n
from rules_engine.x610z.cardtext import LANGUAGES, CardTextError, compile_text, print_tree
from rules_engine.x610z.cardtext.filling import Unsaid
from rules_engine.x610z.cardtext.suggest import worked_examples
from rules_engine.x610z.cardtext.table import TABLE
from rules_engine.x610z.cardtext.templates import grammar
from rules_engine.x610z.cardtext.words import split_words
from rules_engine.x610z.nodes import CardTree
from tests.speeds import amount, few_by_day
from tests.tables import table

from .test_generated_texts import BATCHES, mended
from .test_texts_of_the_pool import ALL
from .test_trees_print_and_parse import cards


def used_rows(text: str, language: str) -> set[int]:
    """The rows of the table that a text is read by."""
    words = split_words(text)
    tokens = cardtext._known_tokens(words, cardtext.DEFAULT_VOCABULARY, language)
    forest: Any = cardtext._parse(tokens, language)
    return {
        int(str(tree.data)[1:].partition("_")[0])
        for tree in forest.iter_subtrees()
        if isinstance(tree, Tree) and str(tree.data)[0] == "t" and str(tree.data)[1:2].isdigit()
    }


def test_every_row_says_its_thing_in_both_languages_and_names_its_rule() -> None:
    for row in TABLE:
        assert set(row.texts) == set(LANGUAGES)
        assert rule(row.rule).id == row.rule, row.texts["en"]
        slots = [sorted({one.rstrip("~=") for one in keys}) for keys in ({*row.keys}, _keys(row, "nl"))]
        assert slots[0] == slots[1], row.texts


def _keys(row: Any, language: str) -> set[str]:
    return {piece.key for piece in row.pieces(language, "") if hasattr(piece, "key")}


FURTHER = (
    "Skip your next turn. Show the top card of your deck. Discard those cards.",
    "In your reactivation phase, each player may draw 1 card from his deck.",
    "During your action phase, draw cards equal to the number of cards in your discard pile from your deck.",
    "At the beginning of each player's end phase, that player discards 1 card for each card in that player's hand.",
    "When ~ leaves play, you may move 1 card from your hand on the bottom of your deck.",
    "Whenever a Dragon enters play, its owner draws 1 card from his deck.",
    "Whenever an Energy Crystal is activated, place 2 counters on ~.",
    "Whenever target summon is activated, remove all counters from ~.",
    "Target player discards his hand. All players show their hand.",
    "Target opponent shows the top card of his deck. Move those cards into play.",
    "Each player shuffles his hand into his deck.",
    "Target other player takes another turn.",
    "Search your deck for 1 Dragon Card, show it and move it into play. Shuffle your deck.",
    "Search your discard pile for 2 cards and move them on the bottom of your deck.",
    "Move 1 Effect Card from your hand on top of your deck.",
    "Deal 1 damage to target summon. For each extra M1, deal 1 extra damage to that summon.",
    "Heal 1 damage from target summon for each counter on ~.",
    "Redirect target attack to another legal target.",
    "Move target permanent on top of its owner's deck.",
    "Move target summon to an Ending Dot according to the game rules.",
    "Move target summon to an Ending Dot.",
    "Move target summon 2 dots.",
    "Move target summon 2 dots according to the game rules.",
    "Move target summon up to 3 dots.",
    "Show the top 2 cards of your deck. Remove those cards from the game.",
    "Show your hand. Take 1 of those cards into your hand. Move the other cards to their owner's hand.",
    "Show the top 2 cards of your deck. Move those cards on top of their owner's deck.",
    "Show your hand. Present your hand.",
    "Each opponent presents his hand. Choose 2 of those cards, each opponent discards those cards.",
    "Target movement costs C1 more. Target cast costs C1 less.",
    "Movement Energy of target summon costs C1 less until end of turn.",
    "Effect Cards all players cast cost C1 more.",
    "Target summon can't be dealt damage until end of turn.",
    "Target summon can't be attacked until the end of its controller's next turn.",
    "Target summon may move again until end of turn.",
    "Each other player can't activate Effects until end of turn.",
    "If ~ would be destroyed, move it on the bottom of its owner's deck instead.",
    "If ~ would be destroyed, remove it from the game instead.",
    "If target player would draw a card, 2 cards are drawn instead.",
    "If target opponent would discard a card, remove it from the game instead.",
    "If target other player would discard a card, remove it from the game instead.",
    "Deactivate target permanent another player controls. Reactivate that permanent.",
    "Deactivate all other rotated permanents other players control.",
    "Destroy all target other player's Effects. Deal 1 damage to that player's Life Base.",
    "Heal 1 damage from target other player's Life Base. Heal 1 damage from target opponent's Life Base.",
    "Deactivate target Mystic Energy Crystal. Deactivate that Energy Crystal.",
    "Destroy target Boost Energy Crystal. Destroy target Robiumm Energy Crystal.",
    "Destroy target Colorless Energy Crystal.",
    "Destroy target Rider Effect. Cancel target activation.",
    "Deal damage to target summon equal to the number of cards in your hand.",
    "Cancel target action. Warp target summon.",
    "Target player shows his hand. Deal damage to target summon equal to the number of cards in that player's hand.",
    "Target player shows his hand. Heal damage from ~ equal to the number of cards in that player's discard pile.",
    "Target player discards 1 card for each card in that player's discard pile.",
    "Destroy all target opponent's permanents. Heal 1 damage from all that player's summons.",
    "Deactivate target Effect. Reactivate that Effect.",
    "Cancel target action. Redirect that action to another legal target.",
)
"""Texts for the rows that no packaged card and no example needs."""


@pytest.mark.parametrize("language", few_by_day(LANGUAGES, 1, "languages in which every row is read"))
def test_every_row_is_read_by_some_text_of_a_card_an_example_or_this_list(language: str) -> None:
    seen: set[int] = set()
    trees = [card.tree for card in ALL.cards if card.tree is not None]
    trees += [compile_text(one).tree for one in (*worked_examples(), *FURTHER)]
    for tree in trees:
        seen |= used_rows(print_tree(tree, language), language)
    assert [row.texts[language] for place, row in enumerate(TABLE) if place not in seen] == []


@pytest.mark.parametrize("language", LANGUAGES)
@table("text", FURTHER)
def test_a_further_text_prints_back_in_both_languages(text: str, language: str) -> None:
    tree = compile_text(text).tree
    assert print_tree(tree) == text
    assert compile_text(print_tree(tree, language), language=language).tree == tree


@settings(max_examples=amount(8, 120, "examples of a property"), deadline=None)
@given(cards())
def test_any_tree_is_the_same_when_printed_in_the_one_and_in_the_other_language(tree: CardTree) -> None:
    for language in LANGUAGES:
        assert compile_text(print_tree(tree, language), language=language).tree == tree


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_text_of_one_language_means_it_means_in_the_other(language: str, batch: int) -> None:
    stream = Stream(f"both {language} {batch}")
    understood = 0
    for _ in range(amount(15, 25, "texts in two languages")):
        rule_name = stream.pick(("sentence", "sentences", "line"))
        text = mended(random_text(stream, 6 + stream.below(6), rule_name, language), language)
        try:
            tree = compile_text(text, language=language).tree
        except CardTextError:
            continue
        understood += 1
        for other in LANGUAGES:
            assert compile_text(print_tree(tree, other), language=other).tree == tree, text
    assert understood


class Unwritten(n.Base, frozen=True, tag_field="node", tag="unwritten"):
    """An instruction that nobody has given words to."""

    what: n.Ref = n.This()


def test_a_node_without_a_row_cannot_be_printed() -> None:
    with pytest.raises(Unsaid):
        print_tree(CardTree((Unwritten(),)))  # type: ignore[arg-type]  # no node of the language


def test_a_field_that_no_row_says_cannot_be_left_out_in_silence() -> None:
    shown = n.Search(n.Select("card"), zone="discard", to="deck_bottom", show=True)
    assert compile_text(print_tree(CardTree((shown,)))).tree.parts == (shown,)
    with pytest.raises(Unsaid):
        print_tree(CardTree((msgspec.structs.replace(shown, to="removed"),)))


def test_equal_trees_are_written_alike_however_they_were_made() -> None:
    for card in ALL.cards:
        assert card.tree is not None
        fresh = compile_text(card.text, name=card.name).tree
        assert n.to_json(fresh) == n.to_json(card.tree) == n.to_json(n.settled(fresh)), card.name


def test_every_kind_of_node_and_value_has_a_row() -> None:
    said = {row.node for row in TABLE if row.node is not None}
    by_hand = {n.Seq, n.ChooseOne, n.Gate, n.Keep, n.ModStat, n.Static, n.Activated, n.Trigger}
    assert set(n.Node.__args__) - said - by_hand == set()
    used = {type(node) for card in ALL.cards for node in n.walk(card.tree)}
    assert by_hand <= used


def test_a_word_that_agrees_is_asked_for_in_its_right_form() -> None:
    for text, language, right in (
        ("Draw 2 card from your deck.", "en", "cards"),
        ("Trek 2 kaart van je deck.", "nl", "kaarten"),
        ("Een speler naar keuze trek 1 kaart van zijn deck.", "nl", "trekt"),
        ("Destroy target Dragons.", "en", "dragon"),
        ("Vernietig een beschadigde Effect naar keuze.", "nl", "beschadigd"),
    ):
        with pytest.raises(CardTextError) as refused:
            compile_text(text, language=language)
        assert right in refused.value.findings[0].expected, text


def test_the_grammar_of_a_language_comes_from_the_table_alone() -> None:
    without = tuple(row for row in TABLE if row.node is not n.Warp)
    assert '"warp"' in grammar(TABLE, "en") and '"warp"' not in grammar(without, "en")
    assert '"warpt"' in grammar(TABLE, "nl") and '"warpt"' not in grammar(without, "nl")
