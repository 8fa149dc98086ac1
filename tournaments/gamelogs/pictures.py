"""A position as a picture that one can hand on: with its table, its line and the hash of the position under it."""

import hashlib
from functools import cache
from html import escape
from pathlib import Path

from django.contrib.staticfiles import finders
from django.utils.translation import gettext as _

from ledger.names import xml_text
from rules_engine.drawing.plain_css import plain_css

from .opened_game import LogView

PIXELS = 1280
FONT = Path(__file__).parents[1] / "judging" / "fonts" / "DejaVuSans.ttf"
"""The font that the printed sheets use as well."""
_BOARD, _FOOT = 640, 64


def position_hash(opened: LogView, step: int) -> str:
    """The engine's fingerprint of the state after a step; "" before a game has begun."""
    opened.cursor.seek(step)
    try:
        return str(opened.cursor.state.digest())
    except LookupError:
        return ""


def position_svg(opened: LogView, step: int, title: str) -> str:
    """The board after a step in plain colours, under it the title, what happened, and the hash of the position."""
    board = str(opened.picture(step, "p"))
    # Plain fonts and colours: readers of pictures know neither our variables nor the fonts of a page.
    css = plain_css(_board_css(opened.styles)) + "text{font-family:sans-serif;fill:#12171e}"
    moment = _("line %(number)s: %(sentence)s") % {"number": step, "sentence": opened.sentence(step)}
    mark = f"{_('Position')} {position_hash(opened, step)}"
    foot = (
        f'<text x="16" y="{_BOARD + 16}" font-size="15" font-weight="700">{escape(title)}</text>'
        f'<text x="16" y="{_BOARD + 34}" font-size="12">{escape(moment[:100])}</text>'
        f'<text x="16" y="{_BOARD + 52}" font-size="10">{escape(mark)}</text>'
    )
    inner = board.replace("<svg ", f'<svg width="{_BOARD}" height="{_BOARD}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_BOARD} {_BOARD + _FOOT}">'
        f'<style>{css}</style><rect width="{_BOARD}" height="{_BOARD + _FOOT}" fill="#ffffff"/>{inner}{foot}</svg>'
    )


def as_png(svg: str) -> bytes:
    """The same picture as PNG, drawn with a font of our own: the same bytes on every machine."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=xml_text(svg),
            width=PIXELS,
            skip_system_fonts=True,
            font_files=[str(FONT)],
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
        )
    )


def etag(content: bytes) -> str:
    """A name for exactly these bytes."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


@cache
def _board_css(own: str) -> str:
    """The style sheet of every board, and behind it that of one game."""
    found = [finders.find(name) for name in ("css/board.css", own) if name]
    return "".join(Path(str(path)).read_text(encoding="utf-8") for path in found if path)
