"""What becomes of a payment at a provider, as rows of ours; nothing here speaks with the provider itself."""

import uuid
from datetime import datetime, timedelta
from typing import TypedDict

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import SYSTEM, Command, command
from ledger.errors import UserError
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import require_state

from .models import Booking, OnlinePayment, money_book
from .online import Facts
from .payment_services import Booked, book, booked, entry_here, fee_here, hold_till, left_of, refuse_paid
from .prices import due

Kind, State = Booking.Kind, OnlinePayment.State
OPEN = (State.BEGUN, State.OPEN)
PAYABLE = (Entry.State.ENTERED, Entry.State.CHECKED_IN)


TASK = "tournaments.money.tasks.ask_about_payment"
PAUSE = timedelta(minutes=2)
"""So long a payment under way is not asked about again."""
UNTIL = timedelta(days=3)
"""So long one that nobody told of is asked about; a payer's page at a provider is gone by then."""
AT_ONCE = 20


class UnderWay(TypedDict):
    """A payment that was asked for or will be; ``known``: the provider has it already."""

    payment: int
    known: bool


class Stands(TypedDict):
    """How a payment stands by now."""

    state: str


@command("online.begin", chain=money_book)
def online_begin(cmd: Command, *, tournament: Tournament, entry_id: int, provider: str) -> UnderWay:
    """The actor wants to pay their own fee online; one that is under way for the same amount goes on."""
    tournament = hold_till(cmd, tournament)
    states = Tournament.State
    require_state(tournament, states.ENTRY, states.CHECK_IN, states.RUNNING)
    entry = entry_here(tournament, entry_id)
    if entry.user_id != cmd.actor.user.pk or entry.state not in PAYABLE:
        raise UserError("not_due", _("There is nothing to pay."))
    fee = fee_here(tournament)
    refuse_paid(entry)
    offer = due(fee, entry)
    if offer.cents == 0:
        raise UserError("not_due", _("There is nothing to pay."))
    wanted = {
        "entry": entry,
        "provider": provider,
        "cents": offer.cents,
        "currency": fee.currency,
        "reduction": offer.reduction,
    }
    found = OnlinePayment.objects.filter(tournament=tournament, state__in=OPEN, **wanted).first()
    if found is None:
        key = str(uuid.uuid4())
        found = OnlinePayment.objects.create(
            tournament=tournament, key=key, begun_at=cmd.at, asked_at=cmd.at, **wanted
        )
    cmd.record(payment=found.pk, entry=entry.pk)
    return {"payment": found.pk, "known": bool(found.reference)}


@command("online.known", chain=money_book)
def online_known(
    cmd: Command, *, tournament: Tournament, payment_id: int, reference: str, address: str
) -> Stands:
    """The provider has the payment: its name there, and where the payer goes."""
    hold_till(cmd, tournament)
    row = OnlinePayment.objects.get(tournament=tournament, pk=payment_id)
    if row.state == State.BEGUN:
        row.reference, row.address, row.state = reference, address[:1000], State.OPEN
        row.save(update_fields=["reference", "address", "state"])
    cmd.record(payment=row.pk, state=row.state)
    return {"state": row.state}


@command("online.settle", chain=money_book)
def online_settle(cmd: Command, *, tournament: Tournament, payment_id: int, facts: Facts) -> Stands:
    """Write down what the provider says of a payment when asked; however often it is told, a fee is booked once.

    What is said must be about this event, entry, amount and currency, else nothing changes. Somebody who paid at the
    desk meanwhile has paid twice: the money is here, so it is booked, and the desk sees it.
    """
    tournament = hold_till(cmd, tournament)
    row = OnlinePayment.objects.select_related("entry").get(tournament=tournament, pk=payment_id)
    wanted = (row.reference, tournament.slug, row.entry.number, row.cents, row.currency)
    if wanted != (facts.reference, facts.event, facts.entry, facts.cents, facts.currency):
        raise UserError(
            "other", _("The provider speaks of another payment than this one. Nothing was changed.")
        )
    before = row.state
    if facts.paid and row.state in (*OPEN, State.FAILED):
        row.state = State.PAID
        book(
            cmd,
            row.entry,
            Kind.FEE,
            row.cents,
            row.currency,
            method=Booking.Method.ONLINE,
            reduction=row.reduction,
            payment=row,
        )
    elif facts.failed and row.state in OPEN:
        row.state = State.FAILED
    row.asked_at = cmd.at
    row.save(update_fields=["state", "asked_at"] if row.state != before else ["asked_at"])
    cmd.record(payment=row.pk, state=row.state)
    return {"state": row.state}


@command("online.refund", chain=money_book)
def online_refund(cmd: Command, *, tournament: Tournament, booking: int) -> UnderWay:
    """Begin to pay back what was paid online: from now on nobody pays it back by another way."""
    tournament = hold_till(cmd, tournament)
    row = Booking.objects.filter(tournament=tournament, number=booking).select_related("payment").first()
    if row is None or row.kind != Kind.FEE or row.payment is None:
        raise UserError("no_row", _("There is no such row in the books."))
    if row.payment.state == State.REFUNDED:
        raise UserError("refunded", _("This was paid back already."))
    again = row.payment.state == State.REFUNDING
    row.payment.state = State.REFUNDING
    row.payment.save(update_fields=["state"])
    cmd.record(booking=row.number, payment=row.payment.pk)
    return {"payment": row.payment.pk, "known": again}


@command("online.refunded", chain=money_book)
def online_refunded(cmd: Command, *, tournament: Tournament, payment_id: int) -> Booked:
    """The provider pays back: the row of the books that says so, once."""
    tournament = hold_till(cmd, tournament)
    payment = OnlinePayment.objects.get(tournament=tournament, pk=payment_id)
    row = Booking.objects.select_related("entry").get(payment=payment, kind=Kind.FEE)
    if payment.state != State.REFUNDING:
        back = Booking.objects.filter(about=row, kind=Kind.REFUND).first()
        return booked(back or row)
    payment.state = State.REFUNDED
    payment.save(update_fields=["state"])
    made = book(
        cmd,
        row.entry,
        Kind.REFUND,
        -left_of(row),
        row.currency,
        method=Booking.Method.ONLINE,
        about=row,
        payment=payment,
    )
    return booked(made)


class Asked(TypedDict):
    """Payments about which the provider will be asked."""

    payments: list[int]


@command("online.ask")
def online_ask(cmd: Command) -> Asked:
    """Ask about payments of which nobody told for a while, the longest not asked about first: webhooks get lost."""
    rows = list(silent_payments(cmd.at).select_for_update()[:AT_ONCE])
    for row in rows:
        row.asked_at = cmd.at
        row.save(update_fields=["asked_at"])
        cmd.send_task(TASK, row.pk)
    asked = [row.pk for row in rows]
    cmd.record(payments=asked)
    return {"payments": asked}


def silent_payments(at: datetime) -> QuerySet[OnlinePayment]:
    """Payments under way of which nothing was heard for a while."""
    rows = OnlinePayment.objects.filter(state=State.OPEN, asked_at__lt=at - PAUSE, begun_at__gt=at - UNTIL)
    return rows.order_by("asked_at")


def silent_payments_sweep() -> None:
    """What the relay does every few seconds."""
    if silent_payments(timezone.now()).exists():
        online_ask(actor=SYSTEM)
