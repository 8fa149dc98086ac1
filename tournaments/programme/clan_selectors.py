"""The ladder of clans of a circuit with names, as far as everybody may know them; and the seasons of one clan."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.contrib.auth import get_user_model

from tournaments.clans.models import Clan, Membership
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.field import ABSENT
from tournaments.season_points import Circuit as Rules
from tournaments.season_points import ClanRow, Event, Ladder, Season

from .clans_shown import UNSAID, Line, Named, lines_of, said_clans, shown_clans, told
from .honours import rule_words
from .models import Circuit
from .own_results import points_words
from .several import Standing, circuits_with, standings_of
from .words import number

MOST = 12
"""Circuits on the page of a clan's seasons, those that run first and then the newest."""


@dataclass(frozen=True)
class PointsLine:
    """A line of a clan's points as it is read; without an ``event`` it names nobody."""

    event: Event | None
    who: str
    crew: bool
    of: str
    worth: str
    counted: bool
    place: int = 0


@dataclass(frozen=True)
class ClanPlace:
    """A clan on the ladder. ``shown``: how many members let everybody know; ``people``: how many played for it."""

    clan: Clan
    rank: int | None
    exact: Fraction
    points: str
    said: str
    people: int
    needed: int
    shown: int
    lines: tuple[Line, ...]


def named_in(clans: Iterable[int]) -> Named:
    """Who lets everybody know that they are in which of these clans; one query."""
    found = Membership.objects.filter(
        clan__in=set(clans), clan__ended_at=None, user__is_active=True, shown=True
    )
    return frozenset((str(user), str(clan)) for user, clan in found.values_list("user_id", "clan_id"))


def shown_members(clan: Clan) -> int:
    """How many of a clan's members let everybody know; the others are not even counted."""
    return len(named_in([clan.pk]))


def clans_of(table: Ladder) -> set[int]:
    """Every clan that somebody played for."""
    events = table.season.events
    crews = {one.clan for event in events for one in event.finishes if one.clan}
    members = {who.clan for event in events for one in event.finishes for who in one.members if who.clan}
    return {int(key) for key in (crews | members) - {UNSAID}}


def settled(table: Ladder) -> Season:
    """A season as it is kept for good: what would tell today who is in a clan stays unsaid."""
    return told(table.season, named_in(clans_of(table)))


def rows_of(standing: Standing, named: Named) -> tuple[ClanRow, ...]:
    """The ladder of clans of a circuit. Of one that has ended: what was left unsaid at its end stays so."""
    season = standing.table.season
    return said_clans(season) if standing.frozen else shown_clans(season, named)


def clan_places(standing: Standing) -> list[ClanPlace]:
    """The same with the clans, best first; two queries beside those of the circuit's ladder.

    A clan that has ended keeps its place, and the page does not name it.
    """
    named = named_in(clans_of(standing.table))
    rows = rows_of(standing, named)
    clans = Clan.objects.in_bulk([int(row.clan) for row in rows])
    rules = standing.table.season.circuit
    return [_place(row, clans[int(row.clan)], rules, named) for row in rows if int(row.clan) in clans]


def _place(row: ClanRow, clan: Clan, rules: Rules, named: Named) -> ClanPlace:
    return ClanPlace(
        clan=clan,
        rank=row.rank,
        exact=row.points,
        points=number(row.points),
        said=points_words(row.points),
        people=len(row.people),
        needed=rules.clan_members,
        shown=sum(of == row.clan for _who, of in named),
        lines=tuple(lines_of(row, rules, named)),
    )


def names_of(lines: Iterable[Line]) -> dict[str, str]:
    """What those are called whom these lines name; one query, none without them."""
    people = {line.person for line in lines if line.person is not None}
    if not people:
        return {}
    found = get_user_model().objects.filter(pk__in=people)
    return {str(pk): name for pk, name in found.values_list("pk", "display_name")}


def opened(lines: Iterable[Line], names: Mapping[str, str]) -> list[PointsLine]:
    """The lines of a clan's points with the names of those who show themselves."""
    return [
        PointsLine(
            event=line.event,
            who=names.get(line.person or "", ""),
            crew=line.crew,
            of=line.of,
            worth=number(line.worth),
            counted=line.counted,
            place=line.place,
        )
        for line in lines
    ]


@dataclass(frozen=True)
class ClanSeason:
    """A clan in one circuit: its place among so many, what counts, and the honours that this gives.

    ``honours``: each with its rule in words; ``by``: what those who are named brought that counts, most points first.
    """

    circuit: Circuit
    place: ClanPlace
    of: int
    lines: list[PointsLine]
    honours: list[tuple[str, str]]
    by: list[tuple[str, str]]

    @property
    def ended(self) -> bool:
        """Whether it stands for good."""
        return self.circuit.state == Circuit.State.CLOSED


def clan_seasons(clan: Clan) -> list[ClanSeason]:
    """Every circuit in which a clan stands, those that run first."""
    played = Entry.objects.filter(clan=clan, tournament__state=Tournament.State.FINISHED).exclude(
        state__in=ABSENT
    )
    standings = standings_of(list(circuits_with(played)[:MOST]))
    standings = [one for one in standings if clan.pk in clans_of(one.table)]
    named = named_in({pk for one in standings for pk in clans_of(one.table)})
    found = []
    for standing in standings:
        rows = rows_of(standing, named)
        row = next((one for one in rows if one.clan == str(clan.pk)), None)
        if row is not None:
            rules = standing.table.season.circuit
            found.append((standing.circuit, _place(row, clan, rules, named), rows, rules))
    names = names_of(line for _circuit, place, *_rest in found for line in place.lines)
    return [
        ClanSeason(
            circuit=circuit,
            place=place,
            of=sum(one.rank is not None for one in rows),
            lines=opened(place.lines, names),
            honours=honours_for(place, rules),
            by=_brought(place, names),
        )
        for circuit, place, rows, rules in found
    ]


def _brought(place: ClanPlace, names: Mapping[str, str]) -> list[tuple[str, str]]:
    sums: dict[str, Fraction] = {}
    for line in place.lines:
        person = line.person
        if person is not None and person in names and line.counted:
            sums[person] = sums.get(person, Fraction(0)) + line.worth
    ordered = sorted(sums.items(), key=lambda one: (-one[1], names[one[0]].casefold(), one[0]))
    return [(names[person], number(worth)) for person, worth in ordered]


def honours_for(place: ClanPlace, rules: Rules) -> list[tuple[str, str]]:
    """The honours that a clan's place gives by the rules of its circuit, each with its rule in words."""
    given = [
        rule
        for rule in rules.honours
        if rule.kind == "clan_rank" and place.rank is not None and place.rank <= rule.place
    ]
    return [(rule.name, rule_words(rule, rules)) for rule in given]
