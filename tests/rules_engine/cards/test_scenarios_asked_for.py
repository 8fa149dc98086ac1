"""What designers asked for most, played: what each text does, and what it does not do where it cannot."""

from __future__ import annotations

import pytest

from rules_engine.x610z.cardtext import CardTextError, compile_text
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.offers import Draft, options
from rules_engine.x610z.targets import NO_MORE

from .table import FILLER, ME, YOU, Table, card_named, effect

GREY = card_named(FILLER).number
ALIKE = "Deal 1 damage to all summons of the same Class as target summon."
DRAIN = "Deal 3 damage to target summon. Heal that much damage from your Life Base."


def played(text: str, *targets: str, **more: object) -> Table:
    """A table on which a card with that text has been cast and has resolved."""
    t = Table(effect("Asked", text))
    t.play("Asked", *targets, **more)  # type: ignore[arg-type]  # keywords of several types
    return t


# --- of the same Class (208.6) ----------------------------------------------------------------------------------------


def test_all_summons_of_the_class_of_the_target_and_no_others() -> None:
    t = Table(effect("Asked", ALIKE))
    one, two = t.summon(ME, "Tunnel Beast", "3,1"), t.summon(YOU, "Charging Beast", "3,3")
    dragon = t.summon(YOU, "Old Stone Dragon", "3,5")
    t.play("Asked", two)
    assert (t.damage(one), t.damage(two), t.damage(dragon)) == (1, 1, 0)


def test_what_is_on_the_side_of_a_class_comes_and_goes_with_the_permanent() -> None:
    t = Table(effect("Asked", "All summons of the same Class as target summon get Speed +1.", permanent=True))
    one, two = t.summon(ME, "Tunnel Beast", "3,1"), t.summon(YOU, "Charging Beast", "3,3")
    before = t.stat(one, "speed")
    t.permanent(ME, "Asked", two)
    assert t.stat(one, "speed") == before + 1
    t.play("Divine Intervention", two)
    assert t.stat(one, "speed") == before


# --- that much (207.3) ------------------------------------------------------------------------------------------------


def test_as_much_as_was_dealt_is_healed() -> None:
    t = Table(effect("Asked", DRAIN))
    beast = t.summon(YOU, "Charging Beast", "3,3")
    t.st.change(ME, damage=4)
    t.play("Asked", beast)
    assert t.damage("#0") == 1


def test_what_was_prevented_was_not_dealt() -> None:
    t = Table(
        effect("Asked", DRAIN),
        effect("Calm", "Prevent all damage that would be dealt to target summon until end of turn."),
    )
    beast = t.summon(YOU, "Charging Beast", "3,3")
    t.st.change(ME, damage=4)
    t.play("Calm", beast)
    t.play("Asked", beast)
    assert t.damage("#0") == 4


def test_each_player_draws_as_many_as_he_himself_discarded() -> None:
    t = Table(
        effect("Asked", "Each player discards his hand. Each player draws that many cards from his deck.")
    )
    hands = t.hand(ME), t.hand(YOU)
    t.hold(YOU, "Spark")
    t.play("Asked")
    assert (t.hand(ME), t.hand(YOU)) == (hands[0], hands[1] + 1)


def test_who_declines_has_done_nothing() -> None:
    t = Table(effect("Asked", "You may discard 1 card. Draw that many cards from your deck."))
    before = t.hand(ME)
    t.play("Asked", answers=(False,))
    assert t.hand(ME) == before
    t = Table(effect("Asked", "You may discard 1 card. Draw that many cards from your deck."))
    t.play("Asked", answers=(True, [GREY]))
    assert t.hand(ME) == before


# --- a price as a step (207.2, 207.3) ---------------------------------------------------------------------------------

PRICE = "You may pay C2. When successfully done, draw 2 cards from your deck."


@pytest.mark.parametrize(("pool", "more"), [((0, 0, 0, 2), 2), ((2, 0, 0, 0), 2), ((0, 0, 0, 1), 0)])
def test_a_price_is_paid_out_of_the_pool_while_the_effect_takes_place(
    pool: tuple[int, int, int, int], more: int
) -> None:
    t = Table(effect("Asked", PRICE))
    before = t.hand(ME)
    t.cast(ME, "Asked")
    t.st.pool[ME] = pool
    t.resolve(True)
    assert t.hand(ME) == before + more
    assert t.st.pool[ME] == ((0, 0, 0, 0) if more else pool)


