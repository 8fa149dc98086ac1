"""Full and read-only disks, no connection left, a clock that jumps: a sentence, nothing lost, nothing half stored.

The trouble is the database's own: PostgreSQL made read-only, or saying what it says of a full disk; SQLite with no page
left; a process whose files may not grow.
"""

import errno
import logging
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection, connections
from django.test import Client
from django.utils import timezone

from ledger.models import IdempotencyKey, LedgerRow, OutboxMessage
from ledger.relay import LONGEST, relay_once
from tests.conftest import database_url
from tests.patience import HANG
from tests.races.tools import assert_chain
from tests.tournaments.hall import organizer_of, publish, running_tournament
from tournaments.rounds.models import Match, Report, Round
from tournaments.rounds.pairing_services import round_pause_clock, round_start_clock
from x610z_site.services.environment import ROOT
from x610z_site.services.servers import free_port
from x610z_site.trouble import AWAY, BUSY, FULL, READ_ONLY, OneLine, trouble_of

SAID = "cannot store anything just now"


def report(tournament: Any, match: Match, key: str = "one") -> Any:
    """A player's report as the phone sends it, and sends again: with the key of its form."""
    client = Client(raise_request_exception=False)
    client.force_login(match.seats.all()[0].entry.user)
    said = {"first": "2", "second": "0", "match": match.pk, "idempotency_key": key}
    return client.post(f"/t/{tournament.slug}/me/", said)


@contextmanager
def read_only() -> Iterator[None]:
    """The database refuses every write, as after a failover to a copy."""
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = off")


@contextmanager
def full_disk() -> Iterator[None]:
    """PostgreSQL says of every new row of the ledger what it says when its disk is full."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
            "'could not extend file' USING ERRCODE = '53100'; END $$"
        )
        cursor.execute(
            "CREATE TRIGGER no_room BEFORE INSERT ON ledger_ledgerrow FOR EACH ROW EXECUTE FUNCTION no_room()"
        )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER no_room ON ledger_ledgerrow")
            cursor.execute("DROP FUNCTION no_room()")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("trouble", [read_only, full_disk])
def test_a_report_that_cannot_be_stored_is_answered_with_a_sentence_and_counts_when_sent_again(
    trouble: Any,
) -> None:
    tournament = running_tournament(4)
    match = Match.objects.filter(round=publish(tournament)).order_by("table")[0]
    client = Client(raise_request_exception=False)
    client.force_login(match.seats.all()[0].entry.user)
    page = f"/t/{tournament.slug}/me/"
    form = {"first": "2", "second": "0", "match": match.pk, "idempotency_key": "one"}
    before = LedgerRow.objects.count()
    with trouble():
        answer = client.post(page, form)
        assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "30", "no-store")
        said = answer.content.decode()
        assert SAID in said and "kan nu even niets bewaren" in said and "Traceback" not in said
        for path in ("/", f"/t/{tournament.slug}/tables/", page):
            assert client.get(path).status_code == 200, "what can be read is still shown"
    assert not Report.objects.exists() and LedgerRow.objects.count() == before
    assert not IdempotencyKey.objects.filter(key="one").exists()
    for _time in range(2):
        assert client.post(page, form).status_code == 302
    assert Report.objects.count() == 1 and LedgerRow.objects.count() == before + 1
    assert_chain(tournament)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_who_finds_no_connection_left_reads_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real refusal of a real server, as a page meets it when it asks for its connection."""
    with connection.cursor() as cursor:
        cursor.execute("DROP ROLE IF EXISTS crowded")
        cursor.execute("CREATE ROLE crowded LOGIN CONNECTION LIMIT 1 PASSWORD 'crowded'")
    parts = psycopg.conninfo.conninfo_to_dict(database_url()) | {"user": "crowded", "password": "crowded"}

    def refused() -> Any:
        return psycopg.connect(**parts)  # type: ignore[arg-type]  # all texts

    first = refused()
    try:
        with pytest.raises(psycopg.OperationalError) as one_too_many:
            refused()
        assert trouble_of(one_too_many.value) == BUSY

        def no_more(*_args: Any, **_kwargs: Any) -> Any:
            raise OperationalError("no connection") from one_too_many.value

        client = Client(raise_request_exception=False)
        monkeypatch.setattr(connections["default"], "cursor", no_more)
        answer = client.get("/clans/")
        api = client.get("/api/v1/tournaments/some-cup/")
        monkeypatch.undo()
        assert (answer.status_code, api.status_code) == (503, 503) and SAID in answer.content.decode()
        assert api.json() == {"error": "nothing can be stored or read just now"}
    finally:
        first.close()
        with connection.cursor() as cursor:
            cursor.execute("DROP ROLE crowded")


def sqlite_error(statement: str, tmp_path: Path, *before: str) -> sqlite3.Error:
    with sqlite3.connect(tmp_path / "x") as made:
        made.execute("CREATE TABLE IF NOT EXISTS t (x)")
    opened = sqlite3.connect(tmp_path / "x")
    for line in before:
        opened.execute(line)
    with pytest.raises(sqlite3.Error) as error:
        opened.execute(statement)
    opened.close()
    return error.value


