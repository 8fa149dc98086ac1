"""The job of a forecast, slice by slice. Celery only carries it: what counts stands in the database."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

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
SLOWEST_EVENT = 12.0
"""Seconds for one event. Nearly all take a few hundredths; some odd settings let the pairing look ahead for minutes."""


class TooSlowError(Exception):
    """One event takes longer than a whole job may."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise :class:`TooSlowError` inside the block after so many seconds; a timer that runs already goes on after it.

    Only the main thread can be interrupted, which is where workers and the relay play; elsewhere nothing happens.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(*_args: object) -> None:
        raise TooSlowError

    started, handler = time.monotonic(), signal.signal(signal.SIGALRM, late)
    left, _repeat = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (time.monotonic() - started)))


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
    slow = False
    for number in range(before, forecast.events):
        try:
            with at_most(SLOWEST_EVENT):
                event = totals_of(settings, [number])
        except TooSlowError:
            slow = True
            break
        totals.merge(event)
        if time.monotonic() >= end:
            break
    spent_ms = round(1000 * (time.monotonic() - started))
    answer = forecast_progress(
        actor=SYSTEM,
        forecast_id=forecast_id,
        before=before,
        totals=totals.to_json(),
        spent_ms=spent_ms,
        stop=slow,
    )
    return "stored" if answer["stored"] else "not wanted"
