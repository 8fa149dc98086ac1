"""The templates of rules 204, 207, 208, 213 and 402.12-13: each compiles, prints back, and does its thing."""

from __future__ import annotations

import pytest

from rules_engine.x610z.cardtext import CardTextError, compile_text
from tests.rules_engine.cards.table import ME, YOU, Table, effect

TEMPLATES: dict[str, tuple[str, ...]] = {
    "204.2b": ("Target cast costs M1 B1 R1 C2 more.",),
    "204.3b": ("[Activation Symbol, M1 C2] Draw 1 card from your deck.",),
    "204.3c": ("[Activation Symbol] Draw 1 card from your deck.",),
    "204.4b": (
        "Destroy target summon, unless its controller prevents this with C3.",
        "Deal 2 damage to target summon. With extra M2, deal 2 extra damage to that summon.",
        "Heal 2 damage from target summon. For each extra M1, heal 1 extra damage from that summon.",
        "For each extra M1, deal X damage to target summon.",
        "For each extra M1 C1, target summon gets Attack Power +X until end of turn.",
    ),
    "204.5b": ("[Movement Energy: M1 C1] Attack Power 3, Defense 5, Speed 2, Range 2.",),
    "207.1": ("Draw 2 cards from your deck.\nor\nDeal 1 damage to target summon.",),
    "207.2": ("Target player must pay C2. If he doesn't, that player discards 1 card.",),
    "207.3": ("Discard 1 card. When successfully done, draw 3 cards from your deck.",),
    "207.4": (
        "At the beginning of your action phase, draw 1 card from your deck.",
        "When ~ enters play, draw 1 card from your deck.",
        "Whenever a summon attacks, deal 1 damage to that summon.",
        "During your end phase, draw 1 card from your deck.",
        "In target player's draw phase, that player discards 1 card.",
        "In each opponent's end phase, that player discards 1 card.",
    ),
    "207.4a": ("In your draw phase, draw 2 extra cards. Keep 1 of those cards, discard the 2 other cards.",),
    "207.5": ("Target Life Base gets Speed +1.", "All target player's summons get Speed -1."),
    "207.6": ("[Activation Symbol, C1, remove 2 counters] Deal 3 damage to target summon.",),
    "208.1": ("Target opponent shows his hand.", "Redirect target cast to another legal target."),
    "208.3": ("Heal all damage from all Dragons you control.", "You may draw 1 card from your deck."),
    "208.4": (
        "Draw 2 cards from your deck.",
        "All players draw 1 card from their deck.",
        "Each player discards 2 cards.",
    ),
    "208.6": ("Target Dragon may attack again until end of turn.",),
    "208.7": (
        "Deal 1 damage to all target player's summons.",
        "Deactivate all target opponent's Energy Crystals. Destroy all that player's Effects.",
        "Heal 2 damage from target player's Life Base.",
    ),
    "208.8": ("All target other player's Beasts can't attack until end of turn.",),
    "209.2a": ("[Activation Symbol, remove 1 counter] Draw 1 card from your deck.",),
    "213.1": (
        "Show the top 3 cards of your deck. Move those cards on the bottom of their owner's deck.",
        "Target player shows the top card of his deck. Discard those cards.",
    ),
    "213.2": (
        "Target opponent presents his hand. Choose 1 of those cards, that player discards that card.",
        "Target opponent presents his hand. Choose 2 of those cards, that player discards those cards.",
    ),
    "402.12": (
        "Target summon gets Speed +1 until end of turn.",
        "Target summon gets Range -1 and Attack Power -2 until end of turn.",
    ),
    "402.13": ("Target summon gets Defense -2 until end of turn.",),
}
ALL = [(rule, text) for rule, texts in TEMPLATES.items() for text in texts]


@pytest.mark.parametrize(("rule", "text"), ALL)
def test_a_template_compiles_and_prints_back_the_same_text(rule: str, text: str) -> None:
    assert compile_text(text).printed == text, rule


REFUSED = [
    ("Draw X cards from your deck.", "X", "a number; X stands only behind 'for each extra'"),
    (
        "Move those cards into play.",
        "Move those cards into play",
        "a step before that draws, shows or searches",
    ),
    ("[Activation Symbol, remove 0 counters] Draw 1 card from your deck.", "remove 0 counters", "at least 1"),
    ("[Activation Symbol, remove X counters] Draw 1 card from your deck.", "X", "a number"),
    ("Destroy all that player's summons.", "all that player's summons", "a target player named before"),
    (
        "Destroy all target player's summons you control.",
        "all target player's summons you control",
        "summons",
    ),
    ("For each extra M1, deal X damage to target summon for each Dragon.", "X", "a number before 'for each'"),
]


