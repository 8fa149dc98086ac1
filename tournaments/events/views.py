"""Pages of the tournament itself: the list, making one, the desk, staff, the office."""

import msgspec
from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.selectors import history, kinds_of
from ledger.shapes import Arguments
from ledger.web import perform, refused_status, show_problems, submission_key, whole_number
from tournaments.events.page import page
from tournaments.organizations.selectors import ORGANIZING, asking_for_level, organizations_of

from . import services
from .access import Right, access_tournament, require_right
from .forms import ApprovalForm, StaffForm, TournamentForm
from .hosts import HOST_FIELDS
from .invitation_services import INVITED, invitation_make, invitation_withdraw
from .members import roles_to_offer
from .models import Invitation, Staff, Tournament
from .plans import resolve, templates
from .policy import Policy
from .policy_problems import policy_problems
from .policy_words import describe
from .questions import disqualifications_waiting
from .selectors import invitations_made, staff_of, templates_of, waiting_for_office
from .set_up import plan_warnings

ROWS_OF_LEDGER = 100


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    """Make a tournament from a template."""
    form = TournamentForm(request.POST or None, user=request.user, initial=request.GET.dict())
    if request.method == "POST" and form.is_valid():
        answer = perform(
            request,
            services.tournament_create,
            form=form,
            actor=Actor(request.user, "organizer"),
            done=_("The tournament is created. Only you and the office see it until you open entry."),
            **_new_tournament(form),
        )
        if answer is not None:
            return redirect("tournaments:desk", slug=answer["slug"])
    policy, players = _chosen_so_far(request)
    context = {
        "form": form,
        "rules_asked": any(form.rules()),
        "policy": describe(policy),
        "warnings": plan_warnings(policy, players),
        "kept": templates_of(one.pk for one in organizations_of(request.user, *ORGANIZING)),
    }
    return render(request, "events/new.html", context, status=refused_status(form))


def _chosen_so_far(request: HttpRequest) -> tuple[Policy, int]:
    """The policy and the places of a half-filled form; what cannot be yet is as usual for the kind that is chosen."""
    kind = _kind_chosen(request)
    form = TournamentForm(request.POST or request.GET, user=request.user)
    form.full_clean()
    for name in form.fields:
        form.cleaned_data.setdefault(name, None)
    players = form.cleaned_data["capacity"] or TournamentForm.base_fields["capacity"].initial
    try:
        changes = {key: value for key, value in form.changes().items() if value is not None}
        policy = resolve(kind, **changes)
        fits = not policy_problems(policy)
    except (msgspec.ValidationError, KeyError, TypeError, ValueError):
        fits = False
    return policy if fits else resolve(kind), players


def _kind_chosen(request: HttpRequest) -> str:
    """The kind whose rules are shown: the one just chosen, else the first of the list."""
    kind = request.POST.get("template") or request.GET.get("template") or ""
    return kind if kind in templates() else next(iter(templates()))


def _new_tournament(form: TournamentForm) -> Arguments:
    """The form as the service takes it: what differs from the template's policy goes into ``changes``."""
    data = form.cleaned_data
    fields = ("template", "name", "starts_at", "deck_deadline", "capacity", "location", "town", *HOST_FIELDS)
    said = {key: data[key] for key in fields if key in data}
    if said["scale"] is None:
        del said["scale"]  # as usual
    return {**said, "changes": form.changes()}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def office(request: HttpRequest) -> HttpResponse:
    """The office: requests for approval."""
    if not getattr(request.user, "works_as_office", False):
        raise PermissionDenied
    form = ApprovalForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        tournament = get_object_or_404(Tournament, pk=whole_number(request.POST.get("tournament", "")))
        approve = request.POST.get("decision") == "approve"
        answer = perform(
            request,
            services.tournament_decide_approval,
            form=form,
            actor=Actor(request.user, "office"),
            tournament=tournament,
            approve=approve,
            note=form.cleaned_data["note"],
            agreed=request.POST.get("agreed", "none"),
            done=_("%(name)s has been approved.") % {"name": tournament.name}
            if approve
            else _("%(name)s has not been approved.") % {"name": tournament.name},
        )
        if answer is not None:
            return redirect("tournaments:office")
    context = {
        "form": form,
        "requests": [(one, services.rules_token(one)) for one in waiting_for_office()],
        "disqualifications": disqualifications_waiting(),
        "asking": asking_for_level().count(),
    }
    return render(request, "events/office.html", context, status=refused_status(form))


