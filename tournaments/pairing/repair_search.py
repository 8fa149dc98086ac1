"""The search of a repair: opponents for those who have none, breaking as few of the standing matches as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from tournaments.pairing.bounds import FEW_NODES, Near, least_gaps, nearest
from tournaments.pairing.field import Field, stack_levels
from tournaments.pairing.kernel import Edge
from tournaments.pairing.model import CurrentPair, Player
from tournaments.pairing.randomness import edge_keys
from tournaments.pairing.repair_state import RoundState
from tournaments.pairing.window import bye_places

NEAREST_PAIRS = 40
EXACT_NODES = 400
EACH_SCORE = 2
Made = list[tuple[Player, Player | None]]


def best_near(state: RoundState, field: Field) -> tuple[Made, list[CurrentPair]]:
    """Return the best pairs of those who may be paired anew, and the open matches that were left out.

    Exact while no more than ``EXACT_NODES`` players may be paired anew; above, the weak matches and two of each score.
    """
    byes = [pair for pair in state.open if pair.b is None]
    matches = [pair for pair in state.open if pair.b is not None]
    room = max(0, EXACT_NODES - len(state.free)) // 2
    if len(matches) > room:
        matches, far = _weak_and_few(state, byes, matches, room)
    else:
        far = []
    solved = _solve_near(state, field, [*byes, *matches], relaxed=True, gaps_first=True)
    if solved is None:
        raise AssertionError("a round in which everything is allowed always has a complete pairing")
    return solved[0], far


def _weak_and_few(
    state: RoundState, byes: Iterable[CurrentPair], matches: Iterable[CurrentPair], room: int
) -> tuple[list[CurrentPair], list[CurrentPair]]:
    """Part the matches into those a better round is looked for among, at most ``room``, and the others.

    The weak ones, then ``EACH_SCORE`` of each score: through those a gap can be moved to any score, and all others of
    that score would do the same.
    """
    weak = [pair for pair in matches if any(state.prices.of(pair.a, pair.b))]
    alone = [
        *state.free,
        *(state.players[who] for pair in (*weak, *byes) for who in pair.ids),
    ]
    of_weak = {pair.a for pair in weak}
    order = _by_nearness(state, alone, matches) if alone else matches
    seen: Counter[int] = Counter()
    near, far = weak[:room], weak[room:]
    for pair in order:
        if pair.a in of_weak:
            continue
        score = state.players[pair.a].score
        seen[score] += 1
        (near if seen[score] <= EACH_SCORE and len(near) < room else far).append(pair)
    return near, far


def mend(state: RoundState, field: Field) -> tuple[Made, list[CurrentPair]]:
    """Return the new pairs of everybody touched and the open matches nobody touched."""
    byes = [pair for pair in state.open if pair.b is None]
    if not state.free and len(byes) <= int(field.odd):
        return [], state.open
    alone = [*state.free, *(state.players[pair.a] for pair in byes)]
    matches = [pair for pair in state.open if pair.b is not None]
    needed = (len(state.free) + len(byes) + 1) // 2
    if len(state.free) <= NEAREST_PAIRS:
        needed = _least_new(field, state.free, byes)
        # Every match broken for them makes one new pair more: so few leave all matches and the bye alone.
        if needed == (len(alone) + field.odd) // 2 - (field.odd and bool(byes)):
            solved = _solve_near(state, field, byes, relaxed=False)
            if solved is not None:
                return solved[0], matches
    matches = _by_nearness(state, alone, matches)
    best = _fewest_new(state, field, byes, matches, needed)
    if best is not None:
        return best
    near, far = matches[: EXACT_NODES // 2], matches[EXACT_NODES // 2 :]
    forced = _solve_near(state, field, [*byes, *near], relaxed=True)
    if forced is None:
        raise AssertionError("a relaxed repair always has a complete pairing")
    return forced[0], far


def _fewest_new(
    state: RoundState, field: Field, byes: list[CurrentPair], matches: list[CurrentPair], needed: int
) -> tuple[Made, list[CurrentPair]] | None:
    """Return the legal repair with the fewest new pairs and the matches it does not look at; None without one.

    The nearest matches are looked at, then twice as many, until ``needed`` new pairs do, or there are no more.
    """
    take = NEAREST_PAIRS
    best: tuple[Made, list[CurrentPair]] | None = None
    fewest = 0
    while True:
        near, far = matches[:take], matches[take:]
        solved = _solve_near(state, field, [*byes, *near], relaxed=False)
        if solved is not None and (best is None or solved[1] < fewest):
            best, fewest = (solved[0], far), solved[1]
        if not far or (best is not None and (fewest <= needed or take >= EXACT_NODES // 2)):
            return best
        take = min(2 * take, EXACT_NODES // 2) if best is not None else 2 * take


def _least_new(field: Field, free: list[Player], byes: list[CurrentPair]) -> int:
    """Return a number of new pairs that no repair can go below.

    Of those without a match (and with the bye) some may meet each other or keep the bye; everybody else needs
    a new pair with somebody whose match is broken for it. So the search stops at the first repair this cheap.
    """
    ids = {pair.a for pair in byes}
    core: list[Player | None] = [*free, *(player for player in field.players if player.id in ids)]
    core += [None] if field.odd else []
    # Everybody is there twice, and joining the two copies (cost 1) means to need somebody from outside.
    count = len(core)
    edges: list[Edge] = [(node, node + count, 1) for node in range(count)]
    for (first, one), (second, two) in combinations(enumerate(core), 2):
        kept = two is None and one is not None and one.id in ids
        if one is not None and (kept or _broken_rules(field, one, two) is None):
            edges += [(first, second, int(not kept)), (first + count, second + count, 0)]
    mates = field.kernel(2 * count, edges) or []
    prices = {frozenset((first, second)): price for first, second, price in edges}
    return sum(prices[frozenset((node, mate))] for node, mate in enumerate(mates) if node < mate)


def _by_nearness(
    state: RoundState, alone: Iterable[Player], matches: Iterable[CurrentPair]
) -> list[CurrentPair]:
    """Return the matches whose points are nearest to those of a player without an opponent first."""
    waiting = {player.score for player in alone}
    points = {who: player.score for who, player in state.players.items()}
    # A round of thousands has a few scores only.
    near = {score: min(abs(score - other) for other in waiting) for score in set(points.values())}

    def distance(pair: CurrentPair) -> tuple[int, str]:
        one, two = near[points[pair.a]], near[points[pair.b or pair.a]]
        return (one if one < two else two), pair.a

    return sorted(matches, key=distance)


def _solve_near(
    state: RoundState, field: Field, near: Sequence[CurrentPair], *, relaxed: bool, gaps_first: bool = False
) -> tuple[Made, int] | None:
    """Solve the free players and some open matches: legal first, then fewest new pairs, then least gaps.

    gaps_first: the whole measure before the new pairs, and what was published pays for its weaknesses as well.
    """
    members = sorted(
        [*state.free, *(state.players[who] for pair in near for who in pair.ids)],
        key=lambda player: player.id,
    )
    nodes: list[Player | None] = [*members, *([None] if len(members) % 2 else [])]
    partners = _partners(nodes, near)
    shifts = _shifts(field, members, len(nodes) // 2, relaxed=relaxed, gaps_first=gaps_first)
    mates = None
    if gaps_first and len(nodes) > FEW_NODES:
        mates = _mates_of_least_gaps(field, nodes, partners, shifts)
    if mates is None:
        edges = _edges(field, nodes, partners, shifts, relaxed=relaxed, gaps_first=gaps_first)
        mates = field.kernel(len(nodes), edges)
    if mates is None:
        return None
    pairs = [(one, nodes[mates[first]]) for first, one in enumerate(members) if mates[first] > first]
    fresh = sum(partners[first] != mates[first] for first in range(len(members)) if mates[first] > first)
    return pairs, fresh


def _mates_of_least_gaps(
    field: Field, nodes: Sequence[Player | None], partners: Sequence[int], shifts: _Shifts
) -> list[int] | None:
    """Return the best round if it breaks no rule, without asking most pairs; None when it breaks one."""

    def solve(near: Near) -> list[int] | None:
        edges = _edges(field, nodes, partners, shifts, relaxed=False, gaps_first=True, near=near)
        return field.kernel(len(nodes), edges)

    return least_gaps([field.bye_score if one is None else one.score for one in nodes], solve)


def _edges(
    field: Field,
    nodes: Sequence[Player | None],
    partners: Sequence[int],
    shifts: _Shifts,
    *,
    relaxed: bool,
    gaps_first: bool,
    near: Near | None = None,
) -> list[Edge]:
    """Every pair a repair may make, with its price; one that breaks a rule only if it is there or all are allowed.

    near: for each score those it may meet (None: all); then no pair that breaks a rule is made.
    """
    members = [one for one in nodes if one is not None]
    draws = [field.keys[one.id] if one is not None else field.key_of("bye") for one in nodes]
    scores = [one.score if one is not None else field.bye_score for one in nodes]
    asked = _to_be_asked(field, nodes)
    places = bye_places(field, members)
    prices = {gap: (gap * gap << shifts.gap) + (1 << shifts.new) for gap in _gaps_between(scores)}
    edges: list[Edge] = []
    for first, one in enumerate(members):
        own_score, own_asked, partner = scores[first], asked[first], partners[first]
        later = nearest(range(first + 1, len(nodes)), scores, near[own_score] if near is not None else None)
        drawn = edge_keys(draws[first], [draws[second] for second in later])
        for second, draw in zip(later, drawn, strict=True):
            cost = prices[own_score - scores[second]] + draw
            kept = partner == second
            if kept:
                cost -= 1 << shifts.new
            if second in own_asked:
                two = nodes[second]
                broken = _broken_rules(field, one, two)
                if broken is not None:
                    if near is not None or not (kept or relaxed):
                        continue
                    if gaps_first or not kept:
                        cost += shifts.of_rules(broken)
                if two is None:
                    cost += places[one.id] << shifts.bye
                elif field.same_group(one, two):
                    cost += 1 << shifts.clan
            edges.append((first, second, cost))
    return edges


def _gaps_between(scores: Sequence[int]) -> set[int]:
    """Return every difference of two scores."""
    known = set(scores)
    return {one - two for one in known for two in known}


def _to_be_asked(field: Field, nodes: Sequence[Player | None]) -> list[Collection[int]]:
    """Return for each node which others may break a rule or be of its clan: most pairs are neither and not asked."""
    if field.grouped:
        return [range(len(nodes))] * len(nodes)
    place = {one.id: node for node, one in enumerate(nodes) if one is not None}
    bye = {node for node, one in enumerate(nodes) if one is None}
    asked: list[set[int]] = [bye.copy() for _ in nodes]
    for node, one in enumerate(nodes):
        for foe in field.foes(one) & place.keys() if one is not None else ():
            asked[node].add(place[foe])
            asked[place[foe]].add(node)
    return [*asked]


def _partners(nodes: Sequence[Player | None], near: Sequence[CurrentPair]) -> list[int]:
    """Return with whom each node is paired now, -1 for nobody."""
    place = {one.id if one is not None else None: node for node, one in enumerate(nodes)}
    partners = [-1] * len(nodes)
    for pair in near:
        if pair.b in place:
            one, two = place[pair.a], place[pair.b]
            partners[one], partners[two] = two, one
    return partners


class _Shifts(NamedTuple):
    """Where the levels of a repair stand in the price of a pair; ``rules`` from the weakest to the strongest."""

    new: int
    clan: int
    bye: int
    gap: int
    rules: tuple[int, ...]

    def of_rules(self, broken: Sequence[int]) -> int:
        """Return the price of the rules that a pair breaks."""
        return sum(level << shift for level, shift in zip(broken, self.rules, strict=False))


def _shifts(
    field: Field, members: Sequence[Player], pairs: int, *, relaxed: bool, gaps_first: bool = False
) -> _Shifts:
    """Return the shifts of the levels, with new pairs above the gaps or, with ``gaps_first``, below everything."""
    scores = [player.score for player in members]
    spread = max(scores) - min([*scores, field.bye_score])
    byes = max(player.byes for player in members)
    rules = (pairs, pairs, byes) if relaxed else (0, 0, 0)
    gaps = (pairs, len(members), spread * spread * pairs)
    if gaps_first:
        new, clan, bye, gap, *rest = stack_levels(pairs, (pairs, *gaps, *rules))
    else:
        clan, bye, gap, new, *rest = stack_levels(pairs, (*gaps, pairs, *rules))
    return _Shifts(new, clan, bye, gap, tuple(rest))


def _broken_rules(field: Field, one: Player, two: Player | None) -> tuple[int, int, int, int] | None:
    """Return how a new pair breaks clan rule, rematch, bye and keep-apart; None when it breaks none.

    Only new pairs are asked: what was published stays, its own weaknesses are no reason to break it.
    """
    if two is None:
        return None if field.may_bye(one) else (0, 0, one.byes - field.min_byes, 0)
    strict = field.strict and field.same_group(one, two)
    met, apart = field.met(one, two), field.kept_apart(one, two)
    return (int(strict), int(met), 0, int(apart)) if strict or met or apart else None
