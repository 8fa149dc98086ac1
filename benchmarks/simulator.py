"""Simulated tournaments of typical sizes on one core, beside a bare matching in the same run.

    python -m benchmarks.simulator [--events 1000] [--reference-events 5]

Seconds are processor time of this one process, from settings to answers. Each line also says which part of it went into
pairing and into standings. The yardstick plays the first few of the same events with the same standings, but pairs each
round by one `rustworkx` matching over all pairs that have not met, least squared gaps: what one would write first.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any
from unittest import mock

import rustworkx

from tournaments.pairing import Certificate, Pair, Player, RoundDraft
from tournaments.simulator import Cut, Settings, answer, event, totals_of

SIZES = ((16, 5, 4), (64, 6, 8), (226, 9, 8))
"""Players, rounds, cut."""


def bare_round(players: list[Player], **_rules: Any) -> RoundDraft:
    """A complete round of least squared gaps without rematch, by one matching over all pairs."""
    low = min(player.score for player in players) - 1
    fewest = min(player.byes for player in players)
    seats: list[Player | None] = [*players, *([None] if len(players) % 2 else [])]
    edges = []
    for i, one in enumerate(players):
        for j in range(i + 1, len(players)):
            if players[j].id not in one.opponents:
                edges.append((i, j, (one.score - players[j].score) ** 2))
        if len(players) % 2 and one.byes == fewest:
            edges.append((i, len(players), (one.score - low) ** 2))
    top = max(cost for _, _, cost in edges) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(seats)))
    graph.add_edges_from([(i, j, top - cost) for i, j, cost in edges])
    mates = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = [(seats[min(pair)], seats[max(pair)]) for pair in mates]
    drawn = tuple(Pair(one.id, two.id if two else None) for one, two in pairs if one is not None)
    return RoundDraft(drawn, Certificate(0, 0, certified=False), "", 0)


@contextmanager
def timed(name: str, spent: dict[str, float]) -> Any:
    """Count the processor time inside one function that the event calls."""
    real: Callable[..., Any] = getattr(event, name)

    def call(*args: Any, **kwargs: Any) -> Any:
        start = time.process_time()
        try:
            return real(*args, **kwargs)
        finally:
            spent[name] = spent.get(name, 0.0) + time.process_time() - start

    with mock.patch.object(event, name, call):
        yield


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--reference-events", type=int, default=5)
    options = parser.parse_args()
    for players, rounds, cut in SIZES:
        settings = Settings(players=players, rounds=rounds, events=options.events, cut=Cut(size=cut))
        few = range(settings.decisive_events, settings.decisive_events + options.reference_events)
        start = time.process_time()
        totals_of(settings, few)
        ours = time.process_time() - start
        start = time.process_time()
        with mock.patch.object(event, "pair_round", bare_round):
            totals_of(settings, few)
        bare = time.process_time() - start
        spent: dict[str, float] = {}
        start = time.process_time()
        with timed("pair_round", spent), timed("compute", spent):
            found = answer(settings, totals_of(settings, range(options.events)))
        whole = time.process_time() - start
        print(
            f"{players:4} players, {rounds} rounds: {found.events} events in {whole:6.1f} s "
            f"({1000 * whole / found.events:.1f} ms each; pairing {spent['pair_round'] / whole:.0%}, "
            f"standings {spent['compute'] / whole:.0%}); the bare matching takes {bare / ours:.1f} times as long"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
