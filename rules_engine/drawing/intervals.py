"""Shares with their intervals as SVG: bars from nothing to everything, and a difference around nought."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from .charts import PHONE, chart_svg, chart_text
from .strokes import num

_ROW, _BAR, _EDGE, _STEP = 52.0, 16.0, 8.0, 10


@dataclass(frozen=True)
class Interval:
    """A share or a difference of shares between its bounds, with its label and its value as it is read."""

    label: str
    said: str
    value: float
    low: float
    high: float


def intervals_svg(shares: Sequence[Interval], difference: Interval, title: str) -> str:
    """Every share as a bar with its interval, and below them the difference as a point with its interval."""
    parts = [_bar(one, place * _ROW) for place, one in enumerate(shares)]
    return chart_svg(
        PHONE,
        (len(shares) + 1) * _ROW + 22,
        title,
        "".join((*parts, _beside(difference, len(shares) * _ROW))),
    )


def _heading(one: Interval, top: float) -> str:
    label = chart_text("chart-label", 0, top + 15, one.label, "start")
    return label + chart_text("chart-value", PHONE, top + 15, one.said, "end")


def _bar(one: Interval, top: float) -> str:
    y = top + 24
    track = f'<rect class="chart-track" x="0" y="{num(y)}" width="{PHONE}" height="{num(_BAR)}" rx="3"/>'
    bar = (
        f'<rect class="chart-bar" x="0" y="{num(y + 3)}" width="{num(PHONE * one.value)}" '
        f'height="{num(_BAR - 6)}" rx="2"/>'
    )
    return _heading(one, top) + track + bar + _whisker(PHONE * one.low, PHONE * one.high, y + _BAR / 2)


def _beside(one: Interval, top: float) -> str:
    """The difference on a scale of its own, of whole tens of points, with nought in the middle."""
    reach = max(_STEP, _STEP * ceil(100 * max(abs(one.low), abs(one.high)) / _STEP))
    y, middle = top + 24 + _BAR / 2, PHONE / 2
    value, low, high = (middle + (middle - _EDGE) * 100 * at / reach for at in (one.value, one.low, one.high))
    ground = f'<path class="chart-ground" d="M0 {num(y)}H{PHONE}M{num(middle)} {num(y - 10)}V{num(y + 10)}"/>'
    point = f'<circle class="chart-point" cx="{num(value)}" cy="{num(y)}" r="6"/>'
    scale = "".join(
        chart_text("chart-label", x, y + 28, text, anchor)
        for x, text, anchor in (
            (0, f"−{reach}", "start"),
            (middle, "0", "middle"),
            (PHONE, f"+{reach}", "end"),
        )
    )
    return _heading(one, top) + ground + _whisker(low, high, y) + point + scale


def _whisker(low: float, high: float, y: float) -> str:
    ends = f"M{num(low)} {num(y - 5)}v10M{num(high)} {num(y - 5)}v10"
    return f'<path class="chart-whisker" d="M{num(low)} {num(y)}H{num(high)}{ends}"/>'
