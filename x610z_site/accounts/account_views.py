"""The page of one's own account: names, password, sessions."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from community.forum.access import links, signs_in
from ledger.commands import Actor
from ledger.credentials import Kind, Shown, kinds, session_of
from ledger.errors import UserError
from ledger.people import Account, signed_in
from ledger.web import show_problems

from . import limits, services
from .forms import DisplayNameForm, PasswordForm, UsernameForm, ZoneForm
from .sessions import begin
from .views import BACKEND, account_of, too_many

FORMS: dict[str, Any] = {
    "rename": DisplayNameForm,
    "zone": ZoneForm,
    "username": UsernameForm,
    "password": PasswordForm,
}
WITHOUT_PASSWORD = ("rename", "zone")


@sensitive_post_parameters("current", "password")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """My account: change the names and the password, see what is signed in or acts for one, and end it."""
    do = request.POST.get("do", "")
    if do == "end":
        return _end(request)
    bound = FORMS[do](request.POST) if do in FORMS else None
    if bound is not None:
        wait = (
            limits.wait_for(limits.CODES, "password", str(request.user.pk))
            if do not in WITHOUT_PASSWORD
            else 0
        )
        if wait:
            return too_many(request, wait)
        if bound.is_valid() and _done(request, do, bound):
            return redirect("accounts:account")
    forms_here = {name: bound if name == do and bound else form() for name, form in FORMS.items()}
    forms_here["rename"].initial = {"display_name": account_of(request).display_name}
    forms_here["zone"].initial = {"time_zone": account_of(request).time_zone}
    context = {
        "forms": forms_here,
        "acting": acting_for(signed_in(request), session_of(request)),
        "forum": signs_in() or links(),
    }
    return render(request, "accounts/account.html", context, status=422 if bound is not None else 200)


def acting_for(user: Account, here: str) -> list[tuple[Kind, list[Shown]]]:
    """Every kind of credential that somebody has, with those of it; ``here`` is the session that asks."""
    found = [(kind, list(kind.shown(user, here))) for kind in kinds() if kind.shown is not None]
    return [(kind, rows) for kind, rows in found if rows]


def _end(request: HttpRequest) -> HttpResponse:
    """End one credential, or everything but this session."""
    kind, _colon, number = request.POST.get("which", "").partition(":")
    actor = Actor(request.user, "player")
    if kind:
        services.credential_end(actor=actor, kind=kind, number=number)
    else:
        services.session_end(actor=actor, keep=session_of(request))
    messages.success(request, _("Ended."))
    return redirect("accounts:account")


def _done(request: HttpRequest, do: str, form: forms.Form) -> bool:
    actor, said = Actor(request.user, "player"), form.cleaned_data
    try:
        if do == "rename":
            services.account_rename(actor=actor, **said)
        elif do == "zone":
            services.account_set_zone(actor=actor, **said)
        elif do == "username":
            services.account_change_username(actor=actor, **said)
        else:
            services.account_change_password(actor=actor, **said)
    except UserError as error:
        if error.code == "wrong_password":
            limits.count(limits.CODES, "password", str(request.user.pk))
        show_problems(request, error, form)
        return False
    if do == "password":
        # All sessions are over, this one too: its owner has just said both passwords and begins a new one.
        login(request, account_of(request), backend=BACKEND)
        begin(request)
    messages.success(request, _("Changed."))
    return True
