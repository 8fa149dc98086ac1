"""What the forum is still to be told, said by a worker: who changed, who is signed out, who was erased, which topic.

Each can be said twice and means the same. What the forum does not take is said again, later and later, without end: a
person who was erased here must be forgotten there however long it is away.
"""

import json
import logging
import re
import time
from datetime import datetime, timedelta
from typing import TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from ledger.models import OutboxMessage

from .models import ForumAccount, ForumTopic
from .people import NOBODY, facts_of, mail_hash
from .protocol import signed
from .questions import Mail, Said, said_by_forum
from .services import forum_forget_spent
from .things import thing_of

LOG = logging.getLogger("x610z.forum")
TELL = "community.forum.tasks.tell_forum"
OUTGOING = "outgoing"
LEASE = timedelta(seconds=40)
"""Longer than a task may run: whoever has taken something that long ago is dead."""
AT_WORK = 8.0
WAITS = (10, 60, 300, 1800, 7200, 43200)
"""Seconds between the tries; the last again and again."""
LOOKED_AT = 200
"""So many people are compared in one sweep, those first who were not for longest."""
AGAIN = timedelta(minutes=1)
Owes = ForumAccount.Owes
Row = TypeVar("Row", bound=Model)


def on() -> bool:
    """Whether the forum can be told anything."""
    return bool(settings.FORUM_URL and settings.FORUM_API_KEY)


# --- by the relay -----------------------------------------------------------------------------------------------


def forum_sweep() -> None:
    """Note who is another than the forum was told, wake a worker when something is due; the relay calls this."""
    forum_forget_spent()
    if not on():
        return
    now = timezone.now()
    _compare(now)
    if (
        _due(ForumAccount.objects.exclude(owes=""), now).exists()
        or _due(ForumTopic.objects.all(), now).exists()
    ):
        payload = {"task": TELL, "args": [], "queue": OUTGOING}
        if not OutboxMessage.objects.filter(topic="task", sent_at=None, payload__task=TELL).exists():
            OutboxMessage.objects.create(topic="task", payload=payload, due_at=now)


def _compare(now: datetime) -> None:
    """Name, clan, role, address, guardian: whatever changed by whatever way is seen here, and nothing is forgotten."""
    known = ForumAccount.objects.filter(connected_at__isnull=False, user__isnull=False, owes="")
    some = list(known.filter(looked_at__lt=now - AGAIN).order_by("looked_at")[:LOOKED_AT])
    found = facts_of(some)
    marks = {user: facts.mark if facts is not None else NOBODY for user, facts in found.items()}
    changed = [one for one in some if one.told != marks[one.user_id or 0]]
    for owed, these in (
        (Owes.TELL, [one.pk for one in changed if found[one.user_id or 0] is not None]),
        (Owes.OUT, [one.pk for one in changed if found[one.user_id or 0] is None]),
    ):
        ForumAccount.objects.filter(pk__in=these, owes="").update(owes=owed, next_at=now, tries=0)
    ForumAccount.objects.filter(pk__in=[one.pk for one in some]).update(looked_at=now)


def _due(rows: QuerySet[Row], now: datetime) -> QuerySet[Row]:
    return rows.filter(next_at__lte=now).order_by("next_at", "pk")


# --- by a worker ------------------------------------------------------------------------------------------------


def forum_deliver() -> None:
    """Say what is due, for some seconds; what is left then, the next sweep hands to another worker."""
    until = time.monotonic() + AT_WORK
    while on() and time.monotonic() < until:
        account = _taken(ForumAccount.objects.exclude(owes=""))
        topic = _taken(ForumTopic.objects.all()) if account is None else None
        if account is not None:
            _say(account)
        elif topic is not None:
            _open(topic)
        else:
            return


def _taken(rows: QuerySet[Row]) -> Row | None:
    """One that is due, for this worker alone until its time is over."""
    with transaction.atomic():
        skips = transaction.get_connection().features.has_select_for_update_skip_locked
        held = rows.select_for_update(no_key=True, skip_locked=skips)
        row = _due(held, timezone.now()).first()
        if row is not None:
            rows.model._default_manager.filter(pk=row.pk).update(next_at=timezone.now() + LEASE)
        return row


def _ask(method: str, path: str, fields: dict[str, str] | None = None) -> Said:
    """A request to the forum's API with the key of the settings."""
    headers = {"Api-Key": settings.FORUM_API_KEY, "Api-Username": "system", "Accept": "application/json"}
    body = None
    if fields is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        body = urlencode(fields).encode()
    return said_by_forum(method, settings.FORUM_URL.rstrip("/") + path, body, headers)


def _say(account: ForumAccount) -> None:
    """Say what is owed of one person, and note that it was; only what was owed then is over by that."""
    steps = {Owes.TELL: _tell, Owes.OUT: _sign_out, Owes.FORGET: _forget}
    said = steps[Owes(account.owes)](account)
    if said is None or 200 <= said.status < 300:
        same = ForumAccount.objects.filter(pk=account.pk, owes=account.owes)
        if account.owes == Owes.FORGET:
            same.delete()
        else:
            same.update(owes="", next_at=None, tries=0)
        return
    LOG.warning("the forum did not take that somebody %s: %s", account.get_owes_display(), said.status)
    _again(ForumAccount.objects.filter(pk=account.pk, owes=account.owes), account.tries, said)


