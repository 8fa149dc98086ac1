"""Servers and workers that are killed while a game is recorded lose no acknowledged line, and write none twice."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import takewhile
from json import JSONDecodeError
from pathlib import Path
from typing import Any

import pytest

from ledger.selectors import verify_chain
from tests.conftest import BackgroundProcess, background_process
from tests.patience import HANG, wait_until
from tests.tournaments.recordings.table import Body, Phone, Table, paper_game, writer_of
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.services import LEASE, MAX_ATTEMPTS, stuck_logs_sweep
from tournaments.gamelogs.tasks import replay_log
from tournaments.recordings.chain import broken_at
from tournaments.recordings.models import RecordingEntry
from tournaments.recordings.rows import rows_of
from x610z_site.services.servers import free_port

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.django_db(transaction=True)]
MORTAL = "tests.tournaments.recordings.mortal_server"
TOKEN = "t" * 32


@contextmanager
def server(redis: str, log: Path, *fates: str) -> Iterator[BackgroundProcess]:
    """A server that lives these lives, one after the other."""
    port = free_port()
    arguments = ["-m", MORTAL, "serve", str(port), *fates]
    with background_process(arguments, role="web", redis=redis, log=log, port=port) as process:
        yield process


class Sender:
    """A phone behind real connections: what was not acknowledged is sent again, until it is."""

    def __init__(self, phone: Phone, port: int) -> None:
        self.phone, self.port = phone, port
        self.acks: list[Body] = []

    def send(self, *entries: Body) -> None:
        """Send a batch until an answer comes, and keep what it acknowledges."""
        assert wait_until(lambda: self.answered(*entries)), "no answer"

    def answered(self, *entries: Body) -> bool:
        """Whether one try brought an answer."""
        try:
            self.acks += self.once(*entries)
        except (
            OSError,
            HTTPException,
            JSONDecodeError,
        ):  # killed between the head and the body: nothing to read
            return False
        return True

    def once(self, *entries: Body) -> list[Body]:
        """One try; raises OSError or HTTPException when the other end is gone."""
        cookies = {name: one.value for name, one in self.phone.client.cookies.items()}
        headers = {
            "Content-Type": "application/json",
            "Cookie": "; ".join(f"{name}={value}" for name, value in {**cookies, "csrftoken": TOKEN}.items()),
            "X-CSRFToken": TOKEN,
        }
        connection = HTTPConnection("127.0.0.1", self.port, timeout=HANG)
        try:
            body = json.dumps({"device": self.phone.device, "entries": entries})
            connection.request("POST", f"{self.phone.url}entries.json", body, headers)
            answer = connection.getresponse()
            said = answer.read()
        finally:
            connection.close()
        assert answer.status == 200, said[:2000]
        return list(json.loads(said)["acks"])


def lost(table: Table, senders: list[Sender]) -> list[Body]:
    """What was acknowledged and is not in the journal as it was acknowledged."""
    kept = {
        (row["device"], row["device_seq"]): (row["seq"], row["hash"], row["status"])
        for row in rows_of(table.recording)
    }
    return [
        ack
        for sender in senders
        for ack in sender.acks
        if kept.get((sender.phone.device, ack["device_seq"])) != (ack["seq"], ack["hash"], ack["status"])
    ]


def batches(lines: list[Body]) -> Iterator[tuple[int, list[Body]]]:
    """The lines in the batches in which they are written, each with the seat that writes it."""
    while lines:
        seat = writer_of(lines[0])
        run = [*takewhile(lambda line, seat=seat: writer_of(line) == seat, lines[:4])]  # type: ignore[misc]
        yield seat, run
        lines = lines[len(run) :]


class Killed(Table):
    """A table whose head is read from the database: the server may be dead."""

    @property
    def head(self) -> int:
        return RecordingEntry.objects.filter(recording=self.recording).count()


@pytest.mark.night(
    "kills servers",
    short="tests/races/test_recordings.py::test_one_entry_sent_from_many_sides_at_once_is_there_once",
)
def test_a_server_killed_in_the_middle_of_a_commit_loses_no_acknowledged_line(
    redis_url: str, tmp_path: Path
) -> None:
    """Two servers take turns, one of them killed again and again: each finds that the other has written meanwhile."""
    table, other, lines = Killed(), Killed(), paper_game(3)[:40]
    fates = ["within:4", "after:3", "within:1"]
    notes = [{"kind": "note", "text": f"note {number}"} for number in range(12)]
    with (
        server(redis_url, tmp_path / "log", *fates) as process,
        server(redis_url, tmp_path / "log2") as second,
        ThreadPoolExecutor(1) as meanwhile,
    ):
        beside = Sender(other.phones[0], process.port)
        written = meanwhile.submit(
            lambda: [beside.send(other.phones[0].entry(note, base=0)) for note in notes]
        )
        senders = [Sender(phone, process.port) for phone in table.phones]
        for number, (seat, run) in enumerate(batches(lines)):
            phone, base = table.phones[seat], table.head
            senders[seat].port = (process if number % 3 else second).port
            senders[seat].send(*[phone.entry(line, base=base) for line in run])
        written.result(HANG)
        said = process.said()
    ends = [line for line in said.splitlines() if line.startswith(tuple(fates))]
    assert ends == [f"{fate} was killed" for fate in fates], said
    for at, phones, bodies in ((table, senders, lines), (other, [beside], notes)):
        assert lost(at, phones) == []
        assert [ack["status"] for one in phones for ack in one.acks] == ["ok"] * len(bodies)
        rows = rows_of(at.recording)
        assert [row["body"] for row in rows] == bodies, "every line once, in order"
        assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
        assert broken_at(at.recording.pk, rows[0]["prev_hash"], rows) == 0
        assert (at.fresh().head, at.recording.head_hash) == (len(rows), rows[-1]["hash"])
        assert verify_chain(at.tournament.chain_key) == []


@pytest.mark.night(
    "kills servers",
    short="tests/races/test_recordings.py::test_one_entry_sent_from_many_sides_at_once_is_there_once",
)
def test_a_server_that_answers_before_it_has_stored_is_found_out(redis_url: str, tmp_path: Path) -> None:
    """The control: the comparison above sees a line that was promised and lost."""
    table = Killed()
    with server(redis_url, tmp_path / "log", "promise:2") as process:
        sender = Sender(table.phones[0], process.port)
        for line in paper_game(3)[:2]:
            sender.send(table.phones[0].entry(line, base=table.head))
        assert wait_until(lambda: "promise:2 was killed" in process.said())
    assert [ack["device_seq"] for ack in lost(table, [sender])] == [2]


@pytest.mark.night(
    "a real worker, killed",
    short="tests/tournaments/gamelogs/test_audits.py::test_a_run_that_stands_still_is_sent_again_and_given_up_in_the_end",
)
def test_a_worker_killed_while_it_replays_leaves_the_log_to_the_next_one(
    redis_url: str, tmp_path: Path, time_machine: Any
) -> None:
    table = Table(template="constructed-quick")
    table.begin()
    table.phones[1].write({"kind": "act", "do": "concede", "seat": 1})
    table.end()
    log = table.fresh().log
    assert log is not None
    with background_process(
        ["-m", MORTAL, "replay", str(log.pk)], role="worker", redis=redis_url, log=tmp_path / "log"
    ):
        running = GameLog.objects.filter(pk=log.pk, state="running")
        assert wait_until(running.exists)
    log.refresh_from_db()
    assert (log.state, log.attempts, log.verdict) == ("running", 1, "")
    assert replay_log(log.pk) == "not claimed", "the dead one still has the lease"
    assert log.lease_until is not None
    time_machine.move_to(log.lease_until + LEASE / 10)
    stuck_logs_sweep()
    log.refresh_from_db()
    assert log.state == "queued" and log.attempts < MAX_ATTEMPTS
    time_machine.move_to(log.lease_until + LEASE / 10)
    replay_log(log.pk)
    log.refresh_from_db()
    assert (log.state, log.attempts) == ("done", 2) and log.verdict in ("ok", "unverifiable")
