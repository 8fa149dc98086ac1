"""Exact minimum-cost perfect matching on a small graph: rustworkx, or networkx where that is not installed.

Costs are whole numbers with a random level of at least 40 bits at the bottom, so the optimum is unique and
both kernels return the same pairs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter

Edge = tuple[int, int, int]
Kernel = Callable[[int, list[Edge]], list[int] | None]

# rustworkx works on 128-bit signed weights and adds a few of them: stay well below.
_RUSTWORKX_LIMIT = 1 << 122


def _mates(count: int, matching: set[tuple[int, int]]) -> list[int] | None:
    if 2 * len(matching) != count:
        return None
    mates = [-1] * count
    for first, second in matching:
        mates[first] = second
        mates[second] = first
    return mates


def networkx_matching(count: int, edges: list[Edge]) -> list[int] | None:
    """Pure Python kernel: mate of every node, or None when no perfect matching exists."""
    import networkx

    if count % 2 or (count and not edges):
        return None
    top = max((cost for _, _, cost in edges), default=0)
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_weighted_edges_from((first, second, top - cost) for first, second, cost in edges)
    return _mates(count, networkx.max_weight_matching(graph, maxcardinality=True))


def rustworkx_matching(count: int, edges: list[Edge]) -> list[int] | None:
    """Fast kernel with the same contract; costs beyond its 128 bits go to the pure Python one."""
    import rustworkx

    if count % 2 or (count and not edges):
        return None
    top = max(map(itemgetter(2), edges), default=0)
    if top >= _RUSTWORKX_LIMIT:
        return networkx_matching(count, edges)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(edges)
    # The weight of an edge is how much less it costs than the dearest one.
    return _mates(count, rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=top.__sub__))


@cache
def default_kernel() -> Kernel:
    """Return the fastest kernel that is installed."""
    try:
        import rustworkx  # noqa: F401  (only asked whether it is there)
    except ImportError:
        return networkx_matching
    return rustworkx_matching
