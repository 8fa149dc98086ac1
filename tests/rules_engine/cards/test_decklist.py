"""Pasted deck lists: the notation people use, and what happens to everything else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.kernel.decklist import MAX_CHARS, MAX_LINES, format_decklist
from rules_engine.x610z.cards import CardRevision, Pool, load_pool
from rules_engine.x610z.deckrules import ParsedDeck, check_deck, parse_decklist
from rules_engine.x610z.pool import ready_decks
from tests.patience import work_of
from tests.speeds import amount

POOL = load_pool("demo")


def read(text: str) -> ParsedDeck:
    return parse_decklist(text, POOL)


def named(cards: dict[str, int]) -> dict[str, int]:
    return {POOL[number].name: count for number, count in cards.items()}


@pytest.mark.parametrize(
    "line",
    [
        "3 Hunter Dragon",
        "3x Hunter Dragon",
        "3 x Hunter Dragon",
        "3X HUNTER DRAGON",
        "3 × hunter  dragon",
        "Hunter Dragon x3",
        "Hunter Dragon ×3",
        "  - 3 Hunter Dragon",
        "• 3 Hunter Dragon",
        "🐉 3 Hunter Dragon 🔥",
        "3 Hunter Dragon # the best",
        "3 Hunter Dragon // the best",
        "３ Ｈｕｎｔｅｒ Ｄｒａｇｏｎ",
        "٣ Hunter Dragon",
        "3 Hunter\u200b Dragon\u200f",
        "3 Jagersdraak",
        "3\tHunter Dragon",
    ],
)
def test_a_line_in_any_common_form_is_read(line: str) -> None:
    deck = read(line)

    assert deck.problems == ()
    assert named(deck.main) == {"Hunter Dragon": 3}


def test_a_name_alone_is_one_copy() -> None:
    assert named(read("Life Base").main) == {"Life Base": 1}


def test_a_name_that_begins_with_a_number_is_not_a_number_of_copies() -> None:
    assert named(read("7 Shooter").main) == {"7 Shooter": 1}
    assert named(read("2 7 Shooter").main) == {"7 Shooter": 2}
    assert named(read("2x 7 Shooter").main) == {"7 Shooter": 2}


def test_the_card_number_in_brackets_helps_and_is_checked() -> None:
    dragon = POOL.named("Hunter Dragon")
    assert dragon is not None
    short = dragon.number.split("-")[0]

    assert named(read(f"3 Hunter Dragon [{dragon.number}]").main) == {"Hunter Dragon": 3}
    assert named(read(f"3 Hunter Dragon ({short})").main) == {"Hunter Dragon": 3}
    assert named(read(f"3 [{short}]").main) == {"Hunter Dragon": 3}
    assert named(read(f"3 {dragon.number}").main) == {"Hunter Dragon": 3}
    (problem,) = read(f"3 Discount [{dragon.number}]").problems
    assert problem.code == "number_mismatch"


def test_sections_comments_and_empty_lines() -> None:
    text = """
    # Dragon Flight
    // by me
    Deck:
    1 Life Base

    Summons (3)
    3 Hunter Dragon
    My favourites:
    2 Spark
    Sideboard (10)
    2 Discount
    Main
    1 Spark
    SB: 1 Heal
    """
    deck = read(text)

    assert deck.problems == ()
    assert named(deck.main) == {"Life Base": 1, "Hunter Dragon": 3, "Spark": 3}
    assert named(deck.sideboard) == {"Discount": 2, "Heal": 1}


def test_copies_on_several_lines_add_up() -> None:
    assert named(read("2 Spark\n1 Spark").main) == {"Spark": 3}


def test_an_unknown_name_gets_near_names_and_its_line() -> None:
    deck = read("1 Life Base\n3 Huntr Dragn\n2 Spark")
    (problem,) = deck.problems

    assert (problem.line, problem.code) == (2, "unknown_name")
    assert problem.suggestions[0] == "Hunter Dragon"
    assert "Huntr Dragn" in problem.text()
    assert "Regel 2" in problem.text("nl")
    assert named(deck.main) == {"Life Base": 1, "Spark": 2}


@pytest.mark.parametrize("line", ["12", "3 \N{DRAGON}", "4x", "999999999"])
def test_a_number_alone_asks_for_the_name_of_the_card(line: str) -> None:
    (problem,) = read(line).problems

    assert problem.code == ("unknown_name" if line == "4x" else "no_name")
    assert line.split()[0] in problem.text("nl")


@pytest.mark.parametrize("line", ["0 Spark", "1000 Spark", "99999999999999999999 Spark"])
def test_a_count_out_of_bounds_is_refused(line: str) -> None:
    deck = read(line)

    assert deck.main == {}
    assert [problem.code for problem in deck.problems] == ["bad_count"]


def test_lines_of_one_card_are_bounded_together() -> None:
    """What one line may not say two lines may not either: a list that is written out reads as the same list."""
    deck = read("999 Spark\n2 Spark")

    assert list(deck.main.values()) == [999]
    assert [(problem.line, problem.code) for problem in deck.problems] == [(2, "bad_count")]


@pytest.mark.parametrize("name", ["שלום עולם", "تنين الصياد", "🐲🐲🐲", "ドラゴン", "\u202egniklaw\u202c"])
def test_names_of_any_script_are_answered_and_not_obeyed(name: str) -> None:
    deck = read(f"1 Life Base\n2 {name}")

    assert named(deck.main) == {"Life Base": 1}
    assert len(deck.problems) == 1
    assert "\u202e" not in deck.problems[0].text()


def test_a_card_of_a_right_to_left_name_is_found() -> None:
    card = CardRevision("D9.1/001/001-C", "תנין הים", "summon")
    pool = Pool("rtl", (card,))

    assert parse_decklist("\u200f2 תנין הים\u200f", pool).main == {card.number: 2}


def test_a_huge_paste_is_one_clear_problem_at_once() -> None:
    paste = "3 Hunter Dragon\n" * 125_000
    (problem,) = read(paste).problems

    assert work_of(lambda: read(paste)) < 0.5
    assert (problem.code, problem.line) == ("too_long", 0)
    assert str(MAX_CHARS) in problem.text()
    assert str(MAX_CHARS) in problem.text("nl")


def test_too_many_lines_are_one_clear_problem() -> None:
    (problem,) = read("\n" * (MAX_LINES + 5)).problems

    assert problem.code == "too_many_lines"


def test_a_text_without_cards_says_so() -> None:
    assert [problem.code for problem in read("# nothing\n\n").problems] == ["no_cards"]


@pytest.mark.parametrize(
    "text",
    ["a" + " " * 59_000 + "b", "[" * 59_000, "3 " * 29_000, "x 3 " * 14_000, "#" * 59_000, "\x00" * 59_000],
)
def test_no_pattern_takes_long(text: str) -> None:
    assert work_of(lambda: read(text)) < 1


def test_a_thousand_unknown_names_take_no_long_time() -> None:
    names = "\n".join(f"3 zorblax{i} quux" for i in range(1000))

    assert len(read(names).problems) == 1000
    assert work_of(lambda: read(names)) < 2


@pytest.mark.parametrize("numbers", [True, False])
def test_a_written_list_reads_back(numbers: bool) -> None:
    for ready in ready_decks(POOL):
        again = read(format_decklist(ready.deck, POOL, numbers=numbers))
        assert again.problems == ()
        assert again.deck.sha256() == ready.deck.sha256()
        assert check_deck(again.deck, "constructed", POOL) == []


@settings(max_examples=amount(37, 300, "examples of a property"), deadline=None)
@given(st.text(max_size=400))
def test_no_text_breaks_the_reader(text: str) -> None:
    deck = read(text)

    assert deck.main or deck.sideboard or deck.problems
    for problem in deck.problems:
        assert problem.text("en") and problem.text("nl")