def test_sqlite_s_own_words_are_understood(tmp_path: Path) -> None:
    large = "INSERT INTO t VALUES (zeroblob(900000))"
    assert trouble_of(sqlite_error(large, tmp_path, "PRAGMA max_page_count = 3")) == FULL
    assert trouble_of(sqlite_error(large, tmp_path, "PRAGMA query_only = 1")) == READ_ONLY
    with pytest.raises(sqlite3.Error) as nowhere:
        sqlite3.connect(tmp_path / "no folder" / "x")
    assert trouble_of(nowhere.value) == AWAY
    assert trouble_of(sqlite3.IntegrityError("UNIQUE constraint failed")) == ""


def test_object_storage_that_is_away_is_trouble_like_a_database_that_is() -> None:
    away = type("EndpointConnectionError", (Exception,), {"__module__": "botocore.exceptions"})
    assert trouble_of(away("Could not connect to the endpoint URL")) == AWAY
    assert trouble_of(type("EndpointConnectionError", (Exception,), {})("of somebody else")) == ""


def test_what_is_no_trouble_with_storage_stays_an_error_of_ours() -> None:
    assert [trouble_of(one) for one in (None, ValueError("disk is full"), OSError(errno.ENOENT, "x"))] == [
        ""
    ] * 3
    assert trouble_of(OSError(errno.ENOSPC, "No space left on device")) == FULL
    assert trouble_of(psycopg.errors.UniqueViolation("x")) == ""
    assert trouble_of(psycopg.OperationalError("connection refused")) == AWAY
    outer = OperationalError("x")
    outer.__cause__ = psycopg.errors.ReadOnlySqlTransaction("x")
    assert trouble_of(outer) == READ_ONLY


@pytest.mark.django_db
def test_a_bug_is_still_an_error_500(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: Any) -> Any:
        raise ValueError("a bug")

    monkeypatch.setattr("x610z_site.privacy.views.render", broken)
    answer = Client(raise_request_exception=False).get("/privacy/")
    shown = answer.content.decode()
    assert answer.status_code == 500 and "Something broke" in shown
    for told in ("a bug", "ValueError", "Traceback", ".py", "SECRET_KEY", "SELECT "):
        assert told not in shown, told


def test_the_log_holds_one_line_of_it_and_the_traceback_of_a_bug() -> None:
    def lines(error: Exception) -> str:
        try:
            raise error
        except Exception:  # noqa: BLE001 - as a server would
            record = logging.LogRecord(
                "django.request", 40, "", 0, "Internal Server Error: %s", ("/x",), sys.exc_info()
            )
        OneLine().filter(record)
        return logging.Formatter().format(record)

    said = lines(psycopg.errors.DiskFull("could not extend file"))
    assert said == "Internal Server Error: /x: storage is full (DiskFull)"
    assert "Traceback" in lines(ValueError("a bug"))


# --- the start --------------------------------------------------------------------------------------------


def start(var: Path, *options: str, **more: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "x610z_site.services.start", "--no-demo", "--no-redis", *options],
        cwd=ROOT,
        env={**os.environ, "X610Z_VAR": str(var), "DATABASE_URL": "", "REDIS_URL": ""},
        capture_output=True,
        text=True,
        timeout=HANG,
        **more,
    )


def no_room() -> None:
    """No file of this process grows beyond a few pages: what a full disk does."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))


def test_a_start_on_a_full_disk_ends_with_a_sentence(tmp_path: Path) -> None:
    done = start(tmp_path, "--port", str(free_port()), preexec_fn=no_room)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr + done.stdout
    assert f"the disk of {tmp_path} is full" in done.stderr


def test_two_equal_ports_are_refused_in_a_sentence(tmp_path: Path) -> None:
    port = str(free_port())
    done = start(tmp_path, "--port", port, "--live-port", port)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert done.stderr.strip() == (
        f"./run: --port and --live-port are both {port}; pages and live updates need a port each"
    )


# --- clocks that jump -------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("jump", [timedelta(hours=-2), timedelta(hours=2), timedelta(days=-400)])
def test_a_clock_that_jumps_loses_no_report_and_holds_up_no_message(
    jump: timedelta, time_machine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []
    monkeypatch.setitem(__import__("ledger.relay").relay.SENDERS, "live", sent.append)
    tournament = running_tournament(4)
    round_ = publish(tournament)
    first, second = Match.objects.filter(round=round_, kind="played").order_by("table")
    assert report(tournament, first).status_code == 302
    waiting = OutboxMessage.objects.filter(sent_at=None).count()
    time_machine.move_to(timezone.now() + jump)
    assert report(tournament, second).status_code == 302
    assert report(tournament, second).status_code == 302, "and the same form again counts once"
    assert Report.objects.count() == 2
    assert_chain(tournament)
    assert waiting and relay_once() > waiting, "what waited is sent, whatever the clock says now"
    assert not OutboxMessage.objects.filter(sent_at=None).exists() and timedelta(hours=1) > LONGEST


@pytest.mark.django_db
def test_a_pause_during_which_the_clock_was_set_back_lengthens_nothing(time_machine: Any) -> None:
    tournament = running_tournament(4)
    round_ = publish(tournament)
    asked = {"actor": organizer_of(tournament), "tournament": tournament, "round_id": round_.pk}
    round_start_clock(**asked)
    round_pause_clock(**asked)
    time_machine.move_to(timezone.now() - timedelta(hours=1))
    round_start_clock(**asked)
    after = Round.objects.get(pk=round_.pk)
    assert (after.paused_at, after.paused_seconds) == (None, 0)
