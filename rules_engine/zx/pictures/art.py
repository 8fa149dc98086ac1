"""The picture of a Z/X card, drawn from the card itself: the same card always gives the same bytes.

From back to front: a sky of its colours; a gate of light, with more rings the more it costs and a crown where it is of
the Dynamis; the figure of its tribe, a player, a link, or a sign of what an event does; the nine Squares in the ground,
and what floats in the air of its colour. Only presentation attributes are used, as in every picture of a card.
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
from rules_engine.drawing.signs import SIGNS, deed
from rules_engine.drawing.strokes import Draw, circle, num, path, shape
from rules_engine.zx.cards import PLAYER_KINDS, ZxCard

from .figures import BANNER, figure_name, figure_of, link, player

SKIES = {
    "red": Sky("#1f0613", "#86172a", "#ee6a35", "#ffbd66", "#ffe9bd", "#1c050d"),
    "blue": Sky("#041030", "#123f8f", "#2b97c9", "#a9e4ff", "#e4f8ff", "#030d26"),
    "white": Sky("#37406f", "#8b93c4", "#efe4cf", "#fff8e2", "#ffffff", "#1c2144"),
    "black": Sky("#07040f", "#2b1747", "#76469c", "#d9b8f5", "#f4e8ff", "#05020b"),
    "green": Sky("#041a12", "#12583a", "#6fb04a", "#d8f5a2", "#f3ffdc", "#03130c"),
    "": Sky("#10131f", "#3c4558", "#8d97ab", "#e6ebf4", "#ffffff", "#0b0e17"),
}
DEAR, DEAREST = 4, 7
"""From so much Resource on the gate has two rings, and three."""


def tone(card: ZxCard) -> str:
    """The key of :data:`SKIES` for a card: its first colour, "" for a card without one."""
    return next((colour for colour in card.colours if colour in SKIES), "")


def art_svg(card: ZxCard) -> str:
    """The picture as an SVG document of 320 by 200 units; its text alternative is :func:`art_alt`."""
    draw, sky = Draw(f"{card.number} {card.name}"), _sky(card)
    x, y, radius = 160 + draw(-22, 22), 84 + draw(-6, 6), draw(60, 70)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{paints(sky)}'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#s)"/>{stars(draw, sky)}'
        f"{_gate(draw, card, sky, (x, y, radius))}{_squares(draw, sky)}"
        f"{_subject(draw, card, sky, (x, y))}{_air(draw, tone(card), sky)}</svg>"
    )


def _sky(card: ZxCard) -> Sky:
    """The sky of its colours: of two, the second is that of the horizon."""
    known = [SKIES[colour] for colour in card.colours if colour in SKIES] or [SKIES[""]]
    return known[0]._replace(middle=known[-1].middle, low=known[-1].low)


def _gate(draw: Draw, card: ZxCard, sky: Sky, place: tuple[float, float, float]) -> str:
    """A ring of light with its echoes, opened for the figure."""
    x, y, radius = place
    count = 1 + (card.cost.total >= DEAR) + (card.cost.total >= DEAREST)
    rings = "".join(
        circle(
            x, y, radius + 9 * i, fill="none", stroke=sky.light, stroke_width=num(2.6 - 0.7 * i), opacity=".8"
        )
        for i in range(count)
    )
    turn = draw(0, math.pi / 3)
    signs = "".join(
        shape(
            (
                x + far * math.cos(turn + i * math.pi / 6 + off),
                y + far * math.sin(turn + i * math.pi / 6 + off),
            )
            for far, off in ((radius - 11, 0), (radius - 5, 0.05), (radius - 5, -0.05))
        )
        for i in range(12)
    )
    return (
        circle(x, y, radius * 1.9, fill="url(#h)")
        + (crown(x, y, radius + 9 * (count - 1)) if card.in_dynamis else "")
        + circle(x, y, radius, fill=sky.ink, opacity=".72")
        + circle(x, y, radius - 16, fill="url(#d)", opacity=".5")
        + rings
        + path(signs, fill=sky.disc, opacity=".85")
    )


def _squares(draw: Draw, sky: Sky) -> str:
    """The nine Squares as the ground, seen from a low place; one of them is lit."""
    top, foot, far, near = 148.0, 200.0, 46.0, 128.0

    def at(column: int, row: int) -> tuple[float, float]:
        part = (row / 3) ** 1.4
        return 160 + (far + (near - far) * part) * (column - 1.5) / 1.5, top + (foot - top) * part

    lit = int(draw(0, 8.99))
    tiles = [(column, row) for row in range(3) for column in range(3)]
    drawn = ""
    for number, (column, row) in enumerate(tiles):
        corners = [
            at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)
        ]  # fmt: skip
        fill = (
            {"fill": sky.disc, "fill_opacity": ".4"}
            if number == lit
            else {"fill": sky.ink, "fill_opacity": ".55"}
        )
        drawn += path(shape(corners), stroke=sky.disc, stroke_width="1", stroke_opacity=".6", **fill)
    return drawn


def _subject(draw: Draw, card: ZxCard, sky: Sky, at: tuple[float, float]) -> str:
    """What the card is about."""
    x, y = at
    if card.is_event or card.kind == "shift":
        sign = SIGNS[deed(card.text)](draw, sky.disc, sky.light, sky.ink)
        return f'<g transform="translate({num(x)} {num(y)})" fill="none">{sign}</g>'
    if card.kind in PLAYER_KINDS or card.kind == "link":
        drawn = player if card.kind in PLAYER_KINDS else link
        return figure(drawn(draw), sky, f"translate({num(x)} 104) scale(1.1)")
    name = figure_name(card.number, card.tribes)
    size, foot = (draw(0.84, 0.94), 124) if name == "Dragon" else (draw(1.06, 1.2), 104)
    return figure(figure_of(name)(draw), sky, f"translate({num(x)} {foot}) scale({size:.2f})")


def _air(draw: Draw, colour: str, sky: Sky) -> str:
    """Sparks, bubbles, feathers, shards or leaves; nothing for a card without a colour."""
    if colour == "blue":
        return "".join(
            circle(draw(6, 314), draw(20, 190), draw(1.4, 4.2), fill="none", stroke=sky.light, opacity=".6")
            for _ in range(12)
        )
    form = {
        "red": "l{a} -7",
        "white": "q7 {a} 14 0q-7 4 -14 0Z",
        "black": "l{a} -9l4 7Z",
        "green": "q6 -9 13 {a}q-8 6 -13 0Z",
    }
    if colour not in form:
        return ""
    d = ""
    for _ in range(13):
        d += f"M{num(draw(4, 312))} {num(draw(26, 184))}{form[colour].format(a=num(draw(-4, 4)))}"
    if colour == "red":
        return path(d, stroke=sky.light, stroke_width="1.6", stroke_linecap="round", opacity=".75")
    return path(d, fill=sky.light if colour != "black" else sky.disc, opacity=".5")


_FIGURE_WORDS = {
    BANNER: BANNER_WORDS,
    "Beast": FIGURE_WORDS["Beast"],
    "Diabolos": ("a winged demon", "een gevleugelde demon"),
    "Dragon": FIGURE_WORDS["Dragon"],
    "Dreamer": ("a sickle moon with a star", "een maansikkel met een ster"),
    "Gauge": ("two toothed wheels", "twee tandwielen"),
    "Guardian": ("a winged shield", "een gevleugeld schild"),
    "Leafer": ("a tall leaf", "een hoog blad"),
    "Lumen": ("an angel with a halo", "een engel met een stralenkrans"),
    "Meister": ("a sword before a cloak", "een zwaard voor een mantel"),
    "Mermaid": ("a mermaid", "een zeemeermin"),
    "Phoenix": ("a firebird with spread wings", "een vuurvogel met gespreide vleugels"),
    "Plasect": ("an armoured beetle", "een gepantserde kever"),
    "Spirit": ("a flame with a heart of light", "een vlam met een hart van licht"),
    "Thorn": ("a rose with thorns", "een roos met doornen"),
    "Waker": ("a warrior in armour", "een krijger in harnas"),
}
_GATES = {
    "red": ("before a gate of fire", "voor een poort van vuur"),
    "blue": ("before a gate of water", "voor een poort van water"),
    "white": ("before a gate of light", "voor een poort van licht"),
    "black": ("before a gate of night", "voor een poort van nacht"),
    "green": ("before a gate of leaves", "voor een poort van bladeren"),
    "": ("before a gate", "voor een poort"),
}


def art_alt(card: ZxCard, lang: str = "en") -> str:
    """What somebody who does not see the picture should know of it, without the card's name."""
    if card.is_event or card.kind == "shift":
        what = DEED_WORDS[deed(card.text)]
    elif card.kind in PLAYER_KINDS:
        what = ("somebody with a fan of cards", "iemand met een waaier van kaarten")
    elif card.kind == "link":
        what = ("two rings, one through the other", "twee ringen, de ene door de andere")
    else:
        what = _FIGURE_WORDS[figure_name(card.number, card.tribes)]
    dutch = lang.startswith("nl")
    return f"{what[dutch]} {_GATES[tone(card)][dutch]}"
