"""The outlines on the board: pawns by class, dots by kind, fill patterns by player."""

from __future__ import annotations

PAWN_SIZE = 14.0
"""Radius of a pawn's outline before scaling."""

PAWN_SHAPES: dict[str, str] = {
    # Spread wings with a tail
    "dragon": (
        "M0-14C2-9 4-7 7-7 10-7 13-9 14-12 15-4 13 3 7 4L5 4 0 14-5 4-7 4"
        "C-13 3-15-4-14-12-13-9-10-7-7-7-4-7-2-9 0-14Z"
    ),
    # A head with two ears
    "beast": "M-12-13L-4-8Q0-9 4-8L12-13 13 1Q12 12 0 13-12 12-13 1Z",
    # A hull under two sails
    "vessel": "M-14 4L14 4Q12 13 6 13L-6 13Q-12 13-14 4ZM2-15Q12-9 13 1L2 1ZM-2-10L-2 1-12 1Q-9-5-2-10Z",
    # A helm with two horns and a long nose guard
    "berserker": (
        "M-9-6Q-15-8-14-15-8-11-6-9 0-13 6-9 8-11 14-15 15-8 9-6L10 8 4 13 4 3 2 1 2 11-2 11-2 1-4 3-4 13-10 8Z"
    ),
    # Three spears over a wall of shields
    "army": (
        "M-10-15L-7-8-9-8-9 0-1-2-1-9-3-9 0-16 3-9 1-9 1-2 9 0 9-8 7-8 10-15 13-8"
        " 11-8 11 4Q9 13 0 14-9 13-11 4L-11-8-13-8Z"
    ),
    # A six-sided keep
    "life_base": "M0-15L13-7.5 13 7.5 0 15-13 7.5-13-7.5ZM0-6L-5.2-3-5.2 3 0 6 5.2 3 5.2-3Z",
    "other": "M-11-11L11-11 11 11-11 11Z",
}
"""Pawn class -> SVG path around the origin, about 28 units wide."""

DOT_SHAPES: dict[str, str] = {
    "start": '<path d="M0-10L10 0 0 10-10 0Z"/><circle class="dot-eye" r="3.5"/>',
    "inner": '<circle r="6"/>',
    "white": '<circle r="5"/>',
    "ending": '<circle class="dot-ring" r="10"/><circle class="dot-ring" r="6"/><circle r="3"/>',
}
"""Kind of dot -> SVG around the origin: red diamond, red disc, white disc, red target."""

_PATTERNS: tuple[str, ...] = (
    "",
    '<path d="M-1 1L1-1M0 6L6 0M5 7L7 5"/>',
    '<circle cx="3" cy="3" r="1.5"/>',
    '<path d="M0 0L6 6M6 0L0 6"/>',
    '<path d="M0 3H6"/>',
    '<path d="M3 0V6"/>',
)


def class_key(pawn_class: object) -> str:
    """Turn the name of a class as cards write it ("Life Base") into its key here ("life_base")."""
    return str(pawn_class or "").strip().lower().replace(" ", "_")


def pawn_shape(pawn_class: object) -> str:
    """Return the outline of a class; a class of its own making is a square."""
    return PAWN_SHAPES.get(class_key(pawn_class), PAWN_SHAPES["other"])


def patterns(prefix: str) -> str:
    """Return the fill patterns of the six seats as SVG ``<pattern>`` elements."""
    return "".join(
        f'<pattern id="{prefix}seat-{seat}" class="seat-pattern" width="6" height="6" '
        f'patternUnits="userSpaceOnUse">{drawing}</pattern>'
        for seat, drawing in enumerate(_PATTERNS)
    )


def seat_class(seat: int) -> str:
    """Return the CSS class that gives a seat its colour."""
    return f"seat-{seat % 6}"
