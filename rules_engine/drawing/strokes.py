"""What drawn pictures are made of: numbers from a seed, short coordinates, closed shapes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

Point = tuple[float, float]


class Draw:
    """Numbers that follow from a seed, the same on every machine: a picture is drawn with them, no game is."""

    def __init__(self, seed: str) -> None:
        self._seed, self._block, self._count = seed.encode(), b"", 0

    def __call__(self, low: float, high: float) -> float:
        """A number between the two."""
        if len(self._block) < 2:
            self._block = hashlib.sha256(self._seed + self._count.to_bytes(4, "big")).digest()
            self._count += 1
        word, self._block = self._block[:2], self._block[2:]
        return low + (high - low) * int.from_bytes(word, "big") / 0xFFFF

    def yes(self) -> bool:
        """Heads or tails."""
        return self(0, 1) > 0.5


def num(value: float) -> str:
    """A coordinate with one decimal and no needless zeros: coordinates are most of a picture's bytes."""
    text = f"{value:.1f}".removesuffix(".0")
    if text in ("-0", "0"):
        return "0"
    return text.replace("-0.", "-.") if value < 0 else text.removeprefix("0")


def shape(points: Iterable[Point], *, close: bool = True) -> str:
    """A path through the points, closed unless told otherwise."""
    line = "L".join(f"{num(x)} {num(y)}" for x, y in points)
    return f"M{line}{'Z' if close else ''}"


def mirrored(half: Sequence[Point]) -> str:
    """A closed shape from its right half, mirrored at x = 0."""
    return shape([*half, *((-x, y) for x, y in reversed(half))])


def path(d: str, **attributes: str) -> str:
    """A ``<path>``; ``stroke_width="2"`` becomes ``stroke-width="2"``. Nothing is escaped: only our own values."""
    said = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<path d="{d}"{said}/>'


def circle(x: float, y: float, r: float, **attributes: str) -> str:
    """A ``<circle>``, written like :func:`path`."""
    said = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    place = f'cx="{num(x)}" cy="{num(y)}" ' if x or y else ""
    return f'<circle {place}r="{num(r)}"{said}/>'
