"""Webhooks: who is told what changed, how a message is signed, brought, tried again and given up.

Nothing in a command pays for them: the relay looks every few seconds how far each ledger has come, and the rows after
a webhook's cursor become its messages. A message says that something public changed and where to read it, never what.
"""

import secrets
import time
from collections import Counter
from collections.abc import Collection
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from typing import TypedDict

from django.db import transaction
from django.db.models import BooleanField, Case, Exists, F, OuterRef, Q, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.locks import LockClass, Locks
from ledger.models import Chain, LedgerRow, OutboxMessage
from ledger.people import Account
from tournaments.events.models import TOURNAMENT_LOCK, Tournament
from tournaments.events.services import refuse_rehearsal
from tournaments.organizations.selectors import organizes
from tournaments.programme.circuit_services import lock as lock_circuit
from tournaments.programme.models import Circuit
from x610z_site.site_secrets import sealed

from .discord import is_channel, split_url, spoken_of
from .hook_messages import OF_CIRCUITS, Said, event_of, letter_of, sent
from .models import HookMessage, Webhook
from .outgoing import refused_target

DELIVER_HOOKS = "x610z_site.reach.tasks.deliver_hooks"
OUTGOING = "outgoing"
OUTGOING_LOCK = LockClass("outgoing", 61004)
"""Held while the next message to a program is chosen."""
SECONDS = 5
"""So long one worker goes on before it lets another task in."""
MOST_HOOKS = 5
MOST_OF_ONE = 20
"""So many webhooks that are on one person has at most, over all tournaments."""
AT_A_TIME, OF_ONE_PERSON, OF_SLOW_ONES = 8, 2, 4
"""So many messages are on their way at once: on the whole site, of one person's webhooks, to slow endpoints."""
SLOW, REMEMBERED = timedelta(seconds=1), timedelta(hours=1)
"""An endpoint that took longer than this is slow for an hour, and so is one that failed last."""
AT_ONCE = 200
"""So many rows of one ledger become messages in one sweep; the rest in the next."""
LEASE = timedelta(seconds=30)
FORMER_FOR = timedelta(hours=24)
KEPT = timedelta(days=14)
WAITS = (10, 60, 300, 900, 1500, 1500, 1500)  # seconds between the tries of one message
TOO_MANY, GONE = 429, (401, 403, 404)
OFF_AFTER = 20
"""Tries in a row that brought nothing; then the webhook is off and its maker is told."""


class HookMade(TypedDict):
    """A webhook, and the secret it signs with, which is shown this once."""

    hook: int
    secret: str


class AboutHook(TypedDict):
    """The webhook that a command was about."""

    hook: int


# --- by staff ---------------------------------------------------------------------------------------------------


def _refuse(url: str, kind: str) -> None:
    if kind == Webhook.Kind.DISCORD and not is_channel(url):
        words = _("Copy the address of the webhook out of the settings of your channel on Discord.")
        raise UserError("url", words, field="url")
    if refused_target(url):
        raise UserError(
            "url",
            _("Enter an https address of a server on the internet, without a name or password."),
            field="url",
        )


def _require_room(person: Account) -> None:
    """Refuse another webhook of somebody who has as many as one person may, over all their tournaments."""
    if Webhook.objects.filter(made_by=person, off_at=None).count() >= MOST_OF_ONE:
        words = _("There are %(count)s webhooks of one person. Switch one off or remove it first.")
        raise UserError("too_many", words % {"count": MOST_OF_ONE}, field="url")


