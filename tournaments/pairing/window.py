"""The small exact problem: some players, perhaps the bye, and anonymous places in the large groups beside them.

See docs/pairing.md. A place of a large group stands for any of its members: two places of one group may
be "paired" at no cost, which only means that neither was needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from operator import add

from tournaments.pairing.bounds import FEW_NODES, Near, least_gaps, nearest
from tournaments.pairing.field import Field, Weights, fold_penalty, make_weights
from tournaments.pairing.kernel import Edge
from tournaments.pairing.model import Player
from tournaments.pairing.randomness import edge_key, edge_keys

BYE = "bye"
Term = Callable[[int, Sequence[int]], list[int]]
"""What one level adds to the prices of the pairs of one player with others, all by place."""

# Pairs kept apart that one level counts at most, and the bits of a price the fast kernel has room for.
FORBIDDEN_BITS = 32
KERNEL_BITS = 121


@dataclass(slots=True)
class Window:
    """Players high to low, whether the bye is among them, and (score, places) of the large neighbours.

    reach: only offer pairs at most so many places apart (None: all; used by the rolling horizon).
    near: for each player, by place, the later ones a pair is offered with (None: as ``reach`` says).
    apart: pairs of ids that may not be used here ("" is the bye; used by the look-ahead).
    """

    players: list[Player]
    bye: bool = False
    above: tuple[int, int] | None = None
    below: tuple[int, int] | None = None
    reach: int | None = None
    near: list[list[int]] | None = None
    apart: frozenset[frozenset[str]] = frozenset()

    def size(self) -> int:
        """Return the number of nodes of the matching problem."""
        places = sum(neighbour[1] for neighbour in (self.above, self.below) if neighbour is not None)
        return len(self.players) + int(self.bye) + places


@dataclass(slots=True)
class Solved:
    """Pairs inside the window (None is the bye), who goes to the large group above or below, and whether
    every pair is legal."""

    pairs: list[tuple[Player, Player | None]]
    up: list[Player | None]
    down: list[Player | None]
    legal: bool = True


@dataclass(slots=True)
class _Nodes:
    """The nodes of a window: players first, then the bye, then the places above and below."""

    window: Window
    keys: list[int]
    scores: list[int]

    @property
    def bye_index(self) -> int:
        return len(self.window.players) if self.window.bye else -1

    @property
    def above_start(self) -> int:
        return len(self.window.players) + int(self.window.bye)

    @property
    def below_start(self) -> int:
        return self.above_start + (self.window.above[1] if self.window.above else 0)


def _make_nodes(field: Field, window: Window) -> _Nodes:
    keys = [field.keys[player.id] for player in window.players]
    scores = [player.score for player in window.players]
    if window.bye:
        keys.append(field.key_of(BYE))
        scores.append(field.bye_score)
    for side, neighbour in (("above", window.above), ("below", window.below)):
        if neighbour is not None:
            score, places = neighbour
            keys.extend(field.key_of(f"{side} {place}") for place in range(places))
            scores.extend([score] * places)
    return _Nodes(window, keys, scores)


def _weights(field: Field, window: Window, nodes: _Nodes, relaxed: bool, fine: bool) -> Weights:
    players = window.players
    pairs = max(1, len(nodes.keys) // 2)
    spread = max(nodes.scores) - min(nodes.scores)
    bye = len(players) + 1 if window.bye else 0
    size = max((field.positions[player.id][1] for player in players), default=0) if field.positions else 0
    floats = 2 * max((player.floats for player in players), default=0)
    if not fine:
        size = floats = 0
    elif not field.options.avoid_repeat_floats:
        floats = 0
    if relaxed:
        return make_weights(
            pairs,
            gap=spread * spread,
            bye=bye,
            group=int(field.grouped and not field.strict),
            floats=floats,
            position=2 * size * size,
            strict=int(field.grouped and field.strict),
            rematch=1,
            recency=max(field.number, max((len(player.opponents) for player in players), default=0)),
            second_bye=max((player.byes for player in players), default=0) if window.bye else 0,
        )
    return make_weights(
        pairs,
        gap=spread * spread,
        bye=bye,
        group=int(field.grouped),
        floats=floats,
        position=2 * size * size,
    )


def _player_edges(
    field: Field, window: Window, weights: Weights, relaxed: bool, fine: bool, near: Near | None
) -> list[Edge]:
    """Edges between two players; illegal ones only in the relaxed problem, at the price of their level."""
    players, apart = window.players, window.apart
    ids = [player.id for player in players]
    foes = _illegal_ids(field, players)
    keys = [field.keys[one] for one in ids]
    scores = [player.score for player in players]
    terms = _terms(field, players, weights, fine)
    gap_shift = weights.gap
    edges: list[Edge] = []
    for first, own_id in enumerate(ids):
        own_foes, own_score = foes[first], scores[first]
        later = nearest(_later(window, first), scores, near[own_score] if near is not None else None)
        draws = edge_keys(keys[first], [keys[second] for second in later])
        for term in terms:
            draws = list(map(add, draws, term(first, later)))
        for second, rest in zip(later, draws, strict=True):
            gap = own_score - scores[second]
            cost = (gap * gap << gap_shift) + rest
            if apart and frozenset((own_id, ids[second])) in apart:
                continue
            if ids[second] in own_foes or own_id in foes[second]:
                if not relaxed:
                    continue
                cost += _penalty(field, weights, players[first], players[second])
            edges.append((first, second, cost))
    return edges


def _later(window: Window, first: int) -> Sequence[int]:
    """Return the places behind ``first`` that a pair is offered with."""
    if window.near is not None:
        return window.near[first]
    size = len(window.players)
    return range(first + 1, size if window.reach is None else min(size, first + 1 + window.reach))


def _illegal_ids(field: Field, players: list[Player]) -> list[set[str]]:
    """Return whom each player must not meet; their clan as well where that is a strict rule."""
    foes = [field.foes(player) for player in players]
    if field.grouped and field.strict:
        clans: dict[str | None, set[str]] = {}
        for player in players:
            clans.setdefault(player.group, set()).add(player.id)
        for player, own in zip(players, foes, strict=True):
            if player.group is not None:
                own |= clans[player.group]
    return foes


def _terms(field: Field, players: list[Player], weights: Weights, fine: bool) -> list[Term]:
    """Return what is added to the draw of a pair, level by level; a level that says nothing here is left out."""
    groups = [player.group for player in players]
    scores = [player.score for player in players]
    times = [player.floats << weights.floats for player in players]

    def clan(first: int, later: Sequence[int]) -> list[int]:
        own, price = groups[first], 1 << weights.group
        return [price if own is not None and own == groups[second] else 0 for second in later]

    def floats(first: int, later: Sequence[int]) -> list[int]:
        own, score = times[first], scores[first]
        return [own + times[second] if score != scores[second] else 0 for second in later]

    def pattern(first: int, later: Sequence[int]) -> list[int]:
        one = players[first]
        return [fold_penalty(field, one, players[second]) << weights.position for second in later]

    wanted: tuple[tuple[Term, bool], ...] = (
        (clan, field.grouped and not field.strict),
        (floats, fine and field.options.avoid_repeat_floats and any(times)),
        (pattern, fine and bool(field.positions)),
    )
    return [term for term, counts in wanted if counts]


def _penalty(field: Field, weights: Weights, one: Player, two: Player) -> int:
    """Return the price of the rules that an illegal pair breaks."""
    cost = 0
    if field.strict and field.same_group(one, two):
        cost += 1 << weights.strict
    if field.kept_apart(one, two):
        cost += 1 << weights.forbidden
    if field.met(one, two):
        last = field.last_met(one, two)
        cost += (1 << weights.rematch) + (last << weights.recency)
        if last and last >= field.number - 1:
            cost += 1 << weights.consecutive
    return cost


def bye_places(field: Field, players: list[Player]) -> dict[str, int]:
    """Return how many of ``players`` stand below each of them; equal standings share a place, for the draw.

    A missing rank counts as last. All zero where the bye is drawn.
    """
    places = {player.id: 0 for player in players}
    if field.options.bye_choice == "standing":
        order = sorted(players, key=lambda p: (p.score, -(p.rank if p.rank is not None else 1 << 60)))
        place, previous = 0, None
        for count, player in enumerate(order):
            mark = (player.score, player.rank)
            if mark != previous:
                place, previous = count, mark
            places[player.id] = place
    return places


def _bye_edges(field: Field, window: Window, nodes: _Nodes, weights: Weights, relaxed: bool) -> list[Edge]:
    """Edges from every eligible player to the bye, the lowest in standing first when the options say so."""
    places = bye_places(field, window.players)
    edges: list[Edge] = []
    for node, player in enumerate(window.players):
        if not field.may_bye(player) and not relaxed:
            continue
        if window.apart and frozenset((player.id, "")) in window.apart:
            continue
        gap = player.score - field.bye_score
        cost = (gap * gap << weights.gap) + (places[player.id] << weights.bye)
        cost += edge_key(nodes.keys[node], nodes.keys[nodes.bye_index])
        if not field.may_bye(player):
            cost += (player.byes - field.min_byes) << weights.second_bye
        edges.append((node, nodes.bye_index, cost))
    return edges


def _place_edges(field: Field, nodes: _Nodes, weights: Weights, fine: bool, near: Near | None) -> list[Edge]:
    """Edges to the anonymous places, and between two places of one group at no cost."""
    edges: list[Edge] = []
    window, keys, scores = nodes.window, nodes.keys, nodes.scores
    floated = field.options.avoid_repeat_floats and fine
    members = len(window.players)
    for start, neighbour in ((nodes.above_start, window.above), (nodes.below_start, window.below)):
        if neighbour is None:
            continue
        score, places = neighbour
        stop = start + places
        for node in range(members + int(window.bye)):
            if near is not None and scores[node] not in near[score]:
                continue
            gap = score - scores[node]
            base = gap * gap << weights.gap
            if node < members:
                player = window.players[node]
                base += (player.floats << weights.floats) if floated else 0
                if field.positions and fine:
                    base += _float_position(field, player, score) << weights.position
            else:
                base += members << weights.bye
            draws = edge_keys(keys[node], keys[start:stop])
            edges += [(node, place, base + draw) for place, draw in enumerate(draws, start)]
        for one in range(start, stop):
            draws = edge_keys(keys[one], keys[one + 1 : stop])
            edges += [(one, two, draw) for two, draw in enumerate(draws, one + 1)]
    return edges


def _float_position(field: Field, player: Player, score: int) -> int:
    place, size = field.positions[player.id]
    return (place if score > player.score else size - 1 - place) * size


def solve_window(field: Field, window: Window, *, relaxed: bool = False) -> Solved | None:
    """Return the cheapest complete pairing of the window, or None when there is none.

    relaxed: also offer illegal pairs, each at the price of the rule it breaks.
    """
    nodes = _make_nodes(field, window)
    if not nodes.keys:
        return Solved([], [], [])
    mates = None
    if not relaxed and len(nodes.keys) > FEW_NODES:
        mates = _least_gaps(field, window, nodes)
    if mates is None:
        _, edges = _edges(field, window, nodes, relaxed=relaxed, fine=not relaxed)
        mates = field.kernel(len(nodes.keys), edges)
    if mates is not None and relaxed:
        mates = _refined(field, window, nodes, mates) or mates
    return None if mates is None else _read(nodes, mates, not relaxed)


def _least_gaps(field: Field, window: Window, nodes: _Nodes) -> list[int] | None:
    """Return the cheapest pairing from the pairs that one of least gaps can have; None when those give none."""

    def solve(near: Near) -> list[int] | None:
        _, edges = _edges(field, window, nodes, relaxed=False, fine=True, near=near)
        return field.kernel(len(nodes.keys), edges)

    return least_gaps(nodes.scores, solve)


def _edges(
    field: Field, window: Window, nodes: _Nodes, *, relaxed: bool, fine: bool, near: Near | None = None
) -> tuple[Weights, list[Edge]]:
    """Return where the levels stand and every pair with its price; ``fine``: with floats and the pattern.

    near: which scores may meet (None: all).
    """
    weights = _weights(field, window, nodes, relaxed, fine)
    edges = _player_edges(field, window, weights, relaxed, fine, near)
    if window.bye:
        edges += _bye_edges(field, window, nodes, weights, relaxed)
    return weights, edges + _place_edges(field, nodes, weights, fine, near)


def _refined(field: Field, window: Window, nodes: _Nodes, first: list[int]) -> list[int] | None:
    """Solve a relaxed window again with floats and the pattern; None where they say nothing or have no room.

    All levels at once need more bits than the fast kernel has. But how much may be broken is known from the first
    solution: a level needs no more room than its sum there, and a pair that alone breaks more is out.
    """
    floated = field.options.avoid_repeat_floats and any(player.floats for player in window.players)
    if not field.positions and not floated:
        return None
    weights, edges = _edges(field, window, nodes, relaxed=True, fine=True)
    starts = [0, *weights]
    widths = [stop - start for start, stop in pairwise(starts)] + [FORBIDDEN_BITS]
    levels = [_split(price, starts, widths) for _, _, price in edges]
    chosen = [values for (one, two, _), values in zip(edges, levels, strict=True) if first[one] == two]
    sums = [sum(column) for column in zip(*chosen, strict=True)]
    # The draw and the pattern keep their room: fewer floats may cost them anything.
    known = starts.index(weights.floats)
    room = widths[:known] + [most.bit_length() for most in sums[known:]]
    if sum(room) >= KERNEL_BITS:
        return None
    shifts = list(accumulate(room[:-1], initial=0))
    tight = [
        (one, two, sum(value << shift for value, shift in zip(values, shifts, strict=True)))
        for (one, two, _), values in zip(edges, levels, strict=True)
        if all(value <= most for value, most in zip(values[known:], sums[known:], strict=True))
    ]
    return field.kernel(len(nodes.keys), tight)


def _split(price: int, starts: Sequence[int], widths: Sequence[int]) -> list[int]:
    """Return the levels of a price."""
    return [price >> start & (1 << width) - 1 for start, width in zip(starts, widths, strict=True)]


def _read(nodes: _Nodes, mates: list[int], legal: bool) -> Solved:
    window = nodes.window
    solved = Solved([], [], [], legal)
    members = len(window.players)
    real = members + int(window.bye)
    for node in range(real):
        mate = mates[node]
        who = window.players[node] if node < members else None
        if mate >= nodes.below_start:
            solved.down.append(who)
        elif mate >= nodes.above_start:
            solved.up.append(who)
        elif node < mate and who is not None:
            solved.pairs.append((who, window.players[mate] if mate < members else None))
    return solved
