"""A year at a glance: a line for every tournament, as long as its field, and a ring where somebody finished on it.

Pure drawing like :mod:`rules_engine.drawing.charts`; the same places stand as numbers in the table beside it. Places
are on one logarithmic scale, so third of eight and third of two hundred stand at one height with lines of different
length: how far down a line still goes is how many finished behind.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from .charts import WIDE, chart_svg, chart_text
from .strokes import num

_TOP, _DEPTH, _FOOT, _SIDE = 40, 190, 42, 26
_RING, _LEAST_RING = 13.0, 4.0
_WITH_NUMBER = 9.0
"""A ring of this radius has room for the number of its place."""
_LABEL = 58


@dataclass(frozen=True)
class Stop:
    """One tournament: its day as it is read, how many took part, and the places to mark, the best first."""

    label: str
    field: int
    places: tuple[int, ...]


def season_svg(stops: Sequence[Stop], title: str, *, width: int = WIDE, crowned: bool = True) -> str:
    """The tournaments from left to right in their order; the first place is on top, rings are joined by a line.

    Without ``crowned`` a ring is a number of people and the first is like the others.
    """
    lowest = max((max(stop.field, *stop.places, 2) for stop in stops), default=2)
    step = (width - 2 * _SIDE) / max(1, len(stops))
    ring = max(_LEAST_RING, min(_RING, step * 0.42))
    every = max(1, -(-_LABEL // max(1, int(step))))
    lines, rings, way = [], [], []
    for at, stop in enumerate(stops):
        x = _SIDE + step * (at + 0.5)
        lines.append(
            f'<path class="season-field" d="M{num(x)} {_TOP}V{num(_down(stop.field, lowest))}"/>'
            f'<path class="season-end" d="M{num(x - 5)} {num(_down(stop.field, lowest))}h10"/>'
        )
        if (len(stops) - 1 - at) % every == 0:
            lines.append(chart_text("chart-label", x, _TOP + _DEPTH + 30, stop.label, "middle"))
        for place in sorted(set(stop.places), reverse=True):
            y, first = _down(place, lowest), " first" if crowned and place == 1 else ""
            rings.append(f'<circle class="season-place{first}" cx="{num(x)}" cy="{num(y)}" r="{num(ring)}"/>')
            if ring >= _WITH_NUMBER:
                rings.append(chart_text(f"season-number{first}", x, y + 4.5, str(place), "middle"))
        if stop.places:
            way.append(f"{num(x)} {num(_down(min(stop.places), lowest))}")
    joined = f'<path class="season-way" d="M{"L".join(way)}"/>' if len(way) > 1 else ""
    return chart_svg(width, _TOP + _DEPTH + _FOOT, title, "".join([*lines, joined, *rings]))


def _down(place: int, lowest: int) -> float:
    return _TOP + _DEPTH * log(max(1, place)) / log(max(2, lowest))
