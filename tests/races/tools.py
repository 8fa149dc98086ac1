"""What every race needs: threads with their own connections, a meeting point inside the critical section,
and a way to take the locks away for the negative control.
"""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connections
from django.db.models import QuerySet

from ledger.errors import UserError
from ledger.locks import Locks
from ledger.models import LedgerRow, OutboxMessage
from ledger.selectors import verify_chain
from tests.patience import HANG
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.rounds import services
from tournaments.rounds.models import Dispute, Match, Report, Round

REPEATS = int(os.environ.get("RACES", "2"))  # `make races N=1000` sets it
PATIENCE = 0.03  # seconds the one inside the critical section waits for the other to come in too
GUARDED = (Match, Tournament, GameLog, OutboxMessage)


class Racers:
    """Threads that stay, each with its own database connection; a call per thread, started together."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool = ThreadPoolExecutor(count)

    def __call__(self, *calls: Callable[[], Any]) -> list[Any]:
        """Run the calls at once and give back each answer or error, in order."""
        barrier = threading.Barrier(len(calls))

        def run(call: Callable[[], Any]) -> Any:
            barrier.wait(HANG)
            try:
                return call()
            except Exception as error:  # noqa: BLE001 - whatever happened is the answer
                return error

        return [future.result(HANG) for future in [self.pool.submit(run, call) for call in calls]]

    def close(self) -> None:
        """Close every thread's connection: the test database is emptied after the test."""
        self(*[connections.close_all] * self.count)
        self.pool.shutdown()


@contextmanager
def racers(count: int) -> Iterator[Racers]:
    """Racers for the length of the block."""
    made = Racers(count)
    try:
        yield made
    finally:
        made.close()


class Meeting:
    """A point inside a critical section: anyone who is there waits a moment for the others.

    Where the lock holds, nobody else can come and the wait runs out; where it does not, all are inside at once.
    """

    def __init__(self, parties: int = 2) -> None:
        self.parties, self.open, self.patience = parties, False, PATIENCE

    def without_locks(self) -> None:
        """For the control: everybody can come, so even the slowest is waited for."""
        self.patience = 5.0

    def reset(self) -> None:
        """Ready for the next repeat."""
        self.open, self.barrier = True, threading.Barrier(self.parties)

    def close(self) -> None:
        """Nobody meets here until the next repeat."""
        self.open = False

    def wait(self) -> None:
        """Be inside."""
        if not self.open:
            return
        try:
            self.barrier.wait(self.patience)
        except threading.BrokenBarrierError:
            return


def meet_after(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, parties: int = 2, *, at: Meeting | None = None
) -> Meeting:
    """Put a meeting point right after ``module.name`` returns (the named hook of a race); ``at``: an earlier one."""
    meeting, original = at or Meeting(parties), getattr(module, name)

    def hooked(*args: Any, **kwargs: Any) -> Any:
        answer = original(*args, **kwargs)
        meeting.wait()
        return answer

    monkeypatch.setattr(module, name, hooked)
    return meeting


def meet_before(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, parties: int = 2) -> Meeting:
    """Put a meeting point right before ``module.name`` begins."""
    meeting, original = Meeting(parties), getattr(module, name)

    def hooked(*args: Any, **kwargs: Any) -> Any:
        meeting.wait()
        return original(*args, **kwargs)

    monkeypatch.setattr(module, name, hooked)
    return meeting


class Overtaking:
    """Lets one command commit while another, which has already read, still works (if no lock stops it)."""

    def __init__(self) -> None:
        self.open = False

    def reset(self) -> None:
        """Ready for the next repeat."""
        self.open, self.read, self.done = True, threading.Event(), threading.Event()

    def close(self) -> None:
        """Nobody pauses until the next repeat."""
        self.open = False

    def has_read(self) -> None:
        """The slow one has read; it waits for the fast one, or until it is clear that it cannot come."""
        if self.open:
            self.read.set()
            self.done.wait(PATIENCE)

    def overtake(self, call: Callable[[], Any]) -> Any:
        """The fast one starts once the slow one has read."""
        self.read.wait(HANG)
        try:
            return call()
        finally:
            self.done.set()


def pause_after(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> Overtaking:
    """The slow command pauses right after ``module.name`` has read."""
    overtaking, original = Overtaking(), getattr(module, name)

    def hooked(*args: Any, **kwargs: Any) -> Any:
        answer = original(*args, **kwargs)
        overtaking.has_read()
        return answer

    monkeypatch.setattr(module, name, hooked)
    return overtaking


def without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: no advisory lock and no row lock on what the commands guard.

    The ledger's own head row stays locked, so that a control fails for its own reason.
    """
    monkeypatch.setattr(Locks, "ask", lambda *_args, **_kwargs: [])
    original = QuerySet.select_for_update

    def unlocked(self: QuerySet, *args: Any, **kwargs: Any) -> QuerySet:
        return self.all() if self.model in GUARDED else original(self, *args, **kwargs)

    monkeypatch.setattr(QuerySet, "select_for_update", unlocked)
    monkeypatch.setattr(services, "locking", lambda sql, _locked: sql)


def refused(answer: Any, *codes: str) -> bool:
    """Whether the command was refused in words a person can act on, with one of these codes."""
    return isinstance(answer, UserError) and (not codes or answer.code in codes)


def odd(answers: list[Any]) -> list[str]:
    """Answers that are neither an outcome nor a refusal: deadlocks, constraint errors, crashes."""
    return [repr(item) for item in answers if not isinstance(item, dict) and not refused(item)]


def assert_chain(tournament: Tournament) -> None:
    """The ledger of the tournament is whole."""
    assert verify_chain(tournament.chain_key) == []


def last_number(tournament: Tournament) -> int:
    """The number of the newest ledger row, to look only at what came later."""
    rows = LedgerRow.objects.filter(chain_id=tournament.chain_key).order_by("-number")
    return rows.values_list("number", flat=True).first() or 0


def rows_after(tournament: Tournament, number: int) -> list[LedgerRow]:
    """The ledger rows written since."""
    rows = LedgerRow.objects.filter(chain_id=tournament.chain_key, number__gt=number)
    return list(rows.order_by("number"))


def reopen(match: Match, state: str = "open") -> None:
    """Set a match back to where nobody has said anything (tests only)."""
    Report.objects.filter(match=match).delete()
    Dispute.objects.filter(match=match).delete()
    Match.objects.filter(pk=match.pk).update(
        state=state, source="", kind="played", outcome=None, ended_at=None
    )


def forget_round(tournament: Tournament, number: int) -> None:
    """Remove a round as if it had never been paired (tests only)."""
    Round.objects.filter(tournament=tournament, number=number).delete()


def set_entry(entry: Entry, **fields: Any) -> None:
    """Set an entry back (tests only)."""
    Entry.objects.filter(pk=entry.pk).update(**fields)
