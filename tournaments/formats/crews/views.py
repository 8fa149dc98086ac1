"""A captain reports for a member of the crew: the same report as the member's own, from the captain's phone."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.people import signed_in
from ledger.web import perform, refused_status
from tournaments.events.access import access_tournament
from tournaments.events.page import page
from tournaments.formats.games import ScoreForm
from tournaments.rounds import selectors
from tournaments.rounds.models import Match, Round
from tournaments.rounds.services import result_report

OPEN = (Match.State.OPEN, Match.State.REPORTED)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def crew_report(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """The score of a seat of one's own crew; 404 for everybody but the captains of the two crews at this table."""
    tournament = access_tournament(request.user, slug)
    captain = signed_in(request)
    mine = Match.objects.filter(
        tournament=tournament,
        pk=match_id,
        tournament__policy__crews=True,
        round__state=Round.State.PUBLISHED,
        state__in=OPEN,
        seats__entry__team__captain__user=captain,
    )
    match = selectors.with_seats(mine).first()
    if match is None:
        raise Http404
    first, second = (seat.entry.name for seat in match.seats.all())
    form = ScoreForm(request.POST or None, names=(first, second))
    if request.method == "POST" and form.is_valid():
        answer = perform(
            request,
            result_report,
            form=form,
            actor=Actor(request.user, "player"),
            tournament=tournament,
            match_id=match.pk,
            said=form.said,
            done=_("Reported for your crew."),
        )
        if answer is not None:
            return redirect("tournaments:me", slug=slug)
    context = page(request, tournament, tab="me", match=match, names=(first, second), form=form)
    return render(request, "formats/crews/report.html", context, status=refused_status(form))
