"""The language of card texts: what is said is what is printed, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine.zx.cardtext import LANGUAGES, CardTextError, print_text, read_text
from rules_engine.zx.cardtext.nodes import Node
from rules_engine.zx.cardtext.table import ROWS

EVENT = "[Event] <Effect> "
BOOT = "[Boot] <Cost> 0 Resource <Effect> "
TEXTS = (
    "[Boot] <Cost> [Sleep], red 2 <Effect> Deal 3500 damage to an enemy Z/X on a Normal Square.",
    "[Boot] <Cost> 2 Resource, put 1 card from your hand into Trash <Effect> Destroy an attacking Z/X.",
    "[Boot] [Z/Xtend Drive] <Player> Ada <Valid> Charge <Cost> blue 1, put this card into Trash <Effect> Draw 3 cards.",
    "[Boot] <Valid> Trash <Zero Optima> 4 <Cost> white 2, put 2 cards from your Charge into Trash <Effect> "
    "Deal 1 damage to the opponent.",
    "[Boot] <Level> Great Waker 2 <Cost> black 1 <Effect> Put every enemy Ox Z/X with 3000 Power or less into its "
    "owner's Trash.",
    "[Auto] <Trigger> this Z/X appears <Effect> You may put 1 card from your hand into Trash. "
    "If you do, return an enemy Z/X with cost 4 or less to its owner's hand.",
    "[Auto] <Trigger> another green Z/X of yours appears <Effect> Put 1 card from the top of your deck into your "
    "Resource in Sleep State.\n[Always] <Effect> Every other Z/X of yours gets +500 Power.",
    "[Auto] <Trigger> this Z/X attacks <Effect> If it is your turn, "
    "this Z/X gets +1000 Power until the end of the turn.",
    "[Auto] <Trigger> this Z/X is attacked <Effect> If it is the opponent's turn, "
    "move this Z/X to a Square next to it.",
    "[Auto] <Trigger> this Z/X destroys an enemy Z/X in battle <Effect> Reboot 2 cards in your Resource.",
    "[Auto] <Trigger> your turn ends <Effect> If you have no more Life than the opponent, put 1 card from the top of "
    "your deck into your Life.",
    "[Auto] <Trigger> the opponent's turn ends <Effect> The opponent puts 1 card from the hand into Trash.",
    "[Always] <Effect> If you have 2 or fewer cards in your hand, this Z/X gets -500 Power. Your Charge has no limit.",
    "[Always] <Effect> If there is another attacked Z/X, this Z/X gets +500 Power.",
    "[Event] <Effect> Sleep an enemy Z/X. Reboot a Z/X of yours. Shuffle 2 cards from your hand into your deck.",
    "[Event] <Effect> If there is an attacked Z/X of yours, destroy every enemy Z/X.",
    "[Evol Seed] <Effect> If you have 9 or more cards in your Trash, put 1 card from the top of your deck into your "
    "Charge.",
    "[Event] <Effect> If you have 1 or more cards in your Life, put a Z/X of yours into its owner's Charge.",
    '[Event] <Effect> Create 2 "Dream Key" Counters.',
    '[Event] <Effect> Create a "Slave" Token in Reboot State on a Normal Square without a Z/X. '
    'Create a "Thread" Link on a Square. If you have a "Thread" Link on a Square, banish a Link.',
    "[Shift] <Condition> you have 3 or more cards in your Charge <Vessel> a red Z/X of yours\n"
    "[Shift] <Condition> it is your turn <Vessel> your Player card",
    "[Crisis] <Condition> you have 3 or more cards in your Charge, it is your turn",
    "[Advent] <Condition> 2 white Z/X, 1 Mythos Z/X\n[Awaken] <Condition> black: 1 green Mythos Z/X card with "
    'cost 5 or more\n[Idealize] <Condition> expend 5 "Dream Key"',
    "[Auto] <Trigger> another Ox Z/X of yours is put into Charge <Effect> Deal damage equal to its Power to an enemy "
    "Z/X.",
    "[Always] <Effect> Every other Z/X of yours cannot be chosen by effects of the opponent. "
    "If this Z/X is destroyed, put it into its owner's Resource in Sleep State instead.",
    "[Always] <Effect> If this Z/X is destroyed, return it to its owner's hand instead.",
    "[Event] <Effect> Each player draws 2 cards. Each player puts 1 card from the hand into Trash.",
    "[Event] <Effect> Put 2 cards from the top of your deck into your Resource. "
    "Put 1 card from the top of your deck into your Trash.",
)
"""Between them they say everything that the table can say."""


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_printed_as_it_was_read_in_both_languages(text: str) -> None:
    abilities = read_text(text)
    assert print_text(abilities) == text
    dutch = print_text(abilities, "nl")
    assert dutch != text and read_text(dutch, "nl") == abilities


def _said(node: Any) -> Iterator[Node]:
    for name in node.__struct_fields__:
        held = getattr(node, name)
        for part in held if isinstance(held, tuple) else (held,):
            if isinstance(part, Node):
                yield part
                yield from _said(part)


def test_the_texts_say_everything_that_the_table_can_say() -> None:
    from rules_engine.zx.cardtext.reading import _says

    nodes_said = [part for text in TEXTS for ability in read_text(text) for part in _said(ability)]
    values = [getattr(part, name) for part in nodes_said for name in part.__struct_fields__]
    unsaid = [row.en for row in ROWS if not any(_says(row, value) for value in (*nodes_said, *values))]
    assert unsaid == []


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_with_a_word_too_few_is_not_read(text: str) -> None:
    words = text.split(" ")
    for place in range(len(words)):
        less = " ".join(words[:place] + words[place + 1 :])
        try:
            abilities = read_text(less)
        except CardTextError:
            continue
        assert print_text(abilities) == less != text and abilities != read_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "Draw 1 card.",
        "[Special] <Effect> Draw 1 card.",
        "[Auto] <Effect> Draw 1 card.",
        "[Event] <Cost> red 1 <Effect> Draw 1 card.",
        "[Event] <Effect> Draw 1 cards.",
        "[Event] <Effect> Draw 0001 card.",
        "[Event] <Effect> Draw 1 card",
        "[Event] <Effect> draw 1 card.",
        "[Event] <Effect> Destroy a enemy Z/X.",
        "[Event] <Effect> Destroy this Z/X.",
        "[Event] <Effect> Destroy an enemy Z/X of yours.",
        "[Event] <Effect> If you do, draw 1 card.",
        "[Event] <Effect> Draw 1 card. If you do, draw 1 card.",
        "[Event] <Effect> Your Charge has no limit.",
        "[Event] <Valid> Charge <Effect> Draw 1 card.",
        "[Event] [Z/Xtend Drive] <Effect> Draw 1 card.",
        "[Boot] <Cost> red 1, blue 1 <Effect> Draw 1 card.",
        "[Boot] <Valid> Charge <Cost> [Sleep] <Effect> Draw 1 card.",
        "[Boot] <Valid> Force <Cost> red 1 <Effect> Draw 1 card.",
        "[Boot] <Effect> Draw 1 card. <Cost> red 1",
        "[Auto] <Trigger> every Z/X appears <Effect> Draw 1 card.",
        "[Always] <Effect> Every Z/X with 3000 Power or less gets +500 Power.",
        "[Always] <Effect> A Z/X of yours gets +500 Power.",
        "[Always] <Effect> If it is your turn, another Z/X gets +500 Power.",
        "[Always] <Effect> Draw 1 card.",
        "[Event] <Effect> You may draw 1 card. \n",
        "[Event] <Effect> " + "Draw 1 card. " * 200,
    ],
)
def test_what_means_nothing_is_not_read(text: str) -> None:
    for language in LANGUAGES:
        with pytest.raises(CardTextError):
            read_text(text, language)
