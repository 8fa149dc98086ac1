"""Entering and leaving, for players; check-in and the entry list, for the desk."""

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from ledger.commands import Actor
from ledger.web import perform, refused_status, whole_number
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.invitation_services import (
    INVITED,
    invitation_make,
    invitation_withdraw,
)
from tournaments.events.models import Invitation, Tournament
from tournaments.events.page import page
from tournaments.events.selectors import invitations_made

from . import services
from .forms import DeskEntryForm, InviteForm
from .models import Entry
from .questions import owes, sits_in_draft, sits_in_open_match
from .selectors import entries_for_desk, entry_of, guest_entries


@login_required
@never_cache
@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the tournament."""
    tournament = access_tournament(request.user, slug)
    answer = perform(
        request, services.entry_create, actor=Actor(request.user, "player"), tournament=tournament
    )
    if answer is None:
        return redirect("tournaments:detail", slug=slug)
    return redirect("tournaments:me", slug=slug)


@login_required
@never_cache
@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw before the start, or drop from a running tournament."""
    tournament = access_tournament(request.user, slug)
    entry = entry_of(request.user, tournament)
    if entry is None:
        raise Http404
    running = tournament.state == tournament.State.RUNNING
    if running and sits_in_open_match(entry):
        return redirect(reverse("tournaments:concede", args=[slug]) + "?leave=yes")
    service = services.entry_drop if running else services.entry_withdraw
    word = _("You have dropped from the tournament.")
    perform(
        request,
        service,
        actor=Actor(request.user, "player"),
        tournament=tournament,
        entry_id=entry.pk,
        done=word,
    )
    return redirect("tournaments:me", slug=slug)


@login_required
@never_cache
@require_POST
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """A player says they are here, while check-in is open."""
    tournament = access_tournament(request.user, slug)
    entry = entry_of(request.user, tournament)
    if entry is None or tournament.state != tournament.State.CHECK_IN:
        raise Http404
    perform(
        request,
        services.entry_check_in,
        actor=Actor(request.user, "player"),
        tournament=tournament,
        entry_id=entry.pk,
        done=_("You are checked in. Your table appears here when the round is published."),
    )
    return redirect("tournaments:me", slug=slug)


DESK_SERVICES = {
    "check-in": services.entry_check_in,
    "drop": services.entry_drop,
    "withdraw": services.entry_withdraw,
    "put-back": services.entry_put_back,
}


class HtmxRequest(HttpRequest):
    """A request as the middleware of htmx hands it on: true where a part of the page asks, not the page."""

    htmx: object


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def desk_entries(request: HtmxRequest, slug: str) -> HttpResponse:
    """The entry list of the desk: check in, enter a guest, invite an account, take somebody out."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.ENTRIES)
    action = request.POST.get("action", "")
    if action in DESK_SERVICES:
        entry_id = whole_number(request.POST.get("entry", ""))
        answer = perform(
            request, DESK_SERVICES[action], actor=actor, tournament=tournament, entry_id=entry_id
        )
        if answer is not None:
            _say(request, tournament, entry_id)
        if "found" in request.POST:  # pressed where a player was looked up
            query = urlencode({"q": request.POST["found"][:60]})
            return redirect(f"{reverse('tournaments:find', args=[slug])}?{query}")
        if not request.htmx:
            return redirect("tournaments:entries", slug=slug)
    elif action == "withdraw-invitation":
        number = whole_number(request.POST.get("invitation", ""))
        perform(request, invitation_withdraw, actor=actor, tournament=tournament, invitation_id=number)
        return redirect("tournaments:entries", slug=slug)
    form = DeskEntryForm(request.POST if action == "add" else None, tournament=tournament)
    invite = InviteForm(request.POST if action == "invite" else None, guests=guest_entries(tournament))
    if action == "add" and form.is_valid() and _add(request, tournament, actor, form):
        return redirect("tournaments:entries", slug=slug)
    if action == "invite" and invite.is_valid() and _invite(request, tournament, actor, invite):
        return redirect("tournaments:entries", slug=slug)
    context = page(
        request,
        tournament,
        form=form,
        invite=invite,
        invitations=invitations_made(tournament, Invitation.Kind.PLAY, Invitation.Kind.CLAIM),
        entries=_with_fees(tournament),
        checks_in=tournament.state in (Tournament.State.CHECK_IN, Tournament.State.RUNNING),
        full=services.places_left(tournament) <= 0,
    )
    template = "entries/_desk_list.html" if request.htmx else "entries/desk.html"
    return render(request, template, context, status=max(refused_status(form), refused_status(invite)))


def _with_fees(tournament: Tournament) -> list[Entry]:
    """The entries of the desk; ``owes``: what each has still to pay."""
    entries, owed = list(entries_for_desk(tournament)), owes(tournament)
    for one in entries:
        vars(one)["owes"] = owed.get(one.pk, "")
    return entries


def _add(request: HttpRequest, tournament: Tournament, actor: Actor, form: DeskEntryForm) -> bool:
    answer = perform(
        request,
        services.entry_add_at_desk,
        form=form,
        actor=actor,
        tournament=tournament,
        name=form.cleaned_data["name"],
        text=form.cleaned_data.get("text", ""),
    )
    if answer is None:
        return False
    said = {"name": form.cleaned_data["name"]}
    words = {
        Entry.State.WAITING: _("All places are taken: %(name)s is on the waiting list."),
        Entry.State.CHECKED_IN: _("%(name)s has been entered and checked in."),
    }
    messages.success(request, words.get(answer["state"], _("%(name)s has been entered.")) % said)
    if form.cleaned_data.get("text", "").strip():
        messages.success(request, _("The deck list is legal and has been submitted."))
    return True


def _say(request: HttpRequest, tournament: Tournament, entry_id: int) -> None:
    """What the desk must know of somebody it has just let in: that they wait, or have no deck."""
    entry = Entry.objects.select_related("registration").get(tournament=tournament, pk=entry_id)
    if entry.state == Entry.State.WAITING:
        text = _("All places are taken: %(name)s is on the waiting list.")
        messages.warning(request, text % {"name": entry.name})
    elif entry.state == Entry.State.CHECKED_IN and _lacks_deck(entry, tournament):
        messages.warning(request, _("%(name)s has submitted no deck yet.") % {"name": entry.name})
    if entry.state == Entry.State.CHECKED_IN and sits_in_draft(entry):
        text = _("%(name)s is in the draft of the next round.")
        messages.success(request, text % {"name": entry.name})


def _lacks_deck(entry: Entry, tournament: Tournament) -> bool:
    handed_in = entry.registration is not None and entry.registration.current_id is not None
    return bool(tournament.policy.deck_required) and not handed_in


def _invite(request: HttpRequest, tournament: Tournament, actor: Actor, form: InviteForm) -> bool:
    place = form.cleaned_data["place"] or 0
    answer = perform(
        request,
        invitation_make,
        form=form,
        actor=actor,
        tournament=tournament,
        username=form.cleaned_data["username"],
        kind=Invitation.Kind.CLAIM if place else Invitation.Kind.PLAY,
        entry_number=place,
        done=str(INVITED),
    )
    return answer is not None
