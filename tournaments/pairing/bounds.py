"""The lower bound every round must respect (docs/pairing.md): parity of the score groups, in one pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import pairwise

# Up to so many players a matching over all pairs is made sooner than the pairs are chosen.
FEW_NODES = 20
Near = Mapping[int, Set[int]]
"""For each score those it may meet."""


def lower_bound(scores: Iterable[int], bye_score: int) -> int:
    """Return the least possible sum of squared gaps over complete pairings of these scores, or of a count of them.

    Walking down the groups, an odd number of players above a cut forces a pair across it, and a pair across
    several cuts costs at least the sum of their squares. An odd field is completed by the bye at ``bye_score``.
    """
    heads = Counter(scores)
    total = 0
    waiting: int | None = None
    for score in sorted(heads, reverse=True):
        count = heads[score]
        if waiting is not None:
            total += (waiting - score) ** 2
            count -= 1
        waiting = score if count % 2 else None
    return total if waiting is None else total + (waiting - bye_score) ** 2


def least_gaps(scores: Sequence[int], solve: Callable[[Near], list[int] | None]) -> list[int] | None:
    """Return the mates of the cheapest complete pairing of a large problem whose strongest level are the gaps.

    ``solve`` returns the cheapest one of the pairs it is left with. Those that a pairing at the bound can have come
    first; where theirs costs more, those that one as cheap can have. None when the first give none.
    """
    bound, room = lower_bound(scores, 0), 0
    while True:
        mates = solve(pairs_within(scores, room))
        if mates is None:
            return None
        more = sum((scores[one] - scores[two]) ** 2 for one, two in enumerate(mates)) // 2 - bound
        if more <= room:
            return mates
        room = more


def nearest(places: Sequence[int], scores: Sequence[int], own: Set[int] | None) -> Sequence[int]:
    """Of these places those whose score one may meet: ``own`` of a :data:`Near`, or all of them (None)."""
    return places if own is None else [one for one in places if scores[one] in own]


def pairs_within(scores: Sequence[int], room: int) -> Near:
    """Return for each score those whose pair with it lifts the bound by no more than ``room``.

    A complete round that costs the bound and no more than ``room`` has no other pairs, so they need not be looked at.
    Every cut with an odd number of players above it is crossed, at the price of its gap; a pair across a cut turns that
    round: the bound rises by the pair's own gap, falls by the odd cuts it crosses and rises by the even ones.
    """
    heads = Counter(scores)
    order = sorted(heads, reverse=True)
    spared, above = [0], 0
    for high, low in pairwise(order):
        above += heads[high]
        spared.append(spared[-1] + (high - low) ** 2 * (1 if above % 2 else -1))
    cuts = list(zip(order, spared, strict=True))
    return {
        one: {
            two
            for two, other in cuts
            if (one - two) ** 2 - (other - own if one > two else own - other) <= room
        }
        for one, own in cuts
    }
