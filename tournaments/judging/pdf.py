"""The sheet of a deck check as a PDF, for printing at the desk."""

from collections.abc import Iterable, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from .models import CheckedDeck
from .sheets import Block
from .text_shaping import END, ISOLATE, font_runs, isolated

FONT, BOLD = "Helvetica", "Helvetica-Bold"
WIDE = "DejaVuSans"
WIDE_FILE = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
# Fonts that every PDF reader knows, and the older encoding that says which signs each has.
EASTERN = (
    ("cp932", "HeiseiKakuGo-W5"),
    ("gbk", "STSong-Light"),
    ("big5", "MSung-Light"),
    ("cp949", "HYGothic-Medium"),
)
LEFT, RIGHT, TOP, BOTTOM = 15 * mm, 195 * mm, 282 * mm, 15 * mm
LINE = 6 * mm
COUNT, NAME, KIND, COST, BOX = LEFT, LEFT + 12 * mm, LEFT + 95 * mm, LEFT + 155 * mm, LEFT + 170 * mm
SIZE, GAP, NUMBER = 10, 2 * mm, 20 * mm
MORE = "…"


def sheet_pdf(title: str, decks: Sequence[tuple[CheckedDeck, Iterable[Block]]]) -> bytes:
    """One deck after the other, a new page for each; A4. Letters of any script, see :func:`font_for`."""
    canvas = Canvas(BytesIO(), pagesize=A4, invariant=True)
    canvas.setTitle(title.replace(ISOLATE, "").replace(END, ""))
    for deck, blocks in decks:
        name = fitting(deck.entry.name, BOLD, RIGHT - LEFT - NUMBER)
        page = Paper(canvas, title, f"{isolated(name)} (E{deck.entry.number})")
        for block in blocks:
            page.block(block)
        if deck.revision is None:
            page.line((NAME, _("No list is registered"), FONT))
        canvas.showPage()
    return bytes(canvas.getpdfdata())


def font_for(sign: str, western: str = FONT) -> str | None:
    """The font that prints a sign: PDF's own for Western letters, DejaVu for most others, one of the East; or None.

    The number of the entry stands beside every name, so a name with a sign that none has can still be told.
    """
    if _encodes(sign, "cp1252"):
        return western
    if ord(sign) in _wide_glyphs():
        return WIDE
    for encoding, font in EASTERN:
        if _encodes(sign, encoding):
            _register_eastern(font)
            return font
    return None


def fitting(text: str, western: str, room: float) -> str:
    """As much of a text as fits into so many points; whatever is cut off leaves three dots."""
    if _width(text, western) <= room:
        return text
    while text and _width(text + MORE, western) > room:
        text = text[:-1]
    return text + MORE


def wrapped(text: str, western: str, room: float) -> list[str]:
    """A text on as many lines as it needs; a word that is too long for a line is cut into pieces."""
    lines = [""]
    for word in text.split():
        grown = f"{lines[-1]} {word}".strip()
        if _width(grown, western) <= room:
            lines[-1] = grown
            continue
        if lines[-1]:
            lines.append("")
        for sign in word:
            if lines[-1] and _width(lines[-1] + sign, western) > room:
                lines.append("")
            lines[-1] += sign
    return lines


def _width(text: str, western: str) -> float:
    runs = font_runs(text, lambda sign: font_for(sign, western), western)
    return sum(pdfmetrics.stringWidth(run, font, SIZE) for font, run in runs)


def _encodes(sign: str, encoding: str) -> bool:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


@cache
def _wide_glyphs() -> frozenset[int]:
    """The signs of DejaVu Sans; reading the file takes a moment, so a process does it once, when it first must."""
    font = TTFont(WIDE, str(WIDE_FILE))
    pdfmetrics.registerFont(font)
    return frozenset(font.face.charToGlyph)


@cache
def _register_eastern(name: str) -> None:
    pdfmetrics.registerFont(UnicodeCIDFont(name))


class Paper:
    """A place on the paper that moves down, and on to a new page at the bottom."""

    def __init__(self, canvas: Canvas, title: str, name: str) -> None:
        self.canvas, self.title, self.name = canvas, title, name
        self._head()

    def _head(self) -> None:
        self.y = TOP
        self.line((LEFT, self.title, FONT))
        self.line((LEFT, self.name, BOLD))

    def keep(self, tall: float) -> None:
        """Go on to a new page if so much does not fit on this one."""
        if self.y - tall < BOTTOM:
            self.canvas.showPage()
            self._head()

    def line(self, *cells: tuple[float, str, str]) -> None:
        """Print cells (place, text, font) on one line."""
        if self.y < BOTTOM:
            self.canvas.showPage()
            self._head()
        ends = [x - GAP for x, _text, _western in cells[1:]] + [RIGHT]
        for (x, text, western), end in zip(cells, ends, strict=True):
            self._cell(x, fitting(text, western, end - x), western)
        self.y -= LINE

    def _cell(self, x: float, text: str, western: str) -> None:
        for font, run in font_runs(text, lambda sign: font_for(sign, western), western):
            self.canvas.setFont(font, SIZE)
            self.canvas.drawString(x, self.y, run)
            x += pdfmetrics.stringWidth(run, font, SIZE)

    def block(self, block: Block) -> None:
        """Print one side of the deck: a heading, then a line a card with a box to tick."""
        self.line((LEFT, f"{block.label}: {block.count}", BOLD))
        for row in block.rows:
            self.line(
                (COUNT, str(row.count), BOLD),
                (NAME, row.name, FONT),
                (KIND, row.kind, FONT),
                (COST, str(row.cost), FONT),
            )
            self.canvas.rect(BOX, self.y + LINE - 0.5 * mm, 3.5 * mm, 3.5 * mm)
            if row.done:
                self.canvas.setFont(FONT, SIZE)
                self.canvas.drawString(BOX + 0.7 * mm, self.y + LINE, "x")
