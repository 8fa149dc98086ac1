"""The list of tested cards is the truth: neither longer nor shorter than the scenarios."""

from __future__ import annotations

import msgspec

from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.pool import tested

from .tested import scenario_texts


def test_the_list_of_tested_cards_is_that_of_the_scenarios() -> None:
    """If this fails: ``python -m tests.rules_engine.cards.tested``."""
    assert dict(tested.tested_texts()) == scenario_texts()


def test_a_card_whose_text_changed_counts_as_untested() -> None:
    card = load_pool("demo").named("Discount")
    assert card is not None and tested.is_tested(card)
    assert not tested.is_tested(msgspec.structs.replace(card, text="Draw 3 cards."))


def test_the_kinds_of_effect_of_a_text_are_named() -> None:
    card = load_pool("demo").named("Discount")
    assert card is not None and card.tree is not None
    assert tested.parts_of_speech(card.tree) == {"draw"}
