"""Time and quality of one Swiss round, beside the yardsticks, on the same tournament states.

    .venv/bin/python -m benchmarks.pairing [--sizes 32 128 512 2000 10000] [--slow]

Yardsticks: one big maximum-weight matching over all legal pairs with rustworkx and with networkx (both optimal),
and swisspair (of ``requirements/test.in``; not on every platform). A yardstick is left out, and the line says why,
where it would take minutes or, as swisspair above 20,000 players, would crash; ``--slow`` lets the slow ones try.
Seconds of processor time (all engines use one core): the median and the worst of the measured rounds, from the
players to the engine's own answer; translating that answer for the columns of quality is off the clock. ``gaps`` is
the sum of squared point gaps over all rounds, ``bound`` the least any pairing could reach.
"""

from __future__ import annotations

import argparse
import gc
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from statistics import median
from typing import TypeVar

import networkx
import rustworkx

from benchmarks.kept import keep
from benchmarks.pairing_bare import bare_round
from benchmarks.pairing_states import Season, states
from tournaments.pairing import CurrentPair, Options, Player, pair_round, repair_plans
from tournaments.pairing.bounds import lower_bound
from tournaments.pairing.decompose import solve_field
from tournaments.pairing.field import make_field
from tournaments.pairing.groups import make_groups
from tournaments.pairing.pod_model import PodPlayer
from tournaments.pairing.pods import pair_pods

Couples = list[tuple[Player, Player | None]]
Answer = Callable[[], Couples]
"""What gives the couples of a round that is paired already."""
Made = TypeVar("Made")
Engine = Callable[[Sequence[Player], int], Answer]


def ours(players: Sequence[Player], number: int) -> Answer:
    """This package, from players to draft with tables and certificate."""
    draft = pair_round(players, seed="bench", number=number)

    def couples() -> Couples:
        by_id = {player.id: player for player in players}
        return [(by_id[pair.a], by_id[pair.b] if pair.b is not None else None) for pair in draft.pairs]

    return couples


def bare(players: Sequence[Player], number: int) -> Answer:
    """The method without anything that makes it usable (:mod:`benchmarks.pairing_bare`)."""
    couples = bare_round(players, number)
    return lambda: couples


def _full_edges(players: Sequence[Player]) -> list[tuple[int, int, int]]:
    low = min(player.score for player in players) - 1
    edges = []
    for i, one in enumerate(players):
        met = set(one.opponents)
        edges += [
            (i, j, (one.score - two.score) ** 2)
            for j, two in enumerate(players[i + 1 :], i + 1)
            if two.id not in met
        ]
        if len(players) % 2 and not one.byes:
            edges.append((i, len(players), (one.score - low) ** 2))
    return edges


def _couples(players: Sequence[Player], mates: Iterable[tuple[int, int]]) -> Couples:
    couples: Couples = []
    for i, j in mates:
        low, high = min(i, j), max(i, j)
        couples.append((players[low], players[high] if high < len(players) else None))
    return couples


def full_rustworkx(players: Sequence[Player], number: int) -> Answer:
    """One big matching with rustworkx."""
    edges = _full_edges(players)
    top = max(cost for _, _, cost in edges) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(players) + len(players) % 2))
    graph.add_edges_from([(i, j, top - cost) for i, j, cost in edges])
    mates = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return lambda: _couples(players, mates)


def full_networkx(players: Sequence[Player], number: int) -> Answer:
    """One big matching with networkx."""
    edges = _full_edges(players)
    top = max(cost for _, _, cost in edges) + 1
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from((i, j, top - cost) for i, j, cost in edges)
    mates = networkx.max_weight_matching(graph, maxcardinality=True)
    return lambda: _couples(players, mates)


def swisspair_engine() -> Engine | None:
    """Return swisspair where it is installed: it has no wheel for every platform."""
    try:
        module = import_module("swisspair")
    except ImportError:
        return None

    def pair(players: Sequence[Player], number: int) -> Answer:
        order = sorted(players, key=lambda player: -player.score)
        by_id = {player.id: player for player in players}
        entries = [
            module.Player(
                player.id,
                player.score,
                rank,
                not player.byes,
                {one for one in player.opponents if one in by_id},
            )
            for rank, player in enumerate(order, 1)
        ]
        matches = module.create_matches(entries)
        return lambda: [
            (by_id[match.p1.id], by_id[match.p2.id] if match.p2 is not None else None) for match in matches
        ]

    return pair


def measure(couples: Couples, players: Sequence[Player]) -> int:
    """Return the sum of squared gaps; refuses what is no complete round."""
    seen = sorted(one.id for couple in couples for one in couple if one is not None)
    assert seen == sorted(player.id for player in players), "not everybody exactly once"
    low = min(player.score for player in players) - 1
    return sum((one.score - (two.score if two is not None else low)) ** 2 for one, two in couples)


def rounds_for(size: int) -> int:
    """Return the usual number of rounds."""
    return min(15, (size - 1).bit_length())


