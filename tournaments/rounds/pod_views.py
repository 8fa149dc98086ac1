"""The desk's page of one table of three to six."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.web import perform, refused_status
from tournaments.events.access import require_right
from tournaments.events.models import Tournament
from tournaments.events.page import page

from . import pod_services, selectors
from .clock import clock_of
from .forms import StaffPodForm
from .law import law_lines
from .losses import losses_at
from .models import Match


def pod_desk(request: HttpRequest, tournament: Tournament, match: Match) -> HttpResponse:
    """Enter, rule or correct the result of a table; the caller has checked that the person may see it."""
    selectors.with_dots(match)
    seats = list(match.seats.all())
    initial: dict[str, Any] = {"version": match.version}
    if match.state == Match.State.FINAL:
        initial["winner"] = next((str(seat.position) for seat in seats if seat.result == "w"), "")
        initial["still_in"] = [str(seat.position) for seat in seats if seat.result == "d"]
    form = StaffPodForm(request.POST or None, names=[seat.entry.name for seat in seats], initial=initial)
    if request.method == "POST" and form.is_valid() and _store(request, tournament, match, form):
        url = reverse("tournaments:round_desk", args=[tournament.slug, match.round.number])
        return redirect(f"{url}#match-{match.pk}")
    reports = [
        {"name": report.entry.name, "words": selectors.claim_words(match, report.claim), "at": report.at}
        for report in match.reports.select_related("entry")
    ]
    context = page(
        request,
        tournament,
        match=match,
        round=match.round,
        seats=seats,
        form=form,
        losses=losses_at(request.user, tournament, match),
        reports=reports,
        disputes=match.disputes.select_related("settled_by"),
        clock=clock_of(match.round, match.extension_minutes),
        law=law_lines(match.round),
    )
    return render(request, "rounds/pod_desk.html", context, status=refused_status(form))


def _store(request: HttpRequest, tournament: Tournament, match: Match, form: StaffPodForm) -> bool:
    """Enter, rule or correct, whichever the state asks for and the person may."""
    data = form.cleaned_data
    params: dict[str, Any] = {"tournament": tournament, "match_id": match.pk, "claim": form.claim}
    if match.state == Match.State.DISPUTED:
        right, service = "rule", pod_services.pod_settle
        params["reason"] = data["reason"]
    elif match.state == Match.State.FINAL:
        right, service = "correct", pod_services.pod_correct
        params |= {"reason": data["reason"], "version": data["version"]}
    else:
        right, service = "result", pod_services.pod_enter
        params["version"] = data["version"]
    actor = require_right(request.user, tournament, right)
    words = selectors.claim_words(match, form.claim)
    done = _("Table %(table)s is stored: %(result)s.") % {"table": match.table, "result": words}
    return perform(request, service, form=form, actor=actor, done=done, **params) is not None
