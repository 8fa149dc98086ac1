"""The players beside the board (wide) or below it (phone): name, hand and deck, every pawn with its damage."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from rules_engine.drawing.geometry import num
from rules_engine.drawing.shapes import DOT_SHAPES, pawn_shape, seat_class

from .text import Words, seat_name

LETTERS = 22
"""Longest card or player name on a panel; longer ones are cut with an ellipsis."""

NAME_LETTER = 13.5
"""Width of a letter of a player's name in a wide font; a longer name is drawn closer so that it stays in its column."""

ENERGIES = ("mystic", "boost", "robiumm", "colorless")


def panels(view: Mapping[str, object], size: str, text: Words, prefix: str) -> tuple[str, float]:
    """Return the panels of all players and the height they take below a phone's board."""
    seats = seats_of(view)
    if size == "wide":
        half = (len(seats) + 1) // 2
        columns = ((16.0, seats[:half]), (1020.0, seats[half:]))
        drawn = "".join(_column(view, x, numbers, text, prefix) for x, numbers in columns)
        return drawn + _legend(16.0, 640.0, text), 0.0
    out, y = "", 400.0
    for seat in seats:
        block, y = _seat(view, seat, (16.0, y, 358.0), text, prefix)
        out += block
    return out, y - 392.0


def seats_of(view: Mapping[str, Any]) -> list[int]:
    """Return the seats at this board in order: those the view lists, else those that own a pawn."""
    listed = [
        int(entry.get("seat", number)) if isinstance(entry, Mapping) else int(entry)
        for number, entry in enumerate(view.get("seats") or ())
    ]
    return listed or sorted({int(pawn["seat"]) for pawn in view.get("pawns") or ()})


def _column(view: Mapping[str, object], x: float, seats: list[int], text: Words, prefix: str) -> str:
    out, y = "", 40.0
    for seat in seats:
        block, y = _seat(view, seat, (x, y, 244.0), text, prefix)
        out += block
    return out


def _seat(
    view: Mapping[str, Any], seat: int, box: tuple[float, float, float], text: Words, prefix: str
) -> tuple[str, float]:
    x, y, width = box
    entry = next((e for e in view.get("seats") or () if isinstance(e, Mapping) and e.get("seat") == seat), {})
    name = _cut(seat_name(view, seat, text))
    fit = (
        f' textLength="{num(width)}" lengthAdjust="spacingAndGlyphs"'
        if len(name) * NAME_LETTER > width
        else ""
    )
    parts = [
        f'<path class="seat-bar" d="M{num(x)} {num(y)}h{num(width)}"/>',
        f'<text class="seat-name" x="{num(x)}" y="{num(y + 26)}"{fit}>{escape(name)}</text>',
    ]
    if entry.get("active") or view.get("active") == seat:
        parts.append(
            f'<text class="seat-active" x="{num(x + width)}" y="{num(y - 7)}">{escape(text["active"])}</text>'
        )
    y += 36
    facts = _facts(entry, x, y, width, text)
    if facts:
        parts += facts
        y += 24
    for pawn in view.get("pawns") or ():
        if int(pawn["seat"]) == seat:
            parts.append(_row(pawn, x, y, width, text, prefix))
            y += 38
    out = " is-out" if entry.get("alive") is False else ""
    return f'<g class="panel-seat {seat_class(seat)}{out}">{"".join(parts)}</g>', y + 16


def _facts(entry: Mapping[str, Any], x: float, y: float, width: float, text: Words) -> list[str]:
    """How many cards a seat has, and its energy, in one line; nothing if nobody knows."""
    counts = [
        text[key].format(count=_count(entry[key])) for key in ("hand", "deck") if entry.get(key) is not None
    ]
    energy = _energy(entry.get("energy") or entry.get("pool"), x + width, y + 7)
    if not counts and not energy:
        return []
    return [
        f'<text class="seat-facts" x="{num(x)}" y="{num(y + 12)}">{escape(" · ".join(counts))}</text>',
        energy,
    ]


def _count(zone: Any) -> int:
    """Cards in a zone: a number, or the engine's ``{"count": number}``."""
    return int(zone["count"] if isinstance(zone, Mapping) else zone)


def _row(pawn: Mapping[str, Any], x: float, y: float, width: float, text: Words, prefix: str) -> str:
    shape = pawn_shape(pawn.get("class"))
    seat, damage, defense = int(pawn["seat"]), int(pawn.get("damage") or 0), int(pawn.get("defense") or 0)
    dot = str(pawn["dot"]) if pawn.get("dot") is not None else text["off"]
    share = min(damage / defense, 1.0) if defense > 0 else 0.0
    bar = ""
    if defense > 0:
        at = f'x="{num(x + width - 60)}" y="{num(y + 23)}"'
        bar = (
            f'<rect class="bar" {at} width="60" height="5" rx="2.5"/>'
            f'<rect class="bar-damage" {at} width="{num(60 * share)}" height="5" rx="2.5"/>'
            f'<text class="row-damage" x="{num(x + width - 68)}" y="{num(y + 30)}">{damage} / {defense}</text>'
        )
    return (
        f'<g class="pawn-row"><g transform="translate({num(x + 12)} {num(y + 17)}) scale(.9)">'
        f'<path class="pawn-body" d="{shape}"/>'
        f'<path class="pawn-pattern" d="{shape}" fill="url(#{prefix}seat-{seat % 6})"/>'
        f'<path class="pawn-edge" d="{shape}"/></g>'
        f'<text class="row-name" x="{num(x + 34)}" y="{num(y + 14)}">{escape(_cut(str(pawn.get("card", ""))))}</text>'
        f'<text class="row-dot" x="{num(x + 34)}" y="{num(y + 30)}">{escape(dot)}</text>{bar}</g>'
    )


def _energy(energy: object, right: float, y: float) -> str:
    """Small discs with the energy of this turn, from the right."""
    if not isinstance(energy, Mapping):
        return ""
    out, x = "", right - 8
    for kind in reversed(ENERGIES):
        count = int(energy.get(kind) or 0)
        if count:
            out += (
                f'<g class="energy-mark {kind}" transform="translate({num(x)} {num(y)})">'
                f'<circle r="9"/><text>{count}</text></g>'
            )
            x -= 22
    return out


def _legend(x: float, y: float, text: Words) -> str:
    rows = "".join(
        f'<g transform="translate({num(x + 12)} {num(y + 26 * i)})"><g class="dot {kind}">{DOT_SHAPES[kind]}</g>'
        f'<text class="legend" x="24">{escape(text[kind])}</text></g>'
        for i, kind in enumerate(("start", "inner", "white", "ending"))
    )
    return f'<g class="board-legend">{rows}</g>'


def _cut(name: str) -> str:
    return name if len(name) <= LETTERS else name[: LETTERS - 1].rstrip() + "…"
