"""Speed of the rules engine, beside python-chess in the same run: ``python benchmarks/engine.py``.

Times are processor time. Every X610Z figure has all checks on. "Written actions" are the action lines of a
log, from bytes to a verified result.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import chess
import chess.pgn

from rules_engine import Cursor, audit
from rules_engine.testing import GameRecorder, Stream, random_game
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.cardtext import compile_text
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.log import Action, EndLine, read_lines
from rules_engine.x610z.model import State
from rules_engine.x610z.replay import Replay
from rules_engine.zx.audit import audit as zx_audit
from rules_engine.zx.cards import DEFAULT_POOL, TEXTS_POOL
from rules_engine.zx.cards import load_pool as load_zx_pool
from rules_engine.zx.random_games import random_zx_game

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
    print(f"{name:<72} {value:>12,.{1 if value >= 10 else 2}f} {unit:<12} {goal}")


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


Chess = tuple[Callable[[], None], Callable[[], None], int]


def bench_chess() -> Chess:
    """What python-chess does for the same kind of work; the work itself, without and with tests, and its moves."""
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
    return push, push_and_test, count


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


def bench_ratio(
    name: str, logs: list[bytes], chess_work: Chess, judge: Callable[[bytes], object] = audit, rounds: int = 9
) -> None:
    """An audited action beside a chess move, in turn so that what else the machine does meets both alike."""
    push, push_and_test, moves = chess_work
    took = [
        [seconds(work, 1) for work in (push, push_and_test, lambda: [judge(log) for log in logs])]
        for _ in range(rounds)
    ]
    bare, tested, audited = (min(column) for column in zip(*took, strict=True))
    an_action = audited / actions_of(logs)
    row(
        f"{name}, to push_uci with game-over tests",
        tested / moves / an_action,
        "times",
        "goal 1.0",
    )
    row(f"{name}, to a bare push_uci", bare / moves / an_action, "times", "goal 0.65")


def bench_zx(chess_work: Chess) -> None:
    """Bytes to verdict in the second game, with the plain cards and with the texts, a digest every 20 actions."""
    for name in (DEFAULT_POOL, TEXTS_POOL):
        pool = load_zx_pool(name)
        logs = [random_zx_game(f"bench/{seed}", pool=pool) for seed in range(GAMES)]
        assert all(zx_audit(log, pool=pool).verdict == "ok" for log in logs)
        took = seconds(lambda: [zx_audit(log, pool=pool) for log in logs])  # noqa: B023 - called at once
        row(f"zx: audit, cards of {name}", actions_of(logs) / took, "actions/s", "goal 30,000")
        bench_ratio(f"zx: audit, cards of {name}", logs, chess_work, partial(zx_audit, pool=pool))


def bench_audits() -> None:
    """Whole audits a minute of logs of 300 actions, with a digest every 20 of them."""
    logs = [random_game(seed, max_actions=299) for seed in range(60)]
    logs = [log for log in logs if 280 <= actions_of([log]) <= 320][:20]
    took = seconds(lambda: [audit(log) for log in logs])
    row(
        f"x610z: audits of {actions_of(logs) // len(logs)}-action logs",
        60 * len(logs) / took,
        "audits/min",
        "goal 5,000",
    )


def _often(works: Sequence[Callable[[], object]], times: int) -> None:
    for work in works:
        for _ in range(times):
            work()


def bench_states() -> None:
    """Snapshots, digests and enumeration in the middle of games."""
    for seats in (2, 6):
        states = [state_in_the_middle(random_game(seed, seats, max_actions=400)) for seed in range(5)]
        took = seconds(partial(_often, [st.snapshot for st in states], 200)) / 1000
        row(f"x610z: snapshot, {seats} players", took * 1e6, "us", "goal < 10")
        took = seconds(partial(_often, [st.digest for st in states], 50)) / 250
        row(f"x610z: digest, {seats} players", took * 1e6, "us")
        times = [seconds(partial(_often, [partial(legal_actions, st)], 20)) / 20 for st in states]
        row(
            f"x610z: legal actions, {seats} players, mean",
            sum(times) / len(times) * 1e6,
            "us",
            "goal < 1,000",
        )
        row(f"x610z: legal actions, {seats} players, slowest", max(times) * 1e6, "us", "goal < 1,000")


def thirds_of(log: bytes, repeat: int = 5) -> list[tuple[float, float]]:
    """Microseconds per action and cards in play, for the first, the middle and the last third of a log."""
    lines = [line for _, _, line in read_lines(log)]
    best = [1e9] * 3
    cards = [0.0] * 3
    for _ in range(repeat):
        replay = Replay()
        took, count, in_play = [0.0] * 3, [0] * 3, [0] * 3
        for index, line in enumerate(lines):
            if isinstance(line, EndLine):
                break
            third = min(2, index * 3 // len(lines))
            began = time.process_time()
            replay.feed(line)
            if isinstance(line, Action):
                took[third] += time.process_time() - began
                count[third] += 1
                in_play[third] += sum(map(len, replay.state.play)) if replay.state else 0
        best = [min(old, us / many * 1e6) for old, us, many in zip(best, took, count, strict=True)]
        cards = [many / number for many, number in zip(in_play, count, strict=True)]
    return list(zip(best, cards, strict=True))


def same_position_again(turns: int = 400) -> bytes:
    """A game in which every turn is like the one before: only the past grows, never what lies on the table."""
    deck = ["Grey Energy Crystal", *["Recharge"] * (turns // 2 + 20)]
    game = GameRecorder([deck, deck], first=0)
    game.act("begin", 0)
    for turn in range(turns):
        seat = game.state.active
        if turn < 2:
            game.act("cast", seat, card="Grey Energy Crystal")
        else:
            game.act("cast", seat, card="Recharge", targets=[game.slot("Grey Energy Crystal", seat)])
            game.act("resolve")
        game.end_turn()
    game.act("time")
    return game.finish()


def bench_growth(log: bytes) -> None:
    """Does the cost of an action grow with the past? A steady position says so; a real game has more cards in play."""
    steady = same_position_again()
    for name, (us, cards) in zip(("first", "middle", "last"), thirds_of(steady), strict=True):
        row(
            f"x610z: same position {actions_of([steady])} actions long, {name} third",
            us,
            "us/action",
            f"{cards:.0f} in play",
        )
    for name, (us, cards) in zip(("first", "middle", "last"), thirds_of(log), strict=True):
        row(
            f"x610z: six players, {actions_of([log])} actions, {name} third",
            us,
            "us/action",
            f"{cards:.0f} in play",
        )


def bench_cards() -> None:
    """Card texts of the whole demonstration set, each parsed from nothing to its effect tree."""
    cards = [card for card in load_pool().cards if card.text and not card.manual]
    times = []
    for card in cards:
        began = time.process_time()
        compile_text(
            card.text, name=card.name, kind=card.kind, permanent=card.permanent, card_class=card.card_class
        )
        times.append(time.process_time() - began)
    row(
        f"x610z: parse of a card's text, mean of {len(cards)}",
        sum(times) / len(times) * 1e3,
        "ms",
        "goal < 50",
    )
    row("x610z: parse of a card's text, slowest", max(times[1:]) * 1e3, "ms", "goal < 50")


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
    full = [random_game(seed, level="full") for seed in range(GAMES // 2)]
    six = [random_game(seed, 6, max_actions=600) for seed in range(GAMES // 4)]
    chess_work = bench_chess()
    bench_ratio("x610z: audit, 1v1, a digest every 20 actions", checked, chess_work)
    bench_ratio("x610z: audit, 6 players", six, chess_work)
    bench_audit("1v1, compact, a digest every 20 actions", checked, "goal 30,000")
    bench_audit("1v1, compact, no digests in the log", duels)
    bench_audit("1v1, full, a digest every 20 actions", full)
    bench_audit("6 players, compact, a digest every 20 actions", six)
    bench_zx(chess_work)
    bench_audits()
    bench_states()
    bench_cards()
    longest = max(six, key=len)
    bench_growth(longest)
    bench_cursor(longest)


if __name__ == "__main__":
    main()
