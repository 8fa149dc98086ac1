"""A season as `ladder/1` JSON data, and as plain text tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from tournaments.season_points.circuit_files import to_json
from tournaments.season_points.clans import ClanRow
from tournaments.season_points.honours import Award
from tournaments.season_points.model import Ladder, LadderRow
from tournaments.season_points.one_more import Chance
from tournaments.season_points.ratings import Rating
from tournaments.standings.presets import Json
from tournaments.standings.wording import plain

FORMAT = "ladder/1"


def ladder_json(name: str, table: Ladder, clans: Sequence[ClanRow], awards: Sequence[Award]) -> Json:
    """Everything the results give, every number exact as a fraction text."""
    return {
        "format": FORMAT,
        "name": name,
        "on": table.day and table.day.isoformat(),
        "circuit": to_json(table.season.circuit),
        "rows": [_row(row, table) for row in table.rows],
        "clans": [_clan(row) for row in clans],
        "honours": [
            {"honour": one.rule.key, "who": one.who, "rank": one.rank, "events": list(one.events)}
            for one in awards
        ],
    }


def _row(row: LadderRow, table: Ladder) -> Json:
    results = [
        {
            "event": one.event.key,
            "place": one.finish.place,
            "worth": str(one.worth),
            "state": one.state,
        }
        for one in table.results[row.person]
    ]
    return {
        "rank": row.rank,
        "person": row.person,
        "points": str(row.points),
        "tied_with": [one for one in row.tie if one != row.person],
        "decided_by": row.decided_by,
        "values": {key: _exact(value) for key, value in row.values.items()},
        "results": results,
    }


def _exact(value: object) -> object:
    if isinstance(value, tuple):
        return [str(one) for one in value]
    if isinstance(value, date):
        return value.isoformat()
    return value


def _clan(row: ClanRow) -> Json:
    results = [
        {
            "event": one.event.key,
            "place": one.place,
            "person": one.person,
            "worth": str(one.worth),
            "counted": one.counted,
        }
        for one in row.results
    ]
    return {
        "rank": row.rank,
        "clan": row.clan,
        "points": str(row.points),
        "people": list(row.people),
        "tied_with": [one for one in row.tie if one != row.clan],
        "results": results,
    }


def short(value: object) -> str:
    """One value as a table shows it."""
    if isinstance(value, Fraction):
        return str(plain(value))
    if isinstance(value, tuple):
        return " ".join(short(one) for one in value)
    return "-" if value is None else str(value)


def table_text(head: Sequence[str], rows: Sequence[Sequence[object]], left: Sequence[int] = (1,)) -> str:
    """Aligned columns, one line per row; columns in `left` begin at their left edge."""
    table = [list(head), *([short(cell) for cell in row] for row in rows)]
    widths = [max(len(line[column]) for line in table) for column in range(len(head))]
    lines = []
    for line in table:
        cells = [
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"


def ladder_text(table: Ladder) -> str:
    """The ladder, a line per person; a shared rank has a sign."""
    keys = table.season.circuit.tie_breaks
    rows = [
        (
            f"{row.rank}=" if len(row.tie) > 1 else row.rank,
            row.person,
            row.points,
            *(row.values[key] for key in keys),
        )
        for row in table.rows
    ]
    return table_text(("#", "person", "points", *keys), rows)


def clans_text(rows: Sequence[ClanRow]) -> str:
    """The clan ladder; no rank with too few people."""
    table = [
        (f"{row.rank}=" if len(row.tie) > 1 else row.rank, row.clan, row.points, len(row.people))
        for row in rows
    ]
    return table_text(("#", "clan", "points", "people"), table)


def chances_text(chances: Sequence[Chance]) -> str:
    """What one more event can give, a line per run of places."""
    rows = [
        (
            str(one.first) if one.first == one.last else f"{one.first}-{one.last}",
            one.worth,
            f"{'+' if one.change >= 0 else ''}{short(one.change)}",
            one.points,
            one.replaces and one.replaces.event.title,
            one.best_rank,
            one.worst_rank,
        )
        for one in chances
    ]
    return table_text(("place", "pays", "change", "points", "replaces", "best", "worst"), rows, (0, 4))


def honours_text(awards: Sequence[Award]) -> str:
    """One line per award."""
    rows = [(one.rule.name, one.who, one.rank, " ".join(one.events)) for one in awards]
    return table_text(("honour", "who", "rank", "events"), rows, (0, 1, 3))


def ratings_text(pools: dict[str, list[Rating]]) -> str:
    """Every pool, best first; a rating that is not shown yet is a dash."""
    rows = [(one.pool, one.person, one.shown, one.games) for pool in pools.values() for one in pool]
    return table_text(("pool", "person", "rating", "games"), rows, (0, 1))
