"""Two of everything, one of each killed under traffic: ``make nodes``.

    python -m benchmarks.drills.nodes

Two page nodes, two live nodes, two relays, a worker for each queue, a PostgreSQL with a synchronous copy, two Redis,
and PgBouncer where it is installed: separate processes, ports and data. One page node knows both databases and takes
the one that writes; the other asks through PgBouncer, which is pointed anew after the failover. One of each kind is
killed in turn, the database last. No request may fail and no acknowledged report may be missing. Control: the same
failover to a copy that was not synchronous and lags behind must lose reports.
"""

import http.client
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.drills import site
from benchmarks.drills.clusters import Machine, machines
from benchmarks.drills.traffic import Traffic
from benchmarks.kept import keep
from x610z_site.services.servers import find_redis, free_port, wait_for_port
from x610z_site.services.start import LIVE_SERVER

LIMITS = (
    "lock_timeout = '3s'",
    "statement_timeout = '10s'",
    "idle_in_transaction_session_timeout = '15s'",
    "jit = off",
)
"""Behind a pooler no connection can bring its own limits, so the role has them (docs/operations.md)."""


class Redis:
    """A Redis at one address that can be killed and replaced by an empty one, as an orchestrator does."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start an empty one."""
        program = find_redis()
        assert program, "Redis is missing"
        words = [
            "--port",
            str(self.port),
            "--save",
            "",
            "--appendonly",
            "no",
            "--maxmemory-policy",
            "volatile-lru",
        ]
        self.process = subprocess.Popen(
            [program, *words, "--bind", "127.0.0.1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        assert wait_for_port(self.port, seconds=site.HANG)

    def kill(self) -> None:
        """End it at once."""
        if self.process:
            self.process.kill()
            self.process.wait()


class Bouncer:
    """PgBouncer in front of one machine, one connection per transaction."""

    def __init__(self, program: str, machine: Machine) -> None:
        self.machine, self.port = machine, free_port()
        self.folder = machine.folder
        self._point(machine)
        self.process = subprocess.Popen(
            [program, str(self.folder / "bouncer.ini")],
            user=machine.user,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        assert wait_for_port(self.port, seconds=site.HANG)

    def _point(self, machine: Machine) -> None:
        (self.folder / "users.txt").write_text('"app_web" ""\n"postgres" ""\n')
        (self.folder / "bouncer.ini").write_text(
            f"[databases]\nx610z = host=127.0.0.1 port={machine.port} dbname=x610z\n[pgbouncer]\n"
            f"listen_addr = 127.0.0.1\nlisten_port = {self.port}\nauth_type = trust\nadmin_users = postgres\n"
            f"auth_file = {self.folder}/users.txt\npool_mode = transaction\nmax_client_conn = 1000\n"
            f"default_pool_size = 10\nunix_socket_dir =\nserver_login_retry = 1\nlogfile = {self.folder}/bouncer.log\n"
        )

    def turn_to(self, machine: Machine) -> None:
        """Send everybody to another machine, as a failover's script does."""
        self._point(machine)
        machine.shell(f"psql -q -h 127.0.0.1 -p {self.port} -d pgbouncer -c RELOAD")

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


def copy_of(primary: Machine, replica: Machine, *, synchronous: bool) -> None:
    """A streaming copy; with ``synchronous`` a commit waits until the copy has it."""
    names = "'*'" if synchronous else "''"
    primary.one(f"ALTER SYSTEM SET synchronous_standby_names = {names}", "postgres")
    address = f"-h 127.0.0.1 -p {primary.port} -U postgres"
    replica.shell(f'pg_basebackup -D "$PGDATA" -R --checkpoint=fast {address}\nchmod 700 "$PGDATA"')
    replica.start()
    primary.one("SELECT pg_reload_conf()", "postgres")
    until(
        lambda: (
            primary.one("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'", "postgres")
            == "1"
        )
    )


def until(condition: Callable[[], bool], what: str = "it") -> float:
    """Wait for something; seconds it took. Raises TimeoutError."""
    begun = time.monotonic()
    while time.monotonic() - begun < site.HANG:
        try:
            if condition():
                return time.monotonic() - begun
        except (OSError, http.client.HTTPException, RuntimeError):
            pass
        time.sleep(0.1)
    raise TimeoutError(what)


def promote(replica: Machine) -> float:
    """Make the copy the one that writes; seconds it took."""
    begun = time.monotonic()
    replica.shell('pg_ctl -D "$PGDATA" -w -t 60 promote >/dev/null')
    replica.one("ALTER SYSTEM SET synchronous_standby_names = ''", "postgres")
    replica.one("SELECT pg_reload_conf()", "postgres")
    return time.monotonic() - begun


class Site:
    """All processes of the site but its servers, each by its name."""

    def __init__(self, folder: Path, environments: Mapping[str, dict[str, str]]) -> None:
        self.folder, self.environments = folder, environments
        self.ports = {name: free_port() for name in ("pages a", "pages b", "live a", "live b")}
        self.running: dict[str, site.Process] = {}
        for name in (*self.ports, "relay a", "relay b", "worker default", "worker replay"):
            self.start(name)

    def start(self, name: str) -> None:
        """Start one, or start it again."""
        kind, which = name.split()
        environment = {**self.environments.get(name, self.environments[""]), "X610Z_ROLE": kind}
        log = self.folder / f"{name}.log"
        if kind == "pages":
            self.running[name] = site.pages(self.ports[name], environment, log)
        elif kind == "live":
            words = [*LIVE_SERVER, "--host", "127.0.0.1", "--port", str(self.ports[name])]
            words += ["--log-level", "warning"]
            self.running[name] = site.Process(words, environment, log)
        elif kind == "relay":
            self.running[name] = site.Process(["manage.py", "relay"], environment, log)
        else:
            words = ["-m", "celery", "-A", "x610z_site.celery", "worker", "-Q", which, "--concurrency", "1"]
            words += ["-n", f"{which}@drill", "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
            self.running[name] = site.Process(words, environment, log)

    def answers(self, name: str) -> bool:
        """Whether a process does its work: answers its address, or has said that it is ready."""
        kind, _which = name.split()
        if kind == "pages":
            return site.ask(self.ports[name], "/healthz/")[0] == 200
        if kind == "live":
            return site.ask(self.ports[name], "/live/health")[0] == 200
        if kind == "worker":
            return " ready." in (self.folder / f"{name}.log").read_text()
        return self.running[name].process.poll() is None

    def kill(self, name: str) -> None:
        """End one as a power cut does; a service manager starts it again."""
        self.running[name].kill()
        (self.folder / f"{name}.log").write_text("")
        self.start(name)

    def stop(self) -> None:
        """End all."""
        for one in self.running.values():
            one.process.terminate()
        for one in self.running.values():
            one.stop()


def jobs(environment: dict[str, str], count: int) -> None:
    """Queue this many small jobs for each queue, as a command does: rows of the outbox."""
    code = (
        "import django; django.setup()\n"
        "from django.utils import timezone\nfrom ledger.models import OutboxMessage as O\n"
        "O.objects.bulk_create(O(topic='task', due_at=timezone.now(), payload={'task': "
        "'tournaments.gamelogs.tasks.replay_log', 'args': [0], 'queue': q}) "
        f"for q in ('default', 'replay') for _ in range({count}))"
    )
    site.run(["-c", code], environment)


def prepare(primary: Machine, folder: Path, redis: str) -> dict[str, Any]:
    """A database with tables, roles and limits, and a hall in it."""
    primary.make()
    primary.start()
    primary.shell("psql -q -d postgres -c 'CREATE ROLE app_owner LOGIN' -c 'CREATE ROLE app_web LOGIN'")
    for limit in LIMITS:
        primary.one(f"ALTER ROLE app_web SET {limit}", "postgres")
    primary.shell("createdb --owner=app_owner x610z")
    owner = site.environment(folder, primary.url("app_owner"), redis)
    site.run(["manage.py", "migrate", "--noinput", "--verbosity", "0"], owner)
    site.run(["manage.py", "database_rights", "app_web"], owner)
    return site.state_of(["build", "16"], site.environment(folder, primary.url("app_web"), redis))


def drill(stack: ExitStack) -> dict[str, str]:
    """The whole drill; its figures."""
    made = stack.enter_context(machines("one", "two"))
    folder = stack.enter_context(site.folder())
    one, two = made["one"], made["two"]
    redis, pieces = Redis(), Redis()
    for server in (redis, pieces):
        stack.callback(server.kill)
    hall = prepare(one, folder, redis.url)
    copy_of(one, two, synchronous=True)
    hosts = f"host=127.0.0.1,127.0.0.1&port={one.port},{two.port}"
    both = f"postgresql://app_web@/x610z?{hosts}&target_session_attrs=read-write"
    environment = site.environment(folder, both, redis.url, CACHE_URL=pieces.url)
    environments = {"": environment}
    program = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/bin")
    bouncer = Bouncer(program, one) if program else None
    if bouncer:
        stack.callback(bouncer.stop)
        address = f"postgresql://app_web@127.0.0.1:{bouncer.port}/x610z?DISABLE_SERVER_SIDE_CURSORS=True"
        environments["pages b"] = site.environment(folder, address, redis.url, CACHE_URL=pieces.url)
    everything = Site(folder, environments)
    stack.callback(everything.stop)
    for name in everything.running:
        until(lambda name=name: everything.answers(name), name)
    back: dict[str, float] = {}
    with Traffic(
        hall["slug"], hall["phones"][:-1], [everything.ports["pages a"], everything.ports["pages b"]]
    ) as traffic:
        for name in ("pages a", "live a", "relay a", "worker default", "worker replay"):
            jobs(environment, 5)
            everything.kill(name)
            back[name] = until(lambda name=name: everything.answers(name), name)
        jobs(environment, 5)
        for server in (pieces, redis):  # the one that holds pieces of pages, then the one that holds jobs
            server.kill()
            time.sleep(3)
            server.start()
        begun = time.monotonic()
        one.kill()
        promoted = promote(two)
        if bouncer:
            bouncer.turn_to(two)
        for name in ("pages a", "pages b"):
            until(lambda name=name: everything.answers(name), name)
        back["database (failover)"] = time.monotonic() - begun
        time.sleep(3)
    here = site.environment(folder, two.url("app_web"), redis.url)
    until(
        lambda: two.one("SELECT count(*) FROM ledger_outboxmessage WHERE sent_at IS NULL") == "0",
        "an empty outbox",
    )
    stored = site.state(here)
    logs = "\n".join((folder / f"{name}.log").read_text()[-3000:] for name in ("pages a", "pages b"))
    assert not traffic.failed, f"{traffic.failed[:5]}\n{logs}"
    lost = set(traffic.acknowledged) - set(stored["keys"])
    assert not lost, f"{len(lost)} acknowledged reports are not stored"
    assert stored["rows"] == len(stored["keys"]), "a report that was sent again counts twice"
    site.run(["manage.py", "verify_ledger"], site.environment(folder, two.url("app_owner"), redis.url))
    return {
        "processes": f"{len(everything.running)} of the site, 2 PostgreSQL, 2 Redis, {1 if bouncer else 0} PgBouncer",
        "requests answered, failed": f"{traffic.answered}, 0",
        "reports acknowledged, lost": f"{len(traffic.acknowledged)}, 0",
        "taken by another node, or sent again": str(traffic.again),
        "longest wait of a request": f"{traffic.longest:.1f} s",
        **{f"back after a kill: {name}": f"{seconds:.1f} s" for name, seconds in back.items()},
        "of which the promotion": f"{promoted:.1f} s",
        "outbox at the end": "empty",
    }


def control(stack: ExitStack) -> int:
    """A failover to a copy that commits did not wait for, and that was held back: how many reports it loses."""
    made = stack.enter_context(machines("one", "two"))
    folder = stack.enter_context(site.folder())
    redis = Redis()
    stack.callback(redis.kill)
    one, two = made["one"], made["two"]
    prepare(one, folder, redis.url)
    copy_of(one, two, synchronous=False)
    two.one("SELECT pg_wal_replay_pause()", "postgres")
    sender = one.one("SELECT pid FROM pg_stat_replication", "postgres")
    one.one("ALTER SYSTEM SET max_wal_senders = 0", "postgres")
    one.one(f"SELECT pg_terminate_backend({sender})", "postgres")
    two.one("ALTER SYSTEM SET primary_conninfo = ''", "postgres")
    two.one("SELECT pg_reload_conf()", "postgres")
    environment = site.environment(folder, one.url("app_web"), redis.url)
    command = [sys.executable, "-m", "benchmarks.drills.hall", "report"]
    with subprocess.Popen(
        command, env=environment, cwd=site.ROOT, stdout=subprocess.PIPE, text=True
    ) as reporter:
        assert reporter.stdout
        acknowledged = {reporter.stdout.readline().split()[0] for _number in range(20)}
        one.kill()
        reporter.kill()
    two.one("SELECT pg_wal_replay_resume()", "postgres")
    promote(two)
    stored = site.state(site.environment(folder, two.url("app_web"), redis.url))
    return len(acknowledged - set(stored["keys"]))


def main() -> None:
    """The drill and its control."""
    with ExitStack() as stack:
        figures = drill(stack)
    with ExitStack() as stack:
        lost = control(stack)
    assert lost, "a copy that lagged behind lost nothing: this drill sees nothing"
    keep(
        "nodes",
        command="make nodes",
        goals=("R5", "R6", "R8"),
        figures=figures,
        control=f"failover to a copy that commits did not wait for: {lost} of 20 acknowledged reports missing, noticed",
    )


if __name__ == "__main__":
    main()
