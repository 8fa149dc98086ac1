"""Head-to-head: metrics that only mean something among entrants tied on everything before them."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.standings.tally import Tally


def mini_league(t: Tally, group: Sequence[int]) -> dict[int, int] | None:
    """Scaled points of each member in the matches among `group`; None unless everybody met everybody."""
    members = set(group)
    out = {}
    for i in group:
        met: set[int] = set()
        points = 0
        for entry in t.history[i]:
            shared = members.intersection(entry.opponents)
            if shared:
                met |= shared
                points += entry.points
        if len(met) != len(members) - 1:
            return None
        out[i] = points
    return out


def only_two(t: Tally, group: Sequence[int]) -> dict[int, int] | None:
    """Counts only when exactly two are tied and they met (Play! Pokemon)."""
    return mini_league(t, group) if len(group) == 2 else None


def recursive(t: Tally, group: Sequence[int]) -> dict[int, int] | None:
    """Mini-leagues inside mini-leagues: how many of the tied entrants each one ends up above.

    Anyone who is still level after one mini-league plays the next among themselves, until nothing moves.
    """
    league = mini_league(t, group)
    if league is None:
        return None
    out: dict[int, int] = {}
    below = 0
    for points in sorted(set(league.values())):
        level = [i for i in group if league[i] == points]
        inner = recursive(t, level) if 1 < len(level) < len(group) else None
        for i in level:
            out[i] = below + (inner[i] if inner else 0)
        below += len(level)
    return out
