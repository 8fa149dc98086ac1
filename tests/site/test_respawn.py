"""A page worker that is killed: the others go on, a new one comes, and the server's head stays."""

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


def workers(head: int) -> list[int]:
    """The process ids of the workers of a server's head, without the helper that Python starts beside them."""
    children = Path(f"/proc/{head}/task/{head}/children").read_text().split()
    return [
        int(pid) for pid in children if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def test_a_killed_page_worker_is_replaced_while_the_other_answers(tmp_path: Path) -> None:
    with pages(PAGE_SERVER, tmp_path / "log") as (port, head):
        before = workers(head.pid)
        os.kill(before[0], signal.SIGKILL)
        assert wait_until(lambda: not alive(before[0]))
        # A connection that was on its way to the dead may be cut.
        assert wait_until(lambda: ask(port)[0] == 200)
        assert [ask(port)[0] for _number in range(20)] == [200] * 20
        assert wait_until(lambda: (tmp_path / "log").read_text().count(" runtime-1\n") == 3)
        assert len(workers(head.pid)) == 2 and before[0] not in workers(head.pid)
        assert before[1] in workers(head.pid)
        assert head.poll() is None
        assert [ask(port)[0] for _number in range(20)] == [200] * 20


SUPERVISED = """
import sys
from pathlib import Path
from x610z_site.services.supervisor import Service, Supervisor
words = [sys.executable, "-m", "granian", "--host", "127.0.0.1", "--workers-kill-timeout", "3", *sys.argv[2:]]
supervisor = Supervisor([Service("pages", words, essential=True)], logs=Path(sys.argv[1]))
sys.exit(supervisor.run(supervisor.has_served))
"""


def test_eight_deaths_of_page_workers_in_a_row_do_not_end_the_site(tmp_path: Path) -> None:
    # Two deaths of one worker within seconds end the server's head, too: whatever keeps it starts it again.
    port = free_port()
    words = [str(tmp_path), *PAGE_SERVER, "--port", str(port), "tests.site.slow_pages:door"]
    keeper = subprocess.Popen([sys.executable, "-c", SUPERVISED, *words], cwd=ROOT, stdout=subprocess.PIPE)
    try:
        killed: list[int] = []
        while len(killed) < 8:
            assert wait_until(lambda: answers(port) and workers_left(keeper, killed))
            with suppress(IndexError, ProcessLookupError):  # the head ended this very moment
                youngest = workers_left(keeper, killed)[-1]
                os.kill(youngest, signal.SIGKILL)
                killed.append(youngest)
        assert wait_until(lambda: answers(port) and workers_left(keeper, killed))
        assert keeper.poll() is None
    finally:
        keeper.terminate()
        keeper.communicate()
    assert keeper.returncode == 0


def answers(port: int) -> bool:
    """Whether a page is served."""
    try:
        return ask(port)[0] == 200
    except (OSError, ValueError, IndexError):  # nobody there, or cut off
        return False


def workers_left(keeper: subprocess.Popen[bytes], killed: Sequence[int]) -> list[int]:
    """The page workers of the head that runs now, without those that were killed; the youngest last."""
    try:
        heads = Path(f"/proc/{keeper.pid}/task/{keeper.pid}/children").read_text().split()
        return [pid for head in heads for pid in workers(int(head)) if pid not in killed]
    except OSError:
        return []


def test_without_the_option_the_death_of_one_would_end_them_all(tmp_path: Path) -> None:
    plain = tuple(word for word in PAGE_SERVER if word not in RESPAWN)
    with pages(plain, tmp_path / "log") as (_port, head):
        os.kill(workers(head.pid)[0], signal.SIGKILL)
        assert wait_until(lambda: head.poll() is not None)


@pytest.mark.parametrize("path", ["deploy/systemd/x610z-web.service", "deploy/Dockerfile"])
def test_production_serves_the_pages_with_the_same_options(path: str) -> None:
    text = (ROOT / path).read_text().replace('", "', " ")
    for option, value in zip(PAGE_SERVER, (*PAGE_SERVER[1:], ""), strict=True):
        if option.startswith("--"):
            assert (option if value.startswith("--") or not value else f"{option} {value}") in text, option
