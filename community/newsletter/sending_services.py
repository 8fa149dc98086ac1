"""A newsletter on its way: one worker at a time has it, each copy is noted as soon as the mail server has taken it.

A worker that dies leaves the others to go on where it stopped. Between the word of the mail server and the note lies a
moment in which a death lets one copy go twice; both have the same Message-ID, by which mail programs show one.
"""

import smtplib
import time
from datetime import datetime, timedelta

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from community.news.models import News
from community.news.questions import appeared
from ledger.commands import SYSTEM, Command
from ledger.models import OutboxMessage

from .mails import newsletter_mail
from .models import Copy, Issue, Subscription
from .services import OUTGOING, forget_unconfirmed, newsletter_bounce

SEND = "community.newsletter.tasks.send_newsletter"
LEASE = timedelta(seconds=40)
"""Longer than a task may run: whoever has held an issue that long is dead."""
AT_WORK = 8.0
"""Seconds a worker sends before it hands on; far below what a task may take."""
AT_ONCE, SWEPT = 20, 20
FILLED_AT_ONCE = 2_000
MOST_TRIES = 5
LATER = timedelta(minutes=5)
WAITS = (timedelta(minutes=6), timedelta(minutes=20), timedelta(hours=1), timedelta(hours=4))
"""Before a mail server that said "not now" is asked again."""
SLACK = timedelta(seconds=10)
"""So long a message may lie in the queue before another is sent; two of them are as good as one."""
NOT_TAKEN = (OSError, smtplib.SMTPException)
"""What a mail server that is away or refuses raises."""


@appeared.answered_by
def issue_begin(cmd: Command, news: News) -> None:
    """What has appeared goes out by mail, where its writers want that, once in its life."""
    if news.by_mail:
        values = {"begun_at": cmd.at, "lease_until": cmd.at}
        issue, made = Issue.objects.get_or_create(news=news, defaults=values)
        if made:
            cmd.send_task(SEND, issue.pk, queue=OUTGOING)


def newsletter_send(number: int) -> None:
    """Send what one worker can within its time; the next one goes on."""
    issue = _taken(number)
    if issue is None:
        return
    if issue.filled_at is None and not _fill(issue):
        return _hand_on(issue)
    until = time.monotonic() + AT_WORK
    try:
        with get_connection() as connection:
            while time.monotonic() < until:
                waiting = list(_waiting(issue)[:AT_ONCE])
                if not waiting:
                    return _finish(issue)
                for copy in waiting:
                    _send(connection, issue, copy)
                Issue.objects.filter(pk=issue.pk).update(lease_until=timezone.now() + LEASE)
    except NOT_TAKEN:
        return _hand_on(issue, LATER)
    return _hand_on(issue)


def _taken(number: int) -> Issue | None:
    """The issue, for this worker alone; None when another has it, it is over, or its news was taken back."""
    with transaction.atomic():
        rows = Issue.objects.select_for_update(no_key=True, of=("self",)).select_related("news__organization")
        issue = rows.filter(pk=number, done_at=None).first()
        now = timezone.now()
        if issue is None or issue.lease_until > now:
            return None
        if issue.news.state != News.State.PUBLISHED:
            issue.done_at = now
        issue.lease_until = now + LEASE
        issue.save(update_fields=["lease_until", "done_at"])
    return issue if issue.done_at is None else None


def _fill(issue: Issue) -> bool:
    """Write down some more of who gets a copy; whether that was everybody."""
    news = issue.news
    wanted = Subscription.objects.filter(
        Q(wants="any") | Q(wants=news.language),
        organization=news.organization,
        state=Subscription.State.ACTIVE,
        confirmed_at__lte=issue.begun_at,
    )
    rest = wanted.exclude(pk__in=Copy.objects.filter(issue=issue).values("subscription")).order_by("pk")
    numbers = list(rest.values_list("pk", flat=True)[:FILLED_AT_ONCE])
    with transaction.atomic():
        copies = [Copy(issue=issue, subscription_id=number) for number in numbers]
        Copy.objects.bulk_create(copies, ignore_conflicts=True)
        if len(numbers) < FILLED_AT_ONCE:
            issue.filled_at = timezone.now()
            issue.save(update_fields=["filled_at"])
    return issue.filled_at is not None


def _waiting(issue: Issue) -> QuerySet[Copy]:
    """Whose turn it is; not those whose mail server said "not now" a moment ago."""
    now = Q(next_at=None) | Q(next_at__lte=timezone.now())
    return _left(issue).filter(now).select_related("subscription").order_by("pk")


def _left(issue: Issue) -> QuerySet[Copy]:
    return Copy.objects.filter(issue=issue, sent_at=None, given_up=False)


def _send(connection: BaseEmailBackend, issue: Issue, copy: Copy) -> None:
    """One copy to one address; an address that is refused for good is forgotten, another refusal tries again."""
    try:
        connection.send_messages([newsletter_mail(issue, copy.subscription)])
    except smtplib.SMTPRecipientsRefused as error:
        if any(500 <= code < 600 for code, _said in error.recipients.values()):
            newsletter_bounce(actor=SYSTEM, number=copy.subscription_id, hard=True)  # its copy goes with it
        else:
            _again(copy)
    except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError):
        _again(copy)
    else:
        Copy.objects.filter(pk=copy.pk).update(sent_at=timezone.now())


def _again(copy: Copy) -> None:
    """Not now: a server that lists senders grey takes it after some minutes, a box that is full perhaps in hours."""
    tries, wait = copy.tries + 1, WAITS[min(copy.tries, len(WAITS) - 1)]
    later = {"tries": tries, "given_up": tries >= MOST_TRIES, "next_at": timezone.now() + wait}
    Copy.objects.filter(pk=copy.pk).update(**later)


def _finish(issue: Issue) -> None:
    """Nobody's turn it is: the issue is over, or another worker goes on when the next may be asked again."""
    soonest = _left(issue).aggregate(at=Min("next_at"))["at"]
    if soonest is None:
        Issue.objects.filter(pk=issue.pk).update(done_at=timezone.now())
    else:
        _hand_on(issue, max(soonest - timezone.now(), timedelta()))


def _hand_on(issue: Issue, after: timedelta = timedelta()) -> None:
    """Let another worker go on, at once or later."""
    with transaction.atomic():
        _queue(Issue.objects.filter(pk=issue.pk), issue.pk, timezone.now() + after)


def _queue(issue: QuerySet[Issue], number: int, due: datetime) -> None:
    """Nobody has it until it is due; then a worker takes it, if no sweep has done so before."""
    if issue.update(lease_until=due):
        payload = {"task": SEND, "args": [number], "queue": OUTGOING}
        OutboxMessage.objects.create(topic="task", payload=payload, due_at=due)


def newsletters_sweep() -> None:
    """Begin again what a dead worker left or a broker lost, and forget addresses that nobody confirmed.

    The relay calls this every few seconds.
    """
    now = timezone.now()
    left = Issue.objects.filter(done_at=None, lease_until__lt=now - SLACK)
    with transaction.atomic():
        for number in list(left.order_by("pk").values_list("pk", flat=True)[:SWEPT]):
            _queue(left.filter(pk=number), number, now)
    forget_unconfirmed()
