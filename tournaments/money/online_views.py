"""A player pays online, and the provider says that something became of a payment."""

import logging

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ledger.errors import UserError
from ledger.people import signed_in
from ledger.web import perform, raw_body
from tournaments.entries.models import Entry
from tournaments.entries.selectors import entry_of
from tournaments.events.access import access_tournament
from tournaments.events.models import Tournament
from tournaments.events.page import page

from .amounts import money
from .asking import look_again, start
from .models import Booking, OnlinePayment
from .online import Refused, provider, provider_named
from .prices import due
from .selectors import Books, accounts_of, bookings, fee_of, own_payment, rows_with_people

log = logging.getLogger(__name__)
SETTLED = (OnlinePayment.State.PAID, OnlinePayment.State.REFUNDING, OnlinePayment.State.REFUNDED)
LONGEST = 65_536


def takes_online(tournament: Tournament) -> bool:
    """Whether fees of this event can be paid online: the money comes into the site's own account, so the office knows
    the event.
    """
    return tournament.organized_play and provider() is not None


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def pay(request: HttpRequest, slug: str) -> HttpResponse:
    """One's own fee: what is due, what was paid and paid back; where the site can, the way to pay it online."""
    tournament = access_tournament(request.user, slug)
    entry = entry_of(request.user, tournament)
    if entry is None:
        raise Http404
    payment = own_payment(signed_in(request), entry)
    if request.method == "POST":
        if request.POST.get("do") == "look" and payment is not None:
            perform(request, lambda key: look_again(payment))
        elif takes_online(tournament):
            perform(request, lambda key: start(request, tournament, entry, key))
        return redirect("tournaments:pay", slug=slug)
    rows = rows_with_people(bookings(tournament, entry=entry))
    paid = accounts_of(rows).get(entry.pk, Books()).paid
    context = page(
        request,
        tournament,
        entry=entry,
        owes="" if paid else _owes(tournament, entry),
        paid=paid,
        rows=[
            (row, money(row.cents, row.currency) if row.method != Booking.Method.GOODS else "")
            for row in rows
        ],
        payment=payment,
        title=_title(payment),
        online=takes_online(tournament),
    )
    return render(request, "money/pay.html", context)


def _owes(tournament: Tournament, entry: Entry) -> str:
    """What the entry has to pay, in words; empty for nothing."""
    fee = fee_of(tournament)
    offer = due(fee, entry) if fee is not None else None
    return money(offer.cents, fee.currency) if fee is not None and offer is not None and offer.cents else ""


def _title(payment: OnlinePayment | None) -> str:
    one = provider_named(payment.provider) if payment is not None else provider()
    return one.title if one is not None else ""


class PaymentTold(APIView):
    """Where a provider says that something became of a payment.

    What it says is not obeyed: it names a payment, which is looked up at the provider and compared with what was asked
    for. It comes without a session, so there is no key of a form to check.
    """

    authentication_classes = ()
    permission_classes = ()
    schema = None

    def post(self, request: Request, name: str) -> Response:
        """200: written down, or nothing to do. Else why nothing was changed; the provider may say it again."""
        one = provider_named(name)
        if one is None:
            return _said(404, "this site has no such provider")
        body = raw_body(request._request)
        if len(body) > LONGEST:
            return _said(413, "too long")
        try:
            reference = one.told(body, request.headers)
        except Refused:
            log.warning("a message that does not come from %s was refused", name)
            return _said(400, "not understood, or its signature is wrong")
        if not reference:
            return _said(200, "nothing to do")
        rows = OnlinePayment.objects.filter(provider=name, reference=reference).select_related("tournament")
        row = rows.first()
        if row is None:
            return _said(404, "unknown payment: nothing was changed")
        if row.state in SETTLED:
            return _said(200, "known already")
        try:
            state = look_again(row)
        except UserError as error:
            log.warning("payment %s was not settled: %s", row.pk, error.code)
            return _said(503 if error.code == "provider" else 409, f"nothing was changed: {error.code}")
        return _said(200, state)


def _said(status: int, text: str) -> Response:
    return Response({"said": text}, status=status)
