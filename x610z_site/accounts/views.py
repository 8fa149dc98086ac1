"""Signing in, signing up, personal links, the theme switch."""

from typing import Any

import segno
from django.contrib.auth import get_user_model, login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from tournaments.clans.selectors import clan_of
from tournaments.entries.models import Entry
from tournaments.entries.selectors import public_entries
from tournaments.events.access import access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.web import page

from .forms import AccountForm, SignInForm
from .selectors import entries_of, roles_of
from .services import account_create, link_create, link_use, token_hash

BACKEND = "django.contrib.auth.backends.ModelBackend"
THEMES = ("system", "light", "dark")
YEAR = 365 * 24 * 3600


class SignIn(LoginView):
    """The sign-in page; many wrong passwords on one account stop that account, never the whole hall."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


class SignOut(LogoutView):
    """Sign out (POST only)."""


def _safe_next(request: HttpRequest, fallback: str) -> str:
    target = request.POST.get("next") or request.GET.get("next") or ""
    local = target.startswith("/") and target.isprintable()  # else it could be taken for the name of a view
    if local and url_has_allowed_host_and_scheme(
        target, {request.get_host()}, require_https=request.is_secure()
    ):
        return target
    return fallback


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Remember light, dark or the system's own in a cookie the server reads, so nothing flashes."""
    response = HttpResponseRedirect(_safe_next(request, "/"))
    theme = request.POST.get("theme", "")
    if theme in THEMES:
        response.set_cookie(
            "theme", theme, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True
        )
    return response


@never_cache
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and be signed in."""
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            answer = account_create(actor=SYSTEM, **form.cleaned_data)
        except UserError as error:
            for problem in error.problems:
                form.add_error(problem.field, problem.message)
        else:
            login(request, get_user_model().objects.get(pk=answer["user"]), backend=BACKEND)
            return redirect(_safe_next(request, "/me/"))
    return render(request, "accounts/sign_up.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "POST"])
def personal_link(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in by a personal link; a page asks first, so that a mail scanner's GET uses nothing."""
    if request.method == "GET":
        return render(request, "accounts/personal_link.html", {"token": token})
    try:
        answer = link_use(actor=SYSTEM, token_sha256=token_hash(token))
    except UserError as error:
        return render(request, "accounts/personal_link.html", {"token": token, "error": error}, status=404)
    login(request, get_user_model().objects.get(pk=answer["user"]), backend=BACKEND)
    slug = answer["scope"].removeprefix("t-")
    return redirect(f"/t/{slug}/me/" if slug else "/me/")


@login_required
@never_cache
@require_safe
def profile(request: HttpRequest) -> HttpResponse:
    """My page: the tournaments I play in and work at, and my clan."""
    return render(
        request,
        "accounts/profile.html",
        {
            "entries": entries_of(request.user),
            "roles": roles_of(request.user),
            "clan": clan_of(request.user),
        },
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def links(request: HttpRequest, slug: str) -> HttpResponse:
    """Personal links of a tournament's players, with QR codes to print; each is shown once, when it is made."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, "entries")
    entries = list(public_entries(tournament).select_related("user"))
    made = []
    if request.method == "POST":
        wanted = set(request.POST.getlist("entry"))
        for entry in entries:
            if str(entry.pk) in wanted or "all" in wanted:
                made.append(_made_link(request, tournament, actor, entry))
    context = page(request, tournament, entries=entries, made=made)
    return render(request, "accounts/links.html", context)


def _made_link(request: HttpRequest, tournament: Tournament, actor: Actor, entry: Entry) -> dict[str, Any]:
    token = link_create(actor=actor, user=entry.user, scope=tournament.chain_key)["token"]
    url = request.build_absolute_uri(reverse("accounts:link", args=[token]))
    qr = segno.make(url, error="m").svg_data_uri(scale=4, border=2)
    return {"entry": entry, "url": url, "qr": qr}
