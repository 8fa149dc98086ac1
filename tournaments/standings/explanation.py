"""The opened cell: every line of one metric of one entrant, reproducible by hand.

This is a second, slow and plain way to every number: `Fraction` by `Fraction` from one entrant's rounds, without
the integer columns that the standings use. The tests hold the two against each other for every cell.
"""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.standings.metrics import METRICS, metric
from tournaments.standings.model import Arithmetic, Entrant, Match, StandingsError
from tournaments.standings.presets import Preset
from tournaments.standings.ranking import tie_groups
from tournaments.standings.tally import Tally, tally


def explain(
    entrants: Iterable[Entrant],
    matches: Iterable[Match],
    preset: Preset,
    entrant_id: str,
    metric_key: str,
    through_round: int | None = None,
) -> Arithmetic:
    """Work out one cell of the standings after `through_round`, line by line.

    The metric need not be in the preset's order; a head-to-head then looks at who is level on match points.
    Raises StandingsError when the entrant or the metric is unknown, or when the rows contradict each other.
    """
    wanted = metric(metric_key)
    t = tally(entrants, matches, preset, through_round)
    index = t.index.get(entrant_id)
    if index is None:
        raise StandingsError("player_unknown", f"no entrant has the id {entrant_id!r}")
    steps, value = wanted.explain(t, index, lambda: _level_with(t, index, wanted.key))
    return Arithmetic(entrant_id, wanted.key, wanted.formula, tuple(steps), value)


def _level_with(t: Tally, index: int, key: str) -> list[int]:
    """Who is level with an entrant (itself included) on everything before the metric `key`."""
    order = t.preset.metrics
    before = order[: order.index(key)] if key in order else ("match_points",)
    for group in tie_groups(t, [METRICS[name] for name in before], {}):
        if index in group.members:
            return group.members
    return [index]
