"""An agenda by day and by month, in the time of the site."""

from calendar import Calendar
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby

from django.utils import timezone

from .sources import Item, clashes

FIRST, LAST = date(2000, 1, 1), date(2999, 12, 1)


@dataclass(frozen=True)
class Shown:
    """An item on a page: with what overlaps it, and the day it ends where that is another one."""

    item: Item
    overlaps: Sequence[Item]
    last_day: date | None


@dataclass(frozen=True)
class Day:
    """A day with what begins on it; ``outside``: it belongs to the month before or after."""

    date: date
    shown: Sequence[Shown]
    outside: bool = False


def day_of(moment: datetime) -> date:
    """The day of a moment where the site is."""
    return timezone.localtime(moment).date()


def begin_of(day: date) -> datetime:
    """The moment at which a day begins where the site is."""
    return timezone.make_aware(datetime.combine(day, time()))


def days_of(items: Sequence[Item], *, mine: bool = True) -> list[Day]:
    """The days on which something begins, in order; what overlaps is for who can do something about it."""
    found = clashes(items) if mine else {}
    shown = [Shown(item, found.get(item.key, ()), _last_day(item)) for item in items]
    rows = groupby(shown, key=lambda one: day_of(one.item.starts_at))
    return [Day(day, list(of_day)) for day, of_day in rows]


def _last_day(item: Item) -> date | None:
    last = day_of(item.ends_at - timedelta(microseconds=1))
    return last if last > day_of(item.starts_at) else None


@dataclass(frozen=True)
class Month:
    """A month in whole weeks, Monday first, and the first days of the months beside it."""

    first: date
    weeks: Sequence[Sequence[Day]]

    @property
    def before(self) -> date:
        """The month before."""
        return (self.first - timedelta(days=1)).replace(day=1)

    @property
    def after(self) -> date:
        """The month after."""
        return (self.first + timedelta(days=31)).replace(day=1)

    @property
    def span(self) -> tuple[datetime, datetime]:
        """When it begins, and when it is over."""
        return begin_of(self.first), begin_of(self.after)


def month_named(text: str) -> Month | None:
    """The month that an address names (``2026-12``), still empty; None where it names none."""
    try:
        first = date.fromisoformat(f"{text}-01")
    except ValueError:
        return None
    return Month(first, ()) if FIRST <= first <= LAST and len(text) == 7 else None


def filled(month: Month, days: Sequence[Day]) -> Month:
    """The same month with these days in it."""
    known = {day.date: day.shown for day in days}
    weeks = Calendar().monthdatescalendar(month.first.year, month.first.month)
    return Month(
        month.first,
        [[Day(one, known.get(one, ()), one.month != month.first.month) for one in week] for week in weeks],
    )
