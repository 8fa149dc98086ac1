"""The fixtures that give a test real processes: a worker and a live server on the test database."""

import urllib.request

import pytest

from tests.conftest import BackgroundProcess


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_real_worker_answers_on_both_queues(celery_worker_process: BackgroundProcess) -> None:
    from celery import current_app

    answers = current_app.control.inspect(timeout=5).active_queues()
    assert answers
    assert sorted(queue["name"] for queues in answers.values() for queue in queues) == ["default", "replay"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_live_server_reads_the_test_database(live_process: BackgroundProcess) -> None:
    from tournaments.ledger.models import Chain

    Chain.objects.create(key="t-live-fixture", version=41)
    with urllib.request.urlopen(f"{live_process.url}/live/t-live-fixture/", timeout=5) as stream:  # noqa: S310 - our own address
        lines = [stream.readline().decode() for _line in range(5)]
    assert any('"version": 41' in line for line in lines)


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_the_tables_stand_on_the_database_of_this_run() -> None:
    from django.db import connection

    assert "tournaments_chain" in connection.introspection.table_names()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone()[0] in {"wal", "memory"}
