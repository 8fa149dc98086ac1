"""The work of `./run`: choose database and Redis, prepare, start every process, say where the site is."""

import argparse
import contextlib
import errno
import os
import secrets
import shutil
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import FrameType
from typing import NoReturn

from x610z_site.services.environment import ROOT, SetupError, call, locked, var_dir
from x610z_site.services.servers import RedisPlan, ServerMissing, answers, plan_redis
from x610z_site.services.supervisor import Service, Supervisor

DEFAULT_PORT = 8000
READY_SECONDS = 60.0
PAGE_SERVER = (
    *(
        "--interface",
        "rsgi",
        "--workers",
        "1",
        "--backlog",
        "4096",
        "--http1-header-read-timeout",
        "10000",
        "--no-ws",
    ),
    # The head starts a dead worker again; two deaths within seconds end the head, and the supervisor starts that.
    *("--respawn-failed-workers", "--respawn-interval", "0.5"),
)
"""How the pages are served, here and in `deploy/` alike."""
PAGE_HEADS = ("pages", "pages-2")
"""Two servers of one worker each listen on one port: what ends one of them again and again leaves the other."""
LIVE_SERVER = (
    "-m",
    "uvicorn",
    "x610z_site.asgi:app",
    "--loop",
    "uvloop",
    "--http",
    "httptools",
    "--no-access-log",
)
"""How live updates are served, here and in `deploy/` alike."""
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - recognised, not bound: --host is the user's choice


def parse(arguments: list[str]) -> argparse.Namespace:
    """The options of `./run`; prints help or an error and exits when asked or wrong."""
    parser = argparse.ArgumentParser(
        prog="./run",
        description="Start X610Z Organized Play with its demo tournament. Ctrl-C stops it; data stays in var/.",
        epilog="DATABASE_URL and REDIS_URL name a PostgreSQL and a Redis elsewhere. See docs/operations.md.",
    )
    parser.add_argument(
        "--port", type=_port, default=int(os.environ.get("PORT") or DEFAULT_PORT), metavar="N"
    )
    parser.add_argument(
        "--live-port", type=_port, metavar="N", help="live updates (default: the port after --port)"
    )
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones in the same network in")
    parser.add_argument("--fresh", action="store_true", help="throw the data away and load the demo again")
    parser.add_argument("--no-redis", action="store_true", help="no Redis: jobs run in process, pages poll")
    parser.add_argument("--no-demo", action="store_true", help="start with an empty database")
    options = parser.parse_args(arguments)
    options.live_port = options.live_port or options.port + 1
    return options


