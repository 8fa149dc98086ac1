"""At which starting dot a seat lies (dots 1 to 6 clockwise, 105.2b); the chart is our default."""

DOTS: dict[int, tuple[int, ...]] = {
    2: (1, 4),
    3: (1, 3, 5),
    4: (1, 2, 4, 5),
    5: (1, 2, 3, 4, 5),
    6: (1, 2, 3, 4, 5, 6),
}


def dot_of(position: int, size: int) -> int | None:
    """The starting dot of a seat at a table of ``size`` players; None where there is no table."""
    chart = DOTS.get(size, ())
    return chart[position] if position < len(chart) else None
