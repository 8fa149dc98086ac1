"""Taking a fee, giving it back, undoing a slip of the hand: each adds a row to the books, none changes one."""

from typing import TypedDict

from django.db.models import Max, Sum
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import StaleError, UserError
from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import require_state

from .amounts import money, require_amount, same_currency
from .models import TILL_LOCK, Booking, Fee, TillClosing, money_book
from .prices import prices_of

Kind, Method = Booking.Kind, Booking.Method
AT_THE_DESK = (Method.CASH, Method.CARD, Method.TRANSFER)
State = Tournament.State


class Booked(TypedDict):
    """A row of the books: its number, and what came in (below zero: went out)."""

    booking: int
    cents: int
    currency: str


def hold_till(cmd: Command, tournament: Tournament) -> Tournament:
    """Take the lock of the tournament's money, and read the tournament anew under it."""
    cmd.lock(TILL_LOCK, tournament.pk)
    fresh = Tournament.objects.get(pk=tournament.pk)
    cmd.tournament = fresh
    return fresh


def book(cmd: Command, entry: Entry, kind: str, cents: int, currency: str, **more: object) -> Booking:
    """Add a row to the books of the entry's tournament, in a command that holds its till."""
    rows = Booking.objects.filter(tournament=entry.tournament_id)
    closed = TillClosing.objects.filter(tournament=entry.tournament_id)
    row = Booking.objects.create(
        tournament_id=entry.tournament_id,
        entry=entry,
        number=(rows.aggregate(last=Max("number"))["last"] or 0) + 1,
        till=(closed.aggregate(last=Max("number"))["last"] or 0) + 1,
        kind=kind,
        cents=cents,
        currency=currency,
        taken_by=cmd.actor.user,
        at=cmd.at,
        **more,
    )
    cmd.record(booking=row.number, entry=entry.pk, kind=kind, cents=cents, currency=currency)
    return row


def booked(row: Booking) -> Booked:
    """What a command answers about its row."""
    return {"booking": row.number, "cents": row.cents, "currency": row.currency}


def entry_here(tournament: Tournament, entry_id: int) -> Entry:
    """An entry of the tournament; else :class:`UserError`."""
    entry = Entry.objects.filter(tournament=tournament, pk=entry_id).first()
    if entry is None:
        raise UserError("no_entry", _("This player is not in this tournament."))
    return entry


def left_of(row: Booking) -> int:
    """How much of a fee is still here: nothing once it was reversed, and without what was paid back."""
    about = Booking.objects.filter(about=row)
    undone = Booking.objects.filter(about__about=row)  # a refund that was reversed
    if about.filter(kind=Kind.REVERSAL).exists():
        return 0
    more: int = (about.aggregate(sum=Sum("cents"))["sum"] or 0) + (
        undone.aggregate(sum=Sum("cents"))["sum"] or 0
    )
    return row.cents + more


def paid_row(entry: Entry) -> Booking | None:
    """The row by which an entry has paid, neither reversed nor paid back whole."""
    rows = Booking.objects.filter(entry=entry, kind=Kind.FEE).select_related("taken_by").order_by("number")
    for row in rows:
        reversed_ = Booking.objects.filter(about=row, kind=Kind.REVERSAL).exists()
        if not reversed_ and (left_of(row) > 0 or row.cents == 0):
            return row
    return None


