"""Signing in, signing up, invitations, the personal links of guests, the theme switch."""

from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView, LogoutView
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.html import format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.commands import SYSTEM, Actor
from ledger.credentials import session_of
from ledger.errors import UserError
from ledger.people import signed_in
from ledger.shapes import Context
from ledger.web import perform
from tournaments.display.playing import plays_now
from tournaments.entries.invitation_services import entry_accept, entry_claim
from tournaments.entries.models import Entry
from tournaments.entries.selectors import guest_entries
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.invitation_services import (
    invitation_decline,
    staff_accept,
)
from tournaments.events.models import Invitation, Tournament
from tournaments.events.page import page
from tournaments.events.selectors import invitations_of, own_invitation
from tournaments.organizations.selectors import asked_of

from . import limits, services
from .forms import AccountForm, SignInForm
from .guests import links_of, tournament_of_link
from .models import PersonalLink, User
from .profile import profile_of
from .questions import guardian_given
from .services import account_create, link_create, link_use, refused_link, token_hash
from .sessions import begin

BACKEND = "django.contrib.auth.backends.ModelBackend"
THEMES = ("system", "light", "dark")
ON_TOP = "on-top"
"""The tag of a message that stands at the top of the page, until another page is opened."""
YEAR = 365 * 24 * 3600


@method_decorator(sensitive_post_parameters("password"), name="dispatch")
class SignIn(LoginView):
    """The sign-in page; wrong passwords stop anyone who types them, not the owner and not the hall (limits.py)."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True
    http_method_names = ["get", "head", "options", "post"]

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Refuse for a while where too much was tried; the password is not even looked at then."""
        wait = limits.sign_in_wait(request, request.POST.get("username", ""))
        return too_many(request, wait) if wait else super().post(request, *args, **kwargs)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Count a wrong password."""
        limits.sign_in_failed(self.request, self.request.POST.get("username", ""))
        return super().form_invalid(form)

    def form_valid(self, form: Any) -> HttpResponse:
        """Let the person in, in a session of its own, and let the account know this browser."""
        user = form.get_user()
        limits.sign_in_worked(self.request, user.username)
        if user.second_step_at is not None:
            from .step_views import half_signed_in  # which shares this module's small parts

            return half_signed_in(self.request, user, self.get_redirect_url() or first_page(user))
        login(self.request, user)
        return welcomed(self.request, user, self.get_redirect_url() or first_page(user))

    def get_default_redirect_url(self) -> str:
        """Where somebody goes who is signed in already and opens this page."""
        return first_page(signed_in(self.request))


def first_page(user: User) -> str:
    """Where somebody begins who asked for no page: the own match of an event that is being played, else My page."""
    event = plays_now(user.pk)
    return reverse("tournaments:me", args=[event.slug]) if event else reverse("accounts:profile")


def welcomed(request: HttpRequest, user: User, target: str) -> HttpResponse:
    """Begin the session of somebody who just signed in; what they are invited to stands on top of the next page."""
    begin(request)
    mine = reverse("accounts:profile")
    if target != mine and (invitations_of(user) or asked_of(user)):
        line = format_html('{} <a href="{}">{}</a>', _("You are invited."), mine, _("Answer on your page"))
        messages.info(request, line, extra_tags=ON_TOP)
    response = HttpResponseRedirect(target)
    limits.remember(request, response, user.username)
    return response


def account_of(request: HttpRequest) -> User:
    """The row of the person who is signed in, read anew; for views that only people signed in reach."""
    return User.objects.get(pk=request.user.pk or 0)


def too_many(request: HttpRequest, wait: int) -> HttpResponse:
    """Too many tries, and how long to wait."""
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(wait)
    return response


class SignOut(LogoutView):
    """Sign out (POST only): the session ends and all that hangs on it; what the browser kept of its pages goes."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """End what hangs on the session, then the session."""
        if request.user.is_authenticated:
            services.signed_out(request.user, session_of(request))
        response = super().post(request, *args, **kwargs)
        response["Clear-Site-Data"] = '"cache"'
        return response


def safe_next(request: HttpRequest, fallback: str) -> str:
    """Where a form wants to go on, if that is a page of ours."""
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
    response = HttpResponseRedirect(safe_next(request, "/"))
    theme = request.POST.get("theme", "")
    if theme in THEMES:
        response.set_cookie(
            settings.THEME_COOKIE_NAME,
            theme,
            max_age=YEAR,
            samesite="Lax",
            secure=request.is_secure(),
            httponly=True,
        )
    return response


@never_cache
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and be signed in."""
    form = AccountForm(request.POST or None)
    address = limits.address_of(request)
    if request.method == "POST" and (wait := limits.wait_for(limits.SIGN_UPS, address)):
        return too_many(request, wait)
    if request.method == "POST" and form.is_valid():
        said = dict(form.cleaned_data)
        age, guardian = said.pop("age"), said.pop("guardian")
        try:
            with transaction.atomic():
                answer = account_create(actor=SYSTEM, **said)
                if age == "12":
                    person = Actor(User.objects.get(pk=answer["user"]), "person")
                    guardian_given(person, guardian)
        except UserError as error:
            for problem in error.problems:
                form.add_error(problem.field, problem.message)
        else:
            limits.count(limits.SIGN_UPS, address)
            user = User.objects.get(pk=answer["user"])
            login(request, user, backend=BACKEND)
            begin(request)
            response = HttpResponseRedirect(safe_next(request, "/me/"))
            limits.remember(request, response, user.username)
            return response
    return render(request, "accounts/sign_up.html", {"form": form}, status=422 if form.errors else 200)


