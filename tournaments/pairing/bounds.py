"""The lower bound every round must respect (docs/pairing.md): parity of the score groups, in one pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def lower_bound(scores: Iterable[int], bye_score: int) -> int:
    """Return the least possible sum of squared gaps over complete pairings of these scores.

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
