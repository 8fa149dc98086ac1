"""Tables that still play, for the desk: the first to end first, with who is there and why it takes longer."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.events.zones import judges_of_zone, zones_of
from tournaments.rounds.models import Match, Round
from tournaments.rounds.questions import Visit, judges_at
from tournaments.rounds.selectors import open_tables
from tournaments.rounds.services import match_ends_at
from tournaments.rounds.units import unit_of


@dataclass(frozen=True)
class Outstanding:
    """A table without a final result. ``over``: its own time has run out; ``visit``: what a judge does there.

    ``zone``: the judges who look after this table, empty when nobody does: ``uncovered`` where other tables have one.
    """

    match: Match
    ends_at: datetime | None
    over: bool
    visit: Visit | None
    zone: str = ""
    uncovered: bool = False

    @property
    def late(self) -> bool:
        """Whether nothing speaks for more time, and still nobody has reported a result."""
        waits = self.match.state == Match.State.DISPUTED or self.visit is not None
        return self.over and not waits and self.match.state == Match.State.OPEN


def outstanding(round_: Round, at: datetime) -> list[Outstanding]:
    """Every table without a final result by the end of its time, its extension counted; without a limit by number."""
    matches = list(open_tables(round_))
    unit_of(round_.tournament).label(round_.tournament, matches)
    visits = judges_at(round_) if matches else {}
    zones = zones_of(round_.tournament) if matches else []
    found = []
    for match in matches:
        match.round = round_
        ends = match_ends_at(match)
        over = ends is not None and round_.paused_at is None and ends <= at
        zone = judges_of_zone(zones, match.table)
        found.append(Outstanding(match, ends, over, visits.get(match.pk), zone, bool(zones) and not zone))
    return sorted(found, key=lambda one: (one.ends_at or at, one.match.table or 0))
