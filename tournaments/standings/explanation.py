"""The opened cell: every line of one metric of one entrant, reproducible by hand."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.standings.metrics import metric
from tournaments.standings.model import Arithmetic, Entrant, Match, StandingsError
from tournaments.standings.presets import Preset
from tournaments.standings.ranking import compute


def explain(
    entrants: Iterable[Entrant],
    matches: Iterable[Match],
    preset: Preset,
    entrant_id: str,
    metric_key: str,
    through_round: int | None = None,
) -> Arithmetic:
    """Work out one cell line by line; StandingsError when the entrant or the metric is unknown."""
    wanted = metric(metric_key)
    for row in compute(entrants, matches, preset.but(metrics=(wanted.key,)), through_round):
        if row.id == entrant_id:
            return Arithmetic(entrant_id, wanted.key, wanted.key, (), row.values.get(wanted.key))
    raise StandingsError("player_unknown", f"no entrant has the id {entrant_id!r}")
