"""Saying what an event costs."""

from datetime import datetime
from typing import TypedDict

from django.utils.translation import gettext as _

from ledger.commands import Command, command
from ledger.errors import Problem, UserError
from tournaments.events.models import Tournament
from tournaments.events.services import lock, refuse_rehearsal, require_state

from .amounts import require_amount, require_currency, same_currency
from .models import TILL_LOCK, Booking, Fee, OnlinePayment

State = Tournament.State
REDUCED = ("member_cents", "young_cents", "early_cents")


class FeeIs(TypedDict):
    """The fee as it stands; None where the event asks none."""

    cents: int | None
    currency: str


@command("fee.set", public=True)
def fee_set(
    cmd: Command,
    *,
    tournament: Tournament,
    cents: int | None,
    currency: str = "EUR",
    member_cents: int | None = None,
    young_cents: int | None = None,
    early_cents: int | None = None,
    early_until: datetime | None = None,
) -> FeeIs:
    """Say what the event costs, in cents; None takes the fee away.

    What was paid stays as it was paid. Once anything is in the books its currency stays: amounts are never mixed.
    """
    tournament = lock(cmd, tournament)
    refuse_rehearsal(tournament)
    require_state(tournament, State.DRAFT, State.ENTRY, State.CHECK_IN, State.RUNNING)
    cmd.lock(TILL_LOCK, tournament.pk)
    if cents is None:
        Fee.objects.filter(tournament=tournament).delete()
        cmd.record(cents=None)
        return {"cents": None, "currency": currency}
    require_amount(cents, "cents")
    require_currency(currency, "currency")
    same_currency(currency, known_currency(tournament, counts=True) or currency, "currency")
    reduced = {"member_cents": member_cents, "young_cents": young_cents, "early_cents": early_cents}
    _require_reductions(cents, reduced, early_until)
    values = {"cents": cents, "currency": currency, **reduced, "early_until": early_until}
    fee, _made = Fee.objects.get_or_create(tournament=tournament, defaults=values)
    for name, value in values.items():
        setattr(fee, name, value)
    fee.save()
    cmd.record(cents=cents, currency=currency)
    return {"cents": cents, "currency": currency}


def known_currency(tournament: Tournament, *, counts: bool = False) -> str:
    """The currency of an event; empty before anything was said. ``counts``: only what is in the books by now."""
    fee = None if counts else Fee.objects.filter(tournament=tournament).first()
    if fee is not None:
        return fee.currency
    booked = Booking.objects.filter(tournament=tournament).exclude(cents=0)
    found = booked.values_list("currency", flat=True).first()
    return (
        found
        or OnlinePayment.objects.filter(tournament=tournament).values_list("currency", flat=True).first()
        or ""
    )


def currency_of(tournament: Tournament) -> str:
    """The currency in which an event counts: its fee's, that of its books, else the default."""
    return known_currency(tournament) or "EUR"


def _require_reductions(cents: int, reduced: dict[str, int | None], until: datetime | None) -> None:
    """A reduction is an amount below the full price, and the early one has its moment; all that is wrong at once."""
    problems: list[Problem] = []
    for name, value in reduced.items():
        if value is None:
            continue
        try:
            require_amount(value, name)
        except UserError as error:
            problems += error.problems
            continue
        if value >= cents:
            text = _("A reduced price is below the full one.")
            problems.append(Problem("reduction", text, name))
    if (reduced["early_cents"] is None) != (until is None):
        text = _("An early price needs both: the amount, and until when.")
        problems.append(Problem("early", text, "early_until"))
    if problems:
        raise UserError("invalid", "", problems=problems)


def fee_copied(cmd: Command, source: Tournament, made: Tournament) -> None:
    """The next date of a series costs what this one does; the early price ends as long before it."""
    fee = Fee.objects.filter(tournament=source).first()
    if fee is None:
        return
    until = None if fee.early_until is None else made.starts_at + (fee.early_until - source.starts_at)
    kept = {name: getattr(fee, name) for name in ("cents", "currency", *REDUCED)}
    Fee.objects.create(tournament=made, early_until=until, **kept)
    cmd.record(fee=fee.cents)
