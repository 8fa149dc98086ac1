"""The outbox relay: nothing is lost while Redis is away, and no web request waits for it."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import InterfaceError, InternalError, OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledger import relay
from ledger.commands import SYSTEM
from ledger.management.commands import relay as relay_command
from ledger.management.commands.relay import SWEEP_SECONDS
from ledger.models import IdempotencyKey, OutboxMessage
from ledger.sweeps import run_all as sweep
from tests.halls import kept
from tests.tournaments.hall import publish, running_tournament
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.services import LEASE, MAX_ATTEMPTS, logs_requeue
from tournaments.gamelogs.tasks import replay_log
from tournaments.rounds.models import Match

pytestmark = [pytest.mark.django_db]


def message(topic: str = "live", **fields: Any) -> OutboxMessage:
    payload = {"tournament": "t-x", "version": 1}
    return OutboxMessage.objects.create(topic=topic, payload=payload, due_at=timezone.now(), **fields)


@dataclass
class Hole:
    """A port that accepts and never answers, and who called it."""

    port: int
    kept: list[socket.socket]

    def called(self) -> int:
        """How often somebody called so far."""
        return len(self.kept)


@contextmanager
def black_hole() -> Iterator[Hole]:
    """A port that accepts and never answers, as a bad hall network does."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(50)
        kept: list[socket.socket] = []
        threading.Thread(target=_accept, args=(server, kept), daemon=True).start()
        yield Hole(server.getsockname()[1], kept)
    for one in kept:
        one.close()


def _accept(server: socket.socket, kept: list[socket.socket]) -> None:
    while True:
        try:
            kept.append(server.accept()[0])
        except OSError:
            return


