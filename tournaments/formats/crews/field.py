"""Crews as the units that are paired and ranked: one line, one player, one match for three (glossary G.crew).

A crew is known by the key of its captain's entry. Its match is stored as up to three ordinary matches, one for each
seat, at neighbouring tables; who wins more seats wins. All of that is read from the seats: nothing is stored twice.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ledger.names import sort_name
from tournaments.entries.keys import entry_key
from tournaments.entries.models import Entry, Team
from tournaments.entries.teams import members_of
from tournaments.events.kinds import knock_out_kinds
from tournaments.events.models import Tournament
from tournaments.events.policy import CREW_SIZE
from tournaments.pairing.crews import Letter, crew_score
from tournaments.rounds.models import Match, Round
from tournaments.rounds.outcomes import Outcome
from tournaments.rounds.units import Line
from tournaments.standings import Match as Played

HERE = Entry.State.CHECKED_IN
NEVER_CAME = (Entry.State.ENTERED, Entry.State.WAITING, Entry.State.WITHDRAWN, Entry.State.NO_SHOW)


class Crew(NamedTuple):
    """A crew: its captain's key, its name and clan, and the keys of its members in seat order, its substitute last."""

    key: str
    name: str
    clan: str
    members: tuple[str, ...]

    def seated(self, here: Collection[str]) -> list[tuple[str, bool]]:
        """Who has the seats, and whether they play; the substitute has the first seat whose member is not here."""
        seats = [(one, one in here) for one in self.members[:CREW_SIZE]]
        for substitute in self.members[CREW_SIZE:]:
            free = next((place for place, (_one, plays) in enumerate(seats) if not plays), None)
            if free is not None and substitute in here:
                seats[free] = (substitute, True)
        return seats


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
    return {entry_key(captain): name for captain, name in rows}


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


def letters_of(kind: str, outcome: Outcome) -> tuple[Letter, Letter]:
    """How one seat of a crew match ended for either crew."""
    if kind == Match.Kind.DOUBLE_LOSS:
        return ("l", "l")
    winner = outcome.winner
    return ("d", "d") if winner is None else ("l", "w") if winner else ("w", "l")


def crew_matches(
    tournament: Tournament, crews: Iterable[Crew], *, through: int | None = None
) -> list[Played]:
    """All crew matches before a cut of which every seat is final: seats won stand where games stand. One query.

    A seat that both lost counts for nobody. Where no seat was won or drawn, both crews have lost.
    """
    crew_by_member = {member: crew.key for crew in crews for member in crew.members}
    seats: dict[tuple[int, str, str | None], list[tuple[Letter, Letter] | None]] = {}
    for number, kind, outcome, entries in _tables(tournament, through):
        keys = [crew_by_member[entry_key(entry)] for entry in entries]
        unit = (number, keys[0], keys[1] if len(keys) > 1 else None)
        seats.setdefault(unit, []).append(None if outcome is None else letters_of(kind, outcome))
    return [
        _played(*unit, [one for one in ended if one]) for unit, ended in seats.items() if None not in ended
    ]


def _played(number: int, one: str, two: str | None, ended: list[tuple[Letter, Letter]]) -> Played:
    if two is None:
        return Played.bye(number, one, "bye")
    score = crew_score(ended)
    return Played(number, (one, two), score, "played" if any(score) else "double_loss")


Table = tuple[int, str, Outcome | None, list[int]]


def _tables(tournament: Tournament, through: int | None) -> list[Table]:
    """Every stored table by round and number: round, kind, outcome once it is final, entry numbers by position."""
    rows = Match.objects.filter(tournament=tournament).exclude(round__state=Round.State.DRAFT)
    rows = rows.exclude(round__stage__kind__in=knock_out_kinds())
    if through is not None:
        rows = rows.filter(round__number__lte=through)
    found: dict[int, Table] = {}
    for pk, number, state, kind, outcome, entry in rows.order_by(
        "round__number", "table", "pk", "seats__position"
    ).values_list("pk", "round__number", "state", "kind", "outcome", "seats__entry__number"):
        final = outcome if state == Match.State.FINAL else None
        found.setdefault(pk, (number, kind, final, []))[3].append(entry)
    return list(found.values())
