"""Pages of organizations: all of them, founding one, its words and level, its people, whom it keeps out."""

from datetime import datetime, time

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.commands import Actor
from ledger.shapes import Arguments, Context
from ledger.web import perform, refused_status, whole_number

from . import bar_services, member_services, services
from .access import EVERY_ROLE, ORGANIZING, OWNERS, access_organization, require_role
from .forms import BarForm, DecisionForm, LevelForm, MemberForm, OrganizationForm
from .models import Organization
from .selectors import (
    MOST_PAGES,
    ON_A_PAGE,
    asking_for_level,
    bars_of,
    living,
    members_of,
    organizations_of,
    roles_in,
    waiting_answers,
)


@never_cache
@require_safe
def organizations(request: HttpRequest) -> HttpResponse:
    """Every organization by name: all, or those that a search finds; the reader's own first."""
    text, kind = request.GET.get("text", "")[:80], request.GET.get("kind", "")
    number = whole_number(request.GET.get("page", ""), 1)
    number = min(max(number, 1), MOST_PAGES)
    # Nothing is counted: one row more tells whether there is another page.
    rows = list(living(text, kind)[(number - 1) * ON_A_PAGE : number * ON_A_PAGE + 1])
    context = {
        "rows": rows[:ON_A_PAGE],
        "back": number - 1,
        "on": number + 1 if len(rows) > ON_A_PAGE else 0,
        "own": organizations_of(request.user),
        "text": text,
        "kind": kind,
        "kinds": Organization.Kind.choices,
    }
    return render(request, "organizations/list.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def organization_new(request: HttpRequest) -> HttpResponse:
    """Found an organization."""
    form = OrganizationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        answer = perform(
            request,
            services.organization_create,
            form=form,
            actor=Actor(request.user, "player"),
            done=_("Your organization has been created. Add the place where you play."),
            **form.cleaned_data,
        )
        if answer is not None:
            return redirect("tournaments:organization_venues", slug=answer["slug"])
    return render(request, "organizations/new.html", {"form": form}, status=refused_status(form))


def frame(request: HttpRequest, organization: Organization, **context: object) -> Context:
    """What every page of those who run an organization needs: it, and the roles of the reader."""
    return {"organization": organization, "roles": roles_in(request.user, organization), **context}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    """What its page says, the level it asks for, and ending it."""
    organization = access_organization(slug)
    actor = require_role(request.user, organization, *OWNERS)
    do = request.POST.get("do", "")
    form = OrganizationForm(
        request.POST if do == "edit" else None, initial=OrganizationForm.filled(organization)
    )
    level = LevelForm(request.POST if do == "level" else None)
    said: Arguments = {"actor": actor, "organization": organization}
    if do == "edit" and form.is_valid():
        shown = request.POST.get("shown", "")
        done = _("Changed.")
        if perform(
            request,
            services.organization_edit,
            form=form,
            done=done,
            shown=shown,
            **said,
            **form.cleaned_data,
        ):
            return redirect("tournaments:organization_edit", slug=slug)
    elif do == "level" and level.is_valid():
        done = _("The office has your request.")
        if perform(
            request, services.organization_ask_level, form=level, done=done, **said, **level.cleaned_data
        ):
            return redirect("tournaments:organization_edit", slug=slug)
    elif do == "end" and perform(
        request,
        services.organization_end,
        typed=request.POST.get("typed", ""),
        done=_("It has ended."),
        **said,
    ):
        return redirect("tournaments:organizations")
    context = frame(request, organization, form=form, level=level, shown=services.values_token(organization))
    status = max(refused_status(form), refused_status(level))
    return render(request, "organizations/edit.html", context, status=status)


@require_safe
def level_by_number(request: HttpRequest, number: int) -> HttpResponse:
    """Where a notice leads: what the office decided for the organization of that number, for its owners."""
    organization = get_object_or_404(Organization, pk=number, ended_at=None)
    return redirect(f"{reverse('tournaments:organization_edit', args=[organization.slug])}#level")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Who belongs to it; an owner asks others and takes roles away, everybody may leave."""
    organization = access_organization(slug)
    actor = require_role(request.user, organization, *EVERY_ROLE)
    do = request.POST.get("do", "")
    said: Arguments = {"actor": actor, "organization": organization}
    form = MemberForm(request.POST if do == "ask" else None)
    if do == "leave":
        if perform(request, member_services.member_leave, done=_("You have left."), **said):
            return redirect("tournaments:organizations")
        return redirect("tournaments:organization_people", slug=slug)
    if do:
        actor = said["actor"] = require_role(request.user, organization, *OWNERS)
    if do == "remove":
        user, _colon, role = request.POST.get("member", "").partition(":")
        done = _("The role is removed.")
        perform(
            request,
            member_services.member_remove,
            done=done,
            user_id=whole_number(user),
            role=role[:12],
            **said,
        )
    elif do == "withdraw":
        number = whole_number(request.POST.get("asked", ""))
        perform(request, member_services.member_withdraw, asked_id=number, done=_("Withdrawn."), **said)
    elif do == "ask" and form.is_valid():
        done = str(member_services.ASKED)
        if perform(request, member_services.member_ask, form=form, done=done, **said, **form.cleaned_data):
            return redirect("tournaments:organization_people", slug=slug)
    if do in ("remove", "withdraw"):
        return redirect("tournaments:organization_people", slug=slug)
    owns = actor.role == OWNERS[0]
    context = frame(
        request,
        organization,
        form=form,
        members=members_of(organization),
        asked=waiting_answers(organization) if owns else [],
    )
    return render(request, "organizations/people.html", context, status=refused_status(form))


@login_required
@never_cache
@require_POST
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    """The reader answers what the organization asked of them."""
    organization = access_organization(slug)
    accept = request.POST.get("answer") == "yes"
    done = _("You belong to %(name)s now.") % {"name": organization.name} if accept else _("You said no.")
    perform(
        request,
        member_services.member_answer,
        actor=Actor(request.user, "player"),
        organization=organization,
        asked_id=whole_number(request.POST.get("asked", "")),
        accept=accept,
        done=done,
    )
    return redirect("tournaments:organization", slug=slug)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def barred(request: HttpRequest, slug: str) -> HttpResponse:
    """Whom it does not let in."""
    organization = access_organization(slug)
    actor = require_role(request.user, organization, *ORGANIZING)
    do = request.POST.get("do", "")
    said: Arguments = {"actor": actor, "organization": organization}
    form = BarForm(request.POST if do == "set" else None)
    if do == "lift":
        number = whole_number(request.POST.get("bar", ""))
        perform(request, bar_services.bar_lift, bar_id=number, done=_("Let in again."), **said)
        return redirect("tournaments:organization_barred", slug=slug)
    if do == "set" and form.is_valid():
        data = form.cleaned_data
        day = data["until"]
        until = timezone.make_aware(datetime.combine(day, time(23, 59, 59))) if day is not None else None
        asked = {"username": data["username"], "reason": data["reason"], "until": until}
        done = str(bar_services.BARRED)
        if perform(request, bar_services.bar_set, form=form, done=done, **said, **asked):
            return redirect("tournaments:organization_barred", slug=slug)
    context = frame(request, organization, form=form, bars=bars_of(organization))
    return render(request, "organizations/barred.html", context, status=refused_status(form))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def office(request: HttpRequest) -> HttpResponse:
    """The office: which organizations ask for a level, and the level of any other, found by name."""
    if not getattr(request.user, "works_as_office", False):
        raise PermissionDenied
    form = DecisionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        organization = get_object_or_404(Organization, slug=request.POST.get("organization", "")[:60])
        if organization.ended_at is not None:
            raise Http404
        done = perform(
            request,
            services.organization_decide_level,
            form=form,
            actor=Actor(request.user, "office"),
            organization=organization,
            asked=whole_number(request.POST.get("asked", "")),
            done=_("%(name)s: said and written down.") % {"name": organization.name},
            **form.cleaned_data,
        )
        if done is not None:
            return redirect("tournaments:office_organizations")
    text = request.GET.get("text", "")[:80]
    asking = list(asking_for_level()[:ON_A_PAGE])
    found = list(living(text).exclude(pk__in=[one.pk for one in asking])[:ON_A_PAGE]) if text else []
    context = {"form": form, "asking": asking, "found": found, "text": text}
    return render(request, "organizations/office.html", context, status=refused_status(form))
