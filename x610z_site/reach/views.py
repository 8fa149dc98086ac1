"""The inbox, and what a person wants sent beside it."""

import json
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from ledger.commands import Actor
from ledger.credentials import session_of
from ledger.errors import UserError
from ledger.shapes import Arguments, Context
from ledger.web import REFUSED, may_start_workers, perform, raw_body, whole_number
from x610z_site.accounts.models import MailAddress
from x610z_site.accounts.sessions import device_words

from . import notice_services as services
from .facts import KINDS, words
from .models import Webhook
from .push import public_key
from .selectors import choices_of, inbox, push_addresses, unchosen_of
from .tasks import link_of


@login_required
@never_cache
@may_start_workers
@require_http_methods(["GET", "POST"])
def notices(request: HttpRequest) -> HttpResponse:
    """What I was told, newest first, and what is sent to me by mail or push."""
    user: Any = request.user
    actor, do = Actor(user, "player"), request.POST.get("do", "")
    if do == "read":
        services.notices_read(user)
    elif do == "choose":
        asked: Arguments = {way: request.POST.getlist(way) for way in ("mail", "push")}
        perform(request, services.notice_choose, actor=actor, done=_("Changed."), **asked)
    elif do == "forget":
        number = whole_number(request.POST.get("browser", ""))
        perform(request, services.push_remove, actor=actor, number=number, done=_("Changed."))
    if request.method == "POST":
        return redirect("reach:notices")
    mail, push = choices_of([user.pk]).get(user.pk) or unchosen_of(user)
    told = inbox(user)
    rows: list[Context] = [
        {"notice": notice, "words": words(notice.kind, notice.about), "link": link_of(notice)}
        for notice in told
    ]
    context = {
        "rows": rows,
        "fresh": any(notice.read_at is None for notice in told),
        "kinds": [
            {"key": key, "label": kind.label, "mail": key in mail, "push": key in push}
            for key, kind in KINDS.items()
            if not kind.of_hooks or Webhook.objects.filter(made_by=user).exists()
        ],
        "mail_on": settings.MAIL_ON,
        "address": MailAddress.objects.filter(user=user).exclude(address="").exists(),
        "push_key": public_key(),
        "browsers": push_addresses(user),
    }
    return render(request, "reach/notices.html", context)


@login_required
@never_cache
@require_POST
def push_switch(request: HttpRequest) -> HttpResponse:
    """A browser gives the address at which it takes messages (JSON of its PushSubscription)."""
    user: Any = request.user
    try:
        said = json.loads(raw_body(request))
        keys = {
            "endpoint": str(said["endpoint"]),
            "p256dh": str(said["keys"]["p256dh"]),
            "auth": str(said["keys"]["auth"]),
        }
    except (ValueError, KeyError, TypeError, RecursionError):
        return JsonResponse({"error": "unreadable"}, status=400)
    try:
        services.push_add(
            actor=Actor(user, "player"),
            device=device_words(request.headers.get("User-Agent", "")),
            session=session_of(request),
            **keys,
        )
    except UserError as error:
        return JsonResponse({"error": error.code}, status=REFUSED)
    messages.success(request, _("This browser gets messages now."))
    return JsonResponse({"done": True})
