"""Pages of cases: a ruling in four taps, its page to complete, a player's appeal, what the head judge decides."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.commands import Actor
from ledger.people import signed_in
from ledger.web import REFUSED, perform, whole_number
from tournaments.entries.selectors import entry_of
from tournaments.events.access import HEAD_JUDGE, access_tournament
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.rounds.changes import claims_of
from tournaments.rounds.models import Match, Round
from tournaments.rounds.selectors import clan_mates, with_seats

from . import case_selectors as selectors
from . import case_services as services
from .call_services import MOST_MINUTES, lost_minutes, open_call
from .case_models import Appeal, CaseRevision
from .infractions import TABLE, Level
from .penalty_views import penalty_judge
from .precedent_services import precedent_publish

EMPTY_FACTS = 2
"""Rows for more facts on the form that completes a case."""


@login_required
@never_cache
@require_safe
def cases(request: HttpRequest, slug: str) -> HttpResponse:
    """The rulings of the tournament; ``?match=`` those of one table."""
    tournament, actor = penalty_judge(request, slug)
    match = whole_number(request.GET.get("match", "")) or None
    found = selectors.cases_of(tournament, match)
    context = page(request, tournament, tab="judge", cases=found, one_table=match, head_judge=_is_head(actor))
    return render(request, "judging/cases.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def case_new(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """Rule at a table: the player, what was found, and done. The call of the table is answered with it."""
    tournament, actor = penalty_judge(request, slug)
    data = request.POST if request.method == "POST" else request.GET
    match = _match(tournament, match_id)
    refused = False
    if request.method == "POST":
        answer = perform(
            request,
            services.case_rule,
            actor=actor,
            tournament=tournament,
            match_id=match.pk,
            said=_said(data),
            entry_number=whole_number(data.get("entry", "")) or None,
            level=data.get("level", "")[:16],
            worse=bool(data.get("worse")),
            log_id=whole_number(data.get("log", "")) or None,
            call_id=whole_number(data.get("call", "")) or None,
            minutes=_minutes(data),
            claim=data.get("claim", ""),
            done=_("The ruling is saved. You can complete it later."),
        )
        if answer is not None:
            return redirect("tournaments:judge", slug=slug)
        refused = True
    call = open_call(match)
    context = page(
        request,
        tournament,
        tab="judge",
        match=match,
        call=call,
        minutes=lost_minutes(call, match, timezone.now()) if call is not None else 0,
        playing=match.round.state == Round.State.PUBLISHED,
        claims=claims_of(match) if match.state == Match.State.DISPUTED else [],
        logs=selectors.logs_at(match),
        clan_mates=clan_mates(signed_in(request), match),
        codes=TABLE.values(),
        remedies=CaseRevision.Remedy.choices,
        levels=Level.choices,
        head_judge=_is_head(actor),
        draft=data,
    )
    return render(request, "judging/case_new.html", context, status=REFUSED if refused else 200)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def case(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One case with all its revisions: complete it, decide an appeal, publish it as a precedent."""
    tournament, actor = penalty_judge(request, slug)
    found = selectors.case_numbered(tournament, number)
    if found is None:
        raise Http404
    if request.method == "POST":
        if _do(request, tournament, actor, number):
            return redirect("tournaments:case", slug=slug, number=number)
        found = selectors.case_numbered(tournament, number) or found
    facts = [*found.newest.facts, *({} for _row in range(EMPTY_FACTS))]
    context = page(
        request,
        tournament,
        tab="judge",
        case=found,
        newest=found.newest,
        first=found.first,
        facts=facts,
        appealed=selectors.has_open_appeal(found),
        logs=selectors.logs_at(found.match),
        codes=TABLE.values(),
        remedies=CaseRevision.Remedy.choices,
        statuses=CaseRevision.Status.choices,
        evidences=CaseRevision.Evidence.choices,
        outcomes=[choice for choice in Appeal.Outcome.choices if choice[0]],
        head_judge=_is_head(actor),
    )
    return render(request, "judging/case.html", context, status=REFUSED if request.method == "POST" else 200)


@login_required
@never_cache
@require_POST
def appeal(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A player appeals a ruling at their own table, and the head judge is called. 404 for who does not play here."""
    tournament = access_tournament(request.user, slug)
    if entry_of(request.user, tournament) is None:
        raise Http404
    actor = Actor(request.user, "player")
    perform(
        request,
        services.case_appeal,
        actor=actor,
        tournament=tournament,
        number=number,
        grounds=request.POST.get("grounds", ""),
        done=_("The head judge looks at the ruling again."),
    )
    return redirect("tournaments:me", slug=slug)


def _is_head(actor: Actor) -> bool:
    return actor.role == HEAD_JUDGE


def _match(tournament: Tournament, match_id: int) -> Match:
    found = Match.objects.filter(tournament=tournament, pk=match_id).exclude(round__state=Round.State.DRAFT)
    match = with_seats(found.exclude(kind=Match.Kind.BYE).select_related("round")).first()
    if match is None:
        raise Http404
    return match


def _said(data: QueryDict) -> services.Said:
    """What a form says of a case; a field that the form does not have says nothing."""
    said: services.Said = {}
    for name in ("question", "instruction", "words", "reason", "code", "remedy"):
        if name in data:
            said[name] = data.get(name, "")
    if "rules" in data:
        said["rules"] = data.get("rules", "").replace(",", " ").split()
    if "fact" in data:
        rows = zip(data.getlist("fact"), data.getlist("status"), data.getlist("evidence"), strict=False)
        said["facts"] = [
            {"text": text, "status": status, "evidence": whole_number(evidence)}
            for text, status, evidence in rows
        ]
    return said


def _minutes(data: QueryDict) -> int | None:
    """The minutes with which the call of the table is answered; None: the judge stays."""
    return None if data.get("stay") else whole_number(data.get("minutes", "") or "0", MOST_MINUTES + 1)


def _do(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> bool:
    """One form of a case's page; whether it was done."""
    data = request.POST
    params: dict[str, Any] = {"actor": actor, "tournament": tournament, "number": number}
    if data.get("do") == "decide":
        answer = perform(
            request,
            services.appeal_decide,
            outcome=data.get("outcome", ""),
            reasons=data.get("reasons", ""),
            said=_said(data),
            done=_("The appeal is decided. The players read it on their page."),
            **params,
        )
        return answer is not None
    if data.get("do") == "publish":
        params |= {name: data.get(name, "") for name in ("question", "answer", "cards")}
        done = _("Other judges can find this ruling now.")
        return perform(request, precedent_publish, done=done, **params) is not None
    done = _("The case is completed.")
    return perform(request, services.case_complete, said=_said(data), done=done, **params) is not None
