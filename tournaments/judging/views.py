"""The judge's page: who needs a judge now, the tables that play, then the logs the engine has checked."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.web import whole_number
from rules_engine.drawing.charts import Chart
from tournaments.desk.time_left import time_left_chart
from tournaments.entries.selectors import without_deck
from tournaments.events.access import HEAD_JUDGE, Right, access_tournament, require_right, roles_of
from tournaments.events.models import Tournament
from tournaments.events.page import may, page
from tournaments.events.zones import Zone, zones_of
from tournaments.gamelogs.selectors import logs_of
from tournaments.gamelogs.viewer import listed
from tournaments.rounds.clock import clock_of

from .floor import Floor, disputes_of, floor_of


@login_required
@never_cache
@require_safe
def judge(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for a judge, and the floor; ``?from=1&to=20`` shows only these tables, ``?all=1`` all of them.

    Without either the page opens on the zone that this judge was given.
    """
    tournament = access_tournament(request.user, slug)
    require_right(request.user, tournament, Right.RULE)
    zones = zones_of(tournament)
    own = _own_zone(request, zones)
    zone = None if "all" in request.GET else _zone(request) or own
    floor = floor_of(tournament, timezone.now(), zone, zones)
    roles = roles_of(request.user, tournament)
    context = page(
        request,
        tournament,
        tab="judge",
        floor=floor,
        zone=zone,
        own_zone=own,
        clock=clock_of(floor.round) if floor.round is not None else None,
        time_left=_time_left(floor),
        disputed=disputes_of(tournament),
        head_judge=HEAD_JUDGE in roles,
        me=request.user.pk,
        now=timezone.now(),
    )
    if tournament.state == Tournament.State.RUNNING:
        context["without_deck"] = without_deck(tournament)
    # Not while playing here: what a log shows is no business of an opponent.
    if may(context, Right.LOGS):
        context["logs"] = [listed(log) for log in logs_of(tournament)[:100]]
    return render(request, "judging/judge.html", context)


def _time_left(floor: Floor) -> Chart | None:
    """Who plays until when, of the tables this judge looks at."""
    if floor.round is None:
        return None
    seen = [one.match for one in (*floor.queue, *floor.tables)]
    here = [match for match in seen if match.round_id == floor.round.pk]
    return time_left_chart(floor.round, here, timezone.now())


def _own_zone(request: HttpRequest, zones: list[Zone]) -> tuple[int, int] | None:
    """The first and the last table that the judge who asks was given; None without a zone."""
    return next(((zone.first, zone.last) for zone in zones if zone.user == request.user.pk), None)


def _zone(request: HttpRequest) -> tuple[int, int] | None:
    """The tables that a judge wants to see, out of the address; None where it names none."""
    first, last = (whole_number(request.GET.get(name, "")) for name in ("from", "to"))
    return (first, last) if 0 < first <= last else None
