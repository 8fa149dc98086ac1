"""The matching kernels: cheapest complete pairing of a graph, or none; both answer alike."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

import pytest

from tournaments.pairing import Player, kernel, pair_round
from tournaments.pairing.kernel import Edge, Kernel, default_kernel, networkx_matching, rustworkx_matching

BOTH = pytest.mark.parametrize("solve", [networkx_matching, rustworkx_matching])


def complete(edges: dict[tuple[int, int], int], nodes: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
    """Yield every complete pairing."""
    if not nodes:
        yield []
        return
    for other in nodes[1:]:
        if (nodes[0], other) in edges:
            for rest in complete(edges, tuple(node for node in nodes[1:] if node != other)):
                yield [(nodes[0], other), *rest]


@BOTH
@pytest.mark.parametrize("scale", [1, 1 << 100, 1 << 150])
def test_the_cheapest_complete_pairing_is_found_when_there_is_one(solve: Kernel, scale: int) -> None:
    dice = random.Random("graphs")
    without = 0
    for _ in range(120):
        size = dice.choice((2, 4, 6))
        share = dice.choice((0.3, 0.6, 1))
        # Powers of two: no two pairings cost the same.
        costs = iter(dice.sample(range(16), 15))
        graph = {
            (one, two): scale * 2 ** next(costs)
            for one in range(size)
            for two in range(one + 1, size)
            if dice.random() < share
        }
        mates = solve(size, [(one, two, cost) for (one, two), cost in graph.items()])
        rounds = list(complete(graph, tuple(range(size))))
        if not rounds:
            without += 1
            assert mates is None
            continue
        best = min(rounds, key=lambda pairs: sum(graph[pair] for pair in pairs))
        wanted = {one: two for pair in best for one, two in (pair, pair[::-1])}
        assert mates == [wanted[node] for node in range(size)]
    assert 10 < without < 110


@BOTH
def test_a_dear_complete_pairing_is_taken_before_a_cheap_incomplete_one(solve: Kernel) -> None:
    path: list[Edge] = [(0, 1, 50), (1, 2, 0), (2, 3, 50)]
    assert solve(4, path) == [1, 0, 3, 2]


@BOTH
def test_an_odd_graph_one_without_edges_and_one_with_a_lone_node_have_no_pairing(solve: Kernel) -> None:
    assert solve(3, [(0, 1, 0), (1, 2, 0), (0, 2, 0)]) is None
    assert solve(1, []) is None
    assert solve(2, []) is None
    assert solve(4, [(0, 1, 0), (1, 2, 0), (0, 2, 0)]) is None
    assert solve(4, [(1, 2, 7)]) is None


@BOTH
def test_a_graph_of_nobody_is_paired_with_nothing(solve: Kernel) -> None:
    assert solve(0, []) == []


def test_prices_that_fit_go_to_the_fast_kernel_and_only_larger_ones_to_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def other(count: int, edges: list[Edge]) -> list[int] | None:
        asked.append(max(cost for _, _, cost in edges))
        return networkx_matching(count, edges)

    monkeypatch.setattr(kernel, "networkx_matching", other)
    limit = 1 << 122
    for cost in (10, limit - 1, limit, limit + 5):
        assert rustworkx_matching(4, [(0, 1, 3), (2, 3, 0), (0, 2, cost), (1, 3, cost)]) == [1, 0, 3, 2]
    assert asked == [limit, limit + 5]


def test_the_fast_kernel_is_the_usual_one_and_the_other_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_kernel() is rustworkx_matching
    monkeypatch.setitem(sys.modules, "rustworkx", None)
    default_kernel.cache_clear()
    try:
        assert default_kernel() is networkx_matching
        players = [Player(name, score) for name, score in (("a", 3), ("b", 0), ("c", 3), ("d", 0))]
        pairs = {frozenset(pair[:2]) for pair in pair_round(players, seed="s", number=2).pairs}
        assert pairs == {frozenset("ac"), frozenset("bd")}
    finally:
        default_kernel.cache_clear()
