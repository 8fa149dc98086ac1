"""Charts as SVG: how places changed from round to round, and columns for whatever is counted.

Pure drawing: texts come from the caller, colours from ``css/charts.css``. Every chart carries its numbers as rows of a
table, which say the same to anyone who does not look at the picture. Nothing is told by colour alone: one's own line is
thick and has rings, the first three have their own dashes, one's own column has an arrow under it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import log

from .strokes import num

WIDE, PHONE = 720, 340
FIRST = 12
"""So many places have a line each; behind them the scale is logarithmic, so that a climb from place 118 still shows."""
_STEP, _TOP, _TAIL = 26, 34, 74
_COLUMNS, _HEAD, _FOOT = 120, 20, 34
_MOST_LABELS = 12


@dataclass(frozen=True)
class Column:
    """One column: its label, how many, and what of it is the reader's own."""

    label: str
    count: float
    said: str
    own: bool = False


@dataclass(frozen=True)
class Line:
    """One line of places: a name, the rank at the end as it is read, and the place after every round.

    None where somebody was not in the standings. Places are 1, 2, 3 … without ties: two never cover each other.
    """

    name: str
    rank: str
    places: tuple[int | None, ...]
    own: bool = False


@dataclass(frozen=True)
class Chart:
    """A chart: heading, a sentence, the picture for wide screens and for phones, and its numbers as a table."""

    key: str
    title: str
    about: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    wide: str
    phone: str = ""
    sky: bool = False


def columns_svg(columns: Sequence[Column], title: str) -> str:
    """Standing columns side by side; the highest fills the picture. Of many only some are labelled."""
    highest = max((column.count for column in columns), default=0) or 1
    step = PHONE / max(1, len(columns))
    every = -(-len(columns) // _MOST_LABELS)
    ground = _HEAD + _COLUMNS
    parts = []
    for place, column in enumerate(columns):
        middle, height = step * (place + 0.5), _COLUMNS * column.count / highest
        width, own = min(36.0, step * 0.78), " own" if column.own else ""
        parts.append(
            f'<rect class="chart-bar{own}" x="{num(middle - width / 2)}" y="{num(ground - height)}" '
            f'width="{num(width)}" height="{num(height)}" rx="2"/>'
        )
        if column.count and len(columns) <= 2 * _MOST_LABELS:
            parts.append(chart_text("chart-value", middle, ground - height - 5, column.said, "middle"))
        if column.own or place % every == 0:
            parts.append(chart_text("chart-label", middle, ground + 16, column.label, "middle"))
        if column.own:
            parts.append(f'<path class="chart-mark" d="M{num(middle)} {num(ground + 22)}l6 9h-12z"/>')
    parts.append(f'<path class="chart-ground" d="M0 {ground}H{PHONE}"/>')
    return chart_svg(PHONE, ground + _FOOT, title, "".join(parts))


def places_svg(lines: Sequence[Line], rounds: Sequence[str], title: str, *, width: int = WIDE) -> str:
    """Places over rounds: the best line on top, one's own drawn last; names stand at the ends of the lines."""
    room = 190 if width == WIDE else 140
    letters = 24 if width == WIDE else 13
    left, right = 18.0, float(width - room)
    lowest = max((place for line in lines for place in line.places if place is not None), default=1)
    across = [left + (right - left) * at / max(1, len(rounds) - 1) for at in range(len(rounds))]
    height = _down(lowest, lowest) + 22
    parts = [
        f'<path class="chart-round" d="M{num(x)} {_TOP - 12}V{num(height - 8)}"/>'
        f"{chart_text('chart-label', x, 14, name, 'middle')}"
        for x, name in zip(across, rounds, strict=True)
    ]
    for line in sorted(lines, key=lambda one: one.own):
        kind = "own" if line.own else {1: "first", 2: "second", 3: "third"}.get(line.places[-1] or 0, "other")
        parts.append(_line(line, across, lowest, kind))
        last = line.places[-1]
        if last is not None:
            text = f"{line.rank} {_cut(line.name, letters - 3 * line.own)}"  # bold letters are wider
            parts.append(
                chart_text(f"chart-name {kind}", right + 14, _down(last, lowest) + 4.5, text, "start")
            )
    return chart_svg(width, height, title, "".join(parts))


def _line(line: Line, across: Sequence[float], lowest: int, kind: str) -> str:
    """The line of one name, broken where there is no place, with a ring for every place of a line that counts."""
    d, rings, pen = "", "", "M"
    for x, place in zip(across, line.places, strict=True):
        if place is None:
            pen = "M"
            continue
        y = _down(place, lowest)
        d, pen = f"{d}{pen}{num(x)} {num(y)}", "L"
        rings += (
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{5 if line.own else 3}"/>' if kind != "other" else ""
        )
    return f'<g class="chart-way {kind}"><path d="{d}"/>{rings}</g>'


def _down(place: int, lowest: int) -> float:
    """How far down a place stands: even steps for the first ones, then by the logarithm."""
    if place <= FIRST:
        return _TOP + _STEP * (place - 1)
    return _TOP + _STEP * (FIRST - 1) + 22 + _TAIL * log(place / FIRST) / log(max(lowest, FIRST + 1) / FIRST)


def _cut(name: str, letters: int) -> str:
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"


def chart_text(kind: str, x: float, y: float, text: str, anchor: str) -> str:
    """A text in a chart, escaped; ``kind`` is its class, ``anchor`` start, middle or end."""
    return f'<text class="{kind}" x="{num(x)}" y="{num(y)}" text-anchor="{anchor}">{escape(text)}</text>'


def chart_svg(width: float, height: float, title: str, inside: str) -> str:
    """The frame of every chart; ``inside`` is markup, ``title`` is what a screen reader says in its place."""
    return (
        f'<svg class="chart" viewBox="0 0 {num(width)} {num(height)}" role="img" aria-label="{escape(title)}">'
        f"{inside}</svg>"
    )