def run(size: int, slow: bool) -> dict[str, str]:
    """Measure all engines on one field size and print a line each; the figures of ours, in words."""
    engines: list[tuple[str, Engine | None, int]] = [
        ("ours", ours, 10**9),
        ("bare method", bare, 10**9),
        ("full rustworkx", full_rustworkx, 2000 if slow else 512),
        ("full networkx", full_networkx, 512 if slow else 128),
        ("swisspair", swisspair_engine(), 20_000),
    ]
    field = [
        (number, players) for number, players in states(Season(size, rounds_for(size), seed=f"bench{size}"))
    ]
    bound = sum(
        lower_bound((player.score for player in players), min(player.score for player in players) - 1)
        for _, players in field
    )
    # The stored states are the benchmark's own millions of objects: keep the collector from walking them.
    gc.collect()
    gc.freeze()
    middle: dict[str, float] = {}
    figures: dict[str, str] = {}
    for name, engine, largest in engines:
        if engine is None or size > largest:
            why = "not installed here" if engine is None else f"left out above {largest:,} players"
            print(f"{size:>7} {name:<16} {why}")
            continue
        times: list[float] = []
        gaps = 0
        for number, players in field:
            start = time.process_time()
            answer = engine(players, number)
            times.append(time.process_time() - start)
            gaps += measure(answer(), players)
        middle[name] = median(times)
        figures[f"{size:,} players, {name}"] = (
            f"{median(times):.4f} s, {max(times):.4f} s, gaps {gaps} of {bound}"
        )
        print(f"{size:>7} {name:<16} {median(times):9.4f} {max(times):9.4f} {gaps:>7} {bound:>7}", flush=True)
    ratios = [f"{middle['ours'] / middle['bare method']:.1f} times the bare method"]
    if "swisspair" in middle:
        ratios.append(f"swisspair {middle['swisspair'] / middle['ours']:.1f} times ours")
    print(f"{size:>7} {', '.join(ratios)}")
    return figures | {f"{size:,} players": ", ".join(ratios)} | parts(size, field)


def parts(size: int, field: Iterable[tuple[int, Sequence[Player]]]) -> dict[str, str]:
    """Measure where our time goes beside the bare method: the draw, reading the players, who stands where, windows."""
    spent: dict[str, list[float]] = {}

    def timed(name: str, work: Callable[[], Made]) -> Made:
        start = time.process_time()
        made = work()
        spent.setdefault(name, []).append(time.process_time() - start)
        return made

    for number, players in field:
        make = partial(make_field, players, seed="bench", number=number, options=Options())
        timed("bare", partial(bare_round, players, number))
        timed("all", partial(ours, players, number))
        problem = timed("field", make)
        timed("draw", partial(getattr, problem, "draws"))
        timed("groups", partial(make_groups, problem))
        timed("pairs", partial(solve_field, problem))
    middle = {name: median(times) for name, times in spent.items()}
    shares = {
        "the draw, a hash for each player": middle["draw"],
        "scores, byes, clans, ranks, tables of the players": middle["field"],
        "score groups in the order of the draw": middle["groups"],
        "windows, and pairs inside the groups": middle["pairs"] - middle["groups"],
        "tables and certificate": middle["all"] - middle["field"] - middle["draw"] - middle["pairs"],
    }
    said = "; ".join(f"{name} {value / middle['bare']:.2f}" for name, value in shares.items())
    print(f"{size:>7} in times of the bare method: {said}")
    return {f"{size:,} players, parts of ours in times of the bare method": said}


def repairs(size: int) -> dict[str, str]:
    """Measure the repair plans after one drop, and beside each the bare method for the whole round."""
    *_, (number, players) = states(Season(size, rounds_for(size), seed="repair"))
    current = [
        CurrentPair(pair.a, pair.b, pair.table) for pair in pair_round(players, seed="r", number=number).pairs
    ]
    times, beside = [], []
    gc.collect()
    gc.freeze()  # the season that was played to get here is the benchmark's, not the repair's to be searched
    for gone in players[:: max(1, len(players) // 20)]:
        now = [replace(player, active=player is not gone) for player in players]
        start = time.process_time()
        repair_plans(now, current, seed="r", number=number)
        times.append(time.process_time() - start)
        start = time.process_time()
        bare_round(players, number)
        beside.append(time.process_time() - start)
    gc.unfreeze()
    print(f"{size:>7} {'repair plans':<16} {median(times):9.4f} {max(times):9.4f}")
    figure = (
        f"{median(times):.4f} s, {max(times):.4f} s; the bare method for that round {median(beside):.4f} s"
    )
    return {f"{size:,} players, all plans of a repair": figure}


def pods(size: int) -> None:
    """Measure pods of four in the second round."""
    draft = pair_pods([PodPlayer(f"p{place:05}") for place in range(size)], seed="b", number=1)
    players = [
        PodPlayer(one, score=5 * (seat == 0), met={other: 1 for other in pod.seats if other != one})
        for pod in draft.pods
        for seat, one in enumerate(pod.seats)
    ]
    start = time.process_time()
    second = pair_pods(players, seed="b", number=2)
    print(
        f"{size:>7} {'pods of four':<16} {time.process_time() - start:9.4f} {'':>9} "
        f"{second.certificate.cost:>7} {second.certificate.lower_bound:>7}"
    )


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[32, 128, 512, 2000, 10_000])
    parser.add_argument("--slow", action="store_true", help="also the yardsticks that take minutes")
    arguments = parser.parse_args()
    print(f"{'players':>7} {'engine':<16} {'median s':>9} {'worst s':>9} {'gaps':>7} {'bound':>7}")
    figures = {"of each, processor": "median, worst, squared gaps of all rounds and their bound"}
    for size in arguments.sizes:
        figures |= run(size, arguments.slow)
    figures |= repairs(2000)
    pods(1000)
    figures["load of the machine"] = f"{os.getloadavg()[0]:.0f}"
    sizes = " ".join(map(str, arguments.sizes))
    command = f"python -m benchmarks.pairing --sizes {sizes}"
    keep("pairing", command=command, goals=("D5", "D6"), figures=figures, control="")


if __name__ == "__main__":
    main()
