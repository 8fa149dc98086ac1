"""News for readers of feeds (RFC 4287): of the whole site, of one organization, of the gallery."""

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from community.gallery.selectors import credits_of, shown
from community.news.models import News
from community.news.selectors import of, published
from ledger.hashing import digest
from tournaments.organizations.access import access_organization

from .atom import Entry, feed_text

MOST = 30
SAID = 300
"""So many characters of a piece stand in the feed; the rest is on its page."""


@require_safe
def site_feed(request: HttpRequest) -> HttpResponse:
    """The news of the site and of every organization."""
    page = reverse("community:news_list")
    return _feed(request, f"{_('News')} · X610Z Organized Play", page, published())


@require_safe
def organization_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The news of one organization."""
    organization = access_organization(slug)
    page = reverse("community:organization_news", args=[slug])
    return _feed(request, f"{_('News')} · {organization.name}", page, of(organization))


@require_safe
def gallery_feed(request: HttpRequest) -> HttpResponse:
    """What was let into the gallery last: what it is called, under which name, and what a picture shows."""
    works = list(shown()[:MOST])
    by, site = credits_of(works), settings.SITE_URL.rstrip("/")
    entries = [
        Entry(
            site + reverse("community:gallery_work", args=[one.pk]),
            f"{one.title} · {by[one.pk]}",
            one.decided_at or one.sent_at,
            Truncator(one.alt or one.text).chars(SAID),
        )
        for one in works
    ]
    page = reverse("community:gallery")
    return answer_feed(request, f"{_('Gallery')} · X610Z Organized Play", page, entries)


def _feed(request: HttpRequest, title: str, page: str, found: QuerySet[News]) -> HttpResponse:
    site = settings.SITE_URL.rstrip("/")
    return answer_feed(request, title, page, [_entry(one, site) for one in found[:MOST]])


def answer_feed(request: HttpRequest, title: str, page: str, entries: list[Entry]) -> HttpResponse:
    site = settings.SITE_URL.rstrip("/")
    newest = max(
        (one.at for one in entries), default=datetime(2000, 1, 1, tzinfo=timezone.get_default_timezone())
    )
    body = feed_text(site + request.path, site + page, title, newest, entries)
    answer = HttpResponse(body, content_type="application/atom+xml; charset=utf-8")
    answer["Cache-Control"] = "public, max-age=300"
    answer["ETag"] = etag = quote_etag(digest(body)[:32])
    answer["Vary"] = "Accept-Language"
    return get_conditional_response(request, etag=etag, response=answer) or answer


def _entry(news: News, site: str) -> Entry:
    link = site + reverse("community:news", args=[news.pk])
    at = news.appears_at or news.changed_at
    return Entry(link, news.title, at, Truncator(news.text).chars(SAID))