def test_who_does_not_want_to_pay_keeps_his_energy() -> None:
    t = Table(effect("Asked", PRICE))
    before = t.hand(ME)
    t.cast(ME, "Asked")
    t.st.pool[ME] = (0, 0, 0, 2)
    t.resolve(False)
    assert (t.hand(ME), t.st.pool[ME]) == (before, (0, 0, 0, 2))


# --- a hand of at most so many ----------------------------------------------------------------------------------------


def test_only_who_holds_more_discards() -> None:
    t = Table(effect("Asked", "Each player discards down to 7 cards."))
    t.hold(YOU, "Spark", "Discount")
    t.play("Asked", answers=(["Spark", "Discount"],) if t.hand(ME) <= 7 else ([GREY], ["Spark", "Discount"]))
    assert (t.hand(ME), t.hand(YOU)) == (7, 7)
    assert [t.card(f"#{slot}").name for slot in t.st.discard[YOU]] == ["Spark", "Discount"]


def test_one_card_too_few_is_no_answer() -> None:
    t = Table(effect("Asked", "Target player discards down to 5 cards."))
    t.cast(ME, "Asked", "seat:1")
    broken = t.try_act("resolve", answers=[[GREY]])
    assert broken is not None and (broken.rule, broken.code) == ("505.1", "wrong_number_of_cards")


# --- a search for two things (212.2) ----------------------------------------------------------------------------------

TWO = "Search your deck for 1 Summon Card and 1 Effect Card and move them to your hand."


def test_one_search_finds_two_things_and_shuffles_once() -> None:
    t = Table(effect("Asked", TWO))
    t.play("Asked", answers=(["Charging Beast"], ["Spark"], None))
    assert {"Charging Beast", "Spark"} <= {t.card(f"#{slot}").name for slot in t.st.hand[ME]}


def test_each_of_them_must_be_what_it_is_asked_for() -> None:
    t = Table(effect("Asked", TWO))
    t.cast(ME, "Asked")
    broken = t.try_act("resolve", answers=[["Charging Beast"], ["Charging Beast"], None])
    assert broken is not None and broken.rule == "212.2"


def test_a_card_that_is_taken_is_not_found_again() -> None:
    text = "Search your discard pile for 1 Effect Card and 2 cards and move them to your hand."
    t = Table(effect("Asked", text))
    t.pile(ME, "Spark", "Discount")
    t.play("Asked", answers=(["Spark"], ["Discount"]))
    assert t.hand(ME) == 8 + 2


# --- up to so many targets (200.3, 208.1, H44) ------------------------------------------------------------------------

HOME = "Move target summon to its owner's hand."
PAIR = "Deal 1 damage to up to 2 target summons. Those summons can't move until end of turn. Draw 1 card from your deck."  # noqa: E501


@pytest.mark.parametrize("count", [0, 1, 2])
def test_as_many_targets_as_are_declared_and_no_others(count: int) -> None:
    t = Table(effect("Asked", PAIR))
    beasts = [t.summon(ME, "Tunnel Beast", "3,1"), t.summon(YOU, "Charging Beast", "3,3")]
    before = t.hand(ME)
    t.play("Asked", *beasts[:count])
    assert [t.damage(beast) for beast in beasts] == [1] * count + [0] * (2 - count)
    assert t.hand(ME) == before + 1


@pytest.mark.parametrize(
    ("names", "rule", "code"),
    [
        ((0, 0), "208.1", "same_target_twice"),
        ((0, 1, 2), "200.3", "wrong_number_of_targets"),
        ((3,), "208.1", "illegal_target"),
    ],
)
def test_no_more_of_them_none_twice_and_only_what_the_text_says(
    names: tuple[int, ...], rule: str, code: str
) -> None:
    t = Table(effect("Asked", PAIR))
    there = [t.summon(ME, "Tunnel Beast", "3,1"), t.summon(YOU, "Charging Beast", "3,3"), "#1"]
    there.append(t.permanent(ME, "Grey Energy Crystal"))
    t.hold(ME, "Asked")
    slot = next(s for s in t.st.hand[ME] if t.st.objs[s].rev == t.rev("Asked"))
    broken = t.try_act("cast", seat=ME, card=f"#{slot}", targets=[there[place] for place in names])
    assert broken is not None and (broken.rule, broken.code) == (rule, code)


