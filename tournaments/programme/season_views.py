"""Pages of a season: the ladder of clans, the seasons of a clan, and one's own."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.people import signed_in
from ledger.shapes import Context
from ledger.web import whole_number
from tournaments.clans.models import Clan
from tournaments.clans.selectors import membership_of

from . import clan_selectors as of_clans
from .access import access_circuit, runs
from .models import Circuit
from .own_season import one_more, own_circuits
from .several import Standing, standings_of

ON_A_PAGE = 50
"""Clans on one page of their ladder."""


def _frame(request: HttpRequest, slug: str, circuit: str) -> tuple[Standing, Context]:
    """A circuit with its ladder, and what the head of its pages needs."""
    found = access_circuit(request.user, slug, circuit)
    standing = standings_of([found])[0]
    rules = standing.table.season.circuit
    context = {"circuit": found, "organization": found.organization, "rules": rules}
    return standing, {**context, "runs": runs(request.user, found)}


def _clan(number: int) -> Clan:
    clan = Clan.objects.filter(pk=number, ended_at=None).first()
    if clan is None:
        raise Http404
    return clan


@never_cache
@require_safe
def circuit_clans(request: HttpRequest, slug: str, circuit: str) -> HttpResponse:
    """The ladder of clans of a circuit."""
    standing, frame = _frame(request, slug, circuit)
    membership = membership_of(request.user)
    rows, page = of_clans.clan_places(standing), max(1, whole_number(request.GET.get("page", ""), 1))
    context = {
        **frame,
        "rows": rows[(page - 1) * ON_A_PAGE : page * ON_A_PAGE],
        "back": f"?page={page - 1}" if page > 1 else "",
        "on": f"?page={page + 1}" if len(rows) > page * ON_A_PAGE else "",
        "own": membership.clan_id if membership is not None else 0,
        "hidden": membership is not None and not membership.shown,
    }
    return render(request, "programme/clans.html", context)


@never_cache
@require_safe
def circuit_clan(request: HttpRequest, slug: str, circuit: str, number: int) -> HttpResponse:
    """Where the points of a clan come from."""
    clan = _clan(number)
    standing, frame = _frame(request, slug, circuit)
    place = next((one for one in of_clans.clan_places(standing) if one.clan.pk == clan.pk), None)
    lines = place.lines if place is not None else ()
    context = {
        **frame,
        "clan": clan,
        "place": place,
        "lines": of_clans.opened(lines, of_clans.names_of(lines)),
    }
    return render(request, "programme/clan_points.html", context)


@never_cache
@require_safe
def clan_season(request: HttpRequest, number: int) -> HttpResponse:
    """The seasons of a clan: its place in every circuit, what counts, and the honours that gives."""
    clan = _clan(number)
    seasons = of_clans.clan_seasons(clan)
    context = {
        "clan": clan,
        "lit": of_clans.shown_members(clan),
        "seasons": seasons,
        "honours": [(one, *honour) for one in seasons for honour in one.honours],
    }
    return render(request, "programme/clan_season.html", context)


@login_required
@never_cache
@require_safe
def my_season(request: HttpRequest) -> HttpResponse:
    """Where I stand in every circuit, and what comes."""
    circuits = own_circuits(signed_in(request))
    return render(request, "programme/my_season.html", {"circuits": circuits})


@login_required
@never_cache
@require_safe
def my_chance(request: HttpRequest, circuit: str, slug: str) -> HttpResponse:
    """What one event to come can give me; a part of the page of my season, or a page of its own."""
    found = (
        Circuit.objects.filter(slug=circuit, state=Circuit.State.OPEN).select_related("organization").first()
    )
    if found is None:
        raise Http404
    user = signed_in(request)
    standing = standings_of([found], coming=True)[0]
    more = one_more(user, standing, slug, whole_number(request.GET.get("players", "")))
    if more is None:
        raise Http404
    part = request.headers.get("HX-Request") == "true"
    template = "programme/_one_more.html" if part else "programme/one_more.html"
    return render(request, template, {"circuit": found, "more": more})
