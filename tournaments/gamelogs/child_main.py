"""The process that replays logs for a worker: reads one job a line, answers one report a line, knows no site.

Started by :mod:`tournaments.gamelogs.child_begin` with the limits it was given. It holds itself to limits of memory and
processor time: no log, whatever is in it, can take more of the machine.
"""

import sys

import msgspec

from ledger.shapes import Json
from rules_engine import audit
from rules_engine.kernel.terms import Terms
from rules_engine.x610z.cards import CardRevision, Pool
from rules_engine.x610z.registered import compare_decks


class Job(msgspec.Struct):
    """One log to replay. ``cards`` is left out when the pool of that hash was sent before.

    ``lenient``: read on behind a line that broke a rule, as :func:`.replay.check` does where it was recorded here.
    """

    data: bytes
    terms: Terms
    pool: str
    name: str = ""
    cards: tuple[CardRevision, ...] = ()
    lenient: bool = False


class Answer(msgspec.Struct):
    """The report of the audit and the comparison with the registered lists."""

    report: Json
    decks: list[Json]


def main(megabytes: int, seconds: int) -> None:
    """Answer jobs until nothing more comes."""
    _limit_memory(megabytes)
    pools: dict[str, Pool] = {}
    read, write = sys.stdin.buffer, sys.stdout.buffer
    while line := read.readline():
        job = msgspec.json.decode(line, type=Job)
        if job.cards:
            pools[job.pool] = Pool(job.name, job.cards)
        _limit_time(seconds)
        write.write(msgspec.json.encode(answer(job, pools[job.pool])) + b"\n")
        write.flush()


def answer(job: Job, pool: Pool) -> Answer:
    """Replay one log: by the public law for the report, with the lists for what judges see."""
    report = audit(job.data, pool=pool, terms=job.terms.public(), lenient=job.lenient).to_dict()
    found = compare_decks(job.data, terms=job.terms, pool=pool)
    return Answer(report, [finding.to_dict() for finding in found])


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
