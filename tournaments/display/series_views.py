"""The page on which an organizer sees a whole series at once."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.page import page

from .series import played_dates, series_chart


@login_required
@never_cache
@require_safe
def series(request: HttpRequest, slug: str) -> HttpResponse:
    """The dates of the series that were played, as a picture and in numbers; for who may change this tournament."""
    tournament = access_tournament(request.user, slug)
    require_right(request.user, tournament, Right.EDIT)
    dates = played_dates(tournament, request.user)
    return render(request, "display/series.html", page(request, tournament, chart=series_chart(dates)))
