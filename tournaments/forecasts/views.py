"""The form and the answer of a forecast."""

import secrets

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.commands import Actor
from ledger.hashing import digest
from ledger.people import signed_in
from ledger.shapes import Context
from ledger.web import perform, refused_status, submission_key, whole_number
from tournaments.events.access import access_tournament
from tournaments.events.forms import TournamentForm
from tournaments.events.models import Tournament
from tournaments.simulator import Settings, Totals, answer
from tournaments.simulator.jsonform import settings_from, settings_json

from .forms import ForecastForm, initial_of
from .models import Forecast
from .prefill import Filled, can_be_forecast, from_new, from_tournament
from .selectors import access_forecast, own_forecasts
from .services import FEWEST_EVENTS, forecast_start
from .words import lines, pictures


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def forecasts(request: HttpRequest) -> HttpResponse:
    """The form, filled in from a tournament or an earlier forecast when the address says so; a POST asks."""
    about = _tournament(request)
    form = ForecastForm(request.POST or None, initial=_initial(request, about))
    if request.method == "POST" and form.is_valid():
        found = perform(
            request,
            forecast_start,
            form=form,
            actor=Actor(request.user, "organizer"),
            settings=settings_json(form.settings(seed=_seed(request))),
            about=about,
        )
        if found is not None:
            return redirect("tournaments:forecast", forecast_id=found["forecast"])
    playable = about is None or can_be_forecast(about.policy)
    return render(
        request, "forecasts/form.html", _context(request, form, about, playable), status=refused_status(form)
    )


def _context(request: HttpRequest, form: ForecastForm, about: Tournament | None, playable: bool) -> Context:
    return {
        "form": form,
        "about": about,
        "playable": playable,
        "own": own_forecasts(signed_in(request))[:10],
    }


@login_required
@never_cache
@require_POST
def fill(request: HttpRequest) -> HttpResponse:
    """The form filled in from the form of a new tournament, as far as that is filled in; nothing is written."""
    filled, playable = from_new(TournamentForm(request.POST))
    return render(
        request, "forecasts/form.html", _context(request, ForecastForm(initial=filled), None, playable)
    )


@login_required
@never_cache
@require_safe
def forecast(request: HttpRequest, forecast_id: int) -> HttpResponse:
    """How far a forecast is, and its answer."""
    found = access_forecast(request.user, forecast_id)
    settings = _settings(found)
    context: Context = {"forecast": found, "settings": settings}
    if found.over and found.done >= FEWEST_EVENTS:
        answers = answer(settings, Totals.from_json(found.totals))
        context |= {"lines": lines(settings, answers), "pictures": pictures(settings, answers)}
    return render(request, "forecasts/answer.html", context)


def _settings(found: Forecast) -> Settings:
    return settings_from({name: value for name, value in found.settings.items() if name != "format"})


def _seed(request: HttpRequest) -> str:
    """A seed for the draws that nobody chooses; it follows the form's key, so that a form sent twice asks the same."""
    key = submission_key(request)
    return digest(["forecast", request.user.pk, key])[:16] if key else secrets.token_hex(8)


def _tournament(request: HttpRequest) -> Tournament | None:
    """The tournament in question, if the person may know of it."""
    slug = request.GET.get("tournament", "")
    return access_tournament(request.user, slug) if slug else None


def _initial(request: HttpRequest, about: Tournament | None) -> Filled:
    again = whole_number(request.GET.get("again", ""))
    if again:
        return initial_of(_settings(access_forecast(request.user, again)))
    return from_tournament(about) if about is not None and can_be_forecast(about.policy) else {}
