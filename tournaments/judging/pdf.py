"""The sheet of a deck check as a PDF, for printing at the desk."""

from collections.abc import Iterable, Sequence
from io import BytesIO

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from .models import CheckedDeck
from .sheets import MAIN, Block

FONT, BOLD = "Helvetica", "Helvetica-Bold"
LEFT, RIGHT, TOP, BOTTOM = 15 * mm, 195 * mm, 282 * mm, 15 * mm
LINE = 6 * mm
COUNT, NAME, KIND, COST, BOX = LEFT, LEFT + 12 * mm, LEFT + 95 * mm, LEFT + 155 * mm, LEFT + 170 * mm


def sheet_pdf(title: str, decks: Sequence[tuple[CheckedDeck, Iterable[Block]]]) -> bytes:
    """One deck after the other, a new page for each; A4.

    The built-in fonts of PDF know Western letters only; any other letter is printed as a question mark, so the
    number of the entry stands beside its name.
    """
    canvas = Canvas(BytesIO(), pagesize=A4, invariant=True)
    canvas.setTitle(_western(title))
    for deck, blocks in decks:
        page = _Page(canvas, title, f"{deck.entry.name} (E{deck.entry.number})")
        for block in blocks:
            page.block(block)
        if deck.revision is None:
            page.line((NAME, _("No list is registered"), FONT))
        canvas.showPage()
    return bytes(canvas.getpdfdata())


class _Page:
    """A place on the paper that moves down, and on to a new page at the bottom."""

    def __init__(self, canvas: Canvas, title: str, name: str) -> None:
        self.canvas, self.title, self.name = canvas, title, name
        self._head()

    def _head(self) -> None:
        self.y = TOP
        self.line((LEFT, self.title, FONT))
        self.line((LEFT, self.name, BOLD))

    def line(self, *cells: tuple[float, str, str]) -> None:
        """Print cells (place, text, font) on one line."""
        if self.y < BOTTOM:
            self.canvas.showPage()
            self._head()
        for x, text, font in cells:
            self.canvas.setFont(font, 10)
            self.canvas.drawString(x, self.y, _western(text))
        self.y -= LINE

    def block(self, block: Block) -> None:
        """Print one side of the deck: a heading, then a line a card with a box to tick."""
        side = _("Deck") if block.side == MAIN else _("Sideboard")
        self.line((LEFT, f"{side}: {block.count}", BOLD))
        for row in block.rows:
            self.line(
                (COUNT, str(row.count), BOLD),
                (NAME, row.name[:46], FONT),
                (KIND, row.kind[:32], FONT),
                (COST, str(row.cost), FONT),
            )
            self.canvas.rect(BOX, self.y + LINE - 0.5 * mm, 3.5 * mm, 3.5 * mm)
            if row.done:
                self.canvas.drawString(BOX + 0.7 * mm, self.y + LINE, "x")


def _western(text: str) -> str:
    """The text as the built-in fonts can print it."""
    return text.encode("cp1252", "replace").decode("cp1252")
