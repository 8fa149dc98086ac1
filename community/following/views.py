"""Pages of what one follows: all of it, and the button for one thing."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.people import signed_in
from ledger.web import perform, whole_number
from tournaments.agenda.questions import young

from . import services
from .selectors import follow_of, followed_by, followers_told, thing_at


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def following(request: HttpRequest) -> HttpResponse:
    """What I follow, with how each stands for everybody, and no longer following one."""
    user = signed_in(request)
    if request.method == "POST":
        number = whole_number(request.POST.get("drop", ""))
        perform(request, services.follow_drop, actor=Actor(user, "player"), number=number, done=_("Done."))
        return redirect("community:following")
    context = {"lines": followed_by(user), "young": bool(young([user.pk]))}
    return render(request, "community/following/list.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def follow(request: HttpRequest, thing: str, key: str) -> HttpResponse:
    """Follow one thing, or no longer; 404 for what not everybody may see and follow."""
    user, found = signed_in(request), thing_at(thing, key)
    if found is None:
        raise Http404
    actor = Actor(user, "player")
    mine = follow_of(user, found)
    if request.method == "POST":
        if request.POST.get("do") == "drop":
            number = mine.pk if mine is not None else 0
            perform(request, services.follow_drop, actor=actor, number=number, done=_("Done."))
        else:
            perform(
                request,
                services.follow_add,
                actor=actor,
                kind=found.kind,
                number=found.number,
                done=_("You follow this now."),
            )
        return redirect("community:follow", thing=thing, key=key)
    context = {"thing": found, "mine": mine, "many": followers_told(found), "young": bool(young([user.pk]))}
    answer = render(request, "community/following/follow.html", context)
    answer["X-Robots-Tag"] = "noindex, nofollow"
    answer["Referrer-Policy"] = "same-origin"
    return answer
