"""The page that makes a rehearsal; in a rehearsal, the buttons that play on."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.people import signed_in
from ledger.web import perform, refused_status, whole_number
from tournaments.entries.rehearsal_services import FEWEST, MOST, tournament_rehearse
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.page import page
from tournaments.events.selectors import rehearsals_of

from .rehearsals import disagree, play_others

PLAYING = {"play": play_others, "disagree": disagree}
"""What a button of a rehearsal does."""


class RehearsalForm(forms.Form):
    """How many invented players come."""

    players = forms.IntegerField(label=_("Invented players"), min_value=FEWEST, max_value=MOST)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def rehearse(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a rehearsal, or play on in this one."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.EDIT)
    play = PLAYING.get(request.POST.get("do", ""))
    if play is not None:
        kept = whole_number(request.POST.get("table", "")) or None
        said = perform(request, lambda key: play(actor, key, tournament, kept))
        if said is not None:
            messages.success(request, said)
        return redirect("tournaments:desk", slug=slug)
    form = RehearsalForm(request.POST or None, initial={"players": min(16, tournament.capacity)})
    if request.method == "POST" and form.is_valid():
        made = perform(
            request,
            tournament_rehearse,
            actor=actor,
            tournament=tournament,
            players=form.cleaned_data["players"],
        )
        if made is not None:
            return redirect("tournaments:desk", slug=made["slug"])
    context = page(request, tournament, form=form, rehearsals=rehearsals_of(signed_in(request)))
    return render(request, "desk/rehearse.html", context, status=refused_status(form))
