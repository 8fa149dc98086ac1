"""Pages of reports: report something, what I reported and what was hidden of me, the queue, one decision."""

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from community.hosts import require_host
from ledger.commands import SYSTEM, Actor
from ledger.people import signed_in
from ledger.shapes import Arguments, Context
from ledger.web import language_of_page, perform, refused_status
from tournaments.events.access import OFFICE
from tournaments.organizations.access import access_organization

from . import services
from .access import access_decision, access_matter
from .forms import DecisionForm, ObjectionForm, ReportForm, StrangerForm
from .kinds import KINDS, found
from .models import Matter, Objection, Reason, Report
from .questions import wait_to_report
from .selectors import ON_A_PAGE, hidden_of, reported_by, waiting
from .young import YOUNG, May


@never_cache
@require_safe
def safe(request: HttpRequest) -> HttpResponse:
    """What may not be shown here, how to report and to block, and what somebody of 12 to 15 may."""
    young = [(may.label, [row.what for row in YOUNG if row.may == may]) for may in May]
    return render(request, "community/safe.html", {"rules": Reason.choices, "young": young})


@never_cache
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, kind: str, thing: str) -> HttpResponse:
    """Report something: anybody may, with an account or without one."""
    there = found(kind, thing, request.user)
    if there is None:
        raise Http404
    user = request.user
    known = user.is_authenticated and not user.guest_of
    form_class = ReportForm if known or not settings.MAIL_ON else StrangerForm
    form = form_class(request.POST if request.method == "POST" else None)
    context: Context = {"thing": there, "kind": KINDS[kind], "form": form, "known": known, "done": False}
    if form.is_bound and form.is_valid():
        if not known and (wait := wait_to_report(request)):
            answer = render(request, "429.html", status=429)
            answer["Retry-After"] = str(wait)
            return answer
        said: Arguments = {"kind": kind, "thing_key": thing, "language": language_of_page()}
        actor = Actor(user, "player") if known else SYSTEM
        made = perform(request, services.report_make, form=form, actor=actor, **said, **form.cleaned_data)
        context["done"] = made is not None
    return render(request, "community/report.html", context, status=refused_status(form))


@login_required
@never_cache
@require_safe
def reports(request: HttpRequest) -> HttpResponse:
    """What I reported, and what was hidden of me."""
    user = signed_in(request)
    context: Context = {
        "mine": [_named(one) for one in hidden_of(user)],
        "reported": [_named(one.matter) for one in reported_by(user)],
    }
    return render(request, "community/reports.html", context)


def _named(matter: Matter) -> Context:
    kind = KINDS.get(matter.kind)
    return {"matter": matter, "kind": kind.label if kind is not None else matter.kind}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def decision(request: HttpRequest, number: int) -> HttpResponse:
    """What was decided about something that I made or reported: what, why, under which rule; and to object, once."""
    user = signed_in(request)
    matter, part = access_decision(user, number)
    form = ObjectionForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        said: Arguments = {"matter": matter, **form.cleaned_data}
        done = _("Thank you. The office looks at it again, and you are told.")
        if perform(
            request, services.objection_make, form=form, actor=Actor(user, "player"), done=done, **said
        ):
            return redirect("community:decision", number=number)
    objection = Objection.objects.filter(matter=matter, by=user).first()
    own = matter.concerned_id == user.pk
    may = matter.state != Matter.State.OPEN and objection is None
    context: Context = {
        **_named(matter),
        "part": part,
        "own": own,
        "objection": objection,
        "form": form,
        "may_object": may and (matter.state == Matter.State.HIDDEN) == (part == "concerned"),
    }
    return render(request, "community/decision.html", context, status=refused_status(form))


@login_required
@never_cache
@require_safe
def queue(request: HttpRequest, slug: str = "") -> HttpResponse:
    """What waits for a decision: of the site for the office, of an organization for its people."""
    organization = access_organization(slug) if slug else None
    require_host(request.user, organization)
    rows = waiting(organization)[: ON_A_PAGE + 1]
    context: Context = {
        "organization": organization,
        "rows": [_named(one) for one in rows[:ON_A_PAGE]],
        "more": len(rows) > ON_A_PAGE,
    }
    return render(request, "community/report_queue.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def matter(request: HttpRequest, number: int) -> HttpResponse:
    """One thing that was reported, for who decides: as it stood, as it stands, why it was reported."""
    of, actor = access_matter(request.user, number)
    do = request.POST.get("do", "")
    form = DecisionForm(request.POST if do else None)
    if do and form.is_valid() and _done(request, of, actor, do, form):
        back = "community:report_queue" if actor.role == OFFICE else "community:organization_reports"
        args = [] if actor.role == OFFICE or of.organization is None else [of.organization.slug]
        return redirect(back, *args)
    kind = KINDS.get(of.kind)
    context: Context = {
        **_named(of),
        "hiding": kind.hiding if kind is not None else "",
        "now": kind.find(of.key, None) if kind is not None else None,
        "reports": Report.objects.filter(matter=of),
        "reasons": dict(Reason.choices),
        "objections": Objection.objects.filter(matter=of),
        "form": form,
        "shown": services.token_of(of),
        "office": actor.role == OFFICE,
        "back": of.organization if actor.role != OFFICE else None,
    }
    return render(request, "community/matter.html", context, status=refused_status(form))


def _done(request: HttpRequest, of: Matter, actor: Actor, do: str, form: DecisionForm) -> bool:
    """Carry out what was pressed; whether it went."""
    said: Arguments = {"actor": actor, "matter": of, "form": form}
    typed, shown = form.cleaned_data, request.POST.get("shown", "")
    if do in ("fine", "hide"):
        said |= {
            "hide": do == "hide",
            "shown": shown,
            "done": _("Decided. Those it concerns are told."),
            **typed,
        }
        return perform(request, services.matter_decide, **said) is not None
    if do == "hand_on":
        said |= {"shown": shown, "done": _("Handed on to the office.")}
        return perform(request, services.matter_hand_on, **said) is not None
    if do in ("keep", "change") and actor.role == OFFICE:
        said |= {"changed": do == "change", "done": _("Decided. Those it concerns are told."), **typed}
        return perform(request, services.objection_decide, **said) is not None
    return False
