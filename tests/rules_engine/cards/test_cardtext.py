"""The templating language: what it understands, what it refuses, and how it says so."""

from __future__ import annotations

from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.rulebook.index import rule
from rules_engine.x610z import cardtext
from rules_engine.x610z import nodes as n
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.cardtext import (
    CardTextError,
    compile_text,
    known_words,
    normalise,
    print_tree,
    word_rules,
)
from tests.patience import work_of
from tests.speeds import amount

SUMMON = n.Select("summon")


def findings(text: str, **card: object) -> list:
    with pytest.raises(CardTextError) as caught:
        compile_text(text, **card)  # type: ignore[arg-type]  # the tests pass keywords of every type
    return caught.value.findings


# --- what it understands -------------------------------------------------------------------------------------------


def test_no_subject_means_the_caster() -> None:
    assert compile_text("Draw 2 cards from your deck.").tree.parts == (n.Draw(n.Const(2), n.You()),)


def test_a_target_is_declared_once_and_named_again_as_that() -> None:
    tree = compile_text("Deal 2 damage to target summon. Reactivate that summon.").tree

    assert tree.targets == (n.Target(SUMMON),)
    assert tree.parts == (n.Seq((n.Damage(n.Slot(0), n.Const(2)), n.Reactivate(n.Slot(0)))),)


def test_two_targets_have_two_slots() -> None:
    tree = compile_text("Deal 1 damage to target Dragon. Heal 1 damage from another target summon.").tree

    assert [target.select.classes for target in tree.targets] == [("Dragon",), ()]
    assert tree.targets[1].select.other


def test_or_between_two_lines_is_a_choice_and_each_option_has_its_own_targets() -> None:
    tree = compile_text("Destroy target Effect.\nor\nDeactivate target Energy Crystal.").tree

    assert tree.parts == (n.ChooseOne((n.Destroy(n.Slot(0)), n.Deactivate(n.Slot(1)))),)
    assert [target.option for target in tree.targets] == [0, 1]


def test_an_additional_effect_says_what_it_costs_and_marks_its_own_targets() -> None:
    tree = compile_text("Draw 1 card from your deck. With extra M1 C1, deal 1 damage to target summon.").tree
    gate = tree.parts[0].steps[1]

    assert (gate.kind, gate.cost, gate.payer) == ("pay", n.Energy(mystic=1, colorless=1), n.You())
    assert tree.targets == (n.Target(SUMMON, extra=True),)


def test_for_each_extra_may_be_paid_many_times() -> None:
    gate = compile_text(
        "Heal 1 damage from target summon. For each extra B1, heal 1 extra damage from that summon."
    )

    assert gate.tree.parts[0].steps[1].kind == "each_extra"


def test_unless_names_who_pays() -> None:
    tree = compile_text("Cancel target cast, unless its controller prevents this with C2.").tree

    assert tree.parts == (
        n.Gate(
            "pay", n.Seq(()), otherwise=n.Cancel(n.Slot(0)), cost=n.Energy(colorless=2), payer=n.Controller(n.Slot(0))
        ),
    )  # fmt: skip


def test_when_successfully_done_ties_the_second_step_to_the_first() -> None:
    gate = compile_text("Discard 1 card. When successfully done, draw 2 cards from your deck.").tree.parts[0]

    assert gate == n.Gate("if_done", n.Draw(n.Const(2)), first=n.Discard(n.Const(1)))


def test_a_lasting_change_without_until_is_continuous_and_lies_on_its_host() -> None:
    tree = compile_text("Target Life Base gets Speed +1.").tree

    assert tree.parts == (n.Static(n.ModStat(n.Host(), "speed", n.Const(1), until="while_in_play")),)
    assert tree.targets == (n.Target(n.Select("summon", life_base=True)),)


def test_an_activated_effect_has_targets_of_its_own() -> None:
    tree = compile_text("[Activation Symbol, M1] Deal 1 damage to target summon.").tree

    assert tree.targets == ()
    assert tree.parts[0].targets == (n.Target(SUMMON),)
    assert tree.parts[0].cost == n.Energy(mystic=1)


