"""The process that replays logs for a worker: reads one job a line, answers one report a line, knows no site.

Started by :mod:`tournaments.gamelogs.child_begin` with the limits it was given. It holds itself to limits of memory and
processor time: no log, whatever is in it, can take more of the machine.
"""

import os
import select
import sys
from typing import BinaryIO

import msgspec

from ledger.shapes import Json
from rules_engine.games import engine_of
from rules_engine.kernel.lawdiff import law_diff
from rules_engine.kernel.terms import Terms

IDLE_SECONDS = 60.0
"""A child that no log comes to for so long gives its memory back."""
NO_CARDS = msgspec.Raw(b"null")


class Job(msgspec.Struct):
    """One log to replay. ``cards`` as JSON, left out when the pool of that hash was sent before.

    ``settled``: the answers of another law, for a :func:`~rules_engine.kernel.lawdiff.law_diff` in place of a report.

    ``lenient``: read on behind a line that broke a rule, as :func:`.replay.check` does where it was recorded here.
    """

    data: bytes
    terms: Terms
    pool: str
    name: str = ""
    cards: msgspec.Raw = NO_CARDS
    lenient: bool = False
    settled: dict[str, str] = {}


class Answer(msgspec.Struct):
    """The report of the audit and the comparison with the registered lists."""

    report: Json
    decks: list[Json]


def main(megabytes: int, seconds: int) -> None:
    """Answer jobs until nothing more comes, at the end or for a while."""
    _limit_memory(megabytes)
    pools: dict[str, object] = {}
    read, write = sys.stdin.buffer, sys.stdout.buffer
    while _comes(read) and (line := read.readline()):
        job = msgspec.json.decode(line, type=Job)
        if bytes(job.cards) != bytes(NO_CARDS):
            engine = engine_of(job.terms.game)
            pools[job.pool] = engine.pool(job.name, msgspec.json.decode(job.cards, type=engine.cards))
        _limit_time(seconds)
        write.write(msgspec.json.encode(answer(job, pools[job.pool])) + b"\n")
        write.flush()


def _comes(read: BinaryIO) -> bool:
    """Whether another job comes, or the end, before it is time to go. Whoever asks too late begins another child."""
    if os.name == "nt":  # nothing there waits for a pipe with a limit
        return True
    return bool(select.select([read], [], [], IDLE_SECONDS)[0])


def answer(job: Job, pool: object) -> Answer:
    """Replay one log: by the public law for the report, with the lists for what judges see."""
    engine = engine_of(job.terms.game)
    if job.settled:
        return Answer(diff(job, pool), [])
    report = engine.audit(job.data, pool=pool, terms=job.terms.public(), lenient=job.lenient).to_dict()
    found = engine.compare_decks(job.data, terms=job.terms, pool=pool)
    return Answer(report, [finding.to_dict() for finding in found])


def diff(job: Job, pool: object) -> Json:
    """What another law would change about a log, as plain data."""
    engine, terms = engine_of(job.terms.game), job.terms.public()
    found = law_diff(engine, job.data, job.settled, pool=pool, terms=terms, lenient=job.lenient)
    plain: Json = msgspec.to_builtins(found)
    return plain


def _limit_memory(megabytes: int) -> None:
    """Hold the process to so much memory, where the system can."""
    try:
        import resource
    except ImportError:  # Windows: only the time that the parent waits is limited there
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def _limit_time(seconds: int) -> None:
    """Let the process use so much processor time from now on; the system ends it when it uses more."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + seconds + 1, hard))
