"""The privacy page, a person's own data, the office's erasures, the desk's guardians."""

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model, logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.names import fold
from ledger.people import signed_in
from ledger.shapes import Arguments, Context
from ledger.web import perform, refused_status, show_problems, whole_number
from tournaments.agenda.questions import young
from tournaments.agenda.selectors import of_guardians
from tournaments.clans.selectors import membership_of
from tournaments.entries.questions import PAGE_PARTS
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.page import page
from x610z_site.accounts import limits
from x610z_site.accounts.profile import who_sees
from x610z_site.accounts.questions import shown_of
from x610z_site.accounts.views import too_many

from . import choice_services, retention, services
from .forms import EraseForm, ErasePasswordForm, GuardianForm, PlayerPageForm, RealNameForm
from .models import Choice, Erasure, ErasureRequest, Export, Guardian, GuardianTalk


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept about a person, who sees it, for how long; in plain words."""
    return render(request, "privacy/page.html", {"kept": retention.shown()})


@login_required
@never_cache
@require_safe
def my_data(request: HttpRequest) -> HttpResponse:
    """What a person can do with their data: take it along, name a guardian, be forgotten."""
    return _my_page(request)


def _my_page(request: HttpRequest, **refused: forms.Form) -> HttpResponse:
    """The page of one's data, with a form on it that was filled in and refused."""
    form = next(iter(refused.values()), None)
    return render(request, "privacy/my_data.html", _my_data(request) | refused, status=refused_status(form))


def _my_data(request: HttpRequest) -> Context:
    """What the page of one's data shows."""
    user = signed_in(request)
    choice = Choice.objects.filter(user_id=user.pk or 0).first() or Choice()
    name = {"real_name": getattr(user, "real_name", ""), "shown": choice.shows_real_name}
    page = {part: getattr(choice, f"shows_{part}") for part in PAGE_PARTS} | {"followed": choice.followed}
    membership, shown = membership_of(user), shown_of(user.pk or 0)
    if not choice.page_code:
        page["results"] = True  # what is ticked for anyone who opens a page
        page["followed"] = not young([user.pk or 0])
    return {
        "export": Export.objects.filter(user_id=user.pk or 0).defer("data").order_by("-pk").first(),
        "guardian": Guardian.objects.filter(user_id=user.pk or 0).first(),
        "reasons": services.reasons_to_wait(user),
        "form": ErasePasswordForm(),
        "guardian_form": GuardianForm(),
        "name_form": RealNameForm(initial=name),
        "page_form": PlayerPageForm(initial={"opened": bool(choice.page_code), **page}),
        "page_code": choice.page_code,
        "clan": membership.clan if membership is not None else None,
        "shown": shown,
        **who_sees(user, membership, shown),
    }


@login_required
@never_cache
@require_POST
def real_name(request: HttpRequest) -> HttpResponse:
    """A real name, and whether everybody may read it."""
    form = RealNameForm(request.POST)
    if form.is_valid():
        actor = Actor(request.user, "person")
        answer = perform(
            request,
            choice_services.real_name_change,
            form=form,
            actor=actor,
            done=_("Saved."),
            **form.cleaned_data,
        )
        if answer is not None:
            return redirect("privacy:my_data")
    return _my_page(request, name_form=form)


@login_required
@never_cache
@require_POST
def player_page(request: HttpRequest) -> HttpResponse:
    """Open or close a page of one's own, and say what is on it."""
    form = PlayerPageForm(request.POST)
    if form.is_valid():
        opened = form.cleaned_data.pop("opened")
        answer = perform(
            request,
            choice_services.page_choose,
            form=form,
            actor=Actor(request.user, "person"),
            done=_("Saved."),
            opened=opened,
            followed=form.cleaned_data["followed"],
            parts=[part for part in PAGE_PARTS if form.cleaned_data[part]],
        )
        if answer is not None:
            return redirect(reverse("privacy:my_data") + "#player-page")
    return _my_page(request, page_form=form)


@login_required
@never_cache
@require_POST
def export(request: HttpRequest) -> HttpResponse:
    """Begin the file of everything."""
    perform(
        request, services.export_ask, actor=Actor(request.user, "person"), language=get_language() or "en"
    )
    return redirect("privacy:my_data")