def refused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_message_waits_while_redis_refuses_and_goes_out_when_it_is_back(
    settings: Any, time_machine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{refused_port()}/0"
    waiting = message()
    start = timezone.now()
    for wait in relay.RETRY_AFTER:
        assert relay.relay_once() == 0
        waiting.refresh_from_db()
        assert waiting.sent_at is None and "ConnectionError" in waiting.last_error
        assert waiting.due_at > timezone.now() + timedelta(seconds=wait - 0.9)
        assert relay.relay_once() == 0  # not due yet: not tried again
        start += timedelta(seconds=wait + 1)
        time_machine.move_to(start)
    assert waiting.attempts == len(relay.RETRY_AFTER)
    sent: list[Any] = []
    monkeypatch.setitem(relay.SENDERS, "live", sent.append)
    assert relay.relay_once() == 1
    assert sent == [waiting.payload] and relay.relay_once() == 0


def test_a_black_hole_costs_a_batch_little_and_loses_nothing(settings: Any) -> None:
    with black_hole() as hole:
        settings.REDIS_URL = f"redis://127.0.0.1:{hole.port}/0"
        for _number in range(20):
            message()
        assert relay.relay_once() == 0
        assert hole.called() < 5, "one batch must not try for every message in turn"
    assert OutboxMessage.objects.filter(sent_at=None).count() == 20


@pytest.mark.parametrize("away", ["refused", "black hole"])
def test_a_web_request_does_not_wait_for_redis(
    settings: Any, client: Any, away: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing talks to the database only, and calls nobody else at all; the message waits in the outbox."""
    tournament = running_tournament(4)
    match = Match.objects.filter(round=publish(tournament)).order_by("table")[0]
    client.force_login(match.seats.all()[0].entry.user)
    client.get(f"/t/{tournament.slug}/me/")  # what only the first page of a process pays is not measured
    with black_hole() as hole:
        port = hole.port if away == "black hole" else refused_port()
        settings.REDIS_URL = settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{port}/0"
        before = OutboxMessage.objects.filter(sent_at=None).count()
        calls: list[Any] = []
        connect = socket.socket.connect

        def heard(one: socket.socket, to: Any) -> None:
            calls.append(to)
            connect(one, to)

        monkeypatch.setattr(socket.socket, "connect", heard)
        answer = client.post(f"/t/{tournament.slug}/me/", {"first": "2", "second": "0", "match": match.pk})
        with pytest.raises(OSError, match="refused"):  # the control: who calls is heard
            socket.create_connection(("127.0.0.1", refused_port()))
    assert answer.status_code == 302
    assert OutboxMessage.objects.filter(sent_at=None).count() == before + 2  # the version, and a fact to tell
    assert [to for to in calls if to[1] == port] == [] and len(calls) == 1


def test_a_message_nobody_understands_does_not_hold_up_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    monkeypatch.setitem(relay.SENDERS, "live", sent.append)
    wrong, right = message("no such topic"), message()
    assert relay.relay_once() == 1
    assert sent == [right.payload]
    wrong.refresh_from_db()
    assert wrong.last_error.startswith("KeyError")


def test_a_message_for_later_is_not_sent_early(monkeypatch: pytest.MonkeyPatch, time_machine: Any) -> None:
    monkeypatch.setitem(relay.SENDERS, "live", lambda _payload: None)
    OutboxMessage.objects.create(topic="live", payload={}, due_at=timezone.now() + timedelta(minutes=5))
    assert relay.relay_once() == 0
    time_machine.move_to(timezone.now() + timedelta(minutes=6))
    assert relay.relay_once() == 1


def test_old_messages_and_keys_are_forgotten_and_unsent_ones_kept() -> None:
    old = timezone.now() - relay.KEPT - timedelta(hours=1)
    sent, unsent = message(sent_at=old), message()
    OutboxMessage.objects.filter(pk=unsent.pk).update(created_at=old)
    for key, made in (("old", old), ("new", timezone.now())):
        row = IdempotencyKey.objects.create(actor_key="a", key=key, request_hash="", response={})
        IdempotencyKey.objects.filter(pk=row.pk).update(created_at=made)
    relay.prune()
    assert list(OutboxMessage.objects.values_list("pk", flat=True)) == [unsent.pk] and sent.pk
    assert list(IdempotencyKey.objects.values_list("key", flat=True)) == ["new"]


def test_an_older_version_never_replaces_a_newer_one_in_redis(settings: Any, redis_url: str) -> None:
    """Two relays, or a message sent again, may bring version 5 after version 6."""
    settings.REDIS_URL = redis_url
    key = f"t-order-{time.monotonic_ns()}"
    for version in (6, 5, 10, 9):
        relay.send_live({"tournament": key, "version": version})
    assert relay._redis().get(f"x610z:version:{key}") == b"10"


def test_messages_share_a_connection_and_open_it_again_when_it_was_cut_off(
    settings: Any, redis_url: str
) -> None:
    settings.REDIS_URL = redis_url
    server, key = redis.Redis.from_url(redis_url), f"t-shared-{time.monotonic_ns()}"
    relay.send_live({"tournament": key, "version": 0})
    before = server.info("stats")["total_connections_received"]
    for version in range(1, 20):
        relay.send_live({"tournament": key, "version": version})
    assert server.info("stats")["total_connections_received"] == before
    server.client_kill_filter(_type="normal", skipme=True)
    relay.send_live({"tournament": key, "version": 20})
    assert server.get(f"x610z:version:{key}") == b"20"


@kept
def log() -> GameLog:
    tournament = running_tournament(4)
    match = Match.objects.filter(round=publish(tournament)).order_by("table")[0]
    return GameLog.objects.create(
        match=match, original=b"{}", size=2, sha256="0" * 64, submitted_at=timezone.now()
    )


def test_a_log_that_kills_its_worker_is_given_up_after_three_attempts_and_shown(
    log: GameLog, monkeypatch: pytest.MonkeyPatch, time_machine: Any, client: Any
) -> None:
    from tests.tournaments.hall import staff_actor
    from tournaments.gamelogs import tasks

    def killed(_log: GameLog) -> dict[str, Any]:
        raise SystemExit("the worker is gone")

    monkeypatch.setattr(tasks, "replayed", killed)
    now = timezone.now()
    for attempt in range(1, MAX_ATTEMPTS + 1):
        with pytest.raises(SystemExit):
            replay_log(log.pk)
        log.refresh_from_db()
        assert (log.state, log.attempts) == ("running", attempt)
        assert replay_log(log.pk) == "not claimed"  # the lease still holds
        now += LEASE + timedelta(seconds=1)
        time_machine.move_to(now)
        sweep()
        log.refresh_from_db()
        assert log.state == "queued"
    assert replay_log(log.pk) == "not claimed"
    log.refresh_from_db()
    assert (log.state, log.error, log.attempts) == ("failed", "attempts", MAX_ATTEMPTS)
    time_machine.move_to(now + 10 * LEASE)
    sweep()
    log.refresh_from_db()
    assert log.state == "failed"
    tournament = log.match.tournament
    client.force_login(staff_actor(tournament, "judge").user)
    assert f"/judge/logs/{log.pk}/" in client.get(f"/t/{tournament.slug}/judge/").content.decode()
    assert client.get(f"/t/{tournament.slug}/judge/logs/{log.pk}/").status_code == 200


def test_a_job_whose_message_was_lost_is_sent_again(log: GameLog, time_machine: Any) -> None:
    OutboxMessage.objects.all().delete()
    sweep()
    assert not OutboxMessage.objects.filter(topic="task").exists()
    time_machine.move_to(timezone.now() + LEASE + timedelta(seconds=1))
    sweep()
    sweep()
    assert [one.payload["args"] for one in OutboxMessage.objects.filter(topic="task")] == [[log.pk]]


def test_requeueing_names_its_logs_in_the_ledger(log: GameLog, time_machine: Any) -> None:
    time_machine.move_to(timezone.now() + LEASE + timedelta(seconds=1))
    assert logs_requeue(actor=SYSTEM) == {"logs": [log.pk]}


def test_a_killed_job_is_taken_up_again_within_half_a_minute() -> None:
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    assert settings.CELERY_TASK_TIME_LIMIT < LEASE.total_seconds() < options["visibility_timeout"]
    # The message comes back from the broker, or the relay sends another; by then the lease of the dead has run out.
    assert options["visibility_timeout"] + options["unacked_restore_interval"] < 30
    assert LEASE.total_seconds() + SWEEP_SECONDS < 30


@pytest.mark.parametrize("error", [OperationalError, InternalError, InterfaceError])
def test_the_relay_outlives_a_database_that_is_away_or_only_reads(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    command, asked = relay_command.Command(), []

    def once() -> int:
        asked.append(1)
        if len(asked) == 3:
            command.stop()
            return 0
        raise error("cannot execute SELECT FOR UPDATE in a read-only transaction")

    monkeypatch.setattr(relay_command, "relay_once", once)
    monkeypatch.setattr(relay_command.time, "sleep", lambda _seconds: None)
    monkeypatch.setattr(relay_command, "run_all", lambda: None)
    monkeypatch.setattr(relay_command.signal, "signal", lambda *_handler: None)
    command.handle(once=False)
    assert len(asked) == 3


@pytest.mark.postgres
def test_a_batch_is_noted_as_sent_by_one_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    passed: list[int] = []

    def send(payload: Any) -> None:
        if payload["version"] == 3:
            raise OSError("nobody answers")
        passed.append(payload["version"])

    monkeypatch.setitem(relay.SENDERS, "live", send)
    for number in range(1, 9):
        now = timezone.now()
        OutboxMessage.objects.create(
            topic="live", payload={"version": number}, due_at=now, attempts=number % 2
        )
    with CaptureQueriesContext(connection) as asked:
        assert relay.relay_once() == 7
    changed = [one["sql"] for one in asked if one["sql"].startswith("UPDATE")]
    assert len(changed) == 2, "the one that waits, and all that went"
    rows = {row.payload["version"]: row for row in OutboxMessage.objects.all()}
    assert passed == [1, 2, 4, 5, 6, 7, 8] and rows[3].sent_at is None
    assert [rows[number].attempts for number in (1, 2, 3)] == [2, 1, 2]


@pytest.mark.postgres
def test_what_is_old_is_found_by_an_index() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        for table, column, index in (
            ("ledger_outboxmessage", "sent_at", "outbox_by_age"),
            ("ledger_idempotencykey", "created_at", "keys_by_age"),
        ):
            cursor.execute(f"EXPLAIN DELETE FROM {table} WHERE {column} < now()")  # noqa: S608 - names of ours
            assert index in "".join(row[0] for row in cursor.fetchall())
