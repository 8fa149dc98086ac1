"""Settings: what each place and each kind of process gets from the environment."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.hashers import check_password, get_hasher, make_password
from django.core.cache import caches
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from tests.patience import HANG
from x610z_site.live_address import LiveCSPMiddleware, live_address
from x610z_site.services.environment import ROOT
from x610z_site.settings.databases import database_settings

POSTGRES = "postgresql://web:secret@db.example:5432/play?sslmode=require"
PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "x610z_site.settings.production",
    "SECRET_KEY": "k9" * 40 + "!abcdefgh",
    "DATABASE_URL": POSTGRES,
    "ALLOWED_HOSTS": "play.example",
}


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("DJANGO_", "X610Z_"))}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        timeout=HANG,
    )


# --- places --------------------------------------------------------------------------------------------


def test_production_settings_pass_every_deployment_check() -> None:
    result = manage("manage.py", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert result.returncode == 0, result.stderr
    assert "no issues" in result.stdout


@pytest.mark.parametrize("missing", ["SECRET_KEY", "DATABASE_URL"])
def test_production_does_not_start_without_its_secrets(missing: str) -> None:
    environment = {**PRODUCTION, missing: ""}
    clean = {key: value for key, value in environment.items() if key != missing}
    script = f"import os; os.environ.pop({missing!r}, None); import x610z_site.settings.production"
    result = manage("-c", script, **clean)
    assert result.returncode != 0
    assert missing in result.stderr


def test_production_cookies_travel_over_https_only() -> None:
    script = (
        "import json; from x610z_site.settings import production as p; "
        "print(json.dumps([p.SESSION_COOKIE_SECURE, p.CSRF_COOKIE_SECURE, p.SESSION_COOKIE_NAME, p.DEBUG]))"
    )
    assert json.loads(manage("-c", script, **PRODUCTION).stdout) == [True, True, "__Host-session", False]


# --- databases -----------------------------------------------------------------------------------------


def test_sqlite_writes_ahead_and_takes_its_lock_at_once() -> None:
    settings = database_settings("sqlite:////data/site.sqlite3", role="web")
    assert settings["NAME"] == "/data/site.sqlite3"
    assert settings["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert settings["OPTIONS"]["timeout"] == 20
    assert "journal_mode=WAL" in settings["OPTIONS"]["init_command"]


def test_sqlite_overwrites_what_is_deleted_however_it_was_built() -> None:
    settings = database_settings("sqlite:////data/site.sqlite3", role="command")
    assert "PRAGMA secure_delete=ON" in settings["OPTIONS"]["init_command"]


def test_a_page_on_postgresql_waits_three_seconds_for_a_lock_and_ten_for_an_answer() -> None:
    options = database_settings(POSTGRES, role="web")["OPTIONS"]
    assert options["options"] == (
        "-c jit=off -c lock_timeout=3000 -c statement_timeout=10000 -c idle_in_transaction_session_timeout=15000"
    )
    assert options["pool"]["max_size"] == 4
    assert options["sslmode"] == "require"


def test_a_command_on_postgresql_has_no_limits_and_no_pool() -> None:
    options = database_settings(POSTGRES, role="command")["OPTIONS"]
    assert options["options"] == "-c jit=off"
    assert "pool" not in options


def test_of_several_servers_the_one_that_writes_is_asked_for() -> None:
    url = "postgresql://app_web:pw@/x610z?host=one,two&port=5432,5433&target_session_attrs=read-write"
    settings = database_settings(url, role="web")
    assert (settings["HOST"], settings["PORT"], settings["NAME"]) == ("", "", "x610z")
    wanted = {"host": "one,two", "port": "5432,5433", "target_session_attrs": "read-write"}
    assert {name: settings["OPTIONS"][name] for name in wanted} == wanted


def test_behind_a_pooler_a_connection_brings_no_limits_of_its_own() -> None:
    # PgBouncer refuses a connection that does; the role has them there (docs/operations.md).
    settings = database_settings(
        "postgresql://app_web@bouncer/x610z?DISABLE_SERVER_SIDE_CURSORS=True", role="web"
    )
    assert settings["DISABLE_SERVER_SIDE_CURSORS"] is True
    assert "options" not in settings["OPTIONS"]
    assert settings["OPTIONS"]["pool"]["max_size"] == 4


def test_pictures_may_lie_in_a_storage_of_the_environment() -> None:
    chosen = {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": {"bucket_name": "x610z"}}
    script = "import json; from x610z_site.settings import production as p; print(json.dumps(p.STORAGES['default']))"
    assert json.loads(manage("-c", script, **PRODUCTION, MEDIA_STORAGE=json.dumps(chosen)).stdout) == chosen
    assert "FileSystemStorage" in manage("-c", script, **PRODUCTION).stdout


def test_pieces_of_pages_may_lie_in_a_redis_of_their_own() -> None:
    script = (
        "from x610z_site.settings import production as p; "
        "print(p.CACHES['default']['LOCATION'], p.CELERY_BROKER_URL)"
    )
    jobs, pages = "redis://jobs:6379/0", "redis://pages:6379/0"
    both = {**PRODUCTION, "REDIS_URL": jobs}
    assert manage("-c", script, **both).stdout.split() == [jobs, jobs]
    assert manage("-c", script, **both, CACHE_URL=pages).stdout.split() == [pages, jobs]


def test_another_database_or_role_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="SQLite file or a PostgreSQL"):
        database_settings("mysql://user@host/db", role="web")
    with pytest.raises(ValueError, match="X610Z_ROLE must be one of web, worker"):
        database_settings(POSTGRES, role="visitor")


@pytest.mark.postgres
@pytest.mark.parametrize(("role", "shown"), [("web", "3s"), ("worker", "10s"), ("command", "0")])
def test_the_limits_reach_postgresql_itself(role: str, shown: str) -> None:
    script = (
        "import django; django.setup(); from django.db import connection as c; k = c.cursor(); "
        "k.execute('SHOW lock_timeout'); print(k.fetchone()[0])"
    )
    result = manage("-c", script, DJANGO_SETTINGS_MODULE="x610z_site.settings.test", X610Z_ROLE=role)
    assert result.stdout.strip() == shown, result.stderr


# --- passwords -----------------------------------------------------------------------------------------


def test_passwords_are_hashed_with_argon2id_at_nineteen_mebibytes() -> None:
    with override_settings(PASSWORD_HASHERS=["x610z_site.hashing.HallArgon2PasswordHasher"]):
        encoded = make_password("correct horse")
        assert get_hasher().algorithm == "argon2"
        assert "argon2id$v=19$m=19456,t=2,p=1$" in encoded
        assert check_password("correct horse", encoded)
        assert not check_password("correct hose", encoded)


# --- the cache -----------------------------------------------------------------------------------------


def test_pages_go_on_while_the_cache_is_away() -> None:
    away = {
        "default": {
            "BACKEND": "x610z_site.caching.ForgivingRedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
        }
    }
    with override_settings(CACHES=away):
        cache = caches["default"]
        cache.set("a", 1)
        assert cache.get("a", "nothing") == "nothing"
        assert cache.add("a", 1) is False
        assert cache.get_many(["a", "b"]) == {}
        assert "a" not in cache
        assert cache.delete("a") is False
        assert cache.get_or_set("a", lambda: 5) == 5
        cache.clear()


def test_the_cache_keeps_values_while_redis_is_there(redis_url: str) -> None:
    there = {"default": {"BACKEND": "x610z_site.caching.ForgivingRedisCache", "LOCATION": redis_url}}
    with override_settings(CACHES=there):
        cache = caches["default"]
        cache.set("round", {"tables": [1, 2]}, 60)
        assert cache.get("round") == {"tables": [1, 2]}
        cache.set("count", 0)
        assert cache.incr("count") == 1
        assert cache.delete("round") is True


# --- the live address ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "url", "port", "expected"),
    [
        ("play.example", "", 0, ""),
        ("play.example", "https://live.example/", 8001, "https://live.example"),
        ("192.168.1.5:8000", "", 8001, "http://192.168.1.5:8001"),
        ("[::1]:8000", "", 8001, "http://[::1]:8001"),
    ],
)
def test_a_page_finds_the_live_process_and_its_policy_lets_it(
    host: str, url: str, port: int, expected: str
) -> None:
    request = RequestFactory().get("/", headers={"host": host})
    with override_settings(LIVE_URL=url, LIVE_PORT=port, ALLOWED_HOSTS=["*"]):
        assert live_address(request) == {"live_url": expected}
        answer = LiveCSPMiddleware(lambda _request: HttpResponse("page"))(request)
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert policy["connect-src"] == f"'self' {expected}".strip()
    assert policy["default-src"] == "'none'"
    assert "unsafe" not in answer["Content-Security-Policy"]


# --- later work ----------------------------------------------------------------------------------------


def test_a_task_goes_to_its_own_queue_and_to_no_other(redis_url: str) -> None:
    """Two queues bound by one key would both receive every message."""
    script = (
        "from x610z_site.celery import app\n"
        "app.control.purge()\n"
        "app.send_task('tournaments.gamelogs.tasks.anything')\n"
        "app.send_task('x610z.other')\n"
        "client = app.broker_connection().default_channel.client\n"
        "print(client.llen('replay'), client.llen('default'))\n"
        "app.control.purge()\n"
    )
    result = manage("-c", script, REDIS_URL=f"{redis_url.rpartition('/')[0]}/9", **PRODUCTION)
    assert result.stdout.split() == ["1", "1"], result.stderr


def test_a_task_is_never_started_twice_because_it_is_slow() -> None:
    from x610z_site.celery import app

    limit, options = app.conf.task_time_limit, app.conf.broker_transport_options
    assert limit < options["visibility_timeout"]
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.accept_content == ["json"]
    assert not app.conf.task_publish_retry


def test_every_room_with_tasks_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from x610z_site import celery

    for room in ("tournaments/gamelogs", "ledger", "decks/cards"):
        (tmp_path / room).mkdir(parents=True)
    (tmp_path / "tournaments/gamelogs/tasks.py").touch()
    (tmp_path / "decks/cards/tasks.py").touch()
    monkeypatch.setattr(celery, "__file__", str(tmp_path / "x610z_site" / "celery.py"))
    assert celery.task_rooms() == ["decks.cards", "tournaments.gamelogs"]


def test_our_celery_application_is_the_current_one_wherever_django_runs() -> None:
    from celery import current_app

    assert current_app.main == "x610z"
    assert set(current_app.amqp.queues) == {"default", "outgoing", "replay"}


def test_a_worker_opens_tasks_that_are_json_and_nothing_else() -> None:
    from kombu.exceptions import ContentDisallowed
    from kombu.serialization import dumps, loads, prepare_accept_content

    from x610z_site.celery import app

    accepted = prepare_accept_content(app.conf.accept_content)
    for serializer in (app.conf.task_serializer, app.conf.result_serializer):
        kind, encoding, body = dumps([1], serializer)
        assert kind == "application/json" and loads(body, kind, encoding, accept=accepted) == [1]
    kind, encoding, body = dumps([1], "pickle")
    with pytest.raises(ContentDisallowed):
        loads(body, kind, encoding, accept=accepted)
