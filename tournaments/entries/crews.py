"""Crews: a team of three players out of one registered clan (glossary G.crew), checked whenever it matters.

A crew is checked when somebody joins it, at check-in and at the start: who has left the clan in between holds it up.
A fourth member is its substitute, named before the start: who takes the seat of a member who is out (decision 272).
"""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from ledger.commands import Actor
from ledger.errors import Problem, UserError
from tournaments.clans.models import Clan
from tournaments.clans.selectors import clan_ids, clan_of
from tournaments.events.models import Tournament
from tournaments.events.policy import CREW_MOST, CREW_SIZE

from .models import Entry, Team
from .teams import members_of

RULE = "G.crew"


def has_crews(tournament: Tournament) -> bool:
    """Whether players enter as crews here."""
    return bool(tournament.policy.crews)


def clan_for_crew(actor: Actor) -> Clan:
    """The clan a new crew of this captain belongs to; refused for who is in none."""
    clan = clan_of(actor.user)
    if clan is None:
        raise UserError(
            "no_clan",
            _("A crew is three players of one clan, and you are not in a clan. Join or create one first."),
            field="name",
            rule=RULE,
        )
    return clan


def refuse_other_clan(actor: Actor, team: Team) -> None:
    """Refuse who is not in the clan of the crew they want to join."""
    if team.clan is not None and clan_ids([actor.user.pk]).get(actor.user.pk) != team.clan_id:
        raise UserError(
            "other_clan",
            _("This crew belongs to the clan “%(clan)s”, and you are not in that clan.")
            % {"clan": team.clan.name},
            field="code",
            rule=RULE,
        )


def refuse_without_crew(entry: Entry) -> None:
    """Refuse a check-in while the player's crew is not three members of one clan."""
    if entry.team_id is None:
        raise _no_crew([entry])
    team = Team.objects.select_related("clan").get(pk=entry.team_id)
    problems = crew_problems([team])[team.pk]
    if problems:
        raise UserError(problems[0].code, "", problems=problems)


def crews_fixed() -> UserError:
    """What somebody hears who wants to come into a running tournament of crews."""
    return UserError("crews_fixed", _("The tournament has started: crews can no longer change."), rule=RULE)


def require_crews(tournament: Tournament) -> None:
    """Refuse the start until everybody who is checked in is in a whole crew whose members are all here.

    A substitute who does not come holds nobody up.
    """
    here = Entry.State.CHECKED_IN
    crews = Team.objects.filter(tournament=tournament).select_related("clan").prefetch_related("members")
    found = crew_problems(crews)
    problems: list[Problem] = []
    coming = 0
    for crew in crews:
        members = members_of(crew)
        if not any(member.state == here for member in members):
            continue
        coming += 1
        problems += found[crew.pk]
        missing = [member.name for member in members[:CREW_SIZE] if member.state != here]
        if missing:
            text = _("Crew “%(crew)s”: not yet checked in: %(names)s.")
            problems.append(
                Problem("crew_absent", text % {"crew": crew.name, "names": ", ".join(missing)}, None, RULE)
            )
    alone = list(Entry.objects.filter(tournament=tournament, state=here, team=None))
    if alone:
        problems += _no_crew(alone).problems
    if coming < 2:
        problems.append(Problem("too_few_crews", _("At least two crews must be checked in."), None, RULE))
    if problems:
        raise UserError("crews", "", problems=problems)


def _no_crew(entries: list[Entry]) -> UserError:
    names = ", ".join(entry.name for entry in entries[:20])
    text = _("Not in a crew: %(names)s. Here three players of one clan play as a crew.") % {"names": names}
    return UserError("no_crew", text, rule=RULE)


def substitutes_here(tournament: Tournament) -> int:
    """How many of those who are checked in only stand by for their crew; two queries."""
    crews = Team.objects.filter(tournament=tournament).prefetch_related("members")
    waiting = [member for crew in crews for member in members_of(crew)[CREW_SIZE:]]
    return sum(member.state == Entry.State.CHECKED_IN for member in waiting)


def crew_problems(crews: Iterable[Team]) -> dict[int, list[Problem]]:
    """Why a crew may not play, by its id: it is not three or four, or somebody in it has left the clan.

    Fetch ``clan`` and ``members`` with the crews; one query then, however many there are.
    """
    members = {crew.pk: list(crew.members.all()) for crew in crews}
    clans = clan_ids(one.user_id for crew in members.values() for one in crew)
    return {crew.pk: _problems(crew, members[crew.pk], clans) for crew in crews}


def _problems(crew: Team, members: list[Entry], clans: Mapping[int, int]) -> list[Problem]:
    problems = []
    if not CREW_SIZE <= len(members) <= CREW_MOST:
        text = _("Crew “%(crew)s” has %(count)s of %(size)s members.")
        values = {"crew": crew.name, "count": len(members), "size": CREW_SIZE}
        problems.append(Problem("crew_size", text % values, None, RULE))
    gone = [member.name for member in members if clans.get(member.user_id) != crew.clan_id]
    if gone and crew.clan is not None:
        text = _(
            "No longer in the clan “%(clan)s”: %(names)s. Crew “%(crew)s” needs another member of the clan."
        )
        more = {"crew": crew.name, "clan": crew.clan.name, "names": ", ".join(gone)}
        problems.append(Problem("left_clan", text % more, None, RULE))
    return problems