def test_a_free_activation_has_only_the_symbol() -> None:
    assert compile_text("[Activation Symbol] Draw 1 card from your deck.").tree.parts[0].cost == n.FREE


@pytest.mark.parametrize("word", ["In", "During", "At the beginning of"])
def test_each_leading_word_of_a_phase_trigger_is_kept(word: str) -> None:
    text = f"{word} your end phase, draw 1 card from your deck."

    assert compile_text(text).printed == text


@pytest.mark.parametrize(
    "event",
    ["attacks", "is attacked", "moves", "is dealt damage", "is destroyed", "enters play", "leaves play"],
)
def test_each_event_of_a_summon_can_trigger(event: str) -> None:
    for word in ("When", "Whenever"):
        text = f"{word} a Dragon an opponent controls {event}, deal 1 damage to that summon."
        trigger = compile_text(text).tree.parts[0]
        assert trigger.tree == n.Damage(n.Subject(), n.Const(1))
        assert compile_text(text).printed == text


@pytest.mark.parametrize(
    "text",
    [
        "Target summon gets Attack Power +2 and Speed -1 until end of turn.",
        "All Vessels your opponents control get Range -1 until end of turn.",
        "Target summon can't be dealt damage until end of turn.",
        "Target player can't cast Summon Cards until end of turn.",
        "Target cast of an Effect Card costs M1 C1 more.",
        "Target movement costs C2 more.",
        "Effect Cards all players cast cost C1 more.",
        "Movement Energy of target summon costs C1 less until end of turn.",
        "Prevent the next 3 damage that would be dealt to target summon until end of turn.",
        "Search your deck for 2 Energy Crystal Cards, show them and move them to your hand. Shuffle your deck.",
        "Search your discard pile for 1 card and move it on top of your deck.",
        "Target player shows the top 3 cards of his deck.",
        "Show the top card of your deck.",
        "Target opponent skips his next turn.",
        "Each other player discards his hand.",
        "Move target permanent on top of its owner's deck.",
        "Move 1 card from your hand on the bottom of your deck.",
        "Move target summon 2 dots according to the game rules.",
        "Move target summon to an Ending Dot according to the game rules.",
        "Take control of target permanent until end of turn.",
        "Deactivate all rotated summons your opponents control.",
        "Reactivate all other unactivated summons you control.",
        "Add M1 to your Energy Pool for each Mystic Energy Crystal you control.",
        "Draw 1 card from your deck for each card in your hand.",
        "Destroy target Marksman Effect another player controls.",
        "Target player must pay C2. If he doesn't, that player discards 1 card.",
        "Each player may draw 1 card from his deck.",
        "You may destroy target Effect.",
        "Deal 3 damage to 1 summon you control.",
    ],
)
def test_a_template_prints_back(text: str) -> None:
    if "that player" in text and "arget player" not in text:
        text = f"Target player discards 1 card. {text}"
    assert compile_text(text).printed == text
    assert print_tree(compile_text(text).tree) == text


def test_quotes_dashes_case_and_spacing_do_not_matter() -> None:
    plain = compile_text(
        "Target summon can't attack until end of turn. That summon gets Speed -1 until end of turn."
    )
    fancy = compile_text(
        "TARGET  summon can\u2019t attack until end of turn.\u00a0That summon gets Speed \u22121 until end of turn."
    )

    assert fancy.tree == plain.tree
    assert normalise("Can\u2019t \u2212 1") == normalise("can't -1")


def test_the_name_of_the_card_stands_for_the_card() -> None:
    text = "When Lantern Vessel enters play, draw 1 card from your deck."

    assert compile_text(text, name="Lantern Vessel").tree.parts[0].when.ref == n.This()
    assert compile_text(text, name="Lantern Vessel").printed == text


def test_a_name_of_ordinary_words_is_not_taken_for_the_card() -> None:
    assert compile_text("Heal 2 damage from target summon.", name="Heal").tree.targets


