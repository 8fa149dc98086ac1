"""Asking what settings will do: the form, the job and its slices, limits, and who may see an answer."""

import signal
import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger.commands import SYSTEM, Actor
from ledger.errors import UserError
from ledger.models import LedgerRow, OutboxMessage
from ledger.relay import relay_once
from tests.ledger.chains import broken
from tests.patience import HANG, wait_until
from tests.tournaments.hall import enter, make_tournament, make_user, organizer_of, play, running_tournament
from tournaments.events.services import tournament_open_entry
from tournaments.forecasts import services, tasks
from tournaments.forecasts.forms import ForecastForm, initial_of
from tournaments.forecasts.models import Forecast
from tournaments.forecasts.selectors import measured
from tournaments.forecasts.services import (
    events_for,
    forecast_progress,
    forecast_start,
    forecasts_requeue,
    stuck_forecasts_sweep,
)
from tournaments.forecasts.tasks import play_forecast
from tournaments.rounds.models import Round
from tournaments.simulator import Cut, Settings, Totals, totals_of
from tournaments.simulator.jsonform import settings_json

pytestmark = [pytest.mark.django_db]

FORM = {
    "players": "8",
    "rounds": "3",
    "cut": "number",
    "cut_number": "4",
    "games": "3",
    "minutes": "60",
    "starts": "10:30",
    "draws": "3",
    "stops": "usual",
    "strength": "100",
    "late": "0",
    "late_until": "2",
    "clans": "0",
    "clan_size": "4",
    "clan_rounds": "0",
    "method": "random",
    "leaders": "0",
    "knock_out": "single",
    "cut_minutes": "0",
    "match": "40",
    "between": "10",
    "pause": "0",
    "preset": "x610z",
}
SMALL = settings_json(Settings(players=8, rounds=3, cut=Cut(size=4), seed="hall"))


def signed_in(user: Any = None) -> tuple[Client, Any]:
    client, user = Client(), user or make_user()
    client.force_login(user)
    return client, user


def start(user: Any, **settings: Any) -> Forecast:
    answer = forecast_start(actor=Actor(user, "organizer"), settings={**SMALL, **settings})
    return Forecast.objects.get(pk=answer["forecast"])


def play_out(forecast: Forecast, most: int = 50) -> int:
    """Deliver the job's messages as the relay does, until none is left; how many it took."""
    for taken in range(most):
        forecast.refresh_from_db()
        if forecast.over:
            return taken
        messages = OutboxMessage.objects.filter(topic="task", sent_at=None).order_by("pk")
        for message in messages:
            assert message.payload["task"] == services.TASK
            play_forecast(*message.payload["args"])
            message.sent_at = timezone.now()
            message.save()
    raise AssertionError("the job does not come to its end")


