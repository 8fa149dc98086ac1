"""The rules of a circuit as data: classes with bands and kickers, limits, windows, tie-breaks, honours.

A circuit survives JSON, so that a season stores the rules it is played under. Numbers are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import pairwise
from math import lcm

from tournaments.standings.model import Sentence, StandingsError

TIE_BREAKS: tuple[str, ...] = ("results", "wins", "earlier", "events")
"""What may order those who are level on points."""

HONOUR_KINDS: tuple[str, ...] = ("rank", "clan_rank", "finishes", "events")
"""What an honour can be given for."""


class CircuitError(StandingsError):
    """Rules that cannot mean anything; `where` names the field."""


@dataclass(frozen=True, slots=True)
class Band:
    """Pays `points` to the places after the band before it, up to `to`, from `field` entrants on (the kicker)."""

    to: int
    points: Fraction
    field: int = 0


@dataclass(frozen=True, slots=True)
class EventClass:
    """One class of events: its table, its points for taking part, how many results of it may count."""

    key: str
    bands: tuple[Band, ...]
    name: str = ""
    taking_part: Fraction = Fraction(0)
    best: int | None = None
    window_best: int | None = None

    def finish_points(self, place: int, field: int) -> Fraction:
        """What the table pays for a place among `field` entrants, without taking part."""
        band = self.band_of(place)
        return band.points if band and field >= band.field else Fraction(0)

    def band_of(self, place: int) -> Band | None:
        """The band a place falls in."""
        return next((band for band in self.bands if place <= band.to), None)

    def worth(self, place: int, field: int) -> Fraction:
        """All that a place is worth to each paid member of a finish."""
        return self.finish_points(place, field) + self.taking_part


@dataclass(frozen=True, slots=True)
class Window:
    """A span of days, both ends in it, with limits of its own."""

    key: str
    starts: date
    ends: date


@dataclass(frozen=True, slots=True)
class HonourRule:
    """What is given for what; see `HONOUR_KINDS`."""

    key: str
    name: str
    kind: str
    of: str | None = None
    place: int = 1
    times: int = 1


@dataclass(frozen=True, slots=True)
class Circuit:
    """All rules of a circuit (docs/season-points.md); raises CircuitError where they mean nothing."""

    key: str
    name: str
    classes: tuple[EventClass, ...]
    best: int | None = None
    starts: date | None = None
    ends: date | None = None
    months: int | None = None
    windows: tuple[Window, ...] = ()
    tie_breaks: tuple[str, ...] = ("results", "wins", "earlier")
    clan_best: int = 5
    clan_members: int = 3
    only: frozenset[str] | None = None
    also: frozenset[str] = frozenset()
    honours: tuple[HonourRule, ...] = ()

    def __post_init__(self) -> None:
        check_circuit(self)

    def class_of(self, key: str) -> EventClass | None:
        """The class with that key."""
        return next((one for one in self.classes if one.key == key), None)

    def window_of(self, day: date) -> str | None:
        """The key of the window a day lies in."""
        return next((one.key for one in self.windows if one.starts <= day <= one.ends), None)

    @property
    def scale(self) -> int:
        """By how much points are multiplied to be whole."""
        worths = (band.points for one in self.classes for band in one.bands)
        return lcm(
            *(value.denominator for value in worths), *(one.taking_part.denominator for one in self.classes)
        )


def _need(condition: bool, where: str, message: str) -> None:
    if not condition:
        raise CircuitError("circuit_wrong", message, where)


def check_circuit(rules: Circuit) -> None:
    """Raise CircuitError for what a circuit cannot mean, with the field."""
    _need(bool(rules.classes), "classes", "at least one class is needed")
    _unlike([one.key for one in rules.classes], "classes")
    for one in rules.classes:
        _check_class(one, f"classes.{one.key}")
    for name in ("best", "months"):
        value = getattr(rules, name)
        _need(value is None or value >= 1, name, "must be at least 1")
    _need(rules.clan_best >= 0, "clan_best", "cannot be negative")
    _need(rules.clan_members >= 0, "clan_members", "cannot be negative")
    if rules.starts and rules.ends:
        _need(rules.starts <= rules.ends, "ends", "the last day is before the first")
    _check_windows(rules.windows)
    _unlike(list(rules.tie_breaks), "tie_breaks")
    known = Sentence("must be among %(known)s", known=", ".join(TIE_BREAKS))
    for key in rules.tie_breaks:
        _need(key in TIE_BREAKS, "tie_breaks", known)
    _unlike([rule.key for rule in rules.honours], "honours")
    for rule in rules.honours:
        _check_honour(rule, rules)


def _unlike(keys: list[str], where: str) -> None:
    for key in keys:
        _need(keys.count(key) == 1, where, Sentence("%(key)s stands there twice", key=repr(key)))


def _check_class(one: EventClass, where: str) -> None:
    _need(one.taking_part >= 0, f"{where}.taking_part", "cannot be negative")
    for name in ("best", "window_best"):
        value = getattr(one, name)
        _need(value is None or value >= 1, f"{where}.{name}", "must be at least 1")
    _need(all(band.to >= 1 for band in one.bands), f"{where}.bands", "places begin at 1")
    _need(all(band.points >= 0 for band in one.bands), f"{where}.bands", "points cannot be negative")
    _need(all(band.field >= 0 for band in one.bands), f"{where}.bands", "a field cannot be negative")
    for upper, lower in pairwise(one.bands):
        _need(upper.to < lower.to, f"{where}.bands", "each band ends at a later place than the one before it")
        better = upper.points >= lower.points and upper.field <= lower.field
        _need(better, f"{where}.bands", "a better place must never pay less, nor only in a larger field")


def _check_windows(windows: tuple[Window, ...]) -> None:
    _unlike([one.key for one in windows], "windows")
    for one in windows:
        _need(one.starts <= one.ends, f"windows.{one.key}", "the last day is before the first")
    for before, after in pairwise(sorted(windows, key=lambda one: one.starts)):
        _need(before.ends < after.starts, f"windows.{after.key}", "windows must not overlap")


def _check_honour(rule: HonourRule, rules: Circuit) -> None:
    where = f"honours.{rule.key}"
    known = Sentence("must be one of %(known)s", known=", ".join(HONOUR_KINDS))
    _need(rule.kind in HONOUR_KINDS, f"{where}.kind", known)
    _need(rule.place >= 1, f"{where}.place", "places begin at 1")
    _need(rule.times >= 1, f"{where}.times", "must be at least 1")
    if rule.of is not None:
        _need(rules.class_of(rule.of) is not None, f"{where}.class", "the circuit has no such class")
        counted = rule.kind in ("finishes", "events")
        _need(counted, f"{where}.class", "a rank is of the whole circuit, not of a class")
