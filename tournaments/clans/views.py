"""Pages of clans: all of them, one with its members, founding one, and the link that invites.

Everybody may read the names of clans, and who of the members lets everybody know; the link is shown to the leader.
"""

from urllib.parse import quote

import segno
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.people import signed_in
from ledger.shapes import Arguments, Context
from ledger.web import perform, refused_status, whole_number, words_asked

from . import services
from .forms import ClanForm
from .models import MOST_MEMBERS, NAME_LENGTH, Clan
from .questions import deeds_of
from .selectors import clan_by_code, clan_of, clans_found, members_of, places_free


@never_cache
@require_safe
def clans(request: HttpRequest) -> HttpResponse:
    """The clans by name, a page at a time, and the search among them; one's own stands first while nobody searches."""
    text = words_asked(request, NAME_LENGTH)
    own = clan_of(request.user)
    free = places_free(own) if own is not None else 0
    found = clans_found(text, page=whole_number(request.GET.get("page", "1")), besides=None if text else own)
    context = {
        "query": text,
        "query_length": NAME_LENGTH,
        "found": found,
        "own": own,
        "free": free,
        "lit": MOST_MEMBERS - free,
        "most": MOST_MEMBERS,
        "before": _page(text, found.page - 1) if found.page > 1 else "",
        "after": _page(text, found.page + 1) if found.more else "",
    }
    return render(request, "clans/list.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def clan_new(request: HttpRequest) -> HttpResponse:
    """Create a clan."""
    form = ClanForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        done = _("Your clan has been created. Invite the others with the link below.")
        answer = perform(
            request, services.clan_create, form=form, actor=_actor(request), name=name, done=done
        )
        if answer is not None:
            return redirect("tournaments:clan", number=answer["clan"])
    context = {"form": form, "own": clan_of(request.user)}
    return render(request, "clans/new.html", context, status=refused_status(form))


@never_cache
@require_http_methods(["GET", "POST"])
def clan_page(request: HttpRequest, number: int) -> HttpResponse:
    """One clan with its members; for a member the buttons (``do``) that are theirs."""
    clan = Clan.objects.filter(pk=number, ended_at=None).first()
    if clan is None:
        raise Http404
    own = clan_of(request.user)
    inside = own is not None and own.pk == clan.pk
    if request.method == "POST":
        if not inside:
            raise Http404
        _change(request)
        still = clan_of(request.user) is not None
        return redirect("tournaments:clan", number=clan.pk) if still else redirect("tournaments:clans")
    leads = inside and clan.leader_id == request.user.pk
    members = members_of(clan, hidden=inside or getattr(request.user, "works_as_office", False))
    context = {
        "clan": clan,
        "members": members,
        "inside": inside,
        "shown": inside and any(one.shown for one in members if one.user_id == request.user.pk),
        "leads": leads,
        **(_invitation(request, clan) if leads else {}),
        "most": MOST_MEMBERS,
        "free": places_free(clan) if inside else 0,
        "lit": len(members),
        "deeds": deeds_of([one.user_id for one in members if one.shown], clan, request.GET.get("year", "")),
    }
    return render(request, "clans/clan.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """The link that invites: which clan it is and who is in it; a button joins."""
    clan = clan_by_code(code, signed_in(request))
    if clan is None:
        raise Http404
    if request.method == "POST":
        done = _("You have joined the clan.")
        perform(request, services.clan_join, actor=_actor(request), code=code, done=done)
        return redirect("tournaments:clan", number=clan.pk)
    context = {
        "clan": clan,
        "members": members_of(clan),
        "own": clan_of(request.user),
        "most": MOST_MEMBERS,
    }
    return render(request, "clans/join.html", context)


def _page(text: str, number: int) -> str:
    return "?" + urlencode({"q": text, "page": str(number)})


def _invitation(request: HttpRequest, clan: Clan) -> Context:
    """The link that invites, for its leader: in words, as a code for a phone, and as a letter to send."""
    link = request.build_absolute_uri(reverse("tournaments:clan_join", args=[clan.code]))
    subject = quote(_("Join the clan %(clan)s") % {"clan": clan.name})
    return {
        "link": link,
        "qr": segno.make(link, error="m").svg_data_uri(scale=4, border=2),
        "mail": f"mailto:?subject={subject}&body={quote(link)}",
    }


def _actor(request: HttpRequest) -> Actor:
    return Actor(request.user, "player")


def _change(request: HttpRequest) -> None:
    """Carry out what was pressed; a button nobody made does nothing."""
    do = request.POST.get("do", "")
    params: Arguments = {"actor": _actor(request)}
    someone: Arguments = {"user_id": whole_number(request.POST.get("user", ""))}
    if do == "leave":
        perform(request, services.clan_leave, done=_("You have left the clan."), **params)
    elif do in ("show", "hide"):
        done = _("Everybody can now see that you are in this clan.") if do == "show" else _("Hidden.")
        perform(request, services.clan_show, done=done, shown=do == "show", **params)
    elif do == "renew_link":
        done = _("Here is the new link. The old one no longer works.")
        perform(request, services.clan_renew_link, done=done, **params)
    elif do == "remove":
        done = _("Removed from the clan. There is a new link.")
        perform(request, services.clan_remove, done=done, **params, **someone)
    elif do == "hand_over":
        perform(request, services.clan_hand_over, done=_("The clan has a new leader."), **params, **someone)
