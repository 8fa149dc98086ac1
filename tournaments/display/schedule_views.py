"""The day's clock as a page: every round with its times, measured or expected, and for staff when the hall closes."""

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.web import perform, refused_status
from tournaments.events.access import Right, access_tournament, actor_with
from tournaments.events.closing_services import tournament_set_closing
from tournaments.events.form_fields import moment_field
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.rounds.schedule import day_of, played_rounds
from tournaments.rounds.stages import round_names


class ClosingForm(forms.Form):
    """When the hall closes."""

    closes_at = moment_field(
        label=gettext_lazy("The hall closes"),
        required=False,
        help_text=gettext_lazy(
            "The desk is warned when the last round would end later. Leave it empty when it does not matter."
        ),
    )


@never_cache
@require_http_methods(["GET", "POST"])
def schedule(request: HttpRequest, slug: str) -> HttpResponse:
    """When each round began and ended, and when the others will; whoever may change the tournament says the closing."""
    tournament = access_tournament(request.user, slug)
    actor = actor_with(request.user, tournament, Right.EDIT) if request.user.is_authenticated else None
    if request.method == "POST" and actor is None:
        raise PermissionDenied
    form = ClosingForm(request.POST or None, initial={"closes_at": tournament.closes_at})
    if actor is not None and request.method == "POST" and form.is_valid():
        done = perform(
            request,
            tournament_set_closing,
            form=form,
            actor=actor,
            tournament=tournament,
            closes_at=form.cleaned_data["closes_at"],
            done=_("The closing time of the hall is saved."),
        )
        if done is not None:
            return redirect("tournaments:schedule", slug=slug)
    day = day_of(tournament)
    context = page(
        request,
        tournament,
        tab="detail",
        form=form if actor is not None and day is not None else None,
        schedule=day.at(timezone.now()) if day is not None else None,
        played=_played(tournament) if day is None else [],
    )
    return render(request, "display/schedule.html", context, status=refused_status(form))


def _played(tournament: Tournament) -> list[dict[str, object]]:
    """The rounds of a tournament that is over, as they were."""
    names = round_names(tournament)
    return [
        {"name": names.get(one.number, ""), "starts_at": one.began_at, "ends_at": one.completed_at}
        for one in played_rounds(tournament)
    ]
