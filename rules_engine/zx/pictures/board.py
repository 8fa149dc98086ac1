"""The nine Squares of one moment of a Z/X game as one accessible SVG picture: a pure function from view to text.

Drawn with presentation attributes and CSS classes (no inline style); ``x610z_site/static/css/zx-board.css`` colours it
with the colours of ``board.css``. Players differ in colour and in the bar on their cards, one plain and one with a gap,
so the picture also reads in black and white. Seat 0 sits below.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from rules_engine.drawing.geometry import arrow_head, num, polyline, trim

from .text import PILES, Words, counts_of, describe, player_of, title_of, words

SIDE = 640.0
LEFT, TOP, WIDE, HIGH = 14.0, 92.0, 204.0, 152.0
"""Where the grid begins, and the size of a Square."""
LETTERS = 19
ROWS = 2
"""Most lines of a card's name."""
HOMES = {"1,0": 0, "1,2": 1}
"""The Player Squares and whose they are (402.1a)."""
MANY = 3
"""So many cards of one Square are drawn; more than that are told in words."""


def board_svg(
    view: Mapping[str, object],
    board: None = None,
    *,
    size: str = "square",
    ok: bool = True,
    lang: str = "en",
    ids_prefix: str = "",
    standalone_css: str = "",
) -> str:
    """The Squares as an SVG document of its own.

    ``view`` is the engine's (:func:`rules_engine.zx.view.view`), each seat with a ``name`` or ``player``. There is one
    board and one ``size``. ``ok`` False draws the attack of a battle broken. ``ids_prefix`` keeps ids apart when a page
    holds several boards.
    """
    layers = board_layers(view, ok=ok, lang=lang, ids_prefix=ids_prefix)
    css = f"<style>{standalone_css}</style>" if standalone_css else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board board-square zx-board" viewBox="{layers["viewbox"]}" '
        f'role="img" aria-labelledby="{ids_prefix}title {ids_prefix}desc" data-board="square">'
        f'<title id="{ids_prefix}title">{layers["title"]}</title>'
        f'<desc id="{ids_prefix}desc">{layers["desc"]}</desc>{css}{_ground(words(lang))}'
        f'<g class="board-live" data-live="">{layers["live"]}</g></svg>'
    )


def board_layers(
    view: Mapping[str, Any],
    board: None = None,
    *,
    size: str = "square",
    ok: bool = True,
    lang: str = "en",
    ids_prefix: str = "",
) -> dict[str, str]:
    """What changes from step to step, all escaped: ``live`` (SVG), ``viewbox``, ``title`` and ``desc``."""
    text = words(lang)
    live = [_strip(view, seat, text) for seat in (1, 0)]
    live += [
        _card(card, *spot, text)
        for square, cards in (view.get("squares") or {}).items()
        for card, spot in zip(_drawn(cards), _spots(square, len(_drawn(cards))), strict=True)
    ]
    live.append(_battle(view, ok))
    return {
        "live": "".join(live),
        "viewbox": f"0 0 {num(SIDE)} {num(SIDE)}",
        "title": escape(title_of(view, text)),
        "desc": escape(describe(view, text)),
    }


def place(square: str) -> tuple[float, float]:
    """The upper left corner of a Square on the picture; seat 0 sits below, so row 0 is the lowest."""
    column, row = (int(part) for part in square.split(","))
    return LEFT + column * WIDE, TOP + (2 - row) * HIGH


def _ground(text: Words) -> str:
    """The nine Squares, the same in every step: Player Squares in their player's colour, all with their names."""
    parts = [f'<rect class="board-ground" width="{num(SIDE)}" height="4000"/>']
    for row in range(3):
        for column in range(3):
            square = f"{column},{row}"
            x, y = place(square)
            home = f" is-home seat-{HOMES[square]}" if square in HOMES else ""
            word = f"{square} · {text['home']}" if square in HOMES else square
            parts.append(
                f'<g class="zx-square{home}"><rect x="{num(x + 3)}" y="{num(y + 3)}" width="{num(WIDE - 6)}" '
                f'height="{num(HIGH - 6)}" rx="8"/><text x="{num(x + 12)}" y="{num(y + 20)}">{escape(word)}</text></g>'
            )
    return f'<g class="board-map">{"".join(parts)}</g>'