@command("payment.take", chain=money_book)
def payment_take(
    cmd: Command,
    *,
    tournament: Tournament,
    entry_id: int,
    method: str,
    reduction: str = "",
    cents: int | None = None,
    currency: str = "",
) -> Booked:
    """Take the fee of a player: by which price, and how it was paid.

    ``cents`` and ``currency``: what the page or the program showed; anything else by now is refused, and so is a second
    payment, with the name of who took the first: the money on the counter goes back.
    """
    tournament = hold_till(cmd, tournament)
    require_state(tournament, State.DRAFT, State.ENTRY, State.CHECK_IN, State.RUNNING, State.FINISHED)
    entry = entry_here(tournament, entry_id)
    if entry.state == Entry.State.WITHDRAWN:
        raise UserError("withdrawn", _("This player has withdrawn. Enter them again first."))
    if method not in AT_THE_DESK:
        raise UserError("method", _("Say how it was paid."), field="method")
    fee = fee_here(tournament)
    same_currency(currency, fee.currency, "currency")
    refuse_paid(entry)
    offer = next((one for one in prices_of(fee, entry) if one.reduction == reduction), None)
    if offer is None:
        raise UserError("price", _("This price is not offered to this player."), field="reduction")
    if cents is not None and require_amount(cents, "cents") != offer.cents:
        raise StaleError("stale", _("The fee has changed meanwhile. Look at the amount again."))
    row = book(cmd, entry, Kind.FEE, offer.cents, fee.currency, method=method, reduction=reduction)
    return booked(row)


def fee_here(tournament: Tournament) -> Fee:
    """The fee of a tournament; :class:`UserError` where it asks none."""
    fee = Fee.objects.filter(tournament=tournament).first()
    if fee is None:
        raise UserError("no_fee", _("This tournament asks no fee."))
    return fee


def refuse_paid(entry: Entry) -> None:
    """Refuse a second payment of one entry, and say who took the first."""
    paid = paid_row(entry)
    if paid is None:
        return
    said = {
        "name": entry.name,
        "amount": money(paid.cents, paid.currency),
        "time": localtime(paid.at).strftime("%H:%M"),
        "by": paid.taken_by.display_name if paid.taken_by is not None else _("the payment provider"),
    }
    text = _("%(name)s has paid already: %(amount)s, taken by %(by)s at %(time)s. Give the money back.")
    raise UserError("paid", text % said)


@command("payment.refund", chain=money_book)
def payment_refund(
    cmd: Command, *, tournament: Tournament, booking: int, method: str, cents: int | None = None
) -> Booked:
    """Pay a fee back, whole or in part, by the way that is said; what was paid online goes back online alone."""
    tournament = hold_till(cmd, tournament)
    row = _row(tournament, booking)
    if row.kind != Kind.FEE:
        raise UserError("kind", _("Only a fee can be paid back."))
    if row.method == Method.ONLINE or method not in AT_THE_DESK:
        raise UserError("method", _("Say how it is paid back; what was paid online goes back online."))
    left = left_of(row)
    wanted = left if cents is None else require_amount(cents, "cents")
    if not 0 < wanted <= left:
        text = _("At most %(amount)s of this fee can be paid back.")
        raise UserError("amount", text % {"amount": money(left, row.currency)}, field="cents")
    return booked(book(cmd, row.entry, Kind.REFUND, -wanted, row.currency, method=method, about=row))


@command("payment.reverse", chain=money_book)
def payment_reverse(cmd: Command, *, tournament: Tournament, booking: int, reason: str) -> Booked:
    """Undo a row that was a mistake, with a reason: another row takes it back, and both stay. Twice is refused."""
    tournament = hold_till(cmd, tournament)
    row = _row(tournament, booking)
    if row.kind == Kind.REVERSAL:
        raise UserError("kind", _("What undoes a row is not undone itself: book it again."))
    if row.payment_id is not None:
        raise UserError("online", _("What was paid online is paid back, not undone."))
    if Booking.objects.filter(about=row, kind=Kind.REVERSAL).exists():
        raise UserError("reversed", _("This row was undone already."))
    if row.kind == Kind.FEE and left_of(row) != row.cents:
        raise UserError("refunded", _("Something of this fee was paid back. Undo that first."))
    if len(reason.strip()) < 3:
        raise UserError("reason", _("Say why."), field="reason")
    cmd.explain(reason.strip())
    return booked(book(cmd, row.entry, Kind.REVERSAL, -row.cents, row.currency, method=row.method, about=row))


def _row(tournament: Tournament, number: int) -> Booking:
    row = Booking.objects.filter(tournament=tournament, number=number).select_related("entry").first()
    if row is None:
        raise UserError("no_row", _("There is no such row in the books."))
    return row
