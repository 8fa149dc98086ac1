"""The page of a tournament's webhooks: made, signed anew, switched, removed, and the log of what became of each."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.shapes import Arguments
from ledger.web import perform, refused_status, show_problems, whole_number
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import page

from . import hook_services as services
from .models import HookMessage, Webhook

NEWEST = 50


class HookForm(forms.Form):
    """Where a program listens."""

    url = forms.CharField(
        label=gettext_lazy("Address of your program"),
        max_length=500,
        help_text=gettext_lazy("Begins with https:// and is reachable from the internet."),
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def hooks(request: HttpRequest, slug: str) -> HttpResponse:
    """Programs that are told what changes here."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.EDIT)
    do = request.POST.get("do", "")
    form, secret = HookForm(request.POST if do == "create" else None), ""
    if do == "create" and form.is_valid():
        secret = _create(request, tournament, actor, form)
    elif do == "rotate":
        secret = _rotate(request, tournament, actor)
    elif do in ("on", "off", "remove"):
        _change(request, tournament, actor, do)
        return redirect("reach:hooks", slug=slug)
    rows = list(Webhook.objects.filter(tournament=tournament).order_by("pk"))
    log = HookMessage.objects.filter(hook__tournament=tournament).select_related("hook").order_by("-pk")
    context = page(request, tournament, form=form, secret=secret, hooks=rows, log=list(log[:NEWEST]))
    return render(request, "reach/hooks.html", context, status=refused_status(form))


def _change(request: HttpRequest, tournament: Tournament, actor: Actor, do: str) -> None:
    params: Arguments = {
        "actor": actor,
        "tournament": tournament,
        "hook_id": whole_number(request.POST.get("hook", "")),
    }
    if do == "remove":
        perform(request, services.hook_remove, done=_("Removed."), **params)
    else:
        perform(request, services.hook_switch, on=do == "on", done=_("Changed."), **params)


def _create(request: HttpRequest, tournament: Tournament, actor: Actor, form: HookForm) -> str:
    try:
        made = services.hook_create(actor=actor, tournament=tournament, url=form.cleaned_data["url"])
    except UserError as error:
        show_problems(request, error, form)
        return ""
    return made["secret"]


def _rotate(request: HttpRequest, tournament: Tournament, actor: Actor) -> str:
    number = whole_number(request.POST.get("hook", ""))
    try:
        return services.hook_rotate(actor=actor, tournament=tournament, hook_id=number)["secret"]
    except UserError as error:
        show_problems(request, error)
        return ""
