"""Precedents for every judge, and what a player got elsewhere for the few who may know."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.web import words_asked
from tournaments.entries.models import Entry
from tournaments.entries.reading_services import PAST, note_reading
from tournaments.events.access import Right, access_tournament, actor_with, judges_somewhere
from tournaments.events.page import page
from tournaments.organizations.selectors import organizations_of

from .case_selectors import history_elsewhere, precedents_found
from .penalty_selectors import penalties_of_entry


@login_required
@never_cache
@require_safe
def precedents(request: HttpRequest) -> HttpResponse:
    """Rulings that name nobody, found by words, by the number of a rule or by a card; 404 for who judges nowhere."""
    if not judges_somewhere(request.user):
        raise Http404
    asked = words_asked(request, 80)
    own = organizations_of(request.user)
    of = next((one.slug for one in own if one.slug == request.GET.get("of")), "")
    found, more = precedents_found(asked, of)
    context = {"asked": asked, "found": found, "more": more, "own": own, "of": of}
    return render(request, "judging/precedents.html", context)


@login_required
@never_cache
@require_safe
def history(request: HttpRequest, slug: str, entry_number: int) -> HttpResponse:
    """A player's penalties here and in other tournaments: for the head judge and the office; each reading is kept."""
    tournament = access_tournament(request.user, slug)
    actor = actor_with(request.user, tournament, Right.HISTORY)
    entry = Entry.objects.filter(tournament=tournament, number=entry_number).select_related("user").first()
    if actor is None or entry is None:
        raise Http404
    note_reading(actor, tournament, PAST, [entry])
    context = page(
        request,
        tournament,
        tab="judge",
        entry=entry,
        here=penalties_of_entry(entry) if actor_with(request.user, tournament, Right.PENALTIES) else None,
        elsewhere=history_elsewhere(entry),
    )
    return render(request, "judging/history.html", context)
