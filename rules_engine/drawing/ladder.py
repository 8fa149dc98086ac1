"""A ladder as a sky: the first is the world in the middle, everybody else a dot on an orbit further out by rank.

Pure drawing like :mod:`rules_engine.drawing.charts`; the ladder itself stands beside it, and these orbits as rows.
"""

from collections.abc import Sequence
from math import cos, pi, sin

from .charts import PHONE, WIDE, chart_svg, chart_text
from .strokes import num

ORBITS = (1, 4, 8, 16, 32, 64)
"""The last rank of each orbit, from the middle outward; who stands behind them has no dot, but for oneself."""
_FLAT = 0.46
_HEIGHT = {WIDE: 300, PHONE: 210}


def orbit_of(rank: int) -> int:
    """Which orbit a rank is on, 0 the world in the middle; behind the last one the number of orbits."""
    return next((number for number, last in enumerate(ORBITS) if rank <= last), len(ORBITS))


def ladder_sky(ranks: Sequence[int], title: str, *, own: int | None = None, width: int = WIDE) -> str:
    """The ranks of a ladder, the best first, on their orbits; ``own``: the rank to mark, behind the last orbit too."""
    middle, height = width / 2, _HEIGHT[width]
    outer = width / 2 - 24
    shown = [rank for rank in ranks if rank <= ORBITS[-1]]
    parts = [_orbit(ring, middle, height / 2, outer) for ring in range(1, _rings(shown, own) + 1)]
    marked = own is None
    by_orbit: dict[int, list[int]] = {}
    for rank in shown:
        by_orbit.setdefault(orbit_of(rank), []).append(rank)
    for ring, there in sorted(by_orbit.items(), reverse=True):
        for at, rank in enumerate(there):
            x, y = _spot(ring, at, len(there), middle, height / 2, outer)
            mine = rank == own and not marked
            marked = marked or mine
            parts.append(_dot(ring, x, y, rank, mine))
    if not marked and own is not None:
        x, y = _spot(len(ORBITS), 0, 1, middle, height / 2, outer)
        parts.append(_dot(len(ORBITS), x, y, own, True))
    return chart_svg(width, height, title, "".join(parts))


def _rings(shown: Sequence[int], own: int | None) -> int:
    """How many orbits are drawn around the middle."""
    furthest = max([orbit_of(rank) for rank in shown], default=1)
    return max(1, len(ORBITS) if own is not None and own > ORBITS[-1] else furthest)


def _radius(ring: int, outer: float) -> float:
    return outer * (0.2 + 0.8 * ring / len(ORBITS)) if ring else 0.0


def _orbit(ring: int, x: float, y: float, outer: float) -> str:
    rx = _radius(ring, outer)
    return (
        f'<ellipse class="ladder-orbit" cx="{num(x)}" cy="{num(y)}" rx="{num(rx)}" ry="{num(rx * _FLAT)}"/>'
    )


def _spot(ring: int, at: int, count: int, x: float, y: float, outer: float) -> tuple[float, float]:
    """Evenly around an orbit, each orbit turned a little further than the one inside it."""
    rx, turn = _radius(ring, outer), 2 * pi * at / max(1, count) + ring * 0.7 - pi / 2
    return x + rx * cos(turn), y + rx * _FLAT * sin(turn)


def _dot(ring: int, x: float, y: float, rank: int, mine: bool) -> str:
    size = 17.0 if ring == 0 else 11.0 if ring <= 2 else 5.0
    kind = "ladder-world" if ring == 0 else "ladder-dot"
    mark = f'<circle class="ladder-own" cx="{num(x)}" cy="{num(y)}" r="{num(size + 6)}"/>' if mine else ""
    label = chart_text("ladder-rank", x, y + 4.5, str(rank), "middle") if ring <= 2 else ""
    if mine and not label:
        label = chart_text("ladder-rank own", x, y - size - 10, str(rank), "middle")
    return f'{mark}<circle class="{kind}" cx="{num(x)}" cy="{num(y)}" r="{num(size)}"/>{label}'
