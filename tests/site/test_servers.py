"""The launcher of private servers, with Debian's programs and with the wheels."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest
import redis

from tests.patience import HANG, wait_until
from tests.site.processes import alive, processes_of
from x610z_site.services import servers
from x610z_site.services.environment import ROOT


@pytest.fixture(params=["installed", "wheels"])
def choice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "wheels":
        monkeypatch.setenv("X610Z_WHEELS", "1")
    else:
        monkeypatch.delenv("X610Z_WHEELS", raising=False)
    return str(request.param)


def test_a_private_postgres_answers_and_leaves_nothing_behind(choice: str) -> None:
    with servers.private_postgres() as url:
        folder = Path(url.partition("host=")[2])
        with psycopg.connect(url) as connection:
            row = connection.execute("SELECT current_user, current_setting('listen_addresses')").fetchone()
        process = int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        assert row == ("x610z", "")
    assert not folder.exists()
    assert not alive(process)


def test_a_private_redis_wants_its_password_and_stops(choice: str) -> None:
    with servers.private_redis() as url:
        assert redis.Redis.from_url(url).ping()
        port = int(url.rpartition(":")[2].partition("/")[0])
        with socket.create_connection(("127.0.0.1", port), timeout=HANG) as stranger:
            stranger.sendall(b"PING\r\n")
            assert stranger.recv(100).startswith(b"-NOAUTH")
    assert not servers.answers(port)


def test_a_missing_server_is_said_in_a_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "find_redis", lambda: None)
    monkeypatch.setattr(servers, "find_postgres", lambda: None)
    with pytest.raises(servers.ServerMissing, match="install redis-server"), servers.private_redis():
        pass
    with pytest.raises(servers.ServerMissing, match="install postgresql"), servers.private_postgres():
        pass


def test_a_program_that_cannot_run_here_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "redis-server"
    broken.write_text("#!/nowhere/at/all\n")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    found = servers.find_redis()
    assert found is not None
    assert found != broken


@pytest.mark.parametrize("missing", ["chromium", "redis"])
def test_the_test_command_fails_with_a_clear_line_when_a_service_is_missing(
    missing: str, tmp_path: Path
) -> None:
    """Run as somebody who may not install anything: the message, code 1, and not one test run or skipped."""
    script = (
        "import sys; from x610z_site.services import verify\n"
        "verify.install_programs = lambda: None\n"
        f"if {missing!r} == 'redis': from x610z_site.services import servers; servers.find_redis = lambda: None\n"
        "sys.exit(verify.main(['tests/site/test_requirements.py']))\n"
    )
    environment = {
        key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}
    }
    environment["CHROMIUM"] = "no-such-browser" if missing == "chromium" else sys.executable
    result = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=HANG,
    )
    assert result.returncode == 1
    assert f"{missing} is missing" in result.stderr.lower()
    assert "passed" not in result.stdout
    assert "skipped" not in result.stdout


@pytest.mark.timeout(3600)
def test_an_interrupted_test_run_leaves_no_process_and_no_folder(tmp_path: Path) -> None:
    """With private servers up and a test in the middle, whose own child even has a session of its own."""
    (tmp_path / "test_long.py").write_text(
        "import pathlib, subprocess, sys, time\n"
        "def test_long():\n"
        "    subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)\n"
        f"    pathlib.Path({str(tmp_path)!r}, 'up').touch()\n"
        "    time.sleep(600)\n"
    )
    folder = Path(tempfile.mkdtemp(prefix="x610z-i-"))
    folder.chmod(0o711)
    environment = {
        key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "x610z_site.services.verify", str(tmp_path / "test_long.py"), "-q"],
        cwd=ROOT,
        env={**environment, "X610Z_VAR": str(tmp_path), "TMPDIR": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert wait_until((tmp_path / "up").exists)
        assert len(processes_of(tmp_path)) >= 3  # verify, pytest and its child; Redis hides its environment
        assert any(folder.glob("x610z-pg-*"))
        process.terminate()
        assert process.wait(HANG) == 130
        assert processes_of(tmp_path) == []
        assert not any(folder.glob("x610z-pg-*"))
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)
