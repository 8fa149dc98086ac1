"""How a notice leaves by mail or push: claimed by one worker, sent, and noted; begun again when that worker died."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from ledger.models import OutboxMessage

from .models import Sending
from .notice_services import DELIVER, OUTGOING

LEASE = timedelta(seconds=30)
"""Longer than a task may run: anyone who claimed it that long ago is dead."""
MOST_TRIES = 5
STALE = timedelta(hours=1)
"""After this long nobody needs to be told on a phone; the page has it."""


def sending_claim(number: int) -> Sending | None:
    """The sending, for this worker alone; None when another has it, or it is over."""
    with transaction.atomic():
        sending = (
            Sending.objects.select_for_update(no_key=True, of=("self",))
            .filter(pk=number, ended_at=None)
            .first()
        )
        now = timezone.now()
        if sending is None or (sending.claimed_at is not None and sending.claimed_at > now - LEASE):
            return None
        if sending.tries >= MOST_TRIES or sending.notice.at < now - STALE:
            sending_end(sending, sent=False)
            return None
        sending.claimed_at, sending.tries = now, sending.tries + 1
        sending.save(update_fields=["claimed_at", "tries"])
        return sending


def sending_end(sending: Sending, *, sent: bool) -> None:
    """It left, or it never will."""
    Sending.objects.filter(pk=sending.pk).update(ended_at=timezone.now(), sent=sent)


def sending_again(sending: Sending) -> None:
    """Nobody took it: once more in 10, 20, 40 … seconds."""
    with transaction.atomic():
        Sending.objects.filter(pk=sending.pk).update(claimed_at=None)
        _queue([sending.pk], 5 * 2**sending.tries)


def push_address_forget(sending: Sending) -> None:
    """The push service knows this browser no more."""
    if sending.push is not None:
        sending.push.delete()


def sendings_sweep() -> None:
    """Begin again what a worker claimed and never ended; the relay calls this every few seconds."""
    dead = timezone.now() - LEASE
    with transaction.atomic():
        begun = Sending.objects.filter(ended_at=None, claimed_at__lt=dead)
        found = list(
            begun.select_for_update(skip_locked=_skips()).order_by("pk").values_list("pk", flat=True)[:100]
        )
        Sending.objects.filter(pk__in=found).update(claimed_at=None)
        _queue(found, 0)


def _skips() -> bool:
    return transaction.get_connection().features.has_select_for_update_skip_locked


def _queue(numbers: list[int], seconds: int) -> None:
    due = timezone.now() + timedelta(seconds=seconds)
    payload = [{"task": DELIVER, "args": [number], "queue": OUTGOING} for number in numbers]
    OutboxMessage.objects.bulk_create(OutboxMessage(topic="task", payload=one, due_at=due) for one in payload)
