"""The ladder: everybody's points, the order with its tie-breaks, and the state of every result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournaments.season_points.check import check
from tournaments.season_points.circuit import Circuit
from tournaments.season_points.counting import Raw, by_person, keep
from tournaments.season_points.model import Ladder, LadderRow, Result, Season

Key = tuple[int | tuple[int, ...], ...]
"""What orders a ladder: points, then each tie-break; smaller is better."""


class Standing(NamedTuple):
    """Where the results of one person put them. `raws`: all of them, with their states."""

    key: Key
    units: int
    raws: list[Raw]


def standing(results: Iterable[Raw], season: Season) -> Standing:
    """Apply the limits to one person's results, and make the key that orders them."""
    rules = season.circuit
    results = list(results)
    judged = keep((raw for raw in results if not raw.state), rules)
    kept = [raw for raw in judged if raw.state == "kept"]
    units = sum(raw.units for raw in kept)
    counted = [raw for raw in results if raw.counts]
    parts: dict[str, int | tuple[int, ...]] = {
        "results": tuple(-raw.units for raw in kept),
        "wins": -sum(raw.finish.place == 1 for raw in counted),
        "earlier": max((raw.event.on.toordinal() for raw in kept), default=0),
        "events": len(counted),
    }
    key = (-units, *(parts[name] for name in rules.tie_breaks))
    return Standing(key, units, [*judged, *(raw for raw in results if raw.state)])


def ladder(season: Season) -> Ladder:
    """The whole ladder of a season on its day; raises SeasonError where the results contradict each other.

    Recomputed from nothing but its input: no order of events, finishes or members changes it.
    """
    check(season)
    day = season.day
    if day is None:
        return Ladder(season, None, (), {})
    everybody = {person: standing(found, season) for person, found in by_person(season, day).items()}
    points = _Points(season.circuit)
    rows = _rows(everybody, season.circuit, points)
    results = {person: _results(one.raws, points) for person, one in sorted(everybody.items())}
    return Ladder(season, day, rows, results, {row.person: index for index, row in enumerate(rows)})


def _results(found: Sequence[Raw], points: Mapping[int, Fraction]) -> tuple[Result, ...]:
    ordered = sorted(found, key=lambda raw: (raw.event.on, raw.event.key))
    return tuple([Result(raw.event, raw.finish, points[raw.units], raw.state) for raw in ordered])


class _Points(dict[int, Fraction]):
    """Units -> points; the same few numbers come again and again."""

    def __init__(self, rules: Circuit) -> None:
        super().__init__()
        self.scale = rules.scale

    def __missing__(self, units: int) -> Fraction:
        found = self[units] = Fraction(units, self.scale)
        return found


def _rows(
    everybody: Mapping[str, Standing], rules: Circuit, points: Mapping[int, Fraction]
) -> tuple[LadderRow, ...]:
    listed = sorted((one.key, person) for person, one in everybody.items() if one.units)
    groups: list[tuple[Key, list[str]]] = []
    for key, person in listed:
        if groups and groups[-1][0] == key:
            groups[-1][1].append(person)
        else:
            groups.append((key, [person]))
    rows: list[LadderRow] = []
    above: Key | None = None
    for key, people in groups:
        rank, tie, decided = len(rows) + 1, tuple(people), _decided(above, key, rules)
        for number, person in enumerate(people):
            one = everybody[person]
            values = _values(one, rules, points)
            rows.append(LadderRow(rank, person, points[one.units], values, tie, None if number else decided))
        above = key
    return tuple(rows)


def _decided(above: Key | None, key: Key, rules: Circuit) -> str | None:
    if above is None:
        return None
    names = ("points", *rules.tie_breaks)
    return next(name for name, one, other in zip(names, above, key, strict=True) if one != other)


def _values(one: Standing, rules: Circuit, points: Mapping[int, Fraction]) -> dict[str, object]:
    out: dict[str, object] = {}
    for name, part in zip(rules.tie_breaks, one.key[1:], strict=True):
        if isinstance(part, tuple):
            out[name] = tuple([points[-units] for units in part])
        elif name == "earlier":
            out[name] = date.fromordinal(part)
        else:
            out[name] = abs(part)
    return out