# --- what it refuses -------------------------------------------------------------------------------------------------


def test_all_unknown_words_are_reported_with_their_places_and_near_words() -> None:
    text = "Deal 2 damge to taget summon."
    found = findings(text)

    assert [(text[f.start : f.end], f.code) for f in found] == [
        ("damge", "unknown_word"),
        ("taget", "unknown_word"),
    ]
    assert "damage" in found[0].expected
    assert "target" in found[1].expected


def test_a_number_word_is_answered_with_the_figure() -> None:
    assert findings("Draw two cards from your deck.")[0].expected == ("2",)


def test_a_phrase_in_the_wrong_place_says_what_was_expected() -> None:
    text = "Deal 2 damage from target summon."
    (found,) = findings(text)

    assert text[found.start : found.end] == "from"
    assert "to" in found.expected


def test_an_unfinished_text_says_what_could_follow() -> None:
    (found,) = findings("Destroy target")

    assert found.code == "incomplete"
    assert "summon" in found.expected


def test_wrong_number_of_a_noun_is_refused_with_the_right_one() -> None:
    (found,) = findings("Draw 2 card from your deck.")

    assert (found.code, found.word, found.expected) == ("unprintable", "card", ("cards",))


def test_that_summon_needs_a_summon_named_before() -> None:
    assert findings("Deal 2 damage to that summon.")[0].code == "wrong_kind"


def test_when_successfully_done_needs_a_first_step() -> None:
    assert findings("When successfully done, draw 1 card from your deck.")[0].code == "wrong_kind"


@pytest.mark.parametrize(
    "text", ["Deal 1 damage to target Energy Crystal.", "Cancel target summon.", "Warp target Effect.",
             "Destroy target action."],
)  # fmt: skip
def test_a_verb_needs_the_right_kind_of_thing(text: str) -> None:
    assert findings(text)[0].code == "wrong_kind"


def test_a_non_permanent_may_not_hold_an_ability() -> None:
    assert (
        findings("Target summon gets Speed +1.", kind="summon_effect", permanent=False)[0].code
        == "wrong_kind"
    )


def test_a_permanent_may_not_hold_a_bare_step() -> None:
    assert findings("Draw 1 card from your deck.", kind="effect", permanent=True)[0].code == "wrong_kind"


@pytest.mark.rule("207.5")
@pytest.mark.parametrize("text", ["1 Vessel gets Attack Power +3.", "1 summon you control can't attack."])
def test_a_continuous_effect_has_no_moment_to_choose_one_of_several(text: str) -> None:
    refused = findings(text, kind="effect", permanent=True)
    assert [found.code for found in refused] == ["wrong_kind"]
    assert "'target', which is named when the card is cast" in refused[0].text("en")


@pytest.mark.rule("207.5")
def test_a_continuous_effect_has_a_target_or_holds_for_all() -> None:
    compile_text("Target Vessel gets Attack Power +3.", kind="effect", permanent=True)
    compile_text("All Vessels get Attack Power +3.", kind="effect", permanent=True)
    compile_text("1 Vessel gets Attack Power +3 until end of turn.", kind="effect", permanent=False)


@pytest.mark.rule("401.2a")
def test_a_summon_effect_card_targets_summons_only() -> None:
    compile_text("Deactivate target summon.", kind="summon_effect", permanent=False)
    assert findings("Deactivate target Energy Crystal.", kind="summon_effect", permanent=False)


@pytest.mark.rule("401.3a")
def test_a_class_effect_card_targets_its_class_only() -> None:
    compile_text("Warp target Dragon.", kind="class_effect", permanent=False, card_class="Dragon")
    assert findings("Warp target summon.", kind="class_effect", permanent=False, card_class="Dragon")


@pytest.mark.rule("401.4a")
def test_an_energy_crystal_effect_card_targets_crystals_only() -> None:
    compile_text("Destroy target Energy Crystal.", kind="crystal_effect", permanent=False)
    assert findings("Destroy target summon.", kind="crystal_effect", permanent=False)


