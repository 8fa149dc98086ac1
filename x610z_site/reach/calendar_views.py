"""Calendars: of one tournament for everybody, of a person's own at a secret address."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from tournaments.agenda.sources import Item, items_of
from tournaments.events.access import access_tournament
from x610z_site.accounts.services import token_hash

from .calendar import calendar_text, item_of
from .calendar_services import calendar_remove, calendar_renew
from .models import CalendarAddress

MOST = 200
PAST, AHEAD = timedelta(days=366), timedelta(days=731)
"""A calendar program keeps what it was told before, and asks again."""


def _answer(name: str, items: list[Item], file: str) -> HttpResponse:
    answer = HttpResponse(calendar_text(name, items), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{file}.ics"'
    return answer


@require_safe
def event_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """One tournament that everybody may know of, for anybody's calendar."""
    tournament = access_tournament(AnonymousUser(), slug)
    return _answer(tournament.name, [item_of(tournament)], tournament.slug)


@never_cache
@require_safe
def secret_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The agenda of one person, for a calendar program that cannot sign in; an unknown address is no page."""
    address = CalendarAddress.objects.filter(token_hash=token_hash(token), user__is_active=True)
    found = address.select_related("user").first()
    if found is None:
        raise Http404
    now = timezone.now()
    with translation.override(found.user.language or settings.LANGUAGE_CODE):
        items = items_of(found.user, now - PAST, now + AHEAD)[-MOST:]
    answer = _answer("X610Z Organized Play", items, "x610z")
    answer["Cache-Control"] = "private, no-store"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def own_calendar(request: HttpRequest) -> HttpResponse:
    """The address of my calendar: made, made again, taken away; shown once."""
    actor, address = Actor(request.user, "player"), ""
    do = request.POST.get("do", "")
    if do == "renew":
        token = calendar_renew(actor=actor)["token"]
        address = request.build_absolute_uri(reverse("reach:secret_calendar", args=[token]))
    elif do == "remove":
        calendar_remove(actor=actor)
    known = CalendarAddress.objects.filter(user_id=request.user.pk or 0).first()
    context = {"address": address, "known": known, "title": _("My calendar")}
    return render(request, "reach/calendar.html", context)
