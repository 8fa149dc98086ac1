"""Speed of the rules engine, beside python-chess in the same run: ``python benchmarks/engine.py``.

Times are processor time. Every X610Z figure has all checks on. "Written actions" are the action lines of a
log, from bytes to a verified result.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import chess
import chess.pgn

from rules_engine import Cursor, audit
from rules_engine.kernel.log import Act, EndLine, read_lines
from rules_engine.testing import Stream, random_game
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.model import State
from rules_engine.x610z.replay import Replay

GAMES = 40


def seconds(work: Callable[[], object], repeat: int = 3) -> float:
    """The best of some runs."""
    best = 1e9
    for _ in range(repeat):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


def actions_of(logs: list[bytes]) -> int:
    """Action lines in all logs."""
    return sum(log.count(b'"kind":"act"') for log in logs)


def row(name: str, value: float, unit: str, goal: str = "") -> None:
    """One line of the table."""
    print(f"{name:<58} {value:>12,.1f} {unit:<12} {goal}")


def chess_games(count: int) -> list[list[str]]:
    """Random chess games as UCI moves, from a stream of hashed numbers."""
    games = []
    for seed in range(count):
        stream, board, moves = Stream(f"chess/{seed}"), chess.Board(), []
        while not board.is_game_over() and len(moves) < 150:
            move = stream.pick(list(board.legal_moves))
            moves.append(move.uci())
            board.push(move)
        games.append(moves)
    return games


def bench_chess() -> None:
    """What python-chess does for the same kind of work."""
    games = chess_games(30)
    count = sum(len(moves) for moves in games)

    def push() -> None:
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push_uci(move)

    def push_and_test() -> None:
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push_uci(move)
                board.is_game_over()

    row("python-chess: push_uci (parse, legality, push)", count / seconds(push), "moves/s")
    row("python-chess: push_uci and game-over tests", count / seconds(push_and_test), "moves/s")


def state_in_the_middle(log: bytes) -> State:
    """The state after two thirds of a log."""
    lines = [line for _, _, line in read_lines(log)]
    replay = Replay()
    for line in lines[: len(lines) * 2 // 3]:
        replay.feed(line)
    assert replay.state is not None
    return replay.state


def bench_audit(name: str, logs: list[bytes], goal: str = "") -> None:
    """Bytes to verdict."""
    assert all(audit(log).verdict == "ok" for log in logs)
    count = actions_of(logs)
    took = seconds(lambda: [audit(log) for log in logs])
    row(f"x610z: audit, {name}", count / took, "actions/s", goal)
    if goal:
        row("x610z: audits of 300-action logs", 60 * count / took / 300, "audits/min", "goal 5,000")


def bench_states() -> None:
    """Snapshots, digests and enumeration in the middle of games."""
    for seats in (2, 6):
        states = [state_in_the_middle(random_game(seed, seats, max_actions=400)) for seed in range(5)]
        took = seconds(lambda many=states: [st.snapshot() for st in many for _ in range(200)]) / 1000  # type: ignore[misc]  # a lambda with a default
        row(f"x610z: snapshot, {seats} players", took * 1e6, "us", "goal < 10")
        took = seconds(lambda many=states: [st.digest() for st in many for _ in range(50)]) / 250  # type: ignore[misc]  # a lambda with a default
        row(f"x610z: digest, {seats} players", took * 1e6, "us")
        took = seconds(lambda many=states: [legal_actions(st) for st in many for _ in range(20)]) / 100  # type: ignore[misc]  # a lambda with a default
        row(f"x610z: legal actions, {seats} players", took * 1e6, "us", "goal < 1,000")


def bench_growth(log: bytes) -> None:
    """Cost per action in the first and the last third of a long game."""
    lines = [line for _, _, line in read_lines(log)]
    thirds = [0.0, 0.0, 0.0]
    counts = [0, 0, 0]
    for _ in range(5):
        replay = Replay()
        for index, line in enumerate(lines):
            if isinstance(line, EndLine):
                break
            third = min(2, index * 3 // len(lines))
            began = time.process_time()
            replay.feed(line)
            if isinstance(line, Act):
                thirds[third] += time.process_time() - began
                counts[third] += 1
    for name, took, count in zip(("first", "middle", "last"), thirds, counts, strict=True):
        row(f"x610z: replay of one action, {name} third of {len(lines)} lines", took / count * 1e6, "us")


def bench_cursor(log: bytes) -> None:
    """Memory of a cursor with time travel."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    cursor = Cursor(log)
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    row(f"x610z: memory of a cursor over {len(cursor.steps)} lines", used / 1e6, "MB", "goal < 20")


def main() -> None:
    """Print the table."""
    duels = [random_game(seed, checkpoint_every=0) for seed in range(GAMES)]
    checked = [random_game(seed, checkpoint_every=20) for seed in range(GAMES)]
    full = [random_game(seed, level="full", checkpoint_every=0) for seed in range(GAMES // 2)]
    six = [random_game(seed, 6, checkpoint_every=0, max_actions=600) for seed in range(GAMES // 4)]
    bench_chess()
    bench_audit("1v1, compact", duels, "goal 30,000")
    bench_audit("1v1, compact, digest every 20 actions", checked)
    bench_audit("1v1, full", full)
    bench_audit("6 players, compact", six)
    bench_states()
    longest = max(six, key=len)
    bench_growth(longest)
    bench_cursor(longest)


if __name__ == "__main__":
    main()
