"""The checker's own word about a round of pods: proved best, refuted, or neither; with nothing of the solver.

Fields up to :data:`EXACT_LIMIT` are settled: layer by layer the cheapest way to seat a set of players is kept, always
with the first of those still standing in the next pod, and a way that already costs as much as the round is dropped.
Above that, exchanges of two players refute, and the cheapest companions of everybody are the bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from tournaments.pairing.model import Problem
from tournaments.pairing.pod_model import Pod, PodOptions, PodPlayer, pod_sizes

EXACT_LIMIT = 16
EXCHANGE_LIMIT = 400
"""Up to so many players every exchange of two is tried; above, those of neighbours in the standing."""
NEAR = 40
MOST_NAMED = 10

Places = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PodVerdict:
    """What is known about the price of a round of pods.

    bound: no round with tables of these sizes costs less; the least price itself when ``exact``. better: the tables of
    a cheaper round, where one is known. exchanges: two players who could change tables, and what that would save.
    """

    cost: int
    bound: int
    exact: bool
    better: tuple[tuple[str, ...], ...] = ()
    exchanges: tuple[tuple[str, str, int], ...] = ()

    @property
    def best(self) -> bool:
        """Whether it is proved that no such round costs less."""
        return self.cost == self.bound


class _Case:
    """A valid round as numbers: prices of pairs, and who may sit at tables of another size."""

    def __init__(self, players: Sequence[PodPlayer], pods: Sequence[Pod], options: PodOptions) -> None:
        self.options = options
        self.people = sorted(players, key=lambda player: (-player.score, player.id))
        number = {player.id: place for place, player in enumerate(self.people)}
        self.pods: Places = tuple(tuple(sorted(number[one] for one in pod.seats)) for pod in pods)
        self.price = [[self._price(one, two) for two in self.people] for one in self.people]
        odd = sum(len(pod) for pod in self.pods if self.odd(len(pod)))
        self.mixed = 0 < odd < len(self.people)
        self.marks = [self._mark(player) for player in self.people]
        self.last = sorted(self.marks)[odd - 1] if self.mixed else (0, 0)

    def _price(self, one: PodPlayer, two: PodPlayer) -> int:
        times = max(one.met.get(two.id, 0), two.met.get(one.id, 0))
        return (one.score - two.score) ** 2 + self.options.repeat_weight * times**2

    def _mark(self, player: PodPlayer) -> tuple[int, int]:
        """The lower, the sooner at a table of another size: fewest such tables, then the end of the standing."""
        return (player.uneven, player.score if self.options.uneven_at == "bottom" else -player.score)

    def odd(self, size: int) -> bool:
        """Whether a table has another size than the wanted one."""
        return size != self.options.target

    def may(self, player: int, size: int) -> bool:
        """Whether it is a player's turn to sit at a table of that size, or as good as anybody's."""
        if not self.mixed or self.marks[player] == self.last:
            return True
        return (self.marks[player] < self.last) == self.odd(size)

    def cost(self, pod: Iterable[int]) -> int:
        """The price of one table."""
        return sum(self.price[one][two] for one, two in combinations(pod, 2))

    def total(self, pods: Iterable[Sequence[int]]) -> int:
        """The price of the round."""
        return sum(self.cost(pod) for pod in pods)


def check_pod_quality(
    players: Sequence[PodPlayer], pods: Sequence[Pod], options: PodOptions
) -> tuple[list[Problem], PodVerdict]:
    """What is weak in a valid round of pods (everybody who is active at one table), and what is proved of it."""
    case = _Case(players, pods, options)
    problems = [*_sizes(case), *_turns(case), *_seats(case.people, pods)]
    verdict = judge_pods(players, pods, options)
    found = {"cost": verdict.cost, "bound": verdict.bound}
    for one, two, gain in verdict.exchanges:
        problems.append(Problem("pod_exchange", {"a": one, "b": two, "gain": gain}, "warning"))
    if verdict.exact and not verdict.best:
        problems.append(Problem("pod_cost_above", found, "warning"))
    elif not verdict.best:
        problems.append(Problem("pod_cost_not_proved", found, "warning"))
    return problems, verdict


def judge_pods(players: Sequence[PodPlayer], pods: Sequence[Pod], options: PodOptions) -> PodVerdict:
    """Prove or refute the price of a valid round, among rounds with tables of the same sizes and the same turns."""
    case = _Case(players, pods, options)
    cost, bound = case.total(case.pods), _companions(case)
    exchanges, better = _exchanges(case)
    exact = cost == bound
    if not exact and len(case.people) <= EXACT_LIMIT:
        cheaper = _cheapest(case)
        exact, bound = True, case.total(cheaper) if cheaper else cost
        better = cheaper
    names = tuple(tuple(case.people[one].id for one in pod) for pod in better)
    return PodVerdict(cost, bound, exact, names, exchanges)


def _companions(case: _Case) -> int:
    """Everybody shares a table with so many others, and takes the cheapest; each pair is counted by its two players."""
    fewest = min((len(pod) for pod in case.pods), default=1) - 1
    twice = sum(sum(_cheapest_of(case, one, fewest)) for one in range(len(case.people)))
    return (twice + 1) // 2


def _cheapest_of(case: _Case, one: int, count: int) -> list[int]:
    return sorted(price for two, price in enumerate(case.price[one]) if two != one)[:count]


def _cheapest(case: _Case) -> Places:
    """The cheapest round that costs less than this one; empty when there is none. Complete."""
    count = len(case.people)
    limit = case.total(case.pods)
    fewest = min(len(pod) for pod in case.pods) - 1
    least = [sum(_cheapest_of(case, one, fewest)) for one in range(count)]
    sizes = tuple(sorted(Counter(len(pod) for pod in case.pods).items()))
    # State: who sits, and how many tables of each size are left. Value: the price, and the tables.
    State = tuple[int, tuple[tuple[int, int], ...]]
    layer: dict[State, tuple[int, Places]] = {(0, sizes): (0, ())}
    for _table in case.pods:
        following: dict[State, tuple[int, Places]] = {}
        for (seated, left), (price, made) in layer.items():
            standing = [one for one in range(count) if not seated >> one & 1]
            rest = sum(least[one] for one in standing)
            for size, pod in _next_pods(case, standing, left):
                now = price + case.cost(pod)
                after = rest - sum(least[one] for one in pod)
                if now + (after + 1) // 2 >= limit:
                    continue
                key = (
                    seated | sum(1 << one for one in pod),
                    tuple((its, many - (its == size)) for its, many in left),
                )
                if key not in following or now < following[key][0]:
                    following[key] = (now, (*made, pod))
        layer = following
    return min(layer.values())[1] if layer else ()


def _next_pods(
    case: _Case, standing: Sequence[int], left: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every table the first of those who still stand could sit at."""
    for size, many in left:
        if many and case.may(standing[0], size):
            able = [one for one in standing[1:] if case.may(one, size)]
            for others in combinations(able, size - 1):
                yield size, (standing[0], *others)


