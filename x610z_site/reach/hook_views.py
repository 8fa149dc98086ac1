"""The webhooks of a tournament or a circuit: made, signed anew, switched, removed, and what became of each message."""

from typing import TypedDict

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.errors import UserError
from ledger.shapes import Arguments, Context
from ledger.web import perform, refused_status, show_problems, whole_number
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.page import page
from tournaments.programme.access import access_circuit, require_organizer

from . import hook_services as services
from .models import HookMessage, Webhook

NEWEST = 50


class HookForm(forms.Form):
    """Where a program listens."""

    kind = forms.ChoiceField(label=gettext_lazy("Who is told"), choices=Webhook.Kind.choices, required=False)
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        help_text=gettext_lazy(
            "Of your program: begins with https:// and is reachable from the internet. Of a channel on Discord: "
            "in its settings under Integrations, Webhooks."
        ),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language on Discord"), choices=settings.LANGUAGES, required=False
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def hooks(request: HttpRequest, slug: str) -> HttpResponse:
    """Programs that are told what changes in a tournament."""
    tournament = access_tournament(request.user, slug)
    said: Arguments = {
        "actor": require_right(request.user, tournament, Right.EDIT),
        "tournament": tournament,
    }
    shown = _changed(request, said, Webhook.objects.filter(tournament=tournament))
    if shown is None:
        return redirect("reach:hooks", slug=slug)
    frame = page(request, tournament, base="events/base_desk.html", **shown)
    return render(request, "reach/hooks.html", frame, status=refused_status(shown["form"]))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def circuit_hooks(request: HttpRequest, organization: str, circuit: str) -> HttpResponse:
    """Programs that are told what changes in a circuit."""
    one = access_circuit(request.user, organization, circuit)
    actor = require_organizer(request.user, one)
    shown = _changed(request, {"actor": actor, "circuit": one}, Webhook.objects.filter(circuit=one))
    if shown is None:
        return redirect("reach:circuit_hooks", organization, circuit)
    frame: Context = {
        "circuit": one,
        "organization": one.organization,
        "runs": True,
        "base": "base.html",
        **shown,
    }
    return render(request, "reach/hooks.html", frame, status=refused_status(shown["form"]))


class Shown(TypedDict):
    """What the page shows: the webhooks, the newest of what became of their messages, a secret only once."""

    form: HookForm
    secret: str
    hooks: list[Webhook]
    log: list[HookMessage]


def _changed(request: HttpRequest, said: Arguments, found: QuerySet[Webhook]) -> Shown | None:
    """Do what a form asks; what to show after that, None when the page is asked for again."""
    do = request.POST.get("do", "")
    form, secret = HookForm(request.POST if do == "create" else None), ""
    said = said | ({} if do in ("", "create") else {"hook_id": whole_number(request.POST.get("hook", ""))})
    if do in ("on", "off"):
        perform(request, services.hook_switch, on=do == "on", done=_("Changed."), **said)
        return None
    if do == "remove":
        perform(request, services.hook_remove, done=_("Removed."), **said)
        return None
    try:
        if do == "create" and form.is_valid():
            told = {name: value for name, value in form.cleaned_data.items() if value}
            secret = services.hook_create(**told, **said)["secret"]
            form = HookForm()  # what was typed may be a secret
        elif do == "rotate":
            secret = services.hook_rotate(**said)["secret"]
    except UserError as error:
        show_problems(request, error, form if do == "create" else None)
    rows = list(found.order_by("pk"))
    log = HookMessage.objects.filter(hook__in=rows).select_related("hook").order_by("-pk")
    return {"form": form, "secret": secret, "hooks": rows, "log": list(log[:NEWEST])}
