"""A page worker that is killed: the others go on, a new one comes, and the server's head stays."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.patience import HANG, wait_until
from tests.site.processes import alive
from tests.site.test_front_door import ask
from x610z_site.services.environment import ROOT
from x610z_site.services.servers import free_port
from x610z_site.services.start import PAGE_SERVER

RESPAWN = ("--respawn-failed-workers", "--respawn-interval", "0.5")


@contextmanager
def pages(options: tuple[str, ...], log: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The port and the head of a page server with these options, serving a small application."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "--host", "127.0.0.1", "--port", str(port), *options]
    target = "tests.site.slow_pages:door"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*command, "--workers-kill-timeout", "3", target], cwd=ROOT, stdout=out, stderr=out
        )
    try:
        assert wait_until(lambda: all(f"Started worker-{n} runtime-1" in log.read_text() for n in (1, 2)))
        yield port, process
    finally:
        process.terminate()
        process.wait(HANG)


def workers(process: subprocess.Popen[bytes]) -> list[int]:
    """The process ids of the workers, without the helper that Python starts beside them."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [
        int(pid) for pid in children if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def test_a_killed_page_worker_is_replaced_while_the_other_answers(tmp_path: Path) -> None:
    with pages(PAGE_SERVER, tmp_path / "log") as (port, head):
        before = workers(head)
        os.kill(before[0], signal.SIGKILL)
        assert wait_until(lambda: not alive(before[0]))
        # A connection that was on its way to the dead may be cut.
        assert wait_until(lambda: ask(port)[0] == 200)
        assert [ask(port)[0] for _number in range(20)] == [200] * 20
        assert wait_until(lambda: (tmp_path / "log").read_text().count(" runtime-1\n") == 3)
        assert len(workers(head)) == 2 and before[0] not in workers(head)
        assert before[1] in workers(head)
        assert head.poll() is None
        assert [ask(port)[0] for _number in range(20)] == [200] * 20


def test_without_the_option_the_death_of_one_would_end_them_all(tmp_path: Path) -> None:
    plain = tuple(word for word in PAGE_SERVER if word not in RESPAWN)
    with pages(plain, tmp_path / "log") as (_port, head):
        os.kill(workers(head)[0], signal.SIGKILL)
        assert wait_until(lambda: head.poll() is not None)


@pytest.mark.parametrize("path", ["deploy/systemd/x610z-web.service", "deploy/Dockerfile"])
def test_production_serves_the_pages_with_the_same_options(path: str) -> None:
    text = (ROOT / path).read_text().replace('", "', " ")
    for option, value in zip(PAGE_SERVER, (*PAGE_SERVER[1:], ""), strict=True):
        if option.startswith("--"):
            assert (option if value.startswith("--") or not value else f"{option} {value}") in text, option
