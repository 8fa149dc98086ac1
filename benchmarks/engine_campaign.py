"""The rules engine against many seeds: random games that keep every rule, and single faults.

    make games N=10000      # no rule-abiding log is ever called illegal, every state keeps its invariants
    make faults N=2000      # every single fault is found or proven harmless
    make games GAME=zx      # the same for the second game

Seeds run from ``--start``; an interrupted run goes on with ``--start`` at the seed it printed last. ``--jobs`` runs
ranges of seeds side by side. Any wrong seed is printed with what is wrong, and the status is 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from rules_engine.testing.campaigns import Outcome, try_fault, try_game
from rules_engine.testing.zx_campaigns import try_zx_fault, try_zx_game

CHUNK = 40
CAMPAIGNS = ("faults", "games")


def run_chunk(task: tuple[str, str, int, int, int]) -> list[Outcome]:
    """The outcomes of the seeds of one range."""
    game, name, start, stop, actions = task
    if game == "zx":
        return [(try_zx_fault if name == "faults" else try_zx_game)(seed) for seed in range(start, stop)]
    if name == "faults":
        return [try_fault(seed) for seed in range(start, stop)]
    return [try_game(seed, actions) for seed in range(start, stop)]


def outcomes(game: str, name: str, start: int, stop: int, actions: int, jobs: int) -> Iterator[list[Outcome]]:
    """The outcomes of all seeds, range by range in order."""
    tasks = [(game, name, first, min(stop, first + CHUNK), actions) for first in range(start, stop, CHUNK)]
    if jobs == 1:
        yield from map(run_chunk, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(run_chunk, tasks)


def main() -> int:
    """Run a campaign and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("campaign", choices=CAMPAIGNS, nargs="?", default="faults")
    parser.add_argument("--game", choices=("x610z", "zx"), default="x610z")
    parser.add_argument("-n", type=int, default=200, help="how many seeds (faults: how many planted faults)")
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument(
        "--actions", type=int, default=0, help="games: call time after so many actions (0: by the seed)"
    )
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    counts: Counter[str] = Counter()
    wrong = 0
    began = time.monotonic()
    # Draws that do not fit the line they fall on are no faults: go on until enough were planted.
    stop = arguments.start + arguments.n * (2 if arguments.campaign == "faults" else 1)
    last = arguments.start
    plan = (arguments.game, arguments.campaign, arguments.start, stop, arguments.actions, arguments.jobs)
    for chunk in outcomes(*plan):
        for outcome in chunk:
            last = outcome.seed
            counts.update(outcome.counts)
            if outcome.wrong:
                wrong += 1
                print(f"seed {outcome.seed}: {outcome.wrong}", flush=True)
        if last % (CHUNK * 10) >= CHUNK * 9:
            print(f"... seed {last}, {time.monotonic() - began:.0f} s, {wrong} wrong", flush=True)
        if arguments.campaign == "faults" and counts["faults"] >= arguments.n:
            break
    for name, count in sorted(counts.items()):
        print(f"{count:>9,} {name}")
    if counts["found"]:
        share = 100 * counts["at the line or the next"] / counts["found"]
        print(f"{share:>8.1f}% of the found ones at the faulty line or the next")
        wrong += share < 95
    print(f"seeds {arguments.start} to {last}, {time.monotonic() - began:.0f} s: {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
