"""The page of teams: a player's own team, and for staff every team. Counts of cards go to captain and judges alone.

Who neither plays here nor works here gets the answer for a page that does not exist.
"""

from dataclasses import replace

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.people import Account, signed_in
from ledger.shapes import Arguments
from ledger.web import perform, whole_number
from tournaments.clans.selectors import clan_of
from tournaments.entries import team_services as services
from tournaments.entries.crews import crew_problems, has_crews
from tournaments.entries.models import Entry
from tournaments.entries.reading_services import LIST, note_reading
from tournaments.entries.teams import TeamView, list_was_refused, team_of, team_view, teams_of
from tournaments.events.access import Right, access_tournament, actor_with
from tournaments.events.models import Tournament
from tournaments.events.page import page

from .access import list_reader, own_list_closed

CHANGEABLE = (Tournament.State.ENTRY, Tournament.State.CHECK_IN)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """Make, join or leave a team, as captain mend it (``do``); see one's own; for staff all of them."""
    tournament = access_tournament(request.user, slug)
    entry = _entry(signed_in(request), tournament)
    staff = actor_with(request.user, tournament, Right.DECK_STATUS) is not None
    if not tournament.policy.teams or (entry is None and not staff):
        raise Http404
    if request.method == "POST":
        if entry is None:
            raise Http404
        _change(request, tournament)
        return redirect("tournaments:teams", slug=slug)
    own = _own_team(tournament, entry) if entry is not None else None
    crews = has_crews(tournament)
    context = page(
        request,
        tournament,
        tab="me" if entry is not None else "desk",
        entry=entry,
        own=own,
        captain=own is not None and entry is not None and own.team.captain_id == entry.pk,
        refused=entry is not None and list_was_refused(entry),
        changeable=tournament.state in CHANGEABLE,
        teams=_all_teams(request, tournament) if staff else [],
        staff=staff,
        crews=crews,
        clan=clan_of(request.user) if crews and entry is not None and own is None else None,
    )
    return render(request, "submissions/teams.html", context)


def _entry(user: Account, tournament: Tournament) -> Entry | None:
    """The person's own entry, unless they have withdrawn."""
    own = Entry.objects.filter(tournament=tournament, user=user).exclude(state=Entry.State.WITHDRAWN)
    return own.select_related("team_attempt").first()


def _own_team(tournament: Tournament, entry: Entry) -> TeamView | None:
    """The person's team; with counts for its captain, but not during a match while lists are closed (M07)."""
    team = team_of(entry)
    if team is None:
        return None
    counts = team.captain_id == entry.pk and not own_list_closed(tournament, entry)
    return _waiting(tournament, [team_view(tournament, team, counts=counts)])[0]


def _all_teams(request: HttpRequest, tournament: Tournament) -> list[TeamView]:
    """Every team for staff; with counts for a judge who may read lists here."""
    reader = list_reader(request.user, tournament)
    teams = teams_of(tournament)
    if reader is not None and teams:
        note_reading(reader, tournament, LIST, [entry for team in teams for entry in team.members.all()])
    counts = reader is not None
    return _waiting(tournament, [team_view(tournament, team, counts=counts) for team in teams])


def _waiting(tournament: Tournament, views: list[TeamView]) -> list[TeamView]:
    """The teams, crews with what keeps them from checking in, until the tournament has started."""
    if not has_crews(tournament) or tournament.state not in CHANGEABLE:
        return views
    found = crew_problems([view.team for view in views])
    return [
        replace(view, waiting=tuple(problem.message for problem in found[view.team.pk])) for view in views
    ]


def _change(request: HttpRequest, tournament: Tournament) -> None:
    """Carry out what was pressed; a button nobody made does nothing."""
    actor = Actor(request.user, "player")
    params: Arguments = {"actor": actor, "tournament": tournament}
    do = request.POST.get("do", "")
    if do == "create":
        name = request.POST.get("name", "")[:200]
        perform(request, services.team_create, name=name, done=_("Your team has been created."), **params)
    elif do == "join":
        code = request.POST.get("code", "")[:40]
        perform(request, services.team_join, code=code, done=_("You have joined the team."), **params)
    elif do == "rename":
        name = request.POST.get("name", "")[:200]
        perform(request, services.team_rename, name=name, done=_("Your team has its new name."), **params)
    elif do == "remove":
        member = whole_number(request.POST.get("entry", ""))
        done = _("Removed from the team. There is a new code.")
        perform(request, services.team_remove, entry_id=member, done=done, **params)
    elif do == "seat":
        member = whole_number(request.POST.get("entry", ""))
        done = _("The seats of your crew have changed.")
        perform(request, services.team_seat, entry_id=member, done=done, **params)
    elif do == "leave":
        perform(request, services.team_leave, done=_("You have left the team."), **params)
