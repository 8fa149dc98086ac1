"""The desk: where the day stands, what blocks the next step, drafts and result entry."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.commands import Actor
from ledger.web import perform, refused_status, whole_number
from tournaments.entries.services import tournament_start
from tournaments.events.access import access_tournament, require_right
from tournaments.events.models import Stage, Tournament
from tournaments.events.page import page
from tournaments.events.policy_words import describe
from tournaments.formats.brackets import kind_after
from tournaments.formats.crews.scores import crew_scores
from tournaments.formats.swiss import repair as repair_services
from tournaments.pairing import Pair, RepairPlan

from . import pairing_services, selectors, services
from .clock import clock_of
from .forms import StaffScoreForm, SwapForm
from .law import law_lines
from .losses import losses_at, proposed_score
from .models import Match, Round
from .pod_repair_views import pod_repair
from .pod_views import pod_desk
from .stage_services import stage_cut
from .stages import current_stage, rounds_planned
from .words import names_by_key, relaxations

State = Tournament.State


def steps(tournament: Tournament, round_: Round | None) -> list[dict[str, Any]]:
    """The day as a stepper: done, current and coming steps."""
    order: list[str] = [State.DRAFT, State.ENTRY, State.CHECK_IN, State.RUNNING, State.FINISHED]
    labels = [_("Prepare"), _("Entry"), _("Check-in"), _("Rounds"), _("Finished")]
    now = order.index(tournament.state) if tournament.state in order else 0
    result = []
    for place, label in enumerate(labels):
        state = (
            "done"
            if place < now or tournament.state == State.FINISHED
            else "current"
            if place == now
            else "todo"
        )
        result.append({"label": label, "state": state})
    if tournament.state == State.RUNNING:
        total = rounds_planned(tournament)
        number = round_.number if round_ else 0
        result[3]["detail"] = _("%(number)s of %(total)s") % {"number": number, "total": total}
    return result


def cut_words(tournament: Tournament, stage: Stage) -> str:
    """What the desk says about the cut that is due."""
    points = tournament.policy.cut_points
    if kind_after(tournament.policy) == Stage.Kind.POD_FINAL:
        words = _("The best %(count)s players go on to the final tables.") % {"count": stage.cut}
    elif points:
        words = _("Who has %(points)s points or more plays the knock-out.") % {"points": points}
    else:
        words = _("The best %(count)s players play the knock-out.") % {"count": stage.cut}
    return words


@login_required
@never_cache
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Where the tournament stands and what to do next."""
    tournament = access_tournament(request.user, slug)
    require_right(request.user, tournament, "see_unpublished")
    round_ = selectors.current_round(tournament, drafts=True)
    stage = current_stage(tournament)
    planned = rounds_planned(tournament)
    completed = Round.objects.filter(tournament=tournament, state=Round.State.COMPLETED).count()
    entries = tournament.entries.values_list("state", "registration__current")
    counts = [(state, current) for state, current in entries if state not in ("withdrawn", "no_show")]
    context = page(
        request,
        tournament,
        steps=steps(tournament, round_),
        policy=describe(tournament.policy),
        round=round_,
        stage=stage,
        completed=completed,
        next_number=completed + 1,
        planned=planned,
        all_played=completed >= planned,
        cut=cut_words(tournament, stage) if completed >= planned and stage.cut else "",
        third_place=kind_after(tournament.policy) == Stage.Kind.ELIMINATION,
        open_tables=list(selectors.open_tables(round_))
        if round_ and round_.state == Round.State.PUBLISHED
        else [],
        entered=len(counts),
        present=sum(1 for state, _current in counts if state == "checked_in"),
        decks_in=sum(1 for _state, current in counts if current),
        round_list=list(Round.objects.filter(tournament=tournament)),
    )
    return render(request, "rounds/desk.html", context)


