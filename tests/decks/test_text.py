"""The + and − buttons change the text and nothing else in it."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from decks.registration.text import MAIN, SIDEBOARD, text_step
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.decklist import parse_decklist
from tests.patience import work_of

POOL = load_pool()
DISCOUNT = POOL.named("Discount")
HUNTER = POOL.named("Hunter Dragon")


def counts(text, side, card):
    parsed = parse_decklist(text, POOL)
    return (parsed.main if side == MAIN else parsed.sideboard).get(card.number, 0)


@pytest.mark.parametrize(
    ("text", "side", "step", "after"),
    [
        ("", MAIN, 1, "1 Discount"),
        ("1 Discount", MAIN, 1, "2 Discount"),
        ("1 Discount", MAIN, -1, ""),
        ("3x discount", MAIN, -1, "2 Discount"),
        ("2 Discount [D1.1/031]\n1 Life Base", SIDEBOARD, 1, None),
        ("1 Life Base", MAIN, 1, "1 Life Base\n1 Discount"),
        ("1 Life Base", SIDEBOARD, 1, "1 Life Base\n\nSideboard\n1 Discount"),
        ("1 Life Base\n\nSideboard\n2 Discount", MAIN, 1, "1 Life Base\n1 Discount\n\nSideboard\n2 Discount"),
        ("1 Life Base\n\nSideboard\n2 Discount", SIDEBOARD, 1, "1 Life Base\n\nSideboard\n3 Discount"),
        ("1 Life Base\n\nSideboard\n", SIDEBOARD, 1, "1 Life Base\n\nSideboard\n1 Discount"),
        (
            "Sideboard:\n2 Discount\nMain deck\n1 Discount",
            MAIN,
            1,
            "Sideboard:\n2 Discount\nMain deck\n2 Discount",
        ),
        ("1 Life Base\nSB: 2 Discount", SIDEBOARD, -1, "1 Life Base\nSB: 1 Discount"),
        ("# my notes\n1 Discount # good", MAIN, 1, "# my notes\n2 Discount"),
        ("1 Life Base", MAIN, -1, "1 Life Base"),
    ],
)
def test_a_press_of_a_button_changes_one_line(text, side, step, after):
    changed = text_step(text, POOL, DISCOUNT, side=side, step=step)
    if after is not None:
        assert changed == after
    assert counts(changed, side, DISCOUNT) == max(0, counts(text, side, DISCOUNT) + step)


def test_a_card_can_be_written_in_dutch():
    assert text_step("", POOL, HUNTER, side=MAIN, step=1, name=HUNTER.name_nl) == f"1 {HUNTER.name_nl}"
    assert counts(f"2 {HUNTER.name_nl}", MAIN, HUNTER) == 2


def test_a_side_that_does_not_exist_is_a_bug():
    with pytest.raises(ValueError, match="no side"):
        text_step("", POOL, DISCOUNT, side="hand", step=1)


LINES = st.sampled_from(
    [
        "1 Life Base",
        "3 Discount",
        "2x Hunter Dragon",
        "Sideboard",
        "Deck",
        "",
        "# note",
        "SB: 1 Discount",
        "??",
        "Summons:",
        "1 Discount",
    ]
)


@example(lines=["SB: 1 Discount"], card=HUNTER, side=SIDEBOARD, step=1)
@given(
    st.lists(LINES, max_size=12),
    st.sampled_from([DISCOUNT, HUNTER, POOL.life_base]),
    st.sampled_from([MAIN, SIDEBOARD]),
    st.sampled_from([1, -1]),
)
def test_a_press_changes_that_card_on_that_side_by_one_and_no_other_card(lines, card, side, step):
    text = "\n".join(lines)
    before, after = (
        parse_decklist(text, POOL),
        parse_decklist(text_step(text, POOL, card, side=side, step=step), POOL),
    )
    expected_main, expected_side = dict(before.main), dict(before.sideboard)
    target = expected_main if side == MAIN else expected_side
    target[card.number] = max(0, target.get(card.number, 0) + step)
    assert after.main == {number: n for number, n in expected_main.items() if n}
    assert after.sideboard == {number: n for number, n in expected_side.items() if n}


def test_a_press_on_a_hostile_text_of_the_longest_length_takes_no_second():
    from decks.registration.text import MAX_CHARACTERS

    text = "\n".join(f"3 Mystic Energy Crystal not {number}" for number in range(600))[:MAX_CHARACTERS]
    crystal = POOL.named("Mystic Energy Crystal")
    assert work_of(lambda: text_step(text, POOL, crystal, side=MAIN, step=1)) < 1
