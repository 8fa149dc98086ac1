"""The pages on which a circuit is run: making it, its words and rules, what counts, opening and ending it."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.errors import UserError
from ledger.shapes import Arguments, Context
from ledger.web import perform, refused_status, show_problems, submission_key, whole_number
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.organizations.access import ORGANIZING, access_organization, require_role
from tournaments.season_points import CIRCUITS

from . import circuit_services, counting_services
from .access import access_circuit, require_organizer
from .agreement import MovesAskedError
from .forms import PRESETS, CircuitForm, NewCircuitForm, ReasonForm
from .ladders import live_ladder
from .models import Circuit
from .rule_form import field_of, rule_fields, typed_levels, typed_rules
from .rules import stored_rules, usual_levels
from .selectors import asked_of_event, circuits_for, class_name, events_of_circuit, named_by
from .views import MOVES_SHOWN, frame, moved_context, names_in

KEPT = ("csrfmiddlewaretoken", "idempotency_key", "agreed", "reason")
"""What a form that is shown again for agreement does not carry along."""


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def circuit_new(request: HttpRequest, organization: str) -> HttpResponse:
    """Make a circuit, beginning with a preset."""
    one = access_organization(organization)
    actor = require_role(request.user, one, *ORGANIZING)
    form = NewCircuitForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        answer = perform(
            request,
            circuit_services.circuit_create,
            form=form,
            actor=actor,
            organization=one,
            done=_("Your circuit is ready to be looked at. Nobody else sees it until you open it."),
            **form.cleaned_data,
        )
        if answer is not None:
            return redirect("tournaments:circuit_edit", one.slug, answer["slug"])
    context = {"organization": one, "form": form}
    return render(request, "programme/new.html", context, status=refused_status(form))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def circuit_edit(request: HttpRequest, organization: str, circuit: str) -> HttpResponse:
    """Words, days and rules; opening it; ending it and opening it again."""
    one = access_circuit(request.user, organization, circuit)
    actor = require_organizer(request.user, one)
    said: Arguments = {"actor": actor, "circuit": one}
    do = request.POST.get("do", "")
    if step := _steps(request, said).get(do):
        step()
        return redirect("tournaments:circuit_edit", organization, circuit)
    editing = do in ("edit", "agree")
    form = CircuitForm(request.POST if editing else None, initial=CircuitForm.filled(one))
    asked, errors = None, dict[str, str]()
    if editing and form.is_valid():
        values: circuit_services.CircuitValues = {
            "name": form.cleaned_data["name"],
            "about": form.cleaned_data["about"],
            "starts": form.cleaned_data["starts"],
            "ends": form.cleaned_data["ends"],
            "rules": typed_rules(request.POST, one.rules),
            "by_level": typed_levels(request.POST),
        }
        try:
            circuit_services.circuit_edit(
                key=submission_key(request),
                values=values,
                shown=request.POST.get("shown", ""),
                **_word(request),
                **said,
            )
        except MovesAskedError as error:
            asked = _asked(request, one, error)
        except UserError as error:
            errors = {field_of(problem, values["rules"]): problem.message for problem in error.problems}
            show_problems(request, error, form)
        else:
            return _done(request, "tournaments:circuit_edit", organization, circuit)
    context = frame(
        request,
        one,
        "edit",
        form=form,
        asked=asked,
        errors=errors,
        shown=request.POST.get("shown") or circuit_services.values_token(one),
        **_rules(request, one, editing=editing),
    )
    return render(request, "programme/edit.html", context, status=409 if asked else refused_status(form))


def _rules(request: HttpRequest, circuit: Circuit, *, editing: bool) -> Context:
    """The form of the rules: as typed, as stored, or as a preset has them that somebody wants to begin with again."""
    preset = request.GET.get("preset", "")
    rules, levels = circuit.rules, circuit.by_level
    if preset in CIRCUITS and not editing:
        rules = stored_rules(CIRCUITS[preset])
        levels = usual_levels(rules)
    fields = rule_fields(rules, levels, request.POST if editing else None)
    return {"rules": fields, "presets": PRESETS, "preset": preset}


def _steps(request: HttpRequest, said: Arguments) -> dict[str, Callable[[], object]]:
    """What a press of a button does, by its name."""
    typed, reason = request.POST.get("typed", "")[:80], request.POST.get("reason", "")[:300]
    return {
        "open": lambda: perform(
            request, circuit_services.circuit_open, done=_("Everybody sees it now."), **said
        ),
        "end": lambda: perform(
            request,
            circuit_services.circuit_end,
            typed=typed,
            done=_("It has ended; its ladder stands."),
            **said,
        ),
        "reopen": lambda: perform(
            request, circuit_services.circuit_reopen, reason=reason, done=_("It goes on."), **said
        ),
    }


def _word(request: HttpRequest) -> dict[str, str]:
    """That somebody agrees to what moves, and why."""
    return {"agreed": request.POST.get("agreed", "")[:64], "reason": request.POST.get("reason", "")[:300]}


def _asked(request: HttpRequest, circuit: Circuit, error: MovesAskedError) -> Context:
    """What somebody must agree to: who would move, and everything they typed, to send it again with a reason."""
    told = list(error.moves[:MOVES_SHOWN])
    names = names_in([told])
    events = {event.key: event.title for event in live_ladder(circuit)[1].season.events}
    kept = [(name, value) for name, value in request.POST.items() if name not in KEPT and name != "do"]
    return {
        "text": error.message,
        "token": error.token,
        "kept": kept,
        "do": request.POST.get("do", ""),
        "moves": [moved_context(circuit, move, names, events) for move in told],
        "more": max(0, len(error.moves) - MOVES_SHOWN),
        "form": ReasonForm(),
    }


def _done(request: HttpRequest, name: str, organization: str, circuit: str) -> HttpResponse:
    messages.success(request, _("Changed."))
    return redirect(name, organization, circuit)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def circuit_events(request: HttpRequest, organization: str, circuit: str) -> HttpResponse:
    """What counts: every event it looks at, and what its organizer says of them."""
    one = access_circuit(request.user, organization, circuit)
    actor = require_organizer(request.user, one)
    said: Arguments = {"actor": actor, "circuit": one, "key": submission_key(request), **_word(request)}
    do, asked = request.POST.get("do", ""), None
    if do in ("count", "series", "uncount"):
        try:
            if do == "uncount":
                number = whole_number(request.POST.get("row", ""))
                counting_services.circuit_uncount(counts_id=number, **said)
            else:
                counting_services.circuit_count(
                    event=_event(request), of=request.POST.get("of", "")[:40], series=do == "series", **said
                )
        except MovesAskedError as error:
            asked = _asked(request, one, error)
        except UserError as error:
            show_problems(request, error)
            return redirect("tournaments:circuit_events", organization, circuit)
        else:
            return _done(request, "tournaments:circuit_events", organization, circuit)
    context = frame(
        request,
        one,
        "events",
        asked=asked,
        named=[(row, class_name(one, row.of)) for row in named_by(one)],
        lines=[(line, class_name(one, line.of)) for line in events_of_circuit(one)],
        classes=[(of["key"], of["name"]) for of in one.rules["classes"]],
    )
    return render(request, "programme/events.html", context, status=409 if asked else 200)


def _event(request: HttpRequest) -> Tournament:
    """The event that was named by the link of its page; UserError for one that the reader may not know."""
    slug = request.POST.get("event", "").strip().rstrip("/")[-200:].rpartition("/t/")[2].partition("/")[0]
    try:
        return access_tournament(request.user, slug)
    except Http404 as error:
        text = _("There is no event with this address. Copy the link of its page.")
        raise UserError("event", text, field="event") from error


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def event_circuits(request: HttpRequest, slug: str) -> HttpResponse:
    """Of an event: the circuits it counts for, and what circuits of others ask of its organizer."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.EDIT)
    if request.method == "POST":
        perform(
            request,
            counting_services.circuit_answer,
            actor=actor,
            counts_id=whole_number(request.POST.get("row", "")),
            event=tournament,
            accept=request.POST.get("answer") == "yes",
            done=_("Written down."),
        )
        return redirect("tournaments:event_circuits", slug)
    asked = [(row, class_name(row.circuit, row.of)) for row in asked_of_event(tournament)]
    context = page(request, tournament, asked=asked, circuits=circuits_for(tournament))
    return render(request, "programme/event.html", context)
