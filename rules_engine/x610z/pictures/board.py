"""The board of one moment of a game as one accessible SVG picture: a pure function from view to text.

Everything is drawn with presentation attributes and CSS classes (no inline style), so it stands under a strict
content security policy; ``x610z_site/static/css/board.css`` colours it. Dots differ by kind in shape and colour,
pawns by class in shape and by player in colour and pattern, so the picture also reads in black and white.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from rules_engine.drawing import geometry
from rules_engine.drawing.geometry import Plan, Point, num, polyline
from rules_engine.drawing.shapes import (
    DOT_SHAPES,
    PAWN_SHAPES,
    PAWN_SIZE,
    class_key,
    patterns,
    pawn_shape,
    seat_class,
)

from .panels import panels
from .text import Words, describe, title_of, words

__all__ = ["PAWN_SHAPES", "board_layers", "board_svg"]

WIDTH = {"wide": 1280.0, "phone": 390.0, "square": 640.0}
WIDE_HEIGHT = 760.0
PHONE_BOARD = 392.0
ARROW = 11.0
SCALE = {"wide": 1.4, "phone": 0.9, "square": 1.4}


@dataclass(frozen=True, slots=True)
class Frame:
    """What every layer needs: the plan, the size name, the scale of marks, the texts and the id prefix."""

    plan: Plan
    size: str
    scale: float
    text: Words
    prefix: str


def board_svg(
    view: Mapping[str, object],
    board: object = None,
    *,
    size: str = "wide",
    path: Sequence[str] | None = None,
    ok: bool = True,
    lang: str = "en",
    ids_prefix: str = "",
    standalone_css: str = "",
) -> str:
    """Return the board as an SVG document of its own.

    ``view`` is the engine's: ``{"pawns": [{"oid", "seat", "card", "class", "dot", "damage", "defense", "state"}],
    "seats": [{"seat", "name" or "player", "hand", "deck", "pool"}], "active": seat, "turn": int,
    "last": {"kind", "path", "ok", "broken_at"}}``; of a pawn ``oid``, ``seat``, ``class`` and ``dot`` are needed, the
    rest may be missing. ``broken_at`` is the index of the first dot of the path that breaks a rule (default: the last).

    ``board``: ``dots`` maps ``"ring,hour"`` to ``{"kind", "x", "y"}``, ``edges`` are pairs of names; None draws
    the default board. ``size`` is ``"wide"`` (1280 x 760, players at the sides), ``"phone"`` (390 wide, players
    below) or ``"square"`` (the board alone, for a page that shows the players itself). ``path`` replaces the path of
    the last action; ``ok`` False draws it broken. ``ids_prefix`` keeps ids apart when a page holds several boards.
    ``standalone_css`` is embedded, for a file outside the site.

    Raises ``ValueError`` for an unknown size and ``KeyError`` for a dot that the board does not have.
    """
    layers = board_layers(view, board, size=size, path=path, ok=ok, lang=lang, ids_prefix=ids_prefix)
    frame = _frame(board, size, lang, ids_prefix)
    css = f"<style>{standalone_css}</style>" if standalone_css else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board board-{size}" viewBox="{layers["viewbox"]}" '
        f'role="img" aria-labelledby="{frame.prefix}title {frame.prefix}desc" data-board="{size}">'
        f'<title id="{frame.prefix}title">{layers["title"]}</title>'
        f'<desc id="{frame.prefix}desc">{layers["desc"]}</desc>{css}'
        f"<defs>{patterns(frame.prefix)}</defs>{_ground(frame)}"
        f'<g class="board-live" data-live="">{layers["live"]}</g></svg>'
    )


def board_layers(
    view: Mapping[str, Any],
    board: object = None,
    *,
    size: str = "wide",
    path: Sequence[str] | None = None,
    ok: bool = True,
    lang: str = "en",
    ids_prefix: str = "",
) -> dict[str, str]:
    """Return what changes from step to step, all escaped: ``live`` (SVG), ``viewbox``, ``title`` and ``desc``.

    The viewer of a game replaces these four and leaves the dots and lines as they stand.
    """
    frame = _frame(board, size, lang, ids_prefix)
    last = view.get("last") or {}
    steps = [str(dot) for dot in (last.get("path") or () if path is None else path)]
    fine = ok and bool(last.get("ok", True))
    kind = str(last.get("kind") or "")
    pawns = [pawn for pawn in view.get("pawns") or () if pawn.get("dot") is not None]
    side, height = ("", 0.0) if size == "square" else panels(view, frame.size, frame.text, frame.prefix)
    live = [_hub(view, frame)]
    if len(steps) > 1:
        live.append(_path(frame, steps, kind, fine, last.get("broken_at"), {str(p["dot"]) for p in pawns}))
    elif steps:
        live.append(_mark(frame, steps[0], fine))
    live += [_pawn(frame, pawn) for pawn in pawns]
    live.append(side)
    total = {"wide": WIDE_HEIGHT, "square": WIDTH["square"]}.get(size, PHONE_BOARD + height)
    return {
        "live": "".join(live),
        "viewbox": f"0 0 {num(WIDTH[size])} {num(total)}",
        "title": escape(title_of(view, frame.text)),
        "desc": escape(describe(view, steps, kind, fine, frame.text)),
    }


def _frame(board: object, size: str, lang: str, prefix: str) -> Frame:
    if size not in WIDTH:
        raise ValueError(f"size is {size!r}, not one of {', '.join(WIDTH)}")
    drawn = board if board is not None else geometry.spiral_6()
    if size == "wide":
        plan = Plan(drawn, 640, 380, 342, base=3)
    elif size == "square":
        plan = Plan(drawn, 320, 320, 270, base=3)
    else:
        plan = Plan(drawn, 195, 196, 172, base=3)
    return Frame(plan, size, SCALE[size], words(lang), prefix)


def _ground(frame: Frame) -> str:
    """Orbits, lines, the No Attack Zone, dots and coordinates: the same in every step."""
    plan = frame.plan
    polar = all(geometry.ring_hour(dot) for dot in plan.board.dots)
    rings = sorted({at[0] for dot in plan.board.dots if (at := geometry.ring_hour(dot))})
    parts = [f'<rect class="board-ground" width="{num(WIDTH[frame.size])}" height="4000"/>']
    if polar:
        parts.append(_circle("zone", plan, 1.5))
        parts.append(_circle("hub", plan, -0.6))
        parts += [_circle("orbit", plan, ring) for ring in rings if ring]
    lines = [plan.change_curve(a, b) for a, b in plan.board.edges if not (polar and _same_ring(a, b))]
    parts.append(f'<path class="lines" d="{"".join(lines)}"/>')
    parts += [_dot(frame, name, dot["kind"]) for name, dot in plan.board.dots.items()]
    if polar:
        parts.append(_coordinates(frame, rings))
    return f'<g class="board-map">{"".join(parts)}</g>'


def _circle(kind: str, plan: Plan, ring: float) -> str:
    return (
        f'<circle class="{kind}" cx="{num(plan.cx)}" cy="{num(plan.cy)}" r="{num(plan.ring_radius(ring))}"/>'
    )


def _same_ring(a: str, b: str) -> bool:
    first, second = geometry.ring_hour(a), geometry.ring_hour(b)
    return first is not None and second is not None and first[0] == second[0]


def _dot(frame: Frame, name: str, kind: str) -> str:
    x, y = frame.plan.place(name)
    shape = DOT_SHAPES.get(kind, DOT_SHAPES["white"])
    return (
        f'<g id="{frame.prefix}dot-{_id(name)}" class="dot {_id(kind)}" '
        f'transform="translate({num(x)} {num(y)}) scale({frame.scale})">{shape}</g>'
    )


def _coordinates(frame: Frame, rings: Sequence[int]) -> str:
    """Hours around the rim and the numbers of the orbits, as logs write them."""
    plan, out = frame.plan, []
    rim = rings[-1] + (1.15 if frame.size == "square" else 0.8)  # clear of a pawn that stands on the rim
    for hour in range(geometry.HOURS):
        x, y = plan.polar(rim, hour)
        out.append(f'<text class="hour" x="{num(x)}" y="{num(y)}">{hour}</text>')
    for ring in rings:
        x, y = plan.polar(ring, 0.5)
        out.append(f'<text class="ring" x="{num(x)}" y="{num(y)}">{ring}</text>')
    return "".join(out)


def _hub(view: Mapping[str, object], frame: Frame) -> str:
    """The number of the turn in the empty middle of the board."""
    turn = view.get("turn")
    if not isinstance(turn, int):
        return ""
    plan = frame.plan
    high = 15 if frame.size == "phone" else 24
    return (
        f'<text class="hub-word" x="{num(plan.cx)}" y="{num(plan.cy - high)}">{escape(frame.text["turn"])}</text>'
        f'<text class="hub-number" x="{num(plan.cx)}" y="{num(plan.cy + high * 0.7)}">{turn}</text>'
    )


def _path(frame: Frame, steps: list[str], kind: str, ok: bool, broken_at: object, taken: set[str]) -> str:
    """The way of the last action with an arrow; from the first broken step on red, dashed and crossed."""
    legs = [frame.plan.line(a, b) for a, b in itertools.pairwise(steps)]
    split = len(legs) if ok else _first_broken(broken_at, len(legs))
    room = PAWN_SIZE * frame.scale
    tip = ARROW * frame.scale
    ends = [room * 1.1 if steps[0] in taken else 0.0, tip + (room * 1.15 if steps[-1] in taken else 0.0)]
    parts = []
    if split:
        good = geometry.trim(geometry.joined(legs[:split]), ends[0], ends[1] if split == len(legs) else 0.0)
        parts.append(_stroke("path-way", good))
        if split == len(legs):
            parts.append(_arrow("path-arrow", good, frame.scale))
    if split < len(legs):
        bad = geometry.trim(geometry.joined(legs[split:]), 0.0 if split else ends[0], ends[1])
        parts += [_stroke("path-broken", bad), _arrow("path-arrow broken", bad, frame.scale)]
        parts.append(_cross(geometry.middle(legs[split]), frame.scale))
    for name in steps[1:-1] if steps[0] in taken else steps[:-1]:
        x, y = frame.plan.place(name)
        parts.append(f'<circle class="path-stop" cx="{num(x)}" cy="{num(y)}" r="{num(3.2 * frame.scale)}"/>')
    tone = "" if ok else " is-broken"
    return f'<g id="{frame.prefix}path" class="path {_id(kind) or "action"}{tone}">{"".join(parts)}</g>'


def _mark(frame: Frame, dot: str, ok: bool) -> str:
    """A ring around the one dot that the last action was about, such as a cast."""
    x, y = frame.plan.place(dot)
    tone = "" if ok else " is-broken"
    return (
        f'<circle id="{frame.prefix}path" class="path-mark{tone}" cx="{num(x)}" cy="{num(y)}" '
        f'r="{num((PAWN_SIZE + 5.5) * frame.scale)}"/>'
    )


def _first_broken(broken_at: object, legs: int) -> int:
    """Index of the first broken leg from the index of the first broken dot (default: the last leg)."""
    if isinstance(broken_at, int) and 1 <= broken_at <= legs:
        return broken_at - 1
    return legs - 1


def _stroke(kind: str, points: Sequence[Point]) -> str:
    d = polyline(points)
    return f'<path class="path-halo" d="{d}"/><path class="{kind}" d="{d}"/>'


def _arrow(kind: str, points: Sequence[Point], scale: float) -> str:
    corners = geometry.arrow_head(points, ARROW * scale)
    return f'<path class="{kind}" d="{polyline(corners)}Z"/>'


def _cross(at: Point, scale: float) -> str:
    x, y, r = num(at[0]), num(at[1]), 9 * scale
    a = num(4 * scale)
    return (
        f'<g class="path-cross" transform="translate({x} {y})"><circle r="{num(r)}"/>'
        f'<path d="M-{a}-{a}L{a} {a}M{a}-{a}L-{a} {a}"/></g>'
    )


def _pawn(frame: Frame, pawn: Mapping[str, Any]) -> str:
    """One pawn: shape of its class, colour and pattern of its player, an arc for its damage."""
    x, y = frame.plan.place(str(pawn["dot"]))
    seat, shape = int(pawn["seat"]), pawn_shape(pawn.get("class"))
    classes = f"pawn {_id(class_key(pawn.get('class')))} {seat_class(seat)}"
    if pawn.get("state"):
        classes += f" state-{_id(pawn['state'])}"
    return (
        f'<g id="{frame.prefix}pawn-{_id(pawn["oid"])}" class="{classes}" data-pawn="{_id(pawn["oid"])}" '
        f'transform="translate({num(x)} {num(y)})"><g transform="scale({frame.scale})">'
        f'<path class="pawn-halo" d="{shape}"/><path class="pawn-body" d="{shape}"/>'
        f'<path class="pawn-pattern" d="{shape}" fill="url(#{frame.prefix}seat-{seat % 6})"/>'
        f'<path class="pawn-edge" d="{shape}"/>{_damage(pawn)}</g></g>'
    )


def _damage(pawn: Mapping[str, Any]) -> str:
    damage, defense = int(pawn.get("damage") or 0), int(pawn.get("defense") or 0)
    if damage <= 0:
        return ""
    radius = PAWN_SIZE + 3.5
    round_length = 2 * math.pi * radius
    share = min(damage / defense, 1.0) if defense > 0 else 1.0
    return (
        f'<circle class="damage-ring" r="{num(radius)}"/>'
        f'<circle class="damage-arc" r="{num(radius)}" transform="rotate(-90)" '
        f'stroke-dasharray="{num(round_length * share)} {num(round_length)}"/>'
        f'<g class="damage-mark" transform="translate(12 11)"><circle r="7.5"/><text>{damage}</text></g>'
    )


def _id(value: object) -> str:
    """Turn any value into a safe id or class word."""
    return re.sub(r"[^A-Za-z0-9_]+", "-", str(value)).strip("-")
