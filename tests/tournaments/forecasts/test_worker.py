"""The whole way of a forecast: asked, carried by a real relay to a real Celery worker in slices, answered."""

import time
from typing import Any

import pytest

from ledger.commands import Actor
from tests.ledger.chains import broken
from tests.patience import HANG
from tests.tournaments.hall import make_user
from tournaments.forecasts.models import Forecast
from tournaments.forecasts.services import forecast_start
from tournaments.simulator import Totals, totals_of
from tournaments.simulator.jsonform import settings_from

pytestmark = [pytest.mark.redis, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.mark.night(
    "a real worker",
    short="tests/tournaments/forecasts/test_forecasts.py::test_an_event_that_cannot_be_played_in_time_ends_the_job_at_once",
)
def test_a_forecast_is_played_by_the_worker_slice_by_slice(
    celery_worker_process: Any, relay_process: Any
) -> None:
    settings = {"players": 32, "rounds": 5, "cut": {"size": 8}, "seed": "hall"}
    answer = forecast_start(actor=Actor(make_user(), "organizer"), settings=settings)
    seen: set[int] = set()
    end = time.monotonic() + HANG
    forecast = Forecast.objects.get(pk=answer["forecast"])
    while not forecast.over and time.monotonic() < end:
        time.sleep(0.2)
        forecast.refresh_from_db()
        seen.add(forecast.done)
    assert forecast.done == forecast.events == 1000, relay_process.said() + celery_worker_process.said()
    assert forecast.state == "done" and forecast.attempts == 0
    assert len(seen) > 2  # it was seen on its way
    stored = {name: value for name, value in forecast.settings.items() if name != "format"}
    first = totals_of(settings_from(stored), range(5))
    totals = Totals.from_json(forecast.totals)
    assert all(
        totals.per_event[name][value] >= n for name, of in first.per_event.items() for value, n in of.items()
    )
    assert sum(totals.per_event["winner_seed"].values()) == 1000
    assert broken("site") == []
