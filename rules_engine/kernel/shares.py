"""Shares with their 95 % intervals: of one sample, and the difference of two samples that come in pairs."""

from dataclasses import dataclass
from math import sqrt

Z95 = 1.959963984540054
"""So many standard deviations to both sides hold 95 of 100 values of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Between:
    """An estimate with the bounds of its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def tells(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.low > 0 or self.high < 0


def share(hits: int, of: int) -> Between:
    """A share with Wilson's interval (Journal of the American Statistical Association 22, 1927)."""
    if not of:
        return Between(0.0, 0.0, 1.0)
    p, square = hits / of, Z95 * Z95
    middle, width = p + square / (2 * of), 1 + square / of
    spread = Z95 * sqrt(p * (1 - p) / of + square / (4 * of * of))
    return Between(
        p, min(p, max(0.0, (middle - spread) / width)), max(p, min(1.0, (middle + spread) / width))
    )


def paired_difference(both: int, first: int, second: int, neither: int) -> Between:
    """How much larger the first of two shares is that were counted over the same pairs.

    ``both`` pairs are hits in either sample, ``first`` and ``second`` in one of them alone. The interval is Newcombe's
    (Statistics in Medicine 17, 1998, page 2635, method 10): Wilson's intervals of both shares, put together with
    regard to how alike the two of a pair are. It holds where a normal approximation does not: with few pairs that
    differ, or none.
    """
    n = both + first + second + neither
    if not n:
        return Between(0.0, -1.0, 1.0)
    one, two = share(both + first, n), share(both + second, n)
    alike = _alikeness(both, first, second, neither)
    difference = (first - second) / n
    down = _spread(one.value - one.low, two.high - two.value, alike)
    up = _spread(one.high - one.value, two.value - two.low, alike)
    return Between(difference, max(-1.0, difference - down), min(1.0, difference + up))


def _alikeness(both: int, first: int, second: int, neither: int) -> float:
    """The correlation of the two of a pair, with Newcombe's correction for continuity."""
    sides = (both + first) * (second + neither) * (both + second) * (first + neither)
    if not sides:
        return 0.0
    over = both * neither - first * second
    corrected = over if over <= 0 else max(0.0, over - (both + first + second + neither) / 2)
    return corrected / sqrt(sides)


def _spread(one: float, two: float, alike: float) -> float:
    return sqrt(max(0.0, one * one - 2 * alike * one * two + two * two))
