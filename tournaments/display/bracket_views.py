"""The page of the knock-out: the bracket round by round, and the final places once they are known."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.entries.visit import visit_or_404
from tournaments.events.page import page_of
from tournaments.rounds.formats import knock_out_in
from tournaments.rounds.stages import knock_out_of

from .cache import by_version
from .frames import own_rows


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The knock-out; missing until the cut is made."""
    visit = visit_or_404(request.user, slug)
    tournament = visit.tournament
    stage = knock_out_of(tournament)
    if stage is None:
        raise Http404

    def body() -> str:
        return knock_out_in(stage).drawing(tournament, stage)

    context = page_of(
        visit, tab="standings", body=by_version(tournament, "bracket", body), own_rows=own_rows(visit)
    )
    return render(request, "display/bracket.html", context)
