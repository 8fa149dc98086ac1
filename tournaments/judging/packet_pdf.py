"""A packet of evidence on paper: what was found, the position before it, the lines around it, and the hashes."""

from collections.abc import Sequence
from io import BytesIO

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from ledger.shapes import Json

from .pdf import BOLD, FONT, LEFT, LINE, RIGHT, Paper, wrapped

BOARD = 105 * mm


def packet_pdf(
    title: str, names: str, parts: Sequence[tuple[str, Sequence[str]]], board: bytes | None
) -> bytes:
    """The packet as A4 pages: headings with their lines, and after the first part the board as a picture (PNG)."""
    canvas = Canvas(BytesIO(), pagesize=A4, invariant=True)
    canvas.setTitle(title)
    page = Paper(canvas, title, names)
    for number, (heading, lines) in enumerate(parts):
        page.line((LEFT, "", FONT))
        page.line((LEFT, heading, BOLD))
        for line in lines:
            for piece in wrapped(line, FONT, RIGHT - LEFT):
                page.line((LEFT, piece, FONT))
        if number == 0 and board is not None:
            _picture(page, board)
    canvas.showPage()
    return bytes(canvas.getpdfdata())


def _picture(page: Paper, board: bytes) -> None:
    """The board, on the next page when it does not fit here."""
    image = ImageReader(BytesIO(board))
    width, height = image.getSize()
    tall = BOARD * height / width
    page.keep(tall)
    # The next line would stand at `page.y`: its letters' room above it is the picture's, and none of the line before.
    page.canvas.drawImage(image, LEFT, page.y + LINE / 2 - tall, width=BOARD, height=tall)
    page.y -= tall


def report_lines(packet: Json, file: str) -> list[tuple[str, list[str]]]:
    """The part that says what hangs together, and how anybody can check it."""
    return [
        (
            _("Hashes"),
            [
                _("Packet: %(hash)s") % {"hash": packet["sha256"]},
                _("Log: %(hash)s") % {"hash": packet["log_sha256"]},
                _("Cards: %(hash)s") % {"hash": packet["pool"]["sha256"]},
                _("Position at the end: %(hash)s") % {"hash": packet["report"]["digest"] or "–"},
                _("engine version %(number)s") % {"number": packet["semantics"]},
            ],
        ),
        (
            _("Check it yourself"),
            [
                _("The packet as JSON comes to the same verdict on any machine that has the rules engine:"),
                f"python -m rules_engine verify-packet {file}",
                _("It holds the log with everything that the players wrote, and no registered list."),
            ],
        ),
    ]
