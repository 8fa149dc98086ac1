"""A player's page, for everybody who has its address."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.shapes import Context
from tournaments.entries.questions import PAGE_WORDS, OpenPage, open_page
from tournaments.programme.honours import honours_of
from tournaments.programme.rating_services import ratings_of

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
    context = {
        "page": page,
        "own": request.user.is_authenticated and request.user.pk == page.user_id,
        "hidden": ", ".join(str(word) for part, word in PAGE_WORDS.items() if part not in page.parts),
        **_played(page, request.GET.get("year", "")),
        "decks": facts.decks_of_page(page, get_language() or "en"),
        "clan": facts.clan_of_page(page),
        "honours": honours_of(page.user_id) if "honours" in page.parts else [],
        "ratings": ratings_of(page.user_id) if "rating" in page.parts else [],
    }
    shown = ("season", "played", "opponents", "decks", "honours", "ratings")
    context["nothing"] = not any(context[part] for part in shown)
    response = render(request, "display/player.html", context)
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "same-origin"
    return response


def _played(page: OpenPage, asked: str) -> Context:
    """The parts that are made of finished tournaments: one year of them, and everybody met in any year."""
    entries = facts.finished_entries([page.user_id])
    years, year, of_year = facts.year_of(entries, asked, facts.start_of)
    dated = "results" in page.parts or "season" in page.parts
    matches = facts.matches_of(entries) if dated or "opponents" in page.parts else []
    played = facts.played_of(of_year, matches) if dated else []
    return {
        "years": years if dated and len(years) > 1 else [],
        "year": year,
        "season": facts.season_chart(played, year) if "season" in page.parts else None,
        "played": played if "results" in page.parts else [],
        "opponents": facts.opponents_of(page, entries, matches) if "opponents" in page.parts else None,
        "few": len(played) <= facts.FEW,
    }
