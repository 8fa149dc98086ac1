"""What a program is told, and how a message is signed: that something public changed and where to read it."""

import hashlib
import hmac
import http.client
import json
import time

from django.conf import settings
from django.utils import timezone

from ledger.shapes import Json
from tournaments.programme.models import Circuit
from x610z_site.site_secrets import opened

from .discord import discord_body, whole_url
from .models import HookMessage, Webhook
from .outgoing import RefusedTarget, post

ANSWERS_WITHIN = 5
"""Seconds an endpoint has for its answer, as docs/api.md says."""
Said = tuple[int | None, str, float]
"""What became of a try: the status, or why there is none, and after how many seconds to come again if it was said."""

EVENTS = {
    "tournament.edit": "tournament.changed",
    "tournament.open_entry": "tournament.changed",
    "tournament.open_check_in": "tournament.changed",
    "tournament.start": "tournament.changed",
    "tournament.finish": "tournament.changed",
    "tournament.cancel": "tournament.changed",
    "stage.cut": "tournament.changed",
    "tournament.restore": "tournament.changed",
    "round.publish": "round.published",
    "round.repair": "round.changed",
    "round.exchange": "round.changed",
    "match.move": "round.changed",
    "round.start_clock": "round.changed",
    "round.pause_clock": "round.changed",
    "round.complete": "standings.changed",
    "result.enter": "result.final",
    "result.report": "result.final",
    "result.concede": "result.final",
    "dispute.settle": "result.final",
    "result.correct": "result.corrected",
}
"""Commands that change what everybody may know, and what a program is told. Everything else it is not told."""
OF_CIRCUITS = "circuit.changed"
"""What a program is told of a circuit, whatever changed of its ladder, rules or invitations: a version of its pages."""


def event_of(action: str, data: Json) -> str:
    """What a program is told of a row, or nothing: a report that decided nothing is the players' own affair."""
    if action == "result.report" and "source" not in data:
        return ""
    return EVENTS.get(action, "")


def body_of(message: HookMessage) -> bytes:
    """What is sent: which row of which tournament or version of which circuit, and where everybody may read it."""
    watched = message.hook.watched
    kind = "circuit" if isinstance(watched, Circuit) else "tournament"
    said = {
        "id": message.pk,
        "event": message.event,
        kind: watched.slug,
        "row": message.row,
        "at": message.at.isoformat(),
        "url": f"{settings.SITE_URL.rstrip('/')}/api/v1/{kind}s/{watched.slug}/",
    }
    return json.dumps(said, separators=(",", ":")).encode()


def signature_of(hook: Webhook, body: bytes, at: int | None = None) -> str:
    """``t=<seconds>,v1=<hex>``: HMAC-SHA256 over the moment, a dot and the body; twice while a secret is exchanged."""
    moment = int(time.time()) if at is None else at
    kept = [hook.secret]
    if hook.former and hook.former_until is not None and hook.former_until > timezone.now():
        kept.append(hook.former)
    said = str(moment).encode() + b"." + body
    signed = (hmac.new(opened(secret), said, hashlib.sha256).hexdigest() for secret in kept)
    return ",".join([f"t={moment}", *(f"v1={one}" for one in signed)])


def letter_of(message: HookMessage) -> tuple[str, bytes, dict[str, str]]:
    """Where a message goes, what it says, and in which head; it reads the database."""
    if message.hook.kind == Webhook.Kind.DISCORD:
        return whole_url(message.hook), discord_body(message), {"Content-Type": "application/json"}
    body = body_of(message)
    signed = {"Content-Type": "application/json", "X610Z-Signature": signature_of(message.hook, body)}
    return message.hook.url, body, signed


def sent(url: str, body: bytes, headers: dict[str, str]) -> Said:
    """Status and words of one try; in a thread, so it knows no database."""
    try:
        answered = post(url, body, headers, within=ANSWERS_WITHIN)
        return answered.status, "", answered.again_after
    except RefusedTarget:
        return None, "refused address", 0
    except (OSError, http.client.HTTPException) as error:
        return None, type(error).__name__[:40], 0
