"""The game board as a graph with geometry: dots, lines, their sense, sharp turns and warp holes (600-605).

Dots are numbered internally; in logs and views a dot is written ``"ring,hour"``. The sense of a line is +1 when it
runs clockwise around the centre, -1 counter-clockwise, 0 when it is radial. Warps are no lines: they exist only for
movement, between a player's own Starting Dot and every Ending Dot (605.2).
"""

import json
import math
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from rules_engine.kernel.digest import sha256_of

START, INNER, WHITE, ENDING = "start", "inner", "white", "ending"
KINDS = (START, INNER, WHITE, ENDING)


MAX_STEPS = 11
"""No path in a log has more steps (``MAX_PATH`` dots)."""
MAX_SHARP = 5
"""With sharp turns paths multiply by three a step: an enumeration stops here, a written path need not."""


class Board:
    """An immutable board built from its definition; see ``boards/act-1.json`` for the form.

    ``names[i]`` is the log name of dot ``i`` and ``number`` the reverse; ``neighbours[i]`` maps a joined dot to the
    sense of the line; ``turns`` holds every (a, b, c) of joined dots whose angle at b is no sharp turn;
    ``square_turns`` those of exactly 90 degrees (ruling H7).
    """

    def __init__(self, definition: dict[str, Any]) -> None:
        self.id: str = definition["id"]
        self.sha256 = sha256_of(definition)
        rows = definition["dots"]
        self.names: tuple[str, ...] = tuple(row["dot"] for row in rows)
        self.number: dict[str, int] = {name: index for index, name in enumerate(self.names)}
        self.kinds: tuple[str, ...] = tuple(row["kind"] for row in rows)
        hours = definition["hours"]
        self._points: list[tuple[float, float]] = []
        self._angles: list[float] = []
        for row in rows:
            angle = math.tau * row["hour"] / hours
            radius = definition["first_radius"] + row["ring"]
            self._angles.append(angle)
            self._points.append((radius * math.sin(angle), -radius * math.cos(angle)))
        self.neighbours: list[dict[int, int]] = [{} for _ in rows]
        self._edges: list[tuple[int, int]] = []
        for first, second in definition["edges"]:
            a, b = self.number[first], self.number[second]
            sense = self._sense(a, b)
            self.neighbours[a][b] = sense
            self.neighbours[b][a] = -sense
            self._edges.append((a, b))
        self.starts: tuple[int, ...] = tuple(i for i, kind in enumerate(self.kinds) if kind == START)
        self.endings: tuple[int, ...] = tuple(i for i, kind in enumerate(self.kinds) if kind == ENDING)
        self.is_start: tuple[bool, ...] = tuple(kind == START for kind in self.kinds)
        self.is_ending: tuple[bool, ...] = tuple(kind == ENDING for kind in self.kinds)
        self.no_attack: tuple[bool, ...] = tuple(kind in (START, INNER) for kind in self.kinds)
        self.turns: set[tuple[int, int, int]] = set()
        self.square_turns: set[tuple[int, int, int]] = set()
        self._find_turns()
        self._paths: dict[tuple[int, int, int, int, bool], tuple[tuple[int, ...], ...]] = {}

    @cached_property
    def dots(self) -> dict[str, dict[str, object]]:
        """Name of a dot -> ``{"kind", "x", "y"}``; coordinates lie in -1..1, y downwards, hour 0 on top."""
        reach = max(math.hypot(x, y) for x, y in self._points)
        return {
            name: {
                "kind": self.kinds[i],
                "x": round(self._points[i][0] / reach, 5),
                "y": round(self._points[i][1] / reach, 5),
            }
            for i, name in enumerate(self.names)
        }

    @cached_property
    def edges(self) -> list[tuple[str, str]]:
        """Every line once, as a pair of names."""
        return [(self.names[a], self.names[b]) for a, b in self._edges]

    def opposite(self, a: int, b: int) -> bool:
        """True if two Starting Dots face each other across the centre (105.2b)."""
        return self.starts.index(b) == (self.starts.index(a) + len(self.starts) // 2) % len(self.starts)

    def adjacent_starts(self, a: int, b: int) -> bool:
        """True if two Starting Dots lie side by side (105.2b)."""
        count = len(self.starts)
        return (self.starts.index(a) - self.starts.index(b)) % count in (1, count - 1)

    def angle(self, a: int, b: int, c: int) -> float:
        """The angle in degrees at dot ``b`` between the lines to ``a`` and ``c`` (0 = straight back)."""
        (ax, ay), (bx, by), (cx, cy) = self._points[a], self._points[b], self._points[c]
        dot = (ax - bx) * (cx - bx) + (ay - by) * (cy - by)
        lengths = math.hypot(ax - bx, ay - by) * math.hypot(cx - bx, cy - by)
        return math.degrees(math.acos(max(-1.0, min(1.0, dot / lengths))))

    def warp(self, a: int, b: int, home: int) -> bool:
        """True if a and b are the Starting Dot ``home`` and an Ending Dot, in either order (605.2)."""
        return (a == home and self.is_ending[b]) or (b == home and self.is_ending[a])

    def paths(
        self, start: int, steps: int, home: int = -1, sense: int = 0, sharp: bool = False
    ) -> tuple[tuple[int, ...], ...]:
        """Every path of 1 to ``steps`` dots from ``start`` (which is its first dot), shortest first.

        ``home`` is the Starting Dot that may be used as a warp hole, -1 for none; ``sense`` binds the direction.
        ``sharp`` lets the path turn as it likes after its first sided line; it is searched up to ``MAX_SHARP`` steps.
        """
        steps = min(steps, MAX_SHARP if sharp else MAX_STEPS)
        key = (start, steps, home, sense, sharp)
        if key not in self._paths:
            self._paths[key] = tuple(self._search(start, steps, home, sense, sharp))
        return self._paths[key]

    def _search(self, start: int, steps: int, home: int, bound: int, sharp: bool) -> list[tuple[int, ...]]:
        found: list[tuple[int, ...]] = []
        front: list[tuple[tuple[int, ...], int]] = [((start,), bound)]
        for _ in range(steps):
            grown = []
            for path, sense in front:
                for dot, line in self.neighbours[path[-1]].items():
                    if dot in path or (sense and line and line != sense):
                        continue
                    if sharp or self._goes_on(path, dot):
                        grown.append(((*path, dot), 0 if sharp and line else sense or line))
                warps = self._warps(path[-1], home)
                grown += [((*path, dot), sense) for dot in warps if dot not in path]
            grown.sort()
            found += [path for path, _ in grown]
            front = grown
        return found

    def _goes_on(self, path: tuple[int, ...], dot: int) -> bool:
        """Whether a path may turn to the next dot where it is."""
        if len(path) == 1:
            return True
        before, here = path[-2:]
        return before not in self.neighbours[here] or (before, here, dot) in self.turns

    def _warps(self, here: int, home: int) -> tuple[int, ...]:
        if home < 0:
            return ()
        if here == home:
            return self.endings
        return (home,) if self.is_ending[here] else ()

    def _sense(self, a: int, b: int) -> int:
        turn = math.remainder(self._angles[b] - self._angles[a], math.tau)
        return 0 if abs(turn) < 1e-9 else 1 if turn > 0 else -1

    def _find_turns(self) -> None:
        for middle, joined in enumerate(self.neighbours):
            for a in joined:
                for c in joined:
                    angle = self.angle(a, middle, c) if a != c else 0.0
                    if angle >= 90 - 1e-6:
                        self.turns.add((a, middle, c))
                    if abs(angle - 90) <= 1e-6:
                        self.square_turns.add((a, middle, c))


BOARDS = ("act-1",)
"""The boards that are packaged, by their ids."""


@cache
def load_board(board_id: str = "act-1") -> Board:
    """The packaged board with this id. Raises ``KeyError`` for an id that is not packaged."""
    if board_id not in BOARDS:
        raise KeyError(board_id)
    text = files("rules_engine.x610z.boards").joinpath(f"{board_id}.json").read_text(encoding="utf-8")
    return Board(json.loads(text))
