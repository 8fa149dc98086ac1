"""Pages of the forum: going there, the account one has there, the topic about a thing."""

import secrets

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.people import signed_in
from ledger.shapes import Context
from ledger.web import REFUSED, perform, show_problems

from . import services
from .access import ASKED, LINKED, LINKING, forum_url, keep, kept, led_on, links, only_if, signs_in
from .models import ForumTopic
from .people import account_of, facts_of, why_not
from .protocol import UnprovedError, nonce_of, proved, signed
from .sending_services import on
from .things import thing_of

PAGE = "community/forum.html"


@only_if(lambda: signs_in() or links())
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def forum(request: HttpRequest) -> HttpResponse:
    """The reader's account at the forum: what it is told, what is linked, and the way there."""
    user = signed_in(request)
    actor, do = Actor(user, "player"), request.POST.get("do", "")
    if do == "roles":
        shows = request.POST.get("shows_roles") == "yes"
        perform(request, services.forum_choose, actor=actor, shows_roles=shows, done=_("Changed."))
    elif do == "unlink":
        perform(request, services.forum_unlink, actor=actor, done=_("No longer linked."))
    if do:
        return redirect("community:forum")
    return led_on(render(request, PAGE, _shown(request)))


def _shown(request: HttpRequest) -> Context:
    """What the pages show of the reader's account."""
    user = signed_in(request)
    account = account_of(user)
    facts = facts_of([account])[user.pk] if account is not None else None
    return {
        "account": account,
        "groups": sorted(facts.groups) if facts is not None else [],
        "why_not": why_not(user, account),
        "way_in": forum_url("/session/sso", {"return_path": "/"}) if signs_in() else "",
        "links": links(),
        "asks": False,
    }


@only_if(signs_in)
@never_cache
@require_safe
def connect(request: HttpRequest) -> HttpResponse:
    """Where the forum sends somebody who signs in there: it must prove that it asks, and leads back to itself alone."""
    try:
        said = proved(settings.FORUM_SECRET, request.GET.get("sso", ""), request.GET.get("sig", ""))
        nonce = nonce_of(said)
        if said.get("return_sso_url", "") != forum_url("/session/sso_login"):
            raise UnprovedError
    except UnprovedError:
        return _refused(request, _("The forum did not ask for this. Start again at the forum."))
    keep(request, ASKED, nonce)
    return redirect("community:forum_go")


def _refused(request: HttpRequest, words: str) -> HttpResponse:
    return render(request, "community/forum_refused.html", {"words": words}, status=403)


@only_if(signs_in)
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def go(request: HttpRequest) -> HttpResponse:
    """On to the forum, for somebody signed in here: the first time after their yes to what it is told."""
    waiting = kept(request, ASKED)
    if waiting is None:
        return _refused(request, _("This has waited too long. Start again at the forum."))
    user = signed_in(request)
    account = account_of(user)
    shown, status = _shown(request) | {"asks": True}, 200
    known = account is not None and account.connected_at is not None
    if not shown["why_not"] and (request.method == "POST" or known):
        nonce = str(waiting[0])
        kept(request, ASKED, taken=True)
        try:
            services.forum_connect(actor=Actor(user, "player"), nonce=nonce, agreed=request.method == "POST")
        except UserError as error:
            show_problems(request, error)
            status = REFUSED
        else:
            return led_on(redirect(_led_back(request, nonce)))
    return led_on(render(request, PAGE, shown, status=status))


def _led_back(request: HttpRequest, nonce: str) -> str:
    """The forum's own address for whoever has signed in, with what it is told of them."""
    account = account_of(signed_in(request))
    facts = facts_of([account])[account.user_id or 0] if account is not None else None
    if account is None or facts is None:
        raise Http404  # closed in this very moment
    said = {"nonce": nonce, **facts.fields(account.groups)}
    return forum_url("/session/sso_login", signed(settings.FORUM_SECRET, said))


# --- the account that somebody has at the forum -----------------------------------------------------------------


@only_if(links)
@login_required
@never_cache
@require_POST
def link(request: HttpRequest) -> HttpResponse:
    """Ask the forum which account the reader has there."""
    nonce = secrets.token_urlsafe(24)
    keep(request, LINKING, nonce)
    back = settings.SITE_URL.rstrip("/") + reverse("community:forum_linked")
    said = signed(settings.FORUM_PROVIDER_SECRET, {"nonce": nonce, "return_sso_url": back})
    return redirect(forum_url("/session/sso_provider", said))


@only_if(links)
@login_required
@never_cache
@require_safe
def linked(request: HttpRequest) -> HttpResponse:
    """Where the forum leads back to, with the account that this browser has there; the reader is asked if it is theirs.

    What it says is taken for the nonce that this very session waits for, once.
    """
    waiting = kept(request, LINKING, taken=True)
    try:
        said = proved(settings.FORUM_PROVIDER_SECRET, request.GET.get("sso", ""), request.GET.get("sig", ""))
        number, name = said.get("external_id", ""), said.get("username", "")
        if waiting is None or nonce_of(said) != waiting[0]:
            raise UnprovedError
        if said.get("failed") == "true" or not name or not (number.isascii() and number.isdigit()):
            raise UnprovedError
    except UnprovedError:
        return _refused(request, _("The forum did not say which account is yours. Start again here."))
    keep(request, LINKED, waiting[0], int(number[:15]), name, said.get("email", ""))
    return redirect("community:forum_linked_yes")


@only_if(links)
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def linked_yes(request: HttpRequest) -> HttpResponse:
    """The reader says that the account at the forum is theirs."""
    waiting = kept(request, LINKED, taken=request.method == "POST")
    if waiting is None:
        return _refused(request, _("This has waited too long. Start again here."))
    nonce, number, name, mail = waiting
    if request.method == "GET":
        return render(request, "community/forum_linked.html", {"name": name})
    account: services.Linked = {"number": int(str(number)), "name": str(name), "mail": str(mail)}
    actor = Actor(signed_in(request), "player")
    perform(request, services.forum_link, actor=actor, nonce=str(nonce), linked=account, done=_("Linked."))
    return redirect("community:forum")


# --- topics -----------------------------------------------------------------------------------------------------


@only_if(on)
@never_cache
@require_http_methods(["GET", "POST"])
def about(request: HttpRequest, kind: str, number: int) -> HttpResponse:
    """The topic about a thing: the way there, or, where there is none yet, a button that opens it."""
    thing = thing_of(kind, number)
    if thing is None:
        raise Http404
    topic = ForumTopic.objects.filter(kind=kind, number=number).first()
    if topic is not None and topic.topic_id is not None:
        return redirect(forum_url(f"/t/{topic.topic_id}"))
    user = request.user
    if request.method == "POST" and user.is_authenticated:
        actor, opened = Actor(user, "player"), _("The forum opens it. Look again in a moment.")
        perform(request, services.forum_open_topic, actor=actor, kind=kind, number=number, done=opened)
        return redirect("community:forum_about", kind, number)
    if request.method == "POST":
        messages.info(request, _("Sign in first."))
    why = services.why_not_topic(user, kind, number) if user.is_authenticated else ""
    return render(request, "community/forum_about.html", {"thing": thing, "topic": topic, "why_not": why})
