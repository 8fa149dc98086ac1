"""Card contests for readers of feeds (RFC 4287)."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from community.contests.models import Contest
from community.contests.selectors import shown

from .atom import Entry
from .news_feeds import MOST, SAID, answer_feed


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """The contests of the site and of every organization: each again when it is decided."""
    title = f"{_('Card contests')} · X610Z Organized Play"
    found = shown().order_by("-published_at", "-pk")[:MOST]
    return answer_feed(request, title, reverse("community:contest_list"), [_entry(one) for one in found])


def _entry(contest: Contest) -> Entry:
    link = settings.SITE_URL.rstrip("/") + reverse("community:contest", args=[contest.pk])
    at = contest.decided_at or contest.published_at or contest.changed_at
    return Entry(link, contest.title, at, Truncator(contest.brief).chars(SAID))
