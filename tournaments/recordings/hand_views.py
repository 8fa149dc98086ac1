"""A player's own notes on the cards in hand: kept on their own phone or on paper, opened to a judge who was called."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.web import perform, refused_status
from tournaments.events.access import access_tournament
from tournaments.events.page import page

from .forms import HandForm
from .judge_services import recording_open_hand
from .models import OpenedHand, Recording
from .selectors import access_recording

PAPER_ROWS = range(1, 25)
"""The numbered lines of the sheet to print, as many as a page has room for: a game rarely draws more cards."""


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def hand(request: HttpRequest, slug: str, recording_id: int) -> HttpResponse:
    """One's own hand notes; a post opens them to the judges of the event, while a judge is called and not before.

    Anyone who has no seat in this game finds nothing here, judges neither: what was opened stands on their page.
    """
    tournament = access_tournament(request.user, slug)
    access = access_recording(request, tournament, recording_id)
    if access.seat is None or access.recording.match is None:
        raise Http404
    entry = access.players[access.seat]
    if entry.user_id != request.user.pk:
        raise Http404
    form = HandForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        answer = perform(
            request,
            recording_open_hand,
            form=form,
            actor=Actor(request.user, "player"),
            tournament=tournament,
            done=_("Your hand notes are open to the judges of this tournament."),
            recording_id=recording_id,
            entry=entry,
            notes=form.cleaned_data["notes"],
        )
        if answer is not None:
            return redirect("tournaments:recording_hand", slug=slug, recording_id=recording_id)
    context = page(
        request,
        tournament,
        tab="me",
        recording=access.recording,
        match=access.recording.match,
        form=form,
        frozen=access.recording.state == Recording.State.FROZEN,
        opened=OpenedHand.objects.filter(recording=access.recording, entry=entry).first(),
        rows=PAPER_ROWS,
    )
    return render(request, "recordings/hand.html", context, status=refused_status(form))
