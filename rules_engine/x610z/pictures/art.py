"""The picture of a card, drawn from the card itself: the same card always gives the same bytes.

From back to front: a sky by element, or by the energy a card costs or makes; a world whose place follows from the
collector's number; an orbit for a common card, two for an uncommon one, three from rare on, and a crown of rays from
super rare on; the figure of its class, crystals, or a sign of what the effect does; two ridges in the element's own
line. Only presentation attributes are used, so that the picture passes a strict content security policy.
"""

from __future__ import annotations

import math

from rules_engine.drawing.card_frame import (
    BANNER_WORDS,
    DEED_WORDS,
    FIGURE_WORDS,
    HEIGHT,
    WIDTH,
    Sky,
    crown,
    figure,
    paints,
    stars,
)
from rules_engine.drawing.figures import FIGURES, banner
from rules_engine.drawing.signs import SIGNS, crystals, deed
from rules_engine.drawing.strokes import Draw, circle, num, path
from rules_engine.x610z.cards import CardRevision
from rules_engine.x610z.nodes import Energy

LEVELS = {"C": 1, "U": 2, "R": 3, "SR": 4, "UR": 5}
ENERGIES = ("Mystic", "Boost", "Robiumm", "Colorless")


SKIES = {
    "Ember": Sky("#1b0717", "#7a1722", "#e85f2e", "#ffb45e", "#ffe6b0", "#1c0611"),
    "Tide": Sky("#05122e", "#0b4470", "#1f97a6", "#a5efe6", "#e2fff9", "#031022"),
    "Gale": Sky("#1a1e4d", "#4a73ad", "#b9dccb", "#f6ffe9", "#ffffff", "#0f1738"),
    "Stone": Sky("#1c1230", "#6a4150", "#d2955a", "#ffdf9f", "#fff3d1", "#180d1b"),
    "Mystic": Sky("#0a0a2e", "#2f2c8c", "#7a72f0", "#cbcfff", "#f0f1ff", "#080722"),
    "Boost": Sky("#03161b", "#0b5040", "#33ab71", "#c4f7cd", "#efffee", "#03120f"),
    "Robiumm": Sky("#1b0414", "#701038", "#de4250", "#ffb3a8", "#ffe7e0", "#160310"),
    "Life Base": Sky("#070b26", "#252a6e", "#7d74c9", "#ffe3a6", "#fff6df", "#080a22"),
    "Colorless": Sky("#0d1120", "#364364", "#8797bb", "#e8eefa", "#ffffff", "#0a0e1a"),
}
_SCALES = {"Dragon": 1.0, "Beast": 0.94, "Berserker": 0.9, "Army": 1.12, "Vessel": 0.92, "Life Base": 1.04}
_FEET = {"Dragon": 122, "Army": 104, "Vessel": 112, "Life Base": 108}


def tone(card: CardRevision) -> str:
    """The key of :data:`SKIES` for a card: its element, else the first energy that it makes or costs."""
    if card.element in SKIES:
        return card.element
    if card.is_life_base:
        return "Life Base"
    return _energies(card.produces if card.is_crystal else card.cost)[0]


def _energies(energy: Energy) -> list[str]:
    """Kinds of energy in an amount, special ones first; Colorless when there is none."""
    amounts = dict(zip(ENERGIES, energy.as_tuple(), strict=True))
    return [kind for kind in ENERGIES if amounts[kind]] or ["Colorless"]


def art_svg(card: CardRevision) -> str:
    """The picture as an SVG document of 320 by 200 units, 3 to 6 kB; its text alternative is :func:`art_alt`."""
    draw = Draw(f"{card.number} {card.name}")
    where, sky = tone(card), SKIES[tone(card)]
    if card.is_life_base:
        x, y, radius = 160.0, 104.0, 74.0
    else:
        x, y, radius = 160 + draw(-26, 26), 92 + draw(-10, 8), draw(58, 70)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{paints(sky)}'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#s)"/>{stars(draw, sky)}'
        f"{_world(draw, card, sky, (x, y, radius))}"
        f'<g opacity=".6">{_ridge(where, draw, (166, 24), sky.middle)}</g>'
        f"{_subject(draw, card, sky, x, y)}"
        f"{_ridge(where, draw, (186, 12), sky.ink)}{_weather(where, draw, sky)}</svg>"
    )


