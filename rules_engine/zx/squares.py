"""The nine Squares that both players share: three by three, a Player Square in the middle of either end.

A Square is a number from 0 to 8 and is written ``"column,row"``; seat 0 sits behind row 0, seat 1 behind row 2.
"""

NAMES = tuple(f"{square % 3},{square // 3}" for square in range(9))
NUMBERS = {name: square for square, name in enumerate(NAMES)}
PLAYER_SQUARES = (NUMBERS["1,0"], NUMBERS["1,2"])
"""The Player Square of seat 0 and of seat 1 (402.1a)."""


def distance(a: int, b: int) -> int:
    """The fewest steps from Square to Square; diagonals are no steps, so next to each other is 1."""
    return abs(a % 3 - b % 3) + abs(a // 3 - b // 3)


WITHIN = tuple(
    tuple(
        frozenset(other for other in range(9) if 0 < distance(square, other) <= steps) for square in range(9)
    )
    for steps in range(9)
)
"""By number of steps and Square: the Squares that lie so near."""
