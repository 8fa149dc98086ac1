"""A ladder as a sky: the first is the world in the middle, everybody else a dot on an orbit further out by rank.

Pure drawing like :mod:`rules_engine.drawing.charts`; the ladder itself stands beside it, and these orbits as rows.
"""

from collections.abc import Sequence
from math import cos, pi, sin

from .charts import PHONE, WIDE, chart_svg, chart_text
from .strokes import num

ORBITS = (1, 4, 8, 16, 32, 64)
"""The last rank of each orbit, from the middle outward; who stands behind them has no dot, but for oneself."""
_SIZES = {WIDE: (300, 0.4), PHONE: (260, 0.68)}
"""Height, and how flat an orbit is seen."""


def orbit_of(rank: int) -> int:
    """Which orbit a rank is on, 0 the world in the middle; behind the last one the number of orbits."""
    return next((number for number, last in enumerate(ORBITS) if rank <= last), len(ORBITS))


def ladder_sky(ranks: Sequence[int], title: str, *, own: int | None = None, width: int = WIDE) -> str:
    """The ranks of a ladder, the best first, on their orbits; ``own``: the rank to mark, behind the last orbit too."""
    by_orbit: dict[int, list[int]] = {}
    for rank in ranks:
        if rank <= ORBITS[-1] or (rank == own and len(ORBITS) not in by_orbit):
            by_orbit.setdefault(orbit_of(rank), []).append(rank)
    if own is not None and own > ORBITS[-1]:
        by_orbit[len(ORBITS)] = [own]
    rings = max([1, *by_orbit])
    height, flat = _SIZES[width]
    across = min(width / 2 - 20, (height / 2 - 20) / flat)
    parts = []
    for ring in range(1, rings + 1):
        rx = _radius(ring, rings, across)
        at = f'cx="{num(width / 2)}" cy="{num(height / 2)}"'
        parts.append(f'<ellipse class="ladder-orbit" {at} rx="{num(rx)}" ry="{num(rx * flat)}"/>')
    marked = False
    for ring, there in sorted(by_orbit.items(), reverse=True):
        for place, rank in enumerate(there):
            turn = 2 * pi * place / len(there) + ring * 0.7 - pi / 2
            rx = _radius(ring, rings, across)
            x, y = width / 2 + rx * cos(turn), height / 2 + rx * flat * sin(turn)
            mine = rank == own and not marked
            marked = marked or mine
            parts.append(_dot(ring, x, y, rank, mine))
    return chart_svg(width, height, title, "".join(parts))


def _radius(ring: int, rings: int, across: float) -> float:
    """The middle takes a little more than its share, so that the world has room."""
    return across * (ring + 0.5) / (rings + 0.5) if ring else 0.0


def _dot(ring: int, x: float, y: float, rank: int, mine: bool) -> str:
    size = 17.0 if ring == 0 else 11.0 if ring <= 2 else 5.0
    kind = "ladder-world" if ring == 0 else "ladder-dot"
    mark = f'<circle class="ladder-own" cx="{num(x)}" cy="{num(y)}" r="{num(size + 6)}"/>' if mine else ""
    label = chart_text("ladder-rank", x, y + 4.5, str(rank), "middle") if ring <= 2 else ""
    if mine and not label:
        label = chart_text("ladder-rank own", x, y - size - 10, str(rank), "middle")
    return f'{mark}<circle class="{kind}" cx="{num(x)}" cy="{num(y)}" r="{num(size)}"/>{label}'