def _world(draw: Draw, card: CardRevision, sky: Sky, place: tuple[float, float, float]) -> str:
    """The world behind the figure with its orbits, half of each behind it and half before it."""
    x, y, radius = place
    level = LEVELS.get(card.rarity, 1)
    tilt, flat = draw(-24, 24), draw(0.26, 0.4)
    orbits = [radius + 26 + 26 * i for i in range(min(level, 3))]
    lit = card.is_summon or card.is_crystal  # an effect is a sign of light on an eclipse
    face = {"fill": "url(#d)"} if lit else {"fill": sky.ink, "stroke": sky.light, "stroke_width": "2.2"}
    turned = f'<g transform="rotate({num(tilt)} {num(x)} {num(y)})" fill="none" stroke="{sky.light}">'
    behind = "".join(
        f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(orbit)}" ry="{num(orbit * flat)}" opacity=".55"/>'
        for orbit in orbits
    )
    before = ""
    for orbit in orbits:
        d = f"M{num(x - orbit)} {num(y)}A{num(orbit)} {num(orbit * flat)} 0 0 0 {num(x + orbit)} {num(y)}"
        turn = draw(0.4, 2.7)
        before += path(d, stroke_width="1.6")
        before += circle(
            x + orbit * math.cos(turn),
            y + orbit * flat * math.sin(turn),
            draw(2.6, 4.6),
            fill=sky.light,
            stroke=sky.ink,
        )
    return (
        circle(x, y, radius * 1.95, fill="url(#h)")
        + (crown(x, y, radius) if level > LEVELS["R"] else "")
        + f"{turned}{behind}</g>{circle(x, y, radius, **face)}"
        + _phase(draw, place, sky)
        + f"{turned}{before}</g>"
    )


def _phase(draw: Draw, place: tuple[float, float, float], sky: Sky) -> str:
    """The side of the world where it is night."""
    x, y, radius = place
    side = 1 if draw.yes() else -1
    edge, top = x + side * radius * 0.5, radius * 0.86
    near, far = (1, 0) if side > 0 else (0, 1)
    d = (
        f"M{num(edge)} {num(y - top)}A{num(radius)} {num(radius)} 0 0 {near} {num(edge)} {num(y + top)}"
        f"A{num(radius * 1.15)} {num(radius * 1.15)} 0 0 {far} {num(edge)} {num(y - top)}Z"
    )
    return path(d, fill=sky.middle, opacity=".3")


def _subject(draw: Draw, card: CardRevision, sky: Sky, x: float, y: float) -> str:
    """What the card is about: the figure of a summon, crystals, or the sign of an effect."""
    if card.is_summon:
        return _summon(draw, card.card_class, sky, x)
    if card.is_crystal:
        skies = [SKIES[kind] for kind in _energies(card.produces)]
        tones = [(one.disc, one.light, one.low, one.middle) for one in skies]
        return f'<g transform="translate(160 92)">{crystals(draw, tones)}</g>'
    sign = SIGNS[deed(card.text)](draw, sky.disc, sky.light, sky.ink)
    return f'<g transform="translate({num(x)} {num(y + 4)})" fill="none">{sign}</g>'


def _summon(draw: Draw, card_class: str, sky: Sky, x: float) -> str:
    drawn = FIGURES.get(card_class, banner)(draw)
    scale, turn = _SCALES.get(card_class, 1.0), 0.0
    if card_class == "Dragon":
        scale, turn = scale * draw(0.86, 1.04), draw(-13, 9)
    flip = -1 if card_class in ("Dragon", "Vessel") and draw.yes() else 1
    place = f"translate({num(160 + (x - 160) * 0.4)} {_FEET.get(card_class, 104)})"
    sized = f"scale({scale * flip:.2f} {scale:.2f}) rotate({num(turn)})"
    return figure(drawn, sky, f"{place} {sized}")


