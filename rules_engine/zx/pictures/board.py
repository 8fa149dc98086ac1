"""The nine Squares of one moment of a Z/X game as one accessible SVG picture: a pure function from view to text.

Drawn with presentation attributes and CSS classes (no inline style); ``x610z_site/static/css/zx-board.css`` colours it
with the colours of ``board.css``. Players differ in colour and in the bar on their cards, one plain and one with a gap,
so the picture also reads in black and white. Seat 0 sits below, or the seat that the view calls ``below``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from math import dist

from rules_engine.drawing.geometry import arrow_head, num, polyline, trim
from rules_engine.kernel.cards import SOFT, softened

from .text import PILES, Seen, Words, counts_of, describe, moment_of, player_of, title_of, words

SIDE = 640.0
LEFT, TOP, WIDE, HIGH = 14.0, 112.0, 204.0, 152.0
"""Where the grid begins, and the size of a Square."""
TALL = 2 * TOP + 3 * HIGH
"""The height of the picture: the places of each player above and below the grid."""
UPRIGHT, TURNED, STRIP, UNDER = (146.0, 112.0), (184.0, 86.0), 24.0, 148.0
"""Width and height of a card in Reboot State and of one in Sleep State, which lies on its side; height and width of one
under it, which leaves the name of its Square free."""
ROWS, LINE = 3, 19.0
"""Most lines of a card's name, and how far they are apart."""
LETTERS, NARROW = 13, 18
"""Letters of a line of a name alone, and of one that is drawn narrower."""
COLOURLESS = "none"
HOMES = {"1,0": 0, "1,2": 1}
"""The Player Squares and whose they are (402.1a)."""
MANY = 3
"""So many cards of one Square are drawn; more than that are told in words."""
SHOWN = frozenset({"life", "charge", "resource", "dynamis"})
"""The places whose cards are drawn one by one."""
MOST_SMALL = 24


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
        f'<desc id="{ids_prefix}desc">{layers["desc"]}</desc>{css}{_ground(_below(view))}'
        f'<g class="board-live" data-live="">{layers["live"]}</g></svg>'
    )


def board_layers(
    view: Seen,
    board: None = None,
    *,
    size: str = "square",
    ok: bool = True,
    lang: str = "en",
    ids_prefix: str = "",
) -> dict[str, str]:
    """What changes from step to step, all escaped: ``live`` (SVG), ``viewbox``, ``title`` and ``desc``."""
    text = words(lang)
    below = _below(view)
    live = [_strip(view, seat, text) for seat in (1 - below, below)]
    for square, cards in (view.get("squares") or {}).items():
        drawn = _drawn(cards)
        rows = 2 if len(drawn) < MANY and all(card.get("power") is None for card in drawn) else 1
        spots = _spots(square, len(drawn), below)
        live += [
            _card(card, spot, text, crowded=len(cards) >= MANY, rows=rows)
            for card, spot in zip(drawn, spots, strict=True)
        ]
    live.append(_battle(view, ok))
    return {
        "live": "".join(live),
        "viewbox": f"0 0 {num(SIDE)} {num(TALL)}",
        "title": escape(title_of(view, text)),
        "desc": escape(describe(view, text)),
    }


def _below(view: Seen) -> int:
    """The seat that sits below."""
    return int(view.get("below", 0))


def place(square: str, below: int = 0) -> tuple[float, float]:
    """The upper left corner of a Square on the picture; for seat 0 below row 0 is the lowest."""
    column, row = (int(part) for part in square.split(","))
    if below:
        column, row = 2 - column, 2 - row
    return LEFT + column * WIDE, TOP + (2 - row) * HIGH


def _ground(below: int) -> str:
    """The nine Squares, the same in every step: Player Squares in their player's colour, all with their names."""
    parts = [f'<rect class="board-ground" width="{num(SIDE)}" height="4000"/>']
    for row in range(3):
        for column in range(3):
            square = f"{column},{row}"
            x, y = place(square, below)
            home = f" is-home seat-{HOMES[square]}" if square in HOMES else ""
            parts.append(
                f'<g class="zx-square{home}"><rect x="{num(x + 3)}" y="{num(y + 3)}" width="{num(WIDE - 6)}" '
                f'height="{num(HIGH - 6)}" rx="8"/>'
                f'<text x="{num(x + WIDE - 14)}" y="{num(y + HIGH - 14)}">{square}</text></g>'
            )
    return f'<g class="board-map">{"".join(parts)}</g>'


