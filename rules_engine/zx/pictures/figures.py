"""The figures on Z/X cards, one for each tribe: paths around the middle of a picture of 320 by 200."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from rules_engine.drawing.figures import Figure, banner, beast, dragon
from rules_engine.drawing.strokes import Draw, Point, mirrored, num, shape

Half = Sequence[Point]


def _still(body: Half, *, back: Half = (), lights: str = "", lines: str = "") -> Callable[[Draw], Figure]:
    """A figure that stands still: its right half, mirrored, leaning as chance has it."""

    def drawn(draw: Draw) -> Figure:
        lean = draw(-0.06, 0.06)
        made = [mirrored([(x + y * lean, y) for x, y in half]) if half else "" for half in (back, body)]
        return Figure(made[0], made[1], lights, lines)

    return drawn


def _ring(x: float, y: float, rx: float, ry: float) -> str:
    """An ellipse as a path."""
    around = f"a{num(rx)} {num(ry)} 0 1 0 {num(2 * rx)} 0a{num(rx)} {num(ry)} 0 1 0 {num(-2 * rx)} 0"
    return f"M{num(x - rx)} {num(y)}{around}"


def gauge(draw: Draw) -> Figure:
    """A great toothed wheel and a small one, with a needle."""

    def wheel(x: float, y: float, radius: float, teeth: int) -> str:
        turn = draw(0, 1)
        spots = []
        for i in range(teeth * 4):
            far = radius if i % 4 in (1, 2) else radius * 0.84
            angle = 2 * math.pi * (i + turn) / (teeth * 4)
            spots.append((x + far * math.cos(angle), y + far * math.sin(angle)))
        return shape(spots)

    turn = draw(-2.4, -0.7)
    needle = shape([(0, -16), (34 * math.cos(turn), -16 + 34 * math.sin(turn))], close=False)
    return Figure(
        wheel(44, 20, 26, 9),
        wheel(0, -16, 54, 12),
        _ring(0, -16, 5, 5),
        f"{_ring(0, -16, 36, 36)}{needle}{_ring(44, 20, 12, 12)}",
    )


def dreamer(draw: Draw) -> Figure:
    """A sickle moon that holds a star."""
    wide = draw(44, 54)
    moon = f"M14 -74A{num(wide)} 58 0 1 0 14 42A{num(wide * 0.72)} 50 0 1 1 14 -74Z"
    spots = [
        (
            22 + (15 if i % 2 else 6) * math.cos(math.pi * i / 5 - math.pi / 2),
            -16 - (15 if i % 2 else 6) * math.sin(math.pi * i / 5 + math.pi / 2),
        )
        for i in range(10)
    ]
    return Figure("", moon, shape(spots), "M-18 -56Q-44 -16 -18 24")


def link(draw: Draw) -> Figure:
    """Two rings, one through the other."""
    apart = draw(20, 28)
    return Figure(
        _ring(apart, -14, 40, 40) + _ring(apart, -14, 27, 27),
        _ring(-apart, -14, 40, 40),
        "",
        _ring(-apart, -14, 30, 30),
    )


_FEATHERS = "M14 -34L66 -70M16 -28L74 -52M18 -20L66 -34M-14 -34L-66 -70M-16 -28L-74 -52M-18 -20L-66 -34"

player = _still(
    ((0, -64), (14, -60), (20, -46), (16, -30), (8, -22), (10, -16), (34, -8), (46, 10), (50, 44), (0, 44)),
    back=((0, -6), (30, -46), (52, -34), (56, -52), (76, -36), (62, 8), (40, 20), (0, 30)),
    lines="M-10 -16L0 10L10 -16M0 10V44",
)
"""Somebody with cards fanned out behind."""

TRIBES: dict[str, Callable[[Draw], Figure]] = {
    "Beast": beast,
    "Diabolos": _still(
        (
            (0, -34), (8, -38), (14, -56), (30, -76), (24, -48), (18, -34), (20, -20), (48, -42), (88, -46),
            (70, -27), (80, -14), (58, -13), (62, 3), (40, 0), (22, 8), (12, 32), (0, 46),
        ),
        lights="M-12 -22L-4 -17L-12 -15ZM12 -22L4 -17L12 -15Z",
        lines="M22 -18L70 -27M22 -14L58 -13M-22 -18L-70 -27M-22 -14L-58 -13",
    ),
    "Dragon": dragon,
    "Dreamer": dreamer,
    "Gauge": gauge,
    "Guardian": _still(
        ((0, -66), (24, -56), (44, -60), (46, -16), (36, 16), (18, 38), (0, 50)),
        back=((0, -84), (6, -66), (30, -50), (66, -74), (58, -30), (62, 20), (30, 52), (0, 40)),
        lights="M-18 -30H-4V-24H-16ZM18 -30H4V-24H16Z",
        lines="M0 -56V40M-34 -6H34",
    ),
    "Leafer": _still(
        ((0, -80), (16, -58), (28, -36), (31, -14), (24, 8), (11, 22), (3, 28), (3, 50), (0, 50)),
        back=((0, -10), (40, -34), (70, -36), (58, -6), (30, 16), (0, 24)),
        lines="M0 -68V28M0 -44L16 -52M0 -26L23 -34M0 -8L24 -14M0 -44L-16 -52M0 -26L-23 -34M0 -8L-24 -14",
    ),
    "Lumen": _still(
        (
            (0, -56), (8, -52), (8, -42), (4, -37), (12, -33), (30, -54), (64, -70), (56, -52), (70, -46),
            (54, -35), (60, -24), (40, -18), (20, -14), (13, -4), (28, 46), (0, 46),
        ),
        lights=f"{_ring(0, -68, 16, 5)}{_ring(0, -68, 11, 2.4)}",
        lines=_FEATHERS,
    ),
    "Meister": _still(
        ((0, -86), (6, -72), (6, 6), (26, 4), (28, 12), (6, 15), (6, 36), (10, 44), (0, 50)),
        back=((0, -44), (20, -40), (42, -16), (54, 50), (28, 40), (0, 46)),
        lines="M0 -76V4",
    ),
    "Mermaid": _still(
        (
            (0, -68), (10, -61), (11, -48), (5, -42), (15, -36), (19, -22), (11, -6), (15, 8), (12, 24), (6, 36),
            (12, 42), (34, 46), (42, 38), (38, 60), (16, 60), (0, 50),
        ),
        back=((0, -74), (18, -66), (26, -44), (22, -16), (30, 2), (12, 0), (0, -10)),
        lines="M-12 8H12M-12 18Q0 24 12 18M-8 28Q0 34 8 28",
    ),
    "Phoenix": _still(
        (
            (0, -60), (6, -52), (6, -40), (14, -34), (40, -64), (76, -82), (64, -60), (86, -62), (66, -42),
            (80, -38), (52, -22), (24, -8), (16, 8), (24, 26), (38, 48), (17, 36), (9, 24), (5, 52), (0, 62),
        ),
        lights="M-3 -50L3 -50L0 -44Z",
        lines=_FEATHERS,
    ),
    "Plasect": _still(
        (
            (0, -52), (6, -62), (22, -82), (15, -60), (11, -50), (18, -40), (36, -48), (50, -68), (44, -40),
            (21, -26), (27, -16), (54, -14), (68, 5), (47, -4), (27, 0), (25, 12), (46, 20), (52, 44),
            (37, 28), (19, 32), (0, 48),
        ),
        lights="M-10 -44L-4 -40L-10 -37ZM10 -44L4 -40L10 -37Z",
        lines="M0 -30V46M-20 -22Q0 -30 20 -22M-22 6Q0 14 22 6",
    ),
    "Spirit": _still(
        ((0, -82), (9, -56), (24, -36), (32, -10), (25, 16), (11, 34), (0, 42)),
        back=((0, -30), (40, -56), (52, -24), (44, 16), (20, 40), (0, 30)),
        lights="M0 -30L8 -4L0 18L-8 -4Z",
    ),
    "Thorn": _still(
        (
            (0, -72), (20, -68), (38, -50), (38, -30), (24, -16), (8, -11), (6, 0), (24, -4), (38, 9),
            (19, 15), (6, 9), (4, 52), (0, 52),
        ),
        lines="M0 -60Q22 -52 14 -36Q0 -26 -12 -36Q-16 -48 0 -48M4 24L12 20M-4 36L-12 32M4 44L11 42",
    ),
    "Waker": _still(
        (
            (0, -76), (9, -67), (9, -54), (28, -56), (44, -42), (42, -12), (33, -10), (31, -30), (18, -26),
            (16, -2), (24, 46), (8, 46), (4, 10), (0, 8),
        ),
        back=((0, -60), (34, -84), (26, -52), (60, -50), (36, -32), (0, -20)),
        lights="M-5 -64H5V-60H-5Z",
        lines="M-12 -46H12M-14 -34H14M0 -46V0",
    ),
}  # fmt: skip
"""Tribe as cards write it -> what draws its figure."""
BANNER = "banner"
WITHOUT_TRIBE = ("Waker", "Meister", "Guardian", "Spirit", "Beast", BANNER)
"""What a card without a tribe that has a figure may show."""


def figure_name(number: str, tribes: Sequence[str]) -> str:
    """Whose figure a card shows: a key of :data:`TRIBES`, or :data:`BANNER`; without a tribe its number decides."""
    known = next((tribe for tribe in tribes if tribe in TRIBES), "")
    return known or WITHOUT_TRIBE[int(Draw(number)(0, len(WITHOUT_TRIBE) - 0.001))]


def figure_of(name: str) -> Callable[[Draw], Figure]:
    """What draws the figure of this name."""
    return TRIBES.get(name, banner)