@command("hook.create")
def hook_create(
    cmd: Command,
    *,
    tournament: Tournament | None = None,
    circuit: Circuit | None = None,
    url: str,
    kind: str = Webhook.Kind.PROGRAM,
    language: str = "en",
) -> HookMade:
    """Tell a program, or a channel of Discord in a language, from now on.

    Called without a key, so that the answer, which holds the secret, is not stored. Of a channel its address is the
    secret, and none comes back.
    """
    if tournament is not None:
        cmd.lock(TOURNAMENT_LOCK, tournament.pk)
        refuse_rehearsal(tournament)
    watched = _watched(cmd, tournament, circuit)
    url = url.strip()[:500]
    _refuse(url, kind)
    if Webhook.objects.filter(tournament=tournament, circuit=circuit).count() >= MOST_HOOKS:
        raise UserError("too_many", _("There are five already. Remove one first."), field="url")
    _require_room(cmd.actor.user)
    of_discord = kind == Webhook.Kind.DISCORD
    secret = secrets.token_urlsafe(24)
    if of_discord:
        url, secret = split_url(url)
    hook = Webhook.objects.create(
        tournament=tournament,
        circuit=circuit,
        kind=kind,
        language=language,
        made_by=cmd.actor.user,
        made_at=cmd.at,
        url=url,
        secret=sealed(secret.encode()),
        cursor=_so_far(watched),
    )
    cmd.record(hook=hook.pk)
    return {"hook": hook.pk, "secret": "" if of_discord else secret}


def _watched(cmd: Command, tournament: Tournament | None, circuit: Circuit | None) -> Tournament | Circuit:
    """What a command is about; a circuit is held, for somebody who organizes there, and written about in its chain."""
    if circuit is not None:
        return lock_circuit(cmd, circuit)
    if tournament is None:
        raise TypeError("a webhook is of a tournament or of a circuit")
    return tournament


def _so_far(watched: Tournament | Circuit) -> int:
    """How far there is something to tell: rows of a tournament, versions of the pages of a circuit."""
    head = Chain.objects.filter(key=watched.chain_key).values_list("length", "version").first() or (0, 0)
    return head[isinstance(watched, Circuit)]


@command("hook.rotate")
def hook_rotate(
    cmd: Command, *, tournament: Tournament | None = None, circuit: Circuit | None = None, hook_id: int
) -> HookMade:
    """A new secret; for a day messages carry the signature of the former one, too. Called without a key."""
    hook = _own(cmd, tournament, circuit, hook_id)
    if hook.kind != Webhook.Kind.PROGRAM:
        raise UserError(
            "no_secret", _("Discord makes the address of its channel. Add it here as a new webhook.")
        )
    secret = secrets.token_urlsafe(24)
    hook.former, hook.former_until = hook.secret, cmd.at + FORMER_FOR
    hook.secret = sealed(secret.encode())
    hook.save(update_fields=["secret", "former", "former_until"])
    cmd.record(hook=hook.pk)
    return {"hook": hook.pk, "secret": secret}


@command("hook.switch")
def hook_switch(
    cmd: Command,
    *,
    tournament: Tournament | None = None,
    circuit: Circuit | None = None,
    hook_id: int,
    on: bool,
) -> AboutHook:
    """Switch a webhook off, or on again: it is told what happens from then on."""
    hook = _own(cmd, tournament, circuit, hook_id)
    if on and hook.off_at is not None:
        _require_room(hook.made_by)
    if on:
        hook.cursor, hook.failures, hook.failed, hook.off_at = _so_far(hook.watched), 0, False, None
        hook.next_at = None
        HookMessage.objects.filter(hook=hook, ended_at=None).update(ended_at=cmd.at)
    else:
        hook.off_at = cmd.at
    hook.save(update_fields=["cursor", "failures", "failed", "off_at", "next_at"])
    cmd.record(hook=hook.pk, on=on)
    return {"hook": hook.pk}


@command("hook.remove")
def hook_remove(
    cmd: Command, *, tournament: Tournament | None = None, circuit: Circuit | None = None, hook_id: int
) -> AboutHook:
    """Forget a webhook with its log."""
    hook = _own(cmd, tournament, circuit, hook_id)
    cmd.record(hook=hook.pk)
    hook.delete()
    return {"hook": hook_id}


def _own(cmd: Command, tournament: Tournament | None, circuit: Circuit | None, hook_id: int) -> Webhook:
    _watched(cmd, tournament, circuit)
    held = Webhook.objects.select_for_update(of=("self",), no_key=True)
    hook = held.filter(tournament=tournament, circuit=circuit, pk=hook_id).first()
    if hook is None:
        raise UserError("no_hook", _("This webhook no longer exists."))
    return hook


