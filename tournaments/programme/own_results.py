"""What a season is to one person: each result with what became of it, the picture, and what one more can give.

Plain records of season points in, plain records for a page out; nobody else is named in any of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.drawing.charts import PHONE, Chart
from rules_engine.drawing.season import Stop, season_svg
from tournaments.season_points import Chance, Event, Ladder, Result
from tournaments.season_points.wording import STATES

from .words import number

FEW = 6
"""A season of no more results than this is a small picture."""


def points_words(value: Fraction) -> str:
    """Points with their word: 1 point, 16 points."""
    text = ngettext("%(points)s point", "%(points)s points", 1 if value == 1 else 2)
    return text % {"points": number(value)}


@dataclass(frozen=True)
class OwnResult:
    """One result: where, its day, the place of how many, and what it counts for."""

    event: Event
    place: int
    of: int
    worth: str
    counts: bool
    said: str


def own_results(table: Ladder, person: str) -> list[OwnResult]:
    """All results of somebody, the newest first; what does not count says why."""
    return [_own(one) for one in reversed(table.results.get(person, ()))]


def _own(one: Result) -> OwnResult:
    counts = one.state == "kept"
    return OwnResult(
        event=one.event,
        place=one.finish.place,
        of=one.event.field,
        worth=number(one.worth),
        counts=counts,
        said=_(STATES[one.state]),
    )


def season_picture(results: Sequence[OwnResult], title: str) -> Chart | None:
    """The places of a season from first to last, as a picture and as rows; None without any."""
    played = list(reversed(results))
    if not played:
        return None
    stops = [Stop(date_format(one.event.on, "j-n"), one.of, (one.place,)) for one in played]
    about = _(
        "Each line is a tournament: the more players, the longer. "
        "The first place is on top, the ring is the place reached."
    )
    phone = season_svg(stops, title, width=PHONE)
    wide = season_svg(stops, title) if len(stops) > FEW else phone
    heads = (_("Tournament"), _("Day"), _("Place"), _("Players"), _("Points"))
    rows = tuple(
        (
            one.event.title,
            date_format(one.event.on, "j F"),
            str(one.place),
            str(one.of),
            one.worth if one.counts else f"{one.worth} ({one.said})",
        )
        for one in played
    )
    return Chart("season", title, about, heads, rows, wide, phone, sky=True)


@dataclass(frozen=True)
class Outlook:
    """One line of what a coming event can give: the places, what changes, what it replaces, and where one would be."""

    places: str
    pays: str
    change: str
    points: str
    replaces: str
    worth: str
    ranks: str


def outlook(chances: Sequence[Chance]) -> list[Outlook]:
    """Every run of places in words."""
    return [_outlook(one) for one in chances]


def _outlook(one: Chance) -> Outlook:
    return Outlook(
        places=_span(one.first, one.last),
        pays=number(one.worth),
        change=f"+{number(one.change)}" if one.change > 0 else number(one.change),
        points=number(one.points),
        replaces=date_format(one.replaces.event.on, "j F") if one.replaces is not None else "",
        worth=number(one.replaces.worth) if one.replaces is not None else "",
        ranks=_span(one.best_rank, one.worst_rank or one.best_rank) if one.best_rank else "",
    )


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"