def _drawn(cards: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """The cards of a Square that are drawn: Z/X first, then what lies under them."""
    return sorted(cards, key=lambda card: card.get("power") is None)[:MANY]


def _spots(square: str, count: int) -> list[tuple[float, float, float]]:
    """Corner and height of every card on a Square."""
    x, y = place(square)
    room = HIGH - 34
    high = min(room / max(count, 1) - 3, 112.0)
    return [(x + 10, y + 27 + number * (high + 3), high) for number in range(count)]


def _card(card: Mapping[str, Any], x: float, y: float, high: float, text: Words) -> str:
    """One card on a Square: name, Power, damage, and whether it sleeps; face-down it has neither."""
    seat = int(card.get("controller", card["owner"]))
    wide = WIDE - 20
    name = str(card.get("card") or text["down"])
    small = high < 60
    asleep = card.get("state") == "sleep"
    classes = f"zx-card seat-{seat}{' is-asleep' if asleep else ''}{'' if card.get('card') else ' is-down'}"
    oid = re.sub(r"[^A-Za-z0-9_]+", "-", str(card.get("oid", "")))
    pawn = f' data-pawn="{oid}"' if oid else ""
    lines = _wrapped(name, 1 if small else ROWS)
    parts = [
        f'<rect class="zx-face" width="{num(wide)}" height="{num(high)}" rx="6"/>',
        f'<path class="zx-bar" d="M4 6V{num(high - 6)}"/>',
    ]
    for number, line in enumerate(lines):
        parts.append(f'<text class="zx-name" x="14" y="{num(20 + 17 * number)}">{escape(line)}</text>')
    low = high - 10
    if card.get("power") is not None:
        parts.append(
            f'<text class="zx-power" x="{num(wide - 10)}" y="{num(low)}">{int(card["power"])}</text>'
        )
        if card.get("damage"):
            parts.append(f'<text class="zx-damage" x="14" y="{num(low)}">−{int(card["damage"])}</text>')
    if asleep and not small:
        parts.append(f'<text class="zx-sleep" x="14" y="{num(low - 18)}">{escape(text["sleep"])}</text>')
    return f'<g class="{classes}"{pawn} transform="translate({num(x)} {num(y)})">{"".join(parts)}</g>'


def _wrapped(name: str, most: int) -> list[str]:
    """A name in so many lines at most, the last one cut where it does not fit."""
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= LETTERS or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    kept = lines[:most]
    if len(lines) > most or len(kept[-1]) > LETTERS:
        kept[-1] = kept[-1][: LETTERS - 1].rstrip() + "…"
    return kept


def _strip(view: Mapping[str, Any], seat: int, text: Words) -> str:
    """The name of a player and the zones beside the Squares with their counts; seat 1 above, seat 0 below."""
    seats = view.get("seats") or ()
    if seat >= len(seats):
        return ""
    y = 4.0 if seat else TOP + 3 * HIGH + 4
    counts = counts_of(seats[seat])
    name = player_of(view, seat, text)
    name = name if len(name) <= 34 else name[:33].rstrip() + "…"
    active = (
        f'<text class="seat-active" x="{num(SIDE - LEFT)}" y="{num(y + 21)}">{escape(text["active"])}</text>'
        if view.get("active") == seat
        else ""
    )
    step = (SIDE - 2 * LEFT) / len(PILES)
    cells = "".join(
        _cell(pile, counts, LEFT + number * step, y + 32, step) for number, pile in enumerate(PILES)
    )
    return (
        f'<g class="zx-strip panel-seat seat-{seat}"><path class="seat-bar" d="M{num(LEFT)} {num(y + 1)}'
        f'h{num(SIDE - 2 * LEFT)}"/><text class="zx-player" x="{num(LEFT)}" y="{num(y + 22)}">{escape(name)}</text>'
        f"{active}{cells}</g>"
    )


def _cell(pile: str, counts: Mapping[str, int], x: float, y: float, wide: float) -> str:
    """One zone: its name and its count; of Resource how many are in Reboot State, too."""
    shown = f"{counts['awake']} / {counts[pile]}" if pile == "resource" else str(counts[pile])
    return (
        f'<g class="zx-zone"><rect x="{num(x)}" y="{num(y)}" width="{num(wide - 5)}" height="44" rx="5"/>'
        f'<text class="zx-pile" x="{num(x + wide / 2 - 2.5)}" y="{num(y + 15)}">{pile.capitalize()}</text>'
        f'<text class="zx-count" x="{num(x + wide / 2 - 2.5)}" y="{num(y + 36)}">{shown}</text></g>'
    )


def _battle(view: Mapping[str, Any], ok: bool) -> str:
    """An arrow from the attacker to the Square under attack; red and dashed where the line breaks a rule."""
    battle = view.get("battle")
    if not battle:
        return ""
    stands = {
        card["oid"]: square
        for square, cards in (view.get("squares") or {}).items()
        for card in cards
        if card.get("oid")
    }
    start = stands.get(battle["attacker"])
    if start is None or start == battle["square"]:
        return ""
    ends = [(x + WIDE / 2, y + HIGH / 2 + 8) for x, y in (place(start), place(battle["square"]))]
    way = trim(ends, 34.0, 34.0)
    kind = "path-way" if ok else "path-broken"
    return (
        f'<g class="path attack{"" if ok else " is-broken"}"><path class="path-halo" d="{polyline(way)}"/>'
        f'<path class="{kind}" d="{polyline(way)}"/>'
        f'<path class="path-arrow{"" if ok else " broken"}" d="{polyline(arrow_head(way, 16.0))}Z"/></g>'
    )
