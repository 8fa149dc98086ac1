"""The lower bound every round must respect (docs/pairing.md): parity of the score groups, in one pass."""

from __future__ import annotations

from collections.abc import Iterable


def lower_bound(scores: Iterable[int], bye_score: int) -> int:
    """Return the least possible sum of squared gaps over complete pairings of these scores.

    Walking down the groups, an odd number of players above a cut forces a pair across it, and a pair across
    several cuts costs at least the sum of their squares. An odd field is completed by the bye at ``bye_score``.
    """
    ordered = sorted(scores, reverse=True)
    if len(ordered) % 2:
        ordered.append(bye_score)
    return sum((ordered[i] - ordered[i + 1]) ** 2 for i in range(0, len(ordered) - 1, 2))
