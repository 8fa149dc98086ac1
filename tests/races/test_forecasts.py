"""The same question sent twice at once is asked once, the quota holds, and a slice is stored once."""

from typing import Any

import pytest

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.models import OutboxMessage
from tests.ledger.chains import broken
from tests.races.tools import racers
from tests.tournaments.hall import make_user
from tournaments.forecasts import services
from tournaments.forecasts.models import Forecast
from tournaments.forecasts.services import forecast_progress, forecast_start, forecasts_requeue

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
TIMES = 5
SETTINGS = {"players": 8, "rounds": 3, "seed": "hall"}


def asking(user: Any, key: str) -> Any:
    return lambda: forecast_start(actor=Actor(user, "organizer"), key=key, settings=SETTINGS)


def test_a_form_sent_twice_at_once_is_one_forecast_and_one_job() -> None:
    with racers(4) as at_once:
        for time in range(TIMES):
            user = make_user()
            answers = at_once(*[asking(user, f"key {time}")] * 4)
            assert all(answer == answers[0] for answer in answers), answers
            assert Forecast.objects.filter(owner=user).count() == 1
            assert OutboxMessage.objects.filter(payload__args=[answers[0]["forecast"], 0]).count() == 1
            Forecast.objects.all().delete()


def test_of_four_questions_at_once_two_are_asked() -> None:
    with racers(4) as at_once:
        for _time in range(TIMES):
            user = make_user()
            answers = at_once(*[asking(user, f"own {number}") for number in range(4)])
            refused = [answer.code for answer in answers if isinstance(answer, UserError)]
            assert refused == ["two_at_once"] * 2, answers
            assert Forecast.objects.filter(owner=user).count() == services.AT_ONCE
            Forecast.objects.all().delete()


def test_two_workers_with_the_same_slice_store_it_once() -> None:
    with racers(3) as at_once:
        for _time in range(TIMES):
            forecast = asking(make_user(), "one")()["forecast"]

            def store(forecast: int = forecast) -> Any:
                totals = {"events": 3, "per_event": {}, "records": {}}
                return forecast_progress(
                    actor=SYSTEM, forecast_id=forecast, before=0, totals=totals, spent_ms=5
                )

            answers = at_once(store, store, store)
            assert sorted(answer["stored"] for answer in answers) == [False, False, True]
            row = Forecast.objects.get(pk=forecast)
            assert (row.done, row.spent_ms) == (3, 5)
            assert OutboxMessage.objects.filter(payload__args=[forecast, 3]).count() == 1
    assert broken("site") == []


def test_two_relays_that_sweep_at_once_send_a_job_once() -> None:
    with racers(2) as at_once:
        forecast = asking(make_user(), "one")()["forecast"]
        Forecast.objects.update(touched_at="2026-01-01T00:00:00Z")
        answers = at_once(*[lambda: forecasts_requeue(actor=SYSTEM)] * 2)
        assert sorted(answer["sent"] for answer in answers) == [[], [forecast]]
        assert Forecast.objects.get().attempts == 1