@login_required
@never_cache
@require_safe
def export_file(request: HttpRequest, export_id: int) -> HttpResponse:
    """The file, for the person alone."""
    made = Export.objects.filter(pk=export_id, user_id=request.user.pk or 0, state=Export.State.DONE).first()
    if made is None:
        raise Http404
    response = HttpResponse(bytes(made.data), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="x610z-my-data.zip"'
    return response


@login_required
@never_cache
@require_POST
def erase(request: HttpRequest) -> HttpResponse:
    """Forget the person who is signed in; the password is asked again, and wrong ones are counted."""
    form = ErasePasswordForm(request.POST)
    user = request.user
    if wait := limits.wait_for(limits.CODES, "password", str(user.pk)):
        return too_many(request, wait)
    if form.is_valid() and not user.check_password(form.cleaned_data["password"]):
        limits.count(limits.CODES, "password", str(user.pk))
        form.add_error("password", _("This is not your password. Nothing was erased."))
    if form.is_valid():
        try:
            pseudonym = services.person_erase(actor=Actor(user, "person"), user_id=user.pk or 0)
        except UserError as error:
            show_problems(request, error, form)
        else:
            logout(request)
            return render(request, "privacy/erased.html", {"pseudonym": pseudonym})
    return _my_page(request, form=form)


@login_required
@never_cache
@require_POST
def guardian(request: HttpRequest) -> HttpResponse:
    """A player of 12 to 15 names a guardian, or another one; only the desk takes it back."""
    actor = Actor(request.user, "person")
    form = GuardianForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        done = _("Saved. The desk of your tournament will speak with your parent or guardian.")
        if (
            perform(request, choice_services.guardian_give, form=form, actor=actor, done=done, **said)
            is not None
        ):
            return redirect("privacy:my_data")
    return _my_page(request, guardian_form=form)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def erasures(request: HttpRequest) -> HttpResponse:
    """The office erases somebody who cannot sign in: one asks, another confirms."""
    if not getattr(request.user, "works_as_office", False):
        raise PermissionDenied
    actor = Actor(request.user, "office")
    form = EraseForm(request.POST if "username" in request.POST else None)
    if request.method == "POST" and "confirm" in request.POST:
        try:
            number = whole_number(request.POST["confirm"])
            pseudonym = services.erasure_confirm(actor=actor, request_id=number)
        except UserError as error:
            show_problems(request, error)
        else:
            messages.success(
                request, _("Being erased. In results this becomes %(name)s.") % {"name": pseudonym}
            )
        return redirect("privacy:erasures")
    if form.is_bound and form.is_valid():
        user = get_user_model().objects.filter(username=fold(form.cleaned_data["username"])).first()
        number = user.pk if user is not None else 0
        done = _("Requested. Somebody else at the office must confirm it.")
        if (
            perform(request, services.erasure_ask, form=form, actor=actor, user_id=number, done=done)
            is not None
        ):
            return redirect("privacy:erasures")
    waiting = ErasureRequest.objects.select_related("user", "asked_by").order_by("asked_at")
    under_way = Erasure.objects.order_by("at")
    context = {"form": form, "waiting": waiting, "under_way": under_way}
    return render(request, "privacy/erasures.html", context, status=refused_status(form))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def guardians(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk: players of 12 to 15 of this event, how to reach their guardians, and who was spoken with."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.GUARDIANS)
    if request.POST.get("do") == "friend":
        numbers = {f"{name}_id": whole_number(request.POST.get(name, "")) for name in ("user", "friendship")}
        said: Arguments = {"actor": actor, "tournament": tournament, **numbers}
        perform(request, choice_services.guardian_friend, done=_("Noted."), **said)
        return redirect("privacy:guardians", slug=slug)
    if request.method == "POST":
        number, back = whole_number(request.POST.get("user", "")), request.POST.get("do") == "withdraw"
        perform(
            request,
            choice_services.guardian_withdraw if back else choice_services.guardian_confirm,
            actor=actor,
            tournament=tournament,
            user_id=number,
            done=_("Withdrawn.") if back else _("Noted: you spoke with the guardian."),
        )
        return redirect("privacy:guardians", slug=slug)
    talks = GuardianTalk.objects.filter(guardian=OuterRef("pk"), tournament=tournament)
    found = choice_services.guardians_here(tournament).annotate(spoken=Exists(talks))
    rows = list(found.select_related("user").order_by("user__sort_name", "pk"))
    friends = of_guardians([one.user_id for one in rows if one.spoken])
    shown = [(one, friends.get(one.user_id, [])) for one in rows]
    context = page(request, tournament, rows=shown)
    return render(request, "privacy/guardians.html", context)