@pytest.mark.parametrize(("gone", "drawn"), [(1, 1), (2, 0)])
def test_a_target_that_is_gone_is_left_out_and_without_any_nothing_takes_place(gone: int, drawn: int) -> None:
    t = Table(effect("Asked", PAIR), effect("Home", HOME), effect("Home too", HOME))
    beasts = [t.summon(YOU, "Tunnel Beast", "3,1"), t.summon(YOU, "Charging Beast", "3,3")]
    t.cast(ME, "Asked", *beasts)
    for beast, name in list(zip(beasts, ("Home", "Home too"), strict=True))[:gone]:
        t.play(name, beast)
    before = t.hand(ME)
    t.resolve()
    assert t.hand(ME) == before + drawn


def test_a_trigger_asks_for_them_one_by_one() -> None:
    text = "Whenever you draw a card, deal 1 damage to up to 2 target summons."
    t = Table(effect("Asked", text, permanent=True))
    beasts = [t.summon(ME, "Tunnel Beast", "3,1"), t.summon(YOU, "Charging Beast", "3,3")]
    slot = t.permanent(ME, "Asked")
    t.play("Discount", answers=(f"1:{slot}", beasts[0], "none", "none"))
    while t.st.stack:
        t.resolve()
    assert [t.damage(beast) for beast in beasts] == [1, 0]


def test_the_recorder_is_offered_every_number_of_them() -> None:
    t = Table(effect("Asked", PAIR))
    beast = t.summon(YOU, "Charging Beast", "3,3")
    t.hold(ME, "Asked")
    number = t.st.game.number_of(t.rev("Asked"))
    listed = [one.targets for one in legal_actions(t.st) if one.do == "cast" and one.card == number]
    assert [len(names or ()) for names in listed] == [0] + [1] * 3 + [2] * 6
    draft = Draft(do="cast", seat=ME, card=number)
    first = options(t.st, draft)
    assert (first.field, set(first.values)) == ("targets", {"#0", "#1", beast, NO_MORE})
    second = options(t.st, draft.choose("targets", beast))
    assert set(second.values) == {"#0", "#1", NO_MORE}
    done = options(t.st, draft.choose("targets", beast).choose("targets", NO_MORE))
    assert done.action is not None and done.action.targets == [beast]


FIRST = "Deal 3 damage to target summon. Up to 2 target summons can't move until end of turn."
LAST = "Deal 1 damage to up to 2 target summons. Destroy target Energy Crystal."


@pytest.mark.parametrize("count", [0, 1, 2])
def test_another_target_before_them_is_told_apart_by_its_place(count: int) -> None:
    t = Table(effect("Asked", FIRST))
    beasts = [t.summon(ME, "Tunnel Beast", "3,1"), t.summon(YOU, "Charging Beast", "3,3")]
    t.play("Asked", "#1", *beasts[:count])
    assert t.damage("#1") == 3
    held = {slot for temp in t.st.temps for slot, _ in temp.objects}
    assert held == {int(beast[1:]) for beast in beasts[:count]}


@pytest.mark.parametrize("count", [0, 1, 2])
def test_another_target_behind_them_is_told_apart_by_their_number(count: int) -> None:
    t = Table(effect("Asked", LAST))
    beasts = [t.summon(ME, "Tunnel Beast", "3,1"), t.summon(YOU, "Charging Beast", "3,3")]
    crystal = t.permanent(YOU, "Grey Energy Crystal")
    t.play("Asked", *beasts[:count], crystal)
    assert [t.damage(beast) for beast in beasts] == [1] * count + [0] * (2 - count)
    assert int(crystal[1:]) not in t.st.play[YOU]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("#1", "#1"), None),
        (("#1", "#0", "#0"), "same_target_twice"),
        ((), "wrong_number_of_targets"),
        (("#1", "#0", "#1", "#0"), "wrong_number_of_targets"),
    ],
)
def test_only_among_themselves_they_differ_and_the_other_target_stays_needed(
    names: tuple[str, ...], code: str | None
) -> None:
    t = Table(effect("Asked", FIRST))
    t.hold(ME, "Asked")
    number = t.st.game.number_of(t.rev("Asked"))
    broken = t.try_act("cast", seat=ME, card=number, targets=list(names))
    assert (broken and broken.code) == code


