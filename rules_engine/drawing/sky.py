"""A sky of its own for anything with a name: a world, orbits, figures on their way; the same name, the same bytes."""

from hashlib import sha256
from math import cos, pi, sin

from .shapes import PAWN_SHAPES
from .strokes import num

WIDTH, HEIGHT = 480, 260
FIGURES = ("dragon", "vessel", "beast", "berserker", "army")
_FLAT = 0.42  # an orbit seen from the side
_STARS = 26


def sky_svg(name: str) -> str:
    """An SVG for decoration, about 3 kB, coloured by ``css/poster.css``; ``name`` seeds it and does not stand in it."""
    draw = Drawn(name)
    x, y = 340 + draw.part(70), 105 + draw.part(50)
    size, tilt = 22 + draw.part(10), -26 + draw.part(20)
    stars = "".join(
        f'<circle cx="{num(draw.part(WIDTH))}" cy="{num(draw.part(HEIGHT))}" r="{num(0.5 + draw.part(0.9))}"/>'
        for _star in range(_STARS)
    )
    return (
        f'<svg class="poster-sky" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMaxYMid slice" '
        f'aria-hidden="true"><g class="poster-stars">{stars}</g>'
        f'<g transform="translate({num(x)} {num(y)}) rotate({num(tilt)})">'
        f'<circle class="poster-world" r="{num(size)}"/>{_orbits(draw, size)}</g></svg>'
    )


def _orbits(draw: "Drawn", size: float) -> str:
    """Five orbits with a figure or a dot on each; the outermost holds the goal."""
    parts = []
    for ring in range(1, 6):
        radius = size + 8 + 14 * ring + draw.part(5)
        turn = 2 * pi * draw.part(1)
        at = f"translate({num(radius * cos(turn))} {num(radius * _FLAT * sin(turn))})"
        parts.append(f'<ellipse class="poster-orbit" rx="{num(radius)}" ry="{num(radius * _FLAT)}"/>')
        if ring == 5:
            parts.append(f'<g class="poster-goal" transform="{at}"><circle r="8"/><circle r="3"/></g>')
        elif ring % 2:
            shape = PAWN_SHAPES[FIGURES[int(draw.part(len(FIGURES)))]]
            parts.append(f'<path class="poster-figure" transform="{at} scale(.6)" d="{shape}"/>')
        else:
            parts.append(f'<circle class="poster-dot" transform="{at}" r="3"/>')
    return "".join(parts)


class Drawn:
    """Numbers from a name, one after the other; every one is a hash, so they are the same everywhere."""

    def __init__(self, name: str) -> None:
        self._name, self._count = name, 0

    def part(self, of: float) -> float:
        """The next number, from 0 up to ``of``."""
        self._count += 1
        drawn = sha256(f"sky/{self._name}/{self._count}".encode()).digest()
        return of * int.from_bytes(drawn[:4], "big") / 2**32
