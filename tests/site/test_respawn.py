"""A page worker that is killed, once or again and again: the server beside it goes on, and a new one comes."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.patience import HANG, wait_until
from tests.site.processes import alive
from tests.site.test_front_door import ask
from x610z_site.services.environment import ROOT
from x610z_site.services.servers import free_port
from x610z_site.services.start import PAGE_HEADS, PAGE_SERVER

RESPAWN = ("--respawn-failed-workers", "--respawn-interval", "0.5")
STARTED = "Started worker-1 runtime-1"


@contextmanager
def servers(
    folder: Path, *, number: int = len(PAGE_HEADS), options: tuple[str, ...] = PAGE_SERVER
) -> Iterator[tuple[int, list[subprocess.Popen[bytes]]]]:
    """One port and the heads of so many page servers that share it, serving a small application."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "--host", "127.0.0.1", "--port", str(port), *options]
    command += ["--workers-kill-timeout", "3", "tests.site.slow_pages:door"]
    heads = []
    try:
        for at in range(number):
            with (folder / f"log-{at}").open("wb") as out:
                heads.append(subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=out))
        assert wait_until(lambda: all(started(folder, at) == 1 for at in range(number)))
        yield port, heads
    finally:
        for head in heads:
            head.terminate()
        for head in heads:
            head.wait(HANG)


def started(folder: Path, at: int) -> int:
    """How many workers one of the servers has started so far."""
    return (folder / f"log-{at}").read_text().count(STARTED)


def workers(head: int) -> list[int]:
    """The process ids of the workers of a server's head, without the helper that Python starts beside them."""
    children = Path(f"/proc/{head}/task/{head}/children").read_text().split()
    return [
        int(pid) for pid in children if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def kill_worker(head: int) -> int:
    """Kill the worker of a server; its process id."""
    killed = workers(head)[0]
    os.kill(killed, signal.SIGKILL)
    assert wait_until(lambda: not alive(killed))
    return killed


def answers(port: int) -> bool:
    """Whether a page is served; a connection on its way to the dead may be cut, the next goes elsewhere."""
    for _try in range(2):
        with suppress(OSError, ValueError, IndexError):  # nobody there, or cut off
            if ask(port)[0] == 200:
                return True
    return False


def test_a_killed_page_worker_is_replaced_while_the_other_server_answers(tmp_path: Path) -> None:
    with servers(tmp_path) as (port, heads):
        before = kill_worker(heads[0].pid)
        assert all(answers(port) for _number in range(20))
        assert wait_until(lambda: started(tmp_path, 0) == 2)
        assert before not in workers(heads[0].pid) and heads[0].poll() is None
        assert [ask(port)[0] for _number in range(20)] == [200] * 20


def test_two_deaths_at_one_place_within_seconds_end_one_server_and_no_page(tmp_path: Path) -> None:
    with servers(tmp_path) as (port, heads):
        kill_worker(heads[0].pid)
        assert wait_until(lambda: started(tmp_path, 0) == 2)
        kill_worker(heads[0].pid)
        assert wait_until(lambda: heads[0].poll() is not None), "it takes that for a loop and gives up"
        assert [ask(port)[0] for _number in range(20)] == [200] * 20


def test_one_server_alone_would_leave_nobody(tmp_path: Path) -> None:
    with servers(tmp_path, number=1) as (port, (head,)):
        kill_worker(head.pid)
        assert wait_until(lambda: started(tmp_path, 0) == 2)
        kill_worker(head.pid)
        assert wait_until(lambda: head.poll() is not None)
        assert not answers(port)


SUPERVISED = """
import sys
from pathlib import Path
from x610z_site.services.start import PAGE_HEADS
from x610z_site.services.supervisor import Service, Supervisor
words = [sys.executable, "-m", "granian", "--host", "127.0.0.1", "--workers-kill-timeout", "3", *sys.argv[2:]]
pages = [Service(name, words, essential=True) for name in PAGE_HEADS]
supervisor = Supervisor(pages, logs=Path(sys.argv[1]))
sys.exit(supervisor.run(supervisor.has_served))
"""


def test_eight_deaths_of_page_workers_in_a_row_leave_no_moment_without_pages(tmp_path: Path) -> None:
    port = free_port()
    words = [str(tmp_path), *PAGE_SERVER, "--port", str(port), "tests.site.slow_pages:door"]
    keeper = subprocess.Popen([sys.executable, "-c", SUPERVISED, *words], cwd=ROOT, stdout=subprocess.PIPE)
    try:
        killed: list[int] = []
        while len(killed) < 8:
            assert wait_until(lambda: len(workers_left(keeper, killed)) == 2 and answers(port))
            with suppress(IndexError, ProcessLookupError):  # the head ended this very moment
                youngest = workers_left(keeper, killed)[-1]
                os.kill(youngest, signal.SIGKILL)
                killed.append(youngest)
                assert answers(port)
        assert wait_until(lambda: answers(port) and len(workers_left(keeper, killed)) == 2)
        assert keeper.poll() is None
    finally:
        keeper.terminate()
        keeper.communicate()
    assert keeper.returncode == 0


def workers_left(keeper: subprocess.Popen[bytes], killed: Sequence[int]) -> list[int]:
    """The page workers of the heads that run now, without those that were killed; the youngest last."""
    try:
        heads = Path(f"/proc/{keeper.pid}/task/{keeper.pid}/children").read_text().split()
        return sorted(pid for head in heads for pid in workers(int(head)) if pid not in killed)
    except OSError:
        return []


def test_without_the_option_one_death_ends_a_server(tmp_path: Path) -> None:
    plain = tuple(word for word in PAGE_SERVER if word not in RESPAWN)
    with servers(tmp_path, number=1, options=plain) as (_port, (head,)):
        kill_worker(head.pid)
        assert wait_until(lambda: head.poll() is not None)


@pytest.mark.parametrize("path", ["deploy/systemd/x610z-web@.service", "deploy/Dockerfile"])
def test_production_serves_the_pages_with_the_same_options(path: str) -> None:
    text = (ROOT / path).read_text().replace('", "', " ")
    for option, value in zip(PAGE_SERVER, (*PAGE_SERVER[1:], ""), strict=True):
        if option.startswith("--"):
            assert (option if value.startswith("--") or not value else f"{option} {value}") in text, option
