"""The emblem of a group of at most so many: a figure on a small sky, and on the rim a light for everybody one may know.

Pure drawing like :mod:`rules_engine.drawing.sky`, and seeded the same way: the same name, the same bytes.
"""

from math import cos, pi, sin

from .shapes import PAWN_SHAPES
from .sky import FIGURES, Drawn
from .strokes import num

SIZE = 96
_RIM, _STARS, _WORLDS = 41.0, 5, 4


def emblem_svg(name: str, lit: int, places: int) -> str:
    """An SVG for decoration, about 1 kB, coloured by ``css/tiles.css``: ``lit`` of the ``places`` on the rim are full.

    ``name`` seeds figure, world and orbits, and does not stand in it.
    """
    draw = Drawn(f"emblem/{name}")
    shape = PAWN_SHAPES[FIGURES[int(draw.part(len(FIGURES)))]]
    tilt, wide, flat = num(draw.part(180)), num(25 + draw.part(9)), num(9 + draw.part(9))
    turn, away, world = 2 * pi * draw.part(1), 8 + draw.part(14), int(draw.part(_WORLDS))
    stars = "".join(
        f'<circle cx="{num(draw.part(52) - 26)}" cy="{num(draw.part(52) - 26)}" r=".9"/>'
        for _star in range(_STARS)
    )
    lights = "".join(_light(place, places, full=place < lit) for place in range(places))
    return (
        f'<svg class="emblem" viewBox="-48 -48 {SIZE} {SIZE}" aria-hidden="true"><circle class="emblem-night" r="46"/>'
        f'<g class="poster-stars">{stars}</g>'
        f'<circle class="emblem-world-{world}" cx="{num(away * cos(turn))}" cy="{num(away * sin(turn))}" '
        f'r="{num(9 + draw.part(8))}"/>'
        f'<g transform="rotate({tilt})"><ellipse class="poster-orbit" rx="{wide}" ry="{flat}"/>'
        f'<ellipse class="poster-orbit" rx="{flat}" ry="{wide}"/></g>'
        f'<circle class="poster-orbit" r="{num(_RIM)}"/>'
        f'<path class="poster-figure" transform="scale(1.15)" d="{shape}"/>{lights}</svg>'
    )


def _light(place: int, places: int, *, full: bool) -> str:
    """One place on the rim, from the top with the clock."""
    turn = 2 * pi * place / places - pi / 2
    kind, radius = ("full", "4") if full else ("free", "2.6")
    at = f'cx="{num(_RIM * cos(turn))}" cy="{num(_RIM * sin(turn))}"'
    return f'<circle class="emblem-{kind}" {at} r="{radius}"/>'
