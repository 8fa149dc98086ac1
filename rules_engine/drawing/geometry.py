"""Where the dots of a board stand on paper and how the lines between them run.

The default board ("spiral-6") is polar: a dot ``"ring,hour"`` stands at radius ``base + ring`` and at
``hour * 30`` degrees, clockwise, hour 0 at the top. Orbits are drawn as circles and changes of orbit as short
spiral curves; a path of an action follows the same curves.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

Point = tuple[float, float]

RINGS = 7
HOURS = 12
SAMPLES = 10


@dataclass(frozen=True, slots=True)
class PlainBoard:
    """The default board as drawing needs it: dots by ``"ring,hour"`` and the pairs that are joined."""

    dots: dict[str, dict[str, Any]]
    edges: tuple[tuple[str, str], ...]


@cache
def spiral_6() -> PlainBoard:
    """Return the default board: 78 dots, 144 lines (6 starting, 12 inner, 54 white, 6 ending dots)."""
    dots = {
        f"{ring},{hour}": {"kind": _kind(ring, hour)}
        for ring in range(RINGS)
        for hour in range(HOURS)
        if ring > 0 or hour % 2 == 0
    }
    edges = [(f"{k},{h}", f"{k},{(h + 1) % HOURS}") for k in range(1, RINGS) for h in range(HOURS)]
    edges += [(f"0,{h}", f"1,{(h + turn) % HOURS}") for h in range(0, HOURS, 2) for turn in (1, -1)]
    edges += [
        (f"{k},{h}", f"{k + 1},{(h + turn) % HOURS}")
        for k in range(1, RINGS - 1)
        for h in range(1, HOURS, 2)
        for turn in (1, -1)
    ]
    return PlainBoard(dots, tuple(edges))


def _kind(ring: int, hour: int) -> str:
    if ring == 0:
        return "start"
    if ring == 1:
        return "inner"
    return "ending" if ring == RINGS - 1 and hour % 2 == 0 else "white"


def ring_hour(dot: str) -> tuple[int, int] | None:
    """Return ring and hour of a polar dot id, or None for an id of another form."""
    ring, comma, hour = str(dot).partition(",")
    if not comma or not ring.isdigit() or not hour.isdigit():
        return None
    return int(ring), int(hour)


@dataclass(frozen=True, slots=True)
class Plan:
    """Places on the drawing: a centre, an outer radius, and how wide the hub is (``base``, in ring steps).

    With ``base`` 4 angles are the board's true ones; 3 makes more room for pawns on a phone and still keeps
    every forbidden turn sharp and every allowed one wide.
    """

    board: Any
    cx: float
    cy: float
    radius: float
    base: float = 4.0

    @property
    def step(self) -> float:
        """Distance between two neighbouring orbits."""
        return self.radius / (self.base + RINGS - 1)

    def ring_radius(self, ring: float) -> float:
        """Radius of an orbit."""
        return (self.base + ring) * self.step

    def polar(self, ring: float, hour: float) -> Point:
        """Place of a ring and hour, both may lie between two dots."""
        angle = math.radians(hour * 30)
        radius = self.ring_radius(ring)
        return (self.cx + radius * math.sin(angle), self.cy - radius * math.cos(angle))

    def place(self, dot: str) -> Point:
        """Place of a dot: by ring and hour, else by the board's own x and y (-1 to 1, y downwards)."""
        polar = ring_hour(dot)
        if polar is not None:
            return self.polar(*polar)
        at = self.board.dots[dot]
        return (self.cx + at["x"] * self.radius, self.cy + at["y"] * self.radius)

    def line(self, start: str, end: str) -> list[Point]:
        """Points of the line between two dots: an arc or spiral curve if they are neighbours, else straight."""
        first, second = ring_hour(start), ring_hour(end)
        if first is None or second is None:
            return [self.place(start), self.place(end)]
        turn = (second[1] - first[1] + HOURS // 2) % HOURS - HOURS // 2
        if abs(turn) != 1 or abs(second[0] - first[0]) > 1:
            return [self.place(start), self.place(end)]
        return [
            self.polar(
                first[0] + (second[0] - first[0]) * i / SAMPLES,
                first[1] + turn * i / SAMPLES,
            )
            for i in range(SAMPLES + 1)
        ]

    def change_curve(self, start: str, end: str) -> str:
        """Return the SVG path of one line, as a single curve where it bends."""
        points = self.line(start, end)
        if len(points) == 2:
            return polyline(points)
        middle = points[len(points) // 2]
        (x0, y0), (x1, y1) = points[0], points[-1]
        control = (2 * middle[0] - (x0 + x1) / 2, 2 * middle[1] - (y0 + y1) / 2)
        return f"M{num(x0)} {num(y0)}Q{num(control[0])} {num(control[1])} {num(x1)} {num(y1)}"


def num(value: float) -> str:
    """Write a coordinate with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def polyline(points: Sequence[Point]) -> str:
    """Return the SVG path through some points."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def trim(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """Cut a length off both ends of a line; keeps at least the middle of very short ones."""
    total = length(points)
    if total <= start + end:
        return list(points)
    return _cut(_cut(list(points), start)[::-1], end)[::-1]


def _cut(points: list[Point], amount: float) -> list[Point]:
    while len(points) > 2 and math.dist(points[0], points[1]) <= amount:
        amount -= math.dist(points[0], points[1])
        points = points[1:]
    (x0, y0), (x1, y1) = points[0], points[1]
    share = min(amount / (math.dist(points[0], points[1]) or 1), 0.95)
    return [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share), *points[1:]]


def length(points: Sequence[Point]) -> float:
    """Length of a line."""
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def middle(points: Sequence[Point]) -> Point:
    """The point half-way along a line."""
    half = length(points) / 2
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        piece = math.dist((x0, y0), (x1, y1))
        if piece >= half and piece > 0:
            return (x0 + (x1 - x0) * half / piece, y0 + (y1 - y0) * half / piece)
        half -= piece
    return points[-1]


def arrow_head(points: Sequence[Point], size: float) -> list[Point]:
    """Corners of an arrow head at the end of a line."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    span = math.dist((x0, y0), (x1, y1)) or 1
    dx, dy = (x1 - x0) / span, (y1 - y0) / span
    bx, by = x1 - dx * size * 0.4, y1 - dy * size * 0.4
    return [
        (x1 + dx * size, y1 + dy * size),
        (bx - dy * size * 0.7, by + dx * size * 0.7),
        (bx + dy * size * 0.7, by - dx * size * 0.7),
    ]


def joined(parts: Iterable[list[Point]]) -> list[Point]:
    """Join lines that follow each other into one."""
    out: list[Point] = []
    for part in parts:
        out.extend(part if not out else part[1:])
    return out
