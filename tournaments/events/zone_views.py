"""The buttons of the staff page that give a judge a zone."""

from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.web import perform, whole_number

from .access import Right, access_tournament, require_right
from .zone_services import staff_zone


@login_required
@never_cache
@require_POST
def zone(request: HttpRequest, slug: str) -> HttpResponse:
    """Give ``person`` the tables ``first`` to ``last``; both left empty, or ``do=clear``, takes the zone away."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.ZONES)
    here = get_user_model().objects.filter(staff_roles__tournament=tournament).distinct()
    user = get_object_or_404(here, pk=whole_number(request.POST.get("person", "")))
    first, last = (_table(request.POST.get(name, "")) for name in ("first", "last"))
    if request.POST.get("do") == "clear":
        first = last = 0
    perform(
        request,
        staff_zone,
        actor=actor,
        tournament=tournament,
        user=user,
        first=first,
        last=last,
        done=_("The zone is saved.") if first else _("The zone is removed."),
    )
    return redirect("tournaments:staff", slug=slug)


def _table(said: str) -> int:
    """A table's number; 0 for nothing, and -1 for what is none, so that a slip of the finger takes no zone away."""
    return whole_number(said) or (-1 if said.strip() else 0)
