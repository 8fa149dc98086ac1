"""Passkeys: the list on one's own account, signing in with one, and showing anew who one is.

Every page works without its script: then the code of an app is the second step. The script asks for a challenge,
lets the browser answer it and puts the answer into a plain form.
"""

import json
import time

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.people import Account
from ledger.shapes import Json
from ledger.web import show_problems, whole_number

from . import limits, passkey_services, passkeys
from .forms import PasskeyForm, ProveForm, ProvePasswordForm
from .models import Passkey, RecoveryCode, SecondStep, User
from .sessions import begin
from .step_views import HALF, half_of
from .views import BACKEND, account_of, first_page, safe_next, too_many, welcomed

CHALLENGE, PROVED = "passkey-challenge", "proved"
PROVED_SECONDS = 300
"""So long somebody who has just shown who they are may change their passkeys."""


# --- challenges: in the session, for one purpose, once ---------------------------------------------------------


def _begin_challenge(request: HttpRequest, purpose: str, handle: str = "") -> str:
    challenge = passkeys.new_challenge()
    request.session[CHALLENGE] = [purpose, challenge, handle, int(time.time())]
    return challenge


def _take_challenge(request: HttpRequest, purpose: str) -> tuple[str, str]:
    """The challenge of this session and the handle that goes with it; empty when it is for something else, or old."""
    kind, challenge, handle, since = request.session.pop(CHALLENGE, ("", "", "", 0))
    fits = kind == purpose and time.time() - since <= passkeys.CHALLENGE_SECONDS
    return (challenge, handle) if fits else ("", "")


def _place(request: HttpRequest) -> passkeys.Place:
    place = passkeys.place_of(request.get_host(), request.is_secure())
    if place is None:
        raise UserError(
            "no_passkeys_here", _("Passkeys only work on this site's secure address. Use a code.")
        )
    return place


def _answer(request: HttpRequest) -> Json:
    """What the browser answered, as the script put it into the form; {} for anything else."""
    text = request.POST.get("answer", "")
    try:
        said = json.loads(text) if len(text) <= passkeys.MOST_CHARACTERS else {}
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _ids(user: Account) -> list[str]:
    return list(Passkey.objects.filter(user=user).order_by("pk").values_list("credential_id", flat=True))


@never_cache
@require_POST
def passkey_options(request: HttpRequest) -> HttpResponse:
    """What the browser is to ask a passkey for, with a new challenge: to sign in, to prove who one is, or to add one.

    A refusal is a sentence in the same form, for the script to show.
    """
    address, purpose = limits.address_of(request), request.POST.get("for", "")
    if wait := limits.wait_for(limits.CHALLENGES, address):
        return JsonResponse(
            {"message": _("Too many tries. Wait a moment.")}, status=429, headers={"Retry-After": wait}
        )
    limits.count(limits.CHALLENGES, address)
    ask = ASKING.get(purpose)
    try:
        if ask is None:
            raise UserError("purpose", _("This page is out of date. Load it again."))
        return JsonResponse(ask(request, _place(request)))
    except UserError as error:
        return JsonResponse({"message": error.problems[0].message}, status=422)


def _ask_to_sign_in(request: HttpRequest, place: passkeys.Place) -> Json:
    half = half_of(request)
    if half is None and not request.user.is_authenticated:
        request.session.set_expiry(passkeys.CHALLENGE_SECONDS)
    held = _ids(half) if half else []  # else the device says whose passkeys it has; we tell nobody
    return passkeys.ask_to_sign(place, _begin_challenge(request, "sign-in"), held)


def _ask_to_prove(request: HttpRequest, place: passkeys.Place) -> Json:
    if not request.user.is_authenticated:
        raise PermissionDenied
    return passkeys.ask_to_sign(place, _begin_challenge(request, "prove"), _ids(request.user))


def _ask_to_add(request: HttpRequest, place: passkeys.Place) -> Json:
    if not (request.user.is_authenticated and proved(request)):
        raise PermissionDenied
    user = account_of(request)
    first = Passkey.objects.filter(user=user).values_list("handle", flat=True).first()
    handle = first or passkeys.new_handle()
    challenge = _begin_challenge(request, "add", handle)
    return passkeys.ask_to_make(place, challenge, handle, (user.username, user.display_name), _ids(user))


ASKING = {"sign-in": _ask_to_sign_in, "prove": _ask_to_prove, "add": _ask_to_add}


# --- signing in ----------------------------------------------------------------------------------------------