def _drawn(cards: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """The cards of a Square that are drawn: Z/X first, then what lies under them."""
    return sorted(cards, key=lambda card: card.get("power") is None)[:MANY]


def _spots(square: str, count: int, below: int) -> list[tuple[float, float, bool]]:
    """The corner of the place of every card on a Square, and whether it is the one on top: others show their names."""
    x, y = place(square, below)
    under = [(x + 10, y + HIGH - 8 - STRIP * number, False) for number in range(count - 1, 0, -1)]
    return [(x + 10, y + 6, True), *under][:count]


def _card(card: Seen, spot: tuple[float, float, bool], text: Words, *, crowded: bool, rows: int) -> str:
    """One card on a Square: upright in Reboot State, on its side in Sleep State; of one below the name alone.

    ``crowded``: so many lie below it that they cover its lower edge. ``rows``: the most lines of a name alone.
    """
    x, y, top = spot
    name, whole = str(card.get("card") or text["down"]), top and card.get("power") is not None
    wide, high = TURNED if card.get("state") == "sleep" else UPRIGHT
    if whole:
        inside = _face(card, name, (wide, high), text, crowded=crowded)
        at = x + (TURNED[0] - wide) / 2, y + (UPRIGHT[1] - high) / 2
    else:
        lines = _in_rows(softened(name, text["lang"]), rows)
        more = LINE * (len(lines) - 1)
        inside = (
            f'<rect class="zx-face" width="{num(UNDER)}" height="{num(STRIP + 4 + more)}" rx="5"/>'
            f'<path class="zx-bar" d="M4 5V{num(STRIP - 1 + more)}"/>{"".join(map(_row, range(len(lines)), lines))}'
        )
        at = x, y + 40 if top else y - more
    oid = re.sub(r"[^A-Za-z0-9_]+", "-", str(card.get("oid", "")))
    pawn = f' data-pawn="{oid}"' if oid else ""
    return f'<g class="{_classes(card)}"{pawn} transform="translate({num(at[0])} {num(at[1])})">{inside}</g>'


def _in_rows(name: str, rows: int) -> list[str]:
    """A name in so many lines; one that is too long for them in lines of more letters, which are drawn narrower."""
    lines = _wrapped(name, rows, LETTERS)
    return _wrapped(name, rows, NARROW) if lines[-1].endswith("…") else lines


def _row(number: int, line: str) -> str:
    """A line of a name, no wider than there is room."""
    narrow = f' textLength="{num(UNDER - 20)}" lengthAdjust="spacingAndGlyphs"' if len(line) > LETTERS else ""
    return f'<text class="zx-name" x="14" y="{num(20 + LINE * number)}"{narrow}>{escape(line)}</text>'


def _classes(card: Seen) -> str:
    seat = int(card.get("controller", card["owner"]))
    asleep = " is-asleep" if card.get("state") == "sleep" else ""
    return f"zx-card seat-{seat}{asleep}{'' if card.get('card') else ' is-down'}"


def _face(card: Seen, name: str, size: tuple[float, float], text: Words, *, crowded: bool) -> str:
    """The face of a Z/X: its colours, cost, name and Power, its damage or that it sleeps."""
    (wide, high), asleep = size, card.get("state") == "sleep"
    raised = crowded and not asleep
    low = high - 9 - (STRIP if raised else 0)
    parts = [
        f'<rect class="zx-face" width="{num(wide)}" height="{num(high)}" rx="7"/>{_band(card, wide)}',
        f'<path class="zx-bar" d="M4 14V{num(high - 6)}"/>',
    ]
    for number, line in enumerate(
        _wrapped(softened(name, text["lang"]), 2 if asleep or raised else ROWS, 15 if asleep else 12)
    ):
        parts.append(f'<text class="zx-name" x="13" y="{num(30 + LINE * number)}">{escape(line)}</text>')
    parts.append(f'<text class="zx-power" x="{num(wide - 9)}" y="{num(low)}">{int(card["power"])}</text>')
    if card.get("damage"):
        parts.append(f'<text class="zx-damage" x="13" y="{num(low)}">−{int(card["damage"])}</text>')
    elif asleep:
        parts.append(f'<text class="zx-sleep" x="13" y="{num(low)}">{escape(text["sleep"])}</text>')
    if "cost" in card:
        parts.append(
            f'<g class="zx-cost"><circle cx="{num(wide - 4)}" cy="6" r="14"/>'
            f'<text x="{num(wide - 4)}" y="13">{int(card["cost"])}</text></g>'
        )
    return "".join(parts)


def _colours(card: Seen) -> Sequence[str]:
    """The colours of a card as classes; of one without any, and of one that nobody sees, ``none``."""
    return [re.sub("[^a-z]", "", str(one)) for one in card.get("colours") or ()] or [COLOURLESS]


def _band(card: Seen, wide: float) -> str:
    """The upper edge of a card in its colours, each with an equal part."""
    colours = _colours(card)
    part = (wide - 2) / len(colours)
    return "".join(
        f'<rect class="zx-tint is-{colour}" x="{num(1 + part * at)}" y="1" width="{num(part)}" height="11"/>'
        for at, colour in enumerate(colours)
    )


def _wrapped(name: str, most: int, letters: int) -> list[str]:
    """A name in so many lines of so many letters at most, the last one cut where it does not fit.

    A word that is longer than a line goes on in the next one, parted where its soft hyphens are.
    """
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {_plain(word)}".strip()
        if len(longer) <= letters:
            lines[-1] = longer
            continue
        parts = _parted(word, letters)
        lines[-1:] = parts if not lines[-1] else [lines[-1], *parts]
    kept = lines[:most]
    if len(lines) > most:
        kept[-1] = kept[-1].removesuffix("-")[: letters - 1].rstrip() + "…"
    return [line if len(line) <= letters else line[: letters - 1].rstrip() + "…" for line in kept]


def _parted(word: str, letters: int) -> list[str]:
    """A word in lines, each but the last with a hyphen; whole where it has no place to be parted."""
    lines, rest = [], word.split(SOFT)
    while len("".join(rest)) > letters and len(rest) > 1:
        count = max([1, *(n for n in range(1, len(rest)) if len("".join(rest[:n])) < letters)])
        lines.append("".join(rest[:count]) + "-")
        rest = rest[count:]
    return [*lines, "".join(rest)]


def _plain(word: str) -> str:
    return word.replace(SOFT, "")


def _strip(view: Seen, seat: int, text: Words) -> str:
    """The name of a player, whose turn or answer it is, and the places beside the Squares."""
    seats = view.get("seats") or ()
    if seat >= len(seats):
        return ""
    y = 4.0 if seat != _below(view) else TOP + 3 * HIGH + 4
    counts = counts_of(seats[seat])
    name = player_of(view, seat, text)
    name = name if len(name) <= 26 else name[:25].rstrip() + "…"
    said = moment_of(view, seat, text)
    active = (
        f'<text class="seat-active" x="{num(SIDE - LEFT)}" y="{num(y + 22)}">{escape(said)}</text>'
        if said
        else ""
    )
    step = (SIDE - 2 * LEFT) / len(PILES)
    cells = "".join(
        _cell(pile, counts, seats[seat].get(pile) or {}, LEFT + number * step, y + 30, step)
        for number, pile in enumerate(PILES)
    )
    return (
        f'<g class="zx-strip panel-seat seat-{seat}"><path class="seat-bar" d="M{num(LEFT)} {num(y + 1)}'
        f'h{num(SIDE - 2 * LEFT)}"/><text class="zx-player" x="{num(LEFT)}" y="{num(y + 23)}">{escape(name)}</text>'
        f"{active}{cells}</g>"
    )


def _cell(pile: str, counts: Mapping[str, int], zone: Seen, x: float, y: float, wide: float) -> str:
    """One place: its name, its count (of Resource how many are in Reboot State, too), and its cards as small ones."""
    shown = f"{counts['awake']}/{counts[pile]}" if pile == "resource" else str(counts[pile])
    middle = num(x + wide / 2 - 2.5)
    return (
        f'<g class="zx-zone"><rect x="{num(x)}" y="{num(y)}" width="{num(wide - 5)}" height="70" rx="5"/>'
        f'<text class="zx-pile" x="{middle}" y="{num(y + 17)}">{pile.capitalize()}</text>'
        f'<text class="zx-count" x="{middle}" y="{num(y + 43)}">{shown}</text>'
        f"{_small(pile, zone, counts[pile], x + 5, y + 51, wide - 15)}</g>"
    )


def _small(pile: str, zone: Seen, count: int, x: float, y: float, wide: float) -> str:
    """The cards of a place as small ones: in their colours where they lie open, on their side in Sleep State."""
    if pile not in SHOWN:
        return ""
    cards = list(zone.get("cards") or ()) or [{}] * count
    step = min(10.0, wide / max(len(cards), 1))
    found = []
    for at, card in enumerate(cards[:MOST_SMALL]):
        asleep = card.get("state") == "sleep"
        high, broad = (7.0, 11.0) if asleep else (14.0, 8.0)
        colour = _colours(card)[0] if card.get("face_up") else "down"
        found.append(
            f'<rect class="zx-tint is-{colour}{" is-asleep" if asleep else ""}" x="{num(x + step * at)}" '
            f'y="{num(y + (14 - high) / 2)}" width="{num(min(broad, step))}" height="{num(high)}"/>'
        )
    return "".join(found)


def _battle(view: Seen, ok: bool) -> str:
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
    ends = [
        (x + WIDE / 2, y + HIGH / 2 - 20)
        for x, y in (place(one, _below(view)) for one in (start, battle["square"]))
    ]
    short = min(0.36 * dist(*ends), 78.0)  # what both cards say stays free
    way = trim(ends, short, short)
    kind = "path-way" if ok else "path-broken"
    return (
        f'<g class="path attack{"" if ok else " is-broken"}"><path class="path-halo" d="{polyline(way)}"/>'
        f'<path class="{kind}" d="{polyline(way)}"/>'
        f'<path class="path-arrow{"" if ok else " broken"}" d="{polyline(arrow_head(way, 16.0))}Z"/></g>'
    )
