"""`./run` as a person uses it: start, look, stop; nothing may be left."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile

import pytest

from tests.patience import HANG, wait_until
from tests.site.processes import processes_of
from tests.speeds import at_night, few_by_day
from x610z_site.services.environment import ROOT
from x610z_site.services.servers import answers, free_port
from x610z_site.services.start import parse


def free_pair() -> int:
    """A port that is free together with its follower."""
    while True:
        port = free_port()
        if port < 65_000 and not answers(port + 1):
            return port


@contextmanager
def running(
    var: Path, *options: str, until: str = "Ctrl-C stops"
) -> Iterator[tuple[subprocess.Popen[str], str, int]]:
    """The site, up to the end of its banner (or another line): the process, what it said, its port."""
    port = free_pair()
    clean = {
        key: value
        for key, value in os.environ.items()
        if key
        not in {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "X610Z_ROLE", "TEST_DATABASE_FILE"}
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "x610z_site.services.start", "--port", str(port), *options],
        cwd=ROOT,
        env={**clean, "X610Z_VAR": str(var)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout
    said = ""
    try:
        for line in process.stdout:
            said += line
            if line.startswith(until):
                break
        yield process, said, port
    finally:
        process.terminate()
        process.stdout.read()
        process.wait(HANG)


def status(url: str) -> int:
    with urllib.request.urlopen(url, timeout=HANG) as answer:  # noqa: S310 - our own address
        return int(answer.status)


@pytest.mark.day("the first command that anybody gives")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("number", few_by_day([signal.SIGTERM, signal.SIGINT], 1, "starts every process"))
def test_the_site_starts_serves_and_stops_leaving_nothing(tmp_path: Path, number: int) -> None:
    tables = os.environ.get("TEST_SQLITE_TABLES", "")
    if Path(tables).is_file() and not at_night("the site makes the tables of an empty database itself"):
        copyfile(tables, tmp_path / "site.sqlite3")  # made by the same migrations, for the pass on SQLite
    with running(tmp_path, "--no-demo") as (process, said, port):
        assert f"http://127.0.0.1:{port}/" in said
        assert status(f"http://127.0.0.1:{port}/healthz/") == 200
        assert status(f"http://127.0.0.1:{port + 1}/live/health") == 200
        started = processes_of(tmp_path)
        assert len(started) >= 6  # supervisor, redis, pages, live, relay, worker
        assert wait_until(lambda: "ready." in (tmp_path / "log" / "worker.log").read_text())
        process.send_signal(number)
        assert process.wait(HANG) == 0
        assert processes_of(tmp_path) == []
        assert not answers(port)
        assert not answers(port + 1)
    assert (tmp_path / "site.sqlite3").exists()


@pytest.mark.night(
    "starts every process",
    short="tests/site/test_run.py::test_the_site_starts_serves_and_stops_leaving_nothing",
)
@pytest.mark.timeout(3600)
def test_without_redis_it_says_so_and_serves_all_the_same(tmp_path: Path) -> None:
    with running(tmp_path, "--no-redis", "--no-demo") as (_process, said, port):
        assert "jobs run inside the relay and pages poll" in said
        assert status(f"http://127.0.0.1:{port}/healthz/") == 200
        assert not (tmp_path / "log" / "worker.log").exists()
    assert processes_of(tmp_path) == []


def test_a_taken_port_is_said_before_anything_starts(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = subprocess.run(
            [sys.executable, "-m", "x610z_site.services.start", "--port", str(port)],
            cwd=ROOT,
            env={**os.environ, "X610Z_VAR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=HANG,
        )
    assert result.returncode == 1
    assert f"port {port} is taken by another program" in result.stderr
    assert not (tmp_path / "site.sqlite3").exists()


def test_fresh_does_not_empty_a_database_elsewhere(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "x610z_site.services.start", "--fresh", "--port", str(free_pair())],
        cwd=ROOT,
        env={**os.environ, "X610Z_VAR": str(tmp_path), "DATABASE_URL": "postgresql://somewhere/else"},
        capture_output=True,
        text=True,
        timeout=HANG,
    )
    assert result.returncode == 1
    assert "empty the database of DATABASE_URL yourself" in result.stderr


@pytest.mark.parametrize("wrong", [["--port", "0"], ["--port", "x"], ["--port", "70000"], ["--unknown"]])
def test_a_wrong_option_is_refused_with_the_usage(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(wrong)
    assert ended.value.code == 2
    assert "usage: ./run" in capsys.readouterr().err


def test_the_live_port_follows_the_port_unless_it_is_named() -> None:
    assert parse(["--port", "9000"]).live_port == 9001
    assert parse(["--port", "9000", "--live-port", "9500"]).live_port == 9500