@pytest.fixture(autouse=True)
def few_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty events are enough to see how the job goes."""
    monkeypatch.setattr(services, "EVENTS", 60)


# --- the page ------------------------------------------------------------------------------------------


def test_the_whole_way_from_the_form_to_the_pictures() -> None:
    client, user = signed_in()
    assert client.get("/forecasts/").status_code == 200
    answer = client.post("/forecasts/", {**FORM, "idempotency_key": "one"})
    forecast = Forecast.objects.get(owner=user)
    assert answer.status_code == 302 and answer["Location"] == f"/forecasts/{forecast.pk}/"
    waiting = client.get(answer["Location"]).content.decode()
    assert 'hx-trigger="every 2s"' in waiting and 'max="60"' in waiting
    play_out(forecast)
    page = client.get(answer["Location"]).content.decode()
    assert "hx-trigger" not in page
    assert page.count('class="chart"') == 5 == page.count("The same in numbers")
    assert "From 60 simulated tournaments." in page
    assert "3–0" in page and "Which record makes the cut" in page
    assert "style=" not in page.split("<main")[1]
    assert f'href="/forecasts/{forecast.pk}/"' in client.get("/forecasts/").content.decode()


def test_the_same_form_sent_twice_is_one_forecast() -> None:
    client, user = signed_in()
    first = client.post("/forecasts/", {**FORM, "idempotency_key": "same"})
    second = client.post("/forecasts/", {**FORM, "idempotency_key": "same"})
    assert first["Location"] == second["Location"]
    assert Forecast.objects.filter(owner=user).count() == 1
    other = client.post("/forecasts/", {**FORM, "rounds": "4", "idempotency_key": "same"})
    assert other.status_code == 422 and "already sent with different contents" in other.content.decode()


def test_an_answer_can_be_changed_and_asked_again() -> None:
    client, user = signed_in()
    client.post(
        "/forecasts/", {**FORM, "stops": "many", "strength": "250", "method": "fold", "starts": "09:15"}
    )
    forecast = Forecast.objects.get(owner=user)
    page = client.get(f"/forecasts/?again={forecast.pk}").content.decode()
    for chosen in ('value="many" selected', 'value="250" selected', 'value="fold" selected', 'value="09:15"'):
        assert chosen in page
    form = ForecastForm(FORM)
    assert form.is_valid()
    filled = initial_of(form.settings(seed=""))
    assert {name: str(filled[name]) for name in FORM if name != "starts"} == {
        name: value for name, value in FORM.items() if name != "starts"
    }


def test_a_forecast_is_seen_by_its_owner_alone() -> None:
    client, user = signed_in()
    forecast = start(user)
    stranger, _ = signed_in()
    office, _ = signed_in(make_user("Office", is_office=True))
    for other in (stranger, office):
        assert other.get(f"/forecasts/{forecast.pk}/").status_code == 404
        assert other.get(f"/forecasts/?again={forecast.pk}").status_code == 404
        assert f"/forecasts/{forecast.pk}/" not in other.get("/forecasts/").content.decode()
    assert Client().get(f"/forecasts/{forecast.pk}/").status_code == 302
    assert client.get("/forecasts/999999/").status_code == 404


def test_the_form_knows_what_the_tournament_says() -> None:
    tournament = make_tournament(
        template="constructed-championship", capacity=40, changes={"minutes": 50, "clan_rounds": 2}
    )
    client, _ = signed_in(organizer_of(tournament).user)
    page = client.get(f"/forecasts/?tournament={tournament.slug}").content.decode()
    for said in ('name="players" value="40"', 'name="rounds" value="6"', 'name="cut_number" value="8"'):
        assert said in page
    assert 'name="minutes" value="50"' in page and 'name="clan_rounds" value="2"' in page
    answer = client.post(f"/forecasts/?tournament={tournament.slug}", FORM)
    assert Forecast.objects.get().tournament == tournament
    assert tournament.name in client.get(answer["Location"]).content.decode()
    stranger, _ = signed_in()
    assert stranger.get(f"/forecasts/?tournament={tournament.slug}").status_code == 404


def test_before_the_start_those_who_entered_are_counted() -> None:
    tournament = make_tournament(capacity=64)
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    enter(tournament, 6)
    client, _ = signed_in()
    page = client.get(f"/forecasts/?tournament={tournament.slug}").content.decode()
    assert 'name="players" value="6"' in page


def test_kinds_that_cannot_be_played_say_so() -> None:
    tournament = make_tournament(template="multiplayer-pods")
    client, _ = signed_in(organizer_of(tournament).user)
    page = client.get(f"/forecasts/?tournament={tournament.slug}").content.decode()
    assert "There is no forecast for this kind" in page
    filled = client.post("/forecasts/fill/", {"template": "constructed-round-robin"}).content.decode()
    assert "There is no forecast for this kind" in filled


def test_the_form_of_a_new_tournament_fills_this_one_and_writes_nothing() -> None:
    client, _ = signed_in()
    rows = LedgerRow.objects.count()
    sent = {
        "template": "constructed-championship",
        "capacity": "100",
        "rounds": "6",
        "starts_at": "2027-01-02T11:45",
    }
    page = client.post("/forecasts/fill/", sent).content.decode()
    for said in (
        'name="players" value="100"',
        'name="rounds" value="6"',
        'value="11:45"',
        'value="number" selected',
    ):
        assert said in page
    assert "no forecast for this kind" not in page and "alert" not in page.split("<main")[1].split("<form")[0]
    assert (LedgerRow.objects.count(), Forecast.objects.count()) == (rows, 0)


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"template": "nothing", "capacity": "-5", "rounds": "many"},
        {
            "template": "constructed-community",
            "cut": "number",
            "cut_number": "x",
            "starts_at": "😀",
        },
        {"capacity": "9" * 400, "rounds": "NaN", "leaders": "1e9", "method": "\x00", "acts": "'; --"},
    ],
)
def test_a_half_filled_or_hostile_form_fills_what_can_be_used(sent: dict[str, str]) -> None:
    client, _ = signed_in()
    answer = client.post("/forecasts/fill/", sent)
    assert answer.status_code == 200
    assert 'name="rounds" value="' in answer.content.decode()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"players": "3"}, "players"),
        ({"players": "2001"}, "players"),
        ({"players": "9" * 5000}, "players"),
        ({"players": "١٢"}, ""),
        ({"players": "NaN"}, "players"),
        ({"players": "1e3"}, "players"),
        ({"rounds": "0"}, "rounds"),
        ({"rounds": "21"}, "rounds"),
        ({"rounds": "8"}, "rounds"),
        ({"players": "9", "rounds": "10"}, "rounds"),
        ({"cut": "everybody"}, "cut"),
        ({"cut_number": ""}, "cut_number"),
        ({"cut_number": "9"}, "cut_number"),
        ({"cut_number": "129", "players": "2000"}, "cut_number"),
        ({"games": "2"}, "games"),
        ({"starts": "25:00"}, "starts"),
        ({"draws": "101"}, "draws"),
        ({"draws": "-1"}, "draws"),
        ({"stops": "<script>"}, "stops"),
        ({"strength": "1000000"}, "strength"),
        ({"clan_size": "1"}, "clan_size"),
        ({"method": "power"}, "method"),
        ({"minutes": "\x00"}, "minutes"),
    ],
)
def test_what_cannot_be_played_is_refused_at_its_field(changes: dict[str, str], field: str) -> None:
    client, _ = signed_in()
    answer = client.post("/forecasts/", {**FORM, **changes})
    if field:
        assert answer.status_code == 422
        assert f'id="id_{field}_error"' in answer.content.decode()
        assert (
            not Forecast.objects.exists() and not LedgerRow.objects.filter(action="forecast.start").exists()
        )
    else:
        assert answer.status_code in (302, 422)


def test_a_hidden_field_that_was_tampered_with_is_refused_as_well() -> None:
    client, _ = signed_in()
    assert client.post("/forecasts/", {**FORM, "preset": "../../etc"}).status_code == 422
    assert not Forecast.objects.exists()


def test_every_setting_the_form_lets_through_can_be_played() -> None:
    """The corners of all fields at once: no error of the simulator is left for the job to meet."""
    low = {
        **FORM,
        "players": "4",
        "rounds": "3",
        "cut": "points",
        "cut_number": "300",
        "minutes": "0",
        "starts": "00:00",
    }
    low |= {"match": "1", "between": "0", "late": "90", "late_until": "20", "clans": "100", "clan_size": "9"}
    high = {**FORM, "players": "33", "cut_number": "33", "draws": "100", "stops": "many", "clan_rounds": "20"}
    high |= {"leaders": "64", "power_last": "on", "knock_out": "double", "games": "5", "preset": "fide"}
    for sent in (low, high):
        form = ForecastForm(sent)
        assert form.is_valid(), form.errors
        assert totals_of(form.settings(seed="x"), range(2)).events == 2


# --- the job -------------------------------------------------------------------------------------------


def test_slices_add_up_to_exactly_the_sums_of_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "SLICE_SECONDS", 0.0)  # one event a slice
    monkeypatch.setattr(tasks, "INLINE_SECONDS", 0.0)
    forecast = start(make_user(), events=7)
    Forecast.objects.update(events=7)
    assert play_out(forecast) == 7
    settings = Settings(players=8, rounds=3, cut=Cut(size=4), seed="hall", events=60)
    assert Totals.from_json(forecast.totals) == totals_of(settings, range(7))
    assert forecast.state == "done" and broken("site") == []


def test_a_message_that_comes_twice_or_late_adds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(tasks, "INLINE_SECONDS", 0.0)
    forecast = start(make_user())
    assert play_forecast(forecast.pk, 0) == "stored"
    rows = LedgerRow.objects.count()
    for before in (0, 0, 5, 59, 60, -1):
        assert play_forecast(forecast.pk, before) == "not wanted"
    late = forecast_progress(
        actor=SYSTEM, forecast_id=forecast.pk, before=0, totals={"events": 60}, spent_ms=1
    )
    assert late == {"stored": False}
    forecast.refresh_from_db()
    assert (forecast.done, forecast.state) == (1, "running")
    assert LedgerRow.objects.count() == rows + 1  # what came late is a row that says nothing was stored
    assert play_forecast(999_999, 0) == "not wanted"


def test_a_killed_job_is_taken_up_where_it_was_and_given_up_after_three_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(tasks, "INLINE_SECONDS", 0.0)
    forecast = start(make_user())
    play_forecast(forecast.pk, 0)
    OutboxMessage.objects.all().delete()  # the worker took it and was killed
    stuck_forecasts_sweep()
    assert not OutboxMessage.objects.exists()  # nobody is impatient
    for attempt in (1, 2, 3):
        OutboxMessage.objects.all().delete()
        Forecast.objects.update(touched_at=timezone.now() - timedelta(seconds=61))
        stuck_forecasts_sweep()
        forecast.refresh_from_db()
        assert (forecast.attempts, forecast.state, forecast.done) == (attempt, "running", 1)
        assert OutboxMessage.objects.get().payload["args"] == [forecast.pk, 1]
    play_forecast(forecast.pk, 1)
    forecast.refresh_from_db()
    assert (forecast.done, forecast.attempts) == (2, 0)  # progress forgives
    for _attempt in range(4):
        Forecast.objects.update(touched_at=timezone.now() - timedelta(seconds=61))
        forecasts_requeue(actor=SYSTEM)
    forecast.refresh_from_db()
    assert forecast.state == "failed"
    assert play_forecast(forecast.pk, 2) == "not wanted"
    client, _ = signed_in(forecast.owner)
    page = client.get(f"/forecasts/{forecast.pk}/").content.decode()
    assert "was stopped" in page and 'class="chart"' not in page


def test_a_job_that_takes_too_long_answers_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    forecast = start(make_user())
    totals = totals_of(Settings(players=8, rounds=3, cut=Cut(size=4), events=60), range(29)).to_json()
    send = {"actor": SYSTEM, "forecast_id": forecast.pk}
    forecast_progress(**send, before=0, totals=totals, spent_ms=services.BUDGET_MS)
    forecast.refresh_from_db()
    assert forecast.state == "running"  # too few for an answer
    totals["events"] = 31
    forecast_progress(**send, before=29, totals=totals, spent_ms=1)
    forecast.refresh_from_db()
    assert forecast.state == "done"
    client, _ = signed_in(forecast.owner)
    assert "the time for one forecast was up" in client.get(f"/forecasts/{forecast.pk}/").content.decode()


def test_an_event_that_cannot_be_played_in_time_ends_the_job_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One event that never ends neither holds the worker nor is tried again and again."""
    real = tasks.totals_of

    def endless(settings: Settings, numbers: list[int]) -> Totals:
        while numbers[0] == stuck:
            time.sleep(0.01)
        return real(settings, numbers)

    monkeypatch.setattr(tasks, "totals_of", endless)
    monkeypatch.setattr(tasks, "SLOWEST_EVENT", 2.0)  # hundreds of times what an event takes
    alarm = signal.getsignal(signal.SIGALRM)
    stuck = 0
    for number, state, done in ((0, "failed", 0), (40, "done", 40)):
        stuck = number
        forecast = start(make_user())
        monkeypatch.setattr(tasks, "SLICE_SECONDS", 3600.0)
        monkeypatch.setattr(tasks, "INLINE_SECONDS", 3600.0)
        assert play_forecast(forecast.pk, 0) == "stored"
        forecast.refresh_from_db()
        assert (forecast.state, forecast.done) == (state, done)
        client, _ = signed_in(forecast.owner)
        page = client.get(f"/forecasts/{forecast.pk}/").content.decode()
        assert ("was stopped" in page) == (state == "failed")
    assert signal.getsignal(signal.SIGALRM) == alarm


