"""The ladder of clans: the best member results of each class, and all crew results."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from tournaments.season_points.check import check
from tournaments.season_points.circuit import Circuit
from tournaments.season_points.counting import Raw, raws
from tournaments.season_points.model import Event, Season


@dataclass(frozen=True, slots=True)
class ClanResult:
    """One result of a clan: of a member (`person`) or of a crew (`person` is None). `counted`: among its best."""

    event: Event
    place: int
    person: str | None
    worth: Fraction
    counted: bool


@dataclass(frozen=True, slots=True)
class ClanRow:
    """One line of the clan ladder; no rank with too few `people`. `tie`: everybody who shares the rank."""

    rank: int | None
    clan: str
    points: Fraction
    people: tuple[str, ...]
    results: tuple[ClanResult, ...]
    tie: tuple[str, ...]


@dataclass
class _Clan:
    people: set[str] = field(default_factory=set)
    members: list[tuple[tuple[object, ...], Raw]] = field(default_factory=list)
    of_crews: dict[int, Raw] = field(default_factory=dict)


def clan_ladder(season: Season) -> tuple[ClanRow, ...]:
    """The clans with points, best first, then those without a rank; raises SeasonError as `ladder` does."""
    check(season)
    day = season.day
    clans: dict[str, _Clan] = {}
    for raw in raws(season, day) if day else ():
        crew = raw.event.kind == "crew"
        name = raw.finish.clan if crew else raw.member.clan
        if name is None or not raw.counts:
            continue
        clan = clans.setdefault(name, _Clan())
        clan.people.add(raw.member.person)
        if crew:
            clan.of_crews[id(raw.finish)] = raw
        elif raw.units:
            clan.members.append(((*raw.order, raw.member.person), raw))
    return _ranked(clans, season.circuit)


def _ranked(clans: dict[str, _Clan], rules: Circuit) -> tuple[ClanRow, ...]:
    keyed = []
    for name, clan in clans.items():
        results = _results(clan, rules)
        worths = sorted((one.worth for one in results if one.counted), reverse=True)
        points = sum(worths, Fraction(0))
        if points:
            below = len(clan.people) < rules.clan_members
            order = (below, -points, tuple(-worth for worth in worths))
            keyed.append((order, name, points, tuple(sorted(clan.people)), results))
    keyed.sort(key=lambda one: one[:2])
    rows: list[ClanRow] = []
    for order, level in groupby(keyed, key=lambda one: one[0]):
        group, rank = list(level), None if order[0] else len(rows) + 1
        tie = tuple(one[1] for one in group)
        for _, name, points, people, results in group:
            rows.append(ClanRow(rank, name, points, people, results, tie if rank else (name,)))
    return tuple(rows)


def _results(own: _Clan, rules: Circuit) -> tuple[ClanResult, ...]:
    taken: dict[str, int] = {}
    out = []
    for _, raw in sorted(own.members, key=lambda one: one[0]):
        taken[raw.event.of] = taken.get(raw.event.of, 0) + 1
        out.append(_result(raw, rules, raw.member.person, taken[raw.event.of] <= rules.clan_best))
    out += [_result(raw, rules, None, True) for raw in own.of_crews.values() if raw.units]
    return tuple(sorted(out, key=lambda one: (one.event.on, one.event.key, one.place, one.person or "")))


def _result(raw: Raw, rules: Circuit, person: str | None, counted: bool) -> ClanResult:
    worth = Fraction(raw.units, rules.scale)
    return ClanResult(raw.event, raw.finish.place, person, worth, counted)