def _ridge(where: str, draw: Draw, at: tuple[float, float], ink: str) -> str:
    """The ground: waves, clouds, mesas, or peaks for all others."""
    y, rough = at
    line = {"Tide": _waves, "Gale": _clouds, "Stone": _mesas}.get(where, _peaks)
    return path(f"M0 {HEIGHT}{line(draw, y, rough)}L{WIDTH} {HEIGHT}Z", fill=ink)


def _waves(_draw: Draw, y: float, rough: float) -> str:
    return f"V{num(y)}" + f"q10 {num(-rough * 0.6)} 20 0t20 0" * (WIDTH // 40)


def _clouds(draw: Draw, y: float, _rough: float) -> str:
    d, x = f"V{num(y)}", 0.0
    while x < WIDTH:
        wide = draw(26, 54)
        d += f"a{num(wide / 2)} {num(wide * 0.36)} 0 0 1 {num(wide)} 0"
        x += wide
    return d


def _mesas(draw: Draw, y: float, rough: float) -> str:
    d = ""
    for x in range(0, WIDTH + 1, 32):
        level = y + draw(-rough, rough * 0.5)
        d += f"L{x} {num(level)}h{num(draw(16, 26))}"
    return d


def _peaks(draw: Draw, y: float, rough: float) -> str:
    d = ""
    for i, x in enumerate(range(0, WIDTH + 1, 20)):
        high = draw(-rough, -rough * 0.3) if i % 2 else draw(0, rough * 0.4)
        d += f"L{num(x + draw(-6, 6) if 0 < x < WIDTH else x)} {num(y + high)}"
    return d


def _weather(where: str, draw: Draw, sky: Sky) -> str:
    """Sparks, light on water, wind, or layers of stone."""
    d = ""
    if where in ("Ember", "Robiumm"):
        for _ in range(16):
            d += f"M{num(draw(4, WIDTH - 4))} {num(draw(30, 176))}l{num(draw(-3, 3))} {num(-draw(2, 7))}"
        return path(d, stroke=sky.light, stroke_width="1.5", stroke_linecap="round", opacity=".75")
    if where == "Tide":
        for level in range(150, 190, 7):
            d += f"M{num(draw(30, 160))} {level}h{num(draw(24, 110))}"
        return path(d, stroke=sky.light, stroke_width="1.2", stroke_linecap="round", opacity=".45")
    if where in ("Gale", "Boost"):
        for i in range(6):
            y = 22 + i * 25 + draw(-8, 8)
            d += f"M-8 {num(y)}C80 {num(y - 34)} 180 {num(y + 30)} 330 {num(y - 14)}"
        return path(d, fill="none", stroke=sky.disc, stroke_width="1.1", opacity=".34")
    if where == "Stone":
        for level in (166, 174, 183, 191):
            d += f"M0 {level}h{num(draw(60, 180))}m{num(draw(20, 50))} 0h90"
        return path(d, stroke=sky.disc, stroke_width=".8", opacity=".28")
    return ""


_SKY_WORDS = {
    "Ember": ("under a burning sky", "onder een brandende hemel"),
    "Tide": ("over a sea at night", "boven een zee in de nacht"),
    "Gale": ("among windy clouds", "tussen wolken in de wind"),
    "Stone": ("over rocks at dusk", "boven rotsen in de schemering"),
}


def art_alt(card: CardRevision, lang: str = "en") -> str:
    """What somebody who does not see the picture should know of it, without the card's name."""
    if card.is_summon:
        what = FIGURE_WORDS.get(card.card_class, BANNER_WORDS)
    elif card.is_crystal:
        what = ("a cluster of crystals", "een groep kristallen")
    else:
        what = DEED_WORDS[deed(card.text)]
    where = _SKY_WORDS.get(tone(card), ("under the stars", "onder de sterren"))
    dutch = lang.startswith("nl")
    return f"{what[dutch]} {where[dutch]}"
