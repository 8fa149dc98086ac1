"""The check of a typed list: sizes, copies and unread lines, every problem at once with its rule."""

import pytest
from django.utils.translation import override

from decks.registration.check import deck_report
from decks.registration.lists import cost_curve, differences, grouped, list_text
from tests.decks.lists import POOL, READY, legal_text, sized_text


def rules(text):
    return sorted(
        problem.rule or "" for problem in deck_report(text, pool_key="demo", play="constructed").problems
    )


def messages(text, language="en"):
    with override(language):
        report = deck_report(text, pool_key="demo", play="constructed")
    return [problem.message for problem in report.problems]


@pytest.mark.parametrize("main", [51, 140])
@pytest.mark.parametrize("sideboard", [0, 10])
def test_51_or_more_cards_with_no_sideboard_or_one_of_ten_are_legal(main, sideboard):
    assert rules(sized_text(main, sideboard)) == []


@pytest.mark.parametrize(
    ("main", "sideboard", "broken"),
    [
        (50, 0, ["101.1a"]),
        (50, 9, ["101.1a", "102.1a"]),
        (51, 9, ["102.1a"]),
        (51, 11, ["102.1a"]),
        (140, 11, ["102.1a"]),
        (50, 10, ["101.1a"]),
    ],
)
def test_every_broken_size_is_named_at_once(main, sideboard, broken):
    assert rules(sized_text(main, sideboard)) == broken


@pytest.mark.parametrize("life_bases", [0, 2])
def test_a_deck_without_exactly_one_life_base_is_refused(life_bases):
    assert rules(sized_text(60, life_bases=life_bases)) == ["101.1a"]


def test_a_card_with_restriction_infinity_passes_in_forty_copies():
    assert rules("1 Life Base\n40 Mystic Energy Crystal\n10 Boost Energy Crystal") == []


def test_copies_are_counted_over_deck_and_sideboard_together():
    text = "1 Life Base\n48 Mystic Energy Crystal\n2 Discount\nSideboard\n2 Discount\n8 Boost Energy Crystal"
    assert rules(text) == ["102.1a"]
    assert messages(text) == ["Discount: 4 of 3 over deck and sideboard"]
    assert messages(text, "nl") == ["Discount: 4 van 3 in deck en sideboard samen"]


def test_an_unknown_name_is_named_with_the_cards_perhaps_meant():
    text = sized_text(51) + "\n1 Huntr Dragon"
    assert messages(text) == ["Line 3: there is no card named “Huntr Dragon”. Did you mean “Hunter Dragon”?"]


@pytest.mark.parametrize(
    "text", ["", "🐉" * 50, "\u202e3 nogarD retnuH", "3 猎龙", "x" * 19_000, "\n" * 500, "-1 Discount"]
)
def test_any_text_is_read_without_an_error(text):
    report = deck_report(text, pool_key="demo", play="constructed")
    assert not report.legal
    assert report.problems


@pytest.mark.parametrize("index", range(len(READY)))
def test_the_ready_made_decks_are_legal_and_their_text_reads_back(index):
    report = deck_report(legal_text(index), pool_key="demo", play="constructed")
    assert report.legal
    assert (report.main, report.sideboard) == (
        dict(READY[index].deck.main),
        dict(READY[index].deck.sideboard),
    )


def test_the_curve_counts_paid_cards_only():
    report = deck_report(
        "1 Life Base\n40 Mystic Energy Crystal\n3 Hunter Dragon", pool_key="demo", play="constructed"
    )
    assert [(bar.label, bar.count) for bar in cost_curve(POOL, report.main, "x610z")] == [
        ("0", 0), ("1", 0), ("2", 0), ("3", 3), ("4", 0), ("5", 0), ("6+", 0),
    ]  # fmt: skip


def test_groups_stand_life_base_first_and_sideboard_last():
    report = deck_report(
        "Sideboard\n2 Discount\nDeck\n3 Hunter Dragon\n1 Life Base\n4 Mystic Energy Crystal",
        pool_key="demo",
        play="constructed",
    )
    groups = grouped(POOL, report.main, report.sideboard, "en", "x610z")
    assert [(group.label, group.count) for group in groups] == [
        ("Life Base", 1), ("Summon Card", 3), ("Energy Crystal Card", 4), ("Sideboard", 2),
    ]  # fmt: skip


def test_differences_name_each_changed_card_once():
    old, new = (
        {"1.1/001/089-C": 1, POOL.named("Discount").number: 2},
        {"1.1/001/089-C": 1, POOL.named("Hunter Dragon").number: 3},
    )
    changes = differences(POOL, (old, {}), (new, {}), "en", "x610z")
    assert [(change.name, change.before, change.after) for change in changes] == [
        ("Discount", 2, 0),
        ("Hunter Dragon", 0, 3),
    ]


def test_a_card_a_later_pool_does_not_know_keeps_its_number():
    assert list_text(POOL, {"9.9/999/999-C": 2}, {}) == "2 9.9/999/999-C"
    assert grouped(POOL, {"9.9/999/999-C": 2}, {}, "en", "x610z")[0].cards[0].name == "9.9/999/999-C"
