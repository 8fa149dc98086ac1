"""A month as a calendar shows it: weeks from Monday, and the months beside it."""

import re
from calendar import Calendar
from datetime import date
from typing import NamedTuple

from .filters import FIRST_YEAR, LAST_YEAR
from .selectors import DayRow

_MONTH = re.compile(r"^(\d{4})-(\d{2})$")


class Month(NamedTuple):
    """One month of one year."""

    year: int
    number: int

    def __str__(self) -> str:
        """As it stands in an address."""
        return f"{self.year}-{self.number:02}"

    @property
    def first(self) -> date:
        """Its first day."""
        return date(self.year, self.number, 1)

    @property
    def weeks(self) -> list[list[date]]:
        """Its days in weeks from Monday, filled with those of the months beside it."""
        return Calendar().monthdatescalendar(self.year, self.number)

    def beside(self, months: int) -> "Month | None":
        """So many months later; None before and after all events."""
        count = self.year * 12 + self.number - 1 + months
        year, number = divmod(count, 12)
        return Month(year, number + 1) if FIRST_YEAR <= year <= LAST_YEAR else None


class DayCell(NamedTuple):
    """One day of a calendar: the first of its events, where all of them are, and what is said of the day itself."""

    day: date
    rows: list[DayRow]
    url: str
    here: bool
    today: bool


def month_in(text: str, today: date) -> Month:
    """The month of an address, as "2026-12"; this one where that says none."""
    found = _MONTH.match(text)
    month = Month(int(found[1]), int(found[2])) if found is not None else None
    if month is None or not 1 <= month.number <= 12 or not FIRST_YEAR <= month.year <= LAST_YEAR:
        return Month(today.year, today.month)
    return month
