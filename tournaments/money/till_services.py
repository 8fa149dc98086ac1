"""Counting the till and closing it: what comes after that is in the next one."""

from typing import TypedDict

from django.db.models import Max, Sum
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import StaleError, UserError
from tournaments.events.models import Tournament

from .amounts import require_amount
from .fee_services import currency_of
from .models import Booking, TillClosing, money_book
from .payment_services import hold_till


class Closed(TypedDict):
    """A till that was closed: what should lie in it, what does, and the difference; in cents."""

    till: int
    expected: int
    counted: int
    difference: int


@command("till.close", chain=money_book)
def till_close(
    cmd: Command,
    *,
    tournament: Tournament,
    till: int,
    counted_cents: int,
    begun_cents: int = 0,
    rows: int | None = None,
) -> Closed:
    """Close a till with the cash that was counted; ``begun_cents`` of change lay in it at first.

    ``rows``: how many the page showed; more by now, and the sum was another when it was compared. Nothing hinges on the
    difference: it is written down.
    """
    tournament = hold_till(cmd, tournament)
    require_amount(counted_cents, "counted_cents")
    require_amount(begun_cents, "begun_cents")
    last = TillClosing.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    if till != last + 1:
        raise StaleError("closed", _("This till is closed already. Look at the new one."))
    inside = Booking.objects.filter(tournament=tournament, till=till)
    if not inside.exists():
        raise UserError("empty", _("Nothing was booked in this till: there is nothing to close."))
    if rows is not None and inside.count() != rows:
        raise StaleError("stale", _("Something was booked while you counted. Look at the sum again."))
    cash = inside.filter(method=Booking.Method.CASH).aggregate(sum=Sum("cents"))["sum"] or 0
    closing = TillClosing.objects.create(
        tournament=tournament,
        number=till,
        currency=currency_of(tournament),
        begun_cents=begun_cents,
        expected_cents=begun_cents + cash,
        counted_cents=counted_cents,
        closed_by=cmd.actor.user,
        at=cmd.at,
    )
    said: Closed = {
        "till": till,
        "expected": closing.expected_cents,
        "counted": counted_cents,
        "difference": closing.difference,
    }
    cmd.record(**said)
    return said
