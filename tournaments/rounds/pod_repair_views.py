"""The page that mends a round of pods."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from ledger.commands import Actor
from ledger.web import perform, whole_number
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.formats.pods.repair import pod_plan_hash, pod_plans_for, round_repair_pods
from tournaments.pairing.pod_model import Pod
from tournaments.pairing.pod_repair import PodPlan

from .models import Round
from .words import names_by_key


def pod_repair(request: HttpRequest, tournament: Tournament, round_: Round, actor: Actor) -> HttpResponse:
    """Three ways to mend the tables, for those who arrived and for one who leaves (``gone``)."""
    here = Entry.objects.filter(tournament=tournament, state=Entry.State.CHECKED_IN)
    people = list(here.values_list("pk", "name"))
    chosen = request.POST.get("gone", "") or request.GET.get("gone", "")
    gone = [pk for pk, _name in people if chosen and pk == whole_number(chosen)]
    if request.method == "POST":
        kind, _separator, agreed = request.POST.get("plan", "").partition(":")
        answer = perform(
            request,
            round_repair_pods,
            actor=actor,
            tournament=tournament,
            round_id=round_.pk,
            kind=kind,
            agreed=agreed,
            reason=request.POST.get("reason", ""),
            gone=gone,
            done=_("The round is mended. The players concerned see their new table."),
        )
        if answer is not None:
            return redirect("tournaments:round_desk", slug=tournament.slug, number=round_.number)
    names = names_by_key(tournament)
    plans = [_context(plan, names, gone) for plan in pod_plans_for(tournament, round_, gone)]
    context = page(
        request, tournament, round=round_, plans=plans, people=people, gone=gone[0] if gone else None
    )
    return render(request, "rounds/repair.html", context)


def _context(plan: PodPlan, names: dict[str, str], gone: list[int]) -> dict[str, Any]:
    """A plan with names for ids."""
    words = {
        "leave": _("Leave the round as it is"),
        "smallest": _("Change as little as possible"),
        "full": _("Pair every unfinished table anew"),
    }

    def lines(pods: tuple[Pod, ...]) -> list[dict[str, Any]]:
        return [{"table": pod.table, "names": [names[one] for one in pod.seats]} for pod in pods]

    sizes = [len(pod.seats) for pod in plan.pods]
    return {
        "value": f"{plan.kind}:{pod_plan_hash(plan, gone)}",
        "label": words[plan.kind],
        "plan": plan,
        "facts": [
            (_("Tables broken"), plan.pods_broken),
            (_("Results lost"), plan.results_lost),
            (_("Sizes of the tables"), ", ".join(str(size) for size in sorted(sizes, reverse=True))),
            (_("Pairs who meet again"), plan.repeats),
        ],
        "broken": lines(plan.broken),
        "added": lines(plan.added),
        "unpaired": [names[one] for one in (*plan.unpaired, *plan.byes)],
        "changes": bool(plan.broken or plan.added),
    }
