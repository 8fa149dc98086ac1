"""The site's processes with production settings, each started and killed by a drill, and how a phone asks them."""

import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks.drills.page_steps import ROOT

HOST = "play.example"
BY_PROXY = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
HANG = 120.0


def environment(folder: Path, database: str, redis: str, **more: str) -> dict[str, str]:
    """What every process of a production site finds in its environment."""
    return {
        **{name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ},
        "DJANGO_SETTINGS_MODULE": "x610z_site.settings.production",
        "SECRET_KEY": "drill-drill-" * 6,
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "ALLOWED_HOSTS": HOST,
        "CSRF_TRUSTED_ORIGINS": f"https://{HOST}",
        "STATIC_ROOT": str(folder / "static"),
        "X610Z_VAR": str(folder),
        "X610Z_ROLE": "command",
        "PYTHONUNBUFFERED": "1",
        **more,
    }


def program(
    command: Sequence[str], environment: Mapping[str, str], *, code: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run a program of a release to its end, however that is."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=code,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def run(command: Sequence[str], environment: Mapping[str, str], *, code: Path = ROOT) -> str:
    """Run a program of the site; what it printed. Raises RuntimeError with its words when it fails."""
    done = program(command, environment, code=code)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def state_of(words: Sequence[str], environment: Mapping[str, str], *, code: Path = ROOT) -> dict[str, Any]:
    """What a command of ``benchmarks.drills.hall`` prints."""
    found: dict[str, Any] = json.loads(run(["-m", "benchmarks.drills.hall", *words], environment, code=code))
    return found


def state(environment: Mapping[str, str]) -> dict[str, Any]:
    """What the database of this environment holds of the drill's reports."""
    return state_of(["state"], environment)


class Process:
    """A process of the site with a group of its own, so that it dies with all its children."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], log: Path, *, code: Path = ROOT
    ) -> None:
        self.log = log
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, *command],
                cwd=code,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )

    def kill(self) -> None:
        """As the kernel does: at once, with everything it started."""
        self._send(signal.SIGKILL)

    def stop(self) -> None:
        """As a service manager does: ask, wait, and end what does not go."""
        if self.process.poll() is None:
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(45)
        self._send(signal.SIGKILL)

    def _send(self, number: int) -> None:
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            return
        finally:
            self.process.wait()


def pages(
    port: int,
    environment: Mapping[str, str],
    log: Path,
    *,
    workers: int = 1,
    code: Path = ROOT,
    door: str = "x610z_site.front_door:door",
) -> Process:
    """The pages on a port, as the systemd unit starts them but for the port."""
    command = ["-m", "granian", "--interface", "rsgi", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--workers", str(workers), "--no-ws", "--respawn-failed-workers", "--respawn-interval", "0.5"]
    command += ["--workers-kill-timeout", "10", "--log-level", "warning", door]
    return Process(command, {**environment, "X610Z_ROLE": "web"}, log, code=code)


def ask(
    port: int,
    path: str,
    *,
    session: str = "",
    form: Mapping[str, str] | None = None,
    seconds: float = 20.0,
    host: str = HOST,
) -> tuple[int, str]:
    """One request as it comes from the proxy; status and body. Raises OSError or HTTPException when it is cut off."""
    headers = {**BY_PROXY, "Host": host}
    cookies = [f"__Host-session={session}"] if session else []
    body = None
    if form is not None:
        token = "c" * 32
        cookies.append(f"__Host-csrf={token}")
        pairs = {**form, "csrfmiddlewaretoken": token}
        body = "&".join(f"{name}={value}" for name, value in pairs.items())
        headers |= {"Origin": f"https://{HOST}", "Content-Type": "application/x-www-form-urlencoded"}
    if cookies:
        headers["Cookie"] = "; ".join(cookies)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        connection.request("POST" if form is not None else "GET", path, body=body, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace")
    finally:
        connection.close()


def wait_for(port: int, path: str = "/healthz/", *, seconds: float = HANG) -> float:
    """Seconds until the address answers 200. Raises TimeoutError."""
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        try:
            if ask(port, path)[0] == 200:
                return time.monotonic() - begun
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(0.05)
    raise TimeoutError(f"{path} on port {port} did not answer in {seconds:.0f} s")


@contextmanager
def folder() -> Iterator[Path]:
    """A folder for the files of one site, gathered static files included."""
    with tempfile.TemporaryDirectory(prefix="x610z-site-") as name:
        made = Path(name)
        gather = ["manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
        run(gather, environment(made, "sqlite:///:memory:", ""))
        yield made
