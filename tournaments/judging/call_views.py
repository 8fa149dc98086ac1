"""Calls for a judge: a player's one tap, and what a judge does with the queue."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.commands import Actor
from ledger.web import perform, whole_number
from tournaments.entries.selectors import entry_of
from tournaments.events.access import Right, access_tournament, require_right

from . import call_services as services

JUDGES: dict[str, Callable[..., object]] = {
    "release": services.call_release,
    "escalate": services.call_escalate,
    "resolve": services.call_resolve,
}


@login_required
@never_cache
@require_POST
def call(request: HttpRequest, slug: str) -> HttpResponse:
    """A player calls a judge to their own table, or takes the call back; 404 for anyone who does not play here."""
    tournament = access_tournament(request.user, slug)
    if entry_of(request.user, tournament) is None:
        raise Http404
    actor, data = Actor(request.user, "player"), request.POST
    if data.get("do") == "withdraw":
        done = _("Your call has been withdrawn.")
        number = whole_number(data.get("call", ""))
        perform(
            request, services.call_withdraw, actor=actor, tournament=tournament, call_id=number, done=done
        )
    else:
        match, reason = whole_number(data.get("match", "")), data.get("reason", "")[:10]
        perform(
            request, services.call_open, actor=actor, tournament=tournament, match_id=match, reason=reason
        )
    return redirect("tournaments:me", slug=slug)


@login_required
@never_cache
@require_POST
def judge_calls(request: HttpRequest, slug: str) -> HttpResponse:
    """A judge goes to a table, puts a call back, sends it on, or is done there."""
    tournament = access_tournament(request.user, slug)
    actor, data = require_right(request.user, tournament, Right.CALLS), request.POST
    do = data.get("do", "")
    params: dict[str, Any] = {"actor": actor, "tournament": tournament}
    if do == "claim":
        match, reason = whole_number(data.get("match", "")), data.get("reason", "")[:10]
        perform(request, services.call_claim, match_id=match, reason=reason, **params)
    elif do in JUDGES:
        params["call_id"] = whole_number(data.get("call", ""))
        if do == "resolve":
            params["minutes"] = whole_number(data.get("minutes", "") or "0", services.MOST_MINUTES + 1)
        perform(request, JUDGES[do], done=_("Done.") if do == "resolve" else "", **params)
    here = reverse("tournaments:judge", args=[slug])
    table = whole_number(data.get("match", ""))
    return redirect(f"{here}#table-{table}" if table else here)
