"""Webhooks: who is told what changed, how a message is signed, brought, tried again and given up.

Nothing in a command pays for them: the relay looks every few seconds how far each ledger has come, and the rows after
a webhook's cursor become its messages. A message says that something public changed and where to read it, never what.
"""

import hashlib
import hmac
import http.client
import json
import secrets
import time
from datetime import timedelta
from typing import Any, TypedDict

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.models import Chain, LedgerRow, OutboxMessage
from ledger.shapes import Json
from tournaments.events.models import Tournament
from x610z_site.accounts.second_step import masked, unmasked

from .models import HookMessage, Webhook
from .outgoing import RefusedTarget, post, refused_target

DELIVER_HOOK = "x610z_site.reach.tasks.deliver_hook"
MOST_HOOKS = 5
AT_ONCE = 200
"""So many rows of one ledger become messages in one sweep; the rest in the next."""
LEASE = timedelta(seconds=30)
FORMER_FOR = timedelta(hours=24)
KEPT = timedelta(days=14)
WAITS = (10, 60, 300, 900, 1500, 1500, 1500)  # seconds between the tries of one message
OFF_AFTER = 20
"""Tries in a row that brought nothing; then the webhook is off and its maker is told."""

EVENTS = {
    "tournament.open_entry": "tournament.changed",
    "tournament.open_check_in": "tournament.changed",
    "tournament.start": "tournament.changed",
    "tournament.finish": "tournament.changed",
    "tournament.cancel": "tournament.changed",
    "stage.cut": "tournament.changed",
    "round.publish": "round.published",
    "round.repair": "round.changed",
    "round.start_clock": "round.changed",
    "round.pause_clock": "round.changed",
    "round.complete": "standings.changed",
    "result.enter": "result.final",
    "result.report": "result.final",
    "dispute.settle": "result.final",
    "result.correct": "result.corrected",
}
"""Commands that change what everybody may know, and what a program is told. Everything else it is not told."""


class HookMade(TypedDict):
    """A webhook, and the secret it signs with, which is shown this once."""

    hook: int
    secret: str


class AboutHook(TypedDict):
    """The webhook that a command was about."""

    hook: int


def event_of(action: str, data: Json) -> str:
    """What a program is told of a row, or nothing: a report that decided nothing is the players' own affair."""
    if action == "result.report" and "source" not in data:
        return ""
    return EVENTS.get(action, "")


# --- by staff ---------------------------------------------------------------------------------------------------


def _refuse(url: str) -> None:
    if refused_target(url):
        raise UserError(
            "url",
            _("Enter an https address of a server on the internet, without a name or password."),
            field="url",
        )


@command("hook.create")
def hook_create(cmd: Command, *, tournament: Tournament, url: str) -> HookMade:
    """Tell a program from now on. Called without a key, so that the answer, which holds the secret, is not stored."""
    cmd.lock_tournament()
    url = url.strip()[:500]
    _refuse(url)
    if Webhook.objects.filter(tournament=tournament).count() >= MOST_HOOKS:
        raise UserError("too_many", _("There are five already. Remove one first."), field="url")
    secret = secrets.token_urlsafe(24)
    length = Chain.objects.filter(key=tournament.chain_key).values_list("length", flat=True).first()
    hook = Webhook.objects.create(
        tournament=tournament,
        made_by=cmd.actor.user,
        made_at=cmd.at,
        url=url,
        secret=masked(secret.encode()),
        cursor=length or 0,
    )
    cmd.record(hook=hook.pk)
    return {"hook": hook.pk, "secret": secret}


@command("hook.rotate")
def hook_rotate(cmd: Command, *, tournament: Tournament, hook_id: int) -> HookMade:
    """A new secret; for a day messages carry the signature of the former one, too. Called without a key."""
    hook = _own(tournament, hook_id)
    secret = secrets.token_urlsafe(24)
    hook.former, hook.former_until = hook.secret, cmd.at + FORMER_FOR
    hook.secret = masked(secret.encode())
    hook.save(update_fields=["secret", "former", "former_until"])
    cmd.record(hook=hook.pk)
    return {"hook": hook.pk, "secret": secret}


@command("hook.switch")
def hook_switch(cmd: Command, *, tournament: Tournament, hook_id: int, on: bool) -> AboutHook:
    """Switch a webhook off, or on again: it is told what happens from then on."""
    hook = _own(tournament, hook_id)
    if on:
        head = Chain.objects.get(key=tournament.chain_key)
        hook.cursor, hook.failures, hook.failed, hook.off_at = head.length, 0, False, None
    else:
        hook.off_at = cmd.at
    hook.save(update_fields=["cursor", "failures", "failed", "off_at"])
    cmd.record(hook=hook.pk, on=on)
    return {"hook": hook.pk}


@command("hook.remove")
def hook_remove(cmd: Command, *, tournament: Tournament, hook_id: int) -> AboutHook:
    """Forget a webhook with its log."""
    hook = _own(tournament, hook_id)
    cmd.record(hook=hook.pk)
    hook.delete()
    return {"hook": hook_id}


def _own(tournament: Tournament, hook_id: int) -> Webhook:
    hook = Webhook.objects.select_for_update(no_key=True).filter(tournament=tournament, pk=hook_id).first()
    if hook is None:
        raise UserError("no_hook", _("This webhook no longer exists."))
    return hook


# --- by the relay -----------------------------------------------------------------------------------------------


