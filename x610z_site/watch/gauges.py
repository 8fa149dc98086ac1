"""What the site measures of itself when it is asked; each on its own, so that one that fails hides no other."""

import json
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import redis
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ledger.models import OutboxMessage
from ledger.pulse import beat, seconds_since
from tournaments.gamelogs.models import GameLog
from x610z_site.trouble import trouble_of


@dataclass(frozen=True)
class Gauge:
    """One number: its name in the metrics, what it means for people, and from where on it is bad (0: never)."""

    name: str
    help: str
    words: Any
    unit: Any
    bad: float
    read: Callable[[], float]


def writes() -> str:
    """Whether a row can be written and committed just now: empty, or what kind of trouble there is."""
    try:
        beat("web")
    except Exception as error:
        if kind := trouble_of(error):
            return kind
        raise
    return ""


def _writable() -> float:
    return float(not writes())


def _relay_seconds() -> float:
    since = seconds_since("relay")
    return float("inf") if since is None else since


def _outbox() -> float:
    return float(OutboxMessage.objects.filter(sent_at=None).count())


def _outbox_age() -> float:
    waiting = OutboxMessage.objects.filter(sent_at=None).order_by("created_at")
    oldest = waiting.values_list("created_at", flat=True).first()
    return 0.0 if oldest is None else max(0.0, (timezone.now() - oldest).total_seconds())


def _replays() -> float:
    return float(GameLog.objects.filter(state__in=(GameLog.State.QUEUED, GameLog.State.RUNNING)).count())


def _connections() -> float:
    if connection.vendor != "postgresql":
        return 1.0
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return float(cursor.fetchone()[0])


def _redis_info() -> dict[str, Any]:
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)
    try:
        return dict(client.info("memory"))
    finally:
        client.close()


def _redis_used() -> float:
    return float(_redis_info()["used_memory"])


def _redis_share() -> float:
    info = _redis_info()
    return float(info["used_memory"]) / info["maxmemory"] if info.get("maxmemory") else 0.0


def _live() -> float:
    with urllib.request.urlopen(settings.LIVE_HEALTH_URL, timeout=1) as answer:  # noqa: S310 - our own process
        return float(json.loads(answer.read(10_000))["clients"])


GAUGES = (
    Gauge("x610z_writable", "1 when a row can be written", _("Results can be stored"), _("yes or no"), 0, _writable),
    Gauge(
        "x610z_relay_seconds", "seconds since the relay last wrote its pulse",
        _("Since the relay was last heard of"), _("seconds"), 60, _relay_seconds,
    ),
    Gauge("x610z_outbox_messages", "messages not sent yet", _("Messages waiting"), "", 500, _outbox),
    Gauge(
        "x610z_outbox_seconds", "age of the oldest message not sent",
        _("The oldest waits"), _("seconds"), 60, _outbox_age,
    ),
    Gauge(
        "x610z_replays_waiting", "game logs waiting for their check",
        _("Logs waiting for the check"), "", 200, _replays,
    ),
    Gauge(
        "x610z_database_connections", "connections of the database",
        _("Connections of the database"), "", 0, _connections,
    ),
    Gauge("x610z_redis_bytes", "memory Redis uses", _("Memory of Redis"), _("bytes"), 0, _redis_used),
    Gauge(
        "x610z_redis_share", "used memory of Redis over what it may use",
        _("Share of its memory that Redis uses"), "", 0.9, _redis_share,
    ),
    Gauge("x610z_live_connections", "open live streams", _("Pages that are told at once"), "", 9_000, _live),
)  # fmt: skip


def read_all() -> dict[str, float]:
    """Every gauge that could be read; one whose part of the site is away, or not set up, is left out."""
    found = {}
    for gauge in GAUGES:
        if gauge.name.startswith("x610z_redis") and not settings.REDIS_URL:
            continue
        if gauge.name == "x610z_live_connections" and not settings.LIVE_HEALTH_URL:
            continue
        try:
            found[gauge.name] = gauge.read()
        except (redis.RedisError, OSError, KeyError, ValueError):
            continue
        except Exception as error:  # what storage says of itself is told by x610z_writable
            if not trouble_of(error):
                raise
    return found


def is_bad(gauge: Gauge, value: float | None) -> bool:
    """Whether somebody should look: over its limit, not to be read, or nothing can be written."""
    if value is None:
        return gauge.name in ("x610z_writable", "x610z_relay_seconds")
    return value < 1 if gauge.name == "x610z_writable" else 0 < gauge.bad <= value