def _again(rows: QuerySet[Row], tries: int, said: Said) -> None:
    wait = max(WAITS[min(tries, len(WAITS) - 1)], said.again_after)
    rows.update(tries=min(tries + 1, 99), next_at=timezone.now() + timedelta(seconds=wait))


def _tell(account: ForumAccount) -> Said | None:
    """What changed of somebody (``sync_sso``); of somebody who is gone meanwhile nothing."""
    facts = facts_of([account]).get(account.user_id or 0)
    if facts is None or not settings.FORUM_SECRET:
        return None
    fields = facts.fields(account.groups)
    if not _address_kept(account, facts.mail):
        fields = {name: text for name, text in fields.items() if name not in ("email", "require_activation")}
    said = _ask("POST", "/admin/users/sync_sso.json", signed(settings.FORUM_SECRET, fields))
    if 200 <= said.status < 300:
        number = _number(said.body)
        ForumAccount.objects.filter(pk=account.pk).update(
            told=facts.mark, groups=sorted(facts.groups), forum_id=number or account.forum_id
        )
    return said


def _address_kept(account: ForumAccount, mail: Mail) -> bool:
    """Whether the address is this person's alone at the forum; one that another has there is not told."""
    try:
        with transaction.atomic():
            ForumAccount.objects.filter(pk=account.pk).update(mail_hash=mail_hash(mail.address))
    except IntegrityError:
        return False
    return True


def _number(body: bytes) -> int:
    """The forum's own number for somebody, out of what it says of them; 0 where it says none."""
    try:
        said = json.loads(body)
        found = said.get("id") or said["user"]["id"]
    except (ValueError, KeyError, TypeError, AttributeError):
        return 0
    return found if isinstance(found, int) and found > 0 else 0


def _found(account: ForumAccount) -> Said | int:
    """The forum's own number for somebody, asked where it is not known; the answer where there is none."""
    if account.forum_id:
        return account.forum_id
    said = _ask("GET", f"/u/by-external/{account.external_id}.json")
    if not 200 <= said.status < 300:
        return said
    number = _number(said.body)
    ForumAccount.objects.filter(pk=account.pk).update(forum_id=number or None)
    return number or Said(0)


def _sign_out(account: ForumAccount) -> Said | None:
    """End somebody's sessions at the forum; who is not known there has none."""
    said = _of_person(account, "POST", "log_out")
    if said is None and account.user_id is not None and facts_of([account])[account.user_id] is None:
        ForumAccount.objects.filter(pk=account.pk).update(told=NOBODY)
    return said


def _forget(account: ForumAccount) -> Said | None:
    """Have the forum take away name and address of somebody; what they wrote it keeps under another name.

    It refuses that for its moderators, so whoever was one by us is none any more then.
    """
    said = _of_person(account, "POST", "log_out") or _of_person(account, "PUT", "anonymize")
    if said is not None and said.status == 403:
        said = _of_person(account, "PUT", "revoke_moderation") or _of_person(account, "PUT", "anonymize")
    return said


def _of_person(account: ForumAccount, method: str, what: str) -> Said | None:
    """One act about a person: None when it is done, or nobody is there to do it to; else what the forum said."""
    number = _found(account)
    if isinstance(number, int):
        said = _ask(method, f"/admin/users/{number}/{what}.json", {})
        return None if 200 <= said.status < 300 or said.status == 404 else said
    return None if number.status == 404 else number


def _open(topic: ForumTopic) -> None:
    """Have the forum open a topic, or find the one that it has opened before."""
    rows, thing = ForumTopic.objects.filter(pk=topic.pk), thing_of(topic.kind, topic.number)
    if thing is None:
        rows.delete()  # it is no longer everybody's to see
        return
    found = _ask("GET", f"/t/external_id/{topic.external_id}.json")
    number = _led_to(found)
    if found.status == 404:
        page = settings.SITE_URL.rstrip("/") + thing.url
        fields = {
            "title": f"{thing.name} - X610Z Organized Play, {topic.external_id}"[:250],
            "raw": f"What there is to read about it here:\n\n{page}\n",
            "external_id": topic.external_id,
        }
        if settings.FORUM_CATEGORY:
            fields["category"] = str(settings.FORUM_CATEGORY)
        found = _ask("POST", "/posts.json", fields)
        number = _topic_made(found)
    if number:
        rows.update(topic_id=number, next_at=None)
        return
    LOG.warning("the forum did not open topic %s: %s", topic.external_id, found.status)
    _again(rows, topic.tries, found)


def _led_to(said: Said) -> int:
    """The number of the topic to which the forum leads whoever asks by our id."""
    found = re.search(r"/t/(?:[^/?#]+/)?([0-9]{1,15})(?:\.json)?(?:[?#]|$)", said.place)
    return int(found[1]) if found is not None and said.status in (301, 302, 303, 307, 308) else 0


def _topic_made(said: Said) -> int:
    try:
        made = json.loads(said.body)["topic_id"] if said.status == 200 else 0
    except (ValueError, KeyError, TypeError):
        return 0
    return made if isinstance(made, int) and made > 0 else 0
