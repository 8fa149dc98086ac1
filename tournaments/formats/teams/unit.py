"""A team at one board: one seat for all its members, in the captain's name; the captain reports."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Prefetch, Q
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from ledger.names import sort_name
from tournaments.entries.keys import entry_key, entry_number
from tournaments.entries.models import Entry, Team
from tournaments.entries.teams import members_of
from tournaments.events.models import Tournament
from tournaments.rounds.models import Match, Round
from tournaments.rounds.tables import active_keys
from tournaments.rounds.units import Line, Unit

HERE, DROPPED, NO_SHOW = Entry.State.CHECKED_IN, Entry.State.DROPPED, Entry.State.NO_SHOW


class Roster(NamedTuple):
    """A team: its captain's key, its name, and its members in seat order."""

    key: str
    name: str
    members: tuple[Entry, ...]

    @property
    def people(self) -> str:
        """The name with those who play."""
        return _("%(team)s (%(names)s)") % {
            "team": self.name,
            "names": ", ".join(one.name for one in self.members),
        }


def rosters_of(tournament: Tournament) -> list[Roster]:
    """Every team with its members; two queries."""
    teams = Team.objects.filter(tournament=tournament).select_related("captain")
    found = teams.order_by("captain__number").prefetch_related("members")
    return [Roster(team.captain.key, team.name, members_of(team)) for team in found]


def team_lines(lines: Iterable[Line], rosters: Iterable[Roster]) -> list[Line]:
    """The lines of entries made into lines of teams, each in the place of its captain.

    A board has no empty seats: a team plays on while all its members do, and leaves when the first of them leaves.
    What staff decided about any member (a disqualification) holds for the team.
    """
    entries = {line.key: line for line in lines}
    made = []
    for roster in rosters:
        members = [entries[one.key] for one in roster.members]
        playing = all(one.state == HERE and not one.disqualified for one in members)
        came = all(one.state in (HERE, DROPPED) for one in members)
        left = min((one.dropped_after for one in members if one.dropped_after is not None), default=None)
        made.append(
            entries[roster.key]._replace(
                state=HERE if playing else DROPPED if came else NO_SHOW,
                sort_name=sort_name(roster.name)[:80],
                dropped_after=None if playing else left,
                disqualified=any(one.disqualified for one in members),
                clan_name=None,
            )
        )
    return made


class Teams(Unit):
    """A team is known by the key of its captain, who has its seat."""

    def heading(self) -> str:
        """A team."""
        return _("Team")

    def lines(self, tournament: Tournament, lines: list[Line]) -> list[Line]:
        """Every team in the place of its captain."""
        return team_lines(lines, rosters_of(tournament))

    def names(self, tournament: Tournament) -> dict[str, str]:
        """The teams' names."""
        rows = Team.objects.filter(tournament=tournament).values_list("captain__number", "name")
        return {entry_key(number): name for number, name in rows}

    def here(self, tournament: Tournament) -> list[str]:
        """Every team whose members all play on."""
        present = set(active_keys(tournament))
        rosters = rosters_of(tournament)
        return [one.key for one in rosters if present >= {member.key for member in one.members}]

    def label(self, tournament: Tournament, matches: Sequence[Match]) -> None:
        """The team and those who play in it, at its one seat."""
        rosters = {one.key: one for one in rosters_of(tournament)}
        for match in matches:
            for seat in match.seats.all():
                roster = rosters.get(seat.entry.key)
                if roster is not None:
                    seat.label, seat.members = roster.people, roster.members

    def entry_of(self, entry: Entry) -> Entry:
        """The captain's entry, whose seat is the team's."""
        captain = Entry.objects.filter(captain_of=entry.team_id).first() if entry.team_id else None
        return captain or entry

    def people(self, entries: Iterable[int]) -> list[int]:
        """Every member of the teams whose captains have these seats, and nobody who is left out of one."""
        asked = list(entries)
        found = Entry.objects.filter(Q(pk__in=asked) | Q(team__captain__in=asked)).order_by("pk")
        return [user for user in found.values_list("user_id", flat=True) if user is not None]

    def seat_holders(self, tournament: Tournament, people: Iterable[int]) -> dict[int, int]:
        """Of each member the captain, who has the team's seat."""
        rows = Entry.objects.filter(tournament=tournament, user_id__in=people).order_by("pk")
        found = rows.values_list("user_id", "pk", "team__captain")
        return {user: captain or entry for user, entry, captain in found}

    def sides(self, tournament: Tournament, match: Match) -> list[tuple[Entry, ...]]:
        """The members of each team at the board, in the order of their seats."""
        captains = match.seats.order_by("position").values_list("entry_id", flat=True)
        members = Entry.objects.select_related("registration__current")
        found = Team.objects.filter(captain__in=captains).prefetch_related(Prefetch("members", members))
        teams = {team.captain_id: members_of(team) for team in found}
        return [teams[captain] for captain in captains]

    def own(self, entry: Entry, round_: Round, context: Mapping[str, object]) -> str:
        """Who is in the team, and that its captain reports."""
        found = Team.objects.filter(members=entry)
        team = found.prefetch_related("members").first()
        if team is None:
            return ""
        more = {"team": team, "members": members_of(team), "captain": team.captain_id == entry.pk}
        return render_to_string("formats/teams/mine.html", {**context, **more})


def team_problems(tournament: Tournament, size: int) -> list[tuple[str, str]]:
    """Why the teams cannot start, as code and sentence: alone, not whole, not all here."""
    here = Entry.objects.filter(tournament=tournament, state=HERE)
    alone = here.filter(team=None).values_list("name", flat=True)[:20]
    problems = []
    if alone:
        text = _("Not in a team: %(names)s. Here teams of %(size)s share a board.")
        problems.append(("no_team", text % {"names": ", ".join(alone), "size": size}))
    for roster in rosters_of(tournament):
        if not any(one.state == HERE for one in roster.members):
            continue
        count = len(roster.members)
        if count != size:
            text = _("Team “%(team)s” has %(count)s of %(size)s members.")
            problems.append(("team_size", text % {"team": roster.name, "count": count, "size": size}))
        missing = [one.name for one in roster.members if one.state != HERE]
        if missing:
            text = _("Team “%(team)s”: not yet checked in: %(names)s.")
            problems.append(("team_absent", text % {"team": roster.name, "names": ", ".join(missing)}))
    return problems


def people_of(keys: Iterable[str]) -> Q:
    """The entries of the teams with these captains."""
    return Q(team__captain__number__in=[entry_number(key) for key in keys])
