"""Asking for a forecast, and the job around the simulator.

The job goes in slices of a few seconds, each a Celery message of its own that names how many events it starts from. A
slice is stored only if the row still stands there, so a message that comes twice adds nothing, and a killed worker
costs one slice. Anyone who stands still is sent again by the relay's sweep and given up after three times.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypedDict

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import SYSTEM, Command, command
from ledger.errors import UserError
from ledger.shapes import Json
from tournaments.events.models import Tournament
from tournaments.simulator.jsonform import settings_from, settings_json

from .models import Forecast
from .selectors import measured


class ForecastStarted(TypedDict):
    """The forecast that is being made."""

    forecast: int


class Stored(TypedDict):
    """Whether a worker's slice was still wanted."""

    stored: bool


class Resent(TypedDict):
    """The forecasts sent to the workers again."""

    sent: list[int]


TASK = "tournaments.forecasts.tasks.play_forecast"
State = Forecast.State

EVENTS = 1_000
PLAYER_ROUNDS = 2_100_000
"""So many rounds of one player a forecast may ask for: 1,000 events of 226 players and 9 rounds."""
FEWEST_EVENTS = 30

AT_ONCE = 2  # forecasts of one person that are not over
A_DAY = 20  # of one person
WAITING = 40  # of everybody
KEPT = 20  # of one person

LEASE = timedelta(seconds=60)
MAX_ATTEMPTS = 3
BUDGET_MS = 5 * 60 * 1000


def events_for(players: int, rounds: int) -> int:
    """How many events a forecast of this size plays: a thousand, of huge fields fewer."""
    return max(FEWEST_EVENTS, min(EVENTS, PLAYER_ROUNDS // (players * rounds)))


@command("forecast.start")
def forecast_start(cmd: Command, *, settings: Json, about: Tournament | None = None) -> ForecastStarted:
    """Ask what settings (the simulator's JSON) will do; refused when the person has asked for too much already."""
    _check_quota(cmd)
    chosen = settings_from({name: value for name, value in settings.items() if name != "format"})
    lengths, waits = measured(chosen.clock.minutes, chosen.games)
    clock = replace(chosen.clock, round_lengths=lengths, betweens=waits)
    chosen = replace(chosen, clock=clock, events=events_for(chosen.players, chosen.rounds))
    forecast = Forecast.objects.create(
        owner=cmd.actor.user,
        tournament=about,
        settings=settings_json(chosen),
        events=chosen.events,
        asked_at=cmd.at,
        touched_at=cmd.at,
    )
    kept = Forecast.objects.filter(owner=cmd.actor.user).order_by("-asked_at", "-pk")[:KEPT]
    Forecast.objects.filter(owner=cmd.actor.user).exclude(
        pk__in=list(kept.values_list("pk", flat=True))
    ).delete()
    cmd.send_task(TASK, forecast.pk, 0)
    cmd.record(forecast=forecast.pk, players=chosen.players, rounds=chosen.rounds, events=chosen.events)
    return {"forecast": forecast.pk}


def _check_quota(cmd: Command) -> None:
    """Refuse who has asked for too much; the person's row is held, so that two requests at once count each other."""
    get_user_model().objects.select_for_update().get(pk=cmd.actor.user.pk)
    own = Forecast.objects.filter(owner=cmd.actor.user)
    waiting = (State.QUEUED, State.RUNNING)
    if own.filter(state__in=waiting).count() >= AT_ONCE:
        raise UserError(
            "two_at_once", _("Two of your forecasts are still being calculated. Wait for them first.")
        )
    if own.filter(asked_at__gt=cmd.at - timedelta(days=1)).count() >= A_DAY:
        raise UserError("a_day", _("You have asked for a lot of forecasts today. Try again tomorrow."))
    if Forecast.objects.filter(state__in=waiting).count() >= WAITING:
        raise UserError("busy", _("Many others have asked for forecasts too. Try again in a few minutes."))


@command("forecast.progress")
def forecast_progress(
    cmd: Command,
    *,
    forecast_id: int,
    before: int,
    totals: Json,
    spent_ms: int,
    stop: bool = False,
) -> Stored:
    """Store one slice: the sums over all events so far; nothing when the row does not stand at ``before`` any more.

    ``stop``: the next event cannot be played in time, so the answer is what there is, if that is enough for one.
    """
    forecast = Forecast.objects.select_for_update().filter(pk=forecast_id).first()
    if forecast is None or forecast.over or forecast.done != before:
        return {"stored": False}
    forecast.totals, forecast.done = totals, int(totals["events"])
    forecast.attempts, forecast.touched_at = 0, cmd.at
    forecast.spent_ms += spent_ms
    enough = forecast.done >= forecast.events
    tired = forecast.spent_ms >= BUDGET_MS and forecast.done >= FEWEST_EVENTS
    forecast.state = State.DONE if enough or tired else State.RUNNING
    if stop and not forecast.over:
        forecast.state = State.DONE if forecast.done >= FEWEST_EVENTS else State.FAILED
    forecast.save()
    if not forecast.over:
        cmd.send_task(TASK, forecast.pk, forecast.done)
    cmd.record(forecast=forecast.pk, done=forecast.done, over=forecast.over)
    return {"stored": True}


@command("forecast.requeue")
def forecasts_requeue(cmd: Command) -> Resent:
    """Send forecasts again that stand still (a lost message, a killed worker); give up who did so too often."""
    stuck = list(stuck_forecasts(cmd.at).select_for_update()[:100])
    sent = []
    for forecast in stuck:
        forecast.attempts, forecast.touched_at = forecast.attempts + 1, cmd.at
        if forecast.attempts > MAX_ATTEMPTS:
            forecast.state = State.FAILED
        else:
            cmd.send_task(TASK, forecast.pk, forecast.done)
            sent.append(forecast.pk)
        forecast.save(update_fields=["attempts", "touched_at", "state"])
    cmd.record(sent=sent, given_up=[one.pk for one in stuck if one.state == State.FAILED])
    return {"sent": sent}


def stuck_forecasts(at: datetime) -> QuerySet[Forecast]:
    """Forecasts without progress for a whole lease."""
    return Forecast.objects.filter(state__in=(State.QUEUED, State.RUNNING), touched_at__lt=at - LEASE)


def stuck_forecasts_sweep() -> None:
    """What the relay does every few seconds."""
    if stuck_forecasts(timezone.now()).exists():
        forecasts_requeue(actor=SYSTEM)
