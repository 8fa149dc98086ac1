"""Replays in a process of their own, with limits: a log can stop its replay, never a worker or the site.

The child answers one log after the other; after one that stopped it, the next begins a new child. A worker keeps its
child for the next log, because loading the engine is nine tenths of the work of a short one (decision 260).
"""

import queue
import subprocess
import sys
import threading
from types import TracebackType

import msgspec
from django.conf import settings

from ledger.shapes import Json
from rules_engine.games import engine_of
from rules_engine.kernel.report import Report
from tournaments.events.policy import DEFAULTS

from .child_main import Answer, Job
from .models import GameLog
from .replay import check, compare, pool_of, storable
from .terms import terms_of

MEGABYTES = 1_024
"""Memory of a child. The engine with its cards takes about 120, the longest log that is taken about 300."""
CPU_SECONDS = 30
"""Processor time of one replay; a whole game takes a few hundredths."""
WAIT_SECONDS = 90.0
"""How long a worker waits, whatever the child does meanwhile."""
KEPT_LOGS = 50
"""So many logs one kept child replays: what they leave in its memory goes with it."""


class Stopped(Exception):
    """The child gave no answer: it ran out of memory or time, or was ended."""


class Replayer:
    """Replays logs in a child process while it is open; see :func:`replayed` for one log."""

    def __init__(
        self, *, megabytes: int = MEGABYTES, cpu_seconds: int = CPU_SECONDS, wait: float = WAIT_SECONDS
    ) -> None:
        self._limits, self._wait = (str(megabytes), str(cpu_seconds)), wait
        self._child: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[bytes] = queue.Queue()
        self._sent: set[str] = set()
        self.replays = 0
        """How many logs the child at work was given."""

    def __enter__(self) -> "Replayer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child."""
        child, self._child, self.replays = self._child, None, 0
        if child is not None:
            child.kill()
            child.communicate()

    def diff(self, log: GameLog, settled: dict[str, str]) -> Json | None:
        """What another law would change about a log; None for one that stops its replay."""
        try:
            return self._replay(log, settled)[0]
        except Stopped:
            self.close()
        return None

    def replay(self, log: GameLog) -> tuple[Json, list[Json]]:
        """The report and the deck findings of a log; of one that stops its replay, a report that blames nobody.

        A log that stops a child which others came to before it has a second try in one of its own.
        """
        used = self.replays > 0
        try:
            return self._replay(log)
        except Stopped:
            self.close()
        try:
            if used:
                return self._replay(log)
        except Stopped:
            self.close()
        return stopped(terms_of(log).game), []

    def _replay(self, log: GameLog, settled: dict[str, str] | None = None) -> tuple[Json, list[Json]]:
        pool = pool_of(log)
        terms = terms_of(log)
        job = Job(bytes(log.original), terms, pool.sha256, lenient=log.recorded, settled=settled or {})
        if self._child is None:
            self._start()
        if pool.sha256 not in self._sent:
            job.name, job.cards = pool.name, msgspec.Raw(msgspec.json.encode(pool.cards))
        self.replays += 1
        answer = self._ask(msgspec.json.encode(job) + b"\n")
        self._sent.add(pool.sha256)
        return storable(answer.report), [storable(row) for row in answer.decks]

    def _start(self) -> None:
        self._answers, self._sent = queue.Queue(), set()
        # Our own interpreter and module: nothing out of a log is on the command line.
        self._child = subprocess.Popen(
            [sys.executable, "-m", "tournaments.gamelogs.child_begin", *self._limits],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=settings.BASE_DIR,
            start_new_session=True,
        )
        threading.Thread(target=_listen, args=(self._child, self._answers), daemon=True).start()

    def _ask(self, line: bytes) -> Answer:
        assert self._child is not None and self._child.stdin is not None  # noqa: S101 - started just before
        try:
            self._child.stdin.write(line)
            self._child.stdin.flush()
            said = self._answers.get(timeout=self._wait)
        except (OSError, queue.Empty):
            raise Stopped from None
        if not said:
            raise Stopped
        return msgspec.json.decode(said, type=Answer)


def _listen(child: "subprocess.Popen[bytes]", answers: "queue.Queue[bytes]") -> None:
    """Pass on what the child answers; an empty line when it has ended."""
    if child.stdout is not None:
        while line := child.stdout.readline():
            answers.put(line)
    answers.put(b"")


def stopped(game: str = DEFAULTS.game) -> Json:
    """The report on a log whose replay was stopped by its limits: the engine could not check it."""
    engine = engine_of(game)
    finding = engine.finding(0, None, None, "", "replay_stopped", {})
    report = Report("engine_gap", finding, fidelity="consistent", semantics=engine.semantics)
    plain: Json = storable(report.to_dict())
    return plain


def replayed(log: GameLog) -> tuple[Json, list[Json]]:
    """Report and deck findings of one log, from this process's child where the site is set so."""
    if not settings.REPLAY_IN_CHILD:
        return check(log), compare(log)
    try:
        found = kept.replay(log)
    except BaseException:  # a job that runs out of time may leave an answer behind, which is no other log's
        kept.close()
        raise
    if kept.replays >= KEPT_LOGS:
        kept.close()
    return found


kept = Replayer()
"""Of the process that works off the jobs, one at a time; its child goes by itself when no log comes for a while."""
