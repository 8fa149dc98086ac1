"""Asking for the newsletter, confirming that, ending it. No row of the ledger holds an address."""

import secrets
from datetime import timedelta
from typing import TypedDict

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import UserError
from ledger.models import OutboxMessage
from ledger.shapes import Done
from tournaments.organizations.models import Organization

from .links import token_hash
from .models import Subscription

State = Subscription.State
CONFIRM = "community.newsletter.tasks.send_confirmation"
OUTGOING = "outgoing"
VALID = timedelta(days=3)
"""So long a mailed link confirms; what nobody confirmed by then is forgotten."""
AGAIN = timedelta(hours=1)
"""An address gets no second link within this time, no matter who asks."""
MOST_TRIES = 5
MOST_BOUNCED = 3
"""After so many copies that could not be delivered for now, an address is taken for gone."""


class Confirmation(TypedDict):
    """What the mail that asks for a confirmation needs."""

    address: str
    language: str
    token: str
    name: str


@command("newsletter.ask")
def newsletter_ask(
    cmd: Command, *, address: str, organization: Organization | None, wants: str, language: str
) -> Done:
    """Somebody asks that an address gets the news: its owner gets a mailed link to confirm that, and nothing else.

    The answer is the same for an address that has it already, so nobody learns who reads what.
    """
    if organization is not None:
        cmd.chain = organization.chain_key
    folded = address.strip().casefold()
    row = _row(folded, organization)
    if row is None:
        made = Subscription(
            organization=organization,
            user=cmd.actor.user,
            address=address.strip(),
            folded=folded,
            wants=wants,
            language=language,
            asked_at=cmd.at,
        )
        try:
            with transaction.atomic():
                made.save()
        except IntegrityError:
            return {}  # a twin was faster, and has sent the link
        cmd.send_task(CONFIRM, made.pk, queue=OUTGOING)
    elif row.state == State.ASKED and row.asked_at <= cmd.at - AGAIN:
        row.asked_at, row.tries, row.mailed_at, row.wants = cmd.at, 0, None, wants
        row.save(update_fields=["asked_at", "tries", "mailed_at", "wants"])
        cmd.send_task(CONFIRM, row.pk, queue=OUTGOING)
    cmd.record(organization=organization.pk if organization is not None else 0)
    return {}


def _row(folded: str, organization: Organization | None) -> Subscription | None:
    rows = Subscription.objects.select_for_update(no_key=True).filter(folded=folded)
    return rows.filter(organization=organization).first()


def confirmation_write(number: int) -> Confirmation | None:
    """The mail that asks for a confirmation, with a link that is new each time; None where there is nothing to ask."""
    token = secrets.token_urlsafe(24)
    with transaction.atomic():
        rows = Subscription.objects.select_for_update(no_key=True, of=("self",)).select_related(
            "organization"
        )
        row = rows.filter(pk=number, state=State.ASKED, mailed_at=None).first()
        if row is None or row.tries >= MOST_TRIES:
            return None
        row.token_hash, row.tries = token_hash(token), row.tries + 1
        row.save(update_fields=["token_hash", "tries"])
    name = row.organization.name if row.organization is not None else ""
    return {"address": row.address, "language": row.language, "token": token, "name": name}


def confirmation_sent(number: int) -> None:
    """The mail server has taken it."""
    Subscription.objects.filter(pk=number).update(mailed_at=timezone.now())


def confirmation_again(number: int) -> None:
    """Nobody took it: once more in some minutes, and later each time."""
    with transaction.atomic():
        row = Subscription.objects.filter(pk=number).first()
        if row is not None:
            due = timezone.now() + timedelta(minutes=2**row.tries)
            payload = {"task": CONFIRM, "args": [number], "queue": OUTGOING}
            OutboxMessage.objects.create(topic="task", payload=payload, due_at=due)


@command("newsletter.confirm")
def newsletter_confirm(cmd: Command, *, token: str) -> Done:
    """The owner of the address wants it. A link that is used again says what it said the first time."""
    rows = Subscription.objects.select_for_update(no_key=True, of=("self",)).select_related("organization")
    row = rows.filter(token_hash=token_hash(token)).first()
    if row is None or (row.state == State.ASKED and row.asked_at < cmd.at - VALID):
        raise UserError("link", _("This link no longer works. Subscribe again to get a new one."))
    if row.organization is not None:
        cmd.chain = row.organization.chain_key
    if row.state == State.ASKED:
        row.state, row.confirmed_at = State.ACTIVE, cmd.at
        row.save(update_fields=["state", "confirmed_at"])
    cmd.record(subscription=row.pk)
    return {}


@command("newsletter.end")
def newsletter_end(cmd: Command, *, number: int) -> Done:
    """Its owner wants no more of it, by the link of a mail: the address is forgotten. Ended before, it stays so."""
    row = Subscription.objects.select_related("organization").filter(pk=number).first()
    if row is not None:
        if row.organization is not None:
            cmd.chain = row.organization.chain_key
        row.delete()
    cmd.record(subscription=number)
    return {}


@command("newsletter.bounce")
def newsletter_bounce(cmd: Command, *, number: int, hard: bool) -> Done:
    """A copy came back: for good, or for the third time for now, the address is forgotten."""
    row = Subscription.objects.select_for_update(no_key=True).filter(pk=number).first()
    gone = False
    if row is not None:
        row.bounced += 1
        gone = hard or row.bounced >= MOST_BOUNCED
        if gone:
            row.delete()
        else:
            row.save(update_fields=["bounced"])
    cmd.record(subscription=number, hard=hard, gone=gone)
    return {}


def forget_unconfirmed() -> None:
    """What nobody confirmed in time is forgotten."""
    late = Subscription.objects.filter(state=State.ASKED, asked_at__lt=timezone.now() - VALID)
    late.delete()
