"""Games for both referees: random ones of every kind and the golden ones. A source and a seed are a game."""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct, field

from rules_engine import IllegalAction
from rules_engine.kernel.errors import LogError
from rules_engine.testing import random_game
from rules_engine.testing.campaigns import MODES, plan_of, play
from rules_engine.x610z.cards import CardRevision, Pool, load_pool
from rules_engine.x610z.hiding import hide_decks

from .compare import Difference, compare
from .texts import generated_pool, quick_pool

GOLDEN = Path(__file__).parents[1] / "golden"
SOURCES = ("duel", "table", "quick", "texts")
"""``duel``: the cards of all four acts; ``table``: any mode, level, ruleset and rulings; ``quick``: any mode, every
card for nothing, so that much happens at once; ``texts``: the same with cards that nobody wrote."""


class Log(Struct):
    """A game to judge."""

    name: str
    data: bytes
    pool: Pool


class Tally(Struct):
    """What came of many games."""

    games: int = 0
    actions: int = 0
    differences: list[tuple[Log, Difference]] = field(default_factory=list)
    unsupported: Counter[str] = field(default_factory=Counter)
    not_played: Counter[str] = field(default_factory=Counter)


def play_one(source: str, seed: int, length: int = 200) -> Log:
    """The game of a source and a seed."""
    name = f"{source} {seed}"
    if source == "duel":
        pool = load_pool("demo-4")
        return Log(name, random_game(seed, pool=pool, max_actions=length), pool)
    if source == "table":
        plan = plan_of(seed, actions=length)
        return Log(name, play(plan), load_pool(plan.cards))
    pool = quick_pool() if source == "quick" else generated_pool(seed // 4)
    _, seats, teams = MODES[seed % len(MODES)]
    mode = "multi" if seats > 2 and not teams else ""
    return Log(name, random_game(seed, seats, teams=teams, pool=pool, max_actions=length, mode=mode), pool)


def judge(log: Log, tally: Tally, decks: dict[int, list[str]] | None = None) -> None:
    """Compare one game and count what came of it."""
    outcome = compare(log.data, log.pool, decks)
    tally.games += 1
    tally.actions += outcome.actions
    if outcome.unsupported:
        tally.unsupported[outcome.unsupported] += 1
    if outcome.difference is not None:
        tally.differences.append((log, outcome.difference))


def judge_hidden(
    seeds: range, sources: tuple[str, ...] = SOURCES, length: int = 120, tally: Tally | None = None
) -> Tally:
    """The same games as a table writes them that knows the order of no deck, every other one without the lists."""
    tally = Tally() if tally is None else tally
    for seed in seeds:
        for source in sources:
            try:
                log = play_one(source, seed, length)
                decks, hidden = hide_decks(log.data, log.pool)
            except (IllegalAction, LogError) as error:
                tally.not_played[f"cannot be written without orders: {type(error).__name__}"] += 1
                continue
            judge(Log(f"hidden {log.name}", hidden, log.pool), tally, decks if seed % 2 else None)
    return tally


def judge_many(
    seeds: range, sources: tuple[str, ...] = SOURCES, length: int = 200, tally: Tally | None = None
) -> Tally:
    """Each seed once in each source. A game that the engine itself cannot play is counted apart."""
    tally = Tally() if tally is None else tally
    for seed in seeds:
        for source in sources:
            try:
                log = play_one(source, seed, length)
            except (IllegalAction, LogError) as error:
                tally.not_played[f"{type(error).__name__} ({source} {seed})"] += 1
                continue
            judge(log, tally)
    return tally


@cache
def golden_pool() -> Pool:
    """The cards of the golden games."""
    return Pool(
        "golden", msgspec.json.decode((GOLDEN / "pool.json").read_bytes(), type=tuple[CardRevision, ...])
    )


def golden_logs() -> Iterator[Log]:
    """The golden games played by hand, then the generated ones."""
    for path in sorted((GOLDEN / "x610z").glob("*.jsonl")):
        yield Log(path.stem, path.read_bytes(), golden_pool())
    lines: list[bytes] = []
    count = 0
    for line in [*lzma.decompress((GOLDEN / "generated.jsonl.xz").read_bytes()).splitlines(True), b""]:
        if lines and (not line or line.startswith(b'{"kind":"header"')):
            yield Log(f"generated {count}", b"".join(lines), golden_pool())
            lines, count = [], count + 1
        if line.strip():
            lines.append(line)


def cut(log: Log, difference: Difference) -> bytes:
    """The log up to the line on which the two part."""
    return b"".join(log.data.splitlines(True)[: difference.line])
