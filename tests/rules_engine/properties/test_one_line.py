"""One verdict, one line: audit and cursor name the same line for the same fault, in every game."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine.games import engine_of
from rules_engine.kernel.errors import LogError
from rules_engine.testing import random_game
from rules_engine.x610z import faults
from rules_engine.zx import faults as zx_faults
from rules_engine.zx.random_games import record_zx_game
from tests.golden import releases, zx
from tests.golden.catalogue import SCENES
from tests.golden.make import HERE
from tests.golden.scenes import golden_pool
from tests.speeds import amount, few_by_day

ONLY_AUDITS = {"end_missing", "manual_card", "empty_log"}
"""What is said of a whole log, and of no line at which a cursor could stop."""
SEEDS = amount(3, 30, "games of each kind with every fault in them")
OTHER: dict[str, dict[str, tuple[Any, ...]]] = {
    "header": {
        "mode": ("single", "multi", "team", "chess"),
        "play": ("constructed", "limited", "drafted"),
        "game_no": (2,),
        "ruleset": ("x610z/2010-02", "zx/never"),
        "rulings": ("answers/1", "answers/99", "sha256:0"),
        "board": ("act-9",),
        "pool": ("sha256:0",),
        "weather": ("rain",),
    },
    "seat": {
        "dot": ("0,0", "0,2", "0,6", "3,3", "nowhere"),
        "team": ("a", "b", None),
        "seat": (0, 1, 2, 5),
        "start_card": ("Nobody", "Z01-001"),
        "dynamis": (["Z01-001"] * 3, ["Nobody"]),
    },
    "chance": {
        "value": (0, 1, 5, [], None),
        "by": ("dice", "loser", "winner"),
        "of": ("first", "deck", "weather"),
        "seat": (0, 1, 5, None),
    },
}
"""What the lines of a set-up may say wrongly, by kind and key."""


def _same(game: str, log: bytes, pool: Any = None) -> str:
    """Assert that audit and cursor name one line; the code of what they found, "" for nothing."""
    engine: Any = engine_of(game)
    told = engine.audit(log, pool=pool).finding
    try:
        cursor = engine.cursor(log, pool=pool)
    except LogError as error:
        assert told is not None and (told.line, told.code) == (error.line or 1, error.code)
        return str(told.code)
    found = cursor.finding
    if told is None or told.code in ONLY_AUDITS:
        assert found is None
        return ""
    assert found is not None, told
    assert (found.line, found.n, found.seat, found.rule, found.code) == (
        told.line,
        told.n,
        told.seat,
        told.rule,
        told.code,
    )
    assert found.text("en") == told.text("en")
    step = cursor.steps[-1]
    assert step.line < told.line or (step.line, step.ok, step.finding) == (told.line, False, found)
    return str(told.code)


def _set_ups(log: bytes) -> Iterator[bytes]:
    """The log with one fault in its set-up, and with one line of it left out or written twice."""
    rows = [json.loads(line) for line in log.splitlines()]
    rows[-1].pop("sha256", None)
    first = next(index for index, row in enumerate(rows) if row["kind"] == "act")
    for index in range(1, first):
        yield _written([*rows[:index], *rows[index + 1 :]])
        yield _written([*rows[:index], rows[index], *rows[index:]])
    for index in range(first):
        for key, values in OTHER[rows[index]["kind"]].items():
            for value in values:
                yield _written([*rows[:index], rows[index] | {key: value}, *rows[index + 1 :]])
        if isinstance(rows[index].get("value"), list):
            deck = rows[index]["value"]
            for value in (deck[:-1], deck[:20], [deck[0]] * len(deck), ["Nobody", *deck[1:]]):
                yield _written([*rows[:index], rows[index] | {"value": value}, *rows[index + 1 :]])


def _written(rows: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def _planted(game: str, seed: int) -> Iterator[bytes]:
    """A random game of few actions with each kind of fault that a line can have."""
    if game == "zx":
        log = record_zx_game(f"line/{seed}", max_actions=60, play="constructed").finish()
        yield from (
            fault.data for kind in zx_faults.KINDS if (fault := zx_faults.inject_fault(log, seed, kind))
        )
    else:
        seats = (2, 3, 4)[seed % 3]
        teams = ("a", "b") * 2 if seats == 4 else ()
        log = random_game(f"line/{seed}", seats, teams=teams, max_actions=60)
        yield from (fault.data for kind in faults.KINDS if (fault := faults.inject_fault(log, seed, kind)))
    if seed < 3:
        yield from _set_ups(log)


@pytest.mark.parametrize("game", ["x610z", "zx"])
def test_every_planted_fault_has_one_line(game: str) -> None:
    found: Counter[str] = Counter()
    for seed in range(SEEDS):
        for log in _planted(game, seed):
            found[_same(game, log)] += 1
    assert len(found) > 15 and sum(found.values()) - found[""] > 150, found


@pytest.mark.parametrize("play", ["constructed", "limited"])
def test_every_fault_of_a_set_up_has_one_line_at_an_event(play: str) -> None:
    log = random_game("line", 2, max_actions=20)
    rows = [json.loads(line) for line in log.splitlines()]
    rows[0]["play"] = play
    for row in rows:
        row.pop("deck", None)  # without the hash of a list only the rules say what a deck may be
    found = Counter(_same("x610z", one) for one in _set_ups(_written(rows)))
    assert {"deck_too_small", "not_a_starting_dot", "dot_occupied", "not_opposite"} <= set(found)


@pytest.mark.parametrize("name", few_by_day(sorted(SCENES), 16, "scenes of both referees"))
def test_a_scene_has_one_line(name: str) -> None:
    _same("x610z", (HERE / f"{name}.jsonl").read_bytes(), golden_pool())


def test_golden_games_of_zx_and_of_every_release_have_one_line() -> None:
    for number in range(30, 50):
        _same("zx", zx.frozen()[number], zx.pool(number))
    for name in releases.LOGS:
        _same(releases.edition_of(name)[0], releases.log_of(name), releases.pool_of(name))
