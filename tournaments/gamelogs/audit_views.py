"""Checking all logs of a round, a tournament or its season once more, with progress, by the same law or another.

For judges, the organizer and the office: verdicts and results stand there, no hand and no card.
"""

from collections.abc import Mapping

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.shapes import Context
from ledger.web import perform, whole_number
from rules_engine.games import engine_of
from tournaments.events.access import Right, access_tournament, actor_with
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.rounds.models import Round
from tournaments.rounds.words import names_by_key

from .audit_services import audit_start, audits_of, rows_of
from .models import AuditRow, GameLog
from .rule_words import rule_words
from .seasons import allowed, season_of
from .viewer import verdict_words

SEASON = "season"


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def audits(request: HttpRequest, slug: str) -> HttpResponse:
    """The runs so far, and a button for another."""
    tournament, actor = _judged(request, slug)
    if request.method == "POST":
        wanted = request.POST.get("round", "")
        question, _is, option = request.POST.get("settled", "")[:200].partition("=")
        answer = perform(
            request,
            audit_start,
            actor=actor,
            tournament=tournament,
            round_id=whole_number(wanted) if wanted not in ("", SEASON) else None,
            season=wanted == SEASON,
            settled={question: option} if question else {},
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
        dates=allowed(request.user, season_of(tournament)) if logs else [],
        questions=questions(tournament.game),
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
    dates = {row.log.match.tournament_id: row.log.match.tournament for row in found}
    seen = {one.pk for one in allowed(request.user, list(dates.values()))}
    found = [row for row in found if row.log.match.tournament_id in seen]
    names = {pk: names_by_key(one) for pk, one in dates.items() if pk in seen}
    rows = [
        _line(row, tournament.game, names[row.log.match.tournament_id])
        | {"date": row.log.match.tournament if run.season else None}
        for row in found
    ]
    context = page(
        request,
        tournament,
        tab="judge",
        run=run,
        rows=rows,
        differing=sum(row.differs for row in found),
        ending=sum(row.ends_otherwise and not row.breaks_off for row in found),
        breaking=sum(row.breaks_off for row in found),
        settled=[answered(tournament.game, name, option) for name, option in run.settled.items()],
    )
    return render(request, "gamelogs/audit.html", context)


def _line(row: AuditRow, game: str, names: Mapping[str, str]) -> Context:
    """One log of a run: its verdict and result then and now."""
    return {
        "row": row,
        "ended": ended(row.old_result, names),
        "ends": ended(row.result, names),
        "before": verdict_words(row.old_verdict),
        "before_rule": rule_words(row.old_rule, game) if row.old_rule else "",
        "now": verdict_words(row.verdict),
        "now_rule": rule_words(row.rule, game) if row.rule else "",
    }


def ended(result: str, names: Mapping[str, str]) -> str:
    """How a game ended, in words."""
    if result == "=":
        return _("a draw")
    if not result:
        return _("no result")
    winners = " · ".join(names.get(one, one) for one in result.split(","))
    return _("%(name)s wins") % {"name": winners}


def questions(game: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every question that the rules leave open, with the options to compare by."""
    return [
        (f"{one.id}: {one.question_nl if _dutch() else one.question}", [
            (f"{one.id}={option}", words)
            for option, words in (one.options_nl if _dutch() else one.options).items()
        ])
        for one in engine_of(game).rulings().values()
    ]  # fmt: skip


def answered(game: str, name: str, option: str) -> str:
    """A question with the answer that a run compares by."""
    one = engine_of(game).ruling(name)
    words = (one.options_nl if _dutch() else one.options)[option]
    return f"{one.id}: {one.question_nl if _dutch() else one.question} {words}"


def _dutch() -> bool:
    return get_language() == "nl"


def _judged(request: HttpRequest, slug: str) -> tuple[Tournament, Actor]:
    """The tournament, and the person as one who may compare what its games come to; else 404."""
    tournament = access_tournament(request.user, slug)
    actor = actor_with(request.user, tournament, Right.LAW)
    if actor is None:
        raise Http404
    return tournament, actor
