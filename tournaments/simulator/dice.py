"""Draws without dice: every number is a hash of the event's seed and of what it is for.

A draw has a name and not a place in a row, so the same player of the same event is as strong under every setting: two
settings are compared on the same days, which needs far fewer events than comparing different ones.
"""

from __future__ import annotations

from math import cos, erfc, log, pi, sqrt

from tournaments.pairing.randomness import player_key

_SIZE = float(1 << 64)
_TAIL = 38.0  # beyond this, a normal deviate has no probability that a float can hold


def uniform(seed: str, number: int, name: str) -> float:
    """A number between 0 and 1, neither of them included."""
    return (player_key(seed, number, name) + 0.5) / _SIZE


def normal(seed: str, number: int, name: str) -> float:
    """A standard normal deviate (Box and Muller, 1958)."""
    first = uniform(seed, number, f"{name}/r")
    return sqrt(-2.0 * log(first)) * cos(2.0 * pi * uniform(seed, number, f"{name}/a"))


def normal_quantile(share: float) -> float:
    """The deviate that ``share`` of all standard normal ones stay below; by halving, exact to a float's precision."""
    low, high = -_TAIL, _TAIL
    for _step in range(70):
        middle = (low + high) / 2
        if 0.5 * erfc(-middle / sqrt(2.0)) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def pick(share: float, count: int) -> int:
    """Which of ``count`` equally likely things a uniform number stands for, from 0."""
    return min(int(share * count), count - 1)
