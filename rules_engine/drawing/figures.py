"""The figures on summon cards, one for each class: paths around the middle of a picture of 320 by 200."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import NamedTuple

from .strokes import Draw, Point, mirrored, num, shape


class Figure(NamedTuple):
    """Paths from back to front: what lies behind, the body, its lights, and lines drawn over it."""

    back: str
    body: str
    lights: str
    lines: str


def dragon(draw: Draw) -> Figure:
    """A dragon in flight, from the tail on the left to the head on the right."""
    line = _spine(draw)
    left, right = _flanks(line)
    lift, sweep = draw(-10, 16), draw(-16, 14)
    (hx, hy), (px, py) = line[-1], line[-3]
    turn = math.atan2(hy - py, hx - px) * 0.35 - 0.08

    def at(u: float, v: float) -> Point:
        """A place on the head, which looks along the end of the neck."""
        return hx + u * math.cos(turn) - v * math.sin(turn), hy + u * math.sin(turn) + v * math.cos(turn)

    skull = ((-6, -6), (-17, -17), (1, -9), (-3, -20), (8, -9), (15, -6), (29, -3), (31, 1), (25, 2.5))
    jaw = ((13, 3), (23, 7), (21, 10), (8, 10), (-2, 8), (-8, 6))
    head = shape(at(*spot) for spot in (*skull, *jaw))
    spikes = "".join(
        shape([(x - 4, y + 2), (x - 5, y - 5 - 4 * math.sin(i / 22 * math.pi)), (x + 4, y + 2)])
        for i, (x, y) in enumerate(left)
        if i in range(5, 22, 2)
    )
    tx, ty = line[0]
    tail = shape([(tx + 3, ty), (tx - 8, ty - 9), (tx - 20, ty + 2), (tx - 6, ty + 8)])
    sx, sy = line[15][0], line[15][1] - 8
    near_tips = [
        (-34 - sweep, -88 + lift),
        (-78 - sweep * 0.6, -78 + lift),
        (-100, -44 + lift * 0.6),
        (-78, -12),
    ]
    far_tips = [(38 + sweep, -88 + lift), (4 + sweep, -84 + lift), (-20, -58)]
    near, bones = _wing((sx, sy), (4, -48 + lift), near_tips, line[9])
    far, _bones = _wing((sx + 8, sy + 3), (26, -40 + lift), far_tips, (sx - 12, sy))
    legs = "".join(_claw(*right[i]) for i in (11, 16))
    ex, ey = at(9, -3.5)
    eye = shape([(ex - 3, ey - 0.6), (ex + 3, ey - 1.8), (ex, ey + 1.8)])
    return Figure(far, shape([*left, *reversed(right)]) + head + spikes + tail + near + legs, eye, bones)


def _spine(draw: Draw) -> list[Point]:
    phase = draw(-0.09, 0.13)
    return [
        (
            -104 + 7 * i,
            34 * math.sin(2 * math.pi * (i / 24 * 0.92 + 0.04 + phase)) * (1.15 - i / 24 * 0.62)
            + 18
            - 34 * i / 24,
        )
        for i in range(25)
    ]


def _flanks(line: list[Point]) -> tuple[list[Point], list[Point]]:
    """The two sides of the body along its spine: thin at the tail, thickest at the shoulders."""
    left, right = [], []
    for i, (x, y) in enumerate(line):
        part = i / 24
        (ax, ay), (bx, by) = line[max(i - 1, 0)], line[min(i + 1, 24)]
        length = math.hypot(bx - ax, by - ay)
        if part < 0.68:
            wide = 1 + 11.5 * math.sin(part / 0.68 * math.pi / 2) ** 1.6
        else:
            wide = 5.2 + 7.3 * math.cos((part - 0.68) / 0.32 * math.pi / 2)
        nx, ny = -(by - ay) / length * wide, (bx - ax) / length * wide
        left.append((x - nx, y - ny))
        right.append((x + nx, y + ny))
    return left, right


def _wing(shoulder: Point, wrist: Point, tips: list[Point], root: Point) -> tuple[str, str]:
    """A wing from the shoulder over the wrist to its fingertips and back to the root, and its bones."""
    (sx, sy), (wx, wy) = shoulder, wrist
    spots = [(sx + x, sy + y) for x, y in tips] + [root]
    d = f"M{num(sx)} {num(sy)}Q{num(sx + wx * 0.2)} {num(sy + wy * 0.7)} {num(sx + wx)} {num(sy + wy)}"
    d += f"Q{num(sx + wx * 0.9)} {num(sy + wy * 1.25)} {num(spots[0][0])} {num(spots[0][1])}"
    for (x1, y1), (x2, y2) in itertools.pairwise(spots):
        mx, my = (x1 + x2) / 2, (y1 + y2) / 2
        d += f"Q{num(mx + (sx + wx - mx) * 0.34)} {num(my + (sy + wy - my) * 0.34)} {num(x2)} {num(y2)}"
    return d + "Z", "".join(f"M{num(sx + wx)} {num(sy + wy)}L{num(x)} {num(y)}" for x, y in spots[:-1])


def _claw(x: float, y: float) -> str:
    return (
        f"M{num(x - 7)} {num(y - 4)}Q{num(x - 2)} {num(y + 16)} {num(x + 12)} {num(y + 13)}"
        f"L{num(x + 17)} {num(y + 18)}L{num(x + 9)} {num(y + 19)}L{num(x + 8)} {num(y + 24)}"
        f"Q{num(x - 12)} {num(y + 20)} {num(x + 5)} {num(y - 6)}Z"
    )


def vessel(draw: Draw) -> Figure:
    """A ship of the sky under full sail, with two or three masts."""
    masts = [(-34, 58, 34), (16, 84, 44)] if draw.yes() else [(-46, 50, 28), (-8, 86, 40), (34, 62, 34)]
    body = (
        "M-92 14Q-80 60-14 62Q60 62 98 2L84 6Q78 24 56 26H-60Q-80 26-92 14ZM-20 60L4 60L-4 82Q-18 82-20 60Z"
    )
    sails = ""
    for x, tall, wide in masts:
        body += f"M{x - 1.6} 28V{16 - tall}H{x + 1.6}V28Z"
        body += f"M{x} {16 - tall}L{x - 20} {21 - tall}L{x} {26 - tall}Z"
        sails += f"M{x + 3} {24 - tall}C{x + wide} {34 - tall} {num(x + wide * 1.1)} 2 {x + 3} 20Z"
        sails += (
            f"M{x - 3} {30 - tall}C{num(x - wide * 0.5)} {44 - tall} {num(x - wide * 0.55)} 4 {x - 3} 18Z"
        )
    lamps = "".join(f"M{x} 38a2.4 2.4 0 1 0 .1 0Z" for x in range(-56, 57, 16))
    return Figure(sails, body, lamps, "")


def beast(draw: Draw) -> Figure:
    """The face of a beast; more than half of them have horns."""
    ear, cheek, jaw = draw(0, 12), draw(-4, 6), draw(-4, 5)
    brow = ((0, -34), (13, -46), (23, -40), (37, -74 - ear), (52, -42), (62 + cheek, -8))
    chin = ((74 + cheek, 0), (60 + cheek, 8), (68 + cheek, 20), (50, 24), (52, 36), (34, 42))
    half = [*brow, *chin, (30, 58 + jaw), (16, 70 + jaw), (0, 74 + jaw)]
    horns = "M22-40C34-66 62-70 78-98C84-66 66-40 46-34ZM-22-40C-34-66-62-70-78-98C-84-66-66-40-46-34Z"
    eyes = "M13-8L43-23Q40-1 20 1ZM-13-8L-43-23Q-40-1-20 1Z"
    fangs = "M9 47L13 64L18 45ZM-9 47L-13 64L-18 45ZM22 42L24 53L28 40ZM-22 42L-24 53L-28 40Z"
    lines = (
        "M0-30L6 4L14 26L0 36L-14 26L-6 4ZM52-8L34 12M56 6L36 20M-52-8L-34 12M-56 6L-36 20M-30 40Q0 52 30 40"
    )
    return Figure(horns if draw(0, 1) > 0.4 else "", mirrored(half), eyes + fangs, lines)


def berserker(draw: Draw) -> Figure:
    """A horned helm before two axes."""
    bend = draw(-8, 8)
    visor = [(37, -12), (40, 22), (33, 50), (23, 40), (21, 12), (7, 2), (6, 24), (0, 30)]
    helm = mirrored([(0, -56), (17, -51), (31, -36), *visor])
    beard = mirrored([(0, 26), (10, 30), (24, 40), (22, 58), (13, 54), (9, 82), (0, 64)])
    tip = num(60 + bend)
    horns = f"M29-38C50-38 62-60 {tip}-92C88-62 76-16 37-12ZM-29-38C-50-38-62-60-{tip}-92C-88-62-76-16-37-12Z"
    eyes = "M8 10L21 14L20 22Q12 22 8 10ZM-8 10L-21 14L-20 22Q-12 22-8 10Z"
    lines = "M0-54V0M-36-8L-18 6M36-8L18 6M33-32Q0-48-33-32M-6 40L-4 62M6 40L4 62"
    return Figure(_axe(1) + _axe(-1), helm + beard + horns, eyes, lines)


def _axe(side: int) -> str:
    def at(u: float, v: float) -> Point:
        """A place on the axe, which leans to one side."""
        turn = side * 1.02
        return u * math.cos(turn) - v * math.sin(turn), u * math.sin(turn) + v * math.cos(turn) + 10

    d = shape([at(-3, 112), at(-3, -124), at(3, -124), at(3, 112)])
    for edge in (1, -1):
        blade = [at(edge * u, v) for u, v in ((3, -112), (24, -128), (34, -98), (24, -70), (3, -86))]
        (ax, ay), (bx, by), (cx, cy), (dx, dy), (ex, ey) = blade
        d += f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}Q{num(cx)} {num(cy)} {num(dx)} {num(dy)}L{num(ex)} {num(ey)}Z"
    return d


def army(draw: Draw) -> Figure:
    """Two ranks of soldiers with pikes, the nearer one larger and with shields."""
    ranks, shields = [], ""
    for y, count, size in ((20, 8, 9), (44, 6, 14)):
        rank = ""
        for i in range(count):
            middle = i - (count - 1) / 2
            x = middle * (236 / count) + draw(-3, 3)
            foot = y + abs(middle) ** 1.6 * 2 + draw(-2, 2)
            rank += _soldier(draw, x, foot, size)
            if size > 10:
                shields += (
                    f"M{num(x - size * 0.8)} {num(foot + size * 0.7)}h{num(size * 1.6)}v{size}"
                    f"q0 {size}-{num(size * 0.8)} {num(size * 1.4)}q-{num(size * 0.8)}-{num(size * 0.4)}"
                    f"-{num(size * 0.8)}-{num(size * 1.4)}Z"
                )
        ranks.append(rank)
    return Figure(ranks[0], ranks[1], "", shields)


def _soldier(draw: Draw, x: float, y: float, size: float) -> str:
    """Helm and shoulders, and a pike that leans a little."""
    lean, top = draw(-4, 9), y - size * 5 - draw(0, 22)
    hand = x + size * 1.2
    return (
        f"M{num(x - size * 0.5)} {num(y)}Q{num(x - size * 0.62)} {num(y - size * 1.15)} {num(x)} {num(y - size * 1.7)}"
        f"Q{num(x + size * 0.62)} {num(y - size * 1.15)} {num(x + size * 0.5)} {num(y)}"
        f"L{num(x + size * 1.05)} {num(y + size * 0.5)}V92H{num(x - size * 1.05)}V{num(y + size * 0.5)}Z"
        f"M{num(hand)} 92L{num(hand + lean)} {num(top)}h2L{num(hand + 2.6)} 92Z"
        f"M{num(hand + lean + 1)} {num(top - 14)}l3.6 12l-3.6 5l-3.6-5Z"
    )


def life_base(draw: Draw) -> Figure:
    """The Life Base: a city under a dome, afloat."""
    hull = "M-104 22Q-70 12 0 12Q70 12 104 22Q84 42 46 46L34 62Q0 72-34 62L-46 46Q-84 42-104 22Z"
    towers = ""
    for x, tall, wide in (
        (-62, 22.0, 9),
        (-44, 36.0, 8),
        (-24, 50 + draw(0, 10), 9),
        (24, 44.0, 10),
        (62, 24.0, 9),
    ):
        towers += f"M{x - wide} 16V{num(14 - tall)}L{x} {num(6 - tall)}L{x + wide} {num(14 - tall)}V16Z"
    dome = "M-30 15V-32A30 34 0 0 1 30-32V15ZM-1.5-64H1.5V-92H-1.5Z"
    windows = "".join(f"M{x} {y}h4v6h-4Z" for x in range(-20, 20, 9) for y in (-24, -8))
    lamps = "".join(f"M{x} 27h9v3h-9Z" for x in range(-82, 80, 15))
    return Figure(
        "",
        hull + towers + dome,
        windows + lamps,
        "M-92 18A92 96 0 0 1 92 18M-20 66L-24 92M0 70V98M20 66L24 92",
    )


def banner(_draw: Draw) -> Figure:
    """A plain standard, for a class that has no figure of its own."""
    return Figure("", "M-4 92V-84H4V-76Q40-92 84-66L66-40L84-12Q40-34 4-22V92Z", "M34-52a9 9 0 1 0 .1 0Z", "")


FIGURES: dict[str, Callable[[Draw], Figure]] = {
    "Dragon": dragon,
    "Vessel": vessel,
    "Beast": beast,
    "Berserker": berserker,
    "Army": army,
    "Life Base": life_base,
}
"""Class as cards write it -> what draws its figure; any other class has the :func:`banner`."""
