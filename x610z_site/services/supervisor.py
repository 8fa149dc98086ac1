"""A small supervisor: starts the site's processes, restarts what dies, and leaves nothing running.

Every child leads a process group of its own, so a Ctrl-C in the terminal reaches only the supervisor, and stopping a
child stops its own children too. Processes that slip out of their group are caught as orphans (Linux hands them to the
supervisor, which asked to be their reaper).
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
STOP_SECONDS = 8.0
RESTART_LIMIT = 5
RESTART_WINDOW = 60.0
MAX_PAUSE = 5.0
TAIL_LINES = 15
TICK = 0.25

Say = Callable[[str], None]


@dataclass(frozen=True)
class Service:
    """One process to keep running.

    `stdin` is fed once at every start. `essential` services take everything down when they cannot be brought up; once
    the site has served they are started again for ever. For the others `without` says what does not work while they
    are away. `last` services end after all others, which may still need them to end well. A `once`
    service does its work and ends; it is not started again, however it ended.
    """

    name: str
    command: Sequence[str]
    stdin: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    essential: bool = False
    without: str = ""
    last: bool = False
    once: bool = False


@dataclass
class _Running:
    service: Service
    log: Path
    process: subprocess.Popen[bytes] | None = None
    deaths: list[float] = field(default_factory=list)
    start_again_at: float | None = None
    gone: bool = False


def _prctl(option: int, value: int) -> None:
    """Linux only; elsewhere the process groups alone have to do."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def _in_child() -> None:
    # If the supervisor is killed outright, the kernel asks its children to end.
    _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Supervisor:
    """Keeps a list of services running until a signal or an essential failure ends it.

    `say` receives one line for each event a person should see; what the services print goes to `logs`/NAME.log.
    `stop_seconds` is how long a service may take to end before it is killed.
    """

    def __init__(
        self,
        services: Sequence[Service],
        *,
        logs: Path,
        environment: Mapping[str, str] | None = None,
        say: Say = print,
        stop_seconds: float = STOP_SECONDS,
        restart_limit: int = RESTART_LIMIT,
    ) -> None:
        self._logs = logs
        self._environment = dict(os.environ if environment is None else environment)
        self._say = say
        self._stop_seconds = stop_seconds
        self._restart_limit = restart_limit
        self._running = [_Running(service, logs / f"{service.name}.log") for service in services]
        self._signals = 0
        self._failed = False
        self._served = False
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)

    def run(self, on_started: Callable[[], None] = lambda: None) -> int:
        """Start everything, call `on_started` once, and stay until told to stop; return the exit code.

        Signals count from the first moment, so a Ctrl-C during the start stops cleanly too.
        """
        self._logs.mkdir(parents=True, exist_ok=True)
        adopt_orphans()
        previous = {number: signal.signal(number, self._on_signal) for number in _STOP_SIGNALS}
        previous_wakeup = signal.set_wakeup_fd(self._wake_write, warn_on_full_buffer=False)
        try:
            for item in self._running:
                if not self._signals:
                    self._start(item)
            if not self._signals:
                on_started()
            while not self._signals and not self._failed:
                self._wait(TICK)
                self._look_after()
        finally:
            self._stop_all()
            signal.set_wakeup_fd(previous_wakeup)
            for number, handler in previous.items():
                signal.signal(number, handler)
            os.close(self._wake_read)
            os.close(self._wake_write)
        return 1 if self._failed else 0

    def add(self, service: Service) -> None:
        """Start one more, after all others (inside `on_started`)."""
        item = _Running(service, self._logs / f"{service.name}.log")
        self._running.append(item)
        self._start(item)

    def stopping(self) -> bool:
        """Whether a signal has arrived or an essential service is lost (for waits inside `on_started`)."""
        self._look_after()
        return bool(self._signals) or self._failed

    def has_served(self) -> None:
        """Say that the site answers: what is essential works here, so from now on it is never given up."""
        self._served = True

    def pids(self) -> dict[str, int]:
        """Process ids of the services that run now, by name."""
        return {item.service.name: item.process.pid for item in self._running if item.process}

    # -- starting and watching --------------------------------------------------------------------------

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._signals += 1

    def _wait(self, seconds: float) -> None:
        if select.select([self._wake_read], [], [], seconds)[0]:
            os.read(self._wake_read, 4096)

    def _start(self, item: _Running) -> None:
        service = item.service
        item.start_again_at = None
        with item.log.open("ab") as log:
            item.process = subprocess.Popen(
                list(service.command),
                stdin=subprocess.PIPE if service.stdin else subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**self._environment, **service.environment},
                start_new_session=True,
                preexec_fn=_in_child,  # the supervisor has no threads
            )
        if service.stdin and item.process.stdin:
            try:
                item.process.stdin.write(service.stdin.encode())
                item.process.stdin.close()
            except BrokenPipeError:
                pass  # it died at once; looking after it will tell

    def _look_after(self) -> None:
        now = time.monotonic()
        bury_orphans(except_for={item.process.pid for item in self._running if item.process is not None})
        for item in self._running:
            if item.process is not None and _has_ended(item.process):
                self._on_death(item, now)
            elif item.start_again_at is not None and now >= item.start_again_at:
                self._start(item)

    def _on_death(self, item: _Running, now: float) -> None:
        code = self._end(item)
        if item.service.once:
            item.gone = True
            return
        item.deaths = [at for at in item.deaths if now - at < RESTART_WINDOW] + [now]
        name, how = item.service.name, _how_it_ended(code)
        if len(item.deaths) <= self._restart_limit or (item.service.essential and self._served):
            pause = min(MAX_PAUSE, 0.25 * 2 ** (len(item.deaths) - 1))
            item.start_again_at = now + pause
            self._say(f"{name} {how}; starting it again in {pause:g} s")
            return
        item.gone = True
        times = f"{len(item.deaths)} times within a minute are too many"
        self._say(f"{name} {how}; {times}, so it is not started again.")
        for line in _tail(item.log):
            self._say(f"  {name} | {line}")
        if item.service.essential:
            self._say(f"Without {name} there is no site: stopping everything. The whole log: {item.log}")
            self._failed = True
        else:
            self._say(
                f"The site goes on. {item.service.without} The whole log: {item.log}".replace("  ", " ")
            )

    # -- stopping -----------------------------------------------------------------------------------------

    def _stop_all(self) -> None:
        """Ask all to end, then those that others lean on; kill what is left when the time is over."""
        for last in (False, True):
            self._stop(
                [item for item in self._running if item.process is not None and item.service.last is last]
            )
        kill_orphans()

    def _stop(self, alive: list[_Running]) -> None:
        """A second Ctrl-C does not wait for the end of the time."""
        patience = max(self._signals, 1)
        for item in alive:
            _signal_group(item.process, signal.SIGTERM)
        end = time.monotonic() + self._stop_seconds
        while alive and time.monotonic() < end and self._signals <= patience:
            for item in list(alive):
                if item.process is None or _has_ended(item.process):
                    self._end(item)
                    alive.remove(item)
            if alive:
                self._wait(0.05)
        for item in alive:
            self._say(f"{item.service.name} did not end by itself and was killed")
            self._end(item)

    @staticmethod
    def _end(item: _Running) -> int:
        """Kill what is left of the group while its ended leader still holds the group's number, then reap it."""
        process = item.process
        item.process = None
        if process is None:
            return 0
        _signal_group(process, signal.SIGKILL)
        return process.wait()


_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether it has ended, without reaping it: the zombie keeps its process group's number taken."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _signal_group(process: subprocess.Popen[bytes] | None, number: int) -> None:
    if process is None:
        return
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        return


def adopt_orphans() -> None:
    """From now on, processes whose parent ends become ours (Linux)."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def _children() -> list[int]:
    """Every child of ours, orphans that fell to us among them; none where the system does not tell."""
    try:
        return [int(word) for word in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]
    except OSError:
        return []


def bury_orphans(*, except_for: Set[int]) -> None:
    """Reap the orphans that have ended, so that none stays a zombie; those in ``except_for`` are somebody's own."""
    for pid in _children():
        if pid not in except_for:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)


def kill_orphans() -> None:
    """Kill every child that is left, orphans that fell to us among them."""
    for _round in range(20):
        orphans = _children()
        if not orphans:
            return
        for pid in orphans:
            try:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            except (ProcessLookupError, ChildProcessError):
                continue


def _how_it_ended(code: int) -> str:
    return f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"


def _tail(log: Path) -> list[str]:
    try:
        return log.read_text(errors="replace").splitlines()[-TAIL_LINES:]
    except OSError:
        return []
