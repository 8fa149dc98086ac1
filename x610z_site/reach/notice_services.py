"""Writing notices: a fact is told, read, and what a person wants sent is kept."""

from typing import TypedDict

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import SYSTEM, Command, command
from ledger.errors import UserError
from ledger.names import clean_name
from ledger.people import Account
from ledger.relay import send_task
from ledger.shapes import Done, Json
from ledger.web import language_of_page
from tournaments.events.models import Tournament
from x610z_site.accounts.models import MailAddress
from x610z_site.accounts.services import token_hash

from .facts import KINDS, NAMES, SAYINGS
from .models import Choices, Notice, PushAddress, Sending
from .outgoing import refused_target
from .selectors import UNCHOSEN, choices_of, tables_of, wanting

TELL, DELIVER = "x610z_site.reach.tasks.tell", "x610z_site.reach.tasks.deliver"
OUTGOING = "outgoing"
"""The queue of what waits for servers of others."""
MOST_BROWSERS = 8


class Told(TypedDict):
    """How many people were told."""

    people: int


def send_notice(payload: Json) -> None:
    """Hand a fact from the outbox to a worker; one that it has told already is told no second time."""
    send_task({"task": TELL, "args": [payload], "queue": "default"})


def fact_tell(fact: Json) -> Told:
    """Tell a fact, as the relay brought it; one it brings again is answered as the first time."""
    return notice_tell(actor=SYSTEM, key=f"fact:{fact['fact']}", fact=fact)


@command("notice.tell", own_chain=True)
def notice_tell(cmd: Command, *, fact: Json) -> Told:
    """Write a fact into the inbox of each of its people, and begin the ways out that they chose.

    The constraint on notices is the second belt: also a key that was forgotten tells nobody twice.
    """
    kind = NAMES.get(fact["name"])
    if kind is None:
        return {"people": 0}
    tournament = Tournament.objects.filter(pk=fact["tournament"] or 0).first()
    known = set(Notice.objects.filter(fact=fact["fact"]).values_list("user_id", flat=True))
    wanted = get_user_model().objects.filter(pk__in=fact["people"], is_active=True).exclude(pk__in=known)
    # Their rows are held, so that two facts at once, or a reading between, leave the right number behind.
    held = wanted.order_by("pk").select_for_update(no_key=True)
    people = wanting(kind, list(held.values_list("pk", flat=True)))
    saying = SAYINGS.get(fact["name"])
    said = fact["about"] | ({saying.mark: 1} if saying is not None else {})
    notices = Notice.objects.bulk_create(
        Notice(user_id=pk, fact=fact["fact"], kind=kind, tournament=tournament, about=about, at=cmd.at)
        for pk, about in _about(kind, tournament, said, people)
    )
    _count_unread(people)
    _begin(cmd, kind, notices)
    return {"people": len(notices)}


def _about(
    kind: str, tournament: Tournament | None, said: dict[str, int], people: list[int]
) -> list[tuple[int, dict[str, int]]]:
    """What is said to each: of a table each their own, as it is now."""
    if not KINDS[kind].without_table or tournament is None or "round" not in said:
        return [(pk, said) for pk in people]
    tables = tables_of(tournament, said["round"], people)
    number = said["round"]
    return [
        (pk, {"round": number, "table": tables.get(pk, 0)} | ({"bye": 1} if tables.get(pk) == 0 else {}))
        for pk in people
    ]


def _begin(cmd: Command, kind: str, notices: list[Notice]) -> None:
    """A sending for every way out that somebody chose, each handed to a worker."""
    chosen = choices_of(one.user_id for one in notices)
    by_mail = {one.user_id for one in notices if kind in chosen.get(one.user_id, UNCHOSEN)[0]}
    by_push = {one.user_id for one in notices if kind in chosen.get(one.user_id, UNCHOSEN)[1]}
    mails = MailAddress.objects.filter(user_id__in=by_mail).exclude(address="")
    reached = set(mails.values_list("user_id", flat=True))
    browsers = list(
        PushAddress.objects.filter(user_id__in=by_push).order_by("pk").values_list("user_id", "pk")
    )
    of_user = {one.user_id: one for one in notices}
    made = Sending.objects.bulk_create(
        [
            *(Sending(notice=of_user[user], way=Sending.Way.MAIL) for user in sorted(reached)),
            *(Sending(notice=of_user[user], way=Sending.Way.PUSH, push_id=pk) for user, pk in browsers),
        ]
    )
    for sending in made:
        cmd.send_task(DELIVER, sending.pk, queue=OUTGOING)


def _count_unread(people: list[int]) -> None:
    """Say in the rows of these people, which are held, how much they have not read."""
    unread = Notice.objects.filter(user_id=OuterRef("pk"), read_at=None).order_by().values("user_id")
    number = Coalesce(Subquery(unread.annotate(number=Count("pk")).values("number")), 0)
    get_user_model().objects.filter(pk__in=people).update(unread_notices=number)


def notices_read(user: Account) -> int:
    """Everything in a person's inbox is read; nobody else learns of it, so no ledger does. How many were not."""
    with transaction.atomic():
        get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
        number = Notice.objects.filter(user_id=user.pk, read_at=None).update(read_at=timezone.now())
        _count_unread([user.pk])
    return number


@command("notice.choose")
def notice_choose(cmd: Command, *, mail: list[str], push: list[str]) -> Done:
    """Keep which kinds a person wants by mail and which by push; the page shows all of them in any case."""
    wanted = {"mail": [one for one in KINDS if one in mail], "push": [one for one in KINDS if one in push]}
    Choices.objects.update_or_create(user=cmd.actor.user, defaults=wanted)
    cmd.record(user=cmd.actor.user.pk)
    return {}


@command("push.add")
def push_add(cmd: Command, *, endpoint: str, p256dh: str, auth: str, session: str, device: str = "") -> Done:
    """Keep where a browser takes messages. One browser belongs to anyone who switched it on last.

    ``session``: of the session with which the browser is forgotten.

    Refused for an address that no push service can have: the site would send to it.
    """
    user = cmd.actor.user
    if user.guest_of or refused_target(endpoint) or len(endpoint) > 1000:
        raise UserError("push", _("This browser cannot be reached."))
    PushAddress.objects.filter(endpoint_sha256=token_hash(endpoint)).exclude(user=user).delete()
    mine = PushAddress.objects.filter(user=user).exclude(endpoint_sha256=token_hash(endpoint))
    keep = list(mine.order_by("-added_at", "-pk").values_list("pk", flat=True)[: MOST_BROWSERS - 1])
    mine.exclude(pk__in=keep).delete()
    PushAddress.objects.update_or_create(
        endpoint_sha256=token_hash(endpoint),
        defaults={
            "user": user,
            "endpoint": endpoint,
            "p256dh": p256dh[:120],
            "auth": auth[:40],
            "session": session,
            "device": clean_name(device)[:60],
            "language": language_of_page(),
            "added_at": cmd.at,
        },
    )
    cmd.record(user=user.pk)
    return {}


@command("push.remove")
def push_remove(cmd: Command, *, number: int) -> Done:
    """Send nothing to one of the actor's browsers any more."""
    PushAddress.objects.filter(user=cmd.actor.user, pk=number).delete()
    cmd.record(user=cmd.actor.user.pk)
    return {}
