"""A whole site with production settings behind the proxy of ``deploy/``, for measurements that ask it from outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.drills import site
from benchmarks.live_fanout import live_process, processor
from benchmarks.proxied import proxy
from x610z_site.services.servers import free_port, private_postgres, private_redis

ROOT = Path(__file__).resolve().parent.parent.parent
WORKER = (
    *("-m", "celery", "-A", "x610z_site.celery", "worker", "-Q", "default,replay", "--concurrency", "2"),
    *("--loglevel", "WARNING", "--without-gossip", "--without-mingle"),
)


@dataclass(frozen=True)
class Running:
    """A running site: the port of its proxy, and what its programs find in their environment."""

    port: int
    folder: Path
    environment: Mapping[str, str]
    redis: str
    pages: site.Process
    live: int
    processes: Mapping[str, int]


def children(pid: int) -> list[int]:
    """The workers of a master."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def processors(pid: int) -> float:
    """Seconds of processor that a master and its workers have used."""
    return sum(map(processor, [pid, *children(pid)]))


def later(pid: int) -> None:
    """Give the session of a process a fifth of what every other one gets, as CPUWeight of the worker's unit does."""
    with suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text("7")


@contextmanager
def whole_site(*, workers: int = 2, jobs: bool = False, **more: str) -> Iterator[Running]:
    """The site with empty tables, until the block ends; ``jobs``: with a Celery worker as its unit starts it.

    ``more``: settings out of the environment.
    """
    with ExitStack() as stack:
        folder = stack.enter_context(site.folder())
        redis, database = stack.enter_context(private_redis()), stack.enter_context(private_postgres())
        environment = site.environment(folder, database, redis, **more)
        site.run(["manage.py", "migrate", "--verbosity", "0"], environment)
        live, live_pid = stack.enter_context(live_process(redis))
        pages, port = free_port(), free_port()
        running = site.pages(pages, environment, folder / "pages.log", workers=workers)
        stack.callback(running.stop)
        processes = {"pages": running.process.pid, "live": live_pid}
        for role, command in {
            "relay": ("manage.py", "relay"),
            **({"worker": WORKER} if jobs else {}),
        }.items():
            one = site.Process(command, {**environment, "X610Z_ROLE": role}, folder / f"{role}.log")
            stack.callback(one.stop)
            processes[role] = one.process.pid
            if role == "worker":
                later(one.process.pid)
        stack.enter_context(proxy(folder, port=port, pages=pages, live=live))
        site.wait_for(port)
        yield Running(port, folder, environment, redis, running, live_pid, processes)


class Helper:
    """A program of this repository that is spoken to line by line, in JSON."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", *words],
            cwd=ROOT,
            env=dict(os.environ if environment is None else environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def say(self, what: Any) -> None:
        """Send a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()

    def line(self) -> Any:
        """What it says next. Raises RuntimeError when it has ended."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.process.args} ended without an answer")
        return json.loads(line)

    def end(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.communicate()
