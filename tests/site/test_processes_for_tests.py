"""The fixtures that give a test real processes: a worker and a live server on the test database."""

import urllib.request
from typing import Any

import pytest
from django.utils import timezone

from tests.conftest import BackgroundProcess
from tests.patience import HANG, wait_until


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_real_worker_answers_on_both_queues(celery_worker_process: BackgroundProcess) -> None:
    from celery import current_app

    found: dict[str, Any] = {}
    inspect = current_app.control.inspect(timeout=1)
    assert wait_until(lambda: found.update(inspect.active_queues() or {}) or found)  # type: ignore[func-returns-value]
    answers = found
    assert sorted(queue["name"] for queues in answers.values() for queue in queues) == [
        "default",
        "outgoing",
        "replay",
    ]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_live_server_reads_the_test_database(live_process: BackgroundProcess) -> None:
    from ledger.models import Chain

    Chain.objects.create(key="t-live-fixture", version=41)
    with urllib.request.urlopen(f"{live_process.url}/live/t-live-fixture/", timeout=HANG) as stream:  # noqa: S310 - our own address
        lines = [stream.readline().decode() for _line in range(5)]
    assert any('"version": 41' in line for line in lines)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_committed_message_reaches_a_phone(
    relay_process: BackgroundProcess, live_process: BackgroundProcess
) -> None:
    """The whole way: outbox row, relay, Redis, live process, open stream."""
    from ledger.models import Chain, OutboxMessage

    key = "t-the-whole-way"
    Chain.objects.create(key=key, version=1)
    with urllib.request.urlopen(f"{live_process.url}/live/{key}/", timeout=HANG) as stream:  # noqa: S310 - our own address
        while '"version": 1' not in stream.readline().decode():
            pass
        for version in (2, 3):
            OutboxMessage.objects.create(
                topic="live", payload={"tournament": key, "version": version}, due_at=timezone.now()
            )
            while f'"version": {version}' not in stream.readline().decode():
                pass


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_the_tables_stand_on_the_database_of_this_run() -> None:
    from django.db import connection

    assert "ledger_chain" in connection.introspection.table_names()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone()[0] in {"wal", "memory"}