def hooks_sweep() -> None:
    """Turn new rows of ledgers into messages, and begin again what a worker claimed and never ended."""
    grown = Chain.objects.filter(key=OuterRef("chain_name"), length__gt=OuterRef("cursor"))
    waiting = Webhook.objects.filter(off_at=None).annotate(chain_name=_chain_name()).filter(Exists(grown))
    for number in list(waiting.order_by("pk").values_list("pk", flat=True)):
        with transaction.atomic():
            _gather(number)
    dead = timezone.now() - LEASE
    with transaction.atomic():
        begun = HookMessage.objects.filter(ended_at=None, claimed_at__lt=dead)
        found = list(begun.select_for_update().order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
        HookMessage.objects.filter(pk__in=found).update(claimed_at=None)
        _queue(found, 0)


def _chain_name() -> Any:
    from django.db.models import Value
    from django.db.models.functions import Concat

    return Concat(Value("t-"), F("tournament__slug"))


def _gather(number: int) -> None:
    """The rows after one webhook's cursor; held, so that of two relays one gathers them."""
    hook = (
        Webhook.objects.select_for_update(of=("self",), no_key=True)
        .select_related("tournament")
        .get(pk=number)
    )
    if hook.tournament.hidden or hook.off_at is not None:
        return
    rows = LedgerRow.objects.filter(chain_id=hook.tournament.chain_key, number__gt=hook.cursor)
    taken = list(rows.order_by("number").values_list("number", "action", "at", "data")[:AT_ONCE])
    if not taken:
        return
    told = [(row, event, at) for row, action, at, data in taken if (event := event_of(action, data))]
    made = HookMessage.objects.bulk_create(
        HookMessage(hook=hook, row=row, event=event, at=at, made_at=timezone.now()) for row, event, at in told
    )
    hook.cursor = taken[-1][0]
    hook.save(update_fields=["cursor"])
    _queue([message.pk for message in made], 0)


def _queue(numbers: list[int], seconds: int) -> None:
    due = timezone.now() + timedelta(seconds=seconds)
    payload = [{"task": DELIVER_HOOK, "args": [number], "queue": "default"} for number in numbers]
    OutboxMessage.objects.bulk_create(OutboxMessage(topic="task", payload=one, due_at=due) for one in payload)


# --- by a worker ------------------------------------------------------------------------------------------------


def hook_deliver(number: int) -> None:
    """Bring one message, unless another worker has it; what came of it is noted."""
    message = _claim(number)
    if message is None:
        return
    body = body_of(message)
    headers = {"Content-Type": "application/json", "X610Z-Signature": signature_of(message.hook, body)}
    status, said = None, ""
    try:
        status = post(message.hook.url, body, headers).status
    except RefusedTarget:
        said = "refused address"
    except (OSError, http.client.HTTPException) as error:
        said = type(error).__name__[:40]
    _note(message, status, said)


def _claim(number: int) -> HookMessage | None:
    with transaction.atomic():
        rows = HookMessage.objects.select_for_update(of=("self",), no_key=True)
        message = rows.select_related("hook__tournament").filter(pk=number, ended_at=None).first()
        now = timezone.now()
        if message is None or (message.claimed_at is not None and message.claimed_at > now - LEASE):
            return None
        if message.hook.off_at is not None:
            HookMessage.objects.filter(pk=number).update(ended_at=now, claimed_at=None)
            return None
        message.claimed_at, message.tries = now, message.tries + 1
        message.save(update_fields=["claimed_at", "tries"])
        return message


def body_of(message: HookMessage) -> bytes:
    """What is sent: which row of which tournament, and where everybody may read what it changed."""
    slug = message.hook.tournament.slug
    said = {
        "id": message.pk,
        "event": message.event,
        "tournament": slug,
        "row": message.row,
        "at": message.at.isoformat(),
        "url": f"{settings.SITE_URL.rstrip('/')}/api/v1/tournaments/{slug}/",
    }
    return json.dumps(said, separators=(",", ":")).encode()


def signature_of(hook: Webhook, body: bytes, at: int | None = None) -> str:
    """``t=<seconds>,v1=<hex>``: HMAC-SHA256 over the moment, a dot and the body; twice while a secret is exchanged."""
    moment = int(time.time()) if at is None else at
    kept = [hook.secret]
    if hook.former and hook.former_until is not None and hook.former_until > timezone.now():
        kept.append(hook.former)
    said = str(moment).encode() + b"." + body
    signed = (hmac.new(unmasked(secret), said, hashlib.sha256).hexdigest() for secret in kept)
    return ",".join([f"t={moment}", *(f"v1={one}" for one in signed)])


def _note(message: HookMessage, status: int | None, said: str) -> None:
    """Keep what became of a try; after too many that brought nothing the webhook is off and its maker is told."""
    arrived = status is not None and 200 <= status < 300
    with transaction.atomic():
        hook = Webhook.objects.select_for_update(no_key=True).filter(pk=message.hook_id).first()
        if hook is None:
            return
        over = arrived or message.tries > len(WAITS)
        HookMessage.objects.filter(pk=message.pk).update(
            status=status,
            said=said,
            arrived=arrived,
            claimed_at=None,
            ended_at=timezone.now() if over else None,
        )
        hook.failures = 0 if arrived else hook.failures + 1
        if hook.failures >= OFF_AFTER and hook.off_at is None:
            hook.off_at, hook.failed = timezone.now(), True
            _tell_maker(hook)
        hook.save(update_fields=["failures", "off_at", "failed"])
        if not over and hook.off_at is None:
            _queue([message.pk], WAITS[message.tries - 1])


def _tell_maker(hook: Webhook) -> None:
    fact = {"fact": secrets.token_hex(16), "name": "hook.failed", "tournament": hook.tournament_id}
    payload = {**fact, "people": [hook.made_by_id], "about": {"hook": hook.pk}}
    OutboxMessage.objects.create(topic="notice", payload=payload, due_at=timezone.now())
