"""Zones: the tables that a judge looks after during an event. Zones may overlap; a table may be in none."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .models import Staff, Tournament

JUDGING = (Staff.Role.JUDGE, Staff.Role.HEAD_JUDGE)


@dataclass(frozen=True)
class Zone:
    """The tables ``first`` to ``last``, both included, and who looks after them: the key of the user, and the name."""

    user: int
    judge: str
    first: int
    last: int

    def holds(self, table: int | None) -> bool:
        """Whether this table is one of them; what has no table is in no zone."""
        return table is not None and self.first <= table <= self.last


def zones_of(tournament: Tournament) -> list[Zone]:
    """All zones of an event by their first table, one for each judge; one query."""
    rows = Staff.objects.filter(tournament=tournament, role__in=JUDGING, zone_first__isnull=False)
    found = {row.user_id: row for row in rows.select_related("user")}
    zones = [
        Zone(row.user_id, row.user.display_name, row.zone_first or 0, row.zone_last or 0)
        for row in found.values()
    ]
    return sorted(zones, key=lambda zone: (zone.first, zone.last, zone.user))


def judges_of_zone(zones: Iterable[Zone], table: int | None) -> str:
    """The names of everybody whose zone has this table; empty for nobody."""
    return ", ".join(zone.judge for zone in zones if zone.holds(table))


def uncovered(zones: Sequence[Zone], tables: Iterable[int | None]) -> str:
    """The tables that are in nobody's zone, as ``3, 7–9``; empty while nobody has been given a zone at all."""
    if not zones:
        return ""
    runs: list[list[int]] = []
    for table in sorted({one for one in tables if one and not judges_of_zone(zones, one)}):
        if runs and runs[-1][-1] == table - 1:
            runs[-1].append(table)
        else:
            runs.append([table])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
