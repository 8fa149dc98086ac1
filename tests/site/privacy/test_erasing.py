"""The job of an erasure: decided at once, done in slices, whatever dies between or within them."""

from datetime import timedelta
from itertools import count

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from ledger import sweeps
from ledger.commands import Actor
from ledger.errors import UserError
from ledger.models import IdempotencyKey, OutboxMessage
from tests.site.privacy import traces
from tests.site.privacy.erasing import job
from tests.tournaments import hall
from tournaments.entries.services import entry_create
from tournaments.events.services import tournament_open_entry
from x610z_site.accounts.models import Session
from x610z_site.privacy import forgetting_services as forgetting
from x610z_site.privacy import services, tasks
from x610z_site.privacy.models import Erasure

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing made by another test, and more than one slice of what few rows there are."""
    cache.clear()
    monkeypatch.setattr(forgetting, "ROWS", 2)
    monkeypatch.setattr(forgetting, "SESSIONS", 1)


class Died(BaseException):
    """A worker that is killed."""


def decided() -> int:
    """Somebody with traces everywhere who was told a moment ago that they are being erased."""
    user, _tournament = traces.leave_traces()
    services.person_erase(actor=Actor(user, "person"), user_id=user.pk)
    return int(user.pk)


def test_with_the_decision_the_account_is_gone_and_nobody_can_be_entered_as_it() -> None:
    user, _tournament = traces.leave_traces()
    client = Client()
    client.login(username=traces.SIGN_IN, password=traces.PASSWORD)
    pseudonym = services.person_erase(actor=Actor(user, "person"), user_id=user.pk)
    assert client.get("/me/").status_code == 302 and not Client().login(
        username=traces.SIGN_IN, password=traces.PASSWORD
    )
    user.refresh_from_db()
    assert user.display_name == pseudonym and not Session.objects.filter(user=user).exists()
    another = hall.make_tournament(capacity=8)
    tournament_open_entry(actor=hall.organizer_of(another), tournament=another, casual=True)
    with pytest.raises(UserError, match="no longer exists"):
        entry_create(actor=Actor(user, "player"), tournament=another)
    with pytest.raises(UserError, match="no longer exists"):
        services.person_erase(actor=Actor(user, "person"), user_id=user.pk)
    assert set(traces.hits()) >= {"privacy_erasure", "tournaments_entry"}  # and the job has what to look for


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_worker_killed_in_every_slice_leaves_nothing_half_done(
    monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    number = decided()
    steps = dict(forgetting.STEPS)
    deaths = count()
    for name, step in steps.items():

        def dies(erasure: Erasure, step: object = step) -> str:
            if when == "after":
                assert callable(step)
                step(erasure)
            next(deaths)
            raise Died

        for _slice in range(50):
            monkeypatch.setitem(forgetting.STEPS, name, dies)
            before = Erasure.objects.filter(pk=number, step=name).values("step", "reached").first()
            if before is None:
                break
            with pytest.raises(Died):
                forgetting.erasure_go_on(number)
            assert Erasure.objects.values("step", "reached").get(pk=number) == before
            monkeypatch.setitem(forgetting.STEPS, name, step)
            forgetting.erasure_go_on(number)
    assert next(deaths) > len(steps) + 3  # of answers, messages and sessions there was more than one slice
    assert traces.hits() == {} and traces.broken_chains() == []


def test_every_step_may_be_done_again() -> None:
    number = decided()
    for name in forgetting.STEPS:
        Erasure.objects.filter(pk=number).update(step=name, reached="")
        while Erasure.objects.filter(pk=number, step=name).exists():
            forgetting.erasure_go_on(number)
        if name != list(forgetting.STEPS)[-1]:
            Erasure.objects.filter(pk=number).update(step=name, reached="")
    assert traces.hits() == {} and traces.broken_chains() == []
    assert not forgetting.erasure_go_on(number)


def test_without_the_last_steps_traces_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: each of these steps finds what the others do not."""
    number = decided()
    for name in ("events", "tables", "answers", "sessions"):
        monkeypatch.setitem(forgetting.STEPS, name, lambda erasure: "")
    job(number)
    assert {"tournaments_entry", "decks_deck", "sessions, opened"} <= set(traces.hits())


def test_what_stands_still_is_sent_again_and_what_moves_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    number = decided()
    OutboxMessage.objects.all().delete()  # the message is lost with the broker
    sweeps.run_all()
    assert not OutboxMessage.objects.filter(payload__task=forgetting.TASK).exists()
    Erasure.objects.update(touched_at=timezone.now() - timedelta(minutes=1))
    sweeps.run_all()
    sweeps.run_all()
    assert OutboxMessage.objects.filter(payload__task=forgetting.TASK, payload__args=[number]).count() == 1
    monkeypatch.setattr(tasks, "SECONDS", 0)  # a task that ends after its time is sent on by itself
    for _time in range(200):
        OutboxMessage.objects.filter(payload__task=forgetting.TASK).delete()
        tasks.erase(number)
        if not OutboxMessage.objects.filter(payload__task=forgetting.TASK).exists():
            break
    assert not Erasure.objects.exists() and traces.hits() == {}


def test_a_step_of_a_newer_release_is_begun_from_the_first() -> None:
    number = decided()
    Erasure.objects.update(step="of tomorrow", reached="zz")
    job(number)
    assert traces.hits() == {}


def test_an_answer_stored_for_somebody_else_goes_only_when_it_names_them() -> None:
    number = decided()
    for key, name in (("one", traces.NAME), ("two", "Another Name"), ("three", traces.NAME.upper())):
        IdempotencyKey.objects.create(
            actor_key="user:0", key=key, request_hash=key, response={"result": {"name": name}}
        )
    job(number)
    assert list(IdempotencyKey.objects.filter(actor_key="user:0").values_list("key", flat=True)) == ["two"]
