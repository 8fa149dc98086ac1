"""A circuit for programs that ask again: the events to come as a calendar, and what moved as a feed (RFC 4287)."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.programme.access import access_circuit
from tournaments.programme.ladder_services import table_fresh
from tournaments.programme.models import Change, Circuit
from tournaments.programme.pages import version_of
from tournaments.programme.selectors import changes_of, events_of_circuit

from .atom import Entry, feed_text
from .calendar import calendar_text, item_of


@require_safe
def circuit_calendar(request: HttpRequest, organization: str, circuit: str) -> HttpResponse:
    """The events that count and are not over, for a calendar program."""
    one = access_circuit(AnonymousUser(), organization, circuit)
    items = [item_of(line.tournament) for line in events_of_circuit(one, coming=True) if line.of]
    answer = HttpResponse(calendar_text(one.name, items), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{one.slug}.ics"'
    return answer


@require_safe
def circuit_feed(request: HttpRequest, organization: str, circuit: str) -> HttpResponse:
    """What moved on the ladder, the newest first; who moved stands on the page."""
    one = access_circuit(AnonymousUser(), organization, circuit)
    table_fresh(one)
    etag = f'W/"feed.{one.chain_key}.{version_of(one)}.{get_language()}"'
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    answer = HttpResponse(_atom(one), content_type="application/atom+xml; charset=utf-8")
    answer["ETag"] = etag
    answer["Cache-Control"] = "public, max-age=60"
    answer["Vary"] = "Accept-Language"
    return answer


def _atom(circuit: Circuit) -> str:
    site, where = settings.SITE_URL.rstrip("/"), (circuit.organization.slug, circuit.slug)
    here = site + reverse("reach:circuit_feed", args=where)
    page = site + reverse("tournaments:circuit_moves", args=where)
    changes, _more = changes_of(circuit, 1)
    newest = changes[0].at if changes else circuit.made_at
    entries = [_entry(one, f"{page}#c{one.pk}") for one in changes]
    return feed_text(here, page, circuit.name, newest, entries)


def _entry(change: Change, link: str) -> Entry:
    about = change.tournament.name if change.tournament is not None else _("Rules or events of the circuit")
    moved = ngettext("%(count)s person moved.", "%(count)s people moved.", change.moved)
    return Entry(link, about, change.at, moved % {"count": change.moved})
