"""Slow, obvious answers to compare the engine with: full matching and brute force. Shares no code with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import networkx
import rustworkx

from tournaments.pairing import Player

# Second byes, rematches, rematches of the last round, sum of their rounds, squared gaps.
Score = tuple[int, int, int, int, int]


def meets(one: Player, two: Player, forbidden: set[frozenset[str]]) -> bool:
    """True when the pair is a rematch or was forbidden."""
    return (
        two.id in one.opponents
        or one.id in two.opponents
        or (bool(forbidden) and frozenset((one.id, two.id)) in forbidden)
    )


def full_cost(players: Sequence[Player], forbidden: Sequence[tuple[str, str]] = ()) -> int | None:
    """Return the least sum of squared gaps over legal complete rounds by one big matching, None if there is none."""
    apart = {frozenset(pair) for pair in forbidden}
    low = min(player.score for player in players) - 1
    fewest = min(player.byes for player in players)
    edges: list[tuple[int, int, int]] = []
    for i, one in enumerate(players):
        for j in range(i + 1, len(players)):
            if not meets(one, players[j], apart):
                edges.append((i, j, (one.score - players[j].score) ** 2))
        if len(players) % 2 and one.byes == fewest:
            edges.append((i, len(players), (one.score - low) ** 2))
    nodes = len(players) + len(players) % 2
    top = max((cost for _, _, cost in edges), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(i, j, top - cost) for i, j, cost in edges])
    mates = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(mates) < nodes:
        return None
    costs = {(i, j): cost for i, j, cost in edges}
    return sum(costs[min(pair), max(pair)] for pair in mates)


def every_round(players: Sequence[Player]) -> Iterator[list[tuple[Player, Player | None]]]:
    """Yield every way to pair the players, one of them with None when they are odd in number."""
    seats: list[Player | None] = [*players, *([None] if len(players) % 2 else [])]

    def pairings(rest: list[Player | None]) -> Iterator[list[tuple[Player, Player | None]]]:
        if not rest:
            yield []
            return
        first = rest[0]
        if first is None:
            raise AssertionError("the bye comes last")
        for place in range(1, len(rest)):
            for others in pairings(rest[1:place] + rest[place + 1 :]):
                yield [(first, rest[place]), *others]

    return pairings(seats)


def measure(players: Sequence[Player], pairs: Iterable[tuple[Player, Player | None]], number: int) -> Score:
    """Return what a round breaks, strongest rule first: see ``Score``."""
    low = min(player.score for player in players) - 1
    fewest = min(player.byes for player in players)
    byes = rematches = again = age = gaps = 0
    for one, two in pairs:
        if two is None:
            byes += one.byes - fewest
            gaps += (one.score - low) ** 2
            continue
        gaps += (one.score - two.score) ** 2
        rounds = [r for r, who in enumerate(one.opponents, 1) if who == two.id]
        rounds += [r for r, who in enumerate(two.opponents, 1) if who == one.id]
        if rounds:
            rematches += 1
            again += max(rounds) >= number - 1
            age += max(rounds)
    return byes, rematches, again, age, gaps


def brute_force(players: Sequence[Player], number: int) -> Score:
    """Return the least score over all rounds, rules in their order."""
    return min(measure(players, pairs, number) for pairs in every_round(players))


def legal_round_exists(players: Sequence[Player]) -> bool:
    """True when a complete round without rematch and second bye exists (maximum cardinality matching)."""
    fewest = min(player.byes for player in players)
    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(player.id for player in players)
    graph.add_edges_from(
        (one.id, two.id)
        for i, one in enumerate(players)
        for two in players[i + 1 :]
        if not meets(one, two, set())
    )
    if len(players) % 2:
        graph.add_edges_from((player.id, "bye") for player in players if player.byes == fewest)
        graph.add_node("bye")
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == graph.number_of_nodes()
