"""``python -m tests.referee compare --games 100 --seed 0``: both referees over random games, differences by cause.

``announce`` tries announcements that nobody made; ``hidden`` plays with decks whose order nobody knows;
``read`` has ``--games`` generated texts read by both, in both
languages. ``--seed fresh`` takes seeds that no other day has; ``--keep`` keeps the figures, ``page`` writes them into
docs/engine-proof.md.
``texts --count N`` draws the kept card texts anew; ``scenes`` compares the scenes; ``golden`` the golden games.
"""

from __future__ import annotations

import argparse
import sys
import time

from . import figures, games, readings, texts
from .announcements import compare_announcements
from .compare import compare
from .games import Log, Tally
from .scenes import SCENES

KINDS = ("compare", "announce", "hidden", "read")
TAIL = 6
SHOWN = 5
"""Differences printed in full; every one is counted under its cause."""


def report(tally: Tally, seconds: float) -> int:
    """Print what came of it; the exit status."""
    for log, difference in tally.differences[:SHOWN]:
        print(f"\n{log.name}, {difference}")
        for line in games.cut(log, difference).decode().splitlines()[-TAIL:]:
            print("    ", line[:300])
    count = len(tally.differences)
    print(f"\n{tally.games} games, {tally.actions} actions, {count} unexplained differences, {seconds:.0f} s")
    figures.print_causes((log.name, difference) for log, difference in tally.differences)
    for what, count in (*tally.unsupported.items(), *tally.not_played.items()):
        print(f"  {count} not judged: {what}")
    return 1 if tally.differences else 0


def announce(tally: Tally, seeds: range, chosen: argparse.Namespace) -> None:
    """Try announcements that nobody made in every game."""
    for seed in seeds:
        for source in chosen.source or games.SOURCES:
            log = games.play_one(source, seed, chosen.length)
            outcome = compare_announcements(log, seed)
            tally.games += 1
            tally.actions += outcome.actions
            if outcome.difference is not None:
                tally.differences.append((log, outcome.difference))


def read(tally: Tally, chosen: argparse.Namespace) -> None:
    """The printed texts and generated ones, read by both in both languages; a text counts as a game and a reading."""
    for card, difference in readings.differences(chosen.seed, chosen.games):
        tally.games += 1
        tally.actions += 2
        if difference is not None:
            tally.differences.append(
                (Log(card.name, f"{card.text}\n".encode(), texts.quick_pool()), difference)
            )


def main(arguments: list[str] | None = None) -> int:
    """Run one command."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee")
    parser.add_argument("command", choices=(*KINDS, "golden", "page", "scenes", "texts"))
    parser.add_argument("--games", type=int, default=100, help="games of each source")
    parser.add_argument("--seed", type=figures.seed_of, default=0)
    parser.add_argument("--keep", action="store_true", help="keep the figures for the page")
    parser.add_argument("--length", type=int, default=200, help="actions after which time is called")
    parser.add_argument("--source", choices=games.SOURCES, action="append")
    parser.add_argument("--count", type=int, default=260, help="texts to keep")
    chosen = parser.parse_args(arguments)
    print(f"from seed {chosen.seed}", flush=True)
    began = time.process_time()
    tally = Tally()
    try:
        run(chosen, tally)
    except KeyboardInterrupt:
        print("stopped; so far:")
    if chosen.keep:
        keep(tally, chosen)
    return report(tally, time.process_time() - began)


def keep(tally: Tally, chosen: argparse.Namespace) -> None:
    """The figures of a run, for the page."""
    counted = {"games": tally.games, "actions": tally.actions, "differences": len(tally.differences)}
    rows = figures.causes((log.name, difference) for log, difference in tally.differences)
    figures.keep("x610z", chosen.command, chosen.seed, counted, rows, tally.unsupported + tally.not_played)


def run(chosen: argparse.Namespace, tally: Tally) -> None:
    """Do what was asked, counting in ``tally``, so that a run may be stopped at any time."""
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    if chosen.command == "texts":
        texts.write_texts(chosen.count)
    elif chosen.command == "golden":
        for log in games.golden_logs():
            games.judge(log, tally)
    elif chosen.command == "scenes":
        for scene in SCENES:
            data, pool = scene.play()
            print(f"{scene.name}: {compare(data, pool).difference or 'agreed'}")
    elif chosen.command == "page":
        figures.PAGE.write_text(figures.page(), encoding="utf-8")
    elif chosen.command == "hidden":
        games.judge_hidden(seeds, tuple(chosen.source or games.SOURCES), chosen.length, tally)
    elif chosen.command == "read":
        read(tally, chosen)
    elif chosen.command == "announce":
        announce(tally, seeds, chosen)
    else:
        games.judge_many(seeds, tuple(chosen.source or games.SOURCES), chosen.length, tally)


if __name__ == "__main__":
    sys.exit(main())
