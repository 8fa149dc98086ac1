"""A Redis that is full: pages stay, jobs wait and are not lost. On a real one of its own, started as `./run` does."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import redis
from celery import current_app
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from ledger.models import OutboxMessage
from ledger.relay import relay_once
from tests.tournaments.hall import publish, running_tournament
from x610z_site.services.servers import private_redis

pytestmark = [pytest.mark.redis, pytest.mark.django_db]
SMALL = 3_000_000


@pytest.fixture
def full(settings: Any) -> Iterator[redis.Redis]:
    """A Redis of three megabytes that broker and cache share; pages and relay of this test use it."""
    usual = settings.CELERY_BROKER_URL
    with private_redis() as url, jobs_at(url, usual):
        settings.REDIS_URL = settings.CELERY_BROKER_URL = url
        settings.CACHES = {
            **settings.CACHES,
            "default": {
                "BACKEND": "x610z_site.caching.ForgivingRedisCache",
                "LOCATION": url,
                "OPTIONS": {"socket_timeout": 60},
            },
        }
        client = redis.Redis.from_url(url)
        client.config_set("maxmemory", SMALL)
        yield client


@contextmanager
def jobs_at(url: str, usual: str) -> Iterator[None]:
    """Let Celery send here: it reads the settings once in a process, and whatever it read then would stay with it."""
    try:
        current_app.conf.broker_url = url
        current_app._after_fork()  # the connections it keeps
        yield
    finally:
        current_app.conf.broker_url = usual
        current_app._after_fork()


def fill(client: redis.Redis) -> None:
    """Fill it with what may not be forgotten, and more than it may hold: it takes nothing at all."""
    client.rpush("jobs of somebody else", *([b"x" * 50_000] * 10))
    client.config_set("maxmemory", 1_000_000)
    with pytest.raises(redis.exceptions.OutOfMemoryError):
        client.set("a page", b"x")


def test_a_full_redis_breaks_no_public_page(full: redis.Redis) -> None:
    tournament = running_tournament(8)
    publish(tournament)
    fill(full)
    refused = full.info("errorstats")["errorstat_OOM"]["count"]
    for path in ("/", *(f"/t/{tournament.slug}/{page}" for page in ("", "tables/", "standings/"))):
        answer = Client().get(path)
        assert answer.status_code == 200, path
    assert full.info("errorstats")["errorstat_OOM"]["count"] > refused  # the pages did try


def test_pages_are_forgotten_for_newer_pages_and_jobs_are_not(full: redis.Redis) -> None:
    full.rpush("replay", *(b"job %d" % number for number in range(500)))
    cache = caches["default"]
    for number in range(200):
        cache.set(f"page-{number}", "x" * 100_000, 3600)
    assert full.llen("replay") == 500
    assert cache.get("page-199") is not None
    assert cache.get("page-0") is None
    assert full.info("stats")["evicted_keys"] > 0


def test_a_job_that_finds_no_room_waits_in_the_outbox(full: redis.Redis) -> None:
    tournament = running_tournament(4)
    OutboxMessage.objects.all().update(sent_at=None)
    publish(tournament)
    waiting = OutboxMessage.objects.filter(sent_at=None).count()
    assert waiting
    fill(full)
    relay_once()
    held_back = OutboxMessage.objects.filter(sent_at=None).exclude(last_error="")
    assert held_back.exists()
    assert "OutOfMemory" in held_back[0].last_error
    full.config_set("maxmemory", SMALL)
    OutboxMessage.objects.filter(sent_at=None).update(due_at=timezone.now())
    while relay_once():
        pass
    assert not OutboxMessage.objects.filter(sent_at=None).exists()


def test_pages_that_do_not_forgive_redis_break_when_it_is_full(full: redis.Redis, settings: Any) -> None:
    """The control: the same pages upon Django's own cache."""
    settings.CACHES = {
        **settings.CACHES,
        "default": {
            **settings.CACHES["default"],
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
        },
    }
    with pytest.raises(redis.exceptions.OutOfMemoryError):
        test_a_full_redis_breaks_no_public_page(full)