def _port(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 65_534:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65534")
    return int(text)


def main(arguments: list[str] | None = None) -> int:
    """Run the site until it is told to stop; return the exit code."""
    options = parse(sys.argv[1:] if arguments is None else arguments)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    try:
        # Whatever is written from here on, by us and by what we start, its owner alone reads.
        os.umask(0o077)
        var = var_dir()
        close_to_others(var)
        busy = f"the site already runs from this folder ({_running_address(var)}); stop that one first"
        with locked(var / "run.lock", busy):
            (var / "address").write_text(f"{_reachable(options.host)}:{options.port}")
            return _run(options, var)
    except SetupError as error:
        print(f"./run: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS):
            raise
        print(f"./run: cannot write {error.filename or 'its data'}: {error.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", flush=True)
        return 130


def close_to_others(var: Path) -> None:
    """Take everybody else's rights from the data folder and what lies in it from earlier starts."""
    for path in (var, *var.glob("*"), *(var / "log").glob("*")):
        if not path.is_symlink():
            path.chmod(0o700 if path.is_dir() else 0o600)


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _running_address(var: Path) -> str:
    with contextlib.suppress(OSError):
        return (var / "address").read_text()
    return "address unknown"


def _run(options: argparse.Namespace, var: Path) -> int:
    _check_ports(options)
    if options.fresh:
        _start_over(var)
    elif (var / "demo-loading").exists() and not os.environ.get("DATABASE_URL"):
        print("The demo was cut off while it was loaded; starting over.", flush=True)
        _start_over(var)
    redis, redis_url, redis_words = _choose_redis(options)
    environment = _environment(options, var, redis_url)
    prepare = [sys.executable, "-m", "x610z_site.prepare", *(["--no-demo"] if options.no_demo else [])]
    if call(prepare, environment=environment):
        raise SetupError("the database could not be prepared; the reason stands above")
    supervisor = Supervisor(
        _services(options, redis, with_worker=bool(redis_url)),
        logs=_empty_logs(var),
        environment=environment,
        say=lambda line: print(line, flush=True),
    )
    code = supervisor.run(lambda: _welcome(options, var, redis_words, supervisor))
    print("Stopped." if code == 0 else "Stopped after a failure.", flush=True)
    return code


def _check_ports(options: argparse.Namespace) -> None:
    host = _reachable(options.host)
    if options.port == options.live_port:
        raise SetupError(
            f"--port and --live-port are both {options.port}; pages and live updates need a port each"
        )
    for port, option in ((options.port, "--port"), (options.live_port, "--live-port")):
        if answers(port, host):
            free = f"./run --port {options.port + 80}" if option == "--port" else "./run --live-port N"
            raise SetupError(f"port {port} is taken by another program; choose another: {free}")


def _start_over(var: Path) -> None:
    if os.environ.get("DATABASE_URL"):
        raise SetupError(
            "--fresh only throws away the data in var/; empty the database of DATABASE_URL yourself"
        )
    for path in var.glob("site.sqlite3*"):
        path.unlink()
    for name in ("demo-loading", "demo-logins.txt"):
        (var / name).unlink(missing_ok=True)
    shutil.rmtree(var / "media", ignore_errors=True)


def _choose_redis(options: argparse.Namespace) -> tuple[RedisPlan | None, str, str]:
    """The Redis to start (if any), its address, and what the banner says about it."""
    if options.no_redis:
        return None, "", "none (--no-redis): jobs run inside the relay and pages poll"
    if os.environ.get("REDIS_URL"):
        return None, os.environ["REDIS_URL"], "the Redis of REDIS_URL"
    try:
        plan = plan_redis()
    except ServerMissing:
        return None, "", "none found: jobs run inside the relay and pages poll; install redis-server for more"
    return plan, plan.url, f"{plan.program.name}, started here"


def _environment(options: argparse.Namespace, var: Path, redis_url: str) -> dict[str, str]:
    environment = dict(os.environ)
    defaults = {
        "DJANGO_SETTINGS_MODULE": "x610z_site.settings.local",
        "DATABASE_URL": f"sqlite:///{var / 'site.sqlite3'}",
        "DEBUG": "0",
        "ALLOWED_HOSTS": _allowed_hosts(options.host),
        "SECRET_KEY": _secret_key(var),
        "X610Z_VAR": str(var),
        "SITE_URL": f"http://localhost:{options.port}",
    }
    for name, value in defaults.items():
        if not environment.get(name):
            environment[name] = value
    environment |= {
        "LIVE_PORT": str(options.live_port),
        "REDIS_URL": redis_url,
        "X610Z_TASKS": "celery" if redis_url else "inline",
        "PYTHONUNBUFFERED": "1",
        "PYTHONPATH": str(ROOT),
    }
    return environment


def _allowed_hosts(host: str) -> str:
    if host in EVERYWHERE:
        return "*"  # phones come by whatever name or address this machine has today
    return ",".join(dict.fromkeys(["localhost", "127.0.0.1", "[::1]", host]))


def _secret_key(var: Path) -> str:
    path = var / "secret-key"
    if not path.is_file():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as handle:
            handle.write(secrets.token_urlsafe(50))
    return path.read_text().strip()


def _empty_logs(var: Path) -> Path:
    folder = var / "log"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def _services(options: argparse.Namespace, redis: RedisPlan | None, *, with_worker: bool) -> list[Service]:
    python = sys.executable
    listen = ["--host", options.host, "--port"]
    services = []
    if redis:
        without = "Without Redis pages poll and queued jobs wait."
        command = [str(redis.program), "-"]
        services.append(Service("redis", command, stdin=redis.config, without=without, last=True))
    pages = [python, "-m", "granian", *listen, str(options.port), *PAGE_SERVER]
    pages += ["--log-level", "warning", "--workers-kill-timeout", "4", "x610z_site.front_door:door"]
    services += [
        Service(name, pages, environment={"X610Z_ROLE": "web"}, essential=True) for name in PAGE_HEADS
    ]
    live = [python, *LIVE_SERVER, *listen, str(options.live_port)]
    live += ["--log-level", "warning", "--timeout-graceful-shutdown", "1"]
    services.append(
        Service(
            "live", live, environment={"X610Z_ROLE": "live"}, without="Pages poll instead of live updates."
        )
    )
    services.append(
        Service(
            "relay",
            [python, "manage.py", "relay"],
            environment={"X610Z_ROLE": "relay"},
            without="Nothing is handed on to jobs and live pages until the next start.",
        )
    )
    if with_worker:
        worker = [
            python,
            "-m",
            "celery",
            "-A",
            "x610z_site.celery",
            "worker",
            "-Q",
            "default,replay,outgoing",
        ]
        worker += ["--concurrency", "2", "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
        services.append(
            Service(
                "worker",
                worker,
                environment={"X610Z_ROLE": "worker"},
                without="Queued jobs wait until the next start.",
            )
        )
    return services


def _reachable(host: str) -> str:
    return "127.0.0.1" if host in EVERYWHERE else host


def _addresses(options: argparse.Namespace) -> list[str]:
    """The addresses of the site, this machine's names in the network included when it listens to all."""
    hosts = [_reachable(options.host)]
    if options.host in EVERYWHERE:
        with contextlib.suppress(OSError):
            found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
            hosts += sorted({str(entry[4][0]) for entry in found} - set(hosts))
    return [f"http://{f'[{host}]' if ':' in host else host}:{options.port}/" for host in hosts]


def _is_ready(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2):  # noqa: S310 - our own address
            return True
    except urllib.error.HTTPError:
        return True  # it answers; what it says is the page's business
    except OSError:
        return False


def _welcome(options: argparse.Namespace, var: Path, redis_words: str, supervisor: Supervisor) -> None:
    """Wait until pages are served, then print the banner."""
    addresses = _addresses(options)
    end = time.monotonic() + READY_SECONDS
    while not _is_ready(addresses[0] + "healthz/"):
        if supervisor.stopping():
            return
        if time.monotonic() > end:
            print(f"The pages do not answer yet; look into {var / 'log' / 'pages.log'}", flush=True)
            return
        time.sleep(0.1)
    logins = var / "demo-logins.txt"
    supervisor.has_served()
    lines = ["", "X610Z Organized Play is running.", ""]
    lines += [f"  Open    {address}" for address in addresses]
    lines += [f"  Redis   {redis_words}", f"  Data    {var}   (logs in {var / 'log'})", ""]
    if logins.is_file() and not options.no_demo:
        lines += ["  " + line for line in logins.read_text(encoding="utf-8").splitlines()] + [""]
    if options.host in EVERYWHERE:
        lines += ["  Everybody in this network can reach the site: the demo log-ins are not secret.", ""]
    print("\n".join([*lines, "Ctrl-C stops everything."]), flush=True)
    # Behind the running site: nobody waits for it, and where it cannot be had games are recorded without it.
    supervisor.add(Service("offline-engine", [sys.executable, "-m", "x610z_site.offline.fetch"], once=True))


if __name__ == "__main__":
    sys.exit(main())
