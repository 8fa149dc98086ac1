"""A player's page, for everybody who has its address, and a clan's year."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.web import whole_number
from tournaments.clans.models import Clan
from tournaments.entries.models import Entry
from tournaments.entries.questions import open_page

from . import player as facts


@never_cache
@require_safe
def player(request: HttpRequest, code: str) -> HttpResponse:
    """What a player shows of themselves: one year of results, head-to-heads, decks and clan, each only if it is shown.

    A page that is closed answers like one that never was. Never kept, in no search engine: anyone who closes the page
    closes it for everybody at once.
    """
    page = open_page(code)
    if page is None:
        raise Http404
    entries = facts.finished_entries([page.user_id])
    years, year = _year(request, entries)
    dated = "results" in page.parts or "season" in page.parts
    matches = facts.matches_of(entries) if dated or "opponents" in page.parts else []
    played = facts.played_of(_of_year(entries, year)[: facts.MOST], matches) if dated else []
    context = {
        "page": page,
        "own": request.user.is_authenticated and request.user.pk == page.user_id,
        "years": years if dated and len(years) > 1 else [],
        "year": year,
        "season": facts.season_chart(played, year) if "season" in page.parts else None,
        "played": played if "results" in page.parts else [],
        "opponents": facts.opponents_of(page, entries, matches) if "opponents" in page.parts else None,
        "few": len(played) <= facts.FEW,
        "decks": facts.decks_of_page(page, get_language() or "en"),
        "clan": facts.clan_of_page(page),
    }
    response = render(request, "display/player.html", context)
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "same-origin"
    return response


@never_cache
@require_safe
def clan_season(request: HttpRequest, number: int) -> HttpResponse:
    """A year of a clan: the places of members who show both their clan and their seasons, where they played for it."""
    clan = Clan.objects.filter(pk=number, ended_at=None).first()
    if clan is None:
        raise Http404
    entries = facts.finished_entries_for(clan)
    years, year = _year(request, entries)
    played = facts.played_of(_of_year(entries, year)[: facts.MOST])
    chart = facts.season_chart(played, year, whose=_("Player"))
    context = {"clan": clan, "years": years, "year": year, "season": chart}
    return render(request, "clans/season.html", context)


def _year(request: HttpRequest, entries: Sequence[Entry]) -> tuple[list[int], int]:
    """The years with a tournament, the newest first, and the one that was asked for, else the newest."""
    years = list(dict.fromkeys(facts.day_of(entry.tournament.starts_at).year for entry in entries))
    asked = whole_number(request.GET.get("year", ""))
    return years, asked if asked in years else (years[0] if years else 0)


def _of_year(entries: Sequence[Entry], year: int) -> list[Entry]:
    return [entry for entry in entries if facts.day_of(entry.tournament.starts_at).year == year]