def _exchanges(case: _Case) -> tuple[tuple[tuple[str, str, int], ...], Places]:
    """Exchanges that make the round cheaper, the best first, each after those before; and the round after them."""
    pods = [list(pod) for pod in case.pods]
    found: list[tuple[str, str, int]] = []
    while len(found) < MOST_NAMED and (best := max(_gains(case, pods), default=None)) is not None:
        gain, one, two, here, there = best
        pods[here][pods[here].index(one)], pods[there][pods[there].index(two)] = two, one
        found.append((case.people[one].id, case.people[two].id, gain))
    return tuple(found), tuple(tuple(pod) for pod in pods) if found else ()


def _gains(case: _Case, pods: Sequence[Sequence[int]]) -> Iterator[tuple[int, int, int, int, int]]:
    count = len(case.people)
    reach = count if count <= EXCHANGE_LIMIT else NEAR
    home = {one: table for table, pod in enumerate(pods) for one in pod}
    at = _price_at(case, pods)
    for one in range(count):
        here = home[one]
        for two in range(one + 1, min(count, one + reach + 1)):
            there = home[two]
            sizes = len(pods[here]), len(pods[there])
            if here == there or not (case.may(one, sizes[1]) and case.may(two, sizes[0])):
                continue
            apart = 2 * case.price[one][two]
            gain = at(one, here) + at(two, there) - at(one, there) - at(two, here) + apart
            if gain > 0:
                yield gain, one, two, here, there


def _price_at(case: _Case, pods: Sequence[Sequence[int]]) -> Callable[[int, int], int]:
    """Return what a player would cost at a table; in a small field all of that is summed up once."""

    def summed(one: int, table: int) -> int:
        return sum(case.price[one][two] for two in pods[table])

    count = len(case.people)
    if count > EXCHANGE_LIMIT:
        return summed
    sums = [[summed(one, table) for one in range(count)] for table in range(len(pods))]
    return lambda one, table: sums[table][one]


def _sizes(case: _Case) -> Iterator[Problem]:
    own = sorted((len(pod) for pod in case.pods), reverse=True)
    wanted = sorted(pod_sizes(len(case.people), case.options), reverse=True)
    if own != wanted:
        said = {"own": _listed(own), "wanted": _listed(wanted)}
        yield Problem("pod_sizes", said, "warning")


def _listed(sizes: Iterable[int]) -> str:
    return ", ".join(str(size) for size in sizes)


def _turns(case: _Case) -> Iterator[Problem]:
    """Who sits at a table of another size although it is somebody else's turn."""
    if not case.mixed:
        return
    size_of = {one: len(pod) for pod in case.pods for one in pod}
    odd = [one for one in size_of if case.odd(size_of[one])]
    passed = sorted((case.marks[one], one) for one in size_of if not case.odd(size_of[one]))
    for one in sorted(odd, key=lambda player: case.marks[player], reverse=True):
        if passed and passed[0][0] < case.marks[one]:
            names = {"a": case.people[one].id, "b": case.people[passed.pop(0)[1]].id}
            yield Problem("pod_turn", names, "warning")


def _seats(people: Iterable[PodPlayer], pods: Iterable[Pod]) -> Iterator[Problem]:
    """Tables where another order would seat people where they sat less."""
    by_id: Mapping[str, PodPlayer] = {player.id: player for player in people}

    def price(order: Sequence[str]) -> int:
        sat = (by_id[one].seats for one in order)
        return sum((row[seat] if seat < len(row) else 0) ** 2 for seat, row in enumerate(sat))

    for pod in pods:
        now = price(pod.seats)
        if now and now > min(price(order) for order in permutations(pod.seats)):
            yield Problem("pod_seats", {"table": pod.table}, "warning")