@never_cache
@require_POST
def passkey_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with a passkey: after the password, or alone, as it holds and knows its owner."""
    half, address = half_of(request), limits.address_of(request)
    target = request.session[HALF][3] if half else safe_next(request, "")
    wait = limits.wait_for(limits.CODES, "code", str(half.pk)) if half else 0
    if wait := wait or limits.wait_for(limits.PASSKEYS, address):
        return too_many(request, wait)
    challenge, _handle = _take_challenge(request, "sign-in")
    said = {"challenge": challenge, "answer": _answer(request), "user": half}
    try:
        found = passkey_services.passkey_use(actor=SYSTEM, place=_place(request), **said)
    except UserError as error:
        limits.count(limits.PASSKEYS, address)
        if half:
            limits.count(limits.CODES, "code", str(half.pk))
        limits.LOG.warning("wrong passkey: person %s from %s", half.pk if half else "unknown", address)
        show_problems(request, error)
        return redirect("accounts:code" if half else "accounts:login")
    user = User.objects.get(pk=found["user"])
    # As it was under the lock: whatever ended all sessions in between wins.
    user.session_epoch = found["epoch"]
    request.session.flush()
    login(request, user, backend=BACKEND)
    return welcomed(request, user, target or first_page(user))


# --- one's own passkeys --------------------------------------------------------------------------------------


def proved(request: HttpRequest) -> bool:
    """Whether this person has shown who they are in this session in the last five minutes."""
    pk, since = request.session.get(PROVED, (0, 0))
    return pk == request.user.pk and time.time() - since <= PROVED_SECONDS


@sensitive_post_parameters("current", "code")
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def passkeys_page(request: HttpRequest) -> HttpResponse:
    """My passkeys: show anew who I am; then make one, take one away, or make new recovery codes."""
    user = account_of(request)
    do, prove = request.POST.get("do", ""), ProveForm if user.second_step_at else ProvePasswordForm
    form: forms.Form = prove()
    adding, codes, status = PasskeyForm(), list[str](), 200
    if do == "prove":
        if wait := limits.wait_for(limits.CODES, "password", str(user.pk)):
            return too_many(request, wait)
        form = prove(None if request.POST.get("answer") else request.POST)
        if _prove(request, form):
            return redirect("accounts:passkeys")
        status = 422
    elif do:
        adding = PasskeyForm(request.POST) if do == "add" else adding
        fresh = _change(request, do, adding)
        if fresh == []:
            return redirect("accounts:passkeys")
        codes, status = (fresh, 200) if fresh else ([], 422)
        user, adding = account_of(request), adding if fresh is None else PasskeyForm()
    context = {
        "form": form,
        "adding": adding,
        "codes": codes,
        "proved": proved(request),
        "passkeys": Passkey.objects.filter(user=user).order_by("pk"),
        "most": passkey_services.MOST,
        "possible": passkeys.place_of(request.get_host(), request.is_secure()) is not None,
        "since": user.second_step_at,
        "has_app": SecondStep.objects.filter(user=user).exists(),
        "left": RecoveryCode.objects.filter(user=user).count(),
    }
    return render(request, "accounts/passkeys.html", context, status=status)


def _prove(request: HttpRequest, form: forms.Form) -> bool:
    """Password (and code), or a passkey of one's own."""
    actor = Actor(request.user, "player")
    try:
        if request.POST.get("answer"):
            challenge, _handle = _take_challenge(request, "prove")
            said = {"place": _place(request), "challenge": challenge, "answer": _answer(request)}
            passkey_services.passkey_use(actor=actor, user=request.user, **said)
        elif form.is_valid():
            passkey_services.second_step_prove(actor=actor, **form.cleaned_data)
        else:
            return False
    except UserError as error:
        limits.count(limits.CODES, "password", str(request.user.pk))
        show_problems(request, error, form if form.is_bound else None)
        return False
    request.session[PROVED] = [request.user.pk, int(time.time())]
    return True


def _change(request: HttpRequest, do: str, form: PasskeyForm) -> list[str] | None:
    """Add, remove, or make new recovery codes: the codes to show, if any; None when it was refused."""
    if not proved(request):
        messages.error(request, _("Show who you are again: five minutes have passed."))
        return None
    actor = Actor(request.user, "player")
    try:
        if do == "codes":
            return passkey_services.recovery_codes_renew(actor=actor)["codes"]
        if do == "remove":
            number = whole_number(request.POST.get("passkey", ""))
            passkey_services.passkey_remove(actor=actor, passkey_id=number)
            fresh: list[str] = []
        else:
            challenge, handle = _take_challenge(request, "add")
            if not form.is_valid():
                return None
            said = {"challenge": challenge, "handle": handle, "answer": _answer(request)}
            fresh = passkey_services.passkey_add(
                actor=actor, place=_place(request), **said, **form.cleaned_data
            )["codes"]
    except UserError as error:
        show_problems(request, error, form if form.is_bound else None)
        return None
    # All sessions are over; this person has just shown who they are and begins a new one.
    since = request.session[PROVED]
    login(request, account_of(request), backend=BACKEND)
    begin(request)
    request.session[PROVED] = since
    messages.success(request, _("Changed. Every other session has ended."))
    return fresh