def test_a_trigger_goes_on_to_the_other_target_once_no_more_of_them_are_named() -> None:
    text = f"Whenever you draw a card, {LAST[0].lower()}{LAST[1:]}"
    t = Table(effect("Asked", text, permanent=True))
    beast = t.summon(YOU, "Charging Beast", "3,3")
    crystals = [t.permanent(YOU, "Grey Energy Crystal"), t.permanent(YOU, "Grey Energy Crystal")]
    slot = t.permanent(ME, "Asked")
    t.play("Discount", answers=(f"1:{slot}", beast, "none", crystals[1], "none", crystals[0]))
    while t.st.stack:
        t.resolve()
    assert t.damage(beast) == 1
    assert not {int(crystal[1:]) for crystal in crystals} & set(t.st.play[YOU])


def test_the_recorder_asks_for_the_other_target_after_them() -> None:
    t = Table(effect("Asked", LAST))
    beast = t.summon(YOU, "Charging Beast", "3,3")
    crystal = t.permanent(YOU, "Grey Energy Crystal")
    t.hold(ME, "Asked")
    number = t.st.game.number_of(t.rev("Asked"))
    draft = Draft(do="cast", seat=ME, card=number).choose("targets", beast).choose("targets", NO_MORE)
    behind = options(t.st, draft)
    assert (behind.field, set(behind.values)) == ("targets", {crystal})
    done = options(t.st, draft.choose("targets", crystal))
    assert done.action is not None and done.action.targets == [beast, crystal]
    listed = [one.targets or () for one in legal_actions(t.st) if one.do == "cast" and one.card == number]
    assert [len(names) for names in listed] == [1] + [2] * 3 + [3] * 6


def test_two_such_numbers_in_one_text_are_refused_with_the_reason() -> None:
    with pytest.raises(CardTextError, match="could not tell the two apart"):
        compile_text(
            "Deal 1 damage to up to 2 target summons. Destroy up to 2 target Effects.",
            name="Asked",
            kind="effect",
        )


# --- permanent is what is printed so (304.4a) ------------------------------------------------------------------------


def test_a_card_that_leaves_directly_after_its_effect_is_no_permanent() -> None:
    calm = "Deactivate target permanent."
    t = Table(effect("Asked", "Move 1 Effect Card from your hand into play."), effect("Calm", calm))
    t.hold(ME, "Calm")
    t.cast(ME, "Asked")
    card = t.st.game.number_of(t.rev("Calm"))
    broken = t.try_act("resolve", answers=[[card], f"#{t.st.stack[-1].slot}"])
    assert broken is not None and broken.code == "choice_not_allowed"
    assert set(broken.params["options"]) == {"#0", "#1"}


# --- look at (107.1a, 501.3, 502.3) -----------------------------------------------------------------------------------

TOP = (
    "Look at the top 2 cards of your deck. Take 1 of those cards into your hand. "
    "Move the other cards on the bottom of their owner's deck."
)


def test_only_who_looks_chooses_and_nothing_is_shown() -> None:
    t = Table(effect("Asked", TOP))
    t.top(ME, "Discount"), t.top(ME, "Spark")
    t.play("Asked", answers=(["Spark"],))
    assert "Spark" in [t.card(f"#{slot}").name for slot in t.st.hand[ME]]
    assert t.card(f"#{t.st.deck[ME][0]}").name == "Discount"
    assert not [event for event in t.st.events if event[0] == "show"]
    assert ("look", ME, 2) in t.st.events


def test_a_card_that_was_not_looked_at_cannot_be_taken() -> None:
    t = Table(effect("Asked", TOP))
    t.top(ME, "Charging Beast"), t.top(ME, "Discount"), t.top(ME, "Spark")
    t.cast(ME, "Asked")
    broken = t.try_act("resolve", answers=[["Charging Beast"]])
    assert broken is not None and (broken.rule, broken.code) == ("213.1", "card_not_there")


def test_of_a_hand_that_was_looked_at_a_card_is_chosen() -> None:
    text = "Look at target opponent's hand. Choose 1 of those cards, that player discards that card."
    t = Table(effect("Asked", text))
    t.hold(YOU, "Spark")
    t.play("Asked", "seat:1", answers=(["Spark"],))
    assert [t.card(f"#{slot}").name for slot in t.st.discard[YOU]] == ["Spark"]


def test_what_each_other_player_draws_is_what_all_discarded() -> None:
    text = "Each player may discard 1 card. Each other player may draw that many cards from his deck."
    t = Table(effect("Asked", text))
    before = t.hand(YOU)
    t.play("Asked", answers=(True, True, [GREY], [GREY], True))
    assert t.hand(YOU) == before - 1 + 2
