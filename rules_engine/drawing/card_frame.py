"""What pictures of cards share, whichever game they are of: skies and stars, rays, figures in the light, words."""

from __future__ import annotations

import math
from typing import NamedTuple

from .figures import Figure
from .strokes import Draw, num, path, shape

WIDTH, HEIGHT = 320, 200


class Sky(NamedTuple):
    """The colours of a picture: sky from top to horizon, the world, light, and the dark of figures."""

    top: str
    middle: str
    low: str
    disc: str
    light: str
    ink: str


def paints(sky: Sky) -> str:
    """What the rest is filled with: sky ``s``, world ``d``, its glow ``h``, figures ``f``."""
    return (
        f'<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="{sky.top}"/>'
        f'<stop offset=".55" stop-color="{sky.middle}"/><stop offset="1" stop-color="{sky.low}"/></linearGradient>'
        f'<radialGradient id="d" cx=".36" cy=".3" r=".8"><stop stop-color="{sky.light}"/>'
        f'<stop offset=".5" stop-color="{sky.disc}"/><stop offset="1" stop-color="{sky.low}"/></radialGradient>'
        f'<radialGradient id="h"><stop offset=".45" stop-color="{sky.disc}" stop-opacity=".6"/>'
        f'<stop offset="1" stop-color="{sky.disc}" stop-opacity="0"/></radialGradient>'
        f'<linearGradient id="f" x2="0" y2="1"><stop offset=".35" stop-color="{sky.ink}"/>'
        f'<stop offset="1" stop-color="{sky.middle}"/></linearGradient></defs>'
    )


def stars(draw: Draw, sky: Sky) -> str:
    """Stars in the upper half."""
    small = "".join(f"M{num(draw(0, WIDTH))} {num(draw(0, 110))}h.1" for _ in range(26))
    large = "".join(f"M{num(draw(0, WIDTH))} {num(draw(0, 80))}h.1" for _ in range(5))
    return (
        f'<g stroke="{sky.light}" stroke-linecap="round">'
        f"{path(small, stroke_width='1.4', opacity='.7')}{path(large, stroke_width='2.8')}</g>"
    )


def crown(x: float, y: float, radius: float) -> str:
    """Rays around a circle."""
    rays = "".join(
        shape(
            (
                (x + far * math.cos(i * math.pi / 18), y + far * math.sin(i * math.pi / 18))
                for far in (radius + 7, radius + (18 if i % 3 else 34))
            ),
            close=False,
        )
        for i in range(36)
    )
    return path(rays, stroke="#ffd98a", stroke_width="1.6", stroke_linecap="round")


def figure(drawn: Figure, sky: Sky, place: str) -> str:
    """A figure at its place (a transform), dark with its edge in the light."""
    parts = [
        path(drawn.back, fill=sky.middle, stroke=sky.light, stroke_width=".9", stroke_opacity=".7")
        if drawn.back
        else "",
        path(drawn.body, fill="url(#f)", stroke=sky.light, stroke_width="1.1", stroke_opacity=".8"),
        path(drawn.lines, fill="none", stroke=sky.disc, stroke_width="1.5", opacity=".55")
        if drawn.lines
        else "",
        path(drawn.lights, fill=sky.light) if drawn.lights else "",
    ]
    return f'<g transform="{place}" paint-order="stroke" stroke-linejoin="round">{"".join(parts)}</g>'


FIGURE_WORDS = {
    "Dragon": ("a dragon in flight", "een vliegende draak"),
    "Vessel": ("a ship of the sky", "een hemelschip"),
    "Beast": ("the face of a beast", "de kop van een beest"),
    "Berserker": ("a horned helm and two axes", "een gehoornde helm en twee bijlen"),
    "Army": ("ranks of pikes", "rijen pieken"),
    "Life Base": ("the Life Base, a domed city afloat", "de Life Base, een zwevende stad onder een koepel"),
}
"""Whose figure -> what it shows, in English and in Dutch."""
BANNER_WORDS = ("a standard", "een vaandel")
"""What the figure of any other class shows."""
DEED_WORDS = {
    "cancel": ("broken rings, crossed out", "gebroken ringen met een streep erdoor"),
    "destroy": ("something bursting", "iets dat uit elkaar spat"),
    "heal": ("a flower of light", "een bloem van licht"),
    "hurt": ("a falling star", "een vallende ster"),
    "move": ("four winds", "vier winden"),
    "draw": ("a hand of cards", "een hand met kaarten"),
    "strengthen": ("chevrons rising through a ring", "pijlen die door een ring omhoog gaan"),
}
"""What an effect does (:func:`signs.deed`) -> what its sign shows, in English and in Dutch."""