def test_every_complaint_is_a_sentence_in_both_languages() -> None:
    for text in (
        "Deal 2 damge to target summon.",
        "Destroy target",
        "Draw 2 card from your deck.",
        "x" * 5000,
    ):
        for found in findings(text):
            assert found.text("en").endswith(".")
            assert found.text("nl") != found.text("en")
            assert len(found.text()) < 400


def test_every_word_of_the_grammar_has_its_rule() -> None:
    assert set(word_rules()) == set(known_words())
    for number in set(word_rules().values()) - {""}:
        assert rule(number).id == number


# --- hostile texts ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "x" * 2_000_000,
        "draw " * 300,
        "[" * 1500,
        "~ " * 200,
        "Draw 99999999999999999999 cards from your deck.",
        "Draw -1 cards from your deck.",
        "\u202eDraw 2 cards\u202c from your deck.",
        "🐉 Draw 2 cards from your deck.",
        "اسحب بطاقتين من مجموعتك.",
        "Draw 2 cards from your deck.\x00",
        "<script>alert(1)</script>",
        "or\nor\nor",
        "or",
        ".",
        "M1",
        "Add M0 to your Energy Pool.",
        "Add C1 M1 to your Energy Pool.",
        "Add M1 M1 to your Energy Pool.",
        "~",
    ],
    ids=range(19),
)
def test_a_hostile_text_is_refused_in_a_short_time(text: str) -> None:
    assert findings(text)
    assert work_of(lambda: findings(text)) < 2


def test_an_empty_text_is_an_empty_tree() -> None:
    assert compile_text(" \n ").tree == n.CardTree()


def test_the_longest_text_still_compiles_quickly() -> None:
    text = "\n".join(
        ["Deal 2 damage to all summons. With extra M1, deal 2 extra damage to all summons."] * 10
    )
    compile_text("Draw 1 card from your deck.")
    assert work_of(lambda: compile_text(text)) < 3


WORDS = [*sorted(known_words()), "Dragon", "Ember", "M1", "+1", "2", "~", "\n", "zebra"]


@settings(max_examples=amount(15, 120, "examples of a property"), deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_no_heap_of_words_breaks_the_compiler(words: list[str]) -> None:
    try:
        compiled = compile_text(" ".join(words))
    except CardTextError as error:
        assert error.findings
    else:
        assert compile_text(compiled.printed).tree == compiled.tree


@settings(max_examples=amount(15, 120, "examples of a property"), deadline=None)
@given(st.data())
def test_a_changed_word_never_changes_the_meaning_in_silence(data: st.DataObject) -> None:
    """Any one word of a real card replaced: refused, or a tree that prints the changed text."""
    card = data.draw(st.sampled_from(load_pool("demo-2").cards))
    words = card.text.split(" ")
    words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(WORDS[:-1]))
    text = " ".join(words)
    try:
        compiled = compile_text(text, name=card.name)
    except CardTextError:
        return
    assert normalise(compiled.printed, card.name) == normalise(text, card.name)


def _examples() -> list[str]:
    page = resources.files("rules_engine.x610z.cardtext").joinpath("README.md").read_text("utf-8")
    boxes = page.split("```cardtext\n")[1:]
    return [line for box in boxes for line in box.split("```")[0].splitlines()]


@pytest.mark.parametrize("line", _examples())
def test_every_example_of_the_page_compiles(line: str) -> None:
    assert compile_text(line).printed == line


def test_two_readings_are_refused_with_both_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """No text of the grammar is known to have two meanings, so the parser is made to see two."""
    other = compile_text("Draw 3 cards from your deck.").tree
    read = cardtext._readings

    def twice(*args: object) -> object:
        readings, problem = read(*args)  # type: ignore[arg-type]  # handed on as they come
        return [*readings, other], problem

    monkeypatch.setattr(cardtext, "_readings", twice)
    (found,) = findings("Draw 2 cards from your deck.")

    assert found.code == "ambiguous"
    assert found.expected == ("Draw 2 cards from your deck.", "Draw 3 cards from your deck.")
