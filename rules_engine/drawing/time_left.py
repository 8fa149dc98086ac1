"""Who plays until when: a bar for every moment at which tables end, as long as the time they have left.

Pure drawing like :mod:`rules_engine.drawing.charts`. A bar that is over its time is dashed and runs the same way, with
its words beside it: nothing is told by colour alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .charts import PHONE, chart_svg, chart_text
from .strokes import num

_ROW, _BAR, _TOP = 46, 12, 8


@dataclass(frozen=True)
class Ending:
    """The tables that end at one moment: which, how long is left in words, and the minutes (negative: over)."""

    tables: str
    said: str
    minutes: float


def time_left_svg(endings: Sequence[Ending], title: str, *, width: int = PHONE) -> str:
    """The bars from top to bottom in the order given; the longest fills the width."""
    longest = max((abs(one.minutes) for one in endings), default=0) or 1
    parts = []
    for at, one in enumerate(endings):
        top = _TOP + at * _ROW
        over = " over" if one.minutes < 0 else ""
        parts.append(chart_text("chart-label", 0, top + 14, one.tables, "start"))
        parts.append(chart_text(f"chart-value{over}", width, top + 14, one.said, "end"))
        parts.append(
            f'<rect class="chart-track" x="0" y="{top + 22}" width="{width}" height="{_BAR}" rx="3"/>'
        )
        parts.append(
            f'<rect class="chart-bar left{over}" x="1" y="{top + 23}" '
            f'width="{num(max(4.0, (width - 2) * abs(one.minutes) / longest))}" height="{_BAR - 2}" rx="2"/>'
        )
    return chart_svg(width, _TOP + _ROW * len(endings), title, "".join(parts))
