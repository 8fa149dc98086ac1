"""The page of an organization that everybody reads: who it is, where it plays, what it holds."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.web import optional_part
from tournaments.organizations.access import access_organization
from tournaments.organizations.questions import contests_running, headlines
from tournaments.organizations.selectors import ORGANIZING, asked_of, roles_in, venues_of

from .hosts import OVER
from .models import Tournament
from .questions import circuits_shown
from .selectors import events_of

COMING, PAST, NEWS = 30, 12, 3


@never_cache
@require_safe
def organization(request: HttpRequest, slug: str) -> HttpResponse:
    """One organization; its organizers also see what is in preparation, and the pages on which they run it."""
    one = access_organization(slug)
    roles = roles_in(request.user, one)
    organizes = bool(roles & set(ORGANIZING))
    found = events_of(one, drafts=organizes)
    coming = list(found.exclude(state__in=OVER).order_by("starts_at", "name", "pk")[: COMING + 1])
    past = list(found.filter(state=Tournament.State.FINISHED)[: PAST + 1])
    asked = asked_of(request.user) if request.user.is_authenticated else []
    context = {
        "organization": one,
        "roles": roles,
        "organizes": organizes,
        "venues": venues_of(one),
        "contests": optional_part("organization.contests", lambda: contests_running(one, NEWS), []),
        "news": optional_part("organization.news", lambda: headlines(one, NEWS), []),
        "circuits": optional_part("organization.circuits", lambda: circuits_shown(one, bool(roles)), []),
        "coming": coming[:COMING],
        "more_coming": len(coming) > COMING,
        "past": past[:PAST],
        "series": _series(coming),
        "asked": [question for question in asked if question.organization_id == one.pk],
    }
    return render(request, "organizations/organization.html", context)


def _series(coming: Iterable[Tournament]) -> list[tuple[Tournament, int]]:
    """The next date of each series, and how many dates of it are to come, where there are more than one."""
    dates: dict[str, list[Tournament]] = {}
    for one in coming:
        if one.series:
            dates.setdefault(one.series, []).append(one)
    return [(ones[0], len(ones)) for ones in dates.values() if len(ones) > 1]
