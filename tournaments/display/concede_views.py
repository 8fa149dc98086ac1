"""The page on which a player gives up a match that is being played: what it means, asked once more, then done."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.web import perform, refused_status
from tournaments.entries.selectors import entry_of
from tournaments.events.access import access_tournament
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.rounds.concede_services import asks_rounds, result_concede, wins_needed
from tournaments.rounds.models import Match, Round
from tournaments.rounds.units import unit_of


class ConcedeForm(forms.Form):
    """The games that were finished, own ones first; what Organized Play asks; the match the page was opened for."""

    won = forms.IntegerField(label=gettext_lazy("Games you won"), min_value=0, initial=0)
    lost = forms.IntegerField(label=gettext_lazy("Games you lost"), min_value=0, initial=0)
    rounds = forms.IntegerField(
        label=gettext_lazy("Full rounds of the game you are playing"), min_value=0, max_value=999
    )
    leave = forms.BooleanField(required=False, widget=forms.HiddenInput)
    match = forms.IntegerField(widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any, match: Match, *, leave: bool) -> None:
        """Ask only what this match leaves open: no games of a single one, rounds only in Organized Play."""
        super().__init__(data, initial={"leave": leave, "match": match.pk, "version": match.version})
        most = wins_needed(match) - 1
        for field in (self.fields["won"], self.fields["lost"]):
            if isinstance(field, forms.IntegerField):
                field.max_value = most
            field.widget.attrs["max"] = most
        if not most:
            del self.fields["won"], self.fields["lost"]
        if leave or not asks_rounds(match):
            del self.fields["rounds"]


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def concede(request: HttpRequest, slug: str) -> HttpResponse:
    """Asked before it is done; ``leave``: who wants to drop while the match is being played is asked here as well."""
    tournament = access_tournament(request.user, slug)
    match = _open_match(request, tournament)
    if match is None:
        return redirect("tournaments:me", slug=slug)
    data = request.POST if request.method == "POST" else request.GET
    leave = data.get("leave") in ("yes", "True")
    form = ConcedeForm(request.POST or None, match, leave=leave)
    if request.method == "POST" and form.is_valid():
        said = dict(form.cleaned_data)
        done = perform(
            request,
            result_concede,
            form=form,
            actor=Actor(request.user, "player"),
            tournament=tournament,
            match_id=said.pop("match"),
            done=_("You have conceded and dropped from the tournament.")
            if leave
            else _("You have conceded the match."),
            **said,
        )
        if done is not None:
            return redirect("tournaments:me", slug=slug)
    others = [seat for seat in match.seats.select_related("entry") if seat.entry.user_id != request.user.pk]
    context = page(
        request,
        tournament,
        tab="me",
        form=form,
        match=match,
        leave=leave,
        opponent=others[0].name if others else "",
        law=match.round.pinned_law,
        asks_rounds=asks_rounds(match),
    )
    return render(request, "display/concede.html", context, status=refused_status(form))


def _open_match(request: HttpRequest, tournament: Tournament) -> Match | None:
    """One's own match of two that is being played; 404 for who does not play here."""
    entry = entry_of(request.user, tournament)
    if entry is None:
        raise Http404
    own = unit_of(tournament).entry_of(entry)
    found = Match.objects.filter(
        tournament=tournament, round__state=Round.State.PUBLISHED, seats__entry=own
    ).exclude(kind=Match.Kind.BYE)
    match = found.exclude(state=Match.State.FINAL).select_related("round__stage").first()
    if match is None or match.seats.count() != 2:
        return None
    match.tournament = match.round.tournament = tournament
    return match
