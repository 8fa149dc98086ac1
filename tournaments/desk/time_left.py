"""The tables of a round by the time they have left, as a picture with its numbers."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.drawing.charts import Chart
from rules_engine.drawing.time_left import Ending, time_left_svg
from tournaments.rounds.models import Match, Round
from tournaments.rounds.services import match_ends_at

NAMED = 6
"""So many tables that end together are named; of more it is said how many."""
MOST = 12
"""Moments in one picture; the first to end stay."""


def time_left_chart(round_: Round, matches: Iterable[Match], now: datetime) -> Chart | None:
    """Who plays until when, the first to end on top; ``matches`` of the round, of which those count that still play.

    None where nothing is to be seen: no clock, a clock that has not started, or no table that plays. While the clock
    stands, every table keeps what it had left.
    """
    if round_.paused_at is not None:
        now = round_.paused_at
    ends: dict[datetime, list[int]] = {}
    for match in matches:
        if match.state == Match.State.FINAL or match.kind == Match.Kind.BYE or match.table is None:
            continue
        match.round = round_
        moment = match_ends_at(match)
        if moment is not None:
            ends.setdefault(moment, []).append(match.table)
    if not ends:
        return None
    title = _("Tables by time left")
    stands = round_.paused_at is not None
    about = _("The clock is stopped: this is what each table had left.") if stands else ""
    lines = [_line(moment, sorted(ends[moment]), now, stands) for moment in sorted(ends)]
    drawn = [Ending(line[0], line[1], line[2]) for line in lines[:MOST]]
    rows = tuple((line[3], line[4], line[1], line[5]) for line in lines)
    heads = (_("Tables"), _("How many"), _("Time left"), _("Ends at"))
    return Chart("time-left", title, about, heads, rows, time_left_svg(drawn, title))


def _line(
    moment: datetime, tables: Sequence[int], now: datetime, stands: bool
) -> tuple[str, str, int, str, str, str]:
    """The name of the tables, the time left in words and in minutes, their numbers, how many, and the time of day."""
    minutes = (moment - now) / timedelta(minutes=1)
    whole = round(minutes)
    if whole >= 0:
        said = ngettext("%(minutes)s minute left", "%(minutes)s minutes left", whole) % {"minutes": whole}
    else:
        said = ngettext("%(minutes)s minute over", "%(minutes)s minutes over", -whole) % {"minutes": -whole}
    numbers = ", ".join(map(str, tables))
    words = ngettext("%(count)s table", "%(count)s tables", len(tables)) % {"count": len(tables)}
    named = ngettext("Table %(tables)s", "Tables %(tables)s", len(tables)) % {"tables": numbers}
    until = "–" if stands else time_format(timezone.localtime(moment), "H:i")
    return named if len(tables) <= NAMED else words, said, whole, numbers, str(len(tables)), until
