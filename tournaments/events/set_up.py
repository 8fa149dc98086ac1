"""What is odd about a tournament before it starts: said to the organizer while it can still be changed.

These are warnings, never refusals: an organizer may have a reason.
"""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.standings import PRESETS

from .access import Right, roles_of
from .kinds import first_format
from .models import Staff, Tournament
from .plans import stage_plan
from .policy import Policy
from .questions import is_entered

State = Tournament.State
LEAST_FOR_A_GAME = 12
"""Minutes in which one game can hardly be finished."""


def set_up_warnings(tournament: Tournament, players: int, now: datetime) -> list[str]:
    """Sentences about an odd set-up for so many players; empty once the rounds have begun."""
    if tournament.state not in (State.DRAFT, State.ENTRY, State.CHECK_IN):
        return []
    found = plan_warnings(tournament.policy, players)
    if tournament.starts_at < now and tournament.state != State.CHECK_IN:
        found.append(_("The start is in the past."))
    return found + staff_warnings(tournament)


def plan_warnings(policy: Policy, players: int) -> list[str]:
    """What is odd about rounds, times and cut for so many players."""
    format_ = first_format(policy)
    size = format_.team_size(policy) or 1
    sides = players // size
    rounds = policy.rounds or stage_plan(policy, players).rounds
    found = []
    if players % size:
        text = _("%(players)s players cannot all be in teams of %(size)s.")
        found.append(text % {"players": players, "size": size})
    if format_.meets_once:
        found += _round_warnings(policy, rounds, sides, players)
    if policy.minutes < LEAST_FOR_A_GAME * policy.games:
        text = _("%(minutes)s minutes are short for a match of up to %(games)s games.")
        found.append(text % {"minutes": policy.minutes, "games": policy.games})
    return found + (_cut_warnings(policy, rounds, sides) if policy.cut else [])


def _round_warnings(policy: Policy, rounds: int, sides: int, players: int) -> list[str]:
    """More rounds than there are opponents, or too few for one winner."""
    most = sides - 1 + sides % 2
    if rounds > most:
        text = _(
            "%(rounds)s rounds are more than %(players)s players can play without meeting again: %(most)s at most."
        )
        return [text % {"rounds": rounds, "players": players, "most": most}]
    if policy.rounds and not policy.cut and 2**rounds < sides:
        text = _("After %(rounds)s rounds several of %(players)s players can have won all their matches.")
        return [text % {"rounds": rounds, "players": players}]
    return []


def _cut_warnings(policy: Policy, rounds: int, sides: int) -> list[str]:
    """A cut that nobody can reach, or that leaves nobody out."""
    found = []
    if policy.cut_size > sides:
        text = _("The knock-out is for %(size)s, but there are only %(sides)s to play in it.")
        found.append(text % {"size": policy.cut_size, "sides": sides})
    elif policy.cut_size == sides:
        found.append(_("Everybody goes on into the knock-out: nobody is left out by the rounds."))
    worth = PRESETS[policy.preset].win if isinstance(policy.preset, str) else None
    if worth is not None and policy.cut_points > rounds * worth:
        text = _(
            "Nobody can have %(points)s points after %(rounds)s rounds: nobody would play the knock-out."
        )
        found.append(text % {"points": policy.cut_points, "rounds": rounds})
    return found


def staff_warnings(tournament: Tournament) -> list[str]:
    """Who is missing to judge, and whether a dispute could be left without anybody to settle it."""
    named = Staff.objects.filter(tournament=tournament).select_related("user").order_by("pk")
    judges = {row.user for row in named if row.role in Right.RULE.roles}
    if not judges:
        organizers = {row.user for row in named if row.role == Staff.Role.ORGANIZER}
        text = _("Nobody is a judge here yet: until then the organizer settles disputes.")
        return [text, *_own_table(tournament, organizers)]
    able = {user for user in judges if roles_of(user, tournament).intersection(Right.RULE.roles)}
    if not able:
        return [
            _(
                "Nobody may settle a dispute: a head judge needs a second step when signing in, and has not set it up."
            )
        ]
    return _own_table(tournament, able)


def _own_table(tournament: Tournament, able: set[Any]) -> list[str]:
    """Whether the only one who settles disputes plays as well."""
    if len(able) != 1:
        return []
    (only,) = able
    if not is_entered(only, tournament):
        return []
    text = _("Only %(name)s may settle disputes, and plays too: nobody can settle one at that table.")
    return [text % {"name": only.display_name}]