# --- by the relay -----------------------------------------------------------------------------------------------


def hooks_sweep() -> None:
    """Turn what is new into messages, and wake a worker when one is due; the relay calls this."""
    hooks = Webhook.objects.filter(off_at=None).select_related("tournament", "circuit").order_by("pk")
    found = {hook.pk: (hook.watched.chain_key, hook.cursor, hook.circuit_id is not None) for hook in hooks}
    rows = Chain.objects.filter(key__in={key for key, _cursor, _circuit in found.values()})
    heads = {key: so_far for key, *so_far in rows.values_list("key", "length", "version")}
    for number, (key, cursor, of_circuit) in found.items():
        if heads.get(key, (0, 0))[of_circuit] > cursor:
            with transaction.atomic():
                _gather(number)
    if found and _due(timezone.now()).exists() and not _in_flight(timezone.now()):
        _wake()


def _gather(number: int) -> None:
    """What is new after one webhook's cursor; held, so that of two relays one gathers it."""
    held = Webhook.objects.select_for_update(of=("self",), no_key=True)
    hook = held.select_related("tournament", "circuit__organization", "made_by").get(pk=number)
    if hook.off_at is not None:
        return
    if hook.circuit is None:
        told, cursor = _rows_of(hook)
    elif organizes(hook.made_by, hook.circuit.organization_id):
        told, cursor = _versions_of(hook, hook.circuit)
    else:  # whoever set it up has left the organization
        Webhook.objects.filter(pk=number).update(off_at=timezone.now())
        return
    HookMessage.objects.bulk_create(
        HookMessage(hook=hook, row=row, event=event, at=at, made_at=timezone.now()) for row, event, at in told
    )
    Webhook.objects.filter(pk=number).update(cursor=cursor)


News = tuple[list[tuple[int, str, datetime]], int]
"""What there is to tell, each with its number and moment, and how far a webhook has come by that."""


def _rows_of(hook: Webhook) -> News:
    """Rows of a tournament's ledger; none while only its staff may know of it."""
    tournament = hook.watched
    if isinstance(tournament, Circuit) or tournament.staff_only:
        return [], hook.cursor
    rows = LedgerRow.objects.filter(chain_id=tournament.chain_key, number__gt=hook.cursor)
    taken = list(rows.order_by("number").values_list("number", "action", "at", "data")[:AT_ONCE])
    told = [(row, event, at) for row, action, at, data in taken if (event := event_of(action, data))]
    if hook.kind == Webhook.Kind.DISCORD:
        spoken = spoken_of([(row, action) for row, action, _at, _data in taken])
        told = [one for one in told if one[0] in spoken]
    return told, taken[-1][0] if taken else hook.cursor


def _versions_of(hook: Webhook, circuit: Circuit) -> News:
    """The newest version of a circuit's pages; however many there were, it is one message."""
    version = _so_far(circuit)
    if circuit.hidden or version <= hook.cursor:
        return [], version
    return [(version, OF_CIRCUITS, timezone.now())], version


def _due(now: datetime) -> QuerySet[HookMessage]:
    """What may be brought now: of webhooks that are on and not waiting after a failure, the longest waiting first."""
    waiting = Q(hook__next_at=None) | Q(hook__next_at__lte=now)
    rows = HookMessage.objects.filter(waiting, ended_at=None, hook__off_at=None)
    return rows.order_by(F("hook__next_at").asc(nulls_first=True), "hook_id", "row")


def _in_flight(now: datetime, own: Collection[HookMessage] = ()) -> bool:
    """Whether another worker brings a message at this moment; one that died counts no more after the lease."""
    begun = HookMessage.objects.filter(ended_at=None, claimed_at__gt=now - LEASE)
    return begun.exclude(pk__in={one.pk for one in own}).exists()


def _wake() -> None:
    payload = {"task": DELIVER_HOOKS, "args": [], "queue": OUTGOING}
    OutboxMessage.objects.create(topic="task", payload=payload, due_at=timezone.now())


# --- by a worker ------------------------------------------------------------------------------------------------


