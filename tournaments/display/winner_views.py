"""What one shares of a tournament: the winner's page, the picture that links show, and a poster to print."""

import segno
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.entries.models import Entry
from tournaments.entries.questions import open_pages
from tournaments.entries.visit import visit_or_404
from tournaments.events.page import page_of
from tournaments.rounds.stages import knock_out_of

from .title_image import title_png, title_words
from .winner import podium_of, signature_of, way_of

SECONDS = 3600


@require_safe
def winner(request: HttpRequest, slug: str) -> HttpResponse:
    """Who won a finished tournament; missing before that, and where nobody has the first place."""
    visit = visit_or_404(request.user, slug)
    tournament = visit.tournament
    podium = podium_of(tournament)
    if not podium:
        raise Http404
    first = podium[0]
    entry = None
    if len(first["keys"]) == 1:
        entry = Entry.objects.filter(tournament=tournament, number=int(first["keys"][0][1:])).first()
    context = page_of(
        visit,
        tab="standings",
        first=first,
        others=podium[1:],
        winner=entry,
        mates=_mates(entry),
        winners_page=open_pages([entry.user_id]).get(entry.user_id) if entry and not entry.team_id else None,
        way=way_of(tournament, entry) if entry is not None else [],
        card=signature_of(tournament, entry, get_language() or "en") if entry is not None else None,
        knock_out=knock_out_of(tournament) is not None,
        share_words=title_words(tournament, podium),
    )
    return render(request, "display/winner.html", context)


def _mates(entry: Entry | None) -> list[str]:
    """The members of a team or crew in alphabetical order."""
    if entry is None or entry.team_id is None:
        return []
    mates = Entry.objects.filter(team=entry.team_id).order_by("sort_name", "number")
    return list(mates.values_list("name", flat=True))


@require_safe
def title_image(request: HttpRequest, slug: str) -> HttpResponse:
    """The picture that a link to this tournament shows elsewhere; drawn once for each text that stands in it."""
    visit = visit_or_404(request.user, slug)
    words = title_words(visit.tournament, podium_of(visit.tournament))
    key = f"title:{visit.tournament.chain_key}:{words.mark}"
    content = cache.get(key)
    if not isinstance(content, bytes):
        content = title_png(slug, words)
        cache.set(key, content, SECONDS)
    etag = f'"{words.mark}"'
    response = get_conditional_response(request, etag=etag) or HttpResponse(content, content_type="image/png")
    response["ETag"] = etag
    response["Cache-Control"] = "public, max-age=300"
    return response


@require_safe
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """A sheet for the wall of a shop: what, when, where, and a code that opens the tournament on a phone."""
    visit = visit_or_404(request.user, slug)
    address = request.build_absolute_uri(reverse("tournaments:detail", args=[slug]))
    context = page_of(
        visit,
        title=_("Poster"),
        sheet="display/_poster.html",  # in the frame of everything that is made for paper
        back=reverse("tournaments:detail", args=[slug]),
        address=address,
        qr=segno.make(address, error="m").svg_data_uri(scale=8, border=2),
    )
    return render(request, "display/poster.html", context)
