"""From columns to ranked rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tournaments.standings.metrics import Metric, metric
from tournaments.standings.model import Entrant, Match, Row
from tournaments.standings.presets import Preset
from tournaments.standings.tally import Column, Tally, tally


def compute(
    entrants: Iterable[Entrant], matches: Iterable[Match], preset: Preset, through_round: int | None = None
) -> list[Row]:
    """The standings after `through_round` (None: after the last row), best first.

    Exact: no rounding anywhere, ties are ties. The order of the input rows never matters. Entrants that joined
    later than `through_round` are left out; dropped ones stay. Raises StandingsError when rows contradict each
    other, name nobody, or have no result.
    """
    return rank(tally(entrants, matches, preset, through_round))


def rank(t: Tally) -> list[Row]:
    """Rank a finished tally."""
    return _rank(t)


def _rank(t: Tally) -> list[Row]:
    chosen = [metric(key) for key in t.preset.metrics]
    columns: dict[str, Column] = {m.key: m.column(t) for m in chosen if m.column is not None}
    order = sorted(range(len(t.entrants)), key=lambda i: _key(t, chosen, columns, i))
    wins, losses, draws, byes = t.count("wb"), t.count("l"), t.count("d"), t.count("bh")
    rows: list[Row] = []
    for place, i in enumerate(order, 1):
        entrant = t.entrants[i]
        values: dict[str, Fraction | None] = {key: column.value(i) for key, column in columns.items()}
        rows.append(
            Row(
                place,
                entrant.id,
                (),
                values,
                (wins[i], losses[i], draws[i]),
                sum(bool(entry.opponents) for entry in t.history[i]),
                byes[i],
                t.dropped[i],
                entrant.disqualified,
            )
        )
    return rows


def _key(t: Tally, chosen: Sequence[Metric], columns: dict[str, Column], i: int) -> tuple[object, ...]:
    keys: list[object] = []
    for m in chosen:
        if m.key in columns:
            number = columns[m.key].numerators[i] or 0
            keys.append(-number if m.better == "high" else number)
    return (*keys, t.entrants[i].name_key, t.entrants[i].id)