def hooks_deliver() -> None:
    """Bring what is due for a few seconds, several messages at once; then let the next worker go on.

    One worker at a time does this, so that slow endpoints keep no second one waiting. Its threads only send; what they
    bring is claimed and noted here. Of one webhook one message is on its way, of one person a few, and slow endpoints
    leave half of the places to the others, so nobody waits for more than the worker's present turn.
    """
    until = time.monotonic() + SECONDS
    flying: dict[Future[Said], HookMessage] = {}
    pool = ThreadPoolExecutor(AT_A_TIME, "hook")
    try:
        while True:
            while len(flying) < AT_A_TIME and time.monotonic() < until:
                message = _claim(flying.values())
                if message is None:
                    break
                flying[pool.submit(sent, *letter_of(message))] = message
            if not flying:
                break
            for done in wait(flying, return_when=FIRST_COMPLETED).done:
                _note(flying.pop(done), *done.result())
    finally:
        pool.shutdown(
            wait=False
        )  # whatever is left was begun by its deadline, and is claimed anew after the lease
    if _due(timezone.now()).exists():
        _wake()


def _claim(own: Collection[HookMessage] = ()) -> HookMessage | None:
    """The next message beside a worker's ``own``; None when there is none, or another worker is at it."""
    with transaction.atomic():
        Locks().take(OUTGOING_LOCK, 0)
        now = timezone.now()
        if _in_flight(now, own):
            return None
        people = Counter(one.hook.made_by_id for one in own)
        full = [person for person, count in people.items() if count >= OF_ONE_PERSON]
        rows = _due(now).annotate(slow=_slow(now)).exclude(hook__in={one.hook_id for one in own})
        rows = rows.exclude(hook__made_by__in=full)
        if sum(bool(getattr(one, "slow", False)) for one in own) >= OF_SLOW_ONES:
            rows = rows.filter(slow=False)
        message = rows.select_related("hook__tournament", "hook__circuit").first()
        if message is not None:
            message.claimed_at, message.tries = now, message.tries + 1
            message.save(update_fields=["claimed_at", "tries"])
        return message


def _slow(now: datetime) -> Case:
    """Whether a message goes to an endpoint that failed last, or took long lately."""
    took = HookMessage.objects.filter(hook=OuterRef("hook"), ended_at__gt=now - REMEMBERED)
    late = Exists(took.filter(ended_at__gt=F("claimed_at") + SLOW))
    return Case(When(Q(hook__failures__gt=0) | late, then=True), default=False, output_field=BooleanField())


def _note(message: HookMessage, status: int | None, said: str, again_after: float) -> None:
    """Keep what became of a try; after too many that brought nothing the webhook is off and its maker is told.

    A channel of Discord that is gone is off at once. "Not now" (429) is no failure, and is obeyed.
    """
    arrived = status is not None and 200 <= status < 300
    gone = message.hook.kind == Webhook.Kind.DISCORD and status in GONE
    with transaction.atomic():
        hook = Webhook.objects.select_for_update(no_key=True).filter(pk=message.hook_id).first()
        if hook is None:
            return
        over = arrived or gone or message.tries > len(WAITS)
        HookMessage.objects.filter(pk=message.pk).update(
            status=status,
            said=said,
            arrived=arrived,
            claimed_at=message.claimed_at if over else None,
            ended_at=timezone.now() if over else None,
        )
        hook.failures = 0 if arrived else hook.failures + (status != TOO_MANY)
        if (gone or hook.failures >= OFF_AFTER) and hook.off_at is None:
            hook.off_at, hook.failed = timezone.now(), True
            _tell_maker(hook)
        wait = 0 if arrived or over else max(WAITS[message.tries - 1], again_after)
        hook.next_at = timezone.now() + timedelta(seconds=wait)
        hook.save(update_fields=["failures", "off_at", "failed", "next_at"])


def _tell_maker(hook: Webhook) -> None:
    fact = {"fact": secrets.token_hex(16), "name": "hook.failed", "tournament": hook.tournament_id}
    payload = {**fact, "people": [hook.made_by_id], "about": {"hook": hook.pk}}
    OutboxMessage.objects.create(topic="notice", payload=payload, due_at=timezone.now())
