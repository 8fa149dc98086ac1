"""Calendars: of one tournament for everybody, of a person's own at a secret address."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from tournaments.entries.models import Entry
from tournaments.events.access import access_tournament
from tournaments.events.models import Tournament
from x610z_site.accounts.services import token_hash

from .calendar import calendar_text
from .calendar_services import calendar_remove, calendar_renew
from .models import CalendarAddress

MOST = 200


def _answer(name: str, tournaments: list[Tournament], file: str) -> HttpResponse:
    answer = HttpResponse(calendar_text(name, tournaments), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{file}.ics"'
    return answer


@require_safe
def event_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """One tournament that everybody may know of, for anybody's calendar."""
    tournament = access_tournament(AnonymousUser(), slug)
    return _answer(tournament.name, [tournament], tournament.slug)


@never_cache
@require_safe
def secret_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The tournaments of one person, for a calendar program that cannot sign in; an unknown address is no page."""
    address = CalendarAddress.objects.filter(token_hash=token_hash(token), user__is_active=True)
    found = address.select_related("user").first()
    if found is None:
        raise Http404
    entered = Entry.objects.filter(user=found.user).exclude(state=Entry.State.WITHDRAWN)
    mine = Tournament.objects.filter(pk__in=entered.values("tournament"))
    rows = list(mine.order_by("-starts_at", "-pk")[:MOST])
    answer = _answer("X610Z Organized Play", rows, "x610z")
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
