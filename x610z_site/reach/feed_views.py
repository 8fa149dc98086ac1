"""A search of tournaments for programs: as a calendar and as a feed, the same for everybody, made once in a while."""

from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.formats import date_format
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ledger.hashing import digest
from tournaments.events.models import Tournament
from tournaments.finding.filters import Filters, FindForm, filters_of
from tournaments.finding.models import Listing
from tournaments.finding.selectors import found, with_tournaments

from .atom import Entry, feed_text
from .calendar import calendar_text, item_of

MOST = 200
KEPT = 900
"""Seconds for which a feed stays as it was made."""


@require_safe
def found_calendar(request: HttpRequest) -> HttpResponse:
    """What fits, for a calendar program."""

    def make(filters: Filters) -> str:
        rows = with_tournaments(found(filters, timezone.now()))[:MOST]
        return calendar_text("X610Z Organized Play", [item_of(row.tournament) for row in rows])

    return _answer(request, "ics", "text/calendar", make)


@require_safe
def found_feed(request: HttpRequest) -> HttpResponse:
    """What fits, for a reader of feeds (RFC 4287): what was listed last first."""

    def make(filters: Filters) -> str:
        rows = with_tournaments(found(filters, timezone.now())).order_by("-listed_at", "-tournament_id")[
            :MOST
        ]
        return _atom(list(rows), filters)

    return _answer(request, "atom", "application/atom+xml", make)


def _answer(
    request: HttpRequest, kind: str, content_type: str, make: Callable[[Filters], str]
) -> HttpResponse:
    """The text of a search, kept for a while; a search that cannot be is refused in words."""
    form = FindForm(request.GET)
    filters = filters_of(form)
    if form.errors:
        said = "\n".join(f"{name}: {text}" for name, texts in form.errors.items() for text in texts)
        return HttpResponse(said, status=400, content_type="text/plain; charset=utf-8")
    key = f"found:{kind}:{get_language()}:{timezone.localdate()}:{digest(filters.address())}"
    body = cache.get(key)
    if body is None:
        body = make(filters)
        cache.set(key, body, KEPT)
    answer = HttpResponse(body, content_type=f"{content_type}; charset=utf-8")
    answer["Cache-Control"] = f"public, max-age={KEPT}"
    answer["ETag"] = etag = quote_etag(digest(body)[:32])
    answer["Vary"] = "Accept-Language"
    return get_conditional_response(request, etag=etag, response=answer) or answer


def _atom(rows: list[Listing], filters: Filters) -> str:
    site = settings.SITE_URL.rstrip("/")
    query = filters.address()
    here = f"{site}{reverse('reach:found_feed')}" + (f"?{query}" if query else "")
    page = f"{site}{reverse('tournaments:list')}" + (f"?{query}" if query else "")
    newest = max(
        (row.listed_at for row in rows), default=datetime(2000, 1, 1, tzinfo=timezone.get_default_timezone())
    )
    entries = [_entry(row, row.tournament, site) for row in rows]
    return feed_text(here, page, f"{_('Tournaments')} · X610Z Organized Play", newest, entries)


def _entry(row: Listing, tournament: Tournament, site: str) -> Entry:
    link = f"{site}{reverse('tournaments:detail', args=[tournament.slug])}"
    starts = date_format(timezone.localtime(row.starts_at), "l j F Y, H:i")
    about = " · ".join(part for part in (starts, row.town, tournament.location, tournament.game_name) if part)
    return Entry(link, tournament.name, row.listed_at, about)
