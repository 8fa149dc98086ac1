"""The optimum of a whole round, level by level, by one matching over all pairs; written from docs/pairing.md alone.

Shares no code with the engine nor with the checker. Up to a few hundred players with rustworkx, and with networkx
(pure Python, another implementation) for small fields.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import networkx
import rustworkx

from tournaments.pairing import Options, Pair, Player

# Kept apart, second byes, rematches, of the last round, age, strict clans, gaps, place of the bye, clans, floats.
Levels = tuple[int, int, int, int, int, int, int, int, int, int]
LEVELS = 10


def levels_of(
    one: Player,
    two: Player | None,
    players: Sequence[Player],
    number: int,
    options: Options,
    apart: Collection[frozenset[str]] = (),
) -> Levels:
    """Return what one pair adds to every level of the round ``number`` of ``players``."""
    if two is None:
        low = min(player.score for player in players) - options.bye_step
        place = 0
        if options.bye_choice == "standing":
            place = sum(_stands_below(player, one) for player in players)
        byes = one.byes - min(player.byes for player in players)
        return 0, byes, 0, 0, 0, 0, (one.score - low) ** 2, place, 0, 0
    met = [r for who, other in ((one, two), (two, one)) for r, name in _rounds(who) if name == other.id]
    clan = int(one.group is not None and one.group == two.group)
    gap = one.score - two.score
    return (
        int(frozenset((one.id, two.id)) in apart),
        0,
        int(bool(met)),
        int(bool(met) and max(met) > 0 and max(met) >= number - 1),
        max(met, default=0),
        clan if options.group_rule == "strict" else 0,
        gap * gap,
        0,
        clan if options.group_rule == "soft" else 0,
        one.floats + two.floats if gap and options.avoid_repeat_floats else 0,
    )


def _rounds(player: Player) -> list[tuple[int, str | None]]:
    if isinstance(player.opponents, frozenset):
        return [(0, name) for name in player.opponents]
    return list(enumerate(player.opponents, 1))


def _stands_below(other: Player, player: Player) -> bool:
    last = 1 << 60
    mine = (-player.score, player.rank if player.rank is not None else last)
    return (-other.score, other.rank if other.rank is not None else last) > mine


def total(rows: Iterable[Sequence[int]]) -> Levels:
    """Return the sum of the levels of all pairs."""
    sums = [0] * LEVELS
    for row in rows:
        sums = [have + more for have, more in zip(sums, row, strict=True)]
    return tuple(sums)  # type: ignore[return-value]  # as long as Levels


def round_levels(
    players: Sequence[Player],
    pairs: Iterable[Pair],
    number: int,
    options: Options | None = None,
    apart: Collection[frozenset[str]] = (),
) -> Levels:
    """Return the levels of a whole round; ``players`` are the active ones."""
    options = options or Options()
    people = {player.id: player for player in players}
    return total(
        levels_of(
            people[pair.a], people[pair.b] if pair.b is not None else None, players, number, options, apart
        )
        for pair in pairs
    )


def best_levels(
    players: Sequence[Player],
    number: int,
    options: Options | None = None,
    apart: Collection[frozenset[str]] = (),
    *,
    upto: int = LEVELS,
    pure: bool = False,
) -> Levels:
    """Return the least levels over all complete rounds, the strongest first; ``upto`` of them are compared."""
    options = options or Options()
    nodes: list[Player | None] = [*players, *([None] if len(players) % 2 else [])]
    rows = {}
    for second, two in enumerate(nodes):
        for first, one in enumerate(nodes[:second]):
            if one is not None:
                rows[first, second] = levels_of(one, two, players, number, options, apart)
    sizes = [
        len(nodes) // 2 * max((row[level] for row in rows.values()), default=0) + 1 for level in range(upto)
    ]
    prices = {}
    for mark, row in rows.items():
        price = 0
        for level in range(upto):
            price = price * sizes[level] + row[level]
        prices[mark] = price
    top = max(prices.values(), default=0) + 1
    mates: Iterable[tuple[int, int]]
    if pure or top >= 1 << 120:
        graph: networkx.Graph[int] = networkx.Graph()
        graph.add_weighted_edges_from((one, two, top - price) for (one, two), price in prices.items())
        mates = networkx.max_weight_matching(graph, maxcardinality=True)
    else:
        net: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
        net.add_nodes_from(range(len(nodes)))
        net.add_edges_from([(one, two, top - price) for (one, two), price in prices.items()])
        mates = rustworkx.max_weight_matching(net, max_cardinality=True, weight_fn=int)
    return total(rows[min(pair), max(pair)] for pair in mates)
