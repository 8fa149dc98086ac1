"""The second step at signing in and its set-up; a new password for somebody who forgot theirs."""

import time
from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.shapes import Context
from ledger.web import perform, show_problems, whole_number
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.page import page

from . import limits, second_step, step_services
from .forms import CodeForm, DeskRecoveryForm, NewPasswordForm, RecoverForm, StepForm
from .models import Passkey, Recovery, SecondStep, User
from .selectors import players_with_accounts
from .services import token_hash
from .sessions import begin
from .views import BACKEND, account_of, safe_next, too_many, welcomed

HALF, SETTING_UP = "half", "second-step"
HALF_SECONDS = 300
"""So long the code may take after the password."""
ASKED_SHOWN = 20


def half_signed_in(request: HttpRequest, user: User, target: str) -> HttpResponse:
    """After the right password of somebody with a second step: nobody is signed in before the code."""
    request.session.cycle_key()
    request.session[HALF] = [user.pk, user.session_epoch, int(time.time()), target]
    return redirect("accounts:code")


def half_of(request: HttpRequest) -> User | None:
    """Who has shown the right password in this session just now, and no second step yet."""
    pk, epoch, since, _target = request.session.get(HALF, (0, 0, 0, ""))
    if time.time() - since > HALF_SECONDS:
        return None
    return User.objects.filter(pk=pk, session_epoch=epoch, is_active=True).first()


@sensitive_post_parameters("code")
@never_cache
@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """The second step: a code of the app, one of the recovery codes, or (passkey_views.py) a passkey."""
    user = half_of(request)
    if user is None:
        request.session.pop(HALF, None)
        return redirect("accounts:login")
    pk, target = user.pk, request.session[HALF][3]
    if wait := limits.wait_for(limits.CODES, "code", str(pk)):
        return too_many(request, wait)
    form = CodeForm(request.POST or None)
    if form.is_valid():
        try:
            step_services.second_step_use(actor=SYSTEM, user=user, code=form.cleaned_data["code"])
        except UserError as error:
            limits.count(limits.CODES, "code", str(pk))
            limits.LOG.warning("wrong code: person %s", pk)
            show_problems(request, error, form)
        else:
            request.session.flush()
            login(request, user, backend=BACKEND)
            return welcomed(request, user, target)
    kinds = {
        "app": SecondStep.objects.filter(user=user).exists(),
        "passkey": Passkey.objects.filter(user=user).exists(),
    }
    return render(request, "accounts/code.html", {"form": form} | kinds, status=422 if form.errors else 200)


STEPS: dict[str, Any] = {
    "renew": step_services.second_step_renew_codes,
    "remove": step_services.second_step_remove,
}


@sensitive_post_parameters("current", "code")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def second_step_page(request: HttpRequest) -> HttpResponse:
    """Set up the second step, make new recovery codes, or take it away."""
    do = request.POST.get("do", "")
    if do == "begin":
        request.session[SETTING_UP] = second_step.new_secret().hex()
        return redirect("accounts:second_step")
    form = StepForm(request.POST if do else None)
    codes: list[str] = []
    if do:
        if wait := limits.wait_for(limits.CODES, "password", str(request.user.pk)):
            return too_many(request, wait)
        if form.is_valid():
            codes = _step(request, do, form)
            if not form.errors and not codes:
                return redirect("accounts:second_step")
    from . import passkey_views  # which shares this module's half sign-ins

    user = account_of(request)
    app = SecondStep.objects.filter(user=user).exists()
    context: Context = {
        "form": StepForm() if codes else form,
        "codes": codes,
        "since": user.second_step_at,
        "app": app,
        "free": not app and (user.second_step_at is None or passkey_views.proved(request)),
    }
    if context["free"] and SETTING_UP in request.session:
        secret = bytes.fromhex(request.session[SETTING_UP])
        qr = segno.make(second_step.app_address(secret, user.username), error="m")
        context |= {
            "secret": second_step.written(secret),
            "qr": qr.svg_data_uri(scale=4, border=2, light="white"),
        }
    return render(request, "accounts/second_step.html", context, status=422 if form.errors else 200)


