"""The default board: counts, paths and turns as designed, and a slow literal reference for all of them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules_engine.x610z.board import Board, load_board

BOARD = load_board()

PATHS = {
    "0,0": ((2, 6, 8, 22, 32, 84), (2, 8, 12, 20, 26, 31)),
    "1,1": ((6, 8, 22, 32, 84, 128), (6, 10, 18, 24, 34, 38)),
    "1,0": ((2, 6, 8, 22, 32, 84), (2, 8, 12, 20, 26, 31)),
    "3,1": ((4, 8, 16, 32, 66, 128), (4, 10, 18, 28, 42, 48)),
    "3,2": ((4, 8, 16, 34, 64, 140), (4, 10, 18, 30, 40, 47)),
    "6,0": ((4, 6, 12, 20, 40, 70), (4, 8, 14, 20, 28, 32)),
    "6,1": ((2, 4, 6, 12, 20, 40), (2, 6, 10, 16, 22, 26)),
}
"""Dot -> paths of exactly 1 to 6 steps, and distinct landing dots within 1 to 6 steps."""


def test_the_board_has_78_dots_and_144_lines() -> None:
    assert (len(BOARD.dots), len(BOARD.edges)) == (78, 144)
    kinds = [dot["kind"] for dot in BOARD.dots.values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {"start": 6, "inner": 12, "white": 54, "ending": 6}
    assert all(-1 <= dot["x"] <= 1 and -1 <= dot["y"] <= 1 for dot in BOARD.dots.values())


@pytest.mark.parametrize("dot", PATHS)
def test_paths_and_landing_dots_are_counted(dot: str) -> None:
    paths, landings = PATHS[dot]
    found = BOARD.paths(BOARD.number[dot], 6)
    assert tuple(sum(len(path) == k + 1 for path in found) for k in range(1, 7)) == paths
    assert tuple(len({path[-1] for path in found if len(path) <= k + 1}) for k in range(1, 7)) == landings


@pytest.mark.parametrize(
    ("dot", "paths", "landings"),
    [("0,0", (8, 30, 44, 94), (8, 26, 36, 50)), ("6,0", (5, 13, 42, 74), (5, 14, 30, 40))],
)
def test_paths_with_warps_are_counted(dot: str, paths: tuple[int, ...], landings: tuple[int, ...]) -> None:
    found = BOARD.paths(BOARD.number[dot], 4, BOARD.number["0,0"])
    assert tuple(sum(len(path) == k + 1 for path in found) for k in range(1, 5)) == paths
    assert tuple(len({path[-1] for path in found if len(path) <= k + 1}) for k in range(1, 5)) == landings


@pytest.mark.parametrize(("steps", "count"), [(3, 1968), (4, 4176), (5, 8448), (6, 16992)])
def test_all_paths_of_the_board_are_counted(steps: int, count: int) -> None:
    assert sum(len(BOARD.paths(dot, steps)) for dot in range(78)) == count


def literal_paths(board: Board, start: str, steps: int) -> set[tuple[str, ...]]:
    """Every sequence of joined dots without a dot twice, without a turn under 90 degrees, in one sense."""
    joined: dict[str, set[str]] = {name: set() for name in board.names}
    for a, b in board.edges:
        joined[a].add(b)
        joined[b].add(a)
    found = set()
    front = {(start,)}
    for _ in range(steps):
        front = {(*path, dot) for path in front for dot in joined[path[-1]] if dot not in path}
        front = {path for path in front if _keeps_direction(board, path)}
        found |= front
    return found


def _keeps_direction(board: Board, path: tuple[str, ...]) -> bool:
    ways = {(int(b.split(",")[1]) - int(a.split(",")[1])) % 12 for a, b in pairwise(path)}
    numbers = [board.number[name] for name in path]
    wide = all(board.angle(*numbers[i : i + 3]) >= 90 for i in range(len(numbers) - 2))
    return len(ways) == 1 and ways <= {1, 11} and wide


def test_every_dot_agrees_with_the_literal_reference() -> None:
    for index, name in enumerate(BOARD.names):
        found = {tuple(BOARD.names[dot] for dot in path) for path in BOARD.paths(index, 4)}
        assert found == literal_paths(BOARD, name, 4), name


def _path(text: str) -> list[int]:
    return [BOARD.number[name] for name in text.split()]


@pytest.mark.parametrize(
    ("path", "angles"),
    [
        ("0,0 1,1 2,2 2,3", (146.2, 131.3)),
        ("0,0 1,1 1,2 1,3", (127.5, 150.0)),
        ("2,2 1,1 1,0", (168.7,)),
        ("3,1 4,2 3,3", (122.1,)),
        ("5,11 6,0 6,1", (138.9,)),
    ],
)
def test_wide_turns_are_legal(path: str, angles: tuple[float, ...]) -> None:
    dots = _path(path)
    assert tuple(dots) in BOARD.paths(dots[0], len(dots) - 1)
    turns = [BOARD.angle(*dots[i : i + 3]) for i in range(len(dots) - 2)]
    assert turns == pytest.approx(angles, abs=0.06)


@pytest.mark.parametrize(
    ("path", "angle"),
    [
        ("0,0 1,1 2,0", 41.3),
        ("2,2 2,3 3,2", 16.0),
        ("2,2 1,1 1,2", 18.7),
        ("5,11 6,0 6,11", 11.1),
    ],
)
def test_sharp_turns_are_not(path: str, angle: float) -> None:
    dots = _path(path)
    assert tuple(dots) not in BOARD.paths(dots[0], 2)
    assert BOARD.angle(*dots) == pytest.approx(angle, abs=0.06)


@pytest.mark.parametrize("pair", ["5,1 4,2", "1,0 2,1"])
def test_even_dots_have_no_line_outwards(pair: str) -> None:
    a, b = _path(pair)
    assert b not in BOARD.neighbours[a]


def test_a_race_at_speed_one_takes_ten_steps() -> None:
    race = _path("0,0 1,1 2,0 2,1 3,2 3,1 4,0 4,11 5,0 5,1 6,0")
    assert all(b in BOARD.neighbours[a] for a, b in pairwise(race))
    reached = {BOARD.number["0,0"]}
    steps = 0
    while not any(BOARD.is_ending[dot] for dot in reached):
        reached |= {dot for known in reached for dot in BOARD.neighbours[known]}
        steps += 1
    assert steps == 10
