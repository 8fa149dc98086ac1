"""The pages as production serves them: granian, PostgreSQL with a pool, gathered static files, HTTPS by a proxy."""

import http.client
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import database_url
from tests.patience import HANG, wait_until
from x610z_site.services.environment import ROOT
from x610z_site.services.servers import answers, free_port

HTTPS = {"Host": "play.example", "X-Forwarded-Proto": "https"}


@pytest.fixture
def site(transactional_db: None, tmp_path: Path, redis_url: str) -> Iterator[int]:
    """The port of a granian with production settings on the test database."""
    port = free_port()
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "x610z_site.settings.production",
        "SECRET_KEY": "production-test-" * 5,
        "DATABASE_URL": database_url(),
        "REDIS_URL": redis_url,
        "ALLOWED_HOSTS": "play.example",
        "CSRF_TRUSTED_ORIGINS": "https://play.example",
        "STATIC_ROOT": str(tmp_path / "static"),
        "X610Z_VAR": str(tmp_path),
        "X610Z_ROLE": "web",
    }
    gather = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    subprocess.run(gather, cwd=ROOT, env=environment, check=True, timeout=HANG)
    command = [
        sys.executable,
        "-m",
        "granian",
        "--interface",
        "rsgi",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    options = ["--workers", "1", "--no-ws", "--workers-kill-timeout", "3"]
    process = subprocess.Popen([*command, *options, "x610z_site.front_door:door"], cwd=ROOT, env=environment)
    try:
        assert wait_until(lambda: process.poll() is not None or answers(port))
        assert process.poll() is None
        yield port
    finally:
        process.terminate()
        process.wait(HANG)


def get(port: int, path: str, headers: dict[str, str]) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANG)
    connection.request("GET", path, headers={**headers, "Connection": "close"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


@pytest.mark.night(
    "a site as in production",
    short="tests/site/test_settings.py::test_production_settings_pass_every_deployment_check",
)
@pytest.mark.postgres
@pytest.mark.timeout(3600)
def test_production_serves_its_pages_over_https_only(site: int) -> None:
    health = get(site, "/healthz/", {"Host": "play.example"})
    assert health.status == 200  # a load balancer asks without TLS

    plain = get(site, "/", {"Host": "play.example"})
    assert (plain.status, plain.headers["Location"]) == (301, "https://play.example/")

    front = get(site, "/", HTTPS)
    assert front.status == 200
    # Other names of the domain are bound by HSTS_SUBDOMAINS alone.
    assert front.headers["Strict-Transport-Security"] == "max-age=63072000"
    assert "unsafe" not in front.headers["Content-Security-Policy"]
    for cookie in front.headers.get_all("Set-Cookie") or []:
        assert cookie.strip().startswith("__Host-")
        assert "Secure" in cookie

    assert get(site, "/", {**HTTPS, "Host": "evil.example"}).status == 400
