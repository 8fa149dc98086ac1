"""``python -m tests.referee_zx compare --games 100 --seed 0``: the referee and the engine over random games.

``settled`` plays them with open questions settled otherwise, ``quick`` with small mixed decks of cheap cards,
``hidden`` as a table writes them that knows the order of no deck, ``shifts`` with many Shifts,
``overboosts`` with a Z/X Overboost on a Square, ``said`` with texts that a judge took away or exchanged,
``ruled`` with Shifts that a judge puts and settles (Z25),
``texts`` with card texts drawn from the language.
``faults`` plants a fault in each game, ``payments`` pays for one line otherwise: both must refuse it, or neither.
``--seed fresh`` takes seeds that no other day has; ``--keep`` keeps the figures (``python -m tests.referee page``).
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.referee import figures

from .games import (
    Tally,
    judge_faults,
    judge_hidden,
    judge_many,
    judge_overboosts,
    judge_payments,
    judge_quick,
    judge_ruled,
    judge_said,
    judge_settled,
    judge_shifts,
    judge_texts,
)

TAIL = 6
KINDS = {
    "compare": judge_many,
    "settled": judge_settled,
    "quick": judge_quick,
    "hidden": judge_hidden,
    "overboosts": judge_overboosts,
    "ruled": judge_ruled,
    "said": judge_said,
    "shifts": judge_shifts,
    "faults": judge_faults,
    "payments": judge_payments,
    "texts": judge_texts,
}


def report(tally: Tally, seconds: float) -> int:
    """Print what came of it; the exit status."""
    for name, log, difference in tally.differences[:10]:
        print(f"\n{name}, {difference}")
        for line in log.decode().splitlines()[: difference.line][-TAIL:]:
            print("    ", line[:300])
    print(
        f"\n{tally.games} games, {tally.actions} actions, {tally.moves} moves, {tally.refused} lines refused by both, "
        f"{len(tally.differences)} differences, {seconds:.0f} s"
    )
    figures.print_causes((name, difference) for name, _, difference in tally.differences)
    if tally.texts:
        print(f"  {tally.texts} drawn lines of text, {len(tally.said)} of them carried out")
    for what, count in tally.unsupported.items():
        print(f"  {count} not judged to the end: {what}")
    print("  " + ", ".join(f"{what}: {count}" for what, count in sorted(tally.hits.items())))
    return 1 if tally.differences else 0


def main(arguments: list[str] | None = None) -> int:
    """Run one command."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee_zx")
    parser.add_argument("command", choices=tuple(KINDS))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=figures.seed_of, default=0)
    parser.add_argument("--keep", action="store_true", help="keep the figures for the page")
    chosen = parser.parse_args(arguments)
    print(f"from seed {chosen.seed}", flush=True)
    began = time.process_time()
    tally = Tally()
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    try:
        KINDS[chosen.command](seeds, tally)
    except KeyboardInterrupt:
        print("stopped; so far:")
    if chosen.keep:
        counted = {"games": tally.games, "actions": tally.actions, "differences": len(tally.differences)}
        rows = figures.causes((name, difference) for name, _, difference in tally.differences)
        counted |= {"texts": tally.texts, "carried out": len(tally.said)} if tally.texts else {}
        figures.keep("zx", chosen.command, chosen.seed, counted, rows, tally.unsupported)
    return report(tally, time.process_time() - began)


if __name__ == "__main__":
    sys.exit(main())
