"""Fixtures for every floor. Nothing here connects to anything until a test asks for it."""

import fcntl
import gc
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import settings as hypothesis_settings

from tests import long_tests, quicker, speeds
from tests.halls import HELPER, forget, halls, together
from tests.pages import flat
from tests.patience import HANG, patient
from x610z_site.struct_types import learn_types

ROOT = Path(__file__).resolve().parent.parent
READY_SECONDS = HANG
LONGEST_ANSWER = 10
"""Seconds after which a request of a closed page is waited for no longer: one that streams has no end."""
# Playwright's own loop runs in the test's thread; Django would take that for asynchronous code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# Two cores shared by everything make single examples slow now and then; that is no failure. CI repeats itself.
hypothesis_settings.register_profile("house", deadline=None, derandomize=bool(os.environ.get("CI")))
hypothesis_settings.register_profile("night", deadline=None, max_examples=400)
hypothesis_settings.register_profile("fuzz", deadline=None, max_examples=5_000)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_configure(config: pytest.Config) -> None:
    """What is imported now stays, so nobody looks for garbage in it.

    Ten thousand tests are collected in two thirds of the time.
    """
    gc.disable()


def pytest_collection(session: pytest.Session) -> None:
    """Of several processes on a fresh clone, each compiles its share of the tests and finds the others' share done."""
    session.config.args = quicker.own_share_first(session.config.args)


@pytest.hookimpl(tryfirst=True)  # before pytest asks the marks which tests are meant
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put most of the browser to the night; of several processes, each takes the longest file that is left.

    Tests that begin with the same hall follow each other.
    """
    items.sort(key=lambda item: item.path)  # several processes collect in orders of their own
    speeds.browsers_to_the_night(items)
    long_tests.mark_long(items)
    together(items)
    if hasattr(config, "workerinput"):
        long_tests.longest_first(items)


clock = long_tests.Clock()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up what each test takes, for `make durations`."""
    clock.note(report)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep it, when that was asked for."""
    if os.environ.get("KEEP_DURATIONS") and not hasattr(session.config, "workerinput"):
        long_tests.keep(clock)


def pytest_collection_finish() -> None:
    """What is loaded stays: the collector need not look through all of it again and again (15 % of a run)."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that needs PostgreSQL fails on anything else, with a line that says how to run it."""
    if item.get_closest_marker("races") or item.get_closest_marker("postgres"):
        from django.conf import settings

        if not settings.DATABASES["default"]["ENGINE"].endswith("postgres"):
            pytest.fail(f"needs PostgreSQL; run it with: ./test {item.nodeid}", pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[Any]:
    """Nothing stays with the process for the next test, and no hall but those it asks for (tests/halls.py)."""
    forget()
    result = yield
    halls.before(nextitem)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Build halls that stay (tests/halls.py) just before the transaction of a test begins."""
    if fixturedef.argname == HELPER:
        halls.prepare(request)
    return (yield)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Give each process of the pass on SQLite a copy of the tables: they are made once, by the first of them.

    The copy stands where Django would make its own, and is taken as it is (``--reuse-db``).
    """
    from django.conf import settings

    made = os.environ.get("TEST_SQLITE_TABLES", "")
    if not (made and os.environ.get("TEST_DATABASE_FILE")):
        return
    with open(f"{made}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not Path(made).exists():
            command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
            environment = {**os.environ, "DATABASE_URL": f"sqlite:///{made}.half"}
            subprocess.run(command, cwd=ROOT, env=environment, check=True)
            Path(f"{made}.half").rename(made)
    shutil.copyfile(made, settings.DATABASES["default"]["TEST"]["NAME"])


@pytest.fixture(scope="session", autouse=True)
def tables_emptied_quickly() -> Iterator[None]:
    """After a test that commits, only tables that hold something are emptied (tests/quicker.py)."""
    with quicker.emptying():
        yield


@pytest.fixture(scope="session", autouse=True)
def pages_without_unseen_white_space() -> Iterator[None]:
    """The test client hands out pages as their readers see them (tests/pages.py); browsers get them as they are."""
    from django.test import Client

    sent = Client.request

    def request(self: Client, **asked: Any) -> Any:
        response = sent(self, **asked)
        html = response.headers.get("Content-Type", "").startswith("text/html")
        if html and not response.streaming and "Content-Encoding" not in response.headers:
            response.content = flat(response.content.decode()).encode()
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "request", request)
        yield


@pytest.fixture(scope="session", autouse=True)
def games_that_stay_replayed() -> Iterator[None]:
    """A recorded game is replayed once, as on the site, where each entry is committed; most tests commit nothing.

    What is kept when, tests/tournaments/recordings/test_replayed.py shows with commits of its own.
    """
    from django.apps import apps
    from django.db import connection, transaction

    if not apps.ready:  # pure tests alone, as the mutants run them
        yield
        return
    from tournaments.recordings import replayed

    def on_commit(keep: Callable[[], None]) -> None:
        around = connection.atomic_blocks
        if around and around[0]._from_testcase:
            keep()
        else:
            transaction.on_commit(keep)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replayed, "transaction", SimpleNamespace(on_commit=on_commit))
        yield


# --- the browser ---------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Drive the machine's own Chromium; Playwright's download is not used."""
    from playwright.sync_api import expect

    program = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    if not Path(program).exists():
        pytest.fail(f"Chromium is missing ({program}); install it or set CHROMIUM", pytrace=False)
    expect.set_options(timeout=HANG * 1000)
    learn_types()  # the live server answers on several threads, as a page process does
    return {**browser_type_launch_args, "executable_path": program, "args": CHROMIUM_FLAGS}


