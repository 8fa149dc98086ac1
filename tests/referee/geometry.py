"""The board as the rules describe it (600-605): dots, lines, angles. No tables, everything is worked out when asked."""

from __future__ import annotations

import json
import math
from importlib.resources import files
from typing import Any

RED_ZONE = ("start", "inner")
"""604.1: the Starting Dots and the Red Inner Orbit Dots are the No Attack Zone."""


class Board:
    """The dots and lines of a board file. A dot is its log name, such as ``"2,5"``."""

    def __init__(self, definition: dict[str, Any]) -> None:
        self.rows = {row["dot"]: row for row in definition["dots"]}
        self.lines = {frozenset((a, b)) for a, b in definition["edges"]}
        self.hours = definition["hours"]
        self.first_radius = definition["first_radius"]

    def kind(self, dot: str) -> str:
        """``start``, ``inner``, ``white`` or ``ending`` (600.7)."""
        return self.rows[dot]["kind"]

    def is_ending(self, dot: str | None) -> bool:
        """603.1."""
        return dot is not None and self.kind(dot) == "ending"

    def in_no_attack_zone(self, dot: str | None) -> bool:
        """604.1."""
        return dot is not None and self.kind(dot) in RED_ZONE

    def ending_dots(self) -> list[str]:
        """All Ending Dots in the order of the board file."""
        return [dot for dot in self.rows if self.is_ending(dot)]

    def starting_dots(self) -> list[str]:
        """601.1: the Starting Dots clockwise."""
        dots = [dot for dot in self.rows if self.kind(dot) == "start"]
        return sorted(dots, key=lambda dot: self.rows[dot]["hour"])

    def joined(self, a: str, b: str) -> bool:
        """600.3: only connected dots are a path."""
        return frozenset((a, b)) in self.lines

    def neighbours(self, dot: str) -> list[str]:
        """The dots joined to this one."""
        return [other for other in self.rows if self.joined(dot, other)]

    def is_warp(self, a: str, b: str, home: str) -> bool:
        """605.2: from their own Starting Dot to an Ending Dot or back."""
        return (a == home and self.is_ending(b)) or (b == home and self.is_ending(a))

    def point(self, dot: str) -> tuple[float, float]:
        """Where the dot lies; hour 0 on top, hours clockwise."""
        row = self.rows[dot]
        angle = math.tau * row["hour"] / self.hours
        radius = self.first_radius + row["ring"]
        return radius * math.sin(angle), radius * math.cos(angle)

    def sense(self, a: str, b: str) -> int:
        """202.8: +1 for a step clockwise, -1 counter-clockwise, 0 straight in or out."""
        turn = (self.rows[b]["hour"] - self.rows[a]["hour"]) % self.hours
        if turn == 0 or turn * 2 == self.hours:
            return 0
        return 1 if turn * 2 < self.hours else -1

    def angle(self, a: str, b: str, c: str) -> float:
        """The corner at ``b`` in degrees, 0 for straight back (glossary Sharp Turn)."""
        (ax, ay), (bx, by), (cx, cy) = self.point(a), self.point(b), self.point(c)
        one = math.atan2(ay - by, ax - bx)
        two = math.atan2(cy - by, cx - bx)
        turn = abs(one - two) % math.tau
        return math.degrees(min(turn, math.tau - turn))


def load(name: str = "act-1") -> Board:
    """The packaged board."""
    text = files("rules_engine.x610z.boards").joinpath(f"{name}.json").read_text(encoding="utf-8")
    return Board(json.loads(text))
