"""What a round of pods must cost at least: spread, and repeats that no division avoids (docs/pairing.md).

The price of a division is its spread plus ``weight`` times the squares of earlier meetings. Both parts are bounded on
their own and added; where that is more, one bound on both together is taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.pod_search import Division, PodProblem

# Beyond this many players the companions of each are not compared one by one.
ALL_COMPANIONS = 200


def pod_bound(problem: PodProblem, start: Division) -> int:
    """Return a price that no division of ``problem`` goes below.

    start: the standings in slices, kind by kind, as the problem was made.
    """
    apart = _least_spread(problem, start) + problem.weight * least_repeats(problem)
    if len(problem.scores) > ALL_COMPANIONS:
        return apart
    return max(apart, _cheapest_companions(problem))


def _least_spread(problem: PodProblem, start: Division) -> int:
    """Return the spread of the slices, of the kinds whose pods have one size.

    With pods of one size no division spreads less than slices: two pods that overlap in the standing can be sorted
    into an upper and a lower one, and the sum of squared gaps inside does not grow (the product of the two sums of
    points is least when they lie farthest apart). Pods of several sizes give no such proof (three and six: the
    highest and the lowest fit best into the three), so they count as nothing here.
    """
    total = 0
    for kind in set(problem.kinds):
        own = [pod for pod, its in zip(start, problem.kinds, strict=True) if its == kind]
        if len({len(pod) for pod in own}) == 1:
            total += problem.spread(own)
    return total


def least_repeats(problem: PodProblem) -> int:
    """Return how much the squares of earlier meetings add up to at least, over all pods.

    A square is the sum of its first odd numbers (t² = 1 + 3 + ... + (2t - 1)), so a pair that met t times counts in
    layer 1 once, in layer 2 three times and so on. Layer by layer the forced pairs are counted in two ways:

    * everybody needs companions: who has fewer players left outside the layer than a pod has companions meets some
      of the layer again, and each such pair is counted by its two players;
    * pigeons: a set of players who all met each other is spread over the pods; as evenly as can be is least. Sets
      without a common player add up.
    """
    layer, total = 1, 0
    companions = min(problem.sizes) - 1
    while True:
        again = [{other for other, times in row.items() if times >= layer} for row in problem.met]
        if not any(again):
            return total
        lacking = sum(max(0, companions - (len(again) - 1 - len(row))) for row in again)
        total += (2 * layer - 1) * max((lacking + 1) // 2, _pigeons(again, len(problem.sizes)))
        layer += 1


def _pigeons(again: Sequence[set[int]], pods: int) -> int:
    """Return how many pairs inside sets of mutual acquaintances share a pod at least; the sets are found greedily."""
    free = {one for one, row in enumerate(again) if len(row) >= pods}
    forced = 0
    while free:
        # Anyone who knows most of the free ones first: such a set grows large.
        one = max(free, key=lambda player: (len(again[player] & free), -player))
        members = [one]
        able = again[one] & free
        while able:
            other = max(able, key=lambda player: (len(again[player] & able), -player))
            members.append(other)
            able = able & again[other]
        if len(members) <= pods:
            free.discard(one)
            continue
        free.difference_update(members)
        each, more = divmod(len(members), pods)
        forced += pods * (each * (each - 1) // 2) + more * each
    return forced


def _cheapest_companions(problem: PodProblem) -> int:
    """Return half the sum, over all players, of the cheapest companions the smallest pod can hold for each.

    Every pair is paid by two players, and nobody has fewer companions than in the smallest pod open to him or her.
    """
    everybody = range(len(problem.scores))
    smallest = {
        kind: min(size for size, its in zip(problem.sizes, problem.kinds, strict=True) if kind in (its, None))
        for kind in {*problem.kinds, None}
    }
    total = 0
    for one in everybody:
        prices = sorted(problem.pair_cost(one, two) for two in everybody if two != one)
        total += sum(prices[: smallest[problem.fixed_kind[one]] - 1])
    return (total + 1) // 2
