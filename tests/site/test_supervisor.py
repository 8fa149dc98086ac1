"""The supervisor, run in a process of its own: starts, restarts with a limit, and leaves nothing running."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.patience import HANG, wait_until
from tests.site.processes import alive
from x610z_site.services.environment import ROOT

HARNESS = """
import sys
from pathlib import Path
from x610z_site.services.supervisor import Service, Supervisor
folder = Path(sys.argv[1])
python = sys.executable
def service(name, code, **options):
    return Service(name, [python, "-u", "-c", code], **options)
{services}
supervisor = Supervisor(services, logs=folder / "log", say=lambda line: print(line, flush=True),
                        stop_seconds={stop_seconds}, restart_limit={restart_limit})
def started():
    print("started", *supervisor.pids().values(), flush=True)
{more}
sys.exit(supervisor.run(started))
"""
SLEEPS = "import time; time.sleep(600)"
DEAF = "import signal, time; [signal.signal(n, signal.SIG_IGN) for n in (15, 2, 1)]; print('deaf'); time.sleep(600)"
FAMILY = (
    "import os, subprocess, sys, time; "
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session={own}); "
    "open(sys.argv[1] if len(sys.argv) > 1 else os.environ['PID_FILE'], 'w').write(str(child.pid)); time.sleep(600)"
)


@dataclass
class Harness:
    """A supervisor under test."""

    process: subprocess.Popen[str]
    folder: Path

    def line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def started(self) -> list[int]:
        words = self.line().split()
        assert words[0] == "started", words
        return [int(word) for word in words[1:]]

    def end(self, number: int = signal.SIGTERM, times: int = 1) -> tuple[int, str]:
        for _time in range(times):
            self.process.send_signal(number)
            time.sleep(0.3 if times > 1 else 0)
        assert self.process.stdout
        said = self.process.stdout.read()
        return self.process.wait(HANG), said


@pytest.fixture
def supervise(tmp_path: Path) -> Iterator[Callable[..., Harness]]:
    running: list[subprocess.Popen[str]] = []

    def start(
        services: str, *, stop_seconds: float = 600.0, restart_limit: int = 3, more: str = ""
    ) -> Harness:
        script = HARNESS.format(
            services=services, stop_seconds=stop_seconds, restart_limit=restart_limit, more=more
        )
        process = subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PID_FILE": str(tmp_path / "pid")},
        )
        running.append(process)
        return Harness(process, tmp_path)

    yield start
    for process in running:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_every_service(supervise: Callable[..., Harness], number: int) -> None:
    harness = supervise(f"services = [service('one', {SLEEPS!r}), service('two', {SLEEPS!r})]")
    pids = harness.started()
    assert all(map(alive, pids))
    code, said = harness.end(number)
    assert code == 0
    assert "was killed" not in said
    assert not any(map(alive, pids))


def test_a_service_that_ignores_every_polite_signal_is_killed(supervise: Callable[..., Harness]) -> None:
    harness = supervise(f"services = [service('deaf', {DEAF!r})]", stop_seconds=1.0)
    pids = harness.started()
    assert wait_until(lambda: "deaf" in (harness.folder / "log" / "deaf.log").read_text())
    began = time.monotonic()
    code, said = harness.end()
    assert code == 0
    assert "deaf did not end by itself and was killed" in said
    assert time.monotonic() - began > 0.9
    assert not any(map(alive, pids))


def test_a_second_ctrl_c_does_not_wait(supervise: Callable[..., Harness]) -> None:
    # To wait for it would be longer than any test.
    harness = supervise(f"services = [service('deaf', {DEAF!r})]", stop_seconds=7200.0)
    pids = harness.started()
    assert wait_until(lambda: "deaf" in (harness.folder / "log" / "deaf.log").read_text())
    harness.end(signal.SIGINT, times=2)
    assert not any(map(alive, pids))


@pytest.mark.parametrize("own_session", [False, True])
def test_children_of_a_service_end_with_it_even_in_a_session_of_their_own(
    supervise, own_session: bool
) -> None:
    harness = supervise(f"services = [service('family', {FAMILY.format(own=own_session)!r})]")
    harness.started()
    pid_file = harness.folder / "pid"
    assert wait_until(lambda: pid_file.exists() and pid_file.read_text())
    grandchild = int(pid_file.read_text())
    assert alive(grandchild)
    harness.end()
    assert not alive(grandchild)


def test_a_service_that_dies_is_started_again_and_its_children_do_not_pile_up(
    supervise: Callable[..., Harness],
) -> None:
    harness = supervise(f"services = [service('family', {FAMILY.format(own=False)!r})]")
    first = harness.started()[0]
    pid_file = harness.folder / "pid"
    assert wait_until(lambda: pid_file.exists() and pid_file.read_text())
    grandchild = int(pid_file.read_text())
    pid_file.unlink()
    os.kill(first, signal.SIGKILL)
    assert "was ended by SIGKILL; starting it again" in harness.line()
    assert wait_until(lambda: pid_file.exists() and pid_file.read_text())
    assert not alive(grandchild)
    assert harness.end()[0] == 0


def test_a_service_that_keeps_dying_is_given_up_with_its_last_words(
    supervise: Callable[..., Harness],
) -> None:
    dies = "print('no such table'); raise SystemExit(3)"
    harness = supervise(
        f"services = [service('good', {SLEEPS!r}), service('bad', {dies!r}, without='Jobs wait.')]",
        restart_limit=2,
    )
    good = harness.started()[0]
    lines = [harness.line() for _number in range(3)]
    assert [line.split(";")[0] for line in lines[:2]] == ["bad ended with code 3"] * 2
    assert (
        lines[2] == "bad ended with code 3; 3 times within a minute are too many, so it is not started again."
    )
    assert harness.line() == "bad | no such table"
    assert alive(good)
    code, said = harness.end()
    assert "The site goes on. Jobs wait." in said
    assert code == 0
    assert not alive(good)


def test_losing_an_essential_service_stops_everything_with_a_failure(
    supervise: Callable[..., Harness],
) -> None:
    harness = supervise(
        f"services = [service('good', {SLEEPS!r}), service('pages', 'raise SystemExit(1)', essential=True)]",
        restart_limit=1,
    )
    good = harness.started()[0]
    said, _nothing = harness.process.communicate(timeout=HANG)
    assert harness.process.returncode == 1
    assert "Without pages there is no site: stopping everything." in said
    assert not alive(good)


def test_an_essential_service_that_has_served_is_started_again_for_ever(
    supervise: Callable[..., Harness],
) -> None:
    served = "started = (lambda before: lambda: (supervisor.has_served(), before()))(started)"
    harness = supervise(
        f"services = [service('pages', {SLEEPS!r}, essential=True)]", restart_limit=1, more=served
    )
    harness.started()
    for _time in range(3):
        children = Path(f"/proc/{harness.process.pid}/task/{harness.process.pid}/children")
        assert wait_until(lambda children=children: children.read_text().strip())  # type: ignore[misc]
        os.kill(int(children.read_text().split()[0]), signal.SIGKILL)
        assert "pages was ended by SIGKILL; starting it again" in harness.line()
    assert harness.process.poll() is None
    assert harness.end()[0] == 0


def test_orphans_that_end_are_buried(supervise: Callable[..., Harness]) -> None:
    leaves = (
        "import os, subprocess, sys; "
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(0.5)'], start_new_session=True); "
        "open(os.environ['PID_FILE'], 'w').write(str(child.pid)); raise SystemExit(0)"
    )
    harness = supervise(f"services = [service('leaves', {leaves!r})]", restart_limit=0)
    harness.started()
    pid_file = harness.folder / "pid"
    assert wait_until(lambda: pid_file.exists() and pid_file.read_text())
    orphan = Path("/proc") / pid_file.read_text()
    assert wait_until(lambda: not orphan.exists())
    assert harness.end()[0] == 0


def test_services_marked_last_end_after_the_others(supervise: Callable[..., Harness]) -> None:
    ends = "import signal, sys, time; signal.signal(15, lambda *_: (time.sleep(0.3), print(time.time()), sys.exit(0)))"
    wait = f"{ends}; print('up')\nwhile True: time.sleep(1)"
    harness = supervise(f"services = [service('redis', {wait!r}, last=True), service('worker', {wait!r})]")
    harness.started()
    logs = {name: harness.folder / "log" / f"{name}.log" for name in ("redis", "worker")}
    assert wait_until(lambda: all("up" in log.read_text() for log in logs.values()))
    harness.end()
    at = {name: float(log.read_text().split()[-1]) for name, log in logs.items()}
    assert at["redis"] > at["worker"] + 0.25


def test_standard_input_is_fed_at_every_start(supervise: Callable[..., Harness]) -> None:
    reads = "import sys, time; print('read', sys.stdin.read()); time.sleep(600)"
    harness = supervise(f"services = [service('reader', {reads!r}, stdin='secret setting')]")
    first = harness.started()[0]
    log = harness.folder / "log" / "reader.log"
    assert wait_until(lambda: log.read_text().count("read secret setting") == 1)
    os.kill(first, signal.SIGKILL)
    assert wait_until(lambda: log.read_text().count("read secret setting") == 2)


def test_services_end_when_the_supervisor_itself_is_killed(supervise: Callable[..., Harness]) -> None:
    harness = supervise(f"services = [service('one', {SLEEPS!r})]")
    pid = harness.started()[0]
    harness.process.kill()
    harness.process.wait()
    assert wait_until(lambda: not alive(pid))


def test_what_does_its_work_once_is_started_behind_the_others_and_never_again(
    supervise: Callable[..., Harness],
) -> None:
    works = (
        "import os; from pathlib import Path; p = Path(os.environ['PID_FILE']).with_name('times')\n"
        "p.write_text((p.read_text() if p.exists() else '') + 'x')\nraise SystemExit(1)"
    )
    harness = supervise(
        f"services = [service('good', {SLEEPS!r}), service('once', {works!r}, once=True)]", restart_limit=2
    )
    good = harness.started()[0]
    times = harness.folder / "times"
    assert wait_until(lambda: times.exists() and times.read_text() == "x")
    os.kill(good, signal.SIGKILL)
    assert harness.line().startswith("good was ended by SIGKILL")
    assert times.read_text() == "x"
    code, said = harness.end()
    assert code == 0 and "once" not in said
