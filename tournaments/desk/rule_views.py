"""The desk's page of decisions before pairing: fixed tables, clans, who must or must not meet, byes."""

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.web import perform, refused_status, whole_number
from tournaments.entries.award_services import entry_award
from tournaments.entries.models import Entry
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.events.questions import rounds_so_far
from tournaments.rounds.formats import rounds_under
from tournaments.rounds.models import EntryRule
from tournaments.rounds.rules import rule_list

from .forms import AwardForm, RuleForm
from .rule_services import rule_add, rule_remove


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def pairing_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """All decisions with a button to take each back, and a form for a new one.

    Anyone who may pair may decide; a disqualification is written down by a judge alone.
    """
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.PAIR)
    rows = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN)
    everything = rounds_under(tournament.policy).decisions
    players = list(rows.values_list("pk", "name"))
    awarding = "award" in request.POST
    form = RuleForm(None if awarding else request.POST or None, players=players, everything=everything)
    awards = AwardForm(request.POST if awarding else None, players=players)
    if awarding and awards.is_valid() and _award(request, tournament, actor, awards):
        return redirect("tournaments:pairing_rules", slug=slug)
    if request.POST.get("remove"):
        rule_id = whole_number(request.POST["remove"])
        done = _("The decision has been withdrawn.")
        if _is_disqualification(tournament, rule_id):
            actor = require_right(request.user, tournament, Right.RULE)
        perform(request, rule_remove, actor=actor, tournament=tournament, rule_id=rule_id, done=done)
        return redirect("tournaments:pairing_rules", slug=slug)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        if data["kind"] == EntryRule.Kind.DISQUALIFIED:
            actor = require_right(request.user, tournament, Right.RULE)
        answer = perform(
            request,
            rule_add,
            form=form,
            actor=actor,
            tournament=tournament,
            kind=data["kind"],
            entry_id=int(data["entry"]),
            other_id=int(data["other"]) if data.get("other") else None,
            number=data["number"],
            group=data.get("group", ""),
            done=_("Decided. It applies from the next pairing."),
        )
        if answer is not None:
            return redirect("tournaments:pairing_rules", slug=slug)
    context = page(
        request,
        tournament,
        rules=rule_list(tournament),
        form=form,
        awards=awards if _may_award(tournament) else None,
        awarded=rows.filter(Q(byes__gt=0) | Q(seed__isnull=False)).order_by("seed", "sort_name"),
    )
    return render(
        request, "desk/rules.html", context, status=max(refused_status(form), refused_status(awards))
    )


def _may_award(tournament: Tournament) -> bool:
    """Whether an award can still mean something here."""
    return rounds_under(tournament.policy).awards and not rounds_so_far(tournament).begun


def _award(request: HttpRequest, tournament: Tournament, actor: Actor, form: AwardForm) -> bool:
    data = form.cleaned_data
    answer = perform(
        request,
        entry_award,
        form=form,
        actor=actor,
        tournament=tournament,
        entry_id=int(data["entry"]),
        byes=data["byes"],
        seed=data["seed"],
        done=_("Awarded. Everybody can see it in the list of players."),
    )
    return answer is not None


def _is_disqualification(tournament: Tournament, rule_id: int) -> bool:
    kind = EntryRule.Kind.DISQUALIFIED
    return EntryRule.objects.filter(tournament=tournament, pk=rule_id, kind=kind).exists()
