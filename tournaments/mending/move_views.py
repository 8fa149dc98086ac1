"""The page on which staff play a match at another table: what it means first, then a reason."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.errors import UserError
from ledger.web import perform, show_problems, whole_number
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.page import page
from tournaments.rounds import selectors
from tournaments.rounds.models import Match

from .move_services import match_move, move_of


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def match_move_page(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """Ask for a table, show who sits there and what is odd, and move the match with a reason."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.PAIR)
    matches = selectors.with_seats(Match.objects.filter(tournament=tournament, pk=match_id))
    match = matches.select_related("round__stage").first()
    if match is None or match.table is None:
        raise Http404
    match.tournament = tournament
    said = request.POST if request.method == "POST" else request.GET
    number = whole_number(said.get("table", ""))
    if request.method == "POST":
        answer = perform(
            request,
            match_move,
            actor=actor,
            tournament=tournament,
            match_id=match.pk,
            table=number,
            agreed=request.POST.get("agreed", ""),
            reason=request.POST.get("reason", ""),
            done=_("The match is played at table %(table)s. The players concerned are told.")
            % {"table": number},
        )
        if answer is not None:
            return redirect("tournaments:round_desk", slug=slug, number=match.round.number)
    move = None
    if number:
        try:
            move = move_of(tournament, match, number)
        except UserError as error:
            if request.method != "POST":  # after a refused command the page says it already
                show_problems(request, error)
    context = page(
        request,
        tournament,
        round=match.round,
        match=match,
        move=move,
        other=_with_seats(move.other) if move is not None and move.other is not None else None,
        number=number or "",
    )
    return render(request, "mending/move.html", context)


def _with_seats(match: Match) -> Match:
    return selectors.with_seats(Match.objects.filter(pk=match.pk)).get()
