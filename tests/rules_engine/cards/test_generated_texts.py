"""Whatever the grammar can say is compiled or refused with a sentence, and whatever compiles can be played.

``./test`` takes a hundred texts; ``make fuzz`` twenty thousand.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from msgspec.structs import replace

from rules_engine.kernel.errors import EngineGap, LogError, NeedAnswer, RulingNeeded
from rules_engine.testing import Stream
from rules_engine.testing.card_texts import random_text
from rules_engine.x610z.cardtext import CardTextError, compile_text, offer_text, print_tree
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.log import Action
from rules_engine.x610z.play import perform
from rules_engine.x610z.random_games import answer
from tests.rules_engine.cards.table import ME, YOU, Table, effect
from tests.speeds import amount

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
BATCHES = 400 if LONG else amount(1, 20, "batches of texts that nobody wrote")
RULES = ("sentence", "sentence", "sentences", "line", "start")
KINDS = ("effect", "summon_effect", "class_effect", "crystal_effect", "summon", "energy_crystal")


def texts(batch: int, count: int = 50) -> list[str]:
    stream = Stream(f"card texts {batch}")
    return [random_text(stream, 6 + stream.below(6), stream.pick(RULES)) for _ in range(count)]


def mended(text: str, language: str = "en") -> str:
    """The text with every word that only prints otherwise ("draws" for "draw") put as the compiler asks for it."""
    for _ in range(40):
        try:
            compile_text(text, language=language)
            return text
        except CardTextError as error:
            found = error.findings[0]
            if found.code != "unprintable" or len(found.expected) != 1 or found.expected[0] == "the end":
                return text
            text = f"{text[: found.start]}{found.expected[0]}{text[found.end :]}"
    return text


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_text_is_understood_or_refused_with_a_sentence(batch: int) -> None:
    stream = Stream(f"kinds {batch}")
    for text in texts(batch):
        try:
            compiled = compile_text(
                text, kind=stream.pick(KINDS), permanent=stream.chance(50), card_class="Dragon"
            )
        except CardTextError as error:
            for found in error.findings:
                assert found.text("en") and found.text("nl")
                assert 0 <= found.start <= found.end <= len(text)
        else:
            assert compile_text(print_tree(compiled.tree)).tree == compiled.tree


def playable(batch: int) -> list[Any]:
    """The texts of a batch that compile, each as a card of its own."""
    cards = []
    for number, text in enumerate(texts(batch)):
        for permanent in (False, True):
            try:
                cards.append(effect(f"Generated {number}", mended(text), permanent=permanent))
                break
            except CardTextError:
                continue
    return cards


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_text_that_compiles_can_be_played(batch: int) -> None:
    """Announced in every way that is legal, resolved with answers by chance: no exception but the engine's own."""
    for card in playable(batch):
        stream = Stream(f"play {batch} {card.name}")
        t = Table(card)
        beast = t.summon(YOU, "Tunnel Beast", "3,1")
        t.summon(ME, "Mist Dragon", "3,3", damage=1)
        t.permanent(YOU, "Crow's Nest", beast)
        t.permanent(ME, "Mystic Well")
        t.hold(ME, card.name)
        t.st.pool[ME] = t.st.pool[YOU] = (9, 9, 9, 9)
        options = [a for a in legal_actions(t.st, ME) if a.do == "cast" and a.card == card.number]
        for option in options[:4]:
            play(t.st.snapshot(), option, stream)


def play(st: Any, option: Action, stream: Stream) -> None:
    """Announce, resolve whatever lies on the stack, end the turn."""
    for action in (
        option,
        *(Action(do="resolve") for _ in range(6)),
        Action(do="end", seat=ME),
        Action(do="proceed"),
    ):
        if st.result is not None or ((action.do == "resolve") is not bool(st.stack) and action is not option):
            continue
        answers: list[Any] = []
        while True:
            saved = st.snapshot()
            line = replace(action, answers=answers or None)
            try:
                found = perform(st, line)
            except NeedAnswer as open_choice:
                answers = [*answers, answer(stream, open_choice.need)]
                st.restore(saved)
                continue
            except (EngineGap, RulingNeeded):
                return
            except LogError as error:
                assert error.code in ("line_after_end",), (option, error)
                return
            if found is not None:
                assert action is not option, found
                return
            break


def test_the_word_energy_where_an_amount_belongs_is_refused() -> None:
    with pytest.raises(CardTextError) as refused:
        compile_text("Add energy to your energy pool.")
    assert refused.value.findings[0].code == "unexpected_after"


@pytest.mark.parametrize("who", ["each player draws", "target opponent draws", "all players draw"])
def test_a_second_step_may_be_done_by_anybody(who: str) -> None:
    poss = "their" if who.startswith("all") else "his"
    text = f"Discard 1 card. When successfully done, {who} 1 card from {poss} deck."
    assert compile_text(text).tree.parts


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("en", "Deal damage to all summons equal to the damage on that summon.", "that summon"),
        ("en", "Destroy 2 summons. Heal damage from your Life Base equal to the Speed of that summon.", "that summon"),
        ("nl", "Breng alle Summons schade toe gelijk aan de schade op die Summon.", "die Summon"),
    ],
)  # fmt: skip
def test_what_is_measured_is_one_summon_and_the_complaint_points_at_the_words(
    language: str, text: str, word: str
) -> None:
    with pytest.raises(CardTextError) as refused:
        compile_text(text, language=language)
    found = refused.value.findings[0]
    assert (found.code, text[found.start : found.end]) == ("wrong_kind", word)
    assert compile_text(offer_text(text, language=language).text, language=language).tree.parts


def test_a_third_option_is_refused() -> None:
    with pytest.raises(CardTextError) as refused:
        compile_text("Draw 1 card from your deck.\nor\nTake another turn.\nor\nDiscard 1 card.")
    assert "207.1" in refused.value.findings[0].text("en")


def test_the_short_run_plays_enough_to_mean_something() -> None:
    assert sum(len(playable(batch)) for batch in range(2)) > 12
