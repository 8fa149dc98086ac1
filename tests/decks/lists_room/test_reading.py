"""Reading lists: any text, any file; what is written is read back; near names; names two cards share."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decks.lists.editing import checked_list, pressed
from decks.lists.files import MAX_BYTES, file_text
from decks.registration.lists import list_text
from decks.registration.text import text_fix
from ledger.errors import UserError
from rules_engine.kernel.decklist import MAX_COPIES, renamed_line, written_name
from rules_engine.x610z.cards import Pool
from rules_engine.x610z.decklist import parse_decklist
from tests.decks.lists import POOL
from tests.speeds import amount

NUMBERS = st.sampled_from([card.number for card in POOL.cards])
COUNTS = st.dictionaries(NUMBERS, st.integers(1, MAX_COPIES), min_size=1, max_size=12)
HUNTER, DISCOUNT = POOL.named("Hunter Dragon"), POOL.named("Discount")


@given(COUNTS, COUNTS, st.sampled_from(["en", "nl"]))
def test_a_written_list_is_read_back_in_either_language(main, sideboard, language):
    parsed = parse_decklist(list_text(POOL, main, sideboard, language), POOL)
    assert (parsed.main, parsed.sideboard, parsed.problems) == (main, sideboard, ())


@pytest.mark.django_db
@settings(max_examples=amount(37, 300, "examples of a property"))
@given(st.text(max_size=300), st.text(max_size=20))
def test_any_text_is_read_and_any_button_pressed_without_an_error(text, button):
    checked_list(text, pool_key="demo", play="constructed", language="en")
    checked_list(text, pool_key="demo", play="limited", language="nl")
    assert isinstance(pressed(text, POOL, "en", step=button, ready=button, fix=button), str)


@given(st.text(max_size=60), st.integers(-1, 5))
def test_a_mended_line_names_the_card_and_leaves_the_other_lines(text, line):
    before, after = text.splitlines(), text_fix(text, line=line, name=HUNTER.name).splitlines()
    for number, (old, new) in enumerate(zip(before, after, strict=False), 1):
        assert old == new or number == line


@pytest.mark.parametrize(
    ("raw", "fixed"),
    [
        ("3 Huntr Dragon", "3 Hunter Dragon"),
        ("3x Huntr", "3 Hunter Dragon"),
        ("Huntr Dragon x2", "2 Hunter Dragon"),
        ("Huntr", "1 Hunter Dragon"),
        ("SB: 2 Huntr // quick", "SB: 2 Hunter Dragon // quick"),
        ("- 2 Huntr [D1.1/031]", "2 Hunter Dragon"),
        ("99999999 Huntr", "1 Hunter Dragon"),
        ("0 Huntr", "1 Hunter Dragon"),
    ],
)
def test_a_mended_line_keeps_copies_side_and_comment(raw, fixed):
    assert renamed_line(raw, HUNTER.name) == fixed


@pytest.mark.parametrize(
    "typed", ["Huntr Dragon", "hunter dragn", "Huntre", "HUNTER-DRAGON", "Dragon Hunter"]
)
def test_a_name_typed_wrong_finds_the_card_perhaps_meant(typed):
    problems = parse_decklist(f"1 {typed}", POOL).problems
    assert not problems or HUNTER.name in problems[0].suggestions


@pytest.mark.parametrize("typed", ["zzzzzz", "🐉🐉🐉", "猎龙", "1", "x" * 300])
def test_a_name_like_no_card_gets_no_suggestion(typed):
    (problem,) = parse_decklist(f"{typed}", POOL).problems
    assert problem.suggestions == ()


def twins():
    """Two cards translated alike, one of which is also printed like a third's translation."""
    cards = [
        msgspec.structs.replace(HUNTER, name_nl="Korting"),
        msgspec.structs.replace(DISCOUNT, name_nl="Korting"),
    ]
    third = msgspec.structs.replace(POOL.named("Mystic Energy Crystal"), name_nl="Discount")
    return Pool("twins", (*cards, third))


