"""Dividing players into pods: slice the standings, exchange players, and search small fields completely.

The general problem is NP-hard (social golfers), so large fields are searched with a counted number of steps and
reported with a lower bound; small fields are solved exactly by branch and bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.pairing.randomness import player_key

Division = list[list[int]]
NEAR_PODS = 10
WANDER_FIELD = 2000
_EXACT_LIMIT = 400_000
_TIES_LIMIT = 20_000
_TIES_WALK = 4_000


@dataclass(slots=True)
class PodProblem:
    """Players by number, best first: pair costs, pod sizes, and the class that may change places with whom.

    rows: the prices asked so far, by player.
    kinds: 1 for an uneven pod, 0 else, by pod. fixed_kind: per player the kind of pod, or None when the player
    belongs to the boundary class that may sit in either.
    """

    scores: list[int]
    met: list[dict[int, int]]
    weight: int
    sizes: list[int]
    kinds: list[int]
    fixed_kind: list[int | None]
    seed: str
    rows: list[dict[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows = [{} for _ in self.scores]

    def pair_cost(self, one: int, two: int) -> int:
        """Return the price of two players sharing a pod."""
        row = self.rows[one]
        cost = row.get(two)
        if cost is None:
            gap = self.scores[one] - self.scores[two]
            times = self.met[one].get(two, 0)
            cost = row[two] = gap * gap + self.weight * times * times
        return cost

    def pod_cost(self, pod: Sequence[int]) -> int:
        """Return the price of one pod."""
        return sum(self.pair_cost(one, two) for one, two in combinations(pod, 2))

    def total(self, pods: Division) -> int:
        """Return the price of a division."""
        return sum(self.pod_cost(pod) for pod in pods)

    def spread(self, pods: Division) -> int:
        """Return the part of the price that comes from point gaps."""
        return sum((self.scores[a] - self.scores[b]) ** 2 for pod in pods for a, b in combinations(pod, 2))

    def may_sit(self, player: int, pod: int) -> bool:
        """True when the player may be in a pod of that kind."""
        kind = self.fixed_kind[player]
        return kind is None or kind == self.kinds[pod]


class _Draws:
    """Whole numbers from the seed, one hash for many draws."""

    def __init__(self, seed: str) -> None:
        self.state = player_key(seed, 0, "pods") | 1

    def below(self, limit: int) -> int:
        self.state ^= (self.state << 13) & 0xFFFFFFFFFFFFFFFF
        self.state ^= self.state >> 7
        self.state ^= (self.state << 17) & 0xFFFFFFFFFFFFFFFF
        return self.state % limit


def improve(problem: PodProblem, pods: Division, bound: int, steps: int) -> Division:
    """Exchange players until the bound is met, nothing helps any more, or the steps are used up."""
    steps -= _sweep(problem, pods, steps, equal_only=True)
    steps -= _sweep(problem, pods, steps, equal_only=False)
    best = [list(pod) for pod in pods]
    best_cost = problem.total(best)
    if best_cost > bound and len(problem.scores) <= WANDER_FIELD and len(pods) > 1:
        best, best_cost = _wander(problem, pods, best_cost, bound, steps)
    return best


def _exchange_gain(problem: PodProblem, pods: Division, first: int, i: int, second: int, j: int) -> int:
    """Return how much cheaper two pods get when player i of one and j of the other change places."""
    pod, far = pods[first], pods[second]
    one, two = pod[i], far[j]
    if problem.kinds[first] != problem.kinds[second] and not (
        problem.may_sit(one, second) and problem.may_sit(two, first)
    ):
        return -(1 << 60)
    price = problem.pair_cost
    gain = 0
    for other in pod:
        if other != one:
            gain += price(one, other) - price(two, other)
    for other in far:
        if other != two:
            gain += price(two, other) - price(one, other)
    return gain


def _sweep(problem: PodProblem, pods: Division, steps: int, *, equal_only: bool) -> int:
    """Let every player with a repeat (or a gap) take the best exchange with the pods nearby; return steps used."""
    used = 0
    moved = True
    while moved and used < steps:
        moved = False
        for first, pod in enumerate(pods):
            for i in range(len(pod)):
                if not _troubled(problem, pod, pod[i], equal_only):
                    continue
                found = _best_exchange(problem, pods, first, i, equal_only)
                used += found[0]
                if found[1] > 0:
                    second, j = found[2], found[3]
                    pods[first][i], pods[second][j] = pods[second][j], pods[first][i]
                    moved = True
                if used >= steps:
                    return used
    return used


def _troubled(problem: PodProblem, pod: list[int], player: int, equal_only: bool) -> bool:
    met = problem.met[player]
    if any(other in met for other in pod if other != player):
        return True
    return not equal_only and any(problem.scores[other] != problem.scores[player] for other in pod)


def _best_exchange(
    problem: PodProblem, pods: Division, first: int, i: int, equal_only: bool
) -> tuple[int, int, int, int]:
    """Return (tried, gain, pod, place) of the best exchange of one player with the pods nearby."""
    score = problem.scores[pods[first][i]]
    best = (0, 0, 0)
    tried = 0
    for second in range(max(0, first - NEAR_PODS), min(len(pods), first + NEAR_PODS + 1)):
        if second == first:
            continue
        for j, other in enumerate(pods[second]):
            if equal_only and problem.scores[other] != score:
                continue
            tried += 1
            gain = _exchange_gain(problem, pods, first, i, second, j)
            if gain > best[0]:
                best = (gain, second, j)
    return tried + 1, *best


def _wander(
    problem: PodProblem, pods: Division, best_cost: int, bound: int, steps: int
) -> tuple[Division, int]:
    """Random exchanges between two pods or more that may also get worse, by less and less (threshold accepting)."""
    draws = _Draws(problem.seed)
    best = [list(pod) for pod in pods]
    cost = best_cost
    # Few steps per player leave no time to recover from bad exchanges, so large fields start colder.
    highest = max(1, problem.weight * 40 // max(40, len(problem.scores)))
    reach = min(len(pods) - 1, NEAR_PODS)
    for step in range(steps):
        threshold = highest * (steps - step) // steps
        first = draws.below(len(pods))
        second = (first + 1 + draws.below(reach)) % len(pods)
        i, j = draws.below(len(pods[first])), draws.below(len(pods[second]))
        gain = _exchange_gain(problem, pods, first, i, second, j)
        if gain > -threshold:
            pods[first][i], pods[second][j] = pods[second][j], pods[first][i]
            cost -= gain
            if cost < best_cost:
                best, best_cost = [list(pod) for pod in pods], cost
                if best_cost <= bound:
                    break
    return best, best_cost


def solve_exactly(problem: PodProblem, start: Division) -> tuple[Division, bool]:
    """Search all divisions for one cheaper than ``start``; False when the search had to be cut short."""
    search = _Exact(problem, start)
    search.run()
    return search.best, search.complete


def equally_good(problem: PodProblem, pods: Division, *, small: bool) -> Iterator[Division]:
    """Yield divisions of the same price, ``pods`` first: of a small field all there are, else those a walk finds.

    The steps are counted; some divisions come more than once.
    """
    yield [list(pod) for pod in pods]
    if small:
        yield from _Exact(problem, pods).ties()
        return
    draws = _Draws(f"{problem.seed}|ties")
    now = [list(pod) for pod in pods]
    cost = lowest = problem.total(now)
    for _ in range(_TIES_WALK if len(now) > 1 else 0):
        first = draws.below(len(now))
        second = (first + 1 + draws.below(len(now) - 1)) % len(now)
        i, j = draws.below(len(now[first])), draws.below(len(now[second]))
        gain = _exchange_gain(problem, now, first, i, second, j)
        # One repeat more on the way, because equally good divisions need not be neighbours.
        if cost - gain <= lowest + problem.weight:
            now[first][i], now[second][j] = now[second][j], now[first][i]
            cost -= gain
            if cost == lowest:
                yield [list(pod) for pod in now]


class _Exact:
    """Branch and bound: the best player left chooses the pod; the rest can never cost less than their cheapest."""

    def __init__(self, problem: PodProblem, start: Division) -> None:
        self.problem = problem
        self.best = [list(pod) for pod in start]
        self.best_cost = problem.total(start)
        self.steps = 0
        self.complete = True
        count = len(problem.scores)
        self.costs = [[problem.pair_cost(one, two) for two in range(count)] for one in range(count)]

    def run(self) -> None:
        shapes: dict[tuple[int, int], int] = {}
        for size, kind in zip(self.problem.sizes, self.problem.kinds, strict=True):
            shapes[size, kind] = shapes.get((size, kind), 0) + 1
        self._extend(list(range(len(self.problem.scores))), shapes, [], 0)

    def _extend(
        self,
        rest: list[int],
        shapes: dict[tuple[int, int], int],
        pods: list[tuple[tuple[int, int], list[int]]],
        cost: int,
    ) -> None:
        if not rest:
            # Only divisions that stay below the best so far are followed to their end.
            self.best_cost = cost
            self.best = self._in_order(pods)
            return
        if not self.complete or cost + self._least(rest, shapes) >= self.best_cost:
            return
        first, others = rest[0], rest[1:]
        for shape, left in shapes.items():
            if not left or not self._fits(first, shape[1]):
                continue
            shapes[shape] -= 1
            for price, chosen in self._choices(first, others, shape):
                self.steps += 1
                if self.steps > _EXACT_LIMIT:
                    self.complete = False
                if not self.complete or cost + price >= self.best_cost:
                    break
                remaining = [one for one in others if one not in chosen]
                self._extend(remaining, shapes, [*pods, (shape, [first, *chosen])], cost + price)
            shapes[shape] += 1

    def ties(self) -> Iterator[Division]:
        """Yield the divisions that cost as much as the start, as long as the steps last."""
        shapes = dict(Counter(zip(self.problem.sizes, self.problem.kinds, strict=True)))
        yield from self._ties(list(range(len(self.problem.scores))), shapes, [], 0)

    def _ties(
        self,
        rest: list[int],
        shapes: dict[tuple[int, int], int],
        pods: list[tuple[tuple[int, int], list[int]]],
        cost: int,
    ) -> Iterator[Division]:
        if not rest:
            yield self._in_order(pods)
            return
        if cost + self._least(rest, shapes) > self.best_cost:
            return
        first, others = rest[0], rest[1:]
        for shape in [shape for shape, left in shapes.items() if left and self._fits(first, shape[1])]:
            shapes[shape] -= 1
            for price, chosen in self._choices(first, others, shape):
                self.steps += 1
                if self.steps > _TIES_LIMIT or cost + price > self.best_cost:
                    break
                remaining = [one for one in others if one not in chosen]
                yield from self._ties(remaining, shapes, [*pods, (shape, [first, *chosen])], cost + price)
            shapes[shape] += 1

    def _choices(
        self, first: int, others: list[int], shape: tuple[int, int]
    ) -> list[tuple[int, tuple[int, ...]]]:
        size, kind = shape
        costs = self.costs
        fitting = [one for one in others if self._fits(one, kind)]
        choices = [
            (
                sum(costs[first][one] for one in chosen)
                + sum(costs[a][b] for a, b in combinations(chosen, 2)),
                chosen,
            )
            for chosen in combinations(fitting, size - 1)
        ]
        choices.sort()
        return choices

    def _fits(self, player: int, kind: int) -> bool:
        own = self.problem.fixed_kind[player]
        return own is None or own == kind

    def _least(self, rest: list[int], shapes: dict[tuple[int, int], int]) -> int:
        """Return a price the rest cannot go below: everybody with the cheapest companions, every pair shared."""
        smallest = min(size for (size, _), left in shapes.items() if left)
        total = 0
        for one in rest:
            row = self.costs[one]
            total += sum(sorted(row[two] for two in rest if two != one)[: smallest - 1])
        return (total + 1) // 2

    def _in_order(self, pods: list[tuple[tuple[int, int], list[int]]]) -> Division:
        """Put the pods back under the numbers of their sizes and kinds."""
        free = sorted(pods, key=lambda pod: pod[1])
        out: Division = []
        for size, kind in zip(self.problem.sizes, self.problem.kinds, strict=True):
            place = next(i for i, (shape, _) in enumerate(free) if shape == (size, kind))
            out.append(free.pop(place)[1])
        return out
