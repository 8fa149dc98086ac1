"""Which events count, what their finishes are worth, and which results of a person the limits keep.

Inside, points are whole numbers: points times `Circuit.scale`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

from tournaments.season_points.circuit import Circuit, EventClass
from tournaments.season_points.model import Event, Finish, Member, Season

ZERO = "zero"
"""The state of somebody who is paid, and it is nothing."""


class Raw(NamedTuple):
    """One result before the limits. `order`: smaller is better; `state`: empty until the limits have spoken."""

    order: tuple[int, date, str]
    units: int
    event: Event
    finish: Finish
    member: Member
    state: str
    window: str | None

    @property
    def counts(self) -> bool:
        """Whether the person is a paid member of a finish in a counting event."""
        return not self.state or self.state == ZERO


def months_before(day: date, months: int) -> date:
    """The same day so many months earlier, or the last day of a month that is too short."""
    index = day.year * 12 + day.month - 1 - months
    if index < 12:
        return date.min
    first = date(index // 12, index % 12 + 1, 1)
    following = first.replace(day=28) + timedelta(days=4)
    last = following - timedelta(days=following.day)
    return first.replace(day=min(day.day, last.day))


def why_not(event: Event, rules: Circuit, day: date) -> str:
    """Why an event does not count on that day (one of `NOT_COUNTED`), or an empty text."""
    chosen = event.key in rules.also
    reasons = {
        "other_class": rules.class_of(event.of) is None,
        "not_chosen": not chosen and rules.only is not None and event.key not in rules.only,
        "rehearsal": event.rehearsal and not chosen,
        "imported": event.imported and not chosen,
        "too_early": rules.starts is not None and event.on < rules.starts,
        "too_late": rules.ends is not None and event.on > rules.ends,
        "later": event.on > day,
        "expired": rules.months is not None and event.on <= months_before(day, rules.months),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _table(of: EventClass, scale: int) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """What `EventClass.worth` pays, in whole units: last place, kicker and units of each band, and taking part."""
    bands = tuple((band.to, band.field, int(band.points * scale)) for band in of.bands)
    return bands, int(of.taking_part * scale)


def raws(season: Season, day: date) -> Iterator[Raw]:
    """Every member of every finish of every event with its state; paid ones in counting events have none yet."""
    rules, scale = season.circuit, season.circuit.scale
    tables = {of.key: _table(of, scale) for of in rules.classes}
    for event in season.events:
        reason = why_not(event, rules, day)
        window, field = rules.window_of(event.on), event.field
        bands, taking_part = tables.get(event.of, ((), 0))
        for finish in event.finishes:
            place = finish.place
            band = next((one for one in bands if place <= one[0]), None)
            units = taking_part + (band[2] if band and field >= band[1] else 0)
            for member in finish.members:
                state = reason or finish.state_of(member) or ("" if units else "zero")
                paid = 0 if state else units
                yield Raw((-paid, event.on, event.key), paid, event, finish, member, state, window)


def keep(results: Iterable[Raw], rules: Circuit) -> list[Raw]:
    """The results of one person that count, with the limits applied: each gets its state. Best first.

    One pass in the order of worth does the three steps at once: a result reaches a step exactly when the steps
    before leave it, and there it stays exactly when fewer than the limit came before.
    """
    windows: dict[tuple[str, str], int] = {}
    classes: dict[str, int] = {}
    kept, out = 0, []
    limits = {one.key: one for one in rules.classes}
    for raw in sorted(results, key=lambda one: one.order):
        of = limits[raw.event.of]
        if raw.window is not None and of.window_best is not None:
            seen = windows[of.key, raw.window] = windows.get((of.key, raw.window), 0) + 1
            if seen > of.window_best:
                out.append(raw._replace(state="over_window"))
                continue
        classes[of.key] = classes.get(of.key, 0) + 1
        if of.best is not None and classes[of.key] > of.best:
            out.append(raw._replace(state="over_class"))
        elif rules.best is not None and kept >= rules.best:
            out.append(raw._replace(state="over_all"))
        else:
            kept += 1
            out.append(raw._replace(state="kept"))
    return out


def by_person(season: Season, day: date) -> dict[str, list[Raw]]:
    """Everybody's raw results, by person."""
    out: dict[str, list[Raw]] = {}
    for raw in raws(season, day):
        out.setdefault(raw.member.person, []).append(raw)
    return out