def test_a_name_of_two_cards_is_not_guessed_and_the_number_settles_it():
    pool = twins()
    (problem,) = parse_decklist("2 korting", pool).problems
    assert problem.code == "two_cards"
    assert [
        f"[{card.number}]" in problem.suggestions[place] for place, card in enumerate(pool.cards[:2])
    ] == [True] * 2
    settled = parse_decklist(f"2 {problem.suggestions[1]}", pool)
    assert (settled.main, settled.problems) == ({DISCOUNT.number: 2}, ())


def test_the_printed_name_goes_before_a_translation_of_another_card():
    assert parse_decklist("2 Discount", twins()).main == {DISCOUNT.number: 2}


def test_a_name_of_two_cards_is_written_with_its_number():
    pool = twins()
    for card in pool.cards:
        for name in (card.name, card.name_nl):
            line = written_name(card, pool, name)
            assert parse_decklist(f"1 {line}", pool).main == {card.number: 1}, line
    assert written_name(HUNTER, POOL) == "Hunter Dragon"


# --- files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data", "main", "side"),
    [
        ("a.txt", b"\xef\xbb\xbf3 Discount\r\nSideboard\r\n1 Hunter Dragon", 3, 1),
        ("a.txt", "3 Discount".encode("utf-16"), 3, 0),
        ("a.csv", b"2;Discount\n1;Hunter Dragon\n", 2, 0),
        ("a.csv", b'Naam,Aantal,Deel\n"Discount",2,main\nHunter Dragon,1,Sideboard\n', 2, 1),
        ("a.csv", f"number\tcount\n{DISCOUNT.number}\t2\n".encode(), 2, 0),
        ("a.json", b'{"format":"x610z-deck/1","main":[{"count":2,"name":"Discount"}]}', 2, 0),
        ("odd", b'{"format":"x610z-deck/1","sideboard":[{"count":2,"name":"Discount"}]}', 0, 0),
    ],
)
def test_files_of_every_kind_are_read(name, data, main, side):
    parsed = parse_decklist(file_text(name, data)[0], POOL)
    assert parsed.main.get(DISCOUNT.number, 0) == main
    assert parsed.sideboard.get(HUNTER.number, 0) == side
    assert parsed.problems == ()


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.txt", b"x" * (MAX_BYTES + 1), "file_too_large"),
        ("a.txt", b"PK\x03\x04\x00\x00\x81", "file_not_text"),
        ("a.json", b"[" * 50_000, "file_bad_json"),
        ("a.json", b"[]", "file_bad_json"),
        ("a.json", b'{"format":"other"}', "file_bad_json"),
        ("a.json", b'{"format":"x610z-deck/1","main":[{"count":"two"}]}', "file_bad_json"),
        ("a.csv", b'"' + b"x" * 90_000 + b'" y,"', None),
    ],
)
def test_a_file_that_is_no_list_says_what_is_wrong(name, data, code):
    if code is None:
        assert len(file_text(name, data)[0]) < MAX_BYTES
        return
    with pytest.raises(UserError) as refused:
        file_text(name, data)
    assert refused.value.code == code


@settings(max_examples=amount(50, 400, "examples of a property"))
@given(st.binary(max_size=400), st.sampled_from(["a.txt", "a.csv", "a.json", "a", ""]))
def test_any_file_becomes_text_or_a_reason(data, name):
    try:
        text, _deck = file_text(name, data)
    except UserError as error:
        assert error.message
    else:
        assert "\0" not in text


def test_names_in_a_file_cannot_bring_lines_of_their_own():
    data = b'{"format":"x610z-deck/1","main":[{"count":1,"name":"Discount\\n9 Hunter Dragon"}]}'
    assert len(file_text("a.json", data)[0].splitlines()) == 1
