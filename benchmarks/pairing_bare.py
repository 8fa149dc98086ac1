"""The bare method, as a yardstick for the clock: windows and nothing else.

No draw anybody could repeat (Python's own shuffle), no ranks, clans, floats, tables, certificate or checks of the
input: what the decomposition itself costs in plain Python. Legal rounds only; it says so when there is none.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import rustworkx

from tournaments.pairing import Player

Couple = tuple[Player, Player | None]
Node = Player | int | None
"""A player, the bye (None), or an anonymous place of the large group with that score."""


def bare_round(players: Sequence[Player], number: int) -> list[Couple]:
    """Pair a round by windows; raises ValueError when a window has no legal complete pairing."""
    groups: dict[int, list[Player]] = {}
    for player in players:
        groups.setdefault(player.score, []).append(player)
    dice = random.Random(number)
    order = sorted(groups, reverse=True)
    for members in groups.values():
        dice.shuffle(members)
    degree = max(len(player.opponents) for player in players)
    large = {score for score in order if len(groups[score]) >= 6 * degree + 8}
    couples: list[Couple] = []
    above, window, seen = None, [], 0
    parity = 0
    for score in order:
        if score not in large:
            window += groups[score]
            seen += len(groups[score])
            continue
        size = len(groups[score])
        couples += _window(groups, window, above, (score, seen % 2), parity, bye=False)
        seen += size
        above, window, parity = score, [], seen % 2
    couples += _window(groups, window, above, None, parity, bye=len(players) % 2 == 1)
    for score in large:
        couples += _inside(groups[score])
    return couples


def _may_meet(one: Node, two: Node) -> bool:
    """Whether two nodes may be joined: no rematch, and no second bye."""
    if not isinstance(one, Player):
        return True
    return not one.byes if two is None else not (isinstance(two, Player) and two.id in one.opponents)


def _window(
    groups: dict[int, list[Player]],
    window: list[Player],
    above: int | None,
    below: tuple[int, int] | None,
    parity: int,
    *,
    bye: bool,
) -> list[Couple]:
    """Solve the players between two large groups, and give every place that was used a member."""
    nodes: list[Node] = [*window, *([None] if bye else [])]
    if not nodes:
        if above is None or below is None or not parity:
            return []
        return [_take(groups, above, groups[below[0]].pop())]
    ids = {player.id for player in window}
    foes = [
        len(ids.intersection(one for one in player.opponents if one)) + (bye and player.byes > 0)
        for player in window
    ]
    places = min(len(nodes), max(foes, default=0) + 2)
    real = len(nodes)
    if above is not None:
        nodes += [above] * (places + (places + parity) % 2)
    if below is not None:
        nodes += [below[0]] * (places + (places + below[1]) % 2)
    low = min((player.score for player in window), default=above or 0) - 1
    scores = [node.score if isinstance(node, Player) else low if node is None else node for node in nodes]
    edges = []
    for first, one in enumerate(nodes):
        for second in range(first + 1, len(nodes)):
            if not _may_meet(one, nodes[second]):
                continue
            if first >= real and scores[first] != scores[second]:
                continue
            edges.append((first, second, 1_000_000 - (scores[first] - scores[second]) ** 2))
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(nodes)))
    graph.add_edges_from(edges)
    mates = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(mates) < len(nodes):
        raise ValueError("no legal round")
    couples: list[Couple] = []
    for pair in mates:
        one, two = nodes[min(pair)], nodes[max(pair)]
        if isinstance(one, int):
            continue
        if isinstance(two, int):
            couples.append(_take(groups, two, one))
        elif one is not None:
            couples.append((one, two))
    return couples


def _take(groups: dict[int, list[Player]], score: int, who: Player | None) -> Couple:
    members = groups[score]
    for place in range(len(members) - 1, -1, -1):
        member = members[place]
        if (not member.byes) if who is None else (who.id not in member.opponents):
            del members[place]
            return member, who
    raise ValueError("no legal round")


def _inside(members: list[Player]) -> list[Couple]:
    """Pair neighbours; a rematch exchanges partners with another pair."""
    links = list(zip(members[::2], members[1::2], strict=True))
    for place, (one, two) in enumerate(links):
        if two.id in one.opponents:
            for other, (three, four) in enumerate(links):
                if other != place and three.id not in one.opponents and four.id not in two.opponents:
                    links[place], links[other] = (one, three), (two, four)
                    break
    return list(links)
