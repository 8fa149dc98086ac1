"""Odd sets with few bridges: a short proof that a graph does not hold so many disjoint complete pairings.

In every complete pairing an odd set of players has at least one member whose opponent is outside, so ``rounds``
disjoint pairings need ``rounds`` pairs that leave the set. Two clans of nine who have met everybody else are such
sets. The sets looked at are the smallest cuts between each node and one other (Gusfield's walk): whatever is found
is a proof, and finding nothing proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence


def odd_set_below(graph: Sequence[int], rounds: int) -> int:
    """Return an odd set (as bits) that fewer than ``rounds`` pairs leave, 0 when none is found.

    graph: for each node the bits of those it may still meet.
    """
    parent = [0] * len(graph)
    for node in range(1, len(graph)):
        side = _small_side(graph, node, parent[node], rounds)
        if not side:
            continue
        if side.bit_count() % 2:
            return side
        for later in range(node + 1, len(graph)):
            if side >> later & 1 and parent[later] == parent[node]:
                parent[later] = node
    return 0


def _small_side(graph: Sequence[int], source: int, sink: int, rounds: int) -> int:
    """Return the side of ``source`` of a smallest cut to ``sink``; 0 when ``rounds`` ways lead there."""
    residual = list(graph)
    for _ in range(rounds):
        reached, previous = _reach(residual, source, sink)
        if not reached >> sink & 1:
            return reached
        node = sink
        while node != source:
            before = previous[node]
            residual[before] &= ~(1 << node)
            # A way taken backwards cancels; bits are enough because no way is used twice in one direction.
            residual[node] |= 1 << before
            node = before
    return 0


def _reach(residual: Sequence[int], source: int, sink: int) -> tuple[int, dict[int, int]]:
    """Return who can be reached from ``source`` (as bits), and from whom; stops at ``sink``."""
    reached = 1 << source
    previous: dict[int, int] = {}
    line = [source]
    for node in line:
        fresh = residual[node] & ~reached
        reached |= fresh
        while fresh:
            low = fresh & -fresh
            other = low.bit_length() - 1
            previous[other] = node
            if other == sink:
                return reached, previous
            line.append(other)
            fresh ^= low
    return reached, previous
