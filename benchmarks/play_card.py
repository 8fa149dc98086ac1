"""How fast a card is played: games a second with all that is counted, beside bare random games in the same run.

    python -m benchmarks.play_card [--deals 60] [--card Spark] [--whole 0]

The yardstick are the same games, ``bare``: the same decks, the same streams, played without anything being counted.
``by chance`` are games of these decks whose players look at nothing. Rounds take turns, and times are processor time.
``--whole 2000`` plays one report whole afterwards and prints it.
"""

from __future__ import annotations

import argparse
import statistics
import time
from functools import partial

from rules_engine.games import game_of
from rules_engine.kernel.playtest import play_card, play_part, report_of
from rules_engine.playing_cards import said
from rules_engine.x610z import playtest as measured
from rules_engine.x610z.cards import CardRevision, Pool, load_pool
from rules_engine.x610z.foresight import choose_ahead
from rules_engine.x610z.random_games import Chosen, choose, open_game, start, step

ROUNDS = 5
MOST = 1.15
"""Counting may cost so much of a bare game."""


def bare(pool: Pool, card: CardRevision, first: int, count: int, chosen: Chosen = choose) -> None:
    """The games of the same deals with nothing counted, by players of chance or by those of a report."""
    with_it, without = measured.pools_with(pool, card)
    for number in range(first, first + count):
        seed = f"bench/{number}"
        decks = measured.dealt(pool, card, seed, number % measured.SEATS)
        for cards in (with_it, without):
            recorder, stream = open_game(f"playtest/{seed}", measured.SEATS, decks=decks, pool=cards)
            start(recorder, stream)
            while recorder.state.result is None and step(recorder, stream, chosen=chosen):
                pass


def counted(pool: Pool, card: CardRevision, first: int, count: int) -> None:
    """The same games as a report plays them."""
    report_of(play_part(measured.PLAYTEST, pool, card, seed="bench", first=first, count=count))


def main() -> None:
    """Measure both and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--card", default="Spark")
    parser.add_argument("--whole", type=int, default=0)
    arguments = parser.parse_args()
    pool = load_pool()
    card = pool.find(arguments.card)
    assert card is not None, arguments.card
    each = max(1, arguments.deals // ROUNDS)
    works = {"by chance": bare, "bare": partial(bare, chosen=choose_ahead), "counted": counted}
    times: dict[str, list[float]] = {name: [] for name in works}
    for number in range(ROUNDS):
        for name, work in works.items():
            began = time.process_time()
            work(pool, card, number * each, each)
            times[name].append(time.process_time() - began)
    for name, spent in times.items():
        print(f"{name:<9} {2 * each * ROUNDS / sum(spent):7.1f} games a second")
    ratios = [one / other for one, other in zip(times["counted"], times["bare"], strict=True)]
    ratio = statistics.median(ratios)
    print(
        f"counting costs {100 * (ratio - 1):+.1f} % (median of {ROUNDS} rounds; bound {100 * (MOST - 1):.0f} %)"
    )
    if arguments.whole:
        began = time.monotonic()
        found = play_card(measured.PLAYTEST, pool, card, arguments.whole, "1")
        print(f"\n{arguments.whole} deals, each played twice: {time.monotonic() - began:.0f} s")
        print("\n".join(said(game_of("x610z"), card.name, found)))
    if arguments.deals >= 30 and ratio > MOST:
        raise SystemExit("counting costs too much")


if __name__ == "__main__":
    main()
