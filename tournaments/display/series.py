"""A series at a glance for its organizer: how many played each date, how many of them came back, and who won.

The picture is the one of a player's year. That somebody came back is told by accounts, so a guest of two evenings is
new twice; only numbers are shown, and only of dates that the reader organizes: names that differ are not joined.
"""

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from rules_engine.drawing.charts import PHONE, Chart
from rules_engine.drawing.season import Stop, season_svg
from tournaments.entries.keys import entry_key
from tournaments.entries.models import Entry
from tournaments.events.models import Staff, Tournament
from tournaments.events.selectors import MOST_SHOWN
from tournaments.programme.outcome_services import places_of
from tournaments.rounds.field import ABSENT

from .player import FEW, day_of

NOT_YET = (Tournament.State.DRAFT, Tournament.State.ENTRY, Tournament.State.CANCELLED)
"""Dates of which nothing can be said: those to come, and those that are called off."""


def played_dates(tournament: Tournament, reader: object) -> list[Tournament]:
    """The dates of its series that were or are being played and that the reader organizes, the earliest first."""
    own = Q(pk=tournament.pk) | Q(staff__user=reader, staff__role=Staff.Role.ORGANIZER)
    found = Tournament.objects.filter(own, series=tournament.series).exclude(series="")
    newest = found.exclude(state__in=NOT_YET).distinct().order_by("-starts_at", "-pk")
    return list(newest[:MOST_SHOWN])[::-1]


def series_chart(dates: list[Tournament]) -> Chart | None:
    """Players and those who came back, date by date; None where no date was played. Two queries however many."""
    if not dates:
        return None
    field: dict[int, set[int]] = {one.pk: set() for one in dates}
    first: dict[int, list[str]] = {one.pk: [] for one in dates}
    places = places_of([one for one in dates if one.state == Tournament.State.FINISHED])
    entries = Entry.objects.filter(tournament__in=field).exclude(state__in=ABSENT).order_by("sort_name", "pk")
    for date, number, user, name, team in entries.values_list(
        "tournament", "number", "user", "name", "team__name"
    ):
        field[date].add(user)
        if places.get(date, {}).get(entry_key(number)) == 1:
            first[date].append(team or name)
    seen: set[int] = set()
    stops, rows = [], []
    for one in dates:
        players = field[one.pk]
        back = len(players & seen)
        seen |= players
        day = day_of(one.starts_at)
        stops.append(Stop(date_format(day, "j-n"), len(players), (back,) if back else ()))
        winners = ", ".join(first[one.pk]) or "–"
        rows.append((one.name, date_format(day, "j F Y"), str(len(players)), str(back), winners))
    title = _("The series at a glance")
    about = _(
        "Each line is a date: the more players, the longer. "
        "The ring is how many of these players had played an earlier date."
    )
    phone = season_svg(stops, title, width=PHONE, crowned=False)
    wide = season_svg(stops, title, crowned=False) if len(stops) > FEW else phone
    heads = (_("Tournament"), _("Day"), _("Players"), _("Came back"), _("Winner"))
    return Chart("series", title, about, heads, tuple(rows), wide, phone, sky=True)