def _step(request: HttpRequest, do: str, form: StepForm) -> list[str]:
    from . import passkey_views  # which shares this module's half sign-ins

    actor, said = Actor(request.user, "player"), form.cleaned_data
    try:
        if do in STEPS:
            answer = STEPS[do](actor=actor, **said)
        else:
            secret = request.session.get(SETTING_UP, "")
            proved = passkey_views.proved(request)
            answer = step_services.second_step_set_up(actor=actor, secret=secret, proved=proved, **said)
            # All sessions are over; this person has just shown both steps and begins a new one.
            login(request, account_of(request), backend=BACKEND)
            begin(request)
            request.session.pop(SETTING_UP, None)
    except UserError as error:
        limits.count(limits.CODES, "password", str(request.user.pk))
        show_problems(request, error, form)
        return []
    messages.success(request, _("Changed."))
    return list(answer.get("codes", []))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def office_recovery(request: HttpRequest) -> HttpResponse:
    """The office helps somebody who forgot the password: one person asks, another agrees and is shown the code."""
    if not getattr(request.user, "works_as_office", False):
        raise PermissionDenied
    actor, made = Actor(request.user, "office"), ""
    agreeing = request.POST.get("recovery", "")
    form = RecoverForm(request.POST if request.method == "POST" and not agreeing else None)
    if agreeing:
        try:
            # Without a key of the form: the answer holds the code, and answers are kept under their keys.
            answer = step_services.recovery_agree(actor=actor, recovery_id=whole_number(agreeing))
            made = f"{request.build_absolute_uri(reverse('accounts:recover'))}#{answer['code']}"
        except UserError as error:
            show_problems(request, error)
    elif form.is_valid():
        said = form.cleaned_data["username"]
        word = _("Now a second person at the office must agree.")
        if perform(request, step_services.recovery_ask, form=form, actor=actor, username=said, done=word):
            return redirect("accounts:office_recovery")
    waiting = Recovery.objects.filter(ended_at=None, agreed_by=None, expires_at__gt=timezone.now())
    context = {
        "form": form,
        "made": made,
        "waiting": waiting.select_related("user", "asked_by", "tournament").order_by("pk"),
    }
    return render(request, "accounts/office_recovery.html", context, status=422 if form.errors else 200)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def desk_recovery(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk asks the office for a new password for a player who stands before it; it is shown no code."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.ENTRIES)
    players = players_with_accounts(tournament).exclude(user=account_of(request))
    form = DeskRecoveryForm(request.POST or None, players=players)
    if form.is_valid():
        asking = {"tournament": tournament, "entry_id": form.cleaned_data["entry"].pk}
        word = _(
            "The office has been asked. Somebody there agrees and gives the link to the player, not to you."
        )
        if perform(request, step_services.recovery_ask_at_desk, form=form, actor=actor, done=word, **asking):
            return redirect("accounts:desk_recovery", slug=slug)
    here = Recovery.objects.filter(tournament=tournament).select_related("user", "asked_by").order_by("-pk")
    context = page(request, tournament, form=form, asked=here[:ASKED_SHOWN], now=timezone.now())
    return render(request, "accounts/desk_recovery.html", context, status=422 if form.errors else 200)


@sensitive_post_parameters("code", "password")
@never_cache
@require_http_methods(["GET", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Set a new password with the code from the office; the code stands behind the # of the address, or is typed."""
    address = limits.address_of(request)
    if wait := limits.wait_for(limits.LINKS, address):
        return too_many(request, wait)
    form = NewPasswordForm(request.POST or None)
    if form.is_valid():
        sha256 = token_hash(form.cleaned_data["code"].strip())
        try:
            step_services.recovery_use(
                actor=SYSTEM, code_sha256=sha256, password=form.cleaned_data["password"]
            )
        except UserError as error:
            if error.code == "recovery":
                limits.count(limits.LINKS, address)
            show_problems(request, error, form)
        else:
            messages.success(request, _("Your new password works now. Sign in with it."))
            return redirect("accounts:login")
    return render(request, "accounts/recover.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@never_cache
@require_http_methods(["POST"])
def stop_recovery(request: HttpRequest) -> HttpResponse:
    """The owner stops a request for a new password."""
    word = _("Stopped. If it was not you who asked, tell the office.")
    perform(request, step_services.recovery_stop, actor=Actor(request.user, "player"), done=word)
    return redirect(safe_next(request, "/me/"))