def test_a_timer_that_runs_already_goes_on() -> None:
    rang = []
    before = signal.signal(signal.SIGALRM, lambda *_args: rang.append(1))
    left, _ = signal.setitimer(signal.ITIMER_REAL, 3)
    try:
        with tasks.at_most(3600):
            pass
        assert rang or 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 3
        assert wait_until(lambda: rang == [1])
        with pytest.raises(tasks.TooSlowError), tasks.at_most(0.05):
            time.sleep(HANG)
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, left)


def test_the_pages_ask_the_database_as_often_for_many_forecasts_as_for_one() -> None:
    client, user = signed_in()
    first = start(user).pk
    asked = []
    for more in (0, 12):
        for _number in range(more):
            Forecast.objects.update(state="done")
            start(user)
        client.get("/forecasts/")
        with CaptureQueriesContext(connection) as form, CaptureQueriesContext(connection) as answer:
            shown = client.get("/forecasts/").content.decode()
            client.get(f"/forecasts/{first}/")
        asked.append((len(form), len(answer)))
        assert shown.count("8 players, 3 rounds") == min(10, 1 + more)
    assert asked[0] == asked[1] and sum(asked[0]) <= 20


def test_huge_fields_play_fewer_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "EVENTS", 1000)
    assert events_for(226, 9) == events_for(16, 5) == 1000
    assert events_for(1000, 10) == 210
    assert events_for(2000, 20) == 52
    assert events_for(2000, 30) >= services.FEWEST_EVENTS


