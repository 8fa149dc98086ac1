"""Pods that look ahead: of equally good rounds the one that leaves most rounds without a repeat (docs/pairing.md).

The price of the round comes first: a later repeat never buys a worse round now. Among the divisions of least price
that are found within a counted number of steps, the first one is taken after which most of the announced rounds can
still be divided without anybody meeting again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from tournaments.pairing.pod_search import Division, PodProblem

AHEAD_FIELD = 36
_CANDIDATES = 120
_STEPS = 20_000
_STEPS_EACH = 4_000


def best_for_later(problem: PodProblem, divisions: Iterable[Division], wanted: int) -> tuple[Division, int]:
    """Return the division that leaves most of ``wanted`` later rounds without a repeat, and how many.

    divisions: equally good, the preferred one first; at most ``_CANDIDATES`` of them are looked at. The steps are
    counted, so what is found does not depend on the clock; more rounds may be possible than are found.
    """
    fresh = _fresh(problem)
    best: Division = []
    most = -1
    budget = _STEPS
    for number, pods in enumerate(divisions):
        if number == _CANDIDATES or budget <= 0 or most == wanted:
            break
        search = _Fresh(problem.sizes, min(_STEPS_EACH, budget))
        # Only more rounds than the best so far are worth a look.
        found = search.most(_without(fresh, pods), wanted, least=max(most, 0))
        budget -= search.steps
        if found > most:
            best, most = pods, found
    return best, most


def _fresh(problem: PodProblem) -> list[int]:
    """Return for each player the bits of those not met yet."""
    count = len(problem.scores)
    return [
        sum(1 << two for two in range(count) if two != one and two not in problem.met[one])
        for one in range(count)
    ]


def _without(rows: Sequence[int], pods: Iterable[Sequence[int]]) -> list[int]:
    """Return the rows after a round of these pods."""
    left = list(rows)
    for pod in pods:
        for one, two in combinations(pod, 2):
            left[one] &= ~(1 << two)
            left[two] &= ~(1 << one)
    return left


class _Fresh:
    """Search for rounds of pods in which nobody meets again, with a counted number of steps."""

    def __init__(self, sizes: Sequence[int], limit: int) -> None:
        self.sizes = tuple(sorted(sizes))
        self.limit = limit
        self.steps = 0
        self.reached = 0

    def most(self, rows: Sequence[int], wanted: int, least: int = 0) -> int:
        """Return how many rounds, up to ``wanted``, were found one after the other.

        least: fewer than one more than this are of no interest; the answer may then be too low.
        """
        self.reached = 0
        if self._room(rows) > least:
            self._play(list(rows), wanted, 0)
        return self.reached

    def _room(self, rows: Sequence[int]) -> int:
        """Return how many rounds the one with the fewest players left can play at most."""
        return min(row.bit_count() for row in rows) // (self.sizes[0] - 1)

    def _play(self, rows: list[int], wanted: int, played: int) -> bool:
        self.reached = max(self.reached, played)
        if played == wanted:
            return True
        if played + self._room(rows) <= self.reached:
            return False
        return self._divide(rows, (1 << len(rows)) - 1, self.sizes, [], wanted, played)

    def _divide(
        self,
        rows: list[int],
        free: int,
        sizes: tuple[int, ...],
        pods: list[tuple[int, ...]],
        wanted: int,
        played: int,
    ) -> bool:
        """Fill one pod after the other, anyone who has fewest companions left first; True when all rounds are found."""
        self.steps += 1
        if self.steps > self.limit:
            return False
        if not free:
            return self._play(_without(rows, pods), wanted, played + 1)
        one = min(_bits(free), key=lambda player: (rows[player] & free).bit_count())
        for size in dict.fromkeys(sizes):
            place = sizes.index(size)
            left = sizes[:place] + sizes[place + 1 :]
            for pod in self._cliques(rows, rows[one] & free, (one,), size):
                taken = sum(1 << member for member in pod)
                if self._divide(rows, free & ~taken, left, [*pods, pod], wanted, played):
                    return True
                if self.steps > self.limit:
                    return False
        return False

    def _cliques(
        self, rows: list[int], able: int, members: tuple[int, ...], size: int
    ) -> Iterable[tuple[int, ...]]:
        """Yield the pods of ``size`` with ``members`` and others of ``able`` who have not met."""
        if len(members) == size:
            yield members
            return
        for other in _bits(able):
            able &= ~(1 << other)
            if able.bit_count() + 1 < size - len(members) - 1:
                return
            yield from self._cliques(rows, able & rows[other], (*members, other), size)


def _bits(mask: int) -> list[int]:
    places = []
    while mask:
        low = mask & -mask
        places.append(low.bit_length() - 1)
        mask ^= low
    return places
