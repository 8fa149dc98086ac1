"""The ladder of clans as everybody may read it: what counts, and which lines name somebody (decision 626).

PURE: plain records of season points go in and come out. A member is named with a clan only while that membership is
shown on the clan's page. What others brought counts as well, but on a line without name, event, day and place, and only
once enough people have such a result that nobody can tell whose it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.season_points import Circuit, ClanRow, Event, Finish, Season, clan_ladder
from tournaments.season_points.counting import Raw, raws

ENOUGH = 3
"""So many people or crews must have the same result of a class before one of them may count without a name."""

UNSAID = "-"
"""In place of the clan of a crew that would tell who is in it."""

Named = frozenset[tuple[str, str]]
"""Who shows to be in which clan: the keys of person and clan."""
Kind = tuple[bool, str, int]
"""What makes two results alike: of a crew or of a person, the class, the worth in whole units."""


@dataclass(frozen=True)
class Line:
    """One line of a clan's points. Without an ``event`` nobody is named by it; without a ``person`` it is a crew's."""

    of: str
    worth: Fraction
    event: Event | None = None
    place: int = 0
    person: str | None = None
    crew: bool = False
    counted: bool = True


def shown_clans(season: Season, named: Named) -> tuple[ClanRow, ...]:
    """The ladder of clans without the results that would tell who is in one."""
    return said_clans(told(season, named))


def said_clans(season: Season) -> tuple[ClanRow, ...]:
    """The ladder of clans of a season in which it is settled what is said; a crew without a clan counts for none."""
    events = tuple(_said(one) if one.kind == "crew" else one for one in season.events)
    return clan_ladder(replace(season, events=events, on=season.day))


def _said(event: Event) -> Event:
    finishes = tuple(one for one in event.finishes if one.clan != UNSAID)
    return event if finishes == event.finishes else replace(event, finishes=finishes, size=event.field)


def lines_of(row: ClanRow, rules: Circuit, named: Named) -> list[Line]:
    """The arithmetic of a clan's points: the lines that name somebody by day, then the others, most points first.

    What was left out is told only where it names somebody. The lines that count come to the points of the row.
    """
    open_lines, closed = [], []
    for one in row.results:
        of = rules.class_of(one.event.of)
        line = Line((of and of.name) or one.event.of, one.worth, crew=one.person is None, counted=one.counted)
        if _is_named(one.event.finishes, one.place, one.person, row.clan, named):
            open_lines.append(replace(line, event=one.event, place=one.place, person=one.person))
        elif one.counted:
            closed.append(line)
    return [*open_lines, *sorted(closed, key=lambda line: (-line.worth, line.of, line.crew))]


def _is_named(finishes: tuple[Finish, ...], place: int, person: str | None, clan: str, named: Named) -> bool:
    if person is not None:
        return (person, clan) in named
    crews = [one for one in finishes if one.place == place and one.clan == clan]
    return all(_all_named(one, named) for one in crews)


def _all_named(crew: Finish, named: Named) -> bool:
    return all((member.person, crew.clan or "") in named for member in crew.members)


def told(season: Season, named: Named) -> Season:
    """The season in which whatever would tell who is in a clan was played for nobody; nobody's own points change."""
    day = season.day
    if day is None:
        return season
    people: dict[Kind, set[frozenset[str]]] = {}
    hidden: dict[Kind, list[Raw]] = {}
    for raw, open_one in _paid(season, named):
        if open_one:
            continue
        crew = raw.event.kind == "crew"
        kind = crew, raw.event.of, raw.units
        who = {member.person for member in raw.finish.members} if crew else {raw.member.person}
        people.setdefault(kind, set()).add(frozenset(who))
        if crew or raw.member.clan:
            hidden.setdefault(kind, []).append(raw)
    rare = [raw for kind, found in hidden.items() if len(people[kind]) < ENOUGH for raw in found]
    without = {(raw.event.key, id(raw.finish), raw.member.person) for raw in rare}
    touched = {raw.event.key for raw in rare}
    events = tuple(_without(one, without) if one.key in touched else one for one in season.events)
    return replace(season, events=events, on=day)


def _paid(season: Season, named: Named) -> Iterator[tuple[Raw, bool]]:
    """Every result that is worth something, and whether everybody may know which clan it was for."""
    for raw in raws(season, season.day) if season.day else ():
        if raw.units and raw.event.kind == "crew":
            yield raw, _all_named(raw.finish, named)
        elif raw.units:
            yield raw, (raw.member.person, raw.member.clan or "") in named


def _without(event: Event, rare: set[tuple[str, int, str]]) -> Event:
    """The event in which those whose result is too rare played for nobody; all stand where they stood."""
    finishes = []
    for finish in event.finishes:
        out = {one.person for one in finish.members if (event.key, id(finish), one.person) in rare}
        if out and event.kind == "crew":
            finishes.append(replace(finish, clan=UNSAID))
        elif out:
            members = tuple(replace(one, clan=None) if one.person in out else one for one in finish.members)
            finishes.append(replace(finish, members=members))
        else:
            finishes.append(finish)
    return replace(event, finishes=tuple(finishes))
