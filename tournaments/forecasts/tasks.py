"""The job of a forecast, slice by slice. Celery only carries it: what counts stands in the database."""

import time

from celery import shared_task
from django.conf import settings as site

from ledger.commands import SYSTEM
from tournaments.simulator import Totals, totals_of
from tournaments.simulator.jsonform import settings_from

from .models import Forecast
from .services import forecast_progress

SLICE_SECONDS = 4.0
INLINE_SECONDS = 1.0
"""Where tasks run inside the relay, everything else that it sends waits meanwhile."""


@shared_task
def play_forecast(forecast_id: int, before: int) -> str:
    """Play events from number ``before`` on for some seconds; harmless to run twice."""
    forecast = Forecast.objects.filter(pk=forecast_id).first()
    if forecast is None or forecast.over or forecast.done != before:
        return "not wanted"
    started = time.monotonic()
    end = started + (INLINE_SECONDS if site.TASKS_INLINE else SLICE_SECONDS)
    stored = {name: value for name, value in forecast.settings.items() if name != "format"}
    settings = settings_from(stored)
    totals = Totals.from_json(forecast.totals) if forecast.totals else Totals()
    for number in range(before, forecast.events):
        totals.merge(totals_of(settings, [number]))
        if time.monotonic() >= end:
            break
    spent_ms = round(1000 * (time.monotonic() - started))
    answer = forecast_progress(
        actor=SYSTEM, forecast_id=forecast_id, before=before, totals=totals.to_json(), spent_ms=spent_ms
    )
    return "stored" if answer["stored"] else "not wanted"
