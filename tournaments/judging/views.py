"""The judge's page: open disputes first, then the logs the engine has checked."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.entries.selectors import without_deck
from tournaments.events.access import access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.gamelogs.selectors import logs_of
from tournaments.gamelogs.viewer import listed
from tournaments.rounds.models import Match
from tournaments.rounds.selectors import with_seats


@login_required
@never_cache
@require_safe
def judge(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for a judge."""
    tournament = access_tournament(request.user, slug)
    require_right(request.user, tournament, "rule")
    disputed = Match.objects.filter(tournament=tournament, state=Match.State.DISPUTED).select_related("round")
    disputed = disputed.prefetch_related("reports__entry", "disputes", "recordings")
    context = page(request, tournament, tab="judge", disputed=list(with_seats(disputed)))
    if tournament.state == Tournament.State.RUNNING:
        context["without_deck"] = without_deck(tournament)
    rights = context["rights"]
    # Not while playing here: what a log shows is no business of an opponent.
    if isinstance(rights, frozenset) and "logs" in rights:
        context["logs"] = [listed(log) for log in logs_of(tournament)[:100]]
    return render(request, "judging/judge.html", context)
