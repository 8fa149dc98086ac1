"""Checking all logs of a round or a tournament once more, with progress: for judges."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.web import perform, whole_number
from tournaments.events.access import Right, access_tournament, actor_with
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.rounds.models import Round

from .audit_services import audit_start, audits_of, rows_of
from .models import GameLog
from .viewer import rule_words, verdict_words


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def audits(request: HttpRequest, slug: str) -> HttpResponse:
    """The runs so far, and a button for another."""
    tournament, actor = _judged(request, slug)
    if request.method == "POST":
        wanted = request.POST.get("round", "")
        answer = perform(
            request,
            audit_start,
            actor=actor,
            tournament=tournament,
            round_id=whole_number(wanted) if wanted else None,
            done=_("The logs are being checked again. No verdict changes by this."),
        )
        if answer is not None:
            return redirect("tournaments:log_audit", slug=slug, run_id=answer["audit"])
        return redirect("tournaments:log_audits", slug=slug)
    logs = GameLog.objects.filter(match__tournament=tournament, state=GameLog.State.DONE)
    context = page(
        request,
        tournament,
        tab="judge",
        runs=list(audits_of(tournament)),
        logs=logs.count(),
        rounds=list(Round.objects.filter(tournament=tournament, matches__logs__in=logs).distinct()),
    )
    return render(request, "gamelogs/audits.html", context)


@login_required
@never_cache
@require_safe
def audit(request: HttpRequest, slug: str, run_id: int) -> HttpResponse:
    """One run: how far it is, and every log with the verdict then and now."""
    tournament, _actor = _judged(request, slug)
    run = get_object_or_404(audits_of(tournament), pk=run_id)
    found = rows_of(run)
    rows = [
        {
            "row": row,
            "before": verdict_words(row.old_verdict),
            "before_rule": rule_words(row.old_rule, tournament.game) if row.old_rule else "",
            "now": verdict_words(row.verdict),
            "now_rule": rule_words(row.rule, tournament.game) if row.rule else "",
        }
        for row in found
    ]
    context = page(
        request,
        tournament,
        tab="judge",
        run=run,
        rows=rows,
        differing=sum(row.differs for row in found),
    )
    return render(request, "gamelogs/audit.html", context)


def _judged(request: HttpRequest, slug: str) -> tuple[Tournament, Actor]:
    """The tournament, and the person as one of its judges; else 404."""
    tournament = access_tournament(request.user, slug)
    actor = actor_with(request.user, tournament, Right.LOGS)
    if actor is None:
        raise Http404
    return tournament, actor
