"""Teams and crews: a captain makes one, others join with its code, and the restriction over their decks.

Ledger rows hold ids, never a code, a name or a card.
"""

import secrets
from datetime import datetime
from typing import TypedDict

from django.utils.translation import gettext as _

from decks.registration.check import DeckReport
from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.names import clean_name
from ledger.people import blocked_ids
from ledger.shapes import Done
from rules_engine.kernel.decklist import DeckList
from tournaments.events.kinds import first_format
from tournaments.events.models import Tournament
from tournaments.events.policy import CREW_MOST
from tournaments.events.services import lock, require_state

from .crews import clan_for_crew, has_crews, refuse_other_clan
from .models import Entry, Team, TeamAttempt
from .teams import RULE, members_of, shares_restriction, team_conflicts, team_of


class AboutTeam(TypedDict):
    """The team that a command was about."""

    team: int


class TeamSeated(TypedDict):
    """A team, and its members' entries in the order of their seats."""

    team: int
    seats: list[int]


MAY_CHANGE = (Entry.State.ENTERED, Entry.State.WAITING, Entry.State.CHECKED_IN)
NAME_LENGTH = 60
MOST_MEMBERS = 10
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without those that look alike
CODE_LENGTH = 10


@command("team.create")
def team_create(cmd: Command, *, tournament: Tournament, name: str) -> AboutTeam:
    """The actor makes a team and is its captain; before the start only. A crew is of the captain's clan (G.crew)."""
    tournament, entry = _own(cmd, tournament)
    name = _team_name(name)
    clan = clan_for_crew(cmd.actor) if has_crews(tournament) else None
    team = Team.objects.create(tournament=tournament, name=name, captain=entry, code=_new_code(), clan=clan)
    _put(entry, team)
    cmd.record(team=team.pk, entry=entry.pk, clan=team.clan_id)
    return {"team": team.pk}


@command("team.join")
def team_join(cmd: Command, *, tournament: Tournament, code: str) -> AboutTeam:
    """The actor joins the team with this code; refused when a deck submitted already would break its restriction.

    A crew takes members of its clan alone, three and a substitute (G.crew).
    """
    tournament, entry = _own(cmd, tournament)
    code = clean_name(code).replace(" ", "").upper()
    found = Team.objects.filter(tournament=tournament, code=code).select_related("clan", "captain").first()
    if found is None or _apart(cmd, found):
        raise UserError("code", _("There is no team with this code. Ask your captain for it."), field="code")
    refuse_other_clan(cmd.actor, found)
    size = first_format(tournament.policy).team_size(tournament.policy)
    most = CREW_MOST if has_crews(tournament) else size or MOST_MEMBERS
    if Entry.objects.filter(team=found).count() >= most:
        raise UserError(
            "full", _("This team is full: it has %(count)s members.") % {"count": most}, field="code"
        )
    _put(entry, found)
    team = team_of(entry)
    if team is not None and team_conflicts(tournament, members_of(team), wanted={}):
        raise UserError(
            "team_restriction",
            _(
                "Together, your deck and the decks of this team break a team restriction. Change your deck first."
            ),
            field="code",
            rule=RULE,
        )
    cmd.record(team=found.pk, entry=entry.pk)
    return {"team": found.pk}


def _apart(cmd: Command, team: Team) -> bool:
    """Whether the actor and the captain, whose code it is, have nothing to do with each other."""
    return team.captain.user_id in blocked_ids(cmd.actor.user)


@command("team.leave")
def team_leave(cmd: Command, *, tournament: Tournament) -> Done:
    """The actor leaves the team; when the captain leaves, the team is no more. Before the start only."""
    tournament, entry = _own(cmd, tournament, in_team=True)
    cmd.record(team=entry.team_id, entry=entry.pk)
    team_part(entry)
    return {}


@command("team.rename")
def team_rename(cmd: Command, *, tournament: Tournament, name: str) -> AboutTeam:
    """The captain gives the team another name; before the start only."""
    _tournament, _entry, team = _own_team(cmd, tournament)
    team.name = _team_name(name)
    team.save(update_fields=["name"])
    cmd.record(team=team.pk)
    return {"team": team.pk}