@pytest.fixture(autouse=True)
def nothing_is_being_answered_when_tables_are_emptied(request: pytest.FixtureRequest) -> Iterator[None]:
    """Wait after a test in a browser until the server has answered what the closed pages had still asked for.

    A page may be left with pictures on their way; the tables, emptied meanwhile, and their queries block each other.
    """
    if "live_server" not in request.fixturenames:
        yield
        return
    from django.core.signals import request_finished, request_started

    request.getfixturevalue(
        "live_server"
    )  # so that tables are emptied after this, and pages are closed before
    being_answered: list[str] = []

    def begun(**_about: Any) -> None:
        being_answered.append("")

    def done(**_about: Any) -> None:
        with suppress(IndexError):  # begun before this test
            being_answered.pop()

    request_started.connect(begun)
    request_finished.connect(done)
    yield
    quiet, last = 0, time.monotonic() + LONGEST_ANSWER
    while quiet < 2 and time.monotonic() < last:
        time.sleep(0.01)  # what was accepted is begun by then
        quiet = 0 if being_answered else quiet + 1
    request_started.disconnect(begun)
    request_finished.disconnect(done)


@pytest.fixture
def context(new_context: Any) -> Any:
    """The context behind pytest-playwright's ``page``; those that a test opens itself go through ``patient``."""
    return patient(new_context())


# --- servers and processes -----------------------------------------------------------------------------


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A real Redis: the one of `./test`, else a private one for this session."""
    if os.environ.get("REDIS_URL"):
        yield os.environ["REDIS_URL"]
        return
    from x610z_site.services.servers import private_redis

    with private_redis() as url:
        yield url


@dataclass(frozen=True)
class BackgroundProcess:
    """A process of the site that works on the test database."""

    pid: int
    log: Path
    port: int = 0

    @property
    def url(self) -> str:
        """Where it listens, if it does."""
        return f"http://127.0.0.1:{self.port}"

    def said(self) -> str:
        """Everything it printed so far."""
        return self.log.read_text(errors="replace")


def database_url() -> str:
    """The address of the database the tests really use (valid once django_db_setup has run)."""
    from urllib.parse import quote

    from django.db import connection

    config = connection.settings_dict
    if connection.vendor == "sqlite":
        if "memory" in str(config["NAME"]):
            pytest.fail("a process of its own cannot see SQLite in memory; run it with ./test", pytrace=False)
        return f"sqlite:///{config['NAME']}"
    user = quote(config["USER"]) + (f":{quote(config['PASSWORD'])}" if config["PASSWORD"] else "")
    host = f"{config['HOST']}:{config['PORT']}" if config["PORT"] else config["HOST"]
    socket = config["OPTIONS"].get("host")
    return f"postgresql://{user}@{host}/{config['NAME']}" + (f"?host={socket}" if socket else "")


@contextmanager
def background_process(
    arguments: list[str], *, role: str, redis: str, log: Path, ready: str = "", port: int = 0
) -> Iterator[BackgroundProcess]:
    """Run `python ARGUMENTS` on the test database until the block ends.

    It counts as started when it has printed `ready`, or when somebody listens on `port`.
    """
    from x610z_site.services.servers import answers

    environment = {
        **os.environ,
        "DATABASE_URL": database_url(),
        "REDIS_URL": redis,
        "X610Z_ROLE": role,
        "DJANGO_SETTINGS_MODULE": "x610z_site.settings.test",
        "PYTHONUNBUFFERED": "1",
    }
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        end = time.monotonic() + READY_SECONDS
        while not (answers(port) if port else ready in log.read_text(errors="replace")):
            if process.poll() is not None or time.monotonic() > end:
                pytest.fail(
                    f"{' '.join(arguments)} did not start:\n{log.read_text(errors='replace')}", pytrace=False
                )
            time.sleep(0.05)
        yield BackgroundProcess(process.pid, log, port)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture(scope="session")
def celery_worker_process(
    django_db_setup: None, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BackgroundProcess]:
    """A real Celery worker on both queues and the test database. Tests using it need `transaction=True`."""
    log = tmp_path_factory.mktemp("worker") / "worker.log"
    arguments = [
        "-m",
        "celery",
        "-A",
        "x610z_site.celery",
        "worker",
        "-Q",
        "default,replay,outgoing",
        "--concurrency",
        "2",
    ]
    arguments += ["--loglevel", "INFO", "--without-gossip", "--without-mingle"]
    with background_process(arguments, role="worker", redis=redis_url, log=log, ready=" ready.") as process:
        yield process


@pytest.fixture
def relay_process(
    transactional_db: None, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BackgroundProcess]:
    """A real outbox relay on the test database, for one test."""
    log = tmp_path_factory.mktemp("relay") / "relay.log"
    with background_process(["manage.py", "relay"], role="relay", redis=redis_url, log=log) as process:
        yield process


@pytest.fixture(scope="session")
def live_process(
    django_db_setup: None, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BackgroundProcess]:
    """The live-update server (uvicorn) on the test database; pages find it with `settings.LIVE_URL = process.url`."""
    from x610z_site.services.servers import free_port
    from x610z_site.services.start import LIVE_SERVER

    port = free_port()
    log = tmp_path_factory.mktemp("live") / "live.log"
    arguments = [*LIVE_SERVER, "--port", str(port), "--log-level", "warning"]
    with background_process(arguments, role="live", redis=redis_url, log=log, port=port) as process:
        yield process
