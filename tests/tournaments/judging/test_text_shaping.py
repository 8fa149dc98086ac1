"""Letters of every script on the printed sheet: the order from left to right, joined Arabic, and a font for each."""

import hashlib
from types import SimpleNamespace
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from tournaments.judging.pdf import WIDE, WIDE_FILE, _width, fitting, font_for, sheet_pdf
from tournaments.judging.sheets import Block, Row
from tournaments.judging.text_shaping import font_runs, in_print_order, isolated, join_arabic

# Hebrew letters by name, so that no editor turns these lines round.
SHALOM, MOLAHS = "\u05e9\u05dc\u05d5\u05dd", "\u05dd\u05d5\u05dc\u05e9"
CUP, PUC = "\u05d2\u05d1\u05d9\u05e2", "\u05e2\u05d9\u05d1\u05d2"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann (E5)", "Ann (E5)"),
        (SHALOM, MOLAHS),
        (f"Ann {SHALOM} Bob", f"Ann {MOLAHS} Bob"),
        (f"{SHALOM} {CUP}", f"{PUC} {MOLAHS}"),
        (f"{SHALOM} 12 {CUP}", f"{PUC} 12 {MOLAHS}"),  # a number keeps its digits
        (f"{SHALOM} 3.5 {CUP}", f"{PUC} 3.5 {MOLAHS}"),
        (f"{SHALOM} Ann", f"Ann {MOLAHS}"),  # the first strong letter decides where a line begins
        (f"{isolated(SHALOM)} (E5)", f"{MOLAHS} (E5)"),  # … and in a name it decides for the name alone
        (f"Cup {isolated(f'{SHALOM} Ann')} x", f"Cup Ann {MOLAHS} x"),
        (f"({SHALOM})", f"({MOLAHS})"),
        (f"Cup ({SHALOM}) x", f"Cup ({MOLAHS}) x"),
        (f"{SHALOM} (a) b", f"b (a) {MOLAHS}"),
        (f"{SHALOM} [{CUP}] 7", f"7 [{PUC}] {MOLAHS}"),
        ("\u05e9\u05b8\u05dc\u05d5\u05dd", MOLAHS),  # vowel points are left out
        ("e\u0301\u200f!", "é!"),
        ("\ue000", "?"),
        ("", ""),
    ],
)
def test_a_line_stands_from_left_to_right_as_it_is_read(text: str, shown: str) -> None:
    assert in_print_order(text) == shown


def test_a_name_cannot_break_out_of_its_isolate() -> None:
    assert in_print_order(isolated(f"{SHALOM}\u2069\u2068{CUP}") + " (E5)") == f"{PUC}{MOLAHS} (E5)"


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("\u0645\u062d\u0645\u062f", "\ufee3\ufea4\ufee4\ufeaa"),  # initial, medial, medial, final
        ("\u0633\u0644\u0627\u0645", "\ufeb3\ufefc\ufee1"),  # lam and alef are one sign
        ("\u062f\u0627\u0631", "\ufea9\ufe8d\ufead"),  # none of these joins to the next
        ("\u0628 \u0628", "\ufe8f \ufe8f"),
        ("\u067e\u06af", "\ufb58\ufb93"),  # letters of Persian
        ("Ann", "Ann"),
    ],
)
def test_arabic_letters_join_their_neighbours(text: str, joined: str) -> None:
    assert join_arabic(text) == joined


def test_every_script_has_a_font_and_a_picture_is_a_question_mark() -> None:
    fonts = {
        "Zoë 12 –": {"Helvetica"},
        "ΑλέξανδροςВладимирŁżăễ": {WIDE},
        "שלום": {WIDE},
        "田中さくら": {"HeiseiKakuGo-W5"},
        "们": {"STSong-Light"},
        "김": {"HYGothic-Medium"},
    }
    for text, wanted in fonts.items():
        assert {font_for(sign) for sign in text if sign != " "} == wanted, text
    assert all(ord(sign) in _glyphs() for sign in join_arabic("محمد سلام پارسا گلی").replace(" ", ""))
    assert list(font_runs("A🐉Ω", lambda sign: font_for(sign), "Helvetica")) == [
        ("Helvetica", "A?"),
        (WIDE, "Ω"),
    ]


def _glyphs() -> frozenset[int]:
    from tournaments.judging.pdf import _wide_glyphs

    return _wide_glyphs()


@pytest.mark.parametrize("letter", ["W", "Щ", "\u05e9", "田", "🐉"])
def test_a_long_name_ends_where_its_column_ends_whatever_its_letters(letter: str) -> None:
    cut = fitting(letter * 60, "Helvetica", 200)
    assert cut.endswith("…") and 10 < len(cut) < 60
    assert _width(cut, "Helvetica") <= 200 < _width(letter + cut, "Helvetica")
    assert fitting(letter * 5, "Helvetica", 200) == letter * 5


def test_the_font_is_the_one_its_page_names() -> None:
    readme = (WIDE_FILE.parent / "README.md").read_text()
    assert hashlib.sha256(WIDE_FILE.read_bytes()).hexdigest() in readme
    assert "Bitstream Vera" in (WIDE_FILE.parent / "LICENSE.txt").read_text()


def test_the_printed_sheet_holds_every_name_in_print_order_with_its_font(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[tuple[str, str]] = []
    original = Canvas.drawString

    def draw(self: Any, x: float, y: float, text: str) -> None:
        drawn.append((self._fontname, text))
        original(self, x, y, text)

    monkeypatch.setattr(Canvas, "drawString", draw)
    row = Row("main:1", "Дракон", "Summon", 3, 2, 2)
    deck = SimpleNamespace(entry=SimpleNamespace(name=SHALOM, number=5), revision=object())
    data = sheet_pdf(f"{isolated(CUP)} · 田", [(deck, [Block("main", "Deck", (row,), 2, 2)])])  # type: ignore[list-item]  # plain stand-ins
    assert drawn[:5] == [
        (WIDE, PUC),
        ("Helvetica", " · "),
        ("HeiseiKakuGo-W5", "田"),
        (WIDE, MOLAHS),
        ("Helvetica-Bold", " (E5)"),
    ]
    assert (WIDE, "Дракон") in drawn and ("Helvetica", "x") in drawn
    assert b"DejaVuSans" in data and b"/FontFile2" in data and b"/HeiseiKakuGo-W5" in data
    assert len(data) < 60_000  # the glyphs that are used, not the whole font
