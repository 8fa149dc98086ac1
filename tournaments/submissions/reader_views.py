"""Who read my list and when: what a player sees of the readings of judges, after the tournament."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.people import signed_in
from tournaments.entries.reading_services import readings_are_shown, readings_of
from tournaments.events.access import access_tournament
from tournaments.events.page import page

from .selectors import own_deck_entry


@login_required
@never_cache
@require_safe
def readers(request: HttpRequest, slug: str) -> HttpResponse:
    """Every reading of their own closed list, logs and opened cards; while the event runs, when it can be seen."""
    tournament = access_tournament(request.user, slug)
    entry = own_deck_entry(signed_in(request), tournament)
    if entry is None:
        raise Http404
    shown = readings_are_shown(tournament)
    context = page(
        request,
        tournament,
        tab="me",
        entry=entry,
        shown=shown,
        readings=list(readings_of(entry)) if shown else [],
    )
    return render(request, "submissions/readers.html", context)