# What each button of the desk does: the right it needs, the service, and the word when it is done.
DESK_ACTIONS = {
    "request_approval": (
        Right.EDIT,
        services.tournament_request_approval,
        gettext_lazy("The office has your request."),
    ),
    "open_entry": (Right.EDIT, services.tournament_open_entry, gettext_lazy("Players can enter now.")),
    "open_casual": (
        Right.EDIT,
        services.tournament_open_entry,
        gettext_lazy("Players can enter now. This is a casual tournament."),
    ),
    "open_check_in": (Right.ENTRIES, services.tournament_open_check_in, gettext_lazy("Check-in is open.")),
    "finish": (
        Right.PAIR,
        services.tournament_finish,
        gettext_lazy("The tournament is finished. Thank you!"),
    ),
    "cancel": (Right.EDIT, services.tournament_cancel, gettext_lazy("The tournament has been called off.")),
}


@login_required
@never_cache
@require_POST
def desk_action(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """One button of the desk."""
    tournament = access_tournament(request.user, slug)
    if action not in DESK_ACTIONS:
        raise PermissionDenied
    right, service, word = DESK_ACTIONS[action]
    actor = require_right(request.user, tournament, right)
    params: Arguments = {"casual": True} if action == "open_casual" else {}
    if action == "cancel":
        params = {"reason": request.POST.get("reason", "")}
    perform(request, service, actor=actor, tournament=tournament, done=str(word), **params)
    return redirect("tournaments:desk", slug=slug)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Who works here, in which roles and zones; who is asked to. A head judge sees it, the organizer changes roles."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.STAFF if request.method == "POST" else Right.ZONES)
    removing, withdrawn = request.POST.get("remove"), request.POST.get("invitation")
    if taken := request.POST.get("take"):
        person, _colon, role = taken.partition(":")
        said: Arguments = {"user_id": whole_number(person), "role": role[:16]}
        perform(request, services.staff_take, actor=actor, tournament=tournament, done=_("Done."), **said)
        return redirect("tournaments:staff", slug=slug)
    if removing:
        _remove_staff(request, tournament, actor, removing)
        return redirect("tournaments:staff", slug=slug)
    if withdrawn:
        number = whole_number(withdrawn)
        perform(request, invitation_withdraw, actor=actor, tournament=tournament, invitation_id=number)
        return redirect("tournaments:staff", slug=slug)
    form = StaffForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        said = {"username": form.cleaned_data["username"], "role": form.cleaned_data["role"]}
        asked = {"kind": Invitation.Kind.STAFF, "done": str(INVITED), **said}
        if perform(request, invitation_make, form=form, actor=actor, tournament=tournament, **asked):
            return redirect("tournaments:staff", slug=slug)
    invitations = invitations_made(tournament, Invitation.Kind.STAFF)
    context = page(
        request,
        tournament,
        form=form,
        people=staff_of(tournament),
        invitations=invitations,
        offered=_offered(tournament),
    )
    return render(request, "events/staff.html", context, status=refused_status(form))


def _offered(tournament: Tournament) -> list[tuple[str, str]]:
    """Who of the organization can be taken on, as the choices of a field."""
    labels = dict(Staff.Role.choices)
    return [
        (f"{user}:{role}", f"{name}: {labels[Staff.Role(role)]}")
        for user, name, role in roles_to_offer(tournament)
    ]


def _remove_staff(request: HttpRequest, tournament: Tournament, actor: Actor, removing: str) -> None:
    user_id, _separator, role = removing.partition(":")
    user = get_object_or_404(get_user_model(), pk=whole_number(user_id))
    try:
        services.staff_remove(
            actor=actor, key=submission_key(request), tournament=tournament, user=user, role=role
        )
    except UserError as error:
        show_problems(request, error)


@login_required
@never_cache
@require_safe
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """The ledger of this tournament, newest first: a page at a time, all kinds of rows or one."""
    tournament = access_tournament(request.user, slug)
    require_right(request.user, tournament, Right.AUDIT)
    kind = request.GET.get("kind", "")
    before = whole_number(request.GET.get("before", ""))
    kinds = kinds_of(tournament.chain_key)
    kind = kind if kind in kinds else ""
    shown = history(tournament.chain_key, ROWS_OF_LEDGER + 1, kind=kind, before=before)
    older = shown[ROWS_OF_LEDGER - 1].number if len(shown) > ROWS_OF_LEDGER else 0
    context = page(
        request,
        tournament,
        rows=shown[:ROWS_OF_LEDGER],
        kinds=kinds,
        kind=kind,
        older=older,
        before=before,
    )
    return render(request, "events/audit.html", context)
