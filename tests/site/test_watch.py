"""Health is red when nothing can be written and answers by address; metrics hold numbers and no person."""

import json
import logging
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models import OutboxMessage, Pulse
from tests.site.test_trouble import full_disk, read_only
from tests.tournaments.hall import make_user, publish, running_tournament
from x610z_site.redacting import JsonFormatter
from x610z_site.services.environment import ROOT
from x610z_site.watch import counters, gauges, openmetrics, views
from x610z_site.watch.middleware import PATHS

pytestmark = [pytest.mark.django_db]
TOKEN = "a token of this test"
GAUGES = {
    "writable",
    "relay_seconds",
    "outbox_messages",
    "outbox_seconds",
    "replays_waiting",
    "database_connections",
    "redis_bytes",
    "redis_share",
    "live_connections",
}


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Iterator[None]:
    """Counts that begin here, in a folder of their own; health that looks each time."""
    settings.VAR_DIR, settings.METRICS_TOKEN = tmp_path, TOKEN
    monkeypatch.setattr(counters, "keeper", counters.Keeper())
    monkeypatch.setattr("x610z_site.watch.middleware.keeper", counters.keeper)
    monkeypatch.setattr(views, "FRESH", 0.0)
    yield


def metrics() -> str:
    answer = Client().get("/metrics/", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200 and answer["Content-Type"] == openmetrics.TYPE
    return str(answer.content.decode())


def value(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found, name
    return float(found[1])


# --- health -----------------------------------------------------------------------------------------------


@pytest.mark.sqlite
def test_health_answers_by_address_and_without_a_host_that_is_ours(client: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["hall.example"]
    for host in ("10.1.2.3", "10.1.2.3:8000", "evil.example", "[::1]"):
        answer = client.get("/healthz/", headers={"host": host})
        assert (answer.status_code, answer.json()) == (200, {"database": "ok", "writes": True})
        assert client.get("/", headers={"host": "evil.example"}).status_code == 400, (
            "the control: others do not"
        )
    assert client.post("/healthz/").status_code == 405
    assert Pulse.objects.filter(name="web").exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("trouble", "kind"), [(read_only, "read only")])
def test_health_is_red_when_nothing_can_be_written_though_everything_can_be_read(
    trouble: Any, kind: str
) -> None:
    client = Client()
    assert client.get("/healthz/").status_code == 200
    with trouble():
        answer = client.get("/healthz/")
        assert (answer.status_code, answer.json()) == (503, {"database": kind, "writes": False})
        assert client.get("/clans/").status_code == 200
        assert value(metrics(), "x610z_writable") == 0
    assert client.get("/healthz/").status_code == 200


def test_a_full_disk_of_other_tables_is_not_taken_for_health(client: Client) -> None:
    """What health says is what it tried: a row of its own."""
    with full_disk():
        assert client.get("/healthz/").status_code == 200


def test_health_asks_the_database_once_in_a_while_and_not_for_each_question(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(views, "FRESH", 3600.0)
    monkeypatch.setattr(views, "_found", (-1e9, ""))
    monkeypatch.setattr(gauges, "writes", lambda: asked.append(1) or "")
    assert [client.get("/healthz/").status_code for _time in range(5)] == [200] * 5
    assert len(asked) == 1


# --- metrics ----------------------------------------------------------------------------------------------


def test_metrics_are_there_for_the_token_alone(client: Client, settings: Any) -> None:
    for said in ("", "Bearer ", "Bearer wrong", TOKEN):
        assert client.get("/metrics/", headers={"authorization": said}).status_code == 404
    assert "x610z_writable 1" in metrics()
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics/", headers={"authorization": "Bearer "}).status_code == 404


def test_requests_are_counted_by_route_and_kind_of_answer_and_no_address_is_told() -> None:
    tournament = running_tournament(4, name="Canary Cup")
    publish(tournament)
    client = Client(raise_request_exception=False)
    for _time in range(3):
        client.get(f"/t/{tournament.slug}/tables/")
    client.get("/t/no-such-cup/tables/")
    client.get("/nowhere/secret-of-somebody/")
    client.post("/link/", {"code": "s3cret-token"})
    text = metrics()
    labels = '{route="tournaments:pairings",method="GET",status="%s"}'
    assert value(text, "x610z_requests_total" + labels % "2xx") == 3
    assert value(text, "x610z_requests_total" + labels % "4xx") == 1
    assert value(text, 'x610z_requests_total{route="none",method="GET",status="4xx"}') == 1
    assert "canary" not in text and "secret-of" not in text and "s3cret" not in text


def test_the_document_is_what_openmetrics_says() -> None:
    """Each family once, its type first; buckets that only grow and end in the count; one end."""
    client = Client()
    for _time in range(4):
        client.get("/clans/")
    text = metrics()
    lines = text.splitlines()
    assert lines[-1] == "# EOF" and text.count("# EOF") == 1 and text.endswith("\n")
    families = re.findall(r"^# TYPE (\S+) (counter|histogram|gauge)$", text, re.MULTILINE)
    assert len(families) == len(dict(families)) >= 6
    for line in lines[:-1]:
        assert re.fullmatch(
            r'# (TYPE|HELP) \S+ .+|[a-z0-9_]+(\{([a-z]+="[^"\\]*",?)+\})? (\+Inf|[0-9.e+-]+)', line
        ), line
    mine = (
        'route="clans",method="GET"' if 'route="clans"' in text else 'route="tournaments:clans",method="GET"'
    )
    buckets = [float(n) for n in re.findall(rf"bucket\{{{mine}[^}}]*\}} (\d+)", text)]
    assert len(buckets) == len(counters.BUCKETS) + 1 and buckets == sorted(buckets) and buckets[-1] == 4


def test_counts_of_processes_are_added_and_those_that_ended_are_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = ("front", "GET", "2xx")
    folder = counters.folder()
    for pid in range(10**8, 10**8 + 70):  # of no process that lives
        other = counters.Counts()
        other.add(key, 0.02)
        (folder / f"{pid}.json").write_text(other.to_json())
    (folder / "half.json").write_text('{"x')
    counters.keeper.note(*key[:2], 200, 0.7)
    for _time in range(2):
        total = counters.everybody()
        assert total.number[key] == 71 and abs(total.seconds[key] - (70 * 0.02 + 0.7)) < 1e-6
        assert total.within[key, counters.BUCKETS.index(0.025)] == 70
    assert len(list(folder.glob("*.json"))) <= 3 and (folder / f"{os.getpid()}.json").exists()


def test_a_disk_that_takes_no_counts_costs_no_request(client: Client, settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path / "file"
    (tmp_path / "file").write_text("no folder")
    assert client.get("/clans/").status_code == 200
    assert "# EOF" in metrics()


def test_what_waits_and_who_is_silent_is_measured() -> None:
    text = metrics()
    assert value(text, "x610z_relay_seconds") == float("inf") and value(text, "x610z_outbox_messages") == 0
    running_tournament(4)
    Pulse.objects.create(name="relay", at="2026-01-01T00:00:00Z")
    OutboxMessage.objects.update(created_at="2026-01-01T00:00:00Z")
    text = metrics()
    assert value(text, "x610z_outbox_messages") == OutboxMessage.objects.filter(sent_at=None).count() > 0
    assert value(text, "x610z_outbox_seconds") > 3600 and value(text, "x610z_relay_seconds") > 3600


def test_no_number_of_it_is_made_of_what_somebody_wrote() -> None:
    """Why the comparison of two worlds may leave the page out: it reads these columns, and none holds a secret."""
    with CaptureQueriesContext(connection) as asked:
        gauges.read_all()
    texts = [one["sql"] for one in asked if "FROM" in one["sql"] or "UPDATE" in one["sql"]]
    read = {name for text in texts for name in re.findall(r'"(\w+)"', text)}
    pulse = {"ledger_pulse", "name", "at"}
    outbox = {"ledger_outboxmessage", "sent_at", "created_at"}
    replays = {"tournaments_gamelog", "state"}
    assert read - {"__count"} == pulse | outbox | replays
    assert {gauge.name for gauge in gauges.GAUGES} == {f"x610z_{name}" for name in GAUGES}


@pytest.mark.redis
def test_the_memory_of_redis_is_measured_and_a_redis_that_is_away_hides_nothing_else(
    settings: Any, redis_url: str
) -> None:
    settings.REDIS_URL = redis_url
    assert value(metrics(), "x610z_redis_bytes") > 100_000
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    text = metrics()
    assert "x610z_redis" not in text and value(text, "x610z_writable") == 1


def test_every_alert_speaks_of_metrics_that_exist() -> None:
    known = {gauge.name for gauge in gauges.GAUGES} | {"x610z_requests_total", "x610z_request_seconds_bucket"}
    rules = yaml.safe_load((ROOT / "deploy" / "alerts.yaml").read_text(encoding="utf-8"))
    asked = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    assert len(exported(asked)) >= 8 and exported(asked) <= known
    board = json.loads((ROOT / "deploy" / "dashboard.json").read_text(encoding="utf-8"))
    shown = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    assert exported(shown) == known, "every metric stands on the dashboard"
    places = [tuple(panel["gridPos"][side] for side in "xy") for panel in board["panels"]]
    assert len(set(places)) == len(places)
    example = yaml.safe_load((ROOT / "deploy" / "prometheus.yaml").read_text(encoding="utf-8"))
    assert example["rule_files"] == ["alerts.yaml"]
    assert example["scrape_configs"][0]["metrics_path"] in PATHS
    assert exported(["x610z_planted > 1"]) - known, "the control"


def exported(expressions: Iterable[str]) -> set[str]:
    """The metrics of ours that expressions name."""
    return {name for one in expressions for name in re.findall(r"\bx610z_[a-z_]+", one)}


# --- the operator's page ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words"), [("en", "How the site is"), ("nl", "Hoe het met de site gaat")]
)
def test_the_office_sees_it_in_pictures_and_nobody_else(language: str, words: str) -> None:
    office, other = Client(), Client()
    office.force_login(make_user(is_office=True))
    other.force_login(make_user())
    office.cookies["django_language"] = language
    office.get("/clans/")
    page = office.get("/office/site/").content.decode()
    assert words in page and "<progress" in page and "clans" in page
    assert other.get("/office/site/").status_code == 403
    assert Client().get("/office/site/").status_code == 302


def test_a_relay_that_is_silent_is_marked() -> None:
    office = Client()
    office.force_login(make_user(is_office=True))
    silent = office.get("/office/site/").content.decode()
    assert "Look at this" in silent and "Not yet" in silent
    assert not re.search(r"\binf\b", silent)
    from ledger.pulse import beat

    beat("relay")
    assert "Look at this" not in office.get("/office/site/").content.decode()


# --- logs -------------------------------------------------------------------------------------------------


def test_a_line_of_the_log_is_one_json_object_without_what_nobody_may_find() -> None:
    try:
        raise ValueError("for ann@example.org\n{forged: 1}")
    except ValueError:
        said = ("GET /link/s3cret-token/ by %s\n2026 forged", ("ann@example.org",), sys.exc_info())
        record = logging.LogRecord("x610z", logging.ERROR, "", 0, *said)
    line = JsonFormatter().format(record)
    assert "\n" not in line and "s3cret" not in line and "ann@" not in line
    row = json.loads(line)
    assert row["level"] == "ERROR" and row["logger"] == "x610z" and row["error"] == "ValueError"
    assert (
        row["message"] == "GET /link/[secret]/ by [address]\n2026 forged" and "Traceback" in row["traceback"]
    )