def test_who_asks_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    user = make_user()
    start(user)
    start(user)
    with pytest.raises(UserError, match="Two of your forecasts"):
        start(user)
    assert Forecast.objects.filter(owner=user).count() == 2
    start(make_user())  # others are not held up
    monkeypatch.setattr(services, "A_DAY", 2)
    Forecast.objects.update(state="done")
    with pytest.raises(UserError, match="Try again tomorrow"):
        start(user)
    Forecast.objects.update(asked_at=timezone.now() - timedelta(days=1, minutes=1))
    start(user)
    monkeypatch.setattr(services, "WAITING", 1)
    with pytest.raises(UserError, match="Many others"):
        start(make_user())
    client, _ = signed_in()
    refused = client.post("/forecasts/", FORM)
    assert refused.status_code == 422 and "Many others" in refused.content.decode()


def test_old_answers_make_room_for_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "KEPT", 3)
    user, other = make_user(), make_user()
    kept = start(other)
    made = []
    for _number in range(5):
        made.append(start(user).pk)
        Forecast.objects.update(state="done")
    assert sorted(Forecast.objects.filter(owner=user).values_list("pk", flat=True)) == made[2:]
    assert Forecast.objects.filter(pk=kept.pk).exists()


def test_the_relay_plays_it_where_there_is_no_broker(settings: Any) -> None:
    settings.TASKS_INLINE = True
    forecast = start(make_user())
    for _turn in range(200):
        relay_once()
        forecast.refresh_from_db()
        if forecast.over:
            break
    assert (forecast.state, forecast.done) == ("done", 60)


# --- what was measured ---------------------------------------------------------------------------------


def test_rounds_measured_here_are_used_when_there_are_enough() -> None:
    start_at = timezone.now() - timedelta(days=2)
    tournaments = [running_tournament(4, name=f"Cup {number}") for number in range(4)]
    for place, tournament in enumerate(tournaments):
        for number in (1, 2, 3):
            play(tournament, number)
            began = start_at + timedelta(hours=2 * number, minutes=place)
            Round.objects.filter(tournament=tournament, number=number).update(
                started_at=began,
                completed_at=began + timedelta(minutes=50 + place),
                paused_seconds=300,
                minutes=60,
            )
    lengths, waits = measured(60, 3)
    assert sorted(lengths) == sorted([45.0 + place for place in range(4)] * 3)
    assert waits == ()  # an hour and ten minutes between rounds is no change of rounds
    assert measured(35, 3) == ((), ()) and measured(60, 1) == ((), ())
    forecast = start(make_user())
    assert sorted(set(forecast.settings["clock"]["round_lengths"])) == [45.0, 46.0, 47.0, 48.0]
    Round.objects.filter(tournament=tournaments[0]).update(completed_at=start_at)  # nonsense is left out
    assert measured(60, 3) == ((), ())
