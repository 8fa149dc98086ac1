"""Standings as `standings/1` JSON data and as a plain text table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypedDict

from tournaments.standings.metrics import METRICS
from tournaments.standings.model import Row
from tournaments.standings.presets import Json, Preset
from tournaments.standings.wording import decimal

FORMAT = "standings/1"


class Exact(TypedDict):
    """A value exactly, as a fraction, and rounded."""

    exact: str
    decimal: str


class RowOut(TypedDict):
    """One line of the standings; no rank after a disqualification."""

    rank: int | None
    player: str
    name: str
    record: dict[str, int]
    played: int
    byes: int
    dropped: bool
    disqualified: bool
    tied_with: list[str]
    decided_by: str | None
    values: dict[str, Exact | None]


class StandingsOut(TypedDict):
    """A whole `standings/1` file."""

    format: str
    event: str
    rounds: int
    policy: Json
    metrics: list[dict[str, str]]
    rows: list[RowOut]


def standings_json(
    rows: Sequence[Row],
    policy: Preset,
    *,
    event: str = "",
    rounds: int = 0,
    names: Mapping[str, str] | None = None,
    digits: int = 3,
) -> StandingsOut:
    """The standings as JSON data: every value exact as a fraction text and rounded to `digits` decimals."""
    names = names or {}
    return {
        "format": FORMAT,
        "event": event,
        "rounds": rounds,
        "policy": policy.to_json(),
        "metrics": [_metric_out(key) for key in policy.metrics],
        "rows": [_row_out(row, names, digits) for row in rows],
    }


def _metric_out(key: str) -> dict[str, str]:
    metric = METRICS[key]
    return {
        "key": key,
        "name": metric.name,
        "short": metric.short,
        "formula": metric.formula,
        "better": metric.better,
        "style": metric.style,
    }


def _row_out(row: Row, names: Mapping[str, str], digits: int) -> RowOut:
    wins, losses, draws = row.record
    return {
        "rank": row.rank,
        "player": row.id,
        "name": names.get(row.id, row.id),
        "record": {"wins": wins, "losses": losses, "draws": draws},
        "played": row.played,
        "byes": row.byes,
        "dropped": row.dropped,
        "disqualified": row.disqualified,
        "tied_with": list(row.tied_with),
        "decided_by": row.decided_by,
        "values": {
            key: None if value is None else {"exact": str(value), "decimal": shown(key, value, digits)}
            for key, value in row.values.items()
        },
    }


def shown(key: str, value: Fraction | None, digits: int = 3) -> str:
    """One value as a table shows it: whole numbers bare unless it is a share, "-" where it does not apply."""
    if value is None:
        return "-"
    if METRICS[key].style != "percent" and value.denominator == 1:
        return str(value.numerator)
    return decimal(value, digits)


def standings_text(rows: Sequence[Row], policy: Preset, names: Mapping[str, str] | None = None) -> str:
    """A table with aligned columns, one line per row."""
    names = names or {}
    head = ["#", "Player", "W-L-D", *(METRICS[key].short for key in policy.metrics), ""]
    table = [head]
    for row in rows:
        rank = "DQ" if row.rank is None else f"{row.rank}=" if row.tied_with else str(row.rank)
        remark = "dropped" if row.dropped else ""
        cells = [shown(key, value) for key, value in row.values.items()]
        table.append([rank, names.get(row.id, row.id), "-".join(map(str, row.record)), *cells, remark])
    widths = [max(len(line[column]) for line in table) for column in range(len(head))]
    lines = []
    for line in table:
        left = [line[0].rjust(widths[0]), line[1].ljust(widths[1])]
        right = [cell.rjust(width) for cell, width in zip(line[2:-1], widths[2:-1], strict=True)]
        lines.append("  ".join([*left, *right, line[-1]]).rstrip())
    return "\n".join(lines) + "\n"
