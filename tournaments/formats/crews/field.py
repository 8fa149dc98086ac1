"""Crews as the units that are paired and ranked: one line, one player, one match for three (glossary G.crew).

A crew is known by the key of its captain's entry. Its match is stored as up to three ordinary matches, one for each
seat, at neighbouring tables; who wins more seats wins. All of that is read from the seats: nothing is stored twice.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ledger.names import sort_name
from tournaments.entries.models import Entry, Team
from tournaments.entries.teams import members_of
from tournaments.events.models import Tournament
from tournaments.rounds.lines import Line
from tournaments.rounds.models import Match, Round
from tournaments.standings import Match as Played

HERE = Entry.State.CHECKED_IN
NEVER_CAME = (Entry.State.ENTERED, Entry.State.WAITING, Entry.State.WITHDRAWN, Entry.State.NO_SHOW)


class Crew(NamedTuple):
    """A crew: its captain's key, its name and clan, and the keys of its members in seat order."""

    key: str
    name: str
    clan: str
    members: tuple[str, ...]


def crews_of(tournament: Tournament) -> list[Crew]:
    """Every crew with its members in seat order. Two queries."""
    crews = Team.objects.filter(tournament=tournament).select_related("captain", "clan")
    made = []
    for crew in crews.order_by("captain__number").prefetch_related("members"):
        clan = crew.clan.name if crew.clan is not None else ""
        made.append(Crew(crew.captain.key, crew.name, clan, tuple(one.key for one in members_of(crew))))
    return made


def crew_names(tournament: Tournament) -> dict[str, str]:
    """The names of the crews by their keys."""
    rows = Team.objects.filter(tournament=tournament).values_list("captain__number", "name")
    return {f"E{captain}": name for captain, name in rows}


def crew_lines(lines: Sequence[Line], crews: Iterable[Crew]) -> list[Line]:
    """The lines of entries made into lines of crews.

    A crew plays on while one of its members does; it is disqualified only when all who came are.
    """
    entries = {line.key: line for line in lines}
    made = []
    for crew in crews:
        members = [entries[key] for key in crew.members]
        came = [one for one in members if one.state not in NEVER_CAME]
        playing = [one for one in came if one.state == HERE and not one.disqualified]
        left = max((one.dropped_after for one in came if one.dropped_after is not None), default=None)
        state = HERE if playing else Entry.State.DROPPED if came else Entry.State.NO_SHOW
        made.append(
            entries[crew.key]._replace(
                state=state,
                sort_name=sort_name(crew.name)[:80],
                joined_round=1,
                dropped_after=None if playing else left,
                disqualified=bool(came) and all(one.disqualified for one in came),
                clan_name=crew.clan or None,
            )
        )
    return made


@dataclass
class _Tally:
    """The seats of one crew match so far: won by either, drawn, and whether all are final."""

    won: list[int] = field(default_factory=lambda: [0, 0])
    drawn: int = 0
    final: bool = True


def crew_matches(
    tournament: Tournament, crews: Iterable[Crew], *, through: int | None = None
) -> list[Played]:
    """All crew matches of which every seat is final, as plain data: seats won stand where games stand. One query.

    A seat that both lost counts for nobody. Where no seat was won or drawn, both crews have lost.
    """
    crew_by_member = {member: crew.key for crew in crews for member in crew.members}
    tallies: dict[tuple[int, str, str | None], _Tally] = {}
    for number, final, kind, seats in _tables(tournament, through):
        keys = [crew_by_member[f"E{entry}"] for entry, _won in seats]
        unit = (number, keys[0], keys[1] if len(keys) > 1 else None)
        tally = tallies.setdefault(unit, _Tally())
        tally.final = tally.final and final
        if not final or unit[2] is None:
            continue
        one, two = (won or 0 for _entry, won in seats)
        if one != two:
            tally.won[one < two] += 1
        elif kind != Match.Kind.DOUBLE_LOSS:
            tally.drawn += 1
    return [_played(unit, tally) for unit, tally in tallies.items() if tally.final]


def _played(unit: tuple[int, str, str | None], tally: _Tally) -> Played:
    number, one, two = unit
    if two is None:
        return Played.bye(number, one, "bye")
    games = (tally.won[0], tally.won[1], tally.drawn)
    return Played(number, (one, two), games, "played" if any(games) else "double_loss")


Table = tuple[int, bool, str, list[tuple[int, int | None]]]


def _tables(tournament: Tournament, through: int | None) -> list[Table]:
    """Every stored table by round and number: round, final, kind, (entry number, games won) by position."""
    rows = Match.objects.filter(tournament=tournament).exclude(round__state=Round.State.DRAFT)
    if through is not None:
        rows = rows.filter(round__number__lte=through)
    found: dict[int, Table] = {}
    for pk, number, state, kind, entry, won in rows.order_by(
        "round__number", "table", "pk", "seats__position"
    ).values_list("pk", "round__number", "state", "kind", "seats__entry__number", "seats__games_won"):
        table = found.setdefault(pk, (number, state == Match.State.FINAL, kind, []))
        table[3].append((entry, won))
    return list(found.values())