@sensitive_post_parameters("code")
@never_cache
@require_http_methods(["GET", "POST"])
def personal_link(request: HttpRequest) -> HttpResponse:
    """Let a guest in by the secret of a personal link: it comes in the body of one POST and stands in no address."""
    if request.method == "GET":
        return render(request, "accounts/personal_link.html")
    address = limits.address_of(request)
    if wait := limits.wait_for(limits.LINKS, address):
        return too_many(request, wait)
    sha256 = token_hash(request.POST.get("code", "").strip()[:200])
    tournament = tournament_of_link(sha256)
    try:
        if tournament is None:
            raise refused_link()
        answer = link_use(actor=SYSTEM, tournament=tournament, token_sha256=sha256)
    except UserError as error:
        limits.count(limits.LINKS, address)
        return render(request, "accounts/personal_link.html", {"error": error}, status=404)
    guest = User.objects.get(pk=answer["user"])
    # As it was under the lock: a new link that was made in between wins.
    guest.session_epoch = answer["epoch"]
    login(request, guest, backend=BACKEND)
    begin(request)
    return redirect("tournaments:me", slug=tournament.slug)


@login_required
@never_cache
@require_safe
def profile(request: HttpRequest) -> HttpResponse:
    """My page: what I am asked, where I play, how my year went, and who sees what of it."""
    context = profile_of(signed_in(request), request.GET.get("year", ""))
    return render(request, "accounts/profile.html", context)


YES = {
    Invitation.Kind.PLAY: entry_accept,
    Invitation.Kind.STAFF: staff_accept,
    Invitation.Kind.CLAIM: entry_claim,
}


@login_required
@never_cache
@require_POST
def invitation(request: HttpRequest, number: int) -> HttpResponse:
    """Say yes or no to what a tournament asks; an invitation of somebody else does not exist."""
    asked = own_invitation(signed_in(request), number)
    if asked is None:
        raise Http404
    yes = request.POST.get("answer") == "yes"
    service = YES[Invitation.Kind(asked.kind)] if yes else invitation_decline
    word = (
        _("Thank you. It is on this page now.")
        if yes
        else _("You have said no. You will not be asked again.")
    )
    actor = Actor(request.user, "player")
    perform(request, service, actor=actor, tournament=asked.tournament, invitation_id=asked.pk, done=word)
    return redirect("accounts:profile")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def links(request: HttpRequest, slug: str) -> HttpResponse:
    """Personal links of a tournament's guests, with QR codes to print; each is shown once, when it is made."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.ENTRIES)
    entries = [entry for entry in guest_entries(tournament) if entry.user.is_active]
    made = []
    if request.method == "POST":
        wanted = set(request.POST.getlist("entry"))
        for entry in entries:
            if str(entry.pk) in wanted or "all" in wanted:
                made.append(_made_link(request, tournament, actor, entry))
    live = links_of(tournament)
    guests = [(entry, _link_word(live.get(entry.user_id))) for entry in entries]
    context = page(request, tournament, guests=guests, made=made)
    return render(request, "accounts/links.html", context)


def _link_word(link: PersonalLink | None) -> str:
    """What the desk reads beside a guest's name."""
    if link is None:
        return ""
    return _("opened") if link.used_at else _("link created")


def _made_link(request: HttpRequest, tournament: Tournament, actor: Actor, entry: Entry) -> Context:
    token = link_create(actor=actor, tournament=tournament, user=entry.user)["token"]
    url = f"{request.build_absolute_uri(reverse('accounts:link'))}#{token}"
    qr = segno.make(url, error="m").svg_data_uri(scale=4, border=2, light="white")
    return {"entry": entry, "url": url, "qr": qr}