@command("team.remove")
def team_remove(cmd: Command, *, tournament: Tournament, entry_id: int) -> AboutTeam:
    """The captain takes a member out; before the start only. The code changes, because that member knows it."""
    _tournament, entry, team = _own_team(cmd, tournament)
    if entry_id == entry.pk:
        raise UserError("captain", _("You are the captain. End the team instead."))
    member = Entry.objects.filter(team=team, pk=entry_id).first()
    if member is None:
        raise UserError("no_member", _("This player is no longer in your team."))
    team_part(member)
    team.code = _new_code()
    team.save(update_fields=["code"])
    cmd.record(team=team.pk, entry=member.pk)
    return {"team": team.pk}


@command("team.seat")
def team_seat(cmd: Command, *, tournament: Tournament, entry_id: int) -> TeamSeated:
    """The captain moves a member one seat up; before the start only, so the order holds for every round.

    Who stands fourth in a crew is its substitute.
    """
    _tournament, _entry, team = _own_team(cmd, tournament)
    seats = [member.pk for member in members_of(team)]
    if entry_id not in seats:
        raise UserError("no_member", _("This player is no longer in your team."))
    place = seats.index(entry_id)
    if place:
        seats[place - 1], seats[place] = seats[place], seats[place - 1]
    team.seats = seats
    team.save(update_fields=["seats"])
    cmd.record(team=team.pk, seats=seats)
    return {"team": team.pk, "seats": seats}


def team_part(entry: Entry) -> None:
    """Take an entry out of its team, and end the team it is captain of (inside a command that holds the tournament)."""
    if entry.team_id is None:
        return
    if is_captain(entry):
        TeamAttempt.objects.filter(entry__team=entry.team_id).delete()
        Team.objects.filter(pk=entry.team_id).delete()
    TeamAttempt.objects.filter(entry=entry).delete()
    entry.team = None
    entry.save(update_fields=["team"])


def team_conflicts_with(tournament: Tournament, entry: Entry, report: DeckReport) -> list[str]:
    """What the team of ``entry`` would break if this list were submitted; locks the team until the command ends.

    Two members who submit at once come one after the other, so the second is counted with the first.
    """
    if entry.team_id is None or not shares_restriction(tournament):
        return []
    Team.objects.select_for_update().get(pk=entry.team_id)
    team = team_of(entry)
    members = members_of(team) if team is not None else ()
    return team_conflicts(tournament, members, wanted={entry.pk: DeckList(report.main, report.sideboard)})


def attempt_keep(entry: Entry, report: DeckReport, at: datetime) -> None:
    """Keep the refused list of a member, for the counts that captain and judges see."""
    values = {"main": report.main, "sideboard": report.sideboard, "at": at}
    TeamAttempt.objects.update_or_create(entry=entry, defaults=values)


def attempt_forget(entry: Entry) -> None:
    """A list of this member is in: what was refused before no longer counts."""
    if entry.team_id is not None:
        TeamAttempt.objects.filter(entry=entry).delete()


def is_captain(entry: Entry) -> bool:
    """Whether this entry is the captain of its team."""
    return Team.objects.filter(captain=entry).exists()


def _team_name(name: str) -> str:
    name = clean_name(name)[:NAME_LENGTH]
    if len(name) < 2:
        raise UserError("name", _("Enter a name for your team."), field="name")
    return name


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _letter in range(CODE_LENGTH))


def _own_team(cmd: Command, tournament: Tournament) -> tuple[Tournament, Entry, Team]:
    """The actor's entry and the team it is captain of, while teams may change."""
    tournament, entry = _own(cmd, tournament, in_team=True)
    team = Team.objects.filter(captain=entry).first()
    if team is None:
        raise UserError("not_captain", _("Only the captain of the team can do this."))
    return tournament, entry, team


def _put(entry: Entry, team: Team) -> None:
    entry.team = team
    entry.save(update_fields=["team"])


def _own(cmd: Command, tournament: Tournament, *, in_team: bool = False) -> tuple[Tournament, Entry]:
    """The actor's entry while teams may change, under the tournament's lock; in a team already, or in none yet."""
    tournament = lock(cmd, tournament)
    if not tournament.policy.teams:
        raise UserError("no_teams", _("There are no teams in this tournament."))
    require_state(tournament, Tournament.State.ENTRY, Tournament.State.CHECK_IN)
    entry = Entry.objects.filter(tournament=tournament, user=cmd.actor.user, state__in=MAY_CHANGE).first()
    if entry is None:
        raise UserError("not_entered", _("You have not entered this tournament. Enter first."))
    if in_team and entry.team_id is None:
        raise UserError("no_team", _("You are not in a team."))
    if not in_team and entry.team_id is not None:
        raise UserError("in_team", _("You are already in a team. Leave it first."))
    return tournament, entry
