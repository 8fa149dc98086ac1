"""The picture that other sites show beside a link: the tournament's own sky, its name, day and place.

Drawn by our own renderer with the fonts in ``fonts/``: no browser, and the same words give the same bytes everywhere.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ledger.names import xml_text
from rules_engine.drawing.sky import sky_svg
from tournaments.events.models import Tournament

from .winner import Honour

WIDTH, HEIGHT = 1200, 630
FONTS = sorted((Path(__file__).parent / "fonts").glob("*.ttf"))
PLAIN = Path(__file__).parents[1] / "judging" / "fonts" / "DejaVuSans.ttf"
"""For letters that the display face does not have."""
_FACE = "Archivo SemiBold"
_CSS = f"""
text {{ font-family: "{_FACE}", "DejaVu Sans"; fill: #f1f3ff; }}
.small {{ fill: #b4bce0; }} .gold {{ fill: #ffd27a; }}
.poster-stars {{ fill: #fff; opacity: .7; }} .poster-world {{ fill: #ffd27a; opacity: .85; }}
.poster-orbit {{ fill: none; stroke: #aeb8ff; stroke-width: .8; opacity: .55; }}
.poster-figure {{ fill: #0b0e24; stroke: #c9d0ff; stroke-width: 1.2; }} .poster-dot {{ fill: #fff; }}
.poster-goal circle {{ fill: none; stroke: #ffd27a; stroke-width: 1.6; }}
.poster-goal circle + circle {{ fill: #ffd27a; }}
"""


@dataclass(frozen=True)
class TitleWords:
    """What stands in the picture; ``eyebrow`` is the golden line over the name."""

    eyebrow: str
    name: str
    about: str

    @property
    def mark(self) -> str:
        """A digest of all of it."""
        return hashlib.sha256("\n".join((self.eyebrow, self.name, self.about)).encode()).hexdigest()[:24]


def title_words(tournament: Tournament, podium: Sequence[Honour]) -> TitleWords:
    """The words for a tournament as it is now: coming, being played, or won by somebody."""
    day = date_format(localtime(tournament.starts_at), "l j F Y")
    about = " · ".join(part for part in (day, tournament.location) if part)
    if podium:
        names = " · ".join(podium[0]["names"])
        return TitleWords(_("Winner"), names, f"{tournament.name} · {about}")
    eyebrow = _("%(game)s tournament") % {"game": tournament.game_name}
    if tournament.state == Tournament.State.RUNNING:
        eyebrow = _("Being played now")
    return TitleWords(eyebrow, tournament.name, about)


def title_svg(seed: str, words: TitleWords) -> str:
    """The picture as SVG; ``seed`` decides the sky."""
    lines, size = _lines(words.name)
    sky = sky_svg(seed).replace("<svg ", f'<svg width="{WIDTH}" height="{HEIGHT}" ', 1)
    top = 470 - (len(lines) - 1) * size * 1.12
    name = "".join(
        f'<text x="72" y="{top + at * size * 1.12:.0f}" font-size="{size}">{escape(line)}</text>'
        for at, line in enumerate(lines)
    )
    eyebrow = (
        f'<text class="gold" x="74" y="{top - size - 12:.0f}" font-size="30">{escape(words.eyebrow)}</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><style>{_CSS}</style>'
        '<defs><radialGradient id="s" cx=".76" cy=".45" r=".8"><stop offset="0" stop-color="#2b378a"/>'
        '<stop offset="1" stop-color="#0e1232"/></radialGradient>'
        '<linearGradient id="v" x2="0" y2="1"><stop offset=".2" stop-color="#0e1232" stop-opacity="0"/>'
        '<stop offset=".6" stop-color="#0e1232" stop-opacity=".8"/></linearGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#s)"/>{sky}'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#v)"/>'
        f'{eyebrow}{name}<text class="small" x="74" y="528" font-size="27">{escape(_cut(words.about, 66))}</text>'
        '<text x="74" y="86" font-size="30">X610Z</text>'
        '<text class="small" x="202" y="86" font-size="26">Organized Play</text></svg>'
    )


def title_png(seed: str, words: TitleWords) -> bytes:
    """The same as PNG."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=xml_text(title_svg(seed, words)),
            width=WIDTH,
            skip_system_fonts=True,
            font_files=[str(PLAIN), *map(str, FONTS)],
            font_family=_FACE,
            sans_serif_family="DejaVu Sans",
        )
    )


def _lines(name: str) -> tuple[list[str], int]:
    """The name on at most three lines, and the size of its letters: the longer, the smaller."""
    for size, letters in ((84, 20), (66, 26), (52, 33)):
        lines = _broken(name, letters)
        if len(lines) <= 2 and all(len(line) <= letters for line in lines):
            return lines, size
    return [_cut(line, 33) for line in _broken(name, 33)[:3]], 52


def _broken(name: str, letters: int) -> list[str]:
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines or [""]


def _cut(text: str, letters: int) -> str:
    return text if len(text) <= letters else text[: letters - 1].rstrip() + "…"
