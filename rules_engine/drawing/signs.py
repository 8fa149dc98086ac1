"""The signs on cards that are no summon: a cluster of crystals, or in light what an effect does."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from .strokes import Draw, circle, num, path, shape

_VERBS = (
    ("cancel", ("cancel", "redirect", "can't", "prevent")),
    ("destroy", ("destroy", "remove target")),
    ("heal", ("heal", "reactivate")),
    ("hurt", ("damage", "deactivate")),
    ("move", ("move ", "warp", "speed", "turn")),
    ("draw", ("draw", "search", "discard", "hand")),
)
STRENGTHEN = "strengthen"


def deed(text: str) -> str:
    """What an effect does, by the first telling word of its English text: one of the keys of :data:`SIGNS`."""
    said = text.lower()
    return next((verb for verb, words in _VERBS if any(word in said for word in words)), STRENGTHEN)


def crystals(draw: Draw, tones: Sequence[tuple[str, str, str, str]]) -> str:
    """Five prisms with facets; ``tones`` are (lit edge, light, middle, dark) of each energy they make."""
    out = []
    spots = ((-58, 30, 17, 0.3), (56, 38, 17, -0.28), (-26, 62, 22, 0.13), (30, 70, 21, -0.11))
    for i, (x, tall, wide, lean) in enumerate((*spots, (0, 96, 27, draw(-0.04, 0.04)))):
        out.append(_prism(x, tall + draw(-6, 8), wide, lean, tones[i % len(tones)]))
    return "".join(out)


def _prism(x: float, tall: float, wide: float, lean: float, tone: tuple[str, str, str, str]) -> str:
    def at(u: float, v: float) -> tuple[float, float]:
        """A place on the prism, which leans."""
        return x + u - v * math.sin(lean), 74 - v * math.cos(lean)

    edge, light, middle, dark = tone
    foot, side, top = at(-wide * 0.62, 0), at(-wide * 0.72, tall * 0.66), at(-wide * 0.1, tall)
    far, end = at(wide * 0.72, tall * 0.62), at(wide * 0.6, 0)
    ridge, base = at(wide * 0.1, tall * 0.52), at(wide * 0.05, 0)
    return (
        path(shape([foot, side, ridge, base]), fill=middle)
        + path(shape([base, ridge, far, end]), fill=dark)
        + path(shape([side, top, ridge]), fill=light)
        + path(shape([top, far, ridge]), fill=edge)
    )


def _hurt(draw: Draw, disc: str, light: str, ink: str) -> str:
    """A falling star."""
    turn, out = draw(0.5, 0.75), ""
    for _ in range(11):
        off, length = draw(-30, 30), draw(70, 170)
        x, y = off * math.sin(turn) * 1.1, -off * math.cos(turn) * 1.1 + 12
        d = f"M{num(x)} {num(y)}l{num(length * math.cos(turn))} {num(-length * math.sin(turn))}"
        out += path(d, stroke=light, stroke_width=num(draw(0.8, 4.5)), opacity=num(draw(0.25, 0.8)))
    star = [
        (r * math.cos(i * math.pi / 8 + 0.2), r * math.sin(i * math.pi / 8 + 0.2) + 12) for i, r in _teeth(16)
    ]
    return (
        f'<g stroke-linecap="round">{out}</g>'
        + circle(0, 12, 44, fill=disc, opacity=".3")
        + path(shape(star), fill=light)
        + circle(0, 12, 12, fill=ink, opacity=".85")
        + circle(0, 12, 5, fill=light)
    )


def _teeth(count: int) -> list[tuple[int, int]]:
    return [(i, 11 if i % 2 else 30) for i in range(count)]


def _fan(_draw: Draw, disc: str, light: str, ink: str) -> str:
    """A hand of cards."""
    return "".join(
        f'<g transform="rotate({turn} 0 110)"><rect x="-25" y="-46" width="50" height="72" rx="6" fill="{ink}" '
        f'stroke="{light}" stroke-width="1.6"/>{circle(0, -10, 9 + i % 3, stroke=disc, stroke_width="1.4")}'
        f"{circle(0, -10, 4, fill=light)}{path('M-14 12H14', stroke=disc, opacity='.7')}</g>"
        for i, turn in enumerate((-34, -17, 0, 17, 34))
    )


def _heal(_draw: Draw, disc: str, light: str, ink: str) -> str:
    """A flower of light."""
    out = ""
    for size, count, fill, seen in ((70, 8, disc, ".3"), (48, 8, disc, ".6"), (27, 6, light, ".95")):
        d = f"M0 0Q{num(size * 0.32)} {num(-size * 0.6)} 0-{size}Q{num(-size * 0.32)} {num(-size * 0.6)} 0 0Z"
        for i in range(count):
            out += path(d, transform=f"rotate({num(360 / count * i + size)})", fill=fill, fill_opacity=seen)
    return out + circle(0, 0, 7, fill=ink)


def _cancel(draw: Draw, _disc: str, light: str, ink: str) -> str:
    """Three broken rings, crossed out."""
    out = ""
    for radius, gap in ((66, 40), (50, 70), (34, 30)):
        dashes = f"{num(2 * math.pi * radius - gap)} {gap}"
        turn = f"rotate({num(draw(0, 360))})"
        out += circle(
            0, 0, radius, stroke=light, stroke_width=num(radius / 11), stroke_dasharray=dashes, transform=turn
        )
    out += path("M-78 58L78-58", stroke=ink, stroke_width="16")
    return out + path("M-88 65L88-65", stroke=light, stroke_width="5", stroke_linecap="round")


def _destroy(draw: Draw, disc: str, light: str, _ink: str) -> str:
    """Something bursts."""
    rays = ""
    for i in range(9):
        turn, far = i * 0.7 + draw(-0.2, 0.2), draw(60, 130)
        rays += shape(((r * math.cos(turn), r * math.sin(turn)) for r in (14, far)), close=False)
    out = path(rays, stroke=light, stroke_width="1.4", opacity=".7")
    for fill, away, begin in ((disc, 58, 0.4), (light, 34, 0.0)):
        shards = ""
        for i in range(7):
            turn, distance, size = i * 0.9 + begin, away + draw(-7, 7), draw(8, 15)
            x, y = distance * math.cos(turn), distance * math.sin(turn)
            corners = ((0, 1.2), (1.6, 0.7), (3.1, 0.9), (4.5, 0.8))
            shards += shape(
                (x + size * k * math.cos(turn + q), y + size * k * math.sin(turn + q)) for q, k in corners
            )
        out += path(shards, fill=fill)
    return out + circle(0, 0, 13, fill=light) + circle(0, 0, 26, stroke=light, opacity=".5")


def _move(draw: Draw, _disc: str, light: str, _ink: str) -> str:
    """Four winds with their arrows."""
    out = ""
    for i in range(4):
        y, seen, tip = -46 + i * 28 + draw(-5, 5), num(0.95 - i * 0.17), 44 + i * 10
        d = f"M{-120 + i * 9} {num(y + 20)}C-60 {num(y - 26)}-10 {num(y + 34)} {tip + 8} {num(y)}"
        out += path(d, stroke=light, stroke_width=num(6 - i * 1.1), stroke_linecap="round", opacity=seen)
        out += path(f"M{tip} {num(y - 11)}l24 9l-20 15Z", fill=light, opacity=seen)
    return out


def _strengthen(draw: Draw, disc: str, light: str, ink: str) -> str:
    """Chevrons that rise through a ring."""
    out = circle(0, 0, 62, stroke=disc, stroke_width="2.4", stroke_dasharray="3 7")
    for i in range(3):
        y, wide = 34 - i * 30, 40 - i * 5 + draw(-3, 3)
        corners = ((-wide, y), (0, y - 30), (wide, y), (wide, y + 15), (0, y - 15), (-wide, y + 15))
        d = shape(corners)
        out += path(d, fill=light if i else disc, stroke=ink, stroke_width="2")
    return out


SIGNS: dict[str, Callable[[Draw, str, str, str], str]] = {
    "cancel": _cancel,
    "destroy": _destroy,
    "heal": _heal,
    "hurt": _hurt,
    "move": _move,
    "draw": _fan,
    STRENGTHEN: _strengthen,
}
"""Deed -> its sign, drawn from (numbers, disc, light, ink) around the middle."""