@pytest.mark.parametrize(("text", "word", "expected"), REFUSED)
def test_a_text_that_means_nothing_is_refused_by_the_very_words(text: str, word: str, expected: str) -> None:
    with pytest.raises(CardTextError) as refused:
        compile_text(text)
    finding = refused.value.findings[0]
    assert text[finding.start : finding.end] == finding.word == word
    assert any(expected in hint for hint in finding.expected)


# --- what they do -------------------------------------------------------------------------------------------------


def test_x_is_how_often_the_additional_cost_was_paid() -> None:
    t = Table(effect("Rain", "For each extra M1, deal X damage to target summon."))
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    t.play("Rain", beast, x=3)
    assert t.damage(beast) == 3


def test_x_adds_to_a_stat() -> None:
    t = Table(effect("Anger", "For each extra M1, target summon gets Attack Power +X until end of turn."))
    beast = t.summon(ME, "Tunnel Beast", "3,1")
    before = t.stat(beast, "attack")
    t.play("Anger", beast, x=2)
    assert t.stat(beast, "attack") == before + 2


def test_those_cards_are_the_ones_just_shown() -> None:
    t = Table(effect("Tide", "Show the top 2 cards of your deck. Move those cards to their owner's hand."))
    top = t.st.deck[ME][-2:]
    t.play("Tide")
    assert set(top) <= set(t.st.hand[ME])


def test_those_cards_go_to_the_bottom_or_the_pile_or_out_of_the_game_of_their_owner() -> None:
    t = Table(
        effect("Sink", "Target player shows the top 2 cards of his deck. Move those cards on the bottom of their "
               "owner's deck."),
        effect("Spill", "Target player shows the top 2 cards of his deck. Discard those cards."),
        effect("Burn", "Target player shows the top 2 cards of his deck. Remove those cards from the game."),
    )  # fmt: skip
    top = set(t.st.deck[YOU][-2:])
    t.play("Sink", "seat:1")
    assert set(t.st.deck[YOU][:2]) == top
    top = set(t.st.deck[YOU][-2:])
    t.play("Spill", "seat:1")
    assert set(t.st.discard[YOU]) == top
    top = set(t.st.deck[YOU][-2:])
    t.play("Burn", "seat:1")
    assert set(t.st.removed[YOU]) == top


def test_counters_are_part_of_the_activation_cost() -> None:
    mill = effect(
        "Mill", "[Activation Symbol, remove 2 counters] Draw 1 card from your deck.", permanent=True
    )
    t = Table(mill)
    slot = t.permanent(ME, "Mill")
    t.st.change(int(slot[1:]), counters=1)
    violation = t.try_act("activate", seat=ME, card=slot)
    assert violation is not None
    assert (violation.rule, violation.code) == ("209.2a", "not_enough_counters")
    t.st.change(int(slot[1:]), counters=3)
    before = t.hand(ME)
    t.activate(slot)
    assert (t.obj(slot).counters, t.hand(ME)) == (1, before + 1)


def test_all_players_draw_and_discard() -> None:
    t = Table(effect("Feast", "All players draw 2 cards from their deck."))
    before = t.hand(ME), t.hand(YOU)
    t.play("Feast")
    assert (t.hand(ME), t.hand(YOU)) == (before[0] + 2, before[1] + 2)


def test_what_a_target_player_controls_is_affected_and_nothing_else() -> None:
    t = Table(effect("Frost", "Deactivate all target opponent's Energy Crystals. Deal 1 damage to all that player's "
                     "summons."))  # fmt: skip
    mine, his = t.permanent(ME, "Grey Energy Crystal"), t.permanent(YOU, "Grey Energy Crystal")
    beast, dragon = t.summon(YOU, "Tunnel Beast", "3,1"), t.summon(ME, "Mist Dragon", "3,3")
    t.play("Frost", "seat:1")
    assert (t.obj(mine).state, t.obj(his).state != 0) == (0, True)
    assert (t.damage(beast), t.damage(dragon), t.damage("#1")) == (1, 0, 1)


def test_a_continuous_effect_on_a_players_summons_reaches_those_he_gets_later() -> None:
    t = Table(effect("Mire", "All target player's summons get Speed -1.", permanent=True))
    beast = t.summon(YOU, "Tunnel Beast", "3,1")
    free = t.stat(beast, "speed")
    t.permanent(ME, "Mire", "seat:1")
    dragon = t.summon(YOU, "Mist Dragon", "3,3")
    mine = t.summon(ME, "Prowler Beast", "3,5")
    assert t.stat(beast, "speed") == free - 1
    assert t.stat(dragon, "speed") == t.card(dragon).speed - 1
    assert t.stat(mine, "speed") == t.card(mine).speed


def test_damage_to_a_players_life_base_is_prevented() -> None:
    shield = effect(
        "Aegis", "Prevent all damage that would be dealt to all target player's summons until end of turn."
    )
    t = Table(shield)
    t.play("Aegis", "seat:1")
    t.play("Spark", "#1")
    assert t.damage("#1") == 0
