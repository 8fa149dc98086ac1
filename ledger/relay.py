"""The outbox relay: tells Celery and the live pages what was committed, and tries again until they have it.

At least once: a message may go out twice when the relay dies between sending and noting it; every receiver
is harmless to repeat.
"""

import json
import logging
from collections.abc import Callable, Collection, Iterable
from datetime import timedelta
from functools import lru_cache

import redis
from celery import current_app
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from .models import IdempotencyKey, OutboxMessage
from .shapes import Json

log = logging.getLogger("x610z.relay")
BATCH = 100
CHANNEL = "x610z:live"
KEPT = timedelta(days=7)
RETRY_AFTER = (1, 2, 5, 10, 30)  # seconds
LONGEST = timedelta(minutes=30)
GIVE_UP = 3  # failures after which a batch ends: each may cost seconds, and its rows stay locked meanwhile

# Two relays, or a message sent again, may bring an older version late: it must not replace a newer one.
_RAISE = """
local known = tonumber(redis.call('GET', KEYS[1]) or '-1')
if tonumber(ARGV[1]) < known then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1
"""


def _redis() -> redis.Redis:
    return _client(settings.REDIS_URL)


@lru_cache(maxsize=1)
def _client(url: str) -> redis.Redis:
    """One for all messages: it opens a connection that was cut off again, and to open one costs more than to send."""
    return redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1)


def send_live(payload: Json) -> None:
    """Publish a new public version; without Redis the live process reads the database itself."""
    if not settings.REDIS_URL:
        return
    client = _redis()
    key, version = f"x610z:version:{payload['tournament']}", int(payload["version"])
    if client.eval(_RAISE, 1, key, str(version), str(7 * 24 * 3600)):
        client.publish(CHANNEL, json.dumps(payload))


def send_task(payload: Json) -> None:
    """Hand a task to Celery by name; run it here when there is no broker."""
    if settings.TASKS_INLINE:
        current_app.tasks[payload["task"]].apply(args=payload["args"], throw=True)
    else:
        current_app.send_task(payload["task"], args=payload["args"], queue=payload["queue"])


SENDERS: dict[str, Callable[[Json], None]] = {"live": send_live, "task": send_task}
"""Who passes on a message, by its topic."""


def register(topic: str, sender: Callable[[Json], None]) -> None:
    """Let a room pass on the messages of a topic; a topic that comes again replaces the former sender."""
    SENDERS[topic] = sender


def relay_once() -> int:
    """Send what is due, one batch; returns how many were sent. Several relays may run side by side.

    Where tasks run in this process they write by commands of their own, so they run outside the transaction
    that holds the batch; then there is only this one relay.
    """
    if settings.TASKS_INLINE or not connection.features.has_select_for_update_skip_locked:
        return _deliver_all(_due()[:BATCH])
    with transaction.atomic():
        return _deliver_all(_due().select_for_update(skip_locked=True)[:BATCH], together=True)


def _deliver_all(messages: Iterable[OutboxMessage], *, together: bool = False) -> int:
    """Send one after the other until done or until it is plain that nobody answers; how many were sent.

    ``together``: they are noted as sent by one statement, at the end of the transaction that they share anyway.
    """
    sent: list[int] = []
    failed = 0
    for message in messages:
        if not _deliver(message):
            failed += 1
        else:
            sent.append(message.pk)
            if not together:
                _sent([message.pk])
        if failed == GIVE_UP:
            break
    if together and sent:
        _sent(sent)
    return len(sent)


def _sent(messages: Collection[int]) -> None:
    OutboxMessage.objects.filter(pk__in=messages).update(attempts=F("attempts") + 1, sent_at=timezone.now())


def _due() -> QuerySet[OutboxMessage]:
    """What is to be sent now. Further off than any message is ever put off means that the clock was set back since."""
    now = timezone.now()
    due = Q(due_at__lte=now) | Q(due_at__gt=now + LONGEST)
    return OutboxMessage.objects.filter(due, sent_at=None).order_by("pk")


def _deliver(message: OutboxMessage) -> bool:
    try:
        SENDERS[message.topic](message.payload)
    except Exception as error:  # noqa: BLE001  # whatever the broker says, the message stays and is tried again
        message.attempts += 1
        wait = RETRY_AFTER[min(message.attempts, len(RETRY_AFTER)) - 1]
        message.due_at = timezone.now() + timedelta(seconds=wait)
        message.last_error = f"{type(error).__name__}: {error}"[:500]
        message.save(update_fields=["attempts", "due_at", "last_error"])
        log.warning("outbox message %s waits: %s", message.pk, message.last_error)
        return False
    return True


def prune() -> None:
    """Forget sent messages and idempotency keys older than an event weekend."""
    old = timezone.now() - KEPT
    OutboxMessage.objects.filter(sent_at__lt=old).delete()
    IdempotencyKey.objects.filter(created_at__lt=old).delete()
