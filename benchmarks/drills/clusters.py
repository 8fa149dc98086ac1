"""PostgreSQL as production runs it: durable, with an archive, killed, restored and copied; several on one machine.

``x610z_site.services.servers`` runs one whose data may vanish; here data must not. As root everything of PostgreSQL
runs as its own system account, because the server refuses root.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from x610z_site.services.servers import ServerMissing, _readable_by, _server_user, find_postgres, free_port

OPTIONS = (
    "max_connections = 100\nshared_buffers = 32MB\nclient_connection_check_interval = 1000\n"
    "log_min_messages = warning\nwal_level = replica\nlisten_addresses = '127.0.0.1'\n"
    # Inside the data, and the port from the environment: so a copy of the data runs on another machine as it is.
    "unix_socket_directories = '.'\n"
)


@dataclass
class Machine:
    """A folder that stands for a machine: its PostgreSQL's data, socket and port, and who runs it."""

    folder: Path
    binaries: Path
    user: str | None
    port: int = field(default_factory=free_port)

    @property
    def data(self) -> Path:
        """The cluster's data."""
        return self.folder / "data"

    def environment(self, **more: str) -> dict[str, str]:
        """What PostgreSQL's own programs and the steps of a page need."""
        return {
            "PATH": f"{self.binaries}:{os.defpath}:/usr/bin:/bin",
            "LC_ALL": "C.UTF-8",
            "HOME": str(self.folder),
            "PGHOST": str(self.data),
            "PGPORT": str(self.port),
            "PGUSER": "postgres",
            "PGDATA": str(self.data),
            **more,
        }

    def shell(self, script: str, **more: str) -> str:
        """Run a script as the system account of PostgreSQL; its output. Raises CalledProcessError with what it said."""
        account = pwd.getpwnam(self.user) if self.user else None
        done = subprocess.run(
            ["/bin/bash", "-eu", "-o", "pipefail", "-c", script],
            user=self.user,
            group=account.pw_gid if account else None,
            extra_groups=[] if account else None,
            env=self.environment(**more),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{script}\n--- said ---\n{done.stdout[-2000:]}")
        return done.stdout

    def make(self) -> None:
        """A new, empty cluster with a superuser ``postgres``, not started."""
        self.shell('initdb -D "$PGDATA" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync')
        self.shell('cat >> "$PGDATA/postgresql.conf" <<< "$OPTIONS"', OPTIONS=OPTIONS)

    def start(self) -> None:
        """Start and wait until it answers."""
        self.shell('pg_ctl -D "$PGDATA" -w -t 60 -l "$HOME/log" start >/dev/null')

    def stop(self) -> None:
        """Stop in order, if it runs."""
        if (self.data / "postmaster.pid").exists():
            self.shell('pg_ctl -D "$PGDATA" -w -m fast stop >/dev/null || true')

    def kill(self) -> None:
        """End every process of it at once, as a power cut does, and wait until they are gone."""
        head = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{head}/task/{head}/children").read_text().split()
        for pid in (head, *map(int, children)):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        for pid in (head, *map(int, children)):
            while _alive(pid):
                time.sleep(0.02)

    def url(self, role: str, database: str = "x610z") -> str:
        """The address for a role, by TCP on this machine."""
        return f"postgresql://{role}@127.0.0.1:{self.port}/{database}"

    def one(self, sql: str, database: str = "x610z") -> str:
        """The answer to one query by the superuser."""
        return self.shell(f'psql -At -X -v ON_ERROR_STOP=1 -d {database} -c "$SQL"', SQL=sql).strip()


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@contextmanager
def machines(*names: str) -> Iterator[Mapping[str, Machine]]:
    """New machines side by side, without data yet, and ``shared``: a folder that all of them reach.

    Everything is stopped and removed at the end. Raises ServerMissing where there is no PostgreSQL.
    """
    binaries = find_postgres()
    if binaries is None:
        raise ServerMissing("PostgreSQL is missing: install postgresql")
    user = _server_user()
    usable = _readable_by(user, binaries)
    top = Path(tempfile.mkdtemp(prefix="x610z-drill-"))
    made = {name: Machine(top / name, usable, user) for name in names}
    try:
        for folder in (top, top / "shared", *(one.folder for one in made.values())):
            folder.mkdir(exist_ok=True)
            folder.chmod(0o755)
            if user:
                os.chown(folder, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
        yield made
    finally:
        for one in made.values():
            one.stop()
        shutil.rmtree(top, ignore_errors=True)
        if usable != binaries:
            shutil.rmtree(usable.parent.parent, ignore_errors=True)