@login_required
@never_cache
@require_POST
def round_action(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """One button about rounds: start, pair, redraft, discard, publish, clock, complete."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, "pair")
    number = whole_number(request.POST.get("number", ""))
    if action == "start":
        casual = request.POST.get("casual") == "yes"
        perform(request, tournament_start, actor=actor, tournament=tournament, casual=casual)
    elif action == "draft":
        if perform(request, pairing_services.round_draft, actor=actor, tournament=tournament, number=number):
            return redirect("tournaments:round_desk", slug=slug, number=number)
    elif action == "cut":
        third = request.POST.get("third_place") == "yes"
        answer = perform(request, stage_cut, actor=actor, tournament=tournament, third_place=third)
        if answer is not None:
            messages.success(request, _cut_made(answer))
    elif action in ROUND_ACTIONS:
        return _round_action(request, tournament, actor, action, number)
    else:
        raise Http404
    return redirect("tournaments:desk", slug=slug)


def _cut_made(answer: dict[str, Any]) -> str:
    """What the desk reads after the cut."""
    if answer["stage"] is None:
        return _("Fewer than two players are left. There is no knock-out; the standings decide.")
    return _("The cut is made. Pair the first round of the knock-out.")


ROUND_ACTIONS = {
    "redraft": pairing_services.round_redraft,
    "discard": pairing_services.round_discard,
    "publish": pairing_services.round_publish,
    "start_clock": pairing_services.round_start_clock,
    "pause_clock": pairing_services.round_pause_clock,
    "complete": pairing_services.round_complete,
}


def _round_action(
    request: HttpRequest, tournament: Tournament, actor: Actor, action: str, number: int
) -> HttpResponse:
    round_ = Round.objects.filter(tournament=tournament, number=number).first()
    if round_ is None:
        raise Http404
    params: dict[str, Any] = (
        {"start_clock": request.POST.get("start_clock") == "yes"} if action == "publish" else {}
    )
    perform(request, ROUND_ACTIONS[action], actor=actor, tournament=tournament, round_id=round_.pk, **params)
    if action in ("discard", "complete"):
        return redirect("tournaments:desk", slug=tournament.slug)
    return redirect("tournaments:round_desk", slug=tournament.slug, number=number)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def round_desk(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One round for staff: the draft with its certificate and swap, or the tables with their results."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, "desk")
    rounds = Round.objects.filter(tournament=tournament, number=number).select_related("stage")
    round_ = rounds.first()
    if round_ is None:
        raise Http404
    matches = selectors.matches_of(round_)
    players = sorted(
        (seat.entry.sort_name, seat.entry_id, seat.entry.name)
        for match in matches
        for seat in match.seats.all()
    )
    form = SwapForm(request.POST or None, players=[(pk, name) for _sort, pk, name in players])
    if request.method == "POST" and form.is_valid() and _swap(request, tournament, actor, round_, form):
        return redirect("tournaments:round_desk", slug=slug, number=number)
    context = page(
        request,
        tournament,
        round=round_,
        matches=matches,
        crews=crew_scores(tournament, matches),
        form=form,
        fixed=round_.stage.kind in Stage.KNOCK_OUT,
        relaxed=relaxations(tournament, round_.certificate),
        clock=clock_of(round_),
        waiting=[match for match in matches if match.state != Match.State.FINAL],
    )
    return render(request, "rounds/round_desk.html", context, status=refused_status(form))


def _swap(request: HttpRequest, tournament: Tournament, actor: Actor, round_: Round, form: SwapForm) -> bool:
    data = form.cleaned_data
    answer = perform(
        request,
        pairing_services.round_swap,
        form=form,
        actor=actor,
        tournament=tournament,
        round_id=round_.pk,
        first=int(data["first"]),
        second=int(data["second"]),
        reason=data["reason"],
        done=_("The two players have changed places."),
    )
    return answer is not None


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def repair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The ways to mend a round that is being played, each with its price; one is chosen with a reason."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, "pair")
    round_ = Round.objects.filter(tournament=tournament, number=number, state=Round.State.PUBLISHED).first()
    if round_ is None or round_.stage.kind not in (Stage.Kind.SWISS, Stage.Kind.PODS):
        raise Http404
    if round_.stage.kind == Stage.Kind.PODS:
        return pod_repair(request, tournament, round_, actor)
    if request.method == "POST":
        kind, _separator, agreed = request.POST.get("plan", "").partition(":")
        answer = perform(
            request,
            repair_services.round_repair,
            actor=actor,
            tournament=tournament,
            round_id=round_.pk,
            kind=kind,
            agreed=agreed,
            reason=request.POST.get("reason", ""),
            done=_("The round is mended. The players concerned see their new table."),
        )
        if answer is not None:
            return redirect("tournaments:round_desk", slug=slug, number=number)
    found = repair_services.plans_for(tournament, round_)
    least = min(plan.measure for plan in found)
    plans = [_plan_context(tournament, plan, least) for plan in found]
    return render(request, "rounds/repair.html", page(request, tournament, round=round_, plans=plans))


def _plan_context(tournament: Tournament, plan: RepairPlan, least: tuple[int, ...]) -> dict[str, Any]:
    """A plan with names for ids; ``least`` is the measure of the best of them."""
    names = names_by_key(tournament)
    words = {
        "leave": _("Leave the round as it is"),
        "smallest": _("Change as little as possible"),
        "best": _("Reach the best round with few changes"),
        "full": _("Pair every unfinished table anew"),
    }

    def lines(pairs: tuple[Pair, ...]) -> list[dict[str, Any]]:
        return [
            {"table": pair.table, "names": [names[who] for who in (pair.a, pair.b) if who]} for pair in pairs
        ]

    return {
        "value": f"{plan.kind}:{repair_services.plan_hash(plan)}",
        "label": words[plan.kind],
        "plan": plan,
        "facts": repair_services.plan_facts(plan),
        "best": plan.measure == least,
        "broken": lines(plan.broken),
        "added": lines(plan.added),
        "unpaired": [names[who] for who in plan.unpaired],
        "changes": bool(plan.broken or plan.added),
    }


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def match_desk(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """One match for staff: enter, rule or correct its result, give time."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, "result")
    match = (
        selectors.with_seats(Match.objects.filter(tournament=tournament, pk=match_id))
        .select_related("round__stage")
        .first()
    )
    if match is None or match.kind == Match.Kind.BYE or match.round.state == Round.State.DRAFT:
        raise Http404
    seats = list(match.seats.all())
    if request.POST.get("minutes"):
        minutes = whole_number(request.POST["minutes"])
        perform(
            request,
            services.match_extend,
            actor=actor,
            tournament=tournament,
            match_id=match.pk,
            minutes=minutes,
        )
        return redirect("tournaments:match_desk", slug=slug, match_id=match.pk)
    if tournament.mode == "multiplayer":
        return pod_desk(request, tournament, match)
    names = (seats[0].entry.name, seats[1].entry.name)
    losses = losses_at(request.user, tournament, match)
    initial = (
        dict(zip(("first", "second", "drawn"), services.stored_score(match), strict=True))
        if match.state == "final"
        else proposed_score(losses, seats, tournament.policy.games)
    )
    form = StaffScoreForm(
        request.POST or None, names=names, initial={"version": match.version, "kind": match.kind} | initial
    )
    if request.method == "POST" and form.is_valid() and _store(request, tournament, match, form):
        return redirect(
            reverse("tournaments:round_desk", args=[slug, match.round.number]) + f"#match-{match.pk}"
        )
    context = page(
        request,
        tournament,
        match=match,
        round=match.round,
        seats=seats,
        form=form,
        losses=losses,
        reports=match.reports.select_related("entry"),
        disputes=match.disputes.select_related("settled_by"),
        clock=clock_of(match.round, match.extension_minutes),
        law=law_lines(match.round),
    )
    return render(request, "rounds/match_desk.html", context, status=refused_status(form))


def _store(request: HttpRequest, tournament: Tournament, match: Match, form: StaffScoreForm) -> bool:
    """Enter, rule or correct, whichever the state asks for and the person may."""
    data = form.cleaned_data
    params: dict[str, Any] = {
        "tournament": tournament,
        "match_id": match.pk,
        "score": form.score,
        "kind": data["kind"],
    }
    if match.state == Match.State.DISPUTED:
        right, service = "rule", services.dispute_settle
        params["reason"] = data["reason"]
    elif match.state == Match.State.FINAL:
        right, service = "correct", services.result_correct
        params |= {"reason": data["reason"], "version": data["version"]}
    else:
        right, service = "result", services.result_enter
        params["version"] = data["version"]
    actor = require_right(request.user, tournament, right)
    word = _("Table %(table)s: %(score)s is stored.") % {
        "table": match.table,
        "score": "-".join(map(str, form.score[:2])),
    }
    return perform(request, service, form=form, actor=actor, done=word, **params) is not None
